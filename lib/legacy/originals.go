package legacy

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/machine"
)

// left counts the originals that are migrated, here or elsewhere, and still
// there.
func (m Migration) left(plan *plan) (int, error) {
	all, err := m.manifests()
	if err != nil {
		return 0, err
	}
	there := map[string]bool{}
	for _, s := range plan.skipped {
		if s.Before {
			there[s.Path] = true
		}
	}
	for _, f := range all {
		for _, p := range f.Pairs {
			if _, err := os.Lstat(m.full(p.From)); err == nil && !p.Undone {
				there[p.From] = true
			}
		}
	}
	return len(there), nil
}

// removeOriginals moves the originals of all finished runs into the machine
// folder, each once its new file was read back.
func (m Migration) removeOriginals(ctx context.Context, r *Result) error {
	all, err := m.manifests()
	if err != nil {
		return err
	}
	emptied := map[string]bool{}
	// The latest first: of an original that changed, its pair is the one that counts.
	seen := map[string]bool{}
	for _, f := range slices.Backward(all) {
		changed := false
		for i := range f.Pairs {
			p := &f.Pairs[i]
			if err := ctx.Err(); err != nil {
				return fmt.Errorf("removing originals: %w", err)
			}
			if !f.Finished || p.Undone || seen[p.From] {
				continue
			}
			seen[p.From] = true
			why, gone, err := m.removeOriginal(f, *p)
			if err != nil {
				return err
			}
			if why.Why != "" {
				r.Kept = append(r.Kept, why)
			}
			if gone {
				r.Removed = append(r.Removed, p.From)
				p.Removed, changed = true, true
			}
			if p.Removed {
				emptied[path.Dir(p.From)] = true
			}
			m.progress(i+1, len(f.Pairs))
		}
		if changed {
			if err := f.save(); err != nil {
				return err
			}
		}
	}
	for dir := range emptied {
		if err := m.removeEmpty(dir); err != nil {
			return err
		}
	}
	return nil
}

// removeOriginal moves one original: copy, read the copy back, remove. why
// says what kept it.
func (m Migration) removeOriginal(f *manifest, p pair) (why Skipped, gone bool, err error) {
	b, why := m.removable(p)
	if b == nil {
		return why, false, nil
	}
	copied := f.kept(p)
	if err := m.Machine.Ensure(filepath.Dir(copied)); err != nil {
		return why, false, err
	}
	if err := durable.File(copied).Replace(b, 0o600); err != nil {
		return why, false, err
	}
	if back, err := durable.Read(copied, maxFile); err != nil || machine.Sum(back) != p.FromSum {
		return why, false, fmt.Errorf("moving %q: the copy in %q does not read back", p.From, copied)
	}
	if err := durable.In(m.Root, p.From).Remove(); err != nil {
		return why, false, err
	}
	return why, true, nil
}

// removable is what an original holds that may go. It is nil for one that may
// not, whose why says so, and for one that is gone, with no why.
func (m Migration) removable(p pair) ([]byte, Skipped) {
	linked, exists, err := m.linked(p.From)
	if err != nil {
		return nil, Skipped{Path: p.From, Why: "it cannot be read: " + err.Error(), Failed: true}
	}
	if !exists {
		return nil, Skipped{}
	}
	if linked {
		return nil, Skipped{Path: p.From, Why: "a link leads to it"}
	}
	b, err := durable.Read(m.full(p.From), maxFile)
	if err != nil {
		return nil, Skipped{Path: p.From, Why: "it cannot be read: " + err.Error(), Failed: true}
	}
	if machine.Sum(b) != p.FromSum {
		return nil, Skipped{Path: p.From, Why: "it changed since it was migrated"}
	}
	if p.Elsewhere {
		if err := m.vouches(p); err != nil {
			return nil, Skipped{Path: p.From, Why: "its new file was written on another machine and cannot be trusted: " + err.Error()}
		}
	} else if err := m.readBack(p.To, p.ToSum); err != nil {
		return nil, Skipped{Path: p.From, Why: "its new file was changed: " + err.Error()}
	}
	return append([]byte{}, b...), Skipped{}
}

// removeEmpty removes a folder that the last original left empty, and those
// above it, but none that others may count on.
func (m Migration) removeEmpty(dir string) error {
	for dir != artifact.Dir && (strings.HasPrefix(dir, artifact.Dir+"/") || strings.HasPrefix(dir+"/", ".checkpoint/") ||
		strings.HasPrefix(dir+"/", ".handoff/") || strings.HasPrefix(dir+"/", "thoughts/ledgers/")) {
		if info, err := os.Lstat(m.full(dir)); err == nil && !info.IsDir() {
			return nil
		}
		entries, err := os.ReadDir(m.full(dir))
		if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) > 0 {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading %q: %w", dir, err)
		}
		if err := durable.In(m.Root, dir).RemoveEmpty(); err != nil {
			return err
		}
		dir = path.Dir(dir)
	}
	return nil
}
