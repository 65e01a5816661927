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

const maxManifest = 256 << 20

// A manifest is the record of one run, for an undo: what it will make, written before
// the first new file and never changed. What of it is still there the files tell.
type manifest struct {
	Version int    `json:"version"`
	Root    string `json:"root"`
	Time    string `json:"time"` // RFC 3339, UTC
	Zone    string `json:"timezone"`
	Pairs   []Pair `json:"pairs"`

	path string
}

// begin writes the manifest of a run under a free name.
func (m Migration) begin(planned []Migrated) (made manifest, err error) {
	doc := manifest{Version: 1, Root: m.Root, Time: m.Now.UTC().Format(time.RFC3339), Zone: m.Zone.String()}
	for _, f := range planned {
		doc.Pairs = append(doc.Pairs, f.Pair)
	}
	b, err := json.Marshal(doc)
	if err != nil {
		return made, fmt.Errorf("writing the manifest: %w", err)
	}
	for name := range durable.Numbered(m.Now.UTC().Format("20060102T150405Z")) {
		file := filepath.Join(m.folder(), name+".json")
		if err = durable.File(file).Create(b, 0o600); err == nil {
			return readManifest(file)
		} else if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	return made, err
}

// bare is its path without the ending, in the order of the runs.
func (r manifest) bare() string { return strings.TrimSuffix(r.path, ".json") }

// originals is the folder of the originals that a run removed.
func (r manifest) originals() string { return r.bare() + "-originals" }

// manifests reads all manifests of the project, the oldest first. One that cannot
// be read is an error: nothing of its run could be undone.
func (m Migration) manifests() (all []manifest, err error) {
	entries, err := os.ReadDir(m.folder())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("reading the manifests: %w", err)
	}
	for _, e := range entries {
		if durable.Temp(e.Name()) || filepath.Ext(e.Name()) != ".json" {
			continue
		}
		r, err := readManifest(filepath.Join(m.folder(), e.Name()))
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	slices.SortFunc(all, func(a, b manifest) int { return strings.Compare(a.bare(), b.bare()) })
	return all, nil
}

// readManifest reads the first document of a file: earlier releases appended lines.
func readManifest(file string) (manifest, error) {
	r := manifest{path: file}
	b, err := durable.Read(file, maxManifest)
	if err == nil {
		err = json.NewDecoder(bytes.NewReader(b)).Decode(&r)
	}
	if err == nil && r.Version != 1 {
		err = fmt.Errorf("its version %d is unknown here", r.Version)
	}
	for i, p := range r.Pairs {
		r.Pairs[i].copied = filepath.Join(r.originals(), filepath.FromSlash(p.From))
		below, stored := strings.CutPrefix(p.To, artifact.Dir+"/")
		if !stored || path.Clean(p.To) != p.To || !filepath.IsLocal(filepath.FromSlash(below)) ||
			!filepath.IsLocal(filepath.FromSlash(p.From)) {
			err = errors.Join(err, fmt.Errorf("%q to %q leads out of its place", p.From, p.To))
		}
	}
	if err != nil {
		return r, fmt.Errorf("reading the manifest %q: %w", file, err)
	}
	return r, nil
}
