package legacy

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/yamldoc"
)

const (
	maxFile    = 1 << 20
	maxSuffix  = 10000
	minuteForm = "2006-01-02_15-04"
)

// A planned file is one that will be made. Its bytes are made again when it is
// written: the plan of many files stays small.
type planned struct {
	Migrated
	fromSum, toSum string
	fallback       time.Time // the original's own time, for one that holds no date
	base, mode     string    // the new name without number and mode
}

type plan struct {
	files   []planned
	skipped []Skipped
	names   map[string]bool // new names that are taken, in lower case
	past    *history
	sums    map[string]string // of the originals that were migrated before
}

func (p *plan) result() Result {
	slices.SortStableFunc(p.skipped, func(a, b Skipped) int { return strings.Compare(a.Path, b.Path) })
	r := Result{Migrated: make([]Migrated, 0, len(p.files)), Skipped: p.skipped}
	for _, f := range p.files {
		r.Migrated = append(r.Migrated, f.Migrated)
	}
	return r
}

func (p *plan) skip(rel, why string) {
	p.skipped = append(p.skipped, Skipped{Path: rel, Why: why})
}

// plan decides for every file whether it is migrated, to what and why.
func (m Migration) plan(ctx context.Context) (*plan, error) {
	walked, err := m.walk(ctx)
	if err != nil {
		return nil, err
	}
	past, err := m.history()
	if err != nil {
		return nil, err
	}
	p := &plan{skipped: walked.skipped, names: map[string]bool{}, past: past, sums: map[string]string{}}
	store := m.store()
	sources := slices.DeleteFunc(walked.files, func(rel string) bool {
		done, err := m.isDone(store, rel, past)
		if err != nil {
			p.skip(rel, "it cannot be read: "+err.Error())
		}
		return done || err != nil
	})
	p.stranded(m)
	for i, rel := range sources {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("reading %q: %w", rel, err)
		}
		m.planFile(p, rel)
		m.progress(i+1, len(sources))
	}
	return p, nil
}

// isDone reports whether a file is a valid artifact, or came out of a migration,
// and notes what it was made of. An error says that it is too large to tell.
func (m Migration) isDone(store artifact.Store, rel string, past *history) (bool, error) {
	b, err := m.read(rel)
	if err != nil || !isYAML(rel) || !Unified(b) {
		return false, nil
	}
	if err := store.Bounded(b); err != nil {
		return false, err
	}
	from, sum := madeOf(rel, b)
	if sum != "" {
		past.claim(from, sum, rel)
		return true, nil
	}
	a := artifact.Parse(rel, b)
	return a.Broken == nil && len(a.Faults) == 0, nil
}

// Bounded refuses what would take long to read: people and earlier tools wrote
// hundreds of lines.
func Bounded(s artifact.Store, rel string, b []byte) error {
	const most = 10_000
	if isYAML(rel) {
		return s.Bounded(b)
	}
	if n := bytes.Count(b, []byte("\n")); n > most {
		return fmt.Errorf("it has %d lines, at most %d are read", n, most)
	}
	return nil
}

// stranded names the originals that moved into the machine folder and whose
// new file is gone: nothing of them is left in the project.
func (p *plan) stranded(m Migration) {
	for from, c := range p.past.last {
		if _, err := os.Lstat(m.full(from)); c.away != "" && c.gone && errors.Is(err, fs.ErrNotExist) {
			p.skip(from, "it was removed, and its new file "+c.to+" is gone; "+fence.Typed("holdfast migrate --undo %s", c.away)+" restores it")
		}
	}
}

func (m Migration) planFile(p *plan, rel string) {
	b, err := m.read(rel)
	if err == nil {
		err = Bounded(m.store(), rel, b)
	}
	if err != nil {
		p.skip(rel, "it cannot be read: "+err.Error())
		return
	}
	if why := foreign(rel, b); why != "" {
		p.skip(rel, why)
		return
	}
	if p.past.made[rel] {
		p.skip(rel, "a migration wrote it, and it no longer fits the schema; holdfast validate lists the faults")
		return
	}
	sum := machine.Sum(b)
	before := p.past.pairs[[2]string{rel, sum}]
	if before != nil && !before.gone {
		p.skipped = append(p.skipped, Skipped{Path: rel, Why: "already migrated to " + before.to, Before: true})
		p.sums[rel] = sum
		return
	}
	f := planned{fromSum: sum}
	f.From = rel
	if info, err := os.Lstat(m.full(rel)); err == nil {
		f.fallback = info.ModTime()
	}
	saved, l, err := m.convert(b, f)
	if err != nil {
		p.skip(rel, "it cannot be converted: "+err.Error())
		return
	}
	if l.Empty {
		p.skip(rel, "it has no goal, and nothing worth saving")
		return
	}
	f.toSum = machine.Sum(saved.Bytes)
	f.Mode, f.Outcome, f.Generation = saved.Document.Text("mode"), saved.Document.Text("outcome"), l.Generation
	f.Why, f.Problems, f.Redacted = l.Why, append([]string{}, l.Problems...), []string{}
	if before != nil {
		f.Why = append([]string{"it is converted again: its new file " + before.to + " is gone"}, f.Why...)
	} else if last := p.past.last[rel]; last != nil {
		f.Why = append([]string{"it changed since it was migrated to " + last.to}, f.Why...)
	}
	for _, r := range saved.Redacted {
		f.Redacted = append(f.Redacted, r.Field+" ("+r.Kind+")")
	}
	f.base, f.mode = baseName(saved.Document, l.Title), f.Mode
	if f.To = m.freeName(f, p.names); f.To == "" {
		p.skip(rel, "no free name for the new file")
		return
	}
	p.names[strings.ToLower(f.To)] = true
	p.files = append(p.files, f)
}

// Convertible reports whether a run would make an artifact of the file at rel: it
// is of an earlier generation, or of today's schema with faults.
func Convertible(s artifact.Store, rel string, b []byte) bool {
	if len(b) > maxFile || foreign(rel, b) != "" || Bounded(s, rel, b) != nil {
		return false
	}
	_, sum := madeOf(rel, b)
	return sum == ""
}

// foreign says why a YAML file with a schema of its own is left alone.
func foreign(rel string, b []byte) string {
	if !isYAML(rel) {
		return ""
	}
	version, mode := Schema(b)
	switch {
	case version == "":
		return ""
	case version != "1" && !strings.HasPrefix(version, "1."):
		return fmt.Sprintf("its schema_version %q is unknown here", version)
	case mode != "" && !isMode(mode):
		return fmt.Sprintf("it fits the schema but for its unknown mode %q; holdfast validate lists the faults", mode)
	}
	return ""
}

// originalSum is the metadata key that holds the SHA-256 of the original.
const originalSum = "original_sha256"

// convert makes the bytes of the new file. The same bytes and plan give the
// same result.
func (m Migration) convert(b []byte, f planned) (artifact.Saved, Legacy, error) {
	l := Read(f.From, b, m.Zone)
	d := l.Document
	if d.Text("date") == "" {
		at := f.fallback.UTC().Format(time.RFC3339)
		yamldoc.Set(d.Front, "date", yamldoc.String(at))
		l.Why = append(l.Why, "date "+at+": when the file was last changed")
	}
	if metadata := yamldoc.Get(d.Body, "metadata"); metadata != nil {
		yamldoc.Set(metadata, originalSum, yamldoc.String(f.fromSum))
	}
	saved, err := m.store().Save(d, artifact.Options{Title: l.Title, DryRun: true, Now: m.Now})
	var invalid *fault.InvalidError
	if errors.As(err, &invalid) {
		lines := make([]string, len(invalid.Faults))
		for i, f := range invalid.Faults {
			lines[i] = f.String()
		}
		err = errors.New(strings.Join(lines, "; "))
	}
	return saved, l, err
}

// baseName is the path of the new file up to its short title.
func baseName(d artifact.Document, title string) string {
	at, _ := artifact.ParseDate(d.Text("date"))
	return path.Join(artifact.Dir, d.Text("session"), at.UTC().Format(minuteForm)+"_"+title)
}

// freeName is the first name that neither the plan nor the disk has taken.
func (m Migration) freeName(f planned, names map[string]bool) string {
	for n := 1; n <= maxSuffix; n++ {
		name := f.base
		if n > 1 {
			name += "-" + strconv.Itoa(n)
		}
		name += "_" + f.mode + ".yaml"
		if names[strings.ToLower(name)] {
			continue
		}
		if _, err := os.Lstat(m.full(name)); errors.Is(err, fs.ErrNotExist) {
			return name
		}
	}
	return ""
}
