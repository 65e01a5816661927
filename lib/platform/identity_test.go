package platform_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"holdfast/lib/platform"
)

func TestIdentityTellsFilesApart(t *testing.T) {
	dir := t.TempDir()
	identity := func(name string) (platform.Identity, bool) {
		path := filepath.Join(dir, name)
		if _, err := os.Lstat(path); err != nil {
			if err := os.WriteFile(path, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		info, err := os.Lstat(path)
		if err != nil {
			t.Fatal(err)
		}
		return platform.IdentityOf(info)
	}
	one, ok := identity("one")
	if !ok {
		if runtime.GOOS == "linux" || runtime.GOOS == "darwin" {
			t.Fatal("it is not told")
		}
		t.Skip("not told here")
	}
	two, _ := identity("two")
	if again, _ := identity("one"); again != one || two.Inode == one.Inode {
		t.Errorf("one is %+v and %+v, two is %+v", one, again, two)
	}
}

func TestSyncFileSystem(t *testing.T) {
	if done, err := platform.SyncFileSystem(t.TempDir()); err != nil || done != (runtime.GOOS == "linux") {
		t.Errorf("SyncFileSystem = %t, %v", done, err)
	}
	if done, err := platform.SyncFileSystem(filepath.Join(t.TempDir(), "none")); runtime.GOOS == "linux" && (done || err == nil) {
		t.Errorf("of what is not there: %t, %v", done, err)
	}
}
