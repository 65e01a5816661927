package workflow

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
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

// faults are what of the options would not be a plain name of a folder.
func (o StartOptions) faults() (all []fault.Fault) {
	if !fence.IsName(o.Workflow) || strings.Contains(o.Workflow, "/") || strings.ContainsAny(o.Workflow[:1], ".-") {
		const allowed = "1 to 80 letters, digits, dots, dashes and underscores, beginning with a letter or digit"
		all = append(all, fault.Fault{Field: "workflow", Found: fault.Shorten(o.Workflow), Allowed: allowed})
	}
	if !isBranch(o.Branch) {
		const allowed = "a branch's name as git allows it"
		all = append(all, fault.Fault{Field: "branch", Found: fault.Shorten(o.Branch), Allowed: allowed})
	}
	return all
}

// Start makes a run. A name or branch that is not a plain one is a *fault.InvalidError.
func (s Store) Start(ctx context.Context, o StartOptions) (Saved, error) {
	if faults := o.faults(); len(faults) > 0 {
		return Saved{}, &fault.InvalidError{What: "the run", Faults: faults, Hint: help}
	}
	saved := Saved{Changed: true, did: "started"}
	err := s.Turn(ctx, Dir, func() error {
		at, err := s.placeOf(o)
		if err == nil {
			err = durable.In(s.Root, at.rel).MkdirAll(0o755)
		}
		if err != nil {
			return err
		}
		id := path.Base(at.rel)
		v := record.Object(
			"run_id", id, "workflow_path", o.Path, "session_branch", o.Branch, "started_at", o.Now,
			"last_checkpoint", stamp(o.Now), "checkpoint_id", checkpointID(id, 0, record.Object()),
		)
		if o.Steps > 0 {
			v = v.With(o.Steps, "total_steps")
		}
		saved.Run = runAt(at, keys.New(v))
		saved.Ours = true
		return s.write(saved.Run, machine.File{Own: true}, &saved)
	})
	return s.archiving(ctx, saved, o.Now, err)
}

// placeOf is where a new run goes. Its name is one that no run of any branch has, so
// that it means one, nor a folder that a killed start left without a state. Its
// folder has the branch's name, with a suffix where another branch has that one.
func (s Store) placeOf(o StartOptions) (place, error) {
	all, err := s.places(true)
	if err != nil {
		return place{}, err
	}
	folder := fold(o.Branch)
	for _, at := range all {
		if at.runs == Dir && strings.EqualFold(at.branch, folder) {
			if r, _ := s.read(at); r.Branch != "" && r.Branch != o.Branch {
				folder += suffix(o.Branch)
				break
			}
		}
	}
	for name := range durable.Numbered(o.Workflow + "-" + o.Now.UTC().Format("20060102-150405")) {
		at := place{rel: path.Join(Dir, folder, name), runs: Dir, branch: folder}
		_, err := s.Stat(at.rel)
		same := func(a place) bool { return path.Base(a.rel) == name }
		if errors.Is(err, fs.ErrNotExist) && !slices.ContainsFunc(all, same) {
			return at, nil
		}
	}
	return place{}, fmt.Errorf("starting %q: no free name: %w", o.Workflow, fs.ErrExist)
}
