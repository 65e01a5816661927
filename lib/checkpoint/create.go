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
		if err == nil {
			return
		}
		staged.Discard()
		if c.Git.Snapshot != "" {
			_, _ = s.Snapshots.Prune(context.WithoutCancel(ctx), false, // the error that ended it is told
				func(map[string]snapshot.Kept) ([]string, error) { return []string{c.ID}, nil })
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
	s.git(ctx, &c, now, r)
	if r.whole() && c.Git.LeftOut != "" {
		return c, fmt.Errorf("saving the whole work tree: %s", c.Git.LeftOut)
	}
	if c.Raw, err = encode(c); err == nil {
		err = writeOwn(staged, c.Raw)
	}
	if err != nil {
		return c, fmt.Errorf("writing checkpoint %q: %w", c.ID, err)
	}
	// First the ledger: a checkpoint that exists is one that can be used.
	s.record(&c)
	return c, staged.Publish()
}

// writeOwn writes the files of a checkpoint's folder that are no backups.
func writeOwn(staged *durable.StagedDir, raw []byte) error {
	if len(raw) > maxJSON {
		return fmt.Errorf("too many files: %w", durable.ErrTooLarge)
	}
	return errors.Join(staged.Copy(fileName, bytes.NewReader(raw)),
		staged.Copy(ignoreName, strings.NewReader(gitignore)))
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

// git enters what git has checked out, and takes the snapshot.
func (s Store) git(ctx context.Context, c *Checkpoint, now time.Time, r Request) {
	repo, inGit := gitrepo.Find(s.Root)
	taking := s.Snapshots != nil && r.Rollback == nil
	if !inGit && !taking {
		return
	}
	g := &c.Git
	if inGit {
		head := repo.Head()
		g.Branch, g.Head = head.Branch, head.Commit
	}
	if !taking {
		return
	}
	if r.SnapshotTime > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, r.SnapshotTime)
		defer cancel()
	}
	taken, err := s.Snapshots.Take(ctx, snapshot.Taking{ID: c.ID, Time: now, Progress: r.Progress})
	if err == nil {
		g.Snapshot, g.Skipped = taken.ID, taken.Skipped
		return
	}
	why := fence.Say("%v", err)
	switch tooLong := errors.Is(err, context.DeadlineExceeded); {
	case tooLong && r.Task != nil:
		makes := fence.Command{"holdfast", "files", "checkpoint", r.Task.ID}
		why = fence.Say("it took too long; %s makes one", makes)
	case tooLong:
		why = fence.Say("it took too long")
	}
	if g.LeftOut = why.String(); !r.whole() {
		c.warn("checkpoint %q has no snapshot of the whole work tree: %s", c.ID, why)
	}
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
