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

// Resume offers the runs of the branch that can be continued, the most recent first. Of a
// foreign one it tells names, numbers, states and times only.
func (s Store) Resume(ctx context.Context, q resume.Query) ([]resume.Entry, error) {
	places, err := s.places(false)
	if err != nil {
		return nil, fmt.Errorf("looking for runs: %w", err)
	}
	var open []Run
	resumable, size := []string{Running, Paused, Failed}, 0
	for _, at := range places {
		if ctx.Err() != nil || size > maxBrief {
			break
		}
		// Most runs are not told: of those nothing is read but what says so, and the ledger
		// is not asked. The folders above the run's own were just looked at.
		b, err := durable.In(s.full(path.Dir(at.Path)), path.Join(path.Base(at.Path), stateFile)).Read(record.MaxOwn)
		size += len(b)
		says := gjson.GetManyBytes(b, "status", "session_branch", "last_checkpoint", "started_at")
		r := Run{Branch: says[1].Str, Last: record.Of(cmp.Or(says[2].Str, says[3].Str)).Time(), place: at}
		if err == nil && slices.Contains(resumable, says[0].Str) && r.on(cmp.Or(q.Branch, defaultBranch)) {
			open = append(open, r)
		}
	}
	sortRuns(open, q.Now)
	var entries []resume.Entry
	for _, r := range open[:min(len(open), maxOffered)] {
		if r, _ := s.read(r.place); r.broken == nil && slices.Contains(resumable, r.Status) {
			entries = append(entries, r.entry())
		}
	}
	if more := len(open) - maxOffered; more > 0 && len(entries) > 0 {
		entries[len(entries)-1].Add("and", fmt.Sprintf("%d more runs, which holdfast run lists", more))
	}
	return entries, nil
}

func (r Run) entry() resume.Entry {
	e := resume.Entry{
		Kind: "run", ID: r.ID, Path: path.Join(r.Path, stateFile), Saved: r.Last, State: r.Status,
		Fit: "same branch", Ours: r.Ours,
	}
	e.Add("step", stepOf(r.Next, r.Total))
	if r.Ours || fence.IsName(r.Checkpoint) {
		e.Add("checkpoint", r.Checkpoint)
	}
	if r.Ours {
		e.Add("issues", r.issues()...)
		notes := r.notes()
		e.Add("notes", notes[max(0, len(notes)-1):]...)
	}
	return e
}
