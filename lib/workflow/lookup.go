package workflow

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"holdfast/lib/fault"
)

// List returns the runs of a branch, or for "" those of every branch and of
// the archive: unfinished ones first, then by last checkpoint, newest first.
// Runs that cannot be read come last.
func (s Store) List(branch string, now time.Time) ([]Run, error) {
	places, err := s.places(branch == "", branch)
	var runs []Run
	for _, at := range places {
		if r, _ := s.read(at); branch == "" || r.broken != nil || at.on(r.Branch, branch) {
			runs = append(runs, r)
		}
	}
	sortRuns(runs, now)
	return runs, err
}

func sortRuns(runs []Run, now time.Time) {
	class := func(r Run) int {
		switch {
		case r.broken != nil:
			return 3
		case r.Last.After(now.Add(24 * time.Hour)):
			return 2
		case r.Status == Completed || r.Archived:
			return 1
		}
		return 0
	}
	slices.SortFunc(runs, func(a, b Run) int {
		return cmp.Or(cmp.Compare(class(a), class(b)), b.Last.Compare(a.Last.Time), strings.Compare(b.Path, a.Path))
	})
}

// Latest is the run of a branch that can be taken up and was saved last.
func (s Store) Latest(branch string, now time.Time) (Run, error) {
	runs, err := s.List(branch, now)
	for _, r := range runs {
		if r.broken == nil && r.Status != Completed {
			return r, nil
		}
	}
	if err == nil {
		none := fmt.Errorf("no unfinished run on branch %q", branch)
		err = &fault.MissingError{Cause: none, Hint: "holdfast run --all"}
	}
	return Run{}, err
}

// A match is what an id means: a run, or one of its checkpoints.
type match struct {
	run   Run
	point *Checkpoint // nil for the run
}

func (m match) String() string {
	if m.point == nil {
		return m.run.Path
	}
	return fmt.Sprintf("%s/%s: step %d", m.run.Path, m.point.ID, m.point.Step)
}

// find finds, among the runs of all branches and of the archive, the run that has an
// id, a folder or a path, else the checkpoint of that id, else the run or checkpoint
// whose id begins with it; RUN/ID is a checkpoint of that run. What a step's begin and
// its end saved may have the same id: that is meant which goes on with next, else the
// last.
func (s Store) find(id string, next int) (match, error) {
	runs, err := s.List("", time.Time{})
	if err != nil {
		return match{}, err
	}
	missing := &fault.MissingError{Cause: fmt.Errorf("%q: %w", id, ErrNotFound), Name: id, Hint: "holdfast run --all"}
	var found [3][]match // by name, by a checkpoint's id, by how either begins
	in, prefix := path.Split(id)
	for _, r := range runs {
		missing.Known = append(missing.Known, r.ID)
		if r.named(id) {
			found[0] = append(found[0], match{run: r})
		}
		if prefix == "" || in != "" && !r.named(in) {
			continue
		}
		if r.broken == nil && strings.HasPrefix(r.ID, prefix) {
			found[2] = append(found[2], match{run: r})
		}
		points := map[string]*Checkpoint{}
		for _, c := range s.checkpoints(r, prefix) {
			if was := points[c.ID]; was == nil || was.Next != next || c.Next == next {
				points[c.ID] = &c
			}
		}
		for id, c := range points {
			if id == prefix {
				found[1] = append(found[1], match{r, c})
			}
			found[2] = append(found[2], match{r, c})
		}
	}
	for _, all := range found {
		if len(all) == 1 {
			return all[0], nil
		}
		for _, one := range all {
			missing.Candidates = append(missing.Candidates, one.String())
		}
		if len(all) > 1 {
			slices.Sort(missing.Candidates) // file systems list folders in any order
			missing.Cause, missing.Hint = fmt.Errorf("%q means several runs or checkpoints", id), "name one of them"
			missing.Known = nil
			break
		}
	}
	return match{}, missing
}

func (r Run) named(id string) bool {
	id = strings.TrimSuffix(id, "/")
	return id != "" && slices.Contains([]string{r.ID, path.Base(r.Path), r.Path}, id)
}

// IDs are the names of all runs, and with points those of their checkpoints,
// for a shell's completion.
func (s Store) IDs(now time.Time, points bool) []string {
	runs, _ := s.List("", now) // a shell has no place for an error
	var ids []string
	for _, r := range runs {
		ids = append(ids, r.ID)
		if points {
			for _, c := range s.checkpoints(r, "") {
				ids = append(ids, c.ID)
			}
		}
	}
	return ids
}
