package design

import (
	"errors"
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
	{Name: "version", First: `"` + version + `"`},
	{Name: "feature_name"},
	{Name: "prd_source", First: "null"},
	{Name: "created_at"},
	{Name: "updated_at"},
	{Name: "current_stage", First: "0"},
	{Name: "stage_status", Type: record.IsObject, First: `{"0": "in_progress", "1": "pending", "2": "pending",
		"3": "pending", "4": "pending", "5": "pending", "6": "pending", "7": "pending"}`},
	{Name: "checkpoints", Type: record.IsObject, First: "{}"},
	{Name: "artifacts", Type: record.IsObject, First: `{"rules": null, "analysis": null, "tdd": null, "bdd": null,
		"contracts": null, "adrs": [], "tickets": []}`},
	{Name: "tickets_progress", Type: record.IsObject, First: `{"total_planned": 0, "created": 0, "remaining": []}`},
}

// checkpointKeys are the known keys of checkpoints.
var checkpointKeys = record.Keys{
	{Name: "was_clear", Type: record.IsBool},
	{Name: "questions_asked", Type: record.IsList},
	{Name: "user_answers", Type: record.IsObject},
	{Name: "rules_file", Type: record.IsPath},
	{Name: "rules_count", Type: record.IsCount},
	{Name: keyApproved, Type: record.IsBool},
	{Name: keyComplexity, OneOf: []string{"simple", "complex"}},
	{Name: "reason", Type: record.IsText},
	{Name: "analysis_file", Type: record.IsPath},
	{Name: "alternatives_count", Type: record.IsCount},
	{Name: "choice_rationale", Type: record.IsText},
	{Name: "tdd_file", Type: record.IsPath},
	{Name: "adr_files", Type: record.IsList},
	{Name: "contracts_file", Type: record.IsPath},
	{Name: "skipped", Type: record.IsBool},
	{Name: "bdd_file", Type: record.IsPath},
	{Name: "scenario_count", Type: record.IsCount},
	{Name: "ticket_files", Type: record.IsList},
	{Name: "dependencies", Type: record.IsObject},
	{Name: "accepted", Type: record.IsList},
}

const (
	keyApproved   = "user_approved"
	keyChosen     = "chosen_alternative"
	keyComplexity = "complexity"
	keyCompleted  = "completed_at"
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
// from is what it starts from, "" for nothing.
func newSession(feature, from string, now time.Time) Session {
	with := record.Object("feature_name", feature, "created_at", now, "updated_at", now)
	if from != "" {
		with = with.With(from, "prd_source")
	}
	return Session{
		Feature: feature, Path: path(feature), file: machine.File{Own: true}, table: eight, doc: keys.New(with),
	}
}

// decode takes over what is in the file. What is not a session is an error with
// the cause ErrCorrupt. One of a newer version decodes, and is not Writable.
func (s *Session) decode(v record.Value) error {
	s.doc = v
	s.table = tableOf(v)
	given, at := v.Get("version"), v.Get("current_stage")
	_, ok := at.Whole(s.table.last())
	err := keys.Check(v)
	switch {
	case given.Exists() && !given.IsText() && !given.IsNumber():
		err = errors.New("version is not a string")
	case s.newer():
		return nil // its keys and stages may be others: no rebuild may take its place
	case err != nil:
	case at.Exists() && !ok:
		err = fmt.Errorf("current_stage is %s; allowed: 0 to %d", record.Found(at), s.table.last())
	case !v.Get("stage_status").Exists() && !at.Exists():
		err = errors.New("it has neither stage_status nor current_stage")
	}
	if err != nil {
		return fmt.Errorf("reading %q: %w: %w", s.Path, ErrCorrupt, err)
	}
	return nil
}

// tableOf is the stages that a file runs with: six where its stage_status has
// the keys 0 to 5 alone.
func tableOf(doc record.Value) Table {
	seen := 0
	for key := range doc.Get("stage_status").Members() {
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

// Ours reports whether this machine wrote the session's file as it is.
func (s Session) Ours() bool { return s.file.Bytes != nil && s.file.Own }

// MarshalJSON is the session as its file has it.
func (s Session) MarshalJSON() ([]byte, error) { return s.doc.MarshalJSON() }

// at is the value of a key of a checkpoint.
func (s Session) at(checkpoint, key string) record.Value {
	return s.doc.Get("checkpoints", checkpoint, key)
}

func (s *Session) set(v any, path ...string)    { s.doc = s.doc.With(v, path...) }
func (s *Session) unset(path ...string)         { s.doc = s.doc.Without(path...) }
func (s *Session) add(v string, path ...string) { s.doc = s.doc.AddingOnce(v, path...) }

// note sets a key of a checkpoint.
func (s *Session) note(v any, checkpoint, key string) { s.set(v, "checkpoints", checkpoint, key) }

// version is the file's own, "1.0" where it has none.
func (s Session) version() string {
	if v := s.doc.Get("version"); !v.None() {
		return v.Says()
	}
	return version
}

// newer reports whether the file is of a version that is not written here.
func (s Session) newer() bool {
	major, _, _ := strings.Cut(s.version(), ".")
	n, err := strconv.Atoi(strings.TrimSpace(major))
	return err != nil || n > 1
}

// writable is nil for a session that may be written.
func (s Session) writable() error {
	if !s.newer() {
		return nil
	}
	return &fault.InvalidError{
		What: fmt.Sprintf("the session %q", s.Feature),
		Faults: []fault.Fault{{
			Field: "version", Found: quoted(s.version()), Allowed: `"1.0"; a newer one is shown and not written`,
		}},
		Hint: "a newer release writes it; " + fence.Typed("holdfast design %s", s.Feature) + " shows it",
	}
}

// Status is that of a stage, pending where the file has none.
func (s Session) Status(n int) string {
	if st := s.doc.Get("stage_status", strconv.Itoa(n)).Text(); st != "" {
		return st
	}
	return Pending
}

// Resume is the stage to go on with, the first one that is not complete. done says
// that all are; then the last is returned.
func (s Session) Resume() (stage Stage, done bool) {
	open := s.open()
	if len(open) == 0 {
		return s.table[s.table.last()], true
	}
	return open[0], false
}

// open are the stages that are not complete.
func (s Session) open() []Stage {
	return slices.DeleteFunc(slices.Clone(s.table), func(st Stage) bool { return s.Status(st.Number) == Complete })
}

// current is current_stage, 0 where it is missing.
func (s Session) current() int {
	n, _ := s.doc.Get("current_stage").Whole(s.table.last())
	return n
}

// Updated is when the session was saved last, zero where that is not known.
func (s Session) Updated() time.Time { return s.doc.Get("updated_at").Time() }

// source is what the session was started from, "" where that is not known.
func (s Session) source() string { return s.doc.Get("prd_source").Text() }

// closed reports whether the design was closed.
func (s Session) closed() bool { return !s.doc.Get("closed_at").None() }

// simple reports whether the feature was judged simple.
func (s Session) simple() bool {
	return s.at(s.table.checkpoint(Analyse), keyComplexity).Text() == "simple"
}

// listed are the paths of the documents of a kind that the session names, each
// once: those among its artifacts, and those that only a checkpoint names.
func (s Session) listed(k Kind) []string {
	at, noted := s.doc.Get("artifacts", k.key()), s.at(s.table.holder(k), docKinds[k].fileKey)
	if k == source {
		at = s.doc.Get("prd_source")
	}
	all := []string{}
	seen := map[string]bool{"": true} // a hostile file names very many
	for _, p := range slices.Concat([]string{at.Text(), noted.Text()}, at.Texts(), noted.Texts()) {
		if !seen[p] {
			seen[p] = true
			all = append(all, p)
		}
	}
	if !docKinds[k].many {
		all = all[:min(len(all), 1)]
	}
	return all
}

// name enters a document among the artifacts, and in the checkpoint of its stage
// where that is asked for.
func (s *Session) name(k Kind, rel string, inCheckpoint bool) {
	enter := func(path ...string) {
		if docKinds[k].many {
			s.add(rel, path...)
		} else {
			s.set(rel, path...)
		}
	}
	enter("artifacts", k.key())
	if inCheckpoint || docKinds[k].many {
		enter("checkpoints", s.table.holder(k), docKinds[k].fileKey)
	}
	if k == tickets {
		s.count()
	}
}

// count enters how many tickets there are.
func (s *Session) count() { s.set(len(s.listed(tickets)), "tickets_progress", "created") }

// approved reports whether the user approved what a stage made.
func (s Session) approved(st Stage, docs documents) bool {
	d, _ := docs.first(Rules)
	return s.at(st.checkpoint(), keyApproved).True() || st.Role == Extract && d.approved()
}

// accepted reports whether the user accepted that a file and the session
// disagree; checkpoint is where that is noted.
func (s Session) accepted(checkpoint, rel string) bool {
	return slices.Contains(s.at(checkpoint, "accepted").Texts(), rel)
}

// superseded are the documents and tickets of designs that were restarted.
func (s Session) superseded() []string { return s.doc.Get("superseded").Texts() }

// planned is how many tickets there are to be, 0 where that is not known.
func (s Session) planned() int {
	n, _ := s.doc.Get("tickets_progress", "total_planned").Whole(maxTickets)
	return n
}

// remaining is what the tickets are still to cover.
func (s Session) remaining() []string { return s.doc.Get("tickets_progress", "remaining").Texts() }

// ofPlanned is in words how many of the planned tickets there are.
func (s Session) ofPlanned(made int) string {
	if n := s.planned(); n > 0 {
		return fmt.Sprintf("%d of %s", made, fence.Count(n, "ticket"))
	}
	return fence.Count(made, "ticket") + ", not planned"
}

// counted is how many rules, alternatives or scenarios there are: the session's
// word, else the document's.
func (s Session) counted(k Kind, docs documents) int {
	if n, ok := s.at(s.table.holder(k), docKinds[k].countKey).Whole(1e6); ok {
		return n
	}
	d, _ := docs.first(k)
	return len(d.Titles)
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
	saved := s.doc.Get("checkpoints", s.table.alternatives()).Exists() && !s.doc.Get("rebuilt_at").Exists()
	return s.counted(Analysis, docs) > 0 && s.chosen().None() && (saved || len(docs[TDD]) == 0)
}

// offered reports whether an alternative can have been chosen: one that is named by
// its number or letter exists. What is said in words is not judged.
func (s Session) offered(chosen record.Value, docs documents) bool {
	most, word := s.counted(Analysis, docs), strings.ToUpper(chosen.Says())
	n, err := strconv.Atoi(word)
	if err != nil && len(word) == 1 && word[0] >= 'A' && word[0] <= 'Z' {
		n, err = int(word[0]-'A')+1, nil
	}
	return chosen.None() || most == 0 || err != nil || n >= 1 && n <= most
}

// setStatus gives a stage a status. All stages are named then: a file that
// names the first six alone would be taken for one of the table of six.
func (s *Session) setStatus(n int, status string) {
	for _, st := range s.table {
		s.set(s.Status(st.Number), "stage_status", strconv.Itoa(st.Number))
	}
	s.set(status, "stage_status", strconv.Itoa(n))
}

// begin makes the stage of a role one that is worked on, where its turn has come.
func (s *Session) begin(role Role) {
	st, ok := s.table.of(role)
	if ok && s.current() == st.Number && s.Status(st.Number) == Pending {
		s.setStatus(st.Number, InProgress)
	}
}

// reopen goes back to a stage: it and those after it are not complete any more.
func (s *Session) reopen(n int, status string) {
	s.setStatus(n, status)
	for _, st := range s.table[n:] {
		if st.Number > n && s.Status(st.Number) != Pending {
			s.setStatus(st.Number, Pending)
		}
		for _, c := range st.Checkpoints {
			s.unset("checkpoints", c, keyCompleted)
		}
	}
	s.unset("closed_at")
	s.set(n, "current_stage")
}

// complete completes a stage and goes on to the next that is open; a simple
// feature has no contracts.
func (s *Session) complete(n int, now time.Time) {
	s.setStatus(n, Complete)
	for _, c := range s.table[n].Checkpoints {
		if s.doc.Get("checkpoints", c).IsObject() && s.at(c, keyCompleted).Text() == "" {
			s.note(now, c, keyCompleted)
		}
	}
	if c, ok := s.table.of(Contract); ok && n == c.Number-1 && s.Status(c.Number) != Complete {
		if s.simple() {
			s.note(true, c.checkpoint(), "skipped")
			s.note(now, c.checkpoint(), keyCompleted)
			s.setStatus(c.Number, Complete)
		} else if s.at(c.checkpoint(), "skipped").True() {
			s.note(false, c.checkpoint(), "skipped")
		}
	}
	if n < s.current() {
		return
	}
	for n < s.table.last() && s.Status(n) == Complete {
		n++
	}
	s.set(n, "current_stage")
	s.begin(s.table[n].Role)
}
