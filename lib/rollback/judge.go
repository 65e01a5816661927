package rollback

import (
	"context"
	"fmt"
	"maps"
	"path"
	"slices"

	"holdfast/lib/checkpoint"
)

// judge compares the current content with what the checkpoint says. Every backup
// that its list names is read to its end, and of its snapshot what differs.
func (p *planner) judge(ctx context.Context) error {
	var backups []checkpoint.File
	for _, f := range p.checkpoint.Files {
		if w, wanted := p.wants[f.Path]; wanted && w.source != nil && w.Sum != "" && !p.byName(f.Path) {
			backups = append(backups, f)
		}
	}
	for path, err := range p.Checkpoints.Verify(ctx, p.checkpoint, backups) {
		p.blame(path, err.Error())
	}
	paths := slices.Sorted(maps.Keys(p.wants))
	for i, path := range paths {
		p.progress(i, len(paths))
		w := p.wants[path]
		now, err := p.see(ctx, path, w.gone != "" && w.Sum == "") // there may be nothing to compare its bytes with
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			p.block(path, "it cannot be read: "+err.Error())
			continue
		}
		p.items[path] = p.compare(ctx, path, w, now)
	}
	p.progress(len(paths), len(paths))
	return ctx.Err()
}

// see looks at a path, and only from outside where its bytes tell nothing.
func (p *planner) see(ctx context.Context, path string, outside bool) (content, error) {
	if outside {
		return glance(p.tree, path)
	}
	return look(ctx, p.tree, path)
}

// compare is what becomes of one path.
func (p *planner) compare(ctx context.Context, path string, w, now content) Item {
	item := Item{Path: path, Before: now.State}
	same := w.is(now) || w.gone != "" && w.Sum != "" && now.Sum == w.Sum
	switch {
	case p.byName(path) && !same:
		item.Action, item.Why = Kept, onlyByName
	case w.Kind == Absent && now.Kind == Other:
		item.Action, item.Why = Kept, "it is now a pipe, a socket or a device"
	case same:
		item.Action = Unchanged
	case w.Kind == Absent:
		item.Action, item.After = Remove, State{Kind: Absent}
	case w.gone != "":
		item.Action, item.Why = Missing, w.gone
	default:
		p.restore(ctx, &item, w, now)
	}
	return item
}

func (p *planner) restore(ctx context.Context, item *Item, w, now content) {
	var err error
	if item.After, err = w.after(ctx, now); err != nil && ctx.Err() == nil {
		p.blame(item.Path, "in the snapshot: "+err.Error())
	}
	item.Action, item.source = Restore, w.source
	if item.Path == taskFile(p.checkpoint.TaskID) {
		item.Why = "the task's state"
	}
	if w.Kind == File {
		item.Without = slices.Concat(now.without, w.without)
		slices.Sort(item.Without)
		item.Without = slices.Compact(item.Without)
	}
	if now.Kind == Other {
		p.block(item.Path, "it is now a pipe, a socket or a device, which cannot be saved first; move it away")
	}
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
			now, err := look(ctx, p.tree, dir)
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
		now, err := look(ctx, p.tree, at)
		if err != nil {
			p.block(at, "it cannot be read: "+err.Error())
			continue
		}
		p.inTheWay(at, goal, now)
	}
}

// inTheWay makes what is at path go, where it may.
func (p *planner) inTheWay(path, goal string, now content) {
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
