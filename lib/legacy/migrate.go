package legacy

import (
	"bytes"
	"cmp"
	"context"
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
	"holdfast/lib/each"
	"holdfast/lib/fault"
	"holdfast/lib/machine"
	"holdfast/lib/project"
)

// A Migration is of one project.
type Migration struct {
	Root     string // the project root, absolute
	Machine  machine.Folder
	Zone     *time.Location // the zone of times that name none
	Now      time.Time
	Progress func(done, total int) // called with how many of the files are done; it may be nil
}

// A Pair is an original and what was made of it, or is to be; paths are project-relative.
type Pair struct {
	From     string `json:"from"`
	To       string `json:"to"`
	FromSum  string `json:"from_sha256"`
	ToSum    string `json:"to_sha256"`
	FromMode uint32 `json:"from_mode"` // permissions of the original

	copied string // where the machine folder keeps the original once it was removed
}

// Migrated is one file that was made, or in a dry run would be.
type Migrated struct {
	Pair
	Mode       string   `json:"mode"`
	Outcome    string   `json:"outcome"`
	Generation string   `json:"generation"`
	Why        []string `json:"why"`
	Problems   []string `json:"problems"` // what was wrong with the original
	Redacted   []string `json:"redacted"` // fields that a secret was taken out of

	bytes []byte // of the new file
}

// Skipped is a file that was left alone, and why.
type Skipped struct {
	Path   string `json:"path"`
	Why    string `json:"why"`
	Before bool   `json:"-"` // an earlier migration made an artifact of it
	Failed bool   `json:"-"` // it was not to be left, but could not be read or written
}

// Result is what a run did.
type Result struct {
	Migrated []Migrated `json:"migrated"`
	Skipped  []Skipped  `json:"skipped"`
	Removed  []string   `json:"removed"`  // originals that moved into the machine folder
	Kept     []Skipped  `json:"kept"`     // originals that were to go and did not
	Manifest string     `json:"manifest"` // the path of the manifest, "" where none was written
	Left     int        `json:"-"`        // originals that are migrated and still there
}

// Run migrates what is there; dry writes nothing, with remove the originals of all runs go.
func (m Migration) Run(ctx context.Context, dry, remove bool) (result Result, err error) {
	if _, err := m.store().Folder(); err != nil {
		return result, err // it is linked out of the project
	}
	if dry {
		p, err := m.plan(ctx)
		return p.Result, err
	}
	err = m.locked(ctx, func() error {
		all, err := m.manifests()
		if err != nil {
			return err // an undo could not read what this run did either
		}
		p, err := m.plan(ctx)
		if err != nil {
			return err
		}
		planned := p.Migrated
		result, result.Migrated = p.Result, []Migrated{}
		if len(planned) > 0 {
			run, err := m.begin(planned)
			if err != nil {
				return err
			}
			result.Manifest, all = run.path, append(all, run)
		}
		err = m.each(ctx, len(planned), func(i int) error {
			f := planned[i]
			why, err := m.writeFile(f)
			if why != "" {
				result.Skipped = append(result.Skipped, Skipped{Path: f.From, Why: why})
			} else if err == nil {
				result.Migrated = append(result.Migrated, f)
				p.before = append(p.before, Pair{From: f.From, To: f.To, FromSum: f.FromSum})
			}
			return err
		})
		if err == nil && remove {
			return m.removeOriginals(ctx, p.before, all, &result)
		}
		result.Left = len(p.before)
		return err
	})
	return result, err
}

func (m Migration) store() artifact.Store { return artifact.Of(m.Root, m.Machine) }

func (m Migration) folder() string {
	return filepath.Join(m.Machine.Project(project.Hash(m.Root)), "migrations")
}

func (m Migration) locked(ctx context.Context, do func() error) error {
	if err := durable.Make(m.folder(), 0o700); err != nil {
		return fmt.Errorf("opening the machine folder, which keeps the manifest: %w", err)
	}
	err := durable.File(filepath.Join(m.folder(), "lock")).Locked(ctx, 10*time.Second, do)
	if errors.Is(err, context.DeadlineExceeded) {
		return fault.Refuse("", "another migration of this project is running: %w", err)
	}
	return err
}

func (m Migration) each(ctx context.Context, n int, do func(i int) error) error {
	for i := range n {
		if err := ctx.Err(); err != nil {
			return fmt.Errorf("migrating: %w", err)
		}
		if err := do(i); err != nil {
			return err
		}
		if m.Progress != nil {
			m.Progress(i+1, n)
		}
	}
	return nil
}

func (m Migration) read(rel string) ([]byte, error) {
	return durable.In(m.Root, rel).Read(artifact.MaxFile)
}

// writeFile makes one file and reads it back; why says what kept it, where that harms no other.
func (m Migration) writeFile(f Migrated) (why string, err error) {
	b, err := m.read(f.From)
	if err != nil || machine.Sum(b) != f.FromSum {
		return "it changed while it was being migrated; run again", nil
	}
	if m.Machine.Wrote(f.FromSum) {
		err = m.Machine.Record(f.ToSum)
	}
	if err == nil {
		err = durable.In(m.Root, path.Dir(f.To)).Prepare(0o755)
	}
	if err == nil {
		err = durable.In(m.Root, f.To).Create(f.bytes, durable.Shared)
	}
	if errors.Is(err, fs.ErrExist) {
		return "another program wrote " + f.To + "; run again", nil
	}
	return "", cmp.Or(err, m.vouches(f.Pair))
}

// A manifest is what one run will make, written before the first new file and never changed.
type manifest struct {
	Version int    `json:"version"`
	Pairs   []Pair `json:"pairs"`

	path string
}

func (m Migration) begin(planned []Migrated) (made manifest, err error) {
	doc := manifest{Version: 1, Pairs: each.Of(planned, func(f Migrated) Pair { return f.Pair })}
	b, _ := json.Marshal(doc) // of texts and numbers
	_, err = durable.Free(m.Now.UTC().Format("20060102T150405Z"), func(name string) (err error) {
		file := filepath.Join(m.folder(), name+".json")
		if err = durable.File(file).Create(b, 0o600); err == nil {
			made, err = readManifest(file)
		}
		return err
	})
	return made, err
}

// bare is its path without the ending, in the order of the runs.
func (r manifest) bare() string { return strings.TrimSuffix(r.path, ".json") }

func (r manifest) originals() string { return r.bare() + "-originals" }

func (m Migration) manifests() (all []manifest, err error) {
	entries, err := os.ReadDir(m.folder())
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("reading the manifests: %w", err)
	}
	for _, e := range entries {
		if filepath.Ext(e.Name()) != ".json" { // as what is being written is not
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
	b, err := durable.Read(file, 256<<20)
	if err = cmp.Or(err, json.NewDecoder(bytes.NewReader(b)).Decode(&r)); err == nil && r.Version != 1 {
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
