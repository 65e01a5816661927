package checkpoint

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/platform"
	"holdfast/lib/snapshot"
)

// A Pruned is a checkpoint that was removed, or would be.
type Pruned struct {
	ID    string    `json:"id"`
	Task  string    `json:"task"`
	Time  time.Time `json:"time"`
	Bytes int64     `json:"bytes"` // of backups that no other checkpoint shares
}

// A Pruning is what was pruned, or would be.
type Pruning struct {
	Pruned []Pruned
	Bytes  int64 // that it freed, or would free at least, the snapshots' among them
	Notes  []fence.Note
}

// Prune removes the checkpoints that are both beyond the newest keep of their
// task and older than olderThan, but never a task's newest whose backups are
// whole, nor one of the tasks in open. Snapshots whose checkpoints are gone go
// once they are that old, and at least a day. With dryRun it only names them.
func (s Store) Prune(ctx context.Context, keep int, olderThan time.Duration, dryRun bool, open []string) (p Pruning,
	err error) {
	all, broken, err := s.List("")
	if err != nil {
		return p, err
	}
	for _, err := range broken {
		p.Notes = append(p.Notes, fence.Say("%v", err))
	}
	if len(all) > 0 && !dryRun {
		s.Sweep()
	}
	limit := s.Now().Add(-olderThan)
	due, err := s.due(ctx, all, keep, limit, open)
	if err != nil {
		return p, err
	}
	for _, c := range due {
		one := Pruned{ID: c.ID, Task: c.TaskID, Time: c.Time, Bytes: s.Alone(c)}
		p.Pruned, p.Bytes = append(p.Pruned, one), p.Bytes+one.Bytes
	}
	// The snapshots go first, so that a run that is cut short leaves nothing behind
	// that no later run finds.
	if s.Snapshots != nil {
		freed, err := s.Snapshots.Prune(ctx, dryRun, func(kept map[string]snapshot.Kept) ([]string, error) {
			ids, err := s.orphans(kept, limit)
			for _, c := range due {
				ids = append(ids, c.ID)
			}
			return ids, err
		})
		if p.Bytes += freed; err != nil {
			return p, err
		}
	}
	if dryRun {
		return p, nil
	}
	for i, c := range due {
		_, n, _ := ParseID(c.ID)
		s.remember(c.TaskID, n)
		err := errors.Join(s.Unmark(c), c.home.at(c.ID).Vanish())
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // another process removed it
			p.Pruned = p.Pruned[:i]
			return p, err
		}
	}
	return p, nil
}

// orphanAge is how old a snapshot without a checkpoint must be to go: one that
// is being made has its snapshot first.
const orphanAge = 24 * time.Hour

// orphans are the snapshots whose checkpoints are gone: a person removed the folder,
// or the maker was killed.
func (s Store) orphans(kept map[string]snapshot.Kept, limit time.Time) (orphans []string, err error) {
	ids, err := s.ids()
	if youngest := s.Now().Add(-orphanAge); limit.After(youngest) {
		limit = youngest
	}
	for id, k := range kept {
		if _, _, ok := ParseID(id); ok && err == nil && k.Time.Before(limit) && !slices.Contains(ids, id) {
			orphans = append(orphans, id)
		}
	}
	return orphans, err
}

// due are the checkpoints that go, newest first. Of a task none of whose
// checkpoints is whole nothing goes: each may hold what the others lost. Foreign
// ones are counted by themselves, so that a clone's make none of this machine's go.
func (s Store) due(ctx context.Context, all []Checkpoint, keep int, limit time.Time, open []string) ([]Checkpoint,
	error) {
	type owner struct {
		task string
		ours bool
	}
	groups := map[owner][]Checkpoint{}
	for _, c := range all {
		of := owner{c.TaskID, c.Ours}
		groups[of] = append(groups[of], c)
	}
	old := func(c Checkpoint) bool { return !c.Time.IsZero() && c.Time.Before(limit) }
	var due []Checkpoint
	for of, group := range groups {
		beyond := group[min(keep, len(group)):]
		if slices.Contains(open, of.task) || !slices.ContainsFunc(beyond, old) {
			continue
		}
		good := slices.IndexFunc(group, func(c Checkpoint) bool { // a rollback's is a part of a task's files
			return c.Type != PreRollback && s.whole(ctx, c)
		})
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		for _, c := range beyond {
			if good >= 0 && c.ID != group[good].ID && old(c) {
				due = append(due, c)
			}
		}
	}
	return newestFirst(due), nil
}

// Alone is how many bytes on the disk only this checkpoint takes: backups that it
// shares with others are not among them.
func (s Store) Alone(c Checkpoint) int64 {
	tree, err := c.home.open()
	if err != nil {
		return 0
	}
	defer tree.Close()
	total := int64(len(c.Raw))
	for _, f := range c.Files {
		if f.BackupPath == "" {
			continue
		}
		info, err := tree.At(inDir(f.BackupPath)).Lstat()
		if err != nil || !info.Mode().IsRegular() {
			continue
		}
		if facts, known := platform.FactsOf(info); !known || facts.Links < 2 {
			total += info.Size()
		}
	}
	return total
}

// Sweep clears away what killed processes left in the folder of the
// checkpoints. Making one does so too.
func (s Store) Sweep() {
	for _, home := range s.places() {
		durable.In(home.base, home.rel).Sweep()
	}
}
