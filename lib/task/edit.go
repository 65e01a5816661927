package task

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/machine"
	"holdfast/lib/project"
)

const (
	// maxTries is how often a change is made anew when another program writes
	// the file meanwhile.
	maxTries = 20
	// lockName is the file in the project's machine folder that this program's
	// processes hold while they change a task, so that none undoes another's.
	lockName = "task-edits.lock"
)

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
		m, found, err := find(b, "notes")
		if err != nil {
			return nil, err
		}
		if !found || m.value(b)[0] == '[' {
			if !found {
				return addMember(b, "notes", quote(note))
			}
			return appendTo(b, "notes", note)
		}
		text := m.value(b)
		switch {
		case text[0] == '"' && len(text) > 2:
			return splice(b, m.end-1, m.end-1, `\n`+unquoted(note)), nil
		case text[0] == '"' || string(text) == "null":
			return splice(b, m.start, m.end, quote(note)), nil
		}
		return nil, fmt.Errorf("the task's notes are neither a text nor a list")
	})
}

// Restore puts the whole state of a task back as it was saved. Checkpoints that
// were made since stay in its list, and so can be found.
func (s Store) Restore(ctx context.Context, id string, state []byte) error {
	if !ValidID(id) {
		return fmt.Errorf("task %q %w", id, ErrNotFound)
	}
	if _, err := Parse(id, state); err != nil {
		return err
	}
	return s.locked(ctx, func() error { return s.restore(ctx, id, state) })
}

func (s Store) restore(ctx context.Context, id string, state []byte) error {
	for range maxTries {
		if err := ctx.Err(); err != nil {
			return err
		}
		before, err := s.bytes(id)
		if err != nil && !errors.Is(err, ErrNotFound) {
			return err
		}
		restored, err := united(id, state, before)
		if err != nil {
			return err
		}
		if before == nil {
			if err := durable.MkdirAll(filepath.Dir(s.file(id)), 0o755); err != nil {
				return err
			}
		}
		// What it says may be a stranger's, and so it does not count as this
		// machine's.
		if err = s.put(id, before, restored, false); !errors.Is(err, durable.ErrChanged) {
			return err
		}
	}
	return fmt.Errorf("restoring task %q: %w", id, durable.ErrChanged)
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
	return s.locked(ctx, func() error {
		for range maxTries {
			if err := ctx.Err(); err != nil {
				return err
			}
			t, before, err := s.load(id)
			if err != nil {
				return err
			}
			after, err := change(before, t)
			if err != nil {
				return fmt.Errorf("changing task %q: %w", id, err)
			}
			if bytes.Equal(before, after) {
				return nil
			}
			if err = s.put(id, before, after, t.Ours); !errors.Is(err, durable.ErrChanged) {
				return err
			}
		}
		return fmt.Errorf("changing task %q: %w", id, durable.ErrChanged)
	})
}

// locked runs do while no other process of this program changes a task. Where
// the machine folder cannot be written it does without: another's change is
// then noticed by the bytes alone.
func (s Store) locked(ctx context.Context, do func() error) error {
	folder := s.Machine.Project(project.Hash(s.Root))
	if s.Machine.Ensure(folder) != nil {
		return do()
	}
	began := false
	err := durable.Locked(ctx, filepath.Join(folder, lockName), func() error {
		began = true
		return do()
	})
	if err != nil && !began && ctx.Err() == nil {
		return do()
	}
	return err
}

// put replaces a task's file, and keeps it this machine's where it was.
func (s Store) put(id string, before, after []byte, own bool) error {
	mode := os.FileMode(0o644)
	if info, err := os.Lstat(s.file(id)); err == nil {
		mode = info.Mode().Perm()
	}
	if err := durable.Swap(s.file(id), before, after, mode); err != nil {
		return err
	}
	if own {
		// Where the machine folder cannot be written the file counts as
		// another's from now on: the safe side.
		_ = s.Machine.Record(machine.Sum(after))
	}
	return nil
}

// A member is one key of the file's object: where its value stands.
type member struct{ start, end int }

func (m member) value(b []byte) []byte { return b[m.start:m.end] }

// members walks over the keys of the object in b and returns where it ends.
func members(b []byte, visit func(key string, m member)) error {
	skip := len(b) - len(bytes.TrimPrefix(b, []byte("\ufeff")))
	d := json.NewDecoder(bytes.NewReader(b[skip:]))
	if start, err := d.Token(); err != nil || start != json.Delim('{') {
		return errors.New("it holds no object")
	}
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return err
		}
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return err
		}
		end := skip + int(d.InputOffset())
		visit(key.(string), member{end - len(raw), end})
	}
	return nil
}

// find is where the value of a key stands; of a key that is given twice the
// last counts, as for most readers.
func find(b []byte, key string) (member, bool, error) {
	var at member
	found := false
	err := members(b, func(k string, m member) {
		if k == key {
			at, found = m, true
		}
	})
	return at, found, err
}

// appendTo appends a text to the list under key, laid out as its items are.
func appendTo(b []byte, key, text string) ([]byte, error) {
	m, found, err := find(b, key)
	switch {
	case err != nil:
		return nil, err
	case !found:
		return addMember(b, key, "["+quote(text)+"]")
	case string(m.value(b)) == "null":
		return splice(b, m.start, m.end, "["+quote(text)+"]"), nil
	case b[m.start] == '"':
		return splice(b, m.start, m.end, "["+string(m.value(b))+", "+quote(text)+"]"), nil
	case b[m.start] != '[':
		return nil, fmt.Errorf("%q is no list", key)
	}
	items, err := itemsOf(b, m)
	if err != nil {
		return nil, err
	}
	if len(items) == 0 {
		return splice(b, m.start+1, m.start+1, quote(text)), nil
	}
	last := items[len(items)-1]
	between := "," + string(b[m.start+1:items[0].start])
	if len(items) > 1 {
		between = string(b[items[len(items)-2].end:last.start])
	} else if between == "," {
		between = ", "
	}
	return splice(b, last.end, last.end, between+quote(text)), nil
}

func itemsOf(b []byte, list member) ([]member, error) {
	d := json.NewDecoder(bytes.NewReader(list.value(b)))
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	var items []member
	for d.More() {
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			return nil, err
		}
		end := list.start + int(d.InputOffset())
		items = append(items, member{end - len(raw), end})
	}
	return items, nil
}

// addMember appends a key to the object, laid out as its keys are.
func addMember(b []byte, key, value string) ([]byte, error) {
	var first, last member
	n := 0
	err := members(b, func(_ string, m member) {
		if n == 0 {
			first = m
		}
		last = m
		n++
	})
	if err != nil {
		return nil, err
	}
	open := bytes.IndexByte(b, '{') + 1
	if n == 0 {
		return splice(b, open, open, quote(key)+": "+value), nil
	}
	gap := string(b[open : open+bytes.IndexByte(b[open:first.start], '"')])
	if gap == "" {
		gap = " "
	}
	return splice(b, last.end, last.end, ","+gap+quote(key)+": "+value), nil
}

func splice(b []byte, from, to int, text string) []byte {
	return slices.Concat(b[:from], []byte(text), b[to:])
}

func quote(s string) string {
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	if e.Encode(s) != nil {
		return `""`
	}
	return strings.TrimSuffix(out.String(), "\n")
}

func unquoted(s string) string { q := quote(s); return q[1 : len(q)-1] }
