package platform

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

const getTermios = unix.TCGETS // the ioctl(2) request that only a terminal answers

func renameAt(from int, old string, to int, name string, how Renaming) error {
	flags := [...]uint{Replacing: 0, Exclusive: unix.RENAME_NOREPLACE, Exchanging: unix.RENAME_EXCHANGE}
	return unix.Renameat2(from, old, to, name, flags[how])
}

func changeTime(stat *syscall.Stat_t) *syscall.Timespec { return &stat.Ctim }

// endWithParent has the system kill a program whose parent dies, so that not even a killed parent leaves one behind.
func endWithParent(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }

// SyncFileSystem makes all that was written to the file system of the folder at
// path durable, and reports whether the system knows how to.
func SyncFileSystem(path string) (bool, error) {
	dir, err := os.OpenFile(path, os.O_RDONLY|unix.O_DIRECTORY|unix.O_NONBLOCK, 0)
	if err != nil {
		return false, quoted("syncing the file system of", path, err)
	}
	defer func() { _ = dir.Close() }()
	err = unix.Syncfs(int(dir.Fd()))
	return !errors.Is(err, unix.ENOSYS), quoted("syncing the file system of", path, err)
}

// ProcessStart reports whether a process lives, one that nobody waited for not, and when it began: the clock ticks
// since boot in field 22 of /proc/<pid>/stat, "" where the system does not tell. Source: proc_pid_stat(5).
func ProcessStart(pid int) (ticks string, alive bool) {
	fields := statFields(pid)
	if fields == nil {
		return "", signalled(pid)
	}
	if state := fields[0]; state == "Z" || state == "X" {
		return "", false
	}
	return fields[19], true
}

// Ancestors are the processes that this one descends from, its parent first: at most depth.
func Ancestors(depth int) (pids []int) {
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
	b, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat") // nothing where it does not tell
	text := string(b)
	fields := strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
	if len(fields) < 20 {
		return nil
	}
	return fields
}
