package history

import (
	"context"
	"slices"
	"time"

	"holdfast/lib/parallel"
	"holdfast/lib/rank"
	"holdfast/lib/transcript"
)

// How much the words of a session count by what they are of.
const (
	titleWeight   = 2
	commitWeight  = 1.5
	commandWeight = 0.5
	// inTime is how much more a session is worth whose time the question names.
	inTime = 2
)

// passages are what of a session can answer a question: its turns, then its title
// and the files that it changed.
func passages(r row, turns []transcript.Turn) []rank.Passage {
	all := make([]rank.Passage, 0, len(turns)+1+len(r.Files))
	for _, t := range turns {
		all = append(all, rank.Passage{Text: t.Text, Weight: weightOf(t.Who)})
	}
	title := "" // a goal that is no title is one of the turns
	if r.Titled {
		title = r.Goal
	}
	all = append(all, rank.Passage{Text: title, Weight: titleWeight})
	for _, f := range r.Files {
		all = append(all, rank.Passage{Text: f})
	}
	return all
}

func weightOf(who string) float64 {
	switch who {
	case transcript.ToldCommit:
		return commitWeight
	case transcript.ToldCommand:
		return commandWeight
	}
	return 1
}

// A Hit is a session that answers a question.
type Hit struct {
	Session
	Score    float64   `json:"score"`
	Passages []Passage `json:"passages"` // the best first
}

// A Passage is a part of a session that answers a question.
type Passage struct {
	Turn  int       `json:"turn"` // its place, for show --at; 0 for a title or a file
	Who   string    `json:"who"`  // user, claude, command, commit, summary, title or file
	At    time.Time `json:"at"`
	Score float64   `json:"score"`
	// Text is the part of it that matters, which begins so many bytes into it.
	Text   string `json:"text"`
	Offset int    `json:"offset"`
}

const (
	shownPassages = 2
	maxPassage    = 240 // bytes shown of one
)

// A Query is a question about earlier sessions.
type Query struct {
	Text  string
	Since time.Time // sessions that ended before do not count
	Now   time.Time
	Most  int // hits, 0 for all
}

// Search returns the sessions that answer a question, the best first, and how
// many more there are. No word has to be met. Sessions of a time that the
// question names come before others of equal worth, and those of that time that
// meet no word after all that do.
func (s Store) Search(ctx context.Context, q Query, progress func(done, total int)) (hits []Hit, more int, err error) {
	cards, err := s.current(ctx, progress)
	cards = slices.DeleteFunc(cards, func(c card) bool { return c.Foreign || c.Prompts == 0 || c.Ended.Before(q.Since) })
	slices.SortFunc(cards, func(a, b card) int { return b.Ended.Compare(a.Ended) })
	packed := make([]rank.Packed, len(cards))
	parallel.Each(workers, len(cards), func(i int) {
		if k, err := s.open(fileOf(cards[i].ID)); err == nil {
			packed[i] = k.words
		} else {
			packed[i] = cards[i].words
		}
	})
	question := rank.Ask(q.Text)
	found := question.Rank(packed, nil)
	if from, to, ok := rank.When(q.Text, q.Now); ok {
		found = timed(found, cards, from, to)
	}
	if q.Most > 0 && len(found) > q.Most {
		found, more = found[:q.Most], len(found)-q.Most
	}
	for _, f := range found {
		hits = append(hits, s.hit(question, cards[f.Doc], f))
	}
	return hits, more, err
}

// timed puts the sessions of a time first.
func timed(found []rank.Hit, cards []card, from, to time.Time) []rank.Hit {
	met := map[int]bool{}
	for i, f := range found {
		met[f.Doc] = true
		if c := cards[f.Doc]; c.Started.Before(to) && !c.Ended.Before(from) {
			found[i].Score *= inTime
		}
	}
	slices.SortStableFunc(found, func(a, b rank.Hit) int {
		switch {
		case a.Score > b.Score:
			return -1
		case a.Score < b.Score:
			return 1
		}
		return 0
	})
	for i, c := range cards {
		if !met[i] && c.Started.Before(to) && !c.Ended.Before(from) {
			found = append(found, rank.Hit{Doc: i})
		}
	}
	return found
}

// hit adds the passages of a session that was found.
func (s Store) hit(q rank.Question, c card, f rank.Hit) Hit {
	h := Hit{Session: c.Session, Score: f.Score, Passages: []Passage{}}
	k, err := s.load(c.ID)
	if err != nil {
		return h // only its card is left
	}
	texts := passages(k.row, k.turns)
	for _, scored := range f.Passages {
		if len(h.Passages) == shownPassages || scored.Passage >= len(texts) {
			break
		}
		text := texts[scored.Passage].Text
		cut := q.Excerpt(text, maxPassage)
		p := Passage{Who: "file", At: k.Ended, Score: scored.Score, Text: text[cut.From:cut.To], Offset: cut.From}
		switch i := scored.Passage; {
		case i < len(k.turns):
			p.Turn, p.Who, p.At = i+1, k.turns[i].Who, k.turns[i].At
		case i == len(k.turns):
			p.Who = "title"
		}
		h.Passages = append(h.Passages, p)
	}
	return h
}

// Turns are what was said and done in a session, as far as it is kept.
func (s Store) Turns(id string) ([]transcript.Turn, error) {
	k, err := s.load(id)
	return k.turns, err
}
