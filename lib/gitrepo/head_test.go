//go:build !windows

package gitrepo_test

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"holdfast/lib/gitrepo"
	"holdfast/testscripts/disk"
)

func TestHeadReadsWhatIsCheckedOut(t *testing.T) {
	s := newScratch(t)
	expect := func(name string, want gitrepo.Head) {
		t.Helper()
		if got := s.repo().Head(); got != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
	expect("unborn", gitrepo.Head{Branch: "main"})
	one := s.commit("file")
	expect("a loose ref", gitrepo.Head{Branch: "main", Commit: one})
	for i := range 20 {
		s.git("branch", strings.Repeat("b", i+1))
	}
	s.git("tag", "-a", "-m", "tag", "v1")
	s.git("pack-refs", "--all")
	expect("a packed ref", gitrepo.Head{Branch: "main", Commit: one})
	two := s.commit("other")
	expect("a loose ref over a packed one", gitrepo.Head{Branch: "main", Commit: two})
	s.git("checkout", "-q", "-b", "feature/größe/x")
	expect("a branch with slashes", gitrepo.Head{Branch: "feature/größe/x", Commit: two})
	s.git("pack-refs", "--all")
	expect("the same, packed", gitrepo.Head{Branch: "feature/größe/x", Commit: two})
	s.git("checkout", "-q", "--detach", one)
	expect("detached", gitrepo.Head{Commit: one})
	s.git("checkout", "-q", "--orphan", "new")
	expect("orphan", gitrepo.Head{Branch: "new"})
	s.git("symbolic-ref", "refs/heads/alias", "refs/heads/main")
	s.git("symbolic-ref", "HEAD", "refs/heads/alias")
	expect("a symbolic branch", gitrepo.Head{Branch: "main", Commit: two})
}

func TestHeadReadsSHA256Repositories(t *testing.T) {
	s := newScratch(t, "--object-format=sha256")
	commit := s.commit("file")
	if got := s.repo().Head(); len(commit) != 64 || got != (gitrepo.Head{Branch: "main", Commit: commit}) {
		t.Errorf("got %+v, want commit %q", got, commit)
	}
}

func TestHeadIsZeroWhereItCannotBeRead(t *testing.T) {
	id := strings.Repeat("a", 40)
	tests := map[string]struct{ head, branch, packed string }{
		"an empty HEAD":           {head: ""},
		"other text":              {head: "hello\n"},
		"a short id":              {head: "abcd\n"},
		"upper case":              {head: strings.ToUpper(id) + "\n"},
		"a reftable repository":   {head: "ref: refs/heads/.invalid\n"},
		"a ref out of the folder": {head: "ref: refs/heads/../../../x\n"},
		"an absolute ref":         {head: "ref: /etc/passwd\n"},
		"a ref outside refs":      {head: "ref: config\n"},
		"a ref with a line break": {head: "ref: refs/heads/a\nb\n"},
		"a ref with a zero byte":  {head: "ref: refs/heads/a\x00b\n"},
		"a circle":                {head: "ref: refs/heads/main\n", branch: "ref: refs/heads/main\n"},
		"a torn branch":           {head: "ref: refs/heads/main\n", branch: id[:20]},
		"an empty branch":         {head: "ref: refs/heads/main\n", branch: "\n"},
		"a huge HEAD":             {head: "ref: refs/heads/" + strings.Repeat("a", 1<<20) + "\n"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			s := newScratch(t)
			s.write(".git/HEAD", test.head)
			if test.branch != "" {
				s.write(".git/refs/heads/main", test.branch)
			}
			if test.packed != "" {
				s.write(".git/packed-refs", test.packed)
			}
			if got := s.repo().Head(); got != (gitrepo.Head{}) {
				t.Errorf("got %+v", got)
			}
		})
	}
	t.Run("named pipes", func(t *testing.T) {
		s := newScratch(t)
		for _, name := range []string{"refs/heads/main", "packed-refs"} {
			if err := syscall.Mkfifo(filepath.Join(s.top, ".git", name), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if got := s.repo().Head(); got != (gitrepo.Head{}) {
			t.Errorf("got %+v", got)
		}
	})
}

func TestHeadFindsAPackedBranchBehindAnEmptyFolder(t *testing.T) {
	s := newScratch(t)
	commit := s.commit("file")
	s.git("pack-refs", "--all")
	disk.Folder(t, filepath.Join(s.top, ".git", "refs", "heads", "main", "left"))
	if got := s.repo().Head(); got != (gitrepo.Head{Branch: "main", Commit: commit}) {
		t.Errorf("got %+v", got)
	}
}

func FuzzHead(f *testing.F) {
	id := strings.Repeat("a1", 20)
	f.Add("ref: refs/heads/main\n", "", "# pack-refs with: peeled fully-peeled sorted \n"+id+" refs/heads/main\n^"+id+"\n")
	f.Add("ref: refs/heads/main\n", id+"\n", "")
	f.Add(id, "", "\n")
	f.Add("ref: refs/heads/main", "ref: refs/heads/other", "^\n#")
	f.Fuzz(func(t *testing.T, head, branch, packed string) {
		dir := t.TempDir()
		for name, text := range map[string]string{"HEAD": head, "refs/heads/main": branch, "packed-refs": packed} {
			path := filepath.Join(dir, name)
			disk.Write(t, path, text)
		}
		got := gitrepo.Repo{Top: dir, GitDir: dir, CommonDir: dir}.Head()
		if got.Commit != "" && len(got.Commit) != 40 && len(got.Commit) != 64 {
			t.Errorf("commit %q", got.Commit)
		}
		if strings.ContainsAny(got.Branch, "\n\x00 ") {
			t.Errorf("got %+v", got)
		}
	})
}
