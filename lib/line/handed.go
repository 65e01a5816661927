package line

import (
	"cmp"
	"time"

	"holdfast/lib/each"
)

// handedOver is when the newest written artifact was made for somebody else, zero for never.
func (l *Line) handedOver() time.Time {
	if !l.Own || l.Wrote.IsZero() { // most of 1,000 lines
		return time.Time{}
	}
	if at := l.among.said(l.Name).handed; at.Unix() == l.Wrote.Unix() {
		return at
	}
	return time.Time{}
}

// Given is when the line was handed over to somebody else, zero for never, and once another session saved to it.
func (l *Line) Given() (at time.Time) {
	at = l.handedOver()
	if last := len(l.Sessions) - 1; at.IsZero() || last < 0 || l.Sessions[last] != l.among.said(l.Name).by {
		return time.Time{}
	}
	return at
}

// TakeBack makes a line its owner's again, with all of its steps, where he goes on with the state that he handed over
// then by a session, once that is kept.
func (l *Line) TakeBack(goesOn func(s State, at time.Time, by string) bool) bool {
	at := l.handedOver()
	back := !at.IsZero() && goesOn(l.folding().State, at, l.among.said(l.Name).by)
	if back {
		delete(l.among.verdicts, key{l.among.Store.Hash, l.Name})
	}
	return back
}

// without is the state without what was handed over then: what is left is what hooks saved since, and what the user put
// off.
func (s State) without(handed time.Time, since bool) State {
	off := s.PutOff(handed.Add(-72 * time.Hour))
	given := func(i Item) bool { return !i.At.After(handed) && FailedCommand(i.Text) == "" && !off(i) }
	s.Next, s.Questions = each.Without(s.Next, given), each.Without(s.Questions, given)
	s.Blockers, s.Written = each.Without(s.Blockers, given), false
	if since {
		s.Goal, s.Now, s.Since = cmp.Or(sat(each.Reversed(s.LastSittings), handed), s.Goal), cmp.Or(s.Since, s.Now), ""
	}
	return s
}

// sat is what the newest sitting since then was about.
func sat(newestFirst []Sitting, since time.Time) string {
	return each.First(newestFirst, func(s Sitting) bool { return s.Date.After(since) && s.Title != "" }).Title
}
