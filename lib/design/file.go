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
	"time"

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
func (s Store) place(x Session, v Save) (file, error) {
	if !slices.Contains(Kinds, v.Kind) {
		var all []string
		for _, k := range Kinds {
			all = append(all, string(k))
		}
		return file{}, invalid("the artifact", "artifact", quoted(string(v.Kind)), strings.Join(all, ", "))
	}
	rel := v.Path
	switch {
	case rel != "":
	case v.Kind == ADR:
		var err error
		if rel, err = s.nextADR(x, v); err != nil {
			return file{}, err
		}
	default:
		rel = s.usual(x, v.Kind)
	}
	return s.at(x, rel, v.Content, v.Force, "path")
}

// at is the file at rel, which content is to replace. What this machine did not
// write is replaced by force alone, unless a restart left it there: of that a
// copy is kept.
func (s Store) at(x Session, rel string, content []byte, force bool, field string) (file, error) {
	f := file{path: rel, content: content}
	if !record.IsLocal(rel) {
		return f, Outside("the path", field, rel, "path")
	}
	if content != nil && !mayHold(rel) {
		return f, invalid("the path", field, quoted(rel), "a .md or .feature file, in no hidden folder but "+Dir+" and "+TicketsDir)
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
	if f.changes() && !force && !x.superseded(rel) && !s.Machine.Wrote(machine.Sum(existing)) {
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
	base := pathpkg.Base(rel)
	ext := strings.ToLower(pathpkg.Ext(base))
	if ext != ".md" && ext != ".feature" {
		return false
	}
	for _, name := range []string{"claude.md", "claude.local.md", "agents.md", "gemini.md"} {
		if strings.EqualFold(base, name) {
			return false
		}
	}
	rest := rel
	for _, own := range []string{Dir + "/", TicketsDir + "/"} {
		rest = strings.TrimPrefix(rest, own)
	}
	return !strings.HasPrefix(rest, ".") && !strings.Contains(rest, "/.")
}

// usual is where a document of a feature is: where the session says, else
// its usual place.
func (s Store) usual(x Session, k Kind) string {
	if listed := x.listed(k); len(listed) > 0 && record.IsLocal(listed[0]) {
		return listed[0]
	}
	return places(x.Feature, k)[0]
}

// places are where a document of a feature usually is, the first one before the
// others; decisions have no such place.
func places(feature string, k Kind) []string {
	own := Dir + "/" + feature + docKinds[k].suffix
	switch k {
	case ADR:
		return nil
	case TDD:
		return []string{docsDir + "/" + feature + ".md", own}
	}
	return []string{own}
}

// nextADR is the name of a decision: the one with this very text, where
// the session lost sight of it, else the next number.
func (s Store) nextADR(x Session, v Save) (string, error) {
	title := v.Title
	if title == "" {
		title = decision(heading(v.Content))
	}
	slug := slugOf(title)
	if slug == "" {
		return "", invalid("the decision", "title", quoted(title), "a title with letters, by --title or as the content's heading")
	}
	names, err := s.names(adrDir)
	if err != nil {
		return "", err
	}
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
	return fmt.Sprintf("%s/%04d-%s.md", adrDir, highest+1, slug), nil
}

// adrNumber parts the name of a decision's file into its number and the rest.
func adrNumber(name string) (n int, rest string, ok bool) {
	digits, rest, ok := strings.Cut(name, "-")
	if !ok || len(digits) > 6 || strings.Trim(digits, "0123456789") != "" {
		return 0, "", false
	}
	n, err := strconv.Atoi(digits)
	return n, rest, err == nil
}

// decision is what a decision's heading decides, without "ADR 7:" before it.
func decision(title string) string {
	w := strings.Fields(title)
	for len(w) > 0 {
		bare := strings.ToLower(strings.Trim(w[0], ":.-–—#"))
		if strings.Trim(strings.TrimPrefix(bare, "adr-"), "0123456789") != "" && bare != "adr" {
			break
		}
		w = w[1:]
	}
	return strings.Join(w, " ")
}

// slugOf is a title in [a-z0-9-], at most 60 characters.
func slugOf(title string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(title) {
		switch {
		case r >= 'a' && r <= 'z' || r >= '0' && r <= '9':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	slug := b.String()
	return strings.Trim(slug[:min(len(slug), 60)], "-")
}

// write puts a file on the disk.
func (s Store) write(f file, r *Result) error {
	if !f.changes() {
		return nil
	}
	if err := s.made(f.path); err != nil {
		return err
	}
	_, unrecorded, err := s.Machine.WriteFile(s.Root, f.path, machine.File{Bytes: f.existing, Own: true}, f.content)
	r.Warn(unrecorded)
	if errors.Is(err, durable.ErrChanged) {
		return &fault.RefusedError{Cause: err, Hint: "read it, then type the same command again"}
	}
	if err == nil {
		r.Wrote = append(r.Wrote, f.path)
	}
	return err
}

// replace writes a file, and keeps a copy of what an earlier design left in its
// place.
func (s Store) replace(x Session, f file, now time.Time, r *Result) (Session, error) {
	if f.existing != nil && x.superseded(f.path) {
		if f.changes() {
			to, err := s.freeArchive(x.Feature, now)
			if err == nil {
				err = s.write(file{path: to + "/" + pathpkg.Base(f.path), content: f.existing}, &Result{})
			}
			if err != nil {
				return x, err
			}
		}
		rest := slices.DeleteFunc(x.get("superseded").Texts(), func(p string) bool { return p == f.path })
		x = x.with(record.Texts(rest...), "superseded")
	}
	return x, s.write(f, r)
}
