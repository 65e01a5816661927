package design

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	pathpkg "path"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
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

// A Rebuilt is the state of a feature as its files prove it.
type Rebuilt struct {
	Feature   string     `json:"feature"`
	Path      string     `json:"path"`
	Corrupt   string     `json:"corrupt"` // why the session cannot be read, "" where it can or is missing
	Written   bool       `json:"written"`
	SetAside  string     `json:"set_aside"` // where the corrupt session is now
	Stage     int        `json:"resume_stage"`
	Evidence  []Evidence `json:"evidence"`
	Conflicts []Conflict `json:"conflicts"`
	Session   Session    `json:"session"`
	Warnings  `json:"-"`
	there     bool // the feature has a session, corrupt or not
	own       bool // a document has the feature's name in its own
	claimed   bool // a ticket or decision names the feature
}

// reconstruct makes the state of a feature of its documents and tickets. It
// writes nothing.
func (s Store) reconstruct(feature string, now time.Time) (Rebuilt, error) {
	r := Rebuilt{Feature: feature, Path: path(feature)}
	x, err := s.Load(feature)
	switch {
	case errors.Is(err, ErrCorrupt):
		r.Corrupt, r.there = err.Error(), true
	case errors.Is(err, ErrNone):
	case err != nil:
		return r, err
	default:
		r.there = true
	}
	hints := slices.Clone([]byte(x.text))
	source := s.sourceOf(feature, hints)
	r.Session = newSession(feature, fresh(feature, source, now))
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
	for _, p := range adrs {
		b, _ := s.read(p, maxContent)
		docs[ADR] = append(docs[ADR], inspect(p, ADR, b))
	}
	found, named := s.ticketsOf(feature, hints)
	for _, p := range found {
		docs[tickets] = append(docs[tickets], inspect(p, "", nil))
	}
	r.claimed = claimed || named
	r.judge(docs, now)
	return r, nil
}

// prd is the kind of what a design starts from.
const prd Kind = "prd"

// sourceOf is what a design starts from: what the remains of its session name,
// else the file that has such a name, "" where it does not exist.
func (s Store) sourceOf(feature string, hints []byte) string {
	if _, rest, ok := bytes.Cut(hints, []byte(`"prd_source"`)); ok {
		var src string
		value := bytes.TrimPrefix(bytes.TrimLeft(rest, " \t\r\n"), []byte(":"))
		if json.NewDecoder(bytes.NewReader(value)).Decode(&src) == nil && s.there(src) {
			return src
		}
	}
	for _, dir := range []string{"docs/prd", "docs/prds", "docs", ".claude/prd", ".claude/prds", Dir, "."} {
		names, err := s.names(dir)
		if err != nil {
			continue
		}
		for _, n := range names {
			stem, _ := strings.CutSuffix(strings.ToLower(n), ".md")
			own := isPRD(stem, strings.ToLower(feature)) || stem == strings.ToLower(feature) && dir != "." && dir != Dir
			rel := pathpkg.Join(dir, n)
			if own || stem == "prd" && (len(s.otherFeatures(feature)) == 0 || s.mentions(rel, feature)) {
				return rel
			}
		}
	}
	return ""
}

// isPRD reports whether a name is a feature's with "prd" before or after it.
func isPRD(stem, feature string) bool {
	before, after, found := strings.Cut(stem, feature)
	return found && (before == "" || after == "") && strings.Trim(before+after, "-_. ") == "prd"
}

// adrsOf are the decisions of a feature: those that the remains of its session
// or its documents name, and those that name the feature; where there is no such
// one and no other feature, all. claimed says that they are named.
func (s Store) adrsOf(feature string, hints []byte) (adrs []string, claimed bool) {
	names, err := s.names(adrDir)
	if err != nil {
		return nil, false
	}
	var all []string
	for _, n := range names {
		rel := adrDir + "/" + n
		if _, _, ok := adrNumber(n); !ok {
			continue
		}
		all = append(all, rel)
		if bytes.Contains(hints, []byte(n)) || s.mentions(rel, feature) {
			adrs = append(adrs, rel)
		}
	}
	if len(adrs) == 0 && len(s.otherFeatures(feature)) == 0 {
		return all, false
	}
	return adrs, len(adrs) > 0
}

// ticketsOf are the tickets of a feature: those that the remains of its session
// name, those that name the feature or are numbered after it, and all of them
// where there is no other feature. claimed says that one is named.
func (s Store) ticketsOf(feature string, hints []byte) (found []string, claimed bool) {
	alone := len(s.otherFeatures(feature)) == 0
	for _, id := range s.ticketIDs() {
		rel := TicketsDir + "/" + id + ".md"
		number, numbered := strings.CutPrefix(strings.ToLower(id), strings.ToLower(feature)+"-")
		numbered = numbered && strings.Trim(number, "0123456789") == ""
		named := numbered || bytes.Contains(hints, []byte(rel)) || s.mentions(rel, feature)
		claimed = claimed || named
		if named || alone {
			found = append(found, rel)
		}
	}
	return found, claimed
}

// mentions reports whether a file names a feature, as a word.
func (s Store) mentions(rel, feature string) bool {
	b, err := s.read(rel, maxContent)
	if err != nil {
		return false
	}
	t := strings.ToLower(string(b))
	want := strings.ToLower(feature)
	for i := 0; ; {
		j := strings.Index(t[i:], want)
		if j < 0 {
			return false
		}
		from, to := i+j, i+j+len(want)
		if !inName(t, from-1) && !inName(t, to) {
			return true
		}
		i = from + 1
	}
}

// inName reports whether the byte at i goes on a name; "-rules.md" after a
// feature's name does not, "-refactor" might: a "-" counts only before a letter
// that begins no known suffix.
func inName(t string, i int) bool {
	if i < 0 || i >= len(t) {
		return false
	}
	if t[i] == '-' {
		for _, end := range append([]string{"-rules", "-analysis", "-contracts", "-bdd", "-tdd"}, otherSuffixes...) {
			if strings.HasPrefix(t[i:], end) {
				return false
			}
		}
		return i+1 < len(t) && okName(t[i+1:i+2])
	}
	return t[i] == '_' || okName(t[i:i+1])
}

// otherFeatures are the features of the project but one, those with documents
// and no session included.
func (s Store) otherFeatures(feature string) []string {
	all, err := s.Features()
	if err != nil {
		return nil
	}
	orphans, _ := s.orphans(all)
	return slices.DeleteFunc(append(all, orphans...), func(f string) bool { return f == feature })
}

// orphans are the features that have documents and are not among those with a
// session, sorted.
func (s Store) orphans(features []string) ([]string, error) {
	names, err := s.names(Dir)
	var all []string
	for _, n := range names {
		f := owner(n, features)
		if okName(f) && !slices.Contains(features, f) && !slices.Contains(all, f) {
			all = append(all, f)
		}
	}
	return all, err
}

// judge says of every stage what follows from the files, and makes the session.
func (r *Rebuilt) judge(docs documents, now time.Time) {
	highest := -1
	for _, st := range eight {
		if len(docs.paths(st.Role)) > 0 {
			highest = st.Number
		}
	}
	x := r.Session
	current := -1
	for _, st := range eight {
		e := Evidence{Stage: st.Number, Name: st.Name, Files: docs.of(st.Role)}
		if st.Role == Ticket {
			e.Tickets = len(e.Files)
		}
		e.Status, e.Why = judgeStage(st, docs, highest)
		if current < 0 && e.Status != Complete {
			current = st.Number
			if e.Status == Pending {
				e.Status = InProgress
			}
		}
		x = x.withString(e.Status, "stage_status", strconv.Itoa(st.Number))
		r.Evidence = append(r.Evidence, e)
	}
	x = x.withNumber(max(current, 0), "current_stage")
	r.Session = fill(x, docs, now)
}

// judgeStage is what the files say of one stage; highest is the last stage that
// has any.
func judgeStage(st Stage, docs documents, highest int) (status, why string) {
	later := highest > st.Number
	switch st.Role {
	case Clarify, Analyse:
		if later {
			return Complete, "later stages have documents"
		}
		return Pending, "no document shows it"
	case Contract:
		if d, ok := docs.first(Contracts); ok {
			return Complete, d.Path + " is there"
		}
		if later {
			return Complete, "later stages have documents: it was skipped"
		}
	case Extract:
		if d, ok := docs.first(Rules); ok {
			switch {
			case d.approved():
				return Complete, "the rules are approved"
			case later:
				return Complete, "later stages have documents"
			}
			return InProgress, "the rules await approval"
		}
	case Decide:
		d, ok := docs.first(TDD)
		switch {
		case ok && len(d.Missing) == 0 && (later || d.approved()):
			return Complete, "the technical design is complete"
		case ok && len(d.Missing) == 0:
			return InProgress, "the technical design is complete and awaits approval"
		case ok:
			return InProgress, "the technical design lacks: " + strings.Join(d.Missing, ", ")
		case len(docs[Analysis]) > 0:
			return InProgress, "an analysis exists, but no technical design"
		}
	case Scenario:
		if d, ok := docs.first(BDD); ok && len(d.Titles) > 0 {
			return Complete, fence.Count(len(d.Titles), "scenario")
		} else if ok {
			return InProgress, d.Path + " contains no scenario"
		}
	case Ticket:
		if n := len(docs[tickets]); n > 0 {
			return InProgress, fence.Count(n, "ticket") + "; how many were planned is not known"
		}
	}
	return Pending, "no document"
}

// fill enters in a rebuilt session what the files hold.
func fill(x Session, docs documents, now time.Time) Session {
	at := when(now)
	for _, k := range Kinds {
		for i, d := range docs[k] {
			if i > 0 && k != ADR {
				break // a second technical design is a conflict
			}
			x = x.naming(k, d.Path, true)
			if key := docKinds[k].countKey; key != "" {
				x = x.withNumber(len(d.Titles), "checkpoints", eight.holder(k), key)
			}
		}
	}
	for _, k := range []Kind{Rules, TDD} {
		if d, ok := docs.first(k); ok && d.approved() {
			x = x.withBool(true, "checkpoints", eight.holder(k), "user_approved")
		}
	}
	if _, ok := docs.first(Contracts); ok {
		x = x.withString("complex", "checkpoints", "stage_2_analysis", "complexity")
	} else if x.Status(4) == Complete {
		x = x.withBool(true, "checkpoints", "stage_4_contracts", "skipped")
	}
	for _, d := range docs[tickets] {
		x = x.withTicket(d.Path)
	}
	x = x.counted()
	for _, st := range eight {
		for _, c := range st.Checkpoints {
			// Whether an alternative was chosen is not known.
			if c != eight.alternatives() && x.Status(st.Number) == Complete && x.get("checkpoints", c).Exists() {
				x = x.withString(at, "checkpoints", c, "completed_at")
			}
		}
	}
	return x.withString(at, "rebuilt_at")
}

// Rebuild makes the session that the files prove, and with write puts it in its
// place. A corrupt one is set aside first; a sound one is left alone: a
// *fault.RefusedError. Where nothing proves a design of the feature it is a
// *fault.MissingError.
func (s Store) Rebuild(feature string, write bool, now time.Time) (r Rebuilt, err error) {
	if err = checkName("feature", feature); err != nil {
		return r, err
	}
	if write {
		err = s.locked(func() error { return s.rebuild(&r, feature, now) })
	} else if r, err = s.reconstruct(feature, now); err == nil {
		err = s.rebuildable(r)
	}
	if err != nil {
		return r, err
	}
	st, _ := r.Session.Resume()
	r.Stage, r.Conflicts = st.Number, s.conflicts(r.Session, s.documents(r.Session, file{}))
	return r, nil
}

func (s Store) rebuildable(r Rebuilt) error {
	if r.there || r.own || r.claimed {
		return nil
	}
	return s.none(r.Feature, ", and no document of it")
}

func (s Store) rebuild(r *Rebuilt, feature string, now time.Time) (err error) {
	if *r, err = s.reconstruct(feature, now); err != nil {
		return err
	}
	if r.there && r.Corrupt == "" {
		state := "sound"
		if x, err := s.Load(feature); err == nil && x.Newer() {
			state = "of a newer version, and may be intact"
		}
		return &fault.RefusedError{
			Cause: fmt.Errorf("the design session %q is %s", feature, state),
			Hint:  "holdfast design " + feature + " lists the conflicts, and how to resolve them",
		}
	}
	if err := s.rebuildable(*r); err != nil {
		return err
	}
	if r.there {
		at, err := s.file(r.Path)
		if err != nil {
			return err
		}
		to, err := durable.In(s.Root, at).SetAside(now)
		if err != nil {
			return err
		}
		r.SetAside = Sessions + "/" + pathpkg.Base(to)
	}
	r.Written = true
	r.Session, err = s.put(r.Session, &r.Warnings)
	return err
}

// Print shows what the files prove, and what was written.
func (r Rebuilt) Print(inv *cli.Invocation) {
	r.print(inv)
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
		inv.Printf("wrote %s\nResume at stage %d (%s): holdfast design %s\n", r.Path, r.Stage, name, r.Feature)
	case !intact:
		inv.Printf("It would resume at stage %d (%s). holdfast design %s rebuild --yes writes it.\n", r.Stage, name, r.Feature)
	}
}
