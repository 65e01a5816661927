package design

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	pathpkg "path"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/machine"
)

// Load reads the session of a feature. If it does not exist the error is a
// *fault.MissingError with the cause ErrNone, where it is corrupt a *fault.InvalidError
// with the cause ErrCorrupt.
func (s Store) Load(feature string) (Session, error) {
	if err := CheckName("feature", feature); err != nil {
		return Session{}, err
	}
	b, err := s.read(path(feature), maxSession)
	x := Session{Feature: feature, Path: path(feature)}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return x, s.none(feature, "")
	case errors.Is(err, durable.ErrTooLarge), errors.Is(err, durable.ErrNotRegular), errors.Is(err, durable.ErrLink):
		err = fmt.Errorf("%w: %w", ErrCorrupt, err)
	case err != nil:
		return Session{}, err
	default:
		x, err = Decode(feature, b)
	}
	if err != nil {
		err = &fault.InvalidError{
			Cause: err, Hint: fmt.Sprintf("holdfast design %s rebuild shows what the files prove", feature),
			Faults: []fault.Fault{{Field: "session", Found: path(feature), Allowed: "a design session"}},
		}
	}
	return x, err
}

// none is the error for a feature without a session; more is appended to it.
func (s Store) none(feature, more string) error {
	features, _ := s.Features()
	return &fault.MissingError{
		Cause: fmt.Errorf("%w %q%s", ErrNone, feature, more), Candidates: features,
		Hint: fmt.Sprintf("holdfast design %s start", feature),
	}
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
	return machine.InTurn(context.Background(), s.Root, dir, 1, do)
}

// change loads a session, lets edit change it and writes it, all under the
// lock. edit writes documents itself; where it fails nothing of the session is
// written. A closed design is a *fault.InvalidError.
func (s Store) change(feature string, now time.Time, edit func(Session, *Result) (Session, error)) (Result, error) {
	return s.changeAny(feature, now, func(x Session, r *Result) (Session, error) {
		if _, closed := x.Closed(); closed {
			return x, &fault.InvalidError{
				Cause:  fmt.Errorf("the design %q is closed", feature),
				Faults: []fault.Fault{{Field: "closed_at", Found: fault.Shorten(x.get("closed_at").String()), Allowed: "an open design"}},
				Hint:   x.reopening(),
			}
		}
		return edit(x, r)
	})
}

// reopening is the command that reopens a closed design where it was.
func (s Session) reopening() string {
	st, _ := s.Resume()
	return fmt.Sprintf("holdfast design %s stage %d in_progress", s.Feature, st.Number)
}

// changeAny is change for what a closed design admits too.
func (s Store) changeAny(feature string, now time.Time, edit func(Session, *Result) (Session, error)) (Result, error) {
	var r Result
	if _, err := s.Load(feature); err != nil {
		return r, err // before a folder is made for the lock
	}
	err := s.locked(func() error {
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

// put writes a session in place of what was read. A foreign one stays foreign,
// whatever was changed in it.
func (s Store) put(before, after Session, r *Result) (Session, error) {
	was := machine.File{Own: true}
	if before.Sum != "" {
		was = machine.File{Bytes: before.text, Own: s.Ours(before)}
	}
	dir, err := s.made(Sessions)
	if err != nil {
		return after, err
	}
	after.Sum = machine.Sum(after.text)
	_, unrecorded, err := s.Machine.WriteFile(s.Root, pathpkg.Join(dir, after.Feature+suffix), was, after.text)
	r.warn(unrecorded)
	return after, err
}

// Start makes the session of a feature; source is what it starts from, "" for
// none. One that is there is left alone: a *fault.RefusedError.
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
	return &fault.RefusedError{
		Cause: fmt.Errorf("the design session %q exists already", feature),
		Hint:  fmt.Sprintf("holdfast design %s shows where to resume; holdfast design %s restart archives it and starts again", feature, feature),
	}
}

// SetStage gives a stage a status. Complete is as in finish. Anything else goes
// back to the stage: later ones turn to pending and keep their data, and a
// closed design is open again.
func (s Store) SetStage(feature string, stage, status string, force bool, now time.Time) (Result, error) {
	if err := CheckStatus(status); err != nil {
		return Result{}, err
	}
	change := s.changeAny
	if status == Complete {
		change = s.change
	}
	return change(feature, now, func(x Session, _ *Result) (Session, error) {
		n, err := x.Table().Parse(stage)
		if err != nil {
			return x, err
		}
		if status != Complete {
			return x.reopen(n, status), nil
		}
		return s.finish(x, n, file{}, force, now)
	})
}

// SetSource names what a design starts from.
func (s Store) SetSource(feature, source string, now time.Time) (Result, error) {
	return s.change(feature, now, func(x Session, _ *Result) (Session, error) {
		return x.withString(source, "prd_source"), nil
	})
}

// Close takes a design out of the brief, whatever its stages; its files stay.
func (s Store) Close(feature string, now time.Time) (Result, error) {
	return s.changeAny(feature, now, func(x Session, _ *Result) (Session, error) {
		if _, closed := x.Closed(); closed {
			return x, nil
		}
		return x.withString(when(now), "closed_at"), nil
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

// reopen goes back to a stage: it and those after it are not complete any more.
func (s Session) reopen(n int, status string) Session {
	s = s.withStatus(n, status)
	for _, st := range s.Table()[n:] {
		if st.Number > n && s.Status(st.Number) != Pending {
			s = s.withStatus(st.Number, Pending)
		}
		for _, c := range st.Checkpoints {
			s = s.over(s.text.Unset("checkpoints", c, "completed_at"))
		}
	}
	return s.over(s.text.Unset("closed_at")).withNumber(n, "current_stage")
}

// complete completes a stage and goes on to the next that is open; a simple
// feature has no contracts.
func (s Session) complete(n int, now time.Time) Session {
	s = s.withStatus(n, Complete)
	t := s.Table()
	for _, c := range t[n].Checkpoints {
		if s.get("checkpoints", c).IsObject() && s.str("checkpoints", c, "completed_at") == "" {
			s = s.withString(when(now), "checkpoints", c, "completed_at")
		}
	}
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
	s = s.withNumber(following, "current_stage")
	if s.Status(following) == Pending {
		s = s.withStatus(following, InProgress)
	}
	return s
}
