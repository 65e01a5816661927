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
	"path"
	"runtime"
	"sync"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/parallel"
	"holdfast/lib/platform"
)

// run is how many files one worker takes at a time: they are mostly in one
// folder, which it then opens once.
const run = 16

// bufferSize is how much of a file is hashed at once, in bytes.
const bufferSize = 64 << 10

// maxReads is how often a file is read that changes while it is read.
const maxReads = 3

// A copying is the capture of many files into one checkpoint.
type copying struct {
	ctx      context.Context
	tree     *durable.Tree // the project
	home     *durable.Tree // the folder of the checkpoints
	staged   *durable.StagedDir
	id       string
	big      bool
	given    []Given
	earlier  func() earlier   // read when it is first asked for
	known    map[string]known // what earlier checkpoints found, by path
	began    time.Time
	progress func(done, of int)

	mu    sync.Mutex
	found map[string]known // what this one found
	read  int64            // the bytes of files that are only hashed
	notes []fence.Note
}

func (c *copying) warn(format fence.Words, a ...any) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.notes = append(c.notes, fence.Say(format, a...))
}

// maxHashed bounds in bytes what a checkpoint reads of files that it does not
// keep, so that a foreign sparse file cannot hold it up.
const maxHashed = 1 << 30

// errTooMuch says why such a file is not even hashed.
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

func newReader(b []byte) io.Reader { return bytes.NewReader(b) }

// eachBy calls do for 0 to n-1 until ctx ends, several at a time; begin and end go
// round each run of them.
func eachBy(ctx context.Context, n int, begin func() (do func(i int), end func())) {
	parallel.Each(2*runtime.NumCPU(), (n+run-1)/run, func(part int) {
		do, end := begin()
		defer end()
		for i := part * run; i < min(part*run+run, n) && ctx.Err() == nil; i++ {
			do(i)
		}
	})
}

// A reach is one worker's way to files: it keeps the folder of the last one
// open, as the next is mostly in the same.
type reach struct {
	tree *durable.Tree
	dir  string
	open *durable.Tree
}

// at returns the folder that rel is in, and its name there.
func (r *reach) at(rel string) (*durable.Tree, string, error) {
	dir, name := path.Split(rel)
	if dir == "" {
		return r.tree, name, nil
	}
	if r.open != nil && r.dir == dir {
		return r.open, name, nil
	}
	r.close()
	open, err := r.tree.Folder(path.Clean(dir))
	if err == nil {
		r.dir, r.open = dir, open
	}
	return open, name, err
}

func (r *reach) close() {
	if r.open != nil {
		r.open.Close()
		r.open = nil
	}
}

// copyAll captures the files. A file that cannot be read is a warning and left
// out; where the backup cannot be written all ends. Copies are hashed as they
// are in the checkpoint, while the disk takes them in.
func (s Store) copyAll(ctx context.Context, c *copying, files []wanted) ([]File, error) {
	captured, failures := make([]*File, len(files)), make([]error, len(files))
	var done int
	var told sync.Mutex
	eachBy(ctx, len(files), func() (func(int), func()) {
		sources, backups := &reach{tree: c.tree}, &reach{tree: c.home}
		do := func(i int) {
			captured[i], failures[i] = s.capture(c, files[i], sources, backups)
			if c.progress != nil {
				told.Lock()
				done++
				c.progress(done, len(files))
				told.Unlock()
			}
		}
		return do, func() { sources.close(); backups.close() }
	})
	if err := ctx.Err(); err != nil {
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
	return out, c.hashAll(ctx, out)
}

// hashAll fills in the hashes of the copies, while they are brought to the disk.
func (c *copying) hashAll(ctx context.Context, files []File) error {
	synced := parallel.Start(c.staged.Sync)
	failures := make([]error, len(files))
	eachBy(ctx, len(files), func() (func(int), func()) {
		buffer := make([]byte, bufferSize)
		return func(i int) {
			if files[i].BackupPath != "" && files[i].Hash == "" {
				failures[i] = c.hashCopy(&files[i], buffer)
			}
		}, func() {}
	})
	return errors.Join(append(failures, <-synced, ctx.Err())...)
}

func (c *copying) hashCopy(f *File, buffer []byte) error {
	copied, err := c.staged.Open(backupName(f.Path))
	if err != nil {
		return err
	}
	defer copied.Close()
	sum := sha256.New()
	n, err := io.CopyBuffer(sum, struct{ io.Reader }{copied}, buffer)
	if err != nil {
		return err
	}
	f.Size, f.Hash = &n, hex.EncodeToString(sum.Sum(nil))
	if info, err := copied.Stat(); err == nil {
		c.settle(f, info)
	}
	return nil
}

// A writeError is a failure of the checkpoint's side of a copy.
type writeError struct{ cause error }

func (w *writeError) Error() string { return w.cause.Error() }

// capture records one file, with its bytes unless they are too many.
func (s Store) capture(c *copying, w wanted, sources, backups *reach) (*File, error) {
	for _, g := range c.given {
		if g.File.Path != w.path {
			continue
		}
		f := g.entry(c.id)
		if f.BackupPath != "" {
			if err := c.staged.Copy(backupName(f.Path), newReader(g.Bytes)); err != nil {
				return nil, &writeError{err}
			}
		}
		return &f, nil
	}
	folder, name, err := sources.at(w.path)
	var info fs.FileInfo
	if err == nil {
		info, err = folder.Lstat(name)
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, durable.ErrNotRegular) || errors.Is(err, durable.ErrLink) {
		return &File{Path: w.path}, nil
	}
	if err != nil {
		return nil, err
	}
	if info.IsDir() && c.big {
		return &File{Path: w.path}, nil // of what a rollback replaces: an empty folder
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		target, err := folder.Readlink(name)
		if err != nil {
			return nil, err
		}
		return &File{Path: w.path, Hash: machine.Sum([]byte(target)), Existed: true, Symlink: target}, nil
	}
	if f := s.again(c, w.path, info, sources, backups); f != nil {
		return f, nil
	}
	for try := 1; ; try++ {
		f, still, err := s.captureFile(c, w, folder, name)
		switch {
		case err != nil || still:
			return f, err
		case try == maxReads:
			c.warn("%q changed while it was read; the checkpoint contains what was read last", w.path)
			return f, nil
		case f.BackupPath != "":
			if err := c.staged.Remove(backupName(w.path)); err != nil {
				return nil, &writeError{err}
			}
		}
	}
}

// captureFile records a regular file and whether it did not change concurrently.
func (s Store) captureFile(c *copying, w wanted, folder *durable.Tree, name string) (*File, bool, error) {
	file, info, err := folder.Open(name)
	if err != nil {
		return nil, false, fmt.Errorf("%w", err)
	}
	defer file.Close()
	f := fileOf(w.path, info)
	f.Without = Lost(file, info)
	var linked fs.FileInfo
	switch {
	case info.Size() > MaxBackup && !w.named && !c.big:
		if !c.mayHash(info.Size()) {
			return nil, false, errTooMuch
		}
		c.warn("%q is larger than 10 MB: only its hash is recorded; --file saves it", w.path)
		f.Hash, err = sumOf(c.ctx, file)
	case c.earlier().mayHold(info.Size()):
		f.BackupPath = c.backupPath(w.path)
		if f.Hash, err = sumOf(c.ctx, file); err != nil {
			break
		}
		if linked = s.linked(c, w.path, f.Hash); linked == nil {
			f.Hash, err = "", copyFile(c.staged, w.path, file)
		}
	default:
		f.BackupPath = c.backupPath(w.path)
		err = copyFile(c.staged, w.path, file)
	}
	if err != nil {
		return nil, false, err
	}
	after, err := file.Stat()
	still := err == nil && after.Size() == info.Size() && after.ModTime().Equal(info.ModTime())
	if still && f.BackupPath != "" {
		c.remember(f, after)
		if linked != nil {
			c.settle(f, linked)
		}
	}
	return f, still, nil
}

func (c *copying) backupPath(rel string) string { return Dir + "/" + c.id + "/" + backupName(rel) }

func fileOf(rel string, info fs.FileInfo) *File {
	size := info.Size()
	return &File{Path: rel, Existed: true, Mode: fmt.Sprintf("%04o", info.Mode().Perm()), Size: &size}
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

// sumOf is the SHA-256 of what r gives, in hex. It ends with ctx: a file can be
// larger than anybody waits for.
func sumOf(ctx context.Context, r io.Reader) (string, error) {
	sum := sha256.New()
	_, err := io.CopyBuffer(sum, Until(ctx, r), make([]byte, bufferSize))
	return hex.EncodeToString(sum.Sum(nil)), err
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
