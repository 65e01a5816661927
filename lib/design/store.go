package design

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/machine"
)

// patience is how long a writer waits for another.
const patience = 10 * time.Second

// lockName is the lock of all sessions of a project; gitignore keeps it out of git.
const (
	lockName  = ".lock"
	gitignore = ".lock\n.gitignore\n"
)

// Load reads the session of a feature: ErrNone, ErrCorrupt, or a fault of the
// name.
func (s Store) Load(feature string) (Session, error) {
	if err := CheckName("feature", feature); err != nil {
		return Session{}, err
	}
	b, err := s.read(path(feature), maxSession)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return Session{Feature: feature, Path: path(feature)}, fmt.Errorf("%w: %q", ErrNone, feature)
	case errors.Is(err, durable.ErrTooLarge), errors.Is(err, durable.ErrNotRegular), errors.Is(err, durable.ErrLink):
		return Session{Feature: feature, Path: path(feature)}, fmt.Errorf("%w: %w", ErrCorrupt, err)
	case err != nil:
		return Session{}, err
	}
	return Decode(feature, b)
}

// Features are the names of the sessions of the project, sorted.
func (s Store) Features() ([]string, error) {
	names, err := s.names(Sessions)
	if err != nil {
		return nil, err
	}
	var features []string
	for _, n := range names {
		if f, ok := strings.CutSuffix(n, suffix); ok && okName(f) {
			features = append(features, f)
		}
	}
	return features, nil
}

// Ours reports whether this machine wrote the session's file as it stands.
func (s Store) Ours(x Session) bool { return x.Sum != "" && s.Machine.Wrote(x.Sum) }

// A Result is what a change of a session did.
type Result struct {
	Session Session
	// Wrote are the paths of documents and tickets that were written.
	Wrote []string
	// Warnings are what went wrong without stopping the change.
	Warnings []error
}

func (r *Result) warn(err error) {
	if err != nil {
		r.Warnings = append(r.Warnings, err)
	}
}

// locked runs do while no other client changes a session of the project.
func (s Store) locked(do func() error) error {
	dir, err := s.made(Sessions)
	if err != nil {
		return err
	}
	ignore := filepath.Join(dir, ".gitignore")
	if _, err := os.Lstat(ignore); errors.Is(err, fs.ErrNotExist) {
		if err := durable.Create(ignore, []byte(gitignore), 0o644); err != nil && !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return durable.Locked(ctx, filepath.Join(dir, lockName), do)
}

// change loads a session, lets edit change it and writes it, all under the
// lock. edit writes documents itself; where it fails nothing of the session is
// written.
func (s Store) change(feature string, now time.Time, edit func(Session, *Result) (Session, error)) (Result, error) {
	var r Result
	err := CheckName("feature", feature)
	if err != nil {
		return r, err
	}
	if _, err := s.Load(feature); err != nil {
		return r, err // before a folder is made for the lock
	}
	err = s.locked(func() error {
		before, err := s.loadSettled(feature, &r)
		if err != nil {
			return err
		}
		if err := before.Writable(); err != nil {
			return err
		}
		after, err := edit(before, &r)
		if err != nil {
			return err
		}
		if bytes.Equal(after.text, before.text) {
			r.Session = before
			return nil
		}
		after = after.withString(when(now), "updated_at")
		r.Session, err = s.put(before, after, &r)
		return err
	})
	return r, err
}

// put writes a session in place of what was read. What came from somebody else
// stays theirs, whatever was changed in it.
func (s Store) put(before, after Session, r *Result) (Session, error) {
	after.Sum = machine.Sum(after.text)
	if before.Sum == "" && !before.foreign || before.Sum != "" && s.Machine.Wrote(before.Sum) {
		r.warn(s.Machine.Record(after.Sum))
	}
	dir, err := s.made(Sessions)
	if err != nil {
		return after, err
	}
	full := filepath.Join(dir, after.Feature+suffix)
	if info, err := os.Lstat(full); err == nil && !info.Mode().IsRegular() {
		return after, fmt.Errorf("writing %q: %w", after.Path, durable.ErrNotRegular)
	}
	var replaced []byte
	if before.Sum != "" {
		replaced = before.text
	}
	err = durable.Swap(full, replaced, after.text, 0o644)
	if errors.Is(err, durable.ErrChanged) {
		return after, &fault.Refusal{Cause: err, Hint: "type the same command again"}
	}
	return after, err
}

// Start makes the session of a feature; source is what it starts from, "" for
// none. One that is there is left alone: a *fault.Refusal.
func (s Store) Start(feature, source string, now time.Time) (Result, error) {
	var r Result
	if err := CheckName("feature", feature); err != nil {
		return r, err
	}
	if err := s.free(feature); err != nil {
		return r, err
	}
	err := s.locked(func() error {
		if err := s.free(feature); err != nil {
			return err
		}
		var err error
		t := fresh(feature, source, now)
		r.Session, err = s.put(Session{}, Session{Feature: feature, Path: path(feature), text: t}, &r)
		return err
	})
	return r, err
}

// free reports whether a feature has no session yet.
func (s Store) free(feature string) error {
	_, err := s.Load(feature)
	switch {
	case errors.Is(err, ErrNone):
		return nil
	case err != nil:
		return err
	}
	return &fault.Refusal{
		Cause: fmt.Errorf("the design session %q is there already", feature),
		Hint:  fmt.Sprintf("session-start design %s shows where to resume; pre-compact design %s restart archives it and begins anew", feature, feature),
	}
}

// SetStage gives a stage a status. A stage completes when its document is there
// and no earlier stage is open, unless force is set; the next one becomes the
// current one. Anything else reopens it: later ones turn to pending and keep
// their data.
func (s Store) SetStage(feature string, stage, status string, force bool, now time.Time) (Result, error) {
	if err := CheckStatus(status); err != nil {
		return Result{}, err
	}
	return s.change(feature, now, func(x Session, _ *Result) (Session, error) {
		n, err := x.Table().Parse(stage)
		if err != nil {
			return x, err
		}
		if status != Complete {
			return x.reopen(n, status), nil
		}
		if err := s.mayComplete(x, n, nil, force); err != nil {
			return x, err
		}
		return x.complete(n, now), nil
	})
}

// withStatus gives a stage a status. All stages are named then: a file that
// names the first six alone would be taken for one of the table of six.
func (s Session) withStatus(n int, status string) Session {
	s.table = s.Table()
	for _, st := range s.table {
		if key := strconv.Itoa(st.Number); !s.get("stage_status", key).Exists() {
			s = s.withString(Pending, "stage_status", key)
		}
	}
	return s.withString(status, "stage_status", strconv.Itoa(n))
}

// reopen goes back to a stage.
func (s Session) reopen(n int, status string) Session {
	s = s.withStatus(n, status)
	for later := n + 1; later <= s.Table().last(); later++ {
		if s.Status(later) != Pending {
			s = s.withStatus(later, Pending)
		}
	}
	return s.with(strconv.AppendInt(nil, int64(n), 10), "current_stage")
}

// complete completes a stage and goes on to the next that is open; a simple
// feature has no contracts.
func (s Session) complete(n int, now time.Time) Session {
	s = s.withStatus(n, Complete)
	t := s.Table()
	if c, ok := t.of(Contract); ok && n == c.Number-1 && s.Status(c.Number) != Complete {
		name := t.checkpoint(Contract)
		switch {
		case s.Simple():
			s = s.with([]byte("true"), "checkpoints", name, "skipped")
			s = s.withString(when(now), "checkpoints", name, "completed_at")
			s = s.withStatus(c.Number, Complete)
		case s.yes("checkpoints", name, "skipped"):
			s = s.with([]byte("false"), "checkpoints", name, "skipped")
		}
	}
	at, _ := s.current()
	if n < at {
		return s
	}
	following := n
	for following < t.last() && s.Status(following) == Complete {
		following++
	}
	s = s.with(strconv.AppendInt(nil, int64(following), 10), "current_stage")
	if s.Status(following) == Pending {
		s = s.withStatus(following, InProgress)
	}
	return s
}
