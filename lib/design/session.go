package design

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/jsondoc"
	"holdfast/lib/machine"
)

// A Session is the design of one feature, as its file has it.
type Session struct {
	Feature string // as its file is named
	Path    string // relative to the project root
	file    machine.File
	text    jsondoc.Doc               // the file's bytes, with what was changed since
	top     map[string]jsondoc.Member // of the text
	table   Table
}

// newSession is a session that is in no file yet, with the stages that we start.
func newSession(feature string, text jsondoc.Doc) Session {
	return Session{Feature: feature, Path: path(feature), file: machine.File{Own: true}, table: eight}.over(text)
}

// decode makes a session of the bytes of the file of a feature. What is not a
// session is an error with the cause ErrCorrupt that names the fault. One of a
// newer version decodes, and is not Writable.
func decode(feature string, b []byte) (Session, error) {
	s := Session{Feature: feature, Path: path(feature), text: b}
	corrupt := func(format string, a ...any) (Session, error) {
		return s, fmt.Errorf("reading %q: %w: %s", s.Path, ErrCorrupt, fmt.Sprintf(format, a...))
	}
	if len(b) > maxSession {
		return corrupt("it has more than %d bytes", maxSession)
	}
	if s.text.Check() != nil {
		return corrupt("it is not JSON")
	}
	if !s.text.IsObject() {
		return corrupt("it is not a JSON object")
	}
	s = s.over(b)
	if v := s.get("version"); v.Exists() && v.Type != gjson.String && v.Type != gjson.Number {
		return corrupt("version is not a string")
	}
	s.table = s.tableOf()
	if s.Newer() {
		return s, nil // its keys and stages may be others: no rebuild may take its place
	}
	for _, key := range []string{"stage_status", "checkpoints", "artifacts", "tickets_progress"} {
		if v := s.get(key); v.Exists() && v.Type != gjson.Null && !v.IsObject() {
			return corrupt("%s is not an object", key)
		}
	}
	n, ok := s.current()
	if v := s.get("current_stage"); v.Exists() && !ok || n < 0 || n > s.table.last() {
		return corrupt("current_stage is %s; allowed: 0 to %d", fault.Shorten(v.Raw), s.table.last())
	}
	if !s.get("stage_status").Exists() && !s.get("current_stage").Exists() {
		return corrupt("it has neither stage_status nor current_stage")
	}
	return s, nil
}

// Ours reports whether this machine wrote the session's file as it is.
func (s Session) Ours() bool { return s.file.Bytes != nil && s.file.Own }

// get is the value at a path of keys; a Result that does not exist where there is
// no such value.
func (s Session) get(path ...string) gjson.Result {
	m, ok := s.top[path[0]]
	if ok && len(path) > 1 {
		m, ok = s.text.FindIn(m.Value, path[1:]...)
	}
	if !ok {
		return gjson.Result{}
	}
	return gjson.ParseBytes(m.Value.Of(s.text))
}

// str is a string at a path, "" for any other value.
func (s Session) str(path ...string) string {
	if v := s.get(path...); v.Type == gjson.String {
		return v.Str
	}
	return ""
}

// num is a whole number of at least 0 at a path.
func (s Session) num(path ...string) (int, bool) {
	v := s.get(path...)
	if v.Type != gjson.Number || v.Num < 0 || v.Num > 1e6 || v.Num != float64(int(v.Num)) {
		return 0, false
	}
	return int(v.Num), true
}

func (s Session) yes(path ...string) bool { return s.get(path...).Type == gjson.True }

// strs are the strings of a list at a path.
func (s Session) strs(path ...string) []string {
	all := []string{}
	v := s.get(path...)
	if !v.IsArray() {
		return all
	}
	for _, e := range v.Array() {
		if e.Type == gjson.String {
			all = append(all, e.Str)
		}
	}
	return all
}

func (s Session) current() (int, bool) { return s.num("current_stage") }

// Version is the file's own, "1.0" where it has none.
func (s Session) Version() string {
	switch v := s.get("version"); v.Type {
	case gjson.String:
		return v.Str
	case gjson.Number:
		return v.Raw
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
		Hint:   "a newer release writes it; holdfast design " + s.Feature + " shows it",
	}
}

// tableOf is the stages that the file runs with: six where its stage_status has
// the keys 0 to 5 alone.
func (s Session) tableOf() Table {
	seen := map[string]bool{}
	for m := range s.text.Members(s.top["stage_status"].Value) {
		if i, err := strconv.Atoi(m.Key); err != nil || i < 0 || i >= len(six) || seen[m.Key] {
			return eight
		}
		seen[m.Key] = true
	}
	if len(seen) == len(six) {
		return six
	}
	return eight
}

// Status is that of a stage, pending where the file has none.
func (s Session) Status(n int) string {
	if st := s.str("stage_status", strconv.Itoa(n)); st != "" {
		return st
	}
	return Pending
}

// Resume is the stage to go on with: the current one, else the first open one
// after it, else the first open one. done says that all are complete; then the last
// is returned.
func (s Session) Resume() (stage Stage, done bool) {
	t := s.table
	at, _ := s.current()
	for _, st := range append(append(Table{}, t[min(at, t.last()):]...), t...) {
		if s.Status(st.Number) != Complete {
			return st, false
		}
	}
	return t[t.last()], true
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
	at, err := time.Parse(time.RFC3339, s.str("updated_at"))
	if err != nil {
		return time.Time{}
	}
	return at
}

// updatedAt is Updated as text, "" where that is not known.
func (s Session) updatedAt() string {
	if at := s.Updated(); !at.IsZero() {
		return when(at)
	}
	return ""
}

// Source is what the session was started from, "" where that is not known.
func (s Session) Source() string { return s.str("prd_source") }

// Simple reports whether the feature was judged simple.
func (s Session) Simple() bool {
	return s.str("checkpoints", s.table.checkpoint(Analyse), "complexity") == "simple"
}

// listed are the paths of the documents of a kind that the session names.
func (s Session) listed(k Kind) []string {
	if k == ADR {
		return s.union("adrs", "adr_files", Decide)
	}
	if p := s.str("artifacts", string(k)); p != "" {
		return []string{p}
	}
	t := s.table
	if p := s.str("checkpoints", t.holder(k), docKinds[k].fileKey); p != "" {
		return []string{p}
	}
	return nil
}

// tickets are the paths of the tickets that the session names.
func (s Session) tickets() []string { return s.union("tickets", "ticket_files", Ticket) }

// union are the paths of a list of artifacts, and those that only the checkpoint
// of a role names, each once.
func (s Session) union(artifacts, key string, role Role) []string {
	all := s.strs("artifacts", artifacts)
	seen := make(map[string]bool, len(all)) // a hostile file names very many
	for _, p := range all {
		seen[p] = true
	}
	for _, p := range s.strs("checkpoints", s.table.checkpoint(role), key) {
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
	at, err := time.Parse(time.RFC3339, v.String())
	if err != nil {
		at = time.Time{}
	}
	return at, v.Exists() && v.Type != gjson.Null
}

// approved reports whether the user approved what a stage made.
func (s Session) approved(st Stage, docs documents) bool {
	d, _ := docs.first(Rules)
	return s.yes("checkpoints", s.table.checkpoint(st.Role), "user_approved") || st.Role == Extract && d.approved()
}

// accepted reports whether the user accepted that a file and the session
// disagree; checkpoint is where that is noted.
func (s Session) accepted(checkpoint, rel string) bool {
	return slices.Contains(s.strs("checkpoints", checkpoint, "accepted"), rel)
}

// fresh is a new session's file.
func fresh(feature, source string, now time.Time) jsondoc.Doc {
	src := "null"
	if source != "" {
		src = jsondoc.Quote(source)
	}
	return fmt.Appendf(nil, `{
  "version": %q,
  "feature_name": %s,
  "prd_source": %s,
  "created_at": %q,
  "updated_at": %q,
  "current_stage": 0,
  "stage_status": {
    "0": "in_progress",
    "1": "pending",
    "2": "pending",
    "3": "pending",
    "4": "pending",
    "5": "pending",
    "6": "pending",
    "7": "pending"
  },
  "checkpoints": {},
  "artifacts": {
    "rules": null,
    "analysis": null,
    "tdd": null,
    "bdd": null,
    "contracts": null,
    "adrs": [],
    "tickets": []
  },
  "tickets_progress": {
    "total_planned": 0,
    "created": 0,
    "remaining": []
  }
}
`, Version, jsondoc.Quote(feature), src, when(now), when(now))
}

// over is the session with another text, of the same stages.
func (s Session) over(t jsondoc.Doc) Session {
	s.text, s.top = t, map[string]jsondoc.Member{}
	for m := range t.Members(t.Root()) {
		s.top[m.Key] = m
	}
	return s
}

// with is the session with a value at a path.
func (s Session) with(value []byte, path ...string) Session {
	return s.over(s.text.Set(value, path...))
}

func (s Session) withNumber(n int, path ...string) Session {
	return s.with(strconv.AppendInt(nil, int64(n), 10), path...)
}

func (s Session) withBool(b bool, path ...string) Session {
	return s.with(strconv.AppendBool(nil, b), path...)
}

func (s Session) withString(value string, path ...string) Session {
	return s.with([]byte(jsondoc.Quote(value)), path...)
}

func texts(values []string) []byte { return []byte(jsondoc.Texts(values...)) }

// adding is the session with a string at the end of a list, once.
func (s Session) adding(value string, path ...string) Session {
	if slices.Contains(s.strs(path...), value) {
		return s
	}
	var all []string
	if v := s.get(path...); v.IsArray() {
		for _, e := range v.Array() {
			all = append(all, e.Raw)
		}
	}
	return s.with([]byte(jsondoc.List(append(all, jsondoc.Quote(value))...)), path...)
}

// MarshalJSON is the session as its file has it.
func (s Session) MarshalJSON() ([]byte, error) { return s.text, nil }

// planned is how many tickets there are to be, 0 where that is not known.
func (s Session) planned() int {
	n, _ := s.num("tickets_progress", "total_planned")
	return n
}

// madeOf is in words how many of the planned tickets there are.
func (s Session) madeOf(made int) string {
	if n := s.planned(); n > 0 {
		return fmt.Sprintf("%d of %s", made, fence.Count(n, "ticket"))
	}
	return fence.Count(made, "ticket") + ", not planned"
}
