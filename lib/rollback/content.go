package rollback

import (
	"context"
	"fmt"
	"slices"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
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
	return content{}, fmt.Errorf("%q: %w", path, ErrChanged)
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
		entries, err = e.Snapshots.Entries(ctx, c.Git.Snapshot)
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
	switch {
	case c.Git.Snapshot != "" && !e.Snapshots.Git.Installed():
		return fmt.Errorf("%q: %w: git is not installed", c.ID, ErrLostSnapshot)
	case c.Git.Snapshot != "" && !e.Snapshots.Has(c.Git.Snapshot):
		return fmt.Errorf("%q: %w: it is not on this machine, or was made by an earlier release or when the "+
			"project was in another folder", c.ID, ErrLostSnapshot)
	case c.Git.Snapshot == "" && c.Git.LeftOut != "":
		return fmt.Errorf("%q: %w: %s", c.ID, ErrNoSnapshot, c.Git.LeftOut)
	case c.Git.Snapshot == "":
		return fmt.Errorf("%q: %w", c.ID, ErrNoSnapshot)
	}
	return nil
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
