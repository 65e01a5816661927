package design

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

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
	// Force completes in spite of what is open, and replaces what this machine
	// did not write.
	Force bool
}

// Save saves a checkpoint of a stage with its document. Everything is checked
// before anything is written; faults are a *fault.InvalidError.
func (s Store) Save(ctx context.Context, feature string, v Save, now time.Time) (Result, error) {
	data, err := v.data()
	if err != nil {
		return Result{}, err
	}
	return s.change(ctx, feature, now, func(x Session, r *Result) (Session, error) {
		stage, err := x.stageOf(v.Checkpoint)
		if err != nil {
			return x, err
		}
		x = x.with(record.Object().Merged(x.get("checkpoints", v.Checkpoint), data), "checkpoints", v.Checkpoint)
		var f file
		if v.Kind != "" {
			if f, err = s.place(x, v); err != nil {
				return x, err
			}
			x = x.record(v, data, f, r)
		}
		x = x.begin(stage.Role)
		chosen, docs := data.Get(keyChosen), s.documents(x, f)
		if !x.offered(chosen, docs) {
			return x, invalid("the choice", "data."+keyChosen, fault.Shorten(chosen.String()), x.alternatives(docs))
		}
		if v.Complete {
			if x, err = s.finish(x, stage.Number, f, v.Force, now); err != nil {
				return x, err
			}
		}
		if x.Status(stage.Number) == Complete || v.Checkpoint == x.table.alternatives() && !x.chosen().None() {
			x = x.noting(record.Stamp(now), v.Checkpoint, "completed_at")
		}
		r.done, r.Message = fmt.Sprintf("saved %s of %s", v.Checkpoint, feature), safely
		return s.replace(x, f, now, r)
	})
}

// stageOf is the stage of a checkpoint of the session's table, or of one that
// the file holds already.
func (s Session) stageOf(checkpoint string) (Stage, error) {
	t := s.table
	for _, st := range t {
		if slices.Contains(st.Checkpoints, checkpoint) {
			return st, nil
		}
	}
	if rest, ok := strings.CutPrefix(checkpoint, "stage_"); ok && s.get("checkpoints", checkpoint).IsObject() {
		digits := strings.TrimRight(strings.SplitN(rest, "_", 2)[0], "abcdefghijklmnopqrstuvwxyz")
		if n, err := strconv.Atoi(digits); err == nil && n >= 0 && n <= t.last() {
			return t[n], nil
		}
	}
	return Stage{}, invalid("the checkpoint", "checkpoint", quoted(checkpoint), strings.Join(t.names(), ", "))
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

// offered reports whether an alternative can have been chosen: one that is named by
// its number or letter exists. What is said in words is not judged.
func (s Session) offered(chosen record.Value, docs documents) bool {
	most, word := s.count(Analysis, docs), strings.ToUpper(chosen.Says())
	n, err := strconv.Atoi(word)
	if err != nil && len(word) == 1 && word[0] >= 'A' && word[0] <= 'Z' {
		n, err = int(word[0]-'A')+1, nil
	}
	return chosen.None() || most == 0 || err != nil || n >= 1 && n <= most
}

// alternatives are in words those that may be chosen.
func (s Session) alternatives(docs documents) string {
	return fmt.Sprintf("one of %d alternatives", s.count(Analysis, docs))
}

// record enters a document in the session. Approval and counts are those of a
// text: of another one they are taken back, unless they come with it.
func (s Session) record(v Save, data record.Value, f file, r *Result) Session {
	holder, kind := s.table.holder(v.Kind), docKinds[v.Kind]
	s = s.naming(v.Kind, f.path, holder == v.Checkpoint)
	if another := f.existing != nil && f.changes(); another && v.Kind != ADR && v.Kind != Analysis && !data.Get(keyApproved).Exists() && s.at(holder, keyApproved).True() {
		s = s.without("checkpoints", holder, keyApproved)
		if st, ok := s.table.of(kind.role); ok && s.Status(st.Number) == Complete {
			s = s.withStatus(st.Number, InProgress).without("checkpoints", holder, "completed_at")
		}
		r.Warnf("%q is another text than the one that was approved: it awaits approval", f.path)
	}
	if kind.countKey == "" {
		return s
	}
	n := len(inspect(f.path, v.Kind, f.bytes()).Titles)
	if n == 0 {
		r.Warnf("%q has no %s that can be counted: want lines such as %q", f.path, kind.noun, kind.example)
	}
	if !data.Get(kind.countKey).Exists() && (holder == v.Checkpoint || s.at(holder, kind.countKey).Exists()) {
		s = s.noting(record.Int(n), holder, kind.countKey)
	}
	return s
}

// naming is the session with a document among its artifacts, and with it in the
// checkpoint of its stage where that is asked for.
func (s Session) naming(k Kind, rel string, inCheckpoint bool) Session {
	holder := s.table.holder(k)
	if k == ADR {
		return s.adding(rel, "artifacts", "adrs").adding(rel, "checkpoints", holder, "adr_files")
	}
	if s = s.with(record.Text(rel), "artifacts", string(k)); inCheckpoint {
		s = s.noting(record.Text(rel), holder, docKinds[k].fileKey)
	}
	return s
}

// finish completes a stage and records whether the user approved it. What speaks
// against it, see unfinished, is a *fault.InvalidError unless force is set. writing is
// a document that is about to be written.
func (s Store) finish(x Session, n int, writing file, force bool, now time.Time) (Session, error) {
	st, docs := x.table[n], s.documents(x, writing)
	if faults := s.unfinished(x, st, docs); len(faults) > 0 && !force {
		return x, &fault.InvalidError{Cause: fmt.Errorf("stage %d (%s) cannot be completed yet", n, st.Name), Faults: faults, Hint: "--force completes it anyway"}
	}
	if st.Approval {
		x = x.noting(record.Bool(x.approved(st, docs)), x.table.checkpoint(st.Role), keyApproved)
	}
	return x.complete(n, now), nil
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
		lacks(when, "checkpoints."+checkpoint+"."+key, cmp.Or(fault.Shorten(x.at(checkpoint, key).String()), fault.Nothing), allowed)
	}
	for _, earlier := range t[:st.Number] {
		status := x.Status(earlier.Number)
		lacks(status != Complete, fmt.Sprintf("stage_status.%d", earlier.Number), status, fmt.Sprintf("complete, before stage %d", st.Number))
	}
	own := st.Checkpoints[len(st.Checkpoints)-1]
	skipped := st.Role == Contract && (x.Simple() || x.at(own, "skipped").True())
	lacks(st.Needs != "" && !skipped && len(docs[st.Needs]) == 0, "artifacts."+string(st.Needs), fault.Nothing,
		fmt.Sprintf("a document: save %s --artifact %s < content", t.holder(st.Needs), st.Needs))
	switch st.Role {
	case Analyse:
		judged := x.at(own, keyComplexity)
		key, _ := checkpointKeys.Find(keyComplexity)
		noted(judged.None() || !key.Takes(judged), own, keyComplexity, key.Allowed())
	case Decide:
		d, _ := docs.first(TDD)
		lacks(len(d.Missing) > 0, "artifacts."+string(TDD), "a partial document", "one with "+strings.Join(d.Missing, ", "))
		noted(x.awaitsChoice(docs), t.alternatives(), keyChosen, "the alternative that was chosen")
		noted(!x.offered(x.chosen(), docs), t.alternatives(), keyChosen, x.alternatives(docs))
	case Ticket:
		made, planned := len(docs[tickets]), max(x.planned(), 1)
		lacks(made < planned, "tickets_progress.created", strconv.Itoa(made), strconv.Itoa(planned))
		left := x.remaining()
		lacks(len(left) > 0, "tickets_progress.remaining", fault.Shorten(strings.Join(left, "; ")), "nothing")
		unknown := s.unknownDependencies(x)
		lacks(len(unknown) > 0, "checkpoints."+own+".dependencies", fault.Shorten(strings.Join(unknown, ", ")), "tickets that exist")
	}
	noted(st.Approval && !x.approved(st, docs), own, keyApproved, "true, once the user has approved it")
	return faults
}
