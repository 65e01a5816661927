package migrate

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

// left counts the originals that are migrated and still there.
func (m Migration) left() (int, error) {
	all, err := m.manifests()
	if err != nil {
		return 0, err
	}
	there := map[string]bool{}
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
			if why != "" {
				r.Kept = append(r.Kept, Skipped{Path: p.From, Why: why})
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
func (m Migration) removeOriginal(f *manifest, p pair) (why string, gone bool, err error) {
	if linked, exists := m.linked(p.From); !exists {
		return "", false, nil
	} else if linked {
		return "a link leads to it", false, nil
	}
	b, err := durable.Read(m.full(p.From), maxFile)
	if err != nil {
		return "it cannot be read: " + err.Error(), false, nil
	}
	if machine.Sum(b) != p.FromSum {
		return "it changed since it was migrated", false, nil
	}
	if err := m.readBack(p.To, p.ToSum); err != nil {
		return "its new file is not as it was written: " + err.Error(), false, nil
	}
	copied := f.kept(p)
	if err := m.Machine.Ensure(filepath.Dir(copied)); err != nil {
		return "", false, err
	}
	if err := durable.Replace(copied, b, 0o600); err != nil {
		return "", false, err
	}
	if back, err := durable.Read(copied, maxFile); err != nil || machine.Sum(back) != p.FromSum {
		return "", false, fmt.Errorf("moving %q: the copy in %q does not read back", p.From, copied)
	}
	if err := durable.Remove(m.full(p.From)); err != nil {
		return "", false, err
	}
	return "", true, nil
}

// removeEmpty removes a folder that the last original left empty, and those
// above it, but none that others may count on.
func (m Migration) removeEmpty(dir string) error {
	for dir != artifact.Dir && (strings.HasPrefix(dir, artifact.Dir+"/") || strings.HasPrefix(dir+"/", ".checkpoint/") ||
		strings.HasPrefix(dir+"/", ".handoff/") || strings.HasPrefix(dir+"/", "thoughts/ledgers/")) {
		entries, err := os.ReadDir(m.full(dir))
		if errors.Is(err, fs.ErrNotExist) || err == nil && len(entries) > 0 {
			return nil
		}
		if err != nil {
			return fmt.Errorf("reading %q: %w", dir, err)
		}
		if err := durable.Remove(m.full(dir)); err != nil {
			return err
		}
		dir = path.Dir(dir)
	}
	return nil
}
