package testscripts

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/sys/unix"
)

// gone TEXT waits until no process has TEXT on its command line.
func gone(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: gone TEXT")
	}
	lines, err := filepath.Glob("/proc/[0-9]*/cmdline")
	ts.Check(err)
	for _, path := range lines {
		pid, err := strconv.Atoi(filepath.Base(filepath.Dir(path)))
		ts.Check(err)
		process, err := unix.PidfdOpen(pid, 0)
		if err != nil {
			continue // it ended
		}
		if line, err := os.ReadFile(path); err == nil && strings.Contains(string(line), args[0]) {
			n, err := unix.Poll([]unix.PollFd{{Fd: int32(process), Events: unix.POLLIN}}, int(hang.Milliseconds()))
			if err != nil || n == 0 {
				ts.Fatalf("process %d does not end: %q, %v", pid, line, err)
			}
		}
		unix.Close(process)
	}
}
