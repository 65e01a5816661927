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

// List returns the runs of a branch, or with all those of every branch and of
// the archive: unfinished ones first, then by last checkpoint, newest first.
// Runs that cannot be read come last.
func (s Store) List(branch string, all bool, now time.Time) ([]Run, error) {
	take := func(folder string) bool { return mayHold(folder, branch) }
	if all {
		take = nil
	}
	runs, err := s.runs(all, take)
	runs = slices.DeleteFunc(runs, func(r Run) bool { return !all && r.Broken == nil && !r.on(branch) })
	sortRuns(runs, now)
	return runs, err
}

// runs are the runs in the folders of branches that take takes, as those who look
// see them; those in the archive too where it is asked for.
func (s Store) runs(archive bool, take func(folder string) bool) ([]Run, error) {
	places, err := s.places(archive, take)
	if err != nil {
		return nil, err
	}
	runs := make([]Run, len(places))
	for i, at := range places {
		runs[i] = s.seen(at)
	}
	return runs, nil
}

func sortRuns(runs []Run, now time.Time) {
	class := func(r Run) int {
		switch {
		case r.Broken != nil:
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
	runs, err := s.List(branch, false, now)
	if err != nil {
		return Run{}, Checkpoint{}, err
	}
	for _, r := range runs {
		if r.Open() {
			return r, s.present(r), nil
		}
	}
	return Run{}, Checkpoint{}, &fault.MissingError{Cause: fmt.Errorf("no unfinished run on branch %q", branch), Hint: listing}
}

// Find returns the run and the checkpoint that an id means: a run's id, folder
// or path means its last checkpoint; else it is a checkpoint's id, of any time,
// or the beginning of one, or of a run's. It looks at every branch and at the archive.
func (s Store) Find(id string) (Run, Checkpoint, error) {
	h, err := s.find(id, true)
	switch {
	case err != nil:
		return Run{}, Checkpoint{}, err
	case h.run.Broken != nil:
		return Run{}, Checkpoint{}, fmt.Errorf("reading run %q: %w", h.run.ID, h.run.Broken)
	case len(h.points) == 0:
		return h.run, s.present(h.run), nil
	}
	return h.run, s.looked(h.run, h.last()), nil
}

// A hit is a run that an id means, or the checkpoints of one id in it, oldest
// first.
type hit struct {
	run    Run
	points []Checkpoint
}

func (h hit) last() Checkpoint { return h.points[len(h.points)-1] }

func (h hit) String() string {
	if len(h.points) == 0 {
		return h.run.Path
	}
	return fmt.Sprintf("%s/%s: step %d", h.run.Path, h.last().ID, h.last().Step)
}

// find finds the run that has an id, a folder or a path, else the checkpoint of
// that id, else the one whose id begins with it; RUN/ID is one of that run. With
// runsToo the beginning of a run's id means its last checkpoint.
func (s Store) find(id string, runsToo bool) (hit, error) {
	runs, err := s.runs(true, nil)
	if err != nil {
		return hit{}, err
	}
	var named, exact, begins []hit
	for _, r := range runs {
		if r.named(id) {
			named = append(named, hit{run: r})
		}
	}
	in, prefix := path.Split(id)
	in = strings.TrimSuffix(in, "/")
	for _, r := range runs {
		if len(named) > 0 || prefix == "" || in != "" && !r.named(in) {
			continue
		}
		for _, h := range s.hits(r, prefix) {
			if h.last().ID == prefix {
				exact = append(exact, h)
			}
			begins = append(begins, h)
		}
		if runsToo && r.Broken == nil && strings.HasPrefix(r.ID, prefix) {
			begins = append(begins, hit{r, []Checkpoint{r.point()}})
		}
	}
	for _, found := range [][]hit{named, exact, begins} {
		switch h := found; {
		case len(h) > 1:
			missing := &fault.MissingError{Cause: fmt.Errorf("%q means several runs or checkpoints", id), Hint: "name one of them"}
			for _, one := range h {
				missing.Candidates = append(missing.Candidates, one.String())
			}
			slices.Sort(missing.Candidates) // file systems list folders in any order
			return hit{}, missing
		case len(h) == 0:
		case len(h[0].points) > 0 && h[0].run.Broken != nil:
			return hit{}, fmt.Errorf("%q is a checkpoint of run %q, whose state cannot be read: %w", h[0].last().ID, h[0].run.ID, h[0].run.Broken)
		default:
			return h[0], nil
		}
	}
	return hit{}, notFound(id, runs)
}

func (r Run) named(id string) bool {
	return id != "" && (r.ID == id || r.place.name == id || r.Path == strings.TrimSuffix(id, "/"))
}

// hits are the checkpoints of a run whose ids begin with prefix, a hit an id.
func (s Store) hits(r Run, prefix string) []hit {
	var all []hit
	for _, c := range s.checkpoints(r, prefix) {
		i := slices.IndexFunc(all, func(h hit) bool { return h.last().ID == c.ID })
		if i < 0 {
			i, all = len(all), append(all, hit{run: r})
		}
		all[i].points = append(all[i].points, c)
	}
	return all
}

// present is the state's own checkpoint with how the artefacts stand. A run that was closed with open
// steps goes on with the first of them.
func (s Store) present(r Run) Checkpoint {
	c := r.point()
	if r.Status == Completed && len(r.Left) > 0 {
		c.Next = r.Left[0]
	}
	return s.looked(r, c)
}

// IDs are the names of all runs, and with points those of their checkpoints,
// for a shell's completion.
func (s Store) IDs(now time.Time, points bool) []string {
	runs, err := s.List("", true, now)
	if err != nil {
		return nil // a shell has no place for an error
	}
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
