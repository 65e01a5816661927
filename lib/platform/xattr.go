//go:build linux || darwin

package platform

import (
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"

	"golang.org/x/sys/unix"
)

// maxXattrs bounds what is read of one file's extended attributes, in bytes.
const maxXattrs = 64 << 10

// kept reports whether an attribute is one that its file's owner can give a file
// back: labels of security modules and the like are the system's.
func kept(name string) bool {
	if runtime.GOOS == "darwin" {
		return name != "com.apple.provenance"
	}
	return strings.HasPrefix(name, "user.") || name == "system.posix_acl_access"
}

// Xattrs are the extended attributes of an open file that its owner can give it
// back, access lists among them; nil for none. lost says that it has others that a
// new file gets from nobody, or larger ones.
func Xattrs(f *os.File) (all map[string][]byte, lost bool) {
	list := make([]byte, 8<<10)
	n, err := unix.Flistxattr(int(f.Fd()), list)
	if err != nil || n == 0 {
		return nil, errors.Is(err, unix.ERANGE)
	}
	value := make([]byte, maxXattrs)
	for name := range strings.SplitSeq(strings.TrimSuffix(string(list[:n]), "\x00"), "\x00") {
		if !kept(name) {
			lost = lost || name == "security.capability" || strings.HasPrefix(name, "trusted.")
			continue
		}
		if n, err := unix.Fgetxattr(int(f.Fd()), name, value); err == nil {
			if all == nil {
				all = map[string][]byte{}
			}
			all[name] = append([]byte{}, value[:n]...)
		} else {
			lost = true
		}
	}
	return all, lost
}

// SetXattrs gives an open file extended attributes. The error names those that it
// did not take.
func SetXattrs(f *os.File, all map[string][]byte) error {
	var failed []error
	for name, value := range all {
		if err := unix.Fsetxattr(int(f.Fd()), name, value, 0); err != nil {
			failed = append(failed, fmt.Errorf("%q: %w", name, err))
		}
	}
	return errors.Join(failed...)
}
