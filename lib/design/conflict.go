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

// A search is the conflicts that were found so far, at a stage.
type search struct {
	view
	stage Stage
	found []Conflict
}

// conflicts are where the session and the files disagree, by stage.
func (v view) conflicts() []Conflict {
	c := search{view: v, found: []Conflict{}}
	for _, st := range v.table {
		c.stage = st
		if st.Number < v.current() && v.status(st.Number) != Complete {
			c.add("stage-order", "", fmt.Sprintf("stage %s is open, and the current stage is %d", st, v.current()),
				v.way("go back to it", "stage %s in_progress", strconv.Itoa(st.Number)),
				v.way("call it complete", "stage %s complete", strconv.Itoa(st.Number)))
		}
		// A source without a file's ending may be the id of an issue.
		src := v.source()
		ext := pathpkg.Ext(src)
		if st.Role == Clarify && record.IsLocal(src) && len(ext) > 1 && !strings.Contains(ext, " ") {
			c.missing(st.checkpoint(), src, "the design starts from "+src+", which is missing",
				v.way("name another", "set --prd PATH"))
		}
		for _, k := range kindsOf(st.Role) {
			if k == tickets {
				c.tickets()
			} else {
				c.documents(k)
			}
		}
	}
	return c.found
}

func (c *search) add(kind, file, text string, ways ...Way) {
	c.found = append(c.found, Conflict{Kind: kind, Stage: c.stage.Number, File: file, Text: text, Ways: ways})
}

// way is how a command of this design settles a conflict.
func (s Session) way(text string, form fence.Words, values ...string) Way {
	values = append([]string{s.Feature}, values...)
	return Way{Text: text, Command: fence.Typed("holdfast design %s "+form, values...)}
}

// back is the way of going back to the stage to resume at.
func (s Session) back(text string) Way {
	st, _ := s.resume()
	return s.way(text, "stage %s in_progress", strconv.Itoa(st.Number))
}

// accepted are the files of which the user accepted that they and the session
// disagree; holder is the checkpoint where that is noted.
func (c *search) accepted(holder string) []string { return c.at(holder, "accepted").Texts() }

// accept is the way of leaving a file as it is, missing or unknown.
func (c *search) accept(text, holder, rel string) Way {
	all := record.Of(append(c.accepted(holder), rel))
	return c.way(text, "save %s --data %s", holder, fmt.Sprintf(`{"accepted":%s}`, all))
}

// missing adds the conflict of a file, if it is missing and the user did not
// accept that.
func (c *search) missing(holder, rel, text string, redo ...Way) {
	switch {
	case !record.IsLocal(rel):
		c.add("outside", rel, fmt.Sprintf("%q is not a path in the project, and is not read", rel), redo...)
	case !c.IsFile(rel) && !slices.Contains(c.accepted(holder), rel):
		restore := Way{Text: "restore it, for instance with " + fence.Typed("git checkout -- %s", rel)}
		ways := append([]Way{restore}, redo...)
		c.add("missing-artifact", rel, text, append(ways, c.accept("continue without it", holder, rel))...)
	}
}

// documents finds the conflicts of the documents of a kind: they are missing, are
// not listed, are two of which one is meant, or are counted otherwise.
func (c *search) documents(k Kind) {
	st, holder, listed, there := c.stage, c.table.holder(k), c.listed(k), c.docs[k]
	use := func(text, rel string) Way {
		return c.way(text, "save %s --artifact %s --path %s", holder, string(k), rel)
	}
	again := c.way("go back to the stage", "stage %s in_progress", strconv.Itoa(st.Number))
	lost := listed
	if len(listed) == 0 && len(there) == 0 && c.needs(k) {
		lost = []string{c.usual(k)}
	}
	for _, p := range lost {
		redo := []Way{c.way("save it again", "save %s --artifact %s", holder, string(k))}
		if k == ADR {
			redo[0] = use(redo[0].Text, p)
		}
		status := c.status(st.Number)
		if status == Complete {
			redo = append(redo, again)
		}
		c.missing(holder, p, fmt.Sprintf("stage %s is %s, and %s is missing",
			st, strings.ReplaceAll(status, "_", " "), p), redo...)
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
	if noted, ok := c.at(holder, key).Whole(1e6); ok && len(d.Titles) > 0 && noted != len(d.Titles) {
		data := fmt.Sprintf(`{"%s": %d}`, key, len(d.Titles))
		c.add("count", d.Path,
			fmt.Sprintf("the session counts %d (%s), %s contains %d", noted, key, d.Path, len(d.Titles)),
			c.way("use the number in the file", "save %s --data %s", holder, data), again)
	}
}

// needs reports whether the stage cannot be without its document of a kind: it is
// complete, or what it counts or what the user approved is in that document.
func (c *search) needs(k Kind) bool {
	st, holder, status := c.stage, c.table.holder(k), c.status(c.stage.Number)
	n, _ := c.at(holder, docKinds[k].countKey).Whole(1e6)
	return !c.at(holder, "skipped").True() && (st.Needs == k && status == Complete ||
		status == InProgress && (n > 0 || st.Needs == k && c.at(holder, keyApproved).True()))
}

// tickets finds the tickets that the session names and that are missing, a count
// that does not fit them, and the tickets of the feature that no session names.
func (c *search) tickets() {
	made, holder := c.listed(tickets), c.stage.checkpoint()
	for _, p := range made {
		c.missing(holder, p, fmt.Sprintf("the ticket %s is listed, but its file is missing", p),
			c.way("write it again", "ticket %s", ticketID(p)))
	}
	if noted, ok := c.doc.Get("tickets_progress", "created").Whole(1e6); ok && noted != len(made) {
		total := strconv.Itoa(max(c.planned(), len(made), 1))
		c.add("count", "", fmt.Sprintf("the session counts %s and names %d", fence.Count(noted, "ticket"), len(made)),
			c.way("plan the tickets again, which counts them", "plan-tickets --total %s", total))
	}
	known := map[string]bool{}
	know := func(all ...string) {
		for _, p := range all {
			known[p] = true
		}
	}
	know(made...)
	know(c.accepted(holder)...)
	features, _ := c.Features()
	for _, f := range features {
		y, _ := c.load(f)
		know(append(y.listed(tickets), y.superseded()...)...)
	}
	for _, p := range c.belonging(tickets, c.Feature, "") {
		if !known[p] {
			c.add("unknown-ticket", p, fmt.Sprintf("the ticket %s exists, but the session does not list it", p),
				c.way("count it", "ticket %s", ticketID(p)), c.accept("leave it out", holder, p))
		}
	}
}

func ticketPath(id string) string { return TicketsDir + "/" + id + ".md" }

func ticketID(rel string) string { return strings.TrimSuffix(pathpkg.Base(rel), ".md") }
