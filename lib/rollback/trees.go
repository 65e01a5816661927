package rollback

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/snapshot"
)

// CompareSnapshots is Compare for whole work trees: from the snapshot of one
// checkpoint to that of another, or to the work tree where to is nil.
func (e Engine) CompareSnapshots(ctx context.Context, from checkpoint.Checkpoint, to *checkpoint.Checkpoint, paths []string, visit func(Difference)) error {
	tree, err := durable.OpenTree(e.Root)
	if err != nil {
		return err
	}
	defer tree.Close()
	was := e.side(tree, from)
	if !was.hasSnapshot(ctx) {
		return fmt.Errorf("checkpoint %q: %w", from.ID, ErrNoSnapshot)
	}
	var changes []snapshot.Change
	var is *planner
	if to == nil {
		changes, err = e.Snapshots.Changes(ctx, from.Git.Snapshot)
	} else if is = e.side(tree, *to); !is.hasSnapshot(ctx) {
		return fmt.Errorf("checkpoint %q: %w", to.ID, ErrNoSnapshot)
	} else {
		changes, err = e.Snapshots.Between(ctx, from.Git.Snapshot, to.Git.Snapshot)
	}
	if err != nil {
		return err
	}
	changes = slices.DeleteFunc(changes, func(c snapshot.Change) bool {
		return checkpoint.Allowed(c.Path) != nil || len(paths) > 0 && !named(paths, c.Path)
	})
	if err := was.take(ctx, changes, func(c snapshot.Change) bool { return c.Was }); err != nil {
		return err
	}
	if is != nil {
		if err := is.take(ctx, changes, func(c snapshot.Change) bool { return c.Is }); err != nil {
			return err
		}
	}
	for _, c := range changes {
		d, same, err := was.differs(ctx, is, c.Path)
		if err != nil {
			return err
		}
		if !same {
			visit(d)
		}
	}
	return ctx.Err()
}

// CompareLists is Compare from one checkpoint's own list to another's. A path
// that is in one of them only is taken from the other's snapshot, if it has one.
func (e Engine) CompareLists(ctx context.Context, from, to checkpoint.Checkpoint, paths []string, visit func(Difference)) error {
	tree, err := durable.OpenTree(e.Root)
	if err != nil {
		return err
	}
	defer tree.Close()
	was, is := e.side(tree, from), e.side(tree, to)
	all := map[string]bool{}
	for _, p := range []*planner{was, is} {
		for _, f := range p.checkpoint.Files {
			if checkpoint.Allowed(f.Path) == nil && (len(paths) == 0 || named(paths, f.Path)) {
				p.wants[f.Path], all[f.Path] = wantOf(f), true
			}
		}
	}
	for _, p := range []*planner{was, is} {
		if err := p.complete(ctx, all); err != nil {
			return err
		}
	}
	for _, path := range slices.Sorted(maps.Keys(all)) {
		d, same, err := was.differs(ctx, is, path)
		if err != nil {
			return err
		}
		if !same {
			visit(d)
		}
	}
	return ctx.Err()
}

// side is a planner that only knows what a checkpoint holds.
func (e Engine) side(tree *durable.Tree, c checkpoint.Checkpoint) *planner {
	return &planner{Engine: e, tree: tree, checkpoint: c, wants: map[string]want{}, items: map[string]Item{}, blocked: map[string]string{}}
}

// take adds what the snapshot holds of the changed paths.
func (p *planner) take(ctx context.Context, changes []snapshot.Change, there func(snapshot.Change) bool) error {
	var paths []string
	for _, c := range changes {
		if there(c) {
			paths = append(paths, c.Path)
		} else {
			p.wants[c.Path] = want{path: c.Path, kind: Absent}
		}
	}
	return p.fromSnapshot(ctx, paths)
}

func (p *planner) fromSnapshot(ctx context.Context, paths []string) error {
	if len(paths) == 0 {
		return nil
	}
	entries, err := p.Snapshots.Entries(ctx, p.checkpoint.Git.Snapshot, paths...)
	for _, e := range entries {
		p.sha256Git = p.sha256Git || len(e.Blob) == 64
		p.wants[e.Path] = wantIn(e)
		if e.Submodule {
			p.wants[e.Path] = want{path: e.Path, kind: Folder, gone: "a repository of its own"}
		}
	}
	return err
}

// complete adds those of paths that the checkpoint's own list does not name.
func (p *planner) complete(ctx context.Context, paths map[string]bool) error {
	var missing []string
	for path := range paths {
		if _, known := p.wants[path]; !known {
			missing = append(missing, path)
			p.wants[path] = want{path: path, kind: File, gone: "it is not in checkpoint " + p.checkpoint.ID}
		}
	}
	if !p.hasSnapshot(ctx) || len(missing) == 0 {
		return nil
	}
	for _, path := range missing {
		p.wants[path] = want{path: path, kind: Absent}
	}
	return p.fromSnapshot(ctx, missing)
}

// differs compares one path with another checkpoint's, or with the work tree
// where is is nil.
func (p *planner) differs(ctx context.Context, is *planner, path string) (Difference, bool, error) {
	if is == nil {
		return p.difference(ctx, p.wants[path])
	}
	was, now := p.wants[path], is.wants[path]
	d := Difference{Path: path, Unknown: was.gone}
	if d.Unknown == "" {
		d.Unknown = now.gone
	}
	if was.kind == now.kind && was.mode == now.mode && (was.kind == Absent || was.sum != "" && was.sum == now.sum || was.source.Blob != "" && was.source.Blob == now.source.Blob) {
		return d, true, nil
	}
	var err error
	if d.Was, err = p.shown(ctx, was); err == nil {
		d.Now, err = is.shown(ctx, now)
	}
	if err != nil && ctx.Err() == nil {
		d.Unknown, err = err.Error(), nil
	}
	return d, false, err
}

// shown is what a checkpoint holds of a path, with its bytes.
func (p *planner) shown(ctx context.Context, w want) (Side, error) {
	s := Side{Kind: w.kind, Mode: w.mode, Target: w.target}
	if w.gone != "" || w.source == (source{}) {
		return s, nil
	}
	b, size, err := contents(func() (io.ReadCloser, error) { return p.before(ctx, w) })
	if w.kind == Link {
		s.Mode, s.Target = "", string(b)
		return s, err
	}
	s.Bytes, s.Size = b, size
	return s, err
}
