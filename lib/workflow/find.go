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
	places, err := s.places(branch == "")
	runs := []Run{}
	for _, at := range places {
		if r, _ := s.read(at); branch == "" || r.on(branch) {
			runs = append(runs, r)
		}
	}
	sortRuns(runs, now)
	return runs, err
}

func sortRuns(runs []Run, now time.Time) {
	class := func(r Run) int {
		switch {
		case r.broken != nil, r.Last.After(now.Add(day)):
			return 2
		case r.Status == Completed || r.Archived:
			return 1
		}
		return 0
	}
	slices.SortFunc(runs, func(a, b Run) int {
		return cmp.Or(cmp.Compare(class(a), class(b)), b.Last.Compare(a.Last), strings.Compare(b.Path, a.Path))
	})
}

// A match is what an id means: a run, or its moment at a checkpoint.
type match struct {
	run   Run
	point *Run // nil for the run as it is
}

func (m match) String() string {
	if m.point == nil {
		return fmt.Sprintf("run %q", m.run.ID)
	}
	return fmt.Sprintf("checkpoint %q of run %q", m.point.Checkpoint, m.run.ID)
}

// candidate is the match as one of several that an id may mean.
func (m match) candidate() string {
	if m.point == nil {
		return m.run.Path
	}
	return fmt.Sprintf("%s/%s: step %d", m.run.Path, m.point.Checkpoint, m.point.Current)
}

// latest is the run of a branch that can be continued and was saved last.
func (s Store) latest(branch string, now time.Time) (match, error) {
	runs, err := s.List(branch, now)
	for _, r := range runs {
		if r.broken == nil && r.Status != Completed {
			return match{run: r}, nil
		}
	}
	if err == nil {
		none := fmt.Errorf("no unfinished run on branch %q", branch)
		err = &fault.MissingError{Cause: none, Hint: "holdfast run --all"}
	}
	return match{}, err
}

// find finds, among the runs of all branches and of the archive, the run that has an
// id, a folder or a path, else the checkpoint of that id, else what the id is the
// beginning of; RUN/ID is a checkpoint of that run. What a step's begin and its end
// saved may have the same id: that is meant which goes on with next, else the last.
func (s Store) find(id string, next int) (match, error) {
	runs, err := s.List("", time.Time{})
	if err != nil {
		return match{}, err
	}
	missing := &fault.MissingError{Cause: fmt.Errorf("%q: %w", id, ErrNotFound), Name: id, Hint: "holdfast run --all"}
	var fits [3][]match // by name, by a checkpoint's id, by how either begins
	in, checkpoint := path.Split(id)
	for _, r := range runs {
		missing.Known = append(missing.Known, r.ID)
		if r.named(id) {
			fits[0] = append(fits[0], match{run: r})
		}
		if checkpoint == "" || in != "" && !r.named(in) {
			continue
		}
		if strings.HasPrefix(r.ID, id) {
			fits[2] = append(fits[2], match{run: r})
		}
		points := map[string]Run{}
		for _, m := range s.checkpoints(r) {
			if was, ok := points[m.Checkpoint]; !ok || was.Next != next && m.Next == next {
				points[m.Checkpoint] = m
			}
		}
		for is, m := range points {
			if is == checkpoint {
				fits[1] = append(fits[1], match{r, &m})
			} else if strings.HasPrefix(is, checkpoint) {
				fits[2] = append(fits[2], match{r, &m})
			}
		}
	}
	for _, found := range fits {
		if len(found) == 1 {
			return found[0], nil
		}
		if len(found) > 1 {
			several := &fault.MissingError{Cause: fmt.Errorf("%q means several of them", id), Hint: "name one"}
			for _, m := range found {
				several.Candidates = append(several.Candidates, m.candidate())
			}
			slices.Sort(several.Candidates) // file systems list folders in any order
			return match{}, several
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
			for _, m := range s.checkpoints(r) {
				ids = append(ids, m.Checkpoint)
			}
		}
	}
	return ids
}
