//go:build unix

package platform

import (
	"os"
	"syscall"
)

// A Facts is what a file is beyond its bytes and permissions.
type Facts struct {
	Device, Inode uint64
	UID, GID      int
	Links         uint64 // names
	Special       bool   // setuid, setgid or sticky
	Sparse        bool   // it has holes
}

// FactsOf are the facts of the file that info describes; false where the system
// has none of them.
func FactsOf(info os.FileInfo) (Facts, bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return Facts{}, false
	}
	return Facts{
		Device: uint64(stat.Dev), Inode: uint64(stat.Ino), UID: int(stat.Uid), GID: int(stat.Gid), Links: uint64(stat.Nlink),
		Special: info.Mode()&(os.ModeSetuid|os.ModeSetgid|os.ModeSticky) != 0,
		Sparse:  int64(stat.Blocks)*512 < info.Size() && info.Size() >= 64<<10, // of a small one it says nothing
	}, true
}
