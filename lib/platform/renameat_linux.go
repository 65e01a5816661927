package platform

import (
	"os"

	"golang.org/x/sys/unix"
)

// RenameExclusiveAt gives the entry from of an open folder the name to there,
// in one step. Its error wraps fs.ErrExist where to exists, and
// [ErrNoExclusive] where the system cannot do that.
func RenameExclusiveAt(dir *os.File, from, to string) error {
	return renameAt(dir, from, to, unix.RENAME_NOREPLACE)
}

// ExchangeAt swaps two entries of an open folder in one step. Its error wraps
// fs.ErrNotExist where one is missing, and [ErrNoExclusive] where the system
// cannot do that.
func ExchangeAt(dir *os.File, a, b string) error { return renameAt(dir, a, b, unix.RENAME_EXCHANGE) }

func renameAt(dir *os.File, from, to string, flags uint) error {
	err := unix.Renameat2(int(dir.Fd()), from, int(dir.Fd()), to, flags)
	switch {
	case err == nil:
		return nil
	case unknown(err):
		return ErrNoExclusive
	}
	return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
}
