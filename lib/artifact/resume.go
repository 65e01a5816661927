package artifact

import (
	"context"
	"fmt"
	"strings"
	"time"

	"holdfast/lib/resume"
)

const (
	maxNewer = 5   // lines of newer artifacts by others
	shownTo  = 300 // characters of another's goal and now
)

// Resume offers the artifact to go on with, then newer ones of others. The
// first is this session's last one where the session continues, else the newest
// that this machine wrote and that fits the branch; where there is none, the
// newest of this machine on another branch, as a pointer.
func (s Store) Resume(ctx context.Context, q resume.Query) ([]resume.Entry, error) {
	heads, err := s.Heads(ctx, q.Now)
	if err != nil {
		return nil, err
	}
	ours := map[string]bool{}
	own := func(h Head) bool {
		known, asked := ours[h.Sum]
		if !asked {
			known = s.Machine.Wrote(h.Sum)
			ours[h.Sum] = known
		}
		return known
	}
	chosen := choose(heads, q, own)
	var entries []resume.Entry
	if chosen >= 0 {
		e, ok := s.entry(heads[chosen], q, true)
		if !ok {
			return nil, fmt.Errorf("reading %q: it changed while it was read", heads[chosen].Path)
		}
		entries = append(entries, e)
	}
	return append(entries, s.newer(heads, chosen, q, own)...), nil
}

// choose returns the index of the artifact to go on with, -1 for none.
func choose(heads []Head, q resume.Query, own func(Head) bool) int {
	if q.Continues() && q.SessionID != "" {
		for i, h := range heads {
			if h.SessionID == q.SessionID && own(h) {
				return i
			}
		}
	}
	elsewhere := -1
	for i, h := range heads {
		if !own(h) {
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
func (s Store) newer(heads []Head, chosen int, q resume.Query, own func(Head) bool) []resume.Entry {
	var entries []resume.Entry
	end := chosen
	seen := map[string]bool{}
	if chosen < 0 {
		end = len(heads)
	}
	for _, h := range heads[:end] {
		if len(entries) == maxNewer {
			break
		}
		if seen[h.Session] || own(h) || h.Date.After(q.Now.Add(24*time.Hour)) {
			continue
		}
		seen[h.Session] = true
		if e, ok := s.entry(h, q, false); ok {
			entries = append(entries, e)
		}
	}
	return entries
}

func (s Store) entry(h Head, q resume.Query, own bool) (resume.Entry, bool) {
	a, err := s.Load(h.Path)
	if err != nil || a.Sum != h.Sum {
		return resume.Entry{}, false
	}
	e := resume.Entry{
		Kind:  "artifact",
		ID:    a.Session(),
		Path:  a.Path,
		Saved: a.Date,
		State: a.Mode(),
		Ours:  own,
		Fit:   fit(a, q),
	}
	switch {
	case own && a.Mode() == Finalize:
		e.Pointer = true
		e.Details = details(a, "goal")
	case own && !fits(a.Branch(), q.Branch):
		e.Pointer = true
		e.Details = details(a, "goal")
	case own:
		e.Details = details(a, shownKeys...)
	default:
		e.By = broughtBy(a.Path, q)
		e.Details = clip(details(a, "goal", "now"), shownTo)
	}
	return e, true
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

// clip makes each detail one line of at most so many characters.
func clip(details []resume.Detail, most int) []resume.Detail {
	for i, d := range details {
		line := strings.Join(d.Lines, "; ")
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
