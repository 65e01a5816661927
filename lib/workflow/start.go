package workflow

import (
	"context"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

// StartOptions say what run begins.
type StartOptions struct {
	Workflow string
	Path     string // workflow_path, may be empty
	Branch   string
	Steps    int // 0 where unknown
	Now      time.Time
}

// Start makes a run. A name or branch that is no plain one is a *fault.InvalidError.
func (s Store) Start(ctx context.Context, o StartOptions) (Saved, error) {
	faults := append(checkWorkflow(o.Workflow), checkBranch(o.Branch)...)
	if len(faults) > 0 {
		return Saved{}, &fault.InvalidError{What: "the run", Faults: faults, Hint: help}
	}
	var saved Saved
	err := s.locked(ctx, func() error {
		var err error
		saved, err = s.startLocked(o)
		return err
	})
	if err == nil {
		s.archive(ctx, &saved, o.Now)
	}
	return saved, err
}

// locked runs do while it holds the lock of the folder of runs, which it makes.
func (s Store) locked(ctx context.Context, do func() error) error {
	if err := durable.In(s.Root, Dir).MkdirAll(0o755); err != nil {
		return err
	}
	return machine.InTurn(ctx, s.Root, Dir, 1, do)
}

func (s Store) startLocked(o StartOptions) (Saved, error) {
	folder := s.folderOf(o.Branch)
	name, err := s.freeName(o.Workflow+"-"+o.Now.UTC().Format(stampForm), folder)
	if err != nil {
		return Saved{}, err
	}
	at := place{rel: path.Join(Dir, folder, name), runs: Dir, branch: folder, name: name}
	s.sweepStarts(path.Join(Dir, folder))
	if err := durable.In(s.Root, at.rel).MkdirAll(0o755); err != nil {
		return Saved{}, err
	}
	r := runAt(at)
	r.fill(firstState(name, o))
	saved := Saved{Changed: true, did: "started"}
	r.Ours = true
	if err := s.write(r, machine.File{Own: true}, &saved); err != nil {
		return Saved{}, err
	}
	saved.Run = r
	if err := s.catchUp(r); err != nil {
		return saved, err
	}
	return saved, s.writePage(r)
}

// sweepStarts removes from a branch's folder what starts left that were killed,
// with the runs that have no state yet. The lock of the folder of runs is held,
// so that no other start is at work. An empty folder may be another program's.
func (s Store) sweepStarts(branch string) {
	for _, name := range s.folders(branch) {
		rel := path.Join(branch, name)
		if s.holdsTemp(rel) {
			dir := durable.In(s.Root, rel)
			dir.Sweep()
			_ = dir.RemoveEmpty() // one that holds more stays
		}
	}
}

func (s Store) holdsTemp(rel string) bool {
	entries, _ := os.ReadDir(filepath.Join(s.Root, filepath.FromSlash(rel)))
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool { return durable.Temp(e.Name()) })
}

func firstState(name string, o StartOptions) record.Value {
	first := record.Object().With(record.Text(name), "run_id").With(record.Text(o.Path), "workflow_path").
		With(record.Text(o.Branch), "session_branch").With(record.Stamp(o.Now), "started_at").With(stamp(o.Now), "last_checkpoint").
		With(record.Text(checkpointID(name, 0, record.Value{})), "checkpoint_id")
	if o.Steps > 0 {
		first = first.With(record.Int(o.Steps), "total_steps")
	}
	return keys.New(first)
}

// freeName is a run's name that no run of any branch has, so that it means one.
func (s Store) freeName(base, folder string) (string, error) {
	all, err := s.places(true, nil)
	if err != nil {
		return "", err
	}
	taken := map[string]bool{}
	for _, at := range all {
		taken[at.name] = true
	}
	for _, begun := range s.folders(path.Join(Dir, folder)) {
		taken[begun] = true // also one that a killed process left without a state
	}
	for name := range durable.Numbered(base) {
		if !taken[name] {
			return name, nil
		}
	}
	return "", fmt.Errorf("starting %q: no free name", base)
}
