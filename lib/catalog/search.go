package catalog

import (
	"cmp"
	"context"
	"slices"

	"holdfast/lib/artifact"
	"holdfast/lib/each"
	"holdfast/lib/index"
	"holdfast/lib/rank"
)

// A Hit is a file that answers a question.
type Hit struct {
	Row     index.Row
	Own     bool // this machine wrote the file as it is
	Score   float64
	Matches []artifact.Text // that answer best, the best first
}

// Search returns what answers a question and passes the filter: first what holds every word, then the
// most relevant, the newer of equals; at most most of them (0 for all), and how many more there are.
func (c Opened) Search(ctx context.Context, q rank.Question, f Filter, most int) (out []Hit, more int, err error) {
	rows := c.rows(f)
	hits := q.Rank(each.Of(rows, func(r index.Row) rank.Packed { return r.Words }))
	newer := artifact.Order(c.Now)
	lacks := func(h rank.Hit) int { return min(h.Words-h.Met, 1) } // 0 of what holds every word
	slices.SortFunc(hits, func(a, b rank.Hit) int {
		if n := cmp.Or(lacks(a)-lacks(b), cmp.Compare(b.Score, a.Score)); n != 0 {
			return n
		}
		one, other := &rows[a.Doc], &rows[b.Doc]
		return newer(one.Date, one.Path, other.Date, other.Path)
	})
	ledger := c.Store.Machine.Ledger()
	return first(ctx, "searching artifacts", most, hits, func(h rank.Hit) (Hit, bool) {
		hit, ok := c.confirm(rows[h.Doc], q, f)
		hit.Score, hit.Own = h.Score, ledger.Wrote(hit.Row.Sum)
		return hit, ok
	})
}

// confirm reads the file of a row: it may have changed since it was indexed.
func (c Opened) confirm(r index.Row, q rank.Question, f Filter) (Hit, bool) {
	r, ok := c.fresh(r, f)
	a, _, err := c.Load(r.Path)
	if !ok || err != nil {
		return Hit{}, false
	}
	texts := a.Texts()
	passages := each.Of(texts, func(t artifact.Text) rank.Passage { return rank.Passage{Text: t.Line} })
	found := q.Rank([]rank.Packed{rank.Pack(passages)})
	if len(found) == 0 {
		return Hit{}, false
	}
	shown := found[0].Passages[:min(len(found[0].Passages), 3)]
	return Hit{Row: r, Matches: each.Of(shown, func(p rank.Scored) artifact.Text { return texts[p.Passage] })}, true
}
