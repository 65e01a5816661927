//go:build !windows

package platform_test

import (
	"bytes"
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"holdfast/lib/platform"
	"holdfast/testscripts/disk"
)

func TestOpenRegularRefusesEachKindOfTrapAndNeverWaits(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := syscall.Mkfifo("pipe", 0o600); err != nil {
		t.Fatal(err)
	}
	socket, err := net.Listen("unix", "socket")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = socket.Close() }()
	if err := os.Symlink("pipe", "link"); err != nil {
		t.Fatal(err)
	}
	for _, path := range []string{"pipe", "link", "socket", platform.NullDevice} {
		_, _, err := platform.OpenRegular(path)
		if !errors.Is(err, platform.ErrNotRegular) {
			t.Errorf("%q is not refused: %v", path, err)
		}
		if _, err := platform.ReadRegular(path, 1); !errors.Is(err, platform.ErrNotRegular) {
			t.Errorf("%q is not refused to a reader: %v", path, err)
		}
		want := platform.ErrNotRegular
		if path == "link" {
			want = platform.ErrLink
		}
		if _, err := platform.ReadRegularNoFollow(path, 1); !errors.Is(err, want) {
			t.Errorf("%q: a reader got %v", path, err)
		}
	}
}

func TestReadRegularReadsAllOrSaysWhy(t *testing.T) {
	dir := t.TempDir()
	for _, size := range []int{0, 1, 511, 4096, 70_000} {
		path := filepath.Join(dir, strconv.Itoa(size))
		want := bytes.Repeat([]byte("x"), size)
		disk.Write(t, path, want)
		for _, read := range []func(string, int64) ([]byte, error){platform.ReadRegular, platform.ReadRegularNoFollow} {
			if got, err := read(path, int64(size)); err != nil || !bytes.Equal(got, want) {
				t.Errorf("%d bytes: got %d, %v", size, len(got), err)
			}
			if _, err := read(path, int64(size)-1); !errors.Is(err, platform.ErrTooLarge) {
				t.Errorf("%d bytes where fewer are allowed: %v", size, err)
			}
		}
	}
	if _, err := platform.ReadRegular(filepath.Join(dir, "no\nfile"), 1); !errors.Is(err, fs.ErrNotExist) || strings.Contains(err.Error(), "\n") {
		t.Errorf("a missing file: got %v", err)
	}
	const endless = "/proc/self/status" // says that it has no bytes
	if _, err := os.Stat(endless); err == nil {
		if got, err := platform.ReadRegular(endless, 1<<20); err != nil || len(got) < 100 {
			t.Errorf("a file that hides its size: got %d bytes, %v", len(got), err)
		}
		if _, err := platform.ReadRegular(endless, 10); !errors.Is(err, platform.ErrTooLarge) {
			t.Errorf("a file that hides its size, too large: got %v", err)
		}
	}
}

func TestIsTerminalKnowsATerminal(t *testing.T) {
	pty, err := os.OpenFile("/dev/ptmx", os.O_RDWR|syscall.O_NOCTTY, 0)
	if err != nil {
		t.Skip("no pseudo terminal:", err)
	}
	defer func() { _ = pty.Close() }()
	if !platform.IsTerminal(pty) {
		t.Error("a pseudo terminal is no terminal")
	}
}
