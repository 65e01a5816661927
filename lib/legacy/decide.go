package legacy

import (
	"fmt"
	"path"
	"strings"

	"holdfast/lib/artifact"
	"holdfast/lib/yamldoc"
)

// decide settles what an artifact needs and the file does not say outright.
func (w *work) decide() {
	w.decideMode()
	w.decideDate()
	w.decideBead()
	outcome := w.decideOutcome()
	w.decideText()
	w.decideSession()
	set := func(key, value string) { yamldoc.Set(w.front, key, yamldoc.String(value)) }
	set("schema_version", artifact.SchemaVersion)
	set("mode", w.mode)
	set("outcome", outcome)
	set("session", w.session)
	set("primary_bead", w.bead)
}

func (w *work) decideMode() {
	if w.mode = w.said["mode"]; w.mode != "" {
		w.because("mode %s: the file says so", w.mode)
		return
	}
	w.mode = artifact.Handoff
	switch w.generation {
	case Checkpoint, Event, Ledger:
		w.mode = artifact.Checkpoint
	}
	w.because("mode %s: a file of generation %s (%s)", w.mode, w.generation, formatOf(w.generation))
}

func (w *work) decideBead() {
	w.bead, w.beadTitle = splitBead(w.said["bead"])
	if w.bead == "" {
		w.bead = "none"
		w.because("bead none: the file names none")
		return
	}
	w.because("bead %s: the file names it", w.bead)
}

// splitBead takes "id - title" apart; an id of "none" is not an id.
func splitBead(s string) (id, title string) {
	id = strings.TrimSpace(strings.Trim(strings.TrimSpace(s), "`*"))
	for _, sep := range []string{" - ", " – ", " — ", ": ", " ("} {
		if before, after, ok := strings.Cut(id, sep); ok && len(before) > 0 {
			id, title = before, strings.TrimSpace(after+" "+title)
		}
	}
	if !strings.Contains(title, "(") {
		title = strings.TrimSuffix(title, ")") // of "id (title)"
	}
	if before, after, ok := strings.Cut(id, " "); ok && strings.ContainsAny(before, "-.0123456789") {
		id, title = before, strings.TrimSpace(after+" "+title)
	}
	if id = strings.Trim(id, "`*, "); isNothing(id) {
		return "", title
	}
	return id, title
}

// decideOutcome takes the file's own, else its status, else whether anything
// remains.
func (w *work) decideOutcome() string {
	if said := w.said["outcome"]; said != "" {
		if o := outcomeOf(said); o != "" {
			w.because("outcome %s: the file says %q", o, said)
			return o
		}
		w.problem(0, fmt.Sprintf("the outcome %q is unknown", said))
	}
	if o := outcomeOf(w.said["status"]); o != "" {
		w.because("outcome %s: the file's status is %q", o, w.said["status"])
		return o
	}
	if w.open {
		w.because("outcome PARTIAL_PLUS: steps remain")
		return "PARTIAL_PLUS"
	}
	w.because("outcome SUCCEEDED: nothing remains")
	return "SUCCEEDED"
}

var outcomes = []meaning{
	{"SUCCEEDED", false, "succeeded|success|successful|complete|completed|done|closed|finished|pass|passed"},
	{"PARTIAL_PLUS", false, "partial plus|partial|in progress|ongoing|active|wip"},
	{"PARTIAL_MINUS", false, "partial minus|blocked"},
	{"FAILED", false, "failed|failure|fail"},
}

func outcomeOf(s string) string {
	m, _ := find(outcomes, canonical(s))
	return m.to
}

// decideText settles goal and now, each from the best that the file has.
func (w *work) decideText() {
	w.goal = strings.TrimSpace(w.said["goal"] + "\n" + strings.Join(w.goals, "\n"))
	w.now = strings.TrimSpace(w.said["now"] + "\n" + strings.Join(w.nows, "\n"))
	if w.generation == Event && w.goal == "" {
		w.empty = true
	}
	w.decideGoal()
	w.decideNow()
	yamldoc.Set(w.body, "goal", yamldoc.String(w.goal))
	yamldoc.Set(w.body, "now", yamldoc.String(w.now))
	if len(w.progress) > 1 || len(w.progress) == 1 && w.progress[0] != w.now {
		w.keep("In Progress", strings.Join(w.progress, "\n"))
	}
}

func (w *work) decideGoal() {
	prompt, _, _ := strings.Cut(yamldoc.Text(w.body, toPrompt), "\n")
	for _, from := range []struct{ text, why string }{
		{w.goal, ""},
		{w.said["task"], "the file's task"},
		{w.beadTitle, "the bead's title"},
		{headingGoal(w.heading), "the file's title"},
		{prompt, "the first line of the prompt"},
		{strings.ReplaceAll(nameTitle(w.rel), "-", " "), "the file's name"},
		{path.Base(w.rel), "the file's name"},
	} {
		if text := strings.TrimSpace(from.text); hasWord(text) {
			w.goal = text
			if from.why != "" {
				w.because("goal: from %s", from.why)
			}
			return
		}
	}
	w.goal = "unknown"
	w.because("goal: unknown, the file names none")
}

func (w *work) decideNow() {
	if hasWord(w.now) {
		return
	}
	next, done := w.items(toNext), w.items(toDone)
	first := func(before string, items []string) string {
		if len(items) == 0 || isNothing(items[0]) {
			return ""
		}
		text, _, _ := strings.Cut(items[0], "\n")
		return before + text
	}
	for _, from := range []struct{ text, why string }{
		{strings.Join(w.progress[:min(len(w.progress), 1)], ""), "what is in progress"},
		{first("next: ", next), "the first open step"},
		{first("done: ", done[max(len(done)-1, 0):]), "the last thing done"},
	} {
		if hasWord(from.text) && !isNothing(from.text) {
			w.now = from.text
			w.because("now: from %s", from.why)
			return
		}
	}
	w.now = w.goal
	w.because("now: the goal; the file has nothing more")
}

// items are the texts of a list in the body: its strings, or its tasks.
func (w *work) items(key string) []string {
	n := yamldoc.Get(w.body, key)
	if n == nil {
		return nil
	}
	var out []string
	for _, item := range n.Content {
		out = append(out, item.Value+yamldoc.Text(item, "task"))
	}
	return out
}

// headingGoal is a file's title as a goal, "" where it only names the kind of
// file.
func headingGoal(heading string) string {
	h := heading
	for _, kind := range []string{"Session Handoff", "Handoff", "Task Handoff", "Checkpoint", "Work Stream",
		"Continuity Ledger", "Session", "Ledger", "Task"} {
		if rest, ok := strings.CutPrefix(h, kind); ok && (rest == "" || rest[0] == ':' || rest[0] == ' ') {
			return strings.TrimLeft(rest, ":-– ")
		}
	}
	return h
}

func hasWord(s string) bool {
	found := false
	words(s, func(string) { found = true })
	return found
}

// artifactName reports whether s can be a session folder's name as we make
// them.
func artifactName(s string) bool {
	return s != "" && artifact.FolderName(s) == s && artifact.SafeName(s)
}

// finish puts what was gathered under metadata, in its place at the end of the
// body.
func (w *work) finish() {
	yamldoc.Set(w.meta, "migrated_from", yamldoc.String(w.rel))
	yamldoc.Set(w.meta, "original_format", yamldoc.String(formatOf(w.generation)))
	if branch := w.said["branch"]; branch != "" {
		yamldoc.Set(w.meta, "git_branch", yamldoc.String(branch))
	}
	for _, part := range []struct {
		key string
		n   *yamldoc.Node
	}{
		{"legacy_fields", w.fields}, {"legacy_headings", w.headings},
		{"earlier_migration", w.earlier}, {"legacy_sections", w.sections},
	} {
		if len(part.n.Content) > 0 {
			yamldoc.Set(w.meta, part.key, part.n)
		}
	}
	yamldoc.Set(w.body, "metadata", w.meta)
}
