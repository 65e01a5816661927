package snapshot

import (
	"cmp"
	"context"
	"fmt"
	"hash/crc32"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/each"
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
	state := State{Kind: Kind(fields[0][0]), Mode: fs.FileMode(mode).Perm(), Sum: fields[3]}
	known := state.Kind == Repository || (state.Kind == File || state.Kind == Link) && machine.IsSum(state.Sum)
	return Entry{Path: fields[4], State: state, Size: size}, known && err == nil && sizeErr == nil
}

// plant makes the objects of a tree: lists of its sorted entries, and the list of these, so that trees that are
// nearly equal have nearly all objects in common.
func plant(entries []Entry, put func([]byte) string) string {
	var sums, list []byte
	for i, e := range entries {
		ends := crc32.ChecksumIEEE([]byte(e.Path))%64 == 0 // about every 64th ends a list
		if list = e.line(list); ends || i == len(entries)-1 {
			sums, list = append(append(sums, put(list)...), '\n'), nil
		}
	}
	return put(sums)
}

func (s Store) list(sum string) (entries []Entry, err error) {
	b, err := s.read(sum)
	if err != nil {
		return nil, err
	}
	for line := range strings.SplitSeq(strings.TrimSuffix(string(b), "\x00"), "\x00") {
		e, ok := parseEntry(line)
		if !ok {
			return nil, fmt.Errorf("object %q is no list of files: %w", sum, fs.ErrInvalid)
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// objects are those of snapshots. One that is lost holds nothing.
func (s Store) objects(ids []string) map[string]bool {
	held := map[string]bool{}
	for _, id := range ids {
		tree, ignored, lists, _ := s.parts(id)
		held[id], held[ignored], held[tree] = true, true, true
		for _, sum := range lists {
			if held[sum] {
				continue
			}
			held[sum] = true
			entries, _ := s.list(sum)
			for _, e := range entries {
				held[e.Sum] = true
			}
		}
	}
	return held
}

// A Change is a path at which two trees differ, with what is there in each.
type Change struct {
	Path     string
	Was, Now Entry
}

// Changes are the paths at which a snapshot differs from another one, or from what one of
// now would hold where other is "", sorted. Lists that both have are not read.
func (s Store) Changes(ctx context.Context, one, other string) ([]Change, error) {
	was, err := s.Entries(ctx, one, other)
	var now []Entry
	switch {
	case err != nil:
	case other == "":
		now, err = s.present(ctx)
	default:
		now, err = s.Entries(ctx, other, one)
	}
	found := each.By(was, func(e Entry) (string, Change) { return e.Path, Change{Path: e.Path, Was: e} })
	for _, e := range now {
		e.stamp = ""
		c := Change{Path: e.Path, Was: found[e.Path].Was, Now: e}
		if found[e.Path] = c; c.Was == c.Now {
			delete(found, e.Path)
		}
	}
	return slices.SortedFunc(maps.Values(found), func(a, b Change) int { return strings.Compare(a.Path, b.Path) }), err
}

// Entries lists the tree of a snapshot, sorted, without the parts that the snapshot but has too, if any.
func (s Store) Entries(ctx context.Context, id, but string) (entries []Entry, err error) {
	_, _, lists, err := s.parts(id)
	_, _, known, _ := s.parts(but)
	for _, sum := range lists {
		if slices.Contains(known, sum) {
			continue
		}
		list, listErr := s.list(sum)
		if err = cmp.Or(listErr, ctx.Err()); err != nil {
			break
		}
		entries = append(entries, list...)
	}
	if err != nil {
		return nil, fmt.Errorf("reading snapshot %q: %w", id, err)
	}
	return entries, nil
}

// At is what a snapshot holds at a path; Absent where that is nothing.
func (s Store) At(ctx context.Context, id, name string) (Content, error) {
	entries, err := s.Entries(ctx, id, "")
	return s.Content(each.First(entries, func(e Entry) bool { return e.Path == name })), err
}

// Content is what a snapshot holds where the entry is.
func (s Store) Content(e Entry) Content {
	c := Content{State: e.State}
	switch e.Kind {
	case File:
		c.Source = Source{At: s.object(e.Sum), Sum: e.Sum}
	case Link:
		target, err := s.read(e.Sum)
		if c.Source.Text = string(target); err != nil {
			c.Gone = err.Error()
		}
	case Repository:
		c.State = State{Kind: Folder}
		c.Gone = "a repository of its own: its files are not in the snapshot, only that it was at commit " + e.Sum
	}
	return c
}

// Ignored reports of a path whether git ignored it when a snapshot was taken: the snapshot
// does not say then that it did not exist.
func (s Store) Ignored(id string) (func(path string) bool, error) {
	_, sum, _, err := s.parts(id)
	list, unread := s.read(sum)
	if err = cmp.Or(err, unread); err != nil {
		return nil, fmt.Errorf("reading what git ignored before snapshot %q: %w", id, err)
	}
	then := each.Set(strings.Split(string(list), "\x00")) // a folder ends in a slash
	return func(name string) bool {
		ignored := then[name]
		for dir := path.Dir(name); dir != "." && !ignored; dir = path.Dir(dir) {
			ignored = then[dir+"/"]
		}
		return ignored
	}, nil
}
