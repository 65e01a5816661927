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
	Told bool   `json:"told"` // to a session that starts, as far as its brief has room
}

// runRules shows the rules that a session is given, or all.
func runRules(inv *cli.Invocation) error {
	project := autosave.ProjectOf(inv)
	if inv.Has("forget") {
		return forgetRule(inv, project, inv.Flag("forget"))
	}
	lines, err := project.Lines(inv.Ctx)
	if err != nil {
		return err
	}
	items, t := []ruleItem{}, inv.Table("ID", "SAID 1", "LINE 4", "RULE 6 20")
	ordered, told := recovery.RulesToTell(lines.Rules(), "")
	for i, r := range ordered {
		items = append(items, ruleItem{r.ID, r.Text, r.Line, r.At.UTC().Format(time.RFC3339), i < told})
		if i < told || inv.On("all") {
			t.Row(r.ID, fence.Ago(inv.Now(), r.At), r.Line, r.Text)
		}
	}
	t.Print(0, "")
	if len(items) == 0 {
		inv.Printf("no rules in this project\n")
	} else if more := len(items) - told; more > 0 && !inv.On("all") {
		inv.Printf("%s more, which a new session is not given: holdfast rules --all\n", fence.Count(more, "rule"))
	}
	return inv.PrintJSON(map[string]any{"rules": items})
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
