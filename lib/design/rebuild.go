package design

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/tidwall/gjson"

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
func (s Store) reconstruct(c Change, only []int) (Rebuilt, error) {
	r := Rebuilt{Feature: c.Feature, Path: path(c.Feature), Completes: []int{}}
	broken, err := s.Load(c.Feature)
	kept := record.Object()
	switch {
	case errors.Is(err, ErrCorrupt):
		r.Corrupt, r.there, kept = err.Error(), true, sound(broken.file.Bytes)
	case errors.Is(err, ErrNone):
	case err != nil:
		return r, err
	default:
		r.there = true
	}
	hints := string(broken.file.Bytes)
	x := newSession(c.Feature, s.sourceOf(c.Feature, hints), c.Now)
	x.doc = x.doc.Merged(kept).With(c.Feature, "feature_name").With(c.Now, "updated_at")
	x.table = tableOf(x.doc)
	docs := s.documents(x, file{})
	for _, k := range Kinds {
		for _, d := range docs[k] {
			hints += string(d.text)
			r.own = true
		}
	}
	if src := x.source(); s.IsFile(src) {
		docs[source] = []Document{inspect(src, source, nil)}
	}
	for _, k := range []Kind{ADR, tickets} {
		found, named := s.belonging(k, c.Feature, hints)
		r.claimed = r.claimed || named
		docs[k] = nil
		for _, p := range found {
			b, _ := s.read(p)
			d := inspect(p, ADR, b)
			if k == tickets {
				d.Kind = ""
			}
			docs[k] = append(docs[k], d)
		}
	}
	r.judge(&x, kept, docs, only)
	x.fill(docs, c)
	r.Session = x
	return r, nil
}

// sound is what is right of a session's file that cannot be used: all members but
// the known ones whose values are of another type.
func sound(b []byte) record.Value {
	v, err := record.ParseObject(b)
	if err != nil {
		return record.Object()
	}
	v = keys.Sound(v)
	if status := v.Get("stage_status"); status.IsObject() {
		v = v.With(status.Filtered(func(x record.Value) (record.Value, bool) {
			return x, slices.Contains(statuses, x.Text())
		}), "stage_status")
	}
	if all := v.Get("checkpoints"); all.IsObject() {
		v = v.With(all.Filtered(func(c record.Value) (record.Value, bool) {
			return checkpointKeys.Sound(c), c.IsObject()
		}), "checkpoints")
	}
	if _, ok := v.Get("current_stage").Whole(tableOf(v).last()); !ok {
		v = v.Without("current_stage")
	}
	if given := v.Get("version"); !given.IsText() && !given.IsNumber() {
		v = v.Without("version")
	}
	return v
}

// judge says of every stage what follows from the session, and where it does not
// say, from the files.
func (r *Rebuilt) judge(x *Session, kept record.Value, docs documents, only []int) {
	highest, current := -1, -1
	for _, st := range x.table {
		if len(docs.of(st.Role)) > 0 {
			highest = st.Number
		}
	}
	for _, st := range x.table {
		e := Evidence{Stage: st.Number, Name: st.Name, Files: docs.of(st.Role), Why: "the session says so"}
		if st.Role == Ticket {
			e.Tickets = len(e.Files)
		}
		number := strconv.Itoa(st.Number)
		if e.Status = kept.Get("stage_status", number).Text(); e.Status == "" {
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
		x.set(e.Status, "stage_status", number)
		r.Evidence = append(r.Evidence, e)
	}
	if !kept.Get("current_stage").Exists() {
		x.set(max(current, 0), "current_stage")
	}
}

// judgeStage is what the files say of one stage; highest is the last stage that
// has any. A draft completes nothing.
func judgeStage(st Stage, docs documents, highest int) (status, why string) {
	later := highest > st.Number
	d, there := docs.first(st.Needs)
	if there && d.draft() {
		return InProgress, fmt.Sprintf("%s is a draft (Status: %s)", d.Path, d.Status)
	}
	switch {
	case st.Role == Ticket && len(docs[tickets]) > 0:
		return InProgress, fence.Count(len(docs[tickets]), "ticket") + "; how many were planned is not known"
	case st.Role == Decide && !there && len(docs[Analysis]) > 0:
		return InProgress, "an analysis exists, but no technical design"
	case !there && later && st.Role == Contract:
		return Complete, "later stages have documents: it was skipped"
	case !there && later && (st.Role == Clarify || st.Role == Analyse):
		return Complete, "later stages have documents"
	case !there:
		return Pending, "no document"
	case len(d.Missing) > 0:
		return InProgress, "the technical design lacks: " + strings.Join(d.Missing, ", ")
	case st.Role == Scenario && len(d.Titles) == 0:
		return InProgress, d.Path + " contains no scenario"
	case st.Role == Scenario:
		return Complete, fence.Count(len(d.Titles), "scenario")
	case st.Role == Contract:
		return Complete, d.Path + " is there"
	}
	what := map[Role]string{Extract: "the rules", Decide: "the technical design"}[st.Role]
	switch {
	case d.approved() && st.Role == Extract:
		return Complete, what + " are approved"
	case d.approved() || later && st.Role == Decide:
		return Complete, what + " is complete"
	case later:
		return Complete, "later stages have documents"
	}
	return InProgress, "approval is awaited for " + what
}

// fill enters in a rebuilt session what the files hold and it does not say.
func (s *Session) fill(docs documents, c Change) {
	t := s.table
	missing := func(v any, checkpoint, key string) {
		if checkpoint != "" && s.at(checkpoint, key).None() {
			s.note(v, checkpoint, key)
		}
	}
	for _, k := range append(slices.Clone(Kinds), tickets) {
		for i, d := range docs[k] {
			many := docKinds[k].many
			if i > 0 && !many {
				break // a second technical design is a conflict
			}
			if many || len(s.listed(k)) == 0 {
				s.name(k, d.Path, true)
			}
			if key := docKinds[k].countKey; key != "" {
				missing(len(d.Titles), t.holder(k), key)
			}
			if d.approved() && (k == Rules || k == TDD) {
				missing(true, t.holder(k), keyApproved)
			}
		}
	}
	if st, ok := t.of(Contract); ok && len(docs[Contracts]) > 0 {
		missing("complex", t.checkpoint(Analyse), keyComplexity)
	} else if ok && s.Status(st.Number) == Complete {
		missing(true, st.checkpoint(), "skipped")
	}
	s.count()
	for _, st := range t {
		for _, name := range st.Checkpoints {
			// Whether an alternative was chosen is not known.
			known := name != t.alternatives() && s.doc.Get("checkpoints", name).Exists()
			if known && s.Status(st.Number) == Complete {
				missing(c.Now, name, keyCompleted)
			}
		}
	}
	s.set(c.Now, "rebuilt_at")
}

// Rebuild makes the session that the files prove, and with write puts it in its
// place. A corrupt one is set aside first; a sound one is left alone: a
// *fault.RefusedError. Where nothing proves a design of the feature it is a
// *fault.MissingError. only names the stages that it may complete, as they were
// typed; "" is all.
func (s Store) Rebuild(c Change, only string, write bool) (r Rebuilt, err error) {
	if err = checkName("feature", c.Feature); err != nil {
		return r, err
	}
	chosen, err := s.only(c, only)
	if err != nil {
		return r, err
	}
	if write {
		err = s.Turn(c.Ctx, Sessions, 1, func() error { return s.rebuild(&r, c, chosen) })
	} else if r, err = s.reconstruct(c, chosen); err == nil {
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
func (s Store) only(c Change, typed string) ([]int, error) {
	if typed == "" {
		return nil, nil
	}
	all, err := s.reconstruct(c, nil)
	if err != nil {
		return nil, err
	}
	chosen := []int{}
	for _, word := range strings.Split(typed, ",") {
		n, err := strconv.Atoi(strings.TrimSpace(word))
		if err != nil || !slices.Contains(all.Completes, n) {
			allowed := "stages that the files prove complete: " + commas(all.Completes)
			return nil, invalid("the stages", "only", quoted(word), allowed)
		}
		chosen = append(chosen, n)
	}
	return chosen, nil
}

// commas are words or numbers as a person reads them.
func commas[T any](all []T) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(all), "[]"), " ", ", ")
}

func (s Store) rebuildable(r Rebuilt) error {
	if r.there || r.own || r.claimed {
		return nil
	}
	return s.none(r.Feature, ", and no document of it")
}

func (s Store) rebuild(r *Rebuilt, c Change, only []int) (err error) {
	if *r, err = s.reconstruct(c, only); err != nil {
		return err
	}
	if r.there && r.Corrupt == "" {
		state := "sound"
		if x, err := s.Load(c.Feature); err == nil && x.newer() {
			state = "of a newer version, and may be intact"
		}
		return &fault.RefusedError{
			Cause: fmt.Errorf("the design session %q is %s", c.Feature, state),
			Hint:  fence.Typed("holdfast design %s", c.Feature) + " lists the conflicts, and how to resolve them",
		}
	}
	if err := s.rebuildable(*r); err != nil {
		return err
	}
	if r.there {
		if r.SetAside, err = durable.In(s.Root, r.Path).SetAside(c.Now); err != nil {
			return err
		}
	}
	r.Written = true
	return s.put(&r.Session, &r.Warnings)
}

// Print shows what the files prove, and what was written.
func (r Rebuilt) Print(inv *cli.Invocation) {
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
		inv.Printf("wrote %s\nResume at stage %d (%s): %s\n",
			r.Path, r.Stage, name, inv.Typable("holdfast design %s", r.Feature))
	case !intact:
		if len(r.Completes) > 0 {
			inv.Printf("It would complete stages %s; --only STAGE,... completes fewer.\n", commas(r.Completes))
		}
		inv.Printf("It would resume at stage %d (%s). %s writes it.\n",
			r.Stage, name, inv.Typable("holdfast design %s rebuild --yes", r.Feature))
	}
}

// sourceOf is what a design starts from: what the remains of its session name,
// else the file that has such a name, "" if there is none.
func (s Store) sourceOf(feature, hints string) string {
	if src := gjson.Get(hints, "prd_source").Str; s.IsFile(src) {
		return src
	}
	name := strings.ToLower(feature)
	names := []string{name + ".md", name + "-prd.md", "prd-" + name + ".md"}
	if s.alone(feature) {
		names = append(names, "prd.md")
	}
	for _, dir := range []string{"docs/prd", "docs/prds", "docs", ".claude/prd", ".claude/prds"} {
		there, _ := s.Names(dir, false) // what cannot be read holds no source
		for _, n := range there {
			if slices.Contains(names, strings.ToLower(n)) {
				return dir + "/" + n
			}
		}
	}
	return ""
}

// belonging are the files of a feature in a folder: those that the remains of its
// session or its documents name, that are numbered after it, or that name it. In a
// project without another feature they are all, decisions only where none is named.
func (s Store) belonging(k Kind, feature, hints string) (found []string, named bool) {
	dir := map[Kind]string{ADR: adrDir, tickets: TicketsDir}[k]
	names, _ := s.Names(dir, false)
	var all []string
	for _, n := range names {
		id, rel := ticketID(n), dir+"/"+n
		_, _, isADR := adrNumber(n)
		if k == ADR && !isADR || k == tickets && (id == n || !okName(id)) {
			continue
		}
		all = append(all, rel)
		number, after := strings.CutPrefix(strings.ToLower(id), strings.ToLower(feature)+"-")
		numbered := after && strings.Trim(number, "0123456789") == ""
		if numbered || strings.Contains(hints, n) || s.mentions(rel, feature) {
			found, named = append(found, rel), true
		}
	}
	if s.alone(feature) && (k == tickets || !named) {
		return all, named
	}
	return found, named
}

// mentions reports whether a file names a feature, or a document of it, as a word.
func (s Store) mentions(rel, feature string) bool {
	b, err := s.read(rel)
	if err != nil {
		return false
	}
	feature = strings.ToLower(feature)
	other := func(r rune) bool { return r <= 0x7f && !strings.ContainsRune(alphanumeric+"._-", r) }
	for word := range strings.FieldsFuncSeq(strings.ToLower(string(b)), other) {
		if w := strings.Trim(word, "._-"); w == feature || owner(w, nil) == feature {
			return true
		}
	}
	return false
}

// alone reports whether a project has no other feature, with a session or without.
func (s Store) alone(feature string) bool {
	all, err := s.Features()
	orphans, _ := s.orphans()
	other := func(f string) bool { return f != feature }
	return err != nil || !slices.ContainsFunc(append(all, orphans...), other)
}

// orphans are the features that have documents and no session, sorted.
func (s Store) orphans() ([]string, error) {
	features, _ := s.Features()
	names, err := s.Names(Dir, false)
	var all []string
	for _, n := range names {
		if f := owner(n, features); okName(f) && !slices.Contains(append(all, features...), f) {
			all = append(all, f)
		}
	}
	return all, err
}
