package workflow

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/jsondoc"
	"holdfast/lib/machine"
)

// stateKeys are the keys of state.json in their order.
const stateKeys = `{"run_id": null, "workflow_path": null, "session_branch": null, "started_at": null, "last_checkpoint": null, "status": null,
	"steps_completed": null, "current_step": null, "total_steps": null, "resume_from_step": null, "session_variables": null,
	"artefacts_produced": null, "checkpoint_id": null, "issues": null, "agent_notes": null}`

// parseRun reads the bytes of the state.json at a place. It always returns a
// run; Broken says why nothing could be read.
func parseRun(at place, b []byte) Run {
	r := runAt(at)
	state := jsondoc.FromPython(b)
	if r.Broken = check(state); r.Broken == nil {
		r.fill(state)
	}
	return r
}

// check says why a document is not an object that is stored here.
func check(d jsondoc.Doc) error {
	if err := d.Check(); err != nil {
		return err
	}
	if !d.IsObject() {
		return fmt.Errorf("%w object", jsondoc.ErrSyntax)
	}
	depth := 0
	for e := range d.Events() {
		switch e.Kind {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if depth > maxDepth {
			return fmt.Errorf("%w: nested too deeply", jsondoc.ErrSyntax)
		}
	}
	return nil
}

// get is the value of a key of the state, nil where it is missing.
func (r Run) get(key string) jsondoc.Doc { return r.keys[key] }

// put gives keys of the state new values: keys and JSON in turn.
func (r *Run) put(pairs ...string) { r.fill(jsondoc.Union(r.state, jsondoc.Object(pairs...))) }

func (r *Run) fill(state jsondoc.Doc) {
	r.state, r.keys = state, state.Fields()
	word := func(key string) string { return jsondoc.Text(r.get(key)) }
	r.ID = cmp.Or(word("run_id"), r.place.name)
	r.Branch = word("session_branch")
	r.Status = word("status")
	r.Workflow = word("workflow_path")
	if r.Last = readTime(word("last_checkpoint")); r.Last.IsZero() {
		r.Last = readTime(word("started_at"))
	}
	r.Done = steps(r.get("steps_completed"))
	r.Current, _ = step(r.get("current_step"))
	r.Total, _ = step(r.get("total_steps"))
	r.Checkpoint = word("checkpoint_id")
	r.Issues = lines(r.get("issues"))
	r.Notes = notesOf(r.get("agent_notes"))
	r.Next = r.next()
	r.Left = r.left()
}

// at is the step just begun or completed. Not all writers say where they are.
func (r Run) at() int {
	if r.Current == 0 && len(r.Done) > 0 {
		return r.Done[len(r.Done)-1]
	}
	return r.Current
}

// next is the step to go on with.
func (r *Run) next() int {
	if r.Status == Completed {
		return 0
	}
	n, ok := step(r.get("resume_from_step"))
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

// is reports whether a value begins as values of a kind do: '"' of a string, '['
// of a list, '{' of an object.
func is(v jsondoc.Doc, begin byte) bool { return len(v) > 0 && v[0] == begin }

// none reports whether a value is missing or null.
func none(v jsondoc.Doc) bool { return len(v) == 0 || v[0] == 'n' }

// line is a value in one line, as it is written.
func line(v jsondoc.Doc) string { return string(v.Compact().ToPython()) }

// says is a string, or any other value as JSON.
func says(v jsondoc.Doc) string {
	if is(v, '"') {
		return jsondoc.Text(v)
	}
	return line(v)
}

// lines are the items of a list as they read.
func lines(list jsondoc.Doc) []string {
	var all []string
	for _, i := range list.Items() {
		all = append(all, says(i))
	}
	return all
}

func notesOf(v jsondoc.Doc) string {
	switch {
	case none(v):
		return ""
	case is(v, '['):
		return strings.Join(lines(v), "\n")
	}
	return says(v)
}

// step reads a step's number: an integer, or a string that begins with one,
// such as "03" or "step-02-domain".
func step(v jsondoc.Doc) (int, bool) {
	if is(v, '"') {
		word := strings.TrimPrefix(jsondoc.Text(v), "step-")
		if end := strings.IndexFunc(word, func(c rune) bool { return c < '0' || c > '9' }); end >= 0 {
			word = word[:end]
		}
		n, err := strconv.Atoi(word)
		return n, err == nil && n <= maxStep
	}
	f, err := strconv.ParseFloat(string(v), 64)
	if err != nil || f != math.Trunc(f) || f < 0 || f > maxStep {
		return 0, false
	}
	return int(f), true
}

// steps are the numbers of steps in a list, sorted, each once.
func steps(list jsondoc.Doc) []int {
	var all []int
	for _, s := range list.Items() {
		if n, ok := step(s); ok && !slices.Contains(all, n) {
			all = append(all, n)
		}
	}
	slices.Sort(all)
	return all
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

// render is state.json: the known keys in their order, then all others in
// theirs.
func render(state jsondoc.Doc) []byte {
	return append(jsondoc.Union(jsondoc.Doc(stateKeys), state).Indented().ToPython(), '\n')
}

// artefacts reads artefacts_produced: objects, or only paths.
func artefacts(produced jsondoc.Doc) []Artefact {
	var all []Artefact
	for _, i := range produced.Items() {
		a := Artefact{Path: jsondoc.Text(i)}
		if keys := i.Fields(); len(keys) > 0 {
			word := func(key string) string { return jsondoc.Text(keys[key]) }
			a = Artefact{Name: word("name"), Path: word("path"), SHA256: strings.ToLower(word("sha256")), Copy: word("copy")}
			a.Step, _ = step(keys["step"])
		}
		if a.Path == "" && a.Name == "" {
			continue
		}
		a.Name = cmp.Or(a.Name, a.Path[strings.LastIndexByte(a.Path, '/')+1:])
		all = append(all, a)
	}
	return all
}

// checkpointID is the first 6 hex digits of the SHA-256 over
// "run:step:variables", with the variables as Python prints them.
func checkpointID(run string, step int, variables jsondoc.Doc) string {
	if none(variables) {
		variables = jsondoc.Object()
	}
	return machine.Sum(fmt.Appendf(nil, "%s:%d:%s", run, step, variables.Dumps()))[:6]
}
