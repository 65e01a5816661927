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
	// Blocked are the paths at which something keeps all of it from
	// being done, with why.
	Blocked []Item
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
func (p Plan) Changes() int {
	n := 0
	for _, i := range p.Items {
		if i.writes() {
			n++
		}
	}
	return n
}

// A planner gathers what a plan is made of.
type planner struct {
	Engine
	checkpoint checkpoint.Checkpoint
	options    Options
	tree       *durable.Tree
	private    snapshot.Private
	folds      bool // the file system ignores case
	wants      map[string]content
	items      map[string]Item
	blocked    map[string]string
}

// Plan says what a rollback to c would do. It writes nothing. The errors are
// ErrForeign, ErrEmpty, ErrNoSnapshot, ErrLostSnapshot, ErrNotHeld, and *fault.InvalidError
// for a checkpoint with damaged backups, which are all named.
func (e Engine) Plan(ctx context.Context, c checkpoint.Checkpoint, o Options) (Plan, error) {
	if !c.Ours && !o.Foreign {
		return Plan{}, fmt.Errorf("checkpoint %q: %w", c.ID, ErrForeign)
	}
	if len(c.Files) == 0 && len(o.Files) == 0 && !o.All {
		if o.All = c.Git != nil && c.Git.Snapshot != ""; !o.All && !o.TaskState {
			return Plan{}, fmt.Errorf("checkpoint %q: %w", c.ID, ErrEmpty)
		}
	}
	tree, err := durable.OpenTree(e.Root)
	if err != nil {
		return Plan{}, err
	}
	defer tree.Close()
	p := &planner{
		Engine: e, checkpoint: c, options: o, tree: tree, private: snapshot.PrivateIn(e.Root, e.Machine),
		wants: map[string]content{}, items: map[string]Item{}, blocked: map[string]string{},
	}
	p.folds = p.foldsCase()
	for _, step := range []func(context.Context) error{p.task, p.collect, p.judge, p.addNew, p.clear, p.verify} {
		if err := step(ctx); err != nil {
			return Plan{}, err
		}
	}
	plan := p.plan()
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
			p.wants[taskFile(id)] = of(text)
			return nil
		}
		found = fault.Shorten(err.Error())
	}
	return &fault.InvalidError{What: fmt.Sprintf("the checkpoint %q", p.checkpoint.ID), Faults: []fault.Fault{
		{Field: "task_state", Found: found, Allowed: "a task's state, for --task-state"}}}
}

const (
	onlyByName = "restored only when it is named with --file"
	ownFile    = "the task's own file is restored only with --task-state"
)

// collect gathers what the checkpoint says of the files that were asked for: its
// list, which holds exact bytes and modes, and of what that does not name, with All or
// by name, its snapshot.
func (p *planner) collect(ctx context.Context) error {
	c, o := p.checkpoint, p.options
	missing := map[string]bool{}
	for _, name := range o.Files {
		missing[name] = true
	}
	asked := func(path string, all bool) bool {
		for _, name := range o.Files {
			if below(name, path) {
				all = true
				delete(missing, name)
			}
		}
		_, known := p.wants[path]
		return all && !known && p.may(path)
	}
	for _, f := range c.Files {
		if asked(f.Path, o.All || len(o.Files) == 0) {
			p.wants[f.Path] = p.listed(c, f)
		}
	}
	if o.All || len(missing) > 0 {
		entries, err := p.entries(ctx, c)
		if err != nil && (o.All || ctx.Err() != nil) {
			return err
		}
		for _, e := range entries {
			switch _, kept := p.items[e.Path]; {
			case kept || !asked(e.Path, o.All):
			case e.Kind == snapshot.Repository:
				p.items[e.Path] = p.nested(e)
			default:
				p.wants[e.Path] = p.held(e)
			}
		}
	}
	for i := 0; o.All && i < len(c.Git.Skipped); i++ {
		if path := c.Git.Skipped[i]; p.wants[path].Kind == "" && p.may(path) {
			p.wants[path] = content{State: State{Kind: File}, gone: "the snapshot skipped it"}
		}
	}
	for _, name := range o.Files {
		if !missing[name] {
			continue
		}
		return notHeld(c, name)
	}
	return nil
}

func notHeld(c checkpoint.Checkpoint, name string) error {
	err := fmt.Errorf("checkpoint %q, %q: %w", c.ID, name, ErrNotHeld)
	if c.Git != nil && slices.Contains(c.Git.Skipped, name) {
		err = fmt.Errorf("%w: its snapshot skipped it, as too large or unreadable", err)
	}
	return err
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

func (e Engine) hasSnapshot(c checkpoint.Checkpoint) bool {
	return e.Snapshots != nil && c.Git != nil && c.Git.Snapshot != "" && e.Snapshots.Has(c.Git.Snapshot)
}

// entries lists the snapshot of a checkpoint or prompt; the error says why there is
// none.
func (e Engine) entries(ctx context.Context, c checkpoint.Checkpoint) ([]snapshot.Entry, error) {
	if e.hasSnapshot(c) {
		return e.Snapshots.Entries(ctx, c.Git.Snapshot)
	}
	err := fmt.Errorf("%q: %w", c.ID, ErrNoSnapshot)
	switch g := c.Git; {
	case g != nil && g.Snapshot != "" && e.Snapshots == nil:
		return nil, fmt.Errorf("%q: %w: git is not installed", c.ID, ErrLostSnapshot)
	case g != nil && g.Snapshot != "":
		return nil, fmt.Errorf("%q: %w: it is not on this machine, or was made by an earlier release or when the "+
			"project was in another folder", c.ID, ErrLostSnapshot)
	case g != nil && g.LeftOut != "":
		return nil, fmt.Errorf("%w: %s", err, g.LeftOut)
	}
	return nil, err
}

// nested is what becomes of a repository of its own, of which a snapshot holds the
// commit and no files.
func (p *planner) nested(e snapshot.Entry) Item {
	i := Item{Path: e.Path, Action: Kept, Why: "a repository of its own", Submodule: true}
	if info, err := p.tree.Lstat(e.Path); err != nil || !info.IsDir() {
		i.Action, i.Why = Missing, "a repository of its own: its files are not in the snapshot, only that it was "+
			"at commit "+e.Sum
	}
	return i
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
		case c.Was:
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

func (p *planner) plan() Plan {
	plan := Plan{Checkpoint: p.checkpoint, Options: p.options, Items: p.sorted()}
	for path, why := range p.blocked {
		plan.Blocked = append(plan.Blocked, Item{Path: path, Why: why})
	}
	slices.SortFunc(plan.Blocked, func(a, b Item) int { return cmp.Compare(a.Path, b.Path) })
	plan.ID = plan.hash()
	return plan
}

// hash is the plan's id: who agreed to a plan agreed to these files as they
// stand, and to no others.
func (p Plan) hash() string {
	o := p.Options
	o.Files = slices.Sorted(slices.Values(o.Files))
	var states []State
	for _, i := range p.Items {
		states = append(states, i.Before, i.After)
	}
	text, err := json.Marshal([]any{p.Checkpoint.ID, machine.Sum(p.Checkpoint.Raw), o, p.Items, states, p.Blocked})
	if err != nil {
		return ""
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:6])
}
