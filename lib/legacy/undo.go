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

	"holdfast/lib/durable"
	"holdfast/lib/machine"
)

// ErrNoManifest means that there is no migration to undo, or none of that
// name.
var ErrNoManifest = errors.New("no such migration")

// Undone is what an undo did.
type Undone struct {
	Manifest string
	Removed  []string  // new files that are gone
	Restored []string  // originals that are back
	Kept     []Skipped // what was left as it is, and why
}

// Undo takes a migration back: the new files that nobody edited go, removed
// originals come back. name is a manifest's file name or path; "" is the last
// migration that was not undone. Names lists those there are.
func (m Migration) Undo(ctx context.Context, name string) (Undone, error) {
	var u Undone
	if err := m.checkStore(); err != nil {
		return u, err
	}
	if _, err := os.Lstat(m.folder()); errors.Is(err, fs.ErrNotExist) {
		return u, ErrNoManifest
	}
	err := m.locked(ctx, func() error {
		if err := m.settle(); err != nil {
			return err
		}
		f, err := m.find(name)
		if err != nil {
			return err
		}
		u.Manifest = f.path
		return m.undo(ctx, f, &u)
	})
	return u, err
}

// Names lists the paths of the manifests, the oldest first.
func (m Migration) Names() ([]string, error) {
	all, err := m.manifests()
	if err != nil {
		return nil, err
	}
	names := make([]string, len(all))
	for i, f := range all {
		names[i] = f.path
	}
	return names, nil
}

func (m Migration) find(name string) (*manifest, error) {
	all, err := m.manifests()
	if err != nil {
		return nil, err
	}
	for _, f := range slices.Backward(all) {
		base := filepath.Base(f.path)
		switch {
		case name == "" && slices.ContainsFunc(f.Pairs, func(p pair) bool { return !p.Undone }):
			return f, nil
		case name != "" && (name == base || name+".json" == base || filepath.Clean(name) == f.path):
			return f, nil
		}
	}
	return nil, ErrNoManifest
}

func (m Migration) undo(ctx context.Context, f *manifest, u *Undone) error {
	for i := range f.Pairs {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("undoing: %w", err)
		}
		if f.Pairs[i].Undone {
			continue
		}
		// The original first: at no time are both gone.
		back, err := m.restore(f, f.Pairs[i], u)
		if err == nil && back && !f.Pairs[i].Elsewhere {
			err = m.takeBack(f.Pairs[i], u)
		}
		if err != nil {
			u.Kept = append(u.Kept, Skipped{Path: f.Pairs[i].To, Why: err.Error(), Failed: true})
		}
		f.Pairs[i].Undone = back && err == nil
		m.progress(i+1, len(f.Pairs))
	}
	for _, dir := range f.Made {
		if stored(dir) {
			if err := m.removeEmpty(dir); err != nil {
				u.Kept = append(u.Kept, Skipped{Path: dir, Why: err.Error(), Failed: true})
			}
		}
	}
	if err := f.save(); err != nil {
		return err
	}
	return f.sweep()
}

// sweep removes the folder of removed originals once none is left in it.
func (f *manifest) sweep() error {
	left := false
	err := filepath.WalkDir(f.originals(), func(_ string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		left = left || !d.IsDir()
		return nil
	})
	if left || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("undoing: %w", err)
	}
	return durable.File(f.originals()).RemoveAll()
}

// takeBack removes a new file unless it was edited. An error means that it may
// still be there.
func (m Migration) takeBack(p pair, u *Undone) error {
	linked, exists, err := m.linked(p.To)
	if err != nil || !exists {
		return err
	}
	if linked {
		u.Kept = append(u.Kept, Skipped{Path: p.To, Why: "a link leads to it"})
		return nil
	}
	b, err := durable.Read(m.full(p.To), maxFile)
	if err != nil && !refused(err) {
		return err
	}
	if err != nil || machine.Sum(b) != p.ToSum {
		u.Kept = append(u.Kept, Skipped{Path: p.To, Why: "it was edited since it was migrated"})
		return nil
	}
	if err := durable.In(m.Root, p.To).Remove(); err != nil {
		return err
	}
	u.Removed = append(u.Removed, p.To)
	return nil
}

// restore brings a removed original back. False means that it could not, and
// why is in u.
func (m Migration) restore(f *manifest, p pair, u *Undone) (bool, error) {
	copied := f.kept(p)
	b, err := durable.Read(copied, maxFile)
	if errors.Is(err, fs.ErrNotExist) {
		_, exists, err := m.linked(p.From)
		if err != nil {
			return false, err
		}
		if !exists && p.Removed {
			u.Kept = append(u.Kept, Skipped{Path: p.To, Why: "its original is gone from the machine folder"})
			return false, nil
		}
		return true, nil
	}
	if err != nil && !refused(err) {
		return false, err
	}
	if err != nil || machine.Sum(b) != p.FromSum {
		u.Kept = append(u.Kept, Skipped{Path: p.To, Why: "its original in the machine folder is damaged: " + copied})
		return false, nil
	}
	if linked, _, err := m.linked(path.Dir(p.From)); err != nil {
		return false, err
	} else if linked {
		u.Kept = append(u.Kept, Skipped{Path: p.To, Why: "its original cannot be restored: a link leads to its folder"})
		return false, nil
	}
	if err := durable.In(m.Root, path.Dir(p.From)).MkdirAll(0o755); err != nil {
		return false, err
	}
	err = durable.In(m.Root, p.From).Create(b, fs.FileMode(p.FromMode).Perm())
	if errors.Is(err, fs.ErrExist) {
		there, err := durable.Read(m.full(p.From), maxFile)
		if err != nil || machine.Sum(there) != p.FromSum {
			u.Kept = append(u.Kept, Skipped{Path: p.From, Why: "another file is where the original was; the original is in " + copied})
			return false, nil
		}
		return true, durable.File(copied).Remove()
	}
	if err != nil {
		return false, err
	}
	u.Restored = append(u.Restored, p.From)
	return true, durable.File(copied).Remove()
}
