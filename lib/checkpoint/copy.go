package checkpoint

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"sync"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/parallel"
	"holdfast/lib/platform"
)

const (
	// maxRun is how many files one worker takes at a time: they are mostly in one
	// folder, which it then opens once.
	maxRun = 32
	// bufferSize is how much of a file is read at once, in bytes.
	bufferSize = 64 << 10
	// maxHashed bounds in bytes what a checkpoint reads of files that it does not
	// keep, so that a foreign sparse file cannot hold it up.
	maxHashed = 1 << 30
)

// A copying is the capture of many files into one checkpoint.
type copying struct {
	ctx      context.Context
	tree     *durable.Tree // the project
	home     *durable.Tree // the folder of the checkpoints
	staged   *durable.StagedDir
	id       string
	big      bool
	earlier  func() map[string][]backup // read when it is first asked for
	progress func(done, of int)

	mu    sync.Mutex
	done  int
	read  int64 // the bytes of files that are only hashed
	notes []fence.Note
}

func (c *copying) warn(format fence.Words, a ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.notes = append(c.notes, fence.Say(format, a...))
}

func (c *copying) oneMore(of int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.done++; c.progress != nil {
		c.progress(c.done, of)
	}
}

// A worker is one goroutine's way to the files, and its buffers.
type worker struct {
	sources, backups, copies durable.Reach
	one, other               [bufferSize]byte
}

// each has several workers do for 0 to n-1 until the checkpoint is given up.
func (c *copying) each(n int, do func(by *worker, i int)) {
	workers := 2 * runtime.NumCPU()
	run := min(n/(4*workers)+1, maxRun)
	parallel.Each(workers, (n+run-1)/run, func(part int) {
		by := &worker{sources: durable.Reach{In: c.tree}, backups: durable.Reach{In: c.home}}
		by.copies.In = c.staged
		defer by.sources.Close()
		defer by.backups.Close()
		defer by.copies.Close()
		for i := part * run; i < min(part*run+run, n) && c.ctx.Err() == nil; i++ {
			do(by, i)
		}
	})
}

// copyAll captures the files. A file that cannot be read is a warning and left
// out; where the backup cannot be written all ends.
func (c *copying) copyAll(files []wanted) ([]File, error) {
	captured, failures := make([]*File, len(files)), make([]error, len(files))
	c.each(len(files), func(by *worker, i int) {
		captured[i], failures[i] = c.capture(by, files[i])
		c.oneMore(len(files))
	})
	if err := c.ctx.Err(); err != nil {
		return nil, err
	}
	out := []File{}
	for i, f := range captured {
		if err := failures[i]; err != nil {
			var ours *writeError
			if errors.As(err, &ours) {
				return nil, fmt.Errorf("backing up %q: %w", files[i].path, ours.cause)
			}
			c.warn("could not back up %q, continuing with other files: %v", files[i].path, err)
			continue
		}
		out = append(out, *f)
	}
	return out, c.hashAll(out)
}

// hashAll fills in the hashes of the copies as they are in the checkpoint, while
// the disk takes them in.
func (c *copying) hashAll(files []File) error {
	if !slices.ContainsFunc(files, func(f File) bool { return f.BackupPath != "" && f.Hash == "" }) {
		return nil
	}
	synced := parallel.Start(c.staged.Sync)
	failures := make([]error, len(files))
	c.each(len(files), func(by *worker, i int) {
		f := &files[i]
		if f.BackupPath == "" || f.Hash != "" {
			return
		}
		copied, err := c.staged.Open(backupName(f.Path))
		if err == nil {
			f.Hash, *f.Size, err = sumOf(c.ctx, copied, by.one[:])
			copied.Close()
		}
		failures[i] = err
	})
	return errors.Join(append(failures, <-synced, c.ctx.Err())...)
}

// A writeError is a failure of the checkpoint's side of a copy.
type writeError struct{ cause error }

func (w *writeError) Error() string { return w.cause.Error() }

// capture records what is at one path.
func (c *copying) capture(by *worker, w wanted) (*File, error) {
	folder, name, err := by.sources.At(w.path)
	var info fs.FileInfo
	if err == nil {
		info, err = folder.Lstat(name)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist) || errors.Is(err, durable.ErrNotRegular) || errors.Is(err, durable.ErrLink):
		return &File{Path: w.path}, nil
	case err != nil:
		return nil, err
	case info.IsDir() && c.big:
		return &File{Path: w.path}, nil // of what a rollback replaces: an empty folder
	case info.Mode()&fs.ModeSymlink != 0:
		target, err := folder.Readlink(name)
		return &File{Path: w.path, Hash: machine.Sum([]byte(target)), Existed: true, Symlink: target}, err
	}
	file, info, err := folder.Open(name)
	if err != nil {
		return nil, fmt.Errorf("%w", err)
	}
	defer file.Close()
	return c.captureFile(by, w, file, info)
}

// captureFile records a regular file, with its bytes unless they are too many.
func (c *copying) captureFile(by *worker, w wanted, file *os.File, info fs.FileInfo) (f *File, err error) {
	size := info.Size()
	f = &File{Path: w.path, Existed: true, Mode: fmt.Sprintf("%04o", info.Mode().Perm()), Size: &size,
		Without: Lost(file, info)}
	if size > MaxBackup && !w.named && !c.big {
		if !c.mayHash(size) {
			return nil, errTooMuch
		}
		c.warn("%q is larger than 10 MB: only its hash is recorded; --file saves it", w.path)
		f.Hash, *f.Size, err = sumOf(c.ctx, file, by.one[:])
		return f, err
	}
	f.BackupPath = backupPath(c.id, w.path)
	if f.Hash = c.again(w.path, file, size, by); f.Hash == "" {
		err = copyFile(c.staged, w.path, file)
	}
	after, statErr := file.Stat()
	if err == nil && (statErr != nil || after.Size() != info.Size() || !after.ModTime().Equal(info.ModTime())) {
		c.warn("%q changed while it was read; the checkpoint contains what was read", w.path)
	}
	return f, err
}

// errTooMuch says why a file is not even hashed.
var errTooMuch = errors.New("hashing it would read more than 1 GB of files that are not saved; --file saves it")

// mayHash reports whether size bytes more may be read, and counts them.
func (c *copying) mayHash(size int64) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if size > maxHashed-c.read {
		return false
	}
	c.read += size
	return true
}

// Lost is what an open file has and a new file in its place has not: another name
// of it goes on with the old one.
func Lost(f *os.File, info fs.FileInfo) (without []string) {
	facts, ok := platform.FactsOf(info)
	for _, lost := range []struct {
		what string
		is   bool
	}{
		{"extended attributes", platform.Xattrs(f)},
		{"hard links", ok && facts.Links > 1},
		{"owner", ok && facts.UID != os.Geteuid() && os.Geteuid() != 0},
		{"setuid bit", ok && facts.Special},
	} {
		if lost.is {
			without = append(without, lost.what)
		}
	}
	return without
}

// errCollides means that the task names one file twice, on a file system that
// takes both spellings for the same.
var errCollides = errors.New("another spelling of its name is captured")

// copyFile copies file from its beginning. The system copies, and does not tell
// which side failed: that is found out by reading the file alone.
func copyFile(staged *durable.StagedDir, rel string, file *os.File) error {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	err := staged.Copy(backupName(rel), file)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, fs.ErrExist):
		return errCollides
	}
	if _, readErr := file.Seek(0, io.SeekStart); readErr != nil {
		return readErr
	}
	if _, readErr := io.Copy(io.Discard, file); readErr != nil {
		return readErr
	}
	return &writeError{err}
}

func newReader(b []byte) io.Reader { return bytes.NewReader(b) }

// sumOf is the SHA-256 of what r gives, in hex, and its size. It ends with ctx: a
// file can be larger than anybody waits for.
func sumOf(ctx context.Context, r io.Reader, buffer []byte) (string, int64, error) {
	sum := sha256.New()
	n, err := io.CopyBuffer(sum, Until(ctx, r), buffer)
	return hex.EncodeToString(sum.Sum(nil)), n, err
}

// Until reads from a reader until ctx ends.
func Until(ctx context.Context, from io.Reader) io.Reader { return patient{ctx, from} }

type patient struct {
	ctx  context.Context
	from io.Reader
}

func (p patient) Read(b []byte) (int, error) {
	if err := p.ctx.Err(); err != nil {
		return 0, err
	}
	return p.from.Read(b)
}
