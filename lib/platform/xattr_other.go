//go:build !linux && !darwin

package platform

import (
	"errors"
	"os"
)

// Xattrs are the extended attributes of an open file that its owner can give it
// back; nil for none. lost says that it has others.
func Xattrs(*os.File) (all map[string][]byte, lost bool) { return nil, false }

// SetXattrs gives an open file extended attributes. The error names those that it
// did not take.
func SetXattrs(_ *os.File, all map[string][]byte) error {
	if len(all) > 0 {
		return errors.ErrUnsupported
	}
	return nil
}
