package legacy

import (
	"strings"
	"unicode"
)

// What a section, a key or a label of the original becomes: a key of the body, or
// one of the words below.
const (
	toDone      = "done_this_session"
	toNext      = "next"
	toProgress  = "in progress"
	toNow       = "now"
	toGoal      = "goal"
	toDecisions = "decisions"
	toFindings  = "findings"
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

// A meaning is what headings mean, in lower case and without signs. The sections
// below one that is deep belong to it, where they have no meaning of their own.
type meaning struct {
	to       string
	deep     bool
	headings string
}

var meanings = []meaning{
	{toDone, true, "accomplished|completed|completed this session|completed work|completed tasks|done|" +
		"done this session|this session|what was done|what was accomplished|what i did|work completed|tasks completed|accomplishments"},
	{toNext, true, "remaining|remaining work|remaining tasks|next|next up|next steps|to do|" +
		"todo|todos|what s next|action items|action items next steps|recommended next steps"},
	{toProgress, false, "in progress|work in progress"},
	{toNow, false, "now|current state|current status"},
	{toGoal, false, "goal|objective|goals"},
	{toDecisions, true, "key decisions|key decisions made|decisions|decisions made|decision log"},
	{toFindings, true, "patterns discovered|findings|key findings|discoveries|learnings|" +
		"key learnings|patterns|patterns learned"},
	{"worked", false, "what worked|worked"},
	{"failed", false, "what failed|failed|what didn t work|what did not work"},
	{toBlockers, true, "blockers|blocked|blocked by|blockers issues"},
	{toQuestions, true, "open questions|questions"},
	{toEither, true, "blockers open questions|blockers and open questions|blockers questions|open questions blockers"},
	{toModified, true, "files changed|files modified|modified files|changed files|" +
		"files|files touched|key files modified"},
	{toCreated, true, "files created|new files|created files"},
	{toDeleted, true, "files deleted|deleted files|files removed"},
	{toRelated, false, "related beads|active beads|beads"},
	{toPrompt, false, "resume prompt|continuation prompt"},
	{toState, false, "state"},
	{toFields, false, "ledger"},
}

// facts are the named texts that decide something, "**Name:** text" or a key of
// front matter.
var facts = []meaning{
	{"goal", false, "goal|objective"},
	{"task", false, "task|focus"},
	{"now", false, "now|current focus"},
	{"bead", false, "active bead|primary bead|bead|bead id"},
	{"session", false, "session|session name|workstream|stream"},
	{"mode", false, "mode|event type"},
	{"outcome", false, "outcome"},
	{"status", false, "status"},
	{"branch", false, "branch|git branch"},
	{"test", false, "test|test command"},
	{"date", false, "date|timestamp|ts|created at"},
	{"updated", false, "updated|last updated|updated at"},
	{"started", false, "started|created"},
	{"session_id", false, "session id"},
	{"agent_id", false, "agent id"},
	{"root_span_id", false, "root span id"},
	{"turn_span_id", false, "turn span id"},
	{"", false, "schema version|agent|type|reason"},
}

func find(table []meaning, name string) (meaning, bool) {
	for _, m := range table {
		for one := range strings.SplitSeq(m.headings, "|") {
			if one == name {
				return m, true
			}
		}
	}
	return meaning{}, false
}

// meaningOf is what a section with this heading becomes. A suffix in parentheses
// or after a dash does not count.
func meaningOf(heading string) (meaning, bool) {
	if m, ok := find(meanings, canonical(heading)); ok {
		return m, true
	}
	for _, sep := range []string{" - ", " – ", " — ", ": "} {
		if i := strings.Index(heading, sep); i > 0 {
			heading = heading[:i]
		}
	}
	return find(meanings, canonical(heading))
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

const nothing = "|none|n a|na|nothing|nil|nothing remaining|nothing remains|nothing left|" +
	"none remaining|no blockers|none active|all done|all complete|all completed|no remaining work|" +
	"no remaining tasks|no open questions|none at this time|none identified|"

// isNothing reports whether a text says that there is nothing.
func isNothing(s string) bool {
	c := canonical(s)
	return len(c) < len("no remaining tasks")+1 && strings.Contains(nothing, "|"+c+"|") || c == ""
}

// isFinished reports whether an item says of itself that it is done.
func isFinished(s string) bool {
	s = strings.ToLower(s)
	finished := false
	words(s, func(word string) {
		finished = finished || strings.Contains("|complete|completed|done|closed|finished|", "|"+word+"|")
	})
	for _, not := range []string{"not ", "incomplete", "n't ", "until ", "to be "} {
		finished = finished && !strings.Contains(s, not)
	}
	return finished
}
