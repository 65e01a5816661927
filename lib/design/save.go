package design

import (
	"cmp"
	"fmt"
	pathpkg "path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/lib/fault"
	"holdfast/lib/jsondoc"
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
func (s Store) Save(feature string, v Save, now time.Time) (Result, error) {
	data, err := v.members()
	if err != nil {
		return Result{}, err
	}
	return s.change(feature, now, func(x Session, r *Result) (Session, error) {
		stage, err := x.stageOf(v.Checkpoint)
		if err != nil {
			return x, err
		}
		if !x.get("checkpoints", v.Checkpoint).Exists() {
			x = x.with([]byte("{}"), "checkpoints", v.Checkpoint)
		}
		for _, m := range data {
			x = x.with(m.Value.Of(v.Data), "checkpoints", v.Checkpoint, m.Key)
		}
		var f file
		if v.Kind != "" {
			if f, err = s.place(x, v); err != nil {
				return x, err
			}
			x = x.record(v, f, r)
		}
		x = x.begin(stage.Role)
		if v.Complete {
			if x, err = s.finish(x, stage.Number, f, v.Force, now); err != nil {
				return x, err
			}
		}
		if x.Status(stage.Number) == Complete {
			x = x.withString(when(now), "checkpoints", v.Checkpoint, "completed_at")
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

// members checks data and returns its members in their order.
func (v Save) members() ([]jsondoc.Member, error) {
	if v.Data == nil {
		return nil, nil
	}
	t := jsondoc.Doc(v.Data)
	if len(t) > maxContent || t.Check() != nil || !t.IsObject() {
		return nil, invalid("the data", "data", fault.Shorten(string(t)), "a JSON object")
	}
	var all []jsondoc.Member
	var faults []fault.Fault
	for m := range t.Members(t.Root()) {
		raw := m.Value.Of(t)
		if allowed := keyTypes[m.Key]; !hasType(allowed, gjson.ParseBytes(raw)) {
			faults = append(faults, fault.Fault{Field: "data." + m.Key, Found: fault.Shorten(string(raw)), Allowed: allowed})
		}
		all = append(all, m)
	}
	if faults != nil {
		return nil, &fault.InvalidError{What: "the data", Faults: faults}
	}
	return all, nil
}

// hasType reports whether a value is of a type of keyTypes; null is nothing
// known yet.
func hasType(allowed string, v gjson.Result) bool {
	if v.Type == gjson.Null {
		return true
	}
	switch allowed {
	case "true or false":
		return v.IsBool()
	case "a number":
		return v.Type == gjson.Number && v.Num >= 0 && v.Num == float64(int64(v.Num))
	case "a string":
		return v.Type == gjson.String
	case "a path":
		return v.Type == gjson.String && local(v.Str)
	case "a list":
		return v.IsArray()
	case "an object":
		return v.IsObject()
	case "simple or complex":
		return v.Type == gjson.String && (v.Str == "simple" || v.Str == "complex")
	}
	return true
}

// record enters a document in the session.
func (s Session) record(v Save, f file, r *Result) Session {
	holder, kind := s.table.holder(v.Kind), docKinds[v.Kind]
	s = s.naming(v.Kind, f.path, holder == v.Checkpoint)
	if kind.countKey == "" {
		return s
	}
	n := len(inspect(f.path, v.Kind, f.bytes()).Titles)
	if n == 0 {
		r.warn(fmt.Errorf("%q has no %s that can be counted: want lines such as %q", f.path, kind.noun, kind.example))
	}
	given := v.Data != nil && jsondoc.Doc(v.Data).Raw(kind.countKey) != nil
	if n > 0 && holder == v.Checkpoint && !given {
		s = s.withNumber(n, "checkpoints", holder, kind.countKey)
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
	if s = s.withString(rel, "artifacts", string(k)); inCheckpoint {
		s = s.withString(rel, "checkpoints", holder, docKinds[k].fileKey)
	}
	return s
}

// finish completes a stage and records whether the user approved it. What speaks
// against it, see unfinished, is a *fault.InvalidError unless force is set. writing is
// a document that is about to be written.
func (s Store) finish(x Session, n int, writing file, force bool, now time.Time) (Session, error) {
	st, docs := x.table[n], s.documents(x, writing)
	if faults := x.unfinished(st, docs); len(faults) > 0 && !force {
		return x, &fault.InvalidError{Cause: fmt.Errorf("stage %d (%s) cannot be completed yet", n, st.Name), Faults: faults, Hint: "--force completes it anyway"}
	}
	if st.Approval {
		x = x.withBool(x.approved(st, docs), "checkpoints", x.table.checkpoint(st.Role), "user_approved")
	}
	return x.complete(n, now), nil
}

// unfinished is why a stage may not complete: an earlier stage is open, or its
// document, the user's choice or approval, or a ticket is missing.
func (s Session) unfinished(st Stage, docs documents) []fault.Fault {
	t := s.table
	var faults []fault.Fault
	lacks := func(field, found, allowed string) {
		faults = append(faults, fault.Fault{Field: field, Found: found, Allowed: allowed})
	}
	for _, earlier := range t[:st.Number] {
		if status := s.Status(earlier.Number); status != Complete {
			lacks(fmt.Sprintf("stage_status.%d", earlier.Number), status, fmt.Sprintf("complete, before stage %d", st.Number))
		}
	}
	skipped := st.Role == Contract && (s.Simple() || s.yes("checkpoints", st.Checkpoints[0], "skipped"))
	if st.Needs != "" && !skipped && len(docs[st.Needs]) == 0 {
		lacks("artifacts."+string(st.Needs), fault.Nothing, fmt.Sprintf("a document: save %s --artifact %s < content", t.holder(st.Needs), st.Needs))
	}
	if st.Role == Decide && s.awaitsChoice(docs) {
		lacks("checkpoints."+t.alternatives()+".chosen_alternative", fault.Nothing, "the alternative that was chosen")
	}
	if st.Approval && !s.approved(st, docs) {
		name := t.checkpoint(st.Role)
		found := cmp.Or(fault.Shorten(s.get("checkpoints", name, "user_approved").Raw), fault.Nothing)
		lacks("checkpoints."+name+".user_approved", found, "true, once the user has approved it")
	}
	if st.Role == Ticket {
		if made, planned := len(docs[tickets]), max(s.planned(), 1); made < planned {
			lacks("tickets_progress.created", strconv.Itoa(made), strconv.Itoa(planned))
		}
		if left := s.strs("tickets_progress", "remaining"); len(left) > 0 {
			lacks("tickets_progress.remaining", fault.Shorten(strings.Join(left, "; ")), "nothing")
		}
	}
	return faults
}

// chosen reports whether an alternative was chosen.
func (s Session) chosen() bool {
	v := s.get("checkpoints", s.table.alternatives(), "chosen_alternative")
	return v.Exists() && v.Type != gjson.Null && v.Raw != `""`
}

// awaitsChoice reports whether alternatives wait for the user's choice. Where a
// technical design is written and no alternatives were ever saved, as in a
// session that was rebuilt, the choice was made.
func (s Session) awaitsChoice(docs documents) bool {
	saved := s.get("checkpoints", s.table.alternatives()).Exists() && !s.get("rebuilt_at").Exists()
	return s.count(Analysis, docs) > 0 && !s.chosen() && (saved || len(docs[TDD]) == 0)
}

// superseded reports whether a path is of a design that was restarted.
func (s Session) superseded(rel string) bool {
	return slices.Contains(s.strs("superseded"), pathpkg.Clean(rel))
}
