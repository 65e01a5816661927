package checkpoint_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/fence"
	"holdfast/lib/gitrepo"
	"holdfast/lib/machine"
	"holdfast/lib/snapshot"
	"holdfast/lib/task"
	"holdfast/testscripts/disk"
)

// A site is a project with a store of checkpoints.
type site struct {
	*testing.T
	checkpoint.Store
	clock time.Time
}

// Verify reads the backups of files, and says by path what is wrong.
func (s *site) Verify(ctx context.Context, c checkpoint.Checkpoint, files []checkpoint.File) map[string]error {
	wrong := map[string]error{}
	for _, f := range files {
		for _, err := range snapshot.Verify(ctx, map[snapshot.Source]bool{c.Content(f).Source: true}) {
			if f.BackupPath != "" {
				wrong[f.Path] = err
			}
		}
	}
	return wrong
}

func newSite(t *testing.T, files map[string]string) *site {
	t.Helper()
	s := &site{T: t, clock: time.Date(2026, 1, 13, 15, 0, 0, 0, time.UTC)}
	s.Store = checkpoint.In(machine.Folder{Path: filepath.Join(t.TempDir(), "holdfast")}, t.TempDir(), gitrepo.Git{},
		func() time.Time { return s.clock })
	for rel, text := range files {
		s.write(rel, text)
	}
	return s
}

// text is a file of that text.
func text(text string) snapshot.Content {
	return snapshot.FileOf(text, 0o600)
}

func (s *site) path(rel string) string { return filepath.Join(s.Root, filepath.FromSlash(rel)) }

func (s *site) write(rel, text string) {
	s.Helper()
	disk.Write(s, s.path(rel), text)
}

func (s *site) of(id, json string) *task.Task {
	s.Helper()
	t, err := task.Parse(id, []byte(json))
	if err != nil {
		s.Fatal(err)
	}
	return &t
}

func (s *site) make(r checkpoint.Request) checkpoint.Checkpoint {
	s.Helper()
	c, err := s.Create(context.Background(), r)
	if err != nil {
		s.Fatal(err)
	}
	loaded, err := s.Load(c.ID)
	if err != nil {
		s.Fatal(err)
	}
	loaded.Notes = c.Notes
	if !loaded.Ours || string(loaded.Raw) != string(c.Raw) || len(loaded.Files) != len(c.Files) {
		s.Errorf("%s is read otherwise than it was made", c.ID)
	}
	return loaded
}

func paths(c checkpoint.Checkpoint) string {
	var all []string
	for _, f := range c.Files {
		p := f.Path
		if !f.Existed {
			p = "-" + p
		}
		all = append(all, p)
	}
	return strings.Join(all, " ")
}

// warnedOf reports whether one of the checkpoint's notes has all of words.
func warnedOf(c checkpoint.Checkpoint, words ...string) bool {
	return slices.ContainsFunc(c.Notes, func(n fence.Note) bool {
		return !slices.ContainsFunc(words, func(w string) bool { return !strings.Contains(n.String(), w) })
	})
}

func TestACheckpointHoldsWhatTheTaskAffects(t *testing.T) {
	s := newSite(t, map[string]string{
		"a": "A", "src/b.go": "B", "src/deep/c.go": "C", "src/d.md": "D", "other": "x", "app/[id]/p": "P",
		".git/config": "no", "src/.git/x": "no", ".claude/checkpoints/checkpoint_20260101_000000/f": "other tool",
	})
	for _, c := range []struct{ name, affected, want string }{
		{"files that are there and that are not", `["a","new/f"]`, "a -new/f"},
		{"a folder with what is in it", `["src/"]`, "src/b.go src/d.md src/deep/c.go"},
		{"a folder without its slash", `["src"]`, "src/b.go src/d.md src/deep/c.go"},
		{"a folder to come", `["made/later/"]`, "-made/later"},
		{"a glob in one folder", `["src/*.go"]`, "src/b.go"},
		{"a glob in all folders", `["**/*.go"]`, "src/b.go src/deep/c.go"},
		{"a name that looks like a glob", `["app/[id]/p","app/[id]/q"]`, "app/[id]/p -app/[id]/q"},
		{"each once", `["./src/b.go","src/b.go","src/*.go"]`, "src/b.go"},
		{"nothing of git's own or of checkpoints", `[".git/config",".git","src/.GIT/x",".claude/checkpoints/"]`, ""},
		{"nothing outside", `["../x","/etc/passwd","src/../../x",""]`, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			made := s.make(checkpoint.Request{Task: s.of("42", `{"status":"Pending","files_affected":`+c.affected+`}`)})
			if got := paths(made); got != c.want {
				t.Errorf("holds %q, want %q", got, c.want)
			}
		})
	}
}

func TestTheWholeProjectLeavesOutGitAndCheckpoints(t *testing.T) {
	s := newSite(t, map[string]string{"a": "A", ".git/config": "no"})
	s.make(checkpoint.Request{Files: []string{"."}})
	if c := s.make(checkpoint.Request{Files: []string{"."}}); paths(c) != "a" {
		t.Errorf("holds %q", paths(c))
	}
}

func TestBytesModesLinksAndStateAreKept(t *testing.T) {
	s := newSite(t, map[string]string{"run.sh": "#!", "checkpoint.json": "mine", "checkpoint.json~1": "mine too", "CHECKPOINT.JSON~2": "x", "bin": "\x00\xff\r\n"})
	if err := os.Chmod(s.path("run.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/nowhere/else", s.path("ln")); err != nil {
		t.Skip(err)
	}
	state := "{\"id\": 42,\r\n  \"n\": 1.50, \"t\": \"<&>\", \"files_affected\": [\"*\"]}"
	c := s.make(checkpoint.Request{Task: s.of("42", state), Description: "why"})
	if string(c.TaskState) != state {
		t.Errorf("the task's state is %q", c.TaskState)
	}
	if c.Type != checkpoint.PreExecution || c.TaskID != "42" || c.Description != "why" || c.Timestamp != "2026-01-13T15:00:00Z" {
		t.Errorf("the head is %q %q %q %q", c.Type, c.TaskID, c.Description, c.Timestamp)
	}
	backups := map[string]bool{}
	for _, f := range c.Files {
		if f.Path == "ln" {
			if f.Symlink != "/nowhere/else" || f.BackupPath != "" {
				t.Errorf("the link is %+v", f)
			}
			continue
		}
		b, err := c.Content(f).Source.Open(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		b.Close()
		if name := strings.ToLower(f.BackupPath); backups[name] || strings.HasSuffix(name, "/checkpoint.json") {
			t.Errorf("the backup of %q lies at %q", f.Path, f.BackupPath)
		} else {
			backups[name] = true
		}
		if want := map[bool]string{true: "0755", false: "0644"}[f.Path == "run.sh"]; f.Mode != want || f.Size == nil {
			t.Errorf("%q has mode %q, size %v", f.Path, f.Mode, f.Size)
		}
	}
	if len(backups) != 5 {
		t.Errorf("%d backups", len(backups))
	}
	if wrong := s.Verify(context.Background(), c, c.Files); len(wrong) != 0 {
		t.Error(wrong)
	}
}

func TestNumbersAreNeverUsedAgain(t *testing.T) {
	s := newSite(t, map[string]string{"a": "A"})
	r := checkpoint.Request{Task: s.of("7", `{"files_affected":["a"],"checkpoints":["chk-7-3","chk-8-90"]}`)}
	if c := s.make(r); c.ID != "chk-7-4" {
		t.Errorf("made %s after chk-7-3 of the task's list", c.ID)
	}
	disk.Folder(t, s.path(checkpoint.Dir+"/chk-7-0009"))
	if c := s.make(r); c.ID != "chk-7-10" {
		t.Errorf("made %s after a folder chk-7-0009", c.ID)
	}
	if err := os.RemoveAll(s.path(checkpoint.Dir)); err != nil {
		t.Fatal(err)
	}
	if c := s.make(r); c.ID != "chk-7-11" {
		t.Errorf("made %s after all were removed", c.ID)
	}
	if c := s.make(checkpoint.Request{Files: []string{"a"}}); c.ID != "chk-manual-1" || c.Type != checkpoint.Manual {
		t.Errorf("made %s of type %s without a task", c.ID, c.Type)
	}
}

func TestManyAtOnceGetNumbersOfTheirOwn(t *testing.T) {
	s := newSite(t, map[string]string{"a": "A"})
	r := checkpoint.Request{Task: s.of("7", `{"files_affected":["a"]}`)}
	var wg sync.WaitGroup
	ids := make([]string, 16)
	for i := range ids {
		wg.Go(func() {
			c, err := s.Create(context.Background(), r)
			if err != nil {
				t.Error(err)
			}
			ids[i] = c.ID
		})
	}
	wg.Wait()
	slices.Sort(ids)
	if n := len(slices.Compact(ids)); n != 16 {
		t.Errorf("%d different ids of 16", n)
	}
	all, broken, err := s.List("7")
	if err != nil || len(broken) > 0 || len(all) != 16 {
		t.Errorf("%d checkpoints, %v, %v", len(all), broken, err)
	}
}

func TestEqualBackupsAreOneFile(t *testing.T) {
	s := newSite(t, map[string]string{"a": "same", "b": "other"})
	s.clock = time.Now().Add(time.Hour) // so that what stands still is remembered
	same := func(x, y checkpoint.Checkpoint, rel string) bool {
		one, err := os.Stat(s.path(checkpoint.Dir + "/" + x.ID + "/" + rel))
		if err != nil {
			t.Fatal(err)
		}
		two, err := os.Stat(s.path(checkpoint.Dir + "/" + y.ID + "/" + rel))
		if err != nil {
			t.Fatal(err)
		}
		return os.SameFile(one, two)
	}
	first := s.make(checkpoint.Request{Files: []string{"a", "b"}})
	s.write("b", "OTHER")
	second := s.make(checkpoint.Request{Task: s.of("1", `{}`), Files: []string{"a", "b"}})
	if !same(first, second, "a") || same(first, second, "b") {
		t.Error("equal bytes are stored twice, or different ones once")
	}
	// A damaged backup serves nobody again, not even where the file is known
	// not to have changed.
	damaged := s.path(checkpoint.Dir + "/" + second.ID + "/a")
	disk.Write(t, damaged, "SAME")
	third := s.make(checkpoint.Request{Files: []string{"a"}})
	if same(second, third, "a") {
		t.Error("a damaged backup was linked")
	}
	if wrong := s.Verify(context.Background(), third, third.Files); len(wrong) > 0 {
		t.Error(wrong)
	}
	if wrong := s.Verify(context.Background(), second, second.Files); len(wrong) != 1 || wrong["a"] == nil {
		t.Errorf("the damage is told as %v", wrong)
	}
}

func TestAChangeOfEqualSizeAndTimeIsSeen(t *testing.T) {
	s := newSite(t, map[string]string{"a": "one"})
	long := time.Now().Add(-time.Hour)
	s.clock = time.Now().Add(time.Hour)
	if err := os.Chtimes(s.path("a"), long, long); err != nil {
		t.Fatal(err)
	}
	s.make(checkpoint.Request{Files: []string{"a"}})
	s.write("a", "two")
	if err := os.Chtimes(s.path("a"), long, long); err != nil {
		t.Fatal(err)
	}
	c := s.make(checkpoint.Request{Files: []string{"a"}})
	if c.Files[0].Hash != machine.Sum([]byte("two")) {
		t.Error("the earlier bytes were taken for the file's")
	}
	if wrong := s.Verify(context.Background(), c, c.Files); len(wrong) > 0 {
		t.Error(wrong)
	}
}

func TestLargeFilesAreTheirHashUnlessNamed(t *testing.T) {
	s := newSite(t, map[string]string{"big": strings.Repeat("x", checkpoint.MaxBackup+1), "small": "s"})
	c := s.make(checkpoint.Request{Task: s.of("1", `{"files_affected":["."]}`)})
	if f := c.Files[0]; f.Path != "big" || f.BackupPath != "" || len(f.Hash) != 64 || !warnedOf(c, `"big"`, "10 MB") {
		t.Errorf("the large file is %+v, warned %q", f, c.Notes)
	}
	c = s.make(checkpoint.Request{Files: []string{"big"}})
	if f := c.Files[0]; f.BackupPath == "" {
		t.Errorf("the named large file is %+v", f)
	}
}

func TestWhatMayNotBeCapturedIsRefusedByName(t *testing.T) {
	s := newSite(t, map[string]string{"src/a": "A", ".git/hooks/x": "no"})
	outside := t.TempDir()
	for target, at := range map[string]string{outside: "out", ".git/hooks": "hooks", "src": "in"} {
		if err := os.Symlink(target, s.path(at)); err != nil {
			t.Skip(err)
		}
	}
	bad := []string{"/etc/passwd", "../x", "out/x", "hooks/x", ".git/config", "a/.GIT./b", ".claude/checkpoints/chk-1-1/a", "bad\xffname", "nul\x00"}
	_, err := s.Create(context.Background(), checkpoint.Request{Files: append(bad, "src/a")})
	var invalid *fault.Error
	if !errors.As(err, &invalid) || len(invalid.Faults) != len(bad) {
		t.Fatalf("%d faults, want %d: %v", len(invalid.Faults), len(bad), err)
	}
	if _, err := os.Lstat(s.path(checkpoint.Dir)); err == nil {
		t.Error("a refused checkpoint left something behind")
	}
	list, _ := json.Marshal(bad[:6])
	c := s.make(checkpoint.Request{Task: s.of("1", `{"files_affected":["in/a","in",`+string(list[1:])+`}`)})
	if paths(c) != "in src/a" {
		t.Errorf("holds %q", paths(c))
	}
	for _, name := range bad[:6] {
		if !warnedOf(c, fmt.Sprintf("%q", name), "refused") {
			t.Errorf("%q was not named: %q", name, c.Notes)
		}
	}
}

func TestTheFolderOfCheckpointsIsTheUsersAlone(t *testing.T) {
	s := newSite(t, map[string]string{"a": "A"})
	s.make(checkpoint.Request{Files: []string{"a"}})
	if info, err := os.Stat(s.path(checkpoint.Dir)); err != nil || os.PathSeparator == '/' && info.Mode().Perm() != 0o700 {
		t.Errorf("made with %v, %v", info.Mode(), err)
	}
	if b, _ := os.ReadFile(s.path(checkpoint.Dir + "/.gitignore")); string(b) != "*\n" {
		t.Errorf(".gitignore holds %q", b)
	}
	if err := os.Remove(s.path(checkpoint.Dir + "/.gitignore")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(s.path(checkpoint.Dir), 0o755); err != nil {
		t.Fatal(err)
	}
	s.make(checkpoint.Request{Files: []string{"a"}})
	if info, err := os.Stat(s.path(checkpoint.Dir)); err != nil || os.PathSeparator == '/' && info.Mode().Perm() != 0o700 {
		t.Errorf("an existing folder has %v, %v", info.Mode(), err)
	}
	if b, _ := os.ReadFile(s.path(checkpoint.Dir + "/.gitignore")); string(b) != "*\n" {
		t.Errorf("an existing folder has a .gitignore of %q", b)
	}
}

func TestCoverLooksOnlyAtWhatWasMadeHere(t *testing.T) {
	s := newSite(t, map[string]string{"a": "A"})
	c := s.make(checkpoint.Request{Files: []string{"a"}})
	cloned := "chk-manual-7" // its number was not given here, so that not even the ledger is asked
	s.write(checkpoint.Dir+"/"+cloned+"/checkpoint.json", string(c.Raw))
	s.write(checkpoint.Dir+"/.gitignore", "!*\n")
	s.write(checkpoint.Dir+"/"+c.ID+"/.gitignore", "!*\n")
	if err := s.Cover(); err != nil {
		t.Fatal(err)
	}
	if b, _ := os.ReadFile(s.path(checkpoint.Dir + "/" + c.ID + "/.gitignore")); string(b) != "*\n" {
		t.Errorf("one made here has a .gitignore of %q", b)
	}
	if _, err := os.Lstat(s.path(checkpoint.Dir + "/" + cloned + "/.gitignore")); err == nil {
		t.Error("one that came with a clone was read")
	}
}

func TestAFolderThatIsALinkIsNotFollowed(t *testing.T) {
	for _, at := range []string{".claude", checkpoint.Dir} {
		s := newSite(t, map[string]string{"a": "A"})
		outside := t.TempDir()
		disk.Folder(t, filepath.Dir(s.path(at)))
		if err := os.Symlink(outside, s.path(at)); err != nil {
			t.Skip(err)
		}
		if c, err := s.Create(context.Background(), checkpoint.Request{Files: []string{"a"}}); err != nil || c.Elsewhere == "" {
			t.Errorf("%s linked out: %q, %v", at, c.Elsewhere, err)
		}
		if entries, _ := os.ReadDir(outside); len(entries) > 0 {
			t.Errorf("written outside: %v", entries)
		}
	}
}

func TestAddedFilesAreAppendedAndNothingElseChanges(t *testing.T) {
	s := newSite(t, map[string]string{"a": "A"})
	c := s.make(checkpoint.Request{Task: s.of("1", `{"x": [1,  2]}`), Files: []string{"a"}})
	ctx := context.Background()
	for _, rel := range []string{"late", "new", "a", "late"} {
		earlier := text("before")
		if rel == "new" {
			earlier = snapshot.Content{}
		}
		if _, err := s.AddFile(ctx, c, rel, earlier); err != nil {
			t.Fatal(err)
		}
	}
	after, err := s.Load(c.ID)
	if err != nil || paths(after) != "a late -new" || !after.Ours {
		t.Fatalf("holds %q, ours %t, %v", paths(after), after.Ours, err)
	}
	if after.Files[0].Hash != c.Files[0].Hash || string(after.TaskState) != `{"x": [1,  2]}` {
		t.Error("what was there has changed")
	}
	if wrong := s.Verify(ctx, after, after.Files); len(wrong) > 0 {
		t.Error(wrong)
	}
	if _, err := s.AddFile(ctx, c, ".git/config", text("x")); err == nil {
		t.Error("a file of git was added")
	}
	c.ID = "chk-1-9"
	if _, err := s.AddFile(ctx, c, "x", text("x")); !errors.Is(err, checkpoint.ErrNotFound) {
		t.Errorf("added to nothing: %v", err)
	}
}

func TestManyAddAtOnce(t *testing.T) {
	s := newSite(t, nil)
	c := s.make(checkpoint.Request{Task: s.of("1", `{}`)})
	var wg sync.WaitGroup
	for i := range 16 {
		wg.Go(func() {
			if _, err := s.AddFile(context.Background(), c, fmt.Sprintf("f%d", i), text("x")); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if after, err := s.Load(c.ID); err != nil || len(after.Files) != 16 {
		t.Errorf("%d files, %v", len(after.Files), err)
	}
}

func TestWithoutAMachineFolderACheckpointIsMadeAndSaid(t *testing.T) {
	s := newSite(t, map[string]string{"a": "A", "blocked": "a file where the machine folder would be"})
	s.Machine = machine.Folder{Path: s.path("blocked/holdfast")}
	for _, want := range []string{"chk-manual-1", "chk-manual-2"} {
		c, err := s.Create(context.Background(), checkpoint.Request{Files: []string{"a"}})
		if err != nil || c.ID != want || c.Ours || !warnedOf(c, "machine folder") {
			t.Errorf("made %q, ours %t, warned %q, %v", c.ID, c.Ours, c.Notes, err)
		}
	}
}

func TestASafetyCheckpointTakesExactlyItsFiles(t *testing.T) {
	s := newSite(t, map[string]string{"a": "A", "*": "star", "dir/x": "X", "big": strings.Repeat("x", checkpoint.MaxBackup+1)})
	c := s.make(checkpoint.Request{
		Task: s.of("1", `{"files_affected":["a"]}`), Type: checkpoint.PreRollback, Rollback: &checkpoint.Rollback{}, Files: []string{"*", "big", "gone", "dir/x/y"},
	})
	if paths(c) != "* big -dir/x/y -gone" || c.Files[1].BackupPath == "" || c.Type != checkpoint.PreRollback {
		t.Errorf("holds %q of type %s", paths(c), c.Type)
	}
}

func TestAnEndedContextLeavesNothing(t *testing.T) {
	s := newSite(t, map[string]string{"a": "A"})
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Create(ctx, checkpoint.Request{Files: []string{"a"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("ended with %v", err)
	}
	entries, _ := os.ReadDir(s.path(checkpoint.Dir))
	for _, e := range entries {
		if strings.HasPrefix(e.Name(), "chk-") || durable.Temp(e.Name()) {
			t.Errorf("left behind: %s", e.Name())
		}
	}
}
