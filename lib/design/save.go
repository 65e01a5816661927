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

// A Save is what is saved of a stage.
type Save struct {
	Checkpoint string // such as stage_1_rules
	// Data are keys of the checkpoint, a JSON object; nil for none. A key given
	// takes the place of the one that is there, the others stay.
	Data []byte
	// Complete completes the stage too.
	Complete bool
	// Kind is the document that is saved, "" for none; Content its text, nil to
	// name one that is there already.
	Kind    Kind
	Content []byte
	Title   string // of an ADR: the decision
	Path    string // of the document, "" for its usual place
}

// Save saves a checkpoint of a stage with its document. Everything is checked
// before anything is written; faults are a *fault.InvalidError.
func (s Store) Save(c Change, v Save) (Result, error) {
	data, err := v.data()
	if err != nil {
		return Result{}, err
	}
	return s.change(c, func(x *Session, r *Result) error {
		stage, err := x.stageOf(v.Checkpoint)
		if err != nil {
			return err
		}
		x.set(record.Object().Merged(x.doc.Get("checkpoints", v.Checkpoint), data), "checkpoints", v.Checkpoint)
		var f file
		if v.Kind != "" {
			if f, err = s.place(x, v, c); err != nil {
				return err
			}
			x.enter(v, data, f, r)
		}
		x.begin(stage.Role)
		if chosen, look := data.Get(keyChosen), s.view(*x, f); !look.offered(chosen) {
			return invalid("the choice", "data."+keyChosen, record.Found(chosen), look.alternatives())
		}
		if v.Complete {
			if err := s.finish(x, stage.Number, f, c); err != nil {
				return err
			}
		}
		chose := v.Checkpoint == x.table.alternatives() && x.chosen().Exists()
		if x.status(stage.Number) == Complete || chose {
			x.note(c.Now, v.Checkpoint, keyCompleted)
		}
		r.done, r.Message = fmt.Sprintf("saved %s of %s", v.Checkpoint, c.Feature), safely
		return s.write(x, f, c, r)
	})
}

// data are the keys that are saved, checked one by one.
func (v Save) data() (record.Value, error) {
	if v.Data == nil {
		return record.Value{}, nil
	}
	data, err := record.ParseGiven(string(v.Data))
	if err != nil || !data.IsObject() || len(v.Data) > maxContent {
		return data, invalid("the data", "data", fault.Shorten(string(v.Data)), "a JSON object")
	}
	if faults := checkpointKeys.Faults(data, "data."); faults != nil {
		return data, &fault.InvalidError{What: "the data", Faults: faults}
	}
	return data, nil
}

// stageOf is the stage of a checkpoint.
func (s Session) stageOf(checkpoint string) (Stage, error) {
	var names []string
	for _, st := range s.table {
		if slices.Contains(st.Checkpoints, checkpoint) {
			return st, nil
		}
		names = append(names, st.Checkpoints...)
	}
	return Stage{}, invalid("the checkpoint", "checkpoint", quoted(checkpoint), commas(names))
}

// enter enters a document in the session. Approval and counts are those of a
// text: of another one they are taken back, unless they come with it.
func (s *Session) enter(v Save, data record.Value, f file, r *Result) {
	holder, kind := s.table.holder(v.Kind), docKinds[v.Kind]
	s.name(v.Kind, f.path, holder == v.Checkpoint)
	ofText := v.Kind != ADR && v.Kind != Analysis && !data.Get(keyApproved).Exists()
	if ofText && f.existing != nil && f.changes() && s.at(holder, keyApproved).True() {
		s.unset("checkpoints", holder, keyApproved)
		if st, ok := s.table.of(kind.role); ok && s.status(st.Number) == Complete {
			s.setStatus(st.Number, InProgress)
			s.unset("checkpoints", holder, keyCompleted)
		}
		r.Warnf("%q is another text than the one that was approved: it awaits approval", f.path)
	}
	if kind.countKey == "" {
		return
	}
	n := len(inspect(f.path, v.Kind, f.bytes()).Titles)
	if n == 0 {
		r.Warnf("%q has no %s that can be counted: want lines such as %q", f.path, kind.noun, kind.example)
	}
	if !data.Get(kind.countKey).Exists() && (holder == v.Checkpoint || s.at(holder, kind.countKey).Exists()) {
		s.note(n, holder, kind.countKey)
	}
}

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
func (s Store) place(x *Session, v Save, c Change) (f file, err error) {
	if !slices.Contains(Kinds, v.Kind) {
		return f, invalid("the artifact", "artifact", quoted(string(v.Kind)), commas(Kinds))
	}
	rel := v.Path
	if rel == "" && v.Kind == ADR {
		if rel, err = s.nextADR(v); err != nil {
			return f, err
		}
	} else if rel == "" {
		rel = x.usual(v.Kind)
	}
	f, err = s.find(rel, v.Content, "path")
	own := slices.Contains(x.superseded(), rel) || s.Machine.Wrote(machine.Sum(f.existing))
	if err == nil && f.existing != nil && f.changes() && !own && !c.Force {
		err = &fault.RefusedError{
			Cause: fmt.Errorf("%q has content that was not saved here", rel),
			Hint:  "read it first; --force replaces it, no content on standard input keeps it",
		}
	}
	return f, err
}

// find is the file at rel, which content is to replace. Without content it must be
// there. field is what a fault calls the path.
func (s Store) find(rel string, content []byte, field string) (f file, err error) {
	f = file{path: rel, content: content}
	switch {
	case !record.IsLocal(rel):
		return f, Outside("the path", field, rel, "path")
	case content != nil && !mayHold(rel):
		return f, invalid("the path", field, quoted(rel),
			"a .md or .feature file, in no hidden folder but "+Dir+" and "+TicketsDir)
	}
	f.existing, err = s.read(rel)
	switch {
	case !errors.Is(err, fs.ErrNotExist):
		return f, err
	case content == nil:
		return f, invalid("the content", "standard input", "nothing, and there is no "+rel, "the content")
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
func (s Store) nextADR(v Save) (string, error) {
	title := v.Title
	if title == "" {
		title = decision(inspect("", ADR, v.Content).heading)
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
		if rest == slug+".md" {
			b, err := s.read(adrDir + "/" + name)
			if err == nil && (v.Content == nil || bytes.Equal(b, v.Content)) {
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
	slug := strings.Join(strings.FieldsFunc(strings.ToLower(title), func(r rune) bool {
		return r > 0x7f || !strings.ContainsRune(alphanumeric, r)
	}), "-")
	return strings.Trim(slug[:min(len(slug), 60)], "-")
}

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
	if err := durable.In(s.Root, pathpkg.Dir(f.path)).Prepare(0o755); err != nil {
		return err
	}
	before := machine.File{Bytes: f.existing, Own: true}
	_, unrecorded, err := s.Machine.WriteFile(s.Root, f.path, before, f.content)
	r.Warn(unrecorded)
	switch {
	case errors.Is(err, durable.ErrChanged):
		return &fault.RefusedError{Cause: err, Hint: "read it, then type the same command again"}
	case err == nil:
		r.Wrote = append(r.Wrote, f.path)
	}
	return err
}
