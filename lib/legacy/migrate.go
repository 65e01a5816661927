package legacy

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
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
		if err != nil {
			return result, err
		}
		return p.Result, nil
	}
	err = m.locked(ctx, func() error {
		if _, err := m.manifests(); err != nil {
			return err // an undo could not read what this run did either
		}
		p, err := m.plan(ctx)
		if err != nil {
			return err
		}
		result = p.Result
		done, err := m.write(ctx, p, &result)
		if err != nil {
			return err
		}
		if done = append(p.before, done...); remove {
			err = m.removeOriginals(ctx, done, &result)
		} else {
			result.Left = len(done)
		}
		return err
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

func (m Migration) full(rel string) string { return filepath.Join(m.Root, filepath.FromSlash(rel)) }

// read reads a file of the project, through no link.
func (m Migration) read(rel string) ([]byte, error) { return durable.In(m.Root, rel).Read(maxFile) }

func (m Migration) progress(done, total int) {
	if m.Progress != nil {
		m.Progress(done, total)
	}
}

// write makes the planned files, after a manifest that names them all, and returns
// what was made.
func (m Migration) write(ctx context.Context, p *plan, r *Result) (done []Pair, err error) {
	if len(p.Migrated) == 0 {
		return nil, nil
	}
	if r.Manifest, err = m.begin(p.Migrated); err != nil {
		return nil, err
	}
	r.Migrated = []Migrated{}
	for i, f := range p.Migrated {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("migrating: %w", err)
		}
		why, err := m.writeFile(f)
		if err != nil {
			return nil, err
		}
		if why != "" {
			r.Skipped = append(r.Skipped, Skipped{Path: f.From, Why: why})
		} else {
			r.Migrated = append(r.Migrated, f)
			done = append(done, f.Pair)
		}
		m.progress(i+1, len(p.Migrated))
	}
	return done, nil
}

func (m Migration) modeOf(rel string) uint32 {
	mode := fs.FileMode(durable.Shared)
	if info, err := os.Lstat(m.full(rel)); err == nil {
		mode = info.Mode().Perm()
	}
	return uint32(mode)
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
