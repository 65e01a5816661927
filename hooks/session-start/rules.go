package main

import (
	"fmt"
	"time"

	"holdfast/lib/autosave"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/recovery"
)

type ruleItem struct {
	ID   string `json:"id"`
	Rule string `json:"rule"`
	Line string `json:"line"`
	Said string `json:"said"`
	Told bool   `json:"told"` // to a session that starts

	at time.Time
}

type ruleList struct {
	Rules []ruleItem `json:"rules"`
	all   bool
}

func runRules(inv *cli.Invocation) error {
	project := autosave.LinesOf(inv)
	if inv.Has("forget") {
		return forgetRule(inv, project, inv.Flag("forget"))
	}
	lines, err := project.Lines(inv.Ctx)
	list := ruleList{[]ruleItem{}, inv.On("all")}
	ordered, told := recovery.Rules(lines.Rules(), "")
	for i, r := range ordered {
		said := r.At.UTC().Format(time.RFC3339)
		list.Rules = append(list.Rules, ruleItem{r.ID, r.Text, r.Line, said, i < told, r.At})
	}
	return inv.Report(list, err)
}

// Print prints the rules that a session is given, or all.
func (l ruleList) Print(inv *cli.Invocation) {
	if len(l.Rules) == 0 {
		inv.Printf("no rules in this project\n")
		return
	}
	t := inv.Table("ID", "SAID 1", "LINE 4", "RULE 6 20")
	more := 0
	for _, r := range l.Rules {
		if r.Told || l.all {
			t.Row(r.ID, fence.Ago(inv.Now(), r.at), r.Line, r.Rule)
		} else {
			more++
		}
	}
	t.Print(0)
	if more > 0 {
		inv.Printf("%s more, which a new session is not given: holdfast rules --all\n", fence.Count(more, "rule"))
	}
}

func forgetRule(inv *cli.Invocation, project line.Project, id string) error {
	rule, ok, err := project.ForgetRule(inv.Ctx, id)
	switch {
	case err != nil:
		return fmt.Errorf("forgetting rule %q: %w", id, err)
	case !ok:
		return cli.Missing("holdfast rules --all", "no rule %q in this project", id)
	}
	inv.Printf("forgotten: %s\n", rule.Text)
	return inv.PrintJSON(map[string]string{"id": rule.ID, "rule": rule.Text})
}
