package checkpoint

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"os"
	"slices"
	"time"
)

const (
	// maxEarlier is how many checkpoints are looked at for backups that serve again.
	maxEarlier = 8
	// writeTime is how long after the beginning of a checkpoint its backups are written:
	// one that changed later is not what its entry says.
	writeTime = time.Minute
)

// A backup is where bytes are already.
type backup struct {
	of   Checkpoint
	file File
}

// earlierBackups are the backups of this machine's newest checkpoints in home, those
// of the same task first, by the paths of their files.
func (s Store) earlierBackups(home place, taskID string) map[string][]backup {
	ids, _ := s.ids() // without them nothing is shared
	slices.SortFunc(ids, func(a, b string) int {
		of, n, _ := ParseID(a)
		other, m, _ := ParseID(b)
		if own := of == taskID; own != (other == taskID) {
			return map[bool]int{true: -1, false: 1}[own]
		}
		return cmp.Compare(m, n)
	})
	earlier := map[string][]backup{}
	for _, id := range ids[:min(len(ids), maxEarlier)] {
		c, err := s.load(id)
		if err != nil || !c.Ours || c.home != home {
			continue
		}
		for _, f := range c.Files {
			if f.BackupPath != "" && f.Size != nil {
				earlier[f.Path] = append(earlier[f.Path], backup{c, f})
			}
		}
	}
	return earlier
}

// again gives an earlier backup of the same bytes a second name in the checkpoint
// and returns the hash that they have; "" where there is none.
func (c *copying) again(rel string, file *os.File, size int64, by *worker) string {
	for _, b := range c.earlier()[rel] {
		if *b.file.Size != size {
			continue
		}
		folder, name, err := by.backups.At(inDir(b.file.BackupPath))
		if err != nil {
			continue
		}
		held, info, err := folder.Open(name)
		if err != nil {
			continue
		}
		same := info.Size() == size && !info.ModTime().After(b.of.Time.Add(writeTime)) &&
			by.same(c.ctx, file, held, size)
		held.Close()
		if !same {
			continue
		}
		if copies, as, err := by.copies.At(backupName(rel)); err == nil && copies.Link(as, folder, name, info) == nil {
			return b.file.Hash
		}
	}
	return ""
}

// same reports whether two files of one size hold the same bytes.
func (w *worker) same(ctx context.Context, file, other io.ReaderAt, size int64) bool {
	for at := int64(0); at < size; at += bufferSize {
		n := min(size-at, bufferSize)
		if ctx.Err() != nil || !full(file, w.one[:n], at) || !full(other, w.other[:n], at) ||
			!bytes.Equal(w.one[:n], w.other[:n]) {
			return false
		}
	}
	return true
}

func full(file io.ReaderAt, b []byte, at int64) bool {
	n, _ := file.ReadAt(b, at)
	return n == len(b)
}
