//go:build !windows

package gitrepo_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"holdfast/lib/gitrepo"
	"holdfast/testscripts/disk"
)

func TestFindWalksUpToTheTop(t *testing.T) {
	s := newScratch(t)
	s.write("deep/er/file", "")
	git := filepath.Join(s.top, ".git")
	want := gitrepo.Repo{Top: s.top, GitDir: git, CommonDir: git}
	for _, dir := range []string{s.top, filepath.Join(s.top, "deep", "er"), filepath.Join(git, "refs"), filepath.Join(s.top, "deep", "..", "none")} {
		if repo, ok := gitrepo.Find(dir); !ok || repo != want || repo.Linked() {
			t.Errorf("from %q: got %+v, %v", dir, repo, ok)
		}
	}
	for _, dir := range []string{filepath.Dir(s.top), "relative", "", "/"} {
		if repo, ok := gitrepo.Find(dir); ok {
			t.Errorf("from %q: found %+v", dir, repo)
		}
	}
	if _, ok := gitrepo.At(filepath.Join(s.top, "deep")); ok {
		t.Error("a folder below the top is a top")
	}
}

func TestFindKnowsALinkedWorktree(t *testing.T) {
	s := newScratch(t)
	s.commit("file")
	linked := s.beside("-b", "side/ünïcode")
	repo, ok := gitrepo.Find(linked.top)
	if !ok || !repo.Linked() || repo.Top != linked.top || repo.CommonDir != filepath.Join(s.top, ".git") {
		t.Errorf("got %+v, %v", repo, ok)
	}
	if repo.GitDir != filepath.Join(s.top, ".git", "worktrees", "linked-tree") {
		t.Errorf("its own data lies in %q", repo.GitDir)
	}
	if head := repo.Head(); head.Branch != "side/ünïcode" || head.Commit != s.git("rev-parse", "HEAD") {
		t.Errorf("head is %+v", head)
	}
}

func TestFindKnowsASubmoduleAndDoesNotCallItLinked(t *testing.T) {
	s, inner := newScratch(t), newScratch(t)
	commit := inner.commit("file")
	s.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner.top, "sub")
	repo, ok := gitrepo.Find(filepath.Join(s.top, "sub"))
	if !ok || repo.Linked() || repo.Top != filepath.Join(s.top, "sub") || repo.GitDir != filepath.Join(s.top, ".git", "modules", "sub") {
		t.Errorf("got %+v, %v", repo, ok)
	}
	if head := repo.Head(); head != (gitrepo.Head{Branch: "main", Commit: commit}) {
		t.Errorf("head is %+v", head)
	}
}

func TestFindPassesOverWhatIsNoRepository(t *testing.T) {
	s := newScratch(t)
	builders := map[string]func(path string) error{
		"an empty folder":          func(path string) error { return os.Mkdir(path, 0o700) },
		"an empty file":            func(path string) error { return os.WriteFile(path, nil, 0o600) },
		"a file of other text":     func(path string) error { return os.WriteFile(path, []byte("hello"), 0o600) },
		"a file that names none":   func(path string) error { return os.WriteFile(path, []byte("gitdir: \n"), 0o600) },
		"a file that names itself": func(path string) error { return os.WriteFile(path, []byte("gitdir: .git\n"), 0o600) },
		"a file that leads away":   func(path string) error { return os.WriteFile(path, []byte("gitdir: /nowhere\n"), 0o600) },
		"a file with a zero byte":  func(path string) error { return os.WriteFile(path, []byte("gitdir: a\x00b\n"), 0o600) },
		"a huge file": func(path string) error {
			return os.WriteFile(path, append([]byte("gitdir: "), make([]byte, 1<<20)...), 0o600)
		},
		"a named pipe":      func(path string) error { return syscall.Mkfifo(path, 0o600) },
		"a link to nothing": func(path string) error { return os.Symlink("nowhere", path) },
	}
	for name, build := range builders {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(s.top, name)
			disk.Folder(t, dir)
			if err := build(filepath.Join(dir, ".git")); err != nil {
				t.Fatal(err)
			}
			if repo, ok := gitrepo.Find(dir); !ok || repo.Top != s.top {
				t.Errorf("got %+v, %v", repo, ok)
			}
		})
	}
}

func TestFindFollowsALinkedGitFolder(t *testing.T) {
	s := newScratch(t)
	commit := s.commit("file")
	plain := filepath.Join(s.top, "plain")
	disk.Folder(t, plain)
	if err := os.Symlink(filepath.Join(s.top, ".git"), filepath.Join(plain, ".git")); err != nil {
		t.Fatal(err)
	}
	repo, ok := gitrepo.Find(plain)
	if head := repo.Head(); !ok || repo.Top != plain || repo.Linked() || head.Commit != commit || head.Branch != "main" {
		t.Errorf("got %+v, %+v, %v", repo, head, ok)
	}
}
