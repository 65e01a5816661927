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
	"unicode/utf8"

	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/project"
	"holdfast/lib/snapshot"
)

const (
	// maxFiles and maxTotal bound what folders and globs of one checkpoint
	// take in.
	maxFiles = 10_000
	maxTotal = 500 << 20

	// Each pattern is held against every file of the project.
	maxGlobs   = 200
	maxPattern = 4096
)

// A wanted is a file to capture.
type wanted struct {
	path  string
	named bool // by the caller itself, and by itself: not through a folder or a glob
}

// A gathering finds the files of a request.
type gathering struct {
	store Store
	tree  *durable.Tree
	reach durable.Reach
	big   bool

	private snapshot.Private

	asked  bool // the names are the caller's, not the task's
	globs  int
	files  []wanted
	found  map[string]bool
	work   []string // what git does not ignore, once it is known
	worked bool
	size   int64
	full   bool
	notes  []fence.Note
}

func (g *gathering) warn(format fence.Words, a ...any) {
	g.notes = append(g.notes, fence.Say(format, a...))
}

// gather finds the files that the request names, each once, sorted.
func (g *gathering) gather(ctx context.Context, r Request) error {
	g.reach.In, g.private = g.tree, snapshot.PrivateIn(g.store.Root, g.store.Machine)
	defer g.reach.Close()
	var own []string
	if r.Task != nil && r.Rollback == nil {
		own = r.Task.FilesAffected
	}
	var faults []fault.Fault
	for i, name := range slices.Concat(r.Files, own) {
		g.asked = i < len(r.Files)
		err := g.name(ctx, name)
		var refused refusedError
		switch {
		case err == nil:
		case !errors.As(err, &refused):
			return err
		case g.asked:
			faults = append(faults, fault.Fault{Field: "--file", Found: fault.Shorten(name),
				Allowed: "a path in the project: " + refused.why.Error()})
		default:
			g.warn("%q is refused: %s", fault.Shorten(name), refused.why)
		}
	}
	if len(faults) > 0 {
		return &fault.InvalidError{What: "the list of files", Faults: faults}
	}
	if g.full {
		g.warn("the folders contain more than 10,000 files or 500 MB; the rest is not captured")
	}
	slices.SortFunc(g.files, func(a, b wanted) int { return strings.Compare(a.path, b.path) })
	return nil
}

// A refusedError is the error of a name that may not be captured.
type refusedError struct{ why error }

func (r refusedError) Error() string { return r.why.Error() }

// name takes in one name: a file, a folder with what is in it, or a glob.
func (g *gathering) name(ctx context.Context, name string) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	rel := strings.TrimRight(name, "/")
	for strings.HasPrefix(rel, "./") {
		rel = strings.TrimLeft(rel[2:], "/")
	}
	if name != "" && (rel == "." || rel == "" && name[0] != '/') {
		return g.below(ctx, ".")
	}
	if err := g.allowed(rel); err != nil {
		return refusedError{err}
	}
	if g.big {
		g.add(rel, true, 0)
		return nil
	}
	info, err := g.tree.Lstat(rel)
	if errors.Is(err, durable.ErrLink) {
		resolved, ok := project.Rel(g.store.Root, filepath.FromSlash(rel))
		if !ok {
			return refusedError{fence.ReasonError("it passes through a link out of the project")}
		}
		if rel = resolved; g.allowed(rel) != nil {
			return refusedError{fence.ReasonError("it passes through a link to files that are never touched")}
		}
		info, err = g.tree.Lstat(rel)
	}
	switch {
	case err == nil && info.IsDir():
		return g.below(ctx, rel)
	case err == nil:
		g.add(rel, true, 0)
		return nil
	case strings.ContainsAny(rel, "*?["):
		return g.glob(ctx, rel)
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, durable.ErrNotRegular):
		g.add(rel, true, 0) // a file or folder to come
		return nil
	}
	return refusedError{fmt.Errorf("it cannot be read: %w", err)}
}

// allowed says why a path is not captured, or nil: what may never be, a name
// that JSON cannot hold, and what is still being written.
func (g *gathering) allowed(rel string) error {
	if err := Allowed(rel); err != nil {
		return err
	}
	if g.private.Holds(rel) {
		return fence.ReasonError("it is in the machine folder")
	}
	if strings.ContainsRune(rel, 0) {
		return fence.ReasonError("its name contains a zero byte")
	}
	if _, aside := durable.Aside(path.Base(rel)); aside || durable.Temp(path.Base(rel)) {
		return fence.ReasonError("it is still being written")
	}
	return nil
}

func (g *gathering) add(rel string, named bool, size int64) {
	if g.found[rel] {
		return
	}
	if !named && !g.big {
		if len(g.files) >= maxFiles || g.size+size > maxTotal {
			g.full = true
			return
		}
		g.size += size
	}
	g.found[rel] = true
	g.files = append(g.files, wanted{rel, named && g.asked})
}

// below takes in what a folder holds.
func (g *gathering) below(ctx context.Context, dir string) error {
	return g.each(ctx, dir, func(string) bool { return true })
}

// glob takes in what a pattern matches; "**" stands for any folders.
func (g *gathering) glob(ctx context.Context, pattern string) error {
	if g.globs++; g.globs > maxGlobs || len(pattern) > maxPattern {
		return refusedError{fence.ReasonError("too many patterns, or this one is too long")}
	}
	if _, err := path.Match(pattern, ""); err != nil {
		return refusedError{fence.ReasonError("the pattern is malformed")}
	}
	parts, before := strings.Split(pattern, "/"), len(g.files)
	err := g.each(ctx, ".", func(rel string) bool { return matches(parts, strings.Split(rel, "/")) })
	if err != nil || len(g.files) > before {
		return err
	}
	if !strings.ContainsAny(pattern, "*?") {
		g.add(pattern, true, 0) // a file to come whose name has brackets
		return nil
	}
	g.warn("%q matches no file", pattern)
	return nil
}

// matches reports whether a path, or a folder above it, fits the pattern. It
// keeps at which parts of the pattern the next name may match, so that no
// pattern takes longer than its length times the path's.
func matches(pattern, names []string) bool {
	at := make([]bool, len(pattern)+1)
	at[0] = true
	for n := 0; ; n++ {
		for i, p := range pattern { // "**" may stand for no name at all
			if at[i] && p == "**" {
				at[i+1] = true
			}
		}
		if at[len(pattern)] || n == len(names) {
			return at[len(pattern)]
		}
		for i := len(pattern) - 1; i >= 0; i-- {
			at[i+1] = at[i+1] && i+1 < len(pattern) && pattern[i+1] == "**"
			if at[i] && pattern[i] != "**" {
				if ok, err := path.Match(pattern[i], names[n]); err == nil && ok {
					at[i+1] = true
				}
			}
		}
		at[0] = at[0] && pattern[0] == "**"
	}
}

// each takes in the files below dir that fit: those that git does not ignore,
// or all where there is no git.
func (g *gathering) each(ctx context.Context, dir string, fits func(rel string) bool) error {
	if !g.worked {
		g.worked = true
		if g.store.Snapshots != nil {
			if files, _, err := g.store.Snapshots.WorkFiles(ctx); err == nil {
				g.work = files
			} else if ctx.Err() != nil {
				return ctx.Err()
			}
		}
	}
	if g.work == nil {
		return g.walk(ctx, dir, fits)
	}
	for _, rel := range g.work {
		if err := ctx.Err(); err != nil {
			return err
		}
		if (dir == "." || strings.HasPrefix(rel, dir+"/")) && fits(rel) {
			g.take(rel)
		}
	}
	return nil
}

func (g *gathering) take(rel string) {
	folder, name, err := g.reach.At(rel)
	if err != nil {
		return
	}
	if info, err := folder.Lstat(name); err == nil {
		g.takeAs(rel, info)
	}
}

// takeAs takes in a file or link that was just seen as info describes it.
func (g *gathering) takeAs(rel string, info fs.FileInfo) {
	if !utf8.ValidString(rel) {
		g.warn("could not back up %q, continuing with other files: its name is not valid UTF-8", rel)
		return
	}
	if g.allowed(rel) != nil || !info.Mode().IsRegular() && info.Mode()&fs.ModeSymlink == 0 {
		return
	}
	size := info.Size()
	if size > MaxBackup {
		size = 0 // its hash alone is recorded
	}
	g.add(rel, false, size)
}

// walk is each without git.
func (g *gathering) walk(ctx context.Context, dir string, fits func(rel string) bool) error {
	if err := ctx.Err(); err != nil || g.full {
		return err
	}
	entries, err := g.tree.ReadDir(dir)
	if err != nil {
		g.warn("could not list %q: %v", dir, err)
		return nil
	}
	for _, e := range entries {
		rel := path.Join(dir, e.Name())
		switch {
		case e.IsDir() && Allowed(rel) == nil:
			if err := g.walk(ctx, rel, fits); err != nil {
				return err
			}
		case !e.IsDir() && fits(rel):
			if info, err := e.Info(); err == nil {
				g.takeAs(rel, info)
			}
		}
	}
	return nil
}
