// Package project says what the project is: the one folder below which every
// store keeps its files, the name of that folder in the machine's own, and the
// form in which paths below it are stored. It reads folders, follows symbolic
// links to compare them, starts no process and writes nothing.
package project

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"holdfast/lib/gitrepo"
)

var (
	errNotFolder = errors.New("not a folder")
	errNoStart   = errors.New("no folder to start from")
	errRelative  = errors.New("the path is not absolute")
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

// Root returns the project's root: an absolute, clean path, with symbolic
// links as the start has them wherever that names the same folder. It is
// Explicit; else the nearest folder upward from ProjectDir, else Cwd, else
// WorkingDir, that is the top of a git work tree or holds a store of ours;
// else that start itself. The search ends before Home, the folders above Home
// and the file system's root. A Cwd in another linked worktree of
// ProjectDir's repository moves the root to the top of that worktree. A start
// that is missing or no folder is an error.
func Root(s Start) (string, error) {
	if s.Explicit != "" {
		explicit, err := absolute(s.Explicit, s.WorkingDir)
		if err != nil {
			return "", err
		}
		return explicit, checkFolder(explicit)
	}
	start := s.ProjectDir
	if start == "" {
		start = s.Cwd
	}
	if start == "" {
		start = s.WorkingDir
	}
	if start == "" {
		return "", fmt.Errorf("looking for the project's root: %w", errNoStart)
	}
	from, err := newClimb(start, s.WorkingDir, resolved(s.Home))
	if err != nil {
		return "", err
	}
	if s.ProjectDir != "" && s.Cwd != "" && filepath.Clean(s.Cwd) != from.given {
		if top, moved := worktree(from, s); moved {
			return top, nil
		}
	}
	return from.up(isRoot, from.given), nil
}

// worktree returns the top of the work tree that holds the payload's cwd, if
// that is a linked one, another than holds the project, of the same repository.
func worktree(project climb, s Start) (string, bool) {
	cwd, err := newClimb(s.Cwd, s.WorkingDir, project.home)
	if err != nil {
		return "", false
	}
	var there, here gitrepo.Repo
	top := cwd.up(func(dir string) bool {
		if dir == project.real {
			return true // the project's own work tree
		}
		there, _ = gitrepo.At(dir)
		return there.Top != ""
	}, "")
	if !there.Linked() {
		return "", false
	}
	project.up(func(dir string) bool {
		here, _ = gitrepo.At(dir)
		return here.Top != ""
	}, "")
	if here.Top == there.Top || !same(here.CommonDir, there.CommonDir) {
		return "", false
	}
	return top, true
}

// climb is a folder and the way up from it.
type climb struct {
	given string // absolute and clean
	real  string // the same without symbolic links
	home  string // the home folder without symbolic links
}

// newClimb starts at the folder start; home is without symbolic links.
func newClimb(start, workingDir, home string) (climb, error) {
	given, err := absolute(start, workingDir)
	if err != nil {
		return climb{}, err
	}
	if err := checkFolder(given); err != nil {
		return climb{}, err
	}
	resolved, err := filepath.EvalSymlinks(given)
	if err != nil {
		return climb{}, fmt.Errorf("looking for the project's root at %q: %w", given, err)
	}
	return climb{given: given, real: resolved, home: home}, nil
}

// up returns the nearest folder from the start upward for which found holds,
// or otherwise. It climbs the resolved path, since the parent of a link is not
// the parent of its target, and words the answer as the start does if it can.
func (c climb) up(found func(string) bool, otherwise string) string {
	given := c.given
	for dir := c.real; !c.beyond(dir); dir = filepath.Dir(dir) {
		if found(dir) {
			if given == dir || same(given, dir) {
				return given
			}
			return dir
		}
		given = filepath.Dir(given)
	}
	return otherwise
}

// beyond reports whether the search must not look at dir: the home folder,
// what holds it, and the file system's root.
func (c climb) beyond(dir string) bool {
	if dir == filepath.Dir(dir) {
		return true
	}
	_, holds := below(dir, c.home)
	return c.home != "" && holds
}

// isRoot reports whether dir is a work tree's top or holds a store of ours.
func isRoot(dir string) bool {
	if _, ok := gitrepo.At(dir); ok {
		return true
	}
	for _, store := range []string{".claude", "thoughts", "_bmad-output/.runs", "_grimoire-output/.runs"} {
		if isFolder(filepath.Join(dir, filepath.FromSlash(store))) {
			return true
		}
	}
	return holdsEpic(filepath.Join(dir, "temp"))
}

// maxTempNames is how many names in temp are looked at for an epic's.
const maxTempNames = 10_000

// holdsEpic reports whether the folder temp holds a name of the form
// sdd-checkpoint-*.
func holdsEpic(temp string) bool {
	if !isFolder(temp) {
		return false
	}
	dir, err := os.Open(temp)
	if err != nil {
		return false
	}
	defer func() { _ = dir.Close() }()
	for seen := 0; seen < maxTempNames; {
		names, err := dir.Readdirnames(512)
		for _, name := range names {
			if strings.HasPrefix(name, "sdd-checkpoint-") {
				return true
			}
		}
		if err != nil {
			return false
		}
		seen += len(names)
	}
	return false
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// same reports whether two paths name one folder.
func same(a, b string) bool {
	one, err := os.Stat(a)
	if err != nil {
		return false
	}
	other, err := os.Stat(b)
	return err == nil && os.SameFile(one, other)
}

func checkFolder(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		var pathErr *os.PathError
		if errors.As(err, &pathErr) {
			err = pathErr.Err
		}
		return fmt.Errorf("looking for the project's root at %q: %w", path, err)
	}
	if !info.IsDir() {
		return fmt.Errorf("looking for the project's root at %q: %w", path, errNotFolder)
	}
	return nil
}

// absolute returns path, which may be relative to dir, absolute and clean.
func absolute(path, dir string) (string, error) {
	if filepath.IsAbs(path) {
		return filepath.Clean(path), nil
	}
	if !filepath.IsAbs(dir) {
		return "", fmt.Errorf("looking for the project's root at %q: %w", path, errRelative)
	}
	return filepath.Join(dir, path), nil
}
