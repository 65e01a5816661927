package design

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"holdfast/lib/fault"
	"holdfast/lib/record"
)

// save saves a checkpoint of a stage, with its document where --artifact names one: the
// content on standard input, or one that is there. Everything is checked before
// anything is written; faults are a *fault.InvalidError.
func (s Store) save(c command) (Result, error) {
	name, kind := c.words[0], Kind(c.Flag("artifact"))
	content, err := c.Body()
	if err == nil {
		err = c.Filled("artifact", "title", "path")
	}
	stage, _, _ := strings.Cut(strings.TrimPrefix(name, "stage_"), "_")
	switch {
	case err != nil:
		return Result{}, err
	case c.On("complete") && strings.HasSuffix(stage, "a"):
		return Result{}, c.UsageError(fmt.Sprintf(
			"--complete is not for %s: the stage is complete with its other checkpoint", name))
	case kind == "" && content != nil:
		return Result{}, c.UsageError("there is content on standard input, but no --artifact names its kind")
	}
	data, err := c.data()
	if err != nil {
		return Result{}, err
	}
	return s.change(c, func(x *Session, r *Result) error {
		stage, err := x.stageOf(name)
		if err != nil {
			return err
		}
		x.set(record.Object().Merged(x.doc.Get("checkpoints", name), data), "checkpoints", name)
		var f file
		if kind != "" {
			if f, err = x.place(c, kind, content); err != nil {
				return err
			}
			x.enter(kind, data, f, r)
		}
		x.begin(stage.Role)
		x.look(f)
		chosen := data.Get(keyChosen)
		if can, which := x.offered(chosen); !can {
			return fault.Invalid("the choice", "data."+keyChosen, record.Found(chosen), which)
		}
		if c.On("complete") {
			if err := x.finish(stage.Number, f, c); err != nil {
				return err
			}
		}
		chose := name == x.table.alternatives() && x.chosen().Exists()
		if x.status(stage.Number) == Complete || chose {
			x.note(c.now, name, keyCompleted)
		}
		r.saved("saved %s of %s", name, c.feature)
		return x.write(f, c, r)
	})
}

// data are the keys that a checkpoint is given: one takes the place of what is there,
// the others stay.
func (c command) data() (record.Value, error) {
	if !c.Has("data") {
		return record.Value{}, nil
	}
	text := c.Flag("data")
	data, err := record.ParseGiven(text)
	if err != nil || !data.IsObject() || len(text) > maxContent {
		return data, fault.Invalid("the data", "data", fault.Shorten(text), "a JSON object")
	}
	if faults := checkpointKeys.Faults(data, "data."); faults != nil {
		return data, &fault.InvalidError{What: "the data", Faults: faults}
	}
	return data, nil
}

func (x *Session) stageOf(checkpoint string) (Stage, error) {
	var names []string
	for _, st := range x.table {
		if slices.Contains(st.Checkpoints, checkpoint) {
			return st, nil
		}
		names = append(names, st.Checkpoints...)
	}
	return Stage{}, fault.Invalid("the checkpoint", "checkpoint", quoted(checkpoint), commas(names))
}

// enter enters a document in the session. Approval and counts are those of a
// text: of another one they are taken back, unless they come with it.
func (x *Session) enter(k Kind, data record.Value, f file, r *Result) {
	holder, kind := x.table.holder(k), docKinds[k]
	x.name(k, f.path)
	ofText := k != ADR && k != Analysis && !data.Get(keyApproved).Exists()
	if ofText && f.existing != nil && f.changes() && x.at(holder, keyApproved).True() {
		x.unset("checkpoints", holder, keyApproved)
		if st, ok := x.table.of(kind.role); ok && x.status(st.Number) == Complete {
			x.setStatus(st.Number, InProgress)
			x.unset("checkpoints", holder, keyCompleted)
		}
		r.Warnf("%q is another text than the one that was approved: it awaits approval", f.path)
	}
	if kind.countKey == "" {
		return
	}
	n := len(inspect(f.path, k, f.bytes()).Titles)
	if n == 0 {
		r.Warnf("%q has no %s that can be counted: want lines such as %q", f.path, kind.noun, kind.example)
	}
	if holder != "" && !data.Get(kind.countKey).Exists() {
		x.note(n, holder, kind.countKey)
	}
}

// ticket saves a ticket and counts it. One that is there with other content is
// refused: a *fault.RefusedError; with the same content it is counted once.
func (s Store) ticket(c command) (Result, error) {
	id, depends := c.words[0], c.All("depends")
	content, err := c.Body()
	err = errors.Join(err, record.CheckID("the ticket", "ticket", id))
	for _, d := range depends {
		err = errors.Join(err, record.CheckID("the ticket", "depends", d))
	}
	if err != nil {
		return Result{}, err
	}
	rel := ticketFiles.Path(id)
	return s.change(c, func(x *Session, r *Result) error {
		f, err := x.find(rel, content, "ticket")
		if err != nil {
			return err
		}
		if f.existing != nil && f.changes() && !f.earlier && !c.On("force") {
			return fault.Refuse("another id, or --force to replace it", "the ticket %q exists with other content", id)
		}
		x.name(tickets, rel)
		stage, _ := x.table.of(Ticket)
		if len(depends) > 0 {
			x.set(depends, "checkpoints", stage.checkpoint(), "dependencies", id)
		}
		for _, unknown := range x.unknownDependencies() {
			if slices.Contains(depends, unknown) {
				r.Warnf("%s depends on %q, which does not exist: stage %d cannot be completed before it does",
					id, unknown, stage.Number)
			}
		}
		left := x.remaining()
		for _, covered := range c.All("covers") {
			same := func(e string) bool { return strings.TrimSpace(e) == strings.TrimSpace(covered) }
			i := slices.IndexFunc(left, same)
			if i < 0 {
				r.Warnf("covering %q: not in the plan", fault.Shorten(covered))
				continue
			}
			left = slices.Delete(left, i, i+1)
			x.set(left, "tickets_progress", "remaining")
		}
		x.begin(Ticket)
		r.saved("saved the ticket %s of %s; %s", id, c.feature, x.ofPlanned(len(x.listed(tickets))))
		return x.write(f, c, r)
	})
}

// unknownDependencies are the tickets that others depend on, and that neither the
// session names nor are on the disk.
func (x *Session) unknownDependencies() (unknown []string) {
	for _, depends := range x.at(x.table.checkpoint(Ticket), "dependencies").Members() {
		unknown = append(unknown, depends.Texts()...)
	}
	slices.Sort(unknown)
	named := x.listed(tickets)
	slices.Sort(named)
	return slices.DeleteFunc(slices.Compact(unknown), func(id string) bool {
		_, ok := slices.BinarySearch(named, ticketFiles.Path(id))
		return ok || x.IsFile(ticketFiles.Path(id))
	})
}
