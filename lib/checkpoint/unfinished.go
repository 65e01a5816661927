package checkpoint

import (
	"context"
	"slices"
	"strings"
	"time"

	"holdfast/lib/durable"
)

// unfinished begins the name of the mark beside a safety checkpoint whose
// rollback has not come to its end.
const unfinished = ".unfinished-"

// Mark notes that the rollback is about to begin which c keeps safe.
func (s Store) Mark(c Checkpoint) error { return c.home.At(unfinished+c.ID).Replace(nil, 0o600) }

// Unmark notes that it came to its end, or was settled otherwise.
func (s Store) Unmark(c Checkpoint) error { return c.home.At(unfinished + c.ID).Remove() }

// Unfinished are this machine's safety checkpoints whose rollbacks run, or were
// cut short, the oldest first.
func (s Store) Unfinished() (all []Checkpoint, err error) {
	entries, err := s.entries()
	for _, e := range entries {
		if id, ok := strings.CutPrefix(e.Name(), unfinished); ok {
			if c, err := s.Load(id); err == nil && c.Ours && c.Rollback != nil {
				all = append(all, c)
			}
		}
	}
	all = newestFirst(all)
	slices.Reverse(all)
	return all, err
}

// Exclusively runs do on the project's tree as its only rollback. Waiting for another
// one ends after wait: context.DeadlineExceeded, with began false.
func (s Store) Exclusively(ctx context.Context, wait time.Duration, do func(tree durable.Place) error) (began bool,
	err error) {
	tree, err := durable.Open(s.Root)
	if err != nil {
		return false, err
	}
	defer tree.Close()
	home, _, err := s.room(ctx, tree)
	if err != nil {
		return false, err
	}
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	err = home.At(".rollback.lock").Locked(ctx, func() error {
		began = true
		return do(tree)
	})
	return began, err
}
