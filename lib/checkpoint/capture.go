package checkpoint

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"slices"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/parallel"
	"holdfast/lib/platform"
	"holdfast/lib/snapshot"
)

const (
	// maxRun is how many files one worker takes at a time: they are mostly in one
	// folder, which it then opens once.
	maxRun = 64
	// bufferSize is how much of two files is compared at once, in bytes.
	bufferSize = 64 << 10
)

// A worker is one goroutine's way to the files, and its buffers.
type worker struct {
	sources, backups durable.Reach
	one, other       [bufferSize]byte
}

// A writeError is a failure of the checkpoint's side of a copy.
type writeError struct{ error }

// captureAll captures the files, several at a time. A file that cannot be read is a
// warning and left out; where the backup cannot be written all ends.
func (m *making) captureAll(ctx context.Context, files []wanted) ([]File, error) {
	captured, failures := make([]File, len(files)), make([]error, len(files))
	workers := 2 * runtime.NumCPU()
	run := min(len(files)/(4*workers)+1, maxRun)
	parallel.Each(workers, (len(files)+run-1)/run, func(part int) {
		by := &worker{sources: durable.Reach{Below: m.tree}, backups: durable.Reach{Below: m.folder}}
		defer by.sources.Close()
		defer by.backups.Close()
		for i := part * run; i < min(part*run+run, len(files)) && ctx.Err() == nil; i++ {
			captured[i], failures[i] = m.capture(ctx, by, files[i])
			m.progress(len(files))
		}
	})
	if err := ctx.Err(); err != nil {
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
			m.warn("could not back up %q, continuing with other files: %v", files[i].path, err)
		}
	}
	return out, nil
}

func (m *making) progress(of int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.done++; m.request.Progress != nil {
		m.request.Progress(m.done, of)
	}
}

// capture records what is at one path. A folder in the place of a file that a rollback
// puts back is replaced, and counts as empty.
func (m *making) capture(ctx context.Context, by *worker, w wanted) (File, error) {
	var found snapshot.Content
	at, err := by.sources.At(w.path)
	if err == nil {
		var file *os.File
		var info fs.FileInfo
		if file, info, err = at.Open(); err == nil {
			defer file.Close()
			return m.captureFile(ctx, by, w, file, info)
		}
		if is, lookErr := snapshot.Look(at); lookErr != nil || is.Kind != snapshot.File {
			found, err = is, lookErr
		}
	}
	f := fileOf(w.path, found)
	switch {
	case err != nil && !snapshot.Unreachable(err):
		return f, err
	case found.Kind == snapshot.Other, found.Kind == snapshot.Folder && m.request.Rollback == nil:
		return f, fmt.Errorf("%q: %w", w.path, durable.ErrNotRegular)
	}
	return f, nil
}

// captureFile records a regular file, with its bytes unless they are too many.
func (m *making) captureFile(ctx context.Context, by *worker, w wanted, file *os.File, info fs.FileInfo) (f File,
	err error) {
	f = fileOf(w.path, snapshot.Content{State: snapshot.State{Kind: snapshot.File, Mode: info.Mode().Perm()}})
	size := info.Size()
	f.Size, f.Without = &size, Lost(file, info)
	from := snapshot.NewReader(ctx, file)
	if size > MaxBackup && !w.whole {
		m.warn("%q is larger than 10 MB: only its hash is recorded; --file saves it", w.path)
		err = snapshot.Drain(from)
		f.Hash, size = from.Sum(), from.Size
		return f, err
	}
	f.BackupPath = backupPath(m.made.ID, w.path)
	if f.Hash = m.again(ctx, w.path, file, size, by); f.Hash != "" {
		return f, nil
	}
	switch err := m.staged.Copy(backupName(w.path), from); {
	case errors.Is(err, fs.ErrExist), from.Err != nil: // it exists in another spelling, or cannot be read
		return f, err
	case err != nil:
		return f, writeError{err}
	}
	f.Hash, size = from.Sum(), from.Size
	return f, nil
}

const (
	// maxEarlier is how many checkpoints are looked at for backups that serve again.
	maxEarlier = 8
	// maxMaking is how long the making of a checkpoint takes whose backups do: a later
	// .gitignore of it was written again.
	maxMaking = 10 * time.Minute
)

// A backup holds the bytes of a file in an earlier checkpoint. One that changed after
// that was whole does not have its hash.
type backup struct {
	File
	whole time.Time
}

// earlierBackups are the backups of this machine's newest checkpoints beside one, those
// of the same task first, by the paths of their files.
func (s Store) earlierBackups(beside Checkpoint) map[string][]backup {
	ids, _ := s.ids() // without them nothing is shared
	rank := func(id string) int {
		of, n, _ := ParseID(id)
		if of == beside.TaskID {
			n += maxNumber
		}
		return n
	}
	slices.SortFunc(ids, func(a, b string) int { return cmp.Compare(rank(b), rank(a)) })
	earlier := map[string][]backup{}
	for _, id := range ids[:min(len(ids), maxEarlier)] {
		c, err := s.load(id)
		whole := c.whole()
		if err != nil || !c.Ours || c.home != beside.home || whole.IsZero() || whole.Sub(c.Time) > maxMaking {
			continue
		}
		for _, f := range c.Files {
			if f.BackupPath != "" && f.Size != nil {
				earlier[f.Path] = append(earlier[f.Path], backup{f, whole})
			}
		}
	}
	return earlier
}

// again gives an earlier backup of the same bytes a second name in the checkpoint
// and returns their hash; "" where there is none.
func (m *making) again(ctx context.Context, rel string, file io.ReaderAt, size int64, by *worker) string {
	for _, b := range m.earlier[rel] {
		backup, err := by.backups.At(inDir(b.BackupPath))
		if *b.Size != size || err != nil {
			continue
		}
		held, info, err := backup.Open()
		if err != nil {
			continue
		}
		same := info.Size() == size && !info.ModTime().After(b.whole) && by.same(ctx, file, held, size)
		held.Close()
		if !same {
			continue
		}
		if m.staged.Link(backup, backupName(rel), info) == nil {
			return b.Hash
		}
	}
	return ""
}

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
