package undo

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"holdfast/lib/each"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
)

// A History is the prompts of a project as a tree, computed from the lines of the file in their order. A
// prompt's parent is the prompt whose work was the newest in the work tree when it came. The work tree
// is at one entry, the tip: it holds the work of the tip and of its ancestors, and of no other entry.
//
//	a prompt                   is a child of the tip, and the new tip
//	an undo to before a prompt makes the prompt's parent the tip
//	the rollback of an undo    makes the tip what it was before that
type History struct {
	Prompts []*Entry // oldest first
	Slow    int      // how many of the newest prompts have no snapshot for want of time
	place

	moves  []*moved // in the order in which they were done
	shown  []Shown
	open   *moved // the last move, until the next prompt
	last   int    // the highest number that was given
	pruned time.Time
}

type place struct {
	tip      *Entry // nil where no known prompt's work is in the work tree
	Position int    // the prompt that the work tree was taken back to, 0 where the work went on since
}

// An Entry is a prompt, or the work after an undo in the same turn: that has the number and the snapshot
// of the prompt that the undo went back to.
type Entry struct {
	Prompt
	Asks   bool // it was there to undo others: undo ran in it, or was shown, alone
	turn   int  // in which its work was done
	parent *Entry
	taken  *moved // the move that took its work back, nil while that is in the work tree
}

type moved struct {
	Move
	before place
}

func fold(lines []Line) (h History) {
	for _, l := range lines {
		switch {
		case l.Prompt != nil && l.Prompt.N > h.last:
			h.prompt(*l.Prompt)
		case l.Move != nil:
			h.move(*l.Move)
		case l.Shown != nil:
			h.shown = append(h.shown, *l.Shown)
		case l.Completed:
			h.Slow = 0
		case l.Pruned != nil:
			h.pruned = *l.Pruned
		}
		h.last = max(h.last, l.Last)
	}
	return h
}

func (h *History) prompt(p Prompt) {
	if m := h.open; m != nil && (p.Tree == "" || p.Tree != m.Tree) {
		if turn := h.Find(m.Turn); turn != nil { // it went on working after the move
			rest := &Entry{Prompt: h.beforeWhich(m), turn: turn.N, parent: h.tip}
			rest.Session, rest.Time = turn.Session, turn.Time
			h.tip = rest
		}
	}
	showed := func(s Shown) bool { return s.Turn == h.Turn(p.Session) }
	if turn := h.Find(h.Turn(p.Session)); turn != nil && p.Tree != "" && p.Tree == turn.Tree {
		turn.Asks = turn.Asks || slices.ContainsFunc(h.shown, showed) // and nothing else was done in it
	}
	e := &Entry{Prompt: p, turn: p.N, parent: h.tip}
	h.Prompts, h.place, h.open, h.last = append(h.Prompts, e), place{tip: e}, nil, p.N
	if h.Slow++; p.LeftOut != TooSlow && p.LeftOut != Stopped {
		h.Slow = 0
	}
}

// beforeWhich is the prompt before which the work tree was as a move left it, or one without a snapshot.
func (h *History) beforeWhich(m *moved) Prompt {
	as := func(p *Entry) bool { return p.Tree == m.Tree && p.Snapshot != "" }
	return cmp.Or(h.Find(m.To), each.First(h.Prompts, as), &Entry{Prompt: Prompt{N: m.Turn}}).Prompt
}

func (h *History) move(m Move) {
	was := &moved{Move: m, before: h.place}
	to, back := h.Find(m.To), h.whole(m.Back)
	h.moves = append(h.moves, was)
	if m.Part {
		return
	}
	if turn := h.Find(m.Turn); turn != nil {
		turn.Asks = true // the turn in which it was done is no work
	}
	h.open, h.place = was, place{Position: m.To}
	switch {
	case to != nil:
		h.tip = to.parent
	case m.To == 0 && back != nil:
		h.place = back.before
	} // else what it went back to was pruned, with all that had led there: nothing is left to undo
	for e := was.before.tip; e != nil; e = e.parent {
		e.taken = was
	}
	for e := h.tip; e != nil; e = e.parent {
		e.taken = nil
	}
}

func (h *History) whole(safety string) *moved {
	return each.First(h.moves, func(m *moved) bool { return m.Safety == safety && !m.Part })
}

// Undid reports whether a safety checkpoint is that of a move of the whole work tree.
func (h *History) Undid(safety string) bool { return h.whole(safety) != nil }

// path are the entries whose work is in the work tree and can be undone, newest first.
func (h *History) path() (path []*Entry) {
	for e := h.tip; e != nil; e = e.parent {
		if !e.Asks {
			path = append(path, e)
		}
	}
	return path
}

// Find is the prompt with that number, nil where it is not known.
func (h *History) Find(n int) *Entry {
	at, found := slices.BinarySearchFunc(h.Prompts, n, func(e *Entry, n int) int { return e.N - n })
	if !found {
		return nil
	}
	return h.Prompts[at]
}

// Undone reports whether the work since a prompt was taken back.
func (h *History) Undone(e *Entry) bool { return e.taken != nil && !e.Asks && e.N != h.Position }

// Turn is the newest prompt of a session, 0 for none.
func (h *History) Turn(session string) int {
	for _, p := range slices.Backward(h.Prompts) {
		if session != "" && p.Session == session {
			return p.N
		}
	}
	return 0
}

// Target is the n-th last entry that led to the work tree as it is, of a session where one is named,
// without the prompt in whose turn this is asked. The error names the nearest that has a snapshot.
func (h *History) Target(session string, turn, n int) (*Entry, error) {
	path := slices.DeleteFunc(h.path(), func(e *Entry) bool {
		return e.turn == turn || session != "" && e.Session != session
	})
	if n < 1 || n > len(path) {
		hint := "holdfast files list shows the prompts of the project; only those of this session count, without the " +
			"one that is being answered"
		if len(h.Prompts) == 0 {
			hint = "a snapshot is taken before each prompt, in a git work tree; " +
				"holdfast doctor checks whether that hook is installed"
		}
		far := ""
		if len(path) > 0 {
			far = fmt.Sprintf(" that far: %d asked for, %d left", n, len(path))
		}
		return nil, fault.Fail(fault.CodeMissing, hint, "nothing to undo: no prompt to go back to%s", far)
	}
	target := path[n-1]
	if target.Snapshot != "" {
		return target, nil
	}
	hint, nearest := "", len(path)
	for i, e := range path {
		if distance := max(i-n+1, n-1-i); e.Snapshot != "" && distance <= nearest {
			hint = "the nearest one that has a snapshot: " +
				fence.Typed("holdfast rollback %s --all --remove-new", e.Name())
			nearest = distance
		}
	}
	why := cmp.Or(target.LeftOut, "it was pruned, or kept by an earlier release")
	return nil, fault.Fail(fault.CodeInvalid, hint, "not possible: %s has no snapshot: %s", target.Name(), why)
}

// Steps is how many prompts of a session the work tree can be taken back to.
func (h *History) Steps(session string) int {
	not := func(e *Entry) bool { return e.Session != session || e.Snapshot == "" }
	return len(slices.DeleteFunc(h.path(), not))
}

// Since are the entries after prompt n that led to the work tree as it is, newest first.
func (h *History) Since(n int) []*Entry {
	return slices.DeleteFunc(h.path(), func(e *Entry) bool { return e.N <= n })
}

// Planned is what a plan goes back to that was shown, perhaps in an earlier turn; nil for none.
func (h *History) Planned(plan string) *Entry {
	shown := each.First(each.Reversed(h.shown), func(s Shown) bool { return s.Plan == plan })
	return h.Find(shown.To) // no prompt has the number 0
}

// TakenBack is when the work since the prompt was taken back, zero while it is in the work tree.
func (e *Entry) TakenBack() time.Time {
	if e.taken == nil {
		return time.Time{}
	}
	return e.taken.Time
}

// PutBack are the files that an undo or a rollback took back for good, with when that was.
func (s Store) PutBack() map[string]time.Time {
	files := map[string]time.Time{}
	h, _ := s.Read() // of one that cannot be read nothing is known to be undone
	for _, m := range h.moves {
		holds := !m.Part && slices.ContainsFunc(h.Prompts, func(e *Entry) bool { return e.taken == m && !e.Asks })
		if m.Part { // it neither takes another one back, nor was it itself
			holds = !slices.ContainsFunc(h.moves, func(other *moved) bool {
				return other.Back == m.Safety || m.Back != "" && other.Safety == m.Back
			})
		}
		for _, f := range m.Files {
			if holds {
				files[f] = m.Time
			}
		}
	}
	return files
}

// Running reports whether a prompt of that id is being answered: what is typed meanwhile belongs to it.
func (h *History) Running(session, id string) bool {
	p := h.Find(h.Turn(session))
	return p != nil && id != "" && p.ID == id
}
