package platform

import "syscall"

func changed(stat *syscall.Stat_t) (seconds, nanoseconds int64) {
	return int64(stat.Ctimespec.Sec), int64(stat.Ctimespec.Nsec)
}
