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
	"math"
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
	maxRun = 64
	// bufferSize is how much of a file is read at once, in bytes.
	bufferSize = 64 << 10
)

// A copying is the capture of many files into one checkpoint.
type copying struct {
	ctx      context.Context
	tree     *durable.Tree // the project
	home     *durable.Tree // the folder of the checkpoints
	staged   *durable.StagedDir
	id       string
	literal  bool // a folder in the place of a file is replaced, and counts as empty
	earlier  map[string][]backup
	progress func(done, of int)

	mu    sync.Mutex
	done  int
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

// each has several workers do for 0 to n-1, until the checkpoint is given up, and
// returns their errors by these numbers.
func (c *copying) each(n int, do func(by *worker, i int) error) []error {
	failures := make([]error, n)
	workers := 2 * runtime.NumCPU()
	run := min(n/(4*workers)+1, maxRun)
	parallel.Each(workers, (n+run-1)/run, func(part int) {
		by := &worker{sources: durable.Reach{In: c.tree}, backups: durable.Reach{In: c.home}}
		by.copies.In = c.staged
		defer by.sources.Close()
		defer by.backups.Close()
		defer by.copies.Close()
		for i := part * run; i < min(part*run+run, n) && c.ctx.Err() == nil; i++ {
			failures[i] = do(by, i)
		}
	})
	return failures
}

// A writeError is a failure of the checkpoint's side of a copy.
type writeError struct{ error }

// copyAll captures the files. A file that cannot be read is a warning and left
// out; where the backup cannot be written all ends.
func (c *copying) copyAll(files []wanted) ([]File, error) {
	captured := make([]File, len(files))
	failures := c.each(len(files), func(by *worker, i int) (err error) {
		captured[i], err = c.capture(by, files[i])
		c.oneMore(len(files))
		return err
	})
	if err := c.ctx.Err(); err != nil {
		return nil, err
	}
	out := []File{}
	for i, err := range failures {
		var ours writeError
		switch {
		case err == nil:
			out = append(out, captured[i])
		case errors.As(err, &ours):
			return nil, fmt.Errorf("backing up %q: %w", files[i].path, ours.error)
		default:
			c.warn("could not back up %q, continuing with other files: %v", files[i].path, err)
		}
	}
	return out, c.hashAll(out)
}

// hashAll fills in the hashes of the copies as they are in the checkpoint, while
// the disk takes them in.
func (c *copying) hashAll(files []File) error {
	unhashed := func(f File) bool { return f.BackupPath != "" && f.Hash == "" }
	if !slices.ContainsFunc(files, unhashed) {
		return nil
	}
	synced := parallel.Start(c.staged.Sync)
	failures := c.each(len(files), func(by *worker, i int) error {
		f := &files[i]
		if !unhashed(*f) {
			return nil
		}
		copied, err := c.staged.Open(backupName(f.Path))
		if err == nil {
			f.Hash, *f.Size, err = sumOf(c.ctx, copied, by.one[:])
			copied.Close()
		}
		return err
	})
	return errors.Join(append(failures, <-synced, c.ctx.Err())...)
}

// capture records what is at one path.
func (c *copying) capture(by *worker, w wanted) (f File, err error) {
	f.Path = w.path
	folder, name, err := by.sources.At(w.path)
	if errors.Is(err, fs.ErrNotExist) || noFolder(err) {
		return f, nil
	}
	if err != nil {
		return f, err
	}
	file, info, err := folder.Open(name)
	switch {
	case err == nil:
		defer file.Close()
		return c.captureFile(by, w, file, info)
	case errors.Is(err, fs.ErrNotExist):
		return f, nil
	case errors.Is(err, durable.ErrLink):
		f.Existed = true
		f.Symlink, err = folder.Readlink(name)
		f.Hash = machine.Sum([]byte(f.Symlink))
	case c.literal:
		if info, statErr := folder.Lstat(name); statErr == nil && info.IsDir() {
			return f, nil
		}
	}
	return f, err
}

// captureFile records a regular file, with its bytes unless they are too many.
func (c *copying) captureFile(by *worker, w wanted, file *os.File, info fs.FileInfo) (f File, err error) {
	size := info.Size()
	f = File{Path: w.path, Existed: true, Mode: fmt.Sprintf("%04o", info.Mode().Perm()), Size: &size,
		Without: Lost(file, info)}
	if size > MaxBackup && !w.whole {
		c.warn("%q is larger than 10 MB: only its hash is recorded; --file saves it", w.path)
		f.Hash, size, err = sumOf(c.ctx, file, by.one[:])
		return f, err
	}
	f.BackupPath = backupPath(c.id, w.path)
	if f.Hash = c.again(w.path, file, size, by); f.Hash != "" {
		return f, nil
	}
	if err := copyFile(c.staged, w.path, file); err != nil {
		return f, err
	}
	after, err := file.Stat()
	if err != nil || after.Size() != size || !after.ModTime().Equal(info.ModTime()) {
		c.warn("%q changed while it was read; the checkpoint contains what was read", w.path)
	}
	return f, nil
}

// again gives an earlier backup of the same bytes a second name in the checkpoint
// and returns the hash that they have; "" where there is none.
func (c *copying) again(rel string, file *os.File, size int64, by *worker) string {
	for _, b := range c.earlier[rel] {
		if *b.Size != size {
			continue
		}
		folder, name, err := by.backups.At(inDir(b.BackupPath))
		if err != nil {
			continue
		}
		held, info, err := folder.Open(name)
		if err != nil {
			continue
		}
		same := info.Size() == size && !info.ModTime().After(b.written) && by.same(c.ctx, file, held, size)
		held.Close()
		if !same {
			continue
		}
		if copies, as, err := by.copies.At(backupName(rel)); err == nil && copies.Link(as, folder, name, info) == nil {
			return b.Hash
		}
	}
	return ""
}

// same reports whether two files of one size hold the same bytes.
func (w *worker) same(ctx context.Context, file, other io.ReaderAt, size int64) bool {
	for at := int64(0); at < size; at += bufferSize {
		one, another := w.one[:min(size-at, bufferSize)], w.other[:min(size-at, bufferSize)]
		n, _ := file.ReadAt(one, at)
		m, _ := other.ReadAt(another, at)
		if ctx.Err() != nil || n != len(one) || m != n || !bytes.Equal(one, another) {
			return false
		}
	}
	return true
}

// errCollides means that the task names one file twice, on a file system that
// takes both spellings for the same.
var errCollides = errors.New("another spelling of its name is captured")

// copyFile copies file from its beginning. The system copies, and does not tell
// which side failed: that is found out by reading the file alone.
func copyFile(staged *durable.StagedDir, rel string, file *os.File) error {
	err := staged.Copy(backupName(rel), file)
	if err == nil {
		return nil
	}
	if errors.Is(err, fs.ErrExist) {
		return errCollides
	}
	if _, readErr := io.Copy(io.Discard, io.NewSectionReader(file, 0, math.MaxInt64)); readErr != nil {
		return readErr
	}
	return writeError{err}
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
