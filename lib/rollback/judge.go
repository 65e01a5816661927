package rollback

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"path"
	"slices"

	"holdfast/lib/checkpoint"
)

// judge compares the current content with what the checkpoint says, and reads every
// backup that it names through to its end.
func (p *planner) judge(ctx context.Context) error {
	paths := slices.Sorted(maps.Keys(p.wants))
	for i, path := range paths {
		if err := ctx.Err(); err != nil {
			return err
		}
		p.progress(i, len(paths))
		w := p.wants[path]
		see := func() (seen, error) { return look(ctx, p.tree, path, p.sha256Git) }
		if w.gone != "" && w.sum == "" { // there is nothing to compare its bytes with
			see = func() (seen, error) { return glance(p.tree, path, p.sha256Git) }
		}
		now, err := see()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			p.block(path, "it cannot be read: "+err.Error())
			continue
		}
		if p.byName(path) {
			if w.source.Blob != "" {
				w.mode = modeInBlob(w, now)
			}
			p.items[path] = Item{Path: path, Action: Kept, Why: onlyByName}
			if w.matches(now) {
				p.items[path] = Item{Path: path, Action: Unchanged, Before: now.State}
			}
			continue
		}
		item, err := p.compare(ctx, w, now)
		if err != nil {
			return err
		}
		item.Path, item.Before, item.source = path, now.State, w.source
		if item.Action == Restore && w.kind == File {
			item.Without = w.without(now)
		}
		if item.Action == Restore && now.Kind == Other {
			p.block(path, "it is now a pipe, a socket or a device, which cannot be saved first; move it away")
		}
		p.items[path] = item
	}
	p.progress(len(paths), len(paths))
	return nil
}

// without is what a restore does not bring back of a file: of what it was, and of
// what is in its place.
func (w want) without(now seen) []string {
	lost := slices.Clone(now.lost)
	if b := w.source.Backup; b != nil {
		if b.LinkTo != "" { // it becomes a second name of that file again
			lost = slices.DeleteFunc(lost, func(s string) bool { return s == checkpoint.WithoutLinks })
		}
		lost = append(lost, b.Without...)
	}
	slices.Sort(lost)
	return slices.Compact(lost)
}

// compare is the action for one path, with the state after it.
func (p *planner) compare(ctx context.Context, w want, now seen) (Item, error) {
	switch {
	case w.kind == Absent && now.Kind == Other:
		return Item{Action: Kept, Why: "it is now a pipe, a socket or a device"}, nil
	case w.kind == Absent && now.bare():
		return Item{Action: Unchanged}, nil
	case w.kind == Absent:
		return Item{Action: Remove, After: State{Kind: Absent}}, nil
	case w.gone != "" && w.sum != "" && now.Sum == w.sum:
		return Item{Action: Unchanged}, nil
	case w.gone != "":
		return Item{Action: Missing, Why: w.gone}, nil
	case w.source.Blob != "":
		return p.compareBlob(ctx, w, now)
	case w.kind == Link:
		return action(State{Kind: Link, Target: w.target}, now), nil
	}
	if err := p.verifyBackup(*w.source.Backup); err != nil {
		p.blame(w.path, err.Error())
	}
	return action(State{Kind: File, Mode: modeOf(w.mode, now), Sum: w.sum}, now), nil
}

func action(after State, now seen) Item {
	if now.State == after {
		return Item{Action: Unchanged}
	}
	return Item{Action: Restore, After: after}
}

// modeOf is the mode to restore: the one recorded, else that of the file that
// is there, else an ordinary file's.
func modeOf(recorded string, now seen) string {
	if mode, ok := permissions(recorded); ok {
		return octal(mode)
	}
	if now.Kind == File {
		return now.Mode
	}
	return "0644"
}

// modeInBlob is the mode of an entry of the snapshot, which knows of a mode only
// whether the file is a program: that of the file that is there, if it is
// as much of one.
func modeInBlob(w want, now seen) string {
	if saved, ok := permissions(w.mode); ok && now.Kind == File {
		if present, _ := permissions(now.Mode); present&0o100 == saved&0o100 {
			return now.Mode
		}
	}
	return w.mode
}

// compareBlob judges an entry of the snapshot.
func (p *planner) compareBlob(ctx context.Context, w want, now seen) (Item, error) {
	mode := modeInBlob(w, now)
	if now.Kind == w.kind && now.blob == w.source.Blob && (w.kind == Link || mode == now.Mode) {
		return Item{Action: Unchanged}, nil
	}
	after := State{Kind: w.kind, Mode: mode}
	if err := p.readBlob(ctx, w, &after); err != nil {
		if ctx.Err() != nil {
			return Item{}, ctx.Err()
		}
		p.blame(w.path, "in the snapshot: "+err.Error())
	}
	return action(after, now), nil
}

// readBlob reads an object of the snapshot to its end, and completes the state
// that it gives.
func (p *planner) readBlob(ctx context.Context, w want, after *State) error {
	if p.blobs == nil {
		r, err := p.Snapshots.Blobs(ctx)
		if err != nil {
			return err
		}
		p.blobs = r
	}
	blob, sum := blobHash(w.size, p.sha256Git), sha256.New()
	var target limited
	to := io.MultiWriter(blob, sum)
	if w.kind == Link {
		to, after.Mode = io.MultiWriter(blob, &target), ""
	}
	if err := p.blobs.Blob(w.source.Blob, to); err != nil {
		return err
	}
	if hex.EncodeToString(blob.Sum(nil)) != w.source.Blob {
		return errDamaged
	}
	if w.kind == Link {
		after.Target = target.String()
	} else {
		after.Sum = hex.EncodeToString(sum.Sum(nil))
	}
	return nil
}

// verifyBackupOf reads a backup to its end.
func (e Engine) verifyBackupOf(c checkpoint.Checkpoint, f checkpoint.File) error {
	from, err := e.Checkpoints.Backup(c, f)
	if err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return errors.New("the backup is missing")
		}
		return err
	}
	defer from.Close()
	_, err = io.Copy(io.Discard, newChecking(from, f.Hash))
	return err
}

// verifyBackup reads a backup that several files share once.
func (p *planner) verifyBackup(f checkpoint.File) error {
	key := [2]string{f.BackupPath, f.Hash}
	err, known := p.verified[key]
	if !known {
		err = p.verifyBackupOf(p.checkpoint, f)
		p.verified[key] = err
	}
	return err
}

// maxInTheWay is how many files a folder may hold that is in the place of a file.
const maxInTheWay = 10_000

// clear finds what is in the way of the files to restore: a file or a link
// where a folder was, a folder where a file was. Without --all the named files matter
// more, and what is in their way is removed as part of the plan; with --all
// only what --remove-new takes away is.
func (p *planner) clear(ctx context.Context) error {
	reached := map[string]bool{} // folders known to be none of a trap
	for _, item := range p.sorted() {
		if item.Action != Restore {
			continue
		}
		if item.Before.Kind == Folder {
			left := maxInTheWay
			p.clearFolder(ctx, item.Path, item.Path, &left)
		}
		for _, dir := range above(item.Path) {
			if reached[dir] {
				continue
			}
			now, err := look(ctx, p.tree, dir, p.sha256Git)
			if err != nil {
				p.block(dir, "it cannot be read: "+err.Error())
				break
			}
			if now.Kind == Folder {
				reached[dir] = true
				continue
			}
			if now.Kind != Absent {
				p.inTheWay(dir, item.Path, now)
			}
			break
		}
	}
	return nil
}

// clearFolder looks at all that a folder holds that is in the place of the file at
// goal was.
func (p *planner) clearFolder(ctx context.Context, dir, goal string, left *int) {
	if err := checkpoint.Allowed(dir); err != nil {
		p.block(dir, fmt.Sprintf("it is in the way of %q: %v", goal, err))
		return
	}
	entries, err := p.tree.ReadDir(dir)
	if err != nil {
		p.block(dir, "it cannot be read: "+err.Error())
		return
	}
	for _, entry := range entries {
		if *left--; *left < 0 {
			p.block(goal, fmt.Sprintf("it is now a folder with more than %d files; move it away", maxInTheWay))
			return
		}
		at := path.Join(dir, entry.Name())
		if entry.IsDir() {
			p.clearFolder(ctx, at, goal, left)
			continue
		}
		now, err := look(ctx, p.tree, at, p.sha256Git)
		if err != nil {
			p.block(at, "it cannot be read: "+err.Error())
			continue
		}
		p.inTheWay(at, goal, now)
	}
}

// inTheWay makes what is at path go, where it may.
func (p *planner) inTheWay(path, goal string, now seen) {
	known, ok := p.items[path]
	if ok && known.Action == Remove || now.Kind == Absent {
		return
	}
	movable := now.Kind != Other && !p.options.All && checkpoint.Allowed(path) == nil && !checkpoint.Guarded(path)
	if ok || !movable || path == taskFile(p.checkpoint.TaskID) {
		p.block(path, fmt.Sprintf("it is in the way of %q; move it away", goal))
		return
	}
	p.items[path] = Item{
		Path: path, Action: Remove, Why: fmt.Sprintf("it is in the way of %q", goal),
		Before: now.State, After: State{Kind: Absent},
	}
}
