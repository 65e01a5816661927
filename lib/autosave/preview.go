package autosave

import (
	"context"
	"fmt"

	"holdfast/lib/artifact"
	"holdfast/lib/line"
	"holdfast/lib/transcript"
)

// Preview is the artifact that would be saved now of a session that ended, by
// the same code as a save; nothing is written. ok is false where there is
// nothing to save.
func Preview(ctx context.Context, p line.Project, s Session) (d artifact.Document, ok bool, err error) {
	c, err := transcript.Read(ctx, s.Transcript, s.Since)
	if err != nil {
		return d, false, fmt.Errorf("reading the session: %w", err)
	}
	survey := Survey{Root: p.Store.Root, Until: s.Date.Add(slack), Branch: c.Branch}
	r, err := s.look(ctx, p, survey, c, func() Work { return survey.Work(ctx, c, true) }, true)
	if err != nil || r.Facts.Empty() {
		return d, false, err
	}
	return r.Facts.Document(), true, nil
}
