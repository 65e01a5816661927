package main

import (
	"fmt"
	"strings"

	"holdfast/lib/catalog"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/history"
	"holdfast/lib/line"
	"holdfast/lib/rank"
)

type hitItem struct {
	item
	catalog.Hit
}

func runSearch(inv *cli.Invocation) error {
	f, err := filterOf(inv)
	if err != nil {
		return err
	}
	sessions, query := inv.On("history"), strings.Join(inv.Rest, " ")
	question := rank.Ask(query)
	_, _, timed := rank.When(query, inv.Now())
	switch {
	case question.Empty() && !(sessions && timed):
		return inv.UsageError("no word to search for: common words alone find nothing")
	case sessions && f.Mode+f.Session+f.Bead+f.Outcome != "":
		return inv.UsageError("--history takes --since and -n, and no other filter")
	case sessions:
		return searchHistory(inv, history.Query{
			Text: query, Since: f.Since, Now: inv.Now().In(inv.Zone), Most: inv.Most(5),
		})
	}
	c := open(inv)
	// Each hit is read: without a number this many are enough everywhere.
	hits, more, err := c.Search(inv.Ctx, question, f, inv.Most(cli.Shown))
	if err != nil {
		return err
	}
	if len(hits) == 0 && !inv.JSON {
		return printNone(inv, c, query)
	}
	items := []hitItem{}
	for _, h := range hits {
		items = append(items, hitItem{itemOf(h.Row), h})
		printHit(inv, question, h)
	}
	inv.More(more)
	if more > 0 && !inv.OnTerminal() && !inv.Has("n") {
		inv.Warnf("%d more; -n 0 shows all", more)
	}
	return inv.PrintJSON(map[string]any{"hits": items})
}

func printHit(inv *cli.Invocation, q rank.Question, h catalog.Hit) {
	head := []string{catalog.ID(h.Row), inv.When(dateOf(h.Row)), modeOf(h.Row), cell(h.Row.Session, 60)}
	if !h.Own && h.Row.Generation == "" {
		head = append(head, foreign)
	}
	inv.Printf("%s\n  %s\n", inv.Paint(cli.Bold, strings.Join(head, "  ")), h.Row.Path)
	for _, m := range h.Matches {
		cut := q.Excerpt(m.Line, 240)
		inv.Printf("  %s: %s\n", m.Field, fence.Line(m.Line[cut.From:cut.To], 0))
	}
}

func searchHistory(inv *cli.Invocation, asked history.Query) error {
	store, err := history.Open(inv.Project, inv.Machine, inv.Getenv)
	if err != nil {
		return err
	}
	hits, more, err := store.Search(inv.Ctx, asked, inv.Progress("reading", "sessions"))
	if err := warned(inv, err); err != nil {
		return err
	}
	for i, h := range hits {
		head := fmt.Sprintf("%d. %s  %s  %s", i+1, inv.When(h.Ended), line.ShortID(h.ID), cell(h.Goal, 60))
		if h.Gone {
			head += "  (gone from the client)"
		}
		inv.Printf("%s\n", inv.Paint(cli.Bold, head))
		at := ""
		for _, p := range h.Passages {
			inv.Printf("   %s, %s: %s\n", p.Who, inv.When(p.At), fence.Line(p.Text, 0))
			if at == "" && p.Turn > 0 {
				at = fmt.Sprintf(" --at %d", p.Turn)
			}
		}
		inv.Printf("   %s show %s%s\n", inv.Holdfast(), line.ShortID(h.ID), at)
	}
	inv.More(more)
	if len(hits) == 0 {
		inv.Printf("no matches for %q in earlier sessions of this project%s\n",
			fence.Line(strings.TrimSpace(asked.Text), 200), filtered(inv))
	}
	return inv.PrintJSON(map[string]any{"sessions": hits})
}
