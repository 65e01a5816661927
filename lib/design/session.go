package design

import (
	"errors"
	"fmt"
	"io/fs"
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

// load reads the session of a feature. If it does not exist the error is a
// *fault.MissingError with the cause errNone, where it is corrupt a
// *fault.InvalidError with the cause errCorrupt.
func (s Store) load(feature string) (Session, error) {
	x := Session{Feature: feature, Path: path(feature)}
	if err := checkName("feature", feature); err != nil {
		return x, err
	}
	var err error
	x.doc, x.file, err = s.Read(x.Path, maxSession, record.MaxForeign)
	x.table = tableOf(x.doc)
	var corrupt record.CorruptError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return x, s.none(feature, "")
	case err != nil && !errors.As(err, &corrupt):
		return x, err
	case err == nil:
		err = x.check()
	}
	if err == nil {
		return x, nil
	}
	return x, &fault.InvalidError{
		Cause:  fmt.Errorf("reading %q: %w: %w", x.Path, errCorrupt, err),
		Hint:   fence.Typed("holdfast design %s rebuild", feature) + " shows what the files prove",
		Faults: []fault.Fault{{Field: "session", Found: x.Path, Allowed: "a design session"}},
	}
}

// check is why the file is not a session. The keys and stages of a newer version
// may be others: no rebuild may take its place.
func (s Session) check() error {
	given, at := s.doc.Get("version"), s.doc.Get("current_stage")
	_, ok := at.Whole(s.table.last())
	switch {
	case given.Exists() && !given.IsText() && !given.IsNumber():
		return errors.New("version is not a string")
	case s.newer():
		return nil
	case at.Exists() && !ok:
		return fmt.Errorf("current_stage is %s; allowed: 0 to %d", record.Found(at), s.table.last())
	case !s.doc.Get("stage_status").Exists() && !at.Exists():
		return errors.New("it has neither stage_status nor current_stage")
	}
	return keys.Check(s.doc)
}

// tableOf is the stages that a file runs with: six where its stage_status has
// the keys 0 to 5 alone.
func tableOf(doc record.Value) Table {
	seen := 0
	for key := range doc.Get("stage_status").Members() {
		if i, err := strconv.Atoi(key); err != nil || i < 0 || i > six.last() {
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

func (s *Session) set(v any, path ...string) { s.doc = s.doc.With(v, path...) }
func (s *Session) unset(path ...string)      { s.doc = s.doc.Without(path...) }

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

// status is that of a stage, pending where the file has none.
func (s Session) status(n int) string {
	if st := s.doc.Get("stage_status", strconv.Itoa(n)).Text(); st != "" {
		return st
	}
	return Pending
}

// resume is the stage to go on with, the first one that is not complete. done says
// that all are; then the last is returned.
func (s Session) resume() (stage Stage, done bool) {
	for _, st := range s.table {
		if s.status(st.Number) != Complete {
			return st, false
		}
	}
	return s.table[s.table.last()], true
}

// current is current_stage, 0 where it is missing.
func (s Session) current() int {
	n, _ := s.doc.Get("current_stage").Whole(s.table.last())
	return n
}

// updated is when the session was saved last, zero where that is not known.
func (s Session) updated() time.Time { return s.doc.Get("updated_at").Time() }

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
	kind := docKinds[k]
	at, noted := s.doc.Get("artifacts", kind.key), s.at(s.table.holder(k), kind.fileKey)
	all := []string{}
	seen := map[string]bool{"": true} // a hostile file names very many
	for _, p := range slices.Concat([]string{at.Text(), noted.Text()}, at.Texts(), noted.Texts()) {
		if !seen[p] {
			seen[p] = true
			all = append(all, p)
		}
	}
	if !kind.many {
		all = all[:min(len(all), 1)]
	}
	return all
}

// usual is where a document of a feature is: where the session says, else
// its usual place.
func (s Session) usual(k Kind) string {
	if listed := s.listed(k); len(listed) > 0 && record.IsLocal(listed[0]) {
		return listed[0]
	}
	return places(s.Feature, k)[0]
}

// name enters a document among the artifacts, and in the checkpoint of its stage
// where that is asked for.
func (s *Session) name(k Kind, rel string, inCheckpoint bool) {
	kind := docKinds[k]
	ways := [][]string{{"artifacts", kind.key}}
	if inCheckpoint || kind.many {
		ways = append(ways, []string{"checkpoints", s.table.holder(k), kind.fileKey})
	}
	for _, way := range ways {
		if kind.many {
			s.doc = s.doc.AddingOnce(rel, way...)
		} else {
			s.set(rel, way...)
		}
	}
	if k == tickets {
		s.count()
	}
}

// count enters how many tickets there are.
func (s *Session) count() { s.set(len(s.listed(tickets)), "tickets_progress", "created") }

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

// chosen is the alternative that was chosen, a missing value where none was.
func (s Session) chosen() record.Value {
	if v := s.at(s.table.alternatives(), keyChosen); !v.None() && v.Says() != "" {
		return v
	}
	return record.Value{}
}

// setStatus gives a stage a status. All stages are named then: a file that
// names the first six alone would be taken for one of the table of six.
func (s *Session) setStatus(n int, status string) {
	for _, st := range s.table {
		s.set(s.status(st.Number), "stage_status", strconv.Itoa(st.Number))
	}
	s.set(status, "stage_status", strconv.Itoa(n))
}

// begin makes the stage of a role one that is worked on, where its turn has come.
func (s *Session) begin(role Role) {
	st, ok := s.table.of(role)
	if ok && s.current() == st.Number && s.status(st.Number) == Pending {
		s.setStatus(st.Number, InProgress)
	}
}

// reopen goes back to a stage: it and those after it are not complete any more.
func (s *Session) reopen(n int, status string) {
	for _, st := range s.table[n:] {
		s.setStatus(st.Number, Pending)
		for _, c := range st.Checkpoints {
			s.unset("checkpoints", c, keyCompleted)
		}
	}
	s.setStatus(n, status)
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
	if c, ok := s.table.of(Contract); ok && n == c.Number-1 && s.status(c.Number) != Complete {
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
	for n < s.table.last() && s.status(n) == Complete {
		n++
	}
	s.set(n, "current_stage")
	s.begin(s.table[n].Role)
}
