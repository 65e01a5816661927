package line

import (
	"cmp"
	"context"
	"path"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/machine"
	"holdfast/lib/rank"
)

const (
	// Of a project this many sittings are told of, and kept to tell which line changed a
	// file last, with this many files and prompts each.
	maxRecent      = 100
	maxKept        = 300
	maxChanged     = 60
	maxBeginnings  = 8
	longBeginning  = 80 // characters of a prompt
	shortBeginning = 25 // characters that say something
)

// keepSitting notes what the session of a save did, in the place of its earlier
// sitting.
func (r *reading) keepSitting(k Kept, l *Line) error {
	s := k.Sitting
	if s.Session == "" {
		return nil
	}
	s.Line, s.Title = l.Name, oneRow(s.Title)
	s.Files, s.Read = slices.Clone(s.Files), s.Read[:min(len(s.Read), MaxRead)]
	var prompts []string
	for _, p := range s.Prompts {
		if p = oneRow(p); len([]rune(p)) >= shortBeginning && len(prompts) < maxBeginnings {
			prompts = append(prompts, string([]rune(p)[:min(len([]rune(p)), longBeginning)]))
		}
	}
	s.Prompts = prompts
	for _, was := range r.sat() {
		if was.Session == s.Session && was.Line == l.Name {
			s.Files = append(s.Files, without(was.Files, s.Files)...)
			s.Commits = append(without(was.Commits, s.Commits), s.Commits...)
		}
	}
	s.Files = s.Files[:min(len(s.Files), maxChanged)]
	return r.putSittings(s)
}

func (r *reading) putSittings(all ...Sitting) error {
	rows := map[key]string{}
	for _, s := range all {
		rows[r.home(s.Session)] = fieldsOf(s.fields)
	}
	return r.table(ofSittings).put(r.Store.Machine, rows, false)
}

// restore has the register know the sittings of lines that were read again of which it
// knows none, as their artifacts tell of them.
func (r *reading) restore(lines []*Line) error {
	known := map[string]bool{}
	for _, s := range r.sittings() {
		known[s.Line] = true
	}
	var all []Sitting
	for _, l := range lines {
		if l.fresh == nil || known[l.Name] {
			continue
		}
		s := &l.fresh.State
		for _, sat := range s.LastSittings {
			sat.Line = l.Name
			all = append(all, sat)
		}
		if session := lastOf(l.Sittings); len(s.LastSittings) == 0 && session != "" {
			all = append(all, Sitting{
				Session: session, Date: l.Saved, Line: l.Name, Branch: lastOf(l.Branches), Title: l.Goal, Files: s.Files,
			})
		}
	}
	return r.putSittings(all...)
}

// fields are those of a sitting's row in the register, its time first.
func (s *Sitting) fields(c *codec) {
	c.time(&s.Date)
	for _, text := range []*string{&s.Line, &s.Branch, &s.Title} {
		c.text(text)
	}
	for _, all := range []*[]string{&s.Files, &s.Read, &s.Prompts, &s.Commits} {
		c.list(all)
	}
}

// keepNewest removes from rows of sittings what is not among the newest of its worktree.
func keepNewest(rows map[key]string) {
	worktrees := map[string][]key{}
	for k := range rows {
		worktrees[k.project] = append(worktrees[k.project], k)
	}
	for _, keys := range worktrees {
		slices.SortFunc(keys, func(a, b key) int { return strings.Compare(rows[b], rows[a]) }) // their times first
		for _, k := range keys[min(len(keys), maxKept):] {
			delete(rows, k)
		}
	}
}

// without is a list without what another holds.
func without(list, other []string) []string {
	return slices.DeleteFunc(list, func(s string) bool { return slices.Contains(other, s) })
}

// sittings are those of the project that the register holds, the newest first.
func (r *reading) sittings() []Sitting {
	var all []Sitting
	for k, row := range r.table(ofSittings).read() {
		if k.project != r.Store.Hash() {
			continue
		}
		s := Sitting{Session: k.name}
		c := codec{rest: row}
		if s.fields(&c); c.end() {
			s.Line = r.nameOf(s.Line)
			all = append(all, s)
		}
	}
	slices.SortFunc(all, func(a, b Sitting) int {
		return cmp.Or(b.Date.Compare(a.Date), cmp.Compare(a.Session, b.Session))
	})
	return all
}

// changed are the files that the sittings of each line changed, the newest first.
func (r *reading) changed() map[string][]File {
	all, seen := map[string][]File{}, map[[2]string]bool{}
	for _, s := range r.sat() {
		for _, f := range s.Files {
			if at := [2]string{s.Line, f}; !seen[at] {
				seen[at] = true
				all[s.Line] = append(all[s.Line], File{Path: f, At: s.Date})
			}
		}
	}
	return all
}

// Sittings are what the sessions of the project did, the newest first.
func (ls *Lines) Sittings() []Sitting {
	return slices.Clone(ls.r.sat()[:min(len(ls.r.sat()), maxRecent)])
}

// Documents are what a question finds each of the own lines by, in their order.
func (ls *Lines) Documents() []rank.Packed {
	r := ls.r
	rows, fresh := r.table(ofWords).read(), map[key]rank.Packed{}
	all := make([]rank.Packed, len(ls.Own))
	for i, l := range ls.Own {
		if row := rows[l.homes[0]]; row != "" {
			all[i] = unescaped(row)
			continue
		}
		if r.ctx.Err() != nil {
			continue // the next question goes on
		}
		all[i] = document(l, l.State())
		fresh[l.homes[0]] = all[i]
	}
	_ = r.keepWords(fresh) // else they are packed again
	return all
}

func (r *reading) keepWords(docs map[key]rank.Packed) error {
	rows := map[key]string{}
	for k, doc := range docs {
		rows[k] = escaped(doc)
	}
	return r.table(ofWords).put(r.Store.Machine, rows, false)
}

// A document is bytes, of which a row holds all but the ends of lines.
const (
	escape    = '\x1b'
	escapedNL = escape + 1
	lineBreak = '\n'
)

func escaped(b []byte) string {
	var out []byte
	for _, c := range b {
		switch c {
		case escape:
			out = append(out, escape, escape)
		case lineBreak:
			out = append(out, escape, escapedNL)
		default:
			out = append(out, c)
		}
	}
	return string(out)
}

func unescaped(row string) []byte {
	out := make([]byte, 0, len(row))
	for {
		before, after, more := strings.Cut(row, string(rune(escape)))
		if out = append(out, before...); !more || after == "" {
			return out
		}
		c := after[0]
		if c == escapedNL {
			c = lineBreak
		}
		out, row = append(out, c), after[1:]
	}
}

func document(l *Line, s State) rank.Packed {
	var passages []rank.Passage
	add := func(weight float64, texts ...string) {
		for _, text := range texts {
			if text != "" {
				passages = append(passages, rank.Passage{Text: text, Weight: weight})
			}
		}
	}
	add(3, l.Name, s.Goal)
	for _, sat := range s.LastSittings {
		add(3, sat.Title)
	}
	add(1.5, Texts(s.Prompts)...)
	add(2, Texts(s.Decisions)...)
	add(1, Texts(s.Failed)...)
	add(2, s.Files[:min(len(s.Files), maxNamed)]...)
	add(2, s.Read...)
	add(3, l.Branches...)
	add(3, l.Beads...)
	add(3, s.PullRequest)
	return rank.Pack(passages)
}

// A Rule is a standing instruction of the user, wherever in the project it was said.
type Rule struct {
	ID   string    `json:"id"`
	Text string    `json:"text"`
	Line string    `json:"line"`
	At   time.Time `json:"at"`
}

// Rules are the standing instructions of all own lines, in every state, the newest
// first: each once, but for those that were resolved or forgotten since.
func (ls *Lines) Rules() []Rule {
	resolved := map[string]time.Time{}
	for id, at := range ls.r.forgotten {
		resolved[id] = at
	}
	var all []Rule
	for _, l := range ls.Own {
		for _, i := range l.rules {
			all = append(all, Rule{ID: ruleID(i.Text), Text: i.Text, Line: l.Name, At: i.At})
		}
		for _, i := range l.resolved {
			if id := ruleID(i.Text); i.At.After(resolved[id]) {
				resolved[id] = i.At
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Rule) int { return b.At.Compare(a.At) })
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(r Rule) bool {
		gone := seen[r.ID] || !r.At.After(resolved[r.ID])
		seen[r.ID] = true
		return gone
	})
}

// ForgetRule has a rule told no more, whichever artifact holds it, until it is said
// again later; ok is false where no such rule is told.
func (p Project) ForgetRule(ctx context.Context, id string) (rule Rule, ok bool, err error) {
	lines, err := p.Lines(ctx)
	if err != nil {
		return rule, false, err
	}
	rules := lines.Rules()
	i := slices.IndexFunc(rules, func(r Rule) bool { return r.ID == id })
	if i < 0 {
		return rule, false, nil
	}
	return rules[i], true, p.say(key{ofRules, id}, word{closed: p.Now})
}

// ruleID names a rule by its words.
func ruleID(text string) string { return machine.Sum([]byte(Key(text)))[:6] }

// Empty reports whether nothing is known to have been saved in the project.
func (p Project) Empty() bool {
	return !exists(p.table(ofHeads).file()) && !exists(path.Join(p.Store.Root, artifact.Dir))
}
