package epic

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

const forces = "--force merges it anyway"

// A Report is what a completed wave adds to its epic's checkpoint.
type Report struct {
	Wave    int
	Tier    string   // "" leaves it as it is
	Receipt string   // one text of the wave, "" for none
	Closed  []string // ids of issues that the wave closed
	// Tokens and ToolUses are whole numbers, Cost a decimal one, all as text and
	// of this wave alone; "" for none.
	Tokens, ToolUses, Cost string
	Set                    []Setting
	// Force merges a wave that was reported already.
	Force bool
}

// A Setting is a further key of the checkpoint and its value as JSON.
type Setting struct{ Key, JSON string }

// Merged is what Merge did.
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

// Faults returns what is wrong with a report for an epic.
func (r Report) Faults(id string) []fault.Fault {
	var all []fault.Fault
	add := func(when bool, field, found, allowed string) {
		if when {
			found = strconv.QuoteToASCII(fault.Shorten(found))
			all = append(all, fault.Fault{Field: field, Found: found, Allowed: allowed})
		}
	}
	if !isID(id) {
		all = append(all, idFault("epic", id))
	}
	add(r.Wave < 1 || r.Wave > maxWave, "wave", strconv.Itoa(r.Wave), "a positive integer")
	add(r.Tier != "" && !slices.Contains(Tiers, r.Tier), "tier", r.Tier, strings.Join(Tiers, ", "))
	for _, c := range r.Closed {
		if !isID(c) {
			all = append(all, idFault("closed", c))
		}
	}
	for _, n := range [][2]string{{"tokens", r.Tokens}, {"tool-uses", r.ToolUses}} {
		whole := len(n[1]) <= 18 && strings.Trim(n[1], "0123456789") == ""
		add(!whole, n[0], n[1], "an integer, such as 168000")
	}
	_, ok := record.ParseDecimal(r.Cost)
	add(r.Cost != "" && !ok, "cost", r.Cost, "a decimal number, such as 1.52")
	for _, s := range r.Set {
		_, wrong := record.ParseGiven(s.JSON)
		bad := s.Key == "" || keys.Has(s.Key) || !utf8.ValidString(s.Key)
		add(bad, "set", s.Key, "KEY=JSON with a key that has no flag of its own")
		add(!bad && wrong != nil, "set "+fault.Shorten(s.Key), s.JSON, `JSON, such as 5, true or "text"`)
	}
	return all
}

// Merge adds a completed wave to its epic's checkpoint, which is made where it
// is missing: receipts are appended, closed issues united, sums added up; all
// other keys stay. The wave completed last, repeated with the same receipt,
// changes nothing; with another receipt, or an earlier wave, it is a
// *fault.RefusedError unless the report is forced. A corrupt checkpoint is set aside.
// What is wrong with the report is a *fault.InvalidError.
func (s Store) Merge(ctx context.Context, id string, r Report, now time.Time) (m Merged, err error) {
	if faults := r.Faults(id); len(faults) > 0 {
		return m, &fault.InvalidError{What: "the wave", Faults: faults}
	}
	r.Receipt = strings.ToValidUTF8(r.Receipt, "\uFFFD")
	m.reported = r.Wave
	err = s.Turn(ctx, Dir, func() error { return s.merge(id, r, now, &m) })
	return m, err
}

// merge is Merge in its turn.
func (s Store) merge(id string, r Report, now time.Time, m *Merged) error {
	before, err := s.Load(id)
	switch {
	case errors.Is(err, errNone):
		before = Checkpoint{ID: id, Path: Path(id), file: machine.File{Own: true}}
	case err != nil:
		return err
	case before.Broken != "":
		if m.SetAside, err = s.setAside(before, now); err != nil {
			return err
		}
		m.Warnf("the checkpoint of epic %q was corrupt (%s) and is set aside as %q", id, before.Broken, m.SetAside)
		return durable.ErrChanged // to be looked at again
	default:
		done, err := before.repeated(r)
		if err != nil || done {
			m.Checkpoint = before
			return err
		}
	}
	v := r.apply(before.doc, id, now)
	if _, err := record.Parse(v.Bytes()); err != nil || len(v.Bytes()) > maxFile {
		return &fault.InvalidError{What: "the checkpoint", Faults: []fault.Fault{{
			Field: "checkpoint", Found: "too large, or nested too deeply",
			Allowed: "at most 4 MiB, and no deep nesting",
		}}}
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
}

// repeated reports whether the report is of the wave completed last, once more, and
// refuses one that goes back.
func (c Checkpoint) repeated(r Report) (bool, error) {
	receipts := c.doc.Get(keyReceipts).Lines()
	same := r.Receipt != "" && len(receipts) > 0 && receipts[len(receipts)-1] == r.Receipt
	if r.Receipt == "" && !r.Force {
		same = len(receipts) < c.Wave // its wave left none either
	}
	switch {
	case r.Wave == c.Wave && same:
		return true, nil
	case r.Wave > c.Wave, r.Force:
		return false, nil
	case r.Wave == c.Wave:
		return false, fault.Refuse(forces, "wave %d of epic %q is recorded already, with another receipt", r.Wave, c.ID)
	}
	return false, fault.Refuse(forces, "epic %q has completed wave %d; wave %d comes before it", c.ID, c.Wave, r.Wave)
}

// apply returns the document with the report merged in, the first one where
// there is none.
func (r Report) apply(v record.Value, id string, now time.Time) record.Value {
	if !v.Exists() {
		v = keys.New(record.Object(keyEpic, id))
	}
	wave, _ := v.Get(keyWave).Whole(maxWave)
	v = v.With(max(wave, r.Wave), keyWave)
	if r.Tier != "" {
		v = v.With(r.Tier, keyTier)
	}
	if r.Receipt != "" {
		v = v.Adding(record.Of([]string{r.Receipt}), keyReceipts)
	}
	for _, c := range r.Closed {
		v = v.AddingOnce(c, keyClosed)
	}
	v = v.AddingTo(keyTokens, r.Tokens).AddingTo(keyToolUses, r.ToolUses).AddingTo(keyCost, r.Cost)
	for _, s := range r.Set {
		if x, err := record.Parse([]byte(s.JSON)); err == nil {
			v = v.With(x, s.Key)
		}
	}
	return v.With(now, keyTimestamp)
}

// Archived is what Close did.
type Archived struct {
	ID           string `json:"epic"`
	Path         string `json:"path"` // where the checkpoint is now, relative to the project root
	cli.Warnings `json:"-"`
}

// Print prints where the checkpoint went.
func (a Archived) Print(inv *cli.Invocation) {
	inv.Printf("closed epic %s; its checkpoint is now %s\n", a.ID, a.Path)
}

// Close moves the checkpoint of an epic to temp/archive, where nothing is
// overwritten; errNone where it has none. A corrupt one is set aside
// beside its place.
func (s Store) Close(ctx context.Context, id string, now time.Time) (Archived, error) {
	a := Archived{ID: id}
	if _, err := s.Load(id); err != nil {
		return a, err // there may be no folder for the lock
	}
	err := s.Turn(ctx, Dir, func() error {
		c, err := s.Load(id)
		if err != nil {
			return err
		}
		if c.Broken != "" {
			a.Warnf("the checkpoint was corrupt (%s) and is set aside", c.Broken)
			a.Path, err = s.setAside(c, now)
			return err
		}
		if a.Path, err = s.Keep(archiveDir, kind.Prefix+id, kind.Suffix, c.file.Bytes); err != nil {
			return err
		}
		return durable.In(s.Root, c.Path).Remove()
	})
	return a, err
}
