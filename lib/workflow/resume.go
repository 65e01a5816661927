package workflow

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/machine"
	"holdfast/lib/redact"
	"holdfast/lib/resume"
)

const (
	maxOffered = 3        // runs that the brief names
	maxBrief   = 32 << 20 // bytes of states that are read for it
	maxForeign = 1 << 20  // of one that this machine did not write
)

// defaultBranch is the branch of runs without git or on no branch.
const defaultBranch = "main"

// BranchOf is the branch of the runs that are started in a project.
func BranchOf(root string) string {
	repo, ok := gitrepo.Find(root)
	if !ok {
		return defaultBranch
	}
	return cmp.Or(repo.Head().Branch, defaultBranch)
}

// Resume offers the runs of the branch that can be taken up, the most recent
// first. Of a file that this machine did not write, it tells plain names,
// numbers, states and times only.
func (s Store) Resume(ctx context.Context, q resume.Query) ([]resume.Entry, error) {
	branch := q.Branch
	if branch == "" {
		branch = defaultBranch
	}
	take := func(folder string) bool { return mayHold(folder, branch) }
	if strings.Contains(branch, "[redacted:") {
		take = nil // the folder has the branch's whole name
	}
	places, err := s.places(false, take)
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
		b, err := durable.In(filepath.Dir(s.under(at, "")), at.name+"/"+stateFile).Read(maxState)
		size += len(b)
		if err != nil || len(b) > maxForeign && !s.Machine.Wrote(machine.Sum(b)) {
			continue
		}
		if r := parseRun(at, b); r.offered(branch) {
			open = append(open, r)
			sums[r.Path] = machine.Sum(b)
		}
	}
	sortRuns(open, q.Now)
	var entries []resume.Entry
	for i, r := range open {
		if len(entries) == maxOffered {
			last := &entries[maxOffered-1]
			last.Details = append(last.Details, resume.Detail{Name: "and", Lines: []string{fmt.Sprintf("%d more runs, which holdfast run lists", len(open)-i)}})
			break
		}
		r.Ours = s.Machine.Wrote(sums[r.Path])
		entries = append(entries, offer(r))
	}
	return entries, nil
}

// offered reports whether a brief on the branch, as artifacts name it, offers
// the run.
func (r Run) offered(branch string) bool {
	r.Branch, _ = redact.Text(r.Branch)
	return r.Open() && known(r.Status) && r.on(branch)
}

func known(status string) bool { return status == Running || status == Paused || status == Failed }

func offer(r Run) resume.Entry {
	e := resume.Entry{
		Kind: "run", ID: r.ID, Path: r.Path + "/" + stateFile, Saved: r.Last.Time, State: r.Status, Fit: "same branch", Ours: r.Ours,
	}
	add := func(name string, lines ...string) {
		if len(lines) > 0 && lines[0] != "" {
			e.Details = append(e.Details, resume.Detail{Name: name, Lines: lines})
		}
	}
	if !r.Ours {
		e.ID, e.Path = fence.Name(r.ID), fence.Name(e.Path)
		add("step", stepOf(r.Next, r.Total))
		if fence.IsName(r.Checkpoint) {
			add("checkpoint", r.Checkpoint)
		}
		return e
	}
	add("step", stepOf(r.Next, r.Total))
	add("checkpoint", r.Checkpoint)
	add("issues", r.Issues...)
	if n := len(r.Notes); n > 0 {
		add("notes", r.Notes[n-1])
	}
	var names []string
	for name := range r.state.Get("session_variables").Members() {
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
	if step == 0 {
		step = total
	}
	return fmt.Sprintf("%d/%d", step, total)
}

// ofLine is what is said of a run that is taken up, in French where the locale is.
func ofLine(id string, step, total int, french bool) string {
	if french {
		return fmt.Sprintf("▶️ Reprise du run %s au step %s", id, stepOf(step, total))
	}
	return fmt.Sprintf("▶️ Resuming run %s at step %s", id, stepOf(step, total))
}

// french reports whether the locale's messages are French: the first of LC_ALL,
// LC_MESSAGES and LANG that is set.
func french(getenv func(string) string) bool {
	for _, name := range []string{"LC_ALL", "LC_MESSAGES", "LANG"} {
		if v := getenv(name); v != "" {
			rest, is := strings.CutPrefix(v, "fr")
			return is && strings.Trim(rest[:min(1, len(rest))], "_.@-") == ""
		}
	}
	return false
}
