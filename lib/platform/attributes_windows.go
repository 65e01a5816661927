package platform

import (
	"os"
)

// A Facts is what a file is beyond its bytes and permissions.
type Facts struct {
	UID, GID int
	Links    uint64
	Special  bool
}

// FactsOf are the facts of the file that info describes; false where the system
// has none of them.
func FactsOf(os.FileInfo) (Facts, bool) { return Facts{}, false }

// Xattrs reports whether an open file has extended attributes that a new file in
// its place does not get.
func Xattrs(*os.File) bool { return false }
