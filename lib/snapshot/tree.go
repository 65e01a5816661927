package snapshot

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/platform"
)

// A Kind is what an entry of a tree is.
type Kind byte

// The kinds of an entry.
const (
	File       Kind = 'f'
	Link       Kind = 'l'
	Repository Kind = 'r' // of its own, which is recorded and not held
	folder     Kind = 'd'
)

// An Entry is one path of a snapshot.
type Entry struct {
	Path string
	Kind Kind
	Mode fs.FileMode // permissions of a file
	Size int64       // of a file or of a link's target
	Sum  string      // SHA-256 of these; of a repository its commit

	stamp platform.Stamp // of a file of the work tree
}

// Large reports whether a snapshot passes over a file.
func (e Entry) Large() bool { return e.Kind == File && e.Size > MaxFile }

// line is an entry as the object of its folder has it, where its path is a name.
func (e Entry) line(b []byte) []byte {
	b = append(b, byte(e.Kind), ' ')
	b = append(strconv.AppendUint(b, uint64(e.Mode), 8), ' ')
	b = append(strconv.AppendInt(b, e.Size, 10), ' ')
	b = append(append(b, e.Sum...), ' ')
	return append(append(b, e.Path...), 0)
}

// parseEntry reads what line wrote, without the zero byte at its end.
func parseEntry(line string) (e Entry, ok bool) {
	fields := strings.SplitN(line, " ", 5)
	if len(fields) != 5 || len(fields[0]) != 1 || fields[4] == "" {
		return e, false
	}
	mode, err := strconv.ParseUint(fields[1], 8, 32)
	size, sizeErr := strconv.ParseInt(fields[2], 10, 64)
	e = Entry{Path: fields[4], Kind: Kind(fields[0][0]), Mode: fs.FileMode(mode), Size: size, Sum: fields[3]}
	return e, err == nil && sizeErr == nil
}

// plant makes the objects of a folder and of those below it, whose entries are
// sorted and have the folder's own path, up to a slash, before theirs.
func plant(entries []Entry, dir string, put func([]byte) (string, error)) (sum string, err error) {
	var list []byte
	for i := 0; i < len(entries); {
		e := entries[i]
		e.Path = e.Path[len(dir):]
		n := 1
		if name, _, below := strings.Cut(e.Path, "/"); below {
			for i+n < len(entries) && strings.HasPrefix(entries[i+n].Path[len(dir):], name+"/") {
				n++
			}
			e = Entry{Path: name, Kind: folder}
			if e.Sum, err = plant(entries[i:i+n], dir+name+"/", put); err != nil {
				return "", err
			}
		}
		list = e.line(list)
		i += n
	}
	return put(list)
}

// list reads the object of a folder; "" is one that is empty.
func (s Store) list(sum string) ([]Entry, error) {
	if sum == "" {
		return nil, nil
	}
	b, err := s.read(sum)
	if err != nil {
		return nil, err
	}
	var entries []Entry
	for line := range strings.SplitSeq(strings.TrimSuffix(string(b), "\x00"), "\x00") {
		e, ok := parseEntry(line)
		if !ok && line != "" || strings.Contains(e.Path, "/") {
			return nil, fmt.Errorf("object %q is no folder: %w", sum, fs.ErrInvalid)
		}
		if ok {
			entries = append(entries, e)
		}
	}
	return entries, nil
}

// Entries lists the tree of a snapshot, or of it what is at or below paths.
func (s Store) Entries(ctx context.Context, id string, paths ...string) (entries []Entry, err error) {
	tree, _, err := s.parts(id)
	if err == nil {
		err = s.walk(ctx, tree, "", func(at string) bool {
			return len(paths) == 0 || slices.ContainsFunc(paths, func(p string) bool {
				return strings.HasPrefix(p+"/", at+"/") || strings.HasPrefix(at, p+"/")
			})
		}, &entries)
	}
	if err != nil {
		return nil, fmt.Errorf("reading snapshot %q: %w", id, err)
	}
	return entries, nil
}

// File is the file or link at a path of a snapshot, with its bytes or its target; of
// Kind 0 where there is none.
func (s Store) File(ctx context.Context, id, name string) (Entry, []byte, error) {
	entries, err := s.Entries(ctx, id, name)
	for _, e := range entries {
		if e.Path == name && e.Kind != Repository {
			b, err := s.read(e.Sum)
			return e, b, err
		}
	}
	return Entry{}, nil, err
}

func (s Store) walk(ctx context.Context, sum, dir string, wanted func(at string) bool, found *[]Entry) error {
	entries, err := s.list(sum)
	for _, e := range entries {
		e.Path = path.Join(dir, e.Path)
		switch {
		case !wanted(e.Path):
		case e.Kind != folder:
			*found = append(*found, e)
		case err == nil:
			err = s.walk(ctx, e.Sum, e.Path, wanted, found)
		}
	}
	return errors.Join(err, ctx.Err())
}

// mark notes the objects that a folder holds. One that is lost holds nothing.
func (s Store) mark(sum string, held map[string]bool) {
	if held[sum] {
		return
	}
	held[sum] = true
	entries, _ := s.list(sum)
	for _, e := range entries {
		if e.Kind == folder {
			s.mark(e.Sum, held)
		} else {
			held[e.Sum] = true
		}
	}
}

// A Change is a path at which two trees differ, with what is there in each: nothing of
// Kind 0.
type Change struct {
	Path     string
	Was, Now Entry
}

func byPath(a, b Change) int { return strings.Compare(a.Path, b.Path) }

// Changes are the paths at which the work tree differs from a snapshot, as far
// as a snapshot would hold them, sorted.
func (s Store) Changes(ctx context.Context, id string) (changes []Change, err error) {
	was, err := s.Entries(ctx, id)
	if err != nil {
		return nil, err
	}
	now, err := s.present(ctx)
	if err != nil {
		return nil, fmt.Errorf("comparing with snapshot %q: %w", id, err)
	}
	before := make(map[string]Entry, len(was))
	for _, e := range was {
		before[e.Path] = e
	}
	for _, e := range now {
		e.stamp = ""
		earlier := before[e.Path]
		if delete(before, e.Path); e != earlier {
			changes = append(changes, Change{e.Path, earlier, e})
		}
	}
	for gone, e := range before {
		changes = append(changes, Change{Path: gone, Was: e})
	}
	slices.SortFunc(changes, byPath)
	return changes, nil
}

// Between are the paths at which two snapshots differ, sorted. Folders that are equal
// in both are not read.
func (s Store) Between(ctx context.Context, one, other string) (changes []Change, err error) {
	was, _, err := s.parts(one)
	now, _, otherErr := s.parts(other)
	if err = errors.Join(err, otherErr); err == nil {
		err = s.compare(ctx, [2]string{was, now}, "", &changes)
	}
	if err != nil {
		return nil, fmt.Errorf("comparing snapshots %q and %q: %w", one, other, err)
	}
	slices.SortFunc(changes, byPath)
	return changes, nil
}

// compare finds what differs between two folders, of which one may be missing.
func (s Store) compare(ctx context.Context, folders [2]string, dir string, changes *[]Change) error {
	if folders[0] == folders[1] || ctx.Err() != nil {
		return ctx.Err()
	}
	names := map[string][2]Entry{}
	for i, sum := range folders {
		entries, err := s.list(sum)
		if err != nil {
			return err
		}
		for _, e := range entries {
			name := e.Path
			e.Path = path.Join(dir, name)
			both := names[name]
			both[i] = e
			names[name] = both
		}
	}
	for name, both := range names {
		var below [2]string
		for i, e := range both {
			if e.Kind == folder {
				below[i], both[i] = e.Sum, Entry{}
			}
		}
		at := path.Join(dir, name)
		if both[0] != both[1] {
			*changes = append(*changes, Change{at, both[0], both[1]})
		}
		if err := s.compare(ctx, below, at, changes); err != nil {
			return err
		}
	}
	return nil
}

// Ignored tells of a path whether git ignored it when a snapshot was taken, whatever
// the rule's source: a snapshot without such a file does not say that it did not exist.
func (s Store) Ignored(id string) (func(path string) bool, error) {
	_, sum, err := s.parts(id)
	var list []byte
	if err == nil {
		list, err = s.read(sum)
	}
	if err != nil {
		return nil, fmt.Errorf("reading what git ignored before snapshot %q: %w", id, err)
	}
	then := map[string]bool{} // a folder ends in a slash
	for name := range strings.SplitSeq(string(list), "\x00") {
		then[name] = true
	}
	return func(name string) bool {
		ignored := then[name]
		for dir := path.Dir(name); dir != "." && !ignored; dir = path.Dir(dir) {
			ignored = then[dir+"/"]
		}
		return ignored
	}, nil
}
