//go:build !windows

package platform

import (
	"errors"
	"os"
	"runtime"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
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

// Xattrs reports whether an open file has extended attributes that a new file in
// its place does not get, access lists among them: labels of security modules and
// the like are the system's.
func Xattrs(f *os.File) bool {
	list := make([]byte, 8<<10)
	n, err := unix.Flistxattr(int(f.Fd()), list)
	if err != nil {
		return errors.Is(err, unix.ERANGE)
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(string(list[:n]), "\x00"), "\x00") {
		switch {
		case name == "" || runtime.GOOS == "darwin" && name == "com.apple.provenance":
		case runtime.GOOS == "darwin", strings.HasPrefix(name, "user."), strings.HasPrefix(name, "trusted."),
			name == "system.posix_acl_access", name == "security.capability":
			return true
		}
	}
	return false
}
