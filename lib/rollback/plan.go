package rollback

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
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
	wants      map[string]content
	items      map[string]Item
	blocked    map[string]string
	damaged    []fault.Fault
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
	p := e.planner(tree, c, o)
	if o.TaskState {
		if err := p.task(); err != nil {
			return Plan{}, err
		}
	}
	for _, step := range []func(context.Context) error{p.collect, p.judge, p.addNew, p.clear} {
		if err := step(ctx); err != nil {
			return Plan{}, err
		}
	}
	if len(p.damaged) > 0 {
		return Plan{}, p.damage()
	}
	plan := p.plan()
	if !o.All && len(o.Files) == 0 && p.hasSnapshot(ctx) {
		plan.Others = p.others(ctx)
	}
	return plan, ctx.Err()
}

func (e Engine) planner(tree *durable.Tree, c checkpoint.Checkpoint, o Options) *planner {
	return &planner{
		Engine: e, checkpoint: c, options: o, tree: tree, private: snapshot.PrivateIn(e.Root, e.Machine),
		wants: map[string]content{}, items: map[string]Item{}, blocked: map[string]string{},
	}
}

// othersTime bounds the look at what a plan leaves out.
const othersTime = 3 * time.Second

// others compares the work tree with the snapshot.
func (p *planner) others(ctx context.Context) Others {
	ctx, cancel := context.WithTimeout(ctx, othersTime)
	defer cancel()
	changes, err := p.Snapshots.Changes(ctx, p.checkpoint.Git.Snapshot)
	if err != nil {
		return Others{Unknown: true}
	}
	var o Others
	for _, c := range changes {
		if _, known := p.items[c.Path]; known || !p.may(c.Path) {
			continue
		}
		if c.Was {
			o.Changed++
		} else {
			o.New++
		}
	}
	return o
}

// damage is the error for backups that are not what was saved.
func (p *planner) damage() error {
	slices.SortFunc(p.damaged, func(a, b fault.Fault) int { return cmp.Compare(a.Field, b.Field) })
	return &fault.InvalidError{What: fmt.Sprintf("the checkpoint %q", p.checkpoint.ID), Faults: p.damaged}
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

// task adds the task's own file, as its state was and with the checkpoints that were
// made since.
func (p *planner) task() error {
	id, state := p.checkpoint.TaskID, bytes.TrimSpace(p.checkpoint.TaskState)
	invalid := &fault.InvalidError{What: fmt.Sprintf("the checkpoint %q", p.checkpoint.ID), Faults: []fault.Fault{
		{Field: "task_state", Found: "none", Allowed: "a task's state, for --task-state"}}}
	if taskFile(id) == "" || len(state) == 0 || bytes.Equal(state, []byte("null")) {
		return invalid
	}
	text, err := p.Tasks.Restored(id, state)
	if err != nil {
		invalid.Faults[0].Found = fault.Shorten(err.Error())
		return invalid
	}
	p.wants[taskFile(id)] = content{State: State{Kind: File, Sum: machine.Sum(text)},
		source: func(context.Context) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }}
	return nil
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
