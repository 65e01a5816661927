package legacy

import (
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
	maxManifest = 256 << 20
	timeForm    = "20060102T150405Z"
)

// A manifest is the record of one run. Whether a pair's new file was written
// is for the disk to say until the run is finished.
type manifest struct {
	Version  int      `json:"version"`
	Root     string   `json:"root"`
	Time     string   `json:"time"` // RFC 3339, UTC
	Zone     string   `json:"timezone"`
	Finished bool     `json:"finished"`
	Made     []string `json:"made"` // session folders that the run made
	Pairs    []pair   `json:"pairs"`

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
	Undone     bool   `json:"undone"`
	// Elsewhere says that no run of this machine made the new file: an undo
	// brings the original back and leaves the new file. ToSum is then "".
	Elsewhere bool `json:"made_elsewhere,omitempty"`
}

func (m Migration) newManifest() *manifest {
	return &manifest{
		Version: 1, Root: m.Root, Time: m.Now.UTC().Format(time.RFC3339), Zone: m.Zone.String(), Made: []string{}, Pairs: []pair{},
	}
}

func (f *manifest) bytes() ([]byte, error) {
	b, err := json.MarshalIndent(f, "", " ")
	if err != nil {
		return nil, fmt.Errorf("writing the manifest: %w", err)
	}
	return append(b, '\n'), nil
}

// create gives the manifest a free name and writes it.
func (m Migration) create(f *manifest) error {
	b, err := f.bytes()
	if err != nil {
		return err
	}
	stamp := m.Now.UTC().Format(timeForm)
	for n := 1; n <= maxSuffix; n++ {
		name := stamp
		if n > 1 {
			name = fmt.Sprintf("%s-%05d", stamp, n)
		}
		f.path = filepath.Join(m.folder(), name+".json")
		if _, err := os.Lstat(f.path); err == nil {
			continue
		}
		if err := durable.File(f.path).Create(b, 0o600); !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return fmt.Errorf("writing the manifest in %q: no free name", m.folder())
}

func (f *manifest) save() error {
	b, err := f.bytes()
	if err != nil {
		return err
	}
	return durable.File(f.path).Replace(b, 0o600)
}

func (f *manifest) stem() string { return strings.TrimSuffix(f.path, ".json") }

// originals is the folder of the originals that a manifest's run removed.
func (f *manifest) originals() string { return f.stem() + "-originals" }

// kept is where a removed original is.
func (f *manifest) kept(p pair) string {
	return filepath.Join(f.originals(), filepath.FromSlash(p.From))
}

// manifests reads all manifests of the project, the oldest first. One that
// cannot be read is an error: what it records would be made twice.
func (m Migration) manifests() ([]*manifest, error) {
	entries, err := os.ReadDir(m.folder())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("reading the manifests: %w", err)
	}
	var all []*manifest
	for _, e := range entries {
		if durable.Temp(e.Name()) || filepath.Ext(e.Name()) != ".json" {
			continue
		}
		f, err := readManifest(filepath.Join(m.folder(), e.Name()))
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	// Without the extension: of one second, the one with no number comes first.
	slices.SortFunc(all, func(a, b *manifest) int { return strings.Compare(a.stem(), b.stem()) })
	return all, nil
}

func readManifest(file string) (*manifest, error) {
	b, err := durable.Read(file, maxManifest)
	if err != nil {
		return nil, fmt.Errorf("reading the manifest: %w", err)
	}
	f := &manifest{path: file}
	if err := json.Unmarshal(b, f); err != nil {
		return nil, fmt.Errorf("reading the manifest %q: %w", file, err)
	}
	if f.Version != 1 {
		return nil, fmt.Errorf("reading the manifest %q: its version %d is unknown here", file, f.Version)
	}
	for _, p := range f.Pairs {
		if !stored(p.To) || !filepath.IsLocal(filepath.FromSlash(p.From)) {
			return nil, fmt.Errorf("reading the manifest %q: %q to %q leads out of its place", file, p.From, p.To)
		}
	}
	return f, nil
}

// stored reports whether a path is one in the handoffs folder.
func stored(rel string) bool {
	below, ok := strings.CutPrefix(rel, artifact.Dir+"/")
	return ok && path.Clean(rel) == rel && filepath.IsLocal(filepath.FromSlash(below))
}

// settle finishes the manifests of runs that were cut short: pairs whose new
// file was not written go, for the coming plan to rebuild, and so does what
// else they left: files half written and empty folders.
func (m Migration) settle() error {
	all, err := m.manifests()
	if err != nil {
		return err
	}
	for _, f := range all {
		if f.Finished {
			continue
		}
		if err := m.tidy(f); err != nil {
			return err
		}
		f.Pairs = slices.DeleteFunc(f.Pairs, func(p pair) bool { return !m.wasWritten(p) })
		f.Finished = true
		if err := f.save(); err != nil {
			return err
		}
	}
	return nil
}

// tidy removes from the session folders of a run that was cut short the files
// that it did not finish, and the folders that only it made and that are empty.
func (m Migration) tidy(f *manifest) error {
	dirs := slices.Clone(f.Made)
	for _, p := range f.Pairs {
		dirs = append(dirs, path.Dir(p.To))
	}
	slices.Sort(dirs)
	for _, dir := range slices.Compact(dirs) {
		if !stored(dir) {
			continue
		}
		if linked, exists, err := m.linked(dir); err != nil || linked || !exists {
			continue
		}
		durable.In(m.Root, dir).Sweep()
		if slices.Contains(f.Made, dir) {
			if err := m.removeEmpty(dir); err != nil {
				return err
			}
		}
	}
	return nil
}

// wasWritten reports whether a pair's new file is there, as it was written or
// edited since. Where that cannot be told it counts as written: a pair that
// goes from the record is never taken back.
func (m Migration) wasWritten(p pair) bool {
	linked, exists, err := m.linked(p.To)
	if err != nil {
		return true
	}
	if !exists || linked {
		return false
	}
	b, err := durable.Read(m.full(p.To), maxFile)
	if err != nil {
		return !refused(err)
	}
	if machine.Sum(b) == p.ToSum {
		return true
	}
	from, sum := madeOf(p.To, b)
	return from == p.From && sum == p.FromSum
}

// refused reports whether a read failed for what is there, not for the
// system: it is not a file of a migration, or one that grew since.
func refused(err error) bool {
	return errors.Is(err, durable.ErrNotRegular) || errors.Is(err, durable.ErrTooLarge) || errors.Is(err, fs.ErrNotExist)
}
