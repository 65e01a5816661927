package legacy

import (
	"path"
	"strings"

	"holdfast/lib/artifact"
	"holdfast/lib/fault"
	"holdfast/lib/yamldoc"
)

// choose is the first text that says something; it notes why. Each text is followed
// by its reason.
func (w *work) choose(what string, choices ...string) string {
	for i := 0; i < len(choices); i += 2 {
		if text := strings.TrimSpace(choices[i]); hasWord(text) {
			w.Why = append(w.Why, what+" "+fault.Shorten(text)+": "+choices[i+1])
			return text
		}
	}
	return ""
}

// decide settles what an artifact needs and the file does not say outright.
func (w *work) decide() {
	const saysSo = "the file says so"
	mode, format := artifact.Handoff, formats[w.Generation[0]-'0']
	switch w.Generation {
	case Checkpoint, Event, Ledger:
		mode = artifact.Checkpoint
	}
	set(w.Document.Front, "schema_version", artifact.SchemaVersion, "mode", w.choose("mode", w.said["mode"], saysSo,
		mode, "a file of generation "+w.Generation+" ("+format+")"))
	w.decideDate()
	bead, title := splitBead(w.said["bead"])
	set(w.Document.Front, "primary_bead", w.choose("bead", bead, "the file names it", "none", "the file names none"),
		"outcome", w.decideOutcome())
	w.Empty = w.Empty || w.Generation == Event && w.said["goal"] == ""
	heading := w.said["title"]
	if _, after, ok := strings.Cut(heading, ": "); ok || meaningOf(heading) == toFacts {
		heading = after
	}
	goal := w.choose("goal", w.said["goal"], saysSo, w.said["task"], "the file's task", title, "the bead's title",
		heading, "the file's title", strings.ReplaceAll(nameTitle(w.Path), "-", " "), "the file's name",
		path.Base(w.Path), "the file's name", "unknown", "the file names none")
	now := w.choose("now", w.said["now"], saysSo, first("", w.progress), "what is in progress",
		first("next: ", w.texts(toNext)), "the first open step",
		goal, "the goal; the file has nothing more")
	if len(w.progress) > 1 || len(w.progress) == 1 && w.progress[0] != now {
		w.keep("In Progress", strings.Join(w.progress, "\n"))
	}
	set(w.Document.Front, "session", w.decideSession(bead, goal))
	set(w.Document.Body, "goal", goal, "now", now)
	set(w.meta, "migrated_from", w.Path, "original_format", format, "git_branch", strings.Trim(w.said["branch"], "`"))
	if yamldoc.Get(w.Document.Body, "test") == nil {
		set(w.Document.Body, "test", w.said["test"])
	}
}

// set puts texts that are not empty at their keys.
func set(m *yamldoc.Node, pairs ...string) {
	for i := 0; i < len(pairs); i += 2 {
		if pairs[i+1] != "" {
			yamldoc.Set(m, pairs[i], yamldoc.String(pairs[i+1]))
		}
	}
}

// splitBead takes "id - title" apart; an id of "none" is not an id.
func splitBead(s string) (id, title string) {
	id = strings.Trim(strings.TrimSpace(s), "`*")
	for _, sep := range []string{" - ", " – ", " — ", ": ", " (", " "} {
		before, after, ok := strings.Cut(id, sep)
		if ok && before != "" && (sep != " " || strings.ContainsAny(before, "-.0123456789")) {
			id, title = before, strings.TrimSpace(after+" "+title)
		}
	}
	if id = strings.Trim(id, "`*, "); isNothing(id) {
		id = ""
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
	return w.choose("outcome", own, "the file says "+fault.Shorten(said),
		find("outcomes", canonical(status)), "the file's status is "+fault.Shorten(status),
		remains, "steps remain", "SUCCEEDED", "nothing remains")
}

// first is the first line of the first item, "" where it says nothing.
func first(before string, items []string) string {
	if len(items) == 0 || isNothing(items[0]) {
		return ""
	}
	text, _, _ := strings.Cut(items[0], "\n")
	return before + text
}

func (w *work) texts(key string) (all []string) {
	for _, item := range w.parts[key] {
		all = append(all, artifact.Inline(item))
	}
	return all
}

// decideSession settles the line of work: the folder that the file is in, or that a
// ledger's name tells, else the bead, what the file says, or the goal. The title of a
// bead that was left in a folder's name goes, other signs become "-".
func (w *work) decideSession(bead, goal string) string {
	folder, isLedger := strings.CutPrefix(strings.TrimSuffix(path.Base(w.Path), ".md"), "CONTINUITY_CLAUDE-")
	if !isLedger || path.Dir(w.Path) != ledgerDir {
		below, stored := strings.CutPrefix(path.Dir(w.Path), artifact.Dir+"/")
		if folder, _, _ = strings.Cut(below, "/"); !stored || folder == Events {
			folder = ""
		}
	}
	said := w.said["session"]
	if canonical(said) == "unknown" || isNothing(said) {
		said = ""
	}
	name := w.choose("session", folder, "its folder", bead, "the bead", said, "the file says so",
		artifact.Slug(goal), "from the goal", "work", "it has no name")
	if id, _, titled := strings.Cut(name, " - "); titled && !strings.Contains(id, " ") {
		name = id
	}
	return artifact.FolderName(name)
}
