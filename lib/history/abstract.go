package history

import (
	"cmp"
	"context"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unsafe"

	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/rank"
	"holdfast/lib/transcript"
)

// An Abstract is what of a session a first prompt is compared with, and told. All are in one file: a
// hook has no time for the files of the sessions.
type Abstract struct {
	ID           string
	Ended        time.Time
	Goal, Branch string
	Words        rank.Packed // nil where another release packed them
	Changed      string      // files, which Files takes apart
}

// Files are those that the session changed.
func (a Abstract) Files() []string {
	return strings.FieldsFunc(a.Changed, func(r rune) bool { return r == betweenFiles })
}

const (
	abstractsFile = "abstracts"
	maxAbstracts  = 1000 // sessions, those that ended last
	betweenFiles  = '\x1f'
)

// abstractOf is the abstract of a session, the zero one where it is not listed.
func abstractOf(h head, turns []transcript.Turn) (a Abstract) {
	if h.Foreign || h.Prompts == 0 || !fence.IsName(h.ID) {
		return a
	}
	a = Abstract{ID: h.ID, Ended: h.Ended, Goal: fence.Line(h.Goal, 0)}
	a.Branch = fence.Line(strings.Join(each.Tail(h.Branches, 1), ""), 0) // the last one
	files := each.Head(h.Files, 40)
	a.Changed = strings.Join(each.Of(files, func(f string) string { return fence.Line(f, 0) }), string(betweenFiles))
	passages := []rank.Passage{
		{Text: a.Goal, Weight: titleWeight}, {Text: a.Branch, Weight: titleWeight}, {Text: strings.Join(files, "\n")},
	}
	room := 600 // units of what was said that a session is found by, 300 of a turn
	for _, t := range turns {
		if room > 0 && (t.Who == transcript.ToldUser || t.Who == transcript.ToldCommit) {
			text := fence.Line(t.Text, min(room, 300))
			passages = append(passages, rank.Passage{Text: text, Weight: weights[t.Who]})
			room -= fence.Units(text)
		}
	}
	a.Words = rank.Pack(passages)
	return a
}

func (a Abstract) row() string {
	fields := []string{
		a.ID, a.Ended.UTC().Format(time.RFC3339Nano), a.Branch, a.Goal, a.Changed, rank.Form, string(a.Words),
	}
	return strings.Join(fields, "\t") + "\n"
}

// Empty reports whether no abstracts are there.
func (s Store) Empty() bool { return !durable.Exists(filepath.Join(s.dir(), abstractsFile)) }

// Abstracts are those of the sessions that ended last, newest first, as the file has them.
func (s Store) Abstracts() (all []Abstract) {
	b, _ := durable.View(filepath.Join(s.dir(), abstractsFile), 8<<20)
	// Nobody changes the bytes any more, and a first prompt has no time for a copy.
	text := unsafe.String(unsafe.SliceData(b), len(b))
	all = make([]Abstract, 0, strings.Count(text, "\n"))
	for row := range strings.Lines(text) {
		f := strings.SplitN(strings.TrimSuffix(row, "\n"), "\t", 7)
		if len(f) < 7 {
			continue
		}
		a := Abstract{ID: f[0], Branch: f[2], Goal: f[3], Changed: f[4]}
		a.Ended, _ = time.Parse(time.RFC3339Nano, f[1])
		if words := f[6]; f[5] == rank.Form {
			a.Words = unsafe.Slice(unsafe.StringData(words), len(words))
		}
		all = append(all, a)
	}
	return all
}

func (s Store) known() map[string]Abstract {
	return each.By(s.Abstracts(), func(a Abstract) (string, Abstract) { return a.ID, a })
}

// abstract brings the file of abstracts up to date with sessions, newest first.
func (s Store) abstract(ctx context.Context, heads []head) error {
	heads = each.Head(heads, maxAbstracts)
	known := s.known()
	if !slices.ContainsFunc(heads, func(h head) bool { return h.abstract.ID != "" || known[h.ID].Words == nil }) {
		return nil
	}
	return s.at(abstractsFile+".lock").Locked(ctx, 0, func() error {
		known := s.known()
		for _, h := range heads {
			if h.abstract.ID == "" && known[h.ID].Words == nil {
				if _, turns, err := s.load(h.ID, true); err == nil {
					h.abstract = abstractOf(h, turns)
				}
			}
			if h.abstract.ID != "" {
				known[h.ID] = h.abstract
			}
		}
		all := slices.SortedFunc(maps.Values(known), func(a, b Abstract) int {
			return cmp.Or(b.Ended.Compare(a.Ended), strings.Compare(a.ID, b.ID))
		})
		text := strings.Join(each.Of(each.Head(all, maxAbstracts), Abstract.row), "")
		return s.at(abstractsFile).Derived().Replace([]byte(text), 0o600)
	})
}

// abstractAgain makes the file of abstracts again, after something was removed.
func (s Store) abstractAgain() error {
	if err := s.at(abstractsFile).Remove(); err != nil {
		return err
	}
	return s.abstract(context.Background(), listed(s.heads()))
}
