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
	"holdfast/lib/rank"
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
	name := folderOf(a.Path)
	before := r.lines[name]
	if before != nil && newest(r.Now)(before, &Line{Saved: a.Date, Path: a.Path}) < 0 && !k.Outside {
		return "", nil // it is dated back: the next question folds the line again
	}
	l := &Line{
		Name: name, reading: r, parts: []string{name}, homes: []key{r.home(name)}, worktree: r.Store.Root,
		fresh: newFolding(),
	}
	if before != nil {
		l.Foreign, l.Foreigns, l.adoptions = before.Foreign, before.Foreigns, r.adoptions
		if l.count, l.parts = before.count, before.parts; before.Own {
			if l.fresh = r.kept(before.homes); !before.is(l.fresh) {
				l.fresh = r.onto(r.load(before.parts, before.homes), before.homes)
			}
		}
	}
	r.lines[name] = l
	if l.fresh.Sums[a.Path] != shortSum(a) {
		l.fresh.take(a)
	}
	l.take(l.fresh)
	if l.kept = k.Outside; !k.Outside {
		l.count++
	}
	if !a.Auto() {
		l.Foreign, l.Foreigns = nil, 0
	}
	if file, err = r.copy(l.homes[0], a.Auto(), k.Bytes, k.Outside); err != nil {
		return file, err
	}
	if r.holdNow(l); l.held != "" || k.Outside { // else a file may say what this one does not
		err = ls.prune(k, l)
		r.holdNow(l)
	}
	return file, errors.Join(err, l.write(k.Outside), r.keepSitting(k, l))
}

// holdNow notes what the files of a line are after a change of our own. One to which
// others wrote in the meantime is read again.
func (r *reading) holdNow(l *Line) {
	known := l.count
	if l.held = r.hold(l); l.count != known {
		l.held = ""
	}
}

// copy keeps the bytes of an artifact, durably where they are nowhere else.
func (r *reading) copy(k key, auto bool, b []byte, only bool) (string, error) {
	dir := r.registerDir()
	if err := r.Store.Machine.Ensure(dir); err != nil {
		return "", err
	}
	file := copyFile(dir, k, auto)
	return file, replace(file, b, only)
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

// write writes the line's state, its row, and by which words it is found.
func (l *Line) write(lasting bool) error {
	r := l.reading
	r.Sweep()
	if err := l.writeState(lasting); err != nil {
		return fmt.Errorf("keeping the state of line %q: %w", l.Name, err)
	}
	words := map[key]rank.Packed{l.homes[0]: document(l, l.fresh.state())}
	return errors.Join(r.keepRows([]*Line{l}, lasting), r.keepWords(words))
}

// keepRows writes what is known of lines without their states.
func (r *reading) keepRows(lines []*Line, lasting bool) error {
	rows := map[key]string{}
	for _, l := range lines {
		rows[l.homes[0]] = fieldsOf(l.fields)
	}
	return r.table(ofHeads).put(r.Store.Machine, rows, lasting)
}

// writeState keeps the folding of the line.
func (l *Line) writeState(lasting bool) error {
	f := l.fresh
	b, err := json.Marshal(keptState{Form: registerForm, Auto: f.Auto.Path, Written: f.Written.Path, Folding: f})
	if err != nil {
		return err
	}
	return replace(stateFile(l.reading.registerDir(), l.homes[0]), b, lasting)
}

// note keeps what was folded of a line that was read again. What cannot be kept is
// read once more.
func (r *reading) note(l *Line) {
	for _, rel := range []string{l.fresh.Auto.Path, l.fresh.Written.Path} {
		if b, err := r.Store.Bytes(rel); rel != "" && err == nil && r.ledger.Wrote(machine.Sum(b)) {
			_, _ = r.copy(l.homes[0], rel == l.fresh.Auto.Path, b, false)
		}
	}
	if r.Store.Machine.Ensure(r.registerDir()) == nil && l.writeState(false) == nil {
		r.fresh = append(r.fresh, l)
	}
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
	if err := r.pruneOne(saved, most, past); err != nil {
		return err
	}
	var changed []*Line
	for _, l := range ls.Own {
		if before := l.count; l.Name != saved.Name && l.autos > 1 && l.Began.Before(past) {
			if err := r.pruneOne(l, l.autos, past); err != nil {
				return err
			}
			if l.count < before {
				r.holdNow(l)
				changed = append(changed, l)
			}
		}
	}
	return r.keepRows(changed, false)
}

// pruneOne keeps of a line's automatic artifacts the newest ones, but for all that is
// older than a time; 0 keeps none, else the newest stays.
func (r *reading) pruneOne(l *Line, most int, past time.Time) error {
	var autos []string
	for _, part := range l.parts {
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
			l.count, l.autos = l.count-1, l.autos-1
		}
	}
	return nil
}
