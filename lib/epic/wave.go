package epic

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/record"
)

const forces = "--force merges it anyway"

// Change is the verb that saves what a wave did, or ends an epic.
func Change(inv *cli.Invocation) error {
	if err := inv.Filled("tier", "tokens", "tool-uses", "cost"); err != nil {
		return err
	}
	s := In(inv.Project, inv.Machine)
	if inv.Rest[1] == "close" {
		return inv.Report(s.close(inv))
	}
	for _, v := range inv.Given("set") {
		if !strings.Contains(v.Value, "=") {
			return inv.BadValue(v, "it has the form KEY=JSON")
		}
	}
	n, err := strconv.Atoi(inv.Rest[2])
	if err != nil {
		return inv.UsageError(fmt.Sprintf("invalid wave %q: want a positive integer", inv.Rest[2]))
	}
	receipt := strings.ToValidUTF8(inv.Flag("receipt"), "\uFFFD")
	return inv.Report(s.merge(report{inv, inv.Rest[0], n, receipt, inv.On("force"), inv.Now()}))
}

// A report is what a completed wave adds to the checkpoint of its epic: what its flags
// say. Forced, it is merged also where it was reported already.
type report struct {
	*cli.Invocation
	epic    string
	wave    int
	receipt string // one text of the wave, "" for none
	force   bool
	now     time.Time
}

// Merged is what a merge did.
type Merged struct {
	Checkpoint
	Changed  bool   `json:"changed"`             // false for a wave repeated
	SetAside string `json:"set_aside,omitempty"` // where a corrupt checkpoint went
	// Warnings are what a person must know beside the result; of a merge that
	// failed, what it did before.
	cli.Warnings `json:"-"`
	reported     int // the wave
}

// Print prints what the merge did.
func (m Merged) Print(inv *cli.Invocation) {
	if m.Changed {
		inv.Printf("saved wave %d of epic %s in %s\n", m.reported, m.ID, m.Path)
	} else {
		inv.Printf("wave %d of epic %s is recorded already; nothing changed\n", m.reported, m.ID)
	}
	inv.Printf("next is wave %d; %s shows it\n", m.Next, inv.Typable("holdfast epic %s", m.ID))
}

// faults are what is wrong with a report.
func (r report) faults() []fault.Fault {
	var all []fault.Fault
	add := func(when bool, field, found, allowed string) {
		if when {
			found = strconv.QuoteToASCII(fault.Shorten(found))
			all = append(all, fault.Fault{Field: field, Found: found, Allowed: allowed})
		}
	}
	tier, cost := r.Flag("tier"), r.Flag("cost")
	add(!record.IsID(r.epic), "epic", r.epic, record.IDForm)
	add(r.wave < 1 || r.wave > maxWave, "wave", strconv.Itoa(r.wave), "a positive integer")
	add(tier != "" && !slices.Contains(tiers, tier), "tier", tier, strings.Join(tiers, ", "))
	for _, id := range r.All("closed") {
		add(!record.IsID(id), "closed", id, record.IDForm)
	}
	for _, flag := range []string{"tokens", "tool-uses"} {
		n := r.Flag(flag)
		add(len(n) > 18 || strings.Trim(n, "0123456789") != "", flag, n, "an integer, such as 168000")
	}
	_, ok := record.ParseDecimal(cost)
	add(cost != "" && !ok, "cost", cost, "a decimal number, such as 1.52")
	for _, set := range r.All("set") {
		key, value, _ := strings.Cut(set, "=")
		_, wrong := record.ParseGiven(value)
		bad := key == "" || keys.Has(key) || !utf8.ValidString(key)
		add(bad, "set", key, "KEY=JSON with a key that has no flag of its own")
		add(!bad && wrong != nil, "set "+fault.Shorten(key), value, `JSON, such as 5, true or "text"`)
	}
	return all
}

// merge adds a completed wave to its epic's checkpoint, which is made where it
// is missing: receipts are appended, closed issues united, sums added up; all
// other keys stay. The wave completed last, repeated with the same receipt,
// changes nothing; with another receipt, or an earlier wave, it is a
// *fault.RefusedError unless the report is forced. A corrupt checkpoint is set aside.
// What is wrong with the report is a *fault.InvalidError.
func (s Store) merge(r report) (m Merged, err error) {
	if faults := r.faults(); len(faults) > 0 {
		return m, &fault.InvalidError{What: "the wave", Faults: faults}
	}
	m.reported = r.wave
	err = s.Turn(r.Ctx, Dir, func() error {
		before, err := s.Load(r.epic)
		switch {
		case errors.Is(err, errNone):
			before.file.Own = true
		case err != nil:
			return err
		case before.Broken != "":
			if m.SetAside, err = s.setAside(before, r.now); err != nil {
				return err
			}
			m.Warnf("the checkpoint of epic %q was corrupt (%s) and is set aside as %q",
				r.epic, before.Broken, m.SetAside)
			return durable.ErrChanged // to be looked at again
		default:
			done, err := before.repeated(r)
			if err != nil || done {
				m.Checkpoint = before
				return err
			}
		}
		v := r.apply(before.doc)
		if _, err := record.Parse(v.Bytes()); err != nil || len(v.Bytes()) > maxFile {
			return fault.Invalid("the checkpoint", "checkpoint", "too large, or nested too deeply",
				"at most 4 MiB, and no deep nesting")
		}
		after, unrecorded, err := s.Write(before.Path, before.file, v)
		if err != nil {
			return err
		}
		m.Warn(unrecorded)
		before.Written = time.Time{}
		m.Checkpoint, m.Changed = before, true
		m.use(v, after)
		return nil
	})
	return m, err
}

// repeated reports whether the report is of the wave completed last, once more, and
// refuses one that goes back.
func (c Checkpoint) repeated(r report) (bool, error) {
	receipts := c.doc.Get(keyReceipts).Lines()
	same := r.receipt != "" && len(receipts) > 0 && receipts[len(receipts)-1] == r.receipt
	if r.receipt == "" && !r.force {
		same = len(receipts) < c.Wave // its wave left none either
	}
	switch {
	case r.wave == c.Wave && same:
		return true, nil
	case r.wave > c.Wave, r.force:
		return false, nil
	case r.wave == c.Wave:
		return false, fault.Refuse(forces, "wave %d of epic %q is recorded already, with another receipt", r.wave, c.ID)
	}
	return false, fault.Refuse(forces, "epic %q has completed wave %d; wave %d comes before it", c.ID, c.Wave, r.wave)
}

// apply returns the document with the report merged in, the first one where
// there is none.
func (r report) apply(v record.Value) record.Value {
	if !v.Exists() {
		v = keys.New(record.Object(keyEpic, r.epic))
	}
	wave, _ := v.Get(keyWave).Whole(maxWave)
	v = v.With(max(wave, r.wave), keyWave)
	if tier := r.Flag("tier"); tier != "" {
		v = v.With(tier, keyTier)
	}
	if r.receipt != "" {
		v = v.Adding(record.Of([]string{r.receipt}), keyReceipts)
	}
	for _, id := range r.All("closed") {
		v = v.AddingOnce(id, keyClosed)
	}
	v = v.AddingTo(keyTokens, r.Flag("tokens")).AddingTo(keyToolUses, r.Flag("tool-uses"))
	v = v.AddingTo(keyCost, r.Flag("cost"))
	for _, set := range r.All("set") {
		key, value, _ := strings.Cut(set, "=")
		if x, err := record.Parse([]byte(value)); err == nil {
			v = v.With(x, key)
		}
	}
	return v.With(r.now, keyTimestamp)
}

// Archived is what ending an epic did.
type Archived struct {
	ID           string `json:"epic"`
	Path         string `json:"path"` // where the checkpoint is now, relative to the project root
	cli.Warnings `json:"-"`
}

// Print prints where the checkpoint went.
func (a Archived) Print(inv *cli.Invocation) {
	inv.Printf("closed epic %s; its checkpoint is now %s\n", a.ID, a.Path)
}

// close moves the checkpoint of an epic to temp/archive, where nothing is
// overwritten; errNone where it has none. A corrupt one is set aside
// beside its place.
func (s Store) close(inv *cli.Invocation) (Archived, error) {
	a := Archived{ID: inv.Rest[0]}
	if _, err := s.Load(a.ID); err != nil {
		return a, err // there may be no folder for the lock
	}
	err := s.Turn(inv.Ctx, Dir, func() error {
		c, err := s.Load(a.ID)
		if err != nil {
			return err
		}
		if c.Broken != "" {
			a.Warnf("the checkpoint was corrupt (%s) and is set aside", c.Broken)
			a.Path, err = s.setAside(c, inv.Now())
			return err
		}
		if a.Path, err = s.Keep(archiveDir, kind.Prefix+a.ID, kind.Suffix, c.file.Bytes); err != nil {
			return err
		}
		return durable.In(s.Root, c.Path).Remove()
	})
	return a, err
}
