package undo

import (
	"bytes"
	"context"
	"encoding/json"
	"math"
	"strings"
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
func (s Store) PruneDue(now time.Time) bool {
	lines, err := s.lines()
	if err != nil {
		return false
	}
	for _, l := range lines {
		if l.Pruned != nil && now.Sub(*l.Pruned) < pruneEvery {
			return false
		}
	}
	return len(lines) > 0
}

// Prune keeps the newest keep prompts of the last week, and fewer where the
// snapshots take more than 1 GB, and frees what only the others held. It returns
// how many went, and the bytes freed; with dryRun it only counts.
func (s Store) Prune(ctx context.Context, repo snapshot.Repo, keep int, now time.Time, dryRun bool) (gone int, freed int64, err error) {
	h, err := s.Read()
	if err != nil || len(h.Prompts) == 0 {
		return 0, 0, err
	}
	kept := h.Prompts[max(0, len(h.Prompts)-keep):]
	for len(kept) > 0 && now.Sub(kept[0].Time) > keepTime {
		kept = kept[1:]
	}
	refs, err := s.unused(ctx, repo, kept)
	if err != nil {
		return 0, 0, err
	}
	if dryRun {
		freed, err = repo.Freed(ctx, refs...)
		return len(h.Prompts) - len(kept), freed, err
	}
	freed, err = s.release(ctx, repo, kept, refs, now)
	for err == nil && len(kept) > 1 && repo.Size() > maxBytes {
		kept = kept[(len(kept)+1)/2:]
		if refs, err = s.unused(ctx, repo, kept); err == nil {
			var more int64
			more, err = s.release(ctx, repo, kept, refs, now)
			freed += more
		}
	}
	return len(h.Prompts) - len(kept), freed, err
}

// unused are the ids of snapshots of prompts that no kept one is served by.
func (s Store) unused(ctx context.Context, repo snapshot.Repo, kept []Prompt) ([]string, error) {
	all, err := repo.Kept(ctx)
	if err != nil {
		return nil, err
	}
	used := map[string]bool{}
	for _, p := range kept {
		used[p.Ref] = true
	}
	var refs []string
	for ref := range all {
		if strings.HasPrefix(ref, prefix) && !used[ref] {
			refs = append(refs, ref)
		}
	}
	return refs, nil
}

// release writes the file with what is kept, then gives up the snapshots: what is
// cut short in between is found by the next one.
func (s Store) release(ctx context.Context, repo snapshot.Repo, kept []Prompt, refs []string, now time.Time) (int64, error) {
	first := math.MaxInt
	if len(kept) > 0 {
		first = kept[0].N
	}
	err := s.change(func(lines []line) error {
		var out bytes.Buffer
		put := func(l line) {
			if b, err := json.Marshal(l); err == nil {
				out.Write(append(b, '\n'))
			}
		}
		for _, l := range lines {
			old := l.Prompt != nil && l.Prompt.N < first || l.Move != nil && now.Sub(l.Move.Time) > keepTime || l.Shown != nil && l.Shown.Turn < first
			if !old && l.Pruned == nil {
				put(l)
			}
		}
		put(line{Pruned: &now, Last: fold(lines).last})
		return durable.File(s.path()).Replace(out.Bytes(), 0o600)
	})
	if err == nil {
		err = repo.Release(ctx, refs...)
	}
	if err != nil {
		return 0, err
	}
	return repo.Compact(ctx) // also what one that was cut short left
}
