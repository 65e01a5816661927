package workflow

import (
	"cmp"
	"context"
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/lib/record"
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
	sums := map[string]string{}
	size := 0
	for _, at := range places {
		if ctx.Err() != nil || size > maxBrief {
			break
		}
		// The folders above the run's own were just looked at, and the ledger is asked for those offered alone.
		b, err := durable.In(s.full(path.Dir(at.rel)), path.Join(at.name, stateFile)).Read(maxState)
		size += len(b)
		if err != nil || len(b) > maxForeign && !s.Machine.Wrote(machine.Sum(b)) {
			continue
		}
		state, err := record.ParseObject(b)
		if r := runAt(at, state); err == nil && r.offered(branch) {
			open = append(open, r)
			sums[r.Path] = machine.Sum(b)
		}
	}
	sortRuns(open, q.Now)
	var entries []resume.Entry
	for _, r := range open[:min(len(open), maxOffered)] {
		r.Ours = s.Machine.Wrote(sums[r.Path])
		entries = append(entries, r.entry())
	}
	if over := len(open) - maxOffered; over > 0 {
		last := &entries[maxOffered-1]
		more := fmt.Sprintf("%d more runs, which holdfast run lists", over)
		last.Details = append(last.Details, resume.Detail{Name: "and", Lines: []string{more}})
	}
	return entries, nil
}

// offered reports whether a brief on the branch, as artifacts name it, offers
// the run.
func (r Run) offered(branch string) bool {
	r.Branch, _ = redact.Text(r.Branch)
	return slices.Contains([]string{Running, Paused, Failed}, r.Status) && r.on(branch)
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

// stepOf is "<step>/<total>", with ? for a total that is unknown. A step of 0
// means that all are done.
func stepOf(step, total int) string {
	if total == 0 {
		return strconv.Itoa(step) + "/?"
	}
	return fmt.Sprintf("%d/%d", cmp.Or(step, total), total)
}

// french reports whether the locale's messages are French: the first of LC_ALL,
// LC_MESSAGES and LANG that is set.
func french(getenv func(string) string) bool {
	set := cmp.Or(getenv("LC_ALL"), getenv("LC_MESSAGES"), getenv("LANG"))
	language, _, _ := strings.Cut(strings.NewReplacer(".", "_", "@", "_", "-", "_").Replace(set), "_")
	return language == "fr"
}
