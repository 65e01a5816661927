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
	snapshot.Content
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

// A pair is what two sides have at a path; now is not looked at in the work tree.
type pair struct{ was, now content }

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
		if d, differs := p.difference(ctx, path); differs {
			visit(d)
		}
	}
	return ctx.Err()
}

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
		p := pair{was: e.saved(c.Was)}
		if to != nil {
			p.now = e.saved(c.Now)
		}
		pairs[c.Path] = p
	}
	return pairs, err
}

// inLists are the files of checkpoints' lists, and those of paths, each of which one of
// them must hold.
func (e Engine) inLists(ctx context.Context, from checkpoint.Checkpoint, to *checkpoint.Checkpoint, paths []string,
) (map[string]pair, error) {
	was, err := e.holds(ctx, from, e.hasSnapshot(from) && (len(paths) > 0 || to != nil))
	now := map[string]content{}
	if err == nil && to != nil {
		now, err = e.holds(ctx, *to, e.hasSnapshot(*to))
	}
	if err != nil {
		return nil, err
	}
	pairs := map[string]pair{}
	for _, held := range []map[string]content{was, now} {
		for path, is := range held {
			if !is.listed && !named(paths, path) {
				continue
			}
			p := pair{was: e.at(from, was, path)}
			if to != nil {
				p.now = e.at(*to, now, path)
			}
			pairs[path] = p
		}
	}
	for _, name := range paths {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(pairs)), func(p string) bool { return below(name, p) }) {
			return nil, notHeld(from, name)
		}
	}
	return pairs, nil
}

// at is what a checkpoint that holds all that says of a path.
func (e Engine) at(c checkpoint.Checkpoint, held map[string]content, path string) content {
	is, ok := held[path] // Absent where the snapshot has nothing
	if !ok && !e.hasSnapshot(c) {
		is.Kind, is.gone = snapshot.File, "it is not in checkpoint "+c.ID
	}
	return is
}

// difference compares one path on the two sides.
func (p pair) difference(ctx context.Context, path string) (d Difference, differs bool) {
	was, now := p.was, p.now
	if was.State == now.State || was.Kind != snapshot.Folder && was.Matches(now.State) { // a repository may be gone
		return d, false
	}
	if was.Mode == snapshot.AnyMode {
		was.Mode = now.Mode
	}
	d = Difference{Path: path, Unknown: cmp.Or(was.gone, now.gone)}
	var err error
	if d.Was, err = was.shown(ctx); err == nil {
		d.Now, err = now.shown(ctx)
	}
	if err != nil {
		d.Unknown = err.Error()
	}
	return d, true
}

// shown is what a side has at a path, with its bytes; of a file over maxText bytes
// they are counted only.
func (c content) shown(ctx context.Context) (Side, error) {
	s := Side{Content: c.Content}
	if c.Kind != snapshot.File || c.gone != "" {
		return s, nil
	}
	from, err := c.Source.Open(ctx)
	if err != nil {
		return s, err
	}
	defer from.Close()
	b, err := io.ReadAll(io.LimitReader(from, maxText+1))
	if s.Size, s.Bytes = int64(len(b)), b; err == nil && len(b) > maxText {
		var more int64
		more, err = io.Copy(io.Discard, from)
		s.Size, s.Bytes = s.Size+more, nil
	}
	return s, err
}
