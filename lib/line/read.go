package line

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/gitrepo"
	"holdfast/lib/machine"
	"holdfast/lib/parallel"
	"holdfast/lib/platform"
)

// Lines are one look at the lines of a project: what the register says, what has to be folded again, and what git
// proves of them. Of a foreign line only the names of its files are known until NewestForeign reads one.
type Lines struct {
	Project
	Own       []*Line // with an artifact of this machine, in every state, the one that was saved last first
	Foreign   []*Line // that only others wrote, newest first
	Elsewhere []*Line // the own ones of the repository's other worktrees that are not here and not closed, newest first
	Unread    int     // folders that there was no time to look into: the next question goes on with them

	ctx          context.Context
	ledger       *machine.Ledger
	dir          string // of the session folders, absolute
	verdicts     map[key]verdict
	parts        map[string][]string          // the folders that became part of a line
	lines        map[string]*Line             // by name; nil for one that is to be folded again
	entered      []*Line                      // all that ever were in lines
	allElsewhere []*Line                      // of other worktrees and projects in the repository, closed ones too
	orphans      map[string][]key             // where lines of worktrees that are gone are kept, by name
	toRefold     []string                     // the names of lines that are to be folded again
	listed       string                       // listing() as it was when all session folders were known lines
	sittings     func() []Sitting             // that the register holds, the newest first
	sittingsOf   func() map[string][]*Sitting // likewise, by line
	sittingsOn   func() map[string][]*Sitting // and by branch

	// What tells which status the own lines have (status.go). The functions compute once, where they are needed.
	followers map[string][]*Line             // of a line, by its name
	lastPass  func() map[[2]string]time.Time // when each check passed last, by branch and check
	lifted    map[string][]lift              // what was resolved and was no step, by idOf
	record    func() record
	commitsOf func() map[string][]string  // of HEAD in the last StaleAfter, by the file that they changed
	made      func() []gitrepo.Commit     // the newest commits of all branches, in the last StaleAfter
	did       sync.Map                    // whether one did a step of a line, by both
	stash     func() map[string]time.Time // since when changes of a branch are in the stash, by its name

	ask        func()               // sets what follows
	dirty      map[*Line][]string   // the files that are not committed, by the line that changed each last
	dirtyKnown bool                 // git answered that
	reached    map[string]time.Time // of the default branches, as gitrepo.Reached tells; nil where unknown
}

// reading reads the register.
func (p Project) reading(ctx context.Context) *Lines {
	ls := &Lines{
		Project: p, ctx: ctx, ledger: p.Store.Machine.Ledger(), verdicts: p.verdicts(),
		parts: map[string][]string{}, orphans: map[string][]key{},
	}
	ls.dir, _ = p.Store.Folder() // without one nothing is found in it
	for about := range ls.verdicts {
		if whole := ls.nameOf(about.name); whole != about.name && about.project == p.Store.Hash {
			ls.parts[whole] = append(ls.parts[whole], about.name)
			slices.Sort(ls.parts[whole])
		}
	}
	ls.sittings = sync.OnceValue(ls.readSittings)
	by := func(key func(s *Sitting) string) func() map[string][]*Sitting {
		return sync.OnceValue(func() map[string][]*Sitting {
			of, all := map[string][]*Sitting{}, ls.sittings()
			for i := range all {
				of[key(&all[i])] = append(of[key(&all[i])], &all[i])
			}
			return of
		})
	}
	ls.sittingsOf = by(func(s *Sitting) string { return s.Line })
	ls.sittingsOn = by(func(s *Sitting) string { return s.Branch })
	ls.ask, ls.record = sync.OnceFunc(func() { ls.git(ls.askGit) }), sync.OnceValue(ls.readRecord)
	ls.commitsOf, ls.stash = sync.OnceValue(ls.askCommits), sync.OnceValue(ls.Repo.Stashed)
	ls.made = sync.OnceValue(func() (made []gitrepo.Commit) {
		ls.git(func(ctx context.Context, git gitrepo.Git) {
			made, _ = git.Log(ctx, ls.Repo.Top, ls.Now.Add(-StaleAfter), 300) // of which one may have done a step
		})
		return made
	})
	ls.lastPass = sync.OnceValue(func() map[[2]string]time.Time {
		last := map[[2]string]time.Time{}
		for _, l := range ls.Own {
			for _, c := range l.checks {
				if of := [2]string{l.Branch, c.Text}; c.At.After(last[of]) {
					last[of] = c.At
				}
			}
		}
		return last
	})
	_ = parallel.Start(func() error { // who asks for lines asks for these next
		ls.sittings()
		ls.branches()
		ls.sittingsOf()
		return nil
	})
	ls.heads()
	return ls
}

// line is a new one of this worktree.
func (ls *Lines) line(name string) *Line {
	return &Line{Name: name, among: ls, home: ls.home(name), Worktree: ls.Store.Root, parts: ls.parts[name]}
}

// heads enters the lines of the register.
func (ls *Lines) heads() {
	there, rows := map[string]bool{}, ls.table(ofHeads).rows()
	ls.lines, ls.entered = make(map[string]*Line, len(rows)), make([]*Line, 0, len(rows))
	lines, whole := ls.parsed(rows)
	for i, row := range rows {
		l, ok := &lines[i], whole[i]
		switch {
		case row.key == key{ofFolders, ls.Store.Hash}: // of other worktrees it holds no line
			ls.listed = row.fields
		case row.project != ls.Store.Hash:
			if v := ls.verdicts[row.key]; ok && v.into == "" {
				there[l.Worktree] = false
				l.Outside, l.Elsewhere, l.Closed = true, true, l.Closed || !v.closed.Before(l.Saved)
				ls.allElsewhere = append(ls.allElsewhere, l)
			}
		case ls.nameOf(l.Name) != l.Name: // which is told by the whole
		case ok && slices.Equal(l.parts, ls.parts[l.Name]):
			ls.enter(l)
		default:
			ls.refold(l.Name)
		}
	}
	for worktree := range there {
		there[worktree] = durable.Exists(worktree)
	}
	branch := sync.OnceValue(ls.Repo.Branch)
	// Those of a worktree that is gone come here, and of the topic branch that is checked out here, of older ones than
	// here only their rules.
	ls.allElsewhere = slices.DeleteFunc(ls.allElsewhere, func(l *Line) bool {
		here := ls.lines[l.Name]
		gone := !there[l.Worktree] || slices.Contains(l.Branches, branch()) && l.Topic() == branch()
		newer := gone && (here == nil || here.Saved.Before(l.Saved))
		if l.Closed = l.Closed || gone; newer {
			ls.orphans[l.Name] = append(ls.orphans[l.Name], l.home)
			ls.refold(l.Name)
		}
		return newer
	})
}

// parsed are the lines of rows, and of which rows they are whole; of 1,000 two processors read half each.
func (ls *Lines) parsed(rows []row) (lines []Line, whole []bool) {
	lines, whole = make([]Line, len(rows)), make([]bool, len(rows))
	parts := min(2, 1+len(rows)/100)
	parallel.Each(parts, min(parts, len(rows)), func(part int) {
		var fields []any
		texts := make([]string, 0, 4*len(rows)/parts)
		for i := part * len(rows) / parts; i < (part+1)*len(rows)/parts; i++ {
			l := &lines[i]
			l.Name, l.Own, l.home, l.among = rows[i].name, true, rows[i].key, ls
			fields = l.fields(fields[:0])
			_, whole[i] = read(rows[i].fields, fields, &texts)
		}
	})
	return lines, whole
}

// enter adds a line, closed if a verdict closed it since it was saved, with the goal that it has since it was handed
// over.
func (ls *Lines) enter(l *Line) {
	if at := l.handedOver(); !at.IsZero() && l.Given().IsZero() {
		of := each.Of(ls.sittingsOf()[l.Name], func(s *Sitting) Sitting { return *s })
		l.Goal = cmp.Or(sat(of, at), l.Goal)
	}
	if at := ls.said(l.Name).closed; l.Own && !at.Before(l.Saved) && !at.IsZero() {
		l.Closed, l.Wrote = true, at
	}
	ls.lines[l.Name] = l
	ls.entered = append(ls.entered, l)
}

// refold marks a line to be folded from its artifacts.
func (ls *Lines) refold(name string) {
	if !slices.Contains(ls.toRefold, name) {
		ls.toRefold = append(ls.toRefold, name)
	}
	ls.lines[name] = nil
}

// Lines reads the lines of the project: from the register, or, where the files of a line changed since, folded again.
func (p Project) Lines(ctx context.Context) (*Lines, error) {
	ls := p.reading(ctx)
	known := func(folder string) bool { _, is := ls.lines[ls.nameOf(folder)]; return is }
	var found []artifact.Folder
	listed, all := ls.listing(), true
	if listed == "" || listed != ls.listed {
		var err error
		found, ls.Unread, err = p.Store.Folders(ctx, p.Now, func(folder string) bool {
			is := known(folder)
			all = all && (is || folder == ".gitignore")
			return is
		})
		if err != nil {
			return &Lines{}, err
		}
		if all && listed != "" {
			_ = ls.table(ofHeads).put(false, row{key{ofFolders, ls.Store.Hash}, listed})
		}
	}
	for _, f := range found {
		if f.Own || ls.nameOf(f.Name) != f.Name {
			ls.refold(ls.nameOf(f.Name))
		}
	}
	own := ls.saved()
	ls.look(own[:min(len(own), cmp.Or(p.Looked, len(own)))])
	ls.answer(own)
	for _, f := range found {
		if !known(f.Name) {
			l := ls.line(f.Name)
			l.Path = path.Join(artifact.Dir, f.Name, f.Newest)
			l.Saved, l.Foreign = time.Unix(f.Date, 0).UTC(), l.Path
			ls.enter(l)
			ls.Foreign = append(ls.Foreign, l)
		}
	}
	slices.SortFunc(ls.Foreign, newest(ls.Now))
	return ls, nil
}

// listing changes when a session folder is added or removed: the stamp of the folder that holds them and the number
// of known lines; "" where a change may not show in the stamp. While it is the one that the register noted when it
// knew all folders, they need not be listed.
func (ls *Lines) listing() string {
	if info, err := os.Stat(ls.dir); err == nil && platform.StampOf(info).Settled(ls.Now) {
		return fmt.Sprintf("%s %d", platform.StampOf(info), len(ls.lines))
	}
	return ""
}

// Known are the lines as the register has them. Only the files of the one named, if one is, are compared, and foreign
// lines are left out unless named.
func (p Project) Known(ctx context.Context, name string) (*Lines, error) {
	ls := p.reading(ctx)
	if len(ls.lines) == 0 {
		return p.Lines(ctx)
	}
	if l := ls.lines[ls.nameOf(name)]; l != nil {
		ls.look([]*Line{l})
	} else if name != "" {
		ls.refold(ls.nameOf(name))
	}
	ls.answer(ls.saved())
	return ls, nil
}

// look marks those lines to be folded again whose files changed since their row was written.
func (ls *Lines) look(lines []*Line) {
	for _, l := range lines {
		if l.unchanged = l.folders == ls.fingerprint(l); !l.unchanged {
			ls.refold(l.Name)
		}
	}
}

// saved are the own lines, the one that was saved last first.
func (ls *Lines) saved() []*Line { // which is nearly the order of entered
	own := each.Without(ls.entered, func(l *Line) bool { return !l.Own || ls.lines[l.Name] != l })
	slices.SortFunc(own, newest(ls.Now))
	return own
}

// answer folds the marked lines, keeps the result, and notes what lines say of others; own are the lines before that.
func (ls *Lines) answer(own []*Line) {
	ctx, stop := ls.ctx, context.CancelFunc(func() {})
	if _, limited := ctx.Deadline(); limited {
		ctx, stop = context.WithTimeout(ctx, 250*time.Millisecond) // after an upgrade it is all lines: the next goes on
	}
	defer stop()
	var heads []row
	for i, name := range ls.toRefold {
		if i > 0 && ctx.Err() != nil {
			ls.Unread++
			continue
		}
		for _, l := range ls.fold(name) {
			if ls.enter(l); !l.Own {
				ls.Foreign = append(ls.Foreign, l)
			} else if l.unchanged && ls.keepFolded(l) == nil {
				heads = append(heads, l.row())
			}
		}
	}
	_ = ls.table(ofHeads).put(false, heads...) // what cannot be kept is folded once more
	if ls.Own = own; len(ls.toRefold) > 0 {
		ls.Own = ls.saved()
	}
	ls.Elsewhere = each.Without(ls.allElsewhere, func(l *Line) bool {
		here := ls.lines[l.Name]
		return l.Closed || here != nil && here.Own && !here.Saved.Before(l.Saved)
	})
	slices.SortFunc(ls.Elsewhere, newest(ls.Now))
	there := each.By(ls.Elsewhere, func(l *Line) (string, *Line) { return l.Name, l })
	ls.Own = each.Without(ls.Own, func(l *Line) bool { // what another worktree took over and went on with is told once
		on := there[l.Name]
		apart := func(id string) bool { return !slices.Contains(on.Sessions, id) }
		return on != nil && l.Topic() != "" && on.On(l.Topic()) && !slices.ContainsFunc(l.Sessions, apart)
	})
	ls.followers = each.Group(ls.Own, func(l *Line) string { return l.Follows })
	ls.lifted = map[string][]lift{}
	for _, l := range slices.Concat(ls.Own, ls.allElsewhere) {
		for _, i := range l.Lifted {
			ls.lifted[idOf(i)] = append(ls.lifted[idOf(i)], lift{l, i.At})
		}
	}
}

const maxCopy = 2 << 20

// keepFolded keeps a line's folding and the bytes of its newest artifacts, wherever they are.
func (ls *Lines) keepFolded(l *Line) error {
	for _, rel := range l.folded.copies() {
		b, err := ls.Store.Bytes(rel)
		for _, home := range ls.homes(l.Name) {
			if err != nil && slices.Contains(ls.readFolding(home).copies(), rel) {
				b, err = durable.Read(ls.copyFile(home, rel), maxCopy)
			}
		}
		if err == nil && ls.ledger.Wrote(machine.Sum(b)) {
			_ = replace(ls.copyFile(l.home, rel), b, false)
		}
	}
	return replace(ls.file(l.home, foldingFile), l.folded.bytes(), false)
}

// homes are the keys under which the machine folder keeps parts of a line.
func (ls *Lines) homes(name string) []key {
	return slices.Concat(ls.orphans[name], each.Of(append([]string{name}, ls.parts[name]...), ls.home))
}

// fold computes a line from its artifacts; from those beside the folders (name is "") a line for each session that they
// name, which are not kept.
func (ls *Lines) fold(name string) (lines []*Line) {
	groups := each.Group(ls.load(name), func(a artifact.Artifact) string { return cmp.Or(name, a.Session()) })
	delete(groups, "")
	for group, all := range groups {
		l := ls.line(group)
		if group != name {
			l.group, l.parts = all, []string{name}
		}
		now, was := ls.own(all), ls.readFolding(l.home)
		there := func(a artifact.Artifact) bool { return ls.there(a.Path) }
		if was.Form == registerForm && !was.Saved.Before(now.Saved) && !slices.ContainsFunc(all, there) {
			now = was // where its files were cleaned away the copies are only the newest of what it took in
		}
		auto := func(a artifact.Artifact) bool { return artifact.AutoName(a.Path) && there(a) }
		l.autos = len(all) - len(each.Without(all, auto))
		by := each.First(all, func(a artifact.Artifact) bool { return !ls.ledger.Wrote(a.Sum) || !a.Auto() })
		if !ls.ledger.Wrote(by.Sum) { // what others wrote since a person or model here did
			l.Foreign = by.Path
		}
		if now.Artifacts == 0 {
			l.theirs(all[0])
		} else {
			l.folded, l.Outside = &now, !ls.there(now.Path)
			l.take(now.State)
		}
		if l.Own && l.group == nil && ls.ctx.Err() == nil {
			l.folders, l.unchanged = ls.fingerprint(l), true
		}
		lines = append(lines, l)
	}
	return lines
}

// own folds those of artifacts that this machine wrote.
func (ls *Lines) own(newestFirst []artifact.Artifact) (f folding) {
	foreign := func(a artifact.Artifact) bool { return !ls.ledger.Wrote(a.Sum) }
	for _, a := range slices.Backward(each.Without(newestFirst, foreign)) {
		if f = f.with(a); ls.said(folderOf(a.Path)).into != "" && !a.Auto() {
			f.Closed = false // what closed a part of a line before it became one does not close the whole
		}
	}
	return f
}

// load reads the artifacts of a line's folders and the copies of those that are gone, newest first.
func (ls *Lines) load(name string) (all []artifact.Artifact) {
	for _, folder := range append([]string{name}, ls.parts[name]...) {
		rels := ls.filesIn(folder)
		for _, rel := range each.Head(rels, 300) { // an automatic one holds the state before it
			if a, err := ls.Store.Load(rel); err == nil && ls.ctx.Err() == nil {
				all = append(all, a)
			}
		}
	}
	for _, home := range ls.homes(name) {
		here := func(rel string) bool { return home.project == ls.Store.Hash && ls.there(rel) }
		for _, rel := range each.Without(ls.readFolding(home).copies(), here) {
			b, err := durable.Read(ls.copyFile(home, rel), maxCopy)
			if err == nil && ls.ledger.Wrote(machine.Sum(b)) { // else it is torn
				all = append(all, artifact.Parse(rel, b))
			}
		}
	}
	// Parts may hold the same copy, and two worktrees another file of the same minute.
	all = each.FirstOf(all, func(a artifact.Artifact) string { return a.Sum })
	by := artifact.Order(ls.Now)
	slices.SortFunc(all, func(a, b artifact.Artifact) int { return by(a.Date.Unix(), a.Path, b.Date.Unix(), b.Path) })
	return all
}

// folderOf is the name of the folder that a file is in.
func folderOf(rel string) string { return path.Base(path.Dir(rel)) }

// filesIn are the files of a session folder, the newest by their names first.
func (ls *Lines) filesIn(folder string) []string {
	names, _ := artifact.NamesIn(ls.dir, folder, ls.Now) // one that cannot be read holds nothing
	return each.Of(names, func(name string) string { return path.Join(artifact.Dir, folder, name) })
}

// there reports whether the project holds a file of that name.
func (ls *Lines) there(rel string) bool {
	return durable.Exists(filepath.Join(ls.Store.Root, filepath.FromSlash(rel)))
}

// ShortID is how much of a session's id names a folder, and is told: "holdfast show" takes it.
func ShortID(id string) string { return id[:min(len(id), 8)] }

// said is the verdict on a line or its part.
func (ls *Lines) said(folder string) verdict { return ls.verdicts[key{ls.Store.Hash, folder}] }

// nameOf is the line that a folder is part of.
func (ls *Lines) nameOf(folder string) string {
	for range 8 { // a circle ends here
		into := ls.said(folder).into
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
func (ls *Lines) fingerprint(l *Line) (f fingerprint) {
	for _, folder := range l.Parts() {
		count, sizes, times := artifact.Held(ls.dir, folder)
		f.count, f.sizes, f.times = f.count+count, f.sizes+int(sizes), f.times^int(times)
	}
	if l.Foreign != "" {
		f.times ^= int(ls.Store.Adoptions())
	}
	return f
}
