package checkpoint

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/machine"
)

// Load reads a checkpoint; its number may be written with or without leading
// zeros, where that names one. The errors are ErrNotFound, and what is wrong with it.
func (s Store) Load(id string) (Checkpoint, error) {
	c, err := s.load(id)
	if !errors.Is(err, ErrNotFound) {
		return c, err
	}
	taskID, n, _ := ParseID(id)
	ids, listErr := s.ids()
	ids = slices.DeleteFunc(ids, func(other string) bool {
		t, m, _ := ParseID(other)
		return t != taskID || m != n
	})
	if listErr != nil || len(ids) != 1 {
		return c, cmp.Or(listErr, err)
	}
	return s.load(ids[0])
}

// A checkpoint.json that this machine did not write may be as large as one of
// many thousand files; together they are read up to a bound, so that what came
// with a clone can neither take all time nor all memory.
const (
	maxForeignJSON = 16 << 20
	maxAllForeign  = 32 << 20
)

func (s Store) load(id string) (Checkpoint, error) {
	left := int64(maxForeignJSON)
	return s.loadWithin(id, &left)
}

// loadWithin is load with how many bytes of foreign ones may still be read.
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
	// One dated ahead, by more than clocks differ, or not at all has the time of its file:
	// it is neither the newest nor the oldest for ever.
	if c.Time.IsZero() || s.Now != nil && c.Time.After(s.Now().Add(maxAhead)) {
		if info, err := home.At(id + "/" + fileName).Lstat(); err == nil {
			c.Time = info.ModTime().UTC().Truncate(time.Second)
		}
	}
	return c, err
}

// find reads the checkpoint.json of a checkpoint, and says where it is stored.
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

// maxAhead is how far the clock of another machine may be ahead of this one's.
const maxAhead = 24 * time.Hour

// ids are the names of the folders that are a checkpoint's, sorted. Other
// tools keep theirs in the same folder under other names.
func (s Store) ids() (ids []string, err error) {
	entries, err := s.entries()
	for _, e := range entries {
		if _, _, ok := ParseID(e.Name()); ok && e.IsDir() {
			ids = append(ids, e.Name())
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids), err
}

// List reads all checkpoints, or those of one task, newest first. The errors
// name those that cannot be read.
func (s Store) List(taskID string) ([]Checkpoint, []error, error) {
	ids, err := s.ids()
	if err != nil {
		return nil, nil, err
	}
	var all []Checkpoint
	var broken []error
	left := int64(maxAllForeign)
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

// newestFirst sorts by time; those of one second by their numbers.
func newestFirst(all []Checkpoint) []Checkpoint {
	return slices.SortedStableFunc(slices.Values(all), func(a, b Checkpoint) int {
		_, n, _ := ParseID(a.ID)
		_, m, _ := ParseID(b.ID)
		return cmp.Or(b.Time.Compare(a.Time), cmp.Compare(m, n), cmp.Compare(a.ID, b.ID))
	})
}
