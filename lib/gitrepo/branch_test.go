package gitrepo

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"holdfast/testscripts/disk"
)

func TestTheBranchBeingRebasedIsTheBranch(t *testing.T) {
	dir := t.TempDir()
	write := func(rel, text string) {
		t.Helper()
		file := filepath.Join(dir, filepath.FromSlash(rel))
		disk.Write(t, file, text)
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
	all, known := repo.Branches()
	for name, has := range map[string]bool{"main": true, "feat/packed": true, "gone": false, "../x": false, "": false} {
		if !known || all.Has(name) != has {
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

func TestTheSectionOfABranchMayComeInParts(t *testing.T) {
	r := Repo{CommonDir: t.TempDir()}
	text := "[branch \"a\"]\n\tremote = origin\n[core]\n[branch \"b\"]\n\tremote = .\n\tmerge = refs/heads/x\n[branch \"a\"]\n\tmerge = refs/heads/x\n"
	disk.Write(t, filepath.Join(r.CommonDir, "config"), text)
	if got := r.upstreams(); got["a"] != "refs/remotes/origin/x" || len(got) != 1 {
		t.Errorf("got %q", got)
	}
}

func TestStepsSayWhatWasCheckedOut(t *testing.T) {
	r := Repo{GitDir: t.TempDir(), CommonDir: t.TempDir()}
	log := ""
	for i, why := range []string{
		"commit (initial): begin", "checkout: moving from main to feat", "commit: one to two", "checkout: moving from feat to v1.0", "commit: on none",
		"checkout: moving from " + strings.Repeat("ab", 20) + " to feat", "Branch: renamed refs/heads/feat to refs/heads/better", "merge main: Fast-forward", "torn",
	} {
		log += strings.Repeat("0", 40) + " " + strings.Repeat("1", 40) + " A B <a@b> " + strconv.Itoa(1000+i) + " +0200\t" + why + "\n"
	}
	log = strings.Replace(log, "1008 +0200", "x", 1)
	if err := errors.Join(os.MkdirAll(filepath.Join(r.GitDir, "logs"), 0o700),
		os.WriteFile(filepath.Join(r.GitDir, "HEAD"), []byte("ref: refs/heads/better\n"), 0o600), os.WriteFile(filepath.Join(r.GitDir, "logs", "HEAD"), []byte(log), 0o600)); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range r.Steps(r.Branch()) {
		got = append(got, fmt.Sprintf("%d %s %t", s.At.Unix(), s.Branch, s.Commit && s.Tip[0] == '1'))
	}
	want := "1000 main true|1001 feat false|1002 feat true|1003  false|1004  true|1005 better false|1006 better false|1007 better false"
	if strings.Join(got, "|") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, "|"), want)
	}
	if last, first := Committed(r.Steps(r.Branch())), Committed(r.Steps(r.Branch())[:2]); last.Unix() != 1004 || !first.IsZero() {
		t.Errorf("committed last at %d, at the beginning at %v", last.Unix(), first)
	}
}
