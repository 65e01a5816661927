package design

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"holdfast/lib/fence"
	"holdfast/lib/resume"
)

const (
	maxOffered = 20
	stale      = 30 * 24 * time.Hour
)

// An Open is a design that is neither complete nor closed.
type Open struct {
	Session Session
	Stage   Stage
	Ours    bool // this machine wrote its file as it stands
}

// Open returns the designs that are neither complete nor closed, the one saved last first,
// and what is wrong with those that cannot be read. It ends early with ctx.
func (s Store) Open(ctx context.Context) (open []Open, corrupt []Corrupt, err error) {
	features, err := s.Features()
	if err != nil {
		return nil, nil, err
	}
	for _, f := range features {
		if err := ctx.Err(); err != nil {
			return open, corrupt, fmt.Errorf("reading the designs: %w", err)
		}
		x, err := s.Load(f)
		if err != nil {
			if !errors.Is(err, ErrNone) {
				corrupt = append(corrupt, Corrupt{Feature: f, Err: err})
			}
			continue
		}
		if _, closed := x.Closed(); closed {
			continue
		}
		if st, done := x.Resume(); !done {
			open = append(open, Open{Session: x, Stage: st, Ours: s.Ours(x)})
		}
	}
	slices.SortStableFunc(open, func(a, b Open) int { return b.Session.Updated().Compare(a.Session.Updated()) })
	return open, corrupt, nil
}

// A Corrupt is a session that cannot be read.
type Corrupt struct {
	Feature string
	Err     error
}

// Resume offers the designs that are not complete, the one saved last first. One
// that was not touched for a month is told in one line. Of another's only names,
// paths, numbers and states are told.
func (s Store) Resume(ctx context.Context, q resume.Query) ([]resume.Entry, error) {
	open, corrupt, err := s.Open(ctx)
	if err != nil {
		return nil, err
	}
	var entries []resume.Entry
	described := false
	for _, o := range open {
		if ctx.Err() != nil || len(entries) == maxOffered {
			break
		}
		entries = append(entries, s.entry(o, q, !described && o.Ours))
		described = described || o.Ours
	}
	for _, c := range corrupt {
		if len(entries) == maxOffered {
			break
		}
		e := resume.Entry{Kind: "design", ID: c.Feature, Path: path(c.Feature), State: "corrupt", Fit: "can be rebuilt", Pointer: true}
		if !fence.IsName(e.Path) {
			e.Path = ""
		}
		entries = append(entries, e)
	}
	return entries, nil
}

// entry offers one design. Only one is described: that takes a look at its files.
func (s Store) entry(o Open, q resume.Query, describe bool) resume.Entry {
	x, st := o.Session, o.Stage
	e := resume.Entry{
		Kind: "design", ID: x.Feature, Path: x.Path, Saved: x.Updated(), Ours: o.Ours,
		State: fmt.Sprintf("stage %d of %d", st.Number, x.Table().last()),
		Fit:   "open at " + st.Name,
	}
	if days := int(q.Now.Sub(e.Saved).Hours() / 24); !e.Saved.IsZero() && q.Now.Sub(e.Saved) > stale {
		e.Pointer, e.Fit = true, fmt.Sprintf("untouched for %d days", days)
	}
	if x.Newer() {
		e.Fit = "of a newer version, read only"
	}
	if !o.Ours {
		if !fence.IsName(e.Path) {
			e.Path = ""
		}
		e.Pointer = true
	}
	if !describe {
		return e
	}
	docs := s.documents(x, file{})
	step := s.step(x, st, false, docs)
	e.Details = append(e.Details, resume.Detail{Name: "next", Lines: []string{step.Next}})
	var produced []string
	for _, each := range x.Table() {
		if p := s.produced(x, each, docs); p != "" {
			produced = append(produced, each.Name+": "+p)
		}
	}
	if len(produced) > 0 {
		e.Details = append(e.Details, resume.Detail{Name: "so far", Lines: produced})
	}
	if len(step.Read) > 0 {
		e.Details = append(e.Details, resume.Detail{Name: "files", Lines: step.Read})
	}
	return e
}

// Goal is what an open design says the work is for, "" if there is no such one:
// its name, and what it was started from where this machine wrote it.
func (o Open) Goal() string {
	if src := o.Session.Source(); o.Ours && src != "" {
		return fmt.Sprintf("design %s, from %s", o.Session.Feature, src)
	}
	return "design " + o.Session.Feature
}

// Line names an open design and its stage, without anything that its file says
// freely.
func (o Open) Line() string {
	return fmt.Sprintf("/design %s --resume: the design is at stage %d (%s)", o.Session.Feature, o.Stage.Number, o.Stage.Name)
}

// Recent reports whether the design was saved within a month before now.
func (o Open) Recent(now time.Time) bool {
	at := o.Session.Updated()
	return !at.IsZero() && now.Sub(at) <= stale
}
