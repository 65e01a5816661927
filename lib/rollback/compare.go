package rollback

import (
	"cmp"
	"context"
	"io"
	"maps"
	"slices"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/snapshot"
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
	var pairs map[string]pair
	if whole {
		pairs, err = e.inSnapshots(ctx, from, to)
	} else {
		pairs, err = e.inLists(ctx, from, to, paths)
	}
	if err != nil {
		return err
	}
	for _, path := range slices.Sorted(maps.Keys(pairs)) {
		if checkpoint.Allowed(path) != nil || len(paths) > 0 && !named(paths, path) {
			continue
		}
		p := pairs[path]
		if to == nil {
			p.now, err = look(ctx, tree, path)
		}
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		if d, differs := difference(ctx, path, p.was, p.now); differs {
			visit(d)
		}
	}
	return ctx.Err()
}

// A pair is what two sides have at a path; now is not looked at in the work tree.
type pair struct{ was, now content }

// inSnapshots are the paths at which a snapshot differs from another, or from the work
// tree.
func (e Engine) inSnapshots(ctx context.Context, from checkpoint.Checkpoint, to *checkpoint.Checkpoint,
) (map[string]pair, error) {
	err := e.lacks(from)
	if err == nil && to != nil {
		err = e.lacks(*to)
	}
	var changes []snapshot.Change
	switch {
	case err != nil:
		return nil, err
	case to == nil:
		changes, err = e.Snapshots.Changes(ctx, from.Git.Snapshot)
	default:
		changes, err = e.Snapshots.Between(ctx, from.Git.Snapshot, to.Git.Snapshot)
	}
	pairs := map[string]pair{}
	for _, c := range changes {
		pairs[c.Path] = pair{e.held(c.Was), e.held(c.Now)}
	}
	return pairs, err
}

// inLists are the files of checkpoints' lists, and those of paths.
func (e Engine) inLists(ctx context.Context, from checkpoint.Checkpoint, to *checkpoint.Checkpoint, paths []string,
) (map[string]pair, error) {
	was, err := e.side(ctx, from, len(paths) > 0 || to != nil)
	if err != nil {
		return nil, err
	}
	all, now := maps.Clone(was.known), side{}
	if to != nil {
		if now, err = e.side(ctx, *to, true); err != nil {
			return nil, err
		}
		maps.Copy(all, now.known)
		paths = nil
	}
	for _, name := range paths { // each must be in the checkpoint
		for path, w := range was.held {
			if below(name, path) {
				all[path] = w
			}
		}
		held := func(path string) bool { return below(name, path) }
		if !slices.ContainsFunc(slices.Collect(maps.Keys(all)), held) {
			return nil, notHeld(from, name)
		}
	}
	pairs := map[string]pair{}
	for path := range all {
		pairs[path] = pair{was.at(path), now.at(path)}
	}
	return pairs, nil
}

// A side is what a checkpoint says of all paths.
type side struct {
	id    string
	known map[string]content // its list
	held  map[string]content // its snapshot, nil where it has none
}

func (e Engine) side(ctx context.Context, c checkpoint.Checkpoint, more bool) (s side, err error) {
	s = side{id: c.ID, known: map[string]content{}}
	for _, f := range c.Files {
		s.known[f.Path] = e.listed(c, f)
	}
	if !more || !e.hasSnapshot(c) {
		return s, nil
	}
	entries, err := e.entries(ctx, c)
	s.held = make(map[string]content, len(entries))
	for _, entry := range entries {
		s.held[entry.Path] = e.held(entry)
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
