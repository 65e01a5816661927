package epic

// IDs are the names of all epics that have a checkpoint, for a shell's
// completion.
func (s Store) IDs() []string {
	l, _ := s.list() // what cannot be read is not offered
	var ids []string
	for _, c := range l.checkpoints {
		ids = append(ids, c.id)
	}
	return ids
}
