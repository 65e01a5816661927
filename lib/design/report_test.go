package design

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
)

const (
	wholeTDD   = "# TDD\n## Architecture\na\n## Interface\nb\n## Acceptance Criteria\nc\n"
	partialTDD = "# TDD\n## Architecture\na\n"
	twoRules   = "# Business Rules: auth\n**Status:** Draft\n## Rule 1: a\n## Rule 2: b\n"
	threeWays  = "## Alternative A\n## Alternative B\n## Alternative C\n"
)

// at is a session whose stages before n are complete, with the rest of its
// members.
func at(n string, rest string) string {
	status := []string{}
	for _, st := range eight {
		s := Pending
		switch {
		case st.Number < int(n[0]-'0'):
			s = Complete
		case st.Number == int(n[0]-'0'):
			s = InProgress
		}
		status = append(status, fmt.Sprintf("%q", string(rune('0'+st.Number)))+`:"`+s+`"`)
	}
	return `{"current_stage":` + n + `,"prd_source":"docs/prd.md","stage_status":{` + strings.Join(status, ",") + `}` + rest + `}`
}

func TestResumingTakesUpWhatIsThere(t *testing.T) {
	rules, analysis, tdd, bdd := Dir+"/auth-rules.md", Dir+"/auth-analysis.md", docsDir+"/auth.md", Dir+"/auth-bdd.feature"
	for name, c := range map[string]struct {
		session  string
		files    map[string]string
		action   string
		produced string // of the stage resumed at
		reads    string // the first file to read
		asks     bool
	}{
		"nothing yet":               {at("0", ""), nil, "clarify", "", "docs/prd.md", false},
		"a question without answer": {at("0", `,"checkpoints":{"stage_0_clarity":{"questions_asked":["a","b"],"user_answers":{"a":"1"}}}`), nil, "clarify", "1 answer to 2 questions", "docs/prd.md", true},
		"no rules":                  {at("1", ""), nil, "extract-rules", "", "docs/prd.md", false},
		"rules in progress":         {at("1", ""), map[string]string{rules: twoRules}, "approve-rules", "2 rules awaiting approval", rules, true},
		"rules approved":            {at("1", `,"checkpoints":{"stage_1_rules":{"user_approved":true,"rules_count":8}}`), map[string]string{rules: twoRules}, "complete-stage", "8 rules approved", rules, false},
		"no judgement":              {at("2", ""), map[string]string{rules: twoRules}, "judge-complexity", "", "docs/prd.md", false},
		"judged":                    {at("2", `,"checkpoints":{"stage_2_analysis":{"complexity":"complex","reason":"two services"}}`), nil, "complete-stage", "complex: two services", "docs/prd.md", false},
		"no alternatives":           {at("3", ""), nil, "compare-alternatives", "", "docs/prd.md", false},
		"alternatives":              {at("3", ""), map[string]string{analysis: threeWays}, "choose-alternative", "3 alternatives awaiting choice", analysis, true},
		"alternatives in numbers":   {at("3", `,"checkpoints":{"stage_3a_alternatives":{"alternatives_count":2}}`), nil, "compare-alternatives", "2 alternatives awaiting choice", "docs/prd.md", false},
		"chosen":                    {at("3", `,"checkpoints":{"stage_3a_alternatives":{"chosen_alternative":"B"}}`), map[string]string{analysis: threeWays}, "write-tdd", "3 alternatives, chosen: B", analysis, false},
		"a choice by number":        {at("3", `,"checkpoints":{"stage_3a_alternatives":{"chosen_alternative":2}}`), nil, "write-tdd", "chosen: 2", "docs/prd.md", false},
		"a partial TDD":             {at("3", ""), map[string]string{tdd: partialTDD}, "continue-tdd", "TDD partial", tdd, false},
		"a whole TDD":               {at("3", ""), map[string]string{Dir + "/auth-tdd.md": wholeTDD}, "approve-tdd", "TDD written", Dir + "/auth-tdd.md", true},
		"an approved TDD":           {at("3", `,"checkpoints":{"stage_3b_design":{"user_approved":true}}`), map[string]string{tdd: wholeTDD}, "complete-stage", "TDD approved", tdd, false},
		"alternatives beside a TDD": {at("3", `,"checkpoints":{"stage_3a_alternatives":{"alternatives_count":3,"completed_at":"x"}}`), map[string]string{tdd: wholeTDD}, "compare-alternatives", "3 alternatives awaiting choice, TDD written", tdd, false},
		"no contracts":              {at("4", ""), nil, "write-contracts", "", "docs/prd.md", false},
		"contracts":                 {at("4", ""), map[string]string{Dir + "/auth-contracts.md": "x"}, "check-contracts", "contracts written", Dir + "/auth-contracts.md", false},
		"simple":                    {at("4", `,"checkpoints":{"stage_2_analysis":{"complexity":"simple"}}`), nil, "complete-stage", "skipped", "docs/prd.md", false},
		"no scenarios":              {at("5", ""), map[string]string{rules: twoRules}, "write-scenarios", "", "docs/prd.md", false},
		"scenarios":                 {at("5", ""), map[string]string{bdd: "Scenario: a\n"}, "check-scenarios", "1 scenario", bdd, false},
		"no plan":                   {at("6", ""), nil, "plan-tickets", "", "docs/prd.md", false},
		"tickets without a plan":    {at("6", `,"artifacts":{"tickets":[".claude/tickets/A.md"]}`), map[string]string{".claude/tickets/A.md": "a"}, "plan-tickets", "1 ticket, not planned", ".claude/tickets/A.md", false},
		"some tickets":              {at("6", `,"artifacts":{"tickets":[".claude/tickets/A.md",".claude/tickets/B.md"]},"tickets_progress":{"total_planned":5,"remaining":["x"]}`), map[string]string{".claude/tickets/A.md": "a"}, "continue-tickets", "1 of 5 tickets", ".claude/tickets/A.md", false},
		"all tickets":               {at("6", `,"artifacts":{"tickets":[".claude/tickets/A.md"]},"tickets_progress":{"total_planned":1}`), map[string]string{".claude/tickets/A.md": "a"}, "complete-stage", "1 of 1 ticket", ".claude/tickets/A.md", false},
		"all but the review":        {at("7", ""), map[string]string{rules: twoRules, bdd: "Scenario: a\n"}, "review", "", "docs/prd.md", true},
		"all":                       {at("8", ""), nil, "nothing", "", "docs/prd.md", false},
		"a source that is no path":  {at("0", `,"prd_source":"../../etc/passwd"`), nil, "clarify", "", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStore(t)
			for rel, b := range c.files {
				s.lay(t, rel, b)
			}
			doc := strings.Replace(c.session, `"current_stage":8`, `"current_stage":7`, 1)
			x, err := decoded(s, "auth", doc)
			if err != nil {
				t.Fatal(err)
			}
			r := x.report()
			first := ""
			if len(r.Read) > 0 {
				first = r.Read[0]
			}
			if r.Action != c.action || first != c.reads || (r.Question != "") != c.asks || r.Next == "" {
				t.Errorf("step %+v", r.Step)
			}
			if got := r.Stages[r.Step.Stage].Produced; got != c.produced {
				t.Errorf("produced %q, want %q", got, c.produced)
			}
			if marks := r.Stages[r.Step.Stage].Mark; (marks == "✓") != (c.action == "nothing") {
				t.Errorf("mark %q", marks)
			}
		})
	}
}

func TestADesignIsRebuiltFromItsFiles(t *testing.T) {
	plain := strings.Replace(twoRules, "**Status:** Draft\n", "", 1)
	approved := strings.Replace(twoRules, "Draft", "Approved", 1)
	rules, analysis, tdd, bdd, contracts := Dir+"/auth-rules.md", Dir+"/auth-analysis.md", docsDir+"/auth.md", Dir+"/auth-bdd.feature", Dir+"/auth-contracts.md"
	for name, c := range map[string]struct {
		files  map[string]string
		stage  int
		action string
	}{
		"draft rules":               {map[string]string{rules: plain}, 1, "approve-rules"},
		"approved rules":            {map[string]string{rules: approved}, 2, "judge-complexity"},
		"an analysis":               {map[string]string{rules: plain, analysis: threeWays}, 3, "choose-alternative"},
		"a partial TDD":             {map[string]string{rules: plain, analysis: threeWays, tdd: partialTDD}, 3, "continue-tdd"},
		"a whole TDD":               {map[string]string{rules: plain, tdd: wholeTDD}, 3, "approve-tdd"},
		"an approved TDD":           {map[string]string{rules: plain, tdd: "**Status:** Approved\n" + wholeTDD}, 4, "write-contracts"},
		"contracts":                 {map[string]string{rules: plain, tdd: wholeTDD, contracts: "x"}, 5, "write-scenarios"},
		"scenarios":                 {map[string]string{rules: plain, tdd: wholeTDD, bdd: "Scenario: a\n"}, 6, "plan-tickets"},
		"a feature without one":     {map[string]string{rules: plain, tdd: wholeTDD, bdd: "Feature: a\n"}, 5, "check-scenarios"},
		"tickets":                   {map[string]string{rules: plain, tdd: wholeTDD, bdd: "Scenario: a\n", TicketsDir + "/T.md": "t"}, 6, "plan-tickets"},
		"scenarios and no rules":    {map[string]string{bdd: "Scenario: a\n"}, 1, "extract-rules"},
		"a TDD in the other place":  {map[string]string{rules: plain, Dir + "/auth-tdd.md": wholeTDD}, 3, "approve-tdd"},
		"an empty technical design": {map[string]string{rules: plain, tdd: ""}, 3, "continue-tdd"},
	} {
		t.Run(name, func(t *testing.T) {
			s := newStore(t)
			for rel, b := range c.files {
				s.lay(t, rel, b)
			}
			r, err := s.Rebuild(change("auth"), true)
			if err != nil || r.SetAside != "" {
				t.Fatal(err, r.SetAside)
			}
			x := loaded(t, s, "auth")
			report := x.report()
			if report.Step.Stage != c.stage || report.Action != c.action {
				t.Errorf("stage %d, %s\n%s", report.Step.Stage, report.Action, x.doc)
			}
			for _, conflict := range report.Conflicts {
				if conflict.Kind != "stage-order" {
					t.Errorf("conflict %+v", conflict)
				}
			}
		})
	}
}

func TestRebuildingNeedsSomethingToGoOnAndNothingSound(t *testing.T) {
	s := newStore(t)
	if _, err := s.Rebuild(change("auth"), true); !errors.Is(err, errNone) {
		t.Errorf("with nothing: %v", err)
	}
	started(t, s, "auth")
	if _, err := s.Rebuild(change("auth"), true); !refused(err) {
		t.Errorf("a sound one: %v", err)
	}
	s.lay(t, sessions.Path("auth"), "{")
	r, err := s.Rebuild(change("auth"), true)
	if err != nil || r.SetAside == "" {
		t.Fatal(err, r.SetAside)
	}
	holdsText(t, s, r.SetAside, "{")
}

func TestTicketsAndDecisionsOfOthersAreNotTaken(t *testing.T) {
	s := newStore(t)
	started(t, s, "billing")
	if _, err := s.Ticket(change("billing"), TicketSave{ID: "B", Content: []byte("b")}); err != nil {
		t.Fatal(err)
	}
	s.lay(t, Dir+"/auth-rules.md", twoRules)
	for _, rel := range []string{TicketsDir + "/ANY.md", TicketsDir + "/BILLING-7.md", adrDir + "/0001-a.md", adrDir + "/notes.md"} {
		s.lay(t, rel, "text")
	}
	x := s.edit(change("auth"), nil, "rebuild")
	if err := x.reconstruct(); err != nil {
		t.Fatal(err)
	}
	got := append(x.listed(Tickets), x.listed(ADR)...)
	if want := []string{TicketsDir + "/ANY.md", adrDir + "/0001-a.md"}; !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestConflictsNameTheirWays(t *testing.T) {
	s := newStore(t)
	s.lay(t, Dir+"/auth-rules.md", twoRules)
	s.lay(t, docsDir+"/auth.md", wholeTDD)
	s.lay(t, Dir+"/auth-tdd.md", wholeTDD)
	x, err := decoded(s, "auth", at("6", `,"checkpoints":{"stage_1_rules":{"rules_count":3},"stage_4_contracts":{"contracts_file":"a 'b'.md"}},
		"artifacts":{"rules":".claude/design/auth-rules.md","bdd":"/etc/x","tickets":["../t.md",".claude/tickets/T.md"]},"tickets_progress":{"created":9}`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, c := range x.report().Conflicts {
		got = append(got, c.Kind+" "+c.File)
		if c.Text == "" || c.Ways == nil {
			t.Errorf("%+v", c)
		}
	}
	want := []string{"missing-artifact docs/prd.md", "count .claude/design/auth-rules.md",
		"open-artifact docs/design/auth.md", "open-artifact .claude/design/auth-tdd.md",
		"missing-artifact a 'b'.md", "missing-artifact .claude/design/auth-bdd.feature",
		"missing-artifact .claude/tickets/T.md", "count "}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestAPlanHoldsAtLeastWhatIsThere(t *testing.T) {
	s := newStore(t)
	started(t, s, "auth")
	for _, total := range []string{"0", "-1", "10001", "two"} {
		if _, err := s.PlanTickets(change("auth"), total, nil); fields(err) != "total" {
			t.Errorf("%s: %v", total, err)
		}
	}
	if _, err := s.PlanTickets(change("auth"), "2", []string{"a", "a", "b"}); err != nil {
		t.Fatal(err)
	}
	r, err := s.Ticket(change("auth"), TicketSave{ID: "T", Covers: []string{"a", "c"}, Content: []byte("x")})
	if err != nil || strings.Count(r.Warnings, "\n") != 1 || !strings.Contains(r.Warnings, `"c"`) {
		t.Errorf("%v, %v", err, r.Warnings)
	}
	if left := loaded(t, s, "auth").doc.Get("tickets_progress", "remaining").Texts(); !slices.Equal(left, []string{"a", "b"}) {
		t.Errorf("left %q", left)
	}
	x := s.edit(change("auth"), nil, "stage", "6", Complete)
	if err := x.open("stage"); err != nil {
		t.Fatal(err)
	}
	if got := x.ofPlanned(1); got != "1 of 2 tickets" {
		t.Error(got)
	}
	x.complete(5, now)
	err = x.finish(x.table[6])
	if got := fields(err); !strings.Contains(got, "created") || !strings.Contains(got, "remaining") {
		t.Errorf("faults %q", got)
	}
}
