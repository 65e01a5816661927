package durable

import (
	"os"
	"path/filepath"
	"testing"

	"holdfast/testscripts/disk"
)

func TestASweepThatComesLateLeavesTheNameToItsNewWriter(t *testing.T) {
	folder := t.TempDir()
	root, err := os.OpenRoot(folder)
	if err != nil {
		t.Fatal(err)
	}
	dir := &handle{Root: root}
	defer dir.Close()
	const name = tempPrefix + "made" + tempSuffix
	disk.Write(t, filepath.Join(folder, name), "")
	dead, err := root.Open(name) // this sweep has opened what a dead writer left
	if err != nil {
		t.Fatal(err)
	}
	defer dead.Close()
	sweep(dir, name) // another one removes it
	f, err := claim(dir, name, private)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	removeFree(dir, name, dead)
	if !named(dir, name, f) {
		t.Error("the new writer's claim was removed")
	}
}

func TestAFileIsWrittenInTheFolderAboveItsOwn(t *testing.T) {
	above := t.TempDir()
	p := Own(filepath.Join(above, "many", "f")).Apart()
	err := p.change("writing", func(dir *handle, name string) error {
		f, temp, err := claimTemp(dir, private)
		if err != nil {
			return err
		}
		defer f.Close()
		if _, err := os.Lstat(filepath.Join(above, temp)); err != nil || name != "many/f" {
			t.Errorf("%q is written elsewhere: %v", name, err)
		}
		return replaceFile(dir, temp, name)
	})
	if err == nil {
		err = p.Replace([]byte("later"), private)
	}
	if b, readErr := os.ReadFile(filepath.Join(above, "many", "f")); err != nil || readErr != nil || string(b) != "later" {
		t.Errorf("%q: %v, %v", b, err, readErr)
	}
}
