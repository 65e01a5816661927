package workflow

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/machine"
)

// stateKeys are the keys of state.json in their order.
func stateKeys() []string {
	return []string{
		"run_id", "workflow_path", "session_branch", "started_at", "last_checkpoint", "status", "steps_completed",
		"current_step", "total_steps", "resume_from_step", "session_variables", "artefacts_produced", "checkpoint_id",
		"issues", "agent_notes",
	}
}

// parseRun reads the bytes of the state.json at a place. It always returns a
// run; Broken says why nothing could be read.
func parseRun(at place, b []byte) Run {
	r := runAt(at)
	v, err := parse(string(b), true)
	if err == nil && v.kind != object {
		err = fmt.Errorf("%w object", errSyntax)
	}
	if err != nil {
		r.Broken = err
		return r
	}
	r.fill(v)
	return r
}

func (r *Run) fill(v value) {
	r.state = v
	r.ID = cmp.Or(v.get("run_id").text(), r.place.name)
	r.Branch = v.get("session_branch").text()
	r.Status = v.get("status").text()
	r.Workflow = v.get("workflow_path").text()
	if r.Last = readTime(v.get("last_checkpoint").text()); r.Last.IsZero() {
		r.Last = readTime(v.get("started_at").text())
	}
	r.Done = v.get("steps_completed").steps()
	r.Current, _ = v.get("current_step").step()
	r.Total, _ = v.get("total_steps").step()
	r.Checkpoint = v.get("checkpoint_id").text()
	r.Issues = nil
	for _, i := range v.get("issues").items {
		r.Issues = append(r.Issues, i.says())
	}
	r.Notes = notesOf(v.get("agent_notes"))
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
	n, ok := r.state.get("resume_from_step").step()
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

// says is a string, or any other value as JSON.
func (v value) says() string {
	if v.kind == text {
		return v.text()
	}
	return v.String()
}

func notesOf(v value) string {
	if v.kind == list {
		var lines []string
		for _, i := range v.items {
			lines = append(lines, i.says())
		}
		return strings.Join(lines, "\n")
	}
	if v.kind == null {
		return ""
	}
	return v.says()
}

// step reads a step's number: an integer, or a string that begins with one,
// such as "03" or "step-02-domain".
func (v value) step() (int, bool) {
	raw := v.raw
	switch v.kind {
	case text:
		raw = strings.TrimPrefix(v.text(), "step-")
		end := strings.IndexFunc(raw, func(c rune) bool { return c < '0' || c > '9' })
		if end >= 0 {
			raw = raw[:end]
		}
	case number:
		if f, err := strconv.ParseFloat(raw, 64); err == nil && f == math.Trunc(f) && f >= 0 && f <= maxStep {
			return int(f), true
		}
		return 0, false
	default:
		return 0, false
	}
	n, err := strconv.Atoi(raw)
	return n, err == nil && n >= 0 && n <= maxStep
}

// steps are the numbers of steps in a list, sorted, each once.
func (v value) steps() []int {
	var all []int
	for _, s := range v.items {
		if n, ok := s.step(); ok && !slices.Contains(all, n) {
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
func render(state value) []byte {
	ordered := value{kind: object}
	for _, key := range stateKeys() {
		ordered.put(key, state.get(key))
	}
	for _, m := range state.members {
		ordered.set(m)
	}
	var b strings.Builder
	ordered.indented(&b, "")
	b.WriteByte('\n')
	return []byte(b.String())
}

// artefacts reads artefacts_produced: objects, or only paths.
func artefacts(v value) []Artefact {
	var all []Artefact
	for _, i := range v.items {
		var a Artefact
		if i.kind == text {
			a.Path = i.text()
		} else {
			a.Step, _ = i.get("step").step()
			a.Name = i.get("name").text()
			a.Path = i.get("path").text()
			a.SHA256 = strings.ToLower(i.get("sha256").text())
			a.Copy = i.get("copy").text()
		}
		if a.Path == "" && a.Name == "" {
			continue
		}
		a.Name = cmp.Or(a.Name, a.Path[strings.LastIndexByte(a.Path, '/')+1:])
		all = append(all, a)
	}
	return all
}

// own reports whether this machine wrote the bytes.
func (s Store) own(b []byte) bool { return s.Machine.Wrote(machine.Sum(b)) }
