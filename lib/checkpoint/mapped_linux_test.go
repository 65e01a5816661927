package checkpoint_test

import (
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/platform"
)

// A program that writes to a file through a mapping writes on without a new time
// until the system has brought the first write to the disk.
func TestAWriteThroughAMappingIsSeen(t *testing.T) {
	s := newSite(t, map[string]string{"a": strings.Repeat("-", 4096)})
	f, err := os.OpenFile(s.path("a"), os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	mapped, err := syscall.Mmap(int(f.Fd()), 0, 4096, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		t.Skip(err)
	}
	defer syscall.Munmap(mapped)
	mapped[0] = '1'
	info, err := f.Stat()
	if err != nil {
		t.Fatal(err)
	}
	s.clock = info.ModTime().Add(time.Second)
	s.make(checkpoint.Request{Files: []string{"a"}})
	mapped[0] = '2'
	if after, err := f.Stat(); err != nil {
		t.Fatal(err)
	} else if one, _ := platform.IdentityOf(info); true {
		if other, _ := platform.IdentityOf(after); one != other {
			t.Skip("the file's time moved: nothing to be taken for unchanged")
		}
	}
	s.clock = s.clock.Add(time.Hour)
	c := s.make(checkpoint.Request{Files: []string{"a"}})
	b, err := os.ReadFile(s.path(c.Files[0].BackupPath))
	if err != nil || b[0] != '2' {
		t.Errorf("the backup begins with %q, %v", b[:1], err)
	}
}
