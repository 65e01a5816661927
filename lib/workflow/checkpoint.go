package workflow

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

const (
	maxHistory = 64 << 20 // bytes of a checkpoints.jsonl that are read
	maxForeign = 1 << 20  // of one that this machine did not write
)

// A Checkpoint is the state of a run at one point: a line of checkpoints.jsonl.
type Checkpoint struct {
	ID    string `json:"checkpoint_id"`
	Step  int    `json:"step"`  // the step just begun or completed
	Event string `json:"event"` // started, begun or done
	Time  Time   `json:"time"`
	Next  int    `json:"next_step"` // the step to go on with, 0 where all are done
	done  []int  // the steps completed by then
	line  record.Value
}

// What made a checkpoint.
const (
	started = "start"
	begun   = "begin"
	done    = "step"
)

// checkpointID is the first 6 hex digits of the SHA-256 over
// "run:step:variables", with the variables as Python prints them.
func checkpointID(run string, step int, variables record.Value) string {
	return machine.Sum(fmt.Appendf(nil, "%s:%d:%s", run, step, variables.Dumps()))[:6]
}

// point is the checkpoint of the run's state.
func (r Run) point() Checkpoint {
	at, event := r.Current, done
	if at == 0 && len(r.done) > 0 {
		at = r.done[len(r.done)-1] // not all writers say where they are
	}
	switch {
	case at == 0:
		event = started
	case r.Next == r.Current:
		event = begun
	}
	c := r.checkpoint(record.Object(
		"checkpoint_id", r.Checkpoint, "step", at, "time", r.says("last_checkpoint"),
		"session_variables", r.variables(), "artefacts_produced", r.produced(),
		"steps_completed", r.done, "event", event,
	), nil)
	c.Next, c.Time = r.Next, r.Last
	return c
}

// checkpoint reads a line. Not every writer repeats what was completed by then:
// those of the line before it count, and its own step.
func (r Run) checkpoint(line record.Value, before []int) Checkpoint {
	c := Checkpoint{
		ID: line.Get("checkpoint_id").Text(), Event: done, Time: readTime(line.Get("time").Text()),
		done: before, line: line,
	}
	if event := line.Get("event").Text(); event == begun || event == started {
		c.Event = event
	}
	c.Step, _ = step(line.Get("step"))
	c.Next = c.Step
	if c.Event != begun {
		c.Next++
	}
	if r.Total > 0 && c.Next > r.Total {
		c.Next = 0
	}
	switch completed := line.Get("steps_completed"); {
	case completed.IsList():
		c.done = steps(completed)
	case c.Event != begun && c.Step > 0 && !slices.Contains(before, c.Step):
		c.done = slices.Sorted(slices.Values(append([]int{c.Step}, before...)))
	}
	return c
}

// parseHistory are the lines of a run's checkpoints.jsonl that are whole, in
// their order.
func (r Run) parseHistory(b []byte) []Checkpoint {
	var all []Checkpoint
	var before []int
	for line := range bytes.Lines(b) {
		v, err := record.ParseObject(line)
		if c := r.checkpoint(v, before); err == nil && c.ID != "" {
			all, before = append(all, c), c.done
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
	if own := r.point(); r.broken == nil && own.ID != "" && (len(all) == 0 || !own.in(all[len(all)-1].line)) {
		all = append(all, own)
	}
	return slices.DeleteFunc(all, func(c Checkpoint) bool { return !strings.HasPrefix(c.ID, prefix) })
}

func (s Store) newestFirst(r Run) []Checkpoint {
	points := append([]Checkpoint{}, s.checkpoints(r, "")...)
	slices.Reverse(points)
	return points
}

// in reports whether a line of the history holds the checkpoint of a state: all that
// the line says of it. A later change of the run's status is none.
func (c Checkpoint) in(line record.Value) bool {
	for _, key := range []string{"checkpoint_id", "step", "steps_completed", "artefacts_produced"} {
		if says := line.Get(key); says.Exists() && says.String() != c.line.Get(key).String() {
			return false
		}
	}
	return true
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
	if own.ID == "" || len(last) > 0 && own.in(last[0].line) {
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
		"artefacts_produced", listIn(c.line, "artefacts_produced"),
		"steps_completed", c.done, "current_step", c.Step, "resume_from_step", next,
		"status", Running, "checkpoint_id", c.ID, "resumed_from", c.ID,
	)))
}
