package workflow

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/tidwall/gjson"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/redact"
	"holdfast/lib/resume"
)

const (
	maxOffered = 3        // runs that the brief names
	maxBrief   = 32 << 20 // bytes of states that are read for it
)

// Resume offers the runs of the branch that can be taken up, the most recent
// first. Of a file that this machine did not write, it tells plain names,
// numbers, states and times only.
func (s Store) Resume(ctx context.Context, q resume.Query) ([]resume.Entry, error) {
	branch := cmp.Or(q.Branch, defaultBranch)
	folders := branch
	if strings.Contains(branch, "[redacted:") {
		folders = "" // the folder has the branch's whole name
	}
	places, err := s.places(false, folders)
	if err != nil {
		return nil, fmt.Errorf("looking for runs: %w", err)
	}
	var open []Run
	size := 0
	for _, at := range places {
		if ctx.Err() != nil || size > maxBrief {
			break
		}
		// The folders above the run's own were just looked at. Most runs are not offered: of
		// those nothing is read but what says so, and the ledger is not asked.
		b, err := durable.In(s.full(path.Dir(at.rel)), path.Join(path.Base(at.rel), stateFile)).Read(maxState)
		size += len(b)
		if says := gjson.GetManyBytes(b, "status", "session_branch", "last_checkpoint", "started_at"); err == nil &&
			offered(at, says[0].Str, says[1].Str, branch) {
			last := cmp.Or(says[2].Str, says[3].Str)
			open = append(open, Run{Path: at.rel, Status: says[0].Str, Last: readTime(last), place: at})
		}
	}
	sortRuns(open, q.Now)
	var entries []resume.Entry
	for i, r := range open {
		if len(entries) == maxOffered {
			last := &entries[maxOffered-1]
			more := fmt.Sprintf("%d more runs, which holdfast run lists", len(open)-i)
			last.Details = append(last.Details, resume.Detail{Name: "and", Lines: []string{more}})
			break
		}
		if r, file := s.read(r.place); r.broken == nil && (r.Ours || len(file.Bytes) <= maxForeign) {
			entries = append(entries, r.entry())
		}
	}
	return entries, nil
}

// offered reports whether a brief on a branch, as artifacts name it, offers a run.
func offered(at place, status, of, branch string) bool {
	of, _ = redact.Text(of)
	return slices.Contains([]string{Running, Paused, Failed}, status) && at.on(of, branch)
}

func (r Run) entry() resume.Entry {
	e := resume.Entry{
		Kind: "run", ID: r.ID, Path: path.Join(r.Path, stateFile), Saved: r.Last.Time, State: r.Status,
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
	var names []string
	for name := range r.variables().Members() {
		names = append(names, name)
	}
	add("variables", strings.Join(names, ", "))
	return e
}
