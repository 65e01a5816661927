package rollback

import (
	"context"
	"fmt"
	"path"
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
			p.wants[f.Path] = wantOf(f)
		}
	}
	var missing []string
	for _, name := range p.options.Files {
		if !found[name] {
			missing = append(missing, name)
		}
	}
	if p.options.All {
		return p.collectAll(ctx, missing)
	}
	return p.collectNamed(ctx, missing)
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

// wantOf reads an entry of a checkpoint's own list.
func wantOf(f checkpoint.File) want {
	f.Hash = strings.ToLower(f.Hash)
	w := want{path: f.Path, sum: f.Hash, target: f.Symlink}
	if mode, ok := permissions(f.Mode); ok {
		w.mode = octal(mode)
	}
	switch {
	case !f.Existed:
		w.kind = Absent
	case f.Symlink != "":
		w.kind = Link
	case f.BackupPath == "":
		w.kind, w.gone = File, "the checkpoint has only its checksum"
	default:
		w.kind, w.source = File, source{Backup: &f}
	}
	return w
}

// wantIn reads an entry of a snapshot.
func wantIn(e snapshot.Entry) want {
	w := want{path: e.Path, kind: File, mode: octal(e.Mode), size: e.Size, source: source{Blob: e.Blob}}
	if e.Link {
		w.kind = Link
	}
	return w
}

// collectNamed takes from the snapshot what the checkpoint's list does not
// hold.
func (p *planner) collectNamed(ctx context.Context, missing []string) error {
	if len(missing) == 0 {
		return nil
	}
	if p.hasSnapshot(ctx) {
		entries, err := p.entries(ctx, missing...)
		if err != nil {
			return err
		}
		missing = slices.DeleteFunc(missing, func(name string) bool {
			return slices.ContainsFunc(entries, func(e snapshot.Entry) bool { return below(name, e.Path) })
		})
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

// collectAll takes the whole work tree from the snapshot.
func (p *planner) collectAll(ctx context.Context, missing []string) error {
	if !p.hasSnapshot(ctx) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if g := p.checkpoint.Git; g != nil && g.Snapshot != "" {
			why := "it is not on this machine, or was made when the project was in another folder"
			if p.Snapshots == nil {
				why = "git is not installed"
			}
			return fmt.Errorf("checkpoint %q: %w: %s", p.checkpoint.ID, ErrLostSnapshot, why)
		}
		return fmt.Errorf("checkpoint %q: %w", p.checkpoint.ID, ErrNoSnapshot)
	}
	entries, err := p.entries(ctx)
	if err != nil {
		return err
	}
	for _, name := range missing {
		if !slices.ContainsFunc(entries, func(e snapshot.Entry) bool { return below(name, e.Path) }) {
			return fmt.Errorf("checkpoint %q, %q: %w", p.checkpoint.ID, name, ErrNotHeld)
		}
	}
	for _, path := range p.checkpoint.Git.Skipped {
		if _, known := p.wants[path]; !known && p.may(path) {
			p.wants[path] = want{path: path, kind: File, gone: "the snapshot skipped it"}
		}
	}
	return nil
}

func (p *planner) hasSnapshot(ctx context.Context) bool {
	g := p.checkpoint.Git
	return p.Snapshots != nil && g != nil && g.Snapshot != "" && p.Snapshots.Has(ctx, g.Snapshot)
}

// entries adds those of the snapshot's entries that the checkpoint's own list
// does not name: that list holds exact bytes and modes.
func (p *planner) entries(ctx context.Context, paths ...string) ([]snapshot.Entry, error) {
	entries, err := p.Snapshots.Entries(ctx, p.checkpoint.Git.Snapshot, paths...)
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		_, known := p.wants[e.Path]
		_, kept := p.items[e.Path]
		switch {
		case known || kept:
		case e.Submodule:
			p.items[e.Path] = Item{Path: e.Path, Action: Kept, Why: "a repository of its own", Submodule: true}
		case p.may(e.Path):
			p.sha256Git = len(e.Blob) == 64
			p.wants[e.Path] = wantIn(e)
		}
	}
	return entries, nil
}

// addNew lists the files that the snapshot does not hold, which --remove-new
// takes away.
func (p *planner) addNew(ctx context.Context) error {
	if !p.options.All {
		return nil
	}
	files, large, err := p.Snapshots.WorkFiles(ctx)
	if err != nil {
		return err
	}
	ignored, err := p.ignoredThen(ctx, files)
	if err != nil {
		return err
	}
	for _, path := range files {
		if _, known := p.items[path]; known || !p.may(path) {
			continue
		}
		see := func() (seen, error) { return look(ctx, p.tree, path, p.sha256Git) }
		if large[path] { // it stays in any case
			see = func() (seen, error) { return glance(p.tree, path, p.sha256Git) }
		}
		now, err := see()
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
			case !p.options.RemoveNew:
			case large[path]:
				item.Why = "kept; over 10 MB, too large for a snapshot"
			case ignored[path]:
				item.Why = "kept; git ignored it then"
			default:
				item.Action, item.Why, item.After = Remove, "not in the snapshot", State{Kind: Absent}
			}
			p.items[path] = item
		}
	}
	return nil
}

// ignoredThen are those of the new files that git ignored when the snapshot was
// taken: where the rules are others now, a snapshot without a file does not say
// that the file did not exist.
func (p *planner) ignoredThen(ctx context.Context, files []string) (map[string]bool, error) {
	rules := func(name string) bool { return path.Base(name) == ".gitignore" }
	same := true
	for name, item := range p.items {
		same = same && (!rules(name) || item.Action == Unchanged)
	}
	var fresh []string
	for _, name := range files {
		if _, known := p.items[name]; !known {
			fresh = append(fresh, name)
			same = same && !rules(name)
		}
	}
	if same || !p.options.RemoveNew {
		return nil, nil
	}
	return p.Snapshots.Ignored(ctx, p.checkpoint.Git.Snapshot, fresh)
}

// block notes what keeps the whole plan from being done.
func (p *planner) block(path, why string) {
	if _, known := p.blocked[path]; !known {
		p.blocked[path] = why
	}
}

func (p *planner) blame(path, found string) {
	p.damaged = append(p.damaged, fault.Fault{Field: path, Found: fault.Shorten(found), Allowed: "the bytes that were saved"})
}
