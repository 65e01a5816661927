//go:build !linux

package platform

import (
	"errors"
	"os"
)

// LinkAt is not known to this system.
func LinkAt(*os.File, string, *os.File, string) error { return errors.ErrUnsupported }
