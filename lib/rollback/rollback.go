// Package rollback puts files back as a checkpoint holds them.
//
// A rollback is first a Plan: what it would do to each file, without a write.
// Run takes a plan, and only while every file that it changes is still as
// the plan found it. All that is overwritten or removed is held whole by a
// safety checkpoint before the first write, so a rollback can be undone by a
// rollback to that. Files are written through no link and outside no root.
//
// A save during a rollback is never lost. What is overwritten or removed is moved
// aside in one step and compared with what the plan saw: if another program
// saved it in between, that goes back in its place, or else into the safety
// checkpoint.
//
// A rollback that is cut short leaves its safety checkpoint marked. That is the
// whole recovery: the same rollback again completes it, and the rollback to the
// safety checkpoint takes it back.
package rollback

import (
	"errors"
	"slices"
	"strings"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/snapshot"
	"holdfast/lib/task"
)

// patience is how long a rollback waits for another one of the same project.
const patience = 10 * time.Second

var (
	// ErrForeign means that this machine did not make the checkpoint, and
	// nobody insisted.
	ErrForeign = errors.New("it was not made on this machine")
	// ErrNoSnapshot means that the whole work tree was asked for, and the
	// checkpoint does not hold it.
	ErrNoSnapshot = errors.New("it has no snapshot of the whole work tree")
	// ErrLostSnapshot means that the checkpoint names a snapshot which cannot
	// be read: without git, or where the machine folder does not hold it.
	ErrLostSnapshot = errors.New("its snapshot is out of reach")
	// ErrEmpty means that the checkpoint holds no files and no snapshot.
	ErrEmpty = errors.New("it holds no files and no snapshot of the work tree")
	// ErrNotHeld means that a named file is in no part of the checkpoint.
	ErrNotHeld = errors.New("it does not contain that file")
	// ErrBlocked means that something is in the way that a rollback may
	// neither overwrite nor keep safe.
	ErrBlocked = errors.New("something is in the way")
	// ErrChanged means that a file is no longer as the plan found it.
	ErrChanged = durable.ErrChanged
	// ErrUnsafe means that the safety checkpoint does not hold a file that
	// would be overwritten.
	ErrUnsafe = errors.New("it could not be kept safe")
	// ErrBusy means that another rollback of the project is running.
	ErrBusy = checkpoint.ErrBusy
)

// An Engine rolls back one project's files.
type Engine struct {
	checkpoint.Store
	Tasks    task.Store
	Progress func(done, total int) // files looked at or written; may be nil
}

// Options say what of a checkpoint is put back.
type Options struct {
	// Files are project-relative paths of files or folders, with slashes; none
	// means all of the checkpoint's files. With All they only name what is
	// restored by name alone.
	Files []string `json:"files"`
	// All is the whole work tree, from the snapshot; so it is of a checkpoint without
	// files of its own.
	All bool `json:"all"`
	// RemoveNew is that what did not exist then goes: with All in the work tree, else in
	// the checkpoint's own folders.
	RemoveNew bool `json:"remove_new"`
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

func (e Engine) progress(done, total int) {
	if e.Progress != nil {
		e.Progress(done, total)
	}
}

// taskFile is the path of the file of the task that a checkpoint was made for,
// "" where it was made for none.
func taskFile(id string) string {
	if id == checkpoint.NoTask || !task.ValidID(id) {
		return ""
	}
	return task.PathOf(id)
}

// below reports whether path is dir or is in it.
func below(dir, path string) bool { return path == dir || strings.HasPrefix(path, dir+"/") }

// named reports whether path is one of names, or is in one of them.
func named(names []string, path string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return below(n, path) })
}
