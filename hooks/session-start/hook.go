package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/autosave"
	"holdfast/lib/cli"
	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/history"
	"holdfast/lib/hook"
	"holdfast/lib/line"
	"holdfast/lib/moved"
	"holdfast/lib/project"
	"holdfast/lib/recovery"
)

const (
	recoverTime = time.Second
	clearTime   = 10 * time.Second // between the end of a session and the one that "/clear" begins
	leftAfter   = 2 * recoverTime  // what a start saves is left where its time does not end it, and the brief told
)

func runHook(env cli.Env) int {
	return hook.Main(env, "session-start", hook.Event{Name: "SessionStart", Run: brief},
		hook.Event{Name: "UserPromptSubmit", Limit: time.Second, Run: atPrompt}) // the model waits for it
}

func brief(ctx context.Context, c *hook.Call) (hook.Output, error) {
	root, err := c.Root()
	if err != nil {
		return hook.Output{}, err
	}
	_, err = (moved.Project{Root: root, Machine: c.Machine, Git: c.Git}).Follow(ctx)
	p := open(c.Env, root, c.Machine)
	p.Transcript = c.TranscriptPath
	c.Failed(err, p.broken, c.Machine.NoteConfig(c.TranscriptPath))
	r := recovery.Request{Show: p.show(), Brief: p.set.Brief, Budget: p.set.BriefBudget}
	switch c.Source {
	case "startup", "clear":
		r.Notes, r.Unsaved = recoverCrashed(ctx, c, p)
	case "compact":
		saveSince(ctx, c)
	}
	r.Query = p.query(ctx, c.SessionID, c.Source)
	entries, failed := p.collect(ctx, r.Query)
	r.Failures, err = p.failures(c.Machine.Shown(p.Store.Hash))
	c.Failed(append(failed, err)...)
	var b recovery.Brief
	tells := len(entries)+len(r.Failures)+len(r.Notes) > 0
	if tells {
		b = recovery.Compose(entries, r)
	}
	// A session that only goes on does so with the first of the lines; its prompts are told
	// of the others only where they name them, and after a resume of nothing.
	if c.Source != "compact" && (tells || r.Query.Continues() && !p.nothingKnown()) {
		begun := strings.Join(b.Lines, " ") + "\t" + c.Source + "\t" + c.TranscriptPath
		c.Failed(p.Store.Note(ctx, c.SessionID, artifact.NoteTold, begun))
	} else if tells { // its prompts are not told of that again
		c.Failed(p.Store.Note(ctx, c.SessionID, artifact.NoteAnswered, strings.Join(b.Lines, " ")))
	}
	out := hook.Output{Context: b.Context, Message: b.Message}
	if n := len(r.Failures); n > 0 {
		out.ShownOf, out.ShownUntil = p.Store.Hash, r.Failures[n-1].Time
	}
	return out, nil
}

func atPrompt(ctx context.Context, c *hook.Call) (hook.Output, error) {
	root, err := c.Root()
	if err != nil {
		return hook.Output{}, err
	}
	p := open(c.Env, root, c.Machine)
	ctx, cancel := context.WithTimeout(ctx, 100*time.Millisecond) // the model waits for it
	defer cancel()
	if p.nothingKnown() {
		return hook.Output{}, nil
	}
	q := p.query(ctx, c.SessionID, "")
	lines := p.lines(q)
	c.Failed(p.broken)
	notes := p.Store.Notes(c.SessionID)
	if p.set.Brief == "off" || notes.Source == "resume" || notes.Source == "fork" {
		return hook.Output{}, nil
	}
	asked := recovery.Prompted{Notes: notes, Text: c.Prompt, Past: p.past, Show: p.show()}
	a, err := lines.Answer(ctx, q, asked)
	if err != nil {
		return hook.Output{}, err
	}
	if told := append(a.Lines, a.Sessions...); a.Asked && !notes.Asked || len(told) > 0 {
		c.Failed(p.Store.Note(ctx, c.SessionID, artifact.NoteAnswered, strings.Join(told, " ")))
	}
	return hook.Output{Context: a.Context}, nil
}

// saveSince saves what came since the compaction was prepared, which may be minutes ago.
func saveSince(ctx context.Context, c *hook.Call) {
	ctx, cancel := context.WithTimeout(ctx, recoverTime)
	defer cancel()
	if _, err := os.Stat(c.TranscriptPath); errors.Is(err, fs.ErrNotExist) {
		return
	}
	c.Trigger = cmp.Or(c.Trigger, "auto") // a save before a compaction has no other name
	_, err := hook.InTime(leftAfter, func() (autosave.Result, error) {
		return autosave.Hooked(ctx, c, autosave.Session.AfterCompaction)
	})
	failedSave(c, err)
}

// failedSave reports a save that failed, but for a folder that is linked out of the
// project: the brief meets that one and says it.
func failedSave(c *hook.Call, err error) {
	if !errors.Is(err, artifact.ErrLinkedOut) {
		c.Failed(err)
	}
}

// recoverCrashed saves what other sessions left, and says which are open or were not saved.
func recoverCrashed(ctx context.Context, c *hook.Call, p workplace) (notes []string, unsaved string) {
	ctx, cancel := context.WithTimeout(ctx, recoverTime)
	defer cancel()
	others := autosave.Recovery{
		Session: autosave.Session{
			Project: p.Project, ID: c.SessionID, Transcript: c.TranscriptPath, NoPrompts: !p.set.SavePrompts,
		},
		Env: c.Env, Cleared: c.Source == "clear", Off: !p.set.Autosave,
		Start: project.Start{ProjectDir: cmp.Or(c.Getenv("CLAUDE_PROJECT_DIR"), c.Cwd, p.Store.Root), Home: c.Home()},
	}
	crashes, err := hook.InTime(leftAfter, func() ([]autosave.Crash, error) { return others.Recover(ctx) })
	failedSave(c, err)
	saved := 0
	for _, crash := range crashes {
		failedSave(c, crash.Warning)
		if crash.Wrote {
			saved++
		}
	}
	notes = each.If(crashes, func(x autosave.Crash) (string, bool) { return openNote(x, c.Now()), x.Open })
	left := each.Some(crashes, func(x autosave.Crash) string { return x.Left })
	if len(left) > 0 { // as far as the time allows
		c.Failed(history.Noted(ctx, p.Store.Root, c.Machine, c.Getenv, left...))
	}
	switch {
	case saved == 1:
		unsaved = "the last session ended without a save; its state is saved now"
	case saved > 1:
		unsaved = fmt.Sprintf("%d sessions ended without a save; their state is saved now", saved)
	}
	return notes, unsaved
}

func openNote(crash autosave.Crash, now time.Time) string {
	id, last := fence.Line(line.ShortID(crash.SessionID), 40), fence.Ago(now, now.Add(-crash.Age))
	works, goal := fence.Line(crash.Line, 100), fence.Line(crash.Goal, 60)
	switch {
	case !crash.Known:
		return "session " + id + " was active " + last + " and may still be open elsewhere; its state is not saved yet"
	case crash.Line == "":
		works, last = fmt.Sprintf("%q", goal), last+", and its state is not saved yet"
	case goal != "":
		works = fmt.Sprintf("%q (%s)", goal, works)
	}
	return fmt.Sprintf("session %s is open elsewhere and works on %s; it was active %s", id, works, last)
}
