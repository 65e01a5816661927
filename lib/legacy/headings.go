package legacy

import (
	"strings"
	"unicode"
)

// What a section of the original becomes.
const (
	toDone      = "done_this_session"
	toNext      = "next"
	toProgress  = "in progress"
	toNow       = "now"
	toGoal      = "goal"
	toDecisions = "decisions"
	toFindings  = "findings"
	toWorked    = "worked"
	toFailed    = "failed"
	toBlockers  = "blockers"
	toQuestions = "questions"
	toEither    = "blockers, questions"
	toModified  = "files.modified"
	toCreated   = "files.created"
	toDeleted   = "files.deleted"
	toRelated   = "related_beads"
	toPrompt    = "continuation_prompt"
	toState     = "state"
	toFields    = "fields"
)

// meaning is what a section with this heading becomes; ok is false for one
// that has no key of its own. A suffix in parentheses or after a dash does not
// count.
func meaning(heading string) (string, bool) {
	for _, h := range []string{canonical(heading), canonical(beforeDash(heading))} {
		if to, ok := sectionMeanings(h); ok {
			return to, true
		}
	}
	return "", false
}

func sectionMeanings(heading string) (string, bool) {
	switch heading {
	case "accomplished", "completed", "completed this session", "completed work", "completed tasks", "done", "done this session",
		"this session", "what was done", "what was accomplished", "what i did", "work completed", "tasks completed", "accomplishments":
		return toDone, true
	case "remaining", "remaining work", "remaining tasks", "next", "next up", "next steps", "to do", "todo", "todos", "what s next",
		"action items", "action items next steps", "recommended next steps":
		return toNext, true
	case "in progress", "work in progress":
		return toProgress, true
	case "now", "current state", "current status":
		return toNow, true
	case "goal", "objective", "goals":
		return toGoal, true
	case "key decisions", "key decisions made", "decisions", "decisions made", "decision log":
		return toDecisions, true
	case "patterns discovered", "findings", "key findings", "discoveries", "learnings", "key learnings", "patterns", "patterns learned":
		return toFindings, true
	case "what worked", "worked":
		return toWorked, true
	case "what failed", "failed", "what didn t work", "what did not work":
		return toFailed, true
	case "blockers", "blocked", "blocked by", "blockers issues":
		return toBlockers, true
	case "open questions", "questions":
		return toQuestions, true
	case "blockers open questions", "blockers and open questions", "blockers questions", "open questions blockers":
		return toEither, true
	case "files changed", "files modified", "modified files", "changed files", "files", "files touched", "key files modified":
		return toModified, true
	case "files created", "new files", "created files":
		return toCreated, true
	case "files deleted", "deleted files", "files removed":
		return toDeleted, true
	case "related beads", "active beads", "beads":
		return toRelated, true
	case "resume prompt", "continuation prompt":
		return toPrompt, true
	case "state":
		return toState, true
	case "ledger":
		return toFields, true
	}
	return "", false
}

// inherits reports whether a subsection without a meaning of its own belongs
// to a section that becomes to.
func inherits(to string) bool {
	switch to {
	case toDone, toNext, toDecisions, toFindings, toBlockers, toQuestions, toEither, toModified, toCreated, toDeleted:
		return true
	}
	return false
}

// canonical is a heading or name in lower case, without what is in
// parentheses, with one space for every run of other signs.
func canonical(s string) string {
	var b strings.Builder
	depth := 0
	for _, r := range strings.ToLower(s) {
		switch {
		case r == '(':
			depth++
		case r == ')' && depth > 0:
			depth--
		case depth > 0:
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			b.WriteRune(r)
		default:
			b.WriteByte(' ')
		}
	}
	return strings.Join(strings.Fields(b.String()), " ")
}

// beforeDash is what comes before " - ", an en or em dash, or a colon.
func beforeDash(s string) string {
	for _, sep := range []string{" - ", " – ", " — ", ": "} {
		if i := strings.Index(s, sep); i > 0 {
			s = s[:i]
		}
	}
	return s
}

// isNothing reports whether a text says that there is nothing.
func isNothing(s string) bool {
	switch c := canonical(s); c {
	case "", "none", "n a", "na", "nothing", "nil", "nothing remaining", "nothing remains", "nothing left", "none remaining", "no blockers", "none active",
		"all done", "all complete", "all completed", "no remaining work", "no remaining tasks", "no open questions", "none at this time", "none identified":
		return true
	}
	return false
}

// isFinished reports whether an item says of itself that it is done.
func isFinished(s string) bool {
	finished := false
	words(strings.ToLower(s), func(word string) {
		switch word {
		case "complete", "completed", "done", "closed", "finished":
			finished = true
		}
	})
	for _, not := range []string{"not ", "incomplete", "n't ", "until ", "to be "} {
		finished = finished && !strings.Contains(strings.ToLower(s), not)
	}
	return finished
}
