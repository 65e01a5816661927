package checkpoint

import (
	"cmp"
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

// A backup is where bytes of a file are already.
type backup struct {
	File
	written time.Time // by then
}

// earlierBackups are the backups of this machine's newest checkpoints in home, those
// of the same task first, by the paths of their files.
func (s Store) earlierBackups(home place, taskID string) map[string][]backup {
	ids, _ := s.ids() // without them nothing is shared
	rank := func(id string) int {
		of, n, _ := ParseID(id)
		if of == taskID {
			n += maxNumber
		}
		return n
	}
	slices.SortFunc(ids, func(a, b string) int { return cmp.Compare(rank(b), rank(a)) })
	earlier := map[string][]backup{}
	for _, id := range ids[:min(len(ids), maxEarlier)] {
		c, err := s.load(id)
		if err != nil || !c.Ours || c.home != home {
			continue
		}
		for _, f := range c.Files {
			if f.BackupPath != "" && f.Size != nil {
				earlier[f.Path] = append(earlier[f.Path], backup{f, c.Time.Add(writeTime)})
			}
		}
	}
	return earlier
}
