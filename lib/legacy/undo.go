package legacy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/fault"
	"holdfast/lib/machine"
)

// staysError is why a file is left as it is, where that is no failure.
type staysError string

func (s staysError) Error() string { return string(s) }

// left names a file that was to go or to come back, and did not.
func left(path string, err error) Skipped {
	_, meant := errors.AsType[staysError](err)
	return Skipped{Path: path, Why: err.Error(), Failed: !meant}
}

// held reads a file of the project that had the sum; fs.ErrNotExist says that it is gone.
func (m Migration) held(rel, sum string) ([]byte, error) {
	b, err := m.read(rel)
	switch {
	case errors.Is(err, durable.ErrLink):
		err = staysError("a link leads to it")
	case err == nil && machine.Sum(b) != sum, errors.Is(err, durable.ErrTooLarge):
		err = staysError("it was edited since it was migrated")
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		err = fmt.Errorf("it cannot be read: %w", err)
	}
	return b, err
}

func (m Migration) vouches(p Pair) error {
	if _, err := m.held(p.To, p.ToSum); err != nil {
		return fmt.Errorf("reading back %q: it is not what was written", p.To)
	}
	return nil
}

// removeOriginals moves originals into the machine folder, but for those of another machine.
func (m Migration) removeOriginals(ctx context.Context, done []Pair, all []manifest, r *Result) error {
	ours := each.By(pairsOf(all), func(p Pair) (Pair, Pair) {
		return Pair{From: p.From, To: p.To, FromSum: p.FromSum}, p
	})
	return m.each(ctx, len(done), func(i int) error {
		err := error(staysError("its new file was not made on this machine"))
		if p, is := ours[done[i]]; is {
			err = m.removeOriginal(p, r)
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) { // else it is gone already
			r.Kept = append(r.Kept, left(done[i].From, err))
		}
		return nil
	})
}

func (m Migration) removeOriginal(p Pair, r *Result) error {
	b, err := m.held(p.From, p.FromSum)
	if err != nil {
		return err
	}
	if err := m.vouches(p); err != nil {
		return staysError("its new file was changed: " + err.Error())
	}
	if err := durable.Own(p.copied).Replace(b, 0o600); err != nil {
		return err
	}
	if back, err := durable.Read(p.copied, artifact.MaxFile); err != nil || machine.Sum(back) != p.FromSum {
		return fmt.Errorf("the copy in %q does not read back", p.copied)
	}
	return m.remove(p.From, &r.Removed)
}

// remove removes a file, and the folders that are empty without it and nobody counts on.
func (m Migration) remove(rel string, removed *[]string) error {
	if err := durable.In(m.Root, rel).Remove(); err != nil {
		return err
	}
	*removed = append(*removed, rel)
	for dir := path.Dir(rel); dir != artifact.Dir; dir = path.Dir(dir) {
		ours := slices.ContainsFunc(append(ownDirs, artifact.Dir), func(top string) bool {
			return strings.HasPrefix(dir+"/", top+"/")
		})
		if !ours || durable.In(m.Root, dir).RemoveEmpty() != nil {
			break
		}
	}
	return nil
}

// Undone is what an undo did.
type Undone struct {
	Manifest string    `json:"manifest"`
	Removed  []string  `json:"removed"`  // new files that are gone
	Restored []string  `json:"restored"` // originals that are back
	Kept     []Skipped `json:"kept"`     // what was left as it is, and why
}

// Undo takes a migration back, the last for "": unedited new files go, removed originals come back. If
// there is none, the error names all manifests.
func (m Migration) Undo(ctx context.Context, name string) (Undone, error) {
	u := Undone{Removed: []string{}, Restored: []string{}, Kept: []Skipped{}}
	if _, err := m.store().Folder(); err != nil {
		return u, err
	}
	err := m.locked(ctx, func() error {
		all, err := m.manifests()
		if err != nil {
			return err
		}
		missing := fault.Fail(fault.CodeMissing, "", "undoing: no such migration")
		missing.Candidates = each.Of(all, func(r manifest) string { return r.path })
		for _, r := range slices.Backward(all) {
			base := filepath.Base(r.path)
			if name == "" && slices.ContainsFunc(r.Pairs, m.stands) ||
				name != "" && (name == base || name+".json" == base || filepath.Clean(name) == r.path) {
				u.Manifest = r.path
				return m.undo(ctx, r, &u)
			}
		}
		return missing
	})
	return u, err
}

func pairsOf(all []manifest) []Pair {
	return slices.Concat(each.Of(all, func(r manifest) []Pair { return r.Pairs })...)
}

func (m Migration) stands(p Pair) bool {
	_, err := m.held(p.To, p.ToSum)
	return durable.Exists(p.copied) || err == nil || !errors.Is(err, fs.ErrNotExist) && left(p.To, err).Failed
}

// Foreign is how many of the new files are as they were written and not this machine's own.
func (m Migration) Foreign() (int, error) {
	all, err := m.manifests()
	foreign := each.If(pairsOf(all), func(p Pair) (string, bool) {
		_, err := m.held(p.To, p.ToSum)
		return p.To, err == nil && !m.Machine.Wrote(p.ToSum)
	})
	return len(each.Set(foreign)), err
}

func (m Migration) undo(ctx context.Context, r manifest, u *Undone) error {
	err := m.each(ctx, len(r.Pairs), func(i int) error {
		p := r.Pairs[i]
		err := m.restore(p, u) // the original first: at no time are both gone
		if err == nil {
			if _, err = m.held(p.To, p.ToSum); err == nil {
				err = m.remove(p.To, &u.Removed)
			} else if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
		}
		if err != nil {
			u.Kept = append(u.Kept, left(p.To, err))
		}
		return nil
	})
	if err != nil || slices.ContainsFunc(r.Pairs, func(p Pair) bool { return durable.Exists(p.copied) }) {
		return err
	}
	return durable.File(r.originals()).RemoveAll()
}

func (m Migration) restore(p Pair, u *Undone) error {
	_, was := m.held(p.From, p.FromSum)
	b, err := durable.Read(p.copied, artifact.MaxFile)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if _, made := m.held(p.To, p.ToSum); errors.Is(was, fs.ErrNotExist) && !errors.Is(made, fs.ErrNotExist) {
			return staysError("its original is gone")
		}
		return nil
	case err != nil || machine.Sum(b) != p.FromSum:
		return staysError("its original in the machine folder is damaged: " + p.copied)
	case errors.Is(was, fs.ErrNotExist):
		at := durable.In(m.Root, p.From)
		if err = cmp.Or(at.Beside(".").MkdirAll(0o755), at.Create(b, fs.FileMode(p.FromMode).Perm())); err != nil {
			return fmt.Errorf("its original cannot be restored: %w", err)
		}
		u.Restored = append(u.Restored, p.From)
	case was != nil:
		return staysError(fmt.Sprintf("another file is where the original %q was, which is in %s", p.From, p.copied))
	}
	return durable.File(p.copied).Remove()
}
