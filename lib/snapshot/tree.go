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

	"holdfast/lib/machine"
	"holdfast/lib/platform"
)

// An Entry is one path of a tree.
type Entry struct {
	Path string
	State
	Size int64 // of a file or of a link's target

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
	state := State{Kind: Kind(fields[0][0]), Mode: fs.FileMode(mode), Sum: fields[3]}
	return Entry{Path: fields[4], State: state, Size: size}, err == nil && sizeErr == nil
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
			e = Entry{Path: name, State: State{Kind: Folder}}
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
func (s Store) list(sum string) (entries []Entry, err error) {
	if sum == "" {
		return nil, nil
	}
	b, err := s.read(sum)
	if err != nil {
		return nil, err
	}
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

// mark notes the objects that a folder holds. One that is lost holds nothing.
func (s Store) mark(sum string, held map[string]bool) {
	if held[sum] {
		return
	}
	held[sum] = true
	entries, _ := s.list(sum)
	for _, e := range entries {
		if e.Kind == Folder {
			s.mark(e.Sum, held)
		} else {
			held[e.Sum] = true
		}
	}
}

// A Change is a path at which two trees differ, with what is there in each, of folders
// nothing.
type Change struct {
	Path     string
	Was, Now Entry
}

// differ are the paths at which two folders differ, at or below the paths only, where
// such are given, sorted. Of folders that are equal in both nothing is read.
func (s Store) differ(ctx context.Context, was, now string, only []string) (changes []Change, err error) {
	err = s.compare(ctx, [2]string{was, now}, "", func(at string) bool {
		return len(only) == 0 || slices.ContainsFunc(only, func(p string) bool {
			return strings.HasPrefix(p+"/", at+"/") || strings.HasPrefix(at, p+"/")
		})
	}, &changes)
	slices.SortFunc(changes, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	return changes, err
}

func (s Store) compare(ctx context.Context, folders [2]string, dir string, wanted func(at string) bool,
	changes *[]Change) error {
	if folders[0] == folders[1] || ctx.Err() != nil {
		return ctx.Err()
	}
	found := map[string][2]Entry{}
	for i, sum := range folders {
		entries, err := s.list(sum)
		if err != nil {
			return err
		}
		for _, e := range entries {
			e.Path = path.Join(dir, e.Path)
			both := found[e.Path]
			both[i] = e
			found[e.Path] = both
		}
	}
	for at, both := range found {
		if !wanted(at) {
			continue
		}
		var below [2]string
		for i, e := range both {
			if e.Kind == Folder {
				below[i], both[i] = e.Sum, Entry{}
			}
		}
		if both[0] != both[1] {
			*changes = append(*changes, Change{at, both[0], both[1]})
		}
		if err := s.compare(ctx, below, at, wanted, changes); err != nil {
			return err
		}
	}
	return nil
}

// Between are the paths at which two snapshots differ, sorted.
func (s Store) Between(ctx context.Context, one, other string) (changes []Change, err error) {
	was, _, err := s.parts(one)
	now, _, otherErr := s.parts(other)
	if err = errors.Join(err, otherErr); err == nil {
		changes, err = s.differ(ctx, was, now, nil)
	}
	if err != nil {
		return nil, fmt.Errorf("comparing snapshots %q and %q: %w", one, other, err)
	}
	return changes, nil
}

// Changes are the paths at which the work tree differs from a snapshot, as far as a
// snapshot would hold them, sorted.
func (s Store) Changes(ctx context.Context, id string) (changes []Change, err error) {
	was, _, err := s.parts(id)
	var files []Entry
	if err == nil {
		files, err = s.present(ctx)
	}
	if err == nil {
		s.unsaved = map[string][]byte{}
		now, _ := plant(files, "", func(b []byte) (string, error) {
			sum := machine.Sum(b)
			s.unsaved[sum] = b
			return sum, nil
		})
		changes, err = s.differ(ctx, was, now, nil)
	}
	if err != nil {
		return nil, fmt.Errorf("comparing with snapshot %q: %w", id, err)
	}
	return changes, nil
}

// Entries lists the tree of a snapshot, or of it what is at or below paths, sorted.
func (s Store) Entries(ctx context.Context, id string, paths ...string) (entries []Entry, err error) {
	tree, _, err := s.parts(id)
	var all []Change // since there was nothing
	if err == nil {
		all, err = s.differ(ctx, "", tree, paths)
	}
	if err != nil {
		return nil, fmt.Errorf("reading snapshot %q: %w", id, err)
	}
	for _, c := range all {
		entries = append(entries, c.Now)
	}
	return entries, nil
}

// At is what a snapshot holds at a path; Absent where that is no file or link.
func (s Store) At(ctx context.Context, id, name string) (Content, error) {
	entries, err := s.Entries(ctx, id, name)
	for _, e := range entries {
		if e.Path == name && e.Kind != Repository {
			return s.Content(e)
		}
	}
	return Content{}, err
}

// Content is what a snapshot holds where the entry is.
func (s Store) Content(e Entry) (Content, error) {
	switch e.Kind {
	case File:
		return Content{e.State, Source{At: s.object(e.Sum), Sum: e.Sum}}, nil
	case Link:
		target, err := s.read(e.Sum)
		return LinkTo(string(target)), err
	}
	return Content{State: e.State}, nil
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
