package legacy

import (
	"bytes"
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
	for _, dir := range append([]string{artifact.Dir}, ownDirs...) {
		if dir != artifact.Dir && !isFolder(m.Root, dir) {
			if _, err := os.Lstat(m.full(dir)); err == nil || !errors.Is(err, fs.ErrNotExist) {
				f.skip(dir, "a link, which is not followed, or not a folder")
			}
			continue
		}
		if err := m.walkFolder(ctx, dir, maxDepth, &f); err != nil {
			return f, err
		}
	}
	slices.Sort(f.files)
	return f, nil
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
		_, recognised := Recognise(rel)
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
		case recognised || isYAML(rel) && strings.HasPrefix(rel, artifact.Dir+"/"):
			f.files = append(f.files, rel)
		default:
			f.skip(rel, "its name is not one of an earlier generation")
		}
	}
	return nil
}

// readClaims adds to a history what the new files say that no journal names.
// It ends once the wanted originals are found, where there are any.
func (m Migration) readClaims(h *history, wanted map[string]bool) error {
	if err := m.checkStore(); err != nil {
		return err
	}
	var f found
	if err := m.walkFolder(context.Background(), artifact.Dir, maxDepth, &f); err != nil {
		return err
	}
	store, all := m.store(), len(wanted) == 0
	for _, rel := range f.files {
		if !all && len(wanted) == 0 {
			return nil
		}
		if !isYAML(rel) || h.made[rel] {
			continue
		}
		b, err := m.read(rel)
		if err != nil || !bytes.Contains(b, []byte("migrated_from")) || !Unified(b) || store.Bounded(b) != nil {
			continue
		}
		if from, sum := madeOf(rel, b); from != "" && sum != "" {
			h.claim(from, sum, rel)
			delete(wanted, from)
		}
	}
	return nil
}
