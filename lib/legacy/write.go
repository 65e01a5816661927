package legacy

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/machine"
)

// written is what became of a plan.
type written struct {
	manifest string
	files    []planned
	skipped  []Skipped
}

// write makes the planned files, after a manifest that names them all.
func (m Migration) write(ctx context.Context, p *plan) (written, error) {
	var w written
	record := m.newManifest()
	for _, f := range p.files {
		mode := fs.FileMode(0o644)
		if info, err := os.Lstat(m.full(f.From)); err == nil {
			mode = info.Mode().Perm()
		}
		record.Pairs = append(record.Pairs, pair{
			From: f.From, To: f.To, FromSum: f.fromSum, ToSum: f.toSum, Generation: f.Generation, FromMode: uint32(mode),
		})
		if dir := path.Dir(f.To); !slices.Contains(record.Made, dir) {
			if _, err := os.Lstat(m.full(dir)); errors.Is(err, fs.ErrNotExist) {
				record.Made = append(record.Made, dir)
			}
		}
	}
	if err := m.create(record); err != nil {
		return w, err
	}
	w.manifest = record.path
	lost := map[int]bool{}
	for i, f := range p.files {
		if err := ctx.Err(); err != nil {
			return w, fmt.Errorf("migrating: %w", err)
		}
		why, err := m.writeFile(&f, p, record, i)
		if err != nil {
			return w, err
		}
		if why != "" {
			lost[i] = true
			w.skipped = append(w.skipped, Skipped{Path: f.From, Why: why})
		} else {
			w.files = append(w.files, f)
		}
		m.progress(i+1, len(p.files))
	}
	kept := record.Pairs[:0]
	for i, one := range record.Pairs {
		if !lost[i] {
			kept = append(kept, one)
		}
	}
	record.Pairs, record.Finished = kept, true
	return w, record.save()
}

// writeFile makes one file and reads it back. why says what kept it from being
// made where that harms no other.
func (m Migration) writeFile(f *planned, p *plan, record *manifest, i int) (why string, err error) {
	b, err := durable.Read(m.full(f.From), maxFile)
	if err != nil || machine.Sum(b) != f.fromSum {
		return "it changed while it was being migrated; run again", nil
	}
	saved, _, err := m.convert(b, *f)
	if err != nil {
		return "", err
	}
	// The zone and the code are the plan's, so the bytes are, too.
	if machine.Sum(saved.Bytes) != f.toSum {
		return "", fmt.Errorf("migrating %q: the result differs from the plan", f.From)
	}
	if m.Machine.Wrote(f.fromSum) {
		if err := m.Machine.Record(f.toSum); err != nil {
			return "", err
		}
	}
	if err := durable.In(m.Root, path.Dir(f.To)).MkdirAll(0o755); err != nil {
		return "", err
	}
	for {
		err := durable.In(m.Root, f.To).Create(saved.Bytes, durable.Shared)
		if err == nil {
			return "", m.readBack(f.To, f.toSum)
		}
		if !errors.Is(err, fs.ErrExist) {
			return "", err
		}
		// Somebody took the name since the plan was made.
		if f.To = m.freeName(*f, p.names); f.To == "" {
			return "no free name for the new file", nil
		}
		p.names[strings.ToLower(f.To)] = true
		record.Pairs[i].To = f.To
		if err := record.save(); err != nil {
			return "", err
		}
	}
}

// readBack fails where a new file does not hold what it should, or is no
// artifact without faults.
func (m Migration) readBack(rel, sum string) error {
	b, err := durable.Read(m.full(rel), maxFile)
	if err != nil {
		return fmt.Errorf("reading back: %w", err)
	}
	if machine.Sum(b) != sum {
		return fmt.Errorf("reading back %q: it is not what was written", rel)
	}
	a := artifact.Parse(rel, b)
	if a.Broken != nil {
		return fmt.Errorf("reading back %q: %w", rel, a.Broken)
	}
	if len(a.Faults) > 0 {
		return fmt.Errorf("reading back %q: %s", rel, a.Faults[0])
	}
	return nil
}
