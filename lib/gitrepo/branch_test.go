package gitrepo

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestTheBranchBeingRebasedIsTheBranch(t *testing.T) {
	dir := t.TempDir()
	write := func(rel, text string) {
		t.Helper()
		file := filepath.Join(dir, filepath.FromSlash(rel))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	id := strings.Repeat("a", 40)
	write(".git/objects/x", "")
	write(".git/HEAD", "ref: refs/heads/main\n")
	write(".git/refs/heads/main", id+"\n")
	write(".git/packed-refs", id+" refs/heads/feat/packed\n")
	repo, ok := At(dir)
	if !ok {
		t.Fatal("it is no repository")
	}
	if b := repo.Branch(); b != "main" {
		t.Errorf("the branch is %q", b)
	}
	for name, has := range map[string]bool{"main": true, "feat/packed": true, "gone": false, "../x": false, "": false} {
		if repo.HasBranch(name) != has {
			t.Errorf("%q: %t", name, !has)
		}
	}
	write(".git/HEAD", id+"\n")
	if b := repo.Branch(); b != "" {
		t.Errorf("detached, the branch is %q", b)
	}
	write(".git/rebase-merge/head-name", "refs/heads/feat/x\n")
	if b := repo.Branch(); b != "feat/x" {
		t.Errorf("in a rebase the branch is %q", b)
	}
}
