package migrate

import (
	"errors"
	"io/fs"
	"os"
)

// history is what was migrated before: by this machine, as its manifests say,
// or by any, as the new files say themselves.
type history struct {
	pairs map[[2]string]string // original and its SHA-256, to the new file
	last  map[string]string    // original, to the new file last made of it
	gone  map[string]bool      // new files that are no longer there
	made  map[string]bool      // new files: never an original, whatever became of them
}

func (m Migration) history() (*history, error) {
	all, err := m.manifests()
	if err != nil {
		return nil, err
	}
	h := &history{pairs: map[[2]string]string{}, last: map[string]string{}, gone: map[string]bool{}, made: map[string]bool{}}
	for _, f := range all {
		for _, p := range f.Pairs {
			if p.Undone || !f.Finished && !m.wasWritten(p) {
				continue
			}
			h.claim(p.From, p.FromSum, p.To)
			h.made[p.To] = true
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

// done says what was made of an original with these bytes.
func (h *history) done(rel, sum string) (why string, ok bool) {
	to, ok := h.pairs[[2]string{rel, sum}]
	if !ok {
		return "", false
	}
	why = "already migrated to " + to
	if h.gone[to] {
		why += ", which is gone; migrate --undo forgets it"
	}
	return why, true
}

// changed is what was made of an original when it had other bytes.
func (h *history) changed(rel string) string { return h.last[rel] }

// Done returns which originals of the project were migrated: for each path,
// relative to the project root, the new files by the SHA-256 of the original.
// A listing leaves such originals out.
func (m Migration) Done() (map[string]map[string]string, error) {
	h, err := m.history()
	if err != nil {
		return nil, err
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
