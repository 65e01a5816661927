package legacy

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
)

// history is what was migrated before: by this machine, as its manifests say,
// or by any, as the new files say themselves.
type history struct {
	pairs map[[2]string]string // original and its SHA-256, to the new file
	last  map[string]string    // original, to the new file last made of it
	here  map[[2]string]bool   // those of pairs that a manifest records
	gone  map[string]bool      // new files that are no longer there
	made  map[string]bool      // new files: never an original, whatever became of them
	// away is where the removed originals lie: original, to its manifest's name.
	away map[string]string
}

func (m Migration) history() (*history, error) {
	all, err := m.manifests()
	if err != nil {
		return nil, err
	}
	h := &history{
		pairs: map[[2]string]string{}, last: map[string]string{}, here: map[[2]string]bool{}, gone: map[string]bool{},
		made: map[string]bool{}, away: map[string]string{},
	}
	for _, f := range all {
		for _, p := range f.Pairs {
			if p.Undone || !f.Finished && !m.wasWritten(p) {
				continue
			}
			h.claim(p.From, p.FromSum, p.To)
			h.here[[2]string{p.From, p.FromSum}] = true
			h.made[p.To] = true
			if p.Removed {
				h.away[p.From] = filepath.Base(f.path)
			}
			if _, err := os.Lstat(m.full(p.To)); errors.Is(err, fs.ErrNotExist) {
				h.gone[p.To] = true
			}
		}
	}
	return h, nil
}

func (h *history) claim(from, sum, to string) {
	h.pairs[[2]string{from, sum}] = to
	h.last[from] = to
}

// done is what was made of an original with these bytes, and is still there.
func (h *history) done(rel, sum string) (to string, ok bool) {
	to, ok = h.pairs[[2]string{rel, sum}]
	return to, ok && !h.gone[to]
}

// changed is what was made of an original when it had other bytes.
func (h *history) changed(rel string) string { return h.last[rel] }

// covers reports whether it is known what was made of an original.
func (h *history) covers(rel string) bool {
	to, ok := h.last[rel]
	return ok && !h.gone[to]
}

// Done returns which originals of the project were migrated: for each path,
// relative to the project root, the new files by the SHA-256 of the original.
// A listing leaves such originals out.
//
// What the manifests of this machine do not tell the new files do, so of is
// what the answer is wanted for, nothing for all: where the manifests cover
// those, no artifact is read.
func (m Migration) Done(of ...string) (map[string]map[string]string, error) {
	h, err := m.history()
	if err != nil {
		return nil, err
	}
	wanted := map[string]bool{}
	for _, rel := range of {
		if !h.covers(rel) && m.holdsWork(rel) {
			wanted[rel] = true
		}
	}
	if len(of) == 0 || len(wanted) > 0 {
		if err := m.readClaims(h, wanted); err != nil {
			return nil, err
		}
	}
	done := map[string]map[string]string{}
	for key, to := range h.pairs {
		if done[key[0]] == nil {
			done[key[0]] = map[string]string{}
		}
		done[key[0]][key[1]] = to
	}
	return done, nil
}

// holdsWork is false for a session event without a goal: no migration makes
// anything of one, so it is not worth a search.
func (m Migration) holdsWork(rel string) bool {
	if generation, _ := Recognise(rel); generation != Event {
		return true
	}
	b, err := durable.Read(m.full(rel), maxFile)
	return err == nil && !Read(rel, b, m.Zone).Empty
}

// readClaims adds to a history what the new files say that no manifest names.
// It ends once the wanted originals are found, where there are any.
func (m Migration) readClaims(h *history, wanted map[string]bool) error {
	if err := m.checkStore(); err != nil {
		return err
	}
	var f found
	if err := m.walkFolder(context.Background(), artifact.Dir, maxDepth, &f); err != nil {
		return err
	}
	all := len(wanted) == 0
	for _, rel := range f.files {
		if !all && len(wanted) == 0 {
			return nil
		}
		if !isYAML(rel) || h.made[rel] {
			continue
		}
		b, err := durable.Read(m.full(rel), maxFile)
		if err != nil || !bytes.Contains(b, []byte("migrated_from")) || !Unified(b) {
			continue
		}
		if from, sum := madeOf(rel, b); from != "" && sum != "" {
			h.claim(from, sum, rel)
			delete(wanted, from)
		}
	}
	return nil
}

// stranded names the originals that moved into the machine folder and whose
// new file is gone: nothing of them is left in the project.
func (m Migration) stranded(h *history) []Skipped {
	var all []Skipped
	for from, manifest := range h.away {
		if to := h.last[from]; h.gone[to] {
			if _, err := os.Lstat(m.full(from)); errors.Is(err, fs.ErrNotExist) {
				all = append(all, Skipped{Path: from, Why: "it was removed, and its new file " + to + " is gone; holdfast migrate --undo " + manifest + " restores it"})
			}
		}
	}
	return all
}
