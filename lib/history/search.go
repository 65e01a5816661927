package history

import (
	"cmp"
	"context"
	"slices"
	"time"

	"holdfast/lib/each"
	"holdfast/lib/parallel"
	"holdfast/lib/rank"
	"holdfast/lib/transcript"
)

const titleWeight = 2 // of the words of a title and a branch

// weights are how much the words of a turn count, by who said them; those of others count once.
var weights = map[string]float64{transcript.ToldCommit: 1.5, transcript.ToldCommand: 0.5}

// passages are what of a session can answer a question: turns, title, changed files.
func passages(h head, turns []transcript.Turn) []rank.Passage {
	all := each.Of(turns, func(t transcript.Turn) rank.Passage {
		return rank.Passage{Text: t.Text, Weight: weights[t.Who]}
	})
	title := "" // a goal that is no title is one of the turns
	if h.Titled {
		title = h.Goal
	}
	all = append(all, rank.Passage{Text: title, Weight: titleWeight})
	return append(all, each.Of(h.Files, func(f string) rank.Passage { return rank.Passage{Text: f} })...)
}

// A Hit is a session that answers a question.
type Hit struct {
	Session
	Score    float64   `json:"score"`
	Passages []Passage `json:"passages"` // the best first
}

// A Passage is a part of a session that answers a question.
type Passage struct {
	Turn   int       `json:"turn"` // its place, for show --at; 0 for a title or a file
	Who    string    `json:"who"`  // user, claude, command, commit, summary, title or file
	At     time.Time `json:"at,omitzero"`
	Score  float64   `json:"score"`
	Text   string    `json:"text"` // the part of it that matters, which begins so many bytes into it
	Offset int       `json:"offset"`
}

// A Query is a question about earlier sessions.
type Query struct {
	Text  string
	Since time.Time // sessions that ended before do not count
	Now   time.Time
	Most  int // hits, 0 for all
}

// Search returns the sessions that answer a question, the best first, and how many more there are.
// Those of a time that it names come before equals, and without a word of it after all others.
func (s Store) Search(ctx context.Context, q Query, progress func(done, total int)) (hits []Hit, more int, err error) {
	heads, err := s.current(ctx, nil, progress)
	heads = slices.DeleteFunc(heads, func(h head) bool { return h.Ended.Before(q.Since) })
	packed := make([]rank.Packed, len(heads))
	parallel.Each(workers, len(heads), func(i int) {
		if packed[i] = heads[i].words; packed[i] == nil {
			h, _, _ := s.load(heads[i].ID, false)
			packed[i] = h.words
		}
	})
	question := rank.Ask(q.Text)
	found := question.Rank(packed)
	if from, to, ok := rank.When(q.Text, q.Now); ok {
		found = timed(found, heads, from, to)
	}
	if q.Most > 0 && len(found) > q.Most {
		found, more = found[:q.Most], len(found)-q.Most
	}
	return each.Of(found, func(f rank.Hit) Hit { return s.hit(question, heads[f.Doc], f) }), more, err
}

func timed(found []rank.Hit, heads []head, from, to time.Time) []rank.Hit {
	in := func(i int) bool { return heads[i].Started.Before(to) && !heads[i].Ended.Before(from) }
	met := map[int]bool{}
	for i, f := range found {
		if met[f.Doc] = true; in(f.Doc) {
			found[i].Score *= 2
		}
	}
	slices.SortStableFunc(found, func(a, b rank.Hit) int { return cmp.Compare(b.Score, a.Score) })
	for i := range heads {
		if !met[i] && in(i) {
			found = append(found, rank.Hit{Doc: i})
		}
	}
	return found
}

func (s Store) hit(q rank.Question, of head, f rank.Hit) Hit {
	h := Hit{Session: of.Session, Score: f.Score, Passages: []Passage{}}
	kept, turns, err := s.load(of.ID, true)
	if err != nil {
		return h
	}
	texts := passages(kept, turns)
	for _, scored := range f.Passages {
		if len(h.Passages) == 2 || scored.Passage >= len(texts) {
			break
		}
		text := texts[scored.Passage].Text
		cut := q.Excerpt(text, 240)
		p := Passage{Who: "file", At: kept.Ended, Score: scored.Score, Text: text[cut.From:cut.To], Offset: cut.From}
		switch i := scored.Passage; {
		case i < len(turns):
			p.Turn, p.Who, p.At = i+1, turns[i].Who, turns[i].At
		case i == len(turns):
			p.Who = "title"
		}
		h.Passages = append(h.Passages, p)
	}
	return h
}

// Turns are what was said and done in a session, as far as it is kept.
func (s Store) Turns(id string) ([]transcript.Turn, error) {
	_, turns, err := s.load(id, true)
	return turns, err
}
