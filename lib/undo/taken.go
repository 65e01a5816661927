package undo

import (
	"slices"
	"time"
)

// A Taken is what one undo or rollback took back, as far as nothing has brought
// it back since.
type Taken struct {
	Time  time.Time // when
	Since time.Time // what was done from then on was taken back
	// Prompts are those whose work it was, of all sessions, oldest first; none
	// where it changed some files only.
	Prompts []Prompt
	Files   []string // that it changed, project-relative, MaxFiles of them
	More    int      // how many besides these
}

// Taken is all that was taken back, oldest first.
func (h *History) Taken() []Taken {
	var all []Taken
	for i, m := range h.moves {
		t := Taken{Time: m.Time, Since: m.Since, Files: m.Files, More: m.More}
		for _, p := range h.nodes {
			if p.taken == m.Safety && !p.quiet {
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
	p, ok := h.Find(h.Turn(session))
	return ok && id != "" && p.ID == id
}
