package design

import (
	"fmt"
	"slices"
	"strconv"

	"holdfast/lib/fault"
)

// What a stage may be.
const (
	Pending    = "pending"
	InProgress = "in_progress"
	Complete   = "complete"
)

var statuses = []string{Pending, InProgress, Complete}

// A Kind is one of the documents that a design makes.
type Kind string

// The kinds of documents. Tickets have a command of their own.
const (
	Rules     Kind = "rules"
	Analysis  Kind = "analysis"
	Contracts Kind = "contracts"
	BDD       Kind = "bdd"
	TDD       Kind = "tdd"
	ADR       Kind = "adr"
	tickets   Kind = "tickets"
)

// Kinds are those that are saved as documents, in the order of the stages.
var Kinds = []Kind{Rules, Analysis, TDD, ADR, Contracts, BDD}

// A docKind is what is known of the documents of a kind.
type docKind struct {
	role    Role   // the stage that makes them
	key     string // of artifacts, that names them
	fileKey string // of the stage's checkpoint, that names them
	suffix  string // of their name in Dir, "" for none
	many    bool   // a design has several
	// countKey is the key that counts what is in it: nouns, of which example is one.
	countKey, noun, example string
	counted                 string // what is counted, an expression whose group is the title
}

var docKinds = map[Kind]docKind{
	Rules: {
		role: Extract, key: "rules", fileKey: "rules_file", suffix: "-rules.md",
		countKey: "rules_count", noun: "rule", example: "## Rule 1: …", counted: numbered("rule|règle"),
	},
	Analysis: {
		role: Decide, key: "analysis", fileKey: "analysis_file", suffix: "-analysis.md",
		countKey: "alternatives_count", noun: "alternative", example: "## Alternative A: …",
		counted: numbered("alternative|option|approach"),
	},
	TDD:       {role: Decide, key: "tdd", fileKey: "tdd_file", suffix: "-tdd.md"},
	ADR:       {role: Decide, key: "adrs", fileKey: "adr_files", many: true},
	Contracts: {role: Contract, key: "contracts", fileKey: "contracts_file", suffix: "-contracts.md"},
	BDD: {
		role: Scenario, key: "bdd", fileKey: "bdd_file", suffix: "-bdd.feature",
		countKey: "scenario_count", noun: "scenario", example: "Scenario: …",
		counted: `^(?:Scenario(?: Outline| Template)?|Example|Scénario|Plan du [sS]cénario):\s*(.*)`,
	},
	tickets: {role: Ticket, key: "tickets", fileKey: "ticket_files", many: true},
}

// numbered is a heading with one of the nouns and a number or letter, as in "Rule 3: …"
// or "2. Option B".
func numbered(nouns string) string {
	return `(?i)^#{2,}\s+([\d\W]*(?:` + nouns + `)\W+(?:\d+|[a-z])\b.*)`
}

// ends are how the names of documents in Dir end.
var ends = []string{"-rules.md", "-analysis.md", "-tdd.md", "-contracts.md", "-bdd.feature", "-flows.md"}

// kindsOf are the documents that belong to a stage.
func kindsOf(role Role) []Kind {
	other := func(k Kind) bool { return docKinds[k].role != role }
	return slices.DeleteFunc(append(slices.Clone(Kinds), tickets), other)
}

// A Role is what a stage is for, whatever its number in a table.
type Role string

// The roles of stages.
const (
	Clarify  Role = "clarify"
	Extract  Role = "rules"
	Analyse  Role = "analysis"
	Decide   Role = "design"
	Contract Role = "contracts"
	Scenario Role = "bdd"
	Ticket   Role = "tickets"
	Review   Role = "review"
)

// A Stage is one step of a design.
type Stage struct {
	Number      int
	Name        string
	Role        Role
	Checkpoints []string // the keys below checkpoints that belong to it
	Needs       Kind     // the document without which it is not complete, "" for none
	Approval    bool     // it completes only with the user's approval
}

// checkpoint is the stage's own, of two the last.
func (s Stage) checkpoint() string { return s.Checkpoints[len(s.Checkpoints)-1] }

func (s Stage) String() string { return fmt.Sprintf("%d (%s)", s.Number, s.Name) }

// A Table is the stages of a session, in order; the index is the number.
type Table []Stage

// eight is the table of the sessions that we start.
var eight = Table{
	{0, "Clarification", Clarify, []string{"stage_0_clarity"}, "", false},
	{1, "Business Rules", Extract, []string{"stage_1_rules"}, Rules, true},
	{2, "Analysis", Analyse, []string{"stage_2_analysis"}, "", false},
	{3, "Design", Decide, []string{"stage_3a_alternatives", "stage_3b_design"}, TDD, true},
	{4, "Contracts", Contract, []string{"stage_4_contracts"}, Contracts, false},
	{5, "BDD", Scenario, []string{"stage_5_bdd"}, BDD, false},
	{6, "Tickets", Ticket, []string{"stage_6_tickets"}, "", false},
	{7, "Review", Review, []string{"stage_7_review"}, "", true},
}

// six is the table that a predecessor also ran with.
var six = Table{
	{0, "Clarify", Clarify, []string{"stage_0_clarity"}, "", false},
	{1, "Analyze", Analyse, []string{"stage_1_analysis"}, "", false},
	{2, "Design", Decide, []string{"stage_2a_alternatives", "stage_2b_design"}, TDD, true},
	{3, "Contracts", Contract, []string{"stage_3_contracts"}, Contracts, false},
	{4, "Tickets", Ticket, []string{"stage_4_tickets"}, "", false},
	{5, "Review", Review, []string{"stage_5_review"}, "", true},
}

func (t Table) last() int { return len(t) - 1 }

func (t Table) of(r Role) (Stage, bool) {
	i := slices.IndexFunc(t, func(s Stage) bool { return s.Role == r })
	if i < 0 {
		return Stage{}, false
	}
	return t[i], true
}

// checkpoint is the name of the checkpoint of a role, "" where the table lacks it.
func (t Table) checkpoint(r Role) string {
	if s, ok := t.of(r); ok {
		return s.checkpoint()
	}
	return ""
}

// alternatives is the checkpoint that is saved before and after the choice.
func (t Table) alternatives() string {
	s, _ := t.of(Decide)
	return s.Checkpoints[0]
}

// holder is the checkpoint that holds the keys of a document.
func (t Table) holder(k Kind) string {
	if k == Analysis {
		return t.alternatives()
	}
	return t.checkpoint(docKinds[k].role)
}

// parse is the number of a stage, as it was typed.
func (t Table) parse(typed string) (int, error) {
	n, err := strconv.Atoi(typed)
	if err != nil || n < 0 || n > t.last() {
		return 0, fault.Invalid("the stage", "stage", quoted(typed), fmt.Sprintf("0 to %d", t.last()))
	}
	return n, nil
}
