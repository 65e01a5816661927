package snapshot

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"
	"unicode"

	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/gitrepo"
	"holdfast/lib/parallel"
	"holdfast/lib/platform"
)

// Files are the files and links that git does not ignore, sorted, without sums; of a folder all, or
// ErrTooLarge where those are more than a tree without git may have.
func (s Store) Files(ctx context.Context, folder string) ([]Entry, error) {
	names, err := s.names(ctx, folder)
	found, lookErr := s.look(ctx, names, nil)
	files := slices.DeleteFunc(found, func(e Entry) bool { return e.Kind == Repository })
	return files, cmp.Or(err, lookErr)
}

type work struct {
	files   []Entry  // sorted
	skipped []string // files over MaxFile and unreadable ones, sorted
	ignored []string // what git ignores; a folder ends in a slash
}

// scan finds what a snapshot of now would hold, and puts what changed since the cache was written.
func (s Store) scan(ctx context.Context, to *writer, t Taking) (w work, err error) {
	ignoring := parallel.Start(func() (err error) {
		if s.inGit() {
			w.ignored, err = s.Git.IgnoredFiles(ctx, s.Root)
		}
		return err
	})
	names, err := s.names(ctx, "")
	if err = errors.Join(err, <-ignoring); err != nil {
		return w, err
	}
	known := s.cached()
	w.files, err = s.look(ctx, names, known)
	var size int64
	var due []*Entry
	total := 0
	for i := range w.files {
		e := &w.files[i]
		size += e.Size
		if e.Large() {
			continue
		}
		if total++; e.Sum == "" || e.Kind != Repository && to.have != nil && !to.have[e.Sum] {
			due = append(due, e)
		}
	}
	if err == nil && !s.inGit() && size > MaxPlainBytes {
		err = ErrTooLarge
	}
	if err != nil {
		return w, err
	}
	done := total - len(due)
	for part := range slices.Chunk(due, 1000) { // which stay where the next have no time left
		if err = to.flush(); err == nil { // of the portion before; the last one waits for the lists
			err = s.readAll(ctx, part, to)
		}
		if err != nil {
			break
		}
		if done += len(part); t.Progress != nil {
			t.Progress(done, total)
		}
	}
	passedOver := func(e Entry) (string, bool) { return e.Path, e.Large() || e.Kind == Other }
	w.skipped = each.If(w.files, passedOver)
	w.files = slices.DeleteFunc(w.files, func(e Entry) bool { return e.Large() || e.Kind == Other || e.Kind == Absent })
	if to.have != nil && (len(due) > 0 || len(known) != len(w.files)) {
		err = errors.Join(err, s.remember(w.files, to.have, t.Time))
	}
	return w, err
}

func (s Store) present(ctx context.Context) ([]Entry, error) {
	w, err := s.scan(ctx, &writer{}, Taking{})
	return w.files, err
}

func (s Store) inGit() bool {
	_, in := gitrepo.Find(s.Root)
	return in
}

// names lists the files that git tracks or would track; without git, and in a folder, all of them, up to a bound.
func (s Store) names(ctx context.Context, folder string) ([]string, error) {
	if folder != "" || !s.inGit() {
		return s.plain(ctx, cmp.Or(folder, "."))
	}
	return s.Git.Files(ctx, s.Root)
}

// plain lists the files below a folder of a tree without git. A repository inside ends in a slash.
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

// look finds which of the sorted names are files or links of the work tree, not behind a link.
func (s Store) look(ctx context.Context, names []string, known map[string]Entry) ([]Entry, error) {
	folders := realFolders{s.Root: true}
	for _, name := range names {
		folders.has(filepath.Dir(filepath.Join(s.Root, filepath.FromSlash(name))))
	}
	found := make([]Entry, len(names))
	err := durable.Each(ctx, len(names), func(i int, _ durable.Reach) error {
		found[i] = s.lookAt(strings.TrimSuffix(names[i], "/"), folders, known)
		return nil
	})
	found = slices.DeleteFunc(found, func(e Entry) bool { return e.Kind == Absent })
	slices.SortFunc(found, func(a, b Entry) int { return strings.Compare(a.Path, b.Path) })
	return found, err
}

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

// realFolders remembers whether folders are real ones all the way down from the root.
type realFolders map[string]bool

func (m realFolders) has(dir string) bool {
	if is, known := m[dir]; known {
		return is
	}
	m[dir] = false // as the topmost folder is above itself
	info, err := os.Lstat(dir)
	m[dir] = err == nil && info.IsDir() && m.has(filepath.Dir(dir))
	return m[dir]
}

// readAll fills in the sums of files. One that is gone is Absent, one that may not be read Other.
func (s Store) readAll(ctx context.Context, files []*Entry, to *writer) error {
	tree, err := durable.Open(s.Root)
	if err != nil {
		return err
	}
	defer tree.Close()
	return durable.Each(ctx, len(files), func(i int, reach durable.Reach) error {
		e := files[i]
		at, err := reach.At(tree, e.Path)
		var b []byte
		if err == nil {
			b, err = e.read(at)
		}
		switch {
		case err == nil:
			e.Sum = to.put(b)
		case errors.Is(err, fs.ErrPermission):
			e.Kind = Other
		default:
			e.Kind = Absent
		}
		return nil
	})
}

func (e *Entry) read(at durable.Place) ([]byte, error) {
	if e.Kind == Link {
		target, err := at.Readlink()
		return []byte(target), err
	}
	file, info, err := at.Open()
	if err != nil {
		return nil, err
	}
	defer file.Close()
	b, err := platform.ReadAll(file, info.Size(), MaxFile)
	e.Mode, e.Size, e.stamp = info.Mode().Perm(), int64(len(b)), platform.StampOf(info)
	return b, err
}

func (s Store) cacheFile() string { return filepath.Join(s.Dir, "cache") }

// cached is the sum and the stamp of each file; a damaged cache knows fewer.
func (s Store) cached() map[string]Entry {
	b, _ := durable.Read(s.cacheFile(), 1<<30)
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

// remember writes the cache, without files that changed right before they were read: a change in the same
// moment would not show.
func (s Store) remember(files []Entry, have map[string]bool, now time.Time) error {
	var b []byte
	for _, e := range files {
		if e.stamp != "" && have[e.Sum] && e.stamp.Settled(now) {
			b = append(append(b, e.stamp...), ' ')
			b = e.line(b)
		}
	}
	return durable.File(s.cacheFile()).Derived().Replace(b, 0o600)
}

// Private reports whether a path is of a machine folder inside the project: it is never touched.
func (s Store) Private(rel string) bool {
	return s.private != "" && (rel == s.private || strings.HasPrefix(rel, s.private+"/"))
}

func (s Store) excluded(rel string) bool { return Forbidden(rel) || s.Private(rel) }

// Forbidden reports whether a path is never saved or put back: in .claude/checkpoints, or in what is
// .git on some file system (git-config, core.protectHFS and core.protectNTFS).
func Forbidden(rel string) bool {
	rel = Plain(strings.ReplaceAll(rel, `\`, "/"))
	names := strings.Split(rel, "/")
	rel = path.Clean(rel)
	return slices.Contains(names, ".git") || slices.Contains(names, "git~1") ||
		rel == ".claude/checkpoints" || strings.HasPrefix(rel, ".claude/checkpoints/")
}

// Plain is a path as the most forgiving of file systems reads it.
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
