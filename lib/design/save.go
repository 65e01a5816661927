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
	"holdfast/lib/each"
	"holdfast/lib/fault"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

func (e *edit) save() error {
	name, kind := e.inv.Rest[2], Kind(e.inv.Flag("artifact"))
	data, err := e.data()
	stage := each.First(e.table, func(st Stage) bool { return slices.Contains(st.Checkpoints, name) })
	switch {
	case err != nil:
		return err
	case stage.Makes == "":
		names := each.Of(e.table, func(st Stage) []string { return st.Checkpoints })
		return fault.Invalid("the checkpoint", "checkpoint", quoted(name), commas(slices.Concat(names...)))
	case e.inv.On("complete") && name != stage.checkpoint():
		return e.inv.UsageError("--complete is not for %s: the stage is complete with its other checkpoint", name)
	case kind == "" && e.body != nil:
		return e.inv.UsageError("there is content on standard input, but no --artifact names its kind")
	}
	e.set(record.Object().Merged(e.doc.Get("checkpoints", name), data), "checkpoints", name)
	if kind != "" {
		if err := e.place(kind); err != nil {
			return err
		}
		e.name(kind, e.writing.path)
	}
	e.look()
	if kind != "" {
		e.enter(kind, data)
	}
	chosen := data.Get(keyChosen)
	if can, which := e.offered(chosen); !can {
		return fault.Invalid("the choice", "data."+keyChosen, record.Found(chosen), which)
	}
	if e.inv.On("complete") {
		if err := e.finish(stage); err != nil {
			return err
		}
	}
	if chose := name == e.table.holder(Analysis) && !e.chosen().None(); e.status(stage.Number) == Complete || chose {
		e.note(e.inv.Now(), name, keyCompleted)
	}
	e.saved("saved %s of %s", name, e.Feature)
	return nil
}

func (e *edit) data() (data record.Value, err error) {
	if !e.inv.Has("data") {
		return data, nil
	}
	text := e.inv.Flag("data")
	data, err = record.ParseGiven(text)
	if err != nil || !data.IsObject() || len(text) > maxContent {
		return data, fault.Invalid("the data", "data", fault.Shorten(text), "a JSON object")
	}
	if faults := checkpointKeys.Faults(data, "data."); faults != nil {
		return data, fault.Of("the data", faults...)
	}
	return data, nil
}

// enter enters what the document says in the session. Approval and counts are those of
// a text: of another one they are taken back, unless they come with it.
func (e *edit) enter(k Kind, data record.Value) {
	f, holder, kind := e.writing, e.table.holder(k), docKinds[k]
	ofText := k != ADR && k != Analysis && !data.Get(keyApproved).Exists()
	if ofText && f.existing != nil && f.changes() && e.at(holder, keyApproved).True() {
		e.unset("checkpoints", holder, keyApproved)
		if st, ok := e.table.of(k); ok && e.status(st.Number) == Complete {
			e.setStatus(st.Number, InProgress)
			e.unset("checkpoints", holder, keyCompleted)
		}
		e.inv.Warnf("%q is another text than the one that was approved: it awaits approval", f.path)
	}
	if kind.countKey == "" {
		return
	}
	d, _ := e.first(k)
	n := len(d.Titles)
	if n == 0 {
		e.inv.Warnf("%q has no %s that can be counted: want lines such as %q", f.path, kind.noun, kind.example)
	}
	if holder != "" && !data.Get(kind.countKey).Exists() {
		e.note(n, holder, kind.countKey)
	}
}

func (e *edit) ticket() error {
	id, depends := e.inv.Rest[2], e.inv.All("depends")
	err := record.CheckID("the ticket", "ticket", id)
	for _, d := range depends {
		err = errors.Join(err, record.CheckID("the ticket", "depends", d))
	}
	if err == nil {
		err = e.find(Tickets, ticketFiles.Path(id), "ticket")
	}
	if err != nil {
		return err
	}
	e.name(Tickets, e.writing.path)
	stage, _ := e.table.of(Tickets)
	if len(depends) > 0 {
		e.set(depends, "checkpoints", stage.checkpoint(), "dependencies", id)
	}
	for _, unknown := range e.unknownDependencies() {
		if slices.Contains(depends, unknown) {
			e.inv.Warnf("%s depends on %q, which does not exist: stage %d cannot be completed before it does",
				id, unknown, stage.Number)
		}
	}
	for _, covered := range e.inv.All("covers") {
		left := e.remaining()
		if i := slices.Index(left, covered); i >= 0 {
			e.set(slices.Delete(left, i, i+1), "tickets_progress", "remaining")
		} else {
			e.inv.Warnf("covering %q: not in the plan", fault.Shorten(covered))
		}
	}
	e.saved("saved the ticket %s of %s; %s", id, e.Feature, e.ofPlanned(len(e.listed(Tickets))))
	return nil
}

// A file is a document or ticket that is about to be written, or that is there.
type file struct {
	path     string // relative to the project root, "" for none
	content  []byte // nil for one that is there and stays
	existing []byte // nil where there is no file
}

func (f file) changes() bool {
	return f.content != nil && (f.existing == nil || !bytes.Equal(f.content, f.existing))
}

func (e *edit) place(k Kind) (err error) {
	if saved := kinds[:len(kinds)-1]; !slices.Contains(saved, k) {
		return fault.Invalid("the artifact", "artifact", quoted(string(k)), commas(saved))
	}
	rel := e.inv.Flag("path")
	switch at, ok := e.inv.InProject(e.Root, rel); {
	case e.inv.Has("path") && ok:
		rel = at
	case e.inv.Has("path"):
	case k == ADR:
		rel, err = e.nextADR(e.inv.Flag("title"), e.body)
	default:
		rel = e.places(k)[0]
	}
	if err != nil {
		return err
	}
	return e.find(k, rel, "path")
}

// find is the file at rel, which standard input is to replace; without that it must be there. A
// ticket, and what is not ours as it is, is replaced only with --force.
func (e *edit) find(k Kind, rel, field string) (err error) {
	f := file{path: rel, content: e.body}
	if !record.IsLocal(rel) || f.content != nil && !mayHold(rel) {
		return fault.Invalid("the path", field, quoted(rel),
			"a .md or .feature file of the project, in no hidden folder but "+Dir+" and "+TicketsDir)
	}
	f.existing, err = e.read(rel)
	own := k != Tickets && !slices.Contains(e.superseded(), rel) && e.Machine.Wrote(machine.Sum(f.existing))
	switch {
	case errors.Is(err, fs.ErrNotExist) && f.content == nil:
		return fault.Invalid("the content", "standard input", "nothing, and there is no "+rel, "the content")
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case f.existing != nil && f.changes() && !own && !e.inv.On("force"):
		const hint = "read it first; --force replaces it, no content on standard input keeps it"
		return fault.Refuse(hint, "%q exists with other content", rel)
	}
	e.writing = f
	return nil
}

// mayHold reports whether a document may be written at rel: not what configures a program.
func mayHold(rel string) bool {
	base := strings.ToLower(pathpkg.Base(rel))
	ext := pathpkg.Ext(base)
	configures := slices.Contains([]string{"claude.md", "claude.local.md", "agents.md", "gemini.md"}, base)
	rest := strings.TrimPrefix(strings.TrimPrefix(rel, Dir+"/"), TicketsDir+"/")
	return (ext == ".md" || ext == ".feature") && !configures && !strings.Contains("/"+rest, "/.")
}

// nextADR is where a decision goes: where a save that broke off put it, else at the next number.
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
			if b, err := s.read(adrDir + "/" + name); err == nil && (content == nil || bytes.Equal(b, content)) {
				return adrDir + "/" + name, nil
			}
		}
	}
	return fmt.Sprintf("%s/%04d-%s.md", adrDir, highest+1, slug), err
}

// decision is a heading without "ADR 7:" before it.
func decision(heading string) string {
	return regexp.MustCompile(`(?i)^(adr\b)?[\s\d:.#–—-]*`).ReplaceAllString(heading, "")
}

func adrNumber(name string) (n int, rest string, ok bool) {
	digits, rest, _ := strings.Cut(name, "-")
	number, err := strconv.ParseUint(digits, 10, 20)
	return int(number), rest, err == nil
}

func slugOf(title string) string {
	slug := regexp.MustCompile(`[^a-z0-9]+`).ReplaceAllString(strings.ToLower(title), "-")
	slug = strings.TrimLeft(slug, "-")
	return strings.TrimRight(slug[:min(len(slug), 60)], "-")
}

func (e *edit) write() error {
	f := e.writing
	if !f.changes() {
		return nil
	}
	if err := durable.In(e.Root, pathpkg.Dir(f.path)).Prepare(0o755); err != nil {
		return err
	}
	e.result.Wrote = []string{f.path}
	return e.Put(f.path, &record.File{Bytes: f.existing, Own: true}, f.content, e.inv.Warn)
}
