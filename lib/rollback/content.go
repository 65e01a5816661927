package rollback

import (
	"cmp"
	"context"
	"io"
	"maps"
	"slices"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/fault"
	"holdfast/lib/snapshot"
)

// holds is what a checkpoint says of paths: its list, and with more its snapshot.
func (e Engine) holds(ctx context.Context, c checkpoint.Checkpoint, more bool) (map[string]snapshot.Content, error) {
	held := each.By(c.Files, func(f checkpoint.File) (string, snapshot.Content) { return f.Path, c.Content(f) })
	if !more {
		return held, nil
	}
	if err := e.lacks(c); err != nil {
		return held, err
	}
	entries, err := e.Snapshots.Entries(ctx, c.Git.Snapshot, "")
	of := func(x snapshot.Entry) (string, snapshot.Content) { return x.Path, e.Snapshots.Content(x) }
	all := each.By(entries, of)
	maps.Copy(all, held)
	return all, err
}

// lacks says why the snapshot of a checkpoint or prompt is not there, nil where it is.
func (e Engine) lacks(c checkpoint.Checkpoint) error {
	why := ""
	switch git := c.Git; {
	case git.Snapshot == "" && git.LeftOut != "":
		why = "it has no snapshot of the whole work tree: " + git.LeftOut
	case git.Snapshot == "":
		why = "it has no snapshot of the whole work tree"
	case !e.Snapshots.Git.Installed():
		why = "its snapshot is out of reach: git is not installed"
	case !e.Snapshots.Has(git.Snapshot):
		why = "its snapshot is out of reach: it is not on this machine, or was made by an earlier release or when " +
			"the project was in another folder"
	default:
		return nil
	}
	const hint = "holdfast files list shows which ones have a snapshot"
	return fault.Fail(fault.CodeInvalid, hint, "not possible: %q: %s", c.ID, why)
}

func isAs(ctx context.Context, tree durable.Place, f checkpoint.File, path string) bool {
	now, err := snapshot.Read(ctx, tree.At(path))
	return err == nil && f.State().Matches(now.State)
}

// Current reports of each checkpoint whether all its files are in the project as it holds them. A file is
// read once, however many hold it; one that is not read before ctx ends counts as changed.
func (e Engine) Current(ctx context.Context, all []checkpoint.Checkpoint) []bool {
	found := map[string]snapshot.State{} // by path
	differs := func(f checkpoint.File) bool {
		now, known := found[f.Path]
		if !known {
			now.Kind = snapshot.Other
			if c, err := snapshot.Read(ctx, durable.In(e.Root, f.Path)); err == nil && ctx.Err() == nil {
				now = c.State
			}
			found[f.Path] = now
		}
		return !f.State().Matches(now)
	}
	return each.Of(all, func(c checkpoint.Checkpoint) bool {
		return len(c.Files) > 0 && !slices.ContainsFunc(c.Files, differs)
	})
}

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
	Unknown  string // why the bytes cannot be shown, "" where they can
}

// Compare calls visit with each file, by path, at which the checkpoint from differs from the checkpoint
// to, or from the work tree where that is nil: of those in their lists, or with whole of their
// snapshots. paths are files or folders, none for all; one may be in a snapshot alone.
func (e Engine) Compare(ctx context.Context, from checkpoint.Checkpoint, to *checkpoint.Checkpoint, whole bool,
	paths []string, visit func(Difference)) error {
	held := e.inLists
	if whole {
		held = e.inSnapshots
	}
	was, now, err := held(ctx, from, to, paths)
	if err != nil {
		return err
	}
	for _, path := range slices.Sorted(maps.Keys(was)) {
		if checkpoint.Allowed(path) != nil || len(paths) > 0 && !named(paths, path) {
			continue
		}
		is := now[path]
		if to == nil {
			is, err = snapshot.Read(ctx, durable.In(e.Root, path))
		}
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return err
		}
		if d, differs := difference(ctx, path, was[path], is); differs {
			visit(d)
		}
	}
	return ctx.Err()
}

// inSnapshots is what two snapshots, or one and the work tree, have where they differ.
func (e Engine) inSnapshots(ctx context.Context, from checkpoint.Checkpoint, to *checkpoint.Checkpoint, _ []string,
) (was, now map[string]snapshot.Content, err error) {
	other := ""
	if err = e.lacks(from); err == nil && to != nil {
		other, err = to.Git.Snapshot, e.lacks(*to)
	}
	if err != nil {
		return nil, nil, err
	}
	was, now = map[string]snapshot.Content{}, map[string]snapshot.Content{}
	changes, err := e.Snapshots.Changes(ctx, from.Git.Snapshot, other)
	for _, c := range changes {
		was[c.Path], now[c.Path] = e.Snapshots.Content(c.Was), e.Snapshots.Content(c.Now)
	}
	return was, now, err
}

// inLists is what checkpoints have of the files of their lists, and of paths.
func (e Engine) inLists(ctx context.Context, from checkpoint.Checkpoint, to *checkpoint.Checkpoint, paths []string,
) (was, now map[string]snapshot.Content, err error) {
	was, now = map[string]snapshot.Content{}, map[string]snapshot.Content{}
	other, listed := checkpoint.Checkpoint{}, from.Paths()
	if to != nil {
		other = *to
		maps.Copy(listed, to.Paths())
	}
	one, err := e.holds(ctx, from, e.lacks(from) == nil && (len(paths) > 0 || to != nil))
	if err != nil {
		return nil, nil, err
	}
	another, err := e.holds(ctx, other, e.lacks(other) == nil)
	for _, held := range []map[string]snapshot.Content{one, another} {
		for path := range held {
			if listed[path] || named(paths, path) {
				was[path], now[path] = e.at(from, one, path), e.at(other, another, path)
			}
		}
	}
	for _, name := range paths {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(was)), func(p string) bool { return below(name, p) }) {
			return nil, nil, notHeld(from, name)
		}
	}
	return was, now, err
}

// at is what a checkpoint that holds all that says of a path.
func (e Engine) at(c checkpoint.Checkpoint, held map[string]snapshot.Content, path string) snapshot.Content {
	is, ok := held[path] // Absent where the snapshot has nothing
	if !ok && e.lacks(c) != nil {
		is.Kind, is.Gone = snapshot.File, "it is not in checkpoint "+c.ID
	}
	return is
}

func difference(ctx context.Context, path string, was, now snapshot.Content) (d Difference, differs bool) {
	if was.State == now.State || was.Kind != snapshot.Folder && was.Matches(now.State) { // a repository may be gone
		return d, false
	}
	if was.Mode == snapshot.AnyMode {
		was.Mode = now.Mode
	}
	d = Difference{Path: path, Unknown: cmp.Or(was.Gone, now.Gone)}
	var err error
	if d.Was, err = shown(ctx, was); err == nil {
		d.Now, err = shown(ctx, now)
	}
	if err != nil {
		d.Unknown = err.Error()
	}
	return d, true
}

// shown is what a side has at a path; of a file over maxText bytes they are counted only.
func shown(ctx context.Context, c snapshot.Content) (Side, error) {
	s := Side{Content: c}
	if c.Kind != snapshot.File || c.Gone != "" {
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
