package legacy

import (
	"strings"
	"unicode"
)

// What a section or a label of the original becomes: a key of the body, or one of
// the words below.
const (
	toDone      = "done_this_session"
	toNext      = "next"
	toProgress  = "in progress"
	toNow       = "now"
	toGoal      = "goal"
	toFindings  = "findings"
	toBlockers  = "blockers"
	toQuestions = "questions"
	toEither    = "blockers, questions"
	toRelated   = "related_beads"
	toPrompt    = "continuation_prompt"
	toState     = "state"
	toFacts     = "facts"
	inFiles     = "files."
)

// A meaning is what names mean, in lower case and without signs.
type meaning struct{ to, names string }

var meanings = []meaning{
	{toDone, "accomplished|completed|completed this session|completed work|completed tasks|done|" +
		"done this session|this session|what was done|what was accomplished|what i did|work completed|" +
		"tasks completed|accomplishments"},
	{toNext, "remaining|remaining work|remaining tasks|next|next up|next steps|to do|" +
		"todo|todos|what s next|action items|action items next steps|recommended next steps"},
	{toProgress, "in progress|work in progress"},
	{toNow, "now|current state|current status"},
	{toGoal, "goal|objective|goals"},
	{"decisions", "key decisions|key decisions made|decisions|decisions made|decision log"},
	{toFindings, "patterns discovered|findings|key findings|discoveries|learnings|" +
		"key learnings|patterns|patterns learned"},
	{"worked", "what worked|worked"},
	{"failed", "what failed|failed|what didn t work|what did not work"},
	{toBlockers, "blockers|blocked|blocked by|blockers issues"},
	{toQuestions, "open questions|questions"},
	{toEither, "blockers open questions|blockers and open questions|blockers questions|open questions blockers"},
	{inFiles + "modified", "files changed|files modified|modified files|changed files|" +
		"files|files touched|key files modified"},
	{inFiles + "created", "files created|new files|created files"},
	{inFiles + "deleted", "files deleted|deleted files|files removed"},
	{toRelated, "related beads|active beads|beads"},
	{toPrompt, "resume prompt|continuation prompt"},
	{toState, "state"},
	{toFacts, "ledger"},
}

// deep are the meanings to which sections below belong, where these have none.
const deep = toDone + toNext + toFindings + toEither + "decisions" + inFiles + "modified" + inFiles + "created"

// facts are the named texts that decide something, "**Name:** text" or a key of
// front matter.
var facts = []meaning{
	{"goal", "goal|objective"},
	{"task", "task|focus"},
	{"now", "now|current focus"},
	{"bead", "active bead|primary bead|bead|bead id"},
	{"session", "session|session name|workstream|stream"},
	{"mode", "mode|event type"},
	{"outcome", "outcome"},
	{"status", "status"},
	{"branch", "branch|git branch"},
	{"test", "test|test command"},
	{"date", "date|timestamp|ts|created at"},
	{"updated", "updated|last updated|updated at"},
	{"started", "started|created"},
	{"session_id", "session id"},
	{"agent_id", "agent id"},
	{"root_span_id", "root span id"},
	{"turn_span_id", "turn span id"},
}

// outcomes are the outcomes and statuses that files have.
var outcomes = []meaning{
	{"SUCCEEDED", "succeeded|success|successful|complete|completed|done|closed|finished|pass|passed"},
	{"PARTIAL_PLUS", "partial plus|partial|in progress|ongoing|active|wip"},
	{"PARTIAL_MINUS", "partial minus|blocked"},
	{"FAILED", "failed|failure|fail"},
}

const nothing = "none|n a|na|nothing|nil|nothing remaining|nothing remains|nothing left|" +
	"none remaining|no blockers|none active|all done|all complete|all completed|no remaining work|" +
	"no remaining tasks|no open questions|none at this time|none identified"

// find is what a name means, "" where it is not in the table.
func find(table []meaning, name string) string {
	for _, m := range table {
		if name != "" && strings.Contains("|"+m.names+"|", "|"+name+"|") {
			return m.to
		}
	}
	return ""
}

// meaningOf is what a section with this heading becomes. A suffix in parentheses
// or after a dash does not count.
func meaningOf(heading string) string {
	to := find(meanings, canonical(heading))
	for _, sep := range []string{" - ", " – ", " — ", ": "} {
		if i := strings.Index(heading, sep); i > 0 && to == "" {
			to = find(meanings, canonical(heading[:i]))
		}
	}
	return to
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

// isNothing reports whether a text says that there is nothing.
func isNothing(s string) bool {
	c := canonical(s)
	return c == "" || find([]meaning{{"nothing", nothing}}, c) != ""
}

// isFinished reports whether an item says of itself that it is done.
func isFinished(s string) bool {
	finished := false
	for _, word := range words(strings.ToLower(s)) {
		switch word {
		case "complete", "completed", "done", "closed", "finished":
			finished = true
		case "not", "incomplete", "until", "be", "isn", "aren":
			return false
		}
	}
	return finished
}
