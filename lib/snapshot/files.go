package snapshot

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode"

	"holdfast/lib/durable"
	"holdfast/lib/gitrepo"
	"holdfast/lib/machine"
	"holdfast/lib/parallel"
	"holdfast/lib/project"
)

// files are what a snapshot holds.
type files struct {
	paths      []string          // files and links, sorted
	submodules map[string]string // folders that are repositories of their own, and their commits
	skipped    []string
	large      map[string]bool // of the paths: those over MaxFile
	ignored    []string        // what git ignores; a folder ends in a slash
}

// WorkFiles are the paths that a snapshot of now would hold, sorted: files and
// links that git does not ignore. Files over MaxFile are among them, and large.
func (r Repo) WorkFiles(ctx context.Context) (paths []string, large map[string]bool, err error) {
	if _, inGit := gitrepo.Find(r.Root); !inGit {
		f, err := r.walk(ctx, true)
		return f.paths, f.large, err
	}
	names, err := r.Git.Files(ctx, r.Root)
	if err != nil {
		return nil, nil, err
	}
	f, err := r.look(ctx, names, true, nil)
	return f.paths, f.large, err
}

// find begins to list the project's files: those that git tracks or would track,
// and what it ignores; without git all of them, up to a bound. It returns what
// waits for them.
func (r Repo) find(ctx context.Context) func(same map[string]bool) (*files, error) {
	if _, inGit := gitrepo.Find(r.Root); !inGit {
		return func(map[string]bool) (*files, error) { return r.walk(ctx, false) }
	}
	var names, ignored []string
	listed := parallel.Start(func() (err error) { names, err = r.Git.Files(ctx, r.Root); return err })
	passed := parallel.Start(func() (err error) { ignored, err = r.Git.IgnoredFiles(ctx, r.Root); return err })
	done := sync.OnceValue(func() error { return errors.Join(<-listed, <-passed) })
	return func(same map[string]bool) (*files, error) {
		if err := done(); err != nil {
			return nil, err
		}
		f, err := r.look(ctx, names, false, same)
		f.ignored = ignored
		return f, err
	}
}

// A listError is a failure to list the files, which has nothing to do with the
// private index.
type listError struct{ error }

func (l *listError) Unwrap() error { return l.error }

// look finds out which of names are files of the work tree. Those of same need
// no look: the index knows them as they are.
func (r Repo) look(ctx context.Context, names []string, big bool, same map[string]bool) (*files, error) {
	f := &files{submodules: map[string]string{}, large: map[string]bool{}}
	folders := realFolders{r.Root: true}
	for _, name := range names {
		if same[name] {
			f.paths = append(f.paths, name)
			continue
		}
		own := strings.TrimSuffix(name, "/")
		if own == "" || r.excluded(own) {
			continue
		}
		at := filepath.Join(r.Root, filepath.FromSlash(own))
		info, err := os.Lstat(at)
		switch {
		case err != nil || !folders.has(filepath.Dir(at)):
			// Gone, left out of a sparse checkout, or behind a link.
		case info.IsDir():
			f.addRepository(own, at)
		default:
			f.add(own, info, big)
		}
	}
	return f, ctx.Err()
}

// realFolders remembers of folders whether they are some, and not links, all
// the way down from the root.
type realFolders map[string]bool

func (m realFolders) has(dir string) bool {
	known, ok := m[dir]
	if ok {
		return known
	}
	above := filepath.Dir(dir)
	info, err := os.Lstat(dir)
	m[dir] = err == nil && info.IsDir() && above != dir && m.has(above)
	return m[dir]
}

// excluded reports whether a path is never saved: one that is forbidden, and
// the machine folder.
func (r Repo) excluded(rel string) bool { return Forbidden(rel) || r.Private.Holds(rel) }

// Private is the machine folder where it is inside a project, relative to that:
// nothing of it is ever saved, restored or removed. "" where it is outside.
type Private string

// PrivateIn is the machine folder in the project at root.
func PrivateIn(root string, folder machine.Folder) Private {
	rel, _ := project.Rel(root, folder.Path)
	return Private(rel)
}

// Holds reports whether a path of the project is of the machine folder.
func (p Private) Holds(rel string) bool {
	return p != "" && (rel == string(p) || strings.HasPrefix(rel, string(p)+"/"))
}

// addRepository records the commit of a repository inside, if it is one and
// has a commit of the form that the private repository knows; it reports
// whether it is one.
func (f *files) addRepository(path, at string) bool {
	repo, ok := gitrepo.At(at)
	if !ok {
		return false
	}
	if commit := repo.Head().Commit; len(commit) == 40 {
		f.submodules[path] = commit
	}
	return true
}

func (f *files) add(path string, info fs.FileInfo, big bool) {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		f.paths = append(f.paths, path)
	case !info.Mode().IsRegular(): // a pipe, a socket, a device
	case info.Size() > MaxFile && !big:
		f.skipped = append(f.skipped, path)
	case info.Size() > MaxFile:
		f.large[path] = true
		f.paths = append(f.paths, path)
	default:
		f.paths = append(f.paths, path)
	}
}

// walk finds all files of a tree that is not a git work tree.
func (r Repo) walk(ctx context.Context, big bool) (*files, error) {
	f := &files{submodules: map[string]string{}, large: map[string]bool{}}
	var size int64
	err := filepath.WalkDir(r.Root, func(at string, entry fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		rel, relErr := filepath.Rel(r.Root, at)
		if relErr != nil || rel == "." {
			return relErr
		}
		rel = filepath.ToSlash(rel)
		switch {
		case r.excluded(rel) && entry != nil && entry.IsDir():
			return fs.SkipDir
		case err != nil && entry != nil && entry.IsDir():
			f.skipped = append(f.skipped, rel)
			return fs.SkipDir
		case err != nil || r.excluded(rel):
			return nil
		case entry.IsDir():
			if f.addRepository(rel, at) {
				return fs.SkipDir
			}
			return nil
		}
		info, err := entry.Info()
		if err != nil {
			return nil
		}
		if f.add(rel, info, big); info.Mode().IsRegular() {
			size += info.Size()
		}
		if len(f.paths) > MaxPlainFiles || size > MaxPlainBytes {
			return ErrTooLarge
		}
		return nil
	})
	slices.Sort(f.paths)
	return f, err
}

// Forbidden reports whether a path must never be saved or put back: it
// has a component that some file system takes for .git, or is in
// .claude/checkpoints. Source for the spellings: git's documentation,
// git-config, core.protectHFS and core.protectNTFS.
func Forbidden(rel string) bool {
	for _, part := range strings.FieldsFunc(rel, func(r rune) bool { return r == '/' || r == '\\' }) {
		if dotGit(part) {
			return true
		}
	}
	rel = Plain(path.Clean(rel))
	return rel == ".claude/checkpoints" || strings.HasPrefix(rel, ".claude/checkpoints/")
}

// Plain is a path as the most forgiving of file systems reads it: without
// regard to case, to the code points that HFS+ passes over, and to what NTFS
// cuts off a name.
func Plain(rel string) string {
	parts := strings.Split(rel, "/")
	for i, part := range parts {
		parts[i] = plain(part)
	}
	return strings.Join(parts, "/")
}

func plain(name string) string {
	name = strings.Map(func(r rune) rune {
		switch {
		case r >= 0x200c && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x206a && r <= 0x206f, r == 0xfeff:
			return -1 // code points that HFS+ passes over
		case r == 0x17f: // the long s, which folds to s and is in lower case already
			return 's'
		}
		return unicode.ToLower(r)
	}, name)
	name, _, _ = strings.Cut(name, ":") // an NTFS stream
	return strings.TrimRight(name, ". ")
}

// dotGit reports whether some file system takes name for .git.
func dotGit(name string) bool {
	name = plain(name)
	return name == ".git" || name == "git~1"
}

// An indexed is what the private index holds.
type indexed struct {
	paths []string        // all of them
	same  map[string]bool // files that are in the work tree as they are in it
}

// indexed compares the private index with the work tree. Source for the tags:
// git's documentation, git-ls-files, "-t".
func (r Repo) indexed(ctx context.Context) (indexed, error) {
	in := indexed{same: map[string]bool{}}
	out, err := r.run(ctx, nil, "ls-files", "-t", "-s", "-z", "--cached", "--modified", "--deleted")
	if err != nil || len(out) == 0 {
		return in, err
	}
	for entry := range strings.SplitSeq(strings.TrimSuffix(string(out), "\x00"), "\x00") {
		what, name, _ := strings.Cut(entry, "\t")
		switch {
		case !strings.HasPrefix(what, "H "): // modified or deleted
			delete(in.same, name)
			continue
		case !strings.HasPrefix(what, "H 160000 "):
			in.same[name] = true
		}
		in.paths = append(in.paths, name)
	}
	return in, nil
}

// enter brings the private index up to the files: only what changed since the
// last time is read. A file that git ends at, because it cannot be read or
// became something else concurrently, is passed over.
func (r Repo) enter(ctx context.Context, f *files, in indexed, progress func(done, of int)) error {
	for {
		err := r.removeOthers(ctx, f, in.paths)
		if err == nil {
			err = r.update(ctx, f.paths, in, progress)
		}
		if err == nil {
			return r.enterSubmodules(ctx, f.submodules)
		}
		if ctx.Err() != nil || !r.passOver(f) {
			return err
		}
		if in, err = r.indexed(ctx); err != nil {
			return err
		}
	}
}

// removeOthers takes out of the index what is not among the files.
func (r Repo) removeOthers(ctx context.Context, f *files, known []string) error {
	var gone bytes.Buffer
	for _, name := range known {
		if _, ok := f.submodules[name]; ok {
			continue
		}
		if _, found := slices.BinarySearch(f.paths, name); !found {
			gone.WriteString(name + "\x00")
		}
	}
	if gone.Len() == 0 {
		return nil
	}
	_, err := r.run(ctx, gone.Bytes(), "update-index", "-z", "--force-remove", "--stdin")
	return err
}

// portion is how many files are entered at first where most are new, and most how
// many at once later on: what one call of git entered stays where the next has no
// time left, and each call writes the whole index.
const (
	portion = 500
	most    = 4000
)

func (r Repo) update(ctx context.Context, paths []string, in indexed, progress func(done, of int)) error {
	of, size := len(paths), len(paths)
	paths = slices.DeleteFunc(slices.Clone(paths), func(name string) bool { return in.same[name] })
	if progress != nil || len(paths) > of/2 {
		size = portion
	}
	for done := 0; done < len(paths); {
		part := paths[done:min(done+size, len(paths))]
		if _, err := r.run(ctx, []byte(strings.Join(part, "\x00")+"\x00"), "update-index", "-z", "--add", "--remove",
			"--replace", "--stdin"); err != nil {
			return err
		}
		done += len(part)
		if size < most {
			size *= 2
		}
		if progress != nil {
			progress(of-len(paths)+done, of)
		}
	}
	return nil
}

// passOver takes away the files that cannot be read, or no longer exist, and
// reports whether there were any.
func (r Repo) passOver(f *files) bool {
	tree, err := durable.OpenTree(r.Root)
	if err != nil {
		return false
	}
	defer tree.Close()
	before := len(f.paths)
	f.paths = slices.DeleteFunc(f.paths, func(path string) bool {
		info, err := tree.Lstat(path)
		if err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return false
		}
		if err == nil {
			var file *os.File
			if file, _, err = tree.Open(path); err == nil {
				file.Close()
				return false
			}
		}
		if errors.Is(err, fs.ErrPermission) {
			f.skipped = append(f.skipped, path)
		}
		return true
	})
	slices.Sort(f.skipped)
	return len(f.paths) < before
}

// enterSubmodules records the commits of the repositories inside.
func (r Repo) enterSubmodules(ctx context.Context, submodules map[string]string) error {
	if len(submodules) == 0 {
		return nil
	}
	var lines bytes.Buffer
	for name, commit := range submodules {
		fmt.Fprintf(&lines, "160000 %s 0\t%s\x00", commit, name)
	}
	_, err := r.run(ctx, lines.Bytes(), "update-index", "-z", "--replace", "--index-info")
	return err
}
