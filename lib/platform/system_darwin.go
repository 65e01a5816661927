package platform

import (
	"syscall"

	"golang.org/x/sys/unix"
)

const getTermios = unix.TIOCGETA

func renameAt(from int, old string, to int, name string, how Renaming) error {
	flags := [...]uint32{Replacing: 0, Exclusive: unix.RENAME_EXCL, Exchanging: unix.RENAME_SWAP}
	return unix.RenameatxNp(from, old, to, name, flags[how])
}

func changeTime(stat *syscall.Stat_t) *syscall.Timespec { return &stat.Ctimespec }

func endWithParent(*syscall.SysProcAttr) {}
