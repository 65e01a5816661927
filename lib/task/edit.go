package task

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"holdfast/lib/record"
)

// AddCheckpoint appends a checkpoint's id to the task's checkpoints, unless it
// is there.
func (s Store) AddCheckpoint(ctx context.Context, id, checkpoint string) error {
	return s.edit(ctx, id, func(v record.Value) (record.Value, error) { return listing(v, checkpoint) })
}

// listing has a checkpoint's id in the task's list; one text there becomes a list.
func listing(v record.Value, checkpoint string) (record.Value, error) {
	switch there := v.Get("checkpoints"); {
	case there.IsText():
		v = v.With([]record.Value{there}, "checkpoints")
	case !there.None() && !there.IsList():
		return v, errors.New("its checkpoints are not a list")
	}
	return v.AddingOnce(checkpoint, "checkpoints"), nil
}

// AddNote appends a line to the task's notes: a new line of a text, a new item
// of a list.
func (s Store) AddNote(ctx context.Context, id, note string) error {
	return s.edit(ctx, id, func(v record.Value) (record.Value, error) {
		switch notes := v.Get("notes"); {
		case notes.IsList():
			return v.AddingOnce(note, "notes"), nil
		case notes.IsText() && notes.Text() != "":
			return v.With(notes.Text()+"\n"+note, "notes"), nil
		case notes.None() || notes.IsText():
			return v.With(note, "notes"), nil
		}
		return v, errors.New("its notes are neither a text nor a list")
	})
}

// Restored is the file of a task as its state was. Checkpoints that were made since
// stay in its list, and so can be found.
func (s Store) Restored(id string, state []byte) ([]byte, error) {
	restored, err := record.ParseObject(state)
	if err != nil {
		return nil, fmt.Errorf("reading task %q: it is %w", id, err)
	}
	// What is no task's file (any more) names no checkpoints.
	present, _, err := s.read(id)
	if err != nil && !errors.Is(err, record.ErrSyntax) && !errors.Is(err, ErrNotFound) {
		return nil, err
	}
	before := words(restored.Get("checkpoints"))
	for _, c := range words(present.Get("checkpoints")) {
		if slices.Contains(before, c) {
			continue
		}
		if restored, err = listing(restored, c); err != nil {
			return nil, err
		}
	}
	return restored.Bytes(), nil
}

// edit changes a task by change. Where the machine folder cannot be written the
// file counts as foreign from now on: the safe side.
func (s Store) edit(ctx context.Context, id string, change func(record.Value) (record.Value, error)) error {
	if _, _, err := s.read(id); err != nil {
		return err // there may be no folder to lock
	}
	return record.Store(s).Turn(ctx, Dir, func() error {
		v, before, err := s.read(id)
		if err != nil {
			return err
		}
		after, err := change(v)
		if err != nil {
			return fmt.Errorf("changing task %q: %w", id, err)
		}
		switch {
		case after.String() == v.String():
			return nil
		case len(after.Bytes()) > MaxFile:
			return fmt.Errorf("changing task %q: it would become too large to be read", id)
		}
		_, _, err = record.Store(s).Write(PathOf(id), before, after)
		return err
	})
}
