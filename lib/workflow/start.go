package workflow

import (
	"errors"
	"fmt"
	"io/fs"
	pathpkg "path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

// start makes a run. A name or branch that is not a plain one is a *fault.InvalidError.
func (s Store) start(c command) (Saved, error) {
	workflow, branch, steps, path := c.Rest[1], c.Flag("branch"), record.Of(nil), c.Flag("workflow-path")
	if c.Has("steps") {
		n, err := parseStep(c.Flag("steps"))
		if err != nil {
			return Saved{}, c.BadValue(cli.Value{Flag: "steps", Value: c.Flag("steps")}, err.Error())
		}
		steps = record.Of(n)
	}
	if rel, ok := c.InProject(s.Root, path); ok && filepath.IsAbs(path) {
		path = rel
	}
	if !c.Has("branch") {
		branch = branchOf(s.Root)
	}
	if faults := unplain(workflow, branch); len(faults) > 0 {
		return Saved{}, &fault.InvalidError{What: "the run", Faults: faults, Hint: help}
	}
	saved := Saved{Changed: true, did: "started"}
	err := s.Turn(c.Ctx, Dir, func() error {
		at, err := s.placeOf(workflow, branch, c.now)
		if err == nil {
			err = durable.In(s.Root, at.rel).MkdirAll(0o755)
		}
		if err != nil {
			return err
		}
		id := pathpkg.Base(at.rel)
		saved.Run = runAt(at, keys.New(record.Object(
			"run_id", id, "workflow_path", path, "session_branch", branch, "started_at", c.now,
			"last_checkpoint", stamp(c.now), "total_steps", steps,
			"checkpoint_id", checkpointID(id, 0, record.Object()),
		)))
		saved.Ours = true
		return s.write(saved.Run, machine.File{Own: true}, &saved)
	})
	return s.archiving(c, saved, err)
}

// unplain are the faults of what would not be a plain name of a folder.
func unplain(workflow, branch string) (all []fault.Fault) {
	if !fence.IsName(workflow) || strings.Contains(workflow, "/") || strings.ContainsAny(workflow[:1], ".-") {
		const allowed = "1 to 80 letters, digits, dots, dashes and underscores, beginning with a letter or digit"
		all = append(all, fault.Fault{Field: "workflow", Found: fault.Shorten(workflow), Allowed: allowed})
	}
	if !isBranch(branch) {
		const allowed = "a branch's name as git allows it"
		all = append(all, fault.Fault{Field: "branch", Found: fault.Shorten(branch), Allowed: allowed})
	}
	return all
}

// placeOf is where a new run goes. Its name is one that no run of any branch has, so
// that it means one, nor a folder that a killed start left without a state. Its
// folder has the branch's name, with a suffix where another branch has that one.
func (s Store) placeOf(workflow, branch string, now time.Time) (place, error) {
	all, err := s.places(true)
	if err != nil {
		return place{}, err
	}
	folder := fold(branch)
	for _, at := range all {
		if at.runs == Dir && strings.EqualFold(at.branch, folder) {
			if r, _ := s.read(at); r.Branch != "" && r.Branch != branch {
				folder += suffix(branch)
				break
			}
		}
	}
	for name := range durable.Numbered(workflow + "-" + now.UTC().Format("20060102-150405")) {
		at := place{rel: pathpkg.Join(Dir, folder, name), runs: Dir, branch: folder}
		_, err := s.Stat(at.rel)
		same := func(a place) bool { return pathpkg.Base(a.rel) == name }
		if errors.Is(err, fs.ErrNotExist) && !slices.ContainsFunc(all, same) {
			return at, nil
		}
	}
	return place{}, fmt.Errorf("starting %q: no free name: %w", workflow, fs.ErrExist)
}
