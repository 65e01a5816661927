package checkpoint

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/jsondoc"
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
func (s Store) Create(ctx context.Context, r Request) (c Checkpoint, err error) {
	c = Checkpoint{TaskID: NoTask, Type: cmp.Or(r.Type, Manual), Description: r.Description, Files: []File{},
		TaskState: json.RawMessage("null"), Rollback: r.Rollback}
	if r.Task != nil {
		c.TaskID, c.Type = r.Task.ID, cmp.Or(r.Type, PreExecution)
		if len(r.Task.State) > 0 {
			c.TaskState = r.Task.State
		}
	}
	tree, err := durable.Open(s.Root)
	if err != nil {
		return c, err
	}
	defer tree.Close()
	g := &gathering{store: s, tree: tree, private: snapshot.PrivateIn(s.Root, s.Machine), literal: r.Rollback != nil,
		found: map[string]bool{r.Except: true}}
	err = g.gather(ctx, r)
	if c.Notes = g.notes; err != nil {
		return c, err
	}
	home, staged, err := s.begin(ctx, tree, r.Task, &c)
	if err != nil {
		return c, err
	}
	defer home.Close()
	defer func() {
		if err != nil {
			staged.Discard()
		}
	}()
	now := s.Now().UTC()
	c.Time, c.Timestamp = now.Truncate(time.Second), now.Format(time.RFC3339)
	k := &copying{ctx: ctx, tree: tree, home: home, staged: staged, id: c.ID, literal: r.Rollback != nil,
		earlier: s.earlierBackups(c.home, c.TaskID), progress: r.Progress}
	c.Files, err = k.copyAll(g.files)
	if c.Notes = append(c.Notes, k.notes...); err != nil {
		return c, err
	}
	err = s.git(ctx, &c, now, r, func() error { return s.publish(&c, staged) })
	return c, err
}

// publish writes the files of a checkpoint's folder that are no backups, and puts it in
// its place.
func (s Store) publish(c *Checkpoint, staged *durable.StagedDir) (err error) {
	if c.Raw, err = encode(*c); err == nil && len(c.Raw) > maxJSON {
		err = fmt.Errorf("too many files: %w", durable.ErrTooLarge)
	}
	if err == nil {
		err = errors.Join(staged.Copy(fileName, bytes.NewReader(c.Raw)),
			staged.Copy(ignoreName, strings.NewReader(gitignore)))
	}
	if err != nil {
		return fmt.Errorf("writing checkpoint %q: %w", c.ID, err)
	}
	// First the ledger: a checkpoint that exists is one that can be used.
	s.record(c)
	return staged.Publish()
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
func (s Store) begin(ctx context.Context, tree durable.Place, t *task.Task, c *Checkpoint) (folder durable.Place,
	staged *durable.StagedDir, err error) {
	if c.home, c.Elsewhere, err = s.room(ctx, tree); err != nil {
		return folder, nil, fmt.Errorf("%w %q: %w", ErrNoFolder, Dir, err)
	}
	last, err := s.lastNumber(c.TaskID, t)
	if err != nil {
		return folder, nil, err
	}
	if folder, err = c.home.open(); err != nil {
		return folder, nil, fmt.Errorf("%w %q: %w", ErrNoFolder, c.home.rel, err)
	}
	folder.Sweep()
	for n := last + 1; n <= last+maxAttempts; n++ {
		c.ID = makeID(c.TaskID, n)
		if staged, err = durable.Stage(folder, c.ID); err == nil {
			s.remember(c.TaskID, n)
			return folder, staged, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	folder.Close()
	return folder, nil, fmt.Errorf("%w %q: %w", ErrNoFolder, s.Folder(*c), err)
}

// git enters what git has checked out, and takes the snapshot, which publish names
// before another process can prune it. One that cannot be taken is left out.
func (s Store) git(ctx context.Context, c *Checkpoint, now time.Time, r Request, publish func() error) error {
	g := &c.Git
	if repo, inGit := gitrepo.Find(s.Root); inGit {
		head := repo.Head()
		g.Branch, g.Head = head.Branch, head.Commit
	}
	if s.Snapshots == nil || r.Rollback != nil {
		return publish()
	}
	if r.SnapshotTime > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, r.SnapshotTime)
		defer cancel()
	}
	_, err := s.Snapshots.Take(ctx, snapshot.Taking{Time: now, Progress: r.Progress,
		Enter: func(taken snapshot.Snapshot) error {
			g.Snapshot, g.Skipped = taken.ID, taken.Skipped
			return publish()
		}})
	if err == nil || g.Snapshot != "" {
		return err
	}
	why := fence.Say("%v", err)
	switch tooLong := errors.Is(err, context.DeadlineExceeded); {
	case tooLong && r.Task != nil:
		makes := fence.Command{"holdfast", "files", "checkpoint", r.Task.ID}
		why = fence.Say("it took too long; %s makes one", makes)
	case tooLong:
		why = fence.Say("it took too long")
	}
	if g.LeftOut = why.String(); r.whole() {
		return fmt.Errorf("saving the whole work tree: %s", g.LeftOut)
	}
	c.warn("checkpoint %q has no snapshot of the whole work tree: %s", c.ID, why)
	return publish()
}

// encode is the checkpoint.json. The task's state stays as its file has it, to
// the byte: that is what a rollback puts back.
func encode(c Checkpoint) ([]byte, error) {
	state := string(c.TaskState)
	c.TaskState = nil
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(c); err != nil {
		return nil, err
	}
	doc := jsondoc.Doc(out.Bytes())
	of, _ := doc.Find("task_state")
	doc = doc.Replace(of.Value, state)
	return doc, doc.Check()
}
