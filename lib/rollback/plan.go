package rollback

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/snapshot"
)

type planner struct {
	Engine
	checkpoint checkpoint.Checkpoint
	options    Options
	tree       durable.Place
	folds      bool // the file system ignores case
	wants      map[string]snapshot.Content
	items      map[string]Item
}

// Plan says what a rollback to c would do. It writes nothing. All damaged backups are in one error.
func (e Engine) Plan(ctx context.Context, c checkpoint.Checkpoint, o Options) (Plan, error) {
	unnamed := len(c.Files) == 0 && len(o.Files) == 0
	o.All = o.All || unnamed && c.Git.Snapshot != ""
	switch {
	case !c.Ours && !o.Foreign:
		return Plan{}, fault.Refuse(fence.Typed("holdfast rollback %s --foreign", c.ID)+
			", if you trust where it comes from", "checkpoint %q: it was not made on this machine", c.ID)
	case unnamed && !o.All && !o.TaskState:
		hint := fence.Typed("holdfast rollback %s --task-state", c.ID) + " restores the state of its task"
		return Plan{}, fault.Fail(fault.CodeInvalid, hint,
			"not possible: checkpoint %q: it holds no files and no snapshot of the work tree", c.ID)
	}
	tree, err := durable.Open(e.Root)
	if err != nil {
		return Plan{}, err
	}
	defer tree.Close()
	p := &planner{Engine: e, checkpoint: c, options: o, tree: tree, wants: map[string]snapshot.Content{},
		items: map[string]Item{}}
	p.folds = p.sameFile(".git", ".GIT") || p.sameFile(".claude", ".CLAUDE")
	for _, step := range []func(context.Context) error{p.task, p.collect, p.judge, p.addNew, p.clear, p.verify} {
		if err := cmp.Or(step(ctx), ctx.Err()); err != nil {
			return Plan{}, err
		}
	}
	plan := Plan{Checkpoint: c, Options: o, Items: p.sorted()}
	if !o.All && len(o.Files) == 0 && e.lacks(c) == nil {
		plan.Others = p.others(ctx)
	}
	// Who agrees to a plan agrees to these files as they are.
	o.Files = slices.Sorted(slices.Values(o.Files))
	states := each.Of(plan.Items, func(i Item) []snapshot.State { return []snapshot.State{i.Before, i.After.State} })
	text, _ := json.Marshal([]any{c.ID, machine.Sum(c.Raw), o, plan.Items, states})
	plan.ID = machine.Sum(text)[:12]
	return plan, ctx.Err()
}

// task adds the task's own file, as it was but with the checkpoints that were made since.
func (p *planner) task(context.Context) error {
	if !p.options.TaskState {
		return nil
	}
	id, state := p.checkpoint.TaskID, bytes.TrimSpace(p.checkpoint.TaskState)
	found := "none"
	if taskFile(id) != "" && len(state) > 0 && !bytes.Equal(state, []byte("null")) {
		text, err := p.Tasks.Restored(id, state)
		if err == nil {
			p.wants[taskFile(id)] = snapshot.FileOf(string(text), snapshot.AnyMode)
			return nil
		}
		found = fault.Shorten(err.Error())
	}
	return checkpoint.Invalid(p.checkpoint.ID,
		fault.Fault{Field: "task_state", Found: found, Allowed: "a task's state, for --task-state"})
}

// collect gathers what is asked for: of the list, and with All or of the rest of the snapshot.
func (p *planner) collect(ctx context.Context) error {
	c, o := p.checkpoint, p.options
	listed := c.Paths()
	inList := func(name string) bool {
		return slices.ContainsFunc(c.Files, func(f checkpoint.File) bool { return below(name, f.Path) })
	}
	unlisted := slices.DeleteFunc(slices.Clone(o.Files), inList)
	held, err := p.holds(ctx, c, o.All || len(unlisted) > 0)
	if err != nil && (o.All || ctx.Err() != nil) {
		return err
	}
	for _, path := range c.Git.Skipped {
		if _, known := held[path]; o.All && !known {
			held[path] = snapshot.Content{State: snapshot.State{Kind: snapshot.File}, Gone: "the snapshot skipped it"}
		}
	}
	for path, is := range held {
		unlisted = slices.DeleteFunc(unlisted, func(name string) bool { return below(name, path) })
		if (o.All || named(o.Files, path) || len(o.Files) == 0 && listed[path]) && p.may(path) {
			p.wants[path] = is
		}
	}
	if len(unlisted) > 0 {
		return notHeld(c, unlisted[0])
	}
	return nil
}

func notHeld(c checkpoint.Checkpoint, name string) error {
	why := ""
	if slices.Contains(c.Git.Skipped, name) {
		why = ": its snapshot skipped it, as too large or unreadable"
	}
	e := fault.Fail(fault.CodeMissing, "", "checkpoint %q, %q: it does not contain that file%s", c.ID, name, why)
	e.Candidates = each.Of(each.Head(c.Files, 20), func(f checkpoint.File) string { return f.Path })
	return e
}

func (p *planner) may(path string) bool {
	if p.options.TaskState && path == taskFile(p.checkpoint.TaskID) {
		return false // it is wanted as the task's state has it
	}
	why := p.never(path)
	if why != "" {
		p.items[path] = Item{Path: path, Action: Kept, Why: why}
	}
	return why == ""
}

// never says why a path is not restored, whatever a checkpoint holds there.
func (p *planner) never(path string) string {
	switch err := checkpoint.Allowed(path); {
	case p.Snapshots.Private(path):
		return "never restored: it is in the machine folder"
	case err != nil:
		return "never restored: " + err.Error()
	case path == taskFile(p.checkpoint.TaskID):
		return "the task's own file is restored only with --task-state"
	}
	return ""
}

// look reads what is at a path, or only what kind it is. What cannot be read blocks the plan.
func (p *planner) look(ctx context.Context, path string, whole bool) (now snapshot.Content, ok bool) {
	var err error
	if whole {
		now, err = snapshot.Read(ctx, p.tree.At(path))
	} else {
		now, err = snapshot.Look(p.tree.At(path))
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

func (p *planner) judge(ctx context.Context) error {
	paths := slices.Sorted(maps.Keys(p.wants))
	for i := 0; i < len(paths) && ctx.Err() == nil; i++ {
		path := paths[i]
		p.progress(i, len(paths))
		want := p.wants[path]
		// Where there is nothing to compare them with, the bytes are not read.
		if now, ok := p.look(ctx, path, want.Gone == "" || want.Sum != ""); ok {
			p.items[path] = p.verdict(path, want, now)
		}
	}
	p.progress(len(paths), len(paths))
	return nil
}

const (
	onlyByName  = "restored only when it is named with --file"
	oddFile     = "it is now a pipe, a socket or a device"
	maxInTheWay = 10_000 // files in a folder that is in the place of a file
)

// byName reports whether path is restored only where it is named, and is not.
func (p *planner) byName(path string) bool {
	return checkpoint.Guarded(path) && !named(p.options.Files, path)
}

func (p *planner) verdict(path string, want, now snapshot.Content) Item {
	item := Item{Path: path, Before: now.State}
	asked := want.State
	if want.Gone != "" {
		asked.Mode = snapshot.AnyMode // only bytes are compared with a checksum
	}
	switch {
	case want.Kind == snapshot.Folder: // a repository of its own, of which nothing is held
		item.Submodule, item.Action, item.Why = true, Kept, "a repository of its own"
		if now.Kind != snapshot.Folder {
			item.Action, item.Why = Missing, want.Gone
		}
	case asked.Matches(now.State) && (want.Gone == "" || want.Sum != ""):
		item.Action = Unchanged
		if p.folds && !now.Free() {
			p.respell(&item, now)
		}
	case p.byName(path):
		item.Action, item.Why = Kept, onlyByName
	case want.Gone != "":
		item.Action, item.Why = Missing, want.Gone
	case want.Kind == snapshot.Absent && now.Kind == snapshot.Other:
		item.Action, item.Why = Kept, oddFile
	case want.Kind == snapshot.Absent:
		item.Action = Remove
	case now.Kind == snapshot.Other:
		item.Action, item.blocks = Kept, true
		item.Why = oddFile + ", which cannot be saved first; move it away"
	default:
		item.Action, item.After = Restore, want
		if want.Kind == snapshot.File {
			item.Without = slices.Compact(slices.Sorted(slices.Values(slices.Concat(now.Without, want.Without))))
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

// respell gives an unchanged file its letters back where they changed in case alone; folders keep theirs.
func (p *planner) respell(item *Item, now snapshot.Content) {
	dir, name := path.Dir(item.Path), path.Base(item.Path)
	names, _ := p.tree.At(dir).Names() // none where it cannot be read
	at := slices.IndexFunc(names, func(n string) bool { return strings.EqualFold(n, name) })
	if at >= 0 && !slices.Contains(names, name) {
		item.Action, item.After, item.spelled = Restore, now, path.Join(dir, names[at])
		item.Why = fmt.Sprintf("it is %q now", item.spelled)
	}
}

// sameFile reports whether two names lead to one file, as where the file system ignores case.
func (p *planner) sameFile(a, b string) bool {
	one, err := p.tree.At(a).Lstat()
	other, otherErr := p.tree.At(b).Lstat()
	return a != "" && err == nil && otherErr == nil && os.SameFile(one, other)
}

// addNew lists the files that the snapshot does not hold, which --remove-new removes.
func (p *planner) addNew(ctx context.Context) error {
	if !p.options.All {
		return nil
	}
	lower := func(path string) (string, string) { return strings.ToLower(path), path }
	spelled := each.By(slices.Collect(maps.Keys(p.items)), lower)
	files, err := p.Snapshots.Files(ctx, "")
	var ignored func(path string) bool
	if err == nil && p.options.RemoveNew {
		ignored, err = p.Snapshots.Ignored(p.checkpoint.Git.Snapshot)
	}
	if err != nil {
		return err
	}
	for _, file := range files {
		path := file.Path
		if _, known := p.items[path]; known || !p.may(path) {
			continue
		}
		now, ok := p.look(ctx, path, !file.Large())
		if !ok || now.Kind != snapshot.File && now.Kind != snapshot.Link ||
			p.sameFile(spelled[strings.ToLower(path)], path) { // one of the checkpoint's in other letters
			continue
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
			item.Action, item.Why = Remove, "not in the snapshot"
		}
		p.items[path] = item
	}
	return nil
}

// clear finds what is in the way of the files to restore: a file or a link where a folder was, a folder where
// a file was. It goes without --all; with --all only what --remove-new removes does.
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
		for dir := path.Dir(item.Path); dir != "." && !seen[dir]; dir = path.Dir(dir) {
			seen[dir] = true
			if now, ok := p.look(ctx, dir, true); ok && now.Kind != snapshot.Folder {
				p.inTheWay(dir, item.Path, now)
			}
		}
	}
	return nil
}

func (p *planner) clearFolder(ctx context.Context, dir, goal string, left *int) {
	entries, err := p.tree.At(dir).ReadDir()
	if err = cmp.Or(checkpoint.Allowed(dir), err); err != nil {
		p.block(dir, fmt.Sprintf("it is in the way of %q: %v", goal, err))
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
		} else if now, ok := p.look(ctx, at, true); ok {
			p.inTheWay(at, goal, now)
		}
	}
}

func (p *planner) inTheWay(path, goal string, now snapshot.Content) {
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

// verify reads every backup that the list names, and of the snapshot what will be restored.
func (p *planner) verify(ctx context.Context) error {
	of, listed := map[snapshot.Source][]string{}, p.checkpoint.Paths()
	for path, want := range p.wants {
		if want.Kind == snapshot.File && want.Gone == "" && !p.byName(path) &&
			(listed[path] || p.items[path].Action == Restore) {
			of[want.Source] = append(of[want.Source], path)
		}
	}
	var faults []fault.Fault
	for source, err := range snapshot.Verify(ctx, of) {
		for _, path := range of[source] {
			faults = append(faults, fault.Fault{Field: path, Found: fault.Shorten(err.Error()),
				Allowed: "the bytes that were saved"})
		}
	}
	if len(faults) == 0 || ctx.Err() != nil {
		return nil
	}
	slices.SortFunc(faults, func(a, b fault.Fault) int { return strings.Compare(a.Field, b.Field) })
	return checkpoint.Invalid(p.checkpoint.ID, faults...)
}

func (p *planner) others(ctx context.Context) (o Others) {
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	changes, err := p.Snapshots.Changes(ctx, p.checkpoint.Git.Snapshot, "")
	for _, c := range changes {
		_, known := p.items[c.Path]
		switch {
		case known || p.never(c.Path) != "":
		case c.Was.Kind != snapshot.Absent:
			o.Changed++
		default:
			o.New++
		}
	}
	o.Unknown = err != nil
	return o
}

func (p *planner) sorted() []Item {
	return slices.SortedFunc(maps.Values(p.items), func(a, b Item) int { return cmp.Compare(a.Path, b.Path) })
}
