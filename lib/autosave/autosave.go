// Package autosave makes a checkpoint artifact out of what a session left on
// disk: the live conversation of its transcript and git, over the state of the
// line that it works on. The pre-compact hook and the recovery after a crash share it.
package autosave

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/beads"
	"holdfast/lib/design"
	"holdfast/lib/epic"
	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/prompt"
	"holdfast/lib/redact"
	"holdfast/lib/transcript"
	"holdfast/lib/yamldoc"
)

// What metadata.trigger says of a session that was saved as it ended, and of one
// that was saved after it ended; otherwise it is Claude Code's own manual or auto.
const (
	SessionEnd = "session-end"
	Recovered  = "recovered"
)

const (
	maxPrompts    = 500
	maxPromptText = 64 << 10 // bytes of all prompts kept
	maxAnswer     = 500      // of the user's answer to a question
	maxNow        = 300      // characters of the last prompt and answer in now
	maxFiles      = 200
	maxDoneFiles  = 20
	maxBlockers   = 3
	blockerLines  = 3
	blockerLine   = 200
	maxListed     = 500      // entries of a list that an artifact carries
	maxScanned    = 64 << 10 // bytes of one text that are looked at
	maxTaskLength = 300
)

// Facts are what a checkpoint is made of.
type Facts struct {
	NoPrompts    bool // no text of a prompt may be stored
	SessionID    string
	Trigger      string
	Instructions string
	Transcript   string // its path
	Conversation transcript.Conversation
	Work         Work
	// Line is the line of work that the session works on, State what is known of
	// it so far, Earlier the session's last save there.
	Line    line.Choice
	State   line.State
	Earlier artifact.LastSave
	Lines   *line.Lines // of the project
	sitting artifact.Sitting
	says    sayings
	// Agent says that no person spoke: the line is shown to this session alone.
	Agent   bool
	Working []beads.Issue   // the issues in progress
	Designs []design.Recent // that are open
	Waves   []epic.Wave     // of epics: in flight, or abandoned
	Date    time.Time       // when the state was as described
	Root    string          // of the project
}

// Work is the state of the work tree.
type Work struct {
	Branch   string
	Commit   string
	Dirty    bool
	Worktree string   // the name of a linked worktree's folder, "" in the main one
	Changed  []string // files changed since the conversation began, project-relative
	Known    bool     // git answered
	// Holds is the branch on which changes of the session are now, uncommitted or
	// in commits since: the client notices a switch of branch with the next prompt only.
	Holds string
	// Meant says that a person saves here: the branch is one of the line's, also
	// where no file was changed on it.
	Meant bool
}

// Empty reports whether there is nothing to save: no prompt, no change, no
// open work, no answer to what was saved. A conversation of which only the end was
// read is never empty.
func (f Facts) Empty() bool {
	c := f.Conversation
	return !c.Cut && len(c.Prompts) == 0 && len(f.Work.Changed) == 0 && len(c.Tasks) == 0 && len(f.inFlight()) == 0 && !f.wentOn()
}

// Document makes the artifact of the facts: the whole state of the line with
// what the session adds. Every text is redacted before it is cut, so that no
// cut can hide a secret from the redactor.
func (f Facts) Document() artifact.Document {
	d := artifact.NewDocument()
	front := func(key, value string) {
		if value != "" {
			yamldoc.Set(d.Front, key, yamldoc.String(value))
		}
	}
	front("mode", artifact.Checkpoint)
	front("date", f.after().UTC().Format(time.RFC3339))
	front("session", f.Line.Name)
	front("primary_bead", f.bead())
	front("session_id", f.SessionID)

	tasks := f.tasks()
	put(d.Body, "goal", f.goal())
	if f.State.Written && f.State.Now != "" {
		put(d.Body, "now", f.State.Now)
		put(d.Body, "since", f.now())
	} else {
		put(d.Body, "now", f.now())
	}
	next, reached := f.next(tasks)
	if done := f.done(tasks, next); len(done.Content) > 0 {
		yamldoc.Set(d.Body, "done_this_session", done)
	}
	blockers, fixed := f.blockers()
	putList(d.Body, "next", next)
	putList(d.Body, "blockers", blockers)
	putList(d.Body, "questions", line.Texts(f.State.Questions))
	if decisions := f.decisions(); len(decisions.Content) > 0 {
		yamldoc.Set(d.Body, "decisions", decisions)
	}
	putList(d.Body, "worked", line.Texts(f.State.Worked))
	putList(d.Body, "failed", f.failed())
	putList(d.Body, "rules", f.rules())
	if checks := f.checks(); len(checks.Content) > 0 {
		yamldoc.Set(d.Body, "checks", checks)
	}
	f.used(d.Body)
	settled := slices.Clone(f.State.Settled)
	for _, text := range append(fixed, reached...) {
		settled = later(settled, text)
	}
	putList(d.Body, "resolved", settled)
	for _, m := range f.State.More {
		yamldoc.Set(d.Body, m.Name, m.Node())
	}
	yamldoc.Set(d.Body, "metadata", f.metadata(tasks))
	return d
}

func put(m *yamldoc.Node, key, value string) {
	if value != "" {
		yamldoc.Set(m, key, yamldoc.String(value))
	}
}

// putList puts the newest of a list.
func putList(m *yamldoc.Node, key string, values []string) {
	if len(values) > 0 {
		yamldoc.Set(m, key, yamldoc.Strings(values[max(0, len(values)-maxListed):]))
	}
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
// newest sitting that changed files.
func (f Facts) goal() string {
	known := cmp.Or(f.State.Goal, f.Line.Goal)
	title, named := f.title()
	switch {
	case known != "" && (f.State.Written || !named || len(f.Work.Changed) == 0):
		return known
	case title != "":
		return title
	case f.NoPrompts:
		title = f.bead()
	}
	return cmp.Or(title, short(f.Work.Branch, prompt.MaxGoal), "not known from the conversation")
}

// now is what the last answer that says so leaves open; else the last prompt and
// the last answer.
func (f Facts) now() string {
	var parts []string
	switch left, saved := f.heard().left(), f.State.Prompts; {
	case left.says && left.now != "":
		parts = append(parts, strings.TrimRight(left.now, "."))
		if n := len(left.steps); n > 0 {
			open := "left: " + left.steps[0]
			if n > 1 {
				open += fmt.Sprintf(" (and %d more)", n-1)
			}
			parts = append(parts, open)
		}
	default:
		asked, answer := f.lastAsked()
		if f.NoPrompts {
		} else if asked != "" {
			parts = append(parts, "asked: "+prompt.Shorten(clean(asked), maxNow))
		} else if f.wentOn() && len(saved) > 0 {
			parts = append(parts, "asked: "+prompt.Shorten(saved[len(saved)-1].Text, maxNow))
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
	all := f.Conversation.Prompts
	answer = f.Conversation.LastAnswer
	for i, p := range slices.Backward(all[max(0, len(all)-maxTurns):]) {
		i += max(0, len(all)-maxTurns)
		switch text := clean(p.Text); {
		case prompt.Concludes(text) && i > 0 && all[i-1].Answer != "":
			answer = all[i-1].Answer
		case prompt.Asks(text):
			return p.Text, answer
		}
	}
	if len(all) > 0 {
		return all[len(all)-1].Text, f.Conversation.LastAnswer
	}
	return "", answer
}

// done is what was finished in the line and is not a step of next, the session's
// own last.
func (f Facts) done(tasks []transcript.Task, next []string) *yamldoc.Node {
	done := yamldoc.List()
	add := func(task string, files []string) {
		item := yamldoc.Map()
		put(item, "task", task)
		putList(item, "files", files)
		done.Content = append(done.Content, item)
	}
	open := func(task string) bool {
		return slices.ContainsFunc(next, func(step string) bool { return line.Key(step) == line.Key(task) })
	}
	for _, d := range slices.Backward(f.State.Done) { // newest first
		if !d.Counts() && !open(d.Task) {
			add(d.Task, d.Files)
		}
	}
	for _, t := range tasks {
		if t.Status == "completed" && t.Subject != "" {
			add(short(t.Subject, maxTaskLength), nil)
		}
	}
	switch n := len(f.Work.Changed); {
	case n == 1:
		add("changed 1 file", f.Work.Changed)
	case n > 1:
		add(fmt.Sprintf("changed %d files", n), f.Work.Changed[:min(n, maxDoneFiles)])
	}
	return done
}

// next is the designs that the session worked on and its open tasks, what it says is
// left, then the line's open steps but for those that are done; settled are those.
func (f Facts) next(tasks []transcript.Task) (open, settled []string) {
	done := map[string]bool{}
	var own []string
	for _, d := range f.Designs {
		if first := f.Conversation.First; !first.IsZero() && d.Saved.After(first) {
			own = append(own, short(d.Row, maxTaskLength))
		}
	}
	for _, t := range tasks {
		subject := short(t.Subject, maxTaskLength)
		switch {
		case t.Status == "pending" || t.Status == "in_progress":
			own = append(own, subject)
		default:
			done[line.Key(subject)] = true
		}
	}
	left := f.heard().left()
	add := func(step string) {
		if k := line.Key(step); k != "" && !done[k] {
			done[k] = true
			open = append(open, step)
		}
	}
	for _, step := range slices.Concat(own, left.steps) {
		add(step)
	}
	for _, item := range f.State.Next {
		planned := f.State.Written && item.At.Equal(f.State.Plan.At)
		switch k := line.Key(item.Text); {
		case done[k]:
		case f.committed(item.Text, time.Time{}) || finished(tasks, item.Text) || left.says && !planned: // a newer list takes its place
			settled = append(settled, item.Text)
		default:
			add(item.Text)
		}
	}
	return open, settled
}

// finished reports whether a task that is done says that a step is, in other words.
func finished(tasks []transcript.Task, step string) bool {
	return slices.ContainsFunc(tasks, func(t transcript.Task) bool {
		return t.Status == "completed" && prompt.SaysDone(clean(t.Subject), step)
	})
}

// blockers are the line's, but for commands that succeeded since or are obsolete,
// and the last failing commands; fixed names those that are gone.
func (f Facts) blockers() (blockers, fixed []string) {
	succeeded := map[string]bool{}
	for _, command := range f.Conversation.Succeeded {
		succeeded[short(command, blockerLine)] = true
	}
	failing := map[string]bool{}
	var own []string
	failures := f.Conversation.Failures
	for _, x := range failures[max(0, len(failures)-maxBlockers):] {
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
	return said[max(0, len(said)-blockerLines):]
}

// decisions are the line's and the user's answers to the model's questions.
func (f Facts) decisions() *yamldoc.Node {
	m := yamldoc.Map()
	known := f.State.Decisions
	for _, d := range known[max(0, len(known)-maxListed):] {
		// One without a name is kept under its own beginning.
		yamldoc.Set(m, cmp.Or(d.Name, short(d.Text, maxAnswer)), yamldoc.String(d.Text))
	}
	for _, a := range slices.Concat(f.answered(), f.Conversation.Answers) {
		if q, text := short(a.Question, maxTaskLength), short(a.Answer, maxAnswer); q != "" && text != "" {
			yamldoc.Set(m, q, yamldoc.String(text))
		}
	}
	return m
}

// short is s without secrets, on one line, cut to most characters.
func short(s string, most int) string {
	return fence.Short(strings.Join(strings.Fields(clean(s)), " "), most)
}

// clean is s without secrets and control characters, of what is looked at.
func clean(s string) string {
	if len(s) > maxScanned {
		s = strings.ToValidUTF8(s[:maxScanned], "")
	}
	s, _ = redact.Text(s)
	return strings.Map(func(r rune) rune {
		if r < ' ' && r != '\n' && r != '\t' || r >= 0x7f && r < 0xa0 {
			return ' '
		}
		return r
	}, s)
}
