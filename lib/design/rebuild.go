package design

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/fault"
	"holdfast/lib/record"
)

// A Rebuilt is how a session was made of its files.
type Rebuilt struct {
	Corrupt   string `json:"corrupt"` // why the former session cannot be read, "" where it is missing
	Written   bool   `json:"written"`
	SetAside  string `json:"set_aside"` // where the corrupt session is now
	Completes []int  `json:"completes"` // the stages that only their files prove complete
}

// rebuild shows the session that the files prove, with what is right of a corrupt one; write saves it.
func (e *edit) rebuild(write bool) (Report, error) {
	err := e.reconstruct()
	if err == nil && write {
		err = e.run()
	}
	if err != nil {
		return Report{}, err
	}
	r := e.report()
	if !write {
		r.Apply = e.command("%s rebuild --yes", e.Feature)
	}
	return r, nil
}

func (e *edit) replace() (err error) {
	e.rebuilt.Written = true
	if e.rebuilt.Corrupt != "" {
		e.rebuilt.SetAside, err = durable.In(e.Root, e.Path).SetAside(e.inv.Now())
	}
	return err
}

func (e *edit) reconstruct() error {
	former, err := e.load(e.Feature)
	b, kept := &Rebuilt{Completes: []int{}}, record.Object()
	switch {
	case err == nil:
		state := "sound"
		if former.newer() {
			state = "of a newer version, and may be intact"
		}
		return fault.Refuse(e.command("%s", e.Feature)+" lists the conflicts, and how to resolve them",
			"the design session %q is %s", e.Feature, state)
	case errors.Is(err, errCorrupt):
		b.Corrupt, kept = err.Error(), sound(former.doc)
	case !errors.Is(err, errNone):
		return err
	}
	e.Session = e.begun(e.Feature, e.inv.Now())
	e.doc = e.doc.Merged(kept).With(e.Feature, "feature_name")
	e.table, e.rebuilt, e.why = tableOf(e.doc), b, map[int]string{}
	e.look()
	if len(e.docs) == 0 && b.Corrupt == "" {
		return err
	}
	e.recover()
	e.look()
	return e.judge(kept)
}

// sound is what is right of a corrupt session, without the current stage, which follows.
func sound(doc record.Value) record.Value {
	v := keys.Sound(record.Object().Merged(doc))
	for name, c := range v.Get("checkpoints").Members() {
		v = v.With(checkpointKeys.Sound(c), "checkpoints", name)
	}
	return v.Without("current_stage")
}

func (e *edit) recover() {
	sources := []string{"docs/prd/" + e.Feature + ".md", "docs/" + e.Feature + ".md", "docs/prd.md"}
	if i := slices.IndexFunc(sources, e.IsFile); i >= 0 && e.source() == "" {
		e.set(sources[i], "prd_source")
	}
	for _, k := range kinds {
		found := e.belonging(k)
		if d, there := e.first(k); there && docKinds[k].dir == "" && len(e.listed(k)) == 0 {
			found = []string{d.Path}
		}
		for _, rel := range found {
			e.name(k, rel)
		}
	}
	e.count()
}

// judge gives every stage the status that is kept of the former session, else the one that
// the files prove: of those that are complete then, --only takes a part.
func (e *edit) judge(kept record.Value) error {
	only := strings.FieldsFunc(e.inv.Flag("only"), func(c rune) bool { return c == ',' || c == ' ' })
	b, proved := e.rebuilt, []string{}
	for _, st := range e.table {
		number := strconv.Itoa(st.Number)
		status := kept.Get("stage_status", number).Text()
		if !slices.Contains([]string{Pending, InProgress, Complete}, status) {
			if status, e.why[st.Number] = e.proves(st); status == Complete {
				proved = append(proved, number)
				if len(only) > 0 && !slices.Contains(only, number) {
					status, e.why[st.Number] = Pending, ""
				} else {
					b.Completes = append(b.Completes, st.Number)
				}
			}
		}
		e.set(status, "stage_status", number)
		if status == Complete {
			if st.Makes == Contracts && len(e.docs[Contracts]) == 0 && e.at(st.checkpoint(), keySkipped).None() {
				e.note(true, st.checkpoint(), keySkipped)
			}
			e.complete(st.Number, e.inv.Now())
		}
	}
	for _, word := range only {
		if !slices.Contains(proved, word) {
			return fault.Invalid("the stages", "only", quoted(word),
				"stages that the files prove complete: "+commas(proved))
		}
	}
	st, _ := e.resume()
	e.set(st.Number, "current_stage")
	return nil
}

// proves is what the files say of one stage, and why. A draft completes nothing.
func (x *Session) proves(st Stage) (status, why string) {
	d, there := x.first(st.Makes)
	files := len(x.of(st))
	later := slices.ContainsFunc(x.table[st.Number+1:], func(after Stage) bool { return len(x.of(after)) > 0 })
	switch {
	case strings.EqualFold(d.Status, "Draft"), strings.EqualFold(d.Status, "Under Review"):
		return InProgress, fmt.Sprintf("%s is a draft (Status: %s)", d.Path, d.Status)
	case files == 0 && later && (!st.document() && !st.Approval || st.Makes == Contracts):
		return Complete, "later stages have documents"
	case files == 0:
		return Pending, "no document"
	case !there, !st.document(), len(d.Missing) > 0, st.Makes == BDD && len(d.Titles) == 0,
		st.Approval && !d.approved() && !later:
		return InProgress, ""
	}
	return Complete, ""
}

// belonging are the decisions or tickets on the disk that no other session or feature claims.
func (x *Session) belonging(k Kind) []string {
	dir := docKinds[k].dir
	if dir == "" {
		return nil
	}
	features, _ := x.Features()
	claimed := each.Set(slices.Concat(each.If(features, func(f string) ([]string, bool) {
		y, _ := x.load(f)
		return append(y.listed(k), y.superseded()...), f != x.Feature
	})...))
	names, _ := x.Names(dir, false)
	return each.If(names, func(n string) (string, bool) {
		of, rel := owner(strings.ToLower(n), features), dir+"/"+n
		_, _, isADR := adrNumber(n)
		return rel, ticketFiles.ID(n) != "" && (k == Tickets || isADR) && (of == "" || of == x.Feature) && !claimed[rel]
	})
}
