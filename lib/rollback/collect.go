package rollback

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"

	"holdfast/lib/checkpoint"
	"holdfast/lib/fault"
	"holdfast/lib/snapshot"
)

const (
	onlyByName = "restored only when it is named with --file"
	ownFile    = "the task's own file is restored only with --task-state"
)

// collect gathers what the checkpoint says of the files that were asked for.
func (p *planner) collect(ctx context.Context) error {
	found := map[string]bool{}
	for _, f := range p.checkpoint.Files {
		if !p.asked(f.Path, found) {
			continue
		}
		if _, twice := p.wants[f.Path]; !twice && p.may(f.Path) {
			p.wants[f.Path] = p.listed(p.checkpoint, f)
		}
	}
	missing := slices.DeleteFunc(slices.Clone(p.options.Files), func(name string) bool { return found[name] })
	if !p.options.All && len(missing) == 0 {
		return nil
	}
	if p.hasSnapshot(ctx) {
		if err := p.fromSnapshot(ctx, &missing); err != nil {
			return err
		}
	} else if err := ctx.Err(); err != nil {
		return err
	} else if p.options.All {
		return p.noSnapshot()
	}
	if len(missing) == 0 {
		return nil
	}
	err := fmt.Errorf("checkpoint %q, %q: %w", p.checkpoint.ID, missing[0], ErrNotHeld)
	if g := p.checkpoint.Git; g != nil && slices.Contains(g.Skipped, missing[0]) {
		err = fmt.Errorf("%w: its snapshot skipped it, as too large or unreadable", err)
	}
	return err
}

// fromSnapshot adds what the snapshot holds of the missing names, with All of the
// whole work tree, and the list does not: that holds exact bytes and modes. It
// takes what it finds off missing.
func (p *planner) fromSnapshot(ctx context.Context, missing *[]string) error {
	paths := *missing
	if p.options.All {
		paths = nil
		for _, path := range p.checkpoint.Git.Skipped {
			if _, known := p.wants[path]; !known && p.may(path) {
				p.wants[path] = content{State: State{Kind: File}, gone: "the snapshot skipped it"}
			}
		}
	}
	entries, err := p.Snapshots.Entries(ctx, p.checkpoint.Git.Snapshot, paths...)
	if err != nil {
		return err
	}
	for _, e := range entries {
		_, known := p.wants[e.Path]
		_, kept := p.items[e.Path]
		switch {
		case known || kept:
		case e.Submodule:
			p.items[e.Path] = p.nested(e)
		case p.may(e.Path):
			p.wants[e.Path] = p.held(e)
		}
	}
	*missing = slices.DeleteFunc(*missing, func(name string) bool {
		return slices.ContainsFunc(entries, func(e snapshot.Entry) bool { return below(name, e.Path) })
	})
	return nil
}

// asked reports whether the options ask for path, and marks the names that do.
func (p *planner) asked(path string, found map[string]bool) bool {
	asked := p.options.All || len(p.options.Files) == 0
	for _, name := range p.options.Files {
		if below(name, path) {
			asked, found[name] = true, true
		}
	}
	return asked
}

// may reports whether path may be restored by this command; a path that may
// not is an item that says why.
func (p *planner) may(path string) bool {
	switch err := checkpoint.Allowed(path); {
	case p.private.Holds(path):
		p.items[path] = Item{Path: path, Action: Kept, Why: "never restored: it is in the machine folder"}
	case err != nil:
		p.items[path] = Item{Path: path, Action: Kept, Why: "never restored: " + err.Error()}
	case path == taskFile(p.checkpoint.TaskID):
		if !p.options.TaskState {
			p.items[path] = Item{Path: path, Action: Kept, Why: ownFile}
		}
	default:
		return true
	}
	return false
}

// byName reports whether path is restored only where it is named, and is not.
func (p *planner) byName(path string) bool {
	return checkpoint.Guarded(path) && !named(p.options.Files, path)
}

// noSnapshot is the error of a checkpoint or prompt without one, or whose own
// cannot be read, with the reason.
func (p *planner) noSnapshot() error {
	err := fmt.Errorf("%q: %w", p.checkpoint.ID, ErrNoSnapshot)
	switch g := p.checkpoint.Git; {
	case g != nil && g.Snapshot != "" && p.Snapshots == nil:
		return fmt.Errorf("%q: %w: git is not installed", p.checkpoint.ID, ErrLostSnapshot)
	case g != nil && g.Snapshot != "":
		return fmt.Errorf("%q: %w: it is not on this machine, or was made when the project was in another folder",
			p.checkpoint.ID, ErrLostSnapshot)
	case g != nil && g.LeftOut != "":
		return fmt.Errorf("%w: %s", err, g.LeftOut)
	}
	return err
}

func (p *planner) hasSnapshot(ctx context.Context) bool {
	g := p.checkpoint.Git
	return p.Snapshots != nil && g != nil && g.Snapshot != "" && p.Snapshots.Has(ctx, g.Snapshot)
}

// nested is what becomes of a repository of its own, of which a snapshot holds the
// commit and no files.
func (p *planner) nested(e snapshot.Entry) Item {
	i := Item{Path: e.Path, Action: Kept, Why: "a repository of its own", Submodule: true}
	if info, err := p.tree.Lstat(e.Path); err != nil || !info.IsDir() {
		i.Action, i.Why = Missing, "a repository of its own: its files are not in the snapshot, only that it was "+
			"at commit "+e.Blob
	}
	return i
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
	files, large, err := p.Snapshots.WorkFiles(ctx)
	if err != nil {
		return err
	}
	if !p.options.All {
		files = slices.DeleteFunc(files, func(name string) bool { return !named(folders, name) })
	}
	var ignored map[string]bool // then: a snapshot without such a file does not say that it did not exist
	if p.options.RemoveNew && p.hasSnapshot(ctx) {
		if ignored, err = p.Snapshots.Ignored(ctx, p.checkpoint.Git.Snapshot, files); err != nil {
			return err
		}
	}
	spelled := map[string]string{}
	for path := range p.items {
		spelled[strings.ToLower(path)] = path
	}
	for _, path := range files {
		if _, known := p.items[path]; known || !p.may(path) {
			continue
		}
		now, err := p.see(ctx, path, large[path]) // which stays in any case
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			p.block(path, err.Error())
			continue
		}
		switch now.Kind {
		case File, Link:
			item := Item{Path: path, Action: New, Before: now.State, Why: "kept; --remove-new removes it"}
			switch {
			case p.byName(path):
				item = Item{Path: path, Action: Kept, Why: onlyByName}
			case p.sameFile(spelled[strings.ToLower(path)], path):
				item = Item{Path: path, Action: Kept, Why: fmt.Sprintf("it is %q in other letters",
					spelled[strings.ToLower(path)])}
			case !p.options.RemoveNew:
			case large[path]:
				item.Why = "kept; over 10 MB, too large for a snapshot"
			case ignored[path]:
				item.Why = "kept; git ignored it then"
			default:
				item.Action, item.Why, item.After = Remove, "not in the snapshot", State{Kind: Absent}
				if !p.options.All {
					item.Why = "its folder did not exist then"
				}
			}
			p.items[path] = item
		}
	}
	return nil
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

// block notes what keeps the whole plan from being done.
func (p *planner) block(path, why string) {
	if _, known := p.blocked[path]; !known {
		p.blocked[path] = why
	}
}

func (p *planner) blame(path, found string) {
	p.damaged = append(p.damaged, fault.Fault{Field: path, Found: fault.Shorten(found),
		Allowed: "the bytes that were saved"})
}
