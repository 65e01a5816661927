//go:build !windows

package gitrepo_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/lib/gitrepo"
	"holdfast/testscripts/disk"
)

// environment is what every git of these tests sees: no configuration but the
// repository's, fixed names and times.
func environment(home string) []string {
	return []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + home, "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=Ann Ängström", "GIT_AUTHOR_EMAIL=ann@example.org", "GIT_AUTHOR_DATE=1700000000 +0200",
		"GIT_COMMITTER_NAME=Carl", "GIT_COMMITTER_EMAIL=carl@example.org", "GIT_COMMITTER_DATE=1700000100 +0000",
	}
}

// scratch is a work tree that a test makes with the git program.
type scratch struct {
	t   *testing.T
	top string
}

// newScratch makes an empty repository in a folder with a difficult name.
func newScratch(t *testing.T, options ...string) scratch {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("no git program")
	}
	dir := disk.Temp(t)
	s := scratch{t, filepath.Join(dir, "a b\nç'\"d")}
	disk.Folder(t, s.top)
	s.git(append([]string{"init", "-q", "-b", "main"}, options...)...)
	return s
}

// git runs git in the work tree and returns what it prints, trimmed.
func (s scratch) git(args ...string) string {
	s.t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "core.fsync=none", "-c", "gc.auto=0"}, args...)...)
	cmd.Dir, cmd.Env = s.top, environment(s.top)
	out, err := cmd.CombinedOutput()
	if err != nil {
		s.t.Fatalf("git %q: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// write gives the file at the slash path name a text.
func (s scratch) write(name, text string) {
	s.t.Helper()
	path := filepath.Join(s.top, filepath.FromSlash(name))
	disk.Write(s.t, path, text)
}

// commit writes each name with its own text and commits everything.
func (s scratch) commit(names ...string) string {
	s.t.Helper()
	for _, name := range names {
		s.write(name, name+"\n")
	}
	s.git("add", "-A")
	s.git("commit", "-q", "--allow-empty", "-m", "commit")
	return s.git("rev-parse", "HEAD")
}

// beside makes a linked work tree and returns it.
func (s scratch) beside(args ...string) scratch {
	s.t.Helper()
	top := filepath.Join(filepath.Dir(s.top), "linked tree")
	s.git(append([]string{"worktree", "add", "-q", top}, args...)...)
	return scratch{s.t, top}
}

func (s scratch) repo() gitrepo.Repo {
	s.t.Helper()
	repo, ok := gitrepo.Find(s.top)
	if !ok {
		s.t.Fatalf("no repository at %q", s.top)
	}
	return repo
}

func (s scratch) program() gitrepo.Git {
	s.t.Helper()
	git, ok := gitrepo.New(os.Getenv("PATH"), environment(s.top))
	if !ok {
		s.t.Fatal("git was not found")
	}
	return git
}
