package design

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/fault"
	"holdfast/lib/record"
)

const maxTickets = 10000

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
	return s.changeOpen(c, func(x *Session, r *Result) error {
		stage, err := x.stageOf(v.Checkpoint)
		if err != nil {
			return err
		}
		x.set(record.Object().Merged(x.doc.Get("checkpoints", v.Checkpoint), data), "checkpoints", v.Checkpoint)
		var f file
		if v.Kind != "" {
			if f, err = s.place(x, v, c); err != nil {
				return err
			}
			x.enter(v, data, f, r)
		}
		x.begin(stage.Role)
		chosen, docs := data.Get(keyChosen), s.documents(*x, f)
		if !x.offered(chosen, docs) {
			return invalid("the choice", "data."+keyChosen, record.Found(chosen), x.alternatives(docs))
		}
		if v.Complete {
			if err := s.finish(x, stage.Number, f, c); err != nil {
				return err
			}
		}
		chose := v.Checkpoint == x.table.alternatives() && x.chosen().Exists()
		if x.Status(stage.Number) == Complete || chose {
			x.note(c.Now, v.Checkpoint, keyCompleted)
		}
		r.done, r.Message = fmt.Sprintf("saved %s of %s", v.Checkpoint, c.Feature), safely
		return s.write(x, f, c, r)
	})
}

// data are the keys that are saved, checked one by one.
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

// stageOf is the stage of a checkpoint.
func (s Session) stageOf(checkpoint string) (Stage, error) {
	var names []string
	for _, st := range s.table {
		if slices.Contains(st.Checkpoints, checkpoint) {
			return st, nil
		}
		names = append(names, st.Checkpoints...)
	}
	return Stage{}, invalid("the checkpoint", "checkpoint", quoted(checkpoint), strings.Join(names, ", "))
}

// alternatives are in words those that may be chosen.
func (s Session) alternatives(docs documents) string {
	return fmt.Sprintf("one of %d alternatives", s.counted(Analysis, docs))
}

// enter enters a document in the session. Approval and counts are those of a
// text: of another one they are taken back, unless they come with it.
func (s *Session) enter(v Save, data record.Value, f file, r *Result) {
	holder, kind := s.table.holder(v.Kind), docKinds[v.Kind]
	s.name(v.Kind, f.path, holder == v.Checkpoint)
	ofText := v.Kind != ADR && v.Kind != Analysis && !data.Get(keyApproved).Exists()
	if ofText && f.existing != nil && f.changes() && s.at(holder, keyApproved).True() {
		s.unset("checkpoints", holder, keyApproved)
		if st, ok := s.table.of(kind.role); ok && s.Status(st.Number) == Complete {
			s.setStatus(st.Number, InProgress)
			s.unset("checkpoints", holder, keyCompleted)
		}
		r.Warnf("%q is another text than the one that was approved: it awaits approval", f.path)
	}
	if kind.countKey == "" {
		return
	}
	n := len(inspect(f.path, v.Kind, f.bytes()).Titles)
	if n == 0 {
		r.Warnf("%q has no %s that can be counted: want lines such as %q", f.path, kind.noun, kind.example)
	}
	if !data.Get(kind.countKey).Exists() && (holder == v.Checkpoint || s.at(holder, kind.countKey).Exists()) {
		s.note(n, holder, kind.countKey)
	}
}

// finish completes a stage and records whether the user approved it. What speaks
// against it, see unfinished, is a *fault.InvalidError unless force is set. writing is
// a document that is about to be written.
func (s Store) finish(x *Session, n int, writing file, c Change) error {
	st, docs := x.table[n], s.documents(*x, writing)
	if faults := s.unfinished(*x, st, docs); len(faults) > 0 && !c.Force {
		return &fault.InvalidError{
			Cause:  fmt.Errorf("stage %s cannot be completed yet", st),
			Faults: faults, Hint: "--force completes it anyway",
		}
	}
	if st.Approval {
		x.note(x.approved(st, docs), st.checkpoint(), keyApproved)
	}
	x.complete(n, c.Now)
	return nil
}

// unfinished is why a stage may not complete: an earlier stage is open, or its
// document or a part of it, the user's choice or approval, or a ticket is missing.
func (s Store) unfinished(x Session, st Stage, docs documents) []fault.Fault {
	t := x.table
	var faults []fault.Fault
	lacks := func(when bool, field, found, allowed string) {
		if when {
			faults = append(faults, fault.Fault{Field: field, Found: found, Allowed: allowed})
		}
	}
	noted := func(when bool, checkpoint, key, allowed string) {
		lacks(when, "checkpoints."+checkpoint+"."+key, record.Found(x.at(checkpoint, key)), allowed)
	}
	for _, earlier := range t[:st.Number] {
		status := x.Status(earlier.Number)
		lacks(status != Complete, fmt.Sprintf("stage_status.%d", earlier.Number), status,
			fmt.Sprintf("complete, before stage %d", st.Number))
	}
	own := st.checkpoint()
	skipped := st.Role == Contract && (x.simple() || x.at(own, "skipped").True())
	lacks(st.Needs != "" && !skipped && len(docs[st.Needs]) == 0, "artifacts."+string(st.Needs), fault.Nothing,
		fmt.Sprintf("a document: save %s --artifact %s < content", t.holder(st.Needs), st.Needs))
	switch st.Role {
	case Analyse:
		key, _ := checkpointKeys.Find(keyComplexity)
		noted(!slices.Contains(key.OneOf, x.at(own, keyComplexity).Text()), own, keyComplexity, key.Allowed())
	case Decide:
		d, _ := docs.first(TDD)
		lacks(len(d.Missing) > 0, "artifacts."+string(TDD), "a partial document",
			"one with "+strings.Join(d.Missing, ", "))
		noted(x.awaitsChoice(docs), t.alternatives(), keyChosen, "the alternative that was chosen")
		noted(!x.offered(x.chosen(), docs), t.alternatives(), keyChosen, x.alternatives(docs))
	case Ticket:
		made, planned := len(docs[tickets]), max(x.planned(), 1)
		lacks(made < planned, "tickets_progress.created", strconv.Itoa(made), strconv.Itoa(planned))
		left := x.remaining()
		lacks(len(left) > 0, "tickets_progress.remaining", fault.Shorten(strings.Join(left, "; ")), "nothing")
		unknown := s.unknownDependencies(x)
		lacks(len(unknown) > 0, "checkpoints."+own+".dependencies", fault.Shorten(strings.Join(unknown, ", ")),
			"tickets that exist")
	}
	noted(st.Approval && !x.approved(st, docs), own, keyApproved, "true, once the user has approved it")
	return faults
}

// A TicketSave is a ticket to be saved.
type TicketSave struct {
	ID      string
	Covers  []string // entries of the plan that it takes off
	Depends []string // ids of the tickets that come before it
	Content []byte   // nil to name one that is there already
}

func ticketPath(id string) string { return TicketsDir + "/" + id + ".md" }

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
	rel := ticketPath(v.ID)
	return s.changeOpen(c, func(x *Session, r *Result) error {
		f, err := s.at(x, rel, v.Content, c.Force, "ticket")
		another := f.changes() && f.existing != nil && !slices.Contains(x.superseded(), rel)
		if another && !c.Force {
			return &fault.RefusedError{
				Cause: fmt.Errorf("the ticket %q exists with other content", v.ID),
				Hint:  "another id, or --force to replace it",
			}
		}
		if err != nil {
			return err
		}
		x.name(tickets, rel, true)
		stage, _ := x.table.of(Ticket)
		if len(v.Depends) > 0 {
			x.set(v.Depends, "checkpoints", stage.checkpoint(), "dependencies", v.ID)
		}
		for _, id := range s.unknownDependencies(*x) {
			if slices.Contains(v.Depends, id) {
				r.Warnf("%s depends on %q, which does not exist: stage %d cannot be completed before it does",
					v.ID, id, stage.Number)
			}
		}
		x.cover(v.Covers, r)
		x.begin(Ticket)
		made := x.ofPlanned(len(x.listed(tickets)))
		r.done, r.Message = fmt.Sprintf("saved the ticket %s of %s; %s", v.ID, c.Feature, made), safely
		return s.write(x, f, c, r)
	})
}

// cover takes entries off what remains of the plan.
func (s *Session) cover(covers []string, r *Result) {
	left := s.remaining()
	for _, c := range covers {
		i := slices.IndexFunc(left, func(e string) bool { return strings.TrimSpace(e) == strings.TrimSpace(c) })
		if i < 0 {
			r.Warnf("covering %q: not in the plan", fault.Shorten(c))
			continue
		}
		left = slices.Delete(left, i, i+1)
		s.set(left, "tickets_progress", "remaining")
	}
}

// unknownDependencies are the tickets that others depend on, and that neither the
// session names nor are on the disk.
func (s Store) unknownDependencies(x Session) []string {
	known := map[string]bool{}
	for _, p := range x.listed(tickets) {
		known[p] = true
	}
	var unknown []string
	for _, depends := range x.at(x.table.checkpoint(Ticket), "dependencies").Members() {
		for _, id := range depends.Texts() {
			if rel := ticketPath(id); !known[rel] && !s.IsFile(rel) {
				known[rel] = true // named once
				unknown = append(unknown, id)
			}
		}
	}
	return unknown
}

// PlanTickets enters how many tickets there will be, as it was typed, and what they
// are to cover; remaining nil leaves the list as it is.
func (s Store) PlanTickets(c Change, typed string, remaining []string) (Result, error) {
	total, err := strconv.Atoi(typed)
	if err != nil {
		return Result{}, invalid("the plan", "total", quoted(typed), "a number")
	}
	return s.changeOpen(c, func(x *Session, r *Result) error {
		made := len(x.listed(tickets))
		if total < max(made, 1) || total > maxTickets {
			return invalid("the plan", "total", strconv.Itoa(total),
				fmt.Sprintf("%d to %d; %d exist", max(made, 1), maxTickets, made))
		}
		x.set(total, "tickets_progress", "total_planned")
		x.count()
		if remaining != nil {
			x.set(remaining, "tickets_progress", "remaining")
		}
		x.begin(Ticket)
		r.done, r.Message = fmt.Sprintf("planned the tickets of %s; %s", c.Feature, x.ofPlanned(made)), safely
		return nil
	})
}
