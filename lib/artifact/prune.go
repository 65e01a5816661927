package artifact

import (
	"strings"

	"holdfast/lib/durable"
	"holdfast/lib/machine"
)

// RemoveUnchanged removes the file at rel, where its bytes still have the sum
// and this machine wrote them. It reports whether it did, and does not wait for the
// disk: one that comes back after a power failure is removed again.
func (s Store) RemoveUnchanged(rel, sum string) (bool, error) {
	dir, err := s.dir()
	if err != nil {
		return false, err
	}
	below := strings.TrimPrefix(rel, Dir+"/")
	if b, err := readIn(dir, below); err != nil || machine.Sum(b) != sum || !s.Machine.Wrote(sum) {
		return false, nil
	}
	return true, s.at(dir, below).RemoveDerived()
}

// Swap puts data in the place of the file at rel, where its bytes are still those
// before.
func (s Store) Swap(rel string, before, data []byte) error {
	dir, err := s.dir()
	if err != nil {
		return err
	}
	return s.at(dir, strings.TrimPrefix(rel, Dir+"/")).Swap(before, data, durable.Shared)
}
