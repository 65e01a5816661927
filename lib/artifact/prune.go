package artifact

import (
	"path/filepath"
	"strings"
	"time"

	"holdfast/lib/durable"
)

const (
	keepAutos = 3
	autoDays  = 30
)

// PruneAutos removes the hook's own artifacts that are past their use: of each
// Claude Code session all but the newest three, and any older than 30 days.
// Only files whose bytes this machine wrote go; keep, a project-relative path,
// stays in any case. heads are all artifacts, that one first, then newest first.
// It returns the paths removed.
func (s Store) PruneAutos(heads []Head, keep string, now time.Time) ([]string, error) {
	dir, err := s.dir()
	if err != nil {
		return nil, err
	}
	seen := map[string]int{}
	var removed []string
	for _, h := range heads {
		_, title, mode, _ := splitName(filepath.Base(h.Path))
		if !isAuto(title) || mode != Checkpoint {
			continue
		}
		seen[h.SessionID]++
		old := now.Sub(h.Date) > autoDays*24*time.Hour
		if h.Path == keep || seen[h.SessionID] <= keepAutos && !old {
			continue
		}
		below := strings.TrimPrefix(h.Path, Dir+"/")
		if b, err := readIn(dir, below); err != nil || HeadOf(h.Path, b).Sum != h.Sum || !s.Machine.Wrote(h.Sum) {
			continue
		}
		if err := durable.Remove(filepath.Join(dir, filepath.FromSlash(below))); err != nil {
			return removed, err
		}
		removed = append(removed, h.Path)
	}
	return removed, nil
}
