package autosave

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"holdfast/lib/artifact"
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
// prompt and changed files since, its state is saved. ok is false where there
// is nothing to recover.
func Recover(ctx context.Context, store artifact.Store, survey Survey, heads []artifact.Head, current Session) (crash Crash, ok bool, err error) {
	file, touched, found := newestOther(current.Transcript, current.ID, current.Now)
	if !found {
		return Crash{}, false, nil
	}
	id := strings.TrimSuffix(filepath.Base(file), ".jsonl")
	earlier, has := store.LastOf(heads, id)
	var since time.Time
	if has {
		since = earlier.Date.Add(slack)
		if !touched.After(since) {
			return Crash{}, false, nil
		}
	}
	conversation, err := transcript.Read(ctx, file, since, transcript.Limits{Bytes: maxTranscript})
	if err != nil {
		return Crash{}, false, fmt.Errorf("looking for what a crashed session left: %w", err)
	}
	survey.Until = touched.Add(slack)
	survey.HasGit = false
	work := survey.Work(ctx, conversation, true)
	if len(conversation.Prompts) == 0 || len(work.Changed) == 0 {
		return Crash{}, false, nil
	}
	crash = Crash{SessionID: id, Age: max(current.Now.Sub(touched), 0)}
	if crash.Age < openFor {
		crash.Open = true
		return crash, true, nil
	}
	if conversation.Branch != work.Branch && conversation.Branch != "" && conversation.Branch != "HEAD" {
		work.Branch, work.Commit = conversation.Branch, ""
	}
	s := Session{ID: id, Transcript: file, Trigger: Recovered, Now: current.Now, Date: touched.Truncate(time.Second)}
	crash.Facts = s.facts(conversation, work, earlier, has)
	crash.Heads = heads
	return crash, true, crash.save(store, current.Now)
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
		if !isTranscript || !e.Type().IsRegular() || name == id || e.Name() == filepath.Base(path) {
			continue
		}
		info, err := e.Info()
		if err == nil && info.ModTime().After(touched) && !info.ModTime().After(now.Add(openFor)) {
			file, touched, ok = filepath.Join(dir, e.Name()), info.ModTime(), true
		}
	}
	return file, touched, ok
}
