package snapshot

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"
	"unicode"

	"holdfast/lib/durable"
	"holdfast/lib/gitrepo"
	"holdfast/lib/machine"
	"holdfast/lib/parallel"
	"holdfast/lib/platform"
)

// run is how many files one worker takes at a time.
const run = 32

type work struct {
	files   []Entry  // sorted
	skipped []string // files over MaxFile and unreadable ones
	ignored []string // what git ignores; a folder ends in a slash
	known   int      // how many files the cache knows
}

// WorkFiles are the files and links that a snapshot of now would look at, sorted, without
// their sums: those that git does not ignore, files over MaxFile among them.
func (s Store) WorkFiles(ctx context.Context) ([]Entry, error) {
	names, _, err := s.names(ctx, false)
	if err != nil {
		return nil, err
	}
	return s.files(ctx, names), ctx.Err()
}

// AllFiles are the files and links below a folder, whatever git ignores: ErrTooLarge
// where they are more than a tree without git may have.
func (s Store) AllFiles(ctx context.Context, dir string) ([]Entry, error) {
	names, err := s.plain(ctx, dir)
	return s.files(ctx, names), errors.Join(err, ctx.Err())
}

func (s Store) files(ctx context.Context, names []string) []Entry {
	return slices.DeleteFunc(s.look(ctx, names, nil), func(e Entry) bool { return e.Kind == Repository })
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
	for _, e := range s.look(ctx, names, known) {
		if size += e.Size; e.Large() {
			w.skipped = append(w.skipped, e.Path)
		} else {
			w.files = append(w.files, e)
		}
	}
	if !s.inGit() && size > MaxPlainBytes {
		return w, ErrTooLarge
	}
	return w, ctx.Err()
}

// due are the files whose sum is not known, or is none of those that the store has, if
// these are given.
func (w *work) due(have map[string]bool) (due []*Entry) {
	for i := range w.files {
		if e := &w.files[i]; e.Sum == "" || have != nil && e.Kind != Repository && !have[e.Sum] {
			due = append(due, e)
		}
	}
	return due
}

// drop leaves out the files that could not be read.
func (w *work) drop() {
	w.files = slices.DeleteFunc(w.files, func(e Entry) bool {
		if e.Kind == Other {
			w.skipped = append(w.skipped, e.Path)
		}
		return e.Kind == Other || e.Kind == Absent
	})
	slices.Sort(w.skipped)
}

func (s Store) inGit() bool {
	_, in := gitrepo.Find(s.Root)
	return in
}

// names lists the project's files: those that git tracks or would track, and what
// it ignores if that is asked for; without git all of them, up to a bound.
func (s Store) names(ctx context.Context, withIgnored bool) (names, ignored []string, err error) {
	if !s.inGit() {
		names, err = s.plain(ctx, ".")
		return names, nil, err
	}
	passed := parallel.Start(func() (err error) {
		if withIgnored {
			ignored, err = s.Git.IgnoredFiles(ctx, s.Root)
		}
		return err
	})
	names, err = s.Git.Files(ctx, s.Root)
	return names, ignored, errors.Join(err, <-passed)
}

// plain lists the files below a folder of a tree that is not a git work tree. A
// repository inside ends in a slash.
func (s Store) plain(ctx context.Context, dir string) (names []string, err error) {
	err = filepath.WalkDir(filepath.Join(s.Root, filepath.FromSlash(dir)),
		func(at string, entry fs.DirEntry, err error) error {
			rel, relErr := filepath.Rel(s.Root, at)
			if rel = filepath.ToSlash(rel); relErr != nil || ctx.Err() != nil || rel == dir {
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
func (s Store) look(ctx context.Context, names []string, known map[string]Entry) []Entry {
	folders := realFolders{s.Root: true}
	for _, name := range names {
		folders.has(filepath.Dir(filepath.Join(s.Root, filepath.FromSlash(name))))
	}
	found := make([]Entry, len(names))
	parallel.Each(runtime.NumCPU(), (len(names)+run-1)/run, func(part int) {
		for i := part * run; i < min(part*run+run, len(names)) && ctx.Err() == nil; i++ {
			found[i] = s.lookAt(strings.TrimSuffix(names[i], "/"), folders, known)
		}
	})
	found = slices.DeleteFunc(found, func(e Entry) bool { return e.Kind == Absent })
	slices.SortFunc(found, func(a, b Entry) int { return strings.Compare(a.Path, b.Path) })
	return found
}

// lookAt looks at one path: of what is no file of the work tree, as it is gone, left
// out of a sparse checkout, behind a link, or a pipe, the Kind is 0.
func (s Store) lookAt(name string, folders realFolders, known map[string]Entry) (e Entry) {
	at := filepath.Join(s.Root, filepath.FromSlash(name))
	info, err := os.Lstat(at)
	if err != nil || !folders[filepath.Dir(at)] {
		return e
	}
	stamp := platform.StampOf(info)
	if before := known[name]; before.stamp == stamp && stamp != "" && before.Kind != Repository {
		return before
	}
	if name == "" || s.excluded(name) {
		return e
	}
	e = Entry{Path: name, Size: info.Size(), stamp: stamp}
	switch mode := info.Mode(); {
	case mode.IsRegular():
		e.Kind, e.Mode = File, mode.Perm()
	case mode&fs.ModeSymlink != 0:
		e.Kind = Link
	case mode.IsDir():
		if repo, ok := gitrepo.At(at); ok {
			if e.Sum = repo.Head().Commit; e.Sum != "" {
				e.Kind, e.Size, e.stamp = Repository, 0, ""
			}
		}
	}
	return e
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

func (s Store) present(ctx context.Context) ([]Entry, error) {
	w, err := s.work(ctx)
	if err == nil {
		err = s.readAll(ctx, w.due(nil), sumOf)
	}
	w.drop()
	return w.files, err
}

func sumOf(b []byte) (string, error) { return machine.Sum(b), nil }

// readAll reads files, several at a time, and fills in their sums. One that is gone
// or became something else concurrently is left without; one that this user may not
// read is Other.
func (s Store) readAll(ctx context.Context, files []*Entry, put func([]byte) (string, error)) error {
	tree, err := durable.Open(s.Root)
	if err != nil {
		return err
	}
	defer tree.Close()
	parts := (len(files) + run - 1) / run
	failures := make([]error, parts)
	parallel.Each(runtime.NumCPU(), parts, func(part int) {
		reach := durable.Reach{Below: tree}
		defer reach.Close()
		for _, e := range files[part*run : min(part*run+run, len(files))] {
			if ctx.Err() != nil || failures[part] != nil {
				return
			}
			b, err := e.read(&reach)
			switch {
			case err == nil:
				e.Sum, failures[part] = put(b)
			case errors.Is(err, fs.ErrPermission):
				e.Kind = Other
			default:
				e.Kind = Absent
			}
		}
	})
	return errors.Join(append(failures, ctx.Err())...)
}

// read reads a file or the target of a link, through no link.
func (e *Entry) read(reach *durable.Reach) ([]byte, error) {
	at, err := reach.At(e.Path)
	if err != nil {
		return nil, err
	}
	if e.Kind == Link {
		target, err := at.Readlink()
		return []byte(target), err
	}
	file, info, err := at.Open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	from := bytes.NewBuffer(make([]byte, 0, info.Size()+bytes.MinRead))
	if _, err := from.ReadFrom(io.LimitReader(file, MaxFile+1)); err != nil || from.Len() > MaxFile {
		return nil, errors.Join(err, fs.ErrInvalid)
	}
	e.Mode, e.Size, e.stamp = info.Mode().Perm(), int64(from.Len()), platform.StampOf(info)
	return from.Bytes(), nil
}

// The cache holds for each file its sum and its stamp: one that changed right before it
// was read, or while it was, is not in it, since a later change in the same moment could
// not be told.

const maxCache = 1 << 30

func (s Store) cacheFile() string { return filepath.Join(s.Dir, "cache") }

// cached reads the cache; one that is damaged knows fewer files.
func (s Store) cached() map[string]Entry {
	b, _ := durable.Read(s.cacheFile(), maxCache)
	known := make(map[string]Entry, bytes.Count(b, []byte{0}))
	for line := range strings.SplitSeq(string(b), "\x00") {
		stamp, rest, _ := strings.Cut(line, " ")
		if e, ok := parseEntry(rest); ok {
			e.stamp = platform.Stamp(stamp)
			known[e.Path] = e
		}
	}
	return known
}

// remember writes the cache: of files whose objects are there.
func (s Store) remember(files []Entry, have map[string]bool, now time.Time) error {
	var b []byte
	for _, e := range files {
		if e.stamp != "" && have[e.Sum] && e.stamp.Settled(now) {
			b = append(append(b, e.stamp...), ' ')
			b = e.line(b)
		}
	}
	if err := durable.File(s.cacheFile()).Derived().Replace(b, 0o600); err != nil {
		return fmt.Errorf("keeping the cache: %w", err)
	}
	return nil
}

// Private is the machine folder where it is inside a project, relative to that:
// nothing of it is ever saved, restored or removed. "" where it is outside.
type Private string

// Holds reports whether a path of the project is of the machine folder.
func (p Private) Holds(rel string) bool {
	return p != "" && (rel == string(p) || strings.HasPrefix(rel, string(p)+"/"))
}

func (s Store) excluded(rel string) bool { return Forbidden(rel) || s.Private.Holds(rel) }

// Forbidden reports whether a path must never be saved or put back: it
// has a component that some file system takes for .git, or is in
// .claude/checkpoints. Source for the spellings: git's documentation,
// git-config, core.protectHFS and core.protectNTFS.
func Forbidden(rel string) bool {
	rel = Plain(strings.ReplaceAll(rel, `\`, "/"))
	for name := range strings.SplitSeq(rel, "/") {
		if name == ".git" || name == "git~1" {
			return true
		}
	}
	rel = path.Clean(rel)
	return rel == ".claude/checkpoints" || strings.HasPrefix(rel, ".claude/checkpoints/")
}

// Plain is a path as the most forgiving of file systems reads it: without
// regard to case, to the code points that HFS+ passes over, and to what NTFS
// cuts off a name.
func Plain(rel string) string {
	parts := strings.Split(rel, "/")
	for i, name := range parts {
		name, _, _ = strings.Cut(strings.Map(fold, name), ":") // an NTFS stream
		parts[i] = strings.TrimRight(name, ". ")
	}
	return strings.Join(parts, "/")
}

func fold(r rune) rune {
	switch {
	case r >= 0x200c && r <= 0x200f, r >= 0x202a && r <= 0x202e, r >= 0x206a && r <= 0x206f, r == 0xfeff:
		return -1 // code points that HFS+ passes over
	case r == 0x17f: // the long s, which folds to s and is in lower case already
		return 's'
	}
	return unicode.ToLower(r)
}
