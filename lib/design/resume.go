package design

import (
	"context"
	"fmt"
	"slices"
	"time"

	"holdfast/lib/fence"
	"holdfast/lib/resume"
)

const (
	maxOffered = 20
	maxRecent  = 3 // that an artifact names
	recentTime = 500 * time.Millisecond
	stale      = 30 * 24 * time.Hour
)

// open are the designs that are neither complete nor closed, the one saved last
// first, and those that cannot be read. It ends early with ctx.
func (s Store) open(ctx context.Context) (open, corrupt []Item, err error) {
	items, err := s.items(ctx)
	for _, i := range items {
		switch {
		case i.err != nil:
			corrupt = append(corrupt, i)
		case i.open:
			open = append(open, i)
		}
	}
	slices.SortStableFunc(open, func(a, b Item) int { return b.session.Updated().Compare(a.session.Updated()) })
	return open, corrupt, err
}

// A Recent is an open design of this machine that was saved within a month.
type Recent struct {
	Row   string // its name and stage, nothing that its file says freely
	Saved time.Time
}

// Recent are the few saved last of them, the last first, and what failed.
func (s Store) Recent(ctx context.Context, now time.Time) (recent []Recent, failed []error) {
	ctx, cancel := context.WithTimeout(ctx, recentTime)
	defer cancel()
	open, corrupt, err := s.open(ctx)
	if err != nil {
		failed = append(failed, err)
	}
	for _, i := range corrupt {
		failed = append(failed, i.err)
	}
	for _, i := range open {
		at := i.session.Updated()
		if i.Ours && now.Sub(at) <= stale && len(recent) < maxRecent {
			recent = append(recent, Recent{fmt.Sprintf("/design %s --resume: the design is at stage %d (%s)", i.Feature, i.Stage, i.StageName), at})
		}
	}
	return recent, failed
}

// Resume offers the designs that are not complete, the one saved last first. One
// that was not touched for a month is one line. Of a foreign one only names, paths,
// numbers and states are offered.
func (s Store) Resume(ctx context.Context, q resume.Query) ([]resume.Entry, error) {
	open, corrupt, err := s.open(ctx)
	if err != nil {
		return nil, err
	}
	var entries []resume.Entry
	described := false
	for _, i := range open[:min(len(open), maxOffered)] {
		if ctx.Err() != nil {
			break
		}
		entries = append(entries, s.entry(i, q, !described && i.Ours))
		described = described || i.Ours
	}
	for _, i := range corrupt[:min(len(corrupt), maxOffered-len(entries))] {
		entries = append(entries, resume.Entry{Kind: "design", ID: i.Feature, Path: named(i.Path), State: i.State, Fit: "can be rebuilt", Pointer: true})
	}
	return entries, nil
}

// named is a path that may reach the model as it is, "" for any other.
func named(path string) string {
	if fence.IsName(path) {
		return path
	}
	return ""
}

// entry offers one design. Only one is described: that takes a look at its files.
func (s Store) entry(i Item, q resume.Query, describe bool) resume.Entry {
	x := i.session
	e := resume.Entry{
		Kind: "design", ID: i.Feature, Path: i.Path, Saved: x.Updated(), Ours: i.Ours,
		State: fmt.Sprintf("stage %d of %d", i.Stage, x.table.last()),
		Fit:   "open at " + i.StageName,
	}
	if days := int(q.Now.Sub(e.Saved).Hours() / 24); !e.Saved.IsZero() && q.Now.Sub(e.Saved) > stale {
		e.Pointer, e.Fit = true, fmt.Sprintf("untouched for %d days", days)
	}
	if x.Newer() {
		e.Fit = "of a newer version, read only"
	}
	if !i.Ours {
		e.Path, e.Pointer = named(e.Path), true
	}
	if !describe {
		return e
	}
	r := s.progress(x, s.documents(x, file{}))
	var produced []string
	for _, st := range r.Stages {
		if st.Produced != "" {
			produced = append(produced, st.Name+": "+st.Produced)
		}
	}
	for _, d := range []resume.Detail{{Name: "next", Lines: []string{r.Next}}, {Name: "so far", Lines: produced}, {Name: "files", Lines: r.Read}} {
		if len(d.Lines) > 0 {
			e.Details = append(e.Details, d)
		}
	}
	return e
}
