// Package design keeps design sessions: how far a feature's design is, stage by
// stage, so that it outlives the context that it was begun in.
//
// A Session is one JSON file with the documents and tickets beside it. All that is said of a stage follows from those
// (view), whether it is shown, told to a new session, or decides if the stage may complete. An edit is one command that
// changes a session, under a lock: documents are written first and the session last.
//
// A session of a newer major version is read and never written. One that is corrupt is named by whatever
// reads it; only rebuild sets it aside. What this machine did not write is replaced only on demand.
package design

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

// Folders, relative to the project root.
const (
	Dir        = ".claude/design"
	Sessions   = Dir + "/sessions"
	TicketsDir = ".claude/tickets"
	docsDir    = "docs/design"
	adrDir     = "docs/adr"
)

const (
	version    = "1.0"   // of the sessions that we write
	maxContent = 1 << 20 // bytes of a document that is looked into
	maxTickets = 10000
	maxCount   = 1e6 // of rules, alternatives or scenarios
)

var (
	errCorrupt = errors.New("the session file is corrupt")
	errNone    = errors.New("no design session")
)

var (
	sessions    = record.Kind{Dir: Sessions, Suffix: ".session.json"}
	ticketFiles = record.Kind{Dir: TicketsDir, Suffix: ".md"}
)

// A Store is the design sessions of one project.
type Store struct {
	record.Store
	typed func(string) string // has a command in the form that works where it is read
}

// In is the store of the project at root, an absolute path.
func In(root string, folder machine.Folder) Store {
	return Store{record.Store{Root: root, Machine: folder}, func(text string) string { return text }}
}

// Features are the names of the sessions of the project, sorted.
func (s Store) Features() ([]string, error) { return s.IDs(sessions) }

func (s Store) command(form fence.Words, values ...string) string {
	return s.typed(fence.Typed("holdfast design "+form, values...))
}

func quoted(found string) string { return strconv.Quote(fault.Shorten(found)) }

func commas[T any](all []T) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(all), "[]"), " ", ", ")
}

// first is a new session, with its keys in their order; closed_at comes last.
const first = `{
	"version": "` + version + `", "feature_name": "", "prd_source": null, "created_at": "", "updated_at": "",
	"current_stage": 0,
	"stage_status": {"0": "in_progress", "1": "pending", "2": "pending", "3": "pending", "4": "pending",
		"5": "pending", "6": "pending", "7": "pending"},
	"checkpoints": {},
	"artifacts": {"rules": null, "analysis": null, "tdd": null, "bdd": null, "contracts": null,
		"adrs": [], "tickets": []},
	"tickets_progress": {"total_planned": 0, "created": 0, "remaining": []}
}`

var keys = record.Keys{
	{Names: "stage_status", Type: record.IsObject, Required: true},
	{Names: "checkpoints artifacts tickets_progress", Type: record.IsObject},
}

func isComplexity() record.Type { return record.OneOf("simple", "complex") }

var checkpointKeys = record.Keys{
	{Names: "questions_asked adr_files ticket_files accepted", Type: record.IsList},
	{Names: "user_answers dependencies", Type: record.IsObject},
	{Names: "rules_file analysis_file tdd_file contracts_file bdd_file", Type: record.IsPath},
	{Names: "rules_count alternatives_count scenario_count", Type: record.IsCount},
	{Names: "was_clear user_approved skipped", Type: record.IsBool},
	{Names: "reason choice_rationale", Type: record.IsText},
	{Names: keyComplexity, Type: isComplexity()},
}

const (
	keyAccepted   = "accepted"
	keyApproved   = "user_approved"
	keyChosen     = "chosen_alternative"
	keyComplexity = "complexity"
	keyCompleted  = "completed_at"
	keySkipped    = "skipped"
)

// A Session is the design of one feature: its file, and the documents beside it.
type Session struct {
	Store
	Feature string // as its file is named
	Path    string // relative to the project root
	file    record.File
	doc     record.Value // the file's, with what was changed since
	table   Table
	docs    map[Kind][]Document
	writing file           // a document that is about to be written
	rebuilt *Rebuilt       // where it is what the files prove
	why     map[int]string // of a stage that was rebuilt
}

func (s Store) begun(feature string, now time.Time) Session {
	return Session{
		Store: s, Feature: feature, Path: sessions.Path(feature), file: record.File{Own: true}, table: eight,
		doc: record.New(first, "feature_name", feature, "created_at", now, "updated_at", now),
	}
}

// load reads the session of a feature; errNone where it does not exist, or errCorrupt.
func (s Store) load(feature string) (x Session, err error) {
	x = Session{Store: s, Feature: feature, Path: sessions.Path(feature)}
	if err = record.CheckID("the feature", "feature", feature); err != nil {
		return x, err
	}
	x.doc, x.file, err = s.Read(x.Path, 1<<20, record.MaxForeign)
	x.table = tableOf(x.doc)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		missing := fault.Fail(fault.CodeMissing, s.command("%s start", feature), "%w %q", errNone, feature)
		missing.Candidates, _ = s.Features()
		return x, missing
	case err == nil:
		err = x.check()
	case !errors.As(err, new(record.CorruptError)):
		return x, err
	}
	if err == nil {
		return x, nil
	}
	return x, &fault.Error{
		Code: fault.CodeInvalid, Cause: fmt.Errorf("reading %q: %w: %w", x.Path, errCorrupt, err),
		Hint:   s.command("%s rebuild", feature) + " shows what the files prove",
		Faults: []fault.Fault{{Field: "session", Found: x.Path, Allowed: "a design session"}},
	}
}

// check is why the file is not a session. A newer version may have other keys.
func (x *Session) check() error {
	at := x.doc.Get("current_stage")
	_, ok := at.Whole(x.table.last())
	switch {
	case x.newer():
		return nil
	case at.Exists() && !ok:
		return fmt.Errorf("current_stage is %s; allowed: 0 to %d", record.Found(at), x.table.last())
	}
	return keys.Check(x.doc)
}

// tableOf is six where the stage_status of a file has the keys 0 to 5 alone.
func tableOf(doc record.Value) Table {
	stages := maps.Collect(doc.Get("stage_status").Members())
	if strings.Join(slices.Sorted(maps.Keys(stages)), "") == "012345" && len(stages) == len(six) {
		return six
	}
	return eight
}

func (x *Session) set(v any, path ...string) { x.doc = x.doc.With(v, path...) }
func (x *Session) unset(path ...string)      { x.doc = x.doc.Without(path...) }

func (x *Session) at(checkpoint, key string) record.Value {
	return x.doc.Get("checkpoints", checkpoint, key)
}
func (x *Session) note(v any, checkpoint, key string) { x.set(v, "checkpoints", checkpoint, key) }

func (x *Session) source() string       { return x.doc.Get("prd_source").Text() }
func (x *Session) closed() bool         { return !x.doc.Get("closed_at").None() }
func (x *Session) superseded() []string { return x.doc.Get("superseded").Texts() } // of designs before a restart
func (x *Session) remaining() []string  { return x.doc.Get("tickets_progress", "remaining").Texts() }
func (x *Session) planned() int         { return x.number(maxTickets, "tickets_progress", "total_planned") }
func (x *Session) current() int         { return x.number(x.table.last(), "current_stage") }

func (x *Session) number(most int, path ...string) int {
	n, _ := x.doc.Get(path...).Whole(most)
	return n
}

func (x *Session) version() string {
	if v := x.doc.Get("version"); !v.None() {
		return v.Says()
	}
	return version
}

func (x *Session) newer() bool {
	major, _, _ := strings.Cut(x.version(), ".")
	n, err := strconv.Atoi(strings.TrimSpace(major))
	return err != nil || n > 1
}

func (x *Session) simple() bool {
	return x.at(x.table.holder(Complexity), keyComplexity).Text() == "simple"
}

// skipped reports whether a stage is that of contracts and they are not needed.
func (x *Session) skipped(st Stage) bool {
	return st.Makes == Contracts && (x.simple() || x.at(st.checkpoint(), keySkipped).True())
}

func (x *Session) chosen() record.Value { return x.at(x.table.holder(Analysis), keyChosen) }

func (x *Session) status(n int) string {
	return cmp.Or(x.doc.Get("stage_status", strconv.Itoa(n)).Text(), Pending)
}

// resume is the first stage that is not complete, the last where all are.
func (x *Session) resume() (stage Stage, done bool) {
	for _, st := range x.table {
		if x.status(st.Number) != Complete {
			return st, false
		}
	}
	return x.table[x.table.last()], true
}

func (x *Session) count() { x.set(len(x.listed(Tickets)), "tickets_progress", "created") }

// setStatus names all stages: the first six alone would look like the table of six.
func (x *Session) setStatus(n int, status string) {
	for _, st := range x.table {
		x.set(x.status(st.Number), "stage_status", strconv.Itoa(st.Number))
	}
	x.set(status, "stage_status", strconv.Itoa(n))
}

// reopen goes back to a stage: it and those after it are not complete any more.
func (x *Session) reopen(n int, status string) {
	for _, st := range x.table[n:] {
		x.setStatus(st.Number, Pending)
		for _, c := range st.Checkpoints {
			x.unset("checkpoints", c, keyCompleted)
		}
	}
	x.setStatus(n, status)
	x.set(n, "current_stage")
}

// complete completes a stage and goes on to the next; a simple feature has no contracts.
func (x *Session) complete(n int, now time.Time) {
	x.setStatus(n, Complete)
	for _, c := range x.table[n].Checkpoints {
		if x.doc.Get("checkpoints", c).IsObject() && x.at(c, keyCompleted).Text() == "" {
			x.note(now, c, keyCompleted)
		}
	}
	if c, ok := x.table.of(Contracts); ok && n == c.Number-1 && x.status(c.Number) != Complete && x.skipped(c) {
		x.note(x.simple(), c.checkpoint(), keySkipped)
		if x.simple() {
			x.complete(c.Number, now)
		}
	}
	if n < x.current() {
		return
	}
	for n < x.table.last() && x.status(n) == Complete {
		n++
	}
	x.set(n, "current_stage")
	if x.status(n) == Pending {
		x.setStatus(n, InProgress)
	}
}
