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

// A phase is where a task is on its way to a checkpoint:
//
//	resting --turned In Progress--> claimed --made--> covered
//	                                   |  ^
//	                                failed, until its file changes
//
// Every phase but resting ends as the task is no longer In Progress. At the first
// sight of a folder a task that did not just turn goes from resting to covered.
type phase string

const (
	resting phase = "resting" // it is not in progress
	claimed phase = "claimed" // it turned In Progress: a hook makes its checkpoint
	failed  phase = "failed"  // that could not be made, for the file as it is
	covered phase = "covered" // nothing is left to do until it rests again
)

// A seen is a task's file as it was read last.
type seen struct {
	Stamp      stamp
	Read       time.Time
	Phase      phase
	Since      time.Time // when it was claimed
	Checkpoint string    // where it has one
}

// advance moves a task to its next phase, by its file as it was read; changed says
// that the file did since it was seen last.
func (t *seen) advance(own task.Task, changed bool, start time.Time) {
	switch {
	case own.Status != task.InProgress:
		t.Phase, t.Checkpoint = resting, ""
	case t.Phase == resting && !t.Stamp.last().Before(start), t.Phase == failed && changed:
		t.Phase, t.Checkpoint = claimed, ""
	case t.Phase == resting, t.Phase == covered && t.Checkpoint == "":
		t.Phase, t.Checkpoint = covered, lastOf(own)
	}
}

// lastOf is the last checkpoint that a task's file names as its own.
func lastOf(t task.Task) (last string) {
	for _, c := range t.Checkpoints {
		if of, _, ok := checkpoint.ParseID(c); ok && of == t.ID && task.ValidID(c) {
			last = c
		}
	}
	return last
}

// A turn is a task that turned In Progress.
type turn struct {
	id    string
	since time.Time // a checkpoint made from then on is the turn's own; zero for none
}

// look brings the state up to the files and claims the tasks that turned In
// Progress. Files whose stamps did not change are not read.
func (g Guard) look(s *state) (turned []turn, err error) {
	now := g.Now()
	ids, err := g.tasks().IDs()
	if err != nil {
		return nil, fmt.Errorf("looking at the tasks: %w", err)
	}
	found, err := g.stamps(ids)
	if err != nil {
		return nil, err
	}
	var start time.Time // at the first sight of a folder only what changed since has turned
	if s.Tasks == nil {
		start = now.Add(-g.Took - racy)
	}
	room := int64(task.MaxTotal)
	fresh := make(map[string]*seen, len(found.ids))
	settled := !found.stamp.young(now)
	for _, id := range found.ids {
		t := s.Tasks[id]
		if t == nil {
			t = &seen{Phase: resting}
		}
		fresh[id] = t
		before := *t
		if own, ok := g.see(t, id, found.files[id], &room); ok {
			t.advance(own, before.Stamp != t.Stamp, start)
		}
		if t.Phase == claimed && before.Phase == claimed { // by a hook that died, or had no time
			turned = append(turned, turn{id, t.Since})
		} else if t.Phase == claimed {
			turned, t.Since = append(turned, turn{id, start}), now
		}
		settled = settled && t.Phase != claimed && !t.Stamp.young(t.Read)
	}
	if s.Tasks, s.Settled = fresh, ""; settled {
		s.Settled = found.settled()
	}
	return turned, nil
}

// see reads one task's file; false where it is as it was read last, for one that
// cannot be read, such as one that is still being written, and for one for which there
// is no room left: what was known of it stays until it changes.
func (g Guard) see(t *seen, id string, now stamp, room *int64) (task.Task, bool) {
	if t.Stamp == now && !now.young(t.Read) {
		return task.Task{}, false
	}
	t.Stamp, t.Read = now, g.Now()
	if now.Size <= task.MaxFile {
		*room -= now.Size
	}
	if *room < 0 {
		return task.Task{}, false
	}
	own, err := g.tasks().Load(id)
	return own, err == nil
}

// cover makes the checkpoint of one task. One that ran out of time has failed only
// if it had enough: else the next call makes it.
func (g Guard) cover(ctx context.Context, t *seen, c turn) Notes {
	own, err := g.tasks().Load(c.id)
	if err != nil {
		return Notes{} // torn or gone for the moment: the next call looks again
	}
	if own.Status != task.InProgress {
		t.Phase = resting
		return Notes{}
	}
	store, began := g.checkpoints(), g.Now()
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
	case err != nil && ctx.Err() != nil && g.Now().Sub(began) < enoughTime:
		return Notes{}
	case err != nil:
		t.Phase = failed
		g.Failed(fmt.Errorf("checkpointing task %q: %w; %s makes it", c.id, err,
			fence.Typed("holdfast files checkpoint %s", c.id)))
		const said fence.Words = "could not checkpoint task %s before its work; `%s` does"
		return Notes{
			Model: []fence.Note{fence.Say("Holdfast "+said+".", c.id, g.command("files", "checkpoint", c.id))},
			User:  []fence.Note{fence.Say(said, c.id, fence.Command{"holdfast", "files", "checkpoint", c.id})},
		}
	}
	t.Phase, t.Checkpoint = covered, made.ID
	// It has a time of its own: the checkpoint exists, and should be found.
	ctx, cancel := context.WithTimeout(context.Background(), noteTime)
	defer cancel()
	if err := g.tasks().AddCheckpoint(ctx, c.id, made.ID); err != nil {
		g.Failed(fmt.Errorf("entering checkpoint %q in its task: %w", made.ID, err))
	}
	if there {
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

// existing is the checkpoint that a hook made of a turn before it died, or that
// the tool call itself made of a task seen for the first time: entering it is what
// changed the task's file. None has no id.
func existing(store checkpoint.Store, c turn) (checkpoint.Checkpoint, error) {
	if c.since.IsZero() {
		return checkpoint.Checkpoint{}, nil
	}
	all, _, err := store.List(c.id)
	for _, made := range all {
		if made.Ours && made.Type != checkpoint.PreRollback && !made.Time.Before(c.since.Truncate(time.Second)) {
			store.Sweep()
			return made, nil
		}
	}
	return checkpoint.Checkpoint{}, err
}

// announce is what to say of a new checkpoint.
func (g Guard) announce(made checkpoint.Checkpoint) Notes {
	const said fence.Words = "made checkpoint %s as task %s turned In Progress; `%s` goes back to it"
	id, of := made.ID, made.TaskID
	n := Notes{
		Model: []fence.Note{fence.Say("Holdfast "+said+".", id, of, g.command("rollback", id))},
		User:  []fence.Note{fence.Say(said, id, of, fence.Command{"holdfast", "rollback", id})},
	}
	if made.Git != nil && made.Git.LeftOut != "" {
		n.Model = append(n.Model, fence.Say("`%s` makes one with a snapshot.",
			g.command("files", "checkpoint", made.TaskID)))
	}
	if made.Elsewhere != "" {
		n.Model = append(n.Model, fence.Say("It is stored in the machine folder: %s", made.Elsewhere))
	}
	for _, m := range made.Notes {
		n.Model = append(n.Model, fence.Say("Warning: %s", m))
	}
	return n
}
