package rollback

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/task"
)

// A Report is what a rollback did.
type Report struct {
	Checkpoint string    `json:"checkpoint"`
	Safety     string    `json:"safety"` // the checkpoint that undoes it, "" where nothing was changed
	Time       time.Time `json:"time"`
	Files      []Done    `json:"files"` // in the order in which they were changed
	// Saved are the files that other programs saved while the rollback ran.
	Saved     []Saved `json:"saved_during_rollback"`
	TaskState bool    `json:"task_state"` // the task's own file is among them
	// TaskKept says that the safety checkpoint holds the task's earlier state.
	TaskKept bool `json:"-"`
	// Notes are what changed no result. They are also there with an error.
	Notes []fence.Note `json:"-"`
}

// Done is one file that a rollback changed.
type Done struct {
	Path   string `json:"path"`
	Action Action `json:"action"` // Restore or Remove
}

// Saved is a file that was not as the plan saw it when its turn came.
type Saved struct {
	Path string `json:"path"`
	// As is the path under which the safety checkpoint holds what was saved, ""
	// where that stays in its place.
	As string `json:"held_as,omitempty"`
}

// order puts the removals first, the deepest first, so that what they free can
// be taken by what is restored.
func order(steps []Item) {
	slices.SortFunc(steps, func(a, b Item) int {
		gone, other := a.After.Kind == Absent, b.After.Kind == Absent
		switch {
		case gone && !other:
			return -1
		case other && !gone:
			return 1
		case gone:
			return strings.Compare(b.Path, a.Path)
		}
		return strings.Compare(a.Path, b.Path)
	})
}

// captured are the steps whose paths the safety checkpoint names. What is
// below a file or a link that goes is not there, and a folder that goes with
// files in it comes back with them: both are found in the way of what comes back.
func captured(steps []Item) []Item {
	gone := map[string]bool{}
	for _, s := range steps {
		gone[s.Path] = s.After.Kind == Absent
	}
	return slices.DeleteFunc(slices.Clone(steps), func(s Item) bool {
		hidden := slices.ContainsFunc(above(s.Path), func(dir string) bool { return gone[dir] })
		filled := s.Before.Kind == Folder && slices.ContainsFunc(steps, func(t Item) bool {
			return t.Path != s.Path && below(s.Path, t.Path) && !t.Before.bare()
		})
		return filled || s.Before.Kind == Absent && hidden
	})
}

// Run does what the plan says, if every file that it changes is still as
// the plan found it. The errors are ErrBusy, ErrBlocked, ErrUnsafe and
// ErrChanged. Nothing was changed, unless the error is a *StoppedError.
func (e Engine) Run(ctx context.Context, p Plan) (Report, error) {
	if len(p.Blocked) > 0 {
		return Report{}, fmt.Errorf("%q: %w: %s", p.Blocked[0].Path, ErrBlocked, p.Blocked[0].Why)
	}
	var report Report
	err := e.exclusively(ctx, patience, func(tree *durable.Tree) error {
		settled, err := e.settle(ctx, tree)
		if err == nil {
			report, err = e.run(ctx, tree, p, settled.Interrupted)
		}
		report.Notes = append(settled.Notes, report.Notes...)
		return err
	})
	return report, err
}

// exclusively runs do as the only rollback of the project.
func (e Engine) exclusively(ctx context.Context, wait time.Duration, do func(tree *durable.Tree) error) error {
	began, err := e.Checkpoints.Exclusively(ctx, wait, do)
	if !began && errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%w: %w", ErrBusy, err)
	}
	return err
}

func (e Engine) run(ctx context.Context, tree *durable.Tree, p Plan, interrupted []Interruption) (report Report,
	err error) {
	w := &writer{Engine: e, tree: tree, plan: p, touched: map[string]bool{}}
	defer func() { report.Notes = append(w.safety.Notes, w.notes...) }()
	w.report = Report{Checkpoint: p.Checkpoint.ID, Time: e.Now().UTC().Truncate(time.Second), Files: []Done{},
		Saved: []Saved{}}
	for _, i := range p.Items {
		if i.writes() {
			w.steps = append(w.steps, i)
		}
	}
	if len(w.steps) == 0 {
		return w.report, nil
	}
	order(w.steps)
	if err := w.unchanged(ctx); err != nil {
		return Report{}, err
	}
	if err := w.keepSafe(ctx); err != nil {
		return Report{}, err
	}
	return w.carryOut(ctx, interrupted)
}

// unchanged looks at every file once more before anything is written.
func (w *writer) unchanged(ctx context.Context) error {
	for _, s := range w.steps {
		now, err := look(ctx, w.tree, s.Path)
		if err != nil {
			return err
		}
		if !s.Before.matches(now.State) {
			return fmt.Errorf("%q: %w", s.Path, ErrChanged)
		}
	}
	return nil
}

// keepSafe makes the checkpoint that holds all that the steps overwrite or
// remove, looks whether it does, and marks it. It is made without a snapshot:
// its own list says everything that the rollback touches.
func (w *writer) keepSafe(ctx context.Context) error {
	c, covered := w.plan.Checkpoint, captured(w.steps)
	options, err := json.Marshal(w.plan.Options)
	if err != nil {
		return err
	}
	r := checkpoint.Request{
		Type: SafetyType, Description: fmt.Sprintf("before the rollback to %s", c.ID),
		Rollback: &checkpoint.Rollback{To: c.ID, Options: options, Files: []checkpoint.File{}},
	}
	if taskFile(c.TaskID) != "" {
		loaded, err := w.Tasks.Load(c.TaskID)
		if err != nil {
			loaded = task.Task{ID: c.TaskID}
		}
		r.Task = &loaded
	}
	for _, s := range covered {
		r.Files = append(r.Files, s.Path)
		r.Rollback.Files = append(r.Rollback.Files, checkpoint.File{
			Path: s.Path, Existed: s.After.Kind != Absent, Hash: s.After.Sum, Mode: s.After.Mode,
			Symlink: s.After.Target,
		})
	}
	if w.safety, err = w.Checkpoints.Create(ctx, r); err != nil {
		return fmt.Errorf("making the safety checkpoint: %w", err)
	}
	w.report.Safety = w.safety.ID
	held := map[string]checkpoint.File{}
	for _, f := range w.safety.Files {
		held[f.Path] = f
	}
	for _, s := range covered {
		if f, ok := held[s.Path]; !keeps(f, ok, s.Before) {
			return fmt.Errorf("%q: %w by checkpoint %s; nothing was changed", s.Path, ErrUnsafe, w.safety.ID)
		}
	}
	if !w.safety.Ours {
		w.note("the machine folder cannot be written; if this rollback is interrupted, %s takes it back",
			fence.Typed("holdfast rollback %s --foreign", w.safety.ID))
	}
	return w.Checkpoints.Mark(w.safety)
}

// keeps reports whether an entry of the safety checkpoint holds the state.
func keeps(f checkpoint.File, there bool, before State) bool {
	switch before.Kind {
	case File:
		return there && f.Existed && f.BackupPath != "" && strings.EqualFold(f.Hash, before.Sum)
	case Link:
		return there && f.Existed && f.Symlink == before.Target
	}
	return there && !f.Existed // the place was free
}

// A StoppedError is the error of a rollback that stopped after it had changed
// files. Its safety checkpoint stays marked.
type StoppedError struct {
	Done, Total int
	Safety      string
	Cause       error
}

func (s *StoppedError) Error() string {
	return fmt.Sprintf("stopped after %d of %d files: %v", s.Done, s.Total, s.Cause)
}

func (s *StoppedError) Unwrap() error { return s.Cause }

// carryOut takes the steps. The mark goes
// when all of it is on the disk, and with it those of the interrupted
// rollbacks that this one repeated or took back.
func (w *writer) carryOut(ctx context.Context, interrupted []Interruption) (Report, error) {
	for i, s := range w.steps {
		w.progress(i, len(w.steps))
		err := ctx.Err()
		if err == nil {
			err = w.take(ctx, s)
		}
		if err != nil && len(w.touched) == 0 {
			return Report{}, errors.Join(err, w.Checkpoints.Unmark(w.safety)) // nothing was changed
		}
		if err != nil {
			return Report{}, &StoppedError{Done: i, Total: len(w.steps), Safety: w.safety.ID, Cause: err}
		}
	}
	w.progress(len(w.steps), len(w.steps))
	var err error
	for dir := range w.touched {
		if syncErr := w.tree.Sync(dir); !unreachable(syncErr) {
			err = errors.Join(err, syncErr)
		}
	}
	if err != nil {
		return Report{}, &StoppedError{Done: len(w.steps), Total: len(w.steps), Safety: w.safety.ID, Cause: err}
	}
	if err := w.enter(ctx, w.safety); err != nil {
		w.note(unnoted, err)
	}
	if err := w.Checkpoints.Unmark(w.safety); err != nil {
		return Report{}, err
	}
	for _, i := range interrupted {
		if i.Checkpoint == w.plan.Checkpoint.ID || i.Safety == w.plan.Checkpoint.ID {
			if err := w.Checkpoints.Unmark(i.safety); err != nil {
				return Report{}, err
			}
		}
	}
	return w.report, nil
}

// unnoted is what to say of a rollback that is not in its task's notes.
const unnoted = "the task's notes could not be written: %v"

// enter says in the task's notes what happened, once.
func (e Engine) enter(ctx context.Context, safety checkpoint.Checkpoint) error {
	if taskFile(safety.TaskID) == "" {
		return nil
	}
	line := fmt.Sprintf("Rolled back to %s at %s", safety.Rollback.To, safety.Time.Format(time.RFC3339))
	present, err := e.Tasks.Load(safety.TaskID)
	if errors.Is(err, task.ErrNotFound) || err == nil && strings.Contains(string(present.State), line) {
		return nil
	}
	return e.Tasks.AddNote(ctx, safety.TaskID, line)
}
