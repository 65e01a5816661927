package main

import (
	"context"
	"strings"

	"holdfast/lib/catalog"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/index"
)

const searchHelp = `Finds what holds every word in its goal, now, decisions, worked, failed or next:
the most relevant first, with the lines that matched. Case does not count, nor a
plural's s, and the parts of a hyphenated word are found.

` + filterHelp + `
Examples:
  handoff-index search redis session
  handoff-index search flaky test --since 30d -n 5
`

// defaultHits is how many hits are shown unless -n says otherwise.
const defaultHits = 20

func searchVerb() cli.Verb {
	return cli.Verb{
		Name:     "search",
		Synopsis: "search WORD... [--mode M] [--session S] [--bead B] [--outcome O] [--since D] [-n N]",
		Summary:  "finds what holds every word, most relevant first",
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
	f := filterFlags{most: defaultHits}
	if err := inv.Parse(f.define, 1, -1); err != nil {
		return err
	}
	if err := f.check(inv); err != nil {
		return err
	}
	query := strings.Join(inv.Rest, " ")
	if len(index.Words(query)) == 0 {
		return inv.UsageError("there is no word to search for")
	}
	c, err := open(inv)
	if err != nil {
		return err
	}
	hits, err := c.Search(context.Background(), query, f.Filter, f.most)
	if err != nil {
		return err
	}
	doc := searchDocument{Hits: []hitItem{}}
	for _, h := range hits {
		doc.Hits = append(doc.Hits, hitItem{itemOf(h.Row), h.Score, append([]catalog.Match{}, h.Matches...)})
		printHit(inv, h)
	}
	if len(hits) == 0 {
		inv.Printf("nothing holds %s\n", fence.Line(query, 200))
	}
	return inv.PrintJSON(doc)
}

func printHit(inv *cli.Invocation, h catalog.Hit) {
	bold, plain := "", ""
	if inv.Colour() {
		bold, plain = "\x1b[1m", "\x1b[0m"
	}
	inv.Printf("%s%s  %s  %s%s\n  %s\n", bold, shortDate(h.Row), modeOf(h.Row), cell(h.Row.Session, 60), plain, fence.Line(h.Row.Path, 0))
	for _, m := range h.Matches {
		inv.Printf("  %s: %s\n", fence.Line(m.Field, 30), fence.Line(m.Line, 200))
	}
}
