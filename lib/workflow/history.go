package workflow

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/record"
)

const maxHistory = 64 << 20 // bytes of a checkpoints.jsonl that are read

// A Checkpoint is a line of checkpoints.jsonl as it is listed.
type Checkpoint struct {
	ID    string    `json:"checkpoint_id"`
	Step  int       `json:"step"`  // the step just begun or completed
	Event string    `json:"event"` // start, begin or step
	Time  time.Time `json:"time,omitzero"`
	Next  int       `json:"next_step"` // the step to go on with, 0 where all are done
}

func (r Run) checkpoint() Checkpoint {
	event := "step"
	if r.Current == 0 {
		event = "start"
	} else if r.Next == r.Current {
		event = "begin"
	}
	return Checkpoint{r.Checkpoint, r.Current, event, r.Last, r.Next}
}

func (r Run) line() record.Value {
	return record.Object(
		"checkpoint_id", r.Checkpoint, "step", r.Current, "time", r.says("last_checkpoint"),
		"session_variables", r.variables(), "artefacts_produced", r.produced(),
		"steps_completed", r.done, "resume_from_step", orNull(r.Next),
		"event", r.checkpoint().Event,
	)
}

func orNull(step int) any {
	if step == 0 {
		return nil
	}
	return step
}

// moment is the run as a line of its history has it. Not every writer repeats what was
// completed by then: those of the line before it count, and its own step.
func (r Run) moment(line record.Value, before []int) Run {
	n, _ := step(line.Get("step"))
	next, done := n+1, before
	if line.Get("event").Text() == "begin" {
		next = n
	} else if n > 0 {
		done = append([]int{n}, before...)
	}
	r.point = record.Object(
		"checkpoint_id", line.Get("checkpoint_id").Text(), "last_checkpoint", line.Get("time").Text(),
		"session_variables", variables(line), "artefacts_produced", line.Get("artefacts_produced").Items(),
		"steps_completed", steps(record.Of(done)), "current_step", n, "resume_from_step", next, "status", Running,
	)
	if v := line.Get("resume_from_step"); v.Exists() {
		r.point = r.point.With(v, "resume_from_step")
	}
	if v := line.Get("steps_completed"); v.IsList() {
		r.point = r.point.With(steps(v), "steps_completed")
	}
	r.fill(r.state.Merged(r.point))
	return r
}

// same reports whether two moments of a run have one checkpoint, whatever its status.
func (r Run) same(m Run) bool {
	return r.Checkpoint == m.Checkpoint && r.Current == m.Current && slices.Equal(r.done, m.done) &&
		record.Alike(record.Of(r.produced()), record.Of(m.produced()))
}

// moments are the whole lines of a run's history, in their order; of a foreign one the
// last. Of the state, which may have very many keys, each has what a line lacks.
func (r Run) moments(history []byte) []Run {
	lines := slices.Collect(bytes.Lines(history))
	if !r.Ours {
		lines = each.Tail(lines, 500)
	}
	r.state = record.Object("run_id", r.ID, "session_branch", r.Branch, "total_steps", r.Total)
	all := []Run{}
	var before []int
	for _, line := range lines {
		v, err := record.ParseObject(line)
		if m := r.moment(v, before); err == nil && m.Checkpoint != "" {
			all, before = append(all, m), m.done
		}
	}
	return all
}

// checkpoints are the moments of a run, newest first, with the state's own.
func (s Store) checkpoints(r Run) []Run {
	b, _ := s.file(r.place, historyFile).Read(maxHistory) // nothing where it cannot be read
	all := r.moments(b)
	if r.broken == nil && r.Checkpoint != "" && (len(all) == 0 || !r.same(all[len(all)-1])) {
		all = append(all, r.moment(r.line(), nil))
	}
	return each.Reversed(all)
}

func (s Store) points(r Run) []Checkpoint {
	return append([]Checkpoint{}, each.Of(s.checkpoints(r), Run.checkpoint)...)
}

// catchUp makes the history end with the state's own checkpoint, and takes away a torn last line.
func (s Store) catchUp(r Run) error {
	file := s.file(r.place, historyFile)
	b, err := file.Read(maxHistory)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if whole := b[:bytes.LastIndexByte(b, '\n')+1]; len(whole) < len(b) {
		if _, torn := record.ParseObject(b[len(whole):]); torn == nil {
			whole = append(b, '\n')
		}
		if err := file.Replace(whole, durable.Shared); err != nil {
			return fmt.Errorf("repairing the run's history: %w", err)
		}
		b = whole
	}
	if all := r.moments(b); r.Checkpoint == "" || len(all) > 0 && r.same(all[len(all)-1]) {
		return nil
	}
	return file.Append([]byte(r.line().String()+"\n"), durable.Shared)
}
