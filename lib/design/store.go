package design

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	pathpkg "path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/record"
)

// Load reads the session of a feature. If it does not exist the error is a
// *fault.MissingError with the cause ErrNone, where it is corrupt a *fault.InvalidError
// with the cause ErrCorrupt.
func (s Store) Load(feature string) (Session, error) {
	x := Session{Feature: feature, Path: path(feature)}
	if err := checkName("feature", feature); err != nil {
		return x, err
	}
	v, f, err := s.records().Read(x.Path, maxSession)
	var corrupt record.CorruptError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return x, s.none(feature, "")
	case errors.As(err, &corrupt):
		err = fmt.Errorf("reading %q: %w: %w", x.Path, ErrCorrupt, err)
	case err != nil:
		return x, err
	default:
		x, err = decode(feature, v)
	}
	x.file = f
	if err != nil {
		err = &fault.InvalidError{
			Cause: err, Hint: fence.Typed("holdfast design %s rebuild", feature) + " shows what the files prove",
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
		Hint: fence.Typed("holdfast design %s start", feature),
	}
}

// Features are the names of the sessions of the project, sorted.
func (s Store) Features() ([]string, error) {
	names, err := s.names(Sessions)
	var features []string
	for _, n := range names {
		if f, ok := strings.CutSuffix(n, suffix); ok && okName(f) {
			features = append(features, f)
		}
	}
	return features, err
}

// locked runs do while no other client changes a session of the project.
func (s Store) locked(ctx context.Context, do func() error) error {
	if err := s.made(path("")); err != nil {
		return err
	}
	return machine.InTurn(ctx, s.Root, Sessions, 1, do)
}

// turn loads a session under the lock, with an interrupted restart finished, and
// runs do on it if it may be written.
func (s Store) turn(ctx context.Context, feature string, w *cli.Warnings, do func(Session) error) error {
	if _, err := s.Load(feature); err != nil {
		return err // before a folder is made for the lock
	}
	return s.locked(ctx, func() error {
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
func (s Store) change(ctx context.Context, feature string, now time.Time, edit func(Session, *Result) (Session, error)) (Result, error) {
	return s.changeAny(ctx, feature, now, func(x Session, r *Result) (Session, error) {
		if _, closed := x.Closed(); closed {
			return x, &fault.InvalidError{
				Cause:  fmt.Errorf("the design %q is closed", feature),
				Faults: []fault.Fault{{Field: "closed_at", Found: fault.Shorten(x.get("closed_at").Says()), Allowed: "an open design"}},
				Hint:   x.reopening(),
			}
		}
		return edit(x, r)
	})
}

// reopening is the command that reopens a closed design where it was.
func (s Session) reopening() string {
	st, _ := s.Resume()
	return s.way("", "stage %s in_progress", strconv.Itoa(st.Number)).Command
}

// changeAny is change for what a closed design admits too.
func (s Store) changeAny(ctx context.Context, feature string, now time.Time, edit func(Session, *Result) (Session, error)) (Result, error) {
	var r Result
	err := s.turn(ctx, feature, &r.Warnings, func(before Session) error {
		x, err := edit(before, &r)
		if err == nil && x.doc.String() != before.doc.String() {
			x, err = s.put(x.with(record.Stamp(now), "updated_at"), &r.Warnings)
		}
		r.of(x)
		return err
	})
	return r, err
}

// put writes a session in place of the file that it was read from. A foreign one
// stays foreign, whatever was changed in it.
func (s Store) put(x Session, w *cli.Warnings) (Session, error) {
	after, unrecorded, err := s.Machine.WriteFile(s.Root, x.Path, x.file, x.doc.Bytes())
	x.file = after
	w.Warn(unrecorded)
	return x, err
}

// Start makes the session of a feature; source is what it starts from, "" for
// none. One that is there is left alone: a *fault.RefusedError.
func (s Store) Start(ctx context.Context, feature, source string, now time.Time) (Result, error) {
	var r Result
	if err := checkName("feature", feature); err != nil {
		return r, err
	}
	r.Warn(s.absent(source))
	if e, err := s.reconstruct(feature, nil, now); err == nil && !e.there && e.own {
		r.Warnf("files of an earlier design of %q exist; %s names them", feature, fence.Typed("holdfast design %s", feature))
	}
	err := s.locked(ctx, func() error {
		switch _, err := s.Load(feature); {
		case err == nil:
			return &fault.RefusedError{
				Cause: fmt.Errorf("the design session %q exists already", feature),
				Hint:  fence.Typed("holdfast design %s", feature) + " shows where to resume; " + fence.Typed("holdfast design %s restart", feature) + " archives it and starts again",
			}
		case !errors.Is(err, ErrNone):
			return err
		}
		x, err := s.put(newSession(feature, source, now), &r.Warnings)
		r.of(x)
		r.done = fmt.Sprintf("started the design %s in %s", feature, x.Path)
		return err
	})
	return r, err
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
func (s Store) SetStage(ctx context.Context, feature, stage, status string, force bool, now time.Time) (Result, error) {
	all := []string{Pending, InProgress, Complete}
	if !slices.Contains(all, status) {
		return Result{}, invalid("the status", "status", quoted(status), strings.Join(all, ", "))
	}
	change := s.changeAny
	if status == Complete {
		change = s.change
	}
	return change(ctx, feature, now, func(x Session, r *Result) (Session, error) {
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
func (s Store) SetSource(ctx context.Context, feature, source string, now time.Time) (Result, error) {
	return s.change(ctx, feature, now, func(x Session, r *Result) (Session, error) {
		r.Warn(s.absent(source))
		r.done = fmt.Sprintf("the design %s starts from %s", feature, source)
		return x.with(record.Text(source), "prd_source"), nil
	})
}

// Close takes a design out of the brief, whatever its stages; its files stay.
func (s Store) Close(ctx context.Context, feature string, now time.Time) (Result, error) {
	return s.changeAny(ctx, feature, now, func(x Session, r *Result) (Session, error) {
		r.done = "closed the design " + feature
		if open := x.openStages(); len(open) > 0 {
			r.done += ", with open stages: " + strings.Join(open, ", ")
		}
		if _, closed := x.Closed(); closed {
			return x, nil
		}
		return x.with(record.Stamp(now), "closed_at"), nil
	})
}

// withStatus gives a stage a status. All stages are named then: a file that
// names the first six alone would be taken for one of the table of six.
func (s Session) withStatus(n int, status string) Session {
	for _, st := range s.table {
		if key := strconv.Itoa(st.Number); !s.get("stage_status", key).Exists() {
			s = s.with(record.Text(Pending), "stage_status", key)
		}
	}
	return s.with(record.Text(status), "stage_status", strconv.Itoa(n))
}

// reopen goes back to a stage: it and those after it are not complete any more.
func (s Session) reopen(n int, status string) Session {
	s = s.withStatus(n, status)
	for _, st := range s.table[n:] {
		if st.Number > n && s.Status(st.Number) != Pending {
			s = s.withStatus(st.Number, Pending)
		}
		for _, c := range st.Checkpoints {
			s = s.without("checkpoints", c, "completed_at")
		}
	}
	return s.without("closed_at").with(record.Int(n), "current_stage")
}

// complete completes a stage and goes on to the next that is open; a simple
// feature has no contracts.
func (s Session) complete(n int, now time.Time) Session {
	s = s.withStatus(n, Complete)
	t := s.table
	for _, c := range t[n].Checkpoints {
		if s.get("checkpoints", c).IsObject() && s.at(c, "completed_at").Text() == "" {
			s = s.noting(record.Stamp(now), c, "completed_at")
		}
	}
	if c, ok := t.of(Contract); ok && n == c.Number-1 && s.Status(c.Number) != Complete {
		name := t.checkpoint(Contract)
		switch {
		case s.Simple():
			s = s.noting(record.Bool(true), name, "skipped").noting(record.Stamp(now), name, "completed_at").withStatus(c.Number, Complete)
		case s.at(name, "skipped").True():
			s = s.noting(record.Bool(false), name, "skipped")
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
	s = s.with(record.Int(following), "current_stage")
	if s.Status(following) == Pending {
		s = s.withStatus(following, InProgress)
	}
	return s
}

func (s Store) full(rel string) string { return filepath.Join(s.Root, filepath.FromSlash(rel)) }

// made is the folder of rel, made where it is missing and ready to be written in.
func (s Store) made(rel string) error {
	return durable.In(s.Root, pathpkg.Dir(rel)).Prepare(0o755)
}

// read returns the file at rel, which no link leads to.
func (s Store) read(rel string) ([]byte, error) {
	if !record.IsLocal(rel) {
		return nil, fmt.Errorf("reading %q: not a path in the project: %w", rel, fs.ErrInvalid)
	}
	return durable.In(s.Root, rel).Read(maxContent)
}

// there reports whether a regular file is at rel.
func (s Store) there(rel string) bool {
	if !record.IsLocal(rel) {
		return false
	}
	info, err := s.records().Stat(rel)
	return err == nil && info.Mode().IsRegular()
}

// names are the files in the folder at rel, sorted.
func (s Store) names(rel string) ([]string, error) {
	entries, err := s.records().Entries(rel)
	names := []string{}
	for _, e := range entries {
		if !e.IsDir() {
			names = append(names, e.Name())
		}
	}
	return names, err
}
