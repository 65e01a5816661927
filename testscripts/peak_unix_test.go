//go:build unix

package testscripts

import (
	"os"
	"runtime"
	"syscall"
)

// peak is the most memory that an ended program held, in KiB.
func peak(state *os.ProcessState) int64 {
	usage, ok := state.SysUsage().(*syscall.Rusage)
	switch {
	case !ok:
		return 0
	case runtime.GOOS == "darwin":
		return int64(usage.Maxrss) >> 10
	}
	return int64(usage.Maxrss)
}
