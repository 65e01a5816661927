package workflow

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"

	"holdfast/lib/durable"
)

// maxHistory is how much of a checkpoints.jsonl is read.
const maxHistory = 256 << 20

// A record is one line of checkpoints.jsonl.
type record struct {
	id    string
	step  int
	begun bool  // the step was begun, not completed
	done  []int // the steps completed by then
	state value
}

func parseRecord(line []byte) (record, bool) {
	v, err := parse(string(line), true)
	if err != nil || v.kind != object {
		return record{}, false
	}
	step, _ := v.get("step").step()
	return record{id: v.get("checkpoint_id").text(), step: step, begun: v.get("event").text() == Begun, state: v}, true
}

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
		switch completed := r.state.get("steps_completed"); {
		case completed.kind == list:
			done = completed.steps()
		case !r.begun && r.step > 0 && !slices.Contains(done, r.step):
			done = slices.Sorted(slices.Values(append([]int{r.step}, done...)))
		}
		r.done = done
		all = append(all, r)
	}
	return all
}

// recordOf is the line of a state's own checkpoint.
func recordOf(r Run) value {
	v := value{kind: object}
	v.put("checkpoint_id", r.state.get("checkpoint_id"))
	v.put("step", intValue(r.at()))
	v.put("time", r.state.get("last_checkpoint"))
	v.put("session_variables", orObject(r.state.get("session_variables")))
	v.put("artefacts_produced", orList(r.state.get("artefacts_produced")))
	v.put("steps_completed", stepList(r.Done))
	v.put("event", textValue(eventOf(r)))
	return v
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

func stepList(steps []int) value {
	v := value{kind: list}
	for _, n := range steps {
		v.items = append(v.items, intValue(n))
	}
	return v
}

func orObject(v value) value {
	if v.kind != object {
		return value{kind: object}
	}
	return v
}

func orList(v value) value {
	if v.kind != list {
		return value{kind: list}
	}
	return v
}

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
	if err := file.Append([]byte(recordOf(r).String()+"\n"), durable.Shared); err != nil {
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
		(last.begun == (eventOf(r) == Begun) || last.state.get("event").kind == null || r.Status == Completed) &&
		(last.state.get("steps_completed").kind == null || slices.Equal(last.done, r.Done)) &&
		last.state.get("artefacts_produced").String() == orList(r.state.get("artefacts_produced")).String()
}
