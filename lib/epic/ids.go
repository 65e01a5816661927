package epic

import "context"

// IDs are the names of all epics that have a checkpoint, for a shell's
// completion.
func (s Store) IDs(ctx context.Context) []string {
	all, _, _ := s.List(ctx, 0) // what cannot be read is not offered
	var ids []string
	for _, c := range all {
		ids = append(ids, c.ID)
	}
	return ids
}
