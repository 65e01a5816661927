package guard

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/project"
	"holdfast/lib/task"
)

// workLock is held by the hook that makes checkpoints.
func (g Guard) workLock() string { return g.statePath() + ".work.lock" }

// carryOut makes the checkpoints of the claims, one hook at a time. Claims of
// hooks that are still at work are left to them.
func (g Guard) carryOut(ctx context.Context, claims []claim) (notes Notes, err error) {
	own := false
	for _, c := range claims {
		own = own || !c.another
	}
	wait, cancel := ctx, context.CancelFunc(func() {})
	if !own {
		// A held lock says that the claims' own hook is alive.
		wait, cancel = context.WithCancel(ctx)
		cancel()
	}
	defer cancel()
	began, asked := false, g.Now()
	err = durable.File(g.workLock()).Locked(wait, func() error {
		began = true
		start := g.Now()
		for i, c := range claims[:min(len(claims), maxTurns)] {
			if ctx.Err() != nil || i > 0 && g.Now().Sub(start) > workTime-leastTime {
				return nil
			}
			more, err := g.turn(ctx, c, i == 0 && start.Sub(asked) < leastTime)
			notes = notes.and(more)
			if err != nil {
				return err
			}
		}
		return nil
	})
	if !began && !own {
		return Notes{}, nil
	}
	return notes, err
}

// turn makes the checkpoint of one task, unless another hook took its claim. One
// that ran out of time has failed only if it had all the time there is, whole.
// Else it is the next call's.
func (g Guard) turn(ctx context.Context, c claim, whole bool) (Notes, error) {
	s := g.read()
	if s == nil {
		return Notes{}, nil
	}
	if t := s.find(c.id); t == nil || t.phase != claimed {
		return Notes{}, nil // another hook was faster
	}
	own, err := g.tasks().Load(c.id)
	if err != nil {
		return Notes{}, nil // torn or gone for the moment: the next call looks again
	}
	if own.Status != task.InProgress {
		return Notes{}, g.note(ctx, c.id, func(t *seen) { t.phase = resting })
	}
	store := g.checkpoints()
	made, err := g.existing(store, c)
	there := made.ID != ""
	if !there && err == nil {
		made, err = store.Create(ctx, checkpoint.Request{
			Task: &own, Type: checkpoint.PreExecution, Description: "as the task turned In Progress",
			SnapshotTime: snapshotTime,
			Except:       g.editedSince(own),
		})
	}
	if err != nil && !whole && ctx.Err() != nil {
		return Notes{}, nil
	}
	if err != nil {
		noted := g.note(ctx, c.id, func(t *seen) { t.phase = failed })
		g.Failed(fmt.Errorf("checkpointing task %q: %w; %s makes it", c.id, err, fence.Typed("holdfast files checkpoint %s", c.id)))
		return Notes{
			Model: []fence.Note{fence.Say("Holdfast could not checkpoint task %s before its work; `%s` does.", c.id,
				g.command("files", "checkpoint", c.id))},
			User: []fence.Note{fence.Say("could not checkpoint task %s before its work; `%s` does", c.id,
				fence.Command{"holdfast", "files", "checkpoint", c.id})},
		}, noted
	}
	listErr := g.list(c.id, made.ID)
	if listErr != nil {
		g.Failed(fmt.Errorf("entering checkpoint %q in its task: %w", made.ID, listErr))
	}
	err = g.note(ctx, c.id, func(t *seen) {
		if t.phase, t.checkpoint = covered, made.ID; listErr != nil {
			t.phase = unlisted
		}
	})
	if there && !c.another {
		return Notes{}, err // whoever made it was told
	}
	return g.announce(made), err
}

// editedSince is the file that the call edited, where the task had turned by then:
// another process may turn a task, and the hook that sees it first be the edit's own.
// Its earlier bytes are added afterwards, as those of any file are.
func (g Guard) editedSince(own task.Task) string {
	rel, ok := project.Rel(g.Root, g.File())
	if !ok || g.File() == "" {
		return ""
	}
	info, err := os.Lstat(filepath.Join(g.Root, filepath.FromSlash(rel)))
	turned, taskErr := os.Lstat(filepath.Join(g.Root, filepath.FromSlash(own.Path)))
	if err != nil || taskErr != nil || stampOf(info).last().Before(stampOf(turned).last()) {
		return ""
	}
	return rel
}

// list enters a checkpoint in its task's own list. It is given a time of its
// own: the checkpoint exists, and should be found.
func (g Guard) list(id, made string) error {
	ctx, cancel := context.WithTimeout(context.Background(), noteTime)
	defer cancel()
	return g.tasks().AddCheckpoint(ctx, id, made)
}

// existing is the checkpoint that a hook made for a claim before it died, or
// that the tool call itself made of a task seen for the first time: entering it
// is what changed the task's file. None has no id.
func (g Guard) existing(store checkpoint.Store, c claim) (checkpoint.Checkpoint, error) {
	since := c.start
	if c.another {
		since = c.since
	}
	if since.IsZero() {
		return checkpoint.Checkpoint{}, nil
	}
	all, _, err := store.List(c.id)
	if err != nil {
		return checkpoint.Checkpoint{}, err
	}
	for _, made := range all {
		fits := made.Type == checkpoint.PreExecution || !c.another && made.Type != checkpoint.PreRollback
		if made.Ours && fits && !made.Time.Before(since.Truncate(time.Second)) {
			store.Sweep()
			return made, nil
		}
	}
	return checkpoint.Checkpoint{}, nil
}

// maxMissing is how many warnings of one checkpoint the model is shown.
const maxMissing = 3

// announce is what to say of a new checkpoint.
func (g Guard) announce(made checkpoint.Checkpoint) Notes {
	row := fence.Say("made checkpoint %s as task %s turned In Progress; `%s` goes back to it", made.ID, made.TaskID,
		fence.Command{"holdfast", "rollback", made.ID})
	existing, absent := made.Captured()
	files := fence.Words("files")
	if existing == 1 {
		files = "file"
	}
	notes := []fence.Note{fence.Say("Holdfast made checkpoint %s as task %s turned In Progress (%d %s, %d not there yet); `%s` goes back to it.",
		made.ID, made.TaskID, existing, files, absent, g.command("rollback", made.ID))}
	if made.Git != nil && made.Git.LeftOut != "" {
		notes = append(notes, fence.Say("`%s` makes one with a snapshot.",
			g.command("files", "checkpoint", made.TaskID)))
	}
	if made.Elsewhere != "" {
		notes = append(notes, fence.Say("It is stored in the machine folder: %s", made.Elsewhere))
	}
	for _, m := range made.Notes[:min(len(made.Notes), maxMissing)] {
		notes = append(notes, fence.Say("Warning: %s", m))
	}
	if more := len(made.Notes) - maxMissing; more > 0 {
		notes = append(notes, fence.Say("and %d more warnings", more))
	}
	return Notes{notes, []fence.Note{row}}
}
