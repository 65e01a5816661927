package undo

import (
	"errors"
	"fmt"
	"slices"
)

// A History is the prompts of a project and where the work tree is among them.
//
// The prompts are a tree, as commits are: each comes after the one that led to the
// work tree before it. An undo goes to the one before the prompt that it takes back,
// from where the next prompt begins a branch.
type History struct {
	Prompts []Prompt // oldest first
	place

	nodes []*node // of the prompts
	moves []moved // in the order in which they were done
	shown []Shown
	asked int   // the turn in which the last plan was shown, until the next one of its session
	open  *Move // the last move, until the next prompt
	last  int   // the highest number that was given
	tries int   // the prompts since a snapshot was completed without a limit
}

// A place is where the work tree is.
type place struct {
	head *node // the last prompt that led to it
	// Position is the prompt to which the work tree was taken back, 0 where the
	// work went on since.
	Position int
}

// A node is a prompt among those that led to it.
type node struct {
	Prompt
	above *node
	quiet bool   // undo ran in it, or was shown, alone: it is no work
	taken string // the safety checkpoint of the move that took its work back
}

// path are the prompts that led to a place, oldest first.
func (n *node) path() (path []*node) {
	for ; n != nil; n = n.above {
		if !n.quiet {
			path = append(path, n)
		}
	}
	slices.Reverse(path)
	return path
}

// A moved is a move with what was before it.
type moved struct {
	Move
	before place
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
	if m := h.open; m != nil && (p.Tree == "" || p.Tree != m.Tree) {
		// Work went on in the turn of the undo: it counts from there.
		if turn, ok := h.Find(m.Turn); ok {
			turn.Snapshot, turn.Tree = h.snapshotOf(*m), m.Tree
			h.head = &node{Prompt: turn, above: h.head}
		}
	}
	h.open, h.Position = nil, 0
	if turn := h.node(h.asked); turn != nil && turn.Session == p.Session {
		turn.quiet = turn.quiet || p.Tree != "" && p.Tree == turn.Tree // nothing but the plan was shown in it
		h.asked = 0
	}
	h.last = p.N
	h.tries++
	h.head = &node{Prompt: p, above: h.head}
	h.Prompts, h.nodes = append(h.Prompts, p), append(h.nodes, h.head)
}

// snapshotOf is the snapshot of the work tree as a move left it, "" where none is
// known.
func (h *History) snapshotOf(m Move) string {
	if to, ok := h.Find(m.To); ok {
		return to.Snapshot
	}
	at := slices.IndexFunc(h.Prompts, func(p Prompt) bool { return p.Tree == m.Tree && p.Snapshot != "" })
	if at < 0 {
		return ""
	}
	return h.Prompts[at].Snapshot
}

func (h *History) move(m Move) {
	turn := h.node(m.Turn)
	if turn != nil && !m.Part {
		turn.quiet = true // the turn in which it was done is no work
	}
	back := slices.IndexFunc(h.moves, func(was moved) bool { return was.Safety == m.Back && !was.Part })
	before := h.place
	h.moves = append(h.moves, moved{m, before, h.last})
	if m.Part {
		return
	}
	h.open, h.asked, h.Position = &m, 0, m.To
	led := before.head.path()
	at := slices.IndexFunc(led, func(n *node) bool { return n.N == m.To })
	switch to := h.node(m.To); {
	case back >= 0 && m.To == 0:
		h.place = h.moves[back].before
	case at >= 0:
		h.head = led[at].above
	case to != nil:
		h.head = to.above
	default:
		for h.head != nil && h.head.N >= m.To {
			h.head = h.head.above
		}
	}
	for _, n := range led {
		n.taken = m.Safety
	}
	for _, n := range h.head.path() {
		n.taken = ""
	}
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
	if at := h.node(n); at != nil {
		return at.Prompt, true
	}
	return Prompt{}, false
}

// node is the prompt with that number among the others, nil where it is not there.
func (h *History) node(n int) *node {
	at, found := slices.BinarySearchFunc(h.Prompts, n, func(p Prompt, n int) int { return p.N - n })
	if !found {
		return nil
	}
	return h.nodes[at]
}

// Undone reports whether the work since a prompt was taken back, and the next undo
// passes it over.
func (h *History) Undone(n int) bool {
	led := slices.ContainsFunc(h.head.path(), func(p *node) bool { return p.N == n })
	return !led && n != h.Position && !h.Asks(n)
}

// Asks reports whether a prompt was there to undo others.
func (h *History) Asks(n int) bool {
	at := h.node(n)
	return at != nil && at.quiet
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
		why = "it was pruned, or kept by an earlier release"
	}
	return fmt.Sprintf("%s has no snapshot: %s", m.Prompt.Name(), why)
}

// Target is the n-th last prompt that led to the work tree as it is, of a
// session where one is named. The prompt in whose turn this is asked, 0 for none,
// does not count. The errors are ErrNothing and *MissingError.
func (h *History) Target(session string, turn, n int) (Prompt, error) {
	chain := slices.DeleteFunc(h.head.path(), func(p *node) bool {
		return p.N == turn || session != "" && p.Session != session
	})
	switch {
	case len(chain) == 0:
		return Prompt{}, ErrNothing
	case n < 1 || n > len(chain):
		return Prompt{}, fmt.Errorf("%w that far: %d asked for, %d left", ErrNothing, n, len(chain))
	}
	at := len(chain) - n
	if chain[at].Snapshot != "" {
		return chain[at].Prompt, nil
	}
	missing := &MissingError{Prompt: chain[at].Prompt}
	nearest := len(chain)
	for i, p := range chain {
		if distance := max(at-i, i-at); p.Snapshot != "" && distance < nearest {
			missing.Nearest, nearest = p.Name(), distance
		}
	}
	return chain[at].Prompt, missing
}

// Steps is how many prompts of a session the work tree can be taken back to.
func (h *History) Steps(session string) int {
	n := 0
	for _, p := range h.head.path() {
		if p.Session == session && p.Snapshot != "" {
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
func (h *History) Since(n int) (since []Prompt) {
	for _, p := range h.head.path() {
		if p.N > n {
			since = append(since, p.Prompt)
		}
	}
	return since
}
