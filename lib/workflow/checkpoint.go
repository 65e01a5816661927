package workflow

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/lib/durable"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

// maxHistory is how much of a checkpoints.jsonl is read.
const maxHistory = 64 << 20

// A Checkpoint is the state of a run at one point: a line of checkpoints.jsonl,
// or the state's own.
type Checkpoint struct {
	ID        string       `json:"checkpoint_id"`
	Step      int          `json:"step"`  // the step just begun or completed
	Event     string       `json:"event"` // Started, Begun or Done
	Time      Time         `json:"time"`
	Next      int          `json:"next_step"` // the step to go on with, 0 where all are done
	Completed []int        `json:"-"`         // the steps completed by then
	Variables record.Value `json:"-"`
	Artefacts []Artefact   `json:"-"`
	produced  record.Value // the artefacts as they are written
	line      record.Value // of checkpoints.jsonl
}

// What made a checkpoint.
const (
	Started = "start"
	Begun   = "begin"
	Done    = "step"
)

// checkpointID is the first 6 hex digits of the SHA-256 over
// "run:step:variables", with the variables as Python prints them.
func checkpointID(run string, step int, variables record.Value) string {
	if variables.None() {
		variables = record.Object()
	}
	return machine.Sum(fmt.Appendf(nil, "%s:%d:%s", run, step, variables.Dumps()))[:6]
}

// point is the checkpoint of the run's state.
func (r Run) point() Checkpoint {
	c := Checkpoint{
		ID: r.Checkpoint, Step: r.at(), Event: Done, Time: r.Last, Next: r.Next, Completed: r.Done,
		Variables: r.state.Get("session_variables"), produced: r.state.Get("artefacts_produced"),
	}
	switch {
	case r.Current == 0 && len(r.Done) == 0:
		c.Event = Started
	case r.Next == r.Current:
		c.Event = Begun
	}
	c.Artefacts = artefacts(c.produced)
	return c
}

// lineOf is the line of a state's own checkpoint.
func lineOf(r Run) []byte {
	c := r.point()
	return record.Object().
		With(record.Text(c.ID), "checkpoint_id").With(record.Int(c.Step), "step").With(r.state.Get("last_checkpoint").OrNull(), "time").
		With(record.Object().Merged(c.Variables), "session_variables").With(record.List(c.produced.Items()...), "artefacts_produced").
		With(record.Ints(c.Completed...), "steps_completed").With(record.Text(c.Event), "event").Line()
}

// checkpoint reads a line. Not every writer repeats what was completed by then:
// those of the line before it count, and its own step.
func (r Run) checkpoint(line []byte, done []int) (Checkpoint, bool) {
	v, err := record.ParseObject(line)
	c := Checkpoint{
		ID: v.Get("checkpoint_id").Text(), Event: Done, Time: readTime(v.Get("time").Text()), Completed: done,
		Variables: v.Get("session_variables"), produced: v.Get("artefacts_produced"), line: v,
	}
	if event := v.Get("event").Text(); event == Begun || event == Started {
		c.Event = event
	}
	c.Step, _ = step(v.Get("step"))
	c.Next = c.Step
	if c.Event != Begun {
		c.Next++
	}
	if r.Total > 0 && c.Next > r.Total {
		c.Next = 0
	}
	switch completed := v.Get("steps_completed"); {
	case completed.IsList():
		c.Completed = steps(completed)
	case c.Event != Begun && c.Step > 0 && !slices.Contains(done, c.Step):
		c.Completed = slices.Sorted(slices.Values(append([]int{c.Step}, done...)))
	}
	c.Artefacts = artefacts(c.produced)
	return c, err == nil && c.ID != ""
}

// parseHistory are the lines of a run's checkpoints.jsonl that are whole, in
// their order.
func (r Run) parseHistory(b []byte) []Checkpoint {
	var all []Checkpoint
	var done []int
	for line := range bytes.Lines(b) {
		if c, ok := r.checkpoint(line, done); ok {
			all, done = append(all, c), c.Completed
		}
	}
	return all
}

// history is the text of a run's checkpoints.jsonl; a missing file is an empty one.
func (s Store) history(at place) ([]byte, error) {
	b, err := s.file(at, historyFile).Read(maxHistory)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return b, err
}

// checkpoints are those of a run whose ids begin with prefix, oldest first; the
// state's own is the last, also where the history does not have it yet. Of a
// foreign run only the end of the history is looked at.
func (s Store) checkpoints(r Run, prefix string) []Checkpoint {
	var all []Checkpoint
	b, err := s.history(r.place)
	if over := len(b) - maxForeign; over > 0 && !r.Ours {
		b = b[over:]
		b = b[bytes.IndexByte(b, '\n')+1:]
	}
	if err == nil && bytes.Contains(b, []byte(prefix)) {
		all = slices.DeleteFunc(r.parseHistory(b), func(c Checkpoint) bool { return !strings.HasPrefix(c.ID, prefix) })
	}
	if r.Broken == nil && r.Checkpoint != "" && strings.HasPrefix(r.Checkpoint, prefix) && !r.endsIn(b) {
		all = append(all, r.point())
	}
	return all
}

// endsIn reports whether the last whole line of a history is the state's
// checkpoint: the same id made by the same event, or later changes of status.
func (r Run) endsIn(b []byte) bool {
	b = bytes.TrimRight(b, "\n")
	last, ok := r.checkpoint(b[bytes.LastIndexByte(b, '\n')+1:], nil)
	own := r.point()
	return ok && last.ID == own.ID && last.Step == own.Step &&
		((last.Event == Begun) == (own.Event == Begun) || last.line.Get("event").None() || r.Status == Completed) &&
		(!last.line.Get("steps_completed").IsList() || slices.Equal(last.Completed, own.Completed)) &&
		last.produced.String() == record.List(own.produced.Items()...).String()
}

// catchUp makes the history end with the checkpoint of the run's state, which a
// crash or another writer may have left out, and takes away a torn last line.
func (s Store) catchUp(r Run) error {
	b, err := s.history(r.place)
	if err != nil {
		return err
	}
	file := s.file(r.place, historyFile)
	whole := b[:bytes.LastIndexByte(b, '\n')+1]
	if torn := b[len(whole):]; len(torn) > 0 {
		if _, wrong := record.ParseObject(torn); wrong == nil {
			err, b = file.Append([]byte("\n"), durable.Shared), append(b, '\n')
		} else {
			err, b = file.Replace(whole, durable.Shared), whole
		}
		if err != nil {
			return fmt.Errorf("repairing the run's history: %w", err)
		}
	}
	if r.Checkpoint == "" || r.endsIn(b) {
		return nil
	}
	if err := file.Append(lineOf(r), durable.Shared); err != nil {
		return fmt.Errorf("adding to the run's history: %w", err)
	}
	return nil
}

// restore gives the run the state of a checkpoint, as one that goes on there.
func (r *Run) restore(c Checkpoint) {
	next := record.Null()
	if c.Next > 0 {
		next = record.Int(c.Next)
	}
	r.fill(r.state.
		With(record.Object().Merged(c.Variables), "session_variables").With(record.List(c.produced.Items()...), "artefacts_produced").
		With(record.Ints(c.Completed...), "steps_completed").With(record.Int(c.Step), "current_step").With(next, "resume_from_step").
		With(record.Text(Running), "status").With(record.Text(c.ID), "checkpoint_id"))
}

// rebuilt is a run whose state.json, the bytes corrupt, is no JSON, rebuilt of
// what its history says; false if there is none. What only the state held
// (notes, issues, keys of others) stays in the file that is set aside.
func (s Store) rebuilt(broken Run, corrupt []byte) (Run, bool) {
	if !errors.Is(broken.Broken, record.ErrSyntax) {
		return broken, false
	}
	b, err := s.history(broken.place)
	points := broken.parseHistory(b)
	if err != nil || len(points) == 0 {
		return broken, false
	}
	last := points[len(points)-1]
	known := record.Object().With(record.Text(broken.place.name), "run_id")
	// The beginning of a torn file still reads.
	for _, key := range []string{"workflow_path", "session_branch", "started_at"} {
		if found := gjson.GetBytes(corrupt, key); found.Type == gjson.String {
			known = known.With(record.Text(found.Str), key)
		}
	}
	if total := gjson.GetBytes(corrupt, "total_steps"); total.Type == gjson.Number {
		if n, ok := step(record.Raw(total.Raw)); ok && n > 0 {
			known = known.With(record.Int(n), "total_steps")
		}
	}
	r := runAt(broken.place)
	r.Corrupt = broken.Broken
	r.fill(keys.New(known.With(last.line.Get("time").OrNull(), "last_checkpoint")))
	r.restore(last)
	if r.Total > 0 && r.Next > r.Total && slices.Contains(r.Done, r.Total) {
		r.put("resume_from_step", record.Null())
	}
	return r, true
}

// keepCorrupt copies a state that cannot be read to a free name beside it: the
// run must at no moment be without a state. It returns what to say of it.
func (s Store) keepCorrupt(at place, corrupt []byte, why error, now time.Time) (told, err error) {
	kept, err := s.records().Keep(at.rel, stateFile+".set-aside-"+now.UTC().Format("20060102T150405Z"), "", corrupt)
	if err != nil {
		return nil, err
	}
	return fmt.Errorf("the state of run %q was corrupt (%w) and was rebuilt from its checkpoints; the corrupt file is set aside as %q",
		at.name, why, kept), nil
}

// An Artefact is what a step made.
type Artefact struct {
	Step   int    `json:"step"`
	Name   string `json:"name"`
	Path   string `json:"path"`             // the original, relative to the project root
	SHA256 string `json:"sha256,omitempty"` // of the original as it was
	Copy   string `json:"copy,omitempty"`   // the copy's name in the run's artefacts folder
	State  string `json:"state"`            // unchanged, changed, missing, present (no checksum) or unreadable
}

// artefactOf reads one of artefacts_produced: an object, or only a path.
func artefactOf(v record.Value) Artefact {
	word := func(key string) string { return v.Get(key).Text() }
	a := Artefact{Name: word("name"), Path: word("path"), SHA256: strings.ToLower(word("sha256")), Copy: word("copy")}
	a.Step, _ = step(v.Get("step"))
	if v.IsText() {
		a.Path = v.Text()
	}
	if a.Name == "" && a.Path != "" {
		a.Name = path.Base(a.Path)
	}
	return a
}

func artefacts(produced record.Value) []Artefact {
	all := []Artefact{}
	for _, i := range produced.Items() {
		if a := artefactOf(i); a.Name != "" {
			all = append(all, a)
		}
	}
	return all
}
