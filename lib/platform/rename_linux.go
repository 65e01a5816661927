package platform

import (
	"errors"
	"os"
	"runtime"
	"syscall"
	"unsafe"
)

// renameCalls are the numbers of renameat2(2), which package syscall does not
// know. Source: the kernel's syscall tables.
var renameCalls = map[string]uintptr{"amd64": 316, "arm64": 276}

// RenameExclusive gives the file old the name new in one step. Its error wraps
// fs.ErrExist when new exists, whatever it is, and ErrNoExclusive where the
// system cannot do that.
func RenameExclusive(old, new string) error {
	const noReplace, workingDir = 1, ^uintptr(99) // RENAME_NOREPLACE, AT_FDCWD
	number, ok := renameCalls[runtime.GOARCH]
	if !ok {
		return ErrNoExclusive
	}
	from, err := syscall.BytePtrFromString(old)
	if err != nil {
		return err
	}
	to, err := syscall.BytePtrFromString(new)
	if err != nil {
		return err
	}
	_, _, errno := syscall.Syscall6(number, workingDir, uintptr(unsafe.Pointer(from)), workingDir, uintptr(unsafe.Pointer(to)), noReplace, 0)
	switch {
	case errno == 0:
		return nil
	case errors.Is(errno, syscall.ENOSYS), errors.Is(errno, syscall.EINVAL):
		return ErrNoExclusive
	}
	return &os.LinkError{Op: "rename", Old: old, New: new, Err: errno}
}
