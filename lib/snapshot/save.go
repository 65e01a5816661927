package snapshot

import (
	"bytes"
	"context"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"holdfast/lib/durable"
	"holdfast/lib/machine"
	"holdfast/lib/parallel"
	"holdfast/lib/platform"
)

// portion is how many files are saved at once: what one portion saved stays where the
// next has no time left.
const portion = 1000

// A writer adds objects to the store.
type writer struct {
	store Store

	mu     sync.Mutex
	have   map[string]bool // the objects that are there, or on their way
	staged *durable.StagedDir
}

func (s Store) writer() (*writer, error) {
	names, err := os.ReadDir(filepath.Join(s.Dir, "objects"))
	w := &writer{store: s, have: make(map[string]bool, len(names))}
	for _, n := range names {
		w.have[n.Name()] = true
	}
	return w, err
}

// put adds an object, which is there once flush was called.
func (w *writer) put(b []byte) (sum string, err error) {
	sum = machine.Sum(b)
	w.mu.Lock()
	known := w.have[sum]
	w.have[sum] = true
	if !known && w.staged == nil {
		w.staged, err = durable.Stage(durable.In(w.store.Dir, "."), "new")
	}
	staged := w.staged
	w.mu.Unlock()
	if known || err != nil {
		return sum, err
	}
	return sum, staged.Copy(sum, bytes.NewReader(b))
}

func (w *writer) flush() error {
	staged := w.staged
	if w.staged = nil; staged == nil {
		return nil
	}
	return staged.Spread("objects")
}

func (w *writer) discard() {
	if w.staged != nil {
		w.staged.Discard()
	}
}

// save writes what the store does not hold of a work tree.
func (s Store) save(ctx context.Context, w work, t Taking) (taken Snapshot, err error) {
	to, err := s.writer()
	if err != nil {
		return taken, err
	}
	defer to.discard()
	due, total := w.due(func(sum string) bool { return to.have[sum] }), len(w.files)
	changed := len(due) > 0 || w.known != total
	for err == nil && len(due) > 0 {
		part := due[:min(portion, len(due))]
		due = due[len(part):]
		if err = s.readAll(ctx, part, to.put); err == nil && len(due) > 0 {
			err = to.flush()
		}
		if t.Progress != nil && err == nil {
			t.Progress(total-len(due), total)
		}
	}
	if err == nil {
		taken, err = s.finish(&w, to)
	}
	if changed {
		err = errors.Join(err, s.remember(w.files, to.have, t.Time))
	}
	return taken, err
}

// finish adds the folders and the snapshot itself.
func (s Store) finish(w *work, to *writer) (taken Snapshot, err error) {
	w.drop()
	taken.Skipped = w.skipped
	if taken.Tree, err = plant(w.files, "", to.put); err != nil {
		return taken, err
	}
	ignored, err := to.put([]byte(strings.Join(w.ignored, "\x00")))
	if err == nil {
		taken.ID, err = to.put([]byte(taken.Tree + "\n" + ignored + "\n"))
	}
	if err == nil {
		err = to.flush()
	}
	return taken, err
}

// Tree is the tree that a snapshot of now would have.
func (s Store) Tree(ctx context.Context) (string, error) {
	now, err := s.present(ctx)
	if err != nil {
		return "", err
	}
	return plant(now, "", sumOf)
}

// present is what the work tree holds now.
func (s Store) present(ctx context.Context) ([]Entry, error) {
	w, err := s.work(ctx)
	if err == nil {
		err = s.readAll(ctx, w.due(func(string) bool { return true }), sumOf)
	}
	w.drop()
	return w.files, err
}

func sumOf(b []byte) (string, error) { return machine.Sum(b), nil }

// unreadable stands for the sum of a file that this user may not read.
const unreadable = "-"

// readAll reads files, several at a time, and fills in their sums. One that is gone
// or became something else concurrently is left without.
func (s Store) readAll(ctx context.Context, files []*Entry, put func([]byte) (string, error)) error {
	tree, err := durable.Open(s.Root)
	if err != nil {
		return err
	}
	defer tree.Close()
	parts := (len(files) + run - 1) / run
	failures := make([]error, parts)
	parallel.Each(runtime.NumCPU(), parts, func(part int) {
		reach := durable.Reach{Folder: tree.FolderAt}
		defer reach.Close()
		for _, e := range files[part*run : min(part*run+run, len(files))] {
			if ctx.Err() != nil || failures[part] != nil {
				return
			}
			b, err := e.read(&reach)
			switch {
			case errors.Is(err, fs.ErrPermission):
				e.Sum = unreadable
			case err == nil:
				e.Sum, failures[part] = put(b)
			default:
				e.Sum = ""
			}
		}
	})
	return errors.Join(append(failures, ctx.Err())...)
}

// read reads a file or the target of a link, through no link.
func (e *Entry) read(reach *durable.Reach) ([]byte, error) {
	at, err := reach.At(e.Path)
	if err != nil {
		return nil, err
	}
	if e.Kind == Link {
		target, err := at.Readlink()
		return []byte(target), err
	}
	file, info, err := at.Open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	from := bytes.NewBuffer(make([]byte, 0, info.Size()+bytes.MinRead))
	if _, err := from.ReadFrom(io.LimitReader(file, MaxFile+1)); err != nil || from.Len() > MaxFile {
		return nil, errors.Join(err, fs.ErrInvalid)
	}
	e.Mode, e.Size, e.stamp = info.Mode().Perm(), int64(from.Len()), platform.StampOf(info)
	return from.Bytes(), nil
}
