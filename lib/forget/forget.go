// Package forget removes what is kept of sessions and lines of work, and texts
// that should never have been saved, from a project and from the machine folder.
//
// What other packages keep there is not known to it by its meaning, but by its form: rows of a file
// without an extension go one by one, files with one and those that are named for what is forgotten go
// whole, and what can be built again is removed. A test greps.
package forget

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/catalog"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/history"
	"holdfast/lib/index"
	"holdfast/lib/jsondoc"
	"holdfast/lib/machine"
	"holdfast/lib/project"
	"holdfast/lib/undo"
)

// A Kept is all that one project has.
type Kept struct {
	Store      artifact.Store
	History    history.Store
	Repository string // the common git folder, for which copies are kept; "" outside git
	Now        time.Time
}

// A Plan is what is removed.
type Plan struct {
	Line     string   `json:"line"`     // "" of a session
	Names    []string `json:"-"`        // of the line, and of what became part of it
	Sessions []string `json:"sessions"` // whose conversations are removed
	// Until is up to when what these say is saved no more; zero, or without an entry, for now.
	Until     map[string]time.Time `json:"-"`
	Artifacts []Artifact           `json:"artifacts"` // that this machine wrote
	// Foreign is how many artifacts of the line stay: others wrote them. Later is
	// how many saves of other sessions may hold what the session left to them.
	Foreign int `json:"foreign"`
	Later   int `json:"later"`
	// Snapshots is how many of the work tree stay, in which a file may be as it was.
	Snapshots int  `json:"snapshots"`
	Forgotten bool `json:"forgotten"` // it was carried out
}

// An Artifact is a file that is removed.
type Artifact struct {
	Path string `json:"path"`
	Sum  string `json:"-"`
}

// Of plans to forget a line, whose parts have other names, or a session where line is "".
func (k Kept) Of(ctx context.Context, line string, parts []string, session string) (Plan, error) {
	p := Plan{Line: line, Sessions: []string{}, Artifacts: []Artifact{}, Snapshots: k.Snapshots()}
	p.Until = map[string]time.Time{}
	if line != "" {
		p.Names = append(parts, line)
	} else {
		p.Sessions = append(p.Sessions, session)
	}
	others := map[string]int{} // saves of other sessions by folder
	err := k.rows(ctx, func(r index.Row) {
		folder := path.Base(path.Dir(r.Path))
		of := line == "" && r.SessionID == session || slices.Contains(p.Names, folder)
		switch {
		case !artifact.InStore(r.Path): // of an earlier tool
		case !of:
			others[folder]++
		case !k.Store.Machine.Wrote(r.Sum):
			p.Foreign++
		default:
			p.Artifacts = append(p.Artifacts, Artifact{r.Path, r.Sum})
			p.Sessions = append(p.Sessions, r.SessionID)
		}
	})
	slices.SortFunc(p.Artifacts, func(a, b Artifact) int { return strings.Compare(a.Path, b.Path) })
	for _, a := range p.Artifacts {
		if folder := path.Base(path.Dir(a.Path)); line == "" {
			p.Later += others[folder]
			delete(others, folder)
		}
	}
	slices.Sort(p.Sessions)
	p.Sessions = slices.DeleteFunc(slices.Compact(p.Sessions), func(id string) bool { return id == "" })
	return p, err
}

// Snapshots is how many snapshots of the work tree are kept for undo.
func (k Kept) Snapshots() int {
	h, _ := k.undo().Read() // one that cannot be read offers none
	return len(slices.DeleteFunc(h.Prompts, func(p *undo.Entry) bool { return p.Snapshot == "" }))
}

func (k Kept) undo() undo.Store { return undo.Store{Root: k.Store.Root, Machine: k.Store.Machine} }

func (k Kept) rows(ctx context.Context, do func(index.Row)) error {
	from := catalog.Catalog{Store: k.Store, Zone: k.Now.Location(), Now: k.Now}
	all, err := k.Store.Index().Open(ctx, from, k.Now, nil)
	if err != nil {
		return err
	}
	all.Rows(do)
	return nil
}

// Do removes what is planned. By what the plan was made of goes last, so that the
// same command finds what is still there after it was killed.
func (k Kept) Do(ctx context.Context, p Plan) error {
	if err := k.undo().Forget(p.Sessions); err != nil {
		return fmt.Errorf("removing prompts: %w", err)
	}
	if _, err := k.each(ctx, k.without(p)); err != nil {
		return err
	}
	for _, id := range p.Sessions {
		if err := k.Store.Machine.Forget(cmp.Or(p.Until[id], k.Now), id); err != nil {
			return fmt.Errorf("noting that sessions are forgotten: %w", err)
		}
	}
	first, last := func() error { return k.History.Forget(p.Sessions...) }, func() error { return k.removeArtifacts(p) }
	if p.Line == "" {
		first, last = last, first
	}
	if err := first(); err != nil {
		return err
	}
	return last()
}

func (k Kept) removeArtifacts(p Plan) error {
	var sums []string
	for _, a := range p.Artifacts {
		if _, err := k.Store.RemoveUnchanged(a.Path, a.Sum); err != nil {
			return fmt.Errorf("removing %q: %w", a.Path, err)
		}
		sums = append(sums, a.Sum)
	}
	for _, name := range p.Names { // folders in which nothing is left but our .gitignore
		folder := path.Join(artifact.Dir, name)
		entries, _ := os.ReadDir(filepath.Join(k.Store.Root, filepath.FromSlash(folder)))
		if len(entries) == 1 && entries[0].Name() == ".gitignore" {
			_ = durable.In(k.Store.Root, folder+"/.gitignore").Remove()
		}
		_ = durable.In(k.Store.Root, folder).RemoveEmpty() // a folder is no trace
	}
	return k.Store.Machine.Unrecord(sums...)
}

// without is a file without the rows that belong to what is forgotten; nil of one that
// goes whole. Rows and files are known by names, as whole words ("auth" is another line
// than "auth-2"), and files by the hashes of names that theirs begin with.
func (k Kept) without(p Plan) func(name string, b []byte) []byte {
	files := each.Of(p.Artifacts, func(a Artifact) string { return path.Base(a.Path) })
	words := each.Of(slices.Concat(p.Sessions, p.Names, files), regexp.QuoteMeta)
	lines := each.Of(p.Names, func(line string) string { return k.Store.Hash + "\x00" + line })
	hashes := each.Of(slices.Concat(p.Sessions, lines), func(s string) string { return machine.Sum([]byte(s))[:32] })
	const form = `^(%s)|(^|[^a-zA-Z0-9_ -])(%s)([^a-zA-Z0-9_ -]|$)`
	of := regexp.MustCompile(fmt.Sprintf(form, strings.Join(hashes, "|"), strings.Join(words, "|")))
	return func(name string, b []byte) []byte {
		switch ext := filepath.Ext(name); {
		case name == undo.FileName: // it is no row of a session, but of the work tree
			return b
		case of.MatchString(name):
			return nil
		case !of.Match(b):
			return b
		case ext != "" && ext != ".1":
			return nil
		}
		return bytes.Join(slices.DeleteFunc(slices.Collect(bytes.Lines(b)), of.Match), nil)
	}
}

// each removes what can be built again, changes the rest of what is kept of the project in
// the machine folder, but for what others look into, and returns how many files changed.
func (k Kept) each(ctx context.Context, change func(name string, b []byte) []byte) (n int, err error) {
	if err := k.Store.ForgetDerived(); err != nil {
		return 0, err
	}
	state := k.Store.Machine.State()
	places := []string{k.Store.Kept(), filepath.Join(state, "log"), filepath.Join(state, "log.1")}
	if k.Repository != "" {
		places = append(places, k.Store.Machine.Project(project.Hash(k.Repository)))
	}
	for _, path := range places {
		changed, err := machine.Rewrite(ctx, path, change)
		if n += changed; err != nil {
			return n, err
		}
	}
	return n, nil
}

const removed = "[removed]"

// Secret removes a text everywhere that it was saved, but from snapshots and from files
// that are no artifacts, and returns how many files it was in.
func (k Kept) Secret(ctx context.Context, secret string) (files int, err error) {
	// Files have it as it is, and as JSON and YAML write it in quotation marks.
	quoted, _ := json.Marshal(secret)
	clean := strings.NewReplacer(secret, removed, strings.Trim(string(quoted), `"`), removed,
		strings.Trim(jsondoc.Quote(secret), `"`), removed).Replace
	var rows []index.Row
	if err := k.rows(ctx, func(r index.Row) { rows = append(rows, r) }); err != nil {
		return 0, err
	}
	sessions, err := k.History.Redact(clean)
	files = len(sessions)
	for _, r := range rows {
		changed, failed := k.clean(r.Path, clean)
		if failed != nil {
			return files, fmt.Errorf("removing it from %q: %w", r.Path, failed)
		}
		if files += changed; changed > 0 && len(k.History.Matching(r.SessionID)) == 0 { // it tells no time
			sessions[r.SessionID] = k.Now
		}
	}
	for id, at := range sessions { // one that goes on said it
		if !at.IsZero() {
			err = cmp.Or(err, k.Store.Machine.Forget(at, id))
		}
	}
	if err != nil {
		return files, err
	}
	n, err := k.each(ctx, func(_ string, b []byte) []byte { return []byte(clean(string(b))) })
	return files + n, err
}

// clean takes a text out of an artifact of this machine, which stays its own.
func (k Kept) clean(rel string, clean func(string) string) (changed int, err error) {
	b, err := k.Store.Bytes(rel)
	if err != nil {
		return 0, nil // not to be read, so that nothing was saved there by us
	}
	now := []byte(clean(string(b)))
	if bytes.Equal(now, b) || !k.Store.Wrote(b) {
		return 0, nil
	}
	if err := k.Store.Machine.Own(now); err != nil {
		return 0, err
	}
	if err := k.Store.Swap(rel, b, now); err != nil {
		return 0, err
	}
	return 1, k.Store.Machine.Unrecord(machine.Sum(b))
}
