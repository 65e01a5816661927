package gitrepo

import (
	"context"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"holdfast/lib/each"
)

// A Past answers what git knows of a project, also to several at once. What it does
// not know, or not in time, is left out. The zero Past knows nothing.
type Past struct {
	git       func() (Git, bool)
	top, root string
	limited   func() context.Context
}

// NewPast is that of the project at root, in the work tree at top. Its answers of
// commits may take so long together; the time begins with the first question.
func NewPast(ctx context.Context, limit time.Duration, top, root string, git func() (Git, bool)) Past {
	return Past{git, top, root, sync.OnceValue(func() context.Context {
		limited, stop := context.WithTimeout(ctx, limit)
		context.AfterFunc(ctx, stop)
		return limited
	})}
}

// Since counts the commits from commit to the work tree's own.
func (p Past) Since(commit string) (int, bool) { return p.between(commit, "HEAD") }

// Holds reports whether the work tree's own commit descends from commit, or is it.
func (p Past) Holds(commit string) bool {
	n, ok := p.between("HEAD", commit)
	return ok && n == 0
}

func (p Past) between(from, to string) (int, bool) {
	git, ok := p.program()
	if !ok {
		return 0, false
	}
	n, err := git.CommitsBetween(p.limited(), p.top, from, to)
	return n, err == nil
}

func (p Past) program() (Git, bool) {
	if p.git == nil {
		return Git{}, false
	}
	return p.git()
}

// named are paths of the project by the names that git has for them.
func (p Past) named(paths []string) (names map[string]string, sorted []string) {
	names = map[string]string{}
	for _, rel := range paths {
		name, err := filepath.Rel(p.top, filepath.Join(p.root, filepath.FromSlash(rel)))
		if name = filepath.ToSlash(name); err == nil && cleanPath(name) {
			names[name] = rel
		}
	}
	return names, slices.Sorted(maps.Keys(names))
}

// Authors are the last commits of the files at paths of the project.
func (p Past) Authors(paths []string) map[string]Commit {
	found := map[string]Commit{}
	if git, ok := p.program(); ok {
		names, sorted := p.named(paths)
		commits, _ := git.Authors(p.limited(), p.top, sorted) // what the time allowed
		for name, c := range commits {
			found[names[name]] = c
		}
	}
	return found
}

// Untracked are those of the files at paths of the project that no checkout brought: they are in a git work tree whose
// index does not hold them, ignored ones too. Files of submodules and of repositories inside are not among them.
func (p Past) Untracked(ctx context.Context, paths []string) (untracked []string, err error) {
	git, ok := p.program()
	if !ok {
		return nil, nil
	}
	names, sorted := p.named(paths)
	others, err := git.list(ctx, p.top, append([]string{"--others", "--"}, sorted...)...)
	return each.If(others, func(name string) (string, bool) { return names[name], names[name] != "" }), err
}
