package checkpoint

import (
	"context"
	"fmt"
	"slices"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/fault"
)

// A Pruned is a checkpoint that was removed, or would be.
type Pruned struct {
	ID    string    `json:"id"`
	Task  string    `json:"task"`
	Time  time.Time `json:"time"`
	Bytes int64     `json:"bytes"` // of backups that no other checkpoint shares
}

// Prune removes the checkpoints that are both beyond the newest keep of their
// task and older than olderThan, but never a task's newest whose backups are
// whole, nor one of the tasks in open. With dryRun it only names them. It
// returns how many bytes it freed, the snapshots' among them.
func (s Store) Prune(ctx context.Context, keep int, olderThan time.Duration, dryRun bool, open []string) ([]Pruned, int64, error) {
	all, broken, err := s.List("")
	if err != nil {
		return nil, 0, err
	}
	for _, err := range broken {
		s.warn("%v", err)
	}
	for _, c := range all {
		if c.Undated {
			s.warn("checkpoint %q says no time that can be: %q; the time of its file counts", c.ID, fault.Shorten(c.Timestamp))
		}
	}
	if len(all) > 0 && !dryRun {
		s.Sweep()
	}
	due, err := s.due(ctx, all, keep, s.Now().Add(-olderThan), open)
	if err != nil {
		return nil, 0, err
	}
	kept := newShared()
	for _, c := range all {
		if !slices.ContainsFunc(due, func(d Checkpoint) bool { return d.ID == c.ID }) {
			s.sizeBeyond(c, kept)
		}
	}
	pruned := make([]Pruned, len(due))
	for i, c := range due {
		pruned[i] = Pruned{ID: c.ID, Task: c.TaskID, Time: c.Time, Bytes: s.sizeBeyond(c, kept)}
	}
	if dryRun || len(due) == 0 {
		return pruned, sum(pruned), nil
	}
	return s.remove(ctx, pruned)
}

// due are the checkpoints that go, newest first. Of a task none of whose
// checkpoints is whole nothing goes: each may hold what the others lost.
func (s Store) due(ctx context.Context, all []Checkpoint, keep int, limit time.Time, open []string) ([]Checkpoint, error) {
	var due []Checkpoint
	// Strangers' are counted by themselves: what came with a clone must not make
	// this machine's own go.
	type owner struct {
		task string
		ours bool
	}
	seen, good := map[owner]int{}, map[owner]bool{}
	of := func(c Checkpoint) owner { return owner{c.TaskID, c.Ours} }
	for _, c := range all {
		seen[of(c)]++
		goes := seen[of(c)] > keep && !c.Time.IsZero() && c.Time.Before(limit) && !slices.Contains(open, c.TaskID)
		if goes && good[of(c)] {
			due = append(due, c)
			continue
		}
		if !good[of(c)] {
			// Only as far as it decides: verifying reads every backup.
			good[of(c)] = len(s.Verify(ctx, c, c.Files)) == 0
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if goes && !good[of(c)] {
				due = append(due, c)
			}
		}
	}
	return slices.DeleteFunc(due, func(c Checkpoint) bool { return !good[of(c)] }), nil
}

func sum(pruned []Pruned) (bytes int64) {
	for _, p := range pruned {
		bytes += p.Bytes
	}
	return bytes
}

// remove takes the checkpoints away, each whole. Their numbers are remembered,
// and their snapshots given up before they go, so that a run that is cut short
// leaves nothing behind that no later run finds.
func (s Store) remove(ctx context.Context, pruned []Pruned) ([]Pruned, int64, error) {
	if s.Snapshots != nil {
		ids := make([]string, len(pruned))
		for i, p := range pruned {
			ids[i] = p.ID
		}
		if err := s.Snapshots.Release(ctx, ids...); err != nil {
			return nil, 0, fmt.Errorf("giving up snapshots: %w", err)
		}
	}
	for i, p := range pruned {
		_, n, _ := ParseID(p.ID)
		s.remember(p.Task, n)
		if err := s.vanish(p.ID); err != nil {
			return pruned[:i], sum(pruned[:i]), err
		}
	}
	if s.Snapshots == nil {
		return pruned, sum(pruned), nil
	}
	more, err := s.Snapshots.Compact(ctx)
	return pruned, sum(pruned) + more, err
}

// Sweep clears away what killed processes left in the folder of the
// checkpoints. Making one does so too.
func (s Store) Sweep() {
	if tree, err := s.openDir(); err == nil {
		durable.SweepFolders(tree)
		tree.Close()
	}
}

func (s Store) vanish(id string) error {
	tree, err := s.openDir()
	if err != nil {
		return err
	}
	defer tree.Close()
	return durable.Vanish(tree, id)
}

// openDir opens the folder of the checkpoints, to which no link leads.
func (s Store) openDir() (*durable.Tree, error) {
	tree, err := durable.OpenTree(s.Root)
	if err != nil {
		return nil, err
	}
	defer tree.Close()
	return tree.Folder(Dir)
}
