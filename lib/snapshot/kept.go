package snapshot

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Kept are the ids of the checkpoints whose snapshots are kept, and when those
// were taken.
func (r Repo) Kept(ctx context.Context) (map[string]time.Time, error) {
	kept := map[string]time.Time{}
	if _, err := os.Stat(r.Dir); err != nil {
		return kept, nil
	}
	out, err := r.run(ctx, nil, "for-each-ref", "--format=%(refname) %(committerdate:unix)", refs)
	if err != nil {
		return nil, fmt.Errorf("listing the snapshots: %w", err)
	}
	for line := range strings.Lines(string(out)) {
		name, when, _ := strings.Cut(strings.TrimSpace(line), " ")
		seconds, err := strconv.ParseInt(when, 10, 64)
		if id, ok := idOf(name); ok && err == nil {
			kept[id] = time.Unix(seconds, 0).UTC()
		}
	}
	return kept, nil
}

// idOf is the checkpoint that refOf made a name of.
func idOf(ref string) (string, bool) {
	id, ok := strings.CutPrefix(ref, refs)
	return strings.ReplaceAll(id, "%2e%2e", ".."), ok && id != ""
}

// Freed is how many bytes [Repo.Compact] frees at least once the snapshots of
// these checkpoints are released: those that no other snapshot holds.
func (r Repo) Freed(ctx context.Context, ids ...string) (int64, error) {
	kept, err := r.Kept(ctx)
	if err != nil {
		return 0, err
	}
	var revisions strings.Builder
	found := false
	for id := range kept {
		if slices.Contains(ids, id) {
			found = true
		} else {
			revisions.WriteString("^")
		}
		revisions.WriteString(refOf(id) + "\n")
	}
	if !found {
		return 0, nil
	}
	out, err := r.run(ctx, []byte(revisions.String()), "rev-list", "--objects-edge-aggressive", "--disk-usage",
		"--stdin")
	if err != nil {
		return 0, fmt.Errorf("counting the content of snapshots: %w", err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return strconv.ParseInt(lines[len(lines)-1], 10, 64) // the commits that are kept are above
}
