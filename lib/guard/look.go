package guard

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/task"
)

// unchanged reports whether every task's file is as it was seen, and nothing
// is left to be done.
func (g Guard) unchanged(s *state) bool {
	dir := filepath.Join(g.Root, task.Dir)
	info, err := os.Lstat(dir)
	if err != nil || s.loose || stampOf(info) != s.dir {
		return false
	}
	prefix := dir + string(filepath.Separator) + "task-"
	for i := range s.tasks {
		t := &s.tasks[i]
		if t.loose || t.phase == claimed {
			return false
		}
		info, err := os.Lstat(prefix + t.id + ".json")
		if err != nil || stampOf(info) != t.stamp {
			return false
		}
	}
	return true
}

// A turn is a task that turned In Progress.
type turn struct {
	id      string
	another bool      // another hook claimed it and died
	since   time.Time // a checkpoint made from then on is the turn's own; zero for none
}

// look brings the state up to the files and claims the tasks that turned In
// Progress. Files whose stamps did not change are not read.
func (g Guard) look(s *state) ([]turn, error) {
	info, err := os.Lstat(filepath.Join(g.Root, task.Dir))
	if err != nil {
		return nil, fmt.Errorf("looking at the tasks: %w", err)
	}
	now, dir := g.Now(), stampOf(info)
	ids, err := g.tasks().IDs()
	if err != nil {
		return nil, fmt.Errorf("looking at the tasks: %w", err)
	}
	var start time.Time // at the first sight of a folder only what changed since has turned
	if !s.known {
		start = now.Add(-g.Took - racy)
	}
	room := int64(task.MaxTotal)
	fresh := make([]seen, 0, len(ids))
	var turned []turn
	for _, id := range ids {
		t := seen{id: id, phase: resting}
		if old := s.find(id); old != nil {
			t = *old
		}
		before := t
		own, err := g.see(&t, &room)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if own != nil {
			t.advance(*own, before.stamp, start)
		}
		if t.phase == claimed {
			c := turn{id: id, another: before.phase == claimed, since: start}
			if c.another {
				c.since = time.Unix(0, before.since)
			} else {
				t.since = now.UnixNano()
			}
			turned = append(turned, c)
		}
		fresh = append(fresh, t)
	}
	s.dir, s.loose, s.tasks, s.known = dir, young(dir, now), fresh, true
	return turned, nil
}

// young reports whether a stamp is too fresh to be trusted.
func young(s stamp, read time.Time) bool { return read.Sub(s.last()) < racy }

// see looks at one task's file, and returns the task where it is not as it was
// seen. It is nil for one that cannot be read, such as one that is still being
// written, and for one for which there is no room left: what was known of it stays
// until it changes.
func (g Guard) see(t *seen, room *int64) (*task.Task, error) {
	path := filepath.Join(g.Root, filepath.FromSlash(task.PathOf(t.id)))
	info, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	now := stampOf(info)
	if t.stamp == now && !t.loose {
		return nil, nil
	}
	if info.Size() <= task.MaxFile {
		*room -= info.Size()
	}
	if *room < 0 {
		t.stamp, t.loose = now, false
		return nil, nil
	}
	own, err := g.tasks().Load(t.id)
	after, afterErr := os.Lstat(path)
	t.stamp = now
	t.loose = young(now, g.Now()) || afterErr != nil || stampOf(after) != now
	if err != nil {
		return nil, nil
	}
	return &own, nil
}

// advance moves a task to its next phase, by its file as it was read; before is the
// file's stamp when it was seen last.
func (t *seen) advance(own task.Task, before stamp, start time.Time) {
	switch {
	case own.Status != task.InProgress:
		t.phase, t.checkpoint = resting, ""
	case t.phase == resting && !t.last().Before(start), t.phase == failed && t.stamp != before:
		t.phase, t.checkpoint = claimed, ""
	case t.phase == resting, t.phase == covered && t.checkpoint == "":
		t.phase, t.checkpoint = covered, lastOf(own)
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
