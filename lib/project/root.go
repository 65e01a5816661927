// Package project says what the project is: the one folder below which every store keeps its
// files, its name in the machine folder, and the form in which paths below it are stored.
package project

import (
	"cmp"
	"errors"
	"fmt"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/gitrepo"
)

// Start is where the search for the project's root begins. A hook gives
// ProjectDir and Cwd, a command WorkingDir alone; both give Home.
type Start struct {
	Explicit   string // --root, relative to WorkingDir; searched no further
	ProjectDir string // CLAUDE_PROJECT_DIR
	Cwd        string // the payload's cwd
	WorkingDir string // the process's working directory
	Home       string // the user's home folder, which the search never reaches
}

// Root returns the project's root: an absolute, clean path, with symbolic links as the start has them wherever that
// names the same folder. It is Explicit; else the nearest folder upward from ProjectDir, else Cwd, else WorkingDir,
// that is the top of a git work tree or holds a store of ours; else that start itself. The search ends before Home and
// what is above it. A Cwd in another linked worktree of ProjectDir's repository moves the root there.
func Root(s Start) (string, error) {
	start, err := s.folder(cmp.Or(s.Explicit, s.ProjectDir, s.Cwd, s.WorkingDir))
	if err != nil || s.Explicit != "" {
		return start, err
	}
	home := resolved(s.Home)
	if s.ProjectDir != "" && s.Cwd != "" && filepath.Clean(s.Cwd) != start {
		cwd, err := s.folder(s.Cwd)
		if top, moved := worktree(start, cwd, home); err == nil && moved {
			return top, nil
		}
	}
	for dir, named := range climb(start, home) {
		if isRoot(dir) {
			return named, nil
		}
	}
	return start, nil
}

// folder is a path, absolute or relative to WorkingDir, if it is a folder.
func (s Start) folder(path string) (string, error) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(s.WorkingDir, path)
	}
	info, err := os.Stat(path)
	if at, ok := errors.AsType[*os.PathError](err); ok {
		err = at.Err
	}
	switch {
	case !filepath.IsAbs(path):
		err = errors.New("it is not absolute, and there is no folder to start from")
	case err == nil && !info.IsDir():
		err = errors.New("not a folder")
	}
	if err != nil {
		return "", fmt.Errorf("looking for the project's root at %q: %w", path, err)
	}
	return filepath.Clean(path), nil
}

// worktree returns the top of the work tree that holds the payload's cwd, if
// that is a linked one, another than holds the project, of the same repository.
func worktree(project, cwd, home string) (top string, moved bool) {
	there, top := repository(cwd, home, resolved(project)) // not above the project's own root
	if !there.Linked() {
		return "", false
	}
	here, _ := repository(project, home, "")
	return top, here.Top != there.Top && Same(here.CommonDir, there.CommonDir)
}

// repository is the one whose work tree holds the folder start, and its top as
// the start names it; the search ends at last.
func repository(start, home, last string) (repo gitrepo.Repo, top string) {
	for dir, named := range climb(start, home) {
		if repo, ok := gitrepo.At(dir); ok || dir == last {
			return repo, named
		}
	}
	return gitrepo.Repo{}, ""
}

// climb are the folders from start upward, before home and what holds it, each as it is and as the start names it if it
// can. It climbs the resolved path, since the parent of a link is not the parent of its target.
func climb(start, home string) iter.Seq2[string, string] {
	return func(yield func(dir, named string) bool) {
		given := start
		for dir := resolved(start); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
			if _, holds := below(dir, home); home != "" && holds {
				return
			}
			named := dir
			if given == dir || Same(given, dir) {
				named = given
			}
			if !yield(dir, named) {
				return
			}
			given = filepath.Dir(given)
		}
	}
}

// isRoot reports whether dir is a work tree's top or holds a store of ours.
func isRoot(dir string) bool {
	stores := []string{".claude", "thoughts", "_bmad-output/.runs", "_grimoire-output/.runs"}
	has := func(store string) bool { return gitrepo.IsFolder(filepath.Join(dir, filepath.FromSlash(store))) }
	if _, ok := gitrepo.At(dir); ok || slices.ContainsFunc(stores, has) {
		return true
	}
	temp, _ := os.Open(filepath.Join(dir, "temp") + "/.") // to open a pipe would wait; nil holds nothing
	defer temp.Close()
	names, _ := temp.Readdirnames(10_000) // the first of very many
	return slices.ContainsFunc(names, func(name string) bool { return strings.HasPrefix(name, "sdd-checkpoint-") })
}

// Same reports whether two paths lead to one file or folder.
func Same(a, b string) bool {
	one, _ := os.Stat(a)
	other, _ := os.Stat(b)
	return os.SameFile(one, other)
}
