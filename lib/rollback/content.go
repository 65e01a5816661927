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
	"holdfast/lib/fault"
	"holdfast/lib/snapshot"
)

// A content is what is at a path, of the project or of a checkpoint.
type content struct {
	snapshot.Content
	gone    string   // why its bytes are not there, "" where they are
	without []string // what a new file in its place has not
	listed  bool     // in the list of the checkpoint
}

// look reads what is at a path, until ctx ends.
func look(ctx context.Context, tree durable.Place, path string) (content, error) {
	at := tree.At(path)
	for range 3 {
		found, err := snapshot.Look(at)
		if err != nil || found.Kind != snapshot.File {
			return content{Content: found}, err
		}
		f, info, err := at.Open()
		if snapshot.Unreachable(err) {
			continue // it went, or something else took its place, since it was looked at
		}
		if err != nil {
			return content{}, err
		}
		defer f.Close()
		from := snapshot.NewReader(ctx, f)
		if err := snapshot.Drain(from); err != nil {
			return content{}, fmt.Errorf("reading %q: %w", path, err)
		}
		found.Mode, found.Sum = info.Mode().Perm(), from.Sum()
		return content{Content: found, without: checkpoint.Lost(f, info)}, nil
	}
	return content{}, fmt.Errorf("%q: %w", path, durable.ErrChanged)
}

// listed is what the checkpoint's own list says of a path.
func listed(c checkpoint.Checkpoint, f checkpoint.File) content {
	is := content{Content: c.Content(f), without: f.Without, listed: true}
	if is.Kind == snapshot.File && f.BackupPath == "" {
		is.gone = "the checkpoint has only its checksum"
	}
	return is
}

// saved is what a snapshot says of a path.
func (e Engine) saved(entry snapshot.Entry) content {
	if entry.Kind == snapshot.Repository {
		is := content{gone: "a repository of its own: its files are not in the snapshot, only that it was at commit " +
			entry.Sum}
		is.Kind = snapshot.Folder
		return is
	}
	held, err := e.Snapshots.Content(entry)
	is := content{Content: held}
	if err != nil {
		is.gone = err.Error()
	}
	return is
}

// holds is what a checkpoint says of paths: its list, and where more is asked for, of
// what that does not name its snapshot.
func (e Engine) holds(ctx context.Context, c checkpoint.Checkpoint, more bool) (map[string]content, error) {
	held := map[string]content{}
	for _, f := range c.Files {
		held[f.Path] = listed(c, f)
	}
	if !more {
		return held, nil
	}
	var entries []snapshot.Entry
	err := e.lacks(c)
	if err == nil {
		entries, err = e.Snapshots.Entries(ctx, c.Git.Snapshot, "")
	}
	for _, entry := range entries {
		if _, known := held[entry.Path]; !known {
			held[entry.Path] = e.saved(entry)
		}
	}
	return held, err
}

func (e Engine) hasSnapshot(c checkpoint.Checkpoint) bool { return e.lacks(c) == nil }

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
	return impossible("holdfast files list shows which ones have a snapshot", "%q: %s", c.ID, why)
}

// impossible is the error for what a checkpoint does not hold.
func impossible(hint, format string, a ...any) error {
	return fault.Fail(fault.CodeInvalid, hint, "not possible: "+format, a...)
}

// isAs reports whether what is at a path is what an entry of a checkpoint says.
func isAs(ctx context.Context, tree durable.Place, f checkpoint.File, path string) bool {
	now, err := look(ctx, tree, path)
	return err == nil && f.State().Matches(now.State)
}

// Current reports of each of the checkpoints whether all its files are in the project as
// it holds them: a rollback would change nothing. A file is read once, however many hold
// it; one that is not read before ctx ends counts as changed.
func (e Engine) Current(ctx context.Context, all []checkpoint.Checkpoint) []bool {
	current := make([]bool, len(all))
	tree, err := durable.Open(e.Root)
	if err != nil {
		return current
	}
	defer tree.Close()
	found := map[string]snapshot.State{} // by path
	differs := func(f checkpoint.File) bool {
		now, known := found[f.Path]
		if !known {
			now.Kind = snapshot.Other
			if c, err := look(ctx, tree, f.Path); err == nil && ctx.Err() == nil {
				now = c.State
			}
			found[f.Path] = now
		}
		return !f.State().Matches(now)
	}
	for i, c := range all {
		current[i] = len(c.Files) > 0 && !slices.ContainsFunc(c.Files, differs)
	}
	return current
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
