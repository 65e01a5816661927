package design

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	pathpkg "path"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

// A file is a document or ticket that is about to be written, or that is there.
type file struct {
	path     string // relative to the project root, "" for none
	content  []byte // nil for one that is there and stays
	existing []byte // nil where there is no file
}

// bytes is what the file holds in the end.
func (f file) bytes() []byte {
	if f.content != nil {
		return f.content
	}
	return f.existing
}

func (f file) changes() bool {
	return f.content != nil && (f.existing == nil || !bytes.Equal(f.content, f.existing))
}

// place finds where a document goes, and checks that it may go there.
func (s Store) place(x *Session, v Save, c Change) (file, error) {
	if !slices.Contains(Kinds, v.Kind) {
		return file{}, invalid("the artifact", "artifact", quoted(string(v.Kind)), commas(Kinds))
	}
	rel := v.Path
	if rel == "" && v.Kind == ADR {
		var err error
		if rel, err = s.nextADR(v); err != nil {
			return file{}, err
		}
	}
	if rel == "" {
		rel = x.usual(v.Kind)
	}
	return s.at(x, rel, v.Content, c.Force, "path")
}

// at is the file at rel, which content is to replace. What this machine did not
// write is replaced by force alone, unless a restart left it there: of that a
// copy is kept.
func (s Store) at(x *Session, rel string, content []byte, force bool, field string) (file, error) {
	f := file{path: rel, content: content}
	if !record.IsLocal(rel) {
		return f, Outside("the path", field, rel, "path")
	}
	if content != nil && !mayHold(rel) {
		return f, invalid("the path", field, quoted(rel),
			"a .md or .feature file, in no hidden folder but "+Dir+" and "+TicketsDir)
	}
	existing, err := s.read(rel)
	switch {
	case errors.Is(err, fs.ErrNotExist) && content == nil:
		return f, invalid("the content", "standard input", "nothing, and there is no "+rel, "the content")
	case errors.Is(err, fs.ErrNotExist):
		return f, nil
	case err != nil:
		return f, err
	}
	f.existing = existing
	kept := slices.Contains(x.superseded(), rel) || s.Machine.Wrote(machine.Sum(existing))
	if f.changes() && !force && !kept {
		return f, &fault.RefusedError{
			Cause: fmt.Errorf("%q has content that was not saved here", rel),
			Hint:  "read it first; --force replaces it, no content on standard input keeps it",
		}
	}
	return f, nil
}

// mayHold reports whether a document may be written at rel: no command of ours
// is to change what configures a program.
func mayHold(rel string) bool {
	base := strings.ToLower(pathpkg.Base(rel))
	ext := pathpkg.Ext(base)
	configures := slices.Contains([]string{"claude.md", "claude.local.md", "agents.md", "gemini.md"}, base)
	if ext != ".md" && ext != ".feature" || configures {
		return false
	}
	rest := strings.TrimPrefix(strings.TrimPrefix(rel, Dir+"/"), TicketsDir+"/")
	return !strings.HasPrefix(rest, ".") && !strings.Contains(rest, "/.")
}

// usual is where a document of a feature is: where the session says, else
// its usual place.
func (s Session) usual(k Kind) string {
	if listed := s.listed(k); len(listed) > 0 && record.IsLocal(listed[0]) {
		return listed[0]
	}
	return places(s.Feature, k)[0]
}

// nextADR is the name of a decision: the one with this very text, where
// the session lost sight of it, else the next number.
func (s Store) nextADR(v Save) (string, error) {
	title := v.Title
	if title == "" {
		title = decision(firstHeading(v.Content))
	}
	slug := slugOf(title)
	if slug == "" {
		return "", invalid("the decision", "title", quoted(title),
			"a title with letters, by --title or as the content's heading")
	}
	names, err := s.Names(adrDir, false)
	highest := 0
	for _, name := range names {
		n, rest, ok := adrNumber(name)
		if !ok {
			continue
		}
		highest = max(highest, n)
		if rest != slug+".md" {
			continue
		}
		b, err := s.read(adrDir + "/" + name)
		if err == nil && (v.Content == nil || bytes.Equal(b, v.Content)) {
			return adrDir + "/" + name, nil
		}
	}
	return fmt.Sprintf("%s/%04d-%s.md", adrDir, highest+1, slug), err
}

// adrNumber parts the name of a decision's file into its number and the rest.
func adrNumber(name string) (n int, rest string, ok bool) {
	digits, rest, _ := strings.Cut(name, "-")
	if len(digits) > 6 {
		return 0, "", false
	}
	number, err := strconv.ParseUint(digits, 10, 32)
	return int(number), rest, err == nil
}

// decision is what a decision's heading decides, without "ADR 7:" before it.
func decision(title string) string {
	w := strings.Fields(title)
	for len(w) > 0 && strings.Trim(strings.TrimPrefix(strings.ToLower(w[0]), "adr"), "0123456789:.-–—#") == "" {
		w = w[1:]
	}
	return strings.Join(w, " ")
}

// slugOf is a title in [a-z0-9-], at most 60 characters.
func slugOf(title string) string {
	slug := strings.Join(strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return r > 0x7f || !strings.ContainsRune(alphanumeric, r)
	}), "-")
	return strings.Trim(slug[:min(len(slug), 60)], "-")
}

// prepare makes the folder of rel ready to be written in.
func (s Store) prepare(rel string) error { return durable.In(s.Root, pathpkg.Dir(rel)).Prepare(0o755) }

// write puts a file on the disk, and keeps a copy of what an earlier design left
// in its place.
func (s Store) write(x *Session, f file, c Change, r *Result) error {
	earlier := x.superseded()
	if i := slices.Index(earlier, f.path); i >= 0 && f.existing != nil {
		x.set(slices.Delete(earlier, i, i+1), "superseded")
		if f.changes() {
			ext := pathpkg.Ext(f.path)
			stem := strings.TrimSuffix(pathpkg.Base(f.path), ext)
			if _, err := s.Keep(archiveDir+"/"+c.Feature+"-"+stamp(c.Now), stem, ext, f.existing); err != nil {
				return err
			}
		}
	}
	if !f.changes() {
		return nil
	}
	if err := s.prepare(f.path); err != nil {
		return err
	}
	before := machine.File{Bytes: f.existing, Own: true}
	_, unrecorded, err := s.Machine.WriteFile(s.Root, f.path, before, f.content)
	r.Warn(unrecorded)
	if errors.Is(err, durable.ErrChanged) {
		return &fault.RefusedError{Cause: err, Hint: "read it, then type the same command again"}
	}
	if err == nil {
		r.Wrote = append(r.Wrote, f.path)
	}
	return err
}
