package line

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"time"

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

// keepSitting notes what the session of a save did, with what it did at the line before.
func (r *reading) keepSitting(k Save, l *Line) error {
	s := k.Sitting
	if s.Session == "" {
		return nil
	}
	s.Line, s.Title = l.Name, oneRow(s.Title)
	s.Read = s.Read[:min(len(s.Read), maxRead)]
	var prompts []string
	for _, p := range s.Prompts {
		if p := []rune(oneRow(p)); len(p) >= shortBeginning && len(prompts) < maxBeginnings {
			prompts = append(prompts, string(p[:min(len(p), longBeginning)]))
		}
	}
	for _, was := range r.sittings() {
		if was.Session == s.Session && was.Line == l.Name {
			s.Files = firstOfEach(slices.Concat(s.Files, was.Files), itself)
		}
	}
	s.Files = s.Files[:min(len(s.Files), maxChanged)]
	words := rank.Pack([]rank.Passage{
		{Text: s.Title, Weight: 2}, {Text: strings.Join(prompts, "\n")}, {Text: strings.Join(s.Files, "\n")},
	})
	text := fieldsOf(s.fields()) + "\t" + wordsForm + string(words)
	return r.table(ofSittings).put(false, row{r.home(s.Session), text})
}

// wordsForm is before the words of a sitting in its row.
const wordsForm = rank.Form + ":"

// fields are those of a sitting's row in the register.
func (s *Sitting) fields() []any {
	return []any{&s.Date, &s.Line, &s.Branch, &s.Title, &s.Files, &s.Read}
}

// readSittings are those of the register, the newest first, without words of another form.
func (r *reading) readSittings() []Sitting {
	all := make([]Sitting, 0, maxKept)
	for _, row := range r.table(ofSittings).rows() {
		s := Sitting{Session: row.name}
		if rest, ok := read(row.fields, s.fields()); ok && row.project == r.Store.Hash() {
			if words, known := strings.CutPrefix(rest, wordsForm); known {
				s.Words = packed(words)
			}
			s.Line = r.nameOf(s.Line)
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
func (l *Line) Files() (files []File) {
	seen := map[string]bool{}
	for _, s := range l.reading.sittingsOf()[l.Name] {
		for _, f := range s.Files {
			if !seen[f] {
				seen[f] = true
				files = append(files, File{Path: f, At: s.Date})
			}
		}
	}
	return files
}

// Sittings are what the sessions of the project did, the newest first.
func (ls *Lines) Sittings() []Sitting {
	return ls.r.sittings()[:min(len(ls.r.sittings()), maxRecent)]
}

// Words are what the register holds of all lines for a question.
type Words []row

// Words reads them, which needs none of the lines.
func (p Project) Words() Words { return p.table(ofWords).rows() }

// Documents are what a question finds each of the own lines by, in their order.
func (ls *Lines) Documents(words Words) []rank.Packed {
	r := ls.r
	for _, row := range words {
		if l := r.lines[row.name]; l != nil && l.home == row.key {
			l.words = packed(row.fields)
		}
	}
	all := make([]rank.Packed, len(ls.Own))
	var fresh []row
	for i, l := range ls.Own {
		if all[i] = l.words; len(all[i]) == 0 && r.ctx.Err() == nil { // else the next question goes on
			packing := wordsOf(l, l.State())
			all[i], fresh = packed(packing.fields), append(fresh, packing)
		}
	}
	_ = r.table(ofWords).put(false, fresh...) // else they are packed again
	return all
}

// wordsOf is the row of the words by which a question finds a line.
func wordsOf(l *Line, s State) row {
	titles := []string{l.Name, s.Goal, s.PullRequest}
	var commits []string
	for _, sat := range s.LastSittings {
		titles, commits = append(titles, sat.Title), append(commits, sat.Commits...)
	}
	var passages []rank.Passage
	for _, of := range []struct {
		weight float64
		texts  []string
	}{
		{3, titles}, {1.5, Texts(s.Prompts)}, {2, commits}, {2, Texts(s.Decisions)}, {1, Texts(s.Failed)},
		{2, s.Files[:min(len(s.Files), maxNamed)]}, {2, s.Read}, {3, l.Branches}, {3, l.Beads},
	} {
		for _, text := range of.texts {
			if text != "" {
				passages = append(passages, rank.Passage{Text: text, Weight: of.weight})
			}
		}
	}
	return row{l.home, string(rank.Pack(passages))}
}

// A Rule is a standing instruction of the user, wherever in the project it was said.
type Rule struct {
	ID   string    `json:"id"`
	Text string    `json:"text"`
	Line string    `json:"line"`
	At   time.Time `json:"at"`
}

// Rules are the standing instructions of all own lines, newest first, without resolved and forgotten ones.
func (ls *Lines) Rules() []Rule {
	lifted := map[string]time.Time{}
	var all []Rule
	for _, l := range ls.Own {
		for _, i := range l.Rules {
			all = append(all, Rule{Text: i.Text, Line: l.Name, At: i.At, ID: machine.Sum([]byte(textKey(i)))[:6]})
		}
		for _, i := range l.Lifted {
			if k := textKey(i); i.At.After(lifted[k]) {
				lifted[k] = i.At
			}
		}
	}
	slices.SortStableFunc(all, func(a, b Rule) int { return b.At.Compare(a.At) })
	all = firstOfEach(all, func(r Rule) string { return r.ID })
	return without(all, func(r Rule) bool {
		return !r.At.After(lifted[Key(r.Text)]) || !r.At.After(ls.r.forgotten[r.ID])
	})
}

// ForgetRule has a rule told no more until it is said again; ok is false for an unknown one.
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
	return rules[i], true, p.say(key{ofRules, id}, verdict{closed: p.Now})
}
