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
	// Kind is missing-artifact, open-artifact, unknown-ticket, count, two-tdds,
	// stage-order or outside.
	Kind  string `json:"kind"`
	Stage int    `json:"stage"`
	File  string `json:"file"` // "" where none is meant
	Text  string `json:"text"`
	Ways  []Way  `json:"ways"`
}

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
	for _, st := range x.table {
		c.stage = st
		if st.Number < x.current() && x.Status(st.Number) != Complete {
			c.add("stage-order", "", fmt.Sprintf("stage %s is open, and the current stage is %d", st, x.current()),
				c.back("go back to it"), x.way("call it complete", "stage %s complete", strconv.Itoa(st.Number)))
		}
		// A source without a file's ending may be the id of an issue.
		src := x.source()
		ext := pathpkg.Ext(src)
		if st.Role == Clarify && record.IsLocal(src) && len(ext) > 1 && !strings.Contains(ext, " ") {
			c.missing(source, src, "the design starts from "+src+", which is missing",
				x.way("name another", "set --prd PATH"))
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
	found := Conflict{Kind: kind, Stage: c.stage.Number, File: file, Text: text, Ways: append([]Way{}, ways...)}
	c.found = append(c.found, found)
}

func (s Session) way(text string, form fence.Words, values ...string) Way {
	values = append([]string{s.Feature}, values...)
	return Way{Text: text, Command: fence.Typed("holdfast design %s "+form, values...)}
}

// back is the way of going back to the stage.
func (c *search) back(text string) Way {
	return c.way(text, "stage %s in_progress", strconv.Itoa(c.stage.Number))
}

// accept is the way of leaving a file as it is, missing or unknown.
func (c *search) accept(text string, k Kind, rel string) Way {
	holder := c.table.holder(k)
	accepted := c.doc.AddingOnce(rel, "checkpoints", holder, "accepted").Get("checkpoints", holder, "accepted")
	return c.way(text, "save %s --data %s", holder, fmt.Sprintf(`{"accepted":%s}`, accepted))
}

// missing adds the conflict of a file, if it is missing and the user did not
// accept that.
func (c *search) missing(k Kind, rel, text string, redo ...Way) {
	switch {
	case !record.IsLocal(rel):
		c.add("outside", rel, fmt.Sprintf("%q is not a path in the project, and is not read", rel), redo...)
	case !c.IsFile(rel) && !c.accepted(c.table.holder(k), rel):
		restore := Way{Text: "restore it, for instance with " + fence.Typed("git checkout -- %s", rel)}
		ways := append([]Way{restore}, redo...)
		c.add("missing-artifact", rel, text, append(ways, c.accept("continue without it", k, rel))...)
	}
}

// documents finds the conflicts of the documents of a kind.
func (c *search) documents(k Kind) {
	x, st, holder, listed, there := c.Session, c.stage, c.table.holder(k), c.listed(k), c.docs[k]
	use := func(text, rel string) Way {
		return x.way(text, "save %s --artifact %s --path %s", holder, string(k), rel)
	}
	for _, p := range listed {
		c.lost(k, p)
	}
	if len(listed) == 0 && len(there) == 0 && x.needs(st, k) {
		c.lost(k, x.usual(k))
	}
	for _, d := range there {
		if len(listed) == 0 {
			c.add("open-artifact", d.Path, fmt.Sprintf("%s exists, but stage %s does not list it", d.Path, st),
				use("use it", d.Path), Way{Text: "leave it out: rename it, or move it away"})
		}
	}
	if k == TDD && len(there) > 1 {
		a, b := there[0].Path, there[1].Path
		c.add("two-tdds", b, fmt.Sprintf("two technical designs exist, %s and %s", a, b),
			use("continue with the first", a), use("continue with the second", b))
	}
	// Where nothing in a document can be counted, nothing can be compared.
	key := docKinds[k].countKey
	d, _ := c.docs.first(k)
	if noted, ok := x.at(holder, key).Whole(1e6); ok && key != "" && len(d.Titles) > 0 && noted != len(d.Titles) {
		c.add("count", d.Path,
			fmt.Sprintf("the session counts %d (%s), %s contains %d", noted, key, d.Path, len(d.Titles)),
			x.way("use the number in the file", "save %s --data %s", holder,
				fmt.Sprintf(`{"%s": %d}`, key, len(d.Titles))),
			c.back("go back to the stage and fix the file"))
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

// lost adds the conflict of a document, if it is missing.
func (c *search) lost(k Kind, rel string) {
	holder, status := c.table.holder(k), c.Status(c.stage.Number)
	redo := []Way{c.way("save it again", "save %s --artifact %s", holder, string(k))}
	if k == ADR {
		redo[0] = c.way(redo[0].Text, "save %s --artifact %s --path %s", holder, string(k), rel)
	}
	if status == Complete {
		redo = append(redo, c.back("go back to the stage"))
	}
	status = strings.ReplaceAll(status, "_", " ")
	c.missing(k, rel, fmt.Sprintf("stage %s is %s, and %s is missing", c.stage, status, rel), redo...)
}

// tickets finds the tickets that the session names and that are missing, a count
// that does not fit them, and the tickets of the feature that no session names.
func (c *search) tickets() {
	x, made := c.Session, c.listed(tickets)
	for _, p := range made {
		c.missing(tickets, p, fmt.Sprintf("the ticket %s is listed, but its file is missing", p),
			x.way("write it again", "ticket %s", ticketID(p)))
	}
	if noted, ok := x.doc.Get("tickets_progress", "created").Whole(1e6); ok && noted != len(made) {
		total := strconv.Itoa(max(x.planned(), len(made), 1))
		c.add("count", "", fmt.Sprintf("the session counts %s and names %d", fence.Count(noted, "ticket"), len(made)),
			x.way("plan the tickets again, which counts them", "plan-tickets --total %s", total))
	}
	known := map[string]bool{}
	features, _ := c.Features()
	for _, f := range features {
		if y, err := c.Load(f); err == nil {
			for _, p := range append(y.listed(tickets), y.superseded()...) {
				known[p] = true
			}
		}
	}
	unknown, _ := c.belonging(tickets, x.Feature, "")
	for _, p := range unknown {
		if !known[p] && !slices.Contains(made, p) && !x.accepted(x.table.holder(tickets), p) {
			c.add("unknown-ticket", p, fmt.Sprintf("the ticket %s exists, but the session does not list it", p),
				x.way("count it", "ticket %s", ticketID(p)), c.accept("leave it out", tickets, p))
		}
	}
}

func ticketID(rel string) string { return strings.TrimSuffix(pathpkg.Base(rel), ".md") }
