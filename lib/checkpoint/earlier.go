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
	// maxAlike is how many backups a file is compared with.
	maxAlike = 4
	// writeTime is how long after the beginning of a checkpoint its backups are written:
	// one that changed later is not what its entry says.
	writeTime = time.Minute
)

// A backup is where bytes are already.
type backup struct {
	of   Checkpoint
	file File
}

// earlier are the backups of this machine's newest checkpoints.
type earlier struct {
	byPath map[string][]backup
	bySize map[int64][]backup
}

// earlierBackups reads the newest checkpoints in home, those of the same task first.
func (s Store) earlierBackups(home place, taskID string) earlier {
	e := earlier{map[string][]backup{}, map[int64][]backup{}}
	ids, err := s.ids()
	if err != nil {
		return e // nothing is shared
	}
	slices.SortFunc(ids, func(a, b string) int {
		of, n, _ := ParseID(a)
		other, m, _ := ParseID(b)
		if own := of == taskID; own != (other == taskID) {
			return map[bool]int{true: -1, false: 1}[own]
		}
		return cmp.Compare(m, n)
	})
	for _, id := range ids[:min(len(ids), maxEarlier)] {
		c, err := s.load(id)
		if err != nil || !c.Ours || c.home != home {
			continue
		}
		for _, f := range c.Files {
			if f.BackupPath != "" && f.Size != nil {
				e.byPath[f.Path] = append(e.byPath[f.Path], backup{c, f})
				e.bySize[*f.Size] = append(e.bySize[*f.Size], backup{c, f})
			}
		}
	}
	return e
}

// alike are the backups that may hold the bytes of a file, the likeliest first.
func (e earlier) alike(rel string, size int64) []backup {
	same := slices.DeleteFunc(slices.Clone(e.byPath[rel]), func(b backup) bool { return *b.file.Size != size })
	other := e.bySize[size]
	return append(same[:min(len(same), maxAlike)], other[:min(len(other), maxAlike)]...)
}

// again gives an earlier backup of the same bytes a second name in the checkpoint
// and returns the hash that they have; "" where there is none.
func (c *copying) again(rel string, file *os.File, size int64, by *worker) string {
	for _, b := range c.earlier().alike(rel, size) {
		folder, name, err := by.backups.At(inDir(b.file.BackupPath))
		if err != nil {
			continue
		}
		held, info, err := folder.Open(name)
		if err != nil {
			continue
		}
		same := info.Size() == size && !info.ModTime().After(b.of.Time.Add(writeTime)) && by.same(c.ctx, file, held, size)
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
