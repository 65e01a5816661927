package workflow

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"time"
	"unicode/utf8"

	"github.com/tidwall/gjson"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
)

// rebuilt is a run whose state.json, the bytes corrupt, is no JSON, rebuilt of
// what its history says; false where it does not exist. What only the state held
// (notes, issues, keys of others) stays in the file that is set aside.
func (s Store) rebuilt(broken Run, corrupt []byte) (Run, bool) {
	if !errors.Is(broken.Broken, errSyntax) {
		return broken, false
	}
	records, err := s.history(broken.place)
	if err != nil || len(records) == 0 {
		return broken, false
	}
	last := records[len(records)-1]
	v := value{kind: object}
	v.put("run_id", textValue(broken.place.name))
	// The beginning of a torn file still reads.
	for _, key := range []string{"workflow_path", "session_branch", "started_at"} {
		if found := gjson.GetBytes(corrupt, key); found.Type == gjson.String && utf8.ValidString(found.Str) {
			v.put(key, textValue(found.Str))
		}
	}
	total := gjson.GetBytes(corrupt, "total_steps")
	if n := int(total.Int()); total.Type == gjson.Number && n > 0 && n <= maxStep {
		v.put("total_steps", intValue(n))
	}
	v.put("steps_completed", stepList(last.done))
	v.put("last_checkpoint", last.state.get("time"))
	v.put("status", textValue(Running))
	v.put("current_step", intValue(last.step))
	next := last.step + 1
	if last.begun {
		next = last.step
	}
	v.put("resume_from_step", intValue(next))
	v.put("session_variables", orObject(last.state.get("session_variables")))
	v.put("artefacts_produced", orList(last.state.get("artefacts_produced")))
	v.put("checkpoint_id", last.state.get("checkpoint_id"))
	v.put("issues", value{kind: list})
	v.put("agent_notes", textValue(""))
	r := runAt(broken.place)
	r.Corrupt = broken.Broken
	r.fill(v)
	if r.Total > 0 && r.Next > r.Total && slices.Contains(r.Done, r.Total) {
		r.state.put("resume_from_step", value{})
	}
	r.fill(r.state)
	return r, true
}

// seen reads the run at a place for those who look, one with a corrupt state as
// its checkpoints have it.
func (s Store) seen(at place) Run {
	r, b := s.read(at)
	r, rebuilt := s.rebuilt(r, b)
	r.Ours = b != nil && !rebuilt && s.own(b)
	for _, why := range []error{r.Broken, r.Corrupt} {
		if why != nil {
			r.Fault = cli.OneLine(why.Error())
		}
	}
	return r
}

// keepCorrupt copies a state that cannot be read to a free name beside it: the
// run must at no moment be without a state. It returns what to say of it.
func (s Store) keepCorrupt(at place, corrupt []byte, why error, now time.Time) (told, err error) {
	base := stateFile + ".set-aside-" + now.UTC().Format("20060102T150405Z")
	for name := range durable.Numbered(base) {
		err := s.file(at, name).Create(corrupt, durable.Shared)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		return fmt.Errorf("the state of run %q was corrupt (%w) and was rebuilt from its checkpoints; the corrupt file is set aside as %q",
			at.name, why, path.Join(at.rel, name)), nil
	}
	return nil, fmt.Errorf("setting the state of run %q aside: no free name", at.name)
}
