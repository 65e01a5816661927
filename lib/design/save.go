package design

import (
	"bytes"
	"encoding/json"
	"fmt"
	pathpkg "path"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/lib/fault"
)

// A Save is what is saved of a stage.
type Save struct {
	Checkpoint string // such as stage_1_rules
	// Data are keys of the checkpoint, a JSON object; nil for none. A key given
	// takes the place of the one that stands there, the others stay.
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
// before anything is written; faults are a *fault.Invalid.
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
		for _, kv := range data {
			x = x.with(kv.value, "checkpoints", v.Checkpoint, kv.key)
		}
		x = x.withString(when(now), "checkpoints", v.Checkpoint, "completed_at")
		var f file
		if v.Kind != "" {
			if f, err = s.place(x, v); err != nil {
				return x, err
			}
			x = x.record(v, f)
		}
		at, _ := x.current()
		if x.Status(stage.Number) == Pending && stage.Number == at {
			x = x.withStatus(stage.Number, InProgress)
		}
		if v.Complete {
			if err := s.mayComplete(x, stage.Number, []string{f.path}, v.Force); err != nil {
				return x, err
			}
			x = x.complete(stage.Number, now)
		}
		if x, err = s.keepSuperseded(x, f, now, r); err != nil {
			return x, err
		}
		return x, s.write(f, r)
	})
}

// stageOf is the stage of a checkpoint of the session's table, or of one that
// the file holds already.
func (s Session) stageOf(checkpoint string) (Stage, error) {
	t := s.Table()
	if st, ok := t.stageOf(checkpoint); ok {
		return st, nil
	}
	if rest, ok := strings.CutPrefix(checkpoint, "stage_"); ok && s.get("checkpoints", checkpoint).IsObject() {
		digits := strings.TrimRight(strings.SplitN(rest, "_", 2)[0], "abcdefghijklmnopqrstuvwxyz")
		if n, err := strconv.Atoi(digits); err == nil && n >= 0 && n <= t.last() {
			return t[n], nil
		}
	}
	return Stage{}, &fault.Invalid{What: "the checkpoint", Faults: []fault.Fault{{
		Field: "checkpoint", Found: fmt.Sprintf("%q", fault.Shorten(checkpoint)), Allowed: strings.Join(t.names(), ", "),
	}}}
}

type keyValue struct {
	key   string
	value []byte
}

// members checks data and returns its members in their order.
func (v Save) members() ([]keyValue, error) {
	if v.Data == nil {
		return nil, nil
	}
	invalid := func(f ...fault.Fault) error { return &fault.Invalid{What: "the data", Faults: f} }
	if len(v.Data) > maxContent || !json.Valid(v.Data) {
		return nil, invalid(fault.Fault{Field: "data", Found: fault.Shorten(string(v.Data)), Allowed: "a JSON object"})
	}
	t := text(v.Data)
	open := t.space(0)
	if t[open] != '{' {
		return nil, invalid(fault.Fault{Field: "data", Found: fault.Shorten(string(bytes.TrimSpace(t))), Allowed: "a JSON object"})
	}
	var all []keyValue
	var faults []fault.Fault
	list, _ := t.members(open)
	for _, m := range list {
		raw := t[m.start:m.end]
		if allowed := keyTypes[m.key]; !hasType(allowed, gjson.ParseBytes(raw)) {
			faults = append(faults, fault.Fault{Field: "data." + m.key, Found: fault.Shorten(string(raw)), Allowed: allowed})
		}
		all = append(all, keyValue{m.key, raw})
	}
	if faults != nil {
		return nil, invalid(faults...)
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
func (s Session) record(v Save, f file) Session {
	holder := s.Table().holder(v.Kind)
	if v.Kind == ADR {
		s = s.adding(f.path, "artifacts", "adrs")
		return s.adding(f.path, "checkpoints", holder, "adr_files")
	}
	s = s.withString(f.path, "artifacts", string(v.Kind))
	if holder != v.Checkpoint {
		return s
	}
	s = s.withString(f.path, "checkpoints", holder, fileKeys[v.Kind])
	count := countKeys[v.Kind]
	given := v.Data != nil && text(v.Data).raw(count) != nil
	if n := len(Inspect(f.path, v.Kind, f.bytes()).Titles); count != "" && n > 0 && !given {
		s = s.with(strconv.AppendInt(nil, int64(n), 10), "checkpoints", holder, count)
	}
	return s
}

// mayComplete returns why a stage may not complete: its document is missing, or
// an earlier stage is open. writing are paths about to be written.
func (s Store) mayComplete(x Session, n int, writing []string, force bool) error {
	if force {
		return nil
	}
	t := x.Table()
	var faults []fault.Fault
	for _, earlier := range t[:n] {
		if st := x.Status(earlier.Number); st != Complete {
			faults = append(faults, fault.Fault{Field: fmt.Sprintf("stage_status.%d", earlier.Number), Found: st, Allowed: "complete, before stage " + strconv.Itoa(n)})
		}
	}
	there := func(rel string) bool { return slices.Contains(writing, rel) || s.there(rel) }
	st := t[n]
	skipped := st.Role == Contract && (x.Simple() || x.yes("checkpoints", st.Checkpoints[0], "skipped"))
	if st.Needs != "" && !skipped && !slices.ContainsFunc(s.candidates(x, st.Needs), there) {
		faults = append(faults, fault.Fault{Field: "artifacts." + string(st.Needs), Found: "nothing", Allowed: fmt.Sprintf(
			"a document: save %s --artifact %s < content", t.holder(st.Needs), st.Needs)})
	}
	name := t.alternatives()
	alternatives, _ := x.num("checkpoints", name, "alternatives_count")
	if st.Role == Decide && x.awaitsChoice(alternatives, slices.ContainsFunc(s.candidates(x, TDD), there)) {
		faults = append(faults, fault.Fault{Field: "checkpoints." + name + ".chosen_alternative", Found: "nothing", Allowed: "the alternative that was chosen"})
	}
	if st.Role == Ticket {
		faults = append(faults, s.openTickets(x)...)
	}
	if faults == nil {
		return nil
	}
	return &fault.Invalid{What: fmt.Sprintf("completing stage %d (%s)", n, st.Name), Faults: faults, Hint: "--force completes it all the same"}
}

// chosen reports whether an alternative was chosen.
func (s Session) chosen() bool {
	v := s.get("checkpoints", s.Table().alternatives(), "chosen_alternative")
	return v.Exists() && v.Type != gjson.Null && v.Raw != `""`
}

// awaitsChoice reports whether n alternatives wait for the user's choice. Where
// a technical design is written and no alternatives were ever saved, as in a
// session that was rebuilt, the choice was made.
func (s Session) awaitsChoice(n int, written bool) bool {
	saved := s.str("checkpoints", s.Table().alternatives(), "completed_at") != ""
	return n > 0 && !s.chosen() && (saved || !written)
}

// openTickets are the faults of a ticket stage that is not done.
func (s Store) openTickets(x Session) []fault.Fault {
	var faults []fault.Fault
	made := 0
	for _, p := range x.tickets() {
		if s.there(p) {
			made++
		}
	}
	planned, _ := x.num("tickets_progress", "total_planned")
	if made < max(planned, 1) {
		faults = append(faults, fault.Fault{Field: "tickets_progress.created", Found: strconv.Itoa(made), Allowed: strconv.Itoa(max(planned, 1))})
	}
	if left := x.strs("tickets_progress", "remaining"); len(left) > 0 {
		faults = append(faults, fault.Fault{Field: "tickets_progress.remaining", Found: fault.Shorten(strings.Join(left, "; ")), Allowed: "nothing"})
	}
	return faults
}

// superseded reports whether a path is of a design that was restarted.
func (s Session) superseded(rel string) bool {
	return contains(s.strs("superseded"), pathpkg.Clean(rel))
}
