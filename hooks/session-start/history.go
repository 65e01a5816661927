package main

import (
	"context"
	"path/filepath"
	"slices"
	"time"

	"holdfast/lib/resume"
)

// gitTime is what git may take for a brief in all; what it does not answer by
// then is unknown.
const gitTime = 300 * time.Millisecond

// trackedTime is what git may take to say which files it tracks: what is told
// outside the fence hangs on it.
const trackedTime = time.Second

// history answers a store's questions by asking git. The time for that begins
// with the first question: what other stores ask before is theirs.
type history struct {
	begin func() context.Context
	ctx   context.Context
	workplace
}

func (h history) Since(commit string) (int, bool) {
	git, ok := h.git()
	if !ok {
		return 0, false
	}
	n, err := git.CommitsBetween(h.begin(), h.project.Repo.Top, commit, "HEAD")
	return n, err == nil
}

func (h history) Holds(commit string) bool {
	git, ok := h.git()
	if !ok {
		return false
	}
	n, err := git.CommitsBetween(h.begin(), h.project.Repo.Top, "HEAD", commit)
	return err == nil && n == 0
}

func (h history) Authors(paths []string) map[string]resume.Author {
	git, ok := h.git()
	if !ok {
		return nil
	}
	names := make([]string, len(paths))
	for i, p := range paths {
		names[i] = h.inRepo(p)
	}
	commits, _ := git.Authors(h.begin(), h.project.Repo.Top, names) // what the time allowed
	found := map[string]resume.Author{}
	for i, p := range paths {
		if c, ok := commits[names[i]]; ok {
			found[p] = resume.Author{Name: c.Author, At: c.Time}
		}
	}
	return found
}

// inRepo is a path of the project as git names it.
func (h history) inRepo(path string) string {
	rel, err := filepath.Rel(h.project.Repo.Top, filepath.Join(h.root, filepath.FromSlash(path)))
	if err != nil {
		return ""
	}
	return filepath.ToSlash(rel)
}

func (h history) Untracked(paths []string) ([]string, error) {
	git, ok := h.git()
	if !ok {
		return nil, nil
	}
	names := make([]string, len(paths))
	for i, p := range paths {
		names[i] = h.inRepo(p)
	}
	ctx, cancel := context.WithTimeout(h.ctx, trackedTime)
	defer cancel()
	untracked, err := git.Untracked(ctx, h.project.Repo.Top, names)
	return slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return !slices.Contains(untracked, h.inRepo(p)) }), err
}
