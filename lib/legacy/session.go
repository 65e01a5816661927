package legacy

import (
	"path"
	"strings"

	"holdfast/lib/artifact"
)

// decideSession settles the line of work and the new file's short title.
func (w *work) decideSession() {
	said, bead := w.said["session"], w.bead
	if canonical(said) == "unknown" || isNothing(said) {
		said = ""
	}
	if bead == "none" {
		bead = ""
	}
	for _, from := range []struct{ name, why string }{
		{sessionFolder(w.rel), "its folder"}, {bead, "the bead"}, {said, "the file says so"},
		{artifact.Slug(w.goal), "from the goal"},
	} {
		if from.name == "" {
			continue
		}
		if w.session = from.name; !artifactName(from.name) {
			w.session = folderName(from.name, bead)
			from.why += ", without characters that a folder's name should not contain"
		}
		w.because("session %s: %s", w.session, from.why)
		break
	}
	w.decideTitle()
}

// sessionFolder is the session folder that a path is in, or that a ledger's
// name tells; "" if there is none.
func sessionFolder(rel string) string {
	base := strings.TrimSuffix(path.Base(rel), ".md")
	if session, ok := strings.CutPrefix(base, "CONTINUITY_CLAUDE-"); ok && path.Dir(rel) == ledgerDir {
		return session
	}
	below, ok := strings.CutPrefix(path.Dir(rel), artifact.Dir+"/")
	if !ok {
		return ""
	}
	folder, _, _ := strings.Cut(below, "/")
	if folder == "events" {
		return ""
	}
	return folder
}

// folderName makes a session folder's name of one that is broken: a bead's
// title that was left in goes, other signs become "-".
func folderName(s, bead string) string {
	if bead != "" && strings.HasPrefix(s, bead+" ") {
		return artifact.FolderName(bead)
	}
	if id, _, ok := strings.Cut(s, " - "); ok && !strings.Contains(id, " ") {
		s = id
	}
	if name := artifact.FolderName(s); artifact.SafeName(name) {
		return name
	}
	return "work"
}

func (w *work) decideTitle() {
	title := nameTitle(w.rel)
	switch w.generation {
	case Checkpoint, Event:
		title = w.goal
	case Handoff:
		if w.beadTitle != "" {
			title = w.beadTitle
		} else if title == w.bead {
			title = w.goal
		}
	case Ledger:
		title = "ledger"
	case Task:
		if strings.HasPrefix(path.Base(w.rel), "auto-handoff-") {
			title = "auto-handoff"
		}
	}
	if rest, ok := strings.CutPrefix(title, w.bead); ok && w.bead != "" && strings.Trim(rest, " -:–—") != "" {
		title = rest
	}
	w.title = artifact.Slug(title)
	if rest, ok := strings.CutPrefix(w.title, artifact.AutoTitle); ok && strings.Trim(rest, "-0123456789") == "" {
		w.title = artifact.Slug("x-" + w.title)
	}
}
