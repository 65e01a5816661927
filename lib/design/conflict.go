package design

import (
	"fmt"
	pathpkg "path"
	"strings"

	"holdfast/lib/fence"
)

// A Way is how a conflict can be settled.
type Way struct {
	Text    string `json:"text"`
	Command string `json:"command"` // "" where no command of ours does it
}

// A Conflict is where a session and the files disagree.
type Conflict struct {
	Kind  string `json:"kind"` // missing-artifact, open-artifact, count, two-tdds, stage-order, outside
	Stage int    `json:"stage"`
	File  string `json:"file"` // "" where none is meant
	Text  string `json:"text"`
	Ways  []Way  `json:"ways"`
}

// maxTicketConflicts is how many tickets are told that are named and not there.
const maxTicketConflicts = 50

// Conflicts are where the session and the files disagree, by stage.
func (s Store) Conflicts(x Session) []Conflict {
	all := []Conflict{}
	docs := s.documents(x)
	at, _ := x.current()
	for _, st := range x.Table() {
		if st.Number < at && x.Status(st.Number) != Complete {
			all = append(all, Conflict{
				Kind: "stage-order", Stage: st.Number,
				Text: fmt.Sprintf("stage %d (%s) is open, and the current stage is %d", st.Number, st.Name, at),
				Ways: []Way{x.way("go back to it", "stage %d in_progress", st.Number), x.way("call it complete", "stage %d complete", st.Number)},
			})
		}
		for _, k := range kindsOf(st.Role) {
			all = append(all, s.conflictsOf(x, st, k, docs)...)
		}
		if st.Role == Ticket {
			all = append(all, s.ticketConflicts(x, st)...)
		}
	}
	return all
}

// kindsOf are the documents that belong to a stage.
func kindsOf(role Role) []Kind {
	switch role {
	case Extract:
		return []Kind{Rules}
	case Decide:
		return []Kind{Analysis, TDD, ADR}
	case Contract:
		return []Kind{Contracts}
	case Scenario:
		return []Kind{BDD}
	}
	return nil
}

func (s Session) way(text, format string, a ...any) Way {
	return Way{Text: text, Command: "pre-compact design " + s.Feature + " " + fmt.Sprintf(format, a...)}
}

func (s Store) conflictsOf(x Session, st Stage, k Kind, docs documents) []Conflict {
	var all []Conflict
	holder := x.Table().holder(k)
	listed := x.listed(k)
	for _, p := range listed {
		switch {
		case !local(p):
			all = append(all, Conflict{Kind: "outside", Stage: st.Number, File: p, Text: fmt.Sprintf("%q is no path in the project, and is not read", p),
				Ways: []Way{x.way("save the document anew", "save %s --artifact %s --path PATH", holder, k)}})
		case !s.there(p) && x.Status(st.Number) == Complete:
			all = append(all, x.lost(st, p, x.way("save it anew", "save %s --artifact %s", holder, k)))
		}
	}
	if len(listed) == 0 && x.Status(st.Number) == Complete && st.Needs == k && len(docs[k]) == 0 && !x.yes("checkpoints", holder, "skipped") {
		all = append(all, x.lost(st, s.usual(x, k), x.way("save it anew", "save %s --artifact %s", holder, k)))
	}
	for _, d := range docs[k] {
		if !contains(listed, d.Path) && len(listed) == 0 {
			all = append(all, Conflict{
				Kind: "open-artifact", Stage: st.Number, File: d.Path,
				Text: fmt.Sprintf("%s is there, and stage %d (%s) does not name it", d.Path, st.Number, st.Name),
				Ways: []Way{x.way("take it up", "save %s --artifact %s --path %s", holder, k, fence.Word(d.Path)),
					{Text: "leave it aside: rename it, or move it away"}},
			})
		}
	}
	if k == TDD && len(docs[TDD]) > 1 {
		a, b := docs[TDD][0].Path, docs[TDD][1].Path
		all = append(all, Conflict{
			Kind: "two-tdds", Stage: st.Number, File: b, Text: fmt.Sprintf("there are two technical designs, %s and %s", a, b),
			Ways: []Way{x.way("go on with the first", "save %s --artifact tdd --path %s", holder, fence.Word(a)), x.way("go on with the second", "save %s --artifact tdd --path %s", holder, fence.Word(b))},
		})
	}
	return append(all, s.countConflict(x, st, k, docs)...)
}

func (s Session) lost(st Stage, rel string, anew Way) Conflict {
	return Conflict{
		Kind: "missing-artifact", Stage: st.Number, File: rel,
		Text: fmt.Sprintf("stage %d (%s) is complete, and %s is missing", st.Number, st.Name, rel),
		Ways: []Way{{Text: "bring it back, for instance with git checkout -- " + fence.Word(rel)}, anew, s.way("go back to the stage", "stage %d in_progress", st.Number)},
	}
}

// countConflict compares what the session counts with what the document holds.
func (s Store) countConflict(x Session, st Stage, k Kind, docs documents) []Conflict {
	key, holder := countKeys[k], x.Table().holder(k)
	d, there := docs.first(k)
	told, ok := x.num("checkpoints", holder, key)
	if key == "" || !there || !ok || told == len(d.Titles) {
		return nil
	}
	return []Conflict{{
		Kind: "count", Stage: st.Number, File: d.Path,
		Text: fmt.Sprintf("the session counts %d (%s), %s holds %d", told, key, d.Path, len(d.Titles)),
		Ways: []Way{x.way("believe the file", `save %s --data '{"%s": %d}'`, holder, key, len(d.Titles)),
			x.way("go back to the stage and mend the file", "stage %d in_progress", st.Number)},
	}}
}

func (s Store) ticketConflicts(x Session, st Stage) []Conflict {
	var all []Conflict
	made := x.tickets()
	for i, p := range made {
		if len(all) == maxTicketConflicts {
			all = append(all, Conflict{Kind: "missing-artifact", Stage: st.Number, Ways: []Way{},
				Text: fmt.Sprintf("%s more are not looked at before these are settled", plural(len(made)-i, "ticket"))})
			break
		}
		if pathpkg.Dir(p) != TicketsDir && !local(p) {
			all = append(all, Conflict{Kind: "outside", Stage: st.Number, File: p, Text: fmt.Sprintf("%q is no path in the project, and is not read", p), Ways: []Way{}})
		} else if !s.there(p) {
			id := strings.TrimSuffix(pathpkg.Base(p), ".md")
			all = append(all, Conflict{
				Kind: "missing-artifact", Stage: st.Number, File: p, Text: fmt.Sprintf("the ticket %s is named, and its file is missing", p),
				Ways: []Way{{Text: "bring it back, for instance with git checkout -- " + fence.Word(p)}, x.way("write it anew", "ticket %s", fence.Word(id))},
			})
		}
	}
	told, ok := x.num("tickets_progress", "created")
	if ok && told != len(made) {
		all = append(all, Conflict{
			Kind: "count", Stage: st.Number, Text: fmt.Sprintf("the session counts %d tickets and names %d", told, len(made)),
			Ways: []Way{x.way("plan anew, which counts them", "plan-tickets --total %d", max(plannedOf(x), len(made), 1))},
		})
	}
	return all
}
