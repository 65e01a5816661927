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
	maxPrompts    = 50
	maxPrompt     = 300 // characters of each prompt kept
	maxAnswer     = 500 // of the user's answer to a question
	maxNow        = 300 // characters of the last prompt and answer in now
	maxFiles      = 200
	maxDoneFiles  = 20
	maxBlockers   = 3
	blockerLines  = 3
	blockerLine   = 200
	maxListed     = 500      // entries of a list that an artifact carries
	maxScanned    = 64 << 10 // bytes of one text that are looked at
	maxTaskLength = 300
	// maxTranscript is how many bytes from a transcript's end are looked at;
	// longTranscript where those hold no prompt, as in a long turn without the
	// user.
	maxTranscript  = 8 << 20
	longTranscript = 128 << 20
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
	// Agent says that no person spoke: the line is shown to this session alone.
	Agent   bool
	Working []beads.Issue // the issues in progress
	Designs []Design      // that are open
	Waves   []epic.Wave   // of epics: in flight, or abandoned
	Date    time.Time     // when the state was as described
}

// A Design is a row that names an open design and its stage, and when it was
// saved last.
type Design struct {
	Row   string
	Saved time.Time
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
	next := f.next(tasks)
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
	putList(d.Body, "failed", line.Texts(f.State.Failed))
	putList(d.Body, "rules", f.rules())
	if checks := f.checks(); len(checks.Content) > 0 {
		yamldoc.Set(d.Body, "checks", checks)
	}
	settled := slices.Clone(f.State.Settled)
	for _, text := range fixed {
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

// goal is the line's own; of a new line what the conversation is for.
func (f Facts) goal() string {
	if known := cmp.Or(f.State.Goal, f.Line.Goal); known != "" {
		return known
	}
	asked := f.asked()
	if f.NoPrompts {
		asked = cmp.Or(short(f.Conversation.Plan.Title, prompt.MaxGoal), f.bead())
	}
	return cmp.Or(asked, short(f.Work.Branch, prompt.MaxGoal), "not known from the conversation")
}

func (f Facts) now() string {
	var parts []string
	switch p, saved := f.Conversation.Prompts, f.State.Prompts; {
	case f.NoPrompts:
	case len(p) > 0:
		parts = append(parts, "asked: "+prompt.Shorten(clean(p[len(p)-1].Text), maxNow))
	case f.wentOn() && len(saved) > 0:
		parts = append(parts, "asked: "+saved[len(saved)-1].Text)
	}
	if a := short(f.Conversation.LastAnswer, maxNow); a != "" {
		parts = append(parts, "answered: "+a)
	}
	if len(parts) == 0 {
		parts = append(parts, fmt.Sprintf("changed files: %d", len(f.Work.Changed)))
	}
	for _, w := range f.inFlight() {
		parts = append(parts, "a wave of epic "+w.Epic+" is in flight")
	}
	return strings.Join(parts, "; ")
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

// next is the designs that the session worked on and its open tasks, then the
// line's open steps but for those that are done.
func (f Facts) next(tasks []transcript.Task) []string {
	done := map[string]bool{}
	var open, own []string
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
	for _, step := range append(own, line.Texts(f.State.Next)...) {
		if k := line.Key(step); k != "" && !done[k] {
			done[k] = true
			open = append(open, step)
		}
	}
	return open
}

// blockers are the line's, but for commands that succeeded since, and the last
// failing commands; fixed names those that are gone.
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
		case command == "" || !failing[command] && !succeeded[command]:
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
	for _, a := range f.Conversation.Answers {
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
