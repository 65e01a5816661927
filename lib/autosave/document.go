package autosave

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/beads"
	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/prompt"
	"holdfast/lib/redact"
	"holdfast/lib/transcript"
	"holdfast/lib/yamldoc"
)

const (
	maxAnswer     = 500 // of the user's answer to a question
	maxNow        = 300 // characters of the last prompt and answer in now
	maxFiles      = 200
	maxDoneFiles  = 20
	maxBlockers   = 3
	blockerLines  = 3
	blockerLine   = 200
	maxListed     = 500 // entries of a list that an artifact carries
	maxTaskLength = 300
)

// Document makes the artifact of the facts: the whole state of the line with
// what the session adds. Every text is redacted before it is cut, so that no
// cut can hide a secret from the redactor.
func (f Facts) Document() artifact.Document {
	d := artifact.NewDocument()
	put(d.Front, "mode", artifact.Checkpoint)
	put(d.Front, "date", f.after())
	put(d.Front, "session", f.Line.Name)
	put(d.Front, "primary_bead", f.bead())
	put(d.Front, "session_id", f.SessionID)

	tasks := f.tasks()
	next, reached := f.next(tasks)
	blockers, fixed := f.blockers()
	put(d.Body, "goal", f.goal())
	if f.State.Written && f.State.Now != "" {
		put(d.Body, "now", f.State.Now)
		put(d.Body, "since", f.now())
	} else {
		put(d.Body, "now", f.now())
	}
	put(d.Body, "done_this_session", f.done(tasks, next))
	put(d.Body, "next", next)
	put(d.Body, "blockers", blockers)
	put(d.Body, "questions", line.Texts(f.State.Questions))
	put(d.Body, "decisions", f.decisions())
	put(d.Body, "worked", line.Texts(f.State.Worked))
	put(d.Body, "failed", f.failed())
	put(d.Body, "rules", f.rules())
	put(d.Body, "checks", f.checks())
	put(d.Body, "commands", f.commands())
	put(d.Body, "sittings", f.sittings())
	put(d.Body, "read", f.read())
	settled := line.Texts(f.State.Resolved)
	for _, text := range append(fixed, reached...) {
		settled = later(settled, text)
	}
	put(d.Body, "resolved", settled)
	for _, m := range f.State.More {
		put(d.Body, m.Name, m.Lines)
	}
	put(d.Body, "metadata", f.metadata(tasks))
	return d
}

// put sets a key to a value that says something: not empty, not zero. Of a list it
// puts the newest.
func put(m *yamldoc.Node, key string, value any) {
	var n *yamldoc.Node
	switch v := value.(type) {
	case string:
		if v != "" {
			n = yamldoc.String(v)
		}
	case []string:
		if len(v) > 0 {
			n = yamldoc.Strings(newest(v, maxListed))
		}
	case time.Time:
		if !v.IsZero() {
			n = yamldoc.String(v.UTC().Format(time.RFC3339))
		}
	case bool:
		if v {
			n = yamldoc.Bool(v)
		}
	case int:
		n = yamldoc.Int(v)
	case []*yamldoc.Node:
		if len(v) > 0 {
			n = yamldoc.List(v...)
		}
	case *yamldoc.Node:
		if v != nil && (v.Kind == yamldoc.Scalar || len(v.Content) > 0) {
			n = v
		}
	}
	if n != nil {
		yamldoc.Set(m, key, n)
	}
}

// object is a mapping of pairs of a key and its value, as put sets them.
func object(pairs ...any) *yamldoc.Node {
	m := yamldoc.Map()
	for i := 0; i < len(pairs); i += 2 {
		put(m, pairs[i].(string), pairs[i+1])
	}
	return m
}

// bead is the line's, else of those in progress the one updated last.
func (f Facts) bead() string {
	latest, _ := beads.Latest(f.Working)
	if f.Agent {
		latest.ID = ""
	}
	return cmp.Or(f.Line.Bead, f.State.Bead, latest.ID)
}

// goal is what a person or model wrote that the line is for; else the title of its
// newest sitting that changed files and did not only go on with it.
func (f Facts) goal() string {
	known := cmp.Or(f.State.Goal, f.Line.Goal)
	title, named := f.title()
	switch {
	case known != "" && (f.State.Written || !named || prompt.Resumes(title) || len(f.Work.Changed) == 0):
		return known
	case title == "" && f.NoPrompts:
		title = f.bead()
	}
	return cmp.Or(title, short(f.Work.Branch, prompt.MaxGoal), "not known from the conversation")
}

// now is what the last answer that says so leaves open; else the last prompt and
// the last answer.
func (f Facts) now() string {
	var parts []string
	if left := f.heard().left; left.says && left.now != "" {
		parts = append(parts, strings.TrimRight(left.now, "."))
		if n := len(left.steps); n > 0 {
			open := "left: " + left.steps[0]
			if n > 1 {
				open += fmt.Sprintf(" (and %d more)", n-1)
			}
			parts = append(parts, open)
		}
	} else {
		asked, answer := f.lastAsked()
		if n := len(f.State.Prompts); asked == "" && n > 0 && f.wentOn() {
			asked = f.State.Prompts[n-1].Text
		}
		if asked != "" && !f.NoPrompts {
			parts = append(parts, "asked: "+prompt.Shorten(clean(asked), maxNow))
		}
		if a := short(answer, maxNow); a != "" {
			parts = append(parts, "answered: "+a)
		}
	}
	if len(parts) == 0 {
		parts = append(parts, fmt.Sprintf("changed files: %d", len(f.Work.Changed)))
	}
	for _, w := range f.inFlight() {
		parts = append(parts, "a wave of epic "+w.Epic+" is in flight")
	}
	return strings.Join(parts, "; ")
}

// lastAsked is the last prompt that asks for something, and what was answered. What
// came of a prompt that only ends work, as "commit and push it", tells nothing more.
func (f Facts) lastAsked() (asked, answer string) {
	said := newest(f.Conversation.Prompts, maxTurns)
	answer = f.Conversation.LastAnswer
	if len(said) == 0 {
		return "", answer
	}
	for i, p := range slices.Backward(said) {
		switch text := clean(p.Text); {
		case prompt.Concludes(text) && i > 0 && said[i-1].Answer != "":
			answer = said[i-1].Answer
		case prompt.Asks(text):
			return p.Text, answer
		}
	}
	return said[len(said)-1].Text, f.Conversation.LastAnswer
}

// done is what was finished in the line and is not a step of next, the session's
// own last.
func (f Facts) done(tasks []transcript.Task, next []string) (done []*yamldoc.Node) {
	open := map[string]bool{}
	for _, step := range next {
		open[line.Key(step)] = true
	}
	for _, d := range slices.Backward(f.State.Done) { // newest first
		if !d.Counts() && !open[line.Key(d.Task)] {
			done = append(done, object("task", d.Task, "files", d.Files))
		}
	}
	for _, t := range tasks {
		if t.Status == "completed" && t.Subject != "" {
			done = append(done, object("task", short(t.Subject, maxTaskLength)))
		}
	}
	if n := len(f.Work.Changed); n > 0 {
		done = append(done, object("task", "changed "+fence.Count(n, "file"), "files", f.Work.Changed[:min(n, maxDoneFiles)]))
	}
	return done
}

// next is the designs that the session worked on and its open tasks, what it says is
// left, then the line's open steps but for those that are done; settled are those.
func (f Facts) next(tasks []transcript.Task) (open, settled []string) {
	known := map[string]bool{}
	add := func(step string) {
		if k := line.Key(step); k != "" && !known[k] {
			known[k] = true
			open = append(open, step)
		}
	}
	for _, t := range tasks {
		if !isOpen(t) {
			known[line.Key(short(t.Subject, maxTaskLength))] = true
		}
	}
	for _, d := range f.Designs {
		if first := f.Conversation.First; !first.IsZero() && d.Saved.After(first) {
			add(short(d.Row, maxTaskLength))
		}
	}
	for _, t := range tasks {
		if isOpen(t) {
			add(short(t.Subject, maxTaskLength))
		}
	}
	left := f.heard().left
	for _, step := range left.steps {
		add(step)
	}
	saysDone := func(step string) func(transcript.Task) bool {
		return func(t transcript.Task) bool {
			return t.Status == "completed" && prompt.SaysDone(clean(t.Subject), step)
		}
	}
	for _, item := range f.State.Next {
		replaced := left.says && (!f.State.Written || !item.At.Equal(f.State.Plan.At)) // by a newer list
		switch {
		case known[line.Key(item.Text)]:
		case replaced || f.committed(item.Text, time.Time{}) || slices.ContainsFunc(tasks, saysDone(item.Text)):
			settled = append(settled, item.Text)
		default:
			add(item.Text)
		}
	}
	return open, settled
}

// blockers are the line's, but for commands that succeeded since or are obsolete,
// and the last failing commands; fixed names those that are gone.
func (f Facts) blockers() (blockers, fixed []string) {
	succeeded, failing := map[string]bool{}, map[string]bool{}
	for _, command := range f.Conversation.Succeeded {
		succeeded[short(command, blockerLine)] = true
	}
	var own []string
	for _, x := range newest(f.Conversation.Failures, maxBlockers) {
		command := short(x.Command, blockerLine)
		failing[command] = true
		own = append(own, line.Blocker(command, lastLines(x.Output)))
	}
	for _, item := range f.State.Blockers {
		switch command := line.Failing(item.Text); {
		case command == "" || !failing[command] && !succeeded[command] && !f.Conversation.Passed(command):
			blockers = append(blockers, item.Text)
		case !failing[command]:
			first, _, _ := strings.Cut(item.Text, "\n")
			fixed = append(fixed, first)
		}
	}
	return append(blockers, own...), fixed
}

// lastLines are the last few lines of an output. Tools say last what went wrong.
func lastLines(output string) []string {
	var said []string
	for text := range strings.Lines(clean(output)) {
		// "Exit code 1" is the client's word, not the command's.
		if text = strings.TrimSpace(text); text != "" && !strings.HasPrefix(text, "Exit code ") {
			said = append(said, fence.Short(text, blockerLine))
		}
	}
	return newest(said, blockerLines)
}

// decisions are the line's and the user's answers to the model's questions.
func (f Facts) decisions() *yamldoc.Node {
	m := yamldoc.Map()
	for _, d := range newest(f.State.Decisions, maxListed) {
		put(m, cmp.Or(d.Name, short(d.Text, maxAnswer)), d.Text) // one without a name is kept under its beginning
	}
	for _, a := range slices.Concat(f.answered(), f.Conversation.Answers) {
		if q := short(a.Question, maxTaskLength); q != "" {
			put(m, q, short(a.Answer, maxAnswer))
		}
	}
	return m
}

// checks are the commands that succeeded, as an artifact holds them: the
// session's, then the line's of other kinds.
func (f Facts) checks() (list []*yamldoc.Node) {
	kinds := map[string]bool{}
	add := func(text string, when time.Time) {
		if kind := transcript.Kind(text); !kinds[kind] && len(list) < line.MaxChecks {
			kinds[kind] = true
			text, _ = redact.Text(text)
			list = append(list, object("command", text, "when", when))
		}
	}
	for _, c := range f.Conversation.Checks {
		add(c.Command, c.Time)
	}
	for _, c := range f.State.Checks {
		add(c.Command, c.When)
	}
	return list
}
