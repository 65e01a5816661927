//go:build !windows

package platform

import (
	"os"

	"golang.org/x/sys/unix"
)

// Map shows n bytes of f from off on without taking memory for them, until release is
// called. Where the file becomes shorter by then, looking at them is a fault: see
// [debug.SetPanicOnFault].
func Map(f *os.File, off int64, n int) (data []byte, release func(), err error) {
	before := int(off % int64(os.Getpagesize()))
	err = control(f, func(fd uintptr) error {
		data, err = unix.Mmap(int(fd), off-int64(before), before+n, unix.PROT_READ, unix.MAP_SHARED)
		return err
	})
	if err != nil {
		return nil, nil, err
	}
	whole := data
	return data[before:], func() { _ = unix.Munmap(whole) }, nil
}
