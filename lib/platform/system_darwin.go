package platform

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	getTermios = unix.TIOCGETA
	exclusive  = unix.RENAME_EXCL
	exchange   = unix.RENAME_SWAP
)

func renameFlags(dir *os.File, from, to string, flags uint32) error {
	return unix.RenameatxNp(int(dir.Fd()), from, int(dir.Fd()), to, flags)
}

func changeTime(stat *syscall.Stat_t) (seconds, nanoseconds int64) {
	return int64(stat.Ctimespec.Sec), int64(stat.Ctimespec.Nsec)
}

func endWithParent(*syscall.SysProcAttr) {}
