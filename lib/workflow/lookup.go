package workflow

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"holdfast/lib/fault"
	"holdfast/lib/jsondoc"
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
		if r := s.seen(at); all || r.Broken != nil || r.on(branch) {
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
		return cmp.Or(cmp.Compare(class(a), class(b)), b.Last.Compare(a.Last.Time), strings.Compare(b.Path, a.Path))
	})
}

// run finds the one run of that id, folder name or path.
func (s Store) run(id string) (Run, error) {
	places, err := s.places(true, nil)
	if err != nil {
		return Run{}, err
	}
	runs := make([]Run, len(places))
	for i, at := range places {
		runs[i], _ = s.read(at)
	}
	return one(id, runs)
}

func named(r Run, id string) bool {
	return id != "" && (r.ID == id || r.place.name == id || r.Path == strings.TrimSuffix(id, "/"))
}

// one is the one of runs that has a name.
func one(id string, runs []Run) (Run, error) {
	found := slices.DeleteFunc(slices.Clone(runs), func(r Run) bool { return !named(r, id) })
	switch len(found) {
	case 1:
		return found[0], nil
	case 0:
		return Run{}, notFound(id, runs)
	}
	var candidates []string
	for _, r := range found {
		candidates = append(candidates, r.Path)
	}
	return Run{}, several(id, candidates)
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
	runs, err := s.all()
	if err != nil {
		return Run{}, Checkpoint{}, err
	}
	if slices.ContainsFunc(runs, func(r Run) bool { return named(r, id) }) {
		r, err := one(id, runs)
		if err == nil && r.Broken != nil {
			err = fmt.Errorf("reading run %q: %w", r.ID, r.Broken)
		}
		return r, s.present(r), err
	}
	return s.findCheckpoint(id, runs)
}

// all are the runs of every branch and of the archive, as those who look see them.
func (s Store) all() ([]Run, error) {
	places, err := s.places(true, nil)
	if err != nil {
		return nil, err
	}
	runs := make([]Run, len(places))
	for i, at := range places {
		runs[i] = s.seen(at)
	}
	return runs, nil
}

// A hit is the checkpoints of one id in one run, oldest first.
type hit struct {
	run    Run
	points []Checkpoint
}

func (h hit) last() Checkpoint { return h.points[len(h.points)-1] }

func (s Store) findCheckpoint(id string, runs []Run) (Run, Checkpoint, error) {
	h, err := s.hit(id, runs, true)
	if err != nil {
		return Run{}, Checkpoint{}, err
	}
	c := h.last()
	for i := range c.Artefacts {
		s.look(h.run.place, &c.Artefacts[i])
	}
	return h.run, c, nil
}

// hit finds the checkpoint that has an id, else whose id begins with it; RUN/ID
// is one of that run. Where runsToo is set, the beginning of a run's id means its last checkpoint.
func (s Store) hit(id string, runs []Run, runsToo bool) (hit, error) {
	var exact, begins []hit
	run, id := path.Split(id)
	for _, r := range runs {
		if run != "" && !named(r, strings.TrimSuffix(run, "/")) {
			continue
		}
		for _, h := range s.hits(r, id) {
			if h.last().ID == id {
				exact = append(exact, h)
			}
			begins = append(begins, h)
		}
		if runsToo && id != "" && r.Broken == nil && strings.HasPrefix(r.ID, id) {
			begins = append(begins, hit{r, []Checkpoint{point(r)}})
		}
	}
	found := exact
	if len(exact) == 0 {
		found = begins
	}
	switch {
	case len(found) == 1 && found[0].run.Broken != nil:
		r := found[0].run
		return hit{}, fmt.Errorf("%q is a checkpoint of run %q, whose state cannot be read: %w", found[0].last().ID, r.ID, r.Broken)
	case len(found) == 1:
		return found[0], nil
	case len(found) == 0:
		return hit{}, notFound(run+id, runs)
	}
	var candidates []string
	for _, h := range found {
		candidates = append(candidates, fmt.Sprintf("%s/%s: step %d", h.run.Path, h.last().ID, h.last().Step))
	}
	return hit{}, several(run+id, candidates)
}

// hits are the checkpoints of a run whose ids begin with prefix, a hit an id.
func (s Store) hits(r Run, prefix string) []hit {
	if prefix == "" {
		return nil
	}
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

// Checkpoints are all checkpoints of a run, oldest first.
func (s Store) Checkpoints(r Run) []Checkpoint { return s.checkpoints(r, "") }

// checkpoints are those of a run whose ids begin with prefix, oldest first; the
// state's own is the last, also where the history does not have it yet.
func (s Store) checkpoints(r Run, prefix string) []Checkpoint {
	var all []Checkpoint
	b, err := s.historyBytes(r.place)
	if err == nil && bytes.Contains(b, []byte(prefix)) {
		for _, rec := range parseHistory(b) {
			if strings.HasPrefix(rec.id, prefix) {
				all = append(all, rec.checkpoint(r))
			}
		}
	}
	if r.Broken == nil && r.Checkpoint != "" && strings.HasPrefix(r.Checkpoint, prefix) && !holds(b, r) {
		all = append(all, point(r))
	}
	return all
}

func (rec record) checkpoint(r Run) Checkpoint {
	c := Checkpoint{
		ID: rec.id, Step: rec.step, Event: Done, Time: readTime(jsondoc.Text(rec.keys["time"])), Next: rec.step + 1, Completed: rec.done,
		Variables: Variables{rec.keys["session_variables"]}, produced: rec.keys["artefacts_produced"],
	}
	if rec.begun {
		c.Event, c.Next = Begun, rec.step
	} else if rec.event() == Started {
		c.Event = Started
	}
	if r.Total > 0 && c.Next > r.Total {
		c.Next = 0
	}
	c.Artefacts = artefacts(c.produced)
	return c
}

// point is the checkpoint of the run's state.
func point(r Run) Checkpoint {
	produced := r.get("artefacts_produced")
	return Checkpoint{
		ID: r.Checkpoint, Step: r.at(), Event: eventOf(r), Time: r.Last, Next: r.Next, Completed: r.Done,
		Variables: Variables{r.get("session_variables")}, Artefacts: artefacts(produced), produced: produced,
	}
}

// present is point with how the artefacts stand. A run that was closed with open
// steps goes on with the first of them.
func (s Store) present(r Run) Checkpoint {
	c := point(r)
	if r.Status == Completed && len(r.Left) > 0 {
		c.Next = r.Left[0]
	}
	for i := range c.Artefacts {
		s.look(r.place, &c.Artefacts[i])
	}
	return c
}
