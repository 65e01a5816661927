package design

import (
	"fmt"
	pathpkg "path"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/fence"
	"holdfast/lib/record"
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

// maxTicketConflicts is how many conflicts about tickets are named, of each kind.
const maxTicketConflicts = 50

// A search is the conflicts of a session that were found so far, at a stage.
type search struct {
	Store
	Session
	docs  documents
	stage Stage
	found []Conflict
}

// conflicts are where the session and the files disagree, by stage.
func (s Store) conflicts(x Session, docs documents) []Conflict {
	c := search{Store: s, Session: x, docs: docs, found: []Conflict{}}
	at, _ := x.current()
	for _, st := range x.table {
		c.stage = st
		if st.Number < at && x.Status(st.Number) != Complete {
			c.add("stage-order", "", fmt.Sprintf("stage %d (%s) is open, and the current stage is %d", st.Number, st.Name, at),
				x.way("go back to it", "stage %s in_progress", strconv.Itoa(st.Number)), x.way("call it complete", "stage %s complete", strconv.Itoa(st.Number)))
		}
		// A source without a file's ending may be the id of an issue.
		src := x.Source()
		if ext := pathpkg.Ext(src); st.Role == Clarify && record.IsLocal(src) && len(ext) > 1 && !strings.Contains(ext, " ") {
			c.missing(st.Checkpoints[0], src, fmt.Sprintf("the design starts from %s, which is missing", src), x.way("name another", "set --prd PATH"))
		}
		for _, k := range kindsOf(st.Role) {
			c.documents(k)
		}
		if st.Role == Ticket {
			c.tickets()
		}
	}
	return c.found
}

func (c *search) add(kind, file, text string, ways ...Way) {
	c.found = append(c.found, Conflict{Kind: kind, Stage: c.stage.Number, File: file, Text: text, Ways: append([]Way{}, ways...)})
}

func (s Session) way(text string, form fence.Words, values ...string) Way {
	return Way{Text: text, Command: fence.Typed("holdfast design %s "+form, append([]string{s.Feature}, values...)...)}
}

// accept is the way of leaving a file as it is, missing or unknown; checkpoint
// is where that is noted.
func (s Session) accept(text, checkpoint, rel string) Way {
	accepted := s.adding(rel, "checkpoints", checkpoint, "accepted").at(checkpoint, "accepted")
	return s.way(text, "save %s --data %s", checkpoint, fmt.Sprintf(`{"accepted":%s}`, accepted))
}

// missing adds the conflict of a file, if it is missing and the user did not
// accept that; checkpoint is where that is noted.
func (c *search) missing(checkpoint, rel, text string, redo ...Way) {
	if c.there(rel) || c.accepted(checkpoint, rel) {
		return
	}
	ways := append([]Way{{Text: "restore it, for instance with " + fence.Typed("git checkout -- %s", rel)}}, redo...)
	c.add("missing-artifact", rel, text, append(ways, c.accept("continue without it", checkpoint, rel))...)
}

func (c *search) outside(rel string, ways ...Way) {
	c.add("outside", rel, fmt.Sprintf("%q is not a path in the project, and is not read", rel), ways...)
}

// documents finds the conflicts of the documents of a kind.
func (c *search) documents(k Kind) {
	x, holder, listed, there := c.Session, c.table.holder(k), c.listed(k), c.docs[k]
	st := c.stage
	use := func(text, rel string) Way {
		return x.way(text, "save %s --artifact %s --path %s", holder, string(k), rel)
	}
	for _, p := range listed {
		if record.IsLocal(p) {
			c.lost(k, p)
		} else {
			c.outside(p, x.way("save the document again", "save %s --artifact %s --path PATH", holder, string(k)))
		}
	}
	if len(listed) == 0 && len(there) == 0 && x.needs(st, k) {
		c.lost(k, c.usual(x, k))
	}
	for _, d := range there {
		if len(listed) == 0 {
			c.add("open-artifact", d.Path, fmt.Sprintf("%s exists, but stage %d (%s) does not list it", d.Path, st.Number, st.Name),
				use("use it", d.Path), Way{Text: "leave it out: rename it, or move it away"})
		}
	}
	if k == TDD && len(there) > 1 {
		a, b := there[0].Path, there[1].Path
		c.add("two-tdds", b, fmt.Sprintf("two technical designs exist, %s and %s", a, b), use("continue with the first", a), use("continue with the second", b))
	}
	// Where nothing in a document can be counted, nothing can be compared.
	key := docKinds[k].countKey
	d, _ := c.docs.first(k)
	if noted, ok := x.at(holder, key).Whole(1e6); ok && key != "" && len(d.Titles) > 0 && noted != len(d.Titles) {
		c.add("count", d.Path, fmt.Sprintf("the session counts %d (%s), %s contains %d", noted, key, d.Path, len(d.Titles)),
			x.way("use the number in the file", "save %s --data %s", holder, fmt.Sprintf(`{"%s": %d}`, key, len(d.Titles))),
			x.way("go back to the stage and fix the file", "stage %s in_progress", strconv.Itoa(st.Number)))
	}
}

// needs reports whether a stage cannot be without its document of a kind: it is
// complete, or what it counts or what the user approved is in that document.
func (s Session) needs(st Stage, k Kind) bool {
	holder, status := s.table.holder(k), s.Status(st.Number)
	n, _ := s.at(holder, docKinds[k].countKey).Whole(1e6)
	return !s.at(holder, "skipped").True() && (st.Needs == k && status == Complete ||
		status == InProgress && (n > 0 || st.Needs == k && s.at(holder, keyApproved).True()))
}

// lost adds the conflict of a document that is missing.
func (c *search) lost(k Kind, rel string) {
	holder, status := c.table.holder(k), c.Status(c.stage.Number)
	again := c.way("save it again", "save %s --artifact %s", holder, string(k))
	if k == ADR {
		again = c.way(again.Text, "save %s --artifact %s --path %s", holder, string(k), rel)
	}
	ways := []Way{again}
	if status == Complete {
		ways = append(ways, c.way("go back to the stage", "stage %s in_progress", strconv.Itoa(c.stage.Number)))
	}
	c.missing(holder, rel, fmt.Sprintf("stage %d (%s) is %s, and %s is missing", c.stage.Number, c.stage.Name, strings.ReplaceAll(status, "_", " "), rel), ways...)
}

// tickets finds the tickets that the session names and that are missing, a count
// that does not fit them, and the tickets of the feature that no session names.
func (c *search) tickets() {
	x, holder, before := c.Session, c.table.checkpoint(Ticket), len(c.found)
	made := x.tickets()
	for i, p := range made {
		if len(c.found)-before == maxTicketConflicts {
			c.more(len(made) - i)
			break
		}
		if record.IsLocal(p) {
			c.missing(holder, p, fmt.Sprintf("the ticket %s is listed, but its file is missing", p), x.way("write it again", "ticket %s", ticketID(p)))
		} else {
			c.outside(p)
		}
	}
	if noted, ok := x.num("tickets_progress", "created"); ok && noted != len(made) {
		c.add("count", "", fmt.Sprintf("the session counts %s and names %d", fence.Count(noted, "ticket"), len(made)),
			x.way("plan the tickets again, which counts them", "plan-tickets --total %s", strconv.Itoa(max(x.planned(), len(made), 1))))
	}
	known := map[string]bool{}
	for _, f := range append(c.otherFeatures(x.Feature), x.Feature) {
		if y, err := c.Load(f); err == nil {
			for _, p := range append(y.tickets(), y.get("superseded").Texts()...) {
				known[p] = true
			}
		}
	}
	unknown, _ := c.ticketsOf(x.Feature, nil)
	unknown = slices.DeleteFunc(unknown, func(p string) bool { return known[p] || slices.Contains(made, p) || x.accepted(holder, p) })
	for i, p := range unknown {
		if i == maxTicketConflicts {
			c.more(len(unknown) - i)
			return
		}
		c.add("unknown-ticket", p, fmt.Sprintf("the ticket %s exists, but the session does not list it", p),
			x.way("count it", "ticket %s", ticketID(p)), x.accept("leave it out", holder, p))
	}
}

func (c *search) more(n int) {
	c.add("missing-artifact", "", fmt.Sprintf("resolve these first; %s more may be missing or unknown", fence.Count(n, "ticket")))
}

func ticketID(rel string) string { return strings.TrimSuffix(pathpkg.Base(rel), ".md") }
