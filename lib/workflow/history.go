package workflow

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"

	"holdfast/lib/durable"
	"holdfast/lib/jsondoc"
)

// maxHistory is how much of a checkpoints.jsonl is read.
const maxHistory = 256 << 20

// A record is one line of checkpoints.jsonl.
type record struct {
	id    string
	step  int
	begun bool  // the step was begun, not completed
	done  []int // the steps completed by then
	keys  map[string]jsondoc.Doc
}

func parseRecord(line []byte) (record, bool) {
	d := jsondoc.FromPython(line)
	if check(d) != nil {
		return record{}, false
	}
	r := record{keys: d.Fields()}
	r.id, r.begun = jsondoc.Text(r.keys["checkpoint_id"]), r.event() == Begun
	r.step, _ = step(r.keys["step"])
	return r, true
}

func (r record) event() string { return jsondoc.Text(r.keys["event"]) }

// history are the lines of a run's checkpoints.jsonl that are whole, in their
// order. A missing file is an empty history.
func (s Store) history(at place) ([]record, error) {
	b, err := s.historyBytes(at)
	if err != nil {
		return nil, err
	}
	return parseHistory(b), nil
}

func (s Store) historyBytes(at place) ([]byte, error) {
	b, err := s.file(at, historyFile).Read(maxHistory)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return b, err
}

func parseHistory(b []byte) []record {
	var all []record
	var done []int
	for line := range bytes.Lines(b) {
		r, ok := parseRecord(line)
		if !ok || r.id == "" {
			continue
		}
		// Not every writer repeats in each line what was completed by then.
		switch completed := r.keys["steps_completed"]; {
		case is(completed, '['):
			done = steps(completed)
		case !r.begun && r.step > 0 && !slices.Contains(done, r.step):
			done = slices.Sorted(slices.Values(append([]int{r.step}, done...)))
		}
		r.done = done
		all = append(all, r)
	}
	return all
}

// recordOf is the line of a state's own checkpoint.
func recordOf(r Run) []byte {
	return append(jsondoc.Object(
		"checkpoint_id", jsondoc.Quote(r.Checkpoint),
		"step", strconv.Itoa(r.at()),
		"time", orNull(r.get("last_checkpoint")),
		"session_variables", orObject(r.get("session_variables")),
		"artefacts_produced", string(listOf(r.get("artefacts_produced").Items()...)),
		"steps_completed", stepList(r.Done),
		"event", jsondoc.Quote(eventOf(r)),
	).Compact().ToPython(), '\n')
}

// eventOf says what made a state's checkpoint.
func eventOf(r Run) string {
	switch {
	case r.Current == 0 && len(r.Done) == 0:
		return Started
	case r.Next == r.Current:
		return Begun
	}
	return Done
}

func stepList(steps []int) string {
	var all []string
	for _, n := range steps {
		all = append(all, strconv.Itoa(n))
	}
	return jsondoc.List(all...)
}

func listOf(items ...jsondoc.Doc) jsondoc.Doc {
	var all []string
	for _, i := range items {
		all = append(all, string(i))
	}
	return jsondoc.Doc(jsondoc.List(all...))
}

func orNull(v jsondoc.Doc) string {
	if none(v) {
		return "null"
	}
	return string(v)
}

// orObject is a value with each name once, empty where it is not an object.
func orObject(v jsondoc.Doc) string { return string(jsondoc.Union(v)) }

// catchUp makes the history end with the checkpoint of the run's state, which a
// crash or another writer may have left out, and takes away a torn last line.
func (s Store) catchUp(r Run) error {
	b, err := s.historyBytes(r.place)
	if err != nil {
		return err
	}
	file := s.file(r.place, historyFile)
	whole := b[:bytes.LastIndexByte(b, '\n')+1]
	if torn := b[len(whole):]; len(torn) > 0 {
		if _, ok := parseRecord(torn); ok {
			err, b = file.Append([]byte("\n"), durable.Shared), append(b, '\n')
		} else {
			err, b = file.Replace(whole, durable.Shared), whole
		}
		if err != nil {
			return fmt.Errorf("repairing the run's history: %w", err)
		}
	}
	if r.Checkpoint == "" || holds(b, r) {
		return nil
	}
	if err := file.Append(recordOf(r), durable.Shared); err != nil {
		return fmt.Errorf("adding to the run's history: %w", err)
	}
	return nil
}

// holds reports whether the last whole line of a history is the state's
// checkpoint: the same id made by the same event, or later changes of status.
func holds(b []byte, r Run) bool {
	b = bytes.TrimRight(b, "\n")
	records := parseHistory(b[bytes.LastIndexByte(b, '\n')+1:])
	if len(records) == 0 {
		return false
	}
	last := records[0]
	return last.id == r.Checkpoint && last.step == r.at() &&
		(last.begun == (eventOf(r) == Begun) || none(last.keys["event"]) || r.Status == Completed) &&
		(none(last.keys["steps_completed"]) || slices.Equal(last.done, r.Done)) &&
		jsondoc.Same(last.keys["artefacts_produced"], listOf(r.get("artefacts_produced").Items()...))
}
