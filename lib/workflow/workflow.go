// Package workflow is family C, the runs of a workflow engine: a folder per run below _bmad-output/.runs/<branch>, with
// state.json, checkpoints.jsonl, workflow-status.md and copies of what the steps made.
//
// state.json is what counts: a change is done when it is replaced, and copies of artefacts are on the disk before. The
// history and the page are brought up to it by the next writer, so a crash between any two writes leaves the old or the
// new state, and repeating the command completes it. Each change holds its run's lock.
package workflow

import (
	"cmp"
	"errors"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/each"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

// Dir is the folder of runs that are started here, relative to the project root.
const Dir = "_bmad-output/.runs"

// Folders are where runs may be, in the order they are looked at.
func Folders() []string { return []string{Dir, "_grimoire-output/.runs"} }

// The states of a run.
const (
	Running   = "running"
	Completed = "completed"
	Failed    = "failed"
	Paused    = "paused"
)

const (
	stateFile   = "state.json"
	historyFile = "checkpoints.jsonl"
	pageFile    = "workflow-status.md"
	archiveName = "archive"

	maxStep = 9999 // the highest number of a step, so that no name grows without end
	forces  = "--force records it anyway"
)

// Store is the runs of one project.
type Store struct{ record.Store }

// In is the store of the project at root, an absolute path.
func In(root string, folder machine.Folder) Store {
	return Store{record.Store{Root: root, Machine: folder}}
}

// first is the state of a new run. What others leave out, or is of another type, is missing.
const first = `{"run_id": "", "workflow_path": "", "session_branch": null, "started_at": null, "last_checkpoint": null,
	"status": "running", "steps_completed": [], "current_step": 0, "total_steps": null, "resume_from_step": 1,
	"session_variables": {}, "artefacts_produced": [], "checkpoint_id": null, "issues": [], "agent_notes": ""}`

// A Run is one run as its state.json says, or as it was at a checkpoint.
type Run struct {
	place
	ID         string    `json:"run_id"` // or the folder's name
	Branch     string    `json:"session_branch"`
	Status     string    `json:"status"` // as in the file
	Last       time.Time `json:"last_checkpoint,omitzero"`
	Checkpoint string    `json:"checkpoint_id"`
	Current    int       `json:"current_step"`     // 0 where none has begun
	Next       int       `json:"resume_from_step"` // the step to go on with, 0 where all are done
	Total      int       `json:"total_steps"`      // 0 where unknown
	// Left are the steps that are not recorded as done: of those that the run is
	// known to have, and the one that was begun.
	Left   []int        `json:"open_steps"`
	Ours   bool         `json:"ours"`                 // this machine wrote state.json as it is
	Fault  string       `json:"broken"`               // why state.json cannot be read
	Points []Checkpoint `json:"checkpoints,omitzero"` // newest first, where they are told

	done   []int // steps_completed, those that are numbers
	broken error // why state.json cannot be read
	state  record.Value
	point  record.Value // the keys of the state that are those of a checkpoint
}

func runAt(at place, state record.Value) Run {
	r := Run{place: at}
	r.fill(state)
	return r
}

func (r *Run) put(members ...any) { r.fill(r.state.Merged(record.Object(members...))) }

func (r *Run) fill(state record.Value) {
	r.state = state
	r.ID = cmp.Or(r.says("run_id"), path.Base(r.Path))
	r.Branch, r.Status, r.Checkpoint = r.says("session_branch"), r.says("status"), r.says("checkpoint_id")
	r.Last = cmp.Or(state.Get("last_checkpoint").Time(), state.Get("started_at").Time())
	r.done = steps(state.Get("steps_completed"))
	last := slices.Max(append(r.done, 0))
	if r.Current, _ = step(state.Get("current_step")); r.Current == 0 {
		r.Current = last // not all writers say where they are
	}
	r.Total, _ = step(state.Get("total_steps"))
	if r.Next, _ = step(state.Get("resume_from_step")); r.Next == 0 {
		if r.Next = r.Current; slices.Contains(r.done, r.Next) || r.Next == 0 {
			r.Next = last + 1
		}
	}
	if r.Status == Completed || r.Total > 0 && r.Next > r.Total {
		r.Next = 0
	}
	r.Left = r.missing(r.Total)
	if r.Current > r.Total && !slices.Contains(r.done, r.Current) {
		r.Left = append(r.Left, r.Current)
	}
}

func (r Run) says(key string) string { return r.state.Get(key).Text() }

func variables(of record.Value) record.Value {
	return record.Object().Merged(of.Get("session_variables"))
}

func (r Run) variables() record.Value  { return variables(r.state) }
func (r Run) produced() []record.Value { return r.state.Get("artefacts_produced").Items() }
func (r Run) issues() []string         { return r.state.Get("issues").Lines() }

func (r Run) notes() []string {
	notes := each.Some(r.state.Get("agent_notes").Lines(), each.Itself)
	return slices.Concat(each.Of(notes, func(note string) []string { return strings.Split(note, "\n") })...)
}

func (r Run) missing(last int) []int {
	all := []int{}
	for n := 1; n <= last; n++ {
		if _, done := slices.BinarySearch(r.done, n); !done {
			all = append(all, n)
		}
	}
	return all
}

// step reads a step's number: an integer, or a string such as "03" or "step-02-domain".
func step(v record.Value) (int, bool) {
	if !v.IsText() {
		return v.Whole(maxStep)
	}
	word := strings.TrimPrefix(v.Text(), "step-")
	n, err := parseStep(word[:len(word)-len(strings.TrimLeft(word, "0123456789"))])
	return n, err == nil
}

func parseStep(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > maxStep {
		return 0, errors.New("want a number from 1 to 9999")
	}
	return n, nil
}

func steps(list record.Value) []int {
	all := each.If(list.Items(), step)
	slices.Sort(all)
	return slices.Compact(all)
}

func stamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }
