package platform

import (
	"os"
	"syscall"
	"unsafe"
)

// LinkAt gives the file called old in the open folder from the second name new
// in the open folder to, which follows no link: both are plain names. Its error
// wraps fs.ErrExist when new exists, and [errors.ErrUnsupported] where the
// system cannot do that.
func LinkAt(from *os.File, old string, to *os.File, new string) error {
	a, err := syscall.BytePtrFromString(old)
	if err != nil {
		return err
	}
	b, err := syscall.BytePtrFromString(new)
	if err != nil {
		return err
	}
	return control(from, func(source uintptr) error {
		return control(to, func(target uintptr) error {
			_, _, errno := syscall.Syscall6(syscall.SYS_LINKAT, source, uintptr(unsafe.Pointer(a)), target, uintptr(unsafe.Pointer(b)), 0, 0)
			if errno != 0 {
				return &os.LinkError{Op: "link", Old: old, New: new, Err: errno}
			}
			return nil
		})
	})
}
