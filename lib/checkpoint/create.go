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
	"sync"
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

// A making is a checkpoint that is being made.
type making struct {
	Store
	Request
	Checkpoint
	tree    durable.Place // the project
	folder  durable.Place // of the checkpoints, open
	staged  *durable.StagedDir
	earlier map[string][]backup

	mu   sync.Mutex // of the notes, and done
	done int
}

func (m *making) warn(format fence.Words, a ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.Notes = append(m.Notes, fence.Say(format, a...))
}

// Create makes a checkpoint. Files that cannot be copied are warnings; names in
// the request that may not be captured are its faults, those of the task are
// warnings.
func (s Store) Create(ctx context.Context, r Request) (Checkpoint, error) {
	now := s.Now().UTC()
	m := &making{Store: s, Request: r, Checkpoint: Checkpoint{TaskID: NoTask, Time: now.Truncate(time.Second),
		Timestamp: now.Format(time.RFC3339), Type: cmp.Or(r.Type, Manual), Description: r.Description, Files: []File{},
		TaskState: json.RawMessage("null"), Rollback: r.Rollback}}
	if r.Task != nil {
		m.TaskID, m.Checkpoint.Type = r.Task.ID, cmp.Or(r.Type, PreExecution)
		if len(r.Task.State) > 0 {
			m.TaskState = r.Task.State
		}
	}
	err := m.make(ctx)
	return m.Checkpoint, err
}

func (m *making) make(ctx context.Context) (err error) {
	if m.tree, err = durable.Open(m.Root); err != nil {
		return err
	}
	defer m.tree.Close()
	files, err := m.gather(ctx)
	if err != nil {
		return err
	}
	if err := m.begin(ctx); err != nil {
		return err
	}
	defer m.folder.Close()
	if m.Checkpoint.Files, err = m.copyAll(ctx, files); err == nil {
		err = m.git(ctx)
	}
	if err != nil {
		m.staged.Discard()
	}
	return err
}

// begin takes a number that was never used and begins the checkpoint's folder.
func (m *making) begin(ctx context.Context) (err error) {
	if m.home, m.Elsewhere, err = m.room(ctx, m.tree); err != nil {
		return fmt.Errorf("%w %q: %w", ErrNoFolder, Dir, err)
	}
	last, err := m.lastNumber(m.TaskID, m.Task)
	if err != nil {
		return err
	}
	if m.folder, err = m.home.Folder(); err != nil {
		return fmt.Errorf("%w %q: %w", ErrNoFolder, Dir, err)
	}
	m.folder.Sweep()
	for n := last + 1; n <= last+maxAttempts; n++ {
		m.ID = makeID(m.TaskID, n)
		if m.staged, err = durable.Stage(m.folder, m.ID); err == nil {
			m.remember(m.TaskID, n)
			m.earlier = m.earlierBackups(m.home, m.TaskID)
			return nil
		}
		if !errors.Is(err, fs.ErrExist) {
			break
		}
	}
	m.folder.Close()
	return fmt.Errorf("%w %q: %w", ErrNoFolder, m.Store.Folder(m.Checkpoint), err)
}

// publish writes the files of a checkpoint's folder that are no backups, and puts it in
// its place.
func (m *making) publish() (err error) {
	if m.Raw, err = encode(m.Checkpoint); err == nil && len(m.Raw) > maxJSON {
		err = fmt.Errorf("too many files: %w", durable.ErrTooLarge)
	}
	if err == nil {
		err = errors.Join(m.staged.Copy(fileName, bytes.NewReader(m.Raw)),
			m.staged.Copy(ignoreName, strings.NewReader(gitignore)))
	}
	if err != nil {
		return fmt.Errorf("writing checkpoint %q: %w", m.ID, err)
	}
	// First the ledger: a checkpoint that exists is one that can be used.
	m.record(&m.Checkpoint)
	return m.staged.Publish()
}

// record enters the checkpoint's own file in the ledger.
func (s Store) record(c *Checkpoint) {
	err := s.Machine.Record(machine.Sum(c.Raw))
	if c.Ours = err == nil; !c.Ours {
		c.Notes = append(c.Notes, fence.Say(
			"the machine folder cannot be written, so a rollback will ask for --foreign: %v", err))
	}
}

// git enters what git has checked out, takes the snapshot and publishes the checkpoint,
// which names it, before another process can prune it. One that cannot be taken is left
// out.
func (m *making) git(ctx context.Context) error {
	g := &m.Git
	if repo, inGit := gitrepo.Find(m.Root); inGit {
		head := repo.Head()
		g.Branch, g.Head = head.Branch, head.Commit
	}
	if !m.Snapshots.Git.Installed() || m.Request.Rollback != nil {
		return m.publish()
	}
	// What is on the disk by then keeps no prompt waiting for the snapshots.
	if err := m.staged.Sync(); err != nil {
		return err
	}
	if m.SnapshotTime > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, m.SnapshotTime)
		defer cancel()
	}
	_, err := m.Snapshots.Take(ctx, snapshot.Taking{Time: m.Now(), Progress: m.Progress,
		Enter: func(taken snapshot.Snapshot) error {
			g.Snapshot, g.Skipped = taken.ID, taken.Skipped
			return m.publish()
		}})
	if err == nil || g.Snapshot != "" {
		return err
	}
	why := fence.Say("%v", err)
	switch tooLong := errors.Is(err, context.DeadlineExceeded); {
	case tooLong && m.Task != nil:
		makes := fence.Command{"holdfast", "files", "checkpoint", m.Task.ID}
		why = fence.Say("it took too long; %s makes one", makes)
	case tooLong:
		why = fence.Say("it took too long")
	}
	if g.LeftOut = why.String(); m.whole() {
		return fmt.Errorf("saving the whole work tree: %s", g.LeftOut)
	}
	m.warn("checkpoint %q has no snapshot of the whole work tree: %s", m.ID, why)
	return m.publish()
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
