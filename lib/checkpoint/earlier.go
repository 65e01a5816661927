package checkpoint

import (
	"bytes"
	"cmp"
	"context"
	"io"
	"io/fs"
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
		folder, name, err := by.backups.at(inDir(b.file.BackupPath))
		if err != nil {
			continue
		}
		held, info, err := folder.Open(name)
		if err != nil {
			continue
		}
		same := info.Size() == size && !info.ModTime().After(b.of.Time.Add(writeTime)) && by.same(c.ctx, file, held)
		held.Close()
		if same && c.link(rel, b, info) {
			return b.file.Hash
		}
	}
	return ""
}

func (c *copying) link(rel string, b backup, info fs.FileInfo) bool {
	return c.staged.Link(backupName(rel), inDir(b.file.BackupPath), info) == nil
}

// same reports whether two files hold the same bytes.
func (w *worker) same(ctx context.Context, file, other *os.File) bool {
	if _, err := file.Seek(0, io.SeekStart); err != nil {
		return false
	}
	for ctx.Err() == nil {
		n, err := io.ReadFull(file, w.one[:])
		m, otherErr := io.ReadFull(other, w.other[:])
		if !bytes.Equal(w.one[:n], w.other[:m]) {
			return false
		}
		if err != nil || otherErr != nil {
			return ended(err) && ended(otherErr)
		}
	}
	return false
}

func ended(err error) bool { return err == io.EOF || err == io.ErrUnexpectedEOF }
