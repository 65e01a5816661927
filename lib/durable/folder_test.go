package durable_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/lib/durable"
	"holdfast/testscripts/disk"
)

func TestMkdirAllMakesEveryFolderWithTheModeAndLeavesOthers(t *testing.T) {
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	deep := filepath.Join(dir, "a", "b", "c")
	if err := durable.Make(deep, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{"a", "a/b", "a/b/c"} {
		wantMode(t, filepath.Join(dir, filepath.FromSlash(d)), 0o700)
	}
	wantMode(t, dir, 0o755)
	if err := durable.Make(filepath.Join(dir, "a"), 0o755); err != nil {
		t.Fatal(err)
	}
	wantMode(t, filepath.Join(dir, "a"), 0o700)
}

func TestMkdirAllRefusesAFileInItsWay(t *testing.T) {
	dir := t.TempDir()
	disk.Write(t, filepath.Join(dir, "f"), "kept")
	if err := durable.Make(filepath.Join(dir, "f"), 0o700); err == nil {
		t.Error("a file in its place: no error")
	}
	if err := durable.Make(filepath.Join(dir, "f", "g", "h"), 0o700); err == nil {
		t.Error("a file above it: no error")
	}
	wantFile(t, filepath.Join(dir, "f"), "kept")
	if err := durable.Make(filepath.Join(dir, strings.Repeat("n", 300)), 0o700); err == nil {
		t.Error("a name that is too long: no error")
	}
	wantNames(t, dir, "f")
}

func TestMovePutsAFileInPlaceOfAnother(t *testing.T) {
	dir := t.TempDir()
	disk.Write(t, filepath.Join(dir, "log"), "new")
	disk.Write(t, filepath.Join(dir, "log.1"), "old")
	if err := durable.In(dir, "log").Move("log.1"); err != nil {
		t.Fatal(err)
	}
	wantFile(t, filepath.Join(dir, "log.1"), "new")
	wantNames(t, dir, "log.1")
	if err := durable.In(dir, "log").Move("log.1"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("moving what is gone: %v", err)
	}
	wantFile(t, filepath.Join(dir, "log.1"), "new")
}

func TestRemoveTakesAFileOrAnEmptyFolderAndNothingElse(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	disk.Write(t, path, "x")
	for range 2 { // the second finds nothing, which is not an error
		if err := durable.File(path).Remove(); err != nil {
			t.Fatal(err)
		}
	}
	full := filepath.Join(dir, "full")
	if err := durable.Make(filepath.Join(full, "sub"), 0o700); err != nil {
		t.Fatal(err)
	}
	if durable.File(full).Remove() == nil {
		t.Error("a folder that is not empty was removed")
	}
	if err := durable.File(filepath.Join(full, "sub")).RemoveEmpty(); err != nil {
		t.Error(err)
	}
	wantNames(t, dir, "full")
	disk.Write(t, filepath.Join(full, "f"), "x")
	if err := durable.File(full).RemoveAll(); err != nil {
		t.Fatal(err)
	}
	if err := durable.File(full).RemoveAll(); err != nil {
		t.Errorf("removing what is gone: %v", err)
	}
	wantNames(t, dir)
}

func TestSetAsideRenamesToAFreeName(t *testing.T) {
	dir := t.TempDir()
	now := time.Date(2026, 11, 21, 9, 30, 5, 0, time.FixedZone("", 3600))
	path := filepath.Join(dir, "state.json")
	var names []string
	for _, content := range []string{"first", "second", "third"} {
		disk.Write(t, path, content)
		to, err := durable.File(path).SetAside(now)
		if err != nil {
			t.Fatal(err)
		}
		wantFile(t, filepath.Join(dir, to), content)
		names = append(names, to)
	}
	wantNames(t, dir, "state.json.set-aside-20261121T083005Z",
		"state.json.set-aside-20261121T083005Z-2", "state.json.set-aside-20261121T083005Z-3")
	if names[0] != "state.json.set-aside-20261121T083005Z" || names[2] != names[0]+"-3" {
		t.Errorf("the names told are %q", names)
	}
	if to, err := durable.File(path).SetAside(now); !errors.Is(err, fs.ErrNotExist) || to != "" {
		t.Errorf("setting aside what is gone: %q, %v", to, err)
	}
}

func TestSetAsideTakesFoldersToo(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "skill")
	disk.Folder(t, path)
	disk.Write(t, filepath.Join(path, "SKILL.md"), "theirs")
	to, err := durable.File(path).SetAside(time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	wantFile(t, filepath.Join(dir, to, "SKILL.md"), "theirs")
	wantNames(t, dir, "skill.set-aside-19700101T000000Z")
}

func TestSetAsideGivesUpWhereNoNameIsFree(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	now := time.Unix(0, 0)
	disk.Write(t, path+".set-aside-19700101T000000Z", "older")
	for n := 2; n < 1000; n++ {
		disk.Write(t, fmt.Sprintf("%s.set-aside-19700101T000000Z-%d", path, n), "older")
	}
	disk.Write(t, path, "stays")
	if _, err := durable.File(path).SetAside(now); err == nil {
		t.Error("no error")
	}
	wantFile(t, path, "stays")
}
