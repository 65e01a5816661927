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
)

const (
	maxJournal = 256 << 20
	timeForm   = "20060102T150405Z"
)

// A journal is the record of one run, for an undo: what it will make, written before
// the first new file, and after it a line for each pair that changed. The last line
// of an original counts, and one that a kill cut short does not.
type journal struct {
	Version int     `json:"version"`
	Root    string  `json:"root"`
	Time    string  `json:"time"` // RFC 3339, UTC
	Zone    string  `json:"timezone"`
	Pairs   []*pair `json:"pairs"`

	path string
}

// A pair is an original and what was made of it, or was to be. Paths are relative to
// the project root.
type pair struct {
	From     string `json:"from"`
	To       string `json:"to"`
	FromSum  string `json:"from_sha256"`
	ToSum    string `json:"to_sha256"`
	FromMode uint32 `json:"from_mode"` // permissions of the original
	Undone   bool   `json:"undone"`
}

// begin writes the journal of a run under a free name, and returns its path.
func (m Migration) begin(pairs []*pair) (string, error) {
	b, err := json.Marshal(journal{
		Version: 1, Root: m.Root, Time: m.Now.UTC().Format(time.RFC3339), Zone: m.Zone.String(), Pairs: pairs,
	})
	if err != nil {
		return "", fmt.Errorf("writing the manifest: %w", err)
	}
	stamp := m.Now.UTC().Format(timeForm)
	name := stamp
	for n := 2; ; n++ {
		file := filepath.Join(m.folder(), name+".json")
		if err := durable.File(file).Create(b, 0o600); !errors.Is(err, fs.ErrExist) {
			return file, err
		}
		name = fmt.Sprintf("%s-%05d", stamp, n)
	}
}

// note appends what became of a pair. It begins with a line's end: the line before
// may be cut short.
func (j *journal) note(p *pair) error {
	b, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("writing the manifest: %w", err)
	}
	return durable.File(j.path).Append(append([]byte("\n"), b...), 0o600)
}

// originals is the folder of the originals that a run removed.
func (j *journal) originals() string { return strings.TrimSuffix(j.path, ".json") + "-originals" }

// kept is where a removed original is.
func (j *journal) kept(p *pair) string {
	return filepath.Join(j.originals(), filepath.FromSlash(p.From))
}

// journals reads all journals of the project, the oldest first. One that cannot
// be read is an error: nothing of its run could be undone.
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
	slices.SortStableFunc(all, func(a, b *journal) int {
		return strings.Compare(strings.TrimSuffix(a.path, ".json"), strings.TrimSuffix(b.path, ".json"))
	})
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
		p := &pair{}
		if json.Unmarshal(line, p) != nil {
			continue
		}
		if i, known := at[p.From]; known {
			j.Pairs[i] = p
		}
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
