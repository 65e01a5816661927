package design

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
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
	x := Session{Feature: feature, Path: path(feature)}
	if err := checkName("feature", feature); err != nil {
		return x, err
	}
	f := machine.File{}
	at, err := s.real(x.Path)
	if err == nil {
		f, err = s.Machine.ReadFile(s.Root, at, maxSession)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return x, s.none(feature, "")
	case errors.Is(err, durable.ErrTooLarge), errors.Is(err, durable.ErrNotRegular), errors.Is(err, durable.ErrLink):
		err = fmt.Errorf("%w: %w", ErrCorrupt, err)
	case err != nil:
		return x, err
	default:
		x, err = decode(feature, f.Bytes)
		x.file = f
	}
	if err != nil {
		err = &fault.InvalidError{
			Cause: err, Hint: fmt.Sprintf("holdfast design %s rebuild shows what the files prove", feature),
			Faults: []fault.Fault{{Field: "session", Found: x.Path, Allowed: "a design session"}},
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

// locked runs do while no other client changes a session of the project.
func (s Store) locked(do func() error) error {
	dir, err := s.made(Sessions)
	if err != nil {
		return err
	}
	return machine.InTurn(context.Background(), s.Root, dir, 1, do)
}

// turn loads a session under the lock, with an interrupted restart finished, and
// runs do on it if it may be written.
func (s Store) turn(feature string, w *Warnings, do func(Session) error) error {
	if _, err := s.Load(feature); err != nil {
		return err // before a folder is made for the lock
	}
	return s.locked(func() error {
		x, err := s.Load(feature)
		if err == nil && !x.Newer() {
			x, err = s.settle(x, w)
		}
		if err == nil {
			err = x.Writable()
		}
		if err != nil {
			return err
		}
		return do(x)
	})
}

// change lets edit change a session and writes it. edit writes documents itself;
// where it fails nothing of the session is written. A closed design is a
// *fault.InvalidError.
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
	err := s.turn(feature, &r.Warnings, func(before Session) error {
		x, err := edit(before, &r)
		if err == nil && !bytes.Equal(x.text, before.text) {
			x, err = s.put(x.withString(when(now), "updated_at"), &r.Warnings)
		}
		r.of(x)
		return err
	})
	return r, err
}

// put writes a session in place of the file that it was read from. A foreign one
// stays foreign, whatever was changed in it.
func (s Store) put(x Session, w *Warnings) (Session, error) {
	at, err := s.file(x.Path)
	if err != nil {
		return x, err
	}
	after, unrecorded, err := s.Machine.WriteFile(s.Root, at, x.file, x.text)
	x.file = after
	w.warn(unrecorded)
	return x, err
}

// Start makes the session of a feature; source is what it starts from, "" for
// none. One that is there is left alone: a *fault.RefusedError.
func (s Store) Start(feature, source string, now time.Time) (Result, error) {
	var r Result
	if err := checkName("feature", feature); err != nil {
		return r, err
	}
	r.warn(s.absent(source))
	if e, err := s.reconstruct(feature, now); err == nil && !e.there && e.own {
		r.warn(fmt.Errorf("files of an earlier design of %q exist; holdfast design %s names them", feature, feature))
	}
	err := s.locked(func() error {
		if err := s.free(feature); err != nil {
			return err
		}
		x, err := s.put(newSession(feature, fresh(feature, source, now)), &r.Warnings)
		r.of(x)
		r.done = fmt.Sprintf("started the design %s in %s", feature, x.Path)
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

// absent is the warning about a source that does not exist yet.
func (s Store) absent(source string) error {
	if _, err := os.Stat(s.full(source)); err == nil {
		return nil
	}
	return fmt.Errorf("%q does not exist yet", source)
}

// SetStage gives a stage a status. Complete is as in finish. Anything else goes
// back to the stage: later ones turn to pending and keep their data, and a
// closed design is open again.
func (s Store) SetStage(feature, stage, status string, force bool, now time.Time) (Result, error) {
	all := []string{Pending, InProgress, Complete}
	if !slices.Contains(all, status) {
		return Result{}, invalid("the status", "status", quoted(status), strings.Join(all, ", "))
	}
	change := s.changeAny
	if status == Complete {
		change = s.change
	}
	return change(feature, now, func(x Session, r *Result) (Session, error) {
		n, err := x.table.parse(stage)
		if err != nil {
			return x, err
		}
		r.done, r.Message = fmt.Sprintf("stage %s of %s is %s", stage, feature, status), safely
		if status != Complete {
			return x.reopen(n, status), nil
		}
		return s.finish(x, n, file{}, force, now)
	})
}

// SetSource names what a design starts from.
func (s Store) SetSource(feature, source string, now time.Time) (Result, error) {
	return s.change(feature, now, func(x Session, r *Result) (Session, error) {
		r.warn(s.absent(source))
		r.done = fmt.Sprintf("the design %s starts from %s", feature, source)
		return x.withString(source, "prd_source"), nil
	})
}

// Close takes a design out of the brief, whatever its stages; its files stay.
func (s Store) Close(feature string, now time.Time) (Result, error) {
	return s.changeAny(feature, now, func(x Session, r *Result) (Session, error) {
		r.done = "closed the design " + feature
		if open := x.openStages(); len(open) > 0 {
			r.done += ", with open stages: " + strings.Join(open, ", ")
		}
		if _, closed := x.Closed(); closed {
			return x, nil
		}
		return x.withString(when(now), "closed_at"), nil
	})
}

// withStatus gives a stage a status. All stages are named then: a file that
// names the first six alone would be taken for one of the table of six.
func (s Session) withStatus(n int, status string) Session {
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
	for _, st := range s.table[n:] {
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
	t := s.table
	for _, c := range t[n].Checkpoints {
		if s.get("checkpoints", c).IsObject() && s.str("checkpoints", c, "completed_at") == "" {
			s = s.withString(when(now), "checkpoints", c, "completed_at")
		}
	}
	if c, ok := t.of(Contract); ok && n == c.Number-1 && s.Status(c.Number) != Complete {
		name := t.checkpoint(Contract)
		switch {
		case s.Simple():
			s = s.withBool(true, "checkpoints", name, "skipped")
			s = s.withString(when(now), "checkpoints", name, "completed_at")
			s = s.withStatus(c.Number, Complete)
		case s.yes("checkpoints", name, "skipped"):
			s = s.withBool(false, "checkpoints", name, "skipped")
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
