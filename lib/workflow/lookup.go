package workflow

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"holdfast/lib/durable"
)

// List returns the runs of a branch, or with all those of every branch and of
// the archive: unfinished ones first, then by last checkpoint, newest first.
// Runs that cannot be read come last.
func (s Store) List(branch string, all bool, now time.Time) ([]Run, error) {
	take := func(folder string) bool { return mayHold(folder, branch) }
	if all {
		take = nil
	}
	places, err := s.places(all, take)
	if err != nil {
		return nil, err
	}
	var runs []Run
	for _, at := range places {
		r, b := s.readAnew(at)
		if all || r.Broken != nil || r.on(branch) {
			r.Ours = b != nil && s.own(b)
			runs = append(runs, r)
		}
	}
	sortRuns(runs, now)
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
		return cmp.Or(cmp.Compare(class(a), class(b)), b.Last.Compare(a.Last), strings.Compare(b.Path, a.Path))
	})
}

// run finds the one run of that id, folder name or path.
func (s Store) run(id string) (Run, error) {
	places, err := s.places(true, nil)
	if err != nil {
		return Run{}, err
	}
	var found []Run
	for _, at := range places {
		if r, _ := s.read(at); named(r, id) {
			found = append(found, r)
		}
	}
	return one(id, found)
}

func named(r Run, id string) bool {
	return id != "" && (r.ID == id || r.place.name == id || r.Path == strings.TrimSuffix(id, "/"))
}

func one(id string, found []Run) (Run, error) {
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return Run{}, fmt.Errorf("%q: %w", id, ErrNotFound)
	}
	e := &Ambiguous{ID: id}
	for _, r := range found {
		e.Candidates = append(e.Candidates, r.Path)
	}
	return Run{}, e
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
	return Run{}, Checkpoint{}, fmt.Errorf("an unfinished run of branch %q: %w", branch, ErrNotFound)
}

// Find returns the run and the checkpoint that an id means: a run's id, folder
// or path means its last checkpoint; else it is a checkpoint's id, of any time,
// or the beginning of one, or of a run's. It looks at every branch and at the archive.
func (s Store) Find(id string) (Run, Checkpoint, error) {
	places, err := s.places(true, nil)
	if err != nil {
		return Run{}, Checkpoint{}, err
	}
	var runs, byName []Run
	for _, at := range places {
		r, b := s.readAnew(at)
		r.Ours = b != nil && s.own(b)
		if named(r, id) {
			byName = append(byName, r)
		}
		runs = append(runs, r)
	}
	if len(byName) > 0 {
		r, err := one(id, byName)
		if err == nil && r.Broken != nil {
			err = fmt.Errorf("reading run %q: %w", r.ID, r.Broken)
		}
		return r, s.present(r), err
	}
	return s.findCheckpoint(id, runs)
}

// A hit is a checkpoint whose id begins with what was asked for.
type hit struct {
	run   Run
	point Checkpoint
}

func (s Store) findCheckpoint(id string, runs []Run) (Run, Checkpoint, error) {
	var exact, begins []hit
	for _, r := range runs {
		for _, c := range s.checkpoints(r, id) {
			if c.ID == id {
				exact = append(exact, hit{r, c})
			}
			begins = append(begins, hit{r, c})
		}
		if id != "" && r.Broken == nil && strings.HasPrefix(r.ID, id) {
			begins = append(begins, hit{r, point(r)})
		}
	}
	found := exact
	if len(exact) == 0 {
		found = begins
	}
	switch len(found) {
	case 1:
		h := found[0]
		for i := range h.point.Artefacts {
			s.look(h.run.place, &h.point.Artefacts[i])
		}
		return h.run, h.point, nil
	case 0:
		return Run{}, Checkpoint{}, fmt.Errorf("%q: %w", id, ErrNotFound)
	}
	e := &Ambiguous{ID: id}
	for _, h := range found {
		e.Candidates = append(e.Candidates, fmt.Sprintf("%s of run %s, step %d, in %s", h.point.ID, h.run.ID, h.point.Step, h.run.Path))
	}
	return Run{}, Checkpoint{}, e
}

// checkpoints are those of a run whose id begins with prefix, each id once, as
// it was last.
func (s Store) checkpoints(r Run, prefix string) []Checkpoint {
	if r.Broken != nil || prefix == "" {
		return nil
	}
	var all []Checkpoint
	add := func(c Checkpoint) {
		all = slices.DeleteFunc(all, func(o Checkpoint) bool { return o.ID == c.ID })
		all = append(all, c)
	}
	b, err := durable.ReadBelow(s.Root, path.Join(r.Path, historyFile), maxHistory)
	if err == nil && bytes.Contains(b, []byte(prefix)) {
		for _, rec := range parseHistory(b) {
			if strings.HasPrefix(rec.id, prefix) {
				add(rec.checkpoint(r))
			}
		}
	}
	if strings.HasPrefix(r.Checkpoint, prefix) {
		add(point(r))
	}
	return all
}

func (rec record) checkpoint(r Run) Checkpoint {
	c := Checkpoint{
		ID: rec.id, Step: rec.step, Time: readTime(rec.state.get("time").text()), Next: rec.step + 1,
		Variables: Variables{rec.state.get("session_variables")}, Artefacts: artefacts(rec.state.get("artefacts_produced")),
	}
	if rec.begun {
		c.Next = rec.step
	}
	if r.Total > 0 && c.Next > r.Total {
		c.Next = 0
	}
	return c
}

// point is the checkpoint of the run's state.
func point(r Run) Checkpoint {
	return Checkpoint{
		ID: r.Checkpoint, Step: r.at(), Time: r.Last, Next: r.Next,
		Variables: Variables{r.state.get("session_variables")}, Artefacts: artefacts(r.state.get("artefacts_produced")),
	}
}

// present is point with how the artefacts stand.
func (s Store) present(r Run) Checkpoint {
	c := point(r)
	for i := range c.Artefacts {
		s.look(r.place, &c.Artefacts[i])
	}
	return c
}
