package snapshot

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"holdfast/lib/gitrepo"
	"holdfast/lib/parallel"
)

// run is how many files one worker takes at a time.
const run = 32

// A seen is one file of the work tree.
type seen struct {
	Entry
	stat string // what a change of the file changes, see cache.go
}

// A work is what the work tree holds.
type work struct {
	files   []seen   // sorted
	skipped []string // files over MaxFile and unreadable ones
	ignored []string // what git ignores; a folder ends in a slash
	known   int      // how many files the cache knows
}

// WorkFiles are the paths that a snapshot of now would hold, sorted: files and
// links that git does not ignore. Files over MaxFile are among them, and large.
func (s Store) WorkFiles(ctx context.Context) (paths []string, large map[string]bool, err error) {
	names, _, err := s.names(ctx, false)
	if err != nil {
		return nil, nil, err
	}
	large = map[string]bool{}
	for _, f := range s.look(ctx, names, nil) {
		if f.Kind != Repository {
			paths = append(paths, f.Path)
			large[f.Path] = f.Kind == File && f.Size > MaxFile
		}
	}
	return paths, large, ctx.Err()
}

// work looks at the work tree. The sums of files that changed since the cache was
// written are not known yet.
func (s Store) work(ctx context.Context) (w work, err error) {
	names, ignored, err := s.names(ctx, true)
	if err != nil {
		return w, err
	}
	known := s.cached()
	w.ignored, w.known = ignored, len(known)
	var size int64
	for _, f := range s.look(ctx, names, known) {
		switch {
		case f.Kind == File && f.Size > MaxFile:
			w.skipped = append(w.skipped, f.Path)
		default:
			w.files = append(w.files, f)
		}
		size += f.Size
	}
	if _, inGit := gitrepo.Find(s.Root); !inGit && size > MaxPlainBytes {
		return w, ErrTooLarge
	}
	return w, ctx.Err()
}

// names lists the project's files: those that git tracks or would track, and what
// it ignores if that is asked for; without git all of them, up to a bound.
func (s Store) names(ctx context.Context, withIgnored bool) (names, ignored []string, err error) {
	if _, inGit := gitrepo.Find(s.Root); !inGit {
		names, err = s.plain(ctx)
		return names, nil, err
	}
	var passed <-chan error
	if withIgnored {
		passed = parallel.Start(func() (err error) { ignored, err = s.Git.IgnoredFiles(ctx, s.Root); return err })
	}
	names, err = s.Git.Files(ctx, s.Root)
	if withIgnored {
		err = errors.Join(err, <-passed)
	}
	return names, ignored, err
}

// plain lists the files of a tree that is not a git work tree. A repository inside
// ends in a slash.
func (s Store) plain(ctx context.Context) (names []string, err error) {
	err = filepath.WalkDir(s.Root, func(at string, entry fs.DirEntry, err error) error {
		rel, relErr := filepath.Rel(s.Root, at)
		if rel = filepath.ToSlash(rel); relErr != nil || ctx.Err() != nil || rel == "." {
			return errors.Join(relErr, ctx.Err())
		}
		switch {
		case entry == nil || !entry.IsDir():
			names = append(names, rel)
		case err != nil || s.excluded(rel):
			return fs.SkipDir
		default:
			if _, repository := gitrepo.At(at); repository {
				names = append(names, rel+"/")
				return fs.SkipDir
			}
		}
		if len(names) > MaxPlainFiles {
			return ErrTooLarge
		}
		return nil
	})
	slices.Sort(names)
	return names, err
}

// look finds out which of names, which are sorted, are files of the work tree.
func (s Store) look(ctx context.Context, names []string, known map[string]cached) []seen {
	folders := realFolders{s.Root: true}
	for _, name := range names {
		folders.has(filepath.Dir(filepath.Join(s.Root, filepath.FromSlash(name))))
	}
	found := make([]seen, len(names))
	parallel.Each(runtime.NumCPU(), (len(names)+run-1)/run, func(part int) {
		for i := part * run; i < min(part*run+run, len(names)) && ctx.Err() == nil; i++ {
			found[i] = s.lookAt(strings.TrimSuffix(names[i], "/"), folders, known)
		}
	})
	return slices.DeleteFunc(found, func(f seen) bool { return f.Kind == 0 })
}

// lookAt looks at one path: of what is no file of the work tree, as it is gone, left
// out of a sparse checkout, behind a link, or a pipe, the Kind is 0.
func (s Store) lookAt(name string, folders realFolders, known map[string]cached) (f seen) {
	at := filepath.Join(s.Root, filepath.FromSlash(name))
	info, err := os.Lstat(at)
	if err != nil || !folders[filepath.Dir(at)] {
		return f
	}
	stat := statOf(info)
	if before := known[name]; before.stat == stat && stat != "" && before.Kind != Repository {
		return seen(before)
	}
	if name == "" || s.excluded(name) {
		return f
	}
	f = seen{Entry: Entry{Path: name, Size: info.Size()}, stat: stat}
	switch mode := info.Mode(); {
	case mode.IsRegular():
		f.Kind, f.Mode = File, mode.Perm()
	case mode&fs.ModeSymlink != 0:
		f.Kind = Link
	case mode.IsDir():
		if repo, ok := gitrepo.At(at); ok {
			if f.Sum = repo.Head().Commit; f.Sum != "" {
				f.Kind, f.Size, f.stat = Repository, 0, ""
			}
		}
	}
	return f
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

// entries are the files as a tree takes them.
func (w work) entries() []Entry {
	entries := make([]Entry, len(w.files))
	for i, f := range w.files {
		entries[i] = f.Entry
	}
	slices.SortFunc(entries, func(a, b Entry) int { return strings.Compare(a.Path, b.Path) })
	return entries
}
