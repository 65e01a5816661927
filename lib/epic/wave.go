package epic

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
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

// retries is how often a checkpoint is read again that another program writes.
const retries = 10

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
	Changed bool `json:"changed"` // false for a wave repeated
	New     bool `json:"-"`       // the epic had no checkpoint
	// SetAside is where a corrupt checkpoint went, "" for none; Why says what
	// was wrong with it.
	SetAside string `json:"set_aside,omitempty"`
	Why      string `json:"-"`
	// Skipped are the waves between the last one and this, which nobody
	// reported; Unknown the closed issues that a repeated wave names for the
	// first time.
	Skipped int      `json:"-"`
	Unknown []string `json:"-"`
	// Warnings are of the write.
	cli.Warnings `json:"-"`

	epic     string
	reported int // the wave
}

// Faults returns what is wrong with a report for an epic.
func (r Report) Faults(id string) []fault.Fault {
	var all []fault.Fault
	add := func(field, found, allowed string) {
		all = append(all, fault.Fault{Field: field, Found: strconv.QuoteToASCII(fault.Shorten(found)), Allowed: allowed})
	}
	if !isID(id) {
		add("epic", id, idForm)
	}
	if r.Wave < 1 || r.Wave > maxWave {
		add("wave", strconv.Itoa(r.Wave), "a positive integer")
	}
	if r.Tier != "" && !slices.Contains(Tiers, r.Tier) {
		add("tier", r.Tier, strings.Join(Tiers, ", "))
	}
	for _, c := range r.Closed {
		if !isID(c) {
			add("closed", c, idForm)
		}
	}
	for _, n := range [][2]string{{"tokens", r.Tokens}, {"tool-uses", r.ToolUses}} {
		if len(n[1]) > 18 || strings.Trim(n[1], "0123456789") != "" {
			add(n[0], n[1], "an integer, such as 168000")
		}
	}
	if _, ok := record.ParseDecimal(r.Cost); r.Cost != "" && !ok {
		add("cost", r.Cost, "a decimal number, such as 1.52")
	}
	for _, s := range r.Set {
		_, flagged := keys.Find(s.Key)
		_, wrong := record.ParseGiven(s.JSON)
		switch {
		case s.Key == "" || flagged || !utf8.ValidString(s.Key):
			add("set", s.Key, "KEY=JSON with a key that has no flag of its own")
		case wrong != nil:
			add("set "+fault.Shorten(s.Key), s.JSON, `JSON, such as 5, true or "text"`)
		}
	}
	return all
}

// Merge adds a completed wave to its epic's checkpoint, which is made where it
// is missing: receipts are appended, closed issues united, sums added up; all
// other keys stay. The wave completed last, repeated with the same receipt,
// changes nothing; with another receipt, or an earlier wave, it is a
// *fault.RefusedError unless the report is forced. A corrupt checkpoint is set aside.
// What is wrong with the report is a *fault.InvalidError.
func (s Store) Merge(ctx context.Context, id string, r Report, now time.Time) (Merged, error) {
	if faults := r.Faults(id); len(faults) > 0 {
		return Merged{}, &fault.InvalidError{What: "the wave", Faults: faults}
	}
	r.Receipt = strings.ToValidUTF8(r.Receipt, "\uFFFD")
	var m Merged
	if err := durable.In(s.Root, Dir).MkdirAll(0o755); err != nil {
		return m, err
	}
	err := machine.InTurn(ctx, s.Root, Dir, retries, func() error {
		m = Merged{SetAside: m.SetAside, Why: m.Why, epic: id, reported: r.Wave}
		return s.merge(id, r, now, &m)
	})
	return m, err
}

// merge is Merge in its turn.
func (s Store) merge(id string, r Report, now time.Time, m *Merged) error {
	before, err := s.Load(id)
	if errors.Is(err, fs.ErrNotExist) {
		before, err = Checkpoint{ID: id, Path: Path(id), file: machine.File{Own: true}}, nil
		m.New = true
	}
	if err != nil {
		return err
	}
	if err := before.otherCase(); err != nil {
		return err
	}
	if before.Broken != "" {
		if m.SetAside, err = durable.In(s.Root, before.Path).SetAside(now); err != nil {
			return err
		}
		m.Why = before.Broken
		return durable.ErrChanged // to be looked at again
	}
	if !m.New {
		done, err := repeated(before, &r, m)
		if err != nil || done {
			m.Checkpoint = before
			return err
		}
	}
	return s.write(before, r.apply(before.doc, id, now), m)
}

// repeated reports whether the report holds nothing new, and refuses one that
// goes back. Of the wave completed last, repeated with the same receipt and
// forced, only the closed issues that are new remain.
func repeated(c Checkpoint, r *Report, m *Merged) (bool, error) {
	completed, receipts := c.Wave, c.Receipts()
	if r.Wave > completed {
		m.Skipped = r.Wave - completed - 1
		return false, nil
	}
	same := r.Receipt != "" && len(receipts) > 0 && receipts[len(receipts)-1] == r.Receipt
	if r.Receipt == "" && !r.Force {
		same = len(receipts) < completed // its wave left none either
	}
	switch {
	case r.Wave == completed && same:
		for _, id := range r.Closed {
			if !slices.Contains(c.Closed(), id) {
				m.Unknown = append(m.Unknown, id)
			}
		}
		if !r.Force || len(m.Unknown) == 0 {
			return true, nil
		}
		// The rest of the wave is counted already.
		*r, m.Unknown = Report{Wave: r.Wave, Closed: m.Unknown, Force: true}, nil
		return false, nil
	case r.Force:
		return false, nil
	case r.Wave == completed:
		return false, refusal(fmt.Errorf("wave %d of epic %q is recorded already, with another receipt", r.Wave, c.ID))
	}
	return false, refusal(fmt.Errorf("epic %q has completed wave %d; wave %d comes before it", c.ID, completed, r.Wave))
}

func refusal(cause error) error {
	return &fault.RefusedError{Cause: cause, Hint: "--force merges it anyway"}
}

// apply returns the document with the report merged in, the first one where
// there is none.
func (r Report) apply(v record.Value, id string, now time.Time) record.Value {
	if !v.Exists() {
		v = keys.New(record.Object().With(record.Text(id), keyEpic))
	}
	wave, _ := v.Get(keyWave).Whole(maxWave)
	v = v.With(record.Int(max(wave, r.Wave)), keyWave)
	if r.Tier != "" {
		v = v.With(record.Text(r.Tier), keyTier)
	}
	if r.Receipt != "" {
		v = v.Adding([]string{keyReceipts}, record.Text(r.Receipt))
	}
	for _, c := range r.Closed {
		if !slices.Contains(v.Get(keyClosed).Texts(), c) {
			v = v.Adding([]string{keyClosed}, record.Text(c))
		}
	}
	v = v.AddingTo(keyTokens, r.Tokens).AddingTo(keyToolUses, r.ToolUses).AddingTo(keyCost, r.Cost)
	for _, s := range r.Set {
		if x, err := record.Parse([]byte(s.JSON)); err == nil {
			v = v.With(x, s.Key)
		}
	}
	return v.With(record.Stamp(now), keyTimestamp)
}

// write puts the document in place of what was read.
func (s Store) write(before Checkpoint, v record.Value, m *Merged) error {
	if _, err := parse(v.Bytes()); err != nil {
		return &fault.InvalidError{What: "the checkpoint", Faults: []fault.Fault{{
			Field: "checkpoint", Found: err.Error(), Allowed: "at most 4 MiB, and no deep nesting",
		}}}
	}
	after, unrecorded, err := s.Machine.WriteFile(s.Root, before.Path, before.file, v.Bytes())
	if err != nil {
		return err
	}
	m.Warn(unrecorded)
	before.Written = time.Time{}
	m.Checkpoint, m.Changed = before, true
	m.use(v, after)
	return nil
}
