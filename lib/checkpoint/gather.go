package checkpoint

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"holdfast/lib/durable"
	"holdfast/lib/each"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/project"
	"holdfast/lib/snapshot"
)

type wanted struct {
	path  string
	whole bool // its bytes are kept whatever its size: the caller named it, and by itself
}

type gathering struct {
	*making
	byCaller bool // the name is the caller's, not the task's
	globs    int
	files    []wanted
	found    map[string]bool
	work     func() ([]snapshot.Entry, error) // what git does not ignore
	size     int64                            // of what folders and globs took in
	hashed   int64                            // of files that are only hashed
	full     bool                             // more was found than is taken in
}

// gather finds the files that the request names, each once, sorted.
func (m *making) gather(ctx context.Context) ([]wanted, error) {
	g := &gathering{making: m, found: map[string]bool{m.request.Except: true}}
	g.work = sync.OnceValues(func() ([]snapshot.Entry, error) { return m.Snapshots.Files(ctx, "") })
	names := m.request.Files
	if m.request.Rollback != nil { // the paths of files, which are captured whole
		files := slices.Sorted(slices.Values(names))
		return each.Of(files, func(rel string) wanted { return wanted{rel, true} }), nil
	}
	if m.request.Task != nil {
		names = slices.Concat(names, m.request.Task.FilesAffected)
	}
	var faults []fault.Fault
	for i, name := range names {
		g.byCaller = i < len(m.request.Files)
		why := g.name(ctx, name)
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if why != nil && g.byCaller {
			faults = append(faults, fault.Fault{Field: "--file", Found: fault.Shorten(name),
				Allowed: "a path in the project: " + why.Error()})
		} else if why != nil {
			g.warn("%q is refused: %s", fault.Shorten(name), why)
		}
	}
	if len(faults) > 0 {
		return nil, fault.Of("the list of files", faults...)
	}
	if g.full {
		g.warn("the folders contain more than 10,000 files or 500 MB; the rest is not captured")
	}
	slices.SortFunc(g.files, func(a, b wanted) int { return strings.Compare(a.path, b.path) })
	return g.files, nil
}

// name takes in a file, a folder with what is in it, or a glob. The error says why it is refused.
func (g *gathering) name(ctx context.Context, name string) error {
	rel := path.Clean(name)
	if rel == "." && name != "" {
		g.each(ctx, ".", nil)
		return nil
	}
	if err := g.allowed(rel); err != nil {
		return err
	}
	info, err := g.tree.At(rel).Lstat()
	if errors.Is(err, durable.ErrLink) {
		resolved, ok := project.Rel(g.Root, filepath.FromSlash(rel))
		if rel = resolved; !ok || g.allowed(rel) != nil {
			return fence.ReasonError("it passes through a link to files that are never touched")
		}
		info, err = g.tree.At(rel).Lstat()
	}
	switch {
	case err == nil && info.IsDir():
		g.each(ctx, rel, nil)
	case err == nil:
		g.add(rel, info.Size(), true)
	case strings.ContainsAny(rel, "*?["):
		return g.glob(ctx, rel)
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, durable.ErrNotRegular):
		g.add(rel, 0, true) // a file or folder to come
	default:
		return fmt.Errorf("it cannot be read: %w", err)
	}
	return nil
}

func (g *gathering) allowed(rel string) error {
	if err := Allowed(rel); err != nil {
		return err
	}
	if g.Snapshots.Private(rel) {
		return fence.ReasonError("it is in the machine folder")
	}
	if _, aside := durable.Aside(path.Base(rel)); aside || durable.Temp(path.Base(rel)) {
		return fence.ReasonError("it is still being written")
	}
	return nil
}

// add takes in a file of that size; named says that it is a name by itself.
func (g *gathering) add(rel string, size int64, named bool) {
	if g.found[rel] {
		return
	}
	g.found[rel] = true
	whole := named && g.byCaller
	if size > MaxBackup && !whole {
		if size > 1<<30-g.hashed { // as of sparse ones of a clone
			g.warn("could not back up %q, continuing with other files: hashing it would read more than 1 GB of files "+
				"that are not saved; --file saves it", rel)
			return
		}
		g.hashed, size = g.hashed+size, 0
	}
	if named {
		size = 0
	} else if len(g.files) >= 10_000 || g.size+size > 500<<20 {
		g.full = true
		return
	}
	g.size += size
	g.files = append(g.files, wanted{rel, whole})
}

// glob takes in what a pattern matches; "**" stands for any folders.
func (g *gathering) glob(ctx context.Context, pattern string) error {
	if g.globs++; g.globs > 200 || len(pattern) > 4096 { // each is held against every file
		return fence.ReasonError("too many patterns, or this one is too long")
	}
	if _, err := path.Match(pattern, ""); err != nil {
		return fence.ReasonError("the pattern is malformed")
	}
	before := len(g.files)
	g.each(ctx, ".", strings.Split(pattern, "/"))
	switch {
	case len(g.files) > before:
	case !strings.ContainsAny(pattern, "*?"):
		g.add(pattern, 0, true) // a file to come whose name has brackets
	default:
		g.warn("%q matches no file", pattern)
	}
	return nil
}

// matches reports whether a path, or a folder above it, fits the pattern. What follows a "**" takes the
// first place where it fits, so no earlier "**" is tried again.
func matches(pattern, names []string) bool {
	after, from := -1, 0 // what follows the last "**", and where it is looked for
	for p, n := 0, 0; p < len(pattern); {
		if pattern[p] == "**" {
			p++
			after, from = p, n
			continue
		}
		if n < len(names) {
			if fits, _ := path.Match(pattern[p], names[n]); fits {
				p, n = p+1, n+1
				continue
			}
		}
		if after < 0 || from >= len(names) {
			return false
		}
		from++
		p, n = after, from
	}
	return true
}

// each takes in what is below dir and fits the pattern, if any: all where git does not answer.
func (g *gathering) each(ctx context.Context, dir string, pattern []string) {
	files, err := g.work()
	if err != nil {
		files, err = g.Snapshots.Files(ctx, dir)
		g.full = g.full || errors.Is(err, snapshot.ErrTooLarge)
	}
	for _, e := range files {
		switch {
		case ctx.Err() != nil, dir != "." && !strings.HasPrefix(e.Path, dir+"/"),
			pattern != nil && !matches(pattern, strings.Split(e.Path, "/")):
		case !utf8.ValidString(e.Path):
			g.warn("could not back up %q, continuing with other files: its name is not valid UTF-8", e.Path)
		case g.allowed(e.Path) == nil:
			g.add(e.Path, e.Size, false)
		}
	}
}
