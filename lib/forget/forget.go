// Package forget removes what is kept of sessions and lines of work, and texts
// that should never have been saved, from a project and from the machine folder.
//
// What other packages keep there is not known to it by its meaning, but by its
// form: rows of a file without an extension go one by one, files with one and
// those that are named for what is forgotten go whole, and what can be built
// again is removed. A test greps.
package forget

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/catalog"
	"holdfast/lib/durable"
	"holdfast/lib/history"
	"holdfast/lib/index"
	"holdfast/lib/machine"
	"holdfast/lib/project"
	"holdfast/lib/undo"
)

// A Kept is all that one project has.
type Kept struct {
	Store   artifact.Store
	History history.Store
	// Repository is the common git folder, for which copies of all linked worktrees
	// are kept; "" outside git.
	Repository string
	Now        time.Time
}

// A Plan is what is removed.
type Plan struct {
	Line      string     `json:"line"`      // "" of a session
	Names     []string   `json:"-"`         // of the line, and of what became part of it
	Sessions  []string   `json:"sessions"`  // whose conversations are removed
	Artifacts []Artifact `json:"artifacts"` // that this machine wrote
	// Foreign is how many artifacts of the line stay: others wrote them. Later is
	// how many saves of other sessions may hold what the session left to them.
	Foreign int `json:"foreign"`
	Later   int `json:"later"`
	// Snapshots is how many of the work tree stay, in which a file may be as it was.
	Snapshots int `json:"snapshots"`
}

// An Artifact is a file that is removed.
type Artifact struct {
	Path string `json:"path"`
	Sum  string `json:"-"`
}

// Of plans to forget a line, of which parts have other names, or a session where
// line is "".
func (k Kept) Of(ctx context.Context, line string, parts []string, session string) (Plan, error) {
	p := Plan{Line: line, Sessions: []string{}, Artifacts: []Artifact{}, Snapshots: k.Snapshots()}
	if line != "" {
		p.Names = append(parts, line)
	}
	all, err := k.catalog().Open(ctx)
	if err != nil {
		return p, err
	}
	if session != "" {
		p.Sessions = append(p.Sessions, session)
	}
	var others []index.Row
	shared := map[string]bool{} // lines of the session
	err = all.Rows(nil, func(r index.Row) {
		folder := path.Base(path.Dir(r.Path))
		of := slices.Contains(p.Names, folder) || slices.Contains(p.Names, r.Line)
		if line == "" {
			of = r.SessionID == session
		}
		switch own := k.Store.Machine.Wrote(r.Sum); {
		case !artifact.InStore(r.Path): // of an earlier tool
		case !of:
			others = append(others, r)
		case !own:
			p.Foreign++
		default:
			p.Artifacts = append(p.Artifacts, Artifact{r.Path, r.Sum})
			shared[folder] = true
			if r.SessionID != "" && !slices.Contains(p.Sessions, r.SessionID) {
				p.Sessions = append(p.Sessions, r.SessionID)
			}
		}
	})
	for _, r := range others {
		if line == "" && shared[path.Base(path.Dir(r.Path))] {
			p.Later++
		}
	}
	slices.SortFunc(p.Artifacts, func(a, b Artifact) int { return strings.Compare(a.Path, b.Path) })
	slices.Sort(p.Sessions)
	return p, err
}

// Snapshots is how many snapshots of the work tree are kept for undo.
func (k Kept) Snapshots() int {
	h, _ := k.undo().Read() // one that cannot be read offers none
	return len(slices.DeleteFunc(h.Prompts, func(p undo.Prompt) bool { return p.Commit == "" }))
}

func (k Kept) catalog() catalog.Catalog {
	return catalog.Catalog{Store: k.Store, Zone: k.Now.Location(), Now: k.Now}
}

func (k Kept) undo() undo.Store { return undo.Store{Root: k.Store.Root, Machine: k.Store.Machine} }

// Do removes what is planned. By what the plan was made of goes last, so that the
// same command finds what is still there after it was killed.
func (k Kept) Do(ctx context.Context, p Plan) error {
	if err := k.undo().Forget(p.Sessions); err != nil {
		return fmt.Errorf("removing prompts: %w", err)
	}
	if err := k.sweep(ctx, k.names(p)); err != nil {
		return err
	}
	steps := []func(Plan) error{k.removeArtifacts, k.removeConversations}
	if p.Line != "" {
		slices.Reverse(steps)
	}
	for _, step := range steps {
		if err := step(p); err != nil {
			return err
		}
	}
	return nil
}

func (k Kept) removeConversations(p Plan) error {
	if err := k.History.Forget(p.Sessions...); err != nil {
		return fmt.Errorf("removing conversations: %w", err)
	}
	return nil
}

func (k Kept) removeArtifacts(p Plan) error {
	var sums []string
	for _, a := range p.Artifacts {
		if _, err := k.Store.RemoveUnchanged(a.Path, a.Sum); err != nil {
			return fmt.Errorf("removing %q: %w", a.Path, err)
		}
		sums = append(sums, a.Sum)
	}
	for _, name := range p.Names {
		k.removeFolder(path.Join(artifact.Dir, name))
	}
	return k.Store.Machine.Unrecord(sums...)
}

// removeFolder removes the folder of a line in which nothing is left but our
// .gitignore.
func (k Kept) removeFolder(rel string) {
	entries, err := os.ReadDir(filepath.Join(k.Store.Root, filepath.FromSlash(rel)))
	if err != nil || len(entries) > 1 || len(entries) == 1 && entries[0].Name() != ".gitignore" {
		return
	}
	for _, e := range entries {
		_ = durable.In(k.Store.Root, path.Join(rel, e.Name())).Remove()
	}
	_ = durable.In(k.Store.Root, rel).RemoveEmpty() // a folder is no trace
}

// names are what rows and files are known by that belong to what is forgotten:
// names, and the hashes that files are named for.
type names struct {
	texts  [][]byte
	hashes []string
}

func (k Kept) names(p Plan) names {
	var n names
	for _, id := range p.Sessions {
		n.texts = append(n.texts, []byte(id))
		n.hashes = append(n.hashes, machine.Sum([]byte(id))[:32])
	}
	for _, a := range p.Artifacts {
		n.texts = append(n.texts, []byte(path.Base(a.Path)))
	}
	for _, name := range p.Names {
		n.texts = append(n.texts, []byte(name))
		n.hashes = append(n.hashes, machine.Sum([]byte(k.Store.Hash() + "\x00" + name))[:32])
	}
	return n
}

// in reports whether one of the names is in b as a whole word: "auth" is another
// line than "auth-2".
func (n names) in(b []byte) bool {
	part := func(c byte) bool {
		return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == ' '
	}
	for _, text := range n.texts {
		for rest := b; ; {
			at := bytes.Index(rest, text)
			if at < 0 {
				break
			}
			end := at + len(text)
			if (at == 0 || !part(rest[at-1])) && (end == len(rest) || !part(rest[end])) {
				return true
			}
			rest = rest[end:]
		}
	}
	return false
}

const maxSwept = 64 << 20

// folders are those of the machine folder that hold what is kept of the project.
func (k Kept) folders() []string {
	all := []string{k.Store.Kept()}
	if k.Repository != "" {
		all = append(all, k.Store.Machine.Project(project.Hash(k.Repository)))
	}
	return all
}

// each calls do with every file of the folders that is not a snapshot, a file
// checkpoint or a conversation, after what can be built again was removed.
func (k Kept) each(ctx context.Context, do func(file string, b []byte) error) error {
	for _, dir := range k.folders() {
		for _, derived := range []string{"index", "index-earlier", "own", "states", "folders"} {
			err := durable.File(filepath.Join(dir, derived)).RemoveAll()
			if err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
		err := filepath.WalkDir(dir, func(file string, e fs.DirEntry, err error) error {
			switch {
			case err != nil && errors.Is(err, fs.ErrNotExist):
				return nil
			case err != nil:
				return err
			case ctx.Err() != nil:
				return ctx.Err()
			case e.IsDir() && slices.Contains([]string{"past", "snapshots", "snapshot.git", "checkpoints"}, e.Name()):
				return fs.SkipDir
			case e.IsDir() && strings.HasSuffix(e.Name(), ".git"):
				return fs.SkipDir
			case !e.Type().IsRegular() || filepath.Ext(file) == ".lock" || e.Name() == "prompts":
				return nil
			}
			b, err := durable.Read(file, maxSwept)
			if err != nil {
				return nil // gone by now, or no text
			}
			return do(file, b)
		})
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	for _, log := range []string{"log", "log.1"} {
		file := filepath.Join(k.Store.Machine.State(), log)
		if b, err := durable.Read(file, maxSwept); err == nil {
			if err := do(file, b); err != nil {
				return err
			}
		}
	}
	return nil
}

// sweep removes rows and files that hold one of the names.
func (k Kept) sweep(ctx context.Context, n names) error {
	return k.each(ctx, func(file string, b []byte) error {
		name := filepath.Base(file)
		hashed := slices.ContainsFunc(n.hashes, func(h string) bool { return strings.HasPrefix(name, h) })
		if hashed || n.in([]byte(name)) {
			return durable.File(file).Remove()
		}
		if !n.in(b) {
			return nil
		}
		if filepath.Ext(name) != "" && filepath.Ext(name) != ".1" {
			return durable.File(file).Remove()
		}
		return rewrite(ctx, file, func(b []byte) []byte {
			var kept []byte
			for row := range bytes.Lines(b) {
				if !n.in(row) {
					kept = append(kept, row...)
				}
			}
			return kept
		})
	})
}

// rewrite changes a file while those that lock it wait.
func rewrite(ctx context.Context, file string, change func([]byte) []byte) error {
	ctx, cancel := context.WithTimeout(ctx, 5*time.Second)
	defer cancel()
	return durable.File(file+".lock").Locked(ctx, func() error {
		b, err := durable.Read(file, maxSwept)
		if err != nil {
			return err
		}
		return durable.File(file).Replace(change(b), 0o600)
	})
}

// removed is what is put in the place of a secret.
const removed = "[removed]"

// Secret removes a text everywhere that it was saved, and returns how many files it
// was in. Files of the project that are no artifacts, and snapshots of its files,
// are not looked into.
func (k Kept) Secret(ctx context.Context, secret string) (files int, err error) {
	forms := formsOf(secret)
	all, err := k.catalog().Open(ctx)
	if err != nil {
		return 0, err
	}
	var paths []string
	if err := all.Rows(nil, func(r index.Row) { paths = append(paths, r.Path) }); err != nil {
		return 0, err
	}
	for _, rel := range paths {
		changed, err := k.clean(rel, forms)
		if err != nil {
			return files, fmt.Errorf("removing it from %q: %w", rel, err)
		}
		files += changed
	}
	n, err := k.History.Redact(func(s string) string { return string(without([]byte(s), forms[:1])) })
	files += n
	if err != nil {
		return files, err
	}
	n, err = k.undo().Redact(func(s string) string { return string(without([]byte(s), forms[:1])) })
	files += n
	if err != nil {
		return files, err
	}
	return files, k.each(ctx, func(file string, b []byte) error {
		if bytes.Equal(without(b, forms), b) {
			return nil
		}
		files++
		return rewrite(ctx, file, func(b []byte) []byte { return without(b, forms) })
	})
}

// formsOf are the ways in which files have a text: as it is, and as JSON and YAML
// write it in quotation marks.
func formsOf(secret string) [][]byte {
	quoted, _ := json.Marshal(secret)
	var plain bytes.Buffer
	enc := json.NewEncoder(&plain)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(secret)
	return [][]byte{[]byte(secret), bytes.Trim(quoted, `"`), bytes.Trim(bytes.TrimSpace(plain.Bytes()), `"`)}
}

func without(b []byte, forms [][]byte) []byte {
	for _, f := range forms {
		if bytes.Contains(b, f) {
			b = bytes.ReplaceAll(b, f, []byte(removed))
		}
	}
	return b
}

// clean takes a text out of an artifact of this machine, which stays its own.
func (k Kept) clean(rel string, forms [][]byte) (changed int, err error) {
	b, err := k.Store.Bytes(rel)
	if err != nil {
		return 0, nil // not to be read, so that nothing was saved there by us
	}
	now := without(b, forms)
	if bytes.Equal(now, b) || !k.Store.Wrote(b) {
		return 0, nil
	}
	if err := k.Store.Record(now); err != nil {
		return 0, err
	}
	if err := k.Store.Swap(rel, b, now); err != nil {
		return 0, err
	}
	return 1, k.Store.Machine.Unrecord(machine.Sum(b))
}
