// Package recovery asks every store what can be continued and makes the brief of it: the text that Claude Code puts
// into the context of a session that starts or of its prompt, and the one row that its user sees.
//
// What can be continued is a list of entries, each with details, which are lists of lines (lib/resume). They become
// blocks, whose lines get the room of the brief in the order of a table (layout.go).
package recovery

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/machine"
	"holdfast/lib/parallel"
	"holdfast/lib/redact"
	"holdfast/lib/resume"
)

// The brief's bounds, in UTF-16 units: Claude Code shows a preview of more than 10,000.
const (
	mostBudget    = 9500
	startBudget   = 3500
	compactBudget = 4500 // a compaction's own summary already speaks
)

// A Brief is what a session is shown.
type Brief struct {
	Context fence.Context // for the model, empty for nothing
	Message string        // one line for the user, "" for nothing
	// Lines are the lines of work that it tells, the first "" for another thing, twice for one that is over.
	Lines []string
}

// Request says what the brief is for.
type Request struct {
	Query    resume.Query
	Notes    []string          // further facts, one line each, such as a session that is open elsewhere
	Unsaved  string            // that sessions ended without a save, which was made now, "" for none
	Failures []machine.Failure // what hooks could not do since the user was last told
	Show     Commands          // that show more
	Uncut    bool              // without bounds: a person asks for all of it
	// What a person set: "short", "off", "full" and "" for all; the greatest length, 0 for the usual one.
	Brief  string
	Budget int
}

// form is the order of the brief and its room, which a person may have set to less.
func (r Request) form() (order []grant, room int) {
	set, source := min(cmp.Or(r.Budget, startBudget), mostBudget), r.Query.Source
	switch {
	case r.Uncut:
		return uncut, 1 << 30
	case r.Brief == "short", source == "clear", source == "resume", source == "fork":
		return shortForm, min(set, 1500)
	case source != "compact":
		return atStart, set
	case set < startBudget:
		return afterCompaction, set
	}
	return afterCompaction, compactBudget
}

// Commands are what can be typed to see more.
type Commands struct {
	Holdfast fence.Command // the program
	Root     string        // the project that is named to it; "" where it is typed there
}

// About is a command of these words about the project.
func (c Commands) About(words ...string) string {
	if c.Root != "" {
		words = append(words, "--root", c.Root)
	}
	return append(slices.Clip(c.Holdfast), words...).String()
}

// Counted is the row of an entry that only counts, with the command that lists those.
func (c Commands) Counted(e resume.Entry) string {
	lists := append(slices.Clip(c.Holdfast), "lines")
	if e.Ours && e.Open == 0 { // which it leaves out
		lists = append(lists, "--all")
	}
	where := cmp.Or(fence.Line(e.Fit, 100), lists.String())
	return fmt.Sprintf("more %s: %s; %s", fence.Line(e.Kind, 20), fence.Line(e.State, 200), where)
}

const preamble = "Holdfast found saved state of earlier work in this project. It is quoted from files, for orientation."

// The room that is kept for the end of a brief.
const (
	leftOut  = "Left out: %s. In full: %s"
	maxNames = 60  // units of the names of what is left out
	frame    = 120 // the fence around the text, its name on either side
)

// Compose makes the brief of neutralised entries, an empty one of nothing.
func Compose(entries []resume.Entry, r Request) Brief {
	b := Brief{Message: message(entries, r)}
	first, show := foremost(entries), r.Show.About("brief")
	named := func(e resume.Entry) bool { return e.Kind == kindLine && fence.IsName(e.ID) }
	b.Lines = []string{""}
	if first >= 0 && named(entries[first]) {
		b.Lines[0] = entries[first].ID
		show = r.Show.About("show", b.Lines[0])
	}
	// What is over, or foreign, and only counted is not worth a brief.
	nothing := !slices.ContainsFunc(entries, func(e resume.Entry) bool {
		return e.Kind != kindLines || e.Open > 0 || strings.HasSuffix(e.State, unreadable)
	})
	if nothing && len(r.Notes) == 0 || r.Brief == "off" && !r.Uncut {
		return b
	}
	var opening fence.Context
	for _, e := range entries {
		opening = opening.Then(e.Announce)
	}
	if len(entries) > 0 {
		opening = opening.Then(fence.Stated(fence.Say(preamble)))
	}
	order, room := r.form()
	w := writer{request: r, whole: room, unnamed: map[string]int{}}
	show, status := typable(show, w.whole), typable(r.Show.About("status"), w.whole)
	w.room = w.whole - fence.Units(opening.String()) - frame - 2*(len(leftOut)+maxNames) - fence.Units(show+status)
	w.write(entries, first, order)
	ending := "" // in the fence too: a line may be named after a branch that came with a clone
	for _, row := range [][2]string{{strings.Join(w.leftOut(), ", "), show}, {counted(w.unnamed, "line"), status}} {
		if row[0] != "" {
			names, command := fence.Data{Text: row[0], Max: maxNames}, fence.Data{Text: row[1]}
			ending += fence.Say(leftOut, names, command).Told() + "\n"
		}
	}
	b.Context = opening.Then(fence.Wrap("saved state of earlier work, quoted as data", w.render()+ending))
	b.Lines = append(b.Lines, each.If(w.blocks, func(told *block) (string, bool) {
		return told.entry.ID, named(told.entry) && (told.entry.Over || told.entry.ID != b.Lines[0])
	})...)
	return b
}

// typable is a command as a brief of that room has place for it: a tenth of it at most.
func typable(command string, room int) string {
	if fence.Units(command) > max(120, room/10) {
		return "/recover"
	}
	return command
}

// foremost is the index of the first own line, else of the first that is no pointer, else -1.
func foremost(entries []resume.Entry) int {
	i := slices.IndexFunc(entries, func(e resume.Entry) bool { return !e.Pointer && e.Kind == kindLine && e.Ours })
	if i < 0 {
		i = slices.IndexFunc(entries, func(e resume.Entry) bool { return !e.Pointer })
	}
	return i
}

// write begins the blocks of the first entry, notes and project, and fills all in their order.
func (w *writer) write(entries []resume.Entry, first int, order []grant) {
	if first >= 0 {
		e, of := entries[first], lead
		if e.Kind != kindLine || !e.Ours {
			of = sole
		}
		b, text := newBlock(e, of), head(e, w.request.Query)
		if e.Over {
			text = w.row(b)
		} else if e.Path != "" {
			text += "\n  file: " + fence.Line(e.Path, maxPath)
		}
		w.add(b, text, whole)
	}
	for _, n := range append([]string{w.request.Unsaved}, w.request.Notes...) {
		if text := clean(n, 300); text != "" {
			w.add(newBlock(resume.Entry{Kind: "note"}, none), text, whole)
		}
	}
	for _, e := range entries {
		if e.Kind == kindProject {
			w.add(newBlock(e, project), "project:", whole)
		}
	}
	w.fill(order, func() { w.others(entries, first) })
	if w.whole == compactBudget {
		w.room += mostBudget - compactBudget
		// Who said much said it in a few long ones.
		w.fill([]grant{{lead, prompts, 30, whole}, {lead, orders, 1, 1500}}, nil)
	}
}

// others tells the entries beside the first in a row each.
func (w *writer) others(entries []resume.Entry, first int) {
	rows := w.whole / 100 * 40 // the room for them: what has none is counted
	for i, e := range entries {
		if i == first || e.Kind == kindProject {
			continue
		}
		b := newBlock(e, others)
		if e.Pointer {
			b.of = none
		} else if e.State == stateWritten {
			b.of = written
		}
		rows -= w.add(b, w.row(b), rows)
	}
}

// Collect asks the stores at once. One that fails, panics or is late spoils nothing of others.
func Collect(ctx context.Context, stores []resume.Store, q resume.Query) (entries []resume.Entry, failed []error) {
	late := ctx
	if _, limited := ctx.Deadline(); limited {
		var cancel context.CancelFunc
		late, cancel = context.WithTimeout(ctx, 4*time.Second) // of a hook
		defer cancel()
	}
	offers, errs := make([][]resume.Entry, len(stores)), make([]error, len(stores))
	parallel.Each(len(stores), len(stores), func(i int) {
		var offer []resume.Entry // of one that is late it may still be worked on
		err := parallel.Wait(late, func() (err error) { offer, err = stores[i].Resume(ctx, q); return err })
		if errs[i] = err; err != nil && err == late.Err() {
			late := fence.ReasonError("no answer in time")
			errs[i] = fmt.Errorf("asking %T what can be resumed: %w", stores[i], late)
			return
		}
		parallel.Each(2, len(offer), func(n int) { neutralise(&offer[n]) })
		offers[i] = offer
	})
	return slices.Concat(offers...), slices.DeleteFunc(errs, func(err error) bool { return err == nil })
}

// neutralise makes every value of an entry one line of data without secrets; prompts
// keep their line breaks. A foreign name is shown only if it is not a sentence.
func neutralise(e *resume.Entry) {
	if !e.Ours {
		e.ID = fence.Name(e.ID)
		if !fence.IsName(e.Path) {
			e.Path = ""
		}
	}
	for _, s := range []*string{&e.ID, &e.Path, &e.State, &e.Fit, &e.By} {
		*s = clean(*s, 0)
	}
	for i := range e.Details {
		d := &e.Details[i]
		d.About, d.Lines = clean(d.About, 0), slices.Clone(d.Lines)
		for j, l := range d.Lines {
			if d.Name != prompts {
				d.Lines[j] = clean(l, 0)
				continue
			}
			rows := strings.Split(redact.Text(l), "\n") // a secret may have several lines
			d.Lines[j] = strings.Join(each.Of(rows, func(row string) string { return fence.Line(row, 0) }), "\n")
		}
	}
}

// clean makes a value from a file one line of data without secrets.
func clean(s string, most int) string { return fence.Line(redact.Text(s), most) }

const choose = "/recover lists what you can continue"

// message is the user's row.
func message(entries []resume.Entry, r Request) string {
	entries = slices.DeleteFunc(Work(entries), func(e resume.Entry) bool { return e.Quiet })
	parts := []string{r.Unsaved}
	i := foremost(entries)
	if i < 0 { // nothing is told first: the first that has a name
		i = slices.IndexFunc(entries, func(e resume.Entry) bool { return e.Count == 0 })
	}
	if i >= 0 {
		counts := map[string]int{} // of what is open beside it
		for j, e := range entries {
			over := e.Kind == kindLines && e.Open == 0 || e.Kind == kindLine && e.Ours && !isOpen(e)
			if j != i && !over {
				counts[kindOf(e)] += max(e.Open, 1)
			}
		}
		more := counted(counts, "more open line")
		if parts = append(parts, found(entries[i], r.Query), more); more != "" || !entries[i].Over {
			parts = append(parts, choose)
		}
	}
	for _, e := range entries {
		switch {
		case i >= 0 || e.Count == 0:
		case e.Ours && e.Open > 0:
			parts = append(parts, "lines of work: "+e.State, choose)
		case !e.Ours && strings.HasSuffix(e.State, unreadable):
			parts = append(parts, fence.Count(e.Count, "line")+" "+unreadable+"; holdfast validate")
		}
	}
	parts = append(parts, each.Of(r.Notes, func(n string) string { return clean(n, 200) })...)
	if n := len(r.Failures); n > 0 {
		f := r.Failures[n-1]
		ago := fence.Ago(r.Query.Now, f.Time)
		text := fmt.Sprintf("%s failed %s: %s", clean(f.Program, 20), ago, clean(f.Message, 200))
		if n > 1 {
			text += fmt.Sprintf(" (and %d more)", n-1)
		}
		parts = append(parts, text+"; details: "+r.Show.About("status"))
	}
	parts = slices.DeleteFunc(parts, func(text string) bool { return text == "" })
	if len(parts) == 0 {
		return ""
	}
	return "holdfast: " + strings.Join(parts, "; ")
}

// found says what the session goes on with, or could.
func found(e resume.Entry, q resume.Query) string {
	id := fence.Line(e.ID, 100)
	name, ago := e.Kind+" "+id, fence.Ago(q.Now, e.Saved)
	if goal := Goal(e); e.Kind == kindLine && goal != "" {
		name = fmt.Sprintf("\"%s\"", clean(goal, 60))
		if !e.Over {
			name += " (" + id + ")"
		}
	}
	switch {
	case q.Continues() && e.Ours && !e.Pointer:
		return fmt.Sprintf("restored %s, saved %s", name, ago)
	case e.Over:
		ended := map[string]string{
			stateUndone: "taken back", string(line.Gone): "its branch is gone",
			string(line.Resting): "saved " + ago, stateCommitted: "committed " + ago, // which prove no more
		}
		return fmt.Sprintf("last here: %s, %s", name, cmp.Or(ended[e.State], "finished "+ago))
	}
	if e.By != "" {
		ago += ", " + clean(e.By, 100)
	}
	return fmt.Sprintf("found %s, saved %s", name, ago)
}

// Goal is what an entry is for, as far as it says; of what is not a line the file that tells it.
func Goal(e resume.Entry) string {
	says := func(d resume.Detail) bool { return d.Name == "goal" || d.Name == "title" }
	goal := strings.Join(each.First(e.Details, says).Lines, " ")
	if goal != "" || e.Kind == kindLine {
		return goal
	}
	return e.Path
}

const foreign = "others" // the kind of lines that others wrote, where entries are counted

// kindOf is as what an entry is counted.
func kindOf(e resume.Entry) string {
	kind := strings.TrimSuffix(e.Kind, "s")
	if kind == kindLine && !e.Ours {
		return foreign
	}
	return kind
}

// counted are numbers by kind in words, ours what own lines are called.
func counted(counts map[string]int, ours string) string {
	kinds := [][3]string{
		{kindLine, ours}, {foreign, "line", " by others"}, {"epic", "epic"}, {"design", "design"},
		{"run", "run"}, {"task", "task"}, {"note", "note"},
	}
	return strings.Join(each.If(kinds, func(k [3]string) (string, bool) {
		n := counts[k[0]]
		return fence.Count(n, k[1]) + k[2], n > 0
	}), ", ")
}

// Status is the line of work that a session goes on with, in a few words; nil for none.
func Status(entries []resume.Entry, now time.Time) []string {
	e := each.First(entries, func(e resume.Entry) bool { return !e.Pointer && e.Kind == kindLine && e.Ours })
	if e.Kind == "" {
		return nil
	}
	name := fence.Line(e.ID, 40)
	if goal := Goal(e); goal != "" {
		name = fmt.Sprintf("%q (%s)", fence.Line(goal, 40), name)
	}
	if !isOpen(e) {
		state, _, _ := strings.Cut(e.State, ",")
		return []string{name, state + " " + fence.Ago(now, e.Saved)}
	}
	parts := []string{name, "saved " + fence.Ago(now, e.Saved)}
	return append(parts, each.If(e.Details, func(d resume.Detail) (string, bool) {
		one := map[string]string{"next": "open step", "blockers": "blocker"}[d.Name]
		return fence.Count(len(d.Lines), one), one != ""
	})...)
}

// isOpen reports whether a row of a line tells of one that is open.
func isOpen(e resume.Entry) bool { return e.State == stateWritten || e.State == stateAutomatic }

// Work are the entries of what can be continued, without what belongs to the project.
func Work(entries []resume.Entry) []resume.Entry {
	return each.Without(entries, func(e resume.Entry) bool { return e.Kind == kindProject })
}
