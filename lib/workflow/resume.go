package workflow

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"

	"github.com/tidwall/gjson"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/record"
	"holdfast/lib/resume"
)

const (
	maxOffered = 3        // runs that the brief names
	maxBrief   = 32 << 20 // bytes of states that are read for it
)

// Resume offers the runs of the branch that can be continued, the most recent
// first. Of a file that this machine did not write, it tells plain names,
// numbers, states and times only.
func (s Store) Resume(ctx context.Context, q resume.Query) ([]resume.Entry, error) {
	places, err := s.places(false)
	if err != nil {
		return nil, fmt.Errorf("looking for runs: %w", err)
	}
	var open []Run
	size := 0
	for _, at := range places {
		if ctx.Err() != nil || size > maxBrief {
			break
		}
		// Most runs are not told: of those nothing is read but what says so, and the ledger
		// is not asked. The folders above the run's own were just looked at.
		b, err := durable.In(s.full(path.Dir(at.rel)), path.Join(path.Base(at.rel), stateFile)).Read(record.MaxOwn)
		size += len(b)
		says := gjson.GetManyBytes(b, "status", "session_branch", "last_checkpoint", "started_at")
		last := record.Of(cmp.Or(says[2].Str, says[3].Str)).Time()
		r := Run{Path: at.rel, Branch: says[1].Str, Last: last, place: at}
		if err == nil && slices.Contains([]string{Running, Paused, Failed}, says[0].Str) &&
			r.on(cmp.Or(q.Branch, defaultBranch)) {
			open = append(open, r)
		}
	}
	sortRuns(open, q.Now)
	var entries []resume.Entry
	for _, r := range open[:min(len(open), maxOffered)] {
		if r, _ := s.read(r.place); r.broken == nil {
			entries = append(entries, r.entry())
		}
	}
	if more := len(open) - maxOffered; more > 0 && len(entries) > 0 {
		last := &entries[len(entries)-1]
		rows := []string{fmt.Sprintf("%d more runs, which holdfast run lists", more)}
		last.Details = append(last.Details, resume.Detail{Name: "and", Lines: rows})
	}
	return entries, nil
}

func (r Run) entry() resume.Entry {
	e := resume.Entry{
		Kind: "run", ID: r.ID, Path: path.Join(r.Path, stateFile), Saved: r.Last, State: r.Status,
		Fit: "same branch", Ours: r.Ours,
	}
	add := func(name string, lines ...string) {
		if len(lines) > 0 && lines[0] != "" {
			e.Details = append(e.Details, resume.Detail{Name: name, Lines: lines})
		}
	}
	add("step", stepOf(r.Next, r.Total))
	if r.Ours || fence.IsName(r.Checkpoint) {
		add("checkpoint", r.Checkpoint)
	}
	if !r.Ours {
		e.ID, e.Path = fence.Name(r.ID), fence.Name(e.Path)
		return e
	}
	add("issues", r.issues()...)
	if notes := r.notes(); notes != nil {
		add("notes", notes[len(notes)-1])
	}
	return e
}
