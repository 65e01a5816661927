package autosave

import (
	"fmt"
	"io/fs"
	"syscall"
	"testing"
)

func TestAFullDiskIsNoPlaceToWriteTo(t *testing.T) {
	for _, err := range []error{syscall.ENOSPC, syscall.EROFS, fs.ErrPermission} {
		if !unwritable(fmt.Errorf("writing %q: %w", "f", err)) {
			t.Errorf("%v leaves the state to the project", err)
		}
	}
}
