package checkpoint

import (
	"context"
	"errors"
	"fmt"
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

// ErrBusy means that another rollback of the project is running.
var ErrBusy = errors.New("another rollback of this project is running")

// Exclusively runs do on the project's tree as its only rollback. Waiting for another
// one ends after wait: ErrBusy.
func (s Store) Exclusively(ctx context.Context, wait time.Duration, do func(tree durable.Place) error) error {
	tree, err := durable.Open(s.Root)
	if err != nil {
		return err
	}
	defer tree.Close()
	home, _, err := s.room(ctx, tree)
	if err != nil {
		return err
	}
	began := false
	ctx, cancel := context.WithTimeout(ctx, wait)
	defer cancel()
	err = home.At(".rollback.lock").Locked(ctx, func() error {
		began = true
		return do(tree)
	})
	if !began && errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("%w: %w", ErrBusy, err)
	}
	return err
}
