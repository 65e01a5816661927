package checkpoint

import (
	"os"
	"slices"
	"strings"
)

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
		if info, err := tree.Lstat(inDir(f.BackupPath)); err == nil && info.Mode().IsRegular() &&
			known.add(strings.ToLower(f.Hash), info) {
			total += info.Size()
		}
	}
	return total
}
