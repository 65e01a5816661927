package workflow

import "time"

// IDs are the names of all runs, and with points those of their checkpoints,
// for a shell's completion.
func (s Store) IDs(now time.Time, points bool) []string {
	runs, err := s.List("", true, now)
	if err != nil {
		return nil // a shell has no place for an error
	}
	var ids []string
	for _, r := range runs {
		ids = append(ids, r.ID)
		if !points {
			continue
		}
		for _, c := range s.Checkpoints(r) {
			ids = append(ids, c.ID)
		}
	}
	return ids
}
