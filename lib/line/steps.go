package line

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/each"
	"holdfast/lib/prompt"
)

const passing = "?" // between the hash of a step and how long it is told

// ends reports whether a step was told for as long as lasts says.
func (l *Line) ends(step Item, lasts int) bool {
	if lasts < 0 {
		return l.passedBy(step.At, -lasts)
	}
	return lasts > 0 && l.among.Now.Sub(step.At) >= time.Duration(lasts)*24*time.Hour
}

// passedBy reports whether so many later sessions at other lines changed files on the branch, which left nothing of the
// line uncommitted.
func (l *Line) passedBy(at time.Time, most int) bool {
	on := l.Branch
	if n := len(l.Branches); n > 0 {
		on = l.Branches[n-1]
	}
	for _, s := range l.among.sittingsOn()[on] {
		if most == 0 || !s.Date.After(at) {
			break
		}
		by := l.among.lines[s.Line]
		if s.Line != l.Name && len(s.Files) > 0 && s.Began.After(at) && (by == nil || by.OnlyFor == "") {
			most--
		}
	}
	return most == 0 && len(l.Dirty()) == 0
}

// Kept are the open steps as they were saved, those too that other work passed by, or took over and leaves; not what is
// done of these.
func (l *Line) Kept() []Item {
	next := l.folding().Next
	for _, by := range l.among.followers[l.Name] {
		theirs := each.Set(each.Of(by.folding().Next, idOf))
		same := func(i Item) bool { return theirs[idOf(i)] }
		if len(theirs) == 0 || slices.ContainsFunc(next, same) { // in the same words
			next = each.Without(next, func(i Item) bool { return l.landed(i) && !same(i) })
		}
	}
	return next
}

// landed reports whether another line took a step over, or did it, or a commit did.
func (l *Line) landed(step Item) bool {
	return l.among.lifts(idOf(step), step.At.Truncate(time.Second), l) || l.committed(step.Text)
}

// lasts is for how many days a step is told, 0 for always, as what a person or model wrote; below 0, of what only an
// answer says, until so many sessions passed the line by.
func (s State) lasts(step Item) int {
	switch listed := step.Listed && len(s.Blockers) == 0; { // what failed is left until it passes
	case listed && prompt.IsLoose(step.Text):
		return -1
	case listed:
		return -4
	case s.Written && !step.At.After(s.Wrote):
		return 0
	case len(prompt.Remaining(step.Text, nil)) > 0: // nobody strikes out single numbers of "left are 4 6 9"
		return -4
	}
	return prompt.Lasts(step.Text, step.At)
}

// lasts is as that of the state, of a step that the register knows without reading its words again.
func (l *Line) lasts(s State, step Item) int {
	id := idOf(step)
	for _, known := range l.next {
		if of, lasts := lasting(known); of == id {
			return lasts
		}
	}
	return s.lasts(step)
}

// lasting are the hash of a step that the register keeps, and how long it is told.
func lasting(step Item) (id string, lasts int) {
	id, text, _ := strings.Cut(step.Text, passing)
	lasts, _ = strconv.Atoi(text)
	return id, lasts
}

// Defers reports whether a step of a line that only hooks saved is left to another ticket than the line's.
func (s State) Defers(step Item) bool {
	work := strings.Join(append(slices.Clone(s.Branches), s.Goal, s.Bead, s.Branch), " ")
	return !s.Written && prompt.Deferred(step.Text, work)
}

// Later are the steps that are left to tickets which no other line took up.
func (l *Line) Later() []Item {
	if l.Closed || !l.defers {
		return nil
	}
	s := l.State()
	return each.If(s.Next, func(i Item) (Item, bool) {
		took := func(o *Line) bool {
			names := strings.Join(append(slices.Clone(o.Beads), o.Topic()), " ")
			if o.changes {
				names += " " + o.Goal
			}
			return o != l && o.Saved.After(i.At) && prompt.NamesTicket(names, prompt.Ticket(i.Text))
		}
		return i, s.Defers(i) && !slices.ContainsFunc(l.among.Own, took)
	})
}

// Steps are how many steps are open, with questions and blockers.
func (l *Line) Steps() int {
	if !l.handedOver().IsZero() {
		s := l.State()
		return len(s.Next) + len(s.Questions) + len(s.Blockers)
	}
	open := l.steps - len(each.If(l.next, func(s Item) (Item, bool) {
		id, lasts := lasting(s)
		return s, l.ends(s, lasts) || l.among.lifts(id, s.At, l)
	}))
	beside := l.steps - len(l.next)
	if open > beside && l.unchanged && len(l.since()) > 0 { // of the lines that were looked at
		s := l.State()
		open = beside + len(each.Without(s.Next, s.Defers))
	}
	return open
}
