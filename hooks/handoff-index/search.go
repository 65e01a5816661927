package main

import (
	"flag"
	"fmt"
	"strings"

	"holdfast/lib/catalog"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/index"
)

const searchHelp = `Finds saved artifacts that contain every WORD in goal, now, decisions, rules,
worked, failed or next, the most relevant first, with the matching lines. Upper
and lower case and a plural's s make no difference.

` + filterHelp + `  --history     search the prompts, goals and file names of earlier sessions
                instead; only --since and -n apply

Examples:
  holdfast search redis session
  holdfast search flaky test --since 30d -n 5
`

func searchVerb() cli.Verb {
	return cli.Verb{
		Name:     "search",
		Synopsis: "search WORD... [--mode M] [--session S] [--bead B] [--outcome O] [--since D] [-n N] [--history]",
		Summary:  "finds words in what was saved, or in earlier sessions",
		Help:     searchHelp,
		Run:      runSearch,
	}
}

type hitItem struct {
	item
	Score   float64         `json:"score"`
	Matches []catalog.Match `json:"matches"`
}

type searchDocument struct {
	Hits []hitItem `json:"hits"`
}

func runSearch(inv *cli.Invocation) error {
	var f filterFlags
	var sessions bool
	err := inv.Parse(func(fs *flag.FlagSet) {
		f.define(fs)
		fs.BoolVar(&sessions, "history", false, "")
	}, 1, -1)
	if err != nil {
		return err
	}
	if err := f.check(inv); err != nil {
		return err
	}
	query := strings.Join(inv.Rest, " ")
	if sessions {
		if other := f.Filter; other.Mode+other.Session+other.Bead+other.Outcome != "" {
			return inv.UsageError("--history takes --since and -n, and no other filter")
		}
		return searchHistory(inv, query, f)
	}
	if len(index.Words(query)) == 0 {
		return inv.UsageError("no word to search for")
	}
	c, err := openAll(inv)
	if err != nil {
		return err
	}
	// Each hit is read: without a number this many are enough everywhere.
	hits, more, err := c.Search(inv.Ctx, query, f.Filter, inv.Most(f.most.Or(cli.Shown)))
	if err != nil {
		return err
	}
	doc := searchDocument{Hits: []hitItem{}}
	for _, h := range hits {
		doc.Hits = append(doc.Hits, hitItem{itemOf(h.Row), h.Score, append([]catalog.Match{}, h.Matches...)})
		printHit(inv, h)
	}
	inv.More(more)
	if more > 0 && !inv.OnTerminal() && f.most == (cli.Limit{}) {
		inv.Warnf("%d more; -n 0 shows all", more)
	}
	if len(hits) == 0 && !inv.JSON {
		if err := printNone(inv, c, query, &f); err != nil {
			return err
		}
	}
	return inv.PrintJSON(doc)
}

func printHit(inv *cli.Invocation, h catalog.Hit) {
	head := fmt.Sprintf("%s  %s  %s  %s", catalog.ID(h.Row), inv.When(dateShown(h.Row)), modeOf(h.Row), cell(h.Row.Session, 60))
	inv.Prose(2, "%s", inv.Paint(cli.Bold, head))
	inv.Printf("  %s\n", h.Row.Path)
	for _, m := range h.Matches {
		inv.Prose(4, "  %s: %s", m.Field, fence.Line(m.Line, 200))
	}
}
