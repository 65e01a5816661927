package design

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	pathpkg "path"
	"regexp"
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
	earlier  bool   // it is of a design before a restart
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

// place finds where a document goes: where --path says, else its usual place. It
// checks that it may go there.
func (x *Session) place(c command, k Kind, content []byte) (f file, err error) {
	if !slices.Contains(Kinds, k) {
		return f, fault.Invalid("the artifact", "artifact", quoted(string(k)), commas(Kinds))
	}
	rel := c.Flag("path")
	if at, ok := c.InProject(x.Root, rel); rel != "" && ok {
		rel = at
	} else if rel == "" && k == ADR {
		if rel, err = x.nextADR(c.Flag("title"), content); err != nil {
			return f, err
		}
	} else if rel == "" {
		rel = x.usual(k)
	}
	f, err = x.find(rel, content, "path")
	own := f.earlier || x.Machine.Wrote(machine.Sum(f.existing))
	if err == nil && f.existing != nil && f.changes() && !own && !c.On("force") {
		const hint = "read it first; --force replaces it, no content on standard input keeps it"
		err = fault.Refuse(hint, "%q has content that was not saved here", rel)
	}
	return f, err
}

// find is the file at rel, which content is to replace. Without content it must be
// there. field is what a fault calls the path.
func (x *Session) find(rel string, content []byte, field string) (f file, err error) {
	f = file{path: rel, content: content, earlier: slices.Contains(x.superseded(), rel)}
	switch {
	case !record.IsLocal(rel):
		return f, outside("the path", field, rel, "path")
	case content != nil && !mayHold(rel):
		return f, fault.Invalid("the path", field, quoted(rel),
			"a .md or .feature file, in no hidden folder but "+Dir+" and "+TicketsDir)
	}
	f.existing, err = x.read(rel)
	switch {
	case !errors.Is(err, fs.ErrNotExist):
		return f, err
	case content == nil:
		return f, fault.Invalid("the content", "standard input", "nothing, and there is no "+rel, "the content")
	}
	return f, nil
}

// mayHold reports whether a document may be written at rel: no command of ours
// is to change what configures a program.
func mayHold(rel string) bool {
	base := strings.ToLower(pathpkg.Base(rel))
	ext := pathpkg.Ext(base)
	configures := slices.Contains([]string{"claude.md", "claude.local.md", "agents.md", "gemini.md"}, base)
	rest := strings.TrimPrefix(strings.TrimPrefix(rel, Dir+"/"), TicketsDir+"/")
	return (ext == ".md" || ext == ".feature") && !configures && !strings.Contains("/"+rest, "/.")
}

// nextADR is the name of a decision: the one with this very text, where
// the session lost sight of it, else the next number.
func (s Store) nextADR(title string, content []byte) (string, error) {
	if title == "" {
		title = decision(inspect("", ADR, content).heading)
	}
	slug := slugOf(title)
	if slug == "" {
		return "", fault.Invalid("the decision", "title", quoted(title),
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
		if rest == slug+".md" {
			b, err := s.read(adrDir + "/" + name)
			if err == nil && (content == nil || bytes.Equal(b, content)) {
				return adrDir + "/" + name, nil
			}
		}
	}
	return fmt.Sprintf("%s/%04d-%s.md", adrDir, highest+1, slug), err
}

// decision is what a decision's heading decides, without "ADR 7:" before it.
func decision(heading string) string {
	return regexp.MustCompile(`(?i)^(adr\b)?[\s\d:.#–—-]*`).ReplaceAllString(heading, "")
}

// adrNumber parts the name of a decision's file into its number and the rest.
func adrNumber(name string) (n int, rest string, ok bool) {
	digits, rest, _ := strings.Cut(name, "-")
	number, err := strconv.ParseUint(digits, 10, 20)
	return int(number), rest, err == nil
}

// slugOf is a title in [a-z0-9-], at most 60 characters.
func slugOf(title string) string {
	slug := regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(strings.ToLower(title), "-")
	slug = strings.TrimLeft(slug, "-")
	return strings.TrimRight(slug[:min(len(slug), 60)], "-")
}

// write puts a file on the disk, and keeps a copy of what an earlier design left
// in its place.
func (x *Session) write(f file, c command, r *Result) error {
	if !f.changes() {
		return nil
	}
	if f.earlier && f.existing != nil {
		ext := pathpkg.Ext(f.path)
		stem := strings.TrimSuffix(pathpkg.Base(f.path), ext)
		if _, err := x.Keep(archiveDir+"/"+c.feature+"-"+stamp(c.now), stem, ext, f.existing); err != nil {
			return err
		}
	}
	if err := durable.In(x.Root, pathpkg.Dir(f.path)).Prepare(0o755); err != nil {
		return err
	}
	_, unrecorded, err := x.Machine.WriteFile(x.Root, f.path, machine.File{Bytes: f.existing, Own: true}, f.content)
	r.Warn(unrecorded)
	switch {
	case errors.Is(err, durable.ErrChanged):
		return &fault.RefusedError{Cause: err, Hint: "read it, then type the same command again"}
	case err == nil:
		r.Wrote = append(r.Wrote, f.path)
	}
	return err
}
