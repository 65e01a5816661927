package line

import (
	"encoding/json"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/machine"
)

const (
	maxState = 8 << 20
	maxCopy  = 2 << 20
	// maxFolded is how many artifacts of a folder are folded, the newest by their names:
	// each automatic one holds all that is known before it.
	maxFolded = 300
	// maxTried is how many artifacts of a foreign line are tried for one that can be read.
	maxTried = 3
)

// stateFile is where the folding of a line is kept.
func stateFile(dir string, k key) string { return filepath.Join(dir, fileOf(k)+".json") }

// copyFile is where the newest automatic artifact of a line is kept, or the newest
// written one.
func copyFile(dir string, k key, auto bool) string {
	kind := "-written.yaml"
	if auto {
		kind = "-auto.yaml"
	}
	return filepath.Join(dir, fileOf(k)+kind)
}

func fileOf(k key) string { return machine.Sum([]byte(k.project + "\x00" + k.name))[:32] }

// kept is the folding that is kept of a line. One of another form tells only which
// artifacts are kept beside it.
func (r *reading) kept(k key) *folding {
	var f folding
	b, err := durable.Read(stateFile(r.registerDir(), k), maxState)
	if err != nil || json.Unmarshal(b, &f) != nil {
		f.Form = ""
	}
	return &f
}

// State is what is known of the line, of its own artifacts alone.
func (l *Line) State() State {
	if l.group != nil {
		return Fold(l.Artifacts(true), l.reading.Now)
	}
	s := l.folding().state()
	s.Closed = l.Closed
	return s
}

// folding is that of a line's own artifacts: the one that is kept, unless a file was
// edited in place since.
func (l *Line) folding() *folding {
	f := l.reading.kept(l.home)
	known := f.Form == registerForm && f.State.Path == l.Path && f.State.Saved.Unix() == l.Saved.Unix()
	if known && (l.looked || l.held == l.reading.hold(l)) {
		return f
	}
	return l.reading.onto(l.reading.load(l.Name, l.home), f)
}

// Artifacts reads the line's artifacts, newest first: its own, or the foreign
// ones, as the bytes are now. What cannot be read is left out.
func (l *Line) Artifacts(own bool) []artifact.Artifact {
	all := slices.Clone(l.group)
	if all == nil {
		all = l.reading.load(l.Name, l.reading.homes(l.Name)...)
	}
	return slices.DeleteFunc(all, func(a artifact.Artifact) bool { return l.reading.ledger.Wrote(a.Sum) != own })
}

// homes are under which names the machine folder keeps a line, its own first.
func (r *reading) homes(name string) []key {
	all := []key{r.home(name)}
	for _, part := range r.parts[name] {
		all = append(all, r.home(part))
	}
	return append(all, r.left[name]...)
}

// load reads the artifacts of a line's folders, and those that the machine folder keeps
// and that are not there, newest first.
func (r *reading) load(name string, homes ...key) []artifact.Artifact {
	var all []artifact.Artifact
	there := map[string]bool{}
	order := artifact.Order(r.Now)
	for _, folder := range append([]string{name}, r.parts[name]...) {
		names, _ := artifact.NamesIn(r.dir, folder)
		at := func(name string) int64 { minute, _, _ := artifact.NameOf(name); return minute.Unix() }
		slices.SortFunc(names, func(a, b string) int { return order(at(a), a, at(b), b) })
		for _, name := range names[:min(len(names), maxFolded)] {
			rel := path.Join(artifact.Dir, folder, name)
			there[rel] = true
			if a, err := r.Store.Load(rel); err == nil && r.ctx.Err() == nil {
				all = append(all, a)
			}
		}
	}
	for _, k := range homes {
		f := r.kept(k)
		for _, rel := range []string{f.Auto.Path, f.Written.Path} {
			if rel == "" || there[rel] || r.there(rel) {
				continue
			}
			b, err := durable.Read(copyFile(r.registerDir(), k, artifact.AutoName(rel)), maxCopy)
			if err == nil && r.ledger.Wrote(machine.Sum(b)) { // else it is torn
				all = append(all, artifact.Parse(rel, b))
				there[rel] = true
			}
		}
	}
	slices.SortFunc(all, func(a, b artifact.Artifact) int {
		return order(a.Date.Unix(), a.Path, b.Date.Unix(), b.Path)
	})
	return all
}

// there reports whether the project holds a file of that name.
func (r *reading) there(rel string) bool {
	return exists(filepath.Join(r.Store.Root, filepath.FromSlash(rel)))
}

// fold reads a line from its artifacts; a folder may mix several.
func (r *reading) fold(name string) []*Line {
	homes := r.homes(name)
	all := r.load(name, homes...)
	if name == "" || r.mixed(name, all) {
		return r.unmix(name, all)
	}
	known := &folding{}
	if len(homes) == 1 {
		known = r.kept(homes[0])
	}
	l := r.lineOf(name, all, known)
	if l.parts = r.parts[name]; l.Own && r.ctx.Err() == nil {
		l.held, l.looked = r.hold(l), true
		r.fresh = append(r.fresh, l)
	}
	return []*Line{l}
}

// lineOf is the line of artifacts, newest first.
func (r *reading) lineOf(name string, all []artifact.Artifact, known *folding) *Line {
	l := &Line{Name: name, reading: r, home: r.home(name), worktree: r.Store.Root}
	written := false
	for _, a := range all {
		if artifact.AutoName(a.Path) && r.there(a.Path) {
			l.autos++
		}
		if r.ledger.Wrote(a.Sum) {
			written = written || !a.Auto()
		} else if !written {
			if l.Foreigns++; l.Foreign == nil {
				l.Foreign = entryOf(a)
			}
		}
	}
	if l.fresh = r.onto(all, known); l.fresh.State.Artifacts > 0 {
		l.take(l.fresh)
		l.kept = !r.there(l.Path)
	} else if len(all) > 0 {
		l.theirs(all[0], len(all))
	}
	return l
}

// onto folds a line's own artifacts on what is kept of it: files that are gone, as
// after a checkout of another branch, take nothing away. Where one was edited, or an
// older one was added, all are folded again.
func (r *reading) onto(all []artifact.Artifact, f *folding) *folding {
	order := artifact.Order(r.Now)
	fits := func(a artifact.Artifact) bool {
		if sum := f.Sums[a.Path]; sum != "" {
			return sum == shortSum(a)
		}
		return !r.ledger.Wrote(a.Sum) || order(a.Date.Unix(), a.Path, f.State.Saved.Unix(), f.State.Path) < 0
	}
	if f.Form != registerForm || slices.ContainsFunc(all, func(a artifact.Artifact) bool { return !fits(a) }) {
		f = newFolding()
	}
	for _, a := range slices.Backward(all) {
		if f.Sums[a.Path] != "" || !r.ledger.Wrote(a.Sum) {
			continue
		}
		// What closed a part of a line before it became one does not close the whole.
		f.part = r.words[folderOf(a.Path)].into != ""
		f.take(a)
	}
	f.part = false
	return f
}

func shortSum(a artifact.Artifact) string { return a.Sum[:min(len(a.Sum), 12)] }

// NamedAfter reports whether a session folder is named after a bead or a
// session; either may be unknown.
func NamedAfter(folder, bead, sessionID string) bool {
	return bead != "" && bead != "none" && (folder == bead || strings.HasPrefix(folder, bead+"-")) ||
		sessionID != "" && strings.HasSuffix(folder, artifact.FolderName(shortID(sessionID)))
}

// shortID is how much of a session's id names a folder.
func shortID(id string) string { return id[:min(len(id), 8)] }

// partOf is the session of an own artifact that does not say of which line it is.
func (r *reading) partOf(a artifact.Artifact) string {
	if a.Text("metadata.line") != "" || !r.ledger.Wrote(a.Sum) {
		return ""
	}
	return a.SessionID()
}

// mixed reports whether a folder that the first build wrote mixes lines: it is
// named after neither one bead nor one session, and several sessions of this
// machine saved there. What today's build saves names its line.
func (r *reading) mixed(folder string, all []artifact.Artifact) bool {
	sessions := map[string]bool{}
	for _, a := range all {
		if NamedAfter(folder, a.Text("primary_bead"), a.SessionID()) {
			return false
		}
		if id := r.partOf(a); id != "" {
			sessions[id] = true
		}
	}
	return len(sessions) > 1
}

// unmix makes lines of the artifacts of a mixed folder, or of those beside the
// folders. They are read at every question.
func (r *reading) unmix(folder string, all []artifact.Artifact) (lines []*Line) {
	groups := map[string][]artifact.Artifact{}
	for _, a := range all {
		name := folder
		if id := r.partOf(a); folder == "" {
			name = a.Session()
		} else if id != "" {
			name = artifact.FolderName(folder, shortID(id))
		}
		groups[name] = append(groups[name], a)
	}
	for name, group := range groups {
		l := r.lineOf(name, group, &folding{})
		l.group, l.parts = group, []string{folder}
		lines = append(lines, l)
	}
	return lines
}

// NewestForeign reads the newest foreign artifact. Of a foreign line it is the
// newest of those that can be read, and the line is what that one tells of it.
func (l *Line) NewestForeign() (artifact.Artifact, bool) {
	if l.Foreign == nil {
		return artifact.Artifact{}, false
	}
	a, err := l.reading.Store.Load(l.Foreign.Path)
	if l.Own {
		return a, err == nil && !l.reading.ledger.Wrote(a.Sum)
	}
	if err != nil || a.Broken != nil || l.reading.ledger.Wrote(a.Sum) {
		all := l.Artifacts(false)
		if len(all) == 0 {
			return a, false
		}
		whole := func(a artifact.Artifact) bool { return a.Broken == nil }
		a, err = all[max(slices.IndexFunc(all[:min(len(all), maxTried)], whole), 0)], nil
	}
	if err != nil || a.Broken != nil {
		l.Foreign.Broken = true
		return a, err == nil
	}
	l.theirs(a, l.Foreigns)
	return a, true
}

// theirs makes an artifact what is known of a foreign line of n of them.
func (l *Line) theirs(a artifact.Artifact, n int) {
	l.Saved, l.Path, l.Goal, l.Commit, l.Foreign, l.Foreigns = a.Date, a.Path, a.Goal(), a.Commit(), entryOf(a), n
	l.Branches = firstOfEach(append(l.Branches, a.Branches()...), itself)
	l.Beads = said(firstOfEach(append(l.Beads, a.Text("primary_bead")), itself))
	l.Sittings = said(firstOfEach(append(l.Sittings, a.SessionID()), itself))
}
