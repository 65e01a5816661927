package design

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/record"
)

// A Rebuilt is how a session was made of its files.
type Rebuilt struct {
	Corrupt   string         `json:"corrupt"` // why the former session cannot be read, "" where it is missing
	Written   bool           `json:"written"`
	SetAside  string         `json:"set_aside"` // where the corrupt session is now
	Completes []int          `json:"completes"` // the stages that only their files prove complete
	why       map[int]string // what is said of a stage beside what it made
}

// rebuild shows the session that the documents and tickets of a feature prove, and
// what is right of a corrupt one, and with write puts it in its place. A corrupt
// one is set aside first; a sound one is left alone: a *fault.RefusedError. Of the
// stages that the files prove complete only those that --only names are completed.
// Where nothing proves a design of the feature it is a *fault.MissingError.
func (s Store) rebuild(c command, write bool) (Report, error) {
	x, b, err := s.reconstruct(c)
	var warnings cli.Warnings
	if err == nil && write {
		err = s.Turn(c.Ctx, Sessions, func() error {
			if x, b, err = s.reconstruct(c); err == nil && b.Corrupt != "" {
				b.SetAside, err = durable.In(s.Root, x.Path).SetAside(c.now)
			}
			if err != nil {
				return err
			}
			b.Written = true
			return x.put(&warnings)
		})
	}
	if err != nil {
		return Report{}, err
	}
	r := x.report(&b)
	r.Warnings = warnings
	if !b.Written {
		r.Apply = fence.Typed("holdfast design %s rebuild --yes", c.feature)
	}
	return r, nil
}

// reconstruct makes the session of a feature, and writes nothing.
func (s Store) reconstruct(c command) (x Session, b Rebuilt, err error) {
	former, err := s.load(c.feature)
	b = Rebuilt{Completes: []int{}, why: map[int]string{}}
	x, kept := s.begun(c.feature, "", c.now), record.Object()
	switch {
	case err == nil:
		state := "sound"
		if former.newer() {
			state = "of a newer version, and may be intact"
		}
		hint := fence.Typed("holdfast design %s", c.feature) + " lists the conflicts, and how to resolve them"
		return x, b, fault.Refuse(hint, "the design session %q is %s", c.feature, state)
	case errors.Is(err, errCorrupt):
		b.Corrupt, kept = err.Error(), sound(former.doc)
	case !errors.Is(err, errNone):
		return x, b, err
	}
	x.doc = x.doc.Merged(kept).With(c.feature, "feature_name").With(c.now, "updated_at").With(c.now, "rebuilt_at")
	x.table = tableOf(x.doc)
	x.look(file{})
	if len(x.docs) == 0 && errors.Is(err, errNone) {
		return x, b, s.none(c.feature, ", and no document of it")
	}
	x.recover(string(former.file.Bytes))
	return x, b, x.judge(&b, kept, c)
}

// sound is what is right of a session that cannot be used: all members but the
// known ones whose values are of another type, and the current stage, which follows.
func sound(doc record.Value) record.Value {
	v := keys.Sound(record.Object().Merged(doc))
	for name, c := range v.Get("checkpoints").Members() {
		v = v.With(checkpointKeys.Sound(c), "checkpoints", name)
	}
	if given := v.Get("version"); !given.IsText() && !given.IsNumber() {
		v = v.Without("version")
	}
	return v.Without("current_stage")
}

// recover enters in a session the source, decisions, tickets and documents of its
// feature that are on the disk, and what the documents say of themselves. hints
// are the remains of its file.
func (x *Session) recover(hints string) {
	sources := []string{"docs/prd/" + x.Feature + ".md", "docs/" + x.Feature + ".md", "docs/prd.md"}
	if i := slices.IndexFunc(sources, x.IsFile); i >= 0 && x.source() == "" {
		x.set(sources[i], "prd_source")
	}
	for _, docs := range x.docs {
		for _, d := range docs {
			hints += string(d.text)
		}
	}
	for _, k := range []Kind{ADR, tickets} {
		for _, p := range x.belonging(k, x.Feature, hints) {
			x.name(k, p)
		}
	}
	x.count()
	missing := func(v any, checkpoint, key string) {
		if checkpoint != "" && x.at(checkpoint, key).None() {
			x.note(v, checkpoint, key)
		}
	}
	for _, k := range Kinds {
		d, there := x.docs.first(k)
		holder, key := x.table.holder(k), docKinds[k].countKey
		if !there || k == ADR || holder == "" {
			continue
		}
		if len(x.listed(k)) == 0 {
			x.name(k, d.Path)
		}
		if key != "" {
			missing(len(d.Titles), holder, key)
		}
		if d.approved() && (k == Rules || k == TDD) {
			missing(true, holder, keyApproved)
		}
		if k == Contracts {
			missing("complex", x.table.checkpoint(Analyse), keyComplexity)
		}
	}
}

// judge gives every stage the status that follows from what is kept of the former
// session, and where that does not say, from the files.
func (x *Session) judge(b *Rebuilt, kept record.Value, c command) error {
	x.look(file{})
	only, proved := strings.FieldsFunc(c.Flag("only"), func(c rune) bool { return c == ',' || c == ' ' }), []string{}
	for _, st := range x.table {
		number := strconv.Itoa(st.Number)
		status := kept.Get("stage_status", number).Text()
		if !slices.Contains(statuses, status) {
			status, b.why[st.Number] = x.proves(st)
			if status == Complete {
				proved = append(proved, number)
			}
			if status == Complete && len(only) > 0 && !slices.Contains(only, number) {
				status, b.why[st.Number] = Pending, "--only leaves it out"
			} else if status == Complete {
				b.Completes = append(b.Completes, st.Number)
			}
		}
		x.set(status, "stage_status", number)
		if status == Complete {
			if st.Role == Contract && len(x.docs[Contracts]) == 0 && x.at(st.checkpoint(), keySkipped).None() {
				x.note(true, st.checkpoint(), keySkipped)
			}
			x.complete(st.Number, c.now)
		}
	}
	for _, word := range only {
		if !slices.Contains(proved, word) {
			return fault.Invalid("the stages", "only", quoted(word),
				"stages that the files prove complete: "+commas(proved))
		}
	}
	st, _ := x.resume()
	x.set(st.Number, "current_stage")
	x.begin(st.Role)
	return nil
}

// proves is what the files say of one stage, and why. A draft completes nothing.
func (x *Session) proves(st Stage) (status, why string) {
	d, there := x.docs.first(st.Needs)
	files, later := len(x.docs.of(st.Role)), false
	for _, after := range x.table[st.Number+1:] {
		later = later || len(x.docs.of(after.Role)) > 0
	}
	switch {
	case d.draft():
		return InProgress, fmt.Sprintf("%s is a draft (Status: %s)", d.Path, d.Status)
	case files == 0 && later && (st.Needs == "" && !st.Approval || st.Needs == Contracts):
		return Complete, "later stages have documents"
	case files == 0:
		return Pending, "no document"
	case !there, len(d.Missing) > 0, st.Role == Scenario && len(d.Titles) == 0,
		st.Approval && !d.approved() && !later:
		return InProgress, ""
	}
	return Complete, ""
}

// belonging are the decisions or tickets of a feature: those that the remains of its
// session or its documents name, that are named after it, or that name it. In a
// project without another feature they are all, decisions only where none is named.
func (s Store) belonging(k Kind, feature, hints string) (found []string) {
	name := regexp.QuoteMeta(feature)
	after := regexp.MustCompile(`(?i)^` + name + `-\d*$`)
	mentioned := regexp.MustCompile(`(?i)(?:^|[^\w.-])` + name +
		`(?:` + strings.Join(ends, "|") + `)?(?:$|[^\w-])`)
	dir := map[Kind]string{ADR: adrDir, tickets: TicketsDir}[k]
	names, _ := s.Names(dir, false)
	var all []string
	for _, n := range names {
		id, rel := ticketFiles.ID(n), dir+"/"+n
		if _, _, isADR := adrNumber(n); k == ADR && !isADR || id == "" {
			continue
		}
		all = append(all, rel)
		b, _ := s.read(rel)
		if after.MatchString(id) || strings.Contains(hints, n) || mentioned.Match(b) {
			found = append(found, rel)
		}
	}
	if s.alone(feature) && (k == tickets || found == nil) {
		return all
	}
	return found
}

// alone reports whether a project has no other feature, with a session or without.
func (s Store) alone(feature string) bool {
	all, err := s.Features()
	orphans, _ := s.orphans()
	other := func(f string) bool { return f != feature }
	return err != nil || !slices.ContainsFunc(append(all, orphans...), other)
}

func (s Store) orphans() (all []string, err error) {
	features, _ := s.Features()
	names, err := s.Names(Dir, false)
	for _, n := range names {
		if f := owner(n, features); record.IsID(f) && !slices.Contains(append(all, features...), f) {
			all = append(all, f)
		}
	}
	return all, err
}
