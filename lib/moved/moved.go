// Package moved finds what is kept of a project that was moved or renamed. The
// machine folder knows a project by its path; beside its state is a record of that
// path and of its repository's first commit. Where a project has no state, but one
// whose path is gone has that first commit, the state is its own. Two clones of a
// repository stay apart: the path of neither is gone.
package moved

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/gitrepo"
	"holdfast/lib/machine"
	"holdfast/lib/project"
)

// gitTime is what git has to name the first commit.
const gitTime = 300 * time.Millisecond

// A record is where a project is and was.
type record struct {
	Root   string   `json:"root"`
	Common string   `json:"common,omitempty"` // the common git folder, for which copies are kept
	First  string   `json:"first_commit,omitempty"`
	Was    []string `json:"was,omitempty"`
}

const (
	recordFile = "root.json"
	maxRecord  = 1 << 20
)

// A Project is a project as a command or hook found it.
type Project struct {
	Root    string
	Hash    string // its name in the machine folder; "" where it is not known yet
	Machine machine.Folder
	Git     func() (gitrepo.Git, bool)
}

func (p Project) state() string {
	if p.Hash == "" {
		p.Hash = project.Hash(p.Root)
	}
	return p.Machine.Project(p.Hash)
}

func read(state string) (record, bool) {
	var r record
	b, err := durable.Read(filepath.Join(state, recordFile), maxRecord)
	return r, err == nil && json.Unmarshal(b, &r) == nil && filepath.IsAbs(r.Root)
}

// Roots are the paths that the project had before.
func Roots(folder machine.Folder, root string) []string {
	r, _ := read(folder.Project(project.Hash(root)))
	return r.Was
}

// Note records where the project is, once.
func (p Project) Note(ctx context.Context) error {
	r, ok := read(p.state())
	if ok && r.Root == p.Root && (r.First != "" || r.Common == "") {
		return nil
	}
	now := record{Root: p.Root, Was: r.Was}
	if now.Common, now.First = p.repository(ctx); now.First == "" && now.Common != "" && p.committed() {
		now.First = unnamed
	}
	return p.write(now)
}

// unnamed is the first commit of a history that git does not walk in time: it is not
// asked at every session's end.
const unnamed = "?"

// committed reports whether the repository has a commit.
func (p Project) committed() bool {
	repo, ok := gitrepo.Find(p.Root)
	return ok && repo.Head().Commit != ""
}

func (p Project) write(r record) error {
	b, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if err := p.Machine.Ensure(p.state()); err != nil {
		return err
	}
	return durable.File(filepath.Join(p.state(), recordFile)).Replace(b, 0o600)
}

// repository is the common git folder of the project, and the first commit where git
// names it in time.
func (p Project) repository(ctx context.Context) (common, first string) {
	repo, ok := gitrepo.Find(p.Root)
	if !ok {
		return "", ""
	}
	git, ok := p.Git()
	if !ok {
		return repo.CommonDir, ""
	}
	ctx, cancel := context.WithTimeout(ctx, gitTime)
	defer cancel()
	first, _ = git.FirstCommit(ctx, repo.Top) // without one nothing is followed
	return repo.CommonDir, first
}

// Follow takes over the state of the project that was moved here, and returns where
// it was, "" for nowhere. A project that has state of its own is left alone.
func (p Project) Follow(ctx context.Context) (from string, err error) {
	if exists(p.state()) {
		return "", nil
	}
	found := p.lost(func(r record) bool { return r.First != "" && r.First != unnamed })
	if len(found) == 0 {
		return "", nil
	}
	common, first := p.repository(ctx)
	i := slices.IndexFunc(found, func(r record) bool { return r.First == first })
	if i < 0 || first == "" {
		return "", nil
	}
	return found[i].Root, p.take(found[i], common, first)
}

// lost are the records of projects whose path is gone.
func (p Project) lost(counts func(record) bool) []record {
	states := filepath.Dir(p.state())
	entries, err := os.ReadDir(states)
	if err != nil {
		return nil
	}
	var found []record
	for _, e := range entries {
		r, ok := read(filepath.Join(states, e.Name()))
		if ok && counts(r) && project.Hash(r.Root) == e.Name() && !exists(r.Root) {
			found = append(found, r)
		}
	}
	return found
}

// From takes over the state of the project that was at dir, which is no more, as far
// as this one has none of a kind. It returns what stayed where it was.
func (p Project) From(ctx context.Context, dir string) (stayed []string, err error) {
	r, ok := read(p.Machine.Project(project.Hash(dir)))
	if !ok {
		r = record{Root: dir}
	}
	if exists(dir) {
		return nil, fmt.Errorf("%q is still there: what is kept of it stays its own", dir)
	}
	if !exists(p.Machine.Project(project.Hash(dir))) {
		return nil, fmt.Errorf("nothing is kept of %q: %w", dir, fs.ErrNotExist)
	}
	common, first := p.repository(ctx)
	if err := p.take(r, common, first); err != nil {
		return nil, err
	}
	return list(p.Machine.Project(project.Hash(dir))), nil
}

// take moves what is kept of a project to this one.
func (p Project) take(r record, common, first string) error {
	old := p.Machine.Project(project.Hash(r.Root))
	if err := p.Machine.Ensure(filepath.Dir(old)); err != nil {
		return err
	}
	if err := merge(old, p.state()); err != nil {
		return fmt.Errorf("taking over what is kept of %q: %w", r.Root, err)
	}
	if err := rename(p.state(), project.Hash(r.Root), project.Hash(p.Root)); err != nil {
		return err
	}
	if r.Common != "" && common != "" && !exists(r.Common) {
		to := p.Machine.Project(project.Hash(common))
		if err := merge(p.Machine.Project(project.Hash(r.Common)), to); err != nil {
			return err
		}
		if err := rename(to, project.Hash(r.Root), project.Hash(p.Root)); err != nil {
			return err
		}
	}
	return p.write(record{Root: p.Root, Common: common, First: first, Was: append(r.Was, r.Root)})
}

// merge moves a folder, or what of it the other one has not.
func merge(from, to string) error {
	if !exists(from) {
		return nil
	}
	if !exists(to) {
		return durable.In(filepath.Dir(from), filepath.Base(from)).Move(filepath.Base(to))
	}
	parent := filepath.Dir(from)
	for _, name := range list(from) {
		source, target := filepath.Join(filepath.Base(from), name), filepath.Join(filepath.Base(to), name)
		switch info, err := os.Lstat(filepath.Join(parent, target)); {
		case errors.Is(err, fs.ErrNotExist):
			if err := durable.In(parent, filepath.ToSlash(source)).Move(filepath.ToSlash(target)); err != nil {
				return err
			}
		case err == nil && info.IsDir() && name == "past":
			if err := mergePast(filepath.Join(from, name), filepath.Join(to, name)); err != nil {
				return err
			}
		}
	}
	_ = durable.In(parent, filepath.Base(from)).RemoveEmpty() // something stayed
	return nil
}

// mergePast moves the sessions of another project, and forgets the list, which is
// made again of them.
func mergePast(from, to string) error {
	parent := filepath.Dir(filepath.Dir(from))
	for _, name := range list(from) {
		source, _ := filepath.Rel(parent, filepath.Join(from, name))
		target, _ := filepath.Rel(parent, filepath.Join(to, name))
		if !exists(filepath.Join(to, name)) {
			if err := durable.In(parent, filepath.ToSlash(source)).Move(filepath.ToSlash(target)); err != nil {
				return err
			}
		}
	}
	if err := durable.File(filepath.Join(to, "cards")).RemoveDerived(); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

// rename writes the project's new name where rows of the folder name the old one.
func rename(dir, from, to string) error {
	return filepath.WalkDir(dir, func(file string, e fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return nil // none was moved
		case e.IsDir() && (e.Name() == "past" || filepath.Ext(file) == ".git" || e.Name() == "checkpoints"):
			return fs.SkipDir
		case !e.Type().IsRegular() || filepath.Ext(file) == ".lock":
			return nil
		}
		b, err := durable.Read(file, 64<<20)
		if err != nil || !bytes.Contains(b, []byte(from)) {
			return nil
		}
		return durable.File(file).Replace(bytes.ReplaceAll(b, []byte(from), []byte(to)), 0o600)
	})
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}

func list(dir string) []string {
	entries, _ := os.ReadDir(dir)
	var names []string
	for _, e := range entries {
		names = append(names, e.Name())
	}
	return names
}
