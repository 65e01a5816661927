//go:build unix

package platform

import (
	"os"
	"syscall"
)

// A Facts is what a file is beyond its bytes and permissions.
type Facts struct {
	UID, GID int
	Links    uint64 // names
	Special  bool   // setuid, setgid or sticky
}

// FactsOf are the facts of the file that info describes; false where the system
// has none of them.
func FactsOf(info os.FileInfo) (Facts, bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return Facts{}, false
	}
	return Facts{
		UID: int(stat.Uid), GID: int(stat.Gid), Links: uint64(stat.Nlink),
		Special: info.Mode()&(os.ModeSetuid|os.ModeSetgid|os.ModeSticky) != 0,
	}, true
}
