package design

import (
	"fmt"
	"strconv"

	"holdfast/lib/each"
	"holdfast/lib/fault"
)

// What a stage may be.
const (
	Pending    = "pending"
	InProgress = "in_progress"
	Complete   = "complete"
)

// A Kind is what a stage makes: a document, tickets, or what only the session knows.
type Kind string

// The kinds. A stage has the kind of what it makes in the end, whatever its number.
const (
	Clarity    Kind = "clarity"
	Rules      Kind = "rules"
	Complexity Kind = "complexity"
	Analysis   Kind = "analysis"
	TDD        Kind = "tdd"
	ADR        Kind = "adr"
	Contracts  Kind = "contracts"
	BDD        Kind = "bdd"
	Tickets    Kind = "tickets"
	Review     Kind = "review"
)

// stage is what is made in the end where a kind is made.
func (k Kind) stage() Kind {
	if k == Analysis || k == ADR {
		return TDD
	}
	return k
}

// A Stage is one step of a design.
type Stage struct {
	Number      int      `json:"stage"`
	Name        string   `json:"name"`
	Makes       Kind     `json:"-"`
	Checkpoints []string `json:"-"` // the keys below checkpoints that belong to it
	Approval    bool     `json:"-"` // it completes only with the user's approval
}

// checkpoint is the stage's own, of two the last.
func (s Stage) checkpoint() string { return s.Checkpoints[len(s.Checkpoints)-1] }

func (s Stage) document() bool { return docKinds[s.Makes].action != "" }

func (s Stage) String() string { return fmt.Sprintf("%d (%s)", s.Number, s.Name) }

// A Table is the stages of a session, in order; the index is the number.
type Table []Stage

// eight is the table of the sessions that we start.
var eight = Table{
	{0, "Clarification", Clarity, []string{"stage_0_clarity"}, false},
	{1, "Business Rules", Rules, []string{"stage_1_rules"}, true},
	{2, "Analysis", Complexity, []string{"stage_2_analysis"}, false},
	{3, "Design", TDD, []string{"stage_3a_alternatives", "stage_3b_design"}, true},
	{4, "Contracts", Contracts, []string{"stage_4_contracts"}, false},
	{5, "BDD", BDD, []string{"stage_5_bdd"}, false},
	{6, "Tickets", Tickets, []string{"stage_6_tickets"}, false},
	{7, "Review", Review, []string{"stage_7_review"}, true},
}

// six is the table that a predecessor also ran with.
var six = Table{
	{0, "Clarify", Clarity, []string{"stage_0_clarity"}, false},
	{1, "Analyze", Complexity, []string{"stage_1_analysis"}, false},
	{2, "Design", TDD, []string{"stage_2a_alternatives", "stage_2b_design"}, true},
	{3, "Contracts", Contracts, []string{"stage_3_contracts"}, false},
	{4, "Tickets", Tickets, []string{"stage_4_tickets"}, false},
	{5, "Review", Review, []string{"stage_5_review"}, true},
}

func (t Table) last() int { return len(t) - 1 }

func (t Table) of(k Kind) (Stage, bool) {
	s := each.First(t, func(s Stage) bool { return s.Makes == k.stage() })
	return s, s.Makes != ""
}

// holder is the checkpoint with the keys of a kind, "" where the table lacks its stage.
func (t Table) holder(k Kind) string {
	s, ok := t.of(k)
	switch {
	case !ok:
		return ""
	case k == Analysis:
		return s.Checkpoints[0]
	}
	return s.checkpoint()
}

func (t Table) parse(typed string) (Stage, error) {
	n, err := strconv.Atoi(typed)
	if err != nil || n < 0 || n > t.last() {
		return Stage{}, fault.Invalid("the stage", "stage", quoted(typed), fmt.Sprintf("0 to %d", t.last()))
	}
	return t[n], nil
}

// kinds are those that are files, in the order of the stages.
var kinds = []Kind{Rules, Analysis, TDD, ADR, Contracts, BDD, Tickets}

type docKind struct {
	key     string // of artifacts, that names them
	fileKey string // of the stage's checkpoint, that names them
	suffix  string // of their name in Dir, "" for none
	dir     string // of theirs, where a design has several, else ""
	noun    string // what there is one of
	// countKey is the key that counts what is in it; counted is an expression for a
	// line that counts, whose group is the title, and example such a line.
	countKey, counted, example string
	action, what               string // of the stage that makes it, and what that makes
	open                       string // what is said of one that is not approved
}

var docKinds = map[Kind]docKind{
	Rules: {
		key: "rules", fileKey: "rules_file", suffix: "-rules.md", noun: "rule",
		countKey: "rules_count", counted: numbered("rule|règle"), example: "## Rule 1: …",
		action: "extract-rules", what: "business rules", open: "awaiting approval",
	},
	Analysis: {
		key: "analysis", fileKey: "analysis_file", suffix: "-analysis.md", noun: "alternative",
		countKey: "alternatives_count", example: "## Alternative A: …",
		counted: numbered("alternative|option|approach"),
	},
	TDD: {
		key: "tdd", fileKey: "tdd_file", suffix: "-tdd.md", noun: "TDD",
		action: "write-tdd", what: "technical design of what was chosen, and its decisions", open: "written",
	},
	ADR: {key: "adrs", fileKey: "adr_files", dir: adrDir, noun: "ADR"},
	Contracts: {
		key: "contracts", fileKey: "contracts_file", suffix: "-contracts.md", noun: "contracts",
		action: "write-contracts", what: "contracts", open: "written",
	},
	BDD: {
		key: "bdd", fileKey: "bdd_file", suffix: "-bdd.feature", noun: "scenario",
		countKey: "scenario_count", example: "Scenario: …",
		counted: `^(?:Scenario(?: Outline| Template)?|Example|Scénario|Plan du [sS]cénario):\s*(.*)`,
		action:  "write-scenarios", what: "scenarios, each traced to a rule",
	},
	Tickets: {key: "tickets", fileKey: "ticket_files", dir: TicketsDir, noun: "ticket"},
}

// numbered is a heading such as "Rule 3: …" or "2. Option B", with one of the nouns.
func numbered(nouns string) string {
	return `(?i)^#{2,}\s+([\d\W]*(?:` + nouns + `)\W+(?:\d+|[a-z])\b.*)`
}
