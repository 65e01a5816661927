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
		if w, wanted := p.wants[f.Path]; wanted && w.source != nil && w.sum != "" && !p.byName(f.Path) {
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
		now, err := p.see(ctx, path, w.gone != "" && w.sum == "") // there may be nothing to compare its bytes with
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			p.block(path, "it cannot be read: "+err.Error())
			continue
		}
		item := p.compare(ctx, w, now)
		item.Path, item.Before = path, now.State
		p.items[path] = item
	}
	p.progress(len(paths), len(paths))
	return ctx.Err()
}

// see looks at a path, and only from outside where its bytes tell nothing.
func (p *planner) see(ctx context.Context, path string, outside bool) (seen, error) {
	if outside {
		return glance(p.tree, path)
	}
	return look(ctx, p.tree, path)
}

// compare is the action for one path, with the state after it.
func (p *planner) compare(ctx context.Context, w want, now seen) Item {
	switch {
	case p.byName(w.path) && !w.matches(now):
		return Item{Action: Kept, Why: onlyByName}
	case w.kind == Absent && now.Kind == Other:
		return Item{Action: Kept, Why: "it is now a pipe, a socket or a device"}
	case w.matches(now), w.gone != "" && w.sum != "" && now.Sum == w.sum:
		return Item{Action: Unchanged}
	case w.kind == Absent:
		return Item{Action: Remove, After: State{Kind: Absent}}
	case w.gone != "":
		return Item{Action: Missing, Why: w.gone}
	}
	after, err := w.state(ctx, now)
	if err != nil && ctx.Err() == nil {
		p.blame(w.path, "in the snapshot: "+err.Error())
	}
	item := Item{Action: Restore, After: after, source: w.source}
	if w.kind == File {
		item.Without = append(slices.Clone(now.lost), w.without...)
		slices.Sort(item.Without)
		item.Without = slices.Compact(item.Without)
	}
	if now.Kind == Other {
		p.block(w.path, "it is now a pipe, a socket or a device, which cannot be saved first; move it away")
	}
	return item
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
