// Package gitrepo answers questions about a git repository in two ways. A [Repo] reads git's
// own files, which costs microseconds. A [Git] runs the git program for what these do not
// tell, and keeps it from writing, and from starting what a repository's configuration names.
//
// Both treat the repository as hostile: sizes are bounded, nothing blocks on a
// named pipe, and a damaged file gives an error or an empty answer.
package gitrepo

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"unsafe"

	"holdfast/lib/each"
	"holdfast/lib/platform"
)

// Repo is a work tree and where git keeps its data. The paths are as they were
// reached, cleaned, with no symbolic link resolved.
type Repo struct {
	Top       string // the work tree's top folder, which holds .git
	GitDir    string // this work tree's own data: HEAD, index
	CommonDir string // what all work trees share: refs, objects; often GitDir
}

// Find returns the repository whose work tree holds the folder dir, an absolute path. A .git that is not a usable
// repository is passed over. Source: git's documentation, gitrepository-layout.
func Find(dir string) (Repo, bool) {
	for dir = filepath.Clean(dir); ; dir = filepath.Dir(dir) {
		if repo, ok := At(dir); ok || dir == filepath.Dir(dir) {
			return repo, ok
		}
	}
}

// At returns the repository whose work tree's top is the folder dir, an absolute path,
// without looking further up. One system call where there is none.
func At(dir string) (Repo, bool) {
	gitDir := filepath.Join(dir, ".git")
	info, err := os.Lstat(gitDir)
	if err != nil || !filepath.IsAbs(dir) {
		return Repo{}, false
	}
	if !info.IsDir() && !IsFolder(gitDir) {
		gitDir, _ = pathIn(gitDir, "gitdir: ")
	}
	common := gitDir
	if !info.IsDir() { // only what another path leads to can share its data
		if shared, err := pathIn(filepath.Join(gitDir, "commondir"), ""); !errors.Is(err, os.ErrNotExist) {
			common = shared
		}
	}
	if gitDir == "" || common == "" || !IsFolder(filepath.Join(common, "objects")) {
		return Repo{}, false
	}
	_, err = os.Lstat(filepath.Join(gitDir, "HEAD"))
	return Repo{Top: filepath.Clean(dir), GitDir: gitDir, CommonDir: common}, err == nil
}

// IsFolder reports whether path is a folder, or a link to one.
func IsFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}

// pathIn is the path that a file of git's holds after a prefix, or nothing.
func pathIn(file, prefix string) (string, error) {
	text, err := readSmall(file)
	target, ok := strings.CutPrefix(text, prefix)
	if err != nil || !ok || target == "" || strings.ContainsRune(target, 0) {
		return "", err
	}
	return against(filepath.Dir(file), target), nil
}

// against makes a path that git wrote into a file of the folder dir absolute.
func against(dir, path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, path)
}

// Linked reports whether the work tree is one that `git worktree add` made, beside the repository's main one.
func (r Repo) Linked() bool { return r.GitDir != r.CommonDir }

// Others are the tops of the repository's other work trees that are there, the main one last.
func (r Repo) Others() []string {
	dir := r.CommonDir + "/worktrees"
	linked, _ := os.ReadDir(dir)
	own, _ := os.Stat(r.CommonDir)
	tops := each.Of(each.Head(linked, 30), func(d os.DirEntry) string {
		file, _ := pathIn(filepath.Join(dir, d.Name(), "gitdir"), "")
		return filepath.Dir(file)
	})
	return slices.DeleteFunc(append(tops, filepath.Dir(r.CommonDir)), func(top string) bool {
		repo, is := At(top)
		common, _ := os.Stat(repo.CommonDir) // else it is what a bare repository, or the original of a copy, lies in
		return !is || !os.SameFile(common, own) || filepath.Base(repo.GitDir) == filepath.Base(r.GitDir)
	})
}

// readSmall is the text of a file of git's without the end of its line.
func readSmall(path string) (string, error) {
	text, err := platform.ReadRegular(path, 8<<10) // HEAD, a loose ref, commondir or a .git file
	return strings.TrimRight(string(text), "\r\n"), err
}

const (
	branchPrefix = "refs/heads/"
	remotePrefix = "refs/remotes/"
)

var errBadRef = errors.New("not a ref")

// Head is what is checked out. The zero Head means that it could not be read,
// for instance because the repository keeps its refs in the reftable format.
type Head struct {
	// Branch is what work here belongs to, without refs/heads/, as valid UTF-8: the branch that is checked out, or the
	// one that is being rebased; empty on a detached HEAD otherwise.
	Branch string
	Commit string // object id, 40 or 64 lower-case hex digits; empty on a branch without a commit
}

// Head reads what is checked out from HEAD, the loose refs and packed-refs.
func (r Repo) Head() Head { return r.head(true) }

func (r Repo) head(commit bool) Head {
	if r.GitDir == "" {
		return Head{} // no repository
	}
	ref := "HEAD"
	for range 6 { // five symbolic refs may follow each other, as in git
		value, err := r.looseRef(ref)
		if err != nil && ref != "HEAD" && mayBePacked(err) {
			var ids map[string]string
			if err = nil; commit {
				ids, err = r.packedRefs(ref)
			}
			value = ids[ref]
		}
		next, symbolic := strings.CutPrefix(value, "ref:")
		next = strings.TrimLeft(next, " \t")
		switch {
		case err != nil, symbolic && !validRef(next):
			return Head{}
		case symbolic:
			ref = next
		case ref == "HEAD":
			return Head{Branch: r.rebased(), Commit: value}
		default:
			return Head{Branch: strings.ToValidUTF8(strings.TrimPrefix(ref, branchPrefix), "\uFFFD"), Commit: value}
		}
	}
	return Head{}
}

// looseRef reads from a ref's own file an object id, or "ref: " and the name of another ref.
func (r Repo) looseRef(ref string) (string, error) {
	dir := r.CommonDir
	if ref == "HEAD" || strings.HasPrefix(ref, "refs/worktree/") ||
		strings.HasPrefix(ref, "refs/bisect/") || strings.HasPrefix(ref, "refs/rewritten/") {
		dir = r.GitDir
	}
	text, err := readSmall(filepath.Join(dir, filepath.FromSlash(ref)))
	text = strings.TrimRight(text, " \t\r\n")
	if err == nil && !strings.HasPrefix(text, "ref:") && !isObjectID(text) {
		return "", errBadRef
	}
	return text, err
}

// mayBePacked reports whether a loose ref is absent: no file, or a folder in
// its place or on its way, both of which git leaves behind.
func mayBePacked(err error) bool {
	return errors.Is(err, os.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) || errors.Is(err, platform.ErrNotRegular)
}

// packedRefs are the ids in packed-refs by the names of their refs, of those lines that hold only. On each are an id
// and a name; comments (#) and peeled tags (^) are neither. Source: git's refs/packed-backend.c.
func (r Repo) packedRefs(only string) (map[string]string, error) {
	b, err := platform.ReadRegular(filepath.Join(r.CommonDir, "packed-refs"), 64<<20)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	text := unsafe.String(unsafe.SliceData(b), len(b)) // of which no copy is made
	if before, _, found := strings.Cut(text, " "+only+"\n"); found && only != "" {
		text = before[strings.LastIndexByte(before, '\n')+1:] + " " + only
	}
	ids := make(map[string]string, strings.Count(text, "\n"))
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		id, name, _ := strings.Cut(line, " ")
		if strings.Contains(line, only) && strings.HasPrefix(name, "refs/") && isObjectID(id) {
			ids[name] = id
		}
	}
	return ids, err
}

// isObjectID reports whether id is a whole SHA-1 or SHA-256 in hex.
func isObjectID(id string) bool { return (len(id) == 40 || len(id) == 64) && isHex(id) }

func isHex(text string) bool {
	for _, c := range []byte(text) { // of 1,000 branches at a start
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// validRef reports whether name is a full ref name, and so safe as a path below a
// repository. Source: git's documentation, git-check-ref-format.
func validRef(name string) bool {
	return strings.HasPrefix(name, "refs/") && len(name) <= 4<<10 && cleanPath(name) && !strings.Contains(name, "/.") &&
		!strings.ContainsFunc(name, func(c rune) bool { return c <= ' ' || strings.ContainsRune("~^:?*[\\\x7f", c) })
}

// Branch is the branch that work here belongs to.
func (r Repo) Branch() string { return r.head(false).Branch }

// rebased is the branch that is being rebased, "" for none. Source: git's builtin/rebase.c, head-name.
func (r Repo) rebased() string {
	for _, state := range []string{"rebase-merge", "rebase-apply"} {
		text, err := readSmall(filepath.Join(r.GitDir, state, "head-name"))
		if name, ok := strings.CutPrefix(text, branchPrefix); err == nil && ok {
			return strings.ToValidUTF8(name, "\uFFFD")
		}
	}
	return ""
}

// Doing is what git is in the middle of here, such as a rebase or a merge, "" for
// nothing. Source: git's wt-status.c, wt_status_get_state.
func (r Repo) Doing() string {
	for _, state := range []struct{ file, what string }{
		{"rebase-merge", "rebase"}, {"rebase-apply", "rebase"}, {"MERGE_HEAD", "merge"},
		{"CHERRY_PICK_HEAD", "cherry-pick"}, {"REVERT_HEAD", "revert"},
	} {
		if _, err := os.Lstat(filepath.Join(r.GitDir, state.file)); err == nil {
			return state.what
		}
	}
	return ""
}
