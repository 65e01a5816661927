package epic

import (
	"errors"
	"strconv"
	"strings"
	"time"

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
	for _, set := range inv.All("set") {
		if !strings.Contains(set, "=") {
			return inv.BadValue("set", set, "it has the form KEY=JSON")
		}
	}
	return inv.Report(In(inv.Project, inv.Machine).change(inv))
}

// Saved is a checkpoint as a command left it.
type Saved struct {
	Checkpoint
	Changed  bool   `json:"changed"`             // false for a wave repeated
	SetAside string `json:"set_aside,omitempty"` // where a corrupt checkpoint went
}

func (c Saved) Print(inv *cli.Invocation) {
	switch {
	case inv.Rest[1] == "close":
		inv.Printf("closed epic %s; its checkpoint is now %s\n", c.ID, c.Path)
		return
	case c.Changed:
		inv.Printf("saved wave %s of epic %s in %s\n", inv.Rest[2], c.ID, c.Path)
	default:
		inv.Printf("wave %s of epic %s is recorded already; nothing changed\n", inv.Rest[2], c.ID)
	}
	inv.Printf("next is wave %d; %s shows it\n", c.Next, inv.Typable("holdfast epic %s", c.ID))
}

// report is a checkpoint, or the first, with what a wave's flags add, and what is wrong with these.
func report(inv *cli.Invocation, wave int, v record.Value) (record.Value, []fault.Fault) {
	id := inv.Rest[0]
	var faults []fault.Fault
	check := func(ok bool, field, found, allowed string) bool {
		if !ok {
			found = strconv.QuoteToASCII(fault.Shorten(found))
			faults = append(faults, fault.Fault{Field: field, Found: found, Allowed: allowed})
		}
		return ok
	}
	check(record.IsID(id), "epic", id, record.IDForm)
	check(wave >= 1 && wave <= record.MaxNumber, "wave", strconv.Itoa(wave), "a positive integer")
	if !v.Exists() {
		v = record.New(first, keyEpic, id)
	}
	done, _ := v.Get(keyWave).Whole(record.MaxNumber)
	v = v.With(max(done, wave), keyWave)
	if tier := inv.Flag("tier"); tier != "" {
		check(isTier().Takes(record.Of(tier)), "tier", tier, isTier().Words)
		v = v.With(tier, keyTier)
	}
	if receipt := inv.Flag("receipt"); receipt != "" {
		v = v.Adding(receipt, keyReceipts)
	}
	for _, issue := range inv.All("closed") {
		if issue != "" && check(record.IsID(issue), "closed", issue, record.IDForm) {
			v = v.AddingOnce(issue, keyClosed)
		}
	}
	for _, s := range sums {
		n, _ := record.ParseGiven(inv.Flag(s.flag))
		check(!inv.Has(s.flag) || n.IsNumber() && s.given.Takes(n), s.flag, inv.Flag(s.flag), s.given.Words)
		v = v.AddingTo(s.key, n)
	}
	for _, set := range inv.All("set") {
		key, text, _ := strings.Cut(set, "=")
		x, err := record.ParseGiven(text)
		free := key != "" && keys.Others(record.Object(key, nil)).Get(key).Exists()
		check(free, "set", key, "KEY=JSON with a key that has no flag of its own")
		check(!free || err == nil, "set "+fault.Shorten(key), text, `JSON, such as 5, true or "text"`)
		v = v.With(x, key)
	}
	return v.With(inv.Now(), "timestamp"), faults
}

// change adds a wave to its epic's checkpoint, or archives that; a corrupt one is set aside.
func (s Store) change(inv *cli.Invocation) (m Saved, err error) {
	wave, closes := 0, inv.Rest[1] == "close"
	if closes {
		_, err = s.Load(inv.Rest[0]) // there may be no folder for the lock
	} else if wave, err = strconv.Atoi(inv.Rest[2]); err != nil {
		err = inv.UsageError("invalid wave %q: want a positive integer", inv.Rest[2])
	} else if _, faults := report(inv, wave, record.Value{}); len(faults) > 0 {
		err = fault.Of("the wave", faults...)
	}
	if err != nil {
		return m, err
	}
	err = s.Turn(inv.Ctx, Dir, func() error {
		c, err := s.Load(inv.Rest[0])
		m.Checkpoint, m.Changed = c, false
		switch {
		case errors.Is(err, errNone) && !closes:
			c.file.Own = true
		case err != nil:
			return err
		case c.Broken != "":
			// Where the file system ignores case, it may be the sound one of an epic in other letters.
			if holds := c.doc.Get(keyEpic).Text(); holds != c.ID && strings.EqualFold(holds, c.ID) {
				return fault.Refuse("type the epic's id as the file has it, or move the file away",
					"%q contains the checkpoint of epic %q, not of %q", c.Path, holds, c.ID)
			}
			if m.SetAside, err = durable.In(s.Root, c.Path).SetAside(inv.Now()); err != nil {
				return err
			}
			inv.Warnf("the checkpoint of epic %q was corrupt (%s) and is set aside as %q", c.ID, c.Broken, m.SetAside)
			if m.Path = m.SetAside; closes {
				return nil
			}
			return durable.ErrChanged // to be looked at again
		case closes:
			m.Path, err = s.Keep(Dir+"/archive", kind.Prefix+c.ID, kind.Suffix, c.file.Bytes)
			if err == nil {
				err = durable.In(s.Root, c.Path).Remove()
			}
			return err
		default:
			if done, err := c.repeated(wave, inv.Flag("receipt"), inv.On("force")); err != nil || done {
				return err
			}
		}
		v, _ := report(inv, wave, c.doc)
		if err = s.Write(c.Path, &c.file, v, inv.Warn); err == nil {
			c.Written = time.Time{}
			m.Checkpoint, m.Changed = c, true
			m.use(v, c.file)
		}
		return err
	})
	return m, err
}

// repeated reports whether a wave is the one completed last; one that goes back is refused.
func (c Checkpoint) repeated(wave int, receipt string, force bool) (bool, error) {
	receipts := c.doc.Get(keyReceipts).Lines()
	same := receipt != "" && len(receipts) > 0 && receipts[len(receipts)-1] == record.Of(receipt).Text()
	if receipt == "" && !force {
		same = len(receipts) < c.Wave // its wave left none either
	}
	switch {
	case wave == c.Wave && same:
		return true, nil
	case wave > c.Wave, force:
		return false, nil
	case wave == c.Wave:
		return false, fault.Refuse(forces, "wave %d of epic %q is recorded already, with another receipt", wave, c.ID)
	}
	return false, fault.Refuse(forces, "epic %q has completed wave %d; wave %d comes before it", c.ID, c.Wave, wave)
}
