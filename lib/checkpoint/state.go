package checkpoint

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"

	"holdfast/lib/durable"
)

// Current says of each checkpoint, by its id, whether all its files are in
// the project as it holds them: a rollback would change nothing.
func (s Store) Current(ctx context.Context, all []Checkpoint) map[string]bool {
	current := map[string]bool{}
	tree, err := durable.OpenTree(s.Root)
	if err != nil {
		return current
	}
	defer tree.Close()
	sums := map[string]string{}
	for _, c := range all {
		current[c.ID] = len(c.Files) > 0 && !slices.ContainsFunc(c.Files, func(f File) bool {
			return ctx.Err() != nil || !holds(ctx, tree, f, sums)
		})
	}
	return current
}

// holds reports whether a file is as it was. sums remembers what was read.
func holds(ctx context.Context, tree *durable.Tree, f File, sums map[string]string) bool {
	if Allowed(f.Path) != nil {
		return false
	}
	info, err := tree.Lstat(f.Path)
	switch {
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, durable.ErrNotRegular), errors.Is(err, durable.ErrLink):
		return !f.Existed
	case err == nil && info.IsDir():
		return !f.Existed // no file is there
	case err != nil || !f.Existed:
		return false
	case f.Symlink != "":
		target, err := tree.Readlink(f.Path)
		return err == nil && target == f.Symlink
	case !info.Mode().IsRegular(), f.Size != nil && *f.Size != info.Size():
		return false
	case f.Mode != "" && f.Mode != fmt.Sprintf("%04o", info.Mode().Perm()):
		return false
	}
	sum, known := sums[f.Path]
	if !known {
		if file, _, err := tree.Open(f.Path); err == nil {
			sum, err = sumOf(ctx, file)
			file.Close()
			if err != nil {
				sum = ""
			}
		}
		sums[f.Path] = sum
	}
	return sum != "" && strings.EqualFold(sum, f.Hash)
}

// Sizes is how many bytes each checkpoint takes on the disk, by its id. What
// several share counts for the oldest of them.
func (s Store) Sizes(all []Checkpoint) map[string]int64 {
	sizes := map[string]int64{}
	counted := newShared()
	for _, c := range slices.Backward(newestFirst(all)) {
		sizes[c.ID] = s.sizeBeyond(c, counted)
	}
	return sizes
}

// A shared knows files by their bytes' hash, to tell second names of one file.
type shared struct{ files map[string][]os.FileInfo }

func newShared() shared { return shared{map[string][]os.FileInfo{}} }

// add enters a file and reports whether it is there under no other name.
func (s shared) add(hash string, info os.FileInfo) bool {
	if slices.ContainsFunc(s.files[hash], func(other os.FileInfo) bool { return os.SameFile(other, info) }) {
		return false
	}
	s.files[hash] = append(s.files[hash], info)
	return true
}

// sizeBeyond counts the bytes of a checkpoint that known does not hold, and
// enters them there.
func (s Store) sizeBeyond(c Checkpoint, known shared) int64 {
	tree, err := c.home.open()
	if err != nil {
		return 0
	}
	defer tree.Close()
	total := int64(len(c.Raw))
	for _, f := range c.Files {
		if f.BackupPath == "" || !inFolder(c.ID, f.BackupPath) {
			continue
		}
		if info, err := tree.Lstat(inDir(f.BackupPath)); err == nil && info.Mode().IsRegular() && known.add(strings.ToLower(f.Hash), info) {
			total += info.Size()
		}
	}
	return total
}
