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
	"holdfast/lib/fault"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

const (
	maxHistory = 64 << 20 // bytes of a checkpoints.jsonl that are read
	maxForeign = 1 << 20  // of one that this machine did not write
)

// A Checkpoint is the state of a run at one point: a line of checkpoints.jsonl.
type Checkpoint struct {
	ID        string     `json:"checkpoint_id"`
	Step      int        `json:"step"`  // the step just begun or completed
	Event     string     `json:"event"` // Started, Begun or Done
	Time      Time       `json:"time"`
	Next      int        `json:"next_step"` // the step to go on with, 0 where all are done
	done      []int      // the steps completed by then
	artefacts []Artefact // as they are now, where they were looked at
	line      record.Value
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
	at, event := r.Current, Done
	if at == 0 && len(r.done) > 0 {
		at = r.done[len(r.done)-1] // not all writers say where they are
	}
	switch {
	case at == 0:
		event = Started
	case r.Next == r.Current:
		event = Begun
	}
	c, _ := r.checkpoint(record.Object(
		"checkpoint_id", r.Checkpoint, "step", at, "time", r.says("last_checkpoint"),
		"session_variables", record.Object().Merged(r.variables()), "artefacts_produced", r.produced(),
		"steps_completed", r.done, "event", event,
	), nil)
	c.Next, c.Time = r.Next, r.Last
	return c
}

// produced is artefacts_produced, a list.
func (r Run) produced() record.Value {
	return record.Of(slices.Clone(r.state.Get("artefacts_produced").Items()))
}

// checkpoint reads a line. Not every writer repeats what was completed by then:
// those of the line before it count, and its own step.
func (r Run) checkpoint(v record.Value, done []int) (Checkpoint, bool) {
	c := Checkpoint{
		ID: v.Get("checkpoint_id").Text(), Event: Done, Time: readTime(v.Get("time").Text()), done: done,
		artefacts: artefacts(v.Get("artefacts_produced")), line: v,
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
		c.done = steps(completed)
	case c.Event != Begun && c.Step > 0 && !slices.Contains(done, c.Step):
		c.done = slices.Sorted(slices.Values(append([]int{c.Step}, done...)))
	}
	return c, c.ID != ""
}

// same reports whether a line of the history holds the checkpoint. A later change
// of the run's status is none.
func (c Checkpoint) same(line Checkpoint) bool {
	listed := line.line.Get("steps_completed").IsList()
	made := record.Of(slices.Clone(line.line.Get("artefacts_produced").Items()))
	return c.ID == line.ID && c.Step == line.Step && (!listed || slices.Equal(c.done, line.done)) &&
		c.line.Get("artefacts_produced").String() == made.String()
}

// parseHistory are the lines of a run's checkpoints.jsonl that are whole, in
// their order.
func (r Run) parseHistory(b []byte) []Checkpoint {
	var all []Checkpoint
	var done []int
	for line := range bytes.Lines(b) {
		v, err := record.ParseObject(line)
		if c, ok := r.checkpoint(v, done); ok && err == nil {
			all, done = append(all, c), c.done
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
	b, err := s.history(r.place)
	if over := len(b) - maxForeign; over > 0 && !r.Ours {
		b = b[over:]
		b = b[bytes.IndexByte(b, '\n')+1:]
	}
	if err != nil || !bytes.Contains(b, []byte(prefix)) {
		b = nil // most histories hold no such id, and are not read
	}
	all := r.parseHistory(b)
	if own := r.point(); r.broken == nil && own.ID != "" && (len(all) == 0 || !own.same(all[len(all)-1])) {
		all = append(all, own)
	}
	return slices.DeleteFunc(all, func(c Checkpoint) bool { return !strings.HasPrefix(c.ID, prefix) })
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
			whole = append(b, '\n')
		}
		if err := file.Replace(whole, durable.Shared); err != nil {
			return fmt.Errorf("repairing the run's history: %w", err)
		}
	}
	last := r.parseHistory(whole[bytes.LastIndexByte(bytes.TrimSuffix(whole, []byte("\n")), '\n')+1:])
	own := r.point()
	if own.ID == "" || len(last) > 0 && own.same(last[0]) {
		return nil
	}
	if err := file.Append([]byte(own.line.String()+"\n"), durable.Shared); err != nil {
		return fmt.Errorf("adding to the run's history: %w", err)
	}
	return nil
}

// restore gives the run the state of a checkpoint, as one that goes on there.
func (r *Run) restore(c Checkpoint) {
	var next any
	if c.Next > 0 {
		next = c.Next
	}
	r.fill(r.state.Merged(record.Object(
		"session_variables", record.Object().Merged(c.line.Get("session_variables")),
		"artefacts_produced", slices.Clone(c.line.Get("artefacts_produced").Items()),
		"steps_completed", c.done, "current_step", c.Step, "resume_from_step", next,
		"status", Running, "checkpoint_id", c.ID,
	)))
}

// rebuilt is a run whose state.json, the bytes corrupt, is no JSON, rebuilt of
// what its history says; false if there is none. What only the state held
// (notes, issues, keys of others) stays in the file that is set aside.
func (s Store) rebuilt(broken Run, corrupt []byte) (Run, bool) {
	if !errors.Is(broken.broken, record.ErrSyntax) {
		return broken, false
	}
	b, err := s.history(broken.place)
	points := broken.parseHistory(b)
	if err != nil || len(points) == 0 {
		return broken, false
	}
	last := points[len(points)-1]
	known := record.Object("run_id", broken.place.name)
	// The beginning of a torn file still reads.
	for _, key := range []string{"workflow_path", "session_branch", "started_at"} {
		if found := gjson.GetBytes(corrupt, key); found.Type == gjson.String {
			known = known.With(found.Str, key)
		}
	}
	if total := gjson.GetBytes(corrupt, "total_steps"); total.Type == gjson.Number {
		known = known.With(int(total.Int()), "total_steps")
	}
	r := runAt(broken.place, keys.New(known.With(last.line.Get("time").Text(), "last_checkpoint")))
	r.corrupt = broken.broken
	r.restore(last)
	return r, true
}

// keepCorrupt copies a state that cannot be read to a free name beside it: the
// run must at no moment be without a state. It returns what to say of it.
func (s Store) keepCorrupt(at place, corrupt []byte, why error, now time.Time) (told, err error) {
	kept, err := s.Keep(at.rel, stateFile+".set-aside-"+now.UTC().Format("20060102T150405Z"), "", corrupt)
	if err != nil {
		return nil, err
	}
	return fmt.Errorf("the state of run %q was corrupt (%w) and was rebuilt from its checkpoints; "+
		"the corrupt file is set aside as %q", at.name, why, kept), nil
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

// artefacts reads artefacts_produced: objects, or only paths.
func artefacts(produced record.Value) []Artefact {
	all := []Artefact{}
	for _, v := range produced.Items() {
		word := func(key string) string { return v.Get(key).Text() }
		a := Artefact{
			Name: word("name"), Path: word("path"), SHA256: strings.ToLower(word("sha256")), Copy: word("copy"),
		}
		a.Step, _ = step(v.Get("step"))
		if v.IsText() {
			a.Path = v.Text()
		}
		if a.Name == "" && a.Path != "" {
			a.Name = path.Base(a.Path)
		}
		if a.Name != "" {
			all = append(all, a)
		}
	}
	return all
}

const (
	// maxArtefact is the size of the largest file that is copied.
	maxArtefact = 64 << 20
	fits        = "a file in the project, of at most 64 MiB, not behind a link"
)

// A file is an artefact as it was read.
type file struct {
	path string // relative to the project root
	sum  string
	data []byte
}

// take reads the files at paths relative to the project root, through no link;
// all that cannot be taken is named.
func (s Store) take(paths []string) ([]file, error) {
	var files []file
	var faults []fault.Fault
	for i, p := range paths {
		b, err := s.readArtefact(p)
		if err != nil {
			found := fault.Shorten(p) + " (" + reason(err) + ")"
			faults = append(faults, fault.Fault{Field: "artefact", Found: found, Allowed: fits})
		} else if !slices.Contains(paths[:i], p) {
			files = append(files, file{path: p, sum: machine.Sum(b), data: b})
		}
	}
	if len(faults) > 0 {
		return nil, &fault.InvalidError{What: "the step", Faults: faults, Hint: help}
	}
	return files, nil
}

func (s Store) readArtefact(p string) ([]byte, error) {
	if !record.IsLocal(p) {
		return nil, fs.ErrInvalid
	}
	return durable.In(s.Root, p).Read(maxArtefact)
}

// reason says in a few words why a file cannot be taken.
func reason(err error) string {
	for _, known := range []error{
		fs.ErrNotExist, fs.ErrPermission, durable.ErrLink, durable.ErrNotRegular, durable.ErrTooLarge,
	} {
		if errors.Is(err, known) {
			return known.Error()
		}
	}
	return "no path in the project"
}

// copies puts copies of the files of step n into the run's artefacts folder, a
// copy with the same bytes only once, and enters them in artefacts_produced, in
// the place of those of the same step and path.
func (s Store) copies(r *Run, n int, files []file) error {
	produced := slices.Clone(r.state.Get("artefacts_produced").Items())
	var used []string
	for _, f := range files {
		stem := fmt.Sprintf("step-%02d-output", n)
		copied, err := s.Keep(path.Join(r.Path, copyFolder), stem, plainExt(f.path), f.data, used...)
		if err != nil {
			return fmt.Errorf("copying %q: %w", f.path, err)
		}
		used = append(used, copied)
		made := record.Object(
			"step", n, "name", path.Base(f.path), "path", f.path, "sha256", f.sum, "copy", path.Base(copied),
		)
		i := slices.IndexFunc(produced, func(o record.Value) bool {
			at, _ := step(o.Get("step"))
			return at == n && o.Get("path").Text() == f.path
		})
		if i < 0 {
			produced = append(produced, made)
		} else {
			produced[i] = made
		}
	}
	r.put("artefacts_produced", produced)
	return nil
}

// plainExt is a path's extension where it is a plain one.
func plainExt(p string) string {
	ext := path.Ext(p)
	plain := strings.Trim(strings.ToLower(ext), "abcdefghijklmnopqrstuvwxyz0123456789") == "."
	if len(ext) < 2 || len(ext) > 17 || !plain {
		return ""
	}
	return ext
}

// looked is a checkpoint of a run with how its artefacts are now. What a foreign
// state names outside the project is not looked at.
func (s Store) looked(r Run, c Checkpoint) Checkpoint {
	for i := range c.artefacts {
		a := &c.artefacts[i]
		b, err := s.readArtefact(a.Path)
		if errors.Is(err, fs.ErrNotExist) && a.SHA256 == "" {
			b, err = s.readArtefact(path.Join(r.Path, a.Path)) // some writers name it from the run's folder
		}
		switch {
		case errors.Is(err, fs.ErrNotExist):
			a.State = "missing"
		case err != nil:
			a.State = "unreadable"
		case a.SHA256 == "":
			a.State = "present"
		case machine.Sum(b) == a.SHA256:
			a.State = "unchanged"
		default:
			a.State = "changed"
		}
	}
	return c
}
