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
			begins = append(begins, hit{r, []Checkpoint{point(r)}})
		}
	}
	for _, found := range [][]hit{named, exact, begins} {
		switch h := found; {
		case len(h) > 1:
			return hit{}, several(id, h)
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
	return s.looked(r, c)
}

// looked is a checkpoint of a run with how its artefacts are now.
func (s Store) looked(r Run, c Checkpoint) Checkpoint {
	for i := range c.Artefacts {
		s.look(r.place, &c.Artefacts[i])
	}
	return c
}
