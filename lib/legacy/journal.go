package legacy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/machine"
)

const (
	maxJournal = 256 << 20
	timeForm   = "20060102T150405Z"
)

// A journal is the record of one run: what it will make, written before the first
// new file, and after it a line for each pair that changed and for the run's end.
// The last line of an original counts, and one that a kill cut short does not.
type journal struct {
	Version  int      `json:"version"`
	Root     string   `json:"root"`
	Time     string   `json:"time"` // RFC 3339, UTC
	Zone     string   `json:"timezone"`
	Finished bool     `json:"finished"`
	Made     []string `json:"made"` // session folders that the run made
	Pairs    []*pair  `json:"pairs"`

	path string
}

// A pair is an original and what was made of it. Paths are relative to the
// project root.
type pair struct {
	From       string `json:"from"`
	To         string `json:"to"`
	FromSum    string `json:"from_sha256"`
	ToSum      string `json:"to_sha256"`
	Generation string `json:"generation"`
	FromMode   uint32 `json:"from_mode"` // permissions of the original
	Removed    bool   `json:"removed"`   // the original moved into the machine folder
	Undone     bool   `json:"undone"`    // taken back, or never written
	// Elsewhere says that no run of this machine made the new file: an undo
	// brings the original back and leaves the new file. ToSum is then "".
	Elsewhere bool `json:"made_elsewhere,omitempty"`
}

// An entry is a line after the first document.
type entry struct {
	*pair
	Finished bool `json:"finished,omitempty"`
}

// begin writes the journal of a run under a free name.
func (m Migration) begin(pairs []*pair, made []string, finished bool) (*journal, error) {
	j := &journal{
		Version: 1, Root: m.Root, Time: m.Now.UTC().Format(time.RFC3339), Zone: m.Zone.String(), Made: made, Pairs: pairs, Finished: finished,
	}
	b, err := json.Marshal(j)
	if err != nil {
		return nil, fmt.Errorf("writing the manifest: %w", err)
	}
	stamp := m.Now.UTC().Format(timeForm)
	for n := 1; n <= maxSuffix; n++ {
		name := stamp
		if n > 1 {
			name = fmt.Sprintf("%s-%05d", stamp, n)
		}
		j.path = filepath.Join(m.folder(), name+".json")
		if err := durable.File(j.path).Create(b, 0o600); !errors.Is(err, fs.ErrExist) {
			return j, err
		}
	}
	return nil, fmt.Errorf("writing the manifest in %q: no free name", m.folder())
}

// note appends what became of a pair; nil ends the run. It begins with a line's
// end: the line before may be cut short.
func (j *journal) note(p *pair) error {
	j.Finished = j.Finished || p == nil
	b, err := json.Marshal(entry{p, p == nil})
	if err != nil {
		return fmt.Errorf("writing the manifest: %w", err)
	}
	return durable.File(j.path).Append(append([]byte("\n"), b...), 0o600)
}

// originals is the folder of the originals that a run removed.
func (j *journal) originals() string { return j.stem() + "-originals" }

func (j *journal) stem() string { return strings.TrimSuffix(j.path, ".json") }

// kept is where a removed original is.
func (j *journal) kept(p *pair) string {
	return filepath.Join(j.originals(), filepath.FromSlash(p.From))
}

// journals reads all journals of the project, the oldest first. One that cannot
// be read is an error: what it records would be made twice.
func (m Migration) journals() ([]*journal, error) {
	entries, err := os.ReadDir(m.folder())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the manifests: %w", err)
	}
	var all []*journal
	for _, e := range entries {
		if durable.Temp(e.Name()) || filepath.Ext(e.Name()) != ".json" {
			continue
		}
		j, err := readJournal(filepath.Join(m.folder(), e.Name()))
		if err != nil {
			return nil, err
		}
		all = append(all, j)
	}
	// Without the extension: of one second, the one with no number comes first.
	slices.SortFunc(all, func(a, b *journal) int { return strings.Compare(a.stem(), b.stem()) })
	return all, nil
}

func readJournal(file string) (*journal, error) {
	b, err := durable.Read(file, maxJournal)
	if err != nil {
		return nil, fmt.Errorf("reading the manifest: %w", err)
	}
	j := &journal{path: file}
	first := json.NewDecoder(bytes.NewReader(b))
	if err := first.Decode(j); err != nil {
		return nil, fmt.Errorf("reading the manifest %q: %w", file, err)
	}
	if j.Version != 1 {
		return nil, fmt.Errorf("reading the manifest %q: its version %d is unknown here", file, j.Version)
	}
	at := map[string]int{}
	for i, p := range j.Pairs {
		at[p.From] = i
	}
	for line := range bytes.Lines(b[first.InputOffset():]) {
		e := entry{pair: &pair{}}
		if json.Unmarshal(line, &e) != nil {
			continue
		}
		if i, known := at[e.From]; known {
			j.Pairs[i] = e.pair
		}
		j.Finished = j.Finished || e.Finished
	}
	for _, p := range j.Pairs {
		if !stored(p.To) || !filepath.IsLocal(filepath.FromSlash(p.From)) {
			return nil, fmt.Errorf("reading the manifest %q: %q to %q leads out of its place", file, p.From, p.To)
		}
	}
	return j, nil
}

// stored reports whether a path is one in the handoffs folder.
func stored(rel string) bool {
	below, ok := strings.CutPrefix(rel, artifact.Dir+"/")
	return ok && path.Clean(rel) == rel && filepath.IsLocal(filepath.FromSlash(below))
}

// settle finishes the journals of runs that were cut short: pairs whose new file
// was not written go, for the coming plan to rebuild, and so does what else they
// left: files half written, and folders that only they made and that are empty.
func (m Migration) settle() error {
	all, err := m.journals()
	if err != nil {
		return err
	}
	for _, j := range all {
		if j.Finished {
			continue
		}
		for _, p := range j.Pairs {
			durable.In(m.Root, path.Dir(p.To)).Sweep()
			if !p.Undone && !m.wasWritten(p) {
				p.Undone = true
				if err := j.note(p); err != nil {
					return err
				}
			}
		}
		for _, dir := range j.Made {
			if err := m.removeEmpty(dir); err != nil {
				return err
			}
		}
		if err := j.note(nil); err != nil {
			return err
		}
	}
	return nil
}

// wasWritten reports whether a pair's new file is there, as it was written or
// edited since. Where that cannot be told it counts as written: a pair that
// goes from the record is never taken back.
func (m Migration) wasWritten(p *pair) bool {
	b, err := m.read(p.To)
	if err != nil {
		return !missing(err) && !errors.Is(err, durable.ErrTooLarge)
	}
	from, sum := madeOf(p.To, b)
	return machine.Sum(b) == p.ToSum || from == p.From && sum == p.FromSum
}

// read reads a file of the project, through no link.
func (m Migration) read(rel string) ([]byte, error) { return durable.In(m.Root, rel).Read(maxFile) }

// missing reports whether a read failed because no file is there.
func missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, durable.ErrLink)
}

// history is what was migrated before: by this machine, as its journals say,
// or by any, as the new files say themselves.
type history struct {
	made  map[string]bool      // new files: never an original, whatever became of them
	pairs map[[2]string]*claim // by original and its SHA-256
	last  map[string]*claim    // by original
}

// A claim is a new file that was made of an original.
type claim struct {
	to   string
	gone bool   // it is no longer there
	here bool   // a journal of this machine records it
	away string // the journal whose folder the original moved to
}

func (m Migration) history() (*history, error) {
	all, err := m.journals()
	if err != nil {
		return nil, err
	}
	h := &history{made: map[string]bool{}, pairs: map[[2]string]*claim{}, last: map[string]*claim{}}
	for _, j := range all {
		for _, p := range j.Pairs {
			if p.Undone || !j.Finished && !m.wasWritten(p) {
				continue
			}
			h.made[p.To] = true
			c := h.claim(p.From, p.FromSum, p.To)
			c.here = true
			_, err := os.Lstat(m.full(p.To))
			c.gone = errors.Is(err, fs.ErrNotExist)
			if p.Removed {
				c.away = filepath.Base(j.path)
			}
		}
	}
	return h, nil
}

func (h *history) claim(from, sum, to string) *claim {
	c := h.pairs[[2]string{from, sum}]
	if c == nil || c.to != to {
		c = &claim{to: to}
	}
	h.pairs[[2]string{from, sum}], h.last[from] = c, c
	return c
}

// madeOf is the original that a migrated file names, and its SHA-256; "" where
// it is not a migrated one.
func madeOf(rel string, b []byte) (from, sum string) {
	if !bytes.Contains(b, []byte(originalSum+":")) {
		return "", ""
	}
	d := artifact.Parse(rel, b)
	return d.Text("metadata.migrated_from"), d.Text("metadata." + originalSum)
}

// Done returns which originals of the project were migrated: for each path,
// relative to the project root, the new files by the SHA-256 of the original.
// A listing leaves such originals out.
//
// What the journals of this machine do not tell the new files do, so of is
// what the answer is wanted for, nothing for all: where the journals cover
// those, no artifact is read.
func (m Migration) Done(of ...string) (map[string]map[string]string, error) {
	h, err := m.history()
	if err != nil {
		return nil, err
	}
	wanted := map[string]bool{}
	for _, rel := range of {
		if c := h.last[rel]; (c == nil || c.gone) && m.holdsWork(rel) {
			wanted[rel] = true
		}
	}
	if len(of) == 0 || len(wanted) > 0 {
		if err := m.readClaims(h, wanted); err != nil {
			return nil, err
		}
	}
	done := map[string]map[string]string{}
	for key, c := range h.pairs {
		if done[key[0]] == nil {
			done[key[0]] = map[string]string{}
		}
		done[key[0]][key[1]] = c.to
	}
	return done, nil
}

// holdsWork is false for a session event without a goal, of which no migration
// makes anything, and for an artifact with faults: they are not worth a search.
func (m Migration) holdsWork(rel string) bool {
	generation, ok := Recognise(rel)
	if !ok || generation != Event {
		return ok
	}
	b, err := m.read(rel)
	return err == nil && !Read(rel, b, m.Zone).Empty
}
