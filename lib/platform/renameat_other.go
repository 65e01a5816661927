//go:build !linux && !darwin

package platform

import "os"

// RenameExclusiveAt gives the entry from of an open folder the name to there,
// in one step. Its error wraps fs.ErrExist where to exists, and
// [ErrNoExclusive] where the system cannot do that.
func RenameExclusiveAt(*os.File, string, string) error { return ErrNoExclusive }

// ExchangeAt swaps two entries of an open folder in one step. Its error wraps
// fs.ErrNotExist where one is missing, and [ErrNoExclusive] where the system
// cannot do that.
func ExchangeAt(*os.File, string, string) error { return ErrNoExclusive }
