package task

import (
	"context"
	"errors"
	"fmt"

	"holdfast/lib/record"
)

const keyCheckpoints = "checkpoints"

// AddCheckpoint appends a checkpoint's id to the task's checkpoints, unless it is there.
func (s Store) AddCheckpoint(ctx context.Context, id, checkpoint string) error {
	return s.edit(ctx, id, func(v record.Value) record.Value { return v.AddingOnce(checkpoint, keyCheckpoints) })
}

// AddNote appends a line to the task's notes, unless it is there: a new line of a text,
// a new item of a list.
func (s Store) AddNote(ctx context.Context, id, note string) error {
	return s.edit(ctx, id, func(v record.Value) record.Value { return v.Noting(note, "notes") })
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
	for _, c := range words(present.Get(keyCheckpoints)) {
		restored = restored.AddingOnce(c, keyCheckpoints)
	}
	return restored.Bytes(), nil
}

// edit changes a task by change. Where the machine folder cannot be written the
// file counts as foreign from now on: the safe side.
func (s Store) edit(ctx context.Context, id string, change func(record.Value) record.Value) error {
	if _, _, err := s.read(id); err != nil {
		return err // there may be no folder to lock
	}
	return record.Store(s).Turn(ctx, Dir, func() error {
		v, before, err := s.read(id)
		if err != nil {
			return err
		}
		after := change(v)
		if after.String() == v.String() {
			return nil
		}
		return record.Store(s).Write(PathOf(id), &before, after, func(...error) {})
	})
}
