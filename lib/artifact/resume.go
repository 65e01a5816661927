package artifact

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"holdfast/lib/index"
	"holdfast/lib/redact"
	"holdfast/lib/resume"
)

const (
	maxNewer  = 5   // lines of newer artifacts by others
	shownTo   = 300 // characters of another's goal and now
	maxLooked = 64  // of the newest artifacts, before all are
)

// Resume offers the artifact to go on with, then newer ones of others. The
// first is this session's last one where the session continues, else the newest
// that this machine wrote and that fits the branch; where there is none, the
// newest of this machine on another branch, as a pointer.
func (s Store) Resume(ctx context.Context, q resume.Query) ([]resume.Entry, error) {
	view, err := s.View(ctx, q.Now)
	if err != nil {
		return nil, err
	}
	known := map[string]bool{}
	own := func(sum string) bool {
		is, asked := known[sum]
		if !asked {
			is = s.Machine.Wrote(sum)
			known[sum] = is
		}
		return is
	}
	heads, from, err := newest(view, q)
	if err != nil {
		return nil, err
	}
	chosen, a := s.chosen(&heads, q, own)
	if chosen < 0 || heads[chosen].Date.Unix() < from || !fits(heads[chosen].Branch, q.Branch) && !(q.Continues() && heads[chosen].SessionID == q.SessionID) {
		if heads, err = headsOf(view, q.Now); err != nil {
			return nil, err
		}
		chosen, a = s.chosen(&heads, q, own)
	}
	var entries []resume.Entry
	if chosen >= 0 {
		entries = append(entries, entry(a, q, true))
	}
	return append(entries, s.newer(heads, chosen, q, own)...), nil
}

// newest are the heads that a question is mostly about: a few of the newest,
// all up to the returned date, and older ones of the session that asks. Reading
// no more makes a start with a thousand artifacts a third faster.
func newest(view *index.View, q resume.Query) (heads []Head, from int64, err error) {
	from, err = view.Newest(maxLooked, q.Now.Add(tooFarAhead).Unix(), func(line string) bool {
		return q.Continues() && q.SessionID != "" && index.LineMayHold(line, q.SessionID)
	}, func(r index.Row) { heads = appendHead(heads, r) })
	if err != nil {
		return nil, 0, fmt.Errorf("reading the artifacts: %w", err)
	}
	SortNewest(heads, q.Now)
	return heads, from, nil
}

// chosen is the index of the artifact to go on with and the artifact itself,
// -1 for none. Heads of files that changed since they were indexed are brought
// up to date on the way.
func (s Store) chosen(heads *[]Head, q resume.Query, own func(string) bool) (int, Artifact) {
	for {
		i := choose(*heads, q, own)
		if i < 0 {
			return i, Artifact{}
		}
		h := (*heads)[i]
		a, err := s.Load(h.Path)
		switch {
		case err != nil:
			*heads = slices.Delete(*heads, i, i+1)
		case a.Sum == h.Sum:
			return i, a
		default:
			(*heads)[i] = headOfArtifact(a)
			SortNewest(*heads, q.Now)
		}
	}
}

// choose returns the index of the artifact to go on with, -1 for none.
func choose(heads []Head, q resume.Query, own func(string) bool) int {
	if q.Continues() && q.SessionID != "" {
		for i, h := range heads {
			if h.SessionID == q.SessionID && own(h.Sum) {
				return i
			}
		}
	}
	elsewhere := -1
	for i, h := range heads {
		if !own(h.Sum) {
			continue
		}
		if fits(h.Branch, q.Branch) {
			return i
		}
		if elsewhere < 0 {
			elsewhere = i
		}
	}
	return elsewhere
}

func fits(branch, here string) bool { return branch == "" || here == "" || branch == here }

// newer offers what others saved after the chosen one: the newest of each line
// of work, at most maxNewer.
func (s Store) newer(heads []Head, chosen int, q resume.Query, own func(string) bool) []resume.Entry {
	var entries []resume.Entry
	end := chosen
	seen := map[string]bool{}
	if chosen < 0 {
		end = len(heads)
	}
	more := 0
	for _, h := range heads[:end] {
		if seen[h.Session] || own(h.Sum) || h.Date.After(q.Now.Add(tooFarAhead)) {
			continue
		}
		a, err := s.Load(h.Path)
		if err != nil || own(a.Sum) || a.Broken != nil || a.Goal() == "" {
			continue
		}
		seen[h.Session] = true
		if len(entries) == maxNewer {
			more++
			continue
		}
		entries = append(entries, entry(a, q, false))
	}
	if more > 0 {
		last := &entries[len(entries)-1]
		last.Details = append(last.Details, resume.Detail{
			Name: "and", Lines: []string{fmt.Sprintf("%d more lines of work by others, which handoff-index list names", more)},
		})
	}
	return entries
}

func entry(a Artifact, q resume.Query, own bool) resume.Entry {
	e := resume.Entry{
		Kind:  "artifact",
		ID:    a.Session(),
		Path:  a.Path,
		Saved: a.Date,
		State: stateOf(a),
		Ours:  own,
		Fit:   fit(a, q),
	}
	switch {
	case own && (a.Mode() == Finalize || !fits(a.Branch(), q.Branch)):
		e.Pointer = true
		e.Details = details(a, "goal")
	case own:
		e.Details = details(a, shownKeys...)
	default:
		e.By = broughtBy(a.Path, q)
		e.Details = clip(details(a, "goal", "now"), shownTo)
	}
	return e
}

// stateOf is the artifact's mode, where it is one of the known three.
func stateOf(a Artifact) string {
	switch m := a.Mode(); m {
	case Checkpoint, Handoff, Finalize:
		return m
	}
	return "of no known mode"
}

// shownKeys are the body keys of the brief, most urgent first.
var shownKeys = []string{
	"goal", "now", "next", "blockers", "decisions", "failed", "questions", "prompts", "done_this_session",
	"worked", "findings", "files_to_review", "continuation_prompt", "test", "final_solutions", "final_decisions",
}

func details(a Artifact, keys ...string) []resume.Detail {
	var out []resume.Detail
	for _, key := range keys {
		found := a.Lines(key)
		if key == "prompts" {
			found = a.Prompts()
		}
		if len(found) > 0 {
			out = append(out, resume.Detail{Name: key, Lines: found})
		}
	}
	return out
}

// clip makes each detail one line of at most so many characters, without
// secrets before it is cut, so that no cut hides one from the brief's redactor.
func clip(details []resume.Detail, most int) []resume.Detail {
	for i, d := range details {
		line, _ := redact.Text(strings.Join(d.Lines, "; "))
		if r := []rune(line); len(r) > most {
			line = string(r[:most-1]) + "…"
		}
		details[i].Lines = []string{line}
	}
	return details
}

// fit says in a few words whether an artifact still fits the work tree.
func fit(a Artifact, q resume.Query) string {
	switch {
	case a.Mode() == Finalize:
		return "closed"
	case a.Branch() != "" && q.Branch != "" && a.Branch() != q.Branch:
		return "other branch " + a.Branch()
	case a.Commit() == "" || q.Commit == "":
		return "commit unknown"
	case a.Commit() == q.Commit:
		return "same branch and commit"
	}
	n, ok := q.History.Since(a.Commit())
	switch {
	case !ok:
		return "moved on by an unknown number of commits"
	case n == 1:
		return "moved on by 1 commit"
	}
	return fmt.Sprintf("moved on by %d commits", n)
}

func broughtBy(path string, q resume.Query) string {
	name, at, ok := q.History.Author(path)
	if !ok {
		return "not committed, or its author unknown"
	}
	return fmt.Sprintf("committed by %s %s", name, at.UTC().Format("2006-01-02 15:04Z"))
}
