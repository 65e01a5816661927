package checkpoint

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"sync"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/snapshot"
)

// captureAll leaves out, with a warning, what cannot be read; it ends where a backup cannot be written.
func (m *making) captureAll(ctx context.Context, files []wanted) ([]File, error) {
	captured, unread := make([]File, len(files)), make([]error, len(files))
	err := durable.Each(ctx, len(files), func(i int, reach durable.Reach) (err error) {
		captured[i], unread[i], err = m.capture(ctx, reach, files[i])
		m.progress(len(files))
		return err
	})
	if err != nil {
		return nil, err
	}
	out := []File{}
	for i, err := range unread {
		if err == nil {
			out = append(out, captured[i])
		} else {
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

// capture records what is at a path. A folder where a rollback puts a file is replaced: it counts as empty.
func (m *making) capture(ctx context.Context, reach durable.Reach, w wanted) (f File, unread, failed error) {
	var is snapshot.Content
	at, err := reach.At(m.tree, w.path)
	if err == nil {
		is, err = snapshot.Look(at)
	}
	if is.Kind == snapshot.File {
		return m.captureFile(ctx, reach, at, w)
	}
	f = FileOf(w.path, is)
	switch {
	case err != nil && !snapshot.Unreachable(err):
		unread = err
	case is.Kind == snapshot.Other, is.Kind == snapshot.Folder && m.request.Rollback == nil:
		unread = fmt.Errorf("%q: %w", w.path, durable.ErrNotRegular)
	}
	return f, unread, nil
}

// captureFile records a regular file, with its bytes unless they are too many.
func (m *making) captureFile(ctx context.Context, reach durable.Reach, at durable.Place, w wanted) (f File,
	unread, failed error) {
	file, info, err := at.Open()
	if err != nil {
		return f, err, nil
	}
	defer file.Close()
	f = FileOf(w.path, snapshot.Content{State: snapshot.State{Kind: snapshot.File, Mode: info.Mode().Perm()}})
	size := info.Size()
	f.Size, f.Without = &size, snapshot.Lost(file, info)
	from := snapshot.NewReader(ctx, file)
	if size > MaxBackup && !w.whole {
		m.warn("%q is larger than 10 MB: only its hash is recorded; --file saves it", w.path)
		err = snapshot.Drain(from)
		f.Hash, size = from.Sum(), from.Size
		return f, err, nil
	}
	f.BackupPath = backupPath(m.made.ID, w.path)
	if f.Hash = m.again(ctx, reach, w.path, file, size); f.Hash != "" {
		return f, nil, nil
	}
	err = m.staged.Copy(backupName(w.path), from)
	f.Hash, size = from.Sum(), from.Size
	if errors.Is(err, fs.ErrExist) || from.Err != nil { // it exists in another spelling, or cannot be read
		return f, err, nil
	}
	if err != nil {
		err = fmt.Errorf("backing up %q: %w", w.path, err)
	}
	return f, nil, err
}

const (
	// bufferSize is how much of two files is compared at once, in bytes.
	bufferSize = 64 << 10
	// maxEarlier is how many checkpoints are looked at for backups that serve again.
	maxEarlier = 8
	// maxMaking is how long a checkpoint is made: where its .gitignore is later, that was written again.
	maxMaking = 10 * time.Minute
)

// A backup holds the bytes of a file in an earlier checkpoint. One that changed after
// that was whole does not have its hash.
type backup struct {
	File
	whole time.Time
}

// earlierBackups are those of the newest checkpoints beside one, those of its task first, by path.
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
		c, err := s.Load(id)
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

// again links an earlier backup of the same bytes, and returns their hash; "" where there is none.
func (m *making) again(ctx context.Context, reach durable.Reach, rel string, file io.ReaderAt, size int64) string {
	for _, b := range m.earlier[rel] {
		at, err := reach.At(m.folder, inDir(b.BackupPath))
		if *b.Size != size || err != nil {
			continue
		}
		held, info, err := at.Open()
		if err != nil {
			continue
		}
		same := info.Size() == size && !info.ModTime().After(b.whole) && equal(ctx, file, held, size)
		held.Close()
		if same && m.staged.Link(inDir(b.BackupPath), backupName(rel), info) == nil {
			return b.Hash
		}
	}
	return ""
}

var buffers = sync.Pool{New: func() any { return new([2 * bufferSize]byte) }}

func equal(ctx context.Context, file, other io.ReaderAt, size int64) bool {
	buffer := buffers.Get().(*[2 * bufferSize]byte)
	defer buffers.Put(buffer)
	for at := int64(0); at < size; at += bufferSize {
		one, another := buffer[:min(size-at, bufferSize)], buffer[bufferSize:][:min(size-at, bufferSize)]
		n, _ := file.ReadAt(one, at)
		m, _ := other.ReadAt(another, at)
		if ctx.Err() != nil || n != len(one) || m != n || !bytes.Equal(one, another) {
			return false
		}
	}
	return true
}
