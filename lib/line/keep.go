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
	Sitting Sitting // what the session did, the zero one where nothing is known of it
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
	name := folderOf(a.Path)
	l := &Line{Name: name, reading: r, home: r.home(name), worktree: r.Store.Root, fresh: newFolding()}
	if before := r.lines[name]; before != nil {
		if newest(r.Now)(before, &Line{Saved: a.Date, Path: a.Path}) < 0 && !k.Outside {
			return "", nil // it is dated back: the next question folds the line again
		}
		l.Foreign, l.Foreigns, l.held, l.parts = before.Foreign, before.Foreigns, before.held, before.parts
		if before.Own {
			l.fresh = before.folding()
		}
	}
	r.lines[name] = l
	if l.fresh.Sums[a.Path] != shortSum(a) {
		l.fresh.take(a)
	}
	l.take(l.fresh)
	if l.kept = k.Outside; !k.Outside {
		l.held.count++
	}
	if !a.Auto() {
		l.Foreign, l.Foreigns = nil, 0
	}
	if err := r.Store.Machine.Ensure(r.registerDir()); err != nil {
		return "", err
	}
	r.Sweep()
	file = copyFile(r.registerDir(), l.home, a.Auto())
	if err := replace(file, k.Bytes, k.Outside); err != nil {
		return file, err
	}
	if r.holdNow(l); l.held.count >= 0 || k.Outside { // else a file may say what this one does not
		err = ls.prune(k, l)
		r.holdNow(l)
	}
	if failed := l.writeState(k.Outside); failed != nil {
		return file, errors.Join(err, fmt.Errorf("keeping the state of line %q: %w", l.Name, failed))
	}
	words := row{l.home, string(document(l, l.fresh.state()))}
	return file, errors.Join(err, r.table(ofHeads).put(r.Store.Machine, k.Outside, l.row()),
		r.table(ofWords).put(r.Store.Machine, false, words), r.keepSitting(k, l))
}

// holdNow notes what the files of a line are after a change of our own. One to which
// others wrote in the meantime is read again.
func (r *reading) holdNow(l *Line) {
	known := l.held.count
	if l.held = r.hold(l); l.held.count != known {
		l.held.count = -1
	}
}

func replace(file string, b []byte, lasting bool) error {
	if lasting {
		return durable.File(file).Replace(b, 0o600)
	}
	return durable.File(file).ReplaceDerived(b, 0o600)
}

// Sweep removes what a writer that was killed left in the machine folder.
func (p Project) Sweep() {
	durable.In(p.registerDir(), ".").Sweep()
	durable.In(p.Store.Kept(), ".").Sweep()
}

// writeState keeps the folding of the line.
func (l *Line) writeState(lasting bool) error {
	b, err := json.Marshal(l.fresh)
	if err != nil {
		return err
	}
	return replace(stateFile(l.reading.registerDir(), l.home), b, lasting)
}

// keepFresh keeps what was folded of lines that were read again. What cannot be kept
// is read once more.
func (r *reading) keepFresh() {
	if len(r.fresh) == 0 || r.Store.Machine.Ensure(r.registerDir()) != nil {
		return
	}
	var heads []row
	for _, l := range r.fresh {
		for _, rel := range []string{l.fresh.Auto.Path, l.fresh.Written.Path} {
			if b, err := r.Store.Bytes(rel); rel != "" && err == nil && r.ledger.Wrote(machine.Sum(b)) {
				_ = replace(copyFile(r.registerDir(), l.home, rel == l.fresh.Auto.Path), b, false)
			}
		}
		if l.writeState(false) == nil {
			heads = append(heads, l.row())
		}
	}
	_ = r.table(ofHeads).put(r.Store.Machine, false, heads...)
}

// prune removes automatic artifacts that are past their use: each holds the whole
// state of its line, so an older one says nothing that a newer does not. The newest of
// a line stays, and only files of this machine go, as it wrote them.
func (ls *Lines) prune(k Kept, saved *Line) error {
	r, most, days := ls.r, cmp.Or(k.Autos, 3), cmp.Or(k.Days, 30)
	past := r.Now.Add(-time.Duration(days) * 24 * time.Hour)
	if k.Outside {
		most = 0
	}
	err := r.pruneOne(saved, most, past)
	var changed []row
	for _, l := range ls.Own {
		if before := l.held.count; l.Name != saved.Name && l.autos > 1 && l.Began.Before(past) && err == nil {
			if err = r.pruneOne(l, l.autos, past); l.held.count < before {
				r.holdNow(l)
				changed = append(changed, l.row())
			}
		}
	}
	return errors.Join(err, r.table(ofHeads).put(r.Store.Machine, false, changed...))
}

// pruneOne keeps of a line's automatic artifacts the newest ones, but for all that is
// older than a time; 0 keeps none, else the newest stays.
func (r *reading) pruneOne(l *Line, most int, past time.Time) error {
	var autos []string
	for _, part := range l.Parts() {
		names, _ := artifact.NamesIn(r.dir, part)
		for _, name := range names {
			if artifact.AutoName(name) {
				autos = append(autos, path.Join(artifact.Dir, part, name))
			}
		}
	}
	order := artifact.Order(r.Now)
	at := func(rel string) time.Time { minute, _, _ := artifact.NameOf(rel); return minute }
	slices.SortFunc(autos, func(a, b string) int { return order(at(a).Unix(), a, at(b).Unix(), b) })
	if i := slices.Index(autos, l.Path); i > 0 { // numbers that are free are used again
		autos = append([]string{l.Path}, slices.Delete(autos, i, i+1)...)
	}
	l.autos = len(autos)
	for i, rel := range autos {
		if i < most && (i == 0 || !at(rel).Before(past)) {
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
			l.held.count, l.autos = l.held.count-1, l.autos-1
		}
	}
	return nil
}
