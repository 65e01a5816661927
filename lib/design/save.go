package design

import (
	"errors"
	"slices"
	"strings"

	"holdfast/lib/fault"
	"holdfast/lib/record"
)

// A Save is what is saved of a stage.
type Save struct {
	Checkpoint string // such as stage_1_rules
	// Data are keys of the checkpoint, a JSON object; nil for none. A key given
	// takes the place of the one that is there, the others stay.
	Data []byte
	// Complete completes the stage too.
	Complete bool
	// Kind is the document that is saved, "" for none; Content its text, nil to
	// name one that is there already.
	Kind    Kind
	Content []byte
	Title   string // of an ADR: the decision
	Path    string // of the document, "" for its usual place
}

// Save saves a checkpoint of a stage with its document. Everything is checked
// before anything is written; faults are a *fault.InvalidError.
func (s Store) Save(c Change, v Save) (Result, error) {
	data, err := v.data()
	if err != nil {
		return Result{}, err
	}
	return s.change(c, func(x *Session, r *Result) error {
		stage, err := x.stageOf(v.Checkpoint)
		if err != nil {
			return err
		}
		x.set(record.Object().Merged(x.doc.Get("checkpoints", v.Checkpoint), data), "checkpoints", v.Checkpoint)
		var f file
		if v.Kind != "" {
			if f, err = x.place(v, c); err != nil {
				return err
			}
			x.enter(v.Kind, data, f, r)
		}
		x.begin(stage.Role)
		x.look(f)
		chosen := data.Get(keyChosen)
		if can, which := x.offered(chosen); !can {
			return invalid("the choice", "data."+keyChosen, record.Found(chosen), which)
		}
		if v.Complete {
			if err := x.finish(stage.Number, f, c); err != nil {
				return err
			}
		}
		chose := v.Checkpoint == x.table.alternatives() && x.chosen().Exists()
		if x.status(stage.Number) == Complete || chose {
			x.note(c.Now, v.Checkpoint, keyCompleted)
		}
		r.saved("saved %s of %s", v.Checkpoint, c.Feature)
		return x.write(f, c, r)
	})
}

func (v Save) data() (record.Value, error) {
	if v.Data == nil {
		return record.Value{}, nil
	}
	data, err := record.ParseGiven(string(v.Data))
	if err != nil || !data.IsObject() || len(v.Data) > maxContent {
		return data, invalid("the data", "data", fault.Shorten(string(v.Data)), "a JSON object")
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
	return Stage{}, invalid("the checkpoint", "checkpoint", quoted(checkpoint), commas(names))
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

// A TicketSave is a ticket to be saved.
type TicketSave struct {
	ID      string
	Covers  []string // entries of the plan that it takes off
	Depends []string // ids of the tickets that come before it
	Content []byte   // nil to name one that is there already
}

// Ticket saves a ticket and counts it. One that is there with other content is
// refused: a *fault.RefusedError; with the same content it is counted once.
func (s Store) Ticket(c Change, v TicketSave) (Result, error) {
	err := checkName("ticket", v.ID)
	for _, d := range v.Depends {
		err = errors.Join(err, checkName("depends", d))
	}
	if err != nil {
		return Result{}, err
	}
	rel := ticketFiles.Path(v.ID)
	return s.change(c, func(x *Session, r *Result) error {
		f, err := x.find(rel, v.Content, "ticket")
		if err != nil {
			return err
		}
		if f.existing != nil && f.changes() && !f.earlier && !c.Force {
			return fault.Refuse("another id, or --force to replace it", "the ticket %q exists with other content", v.ID)
		}
		x.name(tickets, rel)
		stage, _ := x.table.of(Ticket)
		if len(v.Depends) > 0 {
			x.set(v.Depends, "checkpoints", stage.checkpoint(), "dependencies", v.ID)
		}
		for _, id := range x.unknownDependencies() {
			if slices.Contains(v.Depends, id) {
				r.Warnf("%s depends on %q, which does not exist: stage %d cannot be completed before it does",
					v.ID, id, stage.Number)
			}
		}
		left := x.remaining()
		for _, c := range v.Covers {
			i := slices.IndexFunc(left, func(e string) bool { return strings.TrimSpace(e) == strings.TrimSpace(c) })
			if i < 0 {
				r.Warnf("covering %q: not in the plan", fault.Shorten(c))
				continue
			}
			left = slices.Delete(left, i, i+1)
			x.set(left, "tickets_progress", "remaining")
		}
		x.begin(Ticket)
		r.saved("saved the ticket %s of %s; %s", v.ID, c.Feature, x.ofPlanned(len(x.listed(tickets))))
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
