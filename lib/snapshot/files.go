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

	"holdfast/lib/durable"
	"holdfast/lib/gitrepo"
	"holdfast/lib/platform"
)

// files are what a snapshot holds.
type files struct {
	paths      []string          // files and links, sorted
	submodules map[string]string // folders that are repositories of their own, and their commits
	skipped    []string
}

// WorkFiles are the paths that a snapshot of now would hold, sorted: files and
// links that git does not ignore. Large files are among them.
func (r Repo) WorkFiles(ctx context.Context) ([]string, error) {
	f, err := r.list(ctx, true)
	return f.paths, err
}

// list finds the files of the work tree: those that git tracks or would track;
// without git all of them, up to a bound.
func (r Repo) list(ctx context.Context, big bool) (files, error) {
	if _, inGit := gitrepo.Find(r.Root); !inGit {
		return r.walk(ctx, big)
	}
	names, err := r.Git.Files(ctx, r.Root)
	if err != nil {
		return files{}, err
	}
	f := files{submodules: map[string]string{}}
	for _, name := range names {
		own := strings.TrimSuffix(name, "/")
		if own == "" || Forbidden(own) {
			continue
		}
		info, err := os.Lstat(filepath.Join(r.Root, filepath.FromSlash(own)))
		if err != nil {
			continue // gone, or left out of a sparse checkout
		}
		if info.IsDir() {
			if repo, ok := gitrepo.At(filepath.Join(r.Root, filepath.FromSlash(own))); ok {
				if commit := repo.Head().Commit; len(commit) == 40 {
					f.submodules[own] = commit
				}
			}
			continue
		}
		f.add(own, info, big)
	}
	return f, ctx.Err()
}

func (f *files) add(path string, info fs.FileInfo, big bool) {
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		f.paths = append(f.paths, path)
	case !info.Mode().IsRegular(): // a pipe, a socket, a device
	case info.Size() > MaxFile && !big:
		f.skipped = append(f.skipped, path)
	default:
		f.paths = append(f.paths, path)
	}
}

// walk finds all files of a tree that is no git work tree.
func (r Repo) walk(ctx context.Context, big bool) (files, error) {
	f := files{submodules: map[string]string{}}
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
		case Forbidden(rel) && entry != nil && entry.IsDir():
			return fs.SkipDir
		case err != nil && entry != nil && entry.IsDir():
			f.skipped = append(f.skipped, rel)
			return fs.SkipDir
		case err != nil || Forbidden(rel) || entry.IsDir():
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

// Forbidden reports whether a path is none that is ever saved or put back: it
// has a component that some file system takes for .git, or lies in
// .claude/checkpoints. Source for the spellings: git's documentation,
// git-config, core.protectHFS and core.protectNTFS.
func Forbidden(rel string) bool {
	for _, part := range strings.FieldsFunc(rel, func(r rune) bool { return r == '/' || r == '\\' }) {
		if dotGit(part) {
			return true
		}
	}
	rel = strings.ToLower(path.Clean(rel))
	return rel == ".claude/checkpoints" || strings.HasPrefix(rel, ".claude/checkpoints/")
}

// dotGit reports whether some file system takes name for .git.
func dotGit(name string) bool {
	name = strings.Map(func(r rune) rune {
		switch {
		case r >= 0x200c && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x206a && r <= 0x206f, r == 0xfeff:
			return -1 // code points that HFS+ passes over
		}
		return r
	}, strings.ToLower(name))
	name, _, _ = strings.Cut(name, ":") // an NTFS stream
	name = strings.TrimRight(name, ". ")
	return name == ".git" || name == "git~1"
}

// enter brings the private index up to the files: only what changed since the
// last time is read.
func (r Repo) enter(ctx context.Context, f *files, progress func(done, of int)) error {
	out, err := r.run(ctx, nil, "ls-files", "-z")
	if err != nil {
		return err
	}
	var gone bytes.Buffer
	for _, name := range strings.Split(string(out), "\x00") {
		if _, ok := f.submodules[name]; ok || name == "" {
			continue
		}
		if _, found := slices.BinarySearch(f.paths, name); !found {
			gone.WriteString(name + "\x00")
		}
	}
	if gone.Len() > 0 {
		if _, err := r.run(ctx, gone.Bytes(), "update-index", "-z", "--force-remove", "--stdin"); err != nil {
			return err
		}
	}
	if err := r.update(ctx, f.paths, progress); err != nil {
		if ctx.Err() != nil || !r.passOver(f) {
			return err
		}
		if err := r.update(ctx, f.paths, progress); err != nil {
			return err
		}
	}
	return r.enterSubmodules(ctx, f.submodules)
}

// portion is how many files are entered between two reports of progress.
const portion = 2_000

func (r Repo) update(ctx context.Context, paths []string, progress func(done, of int)) error {
	size := len(paths)
	if progress != nil {
		size = portion
	}
	for done := 0; done < len(paths); done += size {
		part := paths[done:min(done+size, len(paths))]
		if _, err := r.run(ctx, []byte(strings.Join(part, "\x00")+"\x00"), "update-index", "-z", "--add", "--remove", "--replace", "--stdin"); err != nil {
			return err
		}
		if progress != nil {
			progress(done+len(part), len(paths))
		}
	}
	return nil
}

// passOver takes away the files that cannot be read, which git ends at, and
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
		file, _, err := platform.OpenRegularNoFollow(filepath.Join(r.Root, filepath.FromSlash(path)))
		if err == nil {
			file.Close()
			return false
		}
		if !errors.Is(err, fs.ErrNotExist) {
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
