package rollback

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"syscall"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
)

const (
	journalVersion = 1
	maxJournal     = 256 << 20
)

// A journal is a rollback that is under way. It stands from before the first
// write until after the last.
type journal struct {
	Version    int       `json:"version"`
	Checkpoint string    `json:"checkpoint"`
	Safety     string    `json:"safety"`
	Task       string    `json:"task,omitempty"`
	Time       time.Time `json:"time"`
	Steps      []step    `json:"steps"` // in the order in which they are taken
	// TaskSum is the checksum of the task's state to restore, "" for none;
	// TaskBefore is how the task's file stood.
	TaskSum    string `json:"task_sum,omitempty"`
	TaskBefore State  `json:"task_before"`
	TaskDone   bool   `json:"task_done,omitempty"`
	// Resumed says that some steps may have been taken.
	Resumed bool `json:"-"`
}

// A step is one path, with how it stood and how it is to stand.
type step struct {
	Path   string `json:"path"`
	Before State  `json:"before"`
	After  State  `json:"after"`
	Source source `json:"source"`
}

// order puts the removals first, the deepest first, so that what they free can
// be taken by what is restored.
func (j *journal) order() {
	slices.SortFunc(j.Steps, func(a, b step) int {
		gone, other := a.After.Kind == Absent, b.After.Kind == Absent
		switch {
		case gone && !other:
			return -1
		case other && !gone:
			return 1
		case gone:
			a, b = b, a
		}
		if a.Path < b.Path {
			return -1
		}
		if a.Path > b.Path {
			return 1
		}
		return 0
	})
}

// captured are the steps whose paths the safety checkpoint names. What lies
// below a file or a link that goes is not there, and a folder that goes is
// empty by then: both are found in the way of what comes back.
func (j *journal) captured(steps []step) []step {
	gone := map[string]bool{}
	for _, s := range j.Steps {
		gone[s.Path] = s.After.Kind == Absent
	}
	var captured []step
	for _, s := range steps {
		hidden := slices.ContainsFunc(above(s.Path), func(dir string) bool { return gone[dir] })
		if s.Before.Kind != Folder && (s.Before.Kind != Absent || !hidden) {
			captured = append(captured, s)
		}
	}
	return captured
}

func (j *journal) report() Report {
	r := Report{Checkpoint: j.Checkpoint, Safety: j.Safety, Time: j.Time, Files: []Done{}, TaskState: j.TaskSum != ""}
	r.TaskKept = r.TaskState && j.TaskBefore.Kind == File
	for _, s := range j.Steps {
		action := Restore
		if s.After.Kind == Absent {
			action = Remove
		}
		r.Files = append(r.Files, Done{s.Path, action})
	}
	return r
}

// writeJournal puts the journal on the disk. Where the machine folder cannot be
// written, as in a sandbox, the rollback goes on without.
func (e Engine) writeJournal(j journal) error {
	if cause := e.Machine.Writable(); cause != nil {
		if !j.TaskDone {
			e.warn("no journal can be kept (%v): if this is cut short, post-tool rollback %s brings back what was", cause, j.Safety)
		}
		return nil
	}
	text, err := json.Marshal(j)
	if err != nil {
		return fmt.Errorf("writing the rollback's journal: %w", err)
	}
	if err := e.Machine.Ensure(e.folder()); err != nil {
		return err
	}
	return durable.Replace(e.journalPath(), text, 0o600)
}

func (e Engine) endJournal() error {
	if e.Machine.Writable() != nil {
		return nil
	}
	return durable.Remove(e.journalPath())
}

// Pending reports whether a rollback has not come to its end: one is running,
// or was killed. It costs one system call. Where the machine folder is out of
// reach, as in a sandbox, none can be seen.
func (e Engine) Pending() (bool, error) {
	_, err := os.Lstat(e.journalPath())
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.ENOTDIR) {
		return false, nil
	}
	return err == nil, err
}

func (e Engine) readJournal() (journal, error) {
	var j journal
	text, err := durable.Read(e.journalPath(), maxJournal)
	if errors.Is(err, fs.ErrNotExist) {
		return j, ErrNothingPending
	}
	if err != nil {
		return j, err
	}
	if j, err = parseJournal(text); err != nil {
		return j, fmt.Errorf("reading the rollback's journal %q: %w", e.journalPath(), err)
	}
	return j, nil
}

// parseJournal reads a journal as writeJournal writes it.
func parseJournal(text []byte) (journal, error) {
	var j journal
	if err := json.Unmarshal(text, &j); err != nil {
		return journal{}, err
	}
	if j.Version != journalVersion {
		return journal{}, fmt.Errorf("version %d: made by another release", j.Version)
	}
	for _, s := range j.Steps {
		if err := checkpoint.Allowed(s.Path); err != nil {
			return journal{}, fmt.Errorf("%q: %w", s.Path, err)
		}
		if _, ok := permissions(s.After.Mode); s.After.Kind != Absent && s.After.Kind != Link && (s.After.Kind != File || !ok) {
			return journal{}, fmt.Errorf("%q: no state to restore: %q", s.Path, s.After.Kind)
		}
	}
	j.Resumed = true
	return j, nil
}

// A Stranded is the error of an unfinished rollback some of whose files stand
// neither as they stood nor as they were to stand.
type Stranded struct {
	Checkpoint, Safety string
	Paths              []string
}

func (s *Stranded) Error() string {
	return fmt.Sprintf("a rollback to %s was cut short, and %d of its files changed since, such as %q", s.Checkpoint, len(s.Paths), s.Paths[0])
}

// Unwrap is ErrPending.
func (s *Stranded) Unwrap() error { return ErrPending }

// Finish ends a rollback that was cut short. Where files stand neither as
// they stood nor as they were to stand it changes nothing and returns
// *Stranded, unless it is to insist: then those are held by a safety
// checkpoint of their own first. The errors are ErrNothingPending and ErrBusy
// too, wait being how long another process's rollback is waited for.
func (e Engine) Finish(ctx context.Context, insist bool, wait time.Duration) (Report, error) {
	var report Report
	if pending, err := e.Pending(); err != nil || !pending {
		return report, cmp.Or(err, ErrNothingPending)
	}
	if err := e.Machine.Writable(); err != nil {
		return report, err
	}
	err := e.locked(ctx, wait, func() error {
		j, err := e.readJournal()
		if err != nil {
			return err
		}
		tree, err := durable.OpenTree(e.Root)
		if err != nil {
			return err
		}
		defer tree.Close()
		c, err := e.Checkpoints.Load(j.Checkpoint)
		if err != nil {
			return err
		}
		if err := e.takeUp(ctx, tree, &j, c, insist); err != nil {
			return err
		}
		report, err = e.carryOut(ctx, tree, j, c)
		return err
	})
	return report, err
}

// takeUp looks whether a journal can be carried out from where it stopped.
func (e Engine) takeUp(ctx context.Context, tree *durable.Tree, j *journal, c checkpoint.Checkpoint, insist bool) error {
	var strangers []step
	for i, s := range j.Steps {
		tree.Sweep(parent(s.Path))
		now, err := look(tree, s.Path, false)
		if err != nil {
			return err
		}
		if s.After.holds(now.State) && s.After.Mode == now.Mode {
			continue
		}
		if s.Source.Backup != nil {
			if err := e.verifyBackupOf(c, *s.Source.Backup); err != nil {
				return fmt.Errorf("the backup of %q: %w", s.Path, err)
			}
		}
		if s.Before.stands(now.State) || s.After.holds(now.State) {
			continue
		}
		s.Before, j.Steps[i].Before = now.State, now.State
		strangers = append(strangers, s)
	}
	if len(strangers) == 0 {
		return nil
	}
	if !insist {
		stranded := &Stranded{Checkpoint: j.Checkpoint, Safety: j.Safety}
		for _, s := range strangers {
			stranded.Paths = append(stranded.Paths, s.Path)
		}
		return stranded
	}
	for _, s := range strangers {
		if s.Before.Kind == Other {
			return fmt.Errorf("%q: %w: a pipe, a socket or a device stands there; move it away", s.Path, ErrBlocked)
		}
	}
	safety, err := e.keepSafe(ctx, *j, strangers)
	if err != nil {
		return err
	}
	e.warn("what stood in %d files meanwhile is held by checkpoint %s", len(strangers), safety.ID)
	return e.writeJournal(*j)
}

func parent(path string) string {
	if dirs := above(path); len(dirs) > 0 {
		return dirs[len(dirs)-1]
	}
	return "."
}

// Abandon forgets a rollback that was cut short and leaves every file as it
// stands. It returns what the journal said; with an error of reading it the
// journal is forgotten all the same.
func (e Engine) Abandon(ctx context.Context) (Report, error) {
	var report Report
	err := e.locked(ctx, patience, func() error {
		j, err := e.readJournal()
		if errors.Is(err, ErrNothingPending) {
			return err
		}
		if err != nil {
			e.warn("%v", err)
		}
		report = j.report()
		return e.endJournal()
	})
	return report, err
}
