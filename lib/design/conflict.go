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
	*Session
	stage Stage
	found []Conflict
}

// conflicts are where the session and the files disagree, by stage.
func (x *Session) conflicts() []Conflict {
	c := search{Session: x, found: []Conflict{}}
	for _, c.stage = range x.table {
		if n := c.stage.Number; n < x.current() && x.status(n) != Complete {
			c.add("stage-order", "", fmt.Sprintf("stage %s is open, and the current stage is %d", c.stage, x.current()),
				Way{"go back to it", x.back(c.stage)}, x.way("call it complete", "stage %s complete", strconv.Itoa(n)))
		}
		// A source without a file's ending may be the id of an issue.
		src := x.source()
		ext := pathpkg.Ext(src)
		if c.stage.Role == Clarify && record.IsLocal(src) && len(ext) > 1 && !strings.Contains(ext, " ") {
			c.missing(c.stage.checkpoint(), src, "the design starts from "+src+", which is missing",
				x.way("name another", "set --prd PATH"))
		}
		for _, k := range kindsOf(c.stage.Role) {
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
	c.found = append(c.found, Conflict{kind, c.stage.Number, file, text, ways})
}

// way is how a command of this design settles a conflict.
func (x *Session) way(text string, form fence.Words, values ...string) Way {
	values = append([]string{x.Feature}, values...)
	return Way{Text: text, Command: fence.Typed("holdfast design %s "+form, values...)}
}

func (x *Session) back(st Stage) string {
	return x.way("", "stage %s in_progress", strconv.Itoa(st.Number)).Command
}

// accept is the way of leaving a file as it is, missing or unknown; holder is the
// checkpoint where that is noted.
func (x *Session) accept(text, holder, rel string) Way {
	all := record.Of(append(x.at(holder, keyAccepted).Texts(), rel))
	return x.way(text, "save %s --data %s", holder, fmt.Sprintf(`{"accepted":%s}`, all))
}

// missing adds the conflict of a file, if it is missing and the user did not
// accept that in the checkpoint holder.
func (c *search) missing(holder, rel, text string, redo ...Way) {
	switch {
	case !record.IsLocal(rel):
		c.add("outside", rel, fmt.Sprintf("%q is not a path in the project, and is not read", rel), redo...)
	case !c.IsFile(rel) && !slices.Contains(c.at(holder, keyAccepted).Texts(), rel):
		restore := Way{Text: "restore it, for instance with " + fence.Typed("git checkout -- %s", rel)}
		ways := append([]Way{restore}, redo...)
		c.add("missing-artifact", rel, text, append(ways, c.accept("continue without it", holder, rel))...)
	}
}

// documents finds the conflicts of the documents of a kind: they are missing, are
// not listed, are two of which one is meant, or are counted otherwise.
func (c *search) documents(k Kind) {
	holder, listed, there, status := c.table.holder(k), c.listed(k), c.docs[k], c.status(c.stage.Number)
	use := func(text, rel string) Way {
		return c.way(text, "save %s --artifact %s --path %s", holder, string(k), rel)
	}
	again := Way{"go back to the stage", c.back(c.stage)}
	lost := listed
	if len(listed) == 0 && len(there) == 0 && c.needs(k) {
		lost = []string{c.usual(k)}
	}
	for _, rel := range lost {
		redo := []Way{c.way("save it again", "save %s --artifact %s", holder, string(k))}
		if k == ADR {
			redo[0] = use(redo[0].Text, rel)
		}
		if status == Complete {
			redo = append(redo, again)
		}
		c.missing(holder, rel, fmt.Sprintf("stage %s is %s, and %s is missing",
			c.stage, strings.ReplaceAll(status, "_", " "), rel), redo...)
	}
	for _, d := range there {
		if len(listed) == 0 {
			c.add("open-artifact", d.Path, fmt.Sprintf("%s exists, but stage %s does not list it", d.Path, c.stage),
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
	if n, ok := c.at(holder, key).Whole(maxCount); ok && len(d.Titles) > 0 && n != len(d.Titles) {
		text := fmt.Sprintf("the session counts %d (%s), %s contains %d", n, key, d.Path, len(d.Titles))
		data := fmt.Sprintf(`{"%s": %d}`, key, len(d.Titles))
		c.add("count", d.Path, text, c.way("use the number in the file", "save %s --data %s", holder, data), again)
	}
}

// needs reports whether the stage cannot be without its document of a kind: it is
// complete, or what it counts or what the user approved is in that document.
func (c *search) needs(k Kind) bool {
	holder, main := c.table.holder(k), c.stage.Needs == k
	n, _ := c.at(holder, docKinds[k].countKey).Whole(maxCount)
	switch c.status(c.stage.Number) {
	case Complete:
		return main && !c.at(holder, keySkipped).True()
	case InProgress:
		return n > 0 || main && c.at(holder, keyApproved).True()
	}
	return false
}

// tickets finds the tickets that the session names and that are missing, a count
// that does not fit them, and the tickets of the feature that no session names.
func (c *search) tickets() {
	made, holder := c.listed(tickets), c.stage.checkpoint()
	counting := func(text, rel string) Way { return c.way(text, "ticket %s", ticketFiles.ID(pathpkg.Base(rel))) }
	for _, rel := range made {
		c.missing(holder, rel, fmt.Sprintf("the ticket %s is listed, but its file is missing", rel),
			counting("write it again", rel))
	}
	if n, ok := c.doc.Get("tickets_progress", "created").Whole(maxCount); ok && n != len(made) {
		total := strconv.Itoa(max(c.planned(), len(made), 1))
		c.add("count", "", fmt.Sprintf("the session counts %s and names %d", fence.Count(n, "ticket"), len(made)),
			c.way("plan the tickets again, which counts them", "plan-tickets --total %s", total))
	}
	known := slices.Concat(made, c.at(holder, keyAccepted).Texts())
	features, _ := c.Features()
	for _, f := range features {
		y, _ := c.load(f)
		known = slices.Concat(known, y.listed(tickets), y.superseded())
	}
	slices.Sort(known)
	for _, rel := range c.belonging(tickets, c.Feature, "") {
		if _, ok := slices.BinarySearch(known, rel); !ok {
			c.add("unknown-ticket", rel, fmt.Sprintf("the ticket %s exists, but the session does not list it", rel),
				counting("count it", rel), c.accept("leave it out", holder, rel))
		}
	}
}
