package legacy

import (
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
	"holdfast/lib/fault"
	"holdfast/lib/machine"
)

// held reads a file of the project that had the sum. gone says that it is missing, and
// stays.Why, where it is not empty, why it is not to be touched.
func (m Migration) held(rel, sum string) (b []byte, gone bool, stays Skipped) {
	b, err := m.read(rel)
	stays.Path = rel
	switch {
	case errors.Is(err, fs.ErrNotExist):
		gone = true
	case errors.Is(err, durable.ErrLink):
		stays.Why = "a link leads to it"
	case err == nil && machine.Sum(b) != sum, errors.Is(err, durable.ErrTooLarge):
		stays.Why = "it was edited since it was migrated"
	case err != nil:
		stays.Why, stays.Failed = "it cannot be read: "+err.Error(), true
	}
	return b, gone, stays
}

// vouches fails where a new file is not what was written.
func (m Migration) vouches(p Pair) error {
	if _, gone, other := m.held(p.To, p.ToSum); gone || other.Why != "" {
		return fmt.Errorf("reading back %q: it is not what was written", p.To)
	}
	return nil
}

// removeOriginals moves originals into the machine folder, each once its new file was
// read back. One whose new file came from another machine stays.
func (m Migration) removeOriginals(ctx context.Context, done []Pair, all []manifest, r *Result) error {
	type made struct {
		Pair
		copied string // where the original goes
	}
	of := map[[3]string]made{}
	for _, run := range all {
		for _, p := range run.Pairs {
			of[[3]string{p.From, p.FromSum, p.To}] = made{p, run.kept(p)}
		}
	}
	return m.each(ctx, len(done), func(i int) (err error) {
		stays := Skipped{Path: done[i].From, Why: "its new file was not made on this machine"}
		if p, ours := of[[3]string{done[i].From, done[i].FromSum, done[i].To}]; ours {
			stays, err = m.removeOriginal(p.Pair, p.copied, r)
		}
		if stays.Why != "" {
			r.Kept = append(r.Kept, stays)
		}
		return err
	})
}

// removeOriginal moves one original: copy, read the copy back, remove. stays says why
// it was left.
func (m Migration) removeOriginal(p Pair, copied string, r *Result) (stays Skipped, err error) {
	b, gone, stays := m.held(p.From, p.FromSum)
	if gone || stays.Why != "" {
		return stays, nil
	}
	if err := m.vouches(p); err != nil {
		stays.Why = "its new file was changed: " + err.Error()
		return stays, nil
	}
	if err := m.Machine.Ensure(filepath.Dir(copied)); err != nil {
		return stays, err
	}
	if err := durable.File(copied).Replace(b, 0o600); err != nil {
		return stays, err
	}
	if back, err := durable.Read(copied, artifact.MaxFile); err != nil || machine.Sum(back) != p.FromSum {
		return stays, fmt.Errorf("moving %q: the copy in %q does not read back", p.From, copied)
	}
	return stays, m.remove(p.From, &r.Removed)
}

// remove removes a file, and the folders that are empty without it, but none that
// others may count on.
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

// Undo takes a migration back: the new files that nobody edited go, removed
// originals come back. name is a manifest's file name or path; "" is the last
// migration of which anything is there to take back. If there is none it is a
// *fault.Error with the paths of all manifests, the oldest first.
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
		missing := &fault.Error{Code: fault.CodeMissing, Cause: errors.New("undoing: no such migration")}
		for _, r := range all {
			missing.Candidates = append(missing.Candidates, r.path)
		}
		for _, r := range slices.Backward(all) {
			base := filepath.Base(r.path)
			if name == "" && slices.ContainsFunc(r.Pairs, func(p Pair) bool { return m.stands(r, p) }) ||
				name != "" && (name == base || name+".json" == base || filepath.Clean(name) == r.path) {
				u.Manifest = r.path
				return m.undo(ctx, r, &u)
			}
		}
		return missing
	})
	return u, err
}

func (m Migration) stands(r manifest, p Pair) bool {
	_, gone, stays := m.held(p.To, p.ToSum)
	return durable.Exists(r.kept(p)) || !gone && (stays.Why == "" || stays.Failed)
}

// Foreign are the new files of the runs that are as they were written and do not count
// as this machine's own, by their paths: their originals came from elsewhere, or from
// before Holdfast.
func (m Migration) Foreign() (map[string][]byte, error) {
	all, err := m.manifests()
	foreign := map[string][]byte{}
	for _, r := range all {
		for _, p := range r.Pairs {
			if b, err := m.read(p.To); err == nil && machine.Sum(b) == p.ToSum && !m.Machine.Wrote(p.ToSum) {
				foreign[p.To] = b
			}
		}
	}
	return foreign, err
}

func (m Migration) undo(ctx context.Context, r manifest, u *Undone) error {
	err := m.each(ctx, len(r.Pairs), func(i int) error {
		p := r.Pairs[i]
		// The original first: at no time are both gone.
		stays, err := m.restore(p, r.kept(p), u)
		if err == nil && stays.Why == "" {
			stays, err = m.takeBack(p, u)
		}
		if err != nil {
			stays = Skipped{Path: p.To, Why: err.Error(), Failed: true}
		}
		if stays.Why != "" {
			u.Kept = append(u.Kept, stays)
		}
		return nil
	})
	if err != nil || slices.ContainsFunc(r.Pairs, func(p Pair) bool { return durable.Exists(r.kept(p)) }) {
		return err
	}
	if err := durable.File(r.originals()).RemoveAll(); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (m Migration) takeBack(p Pair, u *Undone) (stays Skipped, err error) {
	_, gone, stays := m.held(p.To, p.ToSum)
	if gone || stays.Why != "" {
		return stays, nil
	}
	return stays, m.remove(p.To, &u.Removed)
}

// restore brings a removed original back; stays says why it could not.
func (m Migration) restore(p Pair, copied string, u *Undone) (stays Skipped, err error) {
	stays.Path = p.To
	b, err := durable.Read(copied, artifact.MaxFile)
	if errors.Is(err, fs.ErrNotExist) {
		_, toGone, _ := m.held(p.To, p.ToSum)
		if _, gone, _ := m.held(p.From, p.FromSum); gone && !toGone {
			stays.Why = "its original is gone"
		}
		return stays, nil
	}
	if err != nil || machine.Sum(b) != p.FromSum {
		stays.Why = "its original in the machine folder is damaged: " + copied
		return stays, nil
	}
	err = durable.In(m.Root, path.Dir(p.From)).MkdirAll(0o755)
	if err == nil {
		err = durable.In(m.Root, p.From).Create(b, fs.FileMode(p.FromMode).Perm())
	}
	switch {
	case errors.Is(err, durable.ErrLink):
		stays.Why = "its original cannot be restored: a link leads to its folder"
		return stays, nil
	case errors.Is(err, fs.ErrExist):
		if _, gone, other := m.held(p.From, p.FromSum); gone || other.Why != "" {
			why := "another file is where the original was; the original is in " + copied
			return Skipped{Path: p.From, Why: why}, nil
		}
	case err != nil:
		return stays, err
	default:
		u.Restored = append(u.Restored, p.From)
	}
	return stays, durable.File(copied).Remove()
}
