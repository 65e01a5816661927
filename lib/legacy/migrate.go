package legacy

import (
	"context"
	"errors"
	"fmt"
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

// Migrated is one file that was made, or in a dry run would be.
type Migrated struct {
	From       string   `json:"from"` // relative to the project root
	To         string   `json:"to"`
	Mode       string   `json:"mode"`
	Outcome    string   `json:"outcome"`
	Generation string   `json:"generation"`
	Why        []string `json:"why"`
	Problems   []string `json:"problems"` // what was wrong with the original
	Redacted   []string `json:"redacted"` // fields that a secret was taken out of
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
	Migrated []Migrated
	Skipped  []Skipped
	Manifest string    // the path of the manifest, "" where none was written
	Removed  []string  // originals that moved into the machine folder
	Kept     []Skipped // originals that were to go and did not
	Left     int       // originals that are migrated and still there
}

// Run migrates what is there. With dry it plans only and writes nothing. With
// remove the originals of this run and of earlier ones go, too.
func (m Migration) Run(ctx context.Context, dry, remove bool) (Result, error) {
	if err := m.checkStore(); err != nil {
		return Result{}, err
	}
	if dry {
		plan, err := m.plan(ctx)
		if err != nil {
			return Result{}, err
		}
		return plan.result(), nil
	}
	var result Result
	err := m.locked(ctx, func() error {
		var err error
		result, err = m.run(ctx, remove)
		return err
	})
	return result, err
}

func (m Migration) run(ctx context.Context, remove bool) (Result, error) {
	if err := m.settle(); err != nil {
		return Result{}, err
	}
	plan, err := m.plan(ctx)
	if err != nil {
		return Result{}, err
	}
	result := plan.result()
	if len(plan.files) > 0 {
		written, err := m.write(ctx, plan)
		result.Manifest = written.manifest
		result.Migrated = result.Migrated[:0]
		for _, f := range written.files {
			result.Migrated = append(result.Migrated, f.Migrated)
		}
		result.Skipped = append(result.Skipped, written.skipped...)
		if err != nil {
			return result, err
		}
	}
	if !remove {
		result.Left, err = m.left(plan)
		return result, err
	}
	if err := m.adopt(plan, &result); err != nil {
		return result, err
	}
	return result, m.removeOriginals(ctx, &result)
}

// checkStore fails where the artifacts' folder is linked out of the project.
func (m Migration) checkStore() error {
	if _, err := m.store().Load(artifact.Dir + "/none/none.yaml"); errors.Is(err, artifact.ErrLinkedOut) {
		return err
	}
	return nil
}

func (m Migration) store() artifact.Store {
	return artifact.Of(m.Root, m.Machine)
}

// folder is where the project's manifests and removed originals lie.
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

func (m Migration) full(rel string) string {
	return filepath.Join(m.Root, filepath.FromSlash(rel))
}

func (m Migration) progress(done, total int) {
	if m.Progress != nil {
		m.Progress(done, total)
	}
}
