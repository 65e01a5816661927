package undo

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// A History is the prompts of a project and where the work tree is among them.
//
// It is computed from the lines of the file in their order. Whatever happens, led are
// the prompts whose work is in the work tree. A prompt is added to them; an undo to
// before a prompt leaves those that had led to that one; taking an undo back brings
// back those from before it.
type History struct {
	Prompts []*Entry // oldest first
	place

	moves []moved // in the order in which they were done
	shown []Shown
	asked int   // the turn in which the last plan was shown, until the next one of its session
	open  *Move // the last move, until the next prompt
	last  int   // the highest number that was given
	tries int   // the prompts since a snapshot was completed without a limit

	pruned time.Time // last
}

// A place is where the work tree is.
type place struct {
	led []*Entry
	// Position is the prompt to which the work tree was taken back, 0 where the
	// work went on since.
	Position int
}

// An Entry is a prompt in its history.
type Entry struct {
	Prompt
	// Asks says that it was there to undo others: undo ran in it, or was shown, alone.
	Asks   bool
	before []*Entry // that had led to the work tree when it came
	taken  string   // the safety checkpoint of the move that took its work back
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
		case l.Pruned != nil:
			h.pruned = *l.Pruned
		}
		h.last = max(h.last, l.Last)
	}
	return h
}

func (h *History) prompt(p Prompt) {
	if m := h.open; m != nil && (p.Tree == "" || p.Tree != m.Tree) {
		// Work went on in the turn of the undo: it counts from there, under the turn's
		// number, but with the snapshot of where the undo went back to.
		if turn := h.Find(m.Turn); turn != nil {
			rest := &Entry{Prompt: turn.Prompt, before: h.led}
			rest.Snapshot, rest.Tree = h.snapshotOf(*m), m.Tree
			h.led = append(h.led, rest)
		}
	}
	h.open, h.Position = nil, 0
	if turn := h.Find(h.asked); turn != nil && turn.Session == p.Session {
		turn.Asks = turn.Asks || p.Tree != "" && p.Tree == turn.Tree // nothing but the plan was shown in it
		h.asked = 0
	}
	e := &Entry{Prompt: p, before: h.led}
	h.Prompts, h.led = append(h.Prompts, e), append(h.led, e)
	h.last = p.N
	h.tries++
}

// snapshotOf is the snapshot of the work tree as a move left it, "" where none is
// known.
func (h *History) snapshotOf(m Move) string {
	if to := h.Find(m.To); to != nil {
		return to.Snapshot
	}
	for _, p := range h.Prompts {
		if p.Tree == m.Tree && p.Snapshot != "" {
			return p.Snapshot
		}
	}
	return ""
}

func (h *History) move(m Move) {
	back := slices.IndexFunc(h.moves, func(was moved) bool { return was.Safety == m.Back && !was.Part })
	before := h.place
	h.moves = append(h.moves, moved{m, before, h.last})
	if m.Part {
		return
	}
	if turn := h.Find(m.Turn); turn != nil {
		turn.Asks = true // the turn in which it was done is no work
	}
	h.open, h.asked, h.Position = &m, 0, m.To
	at := slices.IndexFunc(h.led, func(e *Entry) bool { return e.N >= m.To })
	to := h.Find(m.To)
	switch {
	case back >= 0 && m.To == 0:
		h.place = h.moves[back].before
	case to != nil && (at < 0 || h.led[at].N != m.To): // to one that was itself undone
		h.led = to.before
	case at >= 0:
		h.led = h.led[:at]
	}
	h.led = slices.Clip(h.led) // what is appended must not change what others have
	for _, e := range before.led {
		e.taken = m.Safety
	}
	for _, e := range h.led {
		e.taken = ""
	}
}

// path are the prompts whose work is in the work tree, oldest first, and can be undone.
func (h *History) path() []*Entry {
	return slices.DeleteFunc(slices.Clone(h.led), func(e *Entry) bool { return e.Asks })
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

// Find is the prompt with that number, nil where it is not known.
func (h *History) Find(n int) *Entry {
	at, found := slices.BinarySearchFunc(h.Prompts, n, func(e *Entry, n int) int { return e.N - n })
	if !found {
		return nil
	}
	return h.Prompts[at]
}

// Undone reports whether the work since a prompt was taken back, and the next undo
// passes it over.
func (h *History) Undone(e *Entry) bool {
	return !e.Asks && e.N != h.Position && !slices.Contains(h.led, e)
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
	chain := slices.DeleteFunc(h.path(), func(p *Entry) bool {
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
	for _, p := range h.path() {
		if p.Session == session && p.Snapshot != "" {
			n++
		}
	}
	return n
}

// Planned is the prompt that a plan goes back to which a session was shown: what
// was agreed to in a later turn is what was shown. nil for none.
func (h *History) Planned(plan string) *Entry {
	for _, s := range slices.Backward(h.shown) {
		if s.Plan != plan {
			continue
		}
		for _, e := range slices.Backward(h.led) {
			if e.N == s.To { // it may be the rest of a turn, which has the turn's number
				return e
			}
		}
		return h.Find(s.To)
	}
	return nil
}

// Since are the prompts after the one of number n that led to the work tree as it
// is, oldest first.
func (h *History) Since(n int) []*Entry {
	return slices.DeleteFunc(h.path(), func(p *Entry) bool { return p.N <= n })
}

// A Taken is what one undo or rollback took back, as far as nothing has brought
// it back since.
type Taken struct {
	Time  time.Time // when
	Since time.Time // what was done from then on was taken back
	// Prompts are those whose work it was, of all sessions, oldest first; none
	// where it changed some files only.
	Prompts []Prompt
	Files   []string // that it changed, project-relative, MaxFiles of them
}

// Taken is all that was taken back, oldest first.
func (h *History) Taken() []Taken {
	var all []Taken
	for i, m := range h.moves {
		t := Taken{Time: m.Time, Since: m.Since, Files: m.Files}
		for _, p := range h.Prompts {
			if p.taken == m.Safety && !p.Asks {
				t.Prompts = append(t.Prompts, p.Prompt)
			}
		}
		if len(t.Prompts) > 0 {
			t.Since = t.Prompts[0].Time
		}
		undone := slices.ContainsFunc(h.moves[i:], func(later moved) bool { return later.Back == m.Safety })
		undoes := slices.ContainsFunc(h.moves[:i], func(earlier moved) bool { return earlier.Safety == m.Back })
		if len(t.Prompts) > 0 || m.Part && !undone && !undoes {
			all = append(all, t)
		}
	}
	return all
}

// PutBack are the files that an undo or a rollback took back, and nothing has
// brought back since: when that was, by their paths in the project.
func (s Store) PutBack() map[string]time.Time {
	files := map[string]time.Time{}
	h, err := s.Read()
	if err != nil {
		return files // nothing is known to be undone
	}
	for _, t := range h.Taken() {
		for _, f := range t.Files {
			files[f] = t.Time
		}
	}
	return files
}

// Behind are the rollbacks that others than a session did since its newest
// prompt: files may not be as it knows them.
func (h *History) Behind(session string) (moves []Move) {
	turn := h.Turn(session)
	for _, m := range h.moves {
		if turn > 0 && m.after >= turn && m.Session != session {
			moves = append(moves, m.Move)
		}
	}
	return moves
}

// Running reports whether a prompt of that id is being answered: one that is typed
// while the model works has the id of the turn, and belongs to it.
func (h *History) Running(session, id string) bool {
	p := h.Find(h.Turn(session))
	return p != nil && id != "" && p.ID == id
}
