package rollback

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/machine"
	"holdfast/lib/task"
)

// A Report is what a rollback did.
type Report struct {
	Checkpoint string    `json:"checkpoint"`
	Safety     string    `json:"safety"` // the checkpoint that undoes it, "" where nothing was changed
	Time       time.Time `json:"time"`
	Files      []Done    `json:"files"` // in the order in which they were changed
	TaskState  bool      `json:"task_state"`
	// TaskKept says that the safety checkpoint holds the task's earlier state.
	TaskKept bool `json:"-"`
}

// Done is one file that a rollback changed.
type Done struct {
	Path   string `json:"path"`
	Action Action `json:"action"` // Restore or Remove
}

// Run does what the plan says, if every file that it changes still stands as
// the plan found it. The errors are ErrBusy, ErrPending, ErrBlocked, ErrUnsafe
// and ErrChanged. Nothing was changed, unless the error is an *Interrupted.
func (e Engine) Run(ctx context.Context, p Plan) (Report, error) {
	if len(p.Blocked) > 0 {
		return Report{}, fmt.Errorf("%q: %w: %s", p.Blocked[0].Path, ErrBlocked, p.Blocked[0].Why)
	}
	var report Report
	err := e.locked(ctx, patience, func() error {
		if pending, err := e.Pending(); err != nil {
			return err
		} else if pending {
			return ErrPending
		}
		tree, err := durable.OpenTree(e.Root)
		if err != nil {
			return err
		}
		defer tree.Close()
		report, err = e.run(ctx, tree, p)
		return err
	})
	return report, err
}

func (e Engine) run(ctx context.Context, tree *durable.Tree, p Plan) (Report, error) {
	j := journal{
		Version: journalVersion, Checkpoint: p.Checkpoint.ID, Task: p.Checkpoint.TaskID, Time: e.Now().UTC().Truncate(time.Second),
	}
	for _, i := range p.Items {
		if i.writes() {
			j.Steps = append(j.Steps, step{Path: i.Path, Before: i.Before, After: i.After, Source: i.source})
		}
	}
	if p.Task != nil && p.Task.writes() {
		j.TaskSum, j.TaskBefore = machine.Sum(p.Checkpoint.TaskState), p.Task.Before
	}
	if len(j.Steps) == 0 && j.TaskSum == "" {
		return j.report(), nil
	}
	j.order()
	if err := e.unchanged(tree, j); err != nil {
		return Report{}, err
	}
	safety, err := e.keepSafe(ctx, j, j.Steps)
	if err != nil {
		return Report{}, err
	}
	j.Safety = safety.ID
	if err := e.writeJournal(j); err != nil {
		return Report{}, err
	}
	return e.carryOut(ctx, tree, j, p.Checkpoint)
}

// unchanged looks at every file once more before anything is written.
func (e Engine) unchanged(tree *durable.Tree, j journal) error {
	for _, s := range j.Steps {
		now, err := look(tree, s.Path, false)
		if err != nil {
			return err
		}
		if !s.Before.stands(now.State) {
			return fmt.Errorf("%q: %w", s.Path, ErrChanged)
		}
	}
	if j.TaskSum != "" {
		now, err := look(tree, taskFile(j.Task), false)
		if err != nil {
			return err
		}
		if now.State != j.TaskBefore {
			return fmt.Errorf("%q: %w", taskFile(j.Task), ErrChanged)
		}
	}
	return nil
}

// keepSafe makes the checkpoint that holds all that the steps overwrite or
// remove, and looks whether it does. It is made without a snapshot: its own
// list says everything that the rollback touches.
func (e Engine) keepSafe(ctx context.Context, j journal, steps []step) (checkpoint.Checkpoint, error) {
	r := checkpoint.Request{
		Type: SafetyType, Big: true,
		Description: fmt.Sprintf("before the rollback to %s", j.Checkpoint),
	}
	if path := taskFile(j.Task); path != "" {
		loaded, err := e.Tasks.Load(j.Task)
		if err != nil {
			loaded = task.Task{ID: j.Task}
		}
		loaded.FilesAffected = nil // what the rollback does not touch, its undo must not either
		r.Task = &loaded
		if j.TaskSum != "" {
			r.Files = append(r.Files, path)
		}
	}
	covered := j.captured(steps)
	for _, s := range covered {
		r.Files = append(r.Files, s.Path)
	}
	store := e.Checkpoints
	store.Snapshots = nil
	safety, err := store.Create(ctx, r)
	if err != nil {
		return safety, fmt.Errorf("making the safety checkpoint: %w", err)
	}
	held := map[string]checkpoint.File{}
	for _, f := range safety.Files {
		held[f.Path] = f
	}
	for _, s := range covered {
		f, ok := held[s.Path]
		if !ok && s.Before.Kind == Absent {
			// Where nothing stands a name can be taken for a pattern.
			if err := e.Checkpoints.AddFile(ctx, safety.ID, checkpoint.File{Path: s.Path}, nil); err != nil {
				return safety, fmt.Errorf("making the safety checkpoint: %w", err)
			}
			continue
		}
		if !keeps(f, ok, s.Before) {
			return safety, fmt.Errorf("%q: %w by checkpoint %s; nothing was changed", s.Path, ErrUnsafe, safety.ID)
		}
	}
	if j.TaskSum != "" && j.TaskBefore.Kind == File && len(safety.TaskState) == 0 && !held[taskFile(j.Task)].Existed {
		return safety, fmt.Errorf("%q: %w by checkpoint %s; nothing was changed", taskFile(j.Task), ErrUnsafe, safety.ID)
	}
	return safety, nil
}

// keeps reports whether an entry of the safety checkpoint holds the state.
func keeps(f checkpoint.File, there bool, before State) bool {
	switch before.Kind {
	case File:
		return there && f.Existed && f.BackupPath != "" && strings.EqualFold(f.Hash, before.Sum)
	case Link:
		return there && f.Existed && f.Symlink == before.Target
	}
	return !there || !f.Existed // the place was free
}

// An Interrupted is the error of a rollback that stopped after it had changed
// files. The journal stays.
type Interrupted struct {
	Done, Total int
	Safety      string
	Cause       error
}

func (i *Interrupted) Error() string {
	return fmt.Sprintf("stopped after %d of %d files: %v", i.Done, i.Total, i.Cause)
}

func (i *Interrupted) Unwrap() error { return i.Cause }

// carryOut takes the steps that are left, then the task's own file, and ends
// the journal.
func (e Engine) carryOut(ctx context.Context, tree *durable.Tree, j journal, c checkpoint.Checkpoint) (Report, error) {
	w := &writer{Engine: e, tree: tree, checkpoint: c}
	defer w.close()
	for i, s := range j.Steps {
		e.progress(i, len(j.Steps))
		err := w.take(ctx, s)
		if err == nil {
			continue
		}
		if i == 0 && !j.Resumed {
			now, lookErr := look(tree, s.Path, false)
			if lookErr == nil && s.Before.stands(now.State) && e.endJournal() == nil {
				return Report{}, err // nothing was changed
			}
		}
		return Report{}, &Interrupted{Done: i, Total: len(j.Steps), Safety: j.Safety, Cause: err}
	}
	e.progress(len(j.Steps), len(j.Steps))
	if err := e.restoreTask(ctx, tree, &j, c); err != nil {
		return Report{}, &Interrupted{Done: len(j.Steps), Total: len(j.Steps), Safety: j.Safety, Cause: err}
	}
	if err := e.note(ctx, j); err != nil {
		e.warn("the task's notes could not be written: %v", err)
	}
	if err := e.endJournal(); err != nil {
		return Report{}, err
	}
	return j.report(), nil
}

// restoreTask puts the task's own state back, once: what somebody wrote there
// after a rollback was killed stays.
func (e Engine) restoreTask(ctx context.Context, tree *durable.Tree, j *journal, c checkpoint.Checkpoint) error {
	if j.TaskSum == "" || j.TaskDone {
		return nil
	}
	if machine.Sum(c.TaskState) != j.TaskSum {
		return fmt.Errorf("the task's state in checkpoint %q: %w", c.ID, errDamaged)
	}
	now, err := look(tree, taskFile(j.Task), false)
	if err != nil {
		return err
	}
	if now.State != j.TaskBefore && !now.bare() {
		present, err := e.Tasks.Load(j.Task)
		if err == nil && sameTask(present.State, c.TaskState) {
			return nil
		}
		e.warn("task %q changed meanwhile and is left as it is; to put its state back: post-tool rollback %s --task-state", j.Task, j.Checkpoint)
		return nil
	}
	if err := e.putTask(ctx, tree, j.Task, c.TaskState); err != nil {
		return err
	}
	j.TaskDone = true
	return e.writeJournal(*j)
}

// putTask writes the task's file. One that is missing, or no task as it stands,
// has nothing that its store could keep.
func (e Engine) putTask(ctx context.Context, tree *durable.Tree, id string, state []byte) error {
	if _, err := e.Tasks.Load(id); err == nil {
		return e.Tasks.Restore(ctx, id, state)
	}
	text := append(bytes.Clone(bytes.TrimSpace(state)), '\n')
	if err := tree.Put(taskFile(id), bytes.NewReader(text), 0o644); err != nil {
		return err
	}
	if err := e.Machine.Record(machine.Sum(text)); err != nil {
		e.warn("%v; the task is restored, but this machine will treat it as somebody else's", err)
	}
	return nil
}

// note says in the task's notes what happened, once.
func (e Engine) note(ctx context.Context, j journal) error {
	if taskFile(j.Task) == "" {
		return nil
	}
	line := fmt.Sprintf("Rolled back to %s at %s", j.Checkpoint, j.Time.Format(time.RFC3339))
	present, err := e.Tasks.Load(j.Task)
	if errors.Is(err, task.ErrNotFound) {
		return nil
	}
	if err == nil && strings.Contains(string(present.State), line) {
		return nil
	}
	return e.Tasks.AddNote(ctx, j.Task, line)
}
