package design

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/record"
)

// Evidence is what the files say of one stage.
type Evidence struct {
	Stage   int        `json:"stage"`
	Name    string     `json:"name"`
	Status  string     `json:"status"` // what follows for the stage
	Why     string     `json:"why"`
	Files   []Document `json:"files"`
	Tickets int        `json:"tickets"`
}

// A Rebuilt is the state of a feature as its files prove it, and what is right of
// its session.
type Rebuilt struct {
	Feature      string     `json:"feature"`
	Path         string     `json:"path"`
	Corrupt      string     `json:"corrupt"` // why the session cannot be read, "" where it can or is missing
	Written      bool       `json:"written"`
	SetAside     string     `json:"set_aside"` // where the corrupt session is now
	Stage        int        `json:"resume_stage"`
	Completes    []int      `json:"completes"` // the stages that only their files prove complete
	Evidence     []Evidence `json:"evidence"`
	Conflicts    []Conflict `json:"conflicts"`
	Session      Session    `json:"session"`
	cli.Warnings `json:"-"`
	there        bool // the feature has a session, corrupt or not
	own          bool // a document has the feature's name in its own
	claimed      bool // a ticket or decision names the feature
}

// reconstruct makes the state of a feature of its documents and tickets, and of
// what is right in a corrupt session. Of the stages that the files prove complete
// only those in only are completed, where it is not nil. It writes nothing.
func (s Store) reconstruct(feature string, only []int, now time.Time) (Rebuilt, error) {
	r := Rebuilt{Feature: feature, Path: path(feature), Completes: []int{}}
	x, err := s.Load(feature)
	kept := record.Object()
	switch {
	case errors.Is(err, ErrCorrupt):
		r.Corrupt, r.there, kept = err.Error(), true, right(x.file.Bytes)
	case errors.Is(err, ErrNone):
	case err != nil:
		return r, err
	default:
		r.there = true
	}
	hints := slices.Clone(x.file.Bytes)
	source := s.sourceOf(feature, hints)
	r.Session = newSession(feature, source, now)
	r.Session.doc = r.Session.doc.Merged(kept).With(record.Text(feature), "feature_name").With(record.Stamp(now), "updated_at")
	r.Session.table = r.Session.tableOf()
	docs := s.documents(r.Session, file{})
	for _, k := range Kinds {
		for _, d := range docs[k] {
			hints, r.own = append(hints, d.text...), true
		}
	}
	if source != "" {
		docs[prd] = []Document{inspect(source, prd, nil)}
	}
	adrs, claimed := s.adrsOf(feature, hints)
	docs[ADR] = nil
	for _, p := range adrs {
		b, _ := s.read(p)
		docs[ADR] = append(docs[ADR], inspect(p, ADR, b))
	}
	found, named := s.ticketsOf(feature, hints)
	docs[tickets] = nil
	for _, p := range found {
		docs[tickets] = append(docs[tickets], inspect(p, "", nil))
	}
	r.claimed = claimed || named
	r.judge(kept, docs, only)
	r.Session = fill(r.Session, docs, now)
	return r, nil
}

// right is what is right of a session's file that cannot be used: all members but
// the known ones whose values are of another type.
func right(b []byte) record.Value {
	v, err := record.ParseObject(b)
	if err != nil {
		return record.Object()
	}
	for _, f := range keys.Faults(v, "") {
		v = v.Without(f.Field)
	}
	if status := v.Get("stage_status"); status.IsObject() {
		v = v.With(status.Filtered(func(x record.Value) (record.Value, bool) {
			return x, slices.Contains([]string{Pending, InProgress, Complete}, x.Text())
		}), "stage_status")
	}
	if n, ok := v.Get("current_stage").Whole(1e6); !ok || n > (Session{doc: v}).tableOf().last() {
		v = v.Without("current_stage")
	}
	if all := v.Get("checkpoints"); all.IsObject() {
		v = v.With(all.Filtered(func(c record.Value) (record.Value, bool) {
			for _, f := range checkpointKeys.Faults(c, "") {
				c = c.Without(f.Field)
			}
			return c, c.IsObject()
		}), "checkpoints")
	}
	if version := v.Get("version"); !version.IsText() && !version.IsNumber() {
		v = v.Without("version")
	}
	return v
}

// judge says of every stage what follows from the session, and where it does not
// say, from the files.
func (r *Rebuilt) judge(kept record.Value, docs documents, only []int) {
	x := r.Session
	highest, current := -1, -1
	for _, st := range x.table {
		if len(docs.of(st.Role)) > 0 {
			highest = st.Number
		}
	}
	for _, st := range x.table {
		e := Evidence{Stage: st.Number, Name: st.Name, Files: docs.of(st.Role)}
		if st.Role == Ticket {
			e.Tickets = len(e.Files)
		}
		e.Status, e.Why = kept.Get("stage_status", strconv.Itoa(st.Number)).Text(), "the session says so"
		if e.Status == "" {
			e.Status, e.Why = judgeStage(st, docs, highest)
			switch {
			case e.Status != Complete:
			case only == nil || slices.Contains(only, st.Number):
				r.Completes = append(r.Completes, st.Number)
			default:
				e.Status, e.Why = Pending, e.Why+", but --only leaves it out"
			}
		}
		if current < 0 && e.Status != Complete {
			current = st.Number
			if e.Status == Pending {
				e.Status = InProgress
			}
		}
		x = x.with(record.Text(e.Status), "stage_status", strconv.Itoa(st.Number))
		r.Evidence = append(r.Evidence, e)
	}
	if !kept.Get("current_stage").Exists() {
		x = x.with(record.Int(max(current, 0)), "current_stage")
	}
	r.Session = x
}

// judgeStage is what the files say of one stage; highest is the last stage that
// has any. A draft completes nothing.
func judgeStage(st Stage, docs documents, highest int) (status, why string) {
	later := highest > st.Number
	d, there := docs.first(st.Needs)
	if there && d.draft() {
		return InProgress, fmt.Sprintf("%s is a draft (Status: %s)", d.Path, d.Status)
	}
	switch st.Role {
	case Clarify, Analyse:
		if later {
			return Complete, "later stages have documents"
		}
		return Pending, "no document shows it"
	case Contract:
		switch {
		case there:
			return Complete, d.Path + " is there"
		case later:
			return Complete, "later stages have documents: it was skipped"
		}
	case Extract:
		switch {
		case there && d.approved():
			return Complete, "the rules are approved"
		case there && later:
			return Complete, "later stages have documents"
		case there:
			return InProgress, "the rules await approval"
		}
	case Decide:
		switch {
		case there && len(d.Missing) > 0:
			return InProgress, "the technical design lacks: " + strings.Join(d.Missing, ", ")
		case there && (later || d.approved()):
			return Complete, "the technical design is complete"
		case there:
			return InProgress, "the technical design is complete and awaits approval"
		case len(docs[Analysis]) > 0:
			return InProgress, "an analysis exists, but no technical design"
		}
	case Scenario:
		switch {
		case there && len(d.Titles) > 0:
			return Complete, fence.Count(len(d.Titles), "scenario")
		case there:
			return InProgress, d.Path + " contains no scenario"
		}
	case Ticket:
		if n := len(docs[tickets]); n > 0 {
			return InProgress, fence.Count(n, "ticket") + "; how many were planned is not known"
		}
	}
	return Pending, "no document"
}

// fill enters in a rebuilt session what the files hold and it does not say.
func fill(x Session, docs documents, now time.Time) Session {
	t := x.table
	missing := func(v record.Value, checkpoint, key string) {
		if checkpoint != "" && x.at(checkpoint, key).None() {
			x = x.noting(v, checkpoint, key)
		}
	}
	for _, k := range Kinds {
		for i, d := range docs[k] {
			if i > 0 && k != ADR {
				break // a second technical design is a conflict
			}
			if k == ADR || len(x.listed(k)) == 0 {
				x = x.naming(k, d.Path, true)
			}
			if key := docKinds[k].countKey; key != "" {
				missing(record.Int(len(d.Titles)), t.holder(k), key)
			}
			if d.approved() && (k == Rules || k == TDD) {
				missing(record.Bool(true), t.holder(k), keyApproved)
			}
		}
	}
	if st, ok := t.of(Contract); ok && len(docs[Contracts]) > 0 {
		missing(record.Text("complex"), t.checkpoint(Analyse), keyComplexity)
	} else if ok && x.Status(st.Number) == Complete {
		missing(record.Bool(true), t.checkpoint(Contract), "skipped")
	}
	for _, d := range docs[tickets] {
		x = x.withTicket(d.Path)
	}
	x = x.counted()
	for _, st := range t {
		for _, c := range st.Checkpoints {
			// Whether an alternative was chosen is not known.
			if c != t.alternatives() && x.Status(st.Number) == Complete && x.get("checkpoints", c).Exists() {
				missing(record.Stamp(now), c, "completed_at")
			}
		}
	}
	return x.with(record.Stamp(now), "rebuilt_at")
}

// Rebuild makes the session that the files prove, and with write puts it in its
// place. A corrupt one is set aside first; a sound one is left alone: a
// *fault.RefusedError. Where nothing proves a design of the feature it is a
// *fault.MissingError. only names the stages that it may complete, as they were
// typed; "" is all.
func (s Store) Rebuild(ctx context.Context, feature, only string, write bool, now time.Time) (r Rebuilt, err error) {
	if err = checkName("feature", feature); err != nil {
		return r, err
	}
	chosen, err := s.only(feature, only, now)
	if err != nil {
		return r, err
	}
	if write {
		err = s.locked(ctx, func() error { return s.rebuild(&r, feature, chosen, now) })
	} else if r, err = s.reconstruct(feature, chosen, now); err == nil {
		err = s.rebuildable(r)
	}
	if err != nil {
		return r, err
	}
	st, _ := r.Session.Resume()
	r.Stage, r.Conflicts = st.Number, s.conflicts(r.Session, s.documents(r.Session, file{}))
	return r, nil
}

// only are the stages that were typed, which must be among those that would be
// completed; nil where none was.
func (s Store) only(feature, typed string, now time.Time) ([]int, error) {
	if typed == "" {
		return nil, nil
	}
	all, err := s.reconstruct(feature, nil, now)
	if err != nil {
		return nil, err
	}
	chosen := []int{}
	for _, word := range strings.Split(typed, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || !slices.Contains(all.Completes, n) {
			return nil, invalid("the stages", "only", quoted(word), "stages that the files prove complete: "+numbers(all.Completes))
		}
		chosen = append(chosen, n)
	}
	return chosen, nil
}

// numbers are numbers as a person reads them.
func numbers(all []int) string {
	if len(all) == 0 {
		return "none"
	}
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(all), "[]"), " ", ", ")
}

func (s Store) rebuildable(r Rebuilt) error {
	if r.there || r.own || r.claimed {
		return nil
	}
	return s.none(r.Feature, ", and no document of it")
}

func (s Store) rebuild(r *Rebuilt, feature string, only []int, now time.Time) (err error) {
	if *r, err = s.reconstruct(feature, only, now); err != nil {
		return err
	}
	if r.there && r.Corrupt == "" {
		state := "sound"
		if x, err := s.Load(feature); err == nil && x.Newer() {
			state = "of a newer version, and may be intact"
		}
		return &fault.RefusedError{
			Cause: fmt.Errorf("the design session %q is %s", feature, state),
			Hint:  fence.Typed("holdfast design %s", feature) + " lists the conflicts, and how to resolve them",
		}
	}
	if err := s.rebuildable(*r); err != nil {
		return err
	}
	if r.there {
		if r.SetAside, err = durable.In(s.Root, r.Path).SetAside(now); err != nil {
			return err
		}
	}
	r.Written = true
	r.Session, err = s.put(r.Session, &r.Warnings)
	return err
}

// Print shows what the files prove, and what was written.
func (r Rebuilt) Print(inv *cli.Invocation) {
	r.Tell(inv)
	intact := r.there && r.Corrupt == ""
	if intact {
		inv.Printf("The session file is intact; this is what the documents alone prove.\n")
	} else if r.there {
		inv.Printf("%s\n", r.Corrupt)
	}
	for _, e := range r.Evidence {
		inv.Printf("%d %-15s %-12s %s\n", e.Stage, e.Name, e.Status, e.Why)
		for _, d := range e.Files {
			inv.Printf("    %s%s\n", d.Path, d.about())
		}
	}
	for _, c := range r.Conflicts {
		inv.Printf("conflict: %s\n", c.Text)
	}
	name := r.Session.table[r.Stage].Name
	switch {
	case r.Written:
		if r.SetAside != "" {
			inv.Printf("set aside %s\n", r.SetAside)
		}
		inv.Printf("wrote %s\nResume at stage %d (%s): %s\n", r.Path, r.Stage, name, inv.Typable("holdfast design %s", r.Feature))
	case !intact:
		if len(r.Completes) > 0 {
			inv.Printf("It would complete stages %s; --only STAGE,... completes fewer.\n", numbers(r.Completes))
		}
		inv.Printf("It would resume at stage %d (%s). %s writes it.\n", r.Stage, name, inv.Typable("holdfast design %s rebuild --yes", r.Feature))
	}
}
