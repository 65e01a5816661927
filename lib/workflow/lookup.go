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
		if r := s.seen(at); branch == "" || r.broken != nil || r.on(branch) {
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
func (s Store) Latest(branch string, now time.Time) (Run, Checkpoint, error) {
	runs, err := s.List(branch, now)
	for _, r := range runs {
		if r.open() {
			return r, s.looked(r, r.point()), nil
		}
	}
	if err == nil {
		none := fmt.Errorf("no unfinished run on branch %q", branch)
		err = &fault.MissingError{Cause: none, Hint: "holdfast run --all"}
	}
	return Run{}, Checkpoint{}, err
}

// open reports whether the run can be taken up again.
func (r Run) open() bool { return r.broken == nil && r.Status != Completed }

// Find finds the run, and the checkpoint of it, that an id means: a run's id, folder
// or path means its last checkpoint; else it is a checkpoint's id, of any time,
// or the beginning of one, or of a run's. It looks at every branch and at the archive.
func (s Store) Find(id string) (Run, Checkpoint, error) {
	h, err := s.find(id, true)
	c, ok := h.last()
	switch {
	case err != nil:
		return Run{}, Checkpoint{}, err
	case h.run.broken != nil:
		return Run{}, Checkpoint{}, fmt.Errorf("reading run %q: %w", h.run.ID, h.run.broken)
	case !ok:
		// A run that was closed with open steps goes on with the first of them.
		c = h.run.point()
		if h.run.Status == Completed && len(h.run.Left) > 0 {
			c.Next = h.run.Left[0]
		}
	}
	return h.run, s.looked(h.run, c), nil
}

// A hit is a run that an id means, or the checkpoints of one id in it, oldest
// first.
type hit struct {
	run    Run
	points []Checkpoint
}

func (h hit) last() (Checkpoint, bool) {
	if len(h.points) == 0 {
		return Checkpoint{}, false
	}
	return h.points[len(h.points)-1], true
}

func (h hit) String() string {
	if c, ok := h.last(); ok {
		return fmt.Sprintf("%s/%s: step %d", h.run.Path, c.ID, c.Step)
	}
	return h.run.Path
}

// find finds the run that has an id, a folder or a path, else the checkpoint of
// that id, else the one whose id begins with it; RUN/ID is one of that run. With
// runsToo the beginning of a run's id means its last checkpoint.
func (s Store) find(id string, runsToo bool) (hit, error) {
	runs, err := s.List("", time.Time{})
	if err != nil {
		return hit{}, err
	}
	var named, exact, begins []hit
	in, prefix := path.Split(id)
	in = strings.TrimSuffix(in, "/")
	for _, r := range runs {
		if r.named(id) {
			named = append(named, hit{run: r})
		}
		if prefix == "" || in != "" && !r.named(in) {
			continue
		}
		for _, h := range s.hits(r, prefix) {
			if c, _ := h.last(); c.ID == prefix {
				exact = append(exact, h)
			}
			begins = append(begins, h)
		}
		if runsToo && r.broken == nil && strings.HasPrefix(r.ID, prefix) {
			begins = append(begins, hit{r, []Checkpoint{r.point()}})
		}
	}
	missing := &fault.MissingError{Cause: fmt.Errorf("%q: %w", id, ErrNotFound), Name: id, Hint: "holdfast run --all"}
	for _, found := range [][]hit{named, exact, begins} {
		if len(found) == 1 {
			return found[0], nil
		}
		if len(found) > 1 {
			missing = &fault.MissingError{
				Cause: fmt.Errorf("%q means several runs or checkpoints", id), Hint: "name one of them",
			}
			for _, one := range found {
				missing.Candidates = append(missing.Candidates, one.String())
			}
			slices.Sort(missing.Candidates) // file systems list folders in any order
			return hit{}, missing
		}
	}
	for _, r := range runs {
		missing.Known = append(missing.Known, r.ID)
	}
	return hit{}, missing
}

func (r Run) named(id string) bool {
	return id != "" && (r.ID == id || r.place.name == id || r.Path == strings.TrimSuffix(id, "/"))
}

// hits are the checkpoints of a run whose ids begin with prefix, a hit an id.
func (s Store) hits(r Run, prefix string) []hit {
	var all []hit
	for _, c := range s.checkpoints(r, prefix) {
		i := slices.IndexFunc(all, func(h hit) bool { return h.points[0].ID == c.ID })
		if i < 0 {
			i, all = len(all), append(all, hit{run: r})
		}
		all[i].points = append(all[i].points, c)
	}
	return all
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
