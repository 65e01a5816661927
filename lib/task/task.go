// Package task is the tasks of a project, .claude/tasks/task-<id>.json: files that other tools and the
// model write. It reads them leniently, and changes in them only what a checkpoint and a rollback enter:
// unknown keys, their order, and numbers and strings as they are written stay.
package task

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/record"
	"holdfast/lib/resume"
)

// Dir is the folder of the tasks, relative to the project root.
const Dir = ".claude/tasks"

const (
	MaxFile  = 256 << 10 // bytes that are read of one task, which is a page of text
	MaxTotal = 4 << 20   // bytes that are read of all tasks at one look
)

var kind = record.Kind{Dir: Dir, Prefix: "task-", Suffix: ".json"}

// ErrNotFound means that there is no task of that id.
var ErrNotFound = errors.New("does not exist")

// The states that decide something; a file holds others too.
const (
	InProgress = "In Progress"
	BrokenDown = "Broken Down"
)

// A Task is what its file says.
type Task struct {
	ID            string // from the file's name, whatever the file says
	Title         string
	Status        string
	FilesAffected []string
	Checkpoints   []string
	State         json.RawMessage // the whole file as JSON, without a byte-order mark
}

// A Store is the tasks of one project.
type Store record.Store

// ValidID reports whether id can be a task's: such as 42, 100_1, 200.1 or Test-001.
func ValidID(id string) bool { return record.IsID(id) }

// PathOf is the file of a task, relative to the project root.
func PathOf(id string) string { return kind.Path(id) }

// Parse reads the file of the task id. Keys of another type count as missing.
func Parse(id string, b []byte) (Task, error) {
	v, err := record.ParseObject(b)
	if err != nil {
		return Task{}, fmt.Errorf("reading task %q: it is %w", id, err)
	}
	return Task{
		ID:            id,
		Title:         v.Get("title").Text(),
		Status:        normal(v.Get("status").Text()),
		FilesAffected: words(v.Get("files_affected")),
		Checkpoints:   words(v.Get(keyCheckpoints)),
		State:         json.RawMessage(bytes.TrimSpace(bytes.TrimPrefix(b, []byte("\ufeff")))),
	}, nil
}

// words are the texts that are not empty, each once: a hostile file repeats very many.
func words(v record.Value) []string { return each.Once(each.Some(v.Texts(), each.Itself)) }

// normal is the known state that s means, however it is written.
func normal(s string) string {
	plain := strings.ReplaceAll(strings.ReplaceAll(strings.TrimSpace(s), "-", " "), "_", " ")
	is := func(known string) bool { return strings.EqualFold(plain, known) }
	return cmp.Or(each.First([]string{InProgress, BrokenDown}, is), s)
}

// Load reads a task. A link, a pipe or a folder in its place is an error.
func (s Store) Load(id string) (Task, error) {
	_, file, err := s.read(id)
	if err != nil {
		return Task{}, err
	}
	return Parse(id, file.Bytes)
}

func (s Store) read(id string) (record.Value, record.File, error) {
	if !ValidID(id) {
		return record.Value{}, record.File{}, fmt.Errorf("task %q %w", id, ErrNotFound)
	}
	v, file, err := record.Store(s).Read(PathOf(id), MaxFile, MaxFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = fmt.Errorf("task %q %w", id, ErrNotFound)
	case err != nil:
		err = fmt.Errorf("reading task %q: %w", id, err)
	}
	return v, file, err
}

// IDs are the ids of all task files, sorted; none where there is no folder.
func (s Store) IDs() ([]string, error) { return record.Store(s).IDs(kind) }

const keyCheckpoints = "checkpoints"

// AddCheckpoint appends a checkpoint's id to the task's checkpoints, unless it is there.
func (s Store) AddCheckpoint(ctx context.Context, id, checkpoint string) error {
	return s.edit(ctx, id, func(v record.Value) record.Value { return v.AddingOnce(checkpoint, keyCheckpoints) })
}

// AddNote appends a line to the task's notes, unless it is there.
func (s Store) AddNote(ctx context.Context, id, note string) error {
	return s.edit(ctx, id, func(v record.Value) record.Value { return v.Noting(note, "notes") })
}

// Restored is the file of a task as its state was, with the checkpoints made since.
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

// edit changes a task. Where the machine folder cannot be written it counts as foreign then.
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

// Resume offers the tasks in progress, the one changed last first.
func (s Store) Resume(ctx context.Context, q resume.Query) (entries []resume.Entry, err error) {
	ids, err := s.IDs()
	if err != nil {
		return nil, fmt.Errorf("listing the tasks: %w", err)
	}
	folder := filepath.Join(s.Root, filepath.FromSlash(Dir)) // IDs has just seen that no link leads to it
	ledger, total, unread := s.Machine.Ledger(), 0, 0
	for _, id := range ids {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		name := path.Base(PathOf(id))
		b, err := durable.In(folder, name).Read(MaxFile)
		if total += len(b); errors.Is(err, durable.ErrTooLarge) || total > MaxTotal {
			unread++
			continue
		}
		if normal(gjson.GetBytes(b, "status").Str) != InProgress {
			continue // as most are, of which no more is read
		}
		t, odd := Parse(id, b)
		info, gone := os.Lstat(filepath.Join(folder, name))
		if errors.Join(err, odd, gone) == nil && t.Status == InProgress {
			e := t.entry(ledger.Wrote(machine.Sum(b)))
			e.Saved = info.ModTime()
			entries = append(entries, e)
		}
	}
	slices.SortStableFunc(entries, func(a, b resume.Entry) int { return b.Saved.Compare(a.Saved) })
	entries = each.Head(entries, 10)
	if unread > 0 {
		entries = append(entries, resume.Entry{
			Kind: "tasks", Count: unread, State: fmt.Sprintf("%d too large to be read", unread),
			Fit: "in " + Dir, Pointer: true,
		})
	}
	return entries, nil
}

func (t Task) entry(ours bool) resume.Entry {
	e := resume.Entry{Kind: "task", ID: t.ID, Path: PathOf(t.ID), State: "in progress", Ours: ours,
		Fit: "no checkpoint; " + fence.Typed("holdfast files checkpoint %s", t.ID) + " makes one"}
	for _, c := range t.Checkpoints {
		if ValidID(c) && fence.IsName(c) && strings.HasPrefix(c, "chk-") {
			e.Fit = "last checkpoint " + c + "; " + fence.Typed("holdfast rollback %s", c) + " goes back to it"
		}
	}
	if ours {
		e.Add("title", t.Title)
	}
	return e
}
