package legacy

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/machine"
	"holdfast/lib/project"
)

// lockTime is how long a run waits for another one to end.
const lockTime = 10 * time.Second

// A Migration is of one project.
type Migration struct {
	Root    string // the project root, absolute
	Machine machine.Folder
	// Zone is the zone of times that name none.
	Zone *time.Location
	Now  time.Time
	// Progress is called with how many of the files are done; it may be nil.
	Progress func(done, total int)
}

// A Pair is an original and what was made of it, or is to be. Paths are relative to
// the project root.
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
	Path string `json:"path"`
	Why  string `json:"why"`
	// Before says that an earlier migration made an artifact of it.
	Before bool `json:"-"`
	// Failed says that it was not to be left, but could not be read or written.
	Failed bool `json:"-"`
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

// Run migrates what is there. With dry it plans only and writes nothing. With
// remove the originals of this run and of earlier ones go, too.
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
		result = p.Result
		if err := m.write(ctx, p.Migrated, &result, &all); err != nil {
			return err
		}
		for _, f := range result.Migrated {
			p.before = append(p.before, Pair{From: f.From, To: f.To, FromSum: f.FromSum})
		}
		if remove {
			return m.removeOriginals(ctx, p.before, all, &result)
		}
		result.Left = len(p.before)
		return nil
	})
	return result, err
}

func (m Migration) store() artifact.Store { return artifact.Of(m.Root, m.Machine) }

// folder is where the project's manifests and removed originals are.
func (m Migration) folder() string {
	return filepath.Join(m.Machine.Project(project.Hash(m.Root)), "migrations")
}

func (m Migration) locked(ctx context.Context, do func() error) error {
	if err := m.Machine.Ensure(m.folder()); err != nil {
		return fmt.Errorf("opening the machine folder, which keeps the manifest: %w", err)
	}
	waiting, cancel := context.WithTimeout(ctx, lockTime)
	defer cancel()
	return durable.File(filepath.Join(m.folder(), "lock")).Locked(waiting, do)
}

// each does something for each of n files, as long as nobody stops it.
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

func (m Migration) full(rel string) string { return filepath.Join(m.Root, filepath.FromSlash(rel)) }

// read reads a file of the project, through no link.
func (m Migration) read(rel string) ([]byte, error) {
	return durable.In(m.Root, rel).Read(artifact.MaxFile)
}

// write makes the planned files, after a manifest that names them all.
func (m Migration) write(ctx context.Context, planned []Migrated, r *Result, all *[]manifest) error {
	r.Migrated = []Migrated{}
	if len(planned) == 0 {
		return nil
	}
	made, err := m.begin(planned)
	if err != nil {
		return err
	}
	r.Manifest, *all = made.path, append(*all, made)
	return m.each(ctx, len(planned), func(i int) error {
		switch why, err := m.writeFile(planned[i]); {
		case err != nil:
			return err
		case why != "":
			r.Skipped = append(r.Skipped, Skipped{Path: planned[i].From, Why: why})
		default:
			r.Migrated = append(r.Migrated, planned[i])
		}
		return nil
	})
}

// writeFile makes one file and reads it back. why says what kept it from being
// made where that harms no other.
func (m Migration) writeFile(f Migrated) (why string, err error) {
	b, err := m.read(f.From)
	if err != nil || machine.Sum(b) != f.FromSum {
		return "it changed while it was being migrated; run again", nil
	}
	if m.Machine.Wrote(f.FromSum) {
		if err := m.Machine.Record(f.ToSum); err != nil {
			return "", err
		}
	}
	folder := durable.In(m.Root, path.Dir(f.To))
	if err := folder.MkdirAll(0o755); err != nil {
		return "", err
	}
	folder.Sweep() // what a killed run left
	err = durable.In(m.Root, f.To).Create(f.bytes, durable.Shared)
	if errors.Is(err, fs.ErrExist) {
		return "another program wrote " + f.To + "; run again", nil
	}
	if err != nil {
		return "", err
	}
	return "", m.vouches(f.Pair)
}
