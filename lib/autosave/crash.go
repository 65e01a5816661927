package autosave

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/line"
	"holdfast/lib/project"
	"holdfast/lib/transcript"
)

const (
	// slack is what an artifact's date, in seconds, may lack to the moment of the save; lag is how
	// much later the client may write a transcript's last lines.
	slack = 2 * time.Second
	lag   = 250 * time.Millisecond
	// How long after its last word a session is saved for another, how many at once, of how many.
	recoverFor = 48 * time.Hour
)

// A Crash is what Recover found of another session.
type Crash struct {
	Result
	SessionID string
	// Open says that the session is open elsewhere, or may be where that is not Known; it is not saved.
	Open, Known bool
	Left        string        // the transcript of one that ended without a save, worth one or not
	Line, Goal  string        // of an open one: the line that it saved to last, "" for none, and what it is for
	Age         time.Duration // since its transcript was touched
}

// A Recovery is what a session that starts asks for.
type Recovery struct {
	Session               // that starts
	Cleared bool          // it starts in the client of another, by /clear
	Start   project.Start // where the root is looked for of a session in another linked worktree
	Off     bool          // nothing may be saved: only open sessions are named

	installed time.Time
	running   transcript.Clients
}

// Recover saves the other sessions that ended without a save, the last touched first, each once.
func (r Recovery) Recover(ctx context.Context) (crashes []Crash, failed error) {
	found, saved := others(r.Transcript, r.ID, r.Project.Now), 0
	if len(found) == 0 {
		return nil, nil
	}
	r.Project.Sweep()
	r.installed, r.running = r.Project.Store.Machine.InstalledAt(), transcript.ClientsBeside(r.Transcript)
	for _, t := range found {
		if ctx.Err() != nil || saved == 5 || t.Touched.Before(r.installed) { // the others are older
			break
		}
		crash, err := r.recover(ctx, t)
		failed = cmp.Or(failed, err)
		if crash.Open || crash.Left != "" {
			crashes = append(crashes, crash)
		}
		if crash.Wrote {
			saved++
		}
	}
	return crashes, failed
}

// recover saves what came since the session's last artifact; of an open one it says where it saves.
func (r Recovery) recover(ctx context.Context, t transcript.File) (crash Crash, err error) {
	id, store, now := t.Session, r.Project.Store, r.Project.Now
	earlier, err := store.LastBySession(id, now)
	if err != nil {
		return Crash{}, err
	}
	left := unsaved(t, earlier)
	crash = Crash{SessionID: id, Age: max(now.Sub(t.Touched), 0)}
	open, certain := r.isOpen(t)
	if earlier.Path != "" && open && certain {
		a := earlier.Artifact
		crash.Open, crash.Known, crash.Line, crash.Goal = true, true, a.Session(), a.Goal()
		return crash, nil
	}
	if left && !open {
		crash.Left = t.Path
	}
	if r.Off && !open || !left {
		return crash, nil
	}
	c, err := transcript.Read(ctx, t.Path, earlier.Until)
	if errors.Is(err, transcript.ErrFormat) { // its own session said so
		return crash, nil
	}
	if err != nil {
		return crash, fmt.Errorf("looking for what a crashed session left: %w", err)
	}
	r.Start.Cwd = c.Cwd
	if root, err := project.Root(r.Start); err == nil && root != store.Root {
		p := line.In(artifact.Of(root, store.Machine), now)
		p.KeepAutos, p.KeepDays = r.Project.KeepAutos, r.Project.KeepDays
		r.Project = p
		return r.recover(ctx, t)
	}
	last := c.Last
	if last.IsZero() || last.After(now) {
		last = t.Touched
	}
	if last.Before(r.installed) || now.Sub(last) > recoverFor {
		return crash, nil
	}
	s := r.Session
	s.ID, s.Transcript, s.Trigger, s.since, s.seen = id, t.Path, line.Recovered, earlier.Until, t.Touched
	s.recorded = true
	s.Date, s.until = last.Truncate(time.Second), t.Touched.Add(slack)
	s.wanted = func(f Facts) bool {
		ok := unsaved(t, f.last) && f.Worth() // another session may have saved it by now
		crash.Open, crash.Known, crash.Goal = ok && open, certain, f.goal()
		return ok && !open
	}
	crash.Result, err = s.save(ctx, func() transcript.Conversation { return c }, false)
	return crash, err
}

// isOpen reports whether a session is open elsewhere; certain says that it is known.
func (r Recovery) isOpen(t transcript.File) (open, certain bool) {
	switch {
	case !r.running.Known:
		return r.Project.Now.Sub(t.Touched) < time.Minute, false
	case r.Cleared:
		return slices.Contains(r.running.Elsewhere(), t.Session), true
	}
	return r.running.Open(t.Session), true
}

// unsaved reports whether the transcript was touched since its session saved, or ended without need.
func unsaved(t transcript.File, last artifact.LastSave) bool {
	saved := slices.MaxFunc([]time.Time{last.Until, last.Notes.Ended}, time.Time.Compare)
	return t.Touched.After(saved.Add(lag))
}

// others are the transcripts beside path of other sessions, touched lately, the last one first.
func others(path, id string, now time.Time) []transcript.File {
	const ahead = time.Minute // how far clocks may differ
	if !filepath.IsAbs(path) {
		return nil
	}
	found := slices.DeleteFunc(transcript.In(filepath.Dir(path)), func(t transcript.File) bool {
		return t.Session == id || t.Path == path || t.Touched.After(now.Add(ahead)) || now.Sub(t.Touched) > recoverFor
	})
	slices.SortFunc(found, func(a, b transcript.File) int { return b.Touched.Compare(a.Touched) })
	return found[:min(len(found), 50)]
}
