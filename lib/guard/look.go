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
		if t.loose || t.claimed != 0 {
			return false
		}
		info, err := os.Lstat(prefix + t.id + ".json")
		if err != nil || stampOf(info) != t.stamp {
			return false
		}
	}
	return true
}

// A claim is a task that turned In Progress.
type claim struct {
	id      string
	since   time.Time
	another bool // claimed by a hook before this one
	// start is when the tool call began, where the task's file changed since,
	// and that is all that is known of a turn; else the zero time.
	start time.Time
}

// look brings the state up to the files and claims the tasks that turned In
// Progress. Files whose stamps did not change are not read.
func (g Guard) look(s *state) ([]claim, error) {
	info, err := os.Lstat(filepath.Join(g.Root, task.Dir))
	if err != nil {
		return nil, fmt.Errorf("looking at the tasks: %w", err)
	}
	now := g.Now()
	dir := stampOf(info)
	ids, err := g.tasks().IDs()
	if err != nil {
		return nil, fmt.Errorf("looking at the tasks: %w", err)
	}
	first := !s.known
	var start time.Time
	if first {
		start = now.Add(-g.Took - racy)
	}
	fresh := make([]seen, 0, len(ids))
	var claims []claim
	for _, id := range ids {
		t, err := g.see(s.find(id), id)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		if t.turned(s.find(id), first, start) && t.claimed == 0 {
			t.claimed, t.failed, t.checkpoint, t.unlisted = now.UnixNano(), false, "", false
			claims = append(claims, claim{id: id, since: now, start: start})
		} else if t.claimed != 0 {
			claims = append(claims, claim{id: id, since: time.Unix(0, t.claimed), another: true})
		}
		fresh = append(fresh, t.seen)
	}
	s.dir, s.loose, s.tasks = dir, young(dir, now), fresh
	return claims, nil
}

// young reports whether a stamp is too fresh to be trusted.
func young(s stamp, read time.Time) bool { return read.Sub(s.last()) < racy }

// An observed is a task's file as it is now.
type observed struct {
	seen
	read  bool // it could be read
	moved bool // its stamp is another than before
}

// see looks at one task's file. One that cannot be read, such as one that is
// still being written, leaves what was known of the task.
func (g Guard) see(old *seen, id string) (observed, error) {
	path := filepath.Join(g.Root, filepath.FromSlash(task.PathOf(id)))
	info, err := os.Lstat(path)
	if err != nil {
		return observed{}, err
	}
	t := observed{seen: seen{id: id}}
	if old != nil {
		t.seen = *old
	}
	now := stampOf(info)
	t.moved = old == nil || old.stamp != now
	if !t.moved && !t.loose {
		return t, nil
	}
	own, err := g.tasks().Load(id)
	after, afterErr := os.Lstat(path)
	t.stamp = now
	t.loose = young(now, g.Now()) || afterErr != nil || stampOf(after) != now
	if err != nil {
		return t, nil
	}
	t.read = true
	t.progress = own.Status == task.InProgress
	switch {
	case !t.progress:
		t.claimed, t.checkpoint, t.failed, t.unlisted = 0, "", false, false
	case t.checkpoint == "" && !t.failed && t.claimed == 0:
		t.checkpoint = lastOf(own)
	case t.unlisted:
		t.unlisted = g.list(id, t.checkpoint) != nil
	}
	return t, nil
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

// turned reports whether the task has turned In Progress since it was seen, or
// is to be tried once more because its file changed since its checkpoint
// failed. start is when the tool call began.
func (t observed) turned(old *seen, first bool, start time.Time) bool {
	switch {
	case !t.read || !t.progress:
		return false
	case first:
		return !t.last().Before(start)
	case old == nil:
		return true
	}
	return !old.progress || old.failed && t.moved
}
