package design

import (
	"encoding/json"
	"fmt"
	pathpkg "path"
	"slices"
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
	Kind  string `json:"kind"` // missing-artifact, open-artifact, unknown-ticket, count, two-tdds, stage-order, outside
	Stage int    `json:"stage"`
	File  string `json:"file"` // "" where none is meant
	Text  string `json:"text"`
	Ways  []Way  `json:"ways"`
}

// conflict is one about a file at a stage, "" for none.
func (st Stage) conflict(kind, file, text string, ways ...Way) Conflict {
	return Conflict{Kind: kind, Stage: st.Number, File: file, Text: text, Ways: append([]Way{}, ways...)}
}

// maxTicketConflicts is how many conflicts about tickets are named, of each kind.
const maxTicketConflicts = 50

// conflicts are where the session and the files disagree, by stage.
func (s Store) conflicts(x Session, docs documents) []Conflict {
	all := []Conflict{}
	at, _ := x.current()
	for _, st := range x.table {
		if st.Number < at && x.Status(st.Number) != Complete {
			all = append(all, st.conflict("stage-order", "", fmt.Sprintf("stage %d (%s) is open, and the current stage is %d", st.Number, st.Name, at),
				x.way("go back to it", "stage %d in_progress", st.Number), x.way("call it complete", "stage %d complete", st.Number)))
		}
		if st.Role == Clarify {
			all = append(all, s.sourceConflict(x, st)...)
		}
		for _, k := range kindsOf(st.Role) {
			all = append(all, s.conflictsOf(x, st, k, docs)...)
		}
		if st.Role == Ticket {
			all = append(append(all, s.ticketConflicts(x, st)...), s.unknownTickets(x, st)...)
		}
	}
	return all
}

func (s Session) way(text, format string, a ...any) Way {
	return Way{Text: text, Command: "holdfast design " + s.Feature + " " + fmt.Sprintf(format, a...)}
}

// accept is the way of leaving a file as it is, missing or unknown; checkpoint
// is where that is noted.
func (s Session) accept(text, checkpoint, rel string) Way {
	data, err := json.Marshal(map[string][]string{"accepted": append(s.strs("checkpoints", checkpoint, "accepted"), rel)})
	if err != nil {
		return Way{Text: text}
	}
	return s.way(text, "save %s --data %s", checkpoint, fence.Word(string(data)))
}

// missing is the conflict of a file that is missing; checkpoint is where it is
// noted that the user accepts that.
func (s Session) missing(st Stage, checkpoint, rel, text string, redo ...Way) Conflict {
	ways := append([]Way{{Text: "restore it, for instance with git checkout -- " + fence.Word(rel)}}, redo...)
	return st.conflict("missing-artifact", rel, text, append(ways, s.accept("continue without it", checkpoint, rel))...)
}

func outside(st Stage, rel string, ways ...Way) Conflict {
	return st.conflict("outside", rel, fmt.Sprintf("%q is not a path in the project, and is not read", rel), ways...)
}

// sourceConflict is the conflict of a source that is a file and missing. What
// has no file's ending may be the id of an issue.
func (s Store) sourceConflict(x Session, st Stage) []Conflict {
	src := x.Source()
	if ext := pathpkg.Ext(src); !local(src) || len(ext) < 2 || strings.Contains(ext, " ") || s.there(src) || x.accepted(st.Checkpoints[0], src) {
		return nil
	}
	return []Conflict{x.missing(st, st.Checkpoints[0], src, fmt.Sprintf("the design starts from %s, which is missing", src), x.way("name another", "set --prd PATH"))}
}

func (s Store) conflictsOf(x Session, st Stage, k Kind, docs documents) []Conflict {
	var all []Conflict
	holder := x.table.holder(k)
	listed := x.listed(k)
	use := func(text, rel string) Way {
		return x.way(text, "save %s --artifact %s --path %s", holder, k, fence.Word(rel))
	}
	for _, p := range listed {
		switch {
		case !local(p):
			all = append(all, outside(st, p, x.way("save the document again", "save %s --artifact %s --path PATH", holder, k)))
		case !s.there(p):
			all = append(all, x.lost(st, k, p)...)
		}
	}
	if len(listed) == 0 && len(docs[k]) == 0 && x.needs(st, k) {
		all = append(all, x.lost(st, k, s.usual(x, k))...)
	}
	for _, d := range docs[k] {
		if len(listed) == 0 {
			all = append(all, st.conflict("open-artifact", d.Path, fmt.Sprintf("%s exists, but stage %d (%s) does not list it", d.Path, st.Number, st.Name),
				use("use it", d.Path), Way{Text: "leave it out: rename it, or move it away"}))
		}
	}
	if k == TDD && len(docs[TDD]) > 1 {
		a, b := docs[TDD][0].Path, docs[TDD][1].Path
		all = append(all, st.conflict("two-tdds", b, fmt.Sprintf("two technical designs exist, %s and %s", a, b), use("continue with the first", a), use("continue with the second", b)))
	}
	return append(all, x.countConflict(st, k, docs)...)
}

// needs reports whether a stage cannot be without its document of a kind: it is
// complete, or what it counts or what the user approved is in that document.
func (s Session) needs(st Stage, k Kind) bool {
	holder := s.table.holder(k)
	if s.yes("checkpoints", holder, "skipped") {
		return false
	}
	switch s.Status(st.Number) {
	case Complete:
		return st.Needs == k
	case InProgress:
		n, _ := s.num("checkpoints", holder, docKinds[k].countKey)
		return n > 0 || st.Needs == k && s.yes("checkpoints", holder, "user_approved")
	}
	return false
}

// lost is the conflict of a document that is missing, unless the user accepted it.
func (s Session) lost(st Stage, k Kind, rel string) []Conflict {
	holder, status := s.table.holder(k), s.Status(st.Number)
	if s.accepted(holder, rel) {
		return nil
	}
	ways := []Way{s.way("save it again", "save %s --artifact %s", holder, k)}
	if k == ADR {
		ways[0].Command += " --path " + fence.Word(rel)
	}
	if status == Complete {
		ways = append(ways, s.way("go back to the stage", "stage %d in_progress", st.Number))
	}
	return []Conflict{s.missing(st, holder, rel, fmt.Sprintf("stage %d (%s) is %s, and %s is missing", st.Number, st.Name, strings.ReplaceAll(status, "_", " "), rel), ways...)}
}

// countConflict compares what the session counts with what the document holds.
// Where nothing in it can be counted, nothing can be compared.
func (s Session) countConflict(st Stage, k Kind, docs documents) []Conflict {
	key, holder := docKinds[k].countKey, s.table.holder(k)
	d, there := docs.first(k)
	noted, ok := s.num("checkpoints", holder, key)
	if key == "" || !there || !ok || len(d.Titles) == 0 || noted == len(d.Titles) {
		return nil
	}
	return []Conflict{st.conflict("count", d.Path, fmt.Sprintf("the session counts %d (%s), %s contains %d", noted, key, d.Path, len(d.Titles)),
		s.way("use the number in the file", `save %s --data '{"%s": %d}'`, holder, key, len(d.Titles)),
		s.way("go back to the stage and fix the file", "stage %d in_progress", st.Number))}
}

// ticketConflicts are the tickets that the session names and that are missing,
// and a count that does not fit them.
func (s Store) ticketConflicts(x Session, st Stage) []Conflict {
	var all []Conflict
	holder := x.table.checkpoint(Ticket)
	made := x.tickets()
	for i, p := range made {
		if len(all) == maxTicketConflicts {
			all = append(all, more(st, len(made)-i))
			break
		}
		if !local(p) {
			all = append(all, outside(st, p))
		} else if !s.there(p) && !x.accepted(holder, p) {
			id := strings.TrimSuffix(pathpkg.Base(p), ".md")
			all = append(all, x.missing(st, holder, p, fmt.Sprintf("the ticket %s is listed, but its file is missing", p), x.way("write it again", "ticket %s", fence.Word(id))))
		}
	}
	if noted, ok := x.num("tickets_progress", "created"); ok && noted != len(made) {
		all = append(all, st.conflict("count", "", fmt.Sprintf("the session counts %s and names %d", fence.Count(noted, "ticket"), len(made)),
			x.way("plan the tickets again, which counts them", "plan-tickets --total %d", max(x.planned(), len(made), 1))))
	}
	return all
}

func more(st Stage, n int) Conflict {
	return st.conflict("missing-artifact", "", fmt.Sprintf("resolve these first; %s more may be missing or unknown", fence.Count(n, "ticket")))
}

// unknownTickets are the tickets of the feature on disk that no session names.
func (s Store) unknownTickets(x Session, st Stage) []Conflict {
	holder := x.table.checkpoint(Ticket)
	known := append(x.tickets(), x.strs("superseded")...)
	for _, f := range s.otherFeatures(x.Feature) {
		if y, err := s.Load(f); err == nil {
			known = append(append(known, y.tickets()...), y.strs("superseded")...)
		}
	}
	named := make(map[string]bool, len(known))
	for _, p := range known {
		named[p] = true
	}
	var all []Conflict
	found, _ := s.ticketsOf(x.Feature, nil)
	found = slices.DeleteFunc(found, func(p string) bool { return named[p] || x.accepted(holder, p) })
	for i, p := range found {
		if i == maxTicketConflicts {
			return append(all, more(st, len(found)-i))
		}
		id := strings.TrimSuffix(pathpkg.Base(p), ".md")
		all = append(all, st.conflict("unknown-ticket", p, fmt.Sprintf("the ticket %s exists, but the session does not list it", p),
			x.way("count it", "ticket %s", id), x.accept("leave it out", holder, p)))
	}
	return all
}
