// Package rollback puts files back as a checkpoint holds them.
//
// A rollback is first a Plan: what it would do to each file, without a write. Run takes a
// plan, and only while every file that it changes is still as the plan found it. All that
// is overwritten or removed is held whole by a safety checkpoint before the first write.
// Files are written through no link and outside no root.
//
// What is overwritten or removed is moved aside in one step and compared with what the
// plan saw: if another program saved it in between, that goes back in its place, or else
// into the safety checkpoint.
//
// A rollback that is cut short leaves its safety checkpoint marked: the same rollback again
// completes it, and the rollback to the safety checkpoint takes it back.
package rollback

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/snapshot"
	"holdfast/lib/task"
)

// patience is how long a rollback waits for another one of the same project.
const patience = 10 * time.Second

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
	form := fence.Words("holdfast rollback %s")
	for range o.Files {
		form += " --file %s"
	}
	for _, flag := range []struct {
		name fence.Words
		set  bool
	}{{"all", o.All}, {"remove-new", o.RemoveNew}, {"task-state", o.TaskState}, {"foreign", o.Foreign}} {
		if flag.set {
			form += " --" + flag.name
		}
	}
	return fence.Typed(form, append([]string{id}, o.Files...)...)
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
	Path   string `json:"path"` // project-relative, with slashes
	Action Action `json:"action,omitempty"`
	Why    string `json:"why,omitempty"`
	// Submodule is a repository of its own, of which nothing is restored.
	Submodule bool `json:"submodule,omitempty"`
	// Without names what the file has or had that a restore does not bring back.
	Without []string `json:"without,omitempty"`

	Before snapshot.State   `json:"-"` // as it is now
	After  snapshot.Content `json:"-"` // as it will be; Absent where nothing is written
	blocks bool             // it keeps the whole plan from being done
	// spelled is the path as it is now, where letters of it changed in case alone.
	spelled string
}

// A Plan is what a rollback would do, and to what.
type Plan struct {
	Checkpoint checkpoint.Checkpoint
	Options    Options
	Items      []Item // by path
	// Others are what else differs from the checkpoint's snapshot.
	Others Others
	// ID is 12 hex digits over checkpoint, options and the state of every file.
	ID string
}

// Others count the files that a rollback leaves out and one with All would change, which is no part of
// the ID.
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
	var rows []string
	for _, i := range p.Blocked() {
		rows = append(rows, fmt.Sprintf("%s: %s", i.Path, i.Why))
	}
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
