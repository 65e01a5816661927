package rollback

import (
	"cmp"
	"context"
	"io"
	"maps"
	"slices"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
)

// maxText is how many bytes of a file a comparison reads, on each side.
const maxText = 10 << 20

// A Side is a file on one side of a comparison.
type Side struct {
	State
	Size  int64
	Bytes []byte // of a file of at most maxText bytes, nil for others
}

// A Difference is one file that is not the same on both sides.
type Difference struct {
	Path     string
	Was, Now Side
	// Unknown says why the bytes cannot be shown, "" where they can.
	Unknown string
}

// Compare finds the files at which the checkpoint from differs from the checkpoint
// to, or from the work tree where that is nil, and calls visit with each, by path.
// Compared are the files of their lists; whole compares the whole work trees of
// their snapshots instead. paths are project-relative files or folders, none means
// all; one that only a snapshot holds is taken from there. It changes nothing.
func (e Engine) Compare(ctx context.Context, from checkpoint.Checkpoint, to *checkpoint.Checkpoint, whole bool,
	paths []string, visit func(Difference)) error {
	tree, err := durable.Open(e.Root)
	if err != nil {
		return err
	}
	defer tree.Close()
	was, err := e.side(ctx, from, whole, len(paths) > 0 || to != nil)
	if err != nil {
		return err
	}
	all := maps.Clone(was.known)
	is := func(path string) (content, error) { return look(ctx, tree, path) }
	switch {
	case to != nil:
		other, err := e.side(ctx, *to, whole, true)
		if err != nil {
			return err
		}
		maps.Copy(all, other.known)
		is = func(path string) (content, error) { return other.at(path), nil }
	case whole:
		changes, err := e.Snapshots.Changes(ctx, from.Git.Snapshot)
		if err != nil {
			return err
		}
		clear(all)
		for _, c := range changes {
			all[c.Path] = content{}
		}
	default:
		for _, name := range paths { // each must be in the checkpoint
			for path, w := range was.held {
				if below(name, path) {
					all[path] = w
				}
			}
			held := func(path string) bool { return below(name, path) }
			if !slices.ContainsFunc(slices.Collect(maps.Keys(all)), held) {
				return notHeld(from, name)
			}
		}
	}
	for _, path := range slices.Sorted(maps.Keys(all)) {
		if checkpoint.Allowed(path) != nil || len(paths) > 0 && !named(paths, path) {
			continue
		}
		now, err := is(path)
		if err == nil {
			err = ctx.Err()
		}
		if err != nil {
			return err
		}
		if d, differs := difference(ctx, path, was.at(path), now); differs {
			visit(d)
		}
	}
	return ctx.Err()
}

// A side is what a checkpoint says of all paths.
type side struct {
	id    string
	known map[string]content // what is compared: its list, or the whole of its snapshot
	held  map[string]content // its snapshot, nil where it has none
}

func (e Engine) side(ctx context.Context, c checkpoint.Checkpoint, whole, more bool) (s side, err error) {
	s = side{id: c.ID, known: map[string]content{}}
	for _, f := range c.Files {
		if !whole {
			s.known[f.Path] = e.listed(c, f)
		}
	}
	if !whole && (!more || !e.hasSnapshot(c)) {
		return s, nil
	}
	entries, err := e.entries(ctx, c)
	s.held = make(map[string]content, len(entries))
	for _, entry := range entries {
		s.held[entry.Path] = e.held(entry)
	}
	if whole {
		s.known = s.held
	}
	return s, err
}

func (s side) at(path string) content {
	if w, ok := s.known[path]; ok {
		return w
	}
	if w, ok := s.held[path]; ok {
		return w
	}
	if s.held != nil {
		return content{State: State{Kind: Absent}}
	}
	return content{State: State{Kind: File}, gone: "it is not in checkpoint " + s.id}
}

// difference compares one path on the two sides.
func difference(ctx context.Context, path string, was, is content) (d Difference, differs bool) {
	if was.State == is.State || was.Kind != Folder && was.matches(is.State) { // a repository may be gone
		return d, false
	}
	if was.Kind == File {
		was.Mode = cmp.Or(was.Mode, is.Mode)
	}
	d = Difference{Path: path, Unknown: cmp.Or(was.gone, is.gone)}
	var err error
	if d.Was, err = was.shown(ctx); err == nil {
		d.Now, err = is.shown(ctx)
	}
	if err != nil {
		d.Unknown = err.Error()
	}
	return d, true
}

// shown is what a side has at a path, with its bytes; of a file over maxText bytes
// they are counted only.
func (c content) shown(ctx context.Context) (Side, error) {
	s := Side{State: c.State}
	if c.source == nil {
		return s, nil
	}
	from, err := c.source(ctx)
	if err != nil {
		return s, err
	}
	defer from.Close()
	b, err := io.ReadAll(io.LimitReader(from, maxText+1))
	s.Size, s.Bytes = int64(len(b)), b
	if err == nil && len(b) > maxText {
		s.Bytes = nil
		var more int64
		more, err = io.Copy(io.Discard, from)
		s.Size += more
	}
	return s, err
}
