package checkpoint

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"sync"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/fault"
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
	Rollback          *Rollback // asks for Files alone, each literally and whole, without a snapshot
	Progress          func(done, of int)
}

type making struct {
	Store
	request Request
	tree    durable.Place // the project
	folder  durable.Place // of the checkpoints, open
	staged  *durable.StagedDir
	earlier map[string][]backup

	mu   sync.Mutex // of what follows
	made Checkpoint
	done int // files that were captured
}

func (m *making) warn(format fence.Words, a ...any) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.made.Notes = append(m.made.Notes, fence.Say(format, a...))
}

// Create makes a checkpoint. Files that cannot be copied are warnings, and so are names of
// the task that may not be captured; those in the request are its faults.
func (s Store) Create(ctx context.Context, r Request) (_ Checkpoint, err error) {
	now := s.Now().UTC()
	m := &making{Store: s, request: r, made: Checkpoint{TaskID: NoTask, Time: now.Truncate(time.Second),
		Timestamp: now.Format(time.RFC3339), Type: cmp.Or(r.Type, Manual), Description: r.Description,
		Rollback: r.Rollback}}
	if r.Task != nil {
		m.made.TaskID, m.made.Type, m.made.TaskState = r.Task.ID, cmp.Or(r.Type, PreExecution), r.Task.State
	}
	if m.tree, err = durable.Open(m.Root); err != nil {
		return m.made, err
	}
	defer m.tree.Close()
	files, err := m.gather(ctx)
	if err != nil {
		return m.made, err
	}
	err = m.begin(ctx)
	defer m.folder.Close() // opened or not
	if err != nil {
		return m.made, fmt.Errorf("cannot create checkpoint directory %q: %w", Dir, err)
	}
	if m.made.Files, err = m.captureAll(ctx, files); err == nil {
		err = m.finish(ctx)
	}
	if err != nil {
		m.staged.Discard()
	}
	return m.made, err
}

// begin takes a number that was never used and begins the checkpoint's folder.
func (m *making) begin(ctx context.Context) (err error) {
	if m.made.home, m.made.Elsewhere, err = m.room(ctx, m.tree); err != nil {
		return err
	}
	last, err := m.lastNumber(m.made.TaskID, m.request.Task)
	if err != nil {
		return err
	}
	if m.folder, err = m.made.home.Folder(); err != nil {
		return err
	}
	m.folder.Sweep()
	err = fs.ErrExist
	for n := last + 1; errors.Is(err, fs.ErrExist) && n <= last+1000; n++ {
		m.made.ID = fmt.Sprintf("%s%s-%d", prefix, m.made.TaskID, n)
		if m.staged, err = durable.Stage(m.folder, m.made.ID); err == nil {
			_ = m.numbers().Add(context.Background(), fmt.Sprintf("%s\t%d", m.made.TaskID, n))
			m.earlier = m.earlierBackups(m.made)
		}
	}
	return err
}

// finish takes the snapshot, and publishes the checkpoint before another process can prune that. One
// that cannot be taken is left out, unless nothing else is asked for.
func (m *making) finish(ctx context.Context) error {
	g, r := &m.made.Git, m.request
	repo, _ := gitrepo.Find(m.Root)
	head := repo.Head()
	g.Branch, g.Head = head.Branch, head.Commit
	if !m.Snapshots.Git.Installed() || r.Rollback != nil {
		return m.publish()
	}
	// What is on the disk by then keeps no prompt waiting for the snapshots.
	if err := m.staged.Sync(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, r.SnapshotTime)
	defer cancel()
	_, err := m.Snapshots.Take(ctx, snapshot.Taking{Time: m.Now(), Progress: r.Progress,
		Enter: func(taken snapshot.Snapshot) error {
			g.Snapshot, g.Skipped = taken.ID, taken.Skipped
			return m.publish()
		}})
	if err == nil || g.Snapshot != "" {
		return err
	}
	why := fence.Say("%v", err)
	if tooLong := errors.Is(err, context.DeadlineExceeded); tooLong && r.Task != nil {
		why = fence.Say("it took too long; %s makes one", fence.Command{"holdfast", "files", "checkpoint", r.Task.ID})
	} else if tooLong {
		why = fence.Say("it took too long")
	}
	if g.LeftOut = why.String(); r.Task == nil && len(r.Files) == 0 {
		return fmt.Errorf("saving the whole work tree: %s", g.LeftOut)
	}
	m.warn("checkpoint %q has no snapshot of the whole work tree: %s", m.made.ID, why)
	return m.publish()
}

func (m *making) publish() (err error) {
	made := m.made
	made.TaskState = nil
	var out bytes.Buffer
	e := json.NewEncoder(&out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	_ = e.Encode(made) // of texts and numbers
	doc := jsondoc.Doc(out.Bytes())
	of, _ := doc.Find("task_state")
	doc = doc.Replace(of.Value, cmp.Or(string(m.made.TaskState), "null")) // which stays as its file has it, to the byte
	if m.made.Raw, err = doc, doc.Check(); err == nil && len(doc) > maxJSON {
		err = fmt.Errorf("too many files: %w", durable.ErrTooLarge)
	}
	if err == nil {
		err = errors.Join(m.staged.Copy(fileName, bytes.NewReader(m.made.Raw)),
			m.staged.Copy(ignoreName, strings.NewReader(gitignore)))
	}
	if err != nil {
		return fmt.Errorf("writing checkpoint %q: %w", m.made.ID, err)
	}
	// First the ledger: a checkpoint that exists is one that can be used.
	m.record(&m.made)
	return m.staged.Publish()
}

func (s Store) record(c *Checkpoint) {
	err := s.Machine.Record(machine.Sum(c.Raw))
	if c.Ours = err == nil; !c.Ours {
		c.Notes = append(c.Notes, fence.Say(
			"the machine folder cannot be written, so a rollback will ask for --foreign: %v", err))
	}
}

// AddFile adds a file as it was earlier to an own checkpoint, or one that is as the caller made it.
func (s Store) AddFile(ctx context.Context, c Checkpoint, rel string, earlier snapshot.Content) (Checkpoint, error) {
	if err := Allowed(rel); err != nil {
		return c, err
	}
	err := c.home.At(".lock").Locked(ctx, 0, func() error {
		present, err := s.Load(c.ID)
		if err != nil {
			return err
		}
		if !present.Ours && !bytes.Equal(present.Raw, c.Raw) {
			return fault.Refuse("", "it was not made on this machine")
		}
		present.Notes = c.Notes
		if !present.Paths()[rel] {
			err = s.addFile(ctx, &present, rel, earlier)
		}
		c = present
		return err
	})
	return c, err
}

func (s Store) addFile(ctx context.Context, c *Checkpoint, rel string, earlier snapshot.Content) error {
	f := FileOf(rel, earlier)
	c.home.At(c.ID).Sweep()
	if earlier.Kind == snapshot.File {
		f.BackupPath = backupPath(c.ID, rel)
		// What a killed process left there is in no checkpoint.json.
		c.home.At(path.Dir(inDir(f.BackupPath))).Sweep()
		source, err := earlier.Source.Open(ctx)
		if err != nil {
			return err
		}
		defer source.Close()
		from := snapshot.NewReader(ctx, source)
		if err := c.home.At(inDir(f.BackupPath)).Put(from, 0o600); err != nil {
			return err
		}
		f.Hash, f.Size = from.Sum(), &from.Size
	}
	entry, _ := json.Marshal(f) // of texts and numbers
	raw := jsondoc.Doc(c.Raw).Append(string(entry), "files")
	if err := raw.Check(); err != nil || len(raw) == len(c.Raw) {
		return errors.Join(err, fs.ErrInvalid)
	}
	added := *c
	added.Files, added.Raw = append(c.Files, f), raw
	s.record(&added)
	if err := c.home.At(c.ID+"/"+fileName).Replace(raw, 0o600); err != nil {
		return err
	}
	*c = added
	return nil
}

// captureAll leaves out, with a warning, what cannot be read; it ends where a backup cannot be written.
func (m *making) captureAll(ctx context.Context, files []wanted) ([]File, error) {
	captured, unread := make([]File, len(files)), make([]error, len(files))
	err := durable.Each(ctx, len(files), func(i int, reach durable.Reach) (err error) {
		captured[i], unread[i], err = m.capture(ctx, reach, files[i])
		m.mu.Lock()
		defer m.mu.Unlock()
		if m.done++; m.request.Progress != nil {
			m.request.Progress(m.done, len(files))
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	out := []File{}
	for i, err := range unread {
		if err == nil {
			out = append(out, captured[i])
		} else {
			m.warn("could not back up %q, continuing with other files: %v", files[i].path, err)
		}
	}
	return out, nil
}

// capture records what is at a path. A folder where a rollback puts a file is replaced: it counts as empty.
func (m *making) capture(ctx context.Context, reach durable.Reach, w wanted) (f File, unread, failed error) {
	var is snapshot.Content
	at, err := reach.At(m.tree, w.path)
	if err == nil {
		is, err = snapshot.Look(at)
	}
	if is.Kind == snapshot.File {
		return m.captureFile(ctx, reach, at, w)
	}
	f = FileOf(w.path, is)
	switch {
	case err != nil && !snapshot.Unreachable(err):
		unread = err
	case is.Kind == snapshot.Other, is.Kind == snapshot.Folder && m.request.Rollback == nil:
		unread = fmt.Errorf("%q: %w", w.path, durable.ErrNotRegular)
	}
	return f, unread, nil
}

func (m *making) captureFile(ctx context.Context, reach durable.Reach, at durable.Place, w wanted) (f File,
	unread, failed error) {
	file, info, err := at.Open()
	if err != nil {
		return f, err, nil
	}
	defer file.Close()
	f = FileOf(w.path, snapshot.Content{State: snapshot.State{Kind: snapshot.File, Mode: info.Mode().Perm()}})
	size := info.Size()
	f.Size, f.Without = &size, snapshot.Lost(file, info)
	from := snapshot.NewReader(ctx, file)
	if size > MaxBackup && !w.whole {
		m.warn("%q is larger than 10 MB: only its hash is recorded; --file saves it", w.path)
		err = snapshot.Drain(from)
	} else {
		f.BackupPath = backupPath(m.made.ID, w.path)
		if f.Hash = m.again(ctx, reach, w.path, file, size); f.Hash != "" {
			return f, nil, nil
		}
		err = m.staged.Copy(backupName(w.path), from)
	}
	f.Hash, size = from.Sum(), from.Size
	if errors.Is(err, fs.ErrExist) || from.Err != nil { // it exists in another spelling, or cannot be read
		return f, err, nil
	}
	if err != nil {
		err = fmt.Errorf("backing up %q: %w", w.path, err)
	}
	return f, nil, err
}

const bufferSize = 64 << 10 // how much of two files is compared at once, in bytes

// A backup is a file's bytes in an earlier checkpoint, unless it changed after that was whole.
type backup struct {
	File
	whole time.Time
}

// earlierBackups are those of the newest checkpoints beside one, those of its task first, by path.
func (s Store) earlierBackups(beside Checkpoint) map[string][]backup {
	ids, _ := s.ids() // without them nothing is shared
	rank := func(id string) int {
		of, n, _ := ParseID(id)
		if of == beside.TaskID {
			n += 1_000_000_000 // more than any id can hold
		}
		return n
	}
	slices.SortFunc(ids, func(a, b string) int { return cmp.Compare(rank(b), rank(a)) })
	earlier := map[string][]backup{}
	for _, id := range ids[:min(len(ids), 8)] {
		c, err := s.Load(id)
		whole := c.Whole()
		// None takes that long to make: where its .gitignore is later, that was written again.
		late := whole.Sub(c.Time) > 10*time.Minute
		if err != nil || !c.Ours || c.home != beside.home || whole.IsZero() || late {
			continue
		}
		for _, f := range c.Files {
			if f.BackupPath != "" && f.Size != nil {
				earlier[f.Path] = append(earlier[f.Path], backup{f, whole})
			}
		}
	}
	return earlier
}

// again links an earlier backup of the same bytes, and returns their hash; "" where there is none.
func (m *making) again(ctx context.Context, reach durable.Reach, rel string, file io.ReaderAt, size int64) string {
	for _, b := range m.earlier[rel] {
		at, err := reach.At(m.folder, inDir(b.BackupPath))
		if *b.Size != size || err != nil {
			continue
		}
		held, info, err := at.Open()
		if err != nil {
			continue
		}
		same := info.Size() == size && !info.ModTime().After(b.whole) && equal(ctx, file, held, size)
		held.Close()
		if same && m.staged.Link(inDir(b.BackupPath), backupName(rel), info) == nil {
			return b.Hash
		}
	}
	return ""
}

func equal(ctx context.Context, file, other io.ReaderAt, size int64) bool {
	one, another := make([]byte, min(size, bufferSize)), make([]byte, min(size, bufferSize))
	for at := int64(0); at < size; at += bufferSize {
		one, another = one[:min(size-at, bufferSize)], another[:min(size-at, bufferSize)]
		n, _ := file.ReadAt(one, at)
		m, _ := other.ReadAt(another, at)
		if ctx.Err() != nil || n != len(one) || m != n || !bytes.Equal(one, another) {
			return false
		}
	}
	return true
}
