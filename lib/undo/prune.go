package undo

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"slices"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/snapshot"
)

const (
	// keepTime is how long a prompt can be gone back to.
	keepTime = 7 * 24 * time.Hour
	// maxBytes bounds what the snapshots of a project take.
	maxBytes = 1 << 30
	// pruneEvery is how often a prompt prunes.
	pruneEvery = time.Hour
)

// PruneDue reports whether it was long ago that the prompts were pruned.
func (h *History) PruneDue(now time.Time) bool {
	return len(h.Prompts) > 0 && now.Sub(h.pruned) >= pruneEvery
}

// Prune keeps the newest keep prompts of the last week, fewer where the snapshots take over 1 GB, and
// frees the snapshots that neither they nor others need. With dryRun it only counts.
func (s Store) Prune(ctx context.Context, trees snapshot.Store, others func() ([]string, error), keep int,
	now time.Time, dryRun bool) (gone int, freed int64, err error) {
	for {
		left := 0
		// Under one lock: a prompt is entered under the same one as its snapshot is taken.
		more, err := trees.Prune(ctx, dryRun, func() (needed []string, err error) {
			if needed, err = others(); err != nil {
				return nil, err
			}
			err = s.change(func(lines []line) error {
				all := fold(lines).Prompts
				kept := all[max(0, len(all)-keep):]
				for len(kept) > 0 && now.Sub(kept[0].Time) > keepTime {
					kept = kept[1:]
				}
				left = len(kept)
				gone += len(all) - left
				for _, p := range kept {
					needed = append(needed, p.Snapshot)
				}
				if dryRun || len(all) == 0 {
					return nil
				}
				return s.rewrite(lines, kept, now)
			})
			return needed, err
		})
		freed += more
		if keep = left / 2; err != nil || dryRun || keep == 0 || trees.Size() <= maxBytes {
			return gone, freed, err
		}
	}
}

func (s Store) rewrite(lines []line, kept []*Entry, now time.Time) error {
	first, last := math.MaxInt, fold(lines).last
	if len(kept) > 0 {
		first = kept[0].N
	}
	lines = slices.DeleteFunc(lines, func(l line) bool {
		return l.Prompt != nil && l.Prompt.N < first || l.Move != nil && now.Sub(l.Move.Time) > keepTime ||
			l.Shown != nil && l.Shown.Turn < first || l.Pruned != nil
	})
	return s.write(append(lines, line{Pruned: &now, Last: last}))
}

func (s Store) write(lines []line) error {
	var out bytes.Buffer
	put := json.NewEncoder(&out)
	for _, l := range lines {
		if err := put.Encode(l); err != nil {
			return err
		}
	}
	return durable.File(s.path()).Replace(out.Bytes(), 0o600)
}

// Forget takes what sessions said out of their prompts; their snapshots stay.
func (s Store) Forget(sessions []string) error {
	of := func(p *Prompt) bool { return p != nil && slices.Contains(sessions, p.Session) }
	lines, err := s.lines()
	if err != nil || !slices.ContainsFunc(lines, func(l line) bool { return of(l.Prompt) }) {
		return err
	}
	return s.change(func(lines []line) error {
		for _, l := range lines {
			if p := l.Prompt; of(p) {
				p.Text, p.Session, p.ID, p.Transcript = "", "", "", ""
			}
		}
		return s.write(lines)
	})
}
