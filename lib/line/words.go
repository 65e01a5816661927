package line

import (
	"holdfast/lib/each"
	"holdfast/lib/rank"
)

// Documents reads the words of the lines, which needs none of them, and says by which a question finds each of the own
// lines, in their order.
func (p Project) Documents() func(ls *Lines) []rank.Packed {
	known := each.By(p.table(ofWords).rows(), func(r row) (key, rank.Packed) { return r.key, packed(r.fields) })
	return func(ls *Lines) []rank.Packed {
		all := make([]rank.Packed, len(ls.Own))
		var fresh []row
		for i, l := range ls.Own {
			if all[i] = known[l.home]; len(all[i]) == 0 && ls.ctx.Err() == nil { // else the next question goes on
				packing := wordsOf(l, l.State())
				all[i], fresh = packed(packing.fields), append(fresh, packing)
			}
		}
		_ = ls.table(ofWords).put(false, fresh...) // else they are packed again
		return all
	}
}

// wordsOf is the row of the words by which a question finds a line.
func wordsOf(l *Line, s State) row {
	titles := []string{l.Name, s.Goal, s.PullRequest}
	var commits []string
	for _, sat := range s.LastSittings {
		titles, commits = append(titles, sat.Title), append(commits, sat.Commits...)
	}
	var passages []rank.Passage
	for _, of := range []struct {
		weight float64
		texts  []string
	}{
		{3, titles}, {1.5, Texts(s.Prompts)}, {2, commits}, {2, Texts(s.Decisions)}, {1, Texts(s.Failed)},
		{2, s.Files[:min(len(s.Files), maxNamed)]}, {2, s.Read}, {3, l.Branches}, {3, l.Beads},
	} {
		passages = append(passages, each.If(of.texts, func(text string) (rank.Passage, bool) {
			return rank.Passage{Text: text, Weight: of.weight}, text != ""
		})...)
	}
	return row{l.home, string(rank.Pack(passages))}
}
