package checkpoint

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/platform"
	"holdfast/lib/snapshot"
)

// maxForeignJSON is how large a checkpoint.json may be that this machine did not write: as one of many thousand files.
const maxForeignJSON = 16 << 20

// Load reads a checkpoint. The errors are ErrNotFound, and what is wrong with it.
func (s Store) Load(id string) (Checkpoint, error) {
	left := int64(maxForeignJSON)
	return s.loadWithin(id, &left)
}

// loadWithin is Load with how many bytes of foreign ones may still be read.
func (s Store) loadWithin(id string, left *int64) (Checkpoint, error) {
	home, b, err := s.find(id)
	if err != nil {
		return Checkpoint{ID: id}, err
	}
	ours := s.Machine.Wrote(machine.Sum(b))
	if size := int64(len(b)); !ours {
		if size > min(*left, maxForeignJSON) {
			return Checkpoint{ID: id}, fmt.Errorf("reading checkpoint %q, not made on this machine: %w: %d bytes",
				id, durable.ErrTooLarge, size)
		}
		*left -= size
	}
	c, err := Parse(id, b)
	c.Ours, c.home = ours, home
	// One dated ahead, or not at all, is neither the newest nor the oldest for ever.
	if c.Time.IsZero() || s.Now != nil && c.Time.After(s.Now().AddDate(0, 0, 1)) {
		if info, err := home.At(id + "/" + fileName).Lstat(); err == nil {
			c.Time = info.ModTime().UTC().Truncate(time.Second)
		}
	}
	return c, err
}

func (s Store) find(id string) (home durable.Place, raw []byte, err error) {
	found := fmt.Errorf("%w %q", ErrNotFound, id)
	if _, _, ok := ParseID(id); !ok {
		return home, nil, found
	}
	for _, home := range s.homes() {
		b, err := home.At(id + "/" + fileName).Read(maxJSON)
		if err == nil {
			return home, b, nil
		}
		if !s.empty(home, err) {
			return home, nil, fmt.Errorf("reading checkpoint %q: %w", id, err)
		}
		if info, err := home.At(id).Lstat(); err == nil && info.IsDir() {
			found = unreadable(id, "no file")
		}
	}
	return home, nil, found
}

// ids are the folders that are a checkpoint's, sorted: other tools keep theirs beside them.
func (s Store) ids() (ids []string, err error) {
	entries, err := s.entries()
	ids = each.If(entries, func(e fs.DirEntry) (string, bool) {
		_, _, is := ParseID(e.Name())
		return e.Name(), is && e.IsDir()
	})
	slices.Sort(ids)
	return slices.Compact(ids), err
}

// List reads all checkpoints, or those of one task, newest first, and says which cannot be read.
func (s Store) List(taskID string) ([]Checkpoint, []error, error) {
	ids, err := s.ids()
	if err != nil {
		return nil, nil, err
	}
	var all []Checkpoint
	var broken []error
	left := int64(32 << 20) // of foreign ones together
	for _, id := range ids {
		if of, _, _ := ParseID(id); taskID != "" && of != taskID {
			continue
		}
		if c, err := s.loadWithin(id, &left); err != nil {
			broken = append(broken, err)
		} else {
			all = append(all, c)
		}
	}
	return newestFirst(all), broken, nil
}

func newestFirst(all []Checkpoint) []Checkpoint {
	return slices.SortedStableFunc(slices.Values(all), func(a, b Checkpoint) int {
		_, n, _ := ParseID(a.ID)
		_, m, _ := ParseID(b.ID)
		return cmp.Or(b.Time.Compare(a.Time), cmp.Compare(m, n), cmp.Compare(a.ID, b.ID))
	})
}

// A Pruned is a checkpoint that was removed, or would be.
type Pruned struct {
	ID    string    `json:"id"`
	Task  string    `json:"task"`
	Time  time.Time `json:"time,omitzero"`
	Bytes int64     `json:"bytes"` // of backups that no other checkpoint shares
}

// Prune removes checkpoints both beyond the newest keep of their task and older than olderThan, but
// none of a task in open, nor a task's newest that is whole. With dryRun it only names them.
func (s Store) Prune(ctx context.Context, keep int, olderThan time.Duration, dryRun bool, open []string) (
	gone []Pruned, notes []fence.Note, err error) {
	all, broken, err := s.List("")
	if err != nil {
		return nil, nil, err
	}
	notes = append(notes, each.Of(broken, func(err error) fence.Note { return fence.Say("%v", err) })...)
	if len(all) > 0 && !dryRun {
		s.Sweep()
	}
	due, err := s.due(ctx, all, keep, s.Now().Add(-olderThan), open)
	if err != nil {
		return nil, notes, err
	}
	for _, c := range due {
		one := Pruned{ID: c.ID, Task: c.TaskID, Time: c.Time, Bytes: s.Alone(c)}
		if !dryRun {
			err := errors.Join(s.Unmark(c), c.home.At(c.ID).RemoveAll())
			if err != nil && !errors.Is(err, fs.ErrNotExist) { // another process removed it
				return gone, notes, err
			}
		}
		gone = append(gone, one)
	}
	return gone, notes, nil
}

// Needed are the snapshots that the checkpoints name, but for those in gone.
func (s Store) Needed(gone []Pruned) (snapshots []string, err error) {
	all, broken, err := s.List("")
	snapshots = each.If(all, func(c Checkpoint) (string, bool) {
		return c.Git.Snapshot, !slices.ContainsFunc(gone, func(g Pruned) bool { return g.ID == c.ID })
	})
	for _, b := range broken { // what it holds cannot be used, unless it could only not be read
		if fault.CodeOf(b) != fault.CodeInvalid && !errors.Is(b, durable.ErrTooLarge) {
			err = errors.Join(err, b)
		}
	}
	return snapshots, err
}

// due are the checkpoints that go, newest first. Of a task none of whose checkpoints is whole nothing
// goes. Foreign ones are counted by themselves: a clone's make none of this machine's go.
func (s Store) due(ctx context.Context, all []Checkpoint, keep int, limit time.Time, open []string) ([]Checkpoint,
	error) {
	groups := each.Group(all, func(c Checkpoint) [2]any { return [2]any{c.TaskID, c.Ours} })
	old := func(c Checkpoint) bool { return !c.Time.IsZero() && c.Time.Before(limit) }
	var due []Checkpoint
	for _, group := range groups {
		beyond := group[min(keep, len(group)):]
		if slices.Contains(open, group[0].TaskID) || !slices.ContainsFunc(beyond, old) {
			continue
		}
		good := slices.IndexFunc(group, func(c Checkpoint) bool { // a rollback's is a part of a task's files
			held := func(f File) (snapshot.Source, bool) { return c.Content(f).Source, f.BackupPath != "" }
			return c.Type != PreRollback && len(snapshot.Verify(ctx, each.Set(each.If(c.Files, held)))) == 0
		})
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		due = append(due, each.If(beyond, func(c Checkpoint) (Checkpoint, bool) {
			return c, good >= 0 && c.ID != group[good].ID && old(c)
		})...)
	}
	return newestFirst(due), nil
}

// Alone is how many bytes only this checkpoint takes on the disk.
func (s Store) Alone(c Checkpoint) int64 {
	tree, err := c.home.Folder()
	if err != nil {
		return 0
	}
	defer tree.Close()
	total := int64(len(c.Raw))
	for _, f := range c.Files {
		info, err := tree.At(inDir(f.BackupPath)).Lstat()
		if f.BackupPath != "" && err == nil && info.Mode().IsRegular() && platform.FactsOf(info).Links < 2 {
			total += info.Size()
		}
	}
	return total
}

// Sweep clears away what killed processes left; making a checkpoint does so too.
func (s Store) Sweep() {
	for _, home := range s.homes() {
		home.Sweep()
	}
}
