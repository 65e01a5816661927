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
	"holdfast/lib/fault"
	"holdfast/lib/snapshot"
)

// look reads what is at a path, or only sees what it is. What cannot be read blocks the
// plan.
func (p *planner) look(ctx context.Context, path string, whole bool) (now content, ok bool) {
	var err error
	if whole {
		now, err = look(ctx, p.tree, path)
	} else {
		now.Content, err = snapshot.Look(p.tree.At(path))
	}
	if err != nil {
		p.block(path, "it cannot be read: "+err.Error())
	}
	return now, err == nil
}

// block makes a path one that keeps the whole plan from being done.
func (p *planner) block(path, why string) {
	if item := p.items[path]; !item.blocks {
		p.items[path] = Item{Path: path, Action: Kept, Why: why, Before: item.Before, blocks: true}
	}
}

// judge compares what is there with what the checkpoint says.
func (p *planner) judge(ctx context.Context) error {
	paths := slices.Sorted(maps.Keys(p.wants))
	for i, path := range paths {
		p.progress(i, len(paths))
		want := p.wants[path]
		// Where there is nothing to compare them with, the bytes are not read.
		if now, ok := p.look(ctx, path, want.gone == "" || want.Sum != ""); ok {
			p.items[path] = p.verdict(path, want, now)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	p.progress(len(paths), len(paths))
	return nil
}

const (
	onlyByName = "restored only when it is named with --file"
	oddFile    = "it is now a pipe, a socket or a device"
)

// byName reports whether path is restored only where it is named, and is not.
func (p *planner) byName(path string) bool {
	return checkpoint.Guarded(path) && !named(p.options.Files, path)
}

// verdict is what becomes of a path of which the checkpoint says something.
func (p *planner) verdict(path string, want, now content) Item {
	item := Item{Path: path, Before: now.State}
	asked := want.State
	if want.gone != "" {
		asked.Mode = snapshot.AnyMode // only bytes are compared with a checksum
	}
	same := asked.Matches(now.State) && (want.gone == "" || want.Sum != "")
	switch {
	case want.Kind == snapshot.Folder: // a repository of its own, of which nothing is held
		item.Submodule, item.Action, item.Why = true, Kept, "a repository of its own"
		if now.Kind != snapshot.Folder {
			item.Action, item.Why = Missing, want.gone
		}
	case same:
		item.Action = Unchanged
		if p.folds && !now.Free() {
			p.respell(&item, now)
		}
	case p.byName(path):
		item.Action, item.Why = Kept, onlyByName
	case want.gone != "":
		item.Action, item.Why = Missing, want.gone
	case want.Kind == snapshot.Absent && now.Kind == snapshot.Other:
		item.Action, item.Why = Kept, oddFile
	case want.Kind == snapshot.Absent:
		item.Action = Remove
	case now.Kind == snapshot.Other:
		item.Action, item.blocks = Kept, true
		item.Why = oddFile + ", which cannot be saved first; move it away"
	default:
		item.Action, item.After = Restore, want.Content
		if want.Kind == snapshot.File {
			item.Without = slices.Compact(slices.Sorted(slices.Values(slices.Concat(now.without, want.without))))
		}
		if want.Mode == snapshot.AnyMode {
			item.After.Mode = cmp.Or(now.Mode, 0o644)
		}
		if path == taskFile(p.checkpoint.TaskID) {
			item.Why = "the task's state"
		}
	}
	return item
}

// addNew lists the files that did not exist then, which --remove-new takes away:
// with All those of the work tree that the snapshot does not hold, else those in
// folders that the checkpoint names as missing.
func (p *planner) addNew(ctx context.Context) error {
	var folders []string
	for name, want := range p.wants {
		if want.Kind == snapshot.Absent && p.items[name].Before.Kind == snapshot.Folder {
			folders = append(folders, name)
		}
	}
	if !p.Snapshots.Git.Installed() || !p.options.All && len(folders) == 0 {
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
		now, ok := p.look(ctx, path, !file.Large())
		if !ok || now.Kind != snapshot.File && now.Kind != snapshot.Link {
			continue
		}
		if p.sameFile(spelled[strings.ToLower(path)], path) {
			continue // it is one of the checkpoint's in other letters
		}
		item := Item{Path: path, Action: New, Before: now.State}
		switch {
		case p.byName(path):
			item.Action, item.Why = Kept, onlyByName
		case !p.options.RemoveNew:
			item.Why = "kept; --remove-new removes it"
		case file.Large():
			item.Why = "kept; over 10 MB, too large for a snapshot"
		case ignored(path):
			item.Why = "kept; git ignored it then"
		default:
			item.Action, item.Why = Remove, "its folder did not exist then"
			if p.options.All {
				item.Why = "not in the snapshot"
			}
		}
		p.items[path] = item
	}
	return ctx.Err()
}

// sameFile reports whether two names that differ in case lead to one file, as they
// do where the file system ignores case.
func (p *planner) sameFile(a, b string) bool {
	if a == "" {
		return false
	}
	one, err := p.tree.At(a).Lstat()
	other, otherErr := p.tree.At(b).Lstat()
	return err == nil && otherErr == nil && os.SameFile(one, other)
}

// respell makes an unchanged file one that gets its letters back, where they
// changed in case alone. Those of the folders above it stay.
func (p *planner) respell(item *Item, now content) {
	dir, name := path.Dir(item.Path), path.Base(item.Path)
	names, err := p.tree.At(dir).Names()
	if err != nil || slices.Contains(names, name) {
		return
	}
	if at := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) }); at >= 0 {
		item.Action, item.After, item.spelled = Restore, now.Content, path.Join(dir, names[at])
		item.Why = fmt.Sprintf("it is %q now", item.spelled)
	}
}

// maxInTheWay is how many files a folder may hold that is in the place of a file.
const maxInTheWay = 10_000

// clear finds what is in the way of the files to restore: a file or a link
// where a folder was, a folder where a file was. Without --all the named files matter
// more, and what is in their way is removed as part of the plan; with --all
// only what --remove-new takes away is.
func (p *planner) clear(ctx context.Context) error {
	seen := map[string]bool{}
	for _, item := range p.sorted() {
		if item.Action != Restore {
			continue
		}
		if item.Before.Kind == snapshot.Folder {
			left := maxInTheWay
			p.clearFolder(ctx, item.Path, item.Path, &left)
		}
		for _, dir := range above(item.Path) {
			if seen[dir] {
				continue
			}
			seen[dir] = true
			if now, ok := p.look(ctx, dir, true); ok && now.Kind != snapshot.Folder {
				p.inTheWay(dir, item.Path, now)
			}
		}
	}
	return nil
}

// clearFolder looks at all that a folder holds that is in the place of the file at
// goal was.
func (p *planner) clearFolder(ctx context.Context, dir, goal string, left *int) {
	err := checkpoint.Allowed(dir)
	var entries []os.DirEntry
	if err == nil {
		entries, err = p.tree.At(dir).ReadDir()
	}
	if err != nil {
		p.block(dir, fmt.Sprintf("it is in the way of %q: %v", goal, err))
	}
	for _, entry := range entries {
		if *left--; *left < 0 {
			p.block(goal, fmt.Sprintf("it is now a folder with more than %d files; move it away", maxInTheWay))
			return
		}
		at := path.Join(dir, entry.Name())
		if entry.IsDir() {
			p.clearFolder(ctx, at, goal, left)
		} else if now, ok := p.look(ctx, at, true); ok {
			p.inTheWay(at, goal, now)
		}
	}
}

// inTheWay makes what is at path go, where it may.
func (p *planner) inTheWay(path, goal string, now content) {
	known, ok := p.items[path]
	if known.Action == Remove || now.Kind == snapshot.Absent {
		return
	}
	if ok || now.Kind == snapshot.Other || p.options.All || p.never(path) != "" || checkpoint.Guarded(path) {
		p.block(path, fmt.Sprintf("it is in the way of %q; move it away", goal))
		return
	}
	p.items[path] = Item{Path: path, Action: Remove, Why: fmt.Sprintf("it is in the way of %q", goal),
		Before: now.State}
}

// verify reads every backup that the list names, and of the snapshot what will be
// restored, to their ends: all that is damaged is named before anything is written.
func (p *planner) verify(ctx context.Context) error {
	of := map[snapshot.Source][]string{}
	for path, want := range p.wants {
		if want.Kind == snapshot.File && want.gone == "" && !p.byName(path) &&
			(want.listed || p.items[path].Action == Restore) {
			of[want.Source] = append(of[want.Source], path)
		}
	}
	invalid := fault.InvalidError{What: fmt.Sprintf("the checkpoint %q", p.checkpoint.ID)}
	for source, err := range snapshot.Verify(ctx, slices.Collect(maps.Keys(of))) {
		for _, path := range of[source] {
			invalid.Faults = append(invalid.Faults, fault.Fault{Field: path, Found: fault.Shorten(err.Error()),
				Allowed: "the bytes that were saved"})
		}
	}
	slices.SortFunc(invalid.Faults, func(a, b fault.Fault) int { return strings.Compare(a.Field, b.Field) })
	if len(invalid.Faults) > 0 && ctx.Err() == nil {
		return &invalid
	}
	return ctx.Err()
}
