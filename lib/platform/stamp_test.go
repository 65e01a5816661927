package platform_test

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"holdfast/lib/platform"
	"holdfast/testscripts/disk"
)

func TestAStampTellsFilesAndChangesApart(t *testing.T) {
	dir := t.TempDir()
	stamp := func(name, text string) platform.Stamp {
		path := filepath.Join(dir, name)
		if text != "" {
			disk.Write(t, path, text)
		}
		info, err := os.Lstat(path)
		if err != nil {
			t.Fatal(err)
		}
		if age := time.Since(platform.StampOf(info).Last()); age < -time.Minute || age > time.Minute {
			t.Errorf("%s changed last %v ago", name, age)
		}
		return platform.StampOf(info)
	}
	one, two := stamp("one", "x"), stamp("two", "x")
	if again := stamp("one", ""); again != one || two == one && runtime.GOOS != "windows" {
		t.Errorf("one is %s and %s, two is %s", one, again, two)
	}
	if stamp("one", "xy") == one {
		t.Error("a change gives the same stamp")
	}
	if one.Settled(one.Last()) || !one.Settled(one.Last().Add(3*time.Second)) {
		t.Error("it settles at the wrong time")
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
