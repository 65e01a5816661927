//go:build !windows

package durable_test

import (
	"io/fs"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"

	"holdfast/lib/durable"
	"holdfast/testscripts/disk"
)

// TestAFullDiskLeavesTheOldFileAndNoTempFile writes in a process of its own
// that may write no more than ten bytes to a file.
func TestAFullDiskLeavesTheOldFileAndNoTempFile(t *testing.T) {
	dir := os.Getenv("DURABLE_TEST_FULL")
	if dir != "" {
		writeOnAFullDisk(t, dir)
		return
	}
	dir = t.TempDir()
	disk.Write(t, filepath.Join(dir, "f"), "old")
	disk.Write(t, filepath.Join(dir, "log"), "a line\n")
	self, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	c := exec.Command(self, "-test.run=^TestAFullDiskLeavesTheOldFileAndNoTempFile$")
	c.Env = append(os.Environ(), "DURABLE_TEST_FULL="+dir, "GORACE=atexit_sleep_ms=10")
	if out, err := c.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	wantFile(t, filepath.Join(dir, "f"), "old")
	wantNames(t, dir, "f", "log")
}

func writeOnAFullDisk(t *testing.T, dir string) {
	signal.Ignore(syscall.SIGXFSZ)
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_FSIZE, &before); err != nil {
		t.Skip(err)
	}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{Cur: 10, Max: before.Max}); err != nil {
		t.Skip(err)
	}
	defer syscall.Setrlimit(syscall.RLIMIT_FSIZE, &before)
	data := []byte("more than ten bytes")
	for name, writer := range map[string]func(string, []byte, fs.FileMode) error{
		"f": writer(durable.Place.Replace), "new": writer(durable.Place.Create), "log": writer(durable.Place.Append),
	} {
		if err := writer(filepath.Join(dir, name), data, 0o600); err == nil {
			t.Errorf("%q: no error", name)
		}
	}
}
