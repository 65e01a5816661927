package snapshot_test

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"holdfast/lib/gitrepo"
	"holdfast/lib/snapshot"
	"holdfast/testscripts/disk"
)

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	c := exec.Command("git", args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b")
	out, err := c.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func open(t *testing.T, root string) snapshot.Store {
	t.Helper()
	program, ok := gitrepo.New(os.Getenv("PATH"), []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), "GIT_CONFIG_NOSYSTEM=1"})
	if !ok {
		t.Skip("no git")
	}
	return snapshot.Store{Root: root, Dir: filepath.Join(t.TempDir(), "machine", "snapshots"), Git: program}
}

func project(t *testing.T) string {
	root := t.TempDir()
	git(t, root, "init", "-q", "-b", "main")
	return root
}

func take(t *testing.T, r snapshot.Store) snapshot.Snapshot {
	t.Helper()
	s, err := r.Take(context.Background(), snapshot.Taking{Time: time.Now()})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// held is a snapshot's tree: each path with its bytes.
func held(t *testing.T, r snapshot.Store, commit string) map[string]string {
	t.Helper()
	entries, err := r.Entries(context.Background(), commit, "")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]string{}
	for _, e := range entries {
		if e.Kind == snapshot.Repository {
			out[e.Path] = "submodule " + e.Sum
			continue
		}
		var b bytes.Buffer
		from, err := r.Content(e).Source.Open(context.Background())
		if err == nil {
			_, err = b.ReadFrom(from)
			from.Close()
		}
		if err != nil {
			t.Fatal(err)
		}
		if int64(b.Len()) != e.Size {
			t.Errorf("%q has %d bytes, not %d", e.Path, b.Len(), e.Size)
		}
		out[e.Path] = b.String()
		if e.Kind == snapshot.Link {
			out[e.Path] = "-> " + b.String()
		} else if e.Mode == 0o755 {
			out[e.Path] += " x"
		}
	}
	return out
}

func want(t *testing.T, got, want map[string]string) {
	t.Helper()
	for path, text := range want {
		if got[path] != text {
			t.Errorf("%q holds %q, not %q", path, got[path], text)
		}
	}
	for path := range got {
		if _, ok := want[path]; !ok {
			t.Errorf("%q is held", path)
		}
	}
}

func TestTheBytesGoInAsTheyAre(t *testing.T) {
	root := project(t)
	files := map[string]string{
		".gitattributes": "* text=auto eol=lf\n*.id ident\n*.u working-tree-encoding=UTF-16\n*.lfs filter=canary\n",
		".gitignore":     "ignored\ntracked-though\n",
		"crlf.txt":       "a\r\nb\r\n",
		"mixed":          "a\r\nb\n",
		"x.id":           "$Id: 123 $\n",
		"x.u":            "\xff\xfea\x00",
		"x.lfs":          "raw\n",
		"a\nb":           "newline",
		`back\slash`:     "b",
		"-option":        "o",
		":(glob)x":       "g",
		"tracked-though": "t",
		"untracked":      "u",
	}
	for name, text := range files {
		disk.Write(t, filepath.Join(root, name), text)
	}
	disk.Write(t, filepath.Join(root, "ignored"), "no")
	git(t, root, "config", "filter.canary.clean", "touch "+filepath.Join(root, "RAN")+"; cat")
	git(t, root, "config", "filter.canary.required", "true")
	git(t, root, "config", "core.autocrlf", "true")
	git(t, root, "config", "core.fsmonitor", "touch "+filepath.Join(root, "RAN"))
	disk.Write(t, filepath.Join(root, "run.sh"), "#!/bin/sh\n")
	if err := os.Chmod(filepath.Join(root, "run.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("../out", filepath.Join(root, "link")); err != nil {
		t.Fatal(err)
	}
	git(t, root, "-c", "core.fsmonitor=false", "add", "-f", "tracked-though")
	before := tree(t, filepath.Join(root, ".git"))
	r := open(t, root)
	s := take(t, r)
	files["run.sh"], files["link"] = "#!/bin/sh\n x", "-> ../out"
	want(t, held(t, r, s.ID), files)
	if after := tree(t, filepath.Join(root, ".git")); after != before {
		t.Errorf("the project's own .git changed:\n%s\n%s", before, after)
	}
	if _, err := os.Lstat(filepath.Join(root, "RAN")); err == nil {
		t.Error("what the project configures ran")
	}
	if !r.Has(s.ID) || r.Has(strings.Repeat("0", 64)) || r.Has("--help") {
		t.Error("what it has is not what it holds")
	}
}

// tree is every file below dir, with times.
func tree(t *testing.T, dir string) string {
	t.Helper()
	var out strings.Builder
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := e.Info()
		if err != nil {
			return err
		}
		out.WriteString(path + info.ModTime().String() + info.Mode().String() + "\n")
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestTheNextSnapshotHoldsWhatChanged(t *testing.T) {
	root := project(t)
	disk.Write(t, filepath.Join(root, "a"), "1")
	disk.Write(t, filepath.Join(root, "b/c"), "2")
	disk.Write(t, filepath.Join(root, "gone"), "3")
	r := open(t, root)
	first := take(t, r)
	disk.Write(t, filepath.Join(root, "a"), "4")
	disk.Write(t, filepath.Join(root, ".gitignore"), "late\n")
	os.Remove(filepath.Join(root, "gone"))
	os.RemoveAll(filepath.Join(root, "b"))
	disk.Write(t, filepath.Join(root, "b"), "now a file")
	second := take(t, r)
	want(t, held(t, r, first.ID), map[string]string{"a": "1", "b/c": "2", "gone": "3"})
	want(t, held(t, r, second.ID), map[string]string{"a": "4", "b": "now a file", ".gitignore": "late\n"})
	os.Remove(filepath.Join(root, "b"))
	disk.Write(t, filepath.Join(root, "b/c"), "a folder again")
	want(t, held(t, r, take(t, r).ID), map[string]string{"a": "4", "b/c": "a folder again", ".gitignore": "late\n"})
}

func TestLargeFilesAreNamedAndLeftOut(t *testing.T) {
	root := project(t)
	big := filepath.Join(root, "big")
	disk.Write(t, big, "")
	if err := os.Truncate(big, snapshot.MaxFile+1); err != nil {
		t.Fatal(err)
	}
	disk.Write(t, filepath.Join(root, "small"), "s")
	r := open(t, root)
	s := take(t, r)
	if !slices.Equal(s.Skipped, []string{"big"}) {
		t.Errorf("passed over %q", s.Skipped)
	}
	want(t, held(t, r, s.ID), map[string]string{"small": "s"})
}

func TestRepositoriesInsideAreRecordedAndNotEntered(t *testing.T) {
	root := project(t)
	inside := filepath.Join(root, "vendor/lib")
	disk.Write(t, filepath.Join(inside, "x"), "x")
	git(t, inside, "init", "-q")
	git(t, inside, "add", ".")
	git(t, inside, "commit", "-qm", "x")
	head := strings.TrimSpace(git(t, inside, "rev-parse", "HEAD"))
	unborn := filepath.Join(root, "unborn")
	disk.Write(t, filepath.Join(unborn, "y"), "y")
	git(t, unborn, "init", "-q")
	disk.Write(t, filepath.Join(root, "a"), "a")
	r := open(t, root)
	for range 2 {
		want(t, held(t, r, take(t, r).ID), map[string]string{"a": "a", "vendor/lib": "submodule " + head})
	}
}

func TestAWorktreeAndASubfolderAreTheirOwn(t *testing.T) {
	root := project(t)
	disk.Write(t, filepath.Join(root, "sub/a"), "a")
	disk.Write(t, filepath.Join(root, "b"), "b")
	git(t, root, "add", ".")
	git(t, root, "commit", "-qm", "x")
	linked := filepath.Join(t.TempDir(), "linked")
	git(t, root, "worktree", "add", "-q", linked)
	disk.Write(t, filepath.Join(linked, "c"), "c")
	r := open(t, linked)
	want(t, held(t, r, take(t, r).ID), map[string]string{"sub/a": "a", "b": "b", "c": "c"})
	r = open(t, filepath.Join(root, "sub"))
	want(t, held(t, r, take(t, r).ID), map[string]string{"a": "a"})
}

func TestATreeWithoutGitIsTaken(t *testing.T) {
	root := t.TempDir()
	disk.Write(t, filepath.Join(root, "d/a"), "a")
	disk.Write(t, filepath.Join(root, ".claude/checkpoints/chk-1-1/a"), "no")
	r := open(t, root)
	want(t, held(t, r, take(t, r).ID), map[string]string{"d/a": "a"})
}

func TestManyAtOnceAllSucceed(t *testing.T) {
	root := project(t)
	disk.Write(t, filepath.Join(root, "a"), "a")
	r := open(t, root)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			s, err := r.Take(context.Background(), snapshot.Taking{Time: time.Now()})
			if err != nil || s.ID == "" {
				t.Errorf("%v %v", s, err)
			}
		})
	}
	all.Wait()
}

func TestPruneFreesWhatNoSnapshotHolds(t *testing.T) {
	root := project(t)
	disk.Write(t, filepath.Join(root, "a"), strings.Repeat("x", 100_000))
	disk.Write(t, filepath.Join(root, "kept"), "k")
	r := open(t, root)
	gone := take(t, r)
	disk.Write(t, filepath.Join(root, "a"), "small")
	kept := take(t, r)
	freed, err := r.Prune(context.Background(), false, func() ([]string, error) {
		return []string{kept.ID, strings.Repeat("0", 64), ""}, nil
	})
	if err != nil || freed < 100_000 {
		t.Errorf("freed %d bytes, %v", freed, err)
	}
	if r.Has(gone.ID) {
		t.Error("the released snapshot is still there")
	}
	want(t, held(t, r, kept.ID), map[string]string{"a": "small", "kept": "k"})
	want(t, held(t, r, take(t, r).ID), map[string]string{"a": "small", "kept": "k"})
}

func TestAnEndedContextLeavesNothing(t *testing.T) {
	root := project(t)
	disk.Write(t, filepath.Join(root, "a"), "a")
	r := open(t, root)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if s, err := r.Take(ctx, snapshot.Taking{Time: time.Now()}); err == nil {
		t.Errorf("took %v", s)
	}
	take(t, r)
}

func TestForbiddenPaths(t *testing.T) {
	for _, path := range []string{".git", ".git/config", "a/.GIT/x", "git~1/x", "a/.git./x", "a/.git /x", ".git::$INDEX/x", ".g\u200cit/x", `a\.git\x`,
		".claude/checkpoints", ".claude/checkpoints/chk-1-1/a", ".Claude/Checkpoints/x"} {
		if !snapshot.Forbidden(path) {
			t.Errorf("%q is allowed", path)
		}
	}
	for _, path := range []string{".gitignore", ".github/x", "git", "a.git", ".claude/tasks/task-1.json", ".claude/checkpoints2", "x/.claude/checkpoints.md"} {
		if snapshot.Forbidden(path) {
			t.Errorf("%q is forbidden", path)
		}
	}
}

func TestOfTwoSnapshotsOnlyListsThatDifferAreRead(t *testing.T) {
	root := project(t)
	s := open(t, root)
	for i := range 500 {
		disk.Write(t, filepath.Join(root, "same", fmt.Sprint(i)), "kept\n")
	}
	disk.Write(t, filepath.Join(root, "other", "deep", "file"), "one\n")
	disk.Write(t, filepath.Join(root, "was", "in"), "folder\n")
	one := take(t, s).ID
	disk.Write(t, filepath.Join(root, "other", "deep", "file"), "two\n")
	if err := os.RemoveAll(filepath.Join(root, "was")); err != nil {
		t.Fatal(err)
	}
	disk.Write(t, filepath.Join(root, "was"), "file\n")
	two := take(t, s).ID
	lost := 0
	objects, _ := filepath.Glob(filepath.Join(s.Dir, "objects", "*"))
	for _, o := range objects {
		b, err := os.ReadFile(o)
		list := bytes.HasSuffix(b, []byte("\x00")) && !bytes.Contains(b, []byte(" other/")) && !bytes.Contains(b, []byte(" was"))
		if err != nil || list {
			lost++
			if err := os.Remove(o); err != nil {
				t.Fatal(err)
			}
		}
	}
	changes, err := s.Changes(t.Context(), one, two)
	var got []string
	for _, c := range changes {
		got = append(got, string(cmp.Or(c.Was.Kind, '-'))+string(cmp.Or(c.Now.Kind, '-'))+" "+c.Path)
	}
	if want := []string{"ff other/deep/file", "-f was", "f- was/in"}; err != nil || lost < 2 || !slices.Equal(got, want) {
		t.Errorf("%q, %d objects lost, %v", got, lost, err)
	}
	if _, err := s.Changes(t.Context(), one, one[:10]); err == nil {
		t.Error("no snapshot was compared")
	}
}
