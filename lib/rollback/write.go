package rollback

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/snapshot"
)

// A writer takes the steps of one rollback.
type writer struct {
	Engine
	tree       *durable.Tree
	checkpoint checkpoint.Checkpoint
	blobs      *snapshot.Reader
}

func (w *writer) close() {
	if w.blobs != nil {
		w.blobs.Close()
	}
}

// take brings one path from its state before to its state after. A path that
// is there already is left alone, one that stands at neither is ErrChanged,
// and so is one whose folder was swapped for something else.
func (w *writer) take(ctx context.Context, s step) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	w.tree.Sweep(path.Dir(s.Path))
	now, err := look(w.tree, s.Path, false)
	if err != nil {
		return err
	}
	switch {
	case s.After.Kind == Absent && now.bare():
		w.removeEmpty(path.Dir(s.Path))
		return nil
	case now.State == s.After:
		return nil
	case !s.Before.stands(now.State) && !s.After.holds(now.State):
		return fmt.Errorf("%q: %w", s.Path, ErrChanged)
	}
	err = w.change(ctx, s, now.Kind)
	if errors.Is(err, durable.ErrLink) || errors.Is(err, durable.ErrNotRegular) || errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%q: %w: %w", s.Path, ErrChanged, err)
	}
	return err
}

func (w *writer) change(ctx context.Context, s step, now Kind) error {
	if s.After.Kind == Absent {
		if err := w.tree.Remove(s.Path); err != nil {
			return err
		}
		w.removeEmpty(path.Dir(s.Path))
		return nil
	}
	if err := w.makeRoom(s.Path, now); err != nil {
		return err
	}
	if s.After.Kind == Link {
		return w.tree.PutLink(s.Path, s.After.Target)
	}
	return w.putFile(ctx, s)
}

func (w *writer) putFile(ctx context.Context, s step) error {
	mode, ok := permissions(s.After.Mode)
	if !ok {
		return fmt.Errorf("%q: no mode: %q", s.Path, s.After.Mode)
	}
	if s.Source.Backup != nil {
		from, err := w.Checkpoints.Backup(w.checkpoint, *s.Source.Backup)
		if err != nil {
			return err
		}
		defer from.Close()
		return w.tree.Put(s.Path, newChecking(from, s.After.Sum), mode)
	}
	if w.Snapshots == nil {
		return fmt.Errorf("%q: %w", s.Path, ErrNoSnapshot)
	}
	if w.blobs == nil {
		r, err := w.Snapshots.Blobs(ctx)
		if err != nil {
			return err
		}
		w.blobs = r
	}
	from, to := io.Pipe()
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		to.CloseWithError(w.blobs.Blob(s.Source.Blob, to))
	}()
	err := w.tree.Put(s.Path, newChecking(from, s.After.Sum), mode)
	from.CloseWithError(errStopped) // where Put stopped early, the other end must
	<-ended
	return err
}

var errStopped = errors.New("stopped")

// makeRoom takes away the empty folders that stand where a file is to stand.
// The files in them went as steps of their own; any other is somebody's work.
func (w *writer) makeRoom(at string, kind Kind) error {
	if kind != Folder {
		return nil
	}
	entries, err := w.tree.ReadDir(at)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if !entry.IsDir() {
			return fmt.Errorf("%q: %w", path.Join(at, entry.Name()), ErrChanged)
		}
		if err := w.makeRoom(path.Join(at, entry.Name()), Folder); err != nil {
			return err
		}
	}
	if err := w.tree.RemoveEmpty(at); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// removeEmpty takes away the folders that a removed file leaves empty, as git
// does.
func (w *writer) removeEmpty(dir string) {
	for ; dir != "." && dir != "/"; dir = path.Dir(dir) {
		entries, err := w.tree.ReadDir(dir)
		if err == nil && len(entries) > 0 || err != nil && !unreachable(err) {
			return
		}
		if err == nil && w.tree.RemoveEmpty(dir) != nil {
			return
		}
	}
}
