package line

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/machine"
)

// A Kept is an artifact that was just saved, and what is to be known of it.
type Kept struct {
	Artifact artifact.Artifact
	Bytes    []byte
	// Outside says that no file of it is in the project, because git would take it in:
	// what is kept is all there is, and no other automatic file of the line stays.
	Outside bool
	Bounds
	NoPrompts bool    // no text of a prompt may be kept
	Sitting   Sitting // what the session did, the zero one where nothing is known of it
}

// Bounds say which automatic artifacts stay. Zero values are the defaults.
type Bounds struct {
	Autos int // of each line; 3
	Days  int // how long those stay that are not the newest of a line; 30
}

// Keep takes what was saved into the register, and removes automatic artifacts that
// are past their use. It returns where the bytes are kept.
func (ls *Lines) Keep(ctx context.Context, k Kept) (file string, err error) {
	r, a := ls.r, k.Artifact
	name := path.Base(path.Dir(a.Path))
	before := r.lines[name]
	l := &Line{Name: name, reading: r, parts: []string{name}, homes: []key{r.home(name)}, worktree: r.Store.Root, young: true, fresh: newFolding(), ofFiles: &files{}}
	if before != nil {
		l.Foreign, l.Foreigns, l.count, l.newest = before.Foreign, before.Foreigns, before.count, before.newest
		l.ofFiles.autos = before.files().autos
		if len(before.parts) > 0 && before.stamp != "" && r.folders[name].Name == "" {
			l.count = 0 // its folder is gone
		}
		if addNew(&l.parts, before.parts...); before.Own {
			s, ok := r.keptState(before.homes[0])
			if ok {
				l.newest.Auto, l.newest.Written, l.others, l.sums = s.Auto, s.Written, s.Others, s.Sums
			}
			l.fresh = before.foldingOf(s, ok)
		}
	}
	r.lines[name] = l
	if late := before != nil && newest(r.Now)(before, &Line{Saved: a.Date, Path: a.Path}) < 0; late && !k.Outside {
		return "", nil // it is dated back: the next question folds the line again
	}
	l.fresh.take(a)
	l.take(l.fresh)
	l.sums = append(l.sums[max(0, len(l.sums)-maxFolded):], shortSum(a))
	if l.kept = k.Outside; !k.Outside {
		l.count++
	}
	if a.Auto() {
		l.newest.Auto = a.Path
		if !k.Outside {
			l.ofFiles.autos = append([]string{a.Path}, l.ofFiles.autos...)
		}
	} else {
		l.newest.Written, l.Foreign, l.Foreigns = a.Path, nil, 0
	}
	if file, err = l.copy(a, k.Bytes, k.Outside); err != nil {
		return file, err
	}
	err = ls.prune(k, l)
	l.stamp = r.stampNow(l)
	return file, errors.Join(err, l.write(k.Outside), r.sat(k, l))
}

// stampNow is how the folders of a line are now. One into which others wrote in the
// meantime is read again.
func (r *reading) stampNow(l *Line) string {
	for _, name := range l.parts {
		at := r.Store.NoteOwn(name)
		f := r.folders[name]
		f.Name, f.Modified = name, at
		r.folders[name] = f
	}
	n := 0
	if n, l.held = r.files(l.parts); n != l.count {
		return ""
	}
	l.parts = slices.DeleteFunc(l.parts, func(name string) bool { return r.folders[name].Modified == 0 })
	return r.stampOf(l.parts)
}

// copy keeps the bytes of an artifact, durably where they are nowhere else.
func (l *Line) copy(a artifact.Artifact, b []byte, only bool) (string, error) {
	dir := l.reading.registerDir()
	if err := l.reading.Store.Machine.Ensure(dir); err != nil {
		return "", err
	}
	file := copyFile(dir, l.homes[0], a.Auto())
	if only {
		return file, durable.File(file).Replace(b, 0o600)
	}
	return file, durable.File(file).ReplaceDerived(b, 0o600)
}

// Sweep removes what a writer that was killed left in the machine folder.
func (p Project) Sweep() {
	durable.In(p.registerDir(), ".").Sweep()
	durable.In(p.Store.Kept(), ".").Sweep()
}

// write writes the line's state and its row.
func (l *Line) write(lasting bool) error {
	r := l.reading
	r.Sweep()
	if err := l.writeState(lasting); err != nil {
		return fmt.Errorf("keeping the state of line %q: %w", l.Name, err)
	}
	return r.keepRows([]*Line{l}, lasting)
}

// keepRows writes what is known of lines without their states.
func (r *reading) keepRows(lines []*Line, lasting bool) error {
	heads, files := map[key]row{}, map[key]row{}
	for _, l := range lines {
		heads[l.homes[0]], files[l.homes[0]] = l.row(), rowOf(l.files().changed, list(l.files().autos))
	}
	return errors.Join(r.table("files").put(r.Store.Machine, files, lasting), r.table("heads").put(r.Store.Machine, heads, lasting))
}

func (l *Line) writeState(lasting bool) error {
	b, err := json.Marshal(keptState{Form: registerForm, Version: l.version(), Auto: l.newest.Auto, Written: l.newest.Written, Others: l.others, Sums: l.sums, Folding: l.fresh})
	if err != nil {
		return err
	}
	file := durable.File(stateFile(l.reading.registerDir(), l.homes[0]))
	if lasting {
		return file.Replace(b, 0o600)
	}
	return file.ReplaceDerived(b, 0o600)
}

// note keeps what was folded of a line that was read again. What cannot be kept is
// read once more.
func (r *reading) note(l *Line) {
	if r.Store.Machine.Ensure(r.registerDir()) != nil {
		return
	}
	for _, rel := range []string{l.newest.Auto, l.newest.Written} {
		if b, err := r.Store.Bytes(rel); rel != "" && err == nil && r.ledger.Wrote(machine.Sum(b)) {
			_ = durable.File(copyFile(r.registerDir(), l.homes[0], rel == l.newest.Auto)).ReplaceDerived(b, 0o600)
		}
	}
	if l.writeState(false) == nil {
		r.fresh = append(r.fresh, l)
	}
}

// prune removes automatic artifacts that are past their use: each holds the whole
// state of its line, so an older one says nothing that a newer does not. The newest of
// a line stays, and only files of this machine go, as it wrote them.
func (ls *Lines) prune(k Kept, saved *Line) error {
	r, most, days := ls.r, cmp.Or(k.Autos, 3), cmp.Or(k.Days, 30)
	var changed []*Line
	for _, l := range append([]*Line{saved}, ls.Own...) {
		young := r.Now.Sub(l.Began) <= time.Duration(days)*24*time.Hour // none of its files is past its time
		if l != saved && (l.Name == saved.Name || young) {
			continue
		}
		autos := l.files().autos
		stay, removed := []string{}, 0
		for i, rel := range autos {
			minute, _, _ := artifact.NameOf(rel)
			old := r.Now.Sub(minute) > time.Duration(days)*24*time.Hour
			exposed := l == saved && k.Outside
			if !exposed && (i == 0 || i < most && !old) {
				stay = append(stay, rel)
				continue
			}
			b, err := r.Store.Bytes(rel)
			if errors.Is(err, fs.ErrNotExist) {
				continue
			}
			gone, err := r.Store.RemoveUnchanged(rel, machine.Sum(b))
			if err != nil {
				return fmt.Errorf("removing an old automatic save: %w", err)
			}
			if gone {
				removed++
			} else {
				stay = append(stay, rel)
			}
		}
		l.ofFiles.autos, l.count = stay, l.count-removed
		if l != saved && removed > 0 {
			l.stamp, l.young = r.stampNow(l), true
			changed = append(changed, l)
		}
	}
	return r.keepRows(changed, false)
}

// Close closes a line by a word in the machine folder.
func (p Project) Close(l *Line) error {
	at := p.Now
	if at.Before(l.Saved) {
		at = l.Saved
	}
	return p.say(p.home(l.Name), word{closed: at})
}

// Join makes one line a part of another, which may be a new name.
func (p Project) Join(name, into string) error { return p.say(p.home(name), word{into: into}) }
