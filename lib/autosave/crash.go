package autosave

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/project"
)

const (
	// openFor is how long ago a transcript was touched whose session may still
	// be open elsewhere.
	openFor = 60 * time.Second
	// slack is how much younger than its artifact a transcript may be: the
	// client writes its last lines after the hook.
	slack = 2 * time.Second
	// maxOthers and otherDays bound which other sessions are looked at.
	maxOthers = 5
	otherDays = 24 * time.Hour
)

// A Crash is what Recover found of another session.
type Crash struct {
	Result
	SessionID string
	// Open says that the session may still be open elsewhere: it was named and
	// not saved.
	Open bool
	Age  time.Duration // since its transcript was touched
}

// Recover looks at the other transcripts beside the one of the session that
// starts: the newest, and those of the last day, for a reboot ends several
// sessions at once. Where one is newer than its session's last artifact and
// holds a prompt and changed files since, its state is saved, once, however
// many sessions start at the same moment.
func Recover(ctx context.Context, store artifact.Store, current Session) ([]Crash, error) {
	found := others(current.Transcript, current.ID, current.Now)
	if len(found) == 0 {
		return nil, nil
	}
	heads, err := store.Heads(ctx, current.Now)
	if err != nil {
		return nil, err
	}
	var crashes []Crash
	var failed error
	for _, t := range found {
		if ctx.Err() != nil {
			break
		}
		r := rescue{store: store, now: current.Now, file: t.file, touched: t.touched}
		crash, ok, err := r.recover(ctx, heads)
		if err != nil && failed == nil {
			failed = err
		}
		if ok {
			crashes = append(crashes, crash)
		}
	}
	return crashes, failed
}

// A rescue is the recovery of one transcript.
type rescue struct {
	store   artifact.Store
	now     time.Time
	file    string
	touched time.Time
}

// recover saves what the transcript holds, where there is something to save.
func (r rescue) recover(ctx context.Context, heads []artifact.Head) (crash Crash, ok bool, err error) {
	crash, ok, err = r.look(ctx, heads)
	if err != nil || !ok || crash.Open {
		return crash, ok, err
	}
	folder := r.store.Machine.Project(project.Hash(r.store.Root))
	if r.store.Machine.Ensure(folder) != nil {
		return r.save(ctx) // without a machine folder there is no lock to take
	}
	lockErr := durable.Locked(ctx, filepath.Join(folder, "recover.lock"), func() error {
		crash, ok, err = r.save(ctx)
		return nil
	})
	return crash, ok, errors.Join(lockErr, err)
}

// look finds out whether there is something to save, and saves nothing.
func (r rescue) look(ctx context.Context, heads []artifact.Head) (crash Crash, ok bool, err error) {
	id := strings.TrimSuffix(filepath.Base(r.file), ".jsonl")
	earlier, has := r.store.LastOf(heads, id)
	var since time.Time
	if has {
		since = earlier.Date.Add(slack)
		if !r.touched.After(since) {
			return Crash{}, false, nil
		}
	}
	conversation, err := readConversation(ctx, r.file, since)
	if err != nil {
		return Crash{}, false, fmt.Errorf("looking for what a crashed session left: %w", err)
	}
	// What git says now is not how the session left it.
	work := Survey{Root: r.store.Root, Until: r.touched.Add(slack)}.Work(ctx, conversation, true)
	if len(conversation.Prompts) == 0 || len(work.Changed) == 0 {
		return Crash{}, false, nil
	}
	if conversation.Branch != work.Branch && conversation.Branch != "" && conversation.Branch != "HEAD" {
		work.Branch, work.Commit = conversation.Branch, ""
	}
	s := Session{ID: id, Transcript: r.file, Trigger: Recovered, Now: r.now, Date: r.touched.Truncate(time.Second)}
	crash = Crash{SessionID: id, Age: max(r.now.Sub(r.touched), 0)}
	crash.Open = crash.Age < openFor
	crash.Facts = s.facts(conversation, work, earlier, has)
	crash.Heads = heads
	return crash, true, nil
}

// save looks once more, because another session may have saved meanwhile.
func (r rescue) save(ctx context.Context) (Crash, bool, error) {
	heads, err := r.store.Heads(ctx, r.now)
	if err != nil {
		return Crash{}, false, err
	}
	crash, ok, err := r.look(ctx, heads)
	if err != nil || !ok {
		return crash, ok, err
	}
	return crash, true, crash.Result.save(r.store, r.now)
}

// A session's transcript, and when it was touched last.
type touchedFile struct {
	file    string
	touched time.Time
}

// others returns the transcripts beside path of sessions other than id, the one
// touched last first: at most maxOthers, all but the first of the last day. One
// from the future tells nothing about its age and is passed over.
func others(path, id string, now time.Time) []touchedFile {
	if !filepath.IsAbs(path) {
		return nil
	}
	dir := filepath.Dir(path)
	d, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer d.Close()
	entries, _ := d.ReadDir(-1)
	var found []touchedFile
	for _, e := range entries {
		name, isTranscript := strings.CutSuffix(e.Name(), ".jsonl")
		// Older clients put subagents' transcripts beside the sessions'.
		if !isTranscript || !e.Type().IsRegular() || name == id || strings.HasPrefix(name, "agent-") || e.Name() == filepath.Base(path) {
			continue
		}
		if info, err := e.Info(); err == nil && !info.ModTime().After(now.Add(openFor)) {
			found = append(found, touchedFile{filepath.Join(dir, e.Name()), info.ModTime()})
		}
	}
	slices.SortFunc(found, func(a, b touchedFile) int { return b.touched.Compare(a.touched) })
	for i, f := range found {
		if i == maxOthers || i > 0 && now.Sub(f.touched) > otherDays {
			return found[:i]
		}
	}
	return found
}
