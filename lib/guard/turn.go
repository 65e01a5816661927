package guard

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/platform"
	"holdfast/lib/project"
	"holdfast/lib/task"
)

// A phase is where a task is on its way to a checkpoint:
//
//	resting --turned In Progress--> claimed --made--> covered
//	                                   |  ^
//	                                failed, until its file changes
//
// Every phase but resting ends as the task is no longer In Progress. At the first
// sight of a folder a task that did not just turn goes from resting to covered.
type phase string

const (
	resting phase = "resting" // it is not in progress
	claimed phase = "claimed" // it turned In Progress: a hook makes its checkpoint
	failed  phase = "failed"  // that could not be made, for the file as it is
	covered phase = "covered" // nothing is left to do until it rests again
)

// A seen is a task's file as it was read last.
type seen struct {
	Stamp      platform.Stamp
	Young      bool // it was read too soon after a change to be the same under the same stamp
	Phase      phase
	Since      time.Time // when it was claimed
	Checkpoint string    // where it has one

	// own is from when on a checkpoint is the turn's own; zero for none.
	own time.Time
}

// advance moves a task to its next phase, by its file as it was read; changed says
// that the file did since it was seen last.
func (t *seen) advance(own task.Task, changed bool, start time.Time) {
	switch {
	case own.Status != task.InProgress:
		t.Phase, t.Checkpoint = resting, ""
	case t.Phase == resting && !t.Stamp.Last().Before(start), t.Phase == failed && changed:
		t.Phase, t.Checkpoint = claimed, ""
	case t.Phase == resting, t.Phase == covered && t.Checkpoint == "":
		t.Phase, t.Checkpoint = covered, lastOf(own)
	}
}

// lastOf is the last checkpoint that a task's file names as its own.
func lastOf(t task.Task) (last string) {
	for _, c := range t.Checkpoints {
		if of, _, ok := checkpoint.ParseID(c); ok && of == t.ID && task.ValidID(c) {
			last = c
		}
	}
	return last
}

// look brings the state up to the files and claims the tasks that turned In
// Progress. Files whose stamps did not change are not read.
func (g Guard) look(s *state) (turned []string, err error) {
	now := g.Now()
	ids, err := g.tasks().IDs()
	if err != nil {
		return nil, fmt.Errorf("looking at the tasks: %w", err)
	}
	found, err := g.stamps(ids)
	if err != nil {
		return nil, err
	}
	var start time.Time // at the first sight of a folder only what changed since has turned
	if s.Tasks == nil {
		start = now.Add(-g.Took - inexact)
	}
	room := int64(task.MaxTotal)
	fresh := make(map[string]*seen, len(found.tasks))
	settled := found.stamp.Settled(now)
	for _, file := range found.tasks {
		t := s.Tasks[file.id]
		if t == nil {
			t = &seen{Phase: resting}
		}
		fresh[file.id] = t
		before := *t
		if own, ok := g.see(t, file, &room); ok {
			t.advance(own, before.Stamp != t.Stamp, start)
		}
		if t.Phase == claimed {
			turned = append(turned, file.id)
			if t.own = t.Since; before.Phase != claimed { // else a hook died, or had no time
				t.own, t.Since = start, now
			}
		}
		settled = settled && t.Phase != claimed && !t.Young
	}
	if s.Tasks, s.Settled = fresh, ""; settled {
		s.Settled = found.String()
	}
	return turned, nil
}

// see reads one task's file; false where it is as it was read last, for one that
// cannot be read, such as one that is still being written, and for one for which there
// is no room left: what was known of it stays until it changes.
func (g Guard) see(t *seen, file stamped, room *int64) (task.Task, bool) {
	if t.Stamp == file.stamp && !t.Young {
		return task.Task{}, false
	}
	t.Stamp, t.Young = file.stamp, !file.stamp.Settled(g.Now())
	if file.size <= task.MaxFile {
		*room -= file.size
	}
	if *room < 0 {
		return task.Task{}, false
	}
	own, err := g.tasks().Load(file.id)
	return own, err == nil
}

// cover makes the checkpoint of one task. One that ran out of time has failed only
// if it had enough: else the next call makes it.
func (g Guard) cover(ctx context.Context, id string, t *seen) Notes {
	own, err := g.tasks().Load(id)
	if err != nil {
		return Notes{} // torn or gone for the moment: the next call looks again
	}
	if own.Status != task.InProgress {
		t.Phase = resting
		return Notes{}
	}
	store, began := g.checkpoints(), g.Now()
	made, err := existing(store, id, t.own)
	there := made.ID != ""
	if !there && err == nil {
		made, err = store.Create(ctx, checkpoint.Request{
			Task: &own, Type: checkpoint.PreExecution, Description: "as the task turned In Progress",
			SnapshotTime: snapshotTime,
			Except:       g.editedSince(own),
		})
	}
	switch {
	case err != nil && ctx.Err() != nil && g.Now().Sub(began) < enoughTime:
		return Notes{}
	case err != nil:
		t.Phase = failed
		g.Failed(fmt.Errorf("checkpointing task %q: %w; %s makes it", id, err,
			fence.Typed("holdfast files checkpoint %s", id)))
		return g.say("could not checkpoint task %s before its work; `%s` does", []string{"files", "checkpoint", id}, id)
	}
	t.Phase, t.Checkpoint = covered, made.ID
	// It has a time of its own: the checkpoint exists, and should be found.
	ctx, cancel := context.WithTimeout(context.Background(), noteTime)
	defer cancel()
	if err := g.tasks().AddCheckpoint(ctx, id, made.ID); err != nil {
		g.Failed(fmt.Errorf("entering checkpoint %q in its task: %w", made.ID, err))
	}
	if there {
		return Notes{} // whoever made it was told
	}
	return g.announce(made)
}

// editedSince is the file that the call edited, where the task had turned by then:
// another process may turn a task, and the hook that sees it first be the edit's own.
// Its earlier bytes are added afterwards, as those of any file are.
func (g Guard) editedSince(own task.Task) string {
	rel, ok := project.Rel(g.Root, g.File())
	if !ok || g.File() == "" {
		return ""
	}
	info, err := os.Lstat(filepath.Join(g.Root, filepath.FromSlash(rel)))
	turned, taskErr := os.Lstat(filepath.Join(g.Root, filepath.FromSlash(own.Path)))
	if err != nil || taskErr != nil || platform.StampOf(info).Last().Before(platform.StampOf(turned).Last()) {
		return ""
	}
	return rel
}

// existing is the checkpoint that a hook made of a turn before it died, or that
// the tool call itself made of a task seen for the first time: entering it is what
// changed the task's file. None has no id.
func existing(store checkpoint.Store, id string, since time.Time) (checkpoint.Checkpoint, error) {
	if since.IsZero() {
		return checkpoint.Checkpoint{}, nil
	}
	all, _, err := store.List(id)
	for _, made := range all {
		if made.Ours && made.Type != checkpoint.PreRollback && !made.Time.Before(since.Truncate(time.Second)) {
			store.Sweep()
			return made, nil
		}
	}
	return checkpoint.Checkpoint{}, err
}

// announce is what to say of a new checkpoint.
func (g Guard) announce(made checkpoint.Checkpoint) Notes {
	n := g.say("made checkpoint %s as task %s turned In Progress; `%s` goes back to it", []string{"rollback", made.ID},
		made.ID, made.TaskID)
	if made.Git.LeftOut != "" {
		n.Model = append(n.Model, fence.Say("`%s` makes one with a snapshot.",
			g.command("files", "checkpoint", made.TaskID)))
	}
	if made.Elsewhere != "" {
		n.Model = append(n.Model, fence.Say("It is stored in the machine folder: %s", made.Elsewhere))
	}
	for _, m := range made.Notes {
		n.Model = append(n.Model, fence.Say("Warning: %s", m))
	}
	return n
}

const (
	maxState  = 16 << 20
	maxMissed = 1_000
)

// A state is all that was seen of a project's tasks. It is kept as its Settled, a
// line break, and the rest as JSON.
type state struct {
	// Settled is the folder as it was seen, and empty while something may have changed
	// under its stamps or is left to do.
	Settled string `json:"-"`
	Tasks   map[string]*seen
	Missed  []string // files whose earlier bytes are not known
}

// A folder is the tasks' folder as it is.
type folder struct {
	stamp platform.Stamp
	tasks []stamped
}

type stamped struct {
	id    string
	stamp platform.Stamp
	size  int64
}

// String is the folder in words: its stamp, then the id and the stamp of each task.
func (f folder) String() string {
	words := []string{string(f.stamp)}
	for _, t := range f.tasks {
		words = append(words, t.id, string(t.stamp))
	}
	return strings.Join(words, " ")
}

// stamps looks at the tasks of those ids, without reading one.
func (g Guard) stamps(ids []string) (f folder, err error) {
	dir := filepath.Join(g.Root, filepath.FromSlash(task.Dir))
	info, err := os.Lstat(dir)
	if err != nil {
		return f, fmt.Errorf("looking at the tasks: %w", err)
	}
	f.stamp = platform.StampOf(info)
	for _, id := range ids {
		if info, err := os.Lstat(dir + string(filepath.Separator) + "task-" + id + ".json"); err == nil {
			f.tasks = append(f.tasks, stamped{id, platform.StampOf(info), info.Size()})
		}
	}
	return f, nil
}

func (g Guard) statePath() string { return filepath.Join(g.folder(), "tasks") }

// unchanged reports whether every task's file is as it was seen, and nothing is left
// to be done.
func (g Guard) unchanged() bool {
	b, err := durable.Read(g.statePath(), maxState)
	settled, _, _ := bytes.Cut(b, []byte("\n"))
	if err != nil || len(settled) == 0 {
		return false
	}
	var ids []string
	for i, word := range strings.Fields(string(settled)) {
		if i%2 == 1 {
			ids = append(ids, word)
		}
	}
	now, err := g.stamps(ids)
	return err == nil && now.String() == string(settled)
}

// read is the state as it was kept, or one without Tasks: a folder never seen.
func (g Guard) read() *state {
	b, err := durable.Read(g.statePath(), maxState)
	settled, rest, _ := bytes.Cut(b, []byte("\n"))
	s := &state{Settled: string(settled)}
	if err != nil || json.Unmarshal(rest, s) != nil {
		return &state{}
	}
	return s
}

// change does do with the state while no other hook does, and keeps what
// became of it.
func (g Guard) change(ctx context.Context, do func(*state) error) error {
	return durable.File(g.statePath()+".lock").Locked(ctx, func() error {
		s := g.read()
		before, err := s.text()
		if err == nil {
			err = do(s)
		}
		if err != nil {
			return err
		}
		if now, err := s.text(); err != nil || bytes.Equal(before, now) {
			return err
		}
		return g.keep(s)
	})
}

func (g Guard) keep(s *state) error {
	b, err := s.text()
	if err != nil {
		return err
	}
	return durable.File(g.statePath()).Replace(b, 0o600)
}

func (s *state) text() ([]byte, error) {
	b, err := json.Marshal(s)
	return append([]byte(s.Settled+"\n"), b...), err
}
