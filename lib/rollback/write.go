package rollback

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/fence"
)

// A writer is one rollback under way.
type writer struct {
	Engine
	tree    *durable.Tree
	plan    Plan
	steps   []Item // in the order in which they are taken
	safety  checkpoint.Checkpoint
	report  Report
	touched map[string]bool // folders in which something was changed
	notes   []fence.Note
}

func (w *writer) note(format fence.Words, a ...any) {
	w.notes = append(w.notes, fence.Say(format, a...))
}

// take brings one path from its state before to its state after. One that is
// there already is left alone; so is one that another program changed, and one
// whose folder was swapped for something else: both are reported.
func (w *writer) take(ctx context.Context, s Item) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	now, err := look(ctx, w.tree, s.Path)
	switch {
	case err != nil:
		return err
	case s.After.Kind == Absent && now.bare():
		removeEmpty(w.tree, path.Dir(s.Path))
		return nil
	case s.spelled != "":
		return w.respell(ctx, s)
	case now.State == s.After:
		return nil
	case !s.Before.matches(now.State):
		w.left(s.Path)
		return nil
	}
	aside, err := w.change(ctx, s, now.Kind)
	changed := errors.Is(err, durable.ErrLink) || errors.Is(err, durable.ErrNotRegular) ||
		errors.Is(err, fs.ErrExist) ||
		errors.Is(err, ErrChanged)
	if err != nil && !changed {
		return err
	}
	if aside == "" && changed {
		w.left(s.Path)
		return nil
	}
	w.touched[path.Dir(s.Path)] = true
	if aside != "" {
		if was, err := look(context.WithoutCancel(ctx), w.tree, aside); err != nil {
			return err
		} else if was.State != s.Before || was.Kind == Folder {
			return w.giveBack(ctx, s, aside)
		}
		if err := w.tree.Discard(aside); err != nil {
			return err
		}
	}
	if changed {
		w.left(s.Path)
		return nil
	}
	action := Restore
	if s.After.Kind == Absent {
		removeEmpty(w.tree, path.Dir(s.Path))
		action = Remove
	}
	if s.Path == taskFile(w.plan.Checkpoint.TaskID) {
		w.report.TaskState, w.report.TaskKept = true, s.Before.Kind == File
	}
	w.report.Files = append(w.report.Files, Done{s.Path, action})
	return nil
}

// respell gives a file its former letters back: not every system does that in one
// step.
func (w *writer) respell(ctx context.Context, s Item) error {
	w.touched[path.Dir(s.Path)] = true
	aside, err := w.tree.MoveAside(s.spelled)
	if err != nil || aside == "" {
		return err
	}
	out, err := w.tree.PutBack(aside, s.Path)
	if err == nil && out != "" { // another program saved it in between
		var as string
		as, err = w.hold(ctx, w.tree, &w.safety, s.Path, out)
		w.report.Saved = append(w.report.Saved, Saved{s.Path, as})
	}
	w.report.Files = append(w.report.Files, Done{s.Path, Restore})
	return err
}

// change puts what the step wants in its place, and returns where what was
// there is now, "" for nothing.
func (w *writer) change(ctx context.Context, s Item, now Kind) (aside string, err error) {
	if s.After.Kind == Absent {
		return w.tree.MoveAside(s.Path)
	}
	if err := w.makeRoom(s.Path, now); err != nil {
		return "", err
	}
	if s.After.Kind == Link {
		return w.tree.ExchangeLink(s.Path, s.After.Target)
	}
	return w.putFile(ctx, s)
}

func (w *writer) left(path string) { w.report.Saved = append(w.report.Saved, Saved{Path: path}) }

// maxReturns is how often another program may save a file while it is put back.
const maxReturns = 8

// giveBack puts what another program saved while the file was written in its
// place again. Where it saved once more in between, the newest stays there, and
// the safety checkpoint gets the others.
func (w *writer) giveBack(ctx context.Context, s Item, aside string) error {
	ctx = context.WithoutCancel(ctx)
	var last State
	in, out := aside, ""
	for range maxReturns {
		saved, err := look(ctx, w.tree, in)
		if err != nil {
			return err
		}
		out, err = w.tree.PutBack(in, s.Path)
		taken := errors.Is(err, ErrChanged)
		if err != nil && !taken {
			return fmt.Errorf("what was saved as %q is now %q: %w", s.Path, in, err)
		}
		if out == "" {
			break
		}
		found, err := look(ctx, w.tree, out)
		if err == nil && found.State == s.After {
			err = w.tree.Discard(out)
			out = ""
		}
		if err != nil {
			return err
		}
		if out == "" || taken || found.State == last {
			break
		}
		last, in = saved.State, out
	}
	w.left(s.Path)
	for _, still := range []string{in, out} {
		if still == "" {
			continue
		}
		as, err := w.hold(ctx, w.tree, &w.safety, s.Path, still)
		if err != nil {
			return err
		}
		if as != "" {
			w.report.Saved = append(w.report.Saved, Saved{s.Path, as})
		}
	}
	return nil
}

func (w *writer) putFile(ctx context.Context, s Item) (aside string, err error) {
	mode, ok := permissions(s.After.Mode)
	if !ok || s.source == nil {
		return "", fmt.Errorf("%q: no mode %q, or no bytes", s.Path, s.After.Mode)
	}
	from, err := s.source()
	if err != nil {
		return "", err
	}
	defer from.Close()
	return w.tree.Exchange(s.Path, from, mode)
}

// makeRoom removes the empty folders in the place of a file.
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
func removeEmpty(tree *durable.Tree, dir string) {
	for ; dir != "." && dir != "/"; dir = path.Dir(dir) {
		entries, err := tree.ReadDir(dir)
		if err == nil && len(entries) > 0 || err != nil && !unreachable(err) {
			return
		}
		if err == nil && tree.RemoveEmpty(dir) != nil {
			return
		}
	}
}
