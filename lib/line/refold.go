package line

import (
	"cmp"
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
	// maxFolded is how many artifacts of a line are folded, the newest by their names:
	// each automatic one holds all that is known before it.
	maxFolded = 300
	// maxTried is how many artifacts of a foreign line are tried for one that can be read.
	maxTried = 3
)

// A keptState is the folding of a line, and which artifacts are kept beside it.
type keptState struct {
	Form, Version string   // the line's
	Auto, Written string   // paths of the artifacts
	Others        int      // files of its folders that are not this machine's
	Sums          []string // of the artifacts that were folded, shortened
	Folding       *folding
}

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

func (r *reading) keptState(k key) (s keptState, ok bool) {
	b, err := durable.Read(stateFile(r.registerDir(), k), maxState)
	ok = err == nil && json.Unmarshal(b, &s) == nil && s.Form == registerForm && s.Folding != nil
	return s, ok
}

// folding is that of a line's own artifacts.
func (l *Line) folding() *folding {
	if len(l.homes) != 1 {
		return l.reading.folded(l.Artifacts(true))
	}
	return l.foldingOf(l.reading.keptState(l.homes[0]))
}

// foldingOf is the same where what is kept of the line was read already.
func (l *Line) foldingOf(s keptState, ok bool) *folding {
	if ok && len(l.homes) == 1 && s.Version == l.version() && l.unchanged(s) {
		return s.Folding
	}
	return l.reading.folded(l.Artifacts(true))
}

// unchanged reports whether the newest artifacts are as this machine wrote them, or are
// gone: an edit in place leaves a folder's time as it is.
func (l *Line) unchanged(s keptState) bool {
	for _, rel := range []string{s.Auto, s.Written} {
		if b, err := l.reading.Store.Bytes(rel); rel != "" && err == nil && !l.reading.ledger.Wrote(machine.Sum(b)) {
			return false
		}
	}
	return true
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

// Artifacts reads the line's artifacts, newest first: its own, or the foreign
// ones, as the bytes are now. What cannot be read is left out.
func (l *Line) Artifacts(own bool) []artifact.Artifact {
	all := slices.Clone(l.group)
	if all == nil {
		all = l.reading.load(l.parts, l.homes)
	}
	return slices.DeleteFunc(all, func(a artifact.Artifact) bool { return l.reading.ledger.Wrote(a.Sum) != own })
}

// load reads the artifacts of folders, and those that the machine folder keeps and
// that are not there, newest first.
func (r *reading) load(folders []string, homes []key) []artifact.Artifact {
	var all []artifact.Artifact
	there := map[string]bool{}
	order := artifact.Order(r.Now)
	for _, folder := range folders {
		names, _ := artifact.NamesIn(r.dir(), folder)
		at := func(name string) int64 { minute, _, _ := artifact.NameOf(name); return minute.Unix() }
		slices.SortFunc(names, func(a, b string) int { return order(at(a), a, at(b), b) })
		for _, name := range names[:min(len(names), maxFolded)] {
			if r.ctx.Err() != nil {
				return all
			}
			rel := path.Join(artifact.Dir, folder, name)
			if there[rel] = true; folder == "" {
				rel = path.Join(artifact.Dir, name)
			}
			if a, err := r.Store.Load(rel); err == nil {
				all = append(all, a)
			}
		}
	}
	for _, k := range homes {
		s, ok := r.keptState(k)
		for _, rel := range []string{s.Auto, s.Written} {
			if !ok || rel == "" || there[rel] || exists(filepath.Join(r.Store.Root, filepath.FromSlash(rel))) {
				continue
			}
			b, err := durable.Read(copyFile(r.registerDir(), k, artifact.AutoName(rel)), maxCopy)
			if err == nil && r.ledger.Wrote(machine.Sum(b)) { // else it is torn
				all = append(all, artifact.Parse(rel, b))
				there[rel] = true
			}
		}
	}
	slices.SortFunc(all, func(a, b artifact.Artifact) int { return order(a.Date.Unix(), a.Path, b.Date.Unix(), b.Path) })
	return all
}

// fold reads the lines of a source from its artifacts: mostly one.
func (r *reading) fold(name string, s *source) []*Line {
	all := r.load(s.folders, s.homes)
	if name == "" || r.mixed(name, all) {
		return r.unmix(name, all)
	}
	l := r.lineOf(name, all, s)
	if l.Own && r.ctx.Err() == nil {
		r.note(l)
	}
	return []*Line{l}
}

// lineOf is the line of artifacts, newest first.
func (r *reading) lineOf(name string, all []artifact.Artifact, s *source) *Line {
	l := &Line{Name: name, reading: r, parts: s.folders, homes: []key{r.home(name)}, stamp: r.stampOf(s.folders), young: r.racy(s.folders), worktree: r.Store.Root, ofFiles: &files{}}
	l.count, l.held = r.files(s.folders)
	var own []artifact.Artifact
	written := false
	for _, a := range all {
		if r.ledger.Wrote(a.Sum) {
			own, written = append(own, a), written || !a.Auto()
		} else if !written {
			if l.Foreigns++; l.Foreign == nil {
				l.Foreign = entryOf(a)
			}
		}
	}
	if len(own) == 0 {
		if len(all) > 0 {
			l.theirs(all[0], len(all))
		}
		return l
	}
	l.others = len(all) - len(own)
	l.fresh = r.onto(own, l.others, s)
	for _, a := range own {
		l.sums = append(l.sums, shortSum(a))
	}
	l.take(l.fresh)
	there := func(a artifact.Artifact) bool { return exists(filepath.Join(r.Store.Root, filepath.FromSlash(a.Path))) }
	for _, a := range all {
		if artifact.AutoName(a.Path) && there(a) {
			l.ofFiles.autos = append(l.ofFiles.autos, a.Path)
		}
	}
	for _, a := range own {
		if a.Path == l.Path {
			l.kept = !there(a)
		}
		newest := &l.newest.Written
		if a.Auto() {
			newest = &l.newest.Auto
		}
		*newest = cmp.Or(*newest, a.Path)
	}
	return l
}

// onto folds artifacts, newest first, on what is kept of their line: files that are
// gone, as after a checkout of another branch, take nothing away. Where others than
// those were folded, all are folded again.
func (r *reading) onto(own []artifact.Artifact, others int, s *source) *folding {
	if len(s.homes) != 1 || s.row.rest == "" {
		return r.folded(own)
	}
	k, ok := r.keptState(s.homes[0])
	row := r.line(s.homes[0].name, s.row)
	if !ok || row == nil || k.Version != row.version() || k.Others != others {
		return r.folded(own)
	}
	order, was := artifact.Order(r.Now), k.Folding.State
	i := slices.IndexFunc(own, func(a artifact.Artifact) bool {
		return order(a.Date.Unix(), a.Path, was.Saved.Unix(), was.Path) >= 0
	})
	if i < 0 {
		i = len(own)
	}
	if slices.ContainsFunc(own[i:], func(a artifact.Artifact) bool { return !slices.Contains(k.Sums, shortSum(a)) }) {
		return r.folded(own)
	}
	for _, a := range slices.Backward(own[:i]) {
		k.Folding.take(a)
	}
	return k.Folding
}

func shortSum(a artifact.Artifact) string { return a.Sum[:min(len(a.Sum), 12)] }

// folded folds artifacts, newest first. What closed a part of a line before it became
// one does not close the whole.
func (r *reading) folded(own []artifact.Artifact) *folding {
	f := newFolding()
	for _, a := range slices.Backward(own) {
		f.part = r.words[path.Base(path.Dir(a.Path))].into != ""
		f.take(a)
	}
	return f
}

// partOf is the session of an artifact that does not say of which line it is.
func partOf(a artifact.Artifact) string {
	if a.Text("metadata.line") != "" {
		return ""
	}
	return a.SessionID()
}

// NamedAfter reports whether a session folder is named after a bead or a
// session; either may be unknown.
func NamedAfter(folder, bead, sessionID string) bool {
	return bead != "" && bead != "none" && (folder == bead || strings.HasPrefix(folder, bead+"-")) ||
		sessionID != "" && strings.HasSuffix(folder, artifact.FolderName(shortID(sessionID)))
}

// shortID is how much of a session's id names a folder.
func shortID(id string) string { return id[:min(len(id), 8)] }

// mixed reports whether a folder that the first build wrote mixes lines: it is
// named after neither one bead nor one session, and several sessions of this
// machine saved there. What today's build saves names its line.
func (r *reading) mixed(folder string, all []artifact.Artifact) bool {
	first := ""
	for _, a := range all {
		if NamedAfter(folder, a.Text("primary_bead"), a.SessionID()) {
			return false
		}
	}
	for _, a := range all {
		switch id := partOf(a); {
		case id == "" || id == first || !r.ledger.Wrote(a.Sum):
		case first == "":
			first = id
		default:
			return true
		}
	}
	return false
}

// unmix makes lines of the artifacts of a mixed folder, or of those beside the
// folders. They are read at every question.
func (r *reading) unmix(folder string, all []artifact.Artifact) (lines []*Line) {
	groups := map[string][]artifact.Artifact{}
	for _, a := range all {
		name := folder
		if id := partOf(a); folder == "" {
			name = a.Session()
		} else if id != "" && r.ledger.Wrote(a.Sum) {
			name = artifact.FolderName(folder, shortID(id))
		}
		groups[name] = append(groups[name], a)
	}
	for name, group := range groups {
		l := r.lineOf(name, group, &source{folders: []string{folder}})
		l.group = group
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
		for _, next := range all[:min(len(all), maxTried)] {
			if a, err = next, nil; next.Broken == nil {
				break
			}
		}
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
	addNew(&l.Branches, a.Branches()...)
	addNew(&l.Beads, a.Text("primary_bead"))
	addNew((*[]string)(&l.Sittings), a.SessionID())
}
