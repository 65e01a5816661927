package guard

import (
	"slices"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/task"
)

// A turn is a task that turned In Progress.
type turn struct {
	id      string
	another bool      // another hook claimed it and died
	since   time.Time // a checkpoint made from then on is the turn's own; zero for none
}

// look brings the state up to the files and claims the tasks that turned In
// Progress. Files whose stamps did not change are not read.
func (g Guard) look(s *state) ([]turn, error) {
	now := g.Now()
	found, err := g.scan()
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
	var turned []turn
	for _, id := range found.ids {
		t := s.Tasks[id]
		if t == nil {
			t = &seen{Phase: resting}
		}
		fresh[id] = t
		before := *t
		if own, ok := g.see(t, id, found.files[id], &room); ok {
			t.advance(own, before.Stamp, start)
		}
		if t.Phase == claimed {
			c := turn{id: id, another: before.Phase == claimed, since: start}
			if c.another {
				c.since = before.Since
			} else {
				t.Since = now
			}
			turned = append(turned, c)
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

// advance moves a task to its next phase, by its file as it was read; before is the
// file's stamp when it was seen last.
func (t *seen) advance(own task.Task, before stamp, start time.Time) {
	switch {
	case own.Status != task.InProgress:
		t.Phase, t.Checkpoint = resting, ""
	case t.Phase == resting && !t.Stamp.last().Before(start), t.Phase == failed && t.Stamp != before:
		t.Phase, t.Checkpoint = claimed, ""
	case t.Phase == resting, t.Phase == covered && t.Checkpoint == "":
		t.Phase, t.Checkpoint = covered, lastOf(own)
	}
}

// lastOf is the last checkpoint that a task's file names as its own.
func lastOf(t task.Task) string {
	for _, c := range slices.Backward(t.Checkpoints) {
		if of, _, ok := checkpoint.ParseID(c); ok && of == t.ID && task.ValidID(c) {
			return c
		}
	}
	return ""
}
