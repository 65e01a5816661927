package rollback

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
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

// A Report is what a rollback did.
type Report struct {
	Checkpoint string       `json:"checkpoint"`
	Safety     string       `json:"safety"` // the checkpoint that undoes it, "" where nothing was changed
	Time       time.Time    `json:"time,omitzero"`
	Files      []Done       `json:"files"`                 // in the order in which they were changed
	Saved      []Saved      `json:"saved_during_rollback"` // by others while the rollback ran
	TaskState  bool         `json:"task_state"`            // the task's own file is among them
	TaskKept   bool         `json:"-"`                     // the safety checkpoint holds the task's earlier state
	Notes      []fence.Note `json:"-"`                     // what changed no result. They are also there with an error
}

// Done is one file that a rollback changed.
type Done struct {
	Path   string `json:"path"`
	Action Action `json:"action"` // Restore or Remove
}

// Saved is a file that was not as the plan saw it when its turn came.
type Saved struct {
	Path string `json:"path"`
	As   string `json:"held_as,omitempty"` // where the safety checkpoint holds that, "" if it stays in its place
}

// order has the removals first, the deepest first: they make room for what is restored.
func order(a, b Item) int {
	if a.Action == Remove && b.Action == Remove {
		a, b = b, a
	}
	return cmp.Or(strings.Compare(string(a.Action), string(b.Action)), strings.Compare(a.Path, b.Path))
}

// Run does what the plan says, if every file that it changes is still as the plan found it: else
// durable.ErrChanged. Nothing was changed, unless the error is a *StoppedError.
func (e Engine) Run(ctx context.Context, p Plan) (Report, error) {
	if err := p.Err(); err != nil {
		return Report{}, err
	}
	w := &writer{Engine: e, plan: p, steps: slices.SortedFunc(slices.Values(p.steps()), order),
		touched: map[string]bool{}, report: Report{Checkpoint: p.Checkpoint.ID, Files: []Done{}, Saved: []Saved{},
			Time: e.Now().UTC().Truncate(time.Second)}}
	err := e.Exclusively(ctx, 10*time.Second, func(tree durable.Place) error {
		interrupted, notes, err := e.settle(ctx, tree)
		if w.tree = tree; err == nil && len(w.steps) > 0 {
			err = w.run(ctx, interrupted)
		}
		w.report.Notes = slices.Concat(notes, w.safety.Notes, w.report.Notes)
		return err
	})
	return w.report, err
}

// run also unmarks safety checkpoints of interrupted rollbacks that it repeated or took back.
func (w *writer) run(ctx context.Context, interrupted []Interruption) error {
	if err := w.keepSafe(ctx); err != nil {
		return err
	}
	done, err := w.takeAll(ctx)
	switch {
	case err != nil && len(w.touched) == 0:
		return errors.Join(err, w.Unmark(w.safety)) // nothing was changed
	case err != nil:
		return &StoppedError{w.safety.ID, fmt.Errorf("stopped after %d of %d files: %w", done, len(w.steps), err)}
	}
	w.report.Notes = append(w.report.Notes, w.enter(ctx, w.safety)...)
	err = w.Unmark(w.safety)
	for _, i := range interrupted {
		if i.Safety.Rollback.To == w.plan.Checkpoint.ID || i.Safety.ID == w.plan.Checkpoint.ID {
			err = errors.Join(err, w.Unmark(i.Safety))
		}
	}
	return err
}

// takeAll takes the steps and brings them to the disk. It returns how many were taken.
func (w *writer) takeAll(ctx context.Context) (done int, err error) {
	for i, s := range w.steps {
		w.progress(i, len(w.steps))
		if err := w.take(ctx, s); err != nil {
			return i, err
		}
	}
	w.progress(len(w.steps), len(w.steps))
	for dir := range w.touched {
		if syncErr := w.tree.At(dir).Sync(); !snapshot.Unreachable(syncErr) {
			err = errors.Join(err, syncErr)
		}
	}
	return len(w.steps), err
}

// keepSafe makes and marks the checkpoint of all that the steps overwrite or remove.
func (w *writer) keepSafe(ctx context.Context) (err error) {
	for _, s := range w.steps {
		if now, err := snapshot.Read(ctx, w.tree.At(s.Path)); err != nil {
			return err
		} else if !s.Before.Matches(now.State) {
			return fmt.Errorf("%q: %w", s.Path, durable.ErrChanged)
		}
	}
	c := w.plan.Checkpoint
	options, _ := json.Marshal(w.plan.Options) // of texts and truth values
	r := checkpoint.Request{Type: checkpoint.PreRollback, Description: "before the rollback to " + c.ID,
		Files: each.Of(w.steps, func(s Item) string { return s.Path }),
		Rollback: &checkpoint.Rollback{To: c.ID, Options: options,
			Files: each.Of(w.steps, func(s Item) checkpoint.File { return checkpoint.FileOf(s.Path, s.After) })}}
	if taskFile(c.TaskID) != "" {
		loaded, _ := w.Tasks.Load(c.TaskID) // which may be gone, or torn
		loaded.ID, r.Task = c.TaskID, &loaded
	}
	if w.safety, err = w.Create(ctx, r); err != nil {
		return fmt.Errorf("making the safety checkpoint: %w", err)
	}
	w.report.Safety = w.safety.ID
	held, _ := w.holds(ctx, w.safety, false)
	for _, s := range w.steps {
		if kept, ok := held[s.Path]; !ok || kept.Gone != "" || !kept.Matches(s.Before) {
			return fault.Refuse("", "%q: it could not be kept safe by checkpoint %s", s.Path, w.safety.ID)
		}
	}
	return w.Mark(w.safety)
}

// A StoppedError is the error of a rollback that stopped after it had changed files.
type StoppedError struct {
	Safety string // the checkpoint that takes it back
	error
}

func (s *StoppedError) Unwrap() error { return s.error }

// enter says in the task's notes what happened, once.
func (e Engine) enter(ctx context.Context, safety checkpoint.Checkpoint) []fence.Note {
	line := fmt.Sprintf("Rolled back to %s at %s", safety.Rollback.To, safety.Time.Format(time.RFC3339))
	present, err := e.Tasks.Load(safety.TaskID)
	if taskFile(safety.TaskID) == "" || errors.Is(err, task.ErrNotFound) ||
		err == nil && strings.Contains(string(present.State), line) {
		return nil
	}
	if err := e.Tasks.AddNote(ctx, safety.TaskID, line); err != nil {
		return []fence.Note{fence.Say("the task's notes could not be written: %v", err)}
	}
	return nil
}

type writer struct {
	Engine
	tree    durable.Place
	plan    Plan
	steps   []Item // in the order in which they are taken
	safety  checkpoint.Checkpoint
	report  Report
	touched map[string]bool // folders in which something was changed
}

// take brings one path from its state before to its state after. One that another program changed, or whose
// folder was swapped, is left alone and reported.
func (w *writer) take(ctx context.Context, s Item) error {
	now, err := snapshot.Read(ctx, w.tree.At(s.Path))
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		return err
	case s.spelled != "":
		return w.respell(ctx, s)
	case s.After.Matches(now.State): // a rollback that was cut short did it
		if s.Action == Remove {
			removeEmpty(w.tree, path.Dir(s.Path))
		}
		return nil
	case !s.Before.Matches(now.State):
		w.left(s.Path)
		return nil
	}
	aside, err := w.change(ctx, s, now.Kind)
	changed := errors.Is(err, durable.ErrLink) || errors.Is(err, durable.ErrNotRegular) ||
		errors.Is(err, fs.ErrExist) || errors.Is(err, durable.ErrChanged)
	if err != nil && !changed {
		return err
	}
	if aside != "" || !changed {
		w.touched[path.Dir(s.Path)] = true
	}
	if aside != "" {
		if was, err := snapshot.Read(context.WithoutCancel(ctx), w.tree.At(aside)); err != nil {
			return err
		} else if was.State != s.Before || was.Kind == snapshot.Folder {
			return w.giveBack(context.WithoutCancel(ctx), s, aside)
		}
		if err := w.tree.At(aside).Derived().Remove(); err != nil {
			return err
		}
	}
	if changed {
		w.left(s.Path)
		return nil
	}
	if s.Action == Remove {
		removeEmpty(w.tree, path.Dir(s.Path))
	}
	if s.Path == taskFile(w.plan.Checkpoint.TaskID) {
		w.report.TaskState, w.report.TaskKept = true, s.Before.Kind == snapshot.File
	}
	w.report.Files = append(w.report.Files, Done{s.Path, s.Action})
	return nil
}

// respell gives a file its former letters back, which not every system does in one step.
func (w *writer) respell(ctx context.Context, s Item) error {
	w.touched[path.Dir(s.Path)] = true
	aside, err := w.tree.At(s.spelled).MoveAside()
	if err != nil || aside == "" {
		return err
	}
	out, err := w.tree.At(s.Path).PutBack(aside)
	if err == nil && out != "" { // another program saved it in between
		err = w.keepOut(ctx, s, out)
	}
	w.report.Files = append(w.report.Files, Done{s.Path, Restore})
	return err
}

// change puts what the step wants in its place, and returns where what was there is now, if anything was.
func (w *writer) change(ctx context.Context, s Item, now snapshot.Kind) (aside string, err error) {
	if s.Action == Remove {
		return w.tree.At(s.Path).MoveAside()
	}
	if now == snapshot.Folder {
		if err := w.makeRoom(s.Path); err != nil {
			return "", err
		}
	}
	if s.After.Kind == snapshot.Link {
		return w.tree.At(s.Path).ExchangeLink(s.After.Source.Text)
	}
	from, err := s.After.Source.Open(ctx)
	if err != nil {
		return "", err
	}
	defer from.Close()
	return w.tree.At(s.Path).Exchange(from, s.After.Mode)
}

func (w *writer) left(path string) { w.report.Saved = append(w.report.Saved, Saved{Path: path}) }

// giveBack puts what another program saved while the file was written in its place again, while the
// rollback's own file is there. What finds the place taken goes into the safety checkpoint.
func (w *writer) giveBack(ctx context.Context, s Item, aside string) error {
	w.left(s.Path)
	now, err := snapshot.Read(ctx, w.tree.At(s.Path))
	if err != nil {
		return err
	}
	out := []string{aside}
	if now.State == s.After.State {
		other, err := w.tree.At(s.Path).PutBack(aside)
		if err != nil && !errors.Is(err, durable.ErrChanged) {
			return fmt.Errorf("what was saved as %q is now %q: %w", s.Path, aside, err)
		}
		if err == nil {
			out = nil
		}
		out = append(out, other)
	}
	for _, still := range out {
		if still == "" {
			continue
		}
		found, err := snapshot.Read(ctx, w.tree.At(still))
		if err == nil && found.State == s.After.State {
			err = w.tree.At(still).Derived().Remove()
		} else if err == nil {
			err = w.keepOut(ctx, s, still)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// keepOut adds what another program saved, and finds no place, to the safety checkpoint.
func (w *writer) keepOut(ctx context.Context, s Item, aside string) error {
	as, err := w.hold(ctx, w.tree, &w.safety, s.Path, aside)
	if as != "" {
		w.report.Saved = append(w.report.Saved, Saved{s.Path, as})
	}
	return err
}

// makeRoom removes the empty folders in the place of a file: fs.ErrExist where a file is in them.
func (w *writer) makeRoom(at string) error {
	entries, err := w.tree.At(at).ReadDir()
	for _, entry := range entries {
		if err == nil && entry.IsDir() {
			err = w.makeRoom(path.Join(at, entry.Name()))
		}
	}
	if err == nil {
		err = w.tree.At(at).RemoveEmpty()
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// removeEmpty removes the folders that a removed file leaves empty, as git does.
func removeEmpty(tree durable.Place, dir string) {
	for ; dir != "."; dir = path.Dir(dir) {
		if err := tree.At(dir).RemoveEmpty(); err != nil && !snapshot.Unreachable(err) {
			return
		}
	}
}
