package autosave

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
	"holdfast/lib/project"
	"holdfast/lib/transcript"
)

const (
	// openFor is how long ago a transcript was touched whose session may still
	// be open elsewhere.
	openFor = 60 * time.Second
	// slack is how much younger than its artifact a transcript may be: the
	// client writes its last lines after the hook.
	slack = 2 * time.Second
)

// A Crash is what Recover found of the newest other session.
type Crash struct {
	Result
	SessionID string
	// Open says that the session may still be open elsewhere: it was named and
	// not saved.
	Open bool
	Age  time.Duration // since its transcript was touched
}

// Recover looks at the newest other transcript beside the one of the session
// that starts. Where it is newer than its session's last artifact and holds a
// prompt and changed files since, its state is saved, once, however many
// sessions start at the same moment. ok is false where there is nothing to
// recover.
func Recover(ctx context.Context, store artifact.Store, current Session) (crash Crash, ok bool, err error) {
	file, touched, found := newestOther(current.Transcript, current.ID, current.Now)
	if !found {
		return Crash{}, false, nil
	}
	r := rescue{store: store, now: current.Now, file: file, touched: touched}
	crash, ok, err = r.look(ctx)
	if err != nil || !ok || crash.Open {
		return crash, ok, err
	}
	folder := store.Machine.Project(project.Hash(store.Root))
	if store.Machine.Ensure(folder) != nil {
		return r.save(ctx) // without a machine folder there is no lock to take
	}
	lockErr := durable.Locked(ctx, filepath.Join(folder, "recover.lock"), func() error {
		crash, ok, err = r.save(ctx)
		return nil
	})
	return crash, ok, errors.Join(lockErr, err)
}

// A rescue is the recovery of one transcript.
type rescue struct {
	store   artifact.Store
	now     time.Time
	file    string
	touched time.Time
}

// look finds out whether there is something to save, and saves nothing.
func (r rescue) look(ctx context.Context) (crash Crash, ok bool, err error) {
	id := strings.TrimSuffix(filepath.Base(r.file), ".jsonl")
	heads, err := r.store.Heads(ctx, r.now)
	if err != nil {
		return Crash{}, false, err
	}
	earlier, has := r.store.LastOf(heads, id)
	var since time.Time
	if has {
		since = earlier.Date.Add(slack)
		if !r.touched.After(since) {
			return Crash{}, false, nil
		}
	}
	conversation, err := transcript.Read(ctx, r.file, since, transcript.Limits{Bytes: maxTranscript})
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
	crash, ok, err := r.look(ctx)
	if err != nil || !ok {
		return crash, ok, err
	}
	return crash, true, crash.Result.save(r.store, r.now)
}

// newestOther returns the transcript beside path that was touched last, of a
// session other than id. One from the future tells nothing about its age and is
// passed over.
func newestOther(path, id string, now time.Time) (file string, touched time.Time, ok bool) {
	if !filepath.IsAbs(path) {
		return "", time.Time{}, false
	}
	dir := filepath.Dir(path)
	d, err := os.Open(dir)
	if err != nil {
		return "", time.Time{}, false
	}
	defer d.Close()
	entries, _ := d.ReadDir(-1)
	for _, e := range entries {
		name, isTranscript := strings.CutSuffix(e.Name(), ".jsonl")
		// Older clients put subagents' transcripts beside the sessions'.
		if !isTranscript || !e.Type().IsRegular() || name == id || strings.HasPrefix(name, "agent-") || e.Name() == filepath.Base(path) {
			continue
		}
		info, err := e.Info()
		if err == nil && info.ModTime().After(touched) && !info.ModTime().After(now.Add(openFor)) {
			file, touched, ok = filepath.Join(dir, e.Name()), info.ModTime(), true
		}
	}
	return file, touched, ok
}
