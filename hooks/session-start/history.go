package main

import (
	"context"
	"path/filepath"
	"time"
)

// gitTime is what git may take for a brief in all; what it does not answer by
// then is unknown.
const gitTime = 300 * time.Millisecond

// history answers a store's questions by asking git. The time for that begins
// with the first question: what other stores ask before is theirs.
type history struct {
	begin func() context.Context
	workplace
}

func (h history) Since(commit string) (int, bool) {
	git, ok := h.git()
	if !ok {
		return 0, false
	}
	n, err := git.CommitsBetween(h.begin(), h.repo.Top, commit, "HEAD")
	return n, err == nil
}

func (h history) Author(path string) (string, time.Time, bool) {
	git, ok := h.git()
	if !ok {
		return "", time.Time{}, false
	}
	rel, err := filepath.Rel(h.repo.Top, filepath.Join(h.root, filepath.FromSlash(path)))
	if err != nil {
		return "", time.Time{}, false
	}
	rel = filepath.ToSlash(rel)
	commits, err := git.Authors(h.begin(), h.repo.Top, []string{rel})
	c, ok := commits[rel]
	return c.Author, c.Time, err == nil && ok
}
