package artifact

import (
	"strings"

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
