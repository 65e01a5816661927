package guard

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/fence"
	"holdfast/lib/project"
	"holdfast/lib/task"
)

// carryOut makes the checkpoints of the tasks that turned; whole says that there is
// all the time that a hook has. What there is no time for is the next call's.
func (g Guard) carryOut(ctx context.Context, s *state, turned []turn, whole bool) (notes Notes) {
	start := g.Now()
	for i, c := range turned[:min(len(turned), maxTurns)] {
		if ctx.Err() != nil || i > 0 && g.Now().Sub(start) > workTime-leastTime {
			break
		}
		notes = notes.and(g.cover(ctx, s.Tasks[c.id], c, whole && i == 0))
	}
	return notes
}

// cover makes the checkpoint of one task. One that ran out of time has failed only
// if it had all the time there is.
func (g Guard) cover(ctx context.Context, t *seen, c turn, whole bool) Notes {
	own, err := g.tasks().Load(c.id)
	if err != nil {
		return Notes{} // torn or gone for the moment: the next call looks again
	}
	if own.Status != task.InProgress {
		t.Phase = resting
		return Notes{}
	}
	store := g.checkpoints()
	made, err := existing(store, c)
	there := made.ID != ""
	if !there && err == nil {
		made, err = store.Create(ctx, checkpoint.Request{
			Task: &own, Type: checkpoint.PreExecution, Description: "as the task turned In Progress",
			SnapshotTime: snapshotTime,
			Except:       g.editedSince(own),
		})
	}
	switch {
	case err != nil && !whole && ctx.Err() != nil:
		return Notes{}
	case err != nil:
		t.Phase = failed
		g.Failed(fmt.Errorf("checkpointing task %q: %w; %s makes it", c.id, err,
			fence.Typed("holdfast files checkpoint %s", c.id)))
		return Notes{
			Model: []fence.Note{fence.Say("Holdfast could not checkpoint task %s before its work; `%s` does.", c.id,
				g.command("files", "checkpoint", c.id))},
			User: []fence.Note{fence.Say("could not checkpoint task %s before its work; `%s` does", c.id,
				fence.Command{"holdfast", "files", "checkpoint", c.id})},
		}
	}
	t.Phase, t.Checkpoint = covered, made.ID
	if err := g.list(c.id, made.ID); err != nil {
		g.Failed(fmt.Errorf("entering checkpoint %q in its task: %w", made.ID, err))
	}
	if there && !c.another {
		return Notes{} // whoever made it was told
	}
	return g.announce(made)
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

// existing is the checkpoint that a hook made of a turn before it died, or that
// the tool call itself made of a task seen for the first time: entering it is what
// changed the task's file. None has no id.
func existing(store checkpoint.Store, c turn) (checkpoint.Checkpoint, error) {
	if c.since.IsZero() {
		return checkpoint.Checkpoint{}, nil
	}
	all, _, err := store.List(c.id)
	for _, made := range all {
		fits := made.Type == checkpoint.PreExecution || !c.another && made.Type != checkpoint.PreRollback
		if made.Ours && fits && !made.Time.Before(c.since.Truncate(time.Second)) {
			store.Sweep()
			return made, nil
		}
	}
	return checkpoint.Checkpoint{}, err
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
	notes := []fence.Note{fence.Say("Holdfast made checkpoint %s as task %s turned In Progress (%d %s, %d not "+
		"there yet); `%s` goes back to it.",
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
