package line

import (
	"cmp"
	"slices"
	"sync"

	"holdfast/lib/artifact"
)

// Extend takes an automatic save into what is kept of its line, so that the next
// start need not look at the others. In the meantime prune removes some of them, and
// names them.
func (ls *Lines) Extend(a artifact.Artifact, prune func() ([]string, error)) error {
	p, e := ls.project, entryOf(artifact.RowOfContent(a))
	l := ls.find(a.Session())
	extends := e.auto && !e.Saved.After(p.Now.Add(artifact.MaxAhead))
	if l != nil {
		extends = extends && l.kept != nil && newest(l, &Line{Saved: e.Saved, Path: e.Path}) > 0
	}
	k, folded := &kept{Folding: newFolding()}, extends && (l == nil || l.kept.Folded)
	var taking sync.WaitGroup
	taking.Go(func() {
		if folded && l != nil {
			k, folded = l.keptFolding()
		}
		if folded {
			k.Folding.take(a)
		}
	})
	removed, err := prune()
	taking.Wait()
	if !extends || err != nil {
		return err
	}
	n := &Line{Name: a.Session()}
	n.own(&e)
	n.Sittings = SittingsOf(e.SessionID)
	h, r := &head{Ours: true, Folded: folded, Count: 1, Autos: []auto{{e.Path, e.Sum, e.date}}, Line: n}, row{}
	own := []*Entry{&e} // and what was removed
	if l != nil {
		r = p.cache().rowOf(n.Name)
		// Else it is read again, without what was removed.
		h.Folded = folded && (len(removed) == 0 || l.kept.Count > longLine)
		h.Count += l.kept.Count
		for _, old := range l.kept.Autos {
			if slices.Contains(removed, old.Path) {
				h.Count--
				own = append(own, old.entry())
			} else {
				h.Autos = append(h.Autos, old)
			}
		}
		n.follow(l)
	}
	if h.At = p.Store.NoteOwn(n.Name); h.At == 0 || p.Store.Machine.Ensure(p.Store.Kept()) != nil {
		return nil
	}
	if h.Folded {
		k.Own, k.Autos, k.Newest, k.Date = hashOf(k.Own, own...), nil, e.Path, e.date
		for _, a := range h.Autos {
			k.Autos = append(k.Autos, a.Sum)
		}
	}
	p.put(n, h, *k, r)
	return nil
}

// follow takes in what is known of the line from before its newest, automatic
// artifact.
func (l *Line) follow(before *Line) {
	if before.Written {
		l.Written, l.Wrote, l.Closed, l.Goal = true, before.Wrote, before.Closed, cmp.Or(before.Goal, l.Goal)
	}
	addNew(&l.Branches, before.Branches...)
	addNew(&l.Beads, before.Beads...)
	own := l.Sittings.All()
	l.Sittings = sittingsIn(before.Sittings.text)
	l.Sittings.add(own...)
}
