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
	if w.mode != "" {
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
	first, sep := len(id), ""
	for _, one := range []string{" - ", " – ", " — ", ": ", " ("} {
		if i := strings.Index(id, one); i >= 0 && i < first {
			first, sep = i, one
		}
	}
	if sep != "" {
		id, title = id[:first], id[first+len(sep):]
	}
	if sep == " (" {
		title = strings.TrimSuffix(title, ")")
	}
	if before, after, ok := strings.Cut(id, " "); ok {
		if !strings.ContainsAny(before, "-.0123456789") {
			return strings.TrimSpace(id), title
		}
		id, title = before, strings.TrimSpace(after+" "+title)
	}
	id = strings.Trim(id, "`*,")
	if isNothing(id) {
		return "", title
	}
	return id, title
}

// decideOutcome takes the file's own, else its status, else whether anything
// remains.
func (w *work) decideOutcome() string {
	if w.outcome != "" {
		if o := outcomeOf(w.outcome); o != "" {
			w.because("outcome %s: the file says %q", o, w.outcome)
			return o
		}
		w.problem(0, fmt.Sprintf("the outcome %q is unknown", w.outcome))
	}
	if w.status != "" {
		if o := outcomeOf(w.status); o != "" {
			w.because("outcome %s: the file's status is %q", o, w.status)
			return o
		}
	}
	if w.open {
		w.because("outcome PARTIAL_PLUS: steps remain")
		return "PARTIAL_PLUS"
	}
	w.because("outcome SUCCEEDED: nothing remains")
	return "SUCCEEDED"
}

func outcomeOf(s string) string {
	switch c := canonical(s); c {
	case "succeeded", "success", "successful", "complete", "completed", "done", "closed", "finished", "pass", "passed":
		return "SUCCEEDED"
	case "partial plus", "partial", "in progress", "ongoing", "active", "wip":
		return "PARTIAL_PLUS"
	case "partial minus", "blocked":
		return "PARTIAL_MINUS"
	case "failed", "failure", "fail":
		return "FAILED"
	}
	return ""
}

// decideText settles goal and now, each from the best that the file has.
func (w *work) decideText() {
	if w.generation == Event && w.goal == "" {
		w.empty = true
	}
	if len(w.prompts) > 0 {
		all := strings.Join(append(w.prompts, yamldoc.Text(w.body, toPrompt)), "\n\n")
		yamldoc.Set(w.body, toPrompt, yamldoc.String(strings.TrimSpace(all)))
	}
	w.goal = strings.TrimSpace(w.goal + "\n" + strings.Join(w.goals, "\n"))
	w.now = strings.TrimSpace(w.now + "\n" + strings.Join(w.nows, "\n"))
	w.decideGoal()
	w.decideNow()
	yamldoc.Set(w.body, "goal", yamldoc.String(w.goal))
	yamldoc.Set(w.body, "now", yamldoc.String(w.now))
	for i, text := range w.progress {
		if i > 0 || text != w.now {
			w.section("In Progress", strings.Join(w.progress, "\n"))
			break
		}
	}
}

func (w *work) decideGoal() {
	prompt, _, _ := strings.Cut(yamldoc.Text(w.body, toPrompt), "\n")
	for _, from := range []struct{ text, why string }{
		{w.goal, ""},
		{w.task, "the file's task"},
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
	first := func(key string, last bool) string {
		n := yamldoc.Get(w.body, key)
		if n == nil || n.Kind != yamldoc.Sequence || len(n.Content) == 0 {
			return ""
		}
		item := n.Content[0]
		if last {
			item = n.Content[len(n.Content)-1]
		}
		text := yamldoc.Text(item, "task")
		if item.Kind == yamldoc.Scalar {
			text = item.Value
		}
		text, _, _ = strings.Cut(text, "\n")
		return text
	}
	progress := ""
	if len(w.progress) > 0 {
		progress = w.progress[0]
	}
	for _, from := range []struct{ text, before, why string }{
		{progress, "", "what is in progress"},
		{first(toNext, false), "next: ", "the first open step"},
		{first(toDone, true), "done: ", "the last thing done"},
	} {
		if hasWord(from.text) && !isNothing(from.text) {
			w.now = from.before + from.text
			w.because("now: from %s", from.why)
			return
		}
	}
	w.now = w.goal
	w.because("now: the goal; the file has nothing more")
}

// headingGoal is a file's title as a goal, "" where it only names the kind of
// file.
func headingGoal(heading string) string {
	h := heading
	for _, kind := range []string{"Session Handoff", "Handoff", "Task Handoff", "Checkpoint", "Work Stream", "Continuity Ledger", "Session", "Ledger", "Task"} {
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
	if w.branch != "" {
		yamldoc.Set(w.meta, "git_branch", yamldoc.String(w.branch))
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
