package rollback

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/fault"
)

// judge compares what is there with what the checkpoint says.
func (p *planner) judge(ctx context.Context) error {
	paths := slices.Sorted(maps.Keys(p.wants))
	for i, path := range paths {
		p.progress(i, len(paths))
		w := p.wants[path]
		see := look
		if w.gone != "" && w.Sum == "" { // there is nothing to compare its bytes with
			see = outside
		}
		now, err := see(ctx, p.tree, path)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			p.block(path, "it cannot be read: "+err.Error())
			continue
		}
		p.items[path] = p.compare(path, w, now)
	}
	p.progress(len(paths), len(paths))
	return nil
}

func outside(_ context.Context, tree *durable.Tree, path string) (content, error) {
	return glance(tree, path)
}

// compare is what becomes of one path.
func (p *planner) compare(path string, w, now content) Item {
	item := Item{Path: path, Before: now.State}
	same := w.is(now) || w.gone != "" && w.Sum != "" && now.Sum == w.Sum
	switch {
	case p.byName(path) && !same:
		item.Action, item.Why = Kept, onlyByName
	case w.Kind == Absent && now.Kind == Other:
		item.Action, item.Why = Kept, "it is now a pipe, a socket or a device"
	case same:
		item.Action = Unchanged
		if p.folds && !now.bare() {
			p.respell(&item)
		}
	case w.Kind == Absent:
		item.Action, item.After = Remove, State{Kind: Absent}
	case w.gone != "":
		item.Action, item.Why = Missing, w.gone
	default:
		p.restore(&item, w, now)
	}
	return item
}

func (p *planner) restore(item *Item, w, now content) {
	item.Action, item.After, item.source = Restore, w.State, w.source
	if item.Path == taskFile(p.checkpoint.TaskID) {
		item.Why = "the task's state"
	}
	if w.Kind == File {
		item.After.Mode = w.modeFor(now)
		item.Without = slices.Concat(now.without, w.without)
		slices.Sort(item.Without)
		item.Without = slices.Compact(item.Without)
	}
	if now.Kind == Other {
		p.block(item.Path, "it is now a pipe, a socket or a device, which cannot be saved first; move it away")
	}
}

// verify reads every backup that the list names, and of the snapshot what will be
// restored, to their ends: all that is damaged is named before anything is written.
func (p *planner) verify(ctx context.Context) error {
	backups := slices.DeleteFunc(slices.Clone(p.checkpoint.Files), func(f checkpoint.File) bool {
		w := p.wants[f.Path]
		return !w.listed || w.source == nil || p.byName(f.Path)
	})
	wrong := p.Checkpoints.Verify(ctx, p.checkpoint, backups)
	for path, w := range p.wants {
		if !w.listed && w.source != nil && p.items[path].Action == Restore {
			if err := w.verify(ctx); err != nil {
				wrong[path] = err
			}
		}
	}
	invalid := fault.InvalidError{What: fmt.Sprintf("the checkpoint %q", p.checkpoint.ID)}
	for _, path := range slices.Sorted(maps.Keys(wrong)) {
		invalid.Faults = append(invalid.Faults, fault.Fault{Field: path, Found: fault.Shorten(wrong[path].Error()),
			Allowed: "the bytes that were saved"})
	}
	if len(invalid.Faults) > 0 && ctx.Err() == nil {
		return &invalid
	}
	return ctx.Err()
}

// addNew lists the files that did not exist then, which --remove-new takes away:
// with All those of the work tree that the snapshot does not hold, else those in
// folders that the checkpoint names as missing.
func (p *planner) addNew(ctx context.Context) error {
	var folders []string
	for name, w := range p.wants {
		if w.Kind == Absent && p.items[name].Before.Kind == Folder {
			folders = append(folders, name)
		}
	}
	if p.Snapshots == nil || !p.options.All && len(folders) == 0 {
		return nil
	}
	files, err := p.Snapshots.WorkFiles(ctx)
	if err != nil {
		return err
	}
	ignored := func(string) bool { return false }
	if p.options.RemoveNew && p.hasSnapshot(p.checkpoint) {
		if ignored, err = p.Snapshots.Ignored(p.checkpoint.Git.Snapshot); err != nil {
			return err
		}
	}
	spelled := map[string]string{}
	for path := range p.items {
		spelled[strings.ToLower(path)] = path
	}
	for _, file := range files {
		path := file.Path
		if _, known := p.items[path]; known || !p.options.All && !named(folders, path) || !p.may(path) {
			continue
		}
		see := look
		if file.Large() { // which stays in any case
			see = outside
		}
		now, err := see(ctx, p.tree, path)
		switch other := spelled[strings.ToLower(path)]; {
		case ctx.Err() != nil:
			return ctx.Err()
		case err != nil:
			p.block(path, err.Error())
		case now.Kind != File && now.Kind != Link:
		case !p.sameFile(other, path):
			p.items[path] = p.newItem(path, now, file.Large(), ignored(path))
		case !p.folds: // else it gets its former letters back
			p.items[path] = Item{Path: path, Action: Kept, Why: fmt.Sprintf("it is %q in other letters", other)}
		}
	}
	return nil
}

// newItem is what becomes of a file that did not exist then.
func (p *planner) newItem(path string, now content, large, ignored bool) Item {
	item := Item{Path: path, Action: New, Before: now.State, Why: "kept; --remove-new removes it"}
	switch {
	case p.byName(path):
		item = Item{Path: path, Action: Kept, Why: onlyByName}
	case !p.options.RemoveNew:
	case large:
		item.Why = "kept; over 10 MB, too large for a snapshot"
	case ignored:
		item.Why = "kept; git ignored it then"
	case p.options.All:
		item.Action, item.Why, item.After = Remove, "not in the snapshot", State{Kind: Absent}
	default:
		item.Action, item.Why, item.After = Remove, "its folder did not exist then", State{Kind: Absent}
	}
	return item
}

// sameFile reports whether two names that differ in case lead to one file, as they
// do where the file system ignores case.
func (p *planner) sameFile(a, b string) bool {
	if a == "" {
		return false
	}
	one, err := p.tree.Lstat(a)
	other, otherErr := p.tree.Lstat(b)
	return err == nil && otherErr == nil && os.SameFile(one, other)
}

// foldsCase reports whether the project's file system ignores case: a folder of it
// is found in other letters.
func (p *planner) foldsCase() bool {
	return p.sameFile(".git", ".GIT") || p.sameFile(".claude", ".CLAUDE")
}

// respell makes an unchanged file one that gets its letters back, where they
// changed in case alone. Those of the folders above it stay.
func (p *planner) respell(item *Item) {
	dir, name := path.Dir(item.Path), path.Base(item.Path)
	names, err := p.tree.Names(dir)
	if err != nil || slices.Contains(names, name) {
		return
	}
	if at := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) }); at >= 0 {
		item.Action, item.After, item.spelled = Restore, item.Before, path.Join(dir, names[at])
		item.Why = fmt.Sprintf("it is %q now", item.spelled)
	}
}

// block notes what keeps the whole plan from being done.
func (p *planner) block(path, why string) { p.blocked[path] = cmp.Or(p.blocked[path], why) }

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
