package catalog

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"holdfast/lib/artifact"
	"holdfast/lib/index"
)

// A Match is a line of a file that holds words that were searched for.
type Match struct {
	Field string `json:"field"`
	Line  string `json:"line"`
}

// A Hit is a row that holds every word that was searched for.
type Hit struct {
	Row     index.Row
	Score   float64
	Matches []Match // the lines that hold most of the words, best first
}

// Search returns what holds every word of query in its goal, now, decisions,
// worked, failed or next and passes the filter: the most relevant first, the
// newer of equals, at most most of them (0 for all).
func (c Opened) Search(ctx context.Context, query string, f Filter, most int) (out []Hit, more int, err error) {
	var hits []index.Hit
	for _, v := range c.views {
		found, err := v.Search(query, artifact.SearchWeights(), f.keeps)
		if err != nil {
			return nil, 0, fmt.Errorf("searching the index: %w", err)
		}
		hits = append(hits, found...)
	}
	hits = c.unmigratedHits(hits)
	newer := artifact.Order(c.Now)
	slices.SortFunc(hits, func(a, b index.Hit) int {
		return cmp.Or(cmp.Compare(b.Score, a.Score), newer(a.Row.Date, a.Row.Path, b.Row.Date, b.Row.Path))
	})
	for i, h := range hits {
		if most > 0 && len(out) == most {
			more = len(hits) - i
			break
		}
		if err := ctx.Err(); err != nil {
			return nil, 0, fmt.Errorf("searching artifacts: %w", err)
		}
		if hit, ok := c.confirm(h, query, f); ok {
			out = append(out, hit)
		}
	}
	return out, more, nil
}

func (c Catalog) unmigratedHits(hits []index.Hit) []index.Hit {
	rows := make([]index.Row, len(hits))
	for i, h := range hits {
		rows[i] = h.Row
	}
	kept := make(map[string]bool, len(rows))
	for _, r := range c.unmigrated(rows) {
		kept[r.Path] = true
	}
	return slices.DeleteFunc(hits, func(h index.Hit) bool { return !kept[h.Row.Path] })
}

// confirm reads the file of a hit: it may have changed since it was indexed.
func (c Catalog) confirm(h index.Hit, query string, f Filter) (Hit, bool) {
	a, _, err := c.Load(h.Row.Path)
	if err != nil {
		return Hit{}, false
	}
	if !h.Row.Fits(c.Store.Root) {
		if h.Row, err = c.read(h.Row.Path); err != nil || !f.keeps(h.Row) {
			return Hit{}, false
		}
	}
	matches, all := matching(a, index.Words(query))
	return Hit{Row: h.Row, Score: h.Score, Matches: matches}, all
}

// matching returns the lines that hold the most of words, best first, and
// whether the artifact holds all of them.
func matching(a artifact.Artifact, words []string) ([]Match, bool) {
	type counted struct {
		Match
		n int
	}
	var lines []counted
	held := map[string]bool{}
	for _, field := range artifact.SearchFields() {
		for _, line := range a.Lines(field) {
			in := index.Words(line)
			n := 0
			for _, w := range words {
				if slices.Contains(in, w) {
					n++
					held[w] = true
				}
			}
			if n > 0 {
				lines = append(lines, counted{Match{field, strings.Join(strings.Fields(line), " ")}, n})
			}
		}
	}
	slices.SortStableFunc(lines, func(a, b counted) int { return b.n - a.n })
	const shown = 3
	var out []Match
	for _, l := range lines[:min(len(lines), shown)] {
		out = append(out, l.Match)
	}
	for _, w := range words {
		if !held[w] {
			return out, false
		}
	}
	return out, len(words) > 0
}
