package task

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

	"holdfast/lib/jsondoc"
	"holdfast/lib/machine"
)

// maxTries is how often a change is rebuilt when another program writes the file
// at the same time.
const maxTries = 20

// AddCheckpoint appends a checkpoint's id to the task's checkpoints, unless it
// is there. Every other byte of the file stays.
func (s Store) AddCheckpoint(ctx context.Context, id, checkpoint string) error {
	return s.edit(ctx, id, func(b []byte, t Task) ([]byte, error) {
		if slices.Contains(t.Checkpoints, checkpoint) {
			return b, nil
		}
		return appendTo(b, "checkpoints", checkpoint)
	})
}

// AddNote appends a line to the task's notes: a new line of a text, a new item
// of a list. Every other byte of the file stays.
func (s Store) AddNote(ctx context.Context, id, note string) error {
	return s.edit(ctx, id, func(b []byte, _ Task) ([]byte, error) {
		d, line := jsondoc.Doc(b), jsondoc.Quote(note)
		m, found := d.Find("notes")
		if !found {
			return d.Set(line, "notes"), nil
		}
		switch text := m.Value.Of(b); {
		case text[0] == '[':
			return appendTo(b, "notes", note)
		case text[0] == '"' && len(text) > 2:
			at := jsondoc.Span{Start: m.Value.End - 1, End: m.Value.End - 1}
			return d.Replace(at, `\n`+line[1:len(line)-1]), nil
		case text[0] == '"' || string(text) == "null":
			return d.Set(line, "notes"), nil
		}
		return nil, errors.New("the task's notes are neither a text nor a list")
	})
}

// Restored is the file of a task as its state was. Checkpoints that were made since
// stay in its list, and so can be found.
func (s Store) Restored(id string, state []byte) ([]byte, error) {
	before, err := s.read(id)
	if err != nil && !errors.Is(err, ErrNotFound) {
		return nil, err
	}
	return united(id, state, before.Bytes)
}

// united is state with the checkpoints of the file before that it lacks.
func united(id string, state, before []byte) ([]byte, error) {
	old, err := Parse(id, state)
	if err != nil {
		return nil, err
	}
	restored := slices.Clone(state)
	// What is no task's file (any more) names no checkpoints.
	if present, err := Parse(id, before); err == nil {
		for _, c := range present.Checkpoints {
			if slices.Contains(old.Checkpoints, c) {
				continue
			}
			if restored, err = appendTo(restored, "checkpoints", c); err != nil {
				return nil, err
			}
		}
	}
	if restored[len(restored)-1] != '\n' {
		restored = append(restored, '\n')
	}
	return restored, nil
}

// edit changes the file of a task by change, which gets its bytes.
func (s Store) edit(ctx context.Context, id string, change func([]byte, Task) ([]byte, error)) error {
	if _, _, err := s.load(id); err != nil {
		return err // there may be no folder to lock
	}
	return machine.InTurn(ctx, s.Root, Dir, maxTries, func() error {
		t, before, err := s.load(id)
		if err != nil {
			return err
		}
		after, err := change(before.Bytes, t)
		if err != nil {
			return fmt.Errorf("changing task %q: %w", id, err)
		}
		if bytes.Equal(before.Bytes, after) {
			return nil
		}
		return s.write(id, before, after)
	})
}

// write replaces a task's file. Where the machine folder cannot be written it
// counts as foreign from now on: the safe side.
func (s Store) write(id string, before machine.File, after []byte) error {
	_, _, err := s.Machine.WriteFile(s.Root, PathOf(id), before, after)
	return err
}

// appendTo appends a text to the list under key, laid out as the document is; one
// text there becomes a list.
func appendTo(b []byte, key, text string) ([]byte, error) {
	d, added := jsondoc.Doc(b), jsondoc.Quote(text)
	m, found := d.Find(key)
	switch {
	case !found || b[m.Value.Start] == '[' || b[m.Value.Start] == 'n':
		return d.Append(added, key), nil
	case b[m.Value.Start] == '"':
		return d.Set("["+string(m.Value.Of(b))+","+added+"]", key), nil
	}
	return nil, fmt.Errorf("%q is not a list", key)
}
