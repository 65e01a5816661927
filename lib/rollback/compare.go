package rollback

import (
	"cmp"
	"context"
	"fmt"
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
	Kind   Kind
	Mode   string // of a file, such as 0644
	Target string // of a link
	Size   int64
	Bytes  []byte // of a file of at most maxText bytes, nil for others
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
	tree, err := durable.OpenTree(e.Root)
	if err != nil {
		return err
	}
	defer tree.Close()
	was := e.planner(tree, from, Options{Files: paths, TaskState: true})
	sides := []*planner{was}
	if to != nil {
		sides = append(sides, e.planner(tree, *to, Options{}))
	}
	names, err := compared(ctx, sides, whole)
	if err != nil {
		return err
	}
	for _, p := range sides {
		if err := p.fill(ctx, names, whole); err != nil {
			return err
		}
	}
	for _, name := range names {
		d, same, err := difference(ctx, sides, name)
		if err != nil {
			return err
		}
		if !same {
			visit(d)
		}
	}
	return ctx.Err()
}

// compared are the paths to look at, sorted.
func compared(ctx context.Context, sides []*planner, whole bool) ([]string, error) {
	was := sides[0]
	paths := was.options.Files
	all := map[string]bool{}
	add := func(path string) {
		if checkpoint.Allowed(path) == nil && (len(paths) == 0 || named(paths, path)) {
			all[path] = true
		}
	}
	if whole {
		for _, p := range sides {
			if !p.hasSnapshot(ctx) {
				return nil, p.noSnapshot()
			}
		}
		var changes []snapshot.Change
		var err error
		if len(sides) == 1 {
			changes, err = was.Snapshots.Changes(ctx, was.checkpoint.Git.Snapshot)
		} else {
			changes, err = was.Snapshots.Between(ctx, was.checkpoint.Git.Snapshot, sides[1].checkpoint.Git.Snapshot)
		}
		for _, c := range changes {
			add(c.Path)
		}
		return slices.Sorted(maps.Keys(all)), err
	}
	if len(sides) == 1 { // each path that is named must be there
		if err := was.collect(ctx); err != nil {
			return nil, err
		}
		for path := range was.wants {
			add(path)
		}
	}
	for _, p := range sides {
		for _, f := range p.checkpoint.Files {
			add(f.Path)
		}
	}
	return slices.Sorted(maps.Keys(all)), nil
}

// fill finds what the checkpoint says of the paths: its list, where whole does not
// pass it over, else its snapshot.
func (p *planner) fill(ctx context.Context, paths []string, whole bool) error {
	for _, f := range p.checkpoint.Files {
		if !whole {
			p.wants[f.Path] = p.listed(p.checkpoint, f)
		}
	}
	held := p.hasSnapshot(ctx)
	var missing []string
	for _, path := range paths {
		if _, known := p.wants[path]; known {
			continue
		}
		missing = append(missing, path)
		if p.wants[path] = (content{State: State{Kind: Absent}}); !held {
			p.wants[path] = content{State: State{Kind: File}, gone: "it is not in checkpoint " + p.checkpoint.ID}
		}
	}
	if !held || len(missing) == 0 {
		return nil
	}
	entries, err := p.Snapshots.Entries(ctx, p.checkpoint.Git.Snapshot, missing...)
	for _, e := range entries {
		p.wants[e.Path] = p.held(e)
	}
	return err
}

// difference compares one path on the two sides, of which the second is the work
// tree where there is one alone.
func difference(ctx context.Context, sides []*planner, path string) (d Difference, same bool, err error) {
	was, is := sides[0].wants[path], content{}
	if len(sides) == 2 {
		is = sides[1].wants[path]
		same = was.equals(is)
	} else {
		is, err = look(ctx, sides[0].tree, path)
		same = was.is(is)
		if was.Kind == File && is.Kind == File {
			was.Mode = was.modeFor(is)
		}
	}
	if err != nil || same {
		return d, true, err
	}
	d = Difference{Path: path, Unknown: cmp.Or(was.gone, is.gone)}
	if d.Was, err = was.shown(ctx); err == nil {
		d.Now, err = is.shown(ctx)
	}
	if err != nil && ctx.Err() == nil {
		d.Unknown, err = err.Error(), nil
	}
	return d, false, err
}

// shown is what a side has at a path, with its bytes; of a file over maxText bytes
// they are counted only.
func (w content) shown(ctx context.Context) (Side, error) {
	s := Side{Kind: w.Kind, Mode: w.Mode, Target: w.Target}
	if w.source == nil {
		return s, nil
	}
	from, err := w.source(ctx)
	if err != nil {
		return s, err
	}
	defer from.Close()
	b, err := io.ReadAll(io.LimitReader(from, maxText+1))
	if err != nil {
		return s, fmt.Errorf("reading: %w", err)
	}
	s.Size = int64(len(b))
	switch {
	case w.Kind == Link:
		s.Mode, s.Target = "", string(b)
	case len(b) <= maxText:
		s.Bytes = b
	default:
		var more int64
		more, err = io.Copy(io.Discard, from)
		s.Size += more
	}
	return s, err
}
