package artifact

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/machine"
	"holdfast/lib/project"
)

// maxFile is the size of the largest file that is read as an artifact.
const maxFile = 1 << 20

// ErrLinkedOut means that the artifacts' folder leads out of the project.
var ErrLinkedOut = errors.New("it is linked out of the project")

// Store is the artifacts of one project.
type Store struct {
	Root    string // the project root, absolute
	Machine machine.Folder

	hash  string
	spare *atomic.Int64 // keys and items that are still read of large foreign artifacts
}

// Of is the store of a project that is asked for more than once: its root is
// resolved here.
func Of(root string, folder machine.Folder) Store {
	s := Store{Root: root, Machine: folder, hash: project.Hash(root), spare: &atomic.Int64{}}
	s.spare.Store(maxSpare)
	return s
}

// Hash is the project's name in the machine folder.
func (s Store) Hash() string {
	if s.hash != "" {
		return s.hash
	}
	return project.Hash(s.Root)
}

// Spelled is the session folder that name leads to: its own spelling, where the file
// system ignores case.
func (s Store) Spelled(name string) string {
	dir, err := s.dir()
	if err != nil {
		return name
	}
	if _, err := os.Lstat(filepath.Join(dir, name)); err != nil {
		return name
	}
	entries, _ := os.ReadDir(dir)
	spelled := func(like func(entry string) bool) int {
		return slices.IndexFunc(entries, func(e fs.DirEntry) bool { return like(e.Name()) })
	}
	if i := spelled(func(entry string) bool { return strings.EqualFold(entry, name) }); i >= 0 &&
		spelled(func(entry string) bool { return entry == name }) < 0 {
		return entries[i].Name()
	}
	return name
}

// dir is the handoffs folder, absolute; it need not exist. It fails where a
// link leads out of the project: a cloned repository must not choose where
// this machine reads and writes.
func (s Store) dir() (string, error) {
	at := s.Root
	parts := strings.Split(Dir, "/")
	for i, part := range parts {
		next := filepath.Join(at, part)
		info, err := os.Lstat(next)
		if missing(err) { // where a file is in the way, writing fails and says why
			if _, err := os.Stat(at); err != nil {
				return "", fmt.Errorf("opening the project %q: %w", s.Root, err)
			}
			return filepath.Join(append([]string{at}, parts[i:]...)...), nil
		}
		if err != nil {
			return "", fmt.Errorf("opening %q: %w", Dir, err)
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			if next, err = s.follow(next, parts[i+1:]); err != nil {
				return "", err
			}
		}
		at = next
	}
	return at, nil
}

// missing reports whether an error is that of a folder that does not exist, also
// where a file has its name.
func missing(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

// follow resolves a link on the way to the handoffs folder, which is stored
// below it.
func (s Store) follow(link string, rest []string) (string, error) {
	root, err := filepath.EvalSymlinks(s.Root)
	if err != nil {
		return "", fmt.Errorf("opening the project %q: %w", s.Root, err)
	}
	at, err := filepath.EvalSymlinks(link)
	if errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("opening %q: the link leads nowhere: %w", Dir, ErrLinkedOut)
	}
	if err != nil {
		return "", fmt.Errorf("opening %q: %w", Dir, err)
	}
	rel, err := filepath.Rel(root, at)
	if (err != nil || !filepath.IsLocal(rel)) && !s.mayFollow(filepath.Join(append([]string{at}, rest...)...)) {
		return "", &fault.RefusedError{
			Cause: fmt.Errorf("opening %q: %w", Dir, ErrLinkedOut),
			Hint:  "holdfast rebuild --follow, if the link is meant",
		}
	}
	if slices.Contains(strings.Split(filepath.ToSlash(rel), "/"), ".git") {
		return "", fmt.Errorf("opening %q: it leads into a repository's own data: %w", Dir, ErrLinkedOut)
	}
	return at, nil
}

// from is where writing below the handoffs folder starts, and the way from there:
// the project's root, and only for a folder outside, which was said to be meant,
// that folder.
func (s Store) from(dir string) (root, rel string) {
	for _, root := range []string{s.Root, ""} {
		if root == "" { // it may be reached through a link
			root, _ = filepath.EvalSymlinks(s.Root)
		}
		if rel, err := filepath.Rel(root, dir); err == nil && filepath.IsLocal(rel) {
			return root, filepath.ToSlash(rel)
		}
	}
	return dir, "."
}

// file is the place of the file at rel, a project-relative path below Dir.
func (s Store) file(rel string) (durable.Place, error) {
	below, ok := strings.CutPrefix(rel, Dir+"/")
	if !ok || !filepath.IsLocal(below) {
		return durable.Place{}, fmt.Errorf("reading %q: not below %q", rel, Dir)
	}
	dir, err := s.dir()
	if err != nil {
		return durable.Place{}, err
	}
	root, way := s.from(dir)
	return durable.In(root, path.Join(way, below)), nil
}

// Bytes reads the file at rel, a project-relative path below Dir.
func (s Store) Bytes(rel string) ([]byte, error) {
	file, err := s.file(rel)
	if err != nil {
		return nil, err
	}
	return read(file)
}

// Load reads the artifact at rel, a project-relative path below Dir.
func (s Store) Load(rel string) (Artifact, error) {
	b, err := s.Bytes(rel)
	if err != nil {
		return Artifact{}, err
	}
	return s.parse(rel, b), nil
}

// read reads a file, through no link.
func read(file durable.Place) ([]byte, error) {
	b, err := file.Read(maxFile)
	if errors.Is(err, durable.ErrLink) {
		err = fmt.Errorf("%w: %w", err, ErrLinkedOut)
	}
	return b, err
}

// stat is what the system knows of the file at rel.
func (s Store) stat(rel string) (fs.FileInfo, error) {
	dir, err := s.dir()
	if err != nil {
		return nil, err
	}
	return os.Lstat(filepath.Join(dir, filepath.FromSlash(strings.TrimPrefix(rel, Dir+"/"))))
}

// MaxAhead is how far ahead of now a date may be and still count as new.
const MaxAhead = 24 * time.Hour

// Order is the order in which artifacts count, by dates in seconds and paths: the
// newest first, one more than a day ahead of now last, ties by path.
func Order(now time.Time) func(dateA int64, pathA string, dateB int64, pathB string) int {
	ahead := now.Add(MaxAhead).Unix()
	return func(dateA int64, pathA string, dateB int64, pathB string) int {
		switch aheadA, aheadB := dateA > ahead, dateB > ahead; {
		case aheadA && !aheadB:
			return 1
		case aheadB && !aheadA:
			return -1
		case dateA != dateB:
			return cmp.Compare(dateB, dateA)
		}
		return laterName(pathA, pathB)
	}
}

// laterName puts the later of two files of one minute and title first: the one
// with the greater number.
func laterName(a, b string) int {
	if a[:strings.LastIndexByte(a, '/')+1] != b[:strings.LastIndexByte(b, '/')+1] {
		return strings.Compare(b, a)
	}
	ta, na := numbered(a)
	tb, nb := numbered(b)
	if ta == tb && na != nb {
		return nb - na
	}
	return strings.Compare(b, a)
}

// numbered takes the number off a path's title: 1 if there is none.
func numbered(rel string) (string, int) {
	minute, title, mode, _ := splitName(path.Base(rel))
	n := 1
	if i := strings.LastIndexByte(title, '-'); i >= 0 {
		if k, err := strconv.Atoi(title[i+1:]); err == nil && k > 1 && k <= maxSuffix {
			title, n = title[:i], k
		}
	}
	return path.Dir(rel) + minute.Format(minuteForm) + title + mode, n
}
