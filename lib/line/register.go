package line

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/machine"
	"holdfast/lib/parallel"
	"holdfast/lib/prompt"
	"holdfast/lib/rank"
	"holdfast/lib/transcript"
)

// The register is what the machine folder keeps of the lines of a repository, of all its linked worktrees together:
//
//	heads      one row a line: what is known of it without its state
//	sittings   one row a session, the newest of each worktree: which files it changed
//	words      one row a line: the document that a question finds it by
//	said       what no artifact says: lines that were closed or merged, rules forgotten
//	<id>.folding   the folding of a line, and which artifacts are kept beside it (table.go)
//	<id>-auto.yaml, <id>-written.yaml   the bytes of its newest artifacts
//
// A save writes the rows and files of its line, and so does who had to fold a line from its artifacts. To fold is
// to apply State.With to the artifacts of a line, the oldest first. A folding is a cache entry, valid while the
// fingerprint of the line's folders is the one in its row (Line.folders): commands compare those of all lines, hooks
// of the last saved. All but said, and bytes that are in no project, can be rebuilt from the artifacts.
const (
	ofHeads    = "heads"
	ofSittings = "sittings"
	ofWords    = "words"
	ofSaid     = "said"
)

// registerForm is the version of rows and foldings: those of another one are rebuilt from the artifacts.
const registerForm = "29." + rank.Form

func (p Project) table(name string) table { return table{p.register, name} }

// home is the key of a line of this worktree, or of a sitting.
func (p Project) home(name string) key { return key{p.Store.Hash, asField(name)} }

// file is the path of a file that is kept of a line, by how its name ends.
func (p Project) file(k key, kind string) string {
	return filepath.Join(p.register, machine.Key(k.project, k.name)+kind)
}

// copyFile is where the artifact at rel is kept of a line, the newest automatic or the newest written one.
func (p Project) copyFile(k key, rel string) string {
	if artifact.AutoName(rel) {
		return p.file(k, "-auto.yaml")
	}
	return p.file(k, "-written.yaml")
}

func replace(file string, b []byte, lasting bool) error {
	if !lasting {
		return durable.Own(file).Apart().Replace(b, 0o600)
	}
	durable.In(filepath.Dir(file), ".").Sweep()
	return durable.Own(file).Replace(b, 0o600)
}

// A verdict is what a command said of a line, and no artifact says; of a rule, when it was forgotten. A later one
// replaces the whole earlier one.
type verdict struct {
	closed time.Time // or forgotten, zero for not
	into   string    // the line that it is part of
	handed time.Time // when the newest written artifact handed it to somebody else, zero for not
	by     string    // the session that did
}

func (v *verdict) fields() []any { return []any{&v.closed, &v.into, &v.handed, &v.by} }

// These are in the place of a project in the key of a row that is about something else.
const (
	ofRules   = "rule"
	ofFolders = "folders" // in heads: what was known of the worktree's folders (listing)
)

// verdicts reads what was said of the lines of this worktree and others, and of rules, by their ids.
func (p Project) verdicts() map[key]verdict {
	return each.By(p.table(ofSaid).rows(), func(r row) (key, verdict) {
		var v verdict
		_, _ = read(r.fields, v.fields(), nil) // other releases said less
		return r.key, v
	})
}

func (p Project) recordVerdict(about key, v verdict) error {
	if err := p.table(ofSaid).put(true, row{about, fieldsOf(v.fields())}); err != nil {
		return fmt.Errorf("recording it in the machine folder: %w", err)
	}
	return nil
}

// Close closes a line by a verdict.
func (p Project) Close(l *Line) error { return p.end(p.home(l.Name), l.Saved) }

// HandOver says that what a session wrote to a line then was for somebody else, who goes on with it.
func (p Project) HandOver(name, session string, at time.Time) error {
	return p.recordVerdict(p.home(name), verdict{handed: at, by: session})
}

// end says that what was said at that time holds no more, also where the clock was put back since.
func (p Project) end(about key, at time.Time) error {
	return p.recordVerdict(about, verdict{closed: slices.MaxFunc([]time.Time{p.Now, at}, time.Time.Compare)})
}

// Join makes one line a part of another, or gives it a new name.
func (p Project) Join(name, into string) error {
	return p.recordVerdict(p.home(name), verdict{into: into})
}

// Keep enters what was just saved, and what its session did, and prunes automatic artifacts. It returns where the bytes
// are kept. named returns once the artifact's file has its name, false where it gets none; it is nil where no file is
// in the project, because git would take it in: what is kept is all there is, and no other automatic file of the line
// stays.
func (ls *Lines) Keep(saved artifact.Saved, did Sitting, named func() bool) (file string, err error) {
	a := saved.Artifact()
	before := ls.lines[folderOf(a.Path)]
	l, known := ls.line(folderOf(a.Path)), folding{}
	if before != nil {
		l.Foreign, l.folders, l.parts = before.Foreign, before.folders, before.parts
		if before.Own {
			known = before.folding()
		}
	}
	if known.Path != a.Path || known.Saved.Unix() != a.Date.Unix() {
		known = known.with(a)
	}
	l.take(known.State)
	if l.Outside = named == nil; !l.Outside {
		l.folders.count++
	}
	if !a.Auto() {
		l.Foreign = ""
	}
	b := known.bytes() // and the words, while the file gets its name
	words, sitting := wordsOf(l, known.State), ls.sittingOf(did, a.Date, l)
	back := before != nil && newest(ls.Now)(before, l) < 0 && !l.Outside
	file = ls.copyFile(l.home, a.Path)
	if !l.Outside && !named() {
		return file, nil
	}
	writes := []func() error{func() error { return ls.table(ofSittings).put(false, sitting...) }}
	if !back { // outside it takes the place of the files that are pruned
		writes = append(writes, func() error { return replace(file, saved.Bytes, l.Outside) })
	}
	// One that is dated back, or to which others wrote, is folded again by the next question.
	current := !back && (l.Outside || ls.fingerprint(l).count == l.folders.count)
	var pruned error
	prune := func() error { pruned = ls.prune(l); return nil }
	if current && !l.Outside {
		writes = append(writes, prune)
	}
	if current {
		writes = append(writes, func() error { return replace(ls.file(l.home, foldingFile), b, l.Outside) },
			func() error { return ls.table(ofWords).put(false, words) })
	}
	if err = parallel.All(writes...); err == nil && current {
		if l.Outside {
			_ = prune()
		}
		err = errors.Join(pruned, ls.table(ofHeads).put(l.Outside, l.row()))
	}
	return file, err
}

// Sweep removes what a writer that was killed left in the machine folder.
func (p Project) Sweep() {
	for _, dir := range slices.Compact([]string{filepath.Dir(p.register), p.Store.Kept()}) {
		durable.In(dir, ".").Sweep()
	}
}

// prune removes automatic artifacts that a newer one covers, never the newest of a line, and only files that are as
// this machine wrote them.
func (ls *Lines) prune(saved *Line) error {
	most, past := cmp.Or(ls.KeepAutos, 3), ls.Now.Add(-time.Duration(cmp.Or(ls.KeepDays, 30))*24*time.Hour)
	if saved.Outside {
		most = 0
	}
	err := ls.pruneOne(saved, most, past)
	var changed []row
	for _, l := range ls.Own {
		if before := l.folders.count; l.autos > 1 && l.Began.Before(past) && l.Name != saved.Name && err == nil {
			if err = ls.pruneOne(l, l.autos, past); l.folders.count < before {
				changed = append(changed, l.row())
			}
		}
	}
	if saved.Outside && (errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS)) {
		err = nil // the save told that the project cannot be changed
	}
	return errors.Join(err, ls.table(ofHeads).put(false, changed...))
}

// pruneOne keeps the newest automatic artifacts of a line that are not older than a time; 0 keeps none.
func (ls *Lines) pruneOne(l *Line, most int, past time.Time) error {
	written := func(rel string) bool { return !artifact.AutoName(rel) }
	autos := each.Without(slices.Concat(each.Of(l.Parts(), ls.filesIn)...), written)
	if i := slices.Index(autos, l.Path); i > 0 { // numbers that are free are used again
		autos = append([]string{l.Path}, slices.Delete(autos, i, i+1)...)
	}
	l.autos = len(autos)
	for i, rel := range autos {
		if minute, _, _, _ := artifact.NameOf(rel); i < most && (i == 0 || !minute.Before(past)) {
			continue
		}
		b, _ := ls.Store.Bytes(rel) // of what cannot be read nothing is removed
		gone, err := ls.Store.RemoveUnchanged(rel, machine.Sum(b))
		if err != nil {
			return fmt.Errorf("removing an old automatic save: %w", err)
		}
		if gone {
			l.folders.count, l.autos = l.folders.count-1, l.autos-1
		}
	}
	// One to which others wrote in the meantime is folded again.
	if now := ls.fingerprint(l); now.count == l.folders.count {
		l.folders = now
	}
	return nil
}

// Documents reads the words of the lines, which needs none of them, and says by which a question finds each of the own
// lines, in their order.
func (p Project) Documents() func(ls *Lines) []rank.Packed {
	known := each.By(p.table(ofWords).rows(), func(r row) (key, rank.Packed) { return r.key, packed(r.fields) })
	return func(ls *Lines) []rank.Packed {
		all := make([]rank.Packed, len(ls.Own))
		var fresh []row
		for i, l := range ls.Own {
			if all[i] = known[l.home]; len(all[i]) == 0 && ls.ctx.Err() == nil { // else the next question goes on
				packing := wordsOf(l, l.State())
				all[i], fresh = packed(packing.fields), append(fresh, packing)
			}
		}
		_ = ls.table(ofWords).put(false, fresh...) // else they are packed again
		return all
	}
}

// wordsOf is the row of the words by which a question finds a line.
func wordsOf(l *Line, s State) row {
	titles := each.Of(s.LastSittings, func(sat Sitting) string { return sat.Title })
	commits := each.Of(s.LastSittings, func(sat Sitting) []string { return sat.Commits })
	of := func(weight float64, texts ...string) []rank.Passage {
		return each.If(texts, func(text string) (rank.Passage, bool) {
			return rank.Passage{Text: text, Weight: weight}, text != ""
		})
	}
	return row{l.home, string(rank.Pack(slices.Concat(
		of(3, l.Name, s.Goal, s.PullRequest), of(3, titles...), of(1.5, Texts(s.Prompts)...),
		of(2, slices.Concat(commits...)...), of(2, Texts(s.Decisions)...), of(1, Texts(s.Failed)...),
		of(2, each.Head(s.Files, maxNamed)...), of(2, s.Read...), of(3, l.Branches...), of(3, l.Beads...),
	)))}
}

const maxSittings = 300 // of a project that the register keeps, the newest, to know which line changed a file last

// sittingOf is the row of what the session of a save did in its line, what it did there before included; none without
// a session.
func (ls *Lines) sittingOf(s Sitting, saved time.Time, l *Line) []row {
	if s.Session == "" {
		return nil
	}
	s.Line, s.Date, s.Title, s.Read = l.Name, saved, oneRow(s.Title), each.Head(s.Read, maxRead)
	prompts := each.If(s.Prompts, func(p string) (string, bool) {
		text := []rune(oneRow(p))
		return string(text[:min(len(text), 80)]), len(text) >= 25
	})
	was := each.First(ls.sittings(), func(was Sitting) bool { return was.Session == s.Session && was.Line == l.Name })
	s.Files = each.Head(each.Once(s.Files, was.Files), 60)
	ran := slices.Sorted(slices.Values(slices.Concat(s.Ran, was.Ran))) // "+" before "-"
	s.Ran = each.If(each.FirstOf(ran, nameRun), func(r string) (string, bool) {
		fails := func(known string) bool { return known[0] == '-' && nameRun(known) == nameRun(r) }
		failed := func(was Sitting) bool { return slices.ContainsFunc(was.Ran, fails) }
		return r, r[0] == '-' || slices.ContainsFunc(ls.sittings(), failed)
	})
	s.Ran = each.Head(s.Ran, 20)
	words := rank.Pack([]rank.Passage{
		{Text: s.Title, Weight: 2}, {Text: strings.Join(each.Head(prompts, 8), "\n")},
		{Text: strings.Join(s.Files, "\n")},
	})
	text := fieldsOf(s.fields()) + "\t" + wordsForm + string(words)
	return []row{{ls.home(s.Session), text}}
}

// wordsForm is before the words of a sitting in its row.
const wordsForm = rank.Form + ":"

// fields are those of a sitting's row in the register.
func (s *Sitting) fields() []any {
	return []any{&s.Date, &s.Line, &s.Branch, &s.Title, &s.Files, &s.Read, &s.Ran, &s.Began}
}

func nameRun(ran string) string {
	name, _, _ := strings.Cut(ran[1:], transcript.Instead)
	return name
}

// Failing are at most two commands that failed in each of the last sessions that ran them, in three or more, with what
// worked instead at the newest of them that knows.
func (ls *Lines) Failing() []string {
	var order []string
	failed, worked, instead := map[string]int{}, map[string]bool{}, map[string]string{}
	for i, s := range ls.Sittings() {
		for _, ran := range s.Ran {
			name := nameRun(ran)
			if worked[name] = worked[name] || ran[0] == '+'; !worked[name] {
				if failed[name]++; failed[name] == 1 && i < 10 {
					order = append(order, name)
				}
				if _, way, _ := strings.Cut(ran, transcript.Instead); instead[name] == "" && way != "" {
					instead[name] = "; `" + way + "` worked"
				}
			}
		}
	}
	order = each.Without(order, func(name string) bool { return failed[name] < 3 })
	return each.Of(each.Head(order, 2), func(name string) string {
		return fmt.Sprintf("%s (in all of the last %d sessions that ran it)", name, failed[name]) + instead[name]
	})
}

// readSittings are those of the register, the newest first, without words of another form.
func (ls *Lines) readSittings() []Sitting {
	rows := slices.DeleteFunc(ls.table(ofSittings).rows(), func(r row) bool { return r.project != ls.Store.Hash })
	rows, texts := each.Head(rows, maxSittings), make([]string, 0, 10*maxSittings)
	all := make([]Sitting, 0, len(rows))
	for _, r := range rows {
		var s Sitting
		rest, ok := "", false
		for n := len(s.fields()); n >= 6 && !ok; n-- { // earlier releases kept fewer
			s = Sitting{Session: r.name}
			rest, ok = read(r.fields, s.fields()[:n], &texts)
		}
		if words, known := strings.CutPrefix(rest, wordsForm); known {
			s.Words = packed(words)
		}
		if s.Line = ls.nameOf(s.Line); ok {
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b Sitting) int {
		return cmp.Or(b.Date.Compare(a.Date), cmp.Compare(a.Session, b.Session))
	})
	return all
}

// Files are the files that the line's sittings changed, the newest first, with when.
func (l *Line) Files() []File {
	of := each.Of(l.among.sittingsOf()[l.Name], func(s *Sitting) []File {
		return each.Of(s.Files, func(f string) File { return File{Path: f, At: s.Date} })
	})
	if len(of) == 1 { // as of most lines
		return of[0]
	}
	return each.FirstOf(slices.Concat(of...), func(f File) string { return f.Path })
}

// Paths are the paths of those.
func (l *Line) Paths() []string { return each.Of(l.Files(), func(f File) string { return f.Path }) }

// Weights tells how much files weigh together: each the less, the more own lines changed it.
func (ls *Lines) Weights() func(files []string) float64 {
	holders := map[string]float64{}
	for _, path := range slices.Concat(each.Of(ls.Own, (*Line).Paths)...) {
		holders[path]++
	}
	return func(files []string) (sum float64) {
		for _, file := range each.Once(files) {
			sum += 1 / max(holders[file], 1)
		}
		return sum
	}
}

// Stashed reports whether changes that the line made on its topic branch lie in the stash, or on another branch those
// of its newest sitting, of which nothing was committed.
func (l *Line) Stashed() bool {
	ls, topic, from := l.among, l.Topic(), l.Began
	at := ls.stash()[cmp.Or(topic, l.Branch)]
	if topic != "" || at.Before(from) || l.Elsewhere || l.Clean && l.Saved.Before(at) ||
		ls.record().branch != l.Branch { // HEAD tells what was committed there
		return topic != "" && !at.Before(from)
	}
	of := ls.sittingsOf()[l.Name] // the newest first
	if len(of) > 1 {
		from = of[1].Date
	}
	made := func(f string) bool { return slices.ContainsFunc(ls.commitsOf()[f], ls.record().since(from)) }
	known := len(of) > 0 && len(ls.commitsOf()) > 0 && len(of[0].Files) > 0
	return known && !at.Before(from) && !slices.ContainsFunc(of[0].Files, made)
}

// Sittings are what the sessions of the project did, the newest first.
func (ls *Lines) Sittings() []Sitting {
	return each.Head(ls.sittings(), 100) // sittings of a project that are told
}

// A Rule is a standing instruction of the user, wherever in the project it was said.
type Rule struct {
	ID   string    `json:"id"`
	Text string    `json:"text"`
	Line string    `json:"line"`
	At   time.Time `json:"at,omitzero"`
}

// idOf is by what a rule, or a step of another line, is known.
func idOf(i Item) string { return machine.Sum([]byte(textKey(i)))[:6] }

// A lift is a line that resolved what was no step of its own, and when.
type lift struct {
	by *Line
	at time.Time
}

// lifts reports whether a line, but that one, resolved it since.
func (ls *Lines) lifts(id string, since time.Time, but *Line) bool {
	return slices.ContainsFunc(ls.lifted[id], func(x lift) bool { return x.by != but && !x.at.Before(since) })
}

// ofProject reports whether a line is of this folder of the repository, in whatever worktree.
func (l *Line) ofProject() bool {
	here := l.among.Project
	top, same := strings.CutSuffix(l.Worktree, strings.TrimPrefix(here.Store.Root, here.Repo.Top))
	return !l.Elsewhere || same && (durable.Exists(filepath.Join(top, ".git")) || !durable.Exists(top))
}

// Rules are the standing instructions of all own lines, newest first, without resolved and forgotten ones.
func (ls *Lines) Rules() []Rule {
	all := slices.Concat(each.If(slices.Concat(ls.Own, ls.allElsewhere), func(l *Line) ([]Rule, bool) {
		of := func(i Item) Rule { return Rule{Text: i.Text, Line: l.Name, At: i.At, ID: idOf(i)} }
		return each.Of(l.Rules, of), len(l.Rules) > 0 && l.ofProject()
	})...)
	all = each.Without(all, func(r Rule) bool {
		return ls.lifts(r.ID, r.At, nil) || !r.At.After(ls.verdicts[key{ofRules, r.ID}].closed) ||
			prompt.Thawed(r.Text, r.At, ls.Now)
	})
	older := func(a, b Rule) int { return a.At.Compare(b.At) }
	slices.SortStableFunc(all, older)
	all = each.LastOf(all, func(r Rule) string { return cmp.Or(prompt.Core(r.Text), r.ID) })
	slices.SortStableFunc(all, func(a, b Rule) int { return older(b, a) })
	return all
}

// Alike are the rules of all own lines that are known by the same words as one, itself too: those that it replaced.
func (ls *Lines) Alike(rule string) []string {
	core := prompt.Core(rule)
	return slices.Concat(each.Of(slices.Concat(ls.Own, ls.allElsewhere), func(l *Line) []string {
		return each.If(l.Rules, func(i Item) (string, bool) {
			return i.Text, i.Text == rule || prompt.Core(i.Text) == core
		})
	})...)
}

// ForgetRule has a rule told no more until it is said again; ok is false for an unknown one.
func (p Project) ForgetRule(ctx context.Context, id string) (rule Rule, ok bool, err error) {
	lines, err := p.Lines(ctx)
	if rule = each.First(lines.Rules(), func(r Rule) bool { return r.ID == id }); rule.ID == "" {
		return rule, false, err
	}
	return rule, true, p.end(key{ofRules, id}, rule.At)
}
