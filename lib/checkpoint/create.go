package checkpoint

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/machine"
	"holdfast/lib/snapshot"
	"holdfast/lib/task"
)

// A Request says what a checkpoint is to hold.
type Request struct {
	Task              *task.Task // its files and its state; nil for none
	Files             []string   // more files, by name
	Except            string     // a file that is left out whoever names it, "" for none
	Type, Description string     // a Type of "" is pre-execution, or manual without a task
	SnapshotTime      time.Duration
	// Rollback asks for exactly Files, each taken literally and not the task's
	// own, whatever their number and size, without a snapshot: what a rollback
	// keeps safe.
	Rollback *Rollback
	Progress func(done, of int)
}

// whole reports whether the snapshot is all that is asked for.
func (r Request) whole() bool { return r.Task == nil && r.Rollback == nil && len(r.Files) == 0 }

// ErrNoFolder means that the folder of the checkpoint cannot be made.
var ErrNoFolder = errors.New("cannot create checkpoint directory")

// maxAttempts bounds how many numbers are tried when others take them first.
const maxAttempts = 1_000

// Create makes a checkpoint. Files that cannot be copied are warnings; names in
// the request that may not be captured are its faults, those of the task are
// warnings.
func (s Store) Create(ctx context.Context, r Request) (Checkpoint, error) {
	taskID := NoTask
	c := Checkpoint{Type: cmp.Or(r.Type, Manual), Description: r.Description, Files: []File{},
		TaskState: json.RawMessage("null")}
	if r.Task != nil {
		taskID, c.Type = r.Task.ID, cmp.Or(r.Type, PreExecution)
		if len(r.Task.State) > 0 {
			c.TaskState = r.Task.State
		}
	}
	tree, err := durable.OpenTree(s.Root)
	if err != nil {
		return c, err
	}
	defer tree.Close()
	g := &gathering{store: s, tree: tree, big: r.Rollback != nil, found: map[string]bool{r.Except: true}}
	err = g.gather(ctx, r)
	if c.Notes = g.notes; err != nil {
		return c, err
	}
	staged, err := s.begin(ctx, tree, taskID, r.Task, &c)
	if err != nil {
		return c, err
	}
	id := c.ID
	home, err := c.home.open()
	if err != nil {
		staged.Discard()
		return c, err
	}
	defer home.Close()
	defer func() {
		if staged == nil {
			return
		}
		staged.Discard()
		if c.Git != nil && c.Git.Snapshot != "" {
			_, _ = s.Snapshots.Prune(context.WithoutCancel(ctx), false, // the error that ended it is told
				func(map[string]snapshot.Kept) ([]string, error) { return []string{id}, nil })
		}
	}()
	c.TaskID, c.Rollback = taskID, r.Rollback
	now := s.Now().UTC()
	c.Time, c.Timestamp = now.Truncate(time.Second), now.Format(time.RFC3339)
	k := &copying{
		ctx: ctx, tree: tree, home: home, staged: staged, id: id, big: r.Rollback != nil, progress: r.Progress,
		earlier: sync.OnceValue(func() map[string][]backup { return s.earlierBackups(c.home, taskID) }),
	}
	c.Files, err = k.copyAll(g.files)
	if c.Notes = append(c.Notes, k.notes...); err != nil {
		return c, err
	}
	s.git(ctx, &c, now, r)
	if r.whole() && c.Git != nil && c.Git.LeftOut != "" {
		return c, fmt.Errorf("saving the whole work tree: %s", c.Git.LeftOut)
	}
	if c.Raw, err = encode(c); err == nil {
		err = writeOwn(staged, c.Raw)
	}
	if err != nil {
		return c, fmt.Errorf("writing checkpoint %q: %w", id, err)
	}
	// First the ledger: a checkpoint that exists is one that can be used.
	s.record(&c)
	if err = staged.Publish(); err == nil {
		staged = nil
	}
	return c, err
}

// writeOwn writes the files of a checkpoint's folder that are no backups.
func writeOwn(staged *durable.StagedDir, raw []byte) error {
	if len(raw) > maxJSON {
		return fmt.Errorf("too many files: %w", durable.ErrTooLarge)
	}
	return errors.Join(staged.Copy(fileName, newReader(raw)), staged.Copy(ignoreName, newReader([]byte(gitignore))))
}

func (c *Checkpoint) warn(format fence.Words, a ...any) {
	c.Notes = append(c.Notes, fence.Say(format, a...))
}

// record enters the checkpoint's own file in the ledger.
func (s Store) record(c *Checkpoint) {
	err := s.Machine.Record(machine.Sum(c.Raw))
	if c.Ours = err == nil; !c.Ours {
		c.warn("the machine folder cannot be written, so a rollback will ask for --foreign: %v", err)
	}
}

// begin takes a number that was never used and begins the checkpoint's folder.
func (s Store) begin(ctx context.Context, tree *durable.Tree, taskID string, t *task.Task,
	c *Checkpoint) (*durable.StagedDir, error) {
	var err error
	if c.home, c.Elsewhere, err = s.room(ctx, tree); err != nil {
		return nil, fmt.Errorf("%w %q: %w", ErrNoFolder, Dir, err)
	}
	ids, err := s.names(false)
	if err != nil {
		return nil, err
	}
	folder, err := c.home.open()
	if err != nil {
		return nil, fmt.Errorf("%w %q: %w", ErrNoFolder, c.home.rel, err)
	}
	defer folder.Close()
	folder.Sweep(".")
	n := s.lastNumber(ids, taskID, t)
	for range maxAttempts {
		n++
		c.ID = makeID(taskID, n)
		staged, err := durable.Stage(folder, c.ID)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%w %q: %w", ErrNoFolder, s.Folder(*c), err)
		}
		s.remember(taskID, n)
		return staged, nil
	}
	return nil, fmt.Errorf("%w %q: no free number", ErrNoFolder, c.home.rel)
}

// maxForeign bounds the numbers that a project can say were used: above it
// there is room for all that this machine will give, within what an id can hold.
const maxForeign = 100_000_000

// lastNumber is the highest number that a task's checkpoints ever had, as far
// as the folders, the task and the machine folder know.
func (s Store) lastNumber(ids []string, taskID string, t *task.Task) int {
	if t != nil {
		ids = append(ids, t.Checkpoints...)
	}
	last := s.remembered()[taskID]
	for _, id := range ids {
		if of, n, ok := ParseID(id); ok && of == taskID && n < maxForeign {
			last = max(last, n)
		}
	}
	return last
}

// git enters what git has checked out, and takes the snapshot.
func (s Store) git(ctx context.Context, c *Checkpoint, now time.Time, r Request) {
	repo, inGit := gitrepo.Find(s.Root)
	if !inGit && (s.Snapshots == nil || r.Rollback != nil) {
		return
	}
	g := &Git{}
	c.Git = g
	if inGit {
		head := repo.Head()
		g.Branch, g.Head = head.Branch, head.Commit
	}
	if s.Snapshots == nil || r.Rollback != nil {
		return
	}
	if r.SnapshotTime > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, r.SnapshotTime)
		defer cancel()
	}
	taken, err := s.Snapshots.Take(ctx, snapshot.Taking{ID: c.ID, Time: now, Progress: r.Progress})
	if err != nil {
		why := leftOut(err, r.Task)
		g.LeftOut = why.String()
		if !r.whole() {
			c.warn("checkpoint %q has no snapshot of the whole work tree: %s", c.ID, why)
		}
		return
	}
	g.Snapshot, g.Skipped = taken.ID, taken.Skipped
}

// leftOut says in one line why there is no snapshot, and what makes one.
func leftOut(err error, t *task.Task) fence.Note {
	if !errors.Is(err, context.DeadlineExceeded) {
		return fence.Say("%v", err)
	}
	if t == nil {
		return fence.Say("it took too long")
	}
	return fence.Say("it took too long; %s makes one", fence.Command{"holdfast", "files", "checkpoint", t.ID})
}

// encode is the checkpoint.json. The task's state stays as its file has it, to
// the byte: that is what a rollback puts back.
func encode(c Checkpoint) ([]byte, error) {
	state := c.TaskState
	c.TaskState = nil // null, which is the last key but git
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(c); err != nil {
		return nil, err
	}
	const key = "\n  \"task_state\": "
	at := bytes.LastIndex(out.Bytes(), []byte(key+"null"))
	if at < 0 || !json.Valid(state) {
		return nil, errors.New("the task's file is not JSON")
	}
	b := out.Bytes()
	return slices.Concat(b[:at+len(key)], state, b[at+len(key)+len("null"):]), nil
}
