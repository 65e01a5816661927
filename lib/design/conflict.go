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
	Kind  string `json:"kind"` // missing-artifact, unknown-ticket or outside
	Stage int    `json:"stage"`
	File  string `json:"file"`
	Text  string `json:"text"`
	Ways  []Way  `json:"ways"`
}

// conflicts are where the session and the files disagree, by stage.
func (x *Session) conflicts() []Conflict {
	found := []Conflict{}
	for _, st := range x.table {
		// A source without a file's ending may be the id of an issue.
		src := x.source()
		ext := pathpkg.Ext(src)
		if st.Role == Clarify && record.IsLocal(src) && len(ext) > 1 && !strings.Contains(ext, " ") {
			text := "the design starts from " + src + ", which is missing"
			found = append(found, x.missing(st, st.checkpoint(), src, text, x.way("name another", "set --prd PATH"))...)
		}
		for _, k := range kindsOf(st.Role) {
			needed := x.listed(k)
			if len(needed) == 0 && len(x.docs[k]) == 0 && x.needs(st, k) {
				needed = []string{x.usual(k)}
			}
			for _, rel := range needed {
				status := strings.ReplaceAll(x.status(st.Number), "_", " ")
				text := fmt.Sprintf("stage %s is %s, and %s is missing", st, status, rel)
				if k == tickets {
					text = fmt.Sprintf("the ticket %s is listed, but its file is missing", rel)
				}
				found = append(found, x.missing(st, x.table.holder(k), rel, text, x.redo(st, k, rel)...)...)
			}
		}
		if st.Role == Ticket {
			found = append(found, x.unknownTickets(st)...)
		}
	}
	return found
}

// way is how a command of this design settles a conflict.
func (x *Session) way(text string, form fence.Words, values ...string) Way {
	values = append([]string{x.Feature}, values...)
	return Way{Text: text, Command: fence.Typed("holdfast design %s "+form, values...)}
}

func (x *Session) back(st Stage) string {
	return x.way("", "stage %s in_progress", strconv.Itoa(st.Number)).Command
}

func (x *Session) redo(st Stage, k Kind, rel string) []Way {
	if k == tickets {
		return []Way{x.way("write it again", "ticket %s", ticketFiles.ID(pathpkg.Base(rel)))}
	}
	ways := []Way{x.way("save it again", "save %s --artifact %s", x.table.holder(k), string(k))}
	if k == ADR {
		ways[0] = x.way(ways[0].Text, "save %s --artifact %s --path %s", x.table.holder(k), string(k), rel)
	}
	if x.status(st.Number) == Complete {
		ways = append(ways, Way{"go back to the stage", x.back(st)})
	}
	return ways
}

// accept is the way of leaving a file as it is, missing or unknown; holder is the
// checkpoint where that is noted.
func (x *Session) accept(text, holder, rel string) Way {
	all := record.Of(append(x.at(holder, keyAccepted).Texts(), rel))
	return x.way(text, "save %s --data %s", holder, fmt.Sprintf(`{"accepted":%s}`, all))
}

// missing is the conflict of a file, if it is missing and the user did not accept
// that in the checkpoint holder.
func (x *Session) missing(st Stage, holder, rel, text string, redo ...Way) []Conflict {
	switch {
	case !record.IsLocal(rel):
		text = fmt.Sprintf("%q is not a path in the project, and is not read", rel)
		return []Conflict{{"outside", st.Number, rel, text, redo}}
	case x.IsFile(rel), slices.Contains(x.at(holder, keyAccepted).Texts(), rel):
		return nil
	}
	restore := Way{Text: "restore it, for instance with " + fence.Typed("git checkout -- %s", rel)}
	ways := append([]Way{restore}, redo...)
	ways = append(ways, x.accept("continue without it", holder, rel))
	return []Conflict{{"missing-artifact", st.Number, rel, text, ways}}
}

// needs reports whether the stage cannot be without its document of a kind: it is
// complete, or what it counts or what the user approved is in that document.
func (x *Session) needs(st Stage, k Kind) bool {
	holder, main := x.table.holder(k), st.Needs == k
	n, _ := x.at(holder, docKinds[k].countKey).Whole(maxCount)
	switch x.status(st.Number) {
	case Complete:
		return main && !x.at(holder, keySkipped).True()
	case InProgress:
		return n > 0 || main && x.at(holder, keyApproved).True()
	}
	return false
}

// unknownTickets are the tickets of the feature that no session names.
func (x *Session) unknownTickets(st Stage) (found []Conflict) {
	holder := st.checkpoint()
	known := slices.Concat(x.listed(tickets), x.at(holder, keyAccepted).Texts())
	features, _ := x.Features()
	for _, f := range features {
		y, _ := x.load(f)
		known = slices.Concat(known, y.listed(tickets), y.superseded())
	}
	slices.Sort(known)
	for _, rel := range x.belonging(tickets, x.Feature, "") {
		if _, ok := slices.BinarySearch(known, rel); !ok {
			text := fmt.Sprintf("the ticket %s exists, but the session does not list it", rel)
			count := x.way("count it", "ticket %s", ticketFiles.ID(pathpkg.Base(rel)))
			ways := []Way{count, x.accept("leave it out", holder, rel)}
			found = append(found, Conflict{"unknown-ticket", st.Number, rel, text, ways})
		}
	}
	return found
}
