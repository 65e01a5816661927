package workflow

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/jsondoc"
)

// rebuilt is a run whose state.json, the bytes corrupt, is no JSON, rebuilt of
// what its history says; false where it does not exist. What only the state held
// (notes, issues, keys of others) stays in the file that is set aside.
func (s Store) rebuilt(broken Run, corrupt []byte) (Run, bool) {
	if !errors.Is(broken.Broken, jsondoc.ErrSyntax) {
		return broken, false
	}
	records, err := s.history(broken.place)
	if err != nil || len(records) == 0 {
		return broken, false
	}
	last := records[len(records)-1]
	begun := []string{"run_id", jsondoc.Quote(broken.place.name)}
	// The beginning of a torn file still reads.
	for _, key := range []string{"workflow_path", "session_branch", "started_at"} {
		if found := gjson.GetBytes(corrupt, key); found.Type == gjson.String {
			begun = append(begun, key, jsondoc.Quote(found.Str))
		}
	}
	total := gjson.GetBytes(corrupt, "total_steps")
	if n := int(total.Int()); total.Type == gjson.Number && n > 0 && n <= maxStep {
		begun = append(begun, "total_steps", strconv.Itoa(n))
	}
	next := last.step + 1
	if last.begun {
		next = last.step
	}
	r := runAt(broken.place)
	r.Corrupt = broken.Broken
	r.put(append(begun,
		"steps_completed", stepList(last.done),
		"last_checkpoint", orNull(last.keys["time"]),
		"status", jsondoc.Quote(Running),
		"current_step", strconv.Itoa(last.step),
		"resume_from_step", strconv.Itoa(next),
		"session_variables", orObject(last.keys["session_variables"]),
		"artefacts_produced", string(listOf(last.keys["artefacts_produced"].Items()...)),
		"checkpoint_id", jsondoc.Quote(last.id),
		"issues", "[]",
		"agent_notes", `""`,
	)...)
	if r.Total > 0 && r.Next > r.Total && slices.Contains(r.Done, r.Total) {
		r.put("resume_from_step", "null")
	}
	return r, true
}

// seen reads the run at a place for those who look, one with a corrupt state as
// its checkpoints have it.
func (s Store) seen(at place) Run {
	r, file := s.read(at)
	r, _ = s.rebuilt(r, file.Bytes)
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
