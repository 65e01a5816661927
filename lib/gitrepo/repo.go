// Package gitrepo answers questions about a git repository in two ways. A
// [Repo] reads git's own files and starts no process, so it costs
// microseconds; what it cannot read it leaves unsaid. A [Git] runs the git
// program for what the files do not tell, never writes to the repository, and
// keeps git from starting what a repository's configuration names.
//
// Both treat the repository as hostile: sizes are bounded, nothing blocks on a
// named pipe, and a damaged file gives an error or an empty answer.
package gitrepo

import (
	"errors"
	"os"
	"path/filepath"
	"strings"

	"holdfast/lib/platform"
)

// maxSmallFile bounds HEAD, a loose ref, commondir and a .git file, in bytes.
const maxSmallFile = 8 << 10

// Repo is a work tree and where git keeps its data. The paths are as they were
// reached, cleaned, with no symbolic link resolved.
type Repo struct {
	Top       string // the work tree's top folder, which holds .git
	GitDir    string // this work tree's own data: HEAD, index
	CommonDir string // what all work trees share: refs, objects; often GitDir
}

// Find returns the repository whose work tree holds the folder dir, an
// absolute path. A .git that is not a usable repository is passed over.
// Source: git's documentation, gitrepository-layout.
func Find(dir string) (Repo, bool) {
	for dir = filepath.Clean(dir); ; {
		if repo, ok := At(dir); ok {
			return repo, true
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return Repo{}, false
		}
		dir = parent
	}
}

// At returns the repository whose work tree's top is the folder dir, an
// absolute path, without looking further up. One system call where there is
// none.
func At(dir string) (Repo, bool) {
	if !filepath.IsAbs(dir) {
		return Repo{}, false
	}
	gitDir := filepath.Join(dir, ".git")
	info, err := os.Lstat(gitDir)
	if err != nil {
		return Repo{}, false
	}
	// Only what another path leads to can share its data.
	plain := info.IsDir()
	if !plain && !isFolder(gitDir) {
		if gitDir = linkedFrom(gitDir); gitDir == "" {
			return Repo{}, false
		}
	}
	if _, err := os.Lstat(filepath.Join(gitDir, "HEAD")); err != nil {
		return Repo{}, false
	}
	common := gitDir
	if !plain {
		if common = commonDir(gitDir); common == "" {
			return Repo{}, false
		}
	}
	if !isFolder(filepath.Join(common, "objects")) {
		return Repo{}, false
	}
	return Repo{Top: filepath.Clean(dir), GitDir: gitDir, CommonDir: common}, true
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// linkedFrom returns the folder that a .git file names, or nothing.
func linkedFrom(file string) string {
	text, err := readSmall(file)
	if err != nil {
		return ""
	}
	target, ok := strings.CutPrefix(text, "gitdir: ")
	target = strings.TrimRight(target, "\r\n")
	if !ok || target == "" || strings.ContainsRune(target, 0) {
		return ""
	}
	return against(filepath.Dir(file), target)
}

// commonDir returns what gitDir shares with other work trees, which is gitDir
// itself where nothing says otherwise, or nothing where that is unreadable.
func commonDir(gitDir string) string {
	text, err := readSmall(filepath.Join(gitDir, "commondir"))
	if errors.Is(err, os.ErrNotExist) {
		return gitDir
	}
	text = strings.TrimRight(text, "\r\n")
	if err != nil || text == "" || strings.ContainsRune(text, 0) {
		return ""
	}
	return against(gitDir, text)
}

// against makes a path that git wrote into a file of the folder dir absolute.
func against(dir, path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// Linked reports whether the work tree is one that `git worktree add` made,
// beside the repository's main one.
func (r Repo) Linked() bool { return r.GitDir != r.CommonDir }

// readSmall returns the text of a file of at most maxSmallFile bytes.
func readSmall(path string) (string, error) {
	text, err := platform.ReadRegular(path, maxSmallFile)
	return string(text), err
}
