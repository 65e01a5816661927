package epic

import "time"

const (
	// staleAfter is the age from which on a wave's flag was abandoned.
	staleAfter = 6 * time.Hour
	maxWaves   = 5
)

// A Wave is the flag of a wave that an orchestrator set off.
type Wave struct {
	Epic  string    `json:"-"`
	Path  string    `json:"path"` // of the flag, relative to the project root
	Since time.Time `json:"since"`
	Stale bool      `json:"stale"` // so old that the wave was abandoned
	// Completed is the wave that the epic's checkpoint says was completed last;
	// Known says that there is a checkpoint to say so.
	Completed int  `json:"-"`
	Known     bool `json:"-"`
	Ours      bool `json:"-"` // this machine wrote that checkpoint
}

// Waves returns the waves in flight and the stale flags, youngest first, at most
// five.
func (s Store) Waves(now time.Time) ([]Wave, error) {
	l, err := s.list()
	if err != nil {
		return nil, err
	}
	waves := l.waves(now)
	for i, w := range waves {
		if c, err := s.Load(w.Epic); err == nil && c.Broken == "" {
			waves[i].Completed, waves[i].Known, waves[i].Ours = c.Wave, true, c.Ours()
		}
	}
	return waves, nil
}

func (l listing) waves(now time.Time) []Wave {
	var waves []Wave
	for _, f := range l.flags {
		if f.mode.IsRegular() && len(waves) < maxWaves {
			waves = append(waves, Wave{Epic: f.id, Path: FlagPath(f.id), Since: f.written, Stale: now.Sub(f.written) >= staleAfter})
		}
	}
	return waves
}
