package legacy

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"holdfast/lib/artifact"
	"holdfast/lib/durable"
)

// found is what the folders hold.
type found struct {
	files   []string // that may be of an earlier generation, or of today's
	skipped []Skipped
}

// walk lists the files of all folders where earlier generations may lie. Links
// are not followed: where they lead is not the project's to say.
func (m Migration) walk(ctx context.Context) (found, error) {
	var f found
	roots := []string{artifact.Dir}
	for _, dir := range ownDirs {
		switch linked, exists, err := m.linked(dir); {
		case err != nil:
			f.skip(dir, "it cannot be read: "+err.Error())
		case linked:
			f.skip(dir, "a link, which is not followed")
		case exists:
			roots = append(roots, dir)
		}
	}
	for _, dir := range roots {
		if err := m.walkFolder(ctx, dir, maxDepth, &f); err != nil {
			return f, err
		}
	}
	slices.Sort(f.files)
	return f, nil
}

// linked reports whether a file or folder is there, and whether it or a folder
// on the way to it is a link. Whether the handoffs folder may be reached by one
// is for the store to say. An error means that it may be there or not: only
// what the system says is missing is.
func (m Migration) linked(rel string) (linked, exists bool, err error) {
	at, below := "", rel
	if rest, ok := strings.CutPrefix(rel, artifact.Dir+"/"); ok {
		at, below = artifact.Dir, rest
	}
	for _, part := range strings.Split(below, "/") {
		at = path.Join(at, part)
		info, err := os.Lstat(m.full(at))
		if errors.Is(err, fs.ErrNotExist) {
			return false, false, nil
		}
		if err != nil {
			return false, false, fmt.Errorf("looking for %q: %w", rel, err)
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			return true, true, nil
		}
		// Some systems call what is below a file missing.
		if !info.IsDir() && at != rel {
			return false, false, fmt.Errorf("looking for %q: %q is not a folder", rel, at)
		}
	}
	return false, true, nil
}

func (f *found) skip(rel, why string) {
	f.skipped = append(f.skipped, Skipped{Path: rel, Why: why})
}

func (m Migration) walkFolder(ctx context.Context, dir string, depth int, f *found) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("reading %q: %w", dir, err)
	}
	entries, err := os.ReadDir(m.full(dir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("reading %q: %w", dir, err)
	}
	for _, e := range entries {
		rel := path.Join(dir, e.Name())
		switch {
		case !utf8.ValidString(rel):
			f.skip(strings.ToValidUTF8(rel, "\ufffd"), "its name is not valid UTF-8; rename it")
		case strings.HasPrefix(e.Name(), "."), durable.Temp(e.Name()):
		case e.Type()&fs.ModeSymlink != 0:
			f.skip(rel, "a link, which is not followed")
		case e.IsDir() && depth > 1:
			if err := m.walkFolder(ctx, rel, depth-1, f); err != nil {
				return err
			}
		case e.IsDir():
			f.skip(rel, "too many folders deep")
		case !e.Type().IsRegular():
			f.skip(rel, "not a regular file")
		default:
			f.add(rel)
		}
	}
	return nil
}

// add takes a file whose name, or for YAML among the artifacts whose content,
// may make it one of an earlier generation.
func (f *found) add(rel string) {
	_, ok := Recognise(rel)
	if ok || isYAML(rel) && strings.HasPrefix(rel, artifact.Dir+"/") {
		f.files = append(f.files, rel)
		return
	}
	f.skip(rel, "its name is not one of an earlier generation")
}
