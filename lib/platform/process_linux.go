package platform

import (
	"os"
	"strconv"
	"strings"
)

// ProcessStart reports whether a process lives, and when it began in the clock
// ticks since boot that /proc/<pid>/stat has as field 22; "" where the system
// does not tell. One that ended and was not waited for yet does not live.
// Source: proc_pid_stat(5).
func ProcessStart(pid int) (ticks string, alive bool) {
	fields := statFields(pid)
	if fields == nil {
		if _, err := os.Stat("/proc/self/stat"); err != nil {
			return "", signalled(pid)
		}
		return "", false
	}
	if state := fields[0]; state == "Z" || state == "X" {
		return "", false
	}
	return fields[19], true
}

// Ancestors are the processes that this one descends from, its parent first: at
// most depth.
func Ancestors(depth int) []int {
	var pids []int
	for pid := os.Getppid(); pid > 1 && len(pids) < depth; {
		pids = append(pids, pid)
		fields := statFields(pid)
		if fields == nil {
			break
		}
		pid, _ = strconv.Atoi(fields[1])
	}
	return pids
}

// statFields are the fields of a process from the third on: the name before
// them may hold anything. nil where it does not tell.
func statFields(pid int) []string {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return nil
	}
	text := string(b)
	fields := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
	if len(fields) < 20 {
		return nil
	}
	return fields
}
