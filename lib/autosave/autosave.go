// Package autosave makes a checkpoint artifact out of what a session left on
// disk: the live conversation of its transcript, git, and its own earlier
// artifacts. The pre-compact hook and the recovery after a crash share it.
package autosave

import (
	"fmt"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/epic"
	"holdfast/lib/redact"
	"holdfast/lib/transcript"
	"holdfast/lib/yamldoc"
)

// Recovered is what metadata.trigger says of a session that was saved after it
// ended; otherwise it is Claude Code's own manual or auto.
const Recovered = "recovered"

// DesignLead begins the line of an open design. An earlier artifact's lines of
// that kind are not carried on: the design has moved since.
const DesignLead = "/design "

const (
	maxPrompts    = 10
	maxPrompt     = 500 // characters of each prompt kept
	maxNow        = 300 // characters of the last prompt and answer in now
	maxGoal       = 300
	maxFiles      = 200
	maxDoneFiles  = 20
	maxBlockers   = 3
	blockerLines  = 3
	blockerLine   = 200
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
	SessionID    string
	Trigger      string
	Instructions string
	Transcript   string // its path
	Conversation transcript.Conversation
	Work         Work
	Bead         Bead // the bead in progress, zero for none
	// Earlier is the session's last artifact; HasEarlier says there is one.
	Earlier    artifact.Artifact
	HasEarlier bool
	// Goal is what other stores say the work is for, "" where they do not.
	Goal string
	// Designs are lines that name open designs and their stages, each beginning
	// with DesignLead.
	Designs []string
	Waves   []epic.Wave // of epics: in flight, or abandoned
	Date    time.Time   // when the state was as described
}

// Work is the state of the work tree.
type Work struct {
	Branch   string
	Commit   string
	Dirty    bool
	Worktree string   // the name of a linked worktree's folder, "" in the main one
	Changed  []string // files changed since the conversation began, project-relative
	Known    bool     // git answered
}

// A Bead is an issue of the tracker.
type Bead struct{ ID, Title string }

// Empty reports whether there is nothing to save: no prompt, no change, no
// open work. A conversation of which only the end was read is never empty.
func (f Facts) Empty() bool {
	c := f.Conversation
	return !c.Cut && len(c.Prompts) == 0 && len(f.Work.Changed) == 0 && len(c.Tasks) == 0 && len(f.inFlight()) == 0
}

// Document makes the artifact of the facts. Every text is redacted before it
// is cut, so that no cut can hide a secret from the redactor.
func (f Facts) Document() artifact.Document {
	d := artifact.NewDocument()
	front := func(key, value string) {
		if value != "" {
			yamldoc.Set(d.Front, key, yamldoc.String(value))
		}
	}
	front("mode", artifact.Checkpoint)
	front("date", f.Date.UTC().Format(time.RFC3339))
	front("session", f.session())
	front("primary_bead", f.bead())
	front("session_id", f.SessionID)
	tasks := f.tasks()
	put(d.Body, "goal", f.goal())
	put(d.Body, "now", f.now())
	if done := f.done(tasks); len(done.Content) > 0 {
		yamldoc.Set(d.Body, "done_this_session", done)
	}
	putList(d.Body, "next", f.next(tasks))
	putList(d.Body, "blockers", f.blockers())
	if decisions := f.decisions(); len(decisions.Content) > 0 {
		yamldoc.Set(d.Body, "decisions", decisions)
	}
	yamldoc.Set(d.Body, "metadata", f.metadata(tasks))
	return d
}

func put(m *yamldoc.Node, key, value string) {
	if value != "" {
		yamldoc.Set(m, key, yamldoc.String(value))
	}
}

func putList(m *yamldoc.Node, key string, values []string) {
	if len(values) > 0 {
		yamldoc.Set(m, key, yamldoc.Strings(values))
	}
}

// session is the session folder: the one that this session used before, else
// the bead and a slug, else the branch and the session's first 8 characters.
func (f Facts) session() string {
	if f.HasEarlier && artifact.SafeName(f.Earlier.Session()) {
		return f.Earlier.Session()
	}
	if f.Bead.ID != "" {
		title, _ := redact.Text(f.Bead.Title)
		return artifact.FolderName(f.Bead.ID, cutSlug(artifact.Slug(title)))
	}
	short := f.SessionID
	if len(short) > 8 {
		short = short[:8]
	}
	branch, _ := redact.Text(f.Work.Branch)
	if branch == "" {
		branch = "work"
	}
	return artifact.FolderName(branch, short)
}

// cutSlug keeps of a title what names it: it may come from a stranger's tracker
// and stands in paths that the model reads.
func cutSlug(slug string) string {
	const most = 30
	if len(slug) > most {
		slug = strings.TrimRight(slug[:most], "-")
	}
	return slug
}

func (f Facts) bead() string {
	if f.HasEarlier && f.Earlier.Text("primary_bead") != "" {
		return f.Earlier.Text("primary_bead")
	}
	return f.Bead.ID
}

func (f Facts) goal() string {
	if f.HasEarlier && f.Earlier.Goal() != "" && f.Earlier.Mode() != artifact.Finalize {
		return f.Earlier.Goal()
	}
	if f.Goal != "" {
		return short(f.Goal, maxGoal)
	}
	if p := f.Conversation.Prompts; len(p) > 0 {
		if t := short(p[0].Text, maxGoal); t != "" {
			return t
		}
	}
	if f.Work.Branch != "" {
		return "work on branch " + f.Work.Branch
	}
	return "not known from the conversation"
}

func (f Facts) now() string {
	var parts []string
	if p := f.Conversation.Prompts; len(p) > 0 {
		parts = append(parts, "asked: "+short(p[len(p)-1].Text, maxNow))
	}
	if a := short(f.Conversation.LastAnswer, maxNow); a != "" {
		parts = append(parts, "answered: "+a)
	}
	if len(parts) == 0 {
		parts = append(parts, fmt.Sprintf("%d files changed", len(f.Work.Changed)))
	}
	for _, w := range f.inFlight() {
		parts = append(parts, "a wave of epic "+w.Epic+" is in flight")
	}
	return strings.Join(parts, "; ")
}

func (f Facts) done(tasks []transcript.Task) *yamldoc.Node {
	done := yamldoc.List()
	add := func(task string, files []string) {
		item := yamldoc.Map()
		put(item, "task", task)
		putList(item, "files", files)
		done.Content = append(done.Content, item)
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

// next is the open designs and tasks, then what the session's last artifact said was next
// and is no task: a model's own list.
func (f Facts) next(tasks []transcript.Task) []string {
	var open []string
	for _, line := range f.Designs {
		open = append(open, short(line, maxTaskLength))
	}
	known := map[string]bool{}
	for _, t := range tasks {
		subject := short(t.Subject, maxTaskLength)
		known[subject] = true
		if subject != "" && (t.Status == "pending" || t.Status == "in_progress") {
			open = append(open, subject)
		}
	}
	if f.HasEarlier && f.Earlier.Mode() != artifact.Finalize {
		for _, line := range f.Earlier.Lines("next") {
			if !known[line] && !strings.HasPrefix(line, DesignLead) {
				open = append(open, line)
			}
		}
	}
	return open
}

func (f Facts) blockers() []string {
	var out []string
	failures := f.Conversation.Failures
	for _, x := range failures[max(0, len(failures)-maxBlockers):] {
		var said []string
		for line := range strings.Lines(clean(x.Output)) {
			// "Exit code 1" is the client's word, not the command's.
			if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "Exit code ") {
				said = append(said, cut(line, blockerLine))
			}
		}
		// Tools say last what went wrong.
		lines := append([]string{short(x.Command, blockerLine) + " failed"}, said[max(0, len(said)-blockerLines):]...)
		out = append(out, strings.Join(lines, "\n"))
	}
	return out
}

// decisions are the user's answers to the model's questions, after those of
// the session's last artifact.
func (f Facts) decisions() *yamldoc.Node {
	m := yamldoc.Map()
	if f.HasEarlier && f.Earlier.Mode() != artifact.Finalize {
		if d := yamldoc.Get(f.Earlier.Body, "decisions"); d != nil && d.Kind == yamldoc.Mapping {
			m.Content = append(m.Content, d.Content...)
		}
	}
	for _, a := range f.Conversation.Answers {
		if q, text := short(a.Question, maxTaskLength), short(a.Answer, maxPrompt); q != "" && text != "" {
			yamldoc.Set(m, q, yamldoc.String(text))
		}
	}
	return m
}

func (f Facts) metadata(tasks []transcript.Task) *yamldoc.Node {
	m := yamldoc.Map()
	put(m, "git_branch", f.Work.Branch)
	put(m, "git_commit", f.Work.Commit)
	if f.Work.Known {
		yamldoc.Set(m, "git_dirty", yamldoc.Bool(f.Work.Dirty))
	}
	put(m, "worktree", f.Work.Worktree)
	put(m, "trigger", f.Trigger)
	put(m, "transcript_path", f.Transcript)
	put(m, "custom_instructions", short(f.Instructions, maxPrompt))
	var prompts []string
	all := f.Conversation.Prompts
	for _, p := range all[max(0, len(all)-maxPrompts):] {
		if t := cut(strings.TrimSpace(clean(p.Text)), maxPrompt); t != "" {
			prompts = append(prompts, t)
		}
	}
	putList(m, "prompts", prompts)
	putList(m, "designs", f.Designs)
	putList(m, "files_changed", f.Work.Changed[:min(len(f.Work.Changed), maxFiles)])
	if list := taskNodes(tasks); len(list.Content) > 0 {
		yamldoc.Set(m, "tasks", list)
	}
	if list := f.waveNodes(); len(list.Content) > 0 {
		yamldoc.Set(m, "epic_waves", list)
	}
	return m
}

// short is s without secrets, on one line, cut to most characters.
func short(s string, most int) string {
	return cut(strings.Join(strings.Fields(clean(s)), " "), most)
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

func cut(s string, most int) string {
	if r := []rune(s); len(r) > most {
		return strings.TrimSpace(string(r[:most-1])) + "…"
	}
	return s
}

// Complete adds to a document that a person or model made what it need not
// say: the session folder, the bead, the Claude Code session, and where git
// stands. What the document says stays.
func (f Facts) Complete(d artifact.Document) {
	front := func(key, value string) {
		if value != "" && d.Text(key) == "" {
			yamldoc.Set(d.Front, key, yamldoc.String(value))
		}
	}
	front("session", f.session())
	front("primary_bead", f.bead())
	front("session_id", f.SessionID)
	m := yamldoc.Get(d.Body, "metadata")
	if m == nil {
		m = yamldoc.Map()
		yamldoc.Set(d.Body, "metadata", m)
	}
	if m.Kind != yamldoc.Mapping {
		return
	}
	for _, kv := range [][2]string{{"git_branch", f.Work.Branch}, {"git_commit", f.Work.Commit}} {
		if yamldoc.Get(m, kv[0]) == nil {
			put(m, kv[0], kv[1])
		}
	}
	if list := taskNodes(f.tasks()); len(list.Content) > 0 && yamldoc.Get(m, "tasks") == nil {
		yamldoc.Set(m, "tasks", list) // the next checkpoint starts from them
	}
	if len(m.Content) == 0 {
		yamldoc.Delete(d.Body, "metadata")
	}
}
