package snapshot

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/durable"
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

// Prune gives up the snapshots that which names of those that are kept, while none
// is taken, and frees what no other holds: it returns how many bytes. Where none is
// left the index goes too, since it would hold the newest. With dryRun it only says
// what it would free at least.
func (r Repo) Prune(ctx context.Context, dryRun bool,
	which func(kept map[string]time.Time) (ids []string, err error)) (freed int64, err error) {
	if _, err := os.Stat(r.Dir); err != nil {
		_, err := which(nil)
		return 0, err
	}
	err = r.locked(ctx, func() error {
		kept, err := r.Kept(ctx)
		if err != nil {
			return err
		}
		ids, err := which(kept)
		if err != nil {
			return err
		}
		ids = slices.DeleteFunc(ids, func(id string) bool { return kept[id].IsZero() })
		if dryRun {
			freed, err = r.onlyIn(ctx, kept, ids)
			return err
		}
		before := sizeOf(r.Dir)
		for _, id := range ids {
			if _, err := r.run(ctx, nil, "update-ref", "-d", refOf(id)); err != nil {
				return fmt.Errorf("giving up the snapshot of %q: %w", id, err)
			}
		}
		if len(ids) == len(kept) {
			if err := durable.File(r.indexFile()).Remove(); err != nil {
				return err
			}
		}
		_, err = r.run(ctx, nil, "prune", "--expire=now")
		freed = max(before-sizeOf(r.Dir), 0)
		return err
	})
	return freed, err
}

// onlyIn is how many bytes these of the kept snapshots hold and no other.
func (r Repo) onlyIn(ctx context.Context, kept map[string]time.Time, ids []string) (int64, error) {
	if len(ids) == 0 {
		return 0, nil
	}
	var revisions strings.Builder
	for id := range kept {
		if !slices.Contains(ids, id) {
			revisions.WriteString("^")
		}
		revisions.WriteString(refOf(id) + "\n")
	}
	out, err := r.run(ctx, []byte(revisions.String()), "rev-list", "--objects-edge-aggressive", "--disk-usage",
		"--stdin")
	if err != nil {
		return 0, fmt.Errorf("counting the content of snapshots: %w", err)
	}
	lines := strings.Split(strings.TrimSpace(string(out)), "\n")
	return strconv.ParseInt(lines[len(lines)-1], 10, 64) // the commits that are kept are above
}
