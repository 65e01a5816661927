// Package rollback puts files back as a checkpoint holds them.
//
// A rollback is first a Plan: what it would do to each file, without a write. Run takes a plan, and only while every
// file that it changes is still as the plan found it. All that is overwritten or removed is held whole by a safety
// checkpoint before the first write. Files are written through no link and outside no root.
//
// What is overwritten or removed is moved aside in one step and compared with what the plan saw: if
// another program saved it in between, that goes back in its place, or else into the safety checkpoint.
//
// A rollback that is cut short leaves its safety checkpoint marked: the same rollback again
// completes it, and the rollback to the safety checkpoint takes it back.
package rollback

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/snapshot"
	"holdfast/lib/task"
)

// An Engine rolls back one project's files.
type Engine struct {
	checkpoint.Store
	Tasks    task.Store
	Progress func(done, total int) // files looked at or written; may be nil
}

// Options say what of a checkpoint is put back.
type Options struct {
	// Files are project-relative files or folders, none for all of the checkpoint's. With All they only
	// name what is restored by name alone.
	Files []string `json:"files"`
	// All is the whole work tree, from the snapshot; a checkpoint without files is always that.
	All       bool `json:"all"`
	RemoveNew bool `json:"remove_new"` // with All: what did not exist then goes
	TaskState bool `json:"task_state"` // the task's own file too
	Foreign   bool `json:"foreign"`    // a checkpoint that this machine did not make
}

// Command is the rollback to a checkpoint with these options, as it is typed.
func (o Options) Command(id string) string {
	words := fence.Command{"holdfast", "rollback", id}
	for _, file := range o.Files {
		words = append(words, "--file", file)
	}
	for _, flag := range []struct {
		name string
		set  bool
	}{{"--all", o.All}, {"--remove-new", o.RemoveNew}, {"--task-state", o.TaskState}, {"--foreign", o.Foreign}} {
		if flag.set {
			words = append(words, flag.name)
		}
	}
	return words.String()
}

// An Action is what a plan does to a file.
type Action string

// The actions of a plan. Only Restore and Remove change anything.
const (
	Restore   Action = "RESTORE"   // put back as the checkpoint holds it
	Unchanged Action = "UNCHANGED" // it is as the checkpoint holds it
	Remove    Action = "REMOVE"    // it did not exist then
	Missing   Action = "MISSING"   // the checkpoint knows of it, but does not hold its bytes
	New       Action = "NEW"       // it did not exist then; kept
	Kept      Action = "KEPT"      // in the checkpoint, but not restored by this command
)

// An Item is one file of a plan.
type Item struct {
	Path      string   `json:"path"` // project-relative, with slashes
	Action    Action   `json:"action,omitempty"`
	Why       string   `json:"why,omitempty"`
	Submodule bool     `json:"submodule,omitempty"` // a repository of its own, of which nothing is restored
	Without   []string `json:"without,omitempty"`   // what it has or had that a restore does not bring back

	Before  snapshot.State   `json:"-"` // as it is now
	After   snapshot.Content `json:"-"` // as it will be; Absent where nothing is written
	blocks  bool             // it keeps the whole plan from being done
	spelled string           // the path as it is now, where letters of it changed in case alone
}

// A Plan is what a rollback would do, and to what.
type Plan struct {
	Checkpoint checkpoint.Checkpoint
	Options    Options
	Items      []Item // by path
	Others     Others // what else differs from the checkpoint's snapshot
	ID         string // 12 hex digits over checkpoint, options and the state of every file
}

// Others count what else a rollback with All would change; they are no part of the ID.
type Others struct {
	Changed int // changed or deleted since the snapshot
	New     int // not in the snapshot
	Unknown bool
}

// Changes counts the files that the plan writes or removes.
func (p Plan) Changes() int { return len(p.steps()) }

func (p Plan) steps() []Item {
	return p.those(func(i Item) bool { return i.Action == Restore || i.Action == Remove })
}

// Blocked are the items that keep all of it from being done.
func (p Plan) Blocked() []Item { return p.those(func(i Item) bool { return i.blocks }) }

// Err names what keeps all of it from being done, nil for nothing.
func (p Plan) Err() error {
	rows := each.Of(p.Blocked(), func(i Item) string { return fmt.Sprintf("%s: %s", i.Path, i.Why) })
	if len(rows) == 0 {
		return nil
	}
	return &fault.Error{Code: fault.CodeRefused, Cause: errors.New("nothing was changed: something is in the way"),
		Hint: "move it away, or restore the others by name with --file", Candidates: rows}
}

func (p Plan) those(are func(Item) bool) []Item {
	return slices.DeleteFunc(slices.Clone(p.Items), func(i Item) bool { return !are(i) })
}

func (e Engine) progress(done, total int) {
	if e.Progress != nil {
		e.Progress(done, total)
	}
}

func taskFile(id string) string {
	if id == checkpoint.NoTask || !task.ValidID(id) {
		return ""
	}
	return task.PathOf(id)
}

func below(dir, path string) bool { return path == dir || strings.HasPrefix(path, dir+"/") }

func named(names []string, path string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return below(n, path) })
}

// An Interruption is a rollback that was cut short, and how many of its files are in which state.
type Interruption struct {
	Safety  checkpoint.Checkpoint // that holds what was before it
	Options Options               // of that rollback
	Before  int                   // files as before it
	After   int                   // files as it leaves them
	Other   int                   // files that changed since
}

// Settle clears away what killed rollbacks left, unless one is running; left are those that are not settled.
func (e Engine) Settle(ctx context.Context) (left []Interruption, notes []fence.Note, err error) {
	marked, err := e.Unfinished()
	if err != nil || len(marked) == 0 {
		return nil, nil, err
	}
	err = e.Exclusively(ctx, time.Millisecond, func(tree durable.Place) (err error) {
		left, notes, err = e.settle(ctx, tree)
		return err
	})
	if errors.Is(err, durable.ErrBusy) {
		err = nil
	}
	return left, notes, err
}

// settle counts the files of each by state. One all of whose files are on one side is settled.
func (e Engine) settle(ctx context.Context, tree durable.Place) (left []Interruption, notes []fence.Note, err error) {
	marked, err := e.Unfinished()
	for _, c := range marked {
		err := e.clearAsides(ctx, tree, &c)
		if notes = append(notes, c.Notes...); err != nil {
			return left, notes, err
		}
		i := count(ctx, tree, c)
		if i.Before > 0 && i.After > 0 && e.Now().Sub(c.Time) < 7*24*time.Hour {
			left = append(left, i)
			continue
		}
		if i.After == len(c.Rollback.Files) {
			notes = append(notes, e.enter(ctx, c)...)
		}
		if err := e.Unmark(c); err != nil {
			return left, notes, err
		}
	}
	return left, notes, err
}

// count counts the files of an interrupted rollback by state, and removes folders that it emptied.
func count(ctx context.Context, tree durable.Place, c checkpoint.Checkpoint) Interruption {
	i := Interruption{Safety: c}
	_ = json.Unmarshal(c.Rollback.Options, &i.Options) // this machine wrote it
	after := each.By(c.Rollback.Files, func(f checkpoint.File) (string, checkpoint.File) { return f.Path, f })
	for _, f := range c.Files {
		restored, ok := after[f.Path]
		switch {
		case !ok: // saved during the rollback
		case isAs(ctx, tree, f, f.Path):
			i.Before++
		case isAs(ctx, tree, restored, f.Path), f.Path == taskFile(c.TaskID):
			i.After++
			if !restored.Existed {
				removeEmpty(tree, path.Dir(f.Path))
			}
		default:
			i.Other++
		}
	}
	return i
}

// clearAsides removes what a killed rollback was about to put in place or had moved aside. What its safety
// checkpoint does not hold was saved at that very moment and is added to it.
func (e Engine) clearAsides(ctx context.Context, tree durable.Place, c *checkpoint.Checkpoint) error {
	if own := taskFile(c.TaskID); own != "" {
		tree.At(path.Dir(own)).Sweep()
	}
	folder := func(f checkpoint.File) string { return path.Dir(f.Path) }
	for dir, files := range each.Group(slices.Concat(c.Files, c.Rollback.Files), folder) {
		tree.At(dir).Sweep()
		names, _ := tree.At(dir).Names() // none where it is gone, or no folder
		for _, name := range names {
			was, ok := durable.Aside(name)
			if !ok {
				continue
			}
			aside := path.Join(dir, name)
			isHeld := func(f checkpoint.File) bool {
				f.Mode = "" // of one that was about to take its place it may not be set
				return f.Existed && durable.AsideFrom(was, path.Base(f.Path)) && isAs(ctx, tree, f, aside)
			}
			var err error
			if slices.ContainsFunc(files, isHeld) {
				err = tree.At(aside).Derived().Remove()
			} else {
				_, err = e.hold(ctx, tree, c, path.Join(dir, was), aside)
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// hold adds what was moved aside to the safety checkpoint, under a name of its own, which it returns. A
// folder or a pipe stays where it is now.
func (e Engine) hold(ctx context.Context, tree durable.Place, c *checkpoint.Checkpoint, was, aside string) (as string,
	err error) {
	now, err := snapshot.Read(ctx, tree.At(aside))
	if err != nil || now.Kind != snapshot.File && now.Kind != snapshot.Link {
		return "", err
	}
	for as = was + ".saved-during-rollback"; c.Paths()[as]; {
		as += "-2"
	}
	if *c, err = e.AddFile(ctx, *c, as, now); err != nil {
		return "", fmt.Errorf("what was saved as %q is now %q: %w", was, aside, err)
	}
	return as, tree.At(aside).Derived().Remove()
}
