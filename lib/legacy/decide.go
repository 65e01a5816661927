package legacy

import (
	"path"
	"strings"

	"holdfast/lib/artifact"
	"holdfast/lib/fault"
	"holdfast/lib/yamldoc"
)

// A choice is a value that something may get, and why.
type choice struct{ text, why string }

// choose is the first choice that says something; it notes why.
func (w *work) choose(what string, choices ...choice) string {
	for _, c := range choices {
		if text := strings.TrimSpace(c.text); hasWord(text) {
			w.because("%s %s: %s", what, fault.Shorten(text), c.why)
			return text
		}
	}
	return ""
}

// decide settles what an artifact needs and the file does not say outright.
func (w *work) decide() {
	mode := artifact.Handoff
	switch w.Generation {
	case Checkpoint, Event, Ledger:
		mode = artifact.Checkpoint
	}
	format := formats[w.Generation[0]-'0']
	mode = w.choose("mode", choice{w.said["mode"], "the file says so"},
		choice{mode, "a file of generation " + w.Generation + " (" + format + ")"})
	w.decideDate()
	bead := ""
	bead, w.beadTitle = splitBead(w.said["bead"])
	bead = w.choose("bead", choice{bead, "the file names it"}, choice{"none", "the file names none"})
	outcome := w.decideOutcome()
	w.decideText()
	session := w.decideSession(strings.TrimPrefix(bead, "none"))
	for _, c := range []struct{ key, value string }{
		{"schema_version", artifact.SchemaVersion}, {"mode", mode}, {"outcome", outcome}, {"session", session},
		{"primary_bead", bead},
	} {
		yamldoc.Set(w.Document.Front, c.key, yamldoc.String(c.value))
	}
	yamldoc.Set(w.meta, "migrated_from", yamldoc.String(w.Path))
	yamldoc.Set(w.meta, "original_format", yamldoc.String(format))
	if w.said["branch"] != "" {
		yamldoc.Set(w.meta, "git_branch", yamldoc.String(w.said["branch"]))
	}
	if test := w.said["test"]; test != "" && yamldoc.Get(w.Document.Body, "test") == nil {
		yamldoc.Set(w.Document.Body, "test", yamldoc.String(test))
	}
}

// splitBead takes "id - title" apart; an id of "none" is not an id.
func splitBead(s string) (id, title string) {
	id = strings.Trim(strings.TrimSpace(s), "`*")
	for _, sep := range []string{" - ", " – ", " — ", ": ", " ("} {
		if before, after, ok := strings.Cut(id, sep); ok && before != "" {
			id, title = before, strings.TrimSpace(after+" "+title)
		}
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
	said, status, remains := w.said["outcome"], w.said["status"], ""
	own := find("outcomes", canonical(said))
	if said != "" && own == "" {
		w.problem(0, "the outcome "+fault.Shorten(said)+" is unknown")
	}
	if w.open {
		remains = "PARTIAL_PLUS"
	}
	return w.choose("outcome",
		choice{own, "the file says " + fault.Shorten(said)},
		choice{find("outcomes", canonical(status)), "the file's status is " + fault.Shorten(status)},
		choice{remains, "steps remain"},
		choice{"SUCCEEDED", "nothing remains"})
}

// decideText settles goal and now, each from the best that the file has.
func (w *work) decideText() {
	w.Empty = w.Empty || w.Generation == Event && w.said["goal"] == ""
	prompt, _, _ := strings.Cut(yamldoc.Text(w.Document.Body, toPrompt), "\n")
	goal := w.choose("goal", choice{w.said["goal"], "the file says so"},
		choice{w.said["task"], "the file's task"},
		choice{w.beadTitle, "the bead's title"},
		choice{headingGoal(w.heading), "the file's title"},
		choice{prompt, "the first line of the prompt"},
		choice{strings.ReplaceAll(nameTitle(w.Path), "-", " "), "the file's name"},
		choice{path.Base(w.Path), "the file's name"},
		choice{"unknown", "the file names none"})
	done := w.items(toDone)
	now := w.choose("now", choice{w.said["now"], "the file says so"},
		choice{first("", w.progress), "what is in progress"},
		choice{first("next: ", w.items(toNext)), "the first open step"},
		choice{first("done: ", done[max(len(done)-1, 0):]), "the last thing done"},
		choice{goal, "the goal; the file has nothing more"})
	yamldoc.Set(w.Document.Body, "goal", yamldoc.String(goal))
	yamldoc.Set(w.Document.Body, "now", yamldoc.String(now))
	if len(w.progress) > 1 || len(w.progress) == 1 && w.progress[0] != now {
		w.keep("In Progress", strings.Join(w.progress, "\n"))
	}
}

// first is the first line of the first item, "" where it says nothing.
func first(before string, items []string) string {
	if len(items) == 0 || isNothing(items[0]) {
		return ""
	}
	text, _, _ := strings.Cut(items[0], "\n")
	return before + text
}

// items are the texts of a list in the body: its strings, or its tasks.
func (w *work) items(key string) (all []string) {
	if n := yamldoc.Get(w.Document.Body, key); n != nil {
		for _, item := range n.Content {
			all = append(all, item.Value+yamldoc.Text(item, "task"))
		}
	}
	return all
}

// headingGoal is a file's title as a goal, "" where it only names the kind of
// file.
func headingGoal(heading string) string {
	for _, kind := range []string{"Session Handoff", "Handoff", "Task Handoff", "Checkpoint", "Work Stream",
		"Continuity Ledger", "Session", "Ledger", "Task"} {
		if rest, ok := strings.CutPrefix(heading, kind); ok && (rest == "" || rest[0] == ':' || rest[0] == ' ') {
			return strings.TrimLeft(rest, ":-– ")
		}
	}
	return heading
}

// artifactName reports whether s can be a session folder's name as we make them.
func artifactName(s string) bool {
	return s != "" && artifact.FolderName(s) == s && artifact.SafeName(s)
}

// decideSession settles the line of work: the folder that the file is in, or that a
// ledger's name tells, else the bead, what the file says, or the goal.
func (w *work) decideSession(bead string) string {
	folder, ledger := strings.CutPrefix(strings.TrimSuffix(path.Base(w.Path), ".md"), "CONTINUITY_CLAUDE-")
	if !ledger || path.Dir(w.Path) != ledgerDir {
		below, _ := strings.CutPrefix(path.Dir(w.Path)+"/", artifact.Dir+"/")
		if folder, _, _ = strings.Cut(below, "/"); folder == Events || below == path.Dir(w.Path)+"/" {
			folder = ""
		}
	}
	said := w.said["session"]
	if canonical(said) == "unknown" || isNothing(said) {
		said = ""
	}
	goal := yamldoc.Text(w.Document.Body, "goal")
	name := w.choose("session", choice{folder, "its folder"}, choice{bead, "the bead"},
		choice{said, "the file says so"}, choice{artifact.Slug(goal), "from the goal"},
		choice{"work", "it has no name"})
	if artifactName(name) {
		return name
	}
	// The title of a bead that was left in goes, other signs become "-".
	id, _, titled := strings.Cut(name, " - ")
	switch {
	case bead != "" && strings.HasPrefix(name, bead+" "):
		name = bead
	case titled && !strings.Contains(id, " "):
		name = id
	}
	if name = artifact.FolderName(name); artifact.SafeName(name) {
		return name
	}
	return "work"
}
