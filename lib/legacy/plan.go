package legacy

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/machine"
	"holdfast/lib/yamldoc"
)

type plan struct {
	Result
	before []Pair               // originals that are migrated already, and the files that were made of them
	made   map[[2]string]string // new files by original and its SHA-256
	names  map[string]bool      // new names that are taken, in lower case
}

func (p *plan) skip(rel, why string) {
	p.Skipped = append(p.Skipped, Skipped{Path: rel, Why: why})
}

// plan decides for every file whether it is migrated. What was before the new files tell.
func (m Migration) plan(ctx context.Context) (*plan, error) {
	p := &plan{made: map[[2]string]string{}, names: map[string]bool{}}
	p.Result = Result{Migrated: []Migrated{}, Skipped: []Skipped{}, Removed: []string{}, Kept: []Skipped{}}
	files, err := m.walk(p)
	if err != nil {
		return p, err
	}
	store := m.store()
	sources := slices.DeleteFunc(files, func(rel string) bool { return ctx.Err() == nil && m.isDone(p, store, rel) })
	err = m.each(ctx, len(sources), func(i int) error {
		if why := m.planFile(p, store, sources[i]); why != "" {
			p.skip(sources[i], why)
		}
		return nil
	})
	slices.SortStableFunc(p.Skipped, func(a, b Skipped) int { return strings.Compare(a.Path, b.Path) })
	return p, err
}

// walk lists the files where earlier generations may be. Links are not followed.
func (m Migration) walk(p *plan) (files []string, err error) {
	dirs := []string{artifact.Dir}
	for _, dir := range ownDirs {
		if isFolder(m.Root, dir) {
			dirs = append(dirs, dir)
		} else if _, err := os.Lstat(durable.In(m.Root, dir).Path()); err == nil {
			p.skip(dir, "a link, which is not followed, or not a folder")
		}
	}
	for i := 0; i < len(dirs); i++ {
		entries, err := os.ReadDir(durable.In(m.Root, dirs[i]).Path())
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return nil, fmt.Errorf("reading %q: %w", dirs[i], err)
		}
		for _, e := range entries {
			rel := path.Join(dirs[i], e.Name())
			_, recognised := Recognise(rel)
			switch {
			case !utf8.ValidString(rel):
				p.skip(strings.ToValidUTF8(rel, "\ufffd"), "its name is not valid UTF-8; rename it")
			case strings.HasPrefix(e.Name(), "."), durable.Temp(e.Name()):
			case e.IsDir() && strings.Count(rel, "/") > strings.Count(artifact.Dir, "/")+maxDepth:
				p.skip(rel, "too many folders deep")
			case e.IsDir():
				dirs = append(dirs, rel)
			case !e.Type().IsRegular():
				p.skip(rel, "a link, which is not followed, or not a file")
			case recognised || artifact.IsYAML(rel) && strings.HasPrefix(rel, artifact.Dir+"/"):
				files = append(files, rel)
			default:
				p.skip(rel, "its name is not one of an earlier generation")
			}
		}
	}
	slices.Sort(files)
	return files, nil
}

// isDone reports whether a file is a valid artifact or came out of a migration, which it notes.
func (m Migration) isDone(p *plan, store artifact.Store, rel string) bool {
	b, err := m.read(rel)
	if err != nil || !artifact.IsYAML(rel) || !Unified(b) || store.Bounded(b) != nil { // which planFile refuses
		return false
	}
	a := artifact.Parse(rel, b)
	from, sum := a.Text("metadata."+artifact.MigratedFrom), a.Text("metadata."+artifact.OriginalSum)
	if sum != "" {
		p.made[[2]string{from, sum}] = rel
	}
	return sum != "" || a.Broken == nil && len(a.Faults) == 0
}

// Bounded refuses what would take long to read.
func Bounded(s artifact.Store, rel string, b []byte) error {
	const most = 10_000
	if artifact.IsYAML(rel) {
		return s.Bounded(b)
	}
	if n := bytes.Count(b, []byte("\n")); n > most {
		return fmt.Errorf("it has %d lines, at most %d are read", n, most)
	}
	return nil
}

// planFile plans one file, or says why it is left. One without a date has that of its change.
func (m Migration) planFile(p *plan, store artifact.Store, rel string) (why string) {
	b, err := m.read(rel)
	info, statErr := os.Lstat(durable.In(m.Root, rel).Path())
	if err = cmp.Or(err, Bounded(store, rel, b), statErr); err != nil {
		return "it cannot be read: " + err.Error()
	}
	if why := foreign(rel, b); why != "" {
		return why
	}
	f := Migrated{Pair: Pair{From: rel, FromSum: machine.Sum(b)}, Redacted: []string{}}
	if f.To = p.made[[2]string{rel, f.FromSum}]; f.To != "" {
		p.Skipped = append(p.Skipped, Skipped{Path: rel, Why: "already migrated to " + f.To, Before: true})
		p.before = append(p.before, f.Pair)
		return ""
	}
	l := Read(rel, b, m.Zone)
	d, changed := l.Document, info.ModTime().UTC().Format(time.RFC3339)
	if d.Text("date") == "" {
		set(d.Front, "date", changed)
		l.Why = append(l.Why, "date "+changed+": when the file was last changed")
	}
	set(yamldoc.Get(d.Body, "metadata"), artifact.OriginalSum, f.FromSum)
	saved, err := store.Save(d, artifact.Options{Title: d.Text("goal"), DryRun: true, Taken: p.names, Now: m.Now})
	switch {
	case err != nil:
		return "it cannot be converted: " + err.Error()
	case l.Empty:
		return "it has no goal, and nothing worth saving"
	}
	f.To, f.ToSum, f.FromMode, f.bytes = saved.Path, machine.Sum(saved.Bytes), uint32(info.Mode().Perm()), saved.Bytes
	f.Mode, f.Outcome = saved.Document.Text("mode"), saved.Document.Text("outcome")
	f.Generation, f.Why, f.Problems = l.Generation, l.Why, append([]string{}, l.Problems...)
	f.Redacted = each.Of(saved.Redacted, func(r artifact.Redaction) string { return r.Field + " (" + r.Kind + ")" })
	p.names[strings.ToLower(f.To)] = true
	p.Migrated = append(p.Migrated, f)
	return ""
}

// foreign says why a YAML file with a schema of its own is left alone.
func foreign(rel string, b []byte) string {
	version, mode := Schema(b)
	switch {
	case !artifact.IsYAML(rel) || version == "":
		return ""
	case version != "1" && !strings.HasPrefix(version, "1."):
		return fmt.Sprintf("its schema_version %q is unknown here", version)
	case mode != "" && !isMode(mode):
		return fmt.Sprintf("it fits the schema but for its unknown mode %q; holdfast validate lists the faults", mode)
	}
	return ""
}
