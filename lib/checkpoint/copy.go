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
	"sync"
	"sync/atomic"

	"holdfast/lib/durable"
	"holdfast/lib/machine"
)

// maxReads is how often a file is read that changes meanwhile.
const maxReads = 3

// A copying is the capture of many files into one checkpoint.
type copying struct {
	tree     *durable.Tree
	making   *durable.Making
	id       string
	big      bool
	earlier  earlier
	progress func(done, of int)
}

func newReader(b []byte) io.Reader { return bytes.NewReader(b) }

// each calls do for 0 to n-1, several at a time, until ctx ends.
func each(ctx context.Context, n int, do func(i int)) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(2*runtime.NumCPU(), n) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < n && ctx.Err() == nil; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	workers.Wait()
}

// copyAll captures the files. A file that cannot be read is a warning and left
// out; where the backup cannot be written all ends. Copies are hashed as they
// lie in the checkpoint, while the disk takes them in.
func (s Store) copyAll(ctx context.Context, c copying, files []wanted) ([]File, error) {
	captured, failures := make([]*File, len(files)), make([]error, len(files))
	var done int
	var told sync.Mutex
	each(ctx, len(files), func(i int) {
		captured[i], failures[i] = s.capture(c, files[i])
		if c.progress != nil {
			told.Lock()
			done++
			c.progress(done, len(files))
			told.Unlock()
		}
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
			s.warn("could not back up %q, continuing with other files: %v", files[i].path, err)
			continue
		}
		out = append(out, *f)
	}
	return out, hashAll(ctx, c.making, out)
}

// hashAll fills in the hashes of the copies, while they are brought to the disk.
func hashAll(ctx context.Context, making *durable.Making, files []File) error {
	synced := make(chan error, 1)
	go func() { synced <- making.Sync() }()
	failures := make([]error, len(files))
	each(ctx, len(files), func(i int) {
		if files[i].BackupPath != "" && files[i].Hash == "" {
			files[i].Hash, failures[i] = hashCopy(making, &files[i])
		}
	})
	return errors.Join(append(failures, <-synced, ctx.Err())...)
}

func hashCopy(making *durable.Making, f *File) (string, error) {
	copied, err := making.Open(backupName(f.Path))
	if err != nil {
		return "", err
	}
	defer copied.Close()
	sum := sha256.New()
	n, err := io.Copy(sum, copied)
	f.Size = &n
	return hex.EncodeToString(sum.Sum(nil)), err
}

// A writeError is a failure of the checkpoint's side of a copy.
type writeError struct{ cause error }

func (w *writeError) Error() string { return w.cause.Error() }

// capture records one file, with its bytes unless they are too many.
func (s Store) capture(c copying, w wanted) (*File, error) {
	info, err := c.tree.Lstat(w.path)
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, durable.ErrNotRegular) || errors.Is(err, durable.ErrLink) {
		return &File{Path: w.path}, nil
	}
	if err != nil {
		return nil, err
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		target, err := c.tree.Readlink(w.path)
		if err != nil {
			return nil, err
		}
		return &File{Path: w.path, Hash: machine.Sum([]byte(target)), Existed: true, Symlink: target}, nil
	}
	for try := 1; ; try++ {
		f, still, err := s.captureFile(c, w)
		switch {
		case err != nil || still:
			return f, err
		case try == maxReads:
			s.warn("%q changed while it was read; the checkpoint holds what was read last", w.path)
			return f, nil
		case f.BackupPath != "":
			if err := c.making.Remove(backupName(w.path)); err != nil {
				return nil, &writeError{err}
			}
		}
	}
}

// captureFile records a regular file and reports whether it stood still.
func (s Store) captureFile(c copying, w wanted) (*File, bool, error) {
	file, info, err := c.tree.Open(w.path)
	if err != nil {
		return nil, false, err
	}
	defer file.Close()
	size := info.Size()
	f := &File{Path: w.path, Existed: true, Mode: fmt.Sprintf("%04o", info.Mode().Perm()), Size: &size}
	switch {
	case size > MaxBackup && !w.named && !c.big:
		s.warn("%q is larger than 10 MB: only its hash is recorded; --file captures it", w.path)
		f.Hash, err = sumOf(file)
	case c.earlier.mayHold(size):
		f.BackupPath = Dir + "/" + c.id + "/" + backupName(w.path)
		if f.Hash, err = sumOf(file); err == nil && !s.linked(c, w.path, f.Hash) {
			f.Hash, err = "", copyFile(c.making, w.path, file)
		}
	default:
		f.BackupPath = Dir + "/" + c.id + "/" + backupName(w.path)
		err = copyFile(c.making, w.path, file)
	}
	if err != nil {
		return nil, false, err
	}
	after, err := file.Stat()
	return f, err == nil && after.Size() == size && after.ModTime().Equal(info.ModTime()), nil
}

// copyFile copies file from its beginning. What failed is found out by a second
// attempt: the first leaves the copying to the system, which does not tell.
func copyFile(making *durable.Making, rel string, file *os.File) error {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	if making.Copy(backupName(rel), file) == nil {
		return nil
	}
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return err
	}
	read := &watched{from: file}
	if err := making.Copy(backupName(rel), read); err != nil {
		if read.err != nil {
			return read.err
		}
		return &writeError{err}
	}
	return nil
}

// watched tells a failing source from a failing copy.
type watched struct {
	from io.Reader
	err  error
}

func (w *watched) Read(p []byte) (int, error) {
	n, err := w.from.Read(p)
	if err != nil && !errors.Is(err, io.EOF) {
		w.err = err
	}
	return n, err
}

// maxEarlier bounds how many bytes of checkpoint.json are read to find backups
// that serve again.
const maxEarlier = 32 << 20

// A backup is where bytes lie already.
type backup struct {
	of   Checkpoint
	file File
}

// earlier knows the backups of the checkpoints that are there: by hash, newest
// first, and the sizes among them.
type earlier struct {
	byHash map[string][]backup
	sizes  map[int64]bool
	any    bool // the size of some is unknown
}

func (e earlier) mayHold(size int64) bool { return e.any || e.sizes[size] }

// earlierBackups reads the newest checkpoints, those of the same task first.
func (s Store) earlierBackups(taskID string) earlier {
	e := earlier{byHash: map[string][]backup{}, sizes: map[int64]bool{}}
	all, _, err := s.List("")
	if err != nil {
		return e
	}
	left := maxEarlier
	for _, own := range []bool{true, false} {
		for _, c := range all {
			if (c.TaskID == taskID) != own || left < len(c.Raw) {
				continue
			}
			left -= len(c.Raw)
			e.add(c)
		}
	}
	return e
}

// maxLinks is how many backups of one hash are kept in mind: one that is
// damaged, or has as many names as a file can have, is followed by another.
const maxLinks = 4

func (e *earlier) add(c Checkpoint) {
	for _, f := range c.Files {
		if f.BackupPath == "" || len(e.byHash[f.Hash]) >= maxLinks {
			continue
		}
		e.byHash[f.Hash] = append(e.byHash[f.Hash], backup{c, f})
		if f.Size != nil {
			e.sizes[*f.Size] = true
		} else {
			e.any = true
		}
	}
}

// linked gives an earlier backup of the same hash a second name, if it still
// holds those bytes, and reports whether it did.
func (s Store) linked(c copying, rel, hash string) bool {
	for _, b := range c.earlier.byHash[hash] {
		file, err := s.Backup(b.of, b.file)
		if err != nil {
			continue
		}
		info, err := file.Stat()
		if err == nil {
			var found string
			if found, err = sumOf(file); err == nil && found == hash {
				err = c.making.Link(backupName(rel), s.at(b.file.BackupPath), info)
			} else {
				err = errDamaged
			}
		}
		file.Close()
		if err == nil {
			return true
		}
	}
	return false
}

var errDamaged = errors.New("damaged")

func sumOf(r io.Reader) (string, error) {
	sum := sha256.New()
	_, err := io.Copy(sum, r)
	return hex.EncodeToString(sum.Sum(nil)), err
}
