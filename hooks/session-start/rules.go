package main

import (
	"fmt"
	"time"

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

func runRules(inv *cli.Invocation) error {
	p := open(inv.Env, inv.Project, inv.Machine)
	q, cancel := p.query(inv.Ctx, inv.Now(), "", "")
	defer cancel()
	project := p.lines(q).Project
	if inv.Has("forget") {
		return forgetRule(inv, project, inv.Flag("forget"))
	}
	lines, err := project.Lines(inv.Ctx)
	if err != nil {
		return err
	}
	ordered, told := recovery.Rules(lines.Rules(), "")
	items := []ruleItem{}
	for i, r := range ordered {
		items = append(items, ruleItem{r.ID, r.Text, r.Line, r.At.UTC().Format(time.RFC3339), i < told, r.At})
	}
	shown := items
	if !inv.On("all") {
		shown = items[:told]
	}
	if len(items) == 0 {
		inv.Printf("no rules in this project\n")
	} else {
		t := inv.Table(cli.Column{Title: "ID"}, cli.Column{Title: "SAID", Give: 1}, cli.Column{Title: "LINE", Give: 4},
			cli.Column{Title: "RULE", Give: 6, Least: 20})
		for _, i := range shown {
			t.Row(i.ID, fence.Ago(inv.Now(), i.at), i.Line, i.Rule)
		}
		t.Print()
		if more := len(items) - len(shown); more > 0 {
			inv.Printf("%s more, which a new session is not given: holdfast rules --all\n", fence.Count(more, "rule"))
		}
	}
	return inv.PrintJSON(map[string][]ruleItem{"rules": items})
}

func forgetRule(inv *cli.Invocation, project line.Project, id string) error {
	rule, ok, err := project.ForgetRule(inv.Ctx, id)
	switch {
	case err != nil:
		return fmt.Errorf("forgetting rule %q: %w", id, err)
	case !ok:
		text := fmt.Sprintf("no rule %q in this project", id)
		return &cli.Error{Code: cli.NotFound, Message: text, Hint: "holdfast rules --all"}
	}
	inv.Printf("forgotten: %s\n", rule.Text)
	return inv.PrintJSON(map[string]string{"id": rule.ID, "rule": rule.Text})
}
