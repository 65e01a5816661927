package rollback

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/machine"
	"holdfast/lib/snapshot"
)

// A Plan is what a rollback would do, and to what.
type Plan struct {
	Checkpoint checkpoint.Checkpoint
	Options    Options
	Items      []Item // by path
	// Others are what else differs from the checkpoint's snapshot.
	Others Others
	// ID is 12 hex digits over checkpoint, options and the state of every file
	// named.
	ID string
}

// Others count the files that a rollback leaves out and that one with All would
// change. They are not part of the plan's ID.
type Others struct {
	Changed int // changed or deleted since the snapshot
	New     int // not in the snapshot
	Unknown bool
}

// Changes counts the files that the plan writes or removes.
func (p Plan) Changes() int { return len(p.steps()) }

func (p Plan) steps() []Item {
	changes := []Action{Restore, Remove}
	return slices.DeleteFunc(slices.Clone(p.Items), func(i Item) bool { return !slices.Contains(changes, i.Action) })
}

// Blocked are the items that keep all of it from being done.
func (p Plan) Blocked() []Item {
	return slices.DeleteFunc(slices.Clone(p.Items), func(i Item) bool { return !i.blocks })
}

// A planner makes a plan: collect gathers what the checkpoint says of the files that
// were asked for, judge compares each with the project, and addNew and clear add what
// the checkpoint does not name.
type planner struct {
	Engine
	checkpoint checkpoint.Checkpoint
	options    Options
	tree       durable.Place
	folds      bool // the file system ignores case
	wants      map[string]content
	items      map[string]Item
}

// Plan says what a rollback to c would do. It writes nothing. The errors are
// ErrForeign, ErrEmpty, ErrNoSnapshot, ErrLostSnapshot, ErrNotHeld, and *fault.InvalidError
// for a checkpoint with damaged backups, which are all named.
func (e Engine) Plan(ctx context.Context, c checkpoint.Checkpoint, o Options) (Plan, error) {
	if !c.Ours && !o.Foreign {
		return Plan{}, fmt.Errorf("checkpoint %q: %w", c.ID, ErrForeign)
	}
	if len(c.Files) == 0 && len(o.Files) == 0 && !o.All {
		if o.All = c.Git.Snapshot != ""; !o.All && !o.TaskState {
			return Plan{}, fmt.Errorf("checkpoint %q: %w", c.ID, ErrEmpty)
		}
	}
	tree, err := durable.Open(e.Root)
	if err != nil {
		return Plan{}, err
	}
	defer tree.Close()
	p := &planner{Engine: e, checkpoint: c, options: o, tree: tree, wants: map[string]content{},
		items: map[string]Item{}}
	p.folds = p.sameFile(".git", ".GIT") || p.sameFile(".claude", ".CLAUDE")
	for _, step := range []func(context.Context) error{p.task, p.collect, p.judge, p.addNew, p.clear, p.verify} {
		if err := step(ctx); err != nil {
			return Plan{}, err
		}
	}
	plan := Plan{Checkpoint: c, Options: o, Items: p.sorted()}
	plan.ID = plan.hash()
	if !o.All && len(o.Files) == 0 && e.hasSnapshot(c) {
		plan.Others = p.others(ctx)
	}
	return plan, ctx.Err()
}

// task adds the task's own file where it is asked for, as its state was and with the
// checkpoints that were made since.
func (p *planner) task(context.Context) error {
	if !p.options.TaskState {
		return nil
	}
	id, state := p.checkpoint.TaskID, bytes.TrimSpace(p.checkpoint.TaskState)
	found := "none"
	if taskFile(id) != "" && len(state) > 0 && !bytes.Equal(state, []byte("null")) {
		text, err := p.Tasks.Restored(id, state)
		if err == nil {
			p.wants[taskFile(id)] = content{Content: snapshot.FileOf(string(text), snapshot.AnyMode)}
			return nil
		}
		found = fault.Shorten(err.Error())
	}
	return &fault.InvalidError{What: fmt.Sprintf("the checkpoint %q", p.checkpoint.ID), Faults: []fault.Fault{
		{Field: "task_state", Found: found, Allowed: "a task's state, for --task-state"}}}
}

// collect gathers what the checkpoint says of the files that were asked for: its
// list, which holds exact bytes and modes, and of what that does not name, with All or
// by name, its snapshot.
func (p *planner) collect(ctx context.Context) error {
	c, o := p.checkpoint, p.options
	missing := slices.Clone(o.Files)
	asked := func(path string, all bool) bool {
		missing = slices.DeleteFunc(missing, func(name string) bool { return below(name, path) })
		_, known := p.wants[path]
		return (all || named(o.Files, path)) && !known && p.may(path)
	}
	for _, f := range c.Files {
		if asked(f.Path, o.All || len(o.Files) == 0) {
			p.wants[f.Path] = listed(c, f)
		}
	}
	if o.All || len(missing) > 0 {
		entries, err := p.entries(ctx, c)
		if err != nil && (o.All || ctx.Err() != nil) {
			return err
		}
		for _, e := range entries {
			if asked(e.Path, o.All) {
				p.wants[e.Path] = p.saved(e)
			}
		}
	}
	for _, path := range c.Git.Skipped {
		if o.All && asked(path, true) {
			p.wants[path] = skipped
		}
	}
	if len(missing) > 0 {
		return notHeld(c, missing[0])
	}
	return nil
}

// skipped is a file that a snapshot does not hold.
var skipped = content{Content: snapshot.Content{State: snapshot.State{Kind: snapshot.File, Mode: snapshot.AnyMode}},
	gone: "the snapshot skipped it"}

func notHeld(c checkpoint.Checkpoint, name string) error {
	err := fmt.Errorf("checkpoint %q, %q: %w", c.ID, name, ErrNotHeld)
	if slices.Contains(c.Git.Skipped, name) {
		err = fmt.Errorf("%w: its snapshot skipped it, as too large or unreadable", err)
	}
	return err
}

// may reports whether path may be restored by this command; a path that may
// not is an item that says why.
func (p *planner) may(path string) bool {
	why := p.never(path)
	if path == taskFile(p.checkpoint.TaskID) && p.options.TaskState {
		return false // as it is from the task's state
	}
	if why != "" {
		p.items[path] = Item{Path: path, Action: Kept, Why: why}
	}
	return why == ""
}

// never says why a path is not restored, whatever a checkpoint holds there.
func (p *planner) never(path string) string {
	switch err := checkpoint.Allowed(path); {
	case p.Snapshots.Private.Holds(path):
		return "never restored: it is in the machine folder"
	case err != nil:
		return "never restored: " + err.Error()
	case path == taskFile(p.checkpoint.TaskID):
		return "the task's own file is restored only with --task-state"
	}
	return ""
}

func (e Engine) hasSnapshot(c checkpoint.Checkpoint) bool {
	return e.Snapshots.Git.Installed() && c.Git.Snapshot != "" && e.Snapshots.Has(c.Git.Snapshot)
}

// entries lists the snapshot of a checkpoint or prompt.
func (e Engine) entries(ctx context.Context, c checkpoint.Checkpoint) ([]snapshot.Entry, error) {
	if err := e.lacks(c); err != nil {
		return nil, err
	}
	return e.Snapshots.Entries(ctx, c.Git.Snapshot)
}

// lacks says why the snapshot of a checkpoint or prompt is not there, nil where it is.
func (e Engine) lacks(c checkpoint.Checkpoint) error {
	switch {
	case e.hasSnapshot(c):
		return nil
	case c.Git.Snapshot != "" && !e.Snapshots.Git.Installed():
		return fmt.Errorf("%q: %w: git is not installed", c.ID, ErrLostSnapshot)
	case c.Git.Snapshot != "":
		return fmt.Errorf("%q: %w: it is not on this machine, or was made by an earlier release or when the "+
			"project was in another folder", c.ID, ErrLostSnapshot)
	case c.Git.LeftOut != "":
		return fmt.Errorf("%q: %w: %s", c.ID, ErrNoSnapshot, c.Git.LeftOut)
	}
	return fmt.Errorf("%q: %w", c.ID, ErrNoSnapshot)
}

// othersTime bounds the look at what a plan leaves out.
const othersTime = 3 * time.Second

// others compares the work tree with the snapshot.
func (p *planner) others(ctx context.Context) (o Others) {
	ctx, cancel := context.WithTimeout(ctx, othersTime)
	defer cancel()
	changes, err := p.Snapshots.Changes(ctx, p.checkpoint.Git.Snapshot)
	for _, c := range changes {
		_, known := p.items[c.Path]
		switch {
		case known || !p.may(c.Path):
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
	items := make([]Item, 0, len(p.items))
	for _, i := range p.items {
		items = append(items, i)
	}
	slices.SortFunc(items, func(a, b Item) int { return cmp.Compare(a.Path, b.Path) })
	return items
}

// hash is the plan's id: who agreed to a plan agreed to these files as they
// stand, and to no others.
func (p Plan) hash() string {
	o := p.Options
	o.Files = slices.Sorted(slices.Values(o.Files))
	var states []snapshot.State
	for _, i := range p.Items {
		states = append(states, i.Before, i.After.State)
	}
	text, err := json.Marshal([]any{p.Checkpoint.ID, machine.Sum(p.Checkpoint.Raw), o, p.Items, states})
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:6])
}
