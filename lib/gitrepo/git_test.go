//go:build !windows

package gitrepo_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/lib/gitrepo"
	"holdfast/testscripts/disk"
)

func TestStatusReportsEachKindOfChange(t *testing.T) {
	s := newScratch(t)
	s.commit("changed", "gone", "from a\nb", "staged gone", "kept", "clash")
	s.git("checkout", "-q", "-b", "other")
	s.write("clash", "theirs\n")
	s.commit()
	s.git("checkout", "-q", "main")
	s.write("clash", "ours\n")
	s.commit()
	s.write("changed", "x")
	s.write("new", "n")
	s.git("add", "new")
	s.git("mv", "from a\nb", "to \"ü\"")
	s.git("rm", "-q", "staged gone")
	s.write("dir/un tracked\n", "")
	s.write("dir/\xff\xfe", "")
	s.write(".gitignore", "ignored\n")
	s.write("ignored", "")
	if err := os.Remove(filepath.Join(s.top, "gone")); err != nil {
		t.Fatal(err)
	}
	got, err := s.program().Status(t.Context(), s.top, gitrepo.Skip{})
	want := []gitrepo.Change{
		{Path: "changed"},
		{Path: "gone", Deleted: true},
		{Path: "new"},
		{Path: "staged gone", Deleted: true},
		{Path: "to \"ü\""},
		{Path: ".gitignore"},
		{Path: "dir/un tracked\n"},
		{Path: "dir/\xff\xfe"},
	}
	if err != nil || !slices.Equal(got.Changed, want) {
		t.Errorf("got %+v, %v, want %+v", got.Changed, err, want)
	}
	if got.Cut {
		t.Errorf("got %+v", got)
	}
	s.git("reset", "-q", "--hard")
	merge := s.program()
	cmd := []string{"-c", "alias.try=!git merge -q other || true", "try"}
	s.git(cmd...)
	got, err = merge.Status(t.Context(), s.top, gitrepo.Skip{})
	if err != nil || !slices.Contains(got.Changed, gitrepo.Change{Path: "clash"}) {
		t.Errorf("in a merge: got %+v, %v", got, err)
	}
}

func TestNothingConfiguredRunsAndNothingIsWritten(t *testing.T) {
	s := newScratch(t)
	mark := filepath.Join(s.top, ".git", "mark")
	script := filepath.Join(s.top, ".git", "script")
	s.write(".git/script", "#!/bin/sh\necho \"$0 $*\" >>'"+strings.ReplaceAll(mark, "'", `'\''`)+"'\ncat\n")
	for _, hook := range []string{"post-index-change", "reference-transaction", "fsmonitor-watchman", "pre-commit"} {
		s.write(".git/hooks/"+hook, "#!/bin/sh\nexec '"+strings.ReplaceAll(script, "'", `'\''`)+"'\n")
	}
	commit := s.commit("file", "other")
	files, err := filepath.Glob(filepath.Join(filepath.Dir(s.top), "*", ".git", "hooks", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range append(files, script) {
		if err := os.Chmod(file, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	quoted := "'" + strings.ReplaceAll(script, "'", `'\''`) + "'"
	for _, pair := range [][2]string{
		{"core.fsmonitor", quoted}, {"core.hooksPath", filepath.Join(s.top, ".git", "hooks")}, {"core.pager", quoted},
		{"filter.a=b.c.clean", quoted}, {"filter.a=b.c.required", "true"}, {"filter.p.process", quoted},
		{"diff.external", quoted}, {"gpg.program", quoted}, {"log.showSignature", "true"}, {"core.askPass", quoted},
	} {
		s.git("config", pair[0], pair[1])
	}
	s.write(".gitattributes", "file filter=a=b.c\nother filter=p\n")
	// Same size and another time: git must read the files, through filters.
	for _, name := range []string{"file", "other"} {
		s.write(name, strings.ToUpper(name)+"\n")
	}
	index := filepath.Join(s.top, ".git", "index")
	before := disk.Read(t, index)
	git := s.program()
	status, err := git.Status(t.Context(), s.top, gitrepo.Skip{})
	if err != nil || len(status.Changed) != 3 {
		t.Errorf("got %+v, %v", status, err)
	}
	if n, err := git.CommitsBetween(t.Context(), s.top, commit, "HEAD"); err != nil || n != 0 {
		t.Errorf("got %d, %v", n, err)
	}
	if authors, err := git.Authors(t.Context(), s.top, []string{"file"}); err != nil || len(authors) != 1 {
		t.Errorf("got %v, %v", authors, err)
	}
	if text, err := os.ReadFile(mark); err == nil {
		t.Errorf("programs ran:\n%s", text)
	}
	if after, err := os.ReadFile(index); err != nil || string(after) != string(before) {
		t.Errorf("the index was written: %v", err)
	}
	s.git("status")
	if _, err := os.ReadFile(mark); err != nil {
		t.Error("git itself runs none of the programs either, so this test shows nothing")
	}
}

func TestManyRowsOfOneFilterAreOneFilter(t *testing.T) {
	s := newScratch(t)
	s.commit("file")
	s.write(".git/config", "[core]\nrepositoryformatversion = 0\n"+strings.Repeat("[filter \"f\"]\nclean = x\n", 20_000))
	if _, err := s.program().Status(t.Context(), s.top, gitrepo.Skip{}); err != nil {
		t.Error(err)
	}
}

func TestNewDropsWhatWouldRedirectGit(t *testing.T) {
	s := newScratch(t)
	s.commit("file")
	env := append(environment(s.top), "GIT_DIR=/nowhere", "GIT_WORK_TREE=/nowhere", "GIT_INDEX_FILE=/nowhere",
		"GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=alias.status", "GIT_CONFIG_VALUE_0=!false", "GIT_TRACE="+filepath.Join(s.top, "trace"),
		"GIT_CONFIG_PARAMETERS='nonsense", "GIT_GLOB_PATHSPECS=1", "GIT_SSH=x", "GIT_NAMESPACE=x", "git_ssh_command=x", "KEPT=yes")
	git, ok := gitrepo.New(os.Getenv("PATH"), env)
	if !ok {
		t.Fatal("git was not found")
	}
	for _, kept := range []string{"KEPT=yes", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_OPTIONAL_LOCKS=0", "LC_ALL=C", "GIT_TERMINAL_PROMPT=0"} {
		if !slices.Contains(git.Env, kept) {
			t.Errorf("%q is missing", kept)
		}
	}
	if got, err := git.Status(t.Context(), s.top, gitrepo.Skip{}); err != nil || len(got.Changed) != 0 {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, ok := gitrepo.New("relative:", env); ok {
		t.Error("git was found nowhere")
	}
}

func TestCommitsBetweenCountsAndRefuses(t *testing.T) {
	s := newScratch(t)
	one := s.commit("one")
	two := s.commit("two")
	three := s.commit("three")
	s.git("checkout", "-q", "-b", "side", one)
	side := s.commit("side")
	tests := []struct {
		name, from, to string
		want           int
		refused        bool
	}{
		{name: "forward", from: one, to: three, want: 2},
		{name: "the same", from: two, to: two, want: 0},
		{name: "to HEAD", from: one, to: "HEAD", want: 1},
		{name: "abbreviated", from: one[:7], to: three[:7], want: 2},
		{name: "backward", from: three, to: one, refused: true},
		{name: "another branch", from: side, to: three, refused: true},
		{name: "unknown", from: strings.Repeat("1", 40), to: "HEAD", refused: true},
		{name: "a branch", from: "side", to: "HEAD", refused: true},
		{name: "an option", from: "--all", to: "HEAD", refused: true},
		{name: "too short", from: "abc", to: "HEAD", refused: true},
		{name: "nothing", from: "", to: "HEAD", refused: true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := s.program().CommitsBetween(t.Context(), s.top, test.from, test.to)
			if got != test.want || (err != nil) != test.refused {
				t.Errorf("got %d, %v", got, err)
			}
		})
	}
}

func TestAuthorsNamesTheLastCommitOfEachPath(t *testing.T) {
	s := newScratch(t)
	s.commit("*", "dir/a\nb", "twice", "dir/other")
	s.write("twice", "again\n")
	s.git("add", "-A")
	s.git("commit", "-q", "-m", "x", "--author=Bob <b@example.org>", "--date=1700005000 +0000")
	s.git("checkout", "-q", "-b", "side", "HEAD~1")
	s.git("commit", "-q", "--allow-empty", "-m", "side")
	s.git("checkout", "-q", "main")
	s.git("merge", "-q", "-m", "merge", "side")
	git := s.program()
	ann := gitrepo.Commit{Author: "Ann Ängström", Time: time.Unix(1700000000, 0)}
	bob := gitrepo.Commit{Author: "Bob", Time: time.Unix(1700005000, 0)}
	got, err := git.Authors(t.Context(), s.top, []string{"twice", "*", "dir/a\nb", "dir", "no", "twice"})
	if err != nil || len(got) != 3 || got["twice"] != bob || got["*"] != ann || got["dir/a\nb"] != ann {
		t.Errorf("got %v, %v", got, err)
	}
	if got, err := git.Authors(t.Context(), s.top, nil); err != nil || len(got) != 0 {
		t.Errorf("no paths: got %v, %v", got, err)
	}
	if got, err := git.Authors(t.Context(), filepath.Dir(s.top), []string{"twice"}); err == nil || len(got) != 0 {
		t.Errorf("no repository: got %v, %v", got, err)
	}
}

func TestAuthorsLosesNobodyBehindAMerge(t *testing.T) {
	s := newScratch(t)
	s.commit("mine", "theirs")
	commit := func(file, author string) {
		s.write(file, "by "+author+"\n")
		s.git("commit", "-q", "-a", "-m", "x", "--author="+author+" <x@example.org>", "--date=1700005000 +0000")
	}
	commit("mine", "Bob")
	s.git("checkout", "-q", "-b", "side", "HEAD~1")
	commit("theirs", "Cid")
	s.git("checkout", "-q", "main")
	s.git("merge", "-q", "-m", "merge", "side")
	got, err := s.program().Authors(t.Context(), s.top, []string{"mine", "theirs"})
	if err != nil || got["mine"].Author != "Bob" || got["theirs"].Author != "Cid" {
		t.Errorf("got %v, %v", got, err)
	}
}

func TestAnEndedContextEndsEveryCommand(t *testing.T) {
	s := newScratch(t)
	commit := s.commit("file")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	git := s.program()
	_, statusErr := git.Status(ctx, s.top, gitrepo.Skip{})
	_, countErr := git.CommitsBetween(ctx, s.top, commit, "HEAD")
	_, authorsErr := git.Authors(ctx, s.top, []string{"file"})
	for _, err := range []error{statusErr, countErr, authorsErr} {
		if !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
	}
}
