package main

import (
	"context"
	"maps"
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

// commits answers a store's questions by asking git. The time for that begins
// with the first question: what other stores ask before is theirs.
type commits struct {
	begin func() context.Context
	ctx   context.Context
	workplace
}

func (h commits) Since(commit string) (int, bool) { return h.between(commit, "HEAD") }

func (h commits) Holds(commit string) bool {
	n, ok := h.between("HEAD", commit)
	return ok && n == 0
}

func (h commits) between(from, to string) (int, bool) {
	git, ok := h.git()
	if !ok {
		return 0, false
	}
	n, err := git.CommitsBetween(h.begin(), h.project.Repo.Top, from, to)
	return n, err == nil
}

// inRepo are paths of the project by the names that git has for them.
func (h commits) inRepo(paths []string) map[string]string {
	names := map[string]string{}
	for _, p := range paths {
		if rel, err := filepath.Rel(h.project.Repo.Top, filepath.Join(h.root, filepath.FromSlash(p))); err == nil {
			names[filepath.ToSlash(rel)] = p
		}
	}
	return names
}

func (h commits) Authors(paths []string) map[string]resume.Author {
	found := map[string]resume.Author{}
	if git, ok := h.git(); ok {
		names := h.inRepo(paths)
		// What the time allowed.
		commits, _ := git.Authors(h.begin(), h.project.Repo.Top, slices.Sorted(maps.Keys(names)))
		for name, c := range commits {
			found[names[name]] = resume.Author{Name: c.Author, At: c.Time}
		}
	}
	return found
}

func (h commits) Untracked(paths []string) (untracked []string, err error) {
	git, ok := h.git()
	if !ok {
		return nil, nil
	}
	ctx, cancel := context.WithTimeout(h.ctx, trackedTime)
	defer cancel()
	names := h.inRepo(paths)
	found, err := git.Untracked(ctx, h.project.Repo.Top, slices.Sorted(maps.Keys(names)))
	for _, name := range found {
		untracked = append(untracked, names[name])
	}
	return untracked, err
}
