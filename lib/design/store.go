package design

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
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
	v, f, err := s.Read(x.Path, maxSession, record.MaxForeign)
	x.file = f
	var corrupt record.CorruptError
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return x, s.none(feature, "")
	case errors.As(err, &corrupt):
		err = fmt.Errorf("reading %q: %w: %w", x.Path, ErrCorrupt, err)
	case err == nil:
		err = x.decode(v)
	}
	if errors.Is(err, ErrCorrupt) {
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
	names, err := s.Names(Sessions, false)
	var features []string
	for _, n := range names {
		if f, ok := strings.CutSuffix(n, suffix); ok && okName(f) {
			features = append(features, f)
		}
	}
	return features, err
}

// A Change is one command that changes a design.
type Change struct {
	Ctx     context.Context
	Now     time.Time
	Feature string
	// Force completes in spite of what is open, and replaces what this machine did
	// not write.
	Force bool
}

// A Result is what a change of a session did.
type Result struct {
	Feature      string   `json:"feature"`
	Path         string   `json:"path"`
	CurrentStage int      `json:"current_stage"`
	StageName    string   `json:"stage_name"`
	Complete     bool     `json:"complete"`
	Closed       bool     `json:"closed"`
	Wrote        []string `json:"wrote"`   // the documents and tickets that were written
	Message      string   `json:"message"` // what a person reads last
	cli.Warnings `json:"-"`
	done         string // what a person reads first
}

// safely is the message of what saves work.
const safely = "Checkpoint saved. You can safely resume later."

// of makes it the result of a change that left a session as x.
func (r *Result) of(x Session) {
	st, complete := x.Resume()
	r.Feature, r.Path, r.CurrentStage, r.StageName = x.Feature, x.Path, st.Number, st.Name
	r.Complete, r.Closed, r.Wrote = complete, x.closed(), append([]string{}, r.Wrote...)
}

// Print says what was changed, and where the design is now.
func (r Result) Print(inv *cli.Invocation) {
	inv.Printf("%s\n", r.done)
	for _, p := range r.Wrote {
		inv.Printf("wrote %s\n", p)
	}
	switch {
	case r.Complete:
		inv.Printf("Every stage is complete.\n")
	case !r.Closed:
		inv.Printf("Current stage: %d %s\n", r.CurrentStage, r.StageName)
	}
	if r.Message != "" {
		inv.Printf("%s\n", r.Message)
	}
}

// turn loads a session under the lock, with an interrupted restart finished, and
// runs do on it if it may be written.
func (s Store) turn(c Change, w *cli.Warnings, do func(*Session) error) error {
	if _, err := s.Load(c.Feature); err != nil {
		return err // before a folder is made for the lock
	}
	return s.Turn(c.Ctx, Sessions, 1, func() error {
		x, err := s.Load(c.Feature)
		if err == nil {
			err = x.writable()
		}
		if err == nil {
			err = s.settle(&x, w)
		}
		if err != nil {
			return err
		}
		return do(&x)
	})
}

// change lets edit change a session and writes it. edit writes documents itself;
// where it fails nothing of the session is written.
func (s Store) change(c Change, edit func(*Session, *Result) error) (Result, error) {
	var r Result
	err := s.turn(c, &r.Warnings, func(x *Session) error {
		before := x.doc.String()
		err := edit(x, &r)
		if err == nil && x.doc.String() != before {
			x.set(c.Now, "updated_at")
			err = s.put(x, &r.Warnings)
		}
		r.of(*x)
		return err
	})
	return r, err
}

// changeOpen is change of what a closed design does not admit.
func (s Store) changeOpen(c Change, edit func(*Session, *Result) error) (Result, error) {
	return s.change(c, func(x *Session, r *Result) error {
		if x.closed() {
			return &fault.InvalidError{
				Cause: fmt.Errorf("the design %q is closed", c.Feature),
				Faults: []fault.Fault{{
					Field: "closed_at", Found: record.Found(x.doc.Get("closed_at")), Allowed: "an open design",
				}},
				Hint: x.reopening(),
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

// put writes a session in place of the file that it was read from. A foreign one
// stays foreign, whatever was changed in it.
func (s Store) put(x *Session, w *cli.Warnings) error {
	after, unrecorded, err := s.Write(x.Path, x.file, x.doc)
	x.file = after
	w.Warn(unrecorded)
	return err
}

// Start makes the session of a feature; from is what it starts from, "" for
// none. One that is there is left alone: a *fault.RefusedError.
func (s Store) Start(c Change, from string) (Result, error) {
	var r Result
	if err := checkName("feature", c.Feature); err != nil {
		return r, err
	}
	r.Warn(s.absent(from))
	if e, err := s.reconstruct(c, nil); err == nil && !e.there && e.own {
		r.Warnf("files of an earlier design of %q exist; %s names them",
			c.Feature, fence.Typed("holdfast design %s", c.Feature))
	}
	err := s.Turn(c.Ctx, Sessions, 1, func() error {
		_, err := s.Load(c.Feature)
		if err == nil {
			return &fault.RefusedError{
				Cause: fmt.Errorf("the design session %q exists already", c.Feature),
				Hint: fence.Typed("holdfast design %s", c.Feature) + " shows where to resume; " +
					fence.Typed("holdfast design %s restart", c.Feature) + " archives it and starts again",
			}
		}
		if !errors.Is(err, ErrNone) {
			return err
		}
		x := newSession(c.Feature, from, c.Now)
		err = s.put(&x, &r.Warnings)
		r.of(x)
		r.done = fmt.Sprintf("started the design %s in %s", c.Feature, x.Path)
		return err
	})
	return r, err
}

// absent is the warning about a source that does not exist yet.
func (s Store) absent(from string) error {
	if _, err := os.Stat(filepath.Join(s.Root, filepath.FromSlash(from))); err == nil {
		return nil
	}
	return fmt.Errorf("%q does not exist yet", from)
}

// SetStage gives a stage a status. Complete is as in finish. Anything else goes
// back to the stage: later ones turn to pending and keep their data, and a
// closed design is open again.
func (s Store) SetStage(c Change, stage, status string) (Result, error) {
	if !slices.Contains(statuses, status) {
		return Result{}, invalid("the status", "status", quoted(status), strings.Join(statuses, ", "))
	}
	change := s.change
	if status == Complete {
		change = s.changeOpen
	}
	return change(c, func(x *Session, r *Result) error {
		n, err := x.table.parse(stage)
		if err != nil {
			return err
		}
		r.done, r.Message = fmt.Sprintf("stage %s of %s is %s", stage, c.Feature, status), safely
		if status == Complete {
			return s.finish(x, n, file{}, c)
		}
		x.reopen(n, status)
		return nil
	})
}

// SetSource names what a design starts from.
func (s Store) SetSource(c Change, from string) (Result, error) {
	return s.changeOpen(c, func(x *Session, r *Result) error {
		r.Warn(s.absent(from))
		r.done = fmt.Sprintf("the design %s starts from %s", c.Feature, from)
		x.set(from, "prd_source")
		return nil
	})
}

// Close takes a design out of the brief, whatever its stages; its files stay.
func (s Store) Close(c Change) (Result, error) {
	return s.change(c, func(x *Session, r *Result) error {
		r.done = "closed the design " + c.Feature
		var open []string
		for _, st := range x.open() {
			open = append(open, fmt.Sprintf("%d %s", st.Number, st.Name))
		}
		if open != nil {
			r.done += ", with open stages: " + strings.Join(open, ", ")
		}
		if !x.closed() {
			x.set(c.Now, "closed_at")
		}
		return nil
	})
}
