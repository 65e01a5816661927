package legacy

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
)

// adopt enters in a manifest of its own the originals that were migrated on
// another machine, or on this one before its folder was lost, so that they can
// go and come back. Only those whose new file vouches for them are entered;
// why another stays is told.
func (m Migration) adopt(p *plan, r *Result) error {
	record := m.newManifest()
	// Whole from the first: it makes no new file.
	record.Finished = true
	for _, s := range p.skipped {
		if !s.Before || p.past.here[[2]string{s.Path, p.sums[s.Path]}] {
			continue
		}
		sum := p.sums[s.Path]
		one := pair{From: s.Path, FromSum: sum, To: p.past.pairs[[2]string{s.Path, sum}], Elsewhere: true}
		if b, why := m.removable(one); b == nil {
			if why.Why != "" {
				r.Kept = append(r.Kept, why)
			}
			continue
		}
		mode := fs.FileMode(0o644)
		if info, err := os.Lstat(m.full(one.From)); err == nil {
			mode = info.Mode().Perm()
		}
		one.FromMode = uint32(mode)
		record.Pairs = append(record.Pairs, one)
	}
	if len(record.Pairs) == 0 {
		return nil
	}
	return m.create(record)
}

// vouches fails where a new file that no manifest of this machine knows does
// not stand for its original: no artifact without faults that names it and its
// SHA-256.
func (m Migration) vouches(p pair) error {
	linked, exists, err := m.linked(p.To)
	switch {
	case err != nil:
		return err
	case !exists:
		return fmt.Errorf("%q is gone", p.To)
	case linked:
		return fmt.Errorf("a link leads to %q", p.To)
	}
	b, err := durable.Read(m.full(p.To), maxFile)
	if err != nil {
		return err
	}
	a := artifact.Parse(p.To, b)
	if a.Broken != nil {
		return fmt.Errorf("%q: %w", p.To, a.Broken)
	}
	if len(a.Faults) > 0 {
		return fmt.Errorf("%q: %s", p.To, a.Faults[0])
	}
	if a.Text("metadata.migrated_from") != p.From || a.Text("metadata."+originalSum) != p.FromSum {
		return errors.New("it names another original")
	}
	return nil
}
