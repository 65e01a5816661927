package design

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

// keys are those of a session's file, in their order; closed_at comes last, and
// others are kept.
var keys = record.Keys{
	{Name: "version", First: `"` + Version + `"`}, {Name: "feature_name"}, {Name: "prd_source", First: "null"},
	{Name: "created_at"}, {Name: "updated_at"}, {Name: "current_stage", First: "0"},
	{Name: "stage_status", Type: record.IsObject, First: `{"0": "in_progress", "1": "pending", "2": "pending", "3": "pending",
		"4": "pending", "5": "pending", "6": "pending", "7": "pending"}`},
	{Name: "checkpoints", Type: record.IsObject, First: "{}"},
	{Name: "artifacts", Type: record.IsObject, First: `{"rules": null, "analysis": null, "tdd": null, "bdd": null, "contracts": null,
		"adrs": [], "tickets": []}`},
	{Name: "tickets_progress", Type: record.IsObject, First: `{"total_planned": 0, "created": 0, "remaining": []}`},
}

// checkpointKeys are the known keys of checkpoints.
var checkpointKeys = record.Keys{
	{Name: "was_clear", Type: record.IsBool}, {Name: "questions_asked", Type: record.IsList}, {Name: "user_answers", Type: record.IsObject},
	{Name: "rules_file", Type: record.IsPath}, {Name: "rules_count", Type: record.IsCount}, {Name: "user_approved", Type: record.IsBool},
	{Name: keyComplexity, OneOf: []string{"simple", "complex"}}, {Name: "reason", Type: record.IsText},
	{Name: "analysis_file", Type: record.IsPath}, {Name: "alternatives_count", Type: record.IsCount}, {Name: "choice_rationale", Type: record.IsText},
	{Name: "tdd_file", Type: record.IsPath}, {Name: "adr_files", Type: record.IsList}, {Name: "contracts_file", Type: record.IsPath},
	{Name: "skipped", Type: record.IsBool}, {Name: "bdd_file", Type: record.IsPath}, {Name: "scenario_count", Type: record.IsCount},
	{Name: "ticket_files", Type: record.IsList}, {Name: "dependencies", Type: record.IsObject}, {Name: "accepted", Type: record.IsList},
}

const (
	keyApproved   = "user_approved"
	keyChosen     = "chosen_alternative"
	keyComplexity = "complexity"
)

// A Session is the design of one feature, as its file has it.
type Session struct {
	Feature string // as its file is named
	Path    string // relative to the project root
	file    machine.File
	doc     record.Value // the file's, with what was changed since
	table   Table
}

// newSession is a session that is in no file yet, with the stages that we start;
// source is what it starts from, "" for nothing.
func newSession(feature, source string, now time.Time) Session {
	with := record.Object().With(record.Text(feature), "feature_name").With(record.Stamp(now), "created_at").With(record.Stamp(now), "updated_at")
	if source != "" {
		with = with.With(record.Text(source), "prd_source")
	}
	return Session{Feature: feature, Path: path(feature), file: machine.File{Own: true}, table: eight, doc: keys.New(with)}
}

// decode makes a session of what is in the file of a feature. What is not a
// session is an error with the cause ErrCorrupt that names the fault. One of a
// newer version decodes, and is not Writable.
func decode(feature string, v record.Value) (Session, error) {
	s := Session{Feature: feature, Path: path(feature), doc: v}
	corrupt := func(format string, a ...any) (Session, error) {
		return s, fmt.Errorf("reading %q: %w: %s", s.Path, ErrCorrupt, fmt.Sprintf(format, a...))
	}
	if version := s.get("version"); version.Exists() && !version.IsText() && !version.IsNumber() {
		return corrupt("version is not a string")
	}
	s.table = s.tableOf()
	if s.Newer() {
		return s, nil // its keys and stages may be others: no rebuild may take its place
	}
	if err := keys.Check(v); err != nil {
		return corrupt("%v", err)
	}
	at := s.get("current_stage")
	if n, ok := s.current(); at.Exists() && !ok || n > s.table.last() {
		return corrupt("current_stage is %s; allowed: 0 to %d", fault.Shorten(at.String()), s.table.last())
	}
	if !s.get("stage_status").Exists() && !at.Exists() {
		return corrupt("it has neither stage_status nor current_stage")
	}
	return s, nil
}

// Ours reports whether this machine wrote the session's file as it is.
func (s Session) Ours() bool { return s.file.Bytes != nil && s.file.Own }

// get is the value at a path of keys.
func (s Session) get(path ...string) record.Value { return s.doc.Get(path...) }

// at is the value of a key of a checkpoint.
func (s Session) at(checkpoint, key string) record.Value {
	return s.get("checkpoints", checkpoint, key)
}

// num is a whole number of at least 0 at a path.
func (s Session) num(path ...string) (int, bool) { return s.get(path...).Whole(1e6) }

// with is the session with a value at a path, without one without what is there.
func (s Session) with(v record.Value, path ...string) Session {
	s.doc = s.doc.With(v, path...)
	return s
}

func (s Session) without(path ...string) Session {
	s.doc = s.doc.Without(path...)
	return s
}

// noting is the session with the value of a key of a checkpoint.
func (s Session) noting(v record.Value, checkpoint, key string) Session {
	return s.with(v, "checkpoints", checkpoint, key)
}

// adding is the session with a string at the end of a list, once.
func (s Session) adding(value string, path ...string) Session {
	list := s.get(path...)
	if slices.Contains(list.Texts(), value) {
		return s
	}
	return s.with(record.List(append(slices.Clip(list.Items()), record.Text(value))...), path...)
}

// MarshalJSON is the session as its file has it.
func (s Session) MarshalJSON() ([]byte, error) { return s.doc.MarshalJSON() }

func (s Session) current() (int, bool) { return s.num("current_stage") }

// Version is the file's own, "1.0" where it has none.
func (s Session) Version() string {
	if v := s.get("version"); !v.None() {
		return v.Says()
	}
	return Version
}

// Newer reports whether the file is of a version that is not written here.
func (s Session) Newer() bool {
	major, _, _ := strings.Cut(s.Version(), ".")
	n, err := strconv.Atoi(strings.TrimSpace(major))
	return err != nil || n > 1
}

// Writable is nil for a session that may be written.
func (s Session) Writable() error {
	if !s.Newer() {
		return nil
	}
	return &fault.InvalidError{
		What:   fmt.Sprintf("the session %q", s.Feature),
		Faults: []fault.Fault{{Field: "version", Found: quoted(s.Version()), Allowed: `"1.0"; a newer one is shown and not written`}},
		Hint:   "a newer release writes it; " + fence.Typed("holdfast design %s", s.Feature) + " shows it",
	}
}

// tableOf is the stages that the file runs with: six where its stage_status has
// the keys 0 to 5 alone.
func (s Session) tableOf() Table {
	seen := 0
	for key := range s.get("stage_status").Members() {
		if i, err := strconv.Atoi(key); err != nil || i < 0 || i >= len(six) {
			return eight
		}
		seen++
	}
	if seen == len(six) {
		return six
	}
	return eight
}

// Status is that of a stage, pending where the file has none.
func (s Session) Status(n int) string {
	if st := s.get("stage_status", strconv.Itoa(n)).Text(); st != "" {
		return st
	}
	return Pending
}

// Resume is the stage to go on with, the first one that is not complete. done says
// that all are; then the last is returned.
func (s Session) Resume() (stage Stage, done bool) {
	for _, st := range s.table {
		if s.Status(st.Number) != Complete {
			return st, false
		}
	}
	return s.table[s.table.last()], true
}

// openStages are the stages that are not complete, by number and name.
func (s Session) openStages() []string {
	var open []string
	for _, st := range s.table {
		if s.Status(st.Number) != Complete {
			open = append(open, fmt.Sprintf("%d %s", st.Number, st.Name))
		}
	}
	return open
}

// Updated is when the session was saved last, zero where that is not known.
func (s Session) Updated() time.Time {
	at, err := time.Parse(time.RFC3339, s.get("updated_at").Text())
	if err != nil {
		return time.Time{}
	}
	return at
}

// updatedAt is Updated as text, "" where that is not known.
func (s Session) updatedAt() string {
	if at := s.Updated(); !at.IsZero() {
		return at.UTC().Format(time.RFC3339)
	}
	return ""
}

// Source is what the session was started from, "" where that is not known.
func (s Session) Source() string { return s.get("prd_source").Text() }

// Simple reports whether the feature was judged simple.
func (s Session) Simple() bool {
	return s.at(s.table.checkpoint(Analyse), keyComplexity).Text() == "simple"
}

// listed are the paths of the documents of a kind that the session names.
func (s Session) listed(k Kind) []string {
	if k == ADR {
		return s.union("adrs", "adr_files", Decide)
	}
	for _, p := range []record.Value{s.get("artifacts", string(k)), s.at(s.table.holder(k), docKinds[k].fileKey)} {
		if p.Text() != "" {
			return []string{p.Text()}
		}
	}
	return nil
}

// tickets are the paths of the tickets that the session names.
func (s Session) tickets() []string { return s.union("tickets", "ticket_files", Ticket) }

// union are the paths of a list of artifacts, and those that only the checkpoint
// of a role names, each once.
func (s Session) union(artifacts, key string, role Role) []string {
	all := []string{}
	seen := map[string]bool{} // a hostile file names very many
	for _, p := range append(s.get("artifacts", artifacts).Texts(), s.at(s.table.checkpoint(role), key).Texts()...) {
		if !seen[p] {
			seen[p] = true
			all = append(all, p)
		}
	}
	return all
}

// Closed reports whether the design was closed, and when: zero where its
// closed_at is no time.
func (s Session) Closed() (at time.Time, closed bool) {
	v := s.get("closed_at")
	at, err := time.Parse(time.RFC3339, v.Text())
	if err != nil {
		at = time.Time{}
	}
	return at, !v.None()
}

// approved reports whether the user approved what a stage made.
func (s Session) approved(st Stage, docs documents) bool {
	d, _ := docs.first(Rules)
	return s.at(s.table.checkpoint(st.Role), keyApproved).True() || st.Role == Extract && d.approved()
}

// accepted reports whether the user accepted that a file and the session
// disagree; checkpoint is where that is noted.
func (s Session) accepted(checkpoint, rel string) bool {
	return slices.Contains(s.at(checkpoint, "accepted").Texts(), rel)
}

// superseded are the documents and tickets of a design that was restarted.
func (s Session) superseded(rel string) bool {
	return slices.Contains(s.get("superseded").Texts(), rel)
}

// planned is how many tickets there are to be, 0 where that is not known.
func (s Session) planned() int {
	n, _ := s.num("tickets_progress", "total_planned")
	return n
}

// remaining is what the tickets are still to cover.
func (s Session) remaining() []string { return s.get("tickets_progress", "remaining").Texts() }

// madeOf is in words how many of the planned tickets there are.
func (s Session) madeOf(made int) string {
	if n := s.planned(); n > 0 {
		return fmt.Sprintf("%d of %s", made, fence.Count(n, "ticket"))
	}
	return fence.Count(made, "ticket") + ", not planned"
}

// chosen is the alternative that was chosen, a missing value where none was.
func (s Session) chosen() record.Value {
	if v := s.at(s.table.alternatives(), keyChosen); !v.None() && v.Says() != "" {
		return v
	}
	return record.Value{}
}

// awaitsChoice reports whether alternatives wait for the user's choice. Where a
// technical design is written and no alternatives were ever saved, as in a
// session that was rebuilt, the choice was made.
func (s Session) awaitsChoice(docs documents) bool {
	saved := s.get("checkpoints", s.table.alternatives()).Exists() && !s.get("rebuilt_at").Exists()
	return s.count(Analysis, docs) > 0 && s.chosen().None() && (saved || len(docs[TDD]) == 0)
}
