//go:build linux || darwin

package platform

import (
	"errors"
	"os"
	"runtime"
	"strings"

	"golang.org/x/sys/unix"
)

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
