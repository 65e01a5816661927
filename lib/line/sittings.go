package line

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"holdfast/lib/each"
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
	for _, was := range ls.sittings() {
		if was.Session == s.Session && was.Line == l.Name {
			s.Files = firstOfEach(slices.Concat(s.Files, was.Files), itself)
		}
	}
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
		if rest, ok := read(row.fields, s.fields()); ok && row.project == ls.Store.Hash() {
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
	of := each.Of(l.among.sittingsOf()[l.Name], func(s *Sitting) []File {
		return each.Of(s.Files, func(f string) File { return File{Path: f, At: s.Date} })
	})
	return firstOfEach(slices.Concat(of...), func(f File) string { return f.Path })
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
