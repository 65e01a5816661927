package snapshot_test

import (
	"bytes"
	"context"
	"crypto/sha1"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/machine"
	"holdfast/lib/snapshot"
	"holdfast/testscripts/disk"
)

func remove(t *testing.T, path string) {
	t.Helper()
	if err := os.RemoveAll(path); err != nil {
		t.Fatal(err)
	}
}

func symlink(t *testing.T, target, path string) {
	t.Helper()
	if err := os.Symlink(target, path); err != nil {
		t.Skip(err)
	}
}

// leftovers are what no finished run leaves in the repository.
func leftovers(t *testing.T, r snapshot.Store) (names []string) {
	t.Helper()
	err := filepath.WalkDir(r.Dir, func(path string, e os.DirEntry, err error) error {
		if name := filepath.Base(path); durable.Temp(name) {
			names = append(names, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func TestAFolderThatBecameALinkIsSavedAsALink(t *testing.T) {
	root := project(t)
	disk.Write(t, filepath.Join(root, "src/a"), "a")
	disk.Write(t, filepath.Join(root, "other/a"), "b")
	git(t, root, "add", ".")
	r := open(t, root)
	want(t, held(t, r, take(t, r).ID), map[string]string{"src/a": "a", "other/a": "b"})
	remove(t, filepath.Join(root, "src"))
	symlink(t, "other", filepath.Join(root, "src"))
	want(t, held(t, r, take(t, r).ID), map[string]string{"src": "-> other", "other/a": "b"})
	remove(t, filepath.Join(root, "src"))
	symlink(t, ".git/hooks", filepath.Join(root, "src"))
	want(t, held(t, r, take(t, r).ID), map[string]string{"src": "-> .git/hooks", "other/a": "b"})
}

func TestWhatIsNoFileIsPassedOver(t *testing.T) {
	mkfifo, err := exec.LookPath("mkfifo")
	if err != nil {
		t.Skip(err)
	}
	for _, git := range []bool{true, false} {
		root := t.TempDir()
		if git {
			root = project(t)
		}
		disk.Write(t, filepath.Join(root, "a"), "a")
		disk.Write(t, filepath.Join(root, "was-a-file"), "a")
		r := open(t, root)
		take(t, r)
		remove(t, filepath.Join(root, "was-a-file"))
		for _, name := range []string{"was-a-file", "pipe"} {
			if out, err := exec.Command(mkfifo, filepath.Join(root, name)).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
		}
		want(t, held(t, r, take(t, r).ID), map[string]string{"a": "a"})
	}
}

func TestAForgedIndexLeadsNoSnapshotOut(t *testing.T) {
	root := project(t)
	const inside, outside = "aa/aa/aa/etc/passwd", "../../../etc/passwd"
	disk.Write(t, filepath.Join(root, inside), "in")
	git(t, root, "add", ".")
	index := filepath.Join(root, ".git/index")
	b := disk.Read(t, index)
	b = bytes.Replace(b, []byte(inside), []byte(outside), 1)
	sum := sha1.Sum(b[:len(b)-sha1.Size])
	disk.Write(t, index, string(append(b[:len(b)-sha1.Size], sum[:]...)))
	r := open(t, root)
	want(t, held(t, r, take(t, r).ID), map[string]string{inside: "in"})
}

func TestWhatTheCacheKnowsIsNotReadAgain(t *testing.T) {
	root := project(t)
	path := filepath.Join(root, "a")
	disk.Write(t, path, "one")
	r := open(t, root)
	later := time.Now().Add(time.Minute)
	first, err := r.Take(context.Background(), snapshot.Taking{Time: later})
	if err != nil {
		t.Fatal(err)
	}
	cache, err := os.ReadFile(filepath.Join(r.Dir, "cache"))
	if err != nil || !strings.Contains(string(cache), " a\x00") {
		t.Fatalf("the cache holds %q, %v", cache, err)
	}
	disk.Write(t, filepath.Join(r.Dir, "cache"), strings.Replace(string(cache), " 644 3 ", " 755 3 ", 1))
	second, err := r.Take(context.Background(), snapshot.Taking{Time: later})
	if err != nil || second.Tree == first.Tree {
		t.Errorf("the file was read again: %v", err)
	}
	info, err := os.Lstat(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := time.Now()
	disk.Write(t, path, "two") // of the same size and time
	if err := os.Chtimes(path, info.ModTime(), info.ModTime()); err != nil {
		t.Fatal(err)
	}
	if runtime.GOOS != "windows" {
		third, err := r.Take(context.Background(), snapshot.Taking{Time: changed})
		if err != nil {
			t.Fatal(err)
		}
		want(t, held(t, r, third.ID), map[string]string{"a": "two"})
	}
	if _, err := r.Take(context.Background(), snapshot.Taking{Time: changed}); err != nil {
		t.Fatal(err)
	}
	if cache, err := os.ReadFile(filepath.Join(r.Dir, "cache")); err != nil || len(cache) > 0 {
		t.Errorf("a file that changed at the same moment is in the cache: %q, %v", cache, err)
	}
}

func TestWhatCannotBeReadIsNamedAndLeftOut(t *testing.T) {
	root := project(t)
	disk.Write(t, filepath.Join(root, "a"), "a")
	disk.Write(t, filepath.Join(root, "b/secret"), "first")
	r := open(t, root)
	take(t, r)
	disk.Write(t, filepath.Join(root, "b/secret"), "then closed")
	if err := os.Chmod(filepath.Join(root, "b/secret"), 0); err != nil {
		t.Fatal(err)
	}
	if f, err := os.Open(filepath.Join(root, "b/secret")); err == nil {
		f.Close()
		t.Skip("this user reads every file")
	}
	s := take(t, r)
	want(t, held(t, r, s.ID), map[string]string{"a": "a"})
	if len(s.Skipped) != 1 || s.Skipped[0] != "b/secret" {
		t.Errorf("passed over %q", s.Skipped)
	}
}

func TestSubmodulesAndSparseCheckouts(t *testing.T) {
	lib := project(t)
	disk.Write(t, filepath.Join(lib, "x"), "x")
	git(t, lib, "add", ".")
	git(t, lib, "commit", "-qm", "x")
	head := strings.TrimSpace(git(t, lib, "rev-parse", "HEAD"))
	root := project(t)
	disk.Write(t, filepath.Join(root, "in/a"), "a")
	disk.Write(t, filepath.Join(root, "out/b"), "b")
	disk.Write(t, filepath.Join(root, "repo/c"), "c")
	git(t, root, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", lib, "sub")
	git(t, root, "add", ".")
	git(t, root, "commit", "-qm", "x")
	git(t, root, "sparse-checkout", "set", "in", "repo")
	if _, err := os.Lstat(filepath.Join(root, "out")); err == nil {
		t.Fatal("the checkout is not sparse")
	}
	git(t, filepath.Join(root, "repo"), "init", "-q") // around files that the project tracks
	before := tree(t, filepath.Join(root, ".git"))
	r := open(t, root)
	got := held(t, r, take(t, r).ID)
	modules := disk.Read(t, filepath.Join(root, ".gitmodules"))
	want(t, got, map[string]string{".gitmodules": string(modules), "in/a": "a", "repo/c": "c", "sub": "submodule " + head})
	if after := tree(t, filepath.Join(root, ".git")); after != before {
		t.Error("the project's own .git changed")
	}
}

func TestARepositoryOfTheOtherHashIsTaken(t *testing.T) {
	root := t.TempDir()
	git(t, root, "init", "-q", "--object-format=sha256")
	disk.Write(t, filepath.Join(root, "a"), "a")
	git(t, root, "add", ".")
	git(t, root, "commit", "-qm", "x")
	r := open(t, root)
	want(t, held(t, r, take(t, r).ID), map[string]string{"a": "a"})
}

func TestRepositoriesInATreeWithoutGitAreRecorded(t *testing.T) {
	root := t.TempDir()
	disk.Write(t, filepath.Join(root, "a"), "a")
	inside := filepath.Join(root, "one")
	disk.Write(t, filepath.Join(inside, "x"), "x")
	git(t, inside, "init", "-q")
	git(t, inside, "add", ".")
	git(t, inside, "commit", "-qm", "x")
	head := strings.TrimSpace(git(t, inside, "rev-parse", "HEAD"))
	r := open(t, root)
	want(t, held(t, r, take(t, r).ID), map[string]string{"a": "a", "one": "submodule " + head})
}

func TestATreeWithoutGitIsBounded(t *testing.T) {
	root := t.TempDir()
	disk.Write(t, filepath.Join(root, "huge"), "")
	if err := os.Truncate(filepath.Join(root, "huge"), snapshot.MaxPlainBytes+1); err != nil {
		t.Skip(err)
	}
	r := open(t, root)
	if _, err := r.Take(context.Background(), snapshot.Taking{Time: time.Now()}); !errors.Is(err, snapshot.ErrTooLarge) {
		t.Errorf("got %v", err)
	}
	many := t.TempDir()
	for i := range snapshot.MaxPlainFiles + 1 {
		disk.Write(t, filepath.Join(many, fmt.Sprint(i)), "")
	}
	r = open(t, many)
	if _, err := r.Take(context.Background(), snapshot.Taking{Time: time.Now()}); !errors.Is(err, snapshot.ErrTooLarge) {
		t.Errorf("got %v", err)
	}
}

func TestAMachineFolderInsideTheProjectIsNotInTheSnapshot(t *testing.T) {
	root := project(t)
	disk.Write(t, filepath.Join(root, "a"), "a")
	r := open(t, root)
	folder := machine.Folder{Path: filepath.Join(root, "machine")}
	disk.Write(t, filepath.Join(folder.Path, "state/ledger/00"), "x")
	r = snapshot.Of(folder, root, r.Git)
	take(t, r)
	want(t, held(t, r, take(t, r).ID), map[string]string{"a": "a"})
}

func TestWhatAKillOrAPowerFailureLeftIsMended(t *testing.T) {
	damages := map[string]func(t *testing.T, dir string){
		"objects half written": func(t *testing.T, dir string) { disk.Write(t, filepath.Join(dir, ".holdfast-new.d.tmp/12"), "x") },
		"a torn cache":         func(t *testing.T, dir string) { disk.Write(t, filepath.Join(dir, "cache"), "1.2.3 f 644 1 ") },
		"lost objects":         func(t *testing.T, dir string) { remove(t, filepath.Join(dir, "objects")) },
		"no store":             func(t *testing.T, dir string) { remove(t, dir) },
	}
	for name, damage := range damages {
		t.Run(name, func(t *testing.T) {
			root := project(t)
			disk.Write(t, filepath.Join(root, "a"), "a\r\n")
			disk.Write(t, filepath.Join(root, "b/c"), "c")
			disk.Write(t, filepath.Join(root, ".gitattributes"), "* text\n")
			r := open(t, root)
			take(t, r)
			damage(t, r.Dir)
			want(t, held(t, r, take(t, r).ID), map[string]string{"a": "a\r\n", "b/c": "c", ".gitattributes": "* text\n"})
			if left := leftovers(t, r); len(left) > 0 {
				t.Errorf("left behind: %q", left)
			}
			if _, err := r.Prune(context.Background(), false, func() ([]string, error) { return nil, nil }); err != nil {
				t.Error(err)
			}
		})
	}
}

func TestOneThatWaitsTooLongSaysSo(t *testing.T) {
	root := project(t)
	r := open(t, root)
	take(t, r)
	err := durable.File(r.Dir+".lock").Locked(context.Background(), 0, func() error {
		ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
		defer cancel()
		_, err := r.Take(ctx, snapshot.Taking{Time: time.Now()})
		return err
	})
	if !errors.Is(err, durable.ErrBusy) || !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
}

func TestProgressEndsAtTheNumberOfFiles(t *testing.T) {
	root := project(t)
	for i := range 2_100 {
		disk.Write(t, filepath.Join(root, fmt.Sprint("d/", i)), "x")
	}
	r := open(t, root)
	var seen [][2]int
	s, err := r.Take(context.Background(), snapshot.Taking{Time: time.Now(), Progress: func(done, of int) { seen = append(seen, [2]int{done, of}) }})
	if err != nil || len(seen) != 3 || seen[2] != [2]int{2_100, 2_100} || seen[1][0] >= 2_100 {
		t.Errorf("%v, %v", seen, err)
	}
	entries, err := r.Entries(context.Background(), s.ID, "")
	if err != nil || len(entries) != 2_100 {
		t.Errorf("%d entries, %v", len(entries), err)
	}
}

func TestAnEmptyTreeIsASnapshotToo(t *testing.T) {
	r := open(t, project(t))
	s := take(t, r)
	want(t, held(t, r, s.ID), map[string]string{})
	if !r.Has(s.ID) {
		t.Error("it is not there")
	}
	_, err := r.Prune(context.Background(), false, func() ([]string, error) { return nil, nil })
	if err != nil || r.Has(s.ID) {
		t.Errorf("it was given up: %v", err)
	}
}

func TestTheSnapshotsOfStrangersAreNotAsked(t *testing.T) {
	r := open(t, project(t))
	take(t, r)
	for _, id := range []string{"", "HEAD", "--all", strings.Repeat("g", 40), strings.Repeat("0", 41)} {
		if _, err := r.Entries(context.Background(), id, ""); err == nil {
			t.Errorf("%q is a commit", id)
		}
		if from, err := r.Content(snapshot.Entry{State: snapshot.State{Kind: snapshot.File, Sum: id}}).Source.Open(t.Context()); err == nil {
			from.Close()
			t.Errorf("%q is a blob", id)
		}
	}
}
