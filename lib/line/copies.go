package line

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/machine"
	"holdfast/lib/project"
)

const (
	maxCopy   = 2 << 20
	maxCopies = 1000
)

// A Copy is the newest automatic artifact of an open line, or the newest that a
// person or model wrote to it, as the machine folder keeps it. It is a YAML
// comment with these keys, then the artifact's bytes.
type Copy struct {
	Root      string    `json:"root"` // the worktree, absolute
	Path      string    `json:"path"` // the artifact there, project-relative
	Line      string    `json:"line"`
	Goal      string    `json:"goal"`
	Branch    string    `json:"branch"`
	SessionID string    `json:"session_id"`
	OnlyFor   string    `json:"only_for,omitempty"`
	Saved     time.Time `json:"saved"`
	Written   bool      `json:"written,omitempty"` // by a person or model

	File string `json:"-"` // the copy itself, absolute
	body []byte
}

func (c Copy) artifact() artifact.Artifact { return artifact.Parse(c.Path, c.body) }

// copiesDir is the folder of the copies of a repository, all its linked
// worktrees together.
func (p Project) copiesDir() string {
	folder := p.Store.Kept()
	if p.Repository != "" && p.Repository != p.Store.Root {
		folder = p.Store.Machine.Project(project.Hash(p.Repository))
	}
	return filepath.Join(folder, "copies")
}

func (p Project) copyFile(name string) string {
	return filepath.Join(p.copiesDir(), machine.Sum([]byte(p.Store.Hash() + "\x00" + name))[:32]+".yaml")
}

// writtenCopy is where the copy of an artifact that a person or model wrote is.
// Its name says of which file it is: while that one exists the copy is not read.
func (p Project) writtenCopy(rel string) string {
	return filepath.Join(p.copiesDir(), p.writtenPrefix(folderOf(rel))+path.Base(rel))
}

func (p Project) writtenPrefix(name string) string {
	return p.Store.Hash() + nameMark + name + nameMark
}

// nameMark is in no name of a folder of artifacts, nor in one of their files.
const nameMark = "~"

// needless reports whether the file exists that a copy of that name is of.
func (p Project) needless(name string) bool {
	of, ok := strings.CutPrefix(name, p.Store.Hash()+nameMark)
	folder, file, written := strings.Cut(of, nameMark)
	if !ok || !written {
		return false
	}
	return exists(filepath.Join(p.Store.Root, filepath.FromSlash(artifact.Dir), folder, file))
}

// Keep copies the newest artifact of a line into the machine folder and returns
// where. A finalize closes the line: no copy of it stays. Where the file itself is in
// the project, and on the disk, the copy need not wait for the disk: a torn one does
// not count.
func (p Project) Keep(a artifact.Artifact, b []byte, only bool) (string, error) {
	if a.Mode() == artifact.Finalize {
		return "", p.Drop(folderOf(a.Path))
	}
	c := Copy{
		Written: !a.Auto(),
		Root:    p.Store.Root, Path: a.Path, Line: folderOf(a.Path), Goal: a.Goal(), Branch: a.Branch(), SessionID: a.SessionID(),
		OnlyFor: a.Text("metadata.only_for"), Saved: a.Date,
	}
	head, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	if err := p.Store.Machine.Ensure(p.copiesDir()); err != nil {
		return "", err
	}
	text := slices.Concat([]byte("# "), head, []byte("\n"), b)
	file := p.copyFile(c.Line)
	if c.Written {
		if err := p.dropWritten(c.Line, p.needless); err != nil {
			return "", err
		}
		file = p.writtenCopy(a.Path)
	}
	durable.In(p.copiesDir(), ".").Sweep()
	if only {
		return file, durable.File(file).Replace(text, 0o600)
	}
	return file, durable.File(file).ReplaceDerived(text, 0o600)
}

// Complete copies an artifact whose save was killed before it was copied, where
// its line is open and no newer save of it was copied.
func (p Project) Complete(ctx context.Context, a artifact.Artifact) error {
	b, err := durable.Read(p.copyFile(a.Session()), maxCopy)
	if c, _, ok := readCopy(b); err == nil && ok && (c.Path == a.Path || !c.Saved.Before(a.Date)) {
		return nil
	}
	l, ok, err := p.Named(ctx, a.Session())
	if err != nil || !ok || !l.Open() {
		return err
	}
	if b, err = a.Render(); err == nil {
		_, err = p.Keep(a, b, true)
	}
	return err
}

// Drop removes the copies of a line that was closed, those of worktrees that are
// gone too.
func (p Project) Drop(name string) error {
	err := errors.Join(p.dropAuto(name), p.dropWritten(name, func(string) bool { return true }))
	for _, c := range p.kept() {
		if c.Line == name && !exists(c.Root) {
			err = errors.Join(err, durable.File(c.File).RemoveDerived())
		}
	}
	return err
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func (p Project) dropAuto(name string) error {
	if err := durable.File(p.copyFile(name)).Remove(); !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func (p Project) dropWritten(name string, which func(copied string) bool) error {
	names, _ := os.ReadDir(p.copiesDir())
	for _, n := range names {
		if strings.HasPrefix(n.Name(), p.writtenPrefix(name)) && which(n.Name()) {
			if err := durable.File(filepath.Join(p.copiesDir(), n.Name())).RemoveDerived(); err != nil {
				return err
			}
		}
	}
	return nil
}

// dropCopy removes the copy of a line, if it is of the artifact at path.
func (p Project) dropCopy(name, path string) error {
	b, err := durable.Read(p.copyFile(name), maxCopy)
	if c, _, ok := readCopy(b); err == nil && ok && c.Path == path {
		return p.dropAuto(name)
	}
	return nil
}

// copies adds the artifacts whose files are gone, or were never written, of this
// worktree and of those that are gone themselves, to their lines, and returns the
// open lines of the other worktrees.
func (p Project) copies(g *gathering) []Copy {
	var elsewhere []Copy
	roots := map[string]bool{}
	for _, c := range p.kept() {
		there, asked := roots[c.Root]
		if !asked {
			there = exists(c.Root)
			roots[c.Root] = there
		}
		away := there && !p.here(c)
		switch l := g.lines[c.Line]; {
		case !away && l != nil && l.has(c.Path): // the file itself is there
		case !g.ledger.Wrote(machine.Sum(c.body)):
		case away:
			elsewhere = append(elsewhere, c)
		default:
			g.add(c.Line, c.entry())
		}
	}
	slices.SortFunc(elsewhere, func(a, b Copy) int {
		return artifact.Order(p.Now)(a.Saved.Unix(), a.Path, b.Saved.Unix(), b.Path)
	})
	return elsewhere
}

// covers reports whether what another worktree saved was merged here, or the line
// was closed here since.
func (l *Line) covers(c Copy) bool {
	if l == nil || !l.Own {
		return false
	}
	sum := machine.Sum(c.body)
	return l.Closed && !l.Wrote.Before(c.Saved) || slices.ContainsFunc(l.entries, func(e *Entry) bool { return e.Sum == sum })
}

// newestOf leaves of the sorted copies one of each line: the newest, which is of a
// written line where any is.
func newestOf(sorted []Copy) []Copy {
	at := map[[2]string]int{}
	var out []Copy
	for _, c := range sorted {
		key := [2]string{c.Root, c.Line}
		if i, ok := at[key]; ok {
			out[i].Written = out[i].Written || c.Written
			continue
		}
		at[key] = len(out)
		out = append(out, c)
	}
	return out
}

// here reports whether a copy is of this worktree.
func (p Project) here(c Copy) bool {
	return c.Root == p.Store.Root || project.Hash(c.Root) == p.Store.Hash()
}

// SavedElsewhere is when the newest copy was saved that another worktree of the
// repository, which may be gone, has of a session; zero for none.
func (p Project) SavedElsewhere(sessionID string) (at time.Time) {
	for _, c := range p.kept() {
		if c.SessionID == sessionID && c.Saved.After(at) && !p.here(c) {
			at = c.Saved
		}
	}
	return at
}

func (c Copy) entry() *Entry {
	a := c.artifact()
	return &Entry{
		filled: true, Path: a.Path, Sum: a.Sum, Mode: a.Mode(), Goal: a.Goal(), Now: a.Now(), SessionID: a.SessionID(), Saved: a.Date, date: a.Date.Unix(),
		auto: a.Auto(), branches: strings.Join(a.Branches(), "\n"), bead: a.Text("primary_bead"), commit: a.Commit(),
		onlyFor: a.Text("metadata.only_for"), marked: c.Line, copied: &a, copy: c.File,
	}
}

// kept reads the copies of the repository. A damaged one is passed over: the
// next save of its line replaces it.
func (p Project) kept() []Copy {
	names, err := os.ReadDir(p.copiesDir())
	if err != nil {
		return nil
	}
	var out []Copy
	for _, n := range names[:min(len(names), maxCopies)] {
		if p.needless(n.Name()) {
			continue
		}
		file := filepath.Join(p.copiesDir(), n.Name())
		b, err := durable.Read(file, maxCopy)
		c, rest, ok := readCopy(b)
		if err != nil || !ok {
			continue
		}
		c.File, c.body = file, rest
		out = append(out, c)
	}
	return out
}

// readCopy takes a copy apart into what it says of itself and the artifact.
func readCopy(b []byte) (c Copy, body []byte, ok bool) {
	head, body, ok := bytes.Cut(b, []byte("\n"))
	if !ok || json.Unmarshal(bytes.TrimPrefix(head, []byte("# ")), &c) != nil {
		return c, nil, false
	}
	return c, body, c.Line != "" && filepath.IsAbs(c.Root)
}
