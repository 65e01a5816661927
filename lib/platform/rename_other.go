//go:build !linux

package platform

// RenameExclusive gives the file old the name new in one step. Its error wraps
// fs.ErrExist when new exists, whatever it is, and ErrNoExclusive where the
// system cannot do that.
func RenameExclusive(old, new string) error { return ErrNoExclusive }
