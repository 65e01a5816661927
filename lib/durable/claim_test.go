package durable

import (
	"os"
	"path/filepath"
	"testing"
)

func TestASweepThatComesLateLeavesTheNameToItsNewWriter(t *testing.T) {
	dir := t.TempDir()
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	const name = tempPrefix + "made" + tempSuffix
	if err := os.WriteFile(filepath.Join(dir, name), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	dead, err := root.Open(name) // this sweep has opened what a dead writer left
	if err != nil {
		t.Fatal(err)
	}
	defer dead.Close()
	sweep(root, name) // another one removes it
	f, err := claim(root, name, private)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	removeFree(root, name, dead)
	if !named(root, name, f) {
		t.Error("the new writer's claim was removed")
	}
}
