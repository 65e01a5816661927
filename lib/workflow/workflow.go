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
	"errors"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"holdfast/lib/fault"
	"holdfast/lib/jsondoc"
	"holdfast/lib/machine"
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
	// maxDepth is how deep a state may be nested, so that no page of blanks is
	// written for it.
	maxDepth = 500
)

// runFolders are where runs may lie, in the order they are looked at.
func runFolders() []string { return []string{Dir, "_grimoire-output/.runs"} }

// ErrNotFound is the cause of a *fault.MissingError for a name that no run or
// checkpoint has.
var ErrNotFound = errors.New("no run or checkpoint of that name")

func notFound(id string, runs []Run) error {
	missing := &fault.MissingError{Cause: fmt.Errorf("%q: %w", id, ErrNotFound), Name: id, Hint: listing}
	for _, r := range runs {
		missing.Known = append(missing.Known, r.ID)
	}
	return missing
}

func several(id string, hits []hit) error {
	var candidates []string
	for _, h := range hits {
		candidates = append(candidates, h.String())
	}
	slices.Sort(candidates) // file systems list folders in any order
	return &fault.MissingError{Cause: fmt.Errorf("%q means several runs or checkpoints", id), Candidates: candidates, Hint: "name one of them"}
}

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
	Notes    string   `json:"-"` // agent_notes
	Broken   error    `json:"-"` // why state.json cannot be read
	// Corrupt is why state.json is no JSON, where the run is told as its
	// checkpoints have it; Broken is nil then.
	Corrupt error `json:"-"`
	state   jsondoc.Doc
	keys    map[string]jsondoc.Doc // of the state
	place   place
}

// runAt is the run at a place of which nothing is known yet.
func runAt(at place) Run {
	return Run{ID: at.name, Path: at.rel, Archived: at.archived, Left: []int{}, place: at}
}

// Open reports whether the run can be taken up again.
func (r Run) Open() bool { return r.Broken == nil && r.Status != Completed }

// left is Left, of the steps that are known.
func (r Run) left() []int {
	left := []int{}
	for n := 1; n <= r.Total; n++ {
		if _, done := slices.BinarySearch(r.Done, n); !done {
			left = append(left, n)
		}
	}
	if r.Current > r.Total && !slices.Contains(r.Done, r.Current) {
		left = append(left, r.Current)
	}
	return left
}

// notes are the lines of Notes.
func (r Run) notes() []string {
	if r.Notes == "" {
		return nil
	}
	return strings.Split(r.Notes, "\n")
}

// Ended says of a run without a step to go on with whether all steps are done.
func (r Run) Ended() string {
	switch {
	case len(r.Left) == 1:
		return "step " + spans(r.Left) + " is not recorded as done"
	case len(r.Left) > 1:
		return "steps " + spans(r.Left) + " are not recorded as done"
	case r.Total == 0:
		return "all recorded steps are done"
	}
	return "all steps are done"
}

// spans are sorted numbers as a person writes them: 1-3, 5.
func spans(numbers []int) string {
	var b strings.Builder
	for i := 0; i < len(numbers); {
		last := i
		for last+1 < len(numbers) && numbers[last+1] == numbers[last]+1 {
			last++
		}
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(strconv.Itoa(numbers[i]))
		if last > i {
			b.WriteString("-" + strconv.Itoa(numbers[last]))
		}
		i = last + 1
	}
	return b.String()
}

// A Checkpoint is the state of a run at one point.
type Checkpoint struct {
	ID        string     `json:"checkpoint_id"`
	Step      int        `json:"step"`  // the step just begun or completed
	Event     string     `json:"event"` // Started, Begun or Done
	Time      Time       `json:"time"`
	Next      int        `json:"next_step"` // the step to go on with, 0 where all are done
	Completed []int      `json:"-"`         // the steps completed by then
	Variables Variables  `json:"-"`
	Artefacts []Artefact `json:"-"`
	produced  jsondoc.Doc
}

// What made a checkpoint.
const (
	Started = "start"
	Begun   = "begin"
	Done    = "step"
)

// An Artefact is what a step made.
type Artefact struct {
	Step   int    `json:"step"`
	Name   string `json:"name"`
	Path   string `json:"path"`             // the original, relative to the project root
	SHA256 string `json:"sha256,omitempty"` // of the original as it was
	Copy   string `json:"copy,omitempty"`   // the copy's name in the run's artefacts folder
	State  string `json:"state"`            // unchanged, changed, missing, present (no checksum) or unreadable
}

// Variables are a run's variables: names with JSON of any type, each as it was
// written. The zero value holds none.
type Variables struct{ doc jsondoc.Doc }

// Assign sets a variable to a string, as NAME=VALUE names both.
func (v *Variables) Assign(s string) error {
	name, says, ok := strings.Cut(s, "=")
	if !ok || name == "" {
		return errors.New("want NAME=VALUE")
	}
	v.doc = jsondoc.Union(v.doc, jsondoc.Object(name, jsondoc.Quote(says)))
	return nil
}

// Has reports whether there is a variable of that name.
func (v Variables) Has(name string) bool {
	_, has := v.doc.Find(name)
	return has
}

// Merge adds the members of a JSON object, which win over those of their name.
func (v *Variables) Merge(source string) error {
	if !utf8.ValidString(source) || strings.HasPrefix(source, "\ufeff") {
		return fmt.Errorf("%w: not UTF-8 without a byte-order mark", jsondoc.ErrSyntax)
	}
	more := jsondoc.Doc(source)
	if err := check(more); err != nil {
		return err
	}
	v.doc = jsondoc.Union(v.doc, more)
	return nil
}

// JSON is the variables as one line of JSON. What Python writes and JSON does
// not know (NaN, infinities) is null.
func (v Variables) JSON() []byte { return jsondoc.Union(v.doc).Compact().WithoutPython() }

// each yields the names and the values, as a person reads them, in their order.
func (v Variables) each() iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		all := jsondoc.Union(v.doc)
		for m := range all.Members(all.Root()) {
			if !yield(m.Key, line(m.Value.Of(all))) {
				return
			}
		}
	}
}

// ParseStep reads the number of a step.
func ParseStep(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || n > maxStep {
		return 0, errors.New("want a number from 1 to 9999")
	}
	return n, nil
}
