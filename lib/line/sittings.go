package line

import (
	"cmp"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/machine"
	"holdfast/lib/rank"
)

const maxKept = 300 // files of a sitting that the register keeps, to know which line changed a file last

// keepSitting enters what the session of a save did in its line, what it did there before included.
func (ls *Lines) keepSitting(s Sitting, saved time.Time, l *Line) error {
	if s.Session == "" {
		return nil
	}
	s.Line, s.Date, s.Title = l.Name, saved, oneRow(s.Title)
	s.Read = s.Read[:min(len(s.Read), maxRead)]
	prompts := each.If(s.Prompts, func(p string) (string, bool) {
		text := []rune(oneRow(p))
		return string(text[:min(len(text), 80)]), len(text) >= 25
	})
	prompts = prompts[:min(len(prompts), 8)]
	before := func(was Sitting) bool { return was.Session == s.Session && was.Line == l.Name }
	s.Files = each.FirstOf(slices.Concat(s.Files, each.First(ls.sittings(), before).Files), each.Itself)
	s.Files = s.Files[:min(len(s.Files), 60)]
	words := rank.Pack([]rank.Passage{
		{Text: s.Title, Weight: 2}, {Text: strings.Join(prompts, "\n")}, {Text: strings.Join(s.Files, "\n")},
	})
	text := fieldsOf(s.fields()) + "\t" + wordsForm + string(words)
	return ls.table(ofSittings).put(false, row{ls.home(s.Session), text})
}

// wordsForm is before the words of a sitting in its row.
const wordsForm = rank.Form + ":"

// fields are those of a sitting's row in the register.
func (s *Sitting) fields() []any {
	return []any{&s.Date, &s.Line, &s.Branch, &s.Title, &s.Files, &s.Read}
}

// readSittings are those of the register, the newest first, without words of another form.
func (ls *Lines) readSittings() []Sitting {
	all := make([]Sitting, 0, maxKept)
	for _, row := range ls.table(ofSittings).rows() {
		s := Sitting{Session: row.name}
		if rest, ok := read(row.fields, s.fields()); ok && row.project == ls.Store.Hash {
			if words, known := strings.CutPrefix(rest, wordsForm); known {
				s.Words = packed(words)
			}
			s.Line = ls.nameOf(s.Line)
			if all = append(all, s); len(all) == maxKept {
				break
			}
		}
	}
	slices.SortFunc(all, func(a, b Sitting) int {
		return cmp.Or(b.Date.Compare(a.Date), cmp.Compare(a.Session, b.Session))
	})
	return all
}

// Files are the files that the line's sittings changed, the newest first, with when.
func (l *Line) Files() []File {
	of := each.Of(l.among.sittingsOf()[l.Name], func(s Sitting) []File {
		return each.Of(s.Files, func(f string) File { return File{Path: f, At: s.Date} })
	})
	return each.FirstOf(slices.Concat(of...), func(f File) string { return f.Path })
}

// Stashed reports whether changes that the line made on its topic branch lie in the stash, or on another branch those
// of its newest sitting, of which nothing was committed.
func (l *Line) Stashed() bool {
	ls, topic, from := l.among, l.Topic(), l.Began
	at := ls.stash()[cmp.Or(topic, l.Branch)]
	of := ls.sittingsOf()[l.Name] // the newest first
	if topic != "" || at.Before(from) || l.Elsewhere || len(of) == 0 || l.Clean && l.Saved.Before(at) ||
		ls.record().branch != l.Branch { // HEAD tells what was committed there
		return topic != "" && !at.Before(from)
	}
	if len(of) > 1 {
		from = of[1].Date
	}
	made := func(f string) bool { return slices.ContainsFunc(ls.commitsOf()[f], ls.record().since(from)) }
	known := len(ls.commitsOf()) > 0 && len(of[0].Files) > 0
	return known && !at.Before(from) && !slices.ContainsFunc(of[0].Files, made)
}

// Sittings are what the sessions of the project did, the newest first.
func (ls *Lines) Sittings() []Sitting {
	return ls.sittings()[:min(len(ls.sittings()), 100)] // sittings of a project that are told
}

// A Rule is a standing instruction of the user, wherever in the project it was said.
type Rule struct {
	ID   string    `json:"id"`
	Text string    `json:"text"`
	Line string    `json:"line"`
	At   time.Time `json:"at"`
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
	var all []Rule
	for _, l := range slices.Concat(ls.Own, ls.elsewhere) {
		if len(l.Rules) == 0 || !l.ofProject() {
			continue
		}
		of := func(i Item) Rule { return Rule{Text: i.Text, Line: l.Name, At: i.At, ID: idOf(i)} }
		all = append(all, each.Of(l.Rules, of)...)
	}
	slices.SortStableFunc(all, func(a, b Rule) int { return b.At.Compare(a.At) })
	all = each.FirstOf(all, func(r Rule) string { return r.ID })
	return each.Without(all, func(r Rule) bool {
		return ls.lifts(r.ID, r.At, nil) || !r.At.After(ls.verdicts[key{ofRules, r.ID}].closed)
	})
}

// ForgetRule has a rule told no more until it is said again; ok is false for an unknown one.
func (p Project) ForgetRule(ctx context.Context, id string) (rule Rule, ok bool, err error) {
	lines, err := p.Lines(ctx)
	if rule = each.First(lines.Rules(), func(r Rule) bool { return r.ID == id }); rule.ID == "" {
		return rule, false, err
	}
	return rule, true, p.end(key{ofRules, id}, rule.At)
}
