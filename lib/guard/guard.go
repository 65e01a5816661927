// Package guard is what the PostToolUse hook does by itself: it notices that a task turned In Progress,
// whoever changed its file, and checkpoints the task's files before the work starts; and it adds the
// earlier bytes of files that the work edits beyond those.
//
// What it saw of the tasks is in the machine folder. Where the files are as they were seen, nothing is
// read, locked or written. Else one hook at a time looks and makes the checkpoints. What it is about to
// do is claimed first, so that the next hook goes on where one died.
package guard

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/hook"
	"holdfast/lib/platform"
	"holdfast/lib/project"
	"holdfast/lib/task"
)

const maxState = 16 << 20

// A Guard looks at the tasks of one project after a call of the hook.
type Guard struct {
	*hook.Call
	Root        string       // the project's, absolute
	Model, User []fence.Note // what there is to say: notes for the context, and rows
}

func (g *Guard) tasks() task.Store { return task.Store{Root: g.Root, Machine: g.Machine} }

func (g *Guard) checkpoints() checkpoint.Store {
	git, _ := g.Git()
	return checkpoint.In(g.Machine, g.Root, git, g.Now)
}

// say says a sentence, whose last value may be a command, as it can be typed here for the model.
func (g *Guard) say(sentence fence.Words, command []string, values ...any) {
	model, user := values, values
	if command != nil {
		model = append(slices.Clone(values), g.command(command...))
		user = append(slices.Clone(values), fence.Command(append([]string{"holdfast"}, command...)))
	}
	g.Model = append(g.Model, fence.Say("Holdfast "+sentence+".", model...))
	g.User = append(g.User, fence.Say(sentence, user...))
}

func (g *Guard) command(words ...string) fence.Command {
	return g.Command(append(words, "--root", g.Root)...)
}

// After does all that follows from the call; an error leaves what is undone to the next one. At the first
// sight of a folder only a task whose file changed since the call began has just turned.
func (g *Guard) After(ctx context.Context) error {
	g.Failed((checkpoint.Store{Root: g.Root, Machine: g.Machine}).Cover())
	if f, err := g.folder(nil); err != nil || f.stamp == "" {
		return err
	}
	if !g.settled() {
		if err := g.watch(ctx); err != nil {
			return err
		}
	}
	return g.edited(ctx)
}

func (g *Guard) watch(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, 4*time.Second) // what is left then is done by the next call
	defer cancel()
	return g.change(ctx, func(s *state) error {
		ids, err := g.tasks().IDs()
		if err != nil {
			return fmt.Errorf("looking at the tasks: %w", err)
		}
		f, err := g.folder(ids)
		if err != nil {
			return err
		}
		turned := g.look(s, f)
		if len(turned) > 0 {
			err = g.keep(s)
		}
		for _, id := range slices.Sorted(maps.Keys(turned)) {
			if err == nil && ctx.Err() == nil {
				g.cover(ctx, id, s.Tasks[id], turned[id])
			}
		}
		return err
	})
}

// A phase is where a task is on its way to a checkpoint:
//
//	resting --turned In Progress--> claimed --made--> covered
//	                                   |  ^
//	                                failed, until its file changes
//
// Every phase but resting ends as the task is no longer In Progress. At the first
// sight of a folder a task that did not just turn goes from resting to covered. While it
// is covered, the first edit of another file adds to its checkpoint (edit.go).
type phase string

const (
	resting phase = "resting" // it is not in progress
	claimed phase = "claimed" // it turned In Progress: a hook makes its checkpoint
	failed  phase = "failed"  // that could not be made, for the file as it is
	covered phase = "covered" // it has a checkpoint, or was in progress at first sight
)

type seen struct {
	Stamp      platform.Stamp
	Phase      phase
	Since      time.Time // when it was claimed
	Checkpoint string    // where it has one
	Missed     []string  `json:",omitempty"` // edited files whose earlier bytes are not known
}

// advance moves a task to its next phase. At first sight it turned only if its file changed since start.
func (t *seen) advance(own task.Task, stamp platform.Stamp, start time.Time) {
	switch {
	case own.Status != task.InProgress:
		t.enter(resting, "")
	case t.Phase == resting && !stamp.Last().Before(start), t.Phase == failed && t.Stamp != stamp:
		t.enter(claimed, "")
	case t.Phase == resting, t.Phase == covered && t.Checkpoint == "":
		t.enter(covered, lastOf(own))
	}
	t.Stamp = stamp
}

func (t *seen) enter(p phase, checkpoint string) {
	t.Phase, t.Checkpoint, t.Missed = p, checkpoint, nil
}

func lastOf(t task.Task) string {
	return each.First(each.Reversed(t.Checkpoints), func(c string) bool {
		of, _, ok := checkpoint.ParseID(c)
		return ok && of == t.ID && task.ValidID(c)
	})
}

// A folder is that of the tasks, as it shows its files.
type folder struct {
	stamp platform.Stamp // "" where there is none
	files []file
}

type file struct {
	id    string
	stamp platform.Stamp
	size  int64
}

// String names all stamps: while they are the same nothing changed.
func (f folder) String() string {
	words := each.Of(f.files, func(t file) string { return t.id + " " + string(t.stamp) })
	return strings.Join(append(words, string(f.stamp)), " ")
}

// folder looks at the tasks of those ids. One behind a link may be another project's and does not count.
func (g *Guard) folder(ids []string) (f folder, err error) {
	dir := filepath.Join(g.Root, filepath.FromSlash(task.Dir))
	for _, dir := range []string{filepath.Dir(dir), dir} {
		info, err := os.Lstat(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return f, fmt.Errorf("looking at the tasks: %w", err)
		}
		if err != nil || !info.IsDir() {
			return folder{}, nil
		}
		f.stamp = platform.StampOf(info)
	}
	for _, id := range ids {
		if info, err := os.Lstat(dir + string(filepath.Separator) + "task-" + id + ".json"); err == nil {
			f.files = append(f.files, file{id, platform.StampOf(info), info.Size()})
		}
	}
	return f, nil
}

// look brings the state up to the folder and claims the tasks that turned In Progress, each with the
// time from which on a checkpoint is the turn's own, made by a hook that died or by the tool call.
func (g *Guard) look(s *state, f folder) map[string]time.Time {
	now := g.Now()
	var start time.Time
	if s.Tasks == nil {
		start = now.Add(-g.Took - 2*time.Second) // as inexactly as its beginning is known
	}
	turned, room, settled := map[string]time.Time{}, int64(task.MaxTotal), f.stamp.Settled(now)
	tasks := make(map[string]*seen, len(f.files))
	// There may not be room to read all: those that changed last come first.
	slices.SortStableFunc(f.files, func(a, b file) int { return b.stamp.Last().Compare(a.stamp.Last()) })
	for _, file := range f.files {
		t := cmp.Or(s.Tasks[file.id], &seen{Phase: resting})
		tasks[file.id] = t
		was := t.Phase
		if file.size <= task.MaxFile && file.size <= room {
			room -= file.size
			if own, err := g.tasks().Load(file.id); err == nil {
				t.advance(own, file.stamp, start)
			}
		}
		if t.Phase == claimed {
			turned[file.id] = t.Since
			if was != claimed { // else a hook died, or had no time
				turned[file.id], t.Since = start, now
			}
		}
		settled = settled && t.Phase != claimed && file.stamp.Settled(now)
	}
	if s.Tasks, s.Settled = tasks, ""; settled {
		s.Settled = f.String()
	}
	return turned
}

// cover makes the checkpoint of one task, unless one since own is the turn's. One that ran out of time
// has failed only if it had enough.
func (g *Guard) cover(ctx context.Context, id string, t *seen, own time.Time) {
	turned, err := g.tasks().Load(id)
	if err != nil {
		return // torn or gone for the moment: the next call looks again
	}
	if turned.Status != task.InProgress {
		t.enter(resting, "")
		return
	}
	store, began := g.checkpoints(), g.Now()
	made, err := existing(store, id, own)
	there := made.ID != ""
	if !there && err == nil {
		made, err = store.Create(ctx, checkpoint.Request{
			Task: &turned, Type: checkpoint.PreExecution, Description: "as the task turned In Progress",
			SnapshotTime: 3 * time.Second,
			Except:       g.editedSince(turned),
		})
	}
	switch {
	case err == nil:
	case ctx.Err() != nil && g.Now().Sub(began) < 3*time.Second:
		return
	default:
		t.enter(failed, "")
		g.Failed(fmt.Errorf("checkpointing task %q: %w; %s makes it", id, err,
			fence.Typed("holdfast files checkpoint %s", id)))
		g.say("could not checkpoint task %s before its work; `%s` does", []string{"files", "checkpoint", id}, id)
		return
	}
	t.enter(covered, made.ID)
	// It has a time of its own: the checkpoint exists, and should be found.
	ctx, cancel := context.WithTimeout(context.Background(), 300*time.Millisecond)
	defer cancel()
	if err := g.tasks().AddCheckpoint(ctx, id, made.ID); err != nil {
		g.Failed(fmt.Errorf("entering checkpoint %q in its task: %w", made.ID, err))
	}
	if !there { // else whoever made it was told
		g.announce(made)
	}
}

// editedSince is the file that the call edited after the task had turned, as another process may turn it:
// its earlier bytes are added afterwards.
func (g *Guard) editedSince(own task.Task) string {
	rel, ok := project.Rel(g.Root, g.File())
	info, err := os.Lstat(filepath.Join(g.Root, filepath.FromSlash(rel)))
	turned, taskErr := os.Lstat(filepath.Join(g.Root, filepath.FromSlash(task.PathOf(own.ID))))
	if !ok || err != nil || taskErr != nil ||
		platform.StampOf(info).Last().Before(platform.StampOf(turned).Last()) {
		return ""
	}
	return rel
}

// existing is a checkpoint that a hook made of a turn before it died, or that the tool call itself made:
// entering it is what changed the task's file. None has no id.
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

func (g *Guard) announce(made checkpoint.Checkpoint) {
	g.say("made checkpoint %s as task %s turned In Progress; `%s` goes back to it", []string{"rollback", made.ID},
		made.ID, made.TaskID)
	if made.Git.LeftOut != "" {
		g.Model = append(g.Model, fence.Say("`%s` makes one with a snapshot.",
			g.command("files", "checkpoint", made.TaskID)))
	}
	if made.Elsewhere != "" {
		g.Model = append(g.Model, fence.Say("It is stored in the machine folder: %s", made.Elsewhere))
	}
	warn := func(m fence.Note) fence.Note { return fence.Say("Warning: %s", m) }
	g.Model = append(g.Model, each.Of(made.Notes, warn)...)
}

type state struct {
	// Settled is the folder in its stamps, empty while something is left to do or may change unseen. It is
	// the first key.
	Settled string
	Tasks   map[string]*seen // nil of a folder that was never seen
}

func (g *Guard) path() string { return filepath.Join(g.Machine.Project(project.Hash(g.Root)), "tasks") }

// settled reports, without parsing the state, whether the folder is as it was seen and nothing is left.
func (g *Guard) settled() bool {
	b, _ := durable.Read(g.path(), maxState)
	rest, _ := bytes.CutPrefix(b, []byte(`{"Settled":"`))
	seen, _, _ := strings.Cut(string(rest), `"`)
	pairs := slices.Collect(slices.Chunk(strings.Fields(seen), 2))
	now, err := g.folder(each.Of(pairs, func(pair []string) string { return pair[0] }))
	return err == nil && seen != "" && now.String() == seen
}

// change does do with the state while no other hook does, and keeps what became of it.
func (g *Guard) change(ctx context.Context, do func(*state) error) error {
	return durable.Own(g.path()+".lock").Locked(ctx, 0, func() error {
		var s state
		if b, err := durable.Read(g.path(), maxState); err != nil || json.Unmarshal(b, &s) != nil {
			s = state{} // nothing was seen
		}
		if err := do(&s); err != nil {
			return err
		}
		return g.keep(&s)
	})
}

func (g *Guard) keep(s *state) error {
	b, _ := json.Marshal(s) // of texts and times
	if kept, err := durable.Read(g.path(), maxState); err == nil && bytes.Equal(kept, b) {
		return nil
	}
	return durable.File(g.path()).Replace(b, 0o600)
}
