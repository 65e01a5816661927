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

// A Conflict is where a session and the files disagree.
type Conflict struct {
	// Kind is missing-artifact, open-artifact, unknown-ticket, count or stage-order.
	Kind  string   `json:"kind"`
	Stage int      `json:"stage"`
	File  string   `json:"file"` // "" where none is meant
	Text  string   `json:"text"`
	Ways  []string `json:"ways"` // how it can be settled, mostly with a command
}

func (v *view) disagree(kind, file, text string, ways ...string) {
	v.conflicts = append(v.conflicts, Conflict{kind, v.Stage, file, text, ways})
}

func (v *view) compare() {
	if v.Stage < v.current() && v.status(v.Stage) != Complete {
		text := fmt.Sprintf("stage %s is open, and the current stage is %d", v.stage, v.current())
		v.disagree("stage-order", "", text, "go back to it: "+v.back(v.stage),
			v.way("call it complete", "%s stage %s complete", strconv.Itoa(v.Stage)))
	}
	// A source without a file's ending may be the id of an issue.
	src := v.source()
	ext := pathpkg.Ext(src)
	if v.stage.Makes == Clarity && record.IsLocal(src) && len(ext) > 1 && !strings.Contains(ext, " ") {
		v.gone(v.stage.checkpoint(), src, "the design starts from "+src+", which is missing",
			v.way("name another", "%s set --prd PATH"))
	}
	for _, k := range kinds {
		switch {
		case k.stage() != v.stage.Makes:
		case k == Tickets:
			v.compareTickets()
		default:
			v.compareDocuments(k)
		}
	}
}

func (v *view) way(text string, form fence.Words, values ...string) string {
	return text + ": " + v.command(form, append([]string{v.Feature}, values...)...)
}

func (v *view) use(text string, k Kind, rel string) string {
	return v.way(text, "%s save %s --artifact %s --path %s", v.table.holder(k), string(k), rel)
}

// accept is the way of leaving a file as it is; holder is the checkpoint that notes it.
func (v *view) accept(text, holder, rel string) string {
	all := record.Of(append(v.at(holder, keyAccepted).Texts(), rel))
	return v.way(text, "%s save %s --data %s", holder, fmt.Sprintf(`{"accepted":%s}`, all))
}

// gone adds the conflict of a file that is missing, unless the user accepted that.
func (v *view) gone(holder, rel, text, redo string) {
	if !v.IsFile(rel) && !slices.Contains(v.at(holder, keyAccepted).Texts(), rel) {
		restore := "restore it, for instance with " + fence.Typed("git checkout -- %s", rel)
		v.disagree("missing-artifact", rel, text, restore, redo, v.accept("continue without it", holder, rel))
	}
}

func (v *view) compareDocuments(k Kind) {
	holder, listed, there := v.table.holder(k), v.listed(k), v.docs[k]
	key, status := docKinds[k].countKey, v.status(v.stage.Number)
	counted, counts := v.at(holder, key).Whole(maxCount)
	// What is counted or approved, and the stage's own when that is complete, is needed.
	needed := counted > 0 || v.stage.Makes == k && (status == Complete || v.at(holder, keyApproved).True())
	if needed && len(listed) == 0 && len(there) == 0 && status != Pending && !v.at(holder, keySkipped).True() {
		listed = []string{v.places(k)[0]}
	}
	for _, rel := range listed {
		text := fmt.Sprintf("stage %s is %s, and %s is missing", v.stage, strings.ReplaceAll(status, "_", " "), rel)
		v.gone(holder, rel, text, v.use("save it again", k, rel))
	}
	for _, d := range there {
		if !slices.Contains(listed, d.Path) {
			v.disagree("open-artifact", d.Path, d.Path+" exists, but stage "+v.stage.String()+" does not list it",
				v.use("use it", k, d.Path), "leave it out: rename it, or move it away")
		}
	}
	// Where nothing in a document can be counted, nothing can be compared.
	d, _ := v.first(k)
	if counts && len(d.Titles) > 0 && counted != len(d.Titles) {
		text := fmt.Sprintf("the session counts %d (%s), %s contains %d", counted, key, d.Path, len(d.Titles))
		data := fmt.Sprintf(`{"%s": %d}`, key, len(d.Titles))
		v.disagree("count", d.Path, text, v.way("use the number in the file", "%s save %s --data %s", holder, data))
	}
}

func (v *view) compareTickets() {
	made, holder := v.listed(Tickets), v.stage.checkpoint()
	counting := func(text, rel string) string { return v.way(text, "%s ticket %s", ticketFiles.ID(pathpkg.Base(rel))) }
	for _, rel := range made {
		v.gone(holder, rel, "the ticket "+rel+" is listed, but its file is missing",
			counting("write it again", rel))
	}
	if n, ok := v.doc.Get("tickets_progress", "created").Whole(maxCount); ok && n != len(made) {
		total := strconv.Itoa(max(v.planned(), len(made), 1))
		v.disagree("count", "", fmt.Sprintf("the session counts %s and names %d", fence.Count(n, "ticket"), len(made)),
			v.way("plan the tickets again, which counts them", "%s plan-tickets --total %s", total))
	}
	known := map[string]bool{}
	for _, rel := range slices.Concat(made, v.superseded(), v.at(holder, keyAccepted).Texts()) {
		known[rel] = true
	}
	for _, rel := range v.belonging(Tickets) {
		if !known[rel] {
			v.disagree("unknown-ticket", rel, "the ticket "+rel+" exists, but the session does not list it",
				counting("count it", rel), v.accept("leave it out", holder, rel))
		}
	}
}
