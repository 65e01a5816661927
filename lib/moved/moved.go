// Package moved finds what is kept of a project that was moved or renamed. Beside the state
// of a project is a record of its path and of its repository's first commit. Where a project
// has no state, but one whose path is gone has that first commit, the state is its own.
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
	"strings"
	"sync"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/gitrepo"
	"holdfast/lib/machine"
	"holdfast/lib/project"
)

type record struct {
	Root   string   `json:"root"`
	Common string   `json:"common,omitempty"` // the common git folder, for which copies are kept
	Git    string   `json:"git,omitempty"`    // the work tree's own one
	First  string   `json:"first_commit,omitempty"`
	Was    []string `json:"was,omitempty"`
}

// unnamed is the first commit of a history that git does not walk in time: it is not asked at every session's end.
const unnamed = "?"

const recordFile = "root.json"

// A Project is a project as a command or hook found it.
type Project struct {
	Root    string
	Machine machine.Folder
	Git     func() (gitrepo.Git, bool)
}

func (p Project) state() string { return p.Machine.Project(project.Hash(p.Root)) }

func read(state string) (r record, ok bool) {
	b, err := durable.Read(filepath.Join(state, recordFile), 1<<20)
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
	if ok && r.Root == p.Root && (r.First != "" && r.Git != "" || r.Common == "") {
		return nil
	}
	return p.write(ctx, r.Was)
}

func (p Project) write(ctx context.Context, was []string) error {
	r := record{Root: p.Root, Was: was}
	repo, first := p.repository(ctx)
	r.Common, r.Git, r.First = repo.CommonDir, repo.GitDir, first
	b, _ := json.Marshal(r) // of texts
	return durable.Own(filepath.Join(p.state(), recordFile)).Replace(b, 0o600)
}

func (p Project) repository(ctx context.Context) (repo gitrepo.Repo, first string) {
	repo, ok := gitrepo.Find(p.Root)
	if !ok {
		return gitrepo.Repo{}, ""
	}
	if git, ok := p.Git(); ok {
		ctx, cancel := context.WithTimeout(ctx, 300*time.Millisecond) // to name the first commit
		defer cancel()
		first, _ = git.FirstCommit(ctx, repo.Top)
	}
	if first == "" && repo.Head().Commit != "" {
		first = unnamed
	}
	return repo, first
}

// Follow takes over the state of the project that was moved here, and returns where
// it was, "" for nowhere. A project that has state of its own is left alone.
func (p Project) Follow(ctx context.Context) (from string, err error) {
	if exists(p.state()) {
		return "", nil
	}
	states := filepath.Dir(p.state())
	first := sync.OnceValue(func() string { _, first := p.repository(ctx); return first })
	repo, _ := gitrepo.Find(p.Root)
	names, _ := durable.In(states, ".").Names()
	for _, name := range names {
		r, ok := read(filepath.Join(states, name))
		removed := r.Common == repo.CommonDir && !repo.Linked() || // another worktree of the repository
			strings.TrimPrefix(r.Git, r.Common) != strings.TrimPrefix(repo.GitDir, repo.CommonDir)
		if !ok || r.First == "" || r.First == unnamed || project.Hash(r.Root) != name || exists(r.Root) || removed {
			continue // not one whose path is gone
		}
		if r.First == first() {
			return r.Root, p.take(ctx, r)
		}
	}
	return "", nil
}

// From takes over the state of the project that was at dir, which is no more, as far
// as this one has none of a kind. It returns what stayed where it was.
func (p Project) From(ctx context.Context, dir string) (stayed []string, err error) {
	old := p.Machine.Project(project.Hash(dir))
	if exists(dir) {
		return nil, fmt.Errorf("%q is still there: what is kept of it stays its own", dir)
	}
	if !exists(old) {
		return nil, fmt.Errorf("nothing is kept of %q: %w", dir, fs.ErrNotExist)
	}
	r, _ := read(old)
	r.Root = dir
	err = p.take(ctx, r)
	stayed, _ = durable.In(old, ".").Names()
	return stayed, err
}

func (p Project) take(ctx context.Context, r record) error {
	moves := [][2]string{{r.Root, p.Root}}
	if repo, _ := p.repository(ctx); r.Common != "" && repo.CommonDir != "" && !exists(r.Common) {
		moves = append(moves, [2]string{r.Common, repo.CommonDir})
	}
	was, is := []byte(project.Hash(r.Root)), []byte(project.Hash(p.Root))
	for _, m := range moves {
		states, to := filepath.Dir(p.state()), project.Hash(m[1])
		err := merge(states, project.Hash(m[0]), to)
		if err == nil { // rows name the project by the hash of its path
			_, err = machine.Rewrite(ctx, filepath.Join(states, to), func(_ string, b []byte) []byte {
				b = bytes.ReplaceAll(b, []byte("\t"+r.Root+"\t"), []byte("\t"+p.Root+"\t"))
				return bytes.ReplaceAll(b, was, is)
			})
			err = errors.Join(err, rename(filepath.Join(states, to, "copies"), string(was), string(is)))
		}
		if err != nil {
			return fmt.Errorf("taking over what is kept of %q: %w", r.Root, err)
		}
	}
	return p.write(ctx, append(r.Was, r.Root))
}

// rename gives what is kept of lines the names that it has under the new path.
func rename(copies, was, is string) (err error) {
	heads, _ := durable.Read(filepath.Join(copies, "heads"), 64<<20) // none where that is no register of lines
	key := map[string]string{}                                       // the new one by the old one
	for row := range strings.Lines(string(heads)) {
		if fields := strings.SplitN(row, "\t", 4); len(fields) == 4 && fields[1] == is {
			key[machine.Key(was, fields[2])] = machine.Key(is, fields[2])
		}
	}
	names, _ := durable.In(copies, ".").Names()
	for _, name := range names {
		if now := key[name[:min(len(name), 32)]]; now != "" {
			err = errors.Join(err, durable.In(copies, name).Move(now+name[len(now):]))
		}
	}
	return err
}

// merge moves a folder, or what of it the other one has not; sessions one by one.
func merge(states, from, to string) error {
	switch {
	case !exists(filepath.Join(states, from)):
		return nil
	case !exists(filepath.Join(states, to)):
		return durable.In(states, from).Move(to)
	}
	names, _ := durable.In(states, from).Names()
	for _, name := range names {
		target := to + "/" + name
		if name != "past" && exists(filepath.Join(states, target)) {
			continue
		}
		if err := merge(states, from+"/"+name, target); err != nil {
			return err
		}
	}
	_ = durable.In(states, from).RemoveEmpty() // something stayed
	return nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return !errors.Is(err, fs.ErrNotExist)
}
