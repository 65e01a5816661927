package line

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/machine"
	"holdfast/lib/parallel"
	"holdfast/lib/platform"
)

// A reading is one look at the lines of a project: what the register says, and what has to be folded again.
type reading struct {
	Project
	ctx        context.Context
	ledger     *machine.Ledger
	dir        string // of the session folders, absolute
	verdicts   map[string]verdict
	forgotten  map[string]time.Time
	parts      map[string][]string          // the folders that became part of a line
	lines      map[string]*Line             // by name; nil for one that is to be folded again
	entered    []*Line                      // all that ever were in lines
	elsewhere  []*Line                      // of other worktrees that exist, in every status
	orphans    map[string][]key             // where lines of worktrees that are gone are kept, by name
	stale      []string                     // the names of lines that are to be folded again
	listed     string                       // listing() as it was when all session folders were known lines
	sittings   func() []Sitting             // that the register holds, the newest first
	sittingsOf func() map[string][]*Sitting // likewise, by line
	judged     *judge
}

// maxFolded is how many artifacts of a folder are folded, the newest: each automatic one holds the state before it.
const maxFolded = 300

// foldTime is how long a hook folds lines, after an upgrade all of them; the next hook goes on.
const foldTime = 250 * time.Millisecond

// reading reads the register.
func (p Project) reading(ctx context.Context) *reading {
	r := &reading{
		Project: p, ctx: ctx, ledger: p.Store.Machine.Ledger(),
		parts: map[string][]string{}, orphans: map[string][]key{},
	}
	r.dir, _ = p.Store.Folder() // without one nothing is found in it
	r.verdicts, r.forgotten = p.verdicts()
	for _, part := range slices.Sorted(maps.Keys(r.verdicts)) {
		if whole := r.nameOf(part); whole != part {
			r.parts[whole] = append(r.parts[whole], part)
		}
	}
	r.sittings = sync.OnceValue(r.readSittings)
	r.sittingsOf = sync.OnceValue(func() map[string][]*Sitting {
		of := map[string][]*Sitting{}
		for i, s := range r.sittings() {
			of[s.Line] = append(of[s.Line], &r.sittings()[i])
		}
		return of
	})
	_ = parallel.Start(func() error { // who asks for lines asks for these next
		r.sittings()
		r.branches()
		return nil
	})
	r.heads()
	return r
}

// line is a new one of this worktree.
func (r *reading) line(name string) *Line {
	return &Line{Name: name, reading: r, home: r.home(name), Worktree: r.Store.Root, parts: r.parts[name]}
}

// heads enters the lines of the register.
func (r *reading) heads() {
	there, fields := map[string]bool{}, []any(nil)
	rows := r.table(ofHeads).rows()
	lines := make([]Line, len(rows))
	r.lines, r.entered = make(map[string]*Line, len(rows)), make([]*Line, 0, len(rows))
	for i, row := range rows {
		l := &lines[i]
		l.Name, l.Own, l.home, l.reading = row.name, true, row.key, r
		fields = l.fields(fields[:0])
		_, ok := read(row.fields, fields)
		switch {
		case row.project == ofFolders:
			if row.name == r.Store.Hash() {
				r.listed = row.fields
			}
		case row.project != r.Store.Hash():
			if l.Outside = true; ok {
				there[l.Worktree] = false
				r.elsewhere = append(r.elsewhere, l)
			}
		case r.nameOf(l.Name) != l.Name: // which is told by the whole
		case ok && slices.Equal(l.parts, r.parts[l.Name]):
			r.enter(l)
		default:
			r.refold(l.Name)
		}
	}
	for whole := range r.parts {
		if _, known := r.lines[whole]; !known {
			r.refold(whole)
		}
	}
	for worktree := range there {
		there[worktree] = durable.Exists(worktree)
	}
	// Those of a worktree that is gone come here.
	r.elsewhere = slices.DeleteFunc(r.elsewhere, func(l *Line) bool {
		if here := r.lines[l.Name]; !there[l.Worktree] && (here == nil || here.Saved.Before(l.Saved)) {
			r.orphans[l.Name] = append(r.orphans[l.Name], l.home)
			r.refold(l.Name)
		}
		return !there[l.Worktree]
	})
}

// enter adds a line, closed if a verdict closed it since it was saved.
func (r *reading) enter(l *Line) {
	if at := r.verdicts[l.Name].closed; l.Own && !at.Before(l.Saved) && !at.IsZero() {
		l.Closed, l.Wrote = true, at
	}
	r.lines[l.Name] = l
	r.entered = append(r.entered, l)
}

// refold marks a line to be folded from its artifacts.
func (r *reading) refold(name string) {
	if !slices.Contains(r.stale, name) {
		r.stale = append(r.stale, name)
	}
	r.lines[name] = nil
}

// Lines reads the lines of the project: from the register, or, where the files of a line changed since, folded again.
func (p Project) Lines(ctx context.Context) (Lines, error) {
	r := p.reading(ctx)
	known := func(folder string) bool { _, is := r.lines[r.nameOf(folder)]; return is }
	var found []artifact.Folder
	unread, listed, all := 0, r.listing(), true
	if listed == "" || listed != r.listed {
		var err error
		found, unread, err = p.Store.Folders(ctx, p.Now, func(folder string) bool {
			is := known(folder)
			all = all && (is || folder == ".gitignore")
			return is
		})
		if err != nil {
			return Lines{}, err
		}
		if all && listed != "" {
			_ = r.table(ofHeads).put(false, row{key{ofFolders, r.Store.Hash()}, listed})
		}
	}
	for _, f := range found {
		if f.Own || r.nameOf(f.Name) != f.Name {
			r.refold(r.nameOf(f.Name))
		}
	}
	own := r.saved()
	r.look(own[:min(len(own), cmp.Or(p.Looked, len(own)))])
	ls := r.answer(own)
	ls.Unread += unread
	for _, f := range found {
		if !known(f.Name) {
			l := r.line(f.Name)
			l.Path = path.Join(artifact.Dir, f.Name, f.Newest)
			l.Saved, l.Foreign = time.Unix(f.Date, 0).UTC(), l.Path
			r.enter(l)
			ls.Foreign = append(ls.Foreign, l)
		}
	}
	slices.SortFunc(ls.Foreign, newest(r.Now))
	return ls, nil
}

// listing changes when a session folder is added or removed: the stamp of the folder that holds them and the number
// of known lines; "" where a change may not show in the stamp. While it is the one that the register noted when it
// knew all folders, they need not be listed.
func (r *reading) listing() string {
	info, err := os.Stat(r.dir)
	if err != nil {
		return ""
	}
	stamp := platform.StampOf(info)
	if !stamp.Settled(r.Now) {
		return ""
	}
	return fmt.Sprintf("%s %d", stamp, len(r.lines))
}

// Known are the lines as the register has them. Only the files of those named are compared, and foreign lines are
// left out unless named.
func (p Project) Known(ctx context.Context, names ...string) (Lines, error) {
	r := p.reading(ctx)
	if len(r.lines) == 0 {
		return p.Lines(ctx)
	}
	var named []*Line
	for _, name := range names {
		if l := r.lines[r.nameOf(name)]; l != nil {
			named = append(named, l)
		} else {
			r.refold(r.nameOf(name))
		}
	}
	r.look(named)
	return r.answer(r.saved()), nil
}

// look marks those lines to be folded again whose files changed since their row was written.
func (r *reading) look(lines []*Line) {
	for _, l := range lines {
		if l.unchanged = l.folders == r.fingerprint(l); !l.unchanged {
			r.refold(l.Name)
		}
	}
}

// saved are the own lines, the one that was saved last first.
func (r *reading) saved() (own []*Line) {
	for _, l := range r.entered { // which is nearly their order
		if l.Own && r.lines[l.Name] == l {
			own = append(own, l)
		}
	}
	slices.SortFunc(own, newest(r.Now))
	return own
}

// answer folds the lines that are marked, keeps the result, and judges all; own are the lines before that.
func (r *reading) answer(own []*Line) Lines {
	ctx, stop := r.ctx, context.CancelFunc(func() {})
	if _, limited := ctx.Deadline(); limited {
		ctx, stop = context.WithTimeout(ctx, foldTime)
	}
	defer stop()
	ls := Lines{r: r}
	var heads []row
	for i, name := range r.stale {
		if i > 0 && ctx.Err() != nil {
			ls.Unread++
			continue
		}
		for _, l := range r.fold(name) {
			if r.enter(l); !l.Own {
				ls.Foreign = append(ls.Foreign, l)
			} else if l.unchanged && r.keepFolded(l) == nil {
				heads = append(heads, l.row())
			}
		}
	}
	_ = r.table(ofHeads).put(false, heads...) // what cannot be kept is folded once more
	if ls.Own = own; len(r.stale) > 0 {
		ls.Own = r.saved()
	}
	for _, l := range r.elsewhere {
		if here := r.lines[l.Name]; !l.Closed && (here == nil || !here.Own || here.Saved.Before(l.Saved)) {
			ls.Elsewhere = append(ls.Elsewhere, l)
		}
	}
	slices.SortFunc(ls.Elsewhere, newest(r.Now))
	r.judged = r.judge(r.ctx, ls.Own)
	return ls
}

// keepFolded keeps a line's folding and the bytes of its newest artifacts, wherever they are.
func (r *reading) keepFolded(l *Line) error {
	for _, rel := range l.folded.copies() {
		b, err := r.Store.Bytes(rel)
		for _, home := range r.homes(l.Name) {
			if err != nil && slices.Contains(r.readFolding(home).copies(), rel) {
				b, err = r.copied(home, rel)
			}
		}
		if err == nil && r.ledger.Wrote(machine.Sum(b)) {
			_ = replace(r.copyFile(l.home, artifact.AutoName(rel)), b, false)
		}
	}
	b, err := l.folded.bytes()
	if err == nil {
		err = replace(r.file(l.home, ".json"), b, false)
	}
	return err
}

// homes are the keys under which the machine folder keeps parts of a line.
func (r *reading) homes(name string) []key {
	homes := slices.Clone(r.orphans[name])
	for _, folder := range append([]string{name}, r.parts[name]...) {
		homes = append(homes, r.home(folder))
	}
	return homes
}

func (r *reading) copied(home key, rel string) ([]byte, error) {
	return durable.Read(r.copyFile(home, artifact.AutoName(rel)), maxCopy)
}

// fold computes a line from its artifacts; from a folder of the first release several, which are not kept.
func (r *reading) fold(name string) (lines []*Line) {
	groups := r.groups(name, r.load(name))
	for group, all := range groups {
		l := r.line(group)
		if l.group = all; group != name {
			l.parts = []string{name}
		} else if len(groups) == 1 {
			l.group = nil
		}
		now, was := r.own(all), r.readFolding(l.home)
		there := func(a artifact.Artifact) bool { return r.there(a.Path) }
		if was.Form == registerForm && !was.Saved.Before(now.Saved) && !slices.ContainsFunc(all, there) {
			now = was // where its files were cleaned away the copies are only the newest of what it took in
		}
		if l.beside(all); now.Artifacts == 0 {
			l.theirs(all[0])
		} else {
			l.folded, l.Outside = &now, !r.there(now.Path)
			l.take(now.State)
		}
		if l.Own && l.group == nil && r.ctx.Err() == nil {
			l.folders, l.unchanged = r.fingerprint(l), true
		}
		lines = append(lines, l)
	}
	return lines
}

// beside notes what else is in the line's folders: what others wrote, and automatic files.
func (l *Line) beside(newestFirst []artifact.Artifact) {
	written := false
	for _, a := range newestFirst {
		if artifact.AutoName(a.Path) && l.reading.there(a.Path) {
			l.autos++
		}
		if l.reading.ledger.Wrote(a.Sum) {
			written = written || !a.Auto()
		} else if !written && l.Foreign == "" {
			l.Foreign = a.Path
		}
	}
}

// own folds those of artifacts that this machine wrote.
func (r *reading) own(newestFirst []artifact.Artifact) (f folding) {
	for _, a := range slices.Backward(newestFirst) {
		if !r.ledger.Wrote(a.Sum) {
			continue
		}
		if f = f.with(a); r.verdicts[folderOf(a.Path)].into != "" && !a.Auto() {
			f.Closed = false // what closed a part of a line before it became one does not close the whole
		}
	}
	return f
}

// groups are the artifacts of a folder by their lines: one, but a folder of the first release that is named after
// neither a bead nor a session is a line for each session.
func (r *reading) groups(folder string, all []artifact.Artifact) map[string][]artifact.Artifact {
	groups := map[string][]artifact.Artifact{}
	one := false
	for _, a := range all {
		id, name := a.SessionID(), folder
		switch {
		case folder == "":
			name = a.Session()
		case NamedAfter(folder, a.Text("primary_bead"), id):
			one = true
		case id != "" && a.Text("metadata.line") == "" && r.ledger.Wrote(a.Sum):
			name = artifact.FolderName(folder, ShortID(id))
		}
		groups[name] = append(groups[name], a)
	}
	delete(groups, "")
	single := len(groups) == 1 || len(groups) == 2 && groups[folder] != nil
	if folder != "" && len(all) > 0 && (one || single) {
		return map[string][]artifact.Artifact{folder: all}
	}
	return groups
}

// load reads the artifacts of a line's folders and the copies of those that are gone, newest first.
func (r *reading) load(name string) []artifact.Artifact {
	var all []artifact.Artifact
	there := map[string]bool{}
	for _, folder := range append([]string{name}, r.parts[name]...) {
		rels := r.filesIn(folder)
		for _, rel := range rels[:min(len(rels), maxFolded)] {
			there[rel] = true
			if a, err := r.Store.Load(rel); err == nil && r.ctx.Err() == nil {
				all = append(all, a)
			}
		}
	}
	for _, home := range r.homes(name) {
		for _, rel := range r.readFolding(home).copies() {
			if there[rel] || r.there(rel) {
				continue
			}
			b, err := r.copied(home, rel)
			if err == nil && r.ledger.Wrote(machine.Sum(b)) { // else it is torn
				all = append(all, artifact.Parse(rel, b))
				there[rel] = true
			}
		}
	}
	slices.SortFunc(all, newestArtifact(r.Now))
	return all
}

// filesIn are the files of a session folder, the newest by their names first.
func (r *reading) filesIn(folder string) (rels []string) {
	names, _ := artifact.NamesIn(r.dir, folder, r.Now) // one that cannot be read holds nothing
	for _, name := range names {
		rels = append(rels, path.Join(artifact.Dir, folder, name))
	}
	return rels
}

// there reports whether the project holds a file of that name.
func (r *reading) there(rel string) bool {
	return durable.Exists(filepath.Join(r.Store.Root, filepath.FromSlash(rel)))
}

// NamedAfter reports whether a folder is named after a bead or session; either may be "".
func NamedAfter(folder, bead, sessionID string) bool {
	return bead != "" && bead != "none" && (folder == bead || strings.HasPrefix(folder, bead+"-")) ||
		sessionID != "" && strings.HasSuffix(folder, artifact.FolderName(ShortID(sessionID)))
}

// ShortID is how much of a session's id names a folder, and is told: "holdfast show" takes it.
func ShortID(id string) string { return id[:min(len(id), 8)] }

// nameOf is the line that a folder is part of.
func (r *reading) nameOf(folder string) string {
	for range 8 { // a circle ends here
		into := r.verdicts[folder].into
		if into == "" {
			break
		}
		folder = into
	}
	return folder
}

// A fingerprint is the number, sizes and times of all files in a line's folders.
type fingerprint struct{ count, sizes, times int }

// fingerprint is that of a line's folders now. An adoption elsewhere changes that of a line to which others wrote.
func (r *reading) fingerprint(l *Line) (f fingerprint) {
	for _, folder := range l.Parts() {
		count, sizes, times := artifact.Held(r.dir, folder)
		f.count, f.sizes, f.times = f.count+count, f.sizes+int(sizes), f.times^int(times)
	}
	if l.Foreign != "" {
		f.times ^= int(r.Store.Adoptions())
	}
	return f
}
