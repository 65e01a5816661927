// Package workflow is family C, the runs of a workflow engine: a folder per run
// below _bmad-output/.runs/<branch>, with state.json, checkpoints.jsonl,
// workflow-status.md and copies of what the steps made.
//
// state.json is what counts: a change is done when it is replaced, and what
// belongs to the state (copies of artefacts) is on the disk before. Everything
// else is brought up to it by the next writer: checkpoints.jsonl, which keeps
// every earlier checkpoint, and the page. A crash between any two writes leaves
// the old or the new state, and repeating the command completes it. A state that
// is no JSON is rebuilt by the next writer, of the checkpoints.
//
// What other writers left is read as it is, unknown keys and the text of numbers
// are kept, and nothing is read or written through a link. Reading takes no
// lock and changes nothing; each change holds its run's lock.
package workflow

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/fault"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

// Dir is the folder of runs that are started here, relative to the project root.
const Dir = "_bmad-output/.runs"

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
	copyFolder  = "artefacts"
	archiveName = "archive"
	stampForm   = "20060102-150405"
	timeForm    = "2006-01-02T15:04:05.000Z"

	maxState = 16 << 20
	// maxStep is the highest number of a step, so that no name grows without end.
	maxStep = 9999
)

// Folders are where runs may lie, in the order they are looked at.
func Folders() []string { return []string{Dir, "_grimoire-output/.runs"} }

// ErrNotFound is the cause of a *fault.MissingError for a name that no run or
// checkpoint has.
var ErrNotFound = errors.New("no run or checkpoint of that name")

// The commands that list all runs, and that explain them.
const (
	listing = "holdfast run --all"
	help    = "holdfast help run"
)

// Store is the runs of one project.
type Store struct {
	Root    string // the project root, absolute
	Machine machine.Folder
}

func (s Store) records() record.Store { return record.Store{Root: s.Root, Machine: s.Machine} }

// A Run is one run as its state.json says; what is missing there is zero.
type Run struct {
	ID         string `json:"run_id"` // or the folder's name
	Path       string `json:"path"`   // the run's folder, relative to the project root
	Branch     string `json:"session_branch"`
	Status     string `json:"status"` // as in the file
	Last       Time   `json:"last_checkpoint"`
	Checkpoint string `json:"checkpoint_id"`
	Current    int    `json:"current_step"`     // 0 where none has begun
	Next       int    `json:"resume_from_step"` // the step to go on with, 0 where all are done
	Total      int    `json:"total_steps"`      // 0 where unknown
	// Left are the steps that are not recorded as done: of those that the run is
	// known to have, and the one that was begun.
	Left     []int  `json:"open_steps"`
	Archived bool   `json:"archived"`
	Ours     bool   `json:"ours"`   // this machine wrote state.json as it is
	Fault    string `json:"broken"` // what Broken or Corrupt says

	Workflow string   `json:"-"` // workflow_path
	Done     []int    `json:"-"` // steps_completed, those that are numbers
	Issues   []string `json:"-"`
	Notes    []string `json:"-"` // the lines of agent_notes
	Broken   error    `json:"-"` // why state.json cannot be read
	// Corrupt is why state.json is no JSON, where the run is told as its
	// checkpoints have it; Broken is nil then.
	Corrupt error `json:"-"`
	state   record.Value
	place   place
}

// keys are those of state.json in their order; others are kept behind them.
var keys = record.Keys{
	{Name: "run_id"}, {Name: "workflow_path", First: `""`}, {Name: "session_branch"}, {Name: "started_at"}, {Name: "last_checkpoint"},
	{Name: "status", First: `"running"`}, {Name: "steps_completed", First: "[]"}, {Name: "current_step", First: "0"},
	{Name: "total_steps", First: "null"}, {Name: "resume_from_step", First: "1"}, {Name: "session_variables", First: "{}"},
	{Name: "artefacts_produced", First: "[]"}, {Name: "checkpoint_id"}, {Name: "issues", First: "[]"}, {Name: "agent_notes", First: `""`},
}

// runAt is the run at a place of which nothing is known yet.
func runAt(at place) Run {
	return Run{ID: at.name, Path: at.rel, Archived: at.archived, Left: []int{}, place: at}
}

// parseRun reads the bytes of the state.json at a place. It always returns a
// run; Broken says why nothing could be read.
func parseRun(at place, b []byte) Run {
	r := runAt(at)
	state, err := record.ParseObject(b)
	if r.Broken = err; err == nil {
		r.fill(state)
	}
	return r
}

// put gives a key of the state a new value.
func (r *Run) put(key string, v record.Value) { r.fill(r.state.With(v, key)) }

func (r *Run) fill(state record.Value) {
	r.state = state
	word := func(key string) string { return state.Get(key).Text() }
	r.ID = cmp.Or(word("run_id"), r.place.name)
	r.Branch, r.Status, r.Workflow, r.Checkpoint = word("session_branch"), word("status"), word("workflow_path"), word("checkpoint_id")
	if r.Last = readTime(word("last_checkpoint")); r.Last.IsZero() {
		r.Last = readTime(word("started_at"))
	}
	r.Done = steps(state.Get("steps_completed"))
	r.Current, _ = step(state.Get("current_step"))
	r.Total, _ = step(state.Get("total_steps"))
	r.Issues, r.Notes = lines(state.Get("issues")), notesOf(state.Get("agent_notes"))
	r.Next = r.next()
	r.Left = r.missing(1, r.Total)
	if r.Current > r.Total && !slices.Contains(r.Done, r.Current) {
		r.Left = append(r.Left, r.Current)
	}
}

// missing are the steps from first to last that are not recorded as done.
func (r Run) missing(first, last int) []int {
	all := []int{}
	for n := first; n <= last; n++ {
		if _, done := slices.BinarySearch(r.Done, n); !done {
			all = append(all, n)
		}
	}
	return all
}

// at is the step just begun or completed. Not all writers say where they are.
func (r Run) at() int {
	if r.Current == 0 && len(r.Done) > 0 {
		return r.Done[len(r.Done)-1]
	}
	return r.Current
}

// next is the step to go on with.
func (r Run) next() int {
	if r.Status == Completed {
		return 0
	}
	n, ok := step(r.state.Get("resume_from_step"))
	last := 0
	if len(r.Done) > 0 {
		last = r.Done[len(r.Done)-1]
	}
	switch {
	case ok && n > 0:
	case r.Current > 0 && !slices.Contains(r.Done, r.Current):
		n = r.Current
	default:
		n = last + 1
	}
	if r.Total > 0 && n > r.Total && last >= r.Total {
		return 0
	}
	return n
}

// Open reports whether the run can be taken up again.
func (r Run) Open() bool { return r.Broken == nil && r.Status != Completed }

// Ended says of a run without a step to go on with whether all steps are done.
func (r Run) Ended() string {
	switch {
	case len(r.Left) > 0:
		return notDone(r.Left)
	case r.Total == 0:
		return "all recorded steps are done"
	}
	return "all steps are done"
}

// notDone says of sorted steps that they are not done, as a person writes them:
// 1-3, 5.
func notDone(numbers []int) string {
	var spans []string
	for i := 0; i < len(numbers); {
		last := i
		for last+1 < len(numbers) && numbers[last+1] == numbers[last]+1 {
			last++
		}
		span := strconv.Itoa(numbers[i])
		if last > i {
			span += "-" + strconv.Itoa(numbers[last])
		}
		spans, i = append(spans, span), last+1
	}
	if len(numbers) == 1 {
		return "step " + spans[0] + " is not recorded as done"
	}
	return "steps " + strings.Join(spans, ", ") + " are not recorded as done"
}

// lines are the items of a list as they read.
func lines(list record.Value) []string {
	all := []string{}
	for _, i := range list.Items() {
		all = append(all, i.Says())
	}
	return all
}

// notesOf are the lines of notes, a text or a list.
func notesOf(v record.Value) []string {
	switch {
	case v.IsList():
		return strings.Split(strings.Join(lines(v), "\n"), "\n")
	case v.None() || v.Says() == "":
		return nil
	}
	return strings.Split(v.Says(), "\n")
}

// step reads a step's number: an integer, or a string that begins with one,
// such as "03" or "step-02-domain".
func step(v record.Value) (int, bool) {
	if !v.IsText() {
		return v.Whole(maxStep)
	}
	word := strings.TrimPrefix(v.Text(), "step-")
	if end := strings.IndexFunc(word, func(c rune) bool { return c < '0' || c > '9' }); end >= 0 {
		word = word[:end]
	}
	n, err := strconv.Atoi(word)
	if err != nil || n > maxStep {
		return 0, false
	}
	return n, true
}

// steps are the numbers of steps in a list, sorted, each once.
func steps(list record.Value) []int {
	var all []int
	for _, s := range list.Items() {
		if n, ok := step(s); ok {
			all = append(all, n)
		}
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// A Time is encoded as RFC 3339, and as "" where it is not known.
type Time struct{ time.Time }

// MarshalJSON encodes the time.
func (t Time) MarshalJSON() ([]byte, error) {
	if t.IsZero() {
		return []byte(`""`), nil
	}
	return t.Time.MarshalJSON()
}

// readTime takes the forms that writers of state.json use; one without a zone
// is UTC. What is not one gives the zero time.
func readTime(s string) Time {
	for _, form := range []string{time.RFC3339Nano, "2006-01-02T15:04:05", "2006-01-02 15:04:05Z07:00", "2006-01-02 15:04:05", "2006-01-02T15:04Z07:00", "2006-01-02T15:04", "2006-01-02"} {
		if t, err := time.Parse(form, s); err == nil {
			return Time{t.UTC()}
		}
	}
	return Time{}
}

// stamp is a time as state.json has it.
func stamp(t time.Time) record.Value { return record.Text(t.UTC().Format(timeForm)) }

// ParseStep reads the number of a step.
func ParseStep(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > maxStep {
		return 0, errors.New("want a number from 1 to 9999")
	}
	return n, nil
}

func notFound(id string, runs []Run) error {
	missing := &fault.MissingError{Cause: fmt.Errorf("%q: %w", id, ErrNotFound), Name: id, Hint: listing}
	for _, r := range runs {
		missing.Known = append(missing.Known, r.ID)
	}
	return missing
}
