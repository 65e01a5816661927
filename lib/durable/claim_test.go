package durable

import (
	"os"
	"path/filepath"
	"testing"
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
	if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
		t.Fatal(err)
	}
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
