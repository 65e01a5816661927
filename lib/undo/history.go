package undo

import (
	"errors"
	"fmt"
	"slices"
)

// A History is the prompts of a project and where the work tree is among them.
type History struct {
	Prompts []Prompt // oldest first
	state

	turns []turn  // of the prompts
	moves []moved // in the order in which they were done
	shown []Shown
	asked int   // the turn in which the last plan was shown, until the next one of its session
	open  *Move // the last move, until the next prompt
	last  int   // the highest number that was given
	tries int   // the prompts since a snapshot was completed without a limit
}

// A state is where the work tree is among the prompts. The chain is those that
// led to it, oldest first; what was undone is not among them.
type state struct {
	chain []Prompt
	// Position is the prompt to which the work tree was taken back, 0 where the
	// work went on since.
	Position int
}

// A turn is what else is known of a prompt.
type turn struct {
	before []Prompt // the chain before it
	quiet  bool     // undo ran in it, or was shown, alone
	taken  string   // the safety checkpoint of the move that took its work back
}

// A moved is a move with what was before it.
type moved struct {
	Move
	before state
	after  int // the newest prompt then
}

// fold computes the history from the lines of the file.
func fold(lines []line) History {
	var h History
	for _, l := range lines {
		switch {
		case l.Prompt != nil && l.Prompt.N > h.last:
			h.prompt(*l.Prompt)
		case l.Move != nil:
			h.move(*l.Move)
		case l.Shown != nil:
			h.shown, h.asked = append(h.shown, *l.Shown), l.Shown.Turn
		case l.Completed:
			h.tries = 0
		}
		h.last = max(h.last, l.Last)
	}
	return h
}

func (h *History) prompt(p Prompt) {
	if m := h.open; m != nil && m.Turn > 0 && (p.Tree == "" || p.Tree != m.Tree) {
		// Work went on in the turn of the undo: it counts from there.
		if turn, ok := h.Find(m.Turn); ok {
			turn.Commit, turn.Tree = h.commitOf(*m), m.Tree
			h.chain = append(h.chain, turn)
		}
	}
	h.open, h.Position = nil, 0
	if turn, ok := h.Find(h.asked); ok && turn.Session == p.Session {
		// A turn that only showed a plan is not work.
		if p.Tree != "" && p.Tree == turn.Tree {
			h.chain, h.turn(turn.N).quiet = without(h.chain, turn.N), true
		}
		h.asked = 0
	}
	h.last = p.N
	h.tries++
	h.Prompts = append(h.Prompts, p)
	h.turns = append(h.turns, turn{before: h.chain[:len(h.chain):len(h.chain)]}) // shared: what is there never changes
	h.chain = append(h.chain, p)
}

// commitOf is the snapshot of the work tree as a move left it, "" where none is
// known.
func (h *History) commitOf(m Move) string {
	if to, ok := h.Find(m.To); ok {
		return to.Commit
	}
	for _, p := range h.Prompts {
		if p.Tree == m.Tree && p.Commit != "" {
			return p.Commit
		}
	}
	return ""
}

func (h *History) move(m Move) {
	if p, ok := h.Find(m.Turn); ok && m.Session == "" {
		m.Session = p.Session // earlier releases did not say it
	}
	back := slices.IndexFunc(h.moves, func(was moved) bool { return was.Safety == m.Back && !was.Part })
	// The turn in which it was done is not work.
	now := state{without(h.chain, m.Turn), h.Position}
	h.moves = append(h.moves, moved{m, now, h.last})
	if m.Part {
		return
	}
	if t := h.turn(m.Turn); t != nil {
		t.quiet = true
	}
	h.open, h.asked, h.Position = &m, 0, m.To
	at := slices.IndexFunc(now.chain, func(p Prompt) bool { return p.N == m.To })
	switch to := h.turn(m.To); {
	case back >= 0 && m.To == 0:
		h.state = h.moves[back].before
		h.chain = slices.Clone(h.chain)
	case at >= 0:
		h.chain = now.chain[:at:at]
	case to != nil:
		h.chain = slices.Clone(to.before)
	default:
		h.chain = slices.DeleteFunc(slices.Clone(now.chain), func(p Prompt) bool { return p.N >= m.To })
	}
	for _, p := range now.chain {
		h.turn(p.N).taken = m.Safety
	}
	for _, p := range h.chain {
		h.turn(p.N).taken = ""
	}
}

// without is a chain without a prompt.
func without(chain []Prompt, n int) []Prompt {
	return slices.DeleteFunc(slices.Clone(chain), func(p Prompt) bool { return p.N == n })
}

// MaxSlow is after how many snapshots in a row that took too long none is tried
// any more, until one was completed by other means.
const MaxSlow = 3

// Slow is how many of the newest prompts have no snapshot for want of time.
func (h *History) Slow() int {
	n := 0
	for _, p := range slices.Backward(h.Prompts[len(h.Prompts)-h.tries:]) {
		if p.LeftOut != TooSlow && p.LeftOut != Stopped {
			break
		}
		n++
	}
	return n
}

// Find is the prompt with that number.
func (h *History) Find(n int) (Prompt, bool) {
	at, found := h.at(n)
	if !found {
		return Prompt{}, false
	}
	return h.Prompts[at], true
}

func (h *History) at(n int) (int, bool) {
	return slices.BinarySearchFunc(h.Prompts, n, func(p Prompt, n int) int { return p.N - n })
}

// turn is what else is known of a prompt, nil where it is not there.
func (h *History) turn(n int) *turn {
	at, found := h.at(n)
	if !found {
		return nil
	}
	return &h.turns[at]
}

// Undone reports whether the work since a prompt was taken back, and the next undo
// passes it over.
func (h *History) Undone(n int) bool {
	led := slices.ContainsFunc(h.chain, func(p Prompt) bool { return p.N == n })
	return !led && n != h.Position && !h.Asks(n)
}

// Asks reports whether a prompt was there to undo others.
func (h *History) Asks(n int) bool {
	t := h.turn(n)
	return t != nil && t.quiet
}

// Moved reports whether an undo ran after a prompt and before the next one: what
// changed in between is not what the prompt led to.
func (h *History) Moved(n int) bool {
	return slices.ContainsFunc(h.moves, func(m moved) bool { return m.after == n })
}

// Turn is the newest prompt of a session: the one in whose turn a command of
// that session runs, unless the turn is over. 0 for none.
func (h *History) Turn(session string) int {
	for _, p := range slices.Backward(h.Prompts) {
		if session != "" && p.Session == session {
			return p.N
		}
	}
	return 0
}

// Transcripts are the transcripts of the sessions that had prompts, by session.
func (h *History) Transcripts() map[string]string {
	all := map[string]string{}
	for _, p := range h.Prompts {
		all[p.Session] = p.Transcript
	}
	return all
}

// Undid reports whether a safety checkpoint is that of a move.
func (h *History) Undid(safety string) bool {
	return slices.ContainsFunc(h.moves, func(m moved) bool { return m.Safety == safety && !m.Part })
}

// ErrNothing means that there are not so many prompts to go back.
var ErrNothing = errors.New("no prompt to go back to")

// A MissingError is the error of a prompt whose snapshot is missing.
type MissingError struct {
	Prompt  Prompt
	Nearest string // the nearest one that has a snapshot, "" for none
}

func (m *MissingError) Error() string {
	why := m.Prompt.LeftOut
	if why == "" {
		why = "it was pruned"
	}
	return fmt.Sprintf("%s has no snapshot: %s", m.Prompt.Name(), why)
}

// Target is the n-th last prompt that led to the work tree as it is, of a
// session where one is named. The prompt in whose turn this is asked, 0 for none,
// does not count. The errors are ErrNothing and *MissingError.
func (h *History) Target(session string, turn, n int) (Prompt, error) {
	chain := slices.DeleteFunc(slices.Clone(h.chain), func(p Prompt) bool {
		return p.N == turn || session != "" && p.Session != session
	})
	switch {
	case len(chain) == 0:
		return Prompt{}, ErrNothing
	case n < 1 || n > len(chain):
		return Prompt{}, fmt.Errorf("%w that far: %d asked for, %d left", ErrNothing, n, len(chain))
	}
	at := len(chain) - n
	if chain[at].Commit != "" {
		return chain[at], nil
	}
	missing := &MissingError{Prompt: chain[at]}
	for distance := 1; distance < len(chain) && missing.Nearest == ""; distance++ {
		for _, i := range []int{at - distance, at + distance} {
			if i >= 0 && i < len(chain) && chain[i].Commit != "" && missing.Nearest == "" {
				missing.Nearest = chain[i].Name()
			}
		}
	}
	return chain[at], missing
}

// Steps is how many prompts of a session the work tree can be taken back to.
func (h *History) Steps(session string) int {
	n := 0
	for _, p := range h.chain {
		if p.Session == session && p.Commit != "" {
			n++
		}
	}
	return n
}

// Planned is the prompt that a plan goes back to which a session was shown: what
// was agreed to in a later turn is what was shown.
func (h *History) Planned(plan string) (Prompt, bool) {
	for _, s := range slices.Backward(h.shown) {
		if s.Plan == plan {
			return h.Find(s.To)
		}
	}
	return Prompt{}, false
}

// Since are the prompts after the one of number n that led to the work tree as it
// is, oldest first.
func (h *History) Since(n int) []Prompt {
	return slices.DeleteFunc(slices.Clone(h.chain), func(p Prompt) bool { return p.N <= n })
}
