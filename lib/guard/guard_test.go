package guard_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/guard"
	"holdfast/lib/hook"
	"holdfast/lib/machine"
	"holdfast/lib/project"
	"holdfast/lib/task"
	"holdfast/testscripts/disk"
)

// A yard is a project with its guard, without git.
type yard struct {
	t *testing.T
	g guard.Guard
}

func newYard(t *testing.T) *yard {
	t.Helper()
	folder := machine.Folder{Path: filepath.Join(t.TempDir(), "holdfast")}
	return &yard{t, guard.Guard{Root: t.TempDir(), Call: &hook.Call{
		Env: cli.Env{
			Stderr: io.Discard, Now: time.Now, Environ: func() []string { return nil },
			Getenv: func(name string) string { return map[string]string{"HOLDFAST_HOME": folder.Path}[name] },
		},
		Machine: folder, Program: "post-tool",
	}}}
}

// failed are the messages of what the log says failed.
func (y *yard) failed() (messages []string) {
	y.t.Helper()
	all, err := y.g.Machine.Failures(time.Time{})
	if err != nil {
		y.t.Fatal(err)
	}
	for _, f := range all {
		messages = append(messages, f.Message)
	}
	return messages
}

func (y *yard) path(rel string) string { return filepath.Join(y.g.Root, filepath.FromSlash(rel)) }

func (y *yard) put(rel, text string) {
	y.t.Helper()
	disk.Write(y.t, y.path(rel), text)
}

func (y *yard) read(rel string) string {
	y.t.Helper()
	b := disk.Read(y.t, y.path(rel))
	return string(b)
}

func (y *yard) task(id, status string) {
	y.t.Helper()
	y.put(task.PathOf(id), `{"id": "`+id+`", "status": "`+status+`", "files_affected": ["a.go"]}`)
}

const (
	// longAgo is how long a tool call took that began before all that a test does.
	longAgo = time.Hour
	// yet is that of a tool call that begins after all that a test did.
	yet = -time.Hour
)

func (y *yard) watch(took time.Duration) []string {
	y.t.Helper()
	y.g.Took, y.g.Model = took, nil
	if err := y.g.After(y.t.Context()); err != nil {
		y.t.Fatal(err)
	}
	return told(y.g.Model)
}

// told are notes as the model reads them.
func told(notes []fence.Note) []string {
	var lines []string
	for _, n := range notes {
		lines = append(lines, n.Told())
	}
	return lines
}

func (y *yard) made() []string {
	y.t.Helper()
	found, err := filepath.Glob(filepath.Join(y.g.Root, checkpoint.Dir, "chk-*"))
	if err != nil {
		y.t.Fatal(err)
	}
	for i := range found {
		found[i] = filepath.Base(found[i])
	}
	return found
}

func (y *yard) wants(ids ...string) {
	y.t.Helper()
	if got := y.made(); !slices.Equal(got, ids) {
		y.t.Errorf("there are %q, want %q", got, ids)
	}
}

func TestNoTasksLeaveNothingBehind(t *testing.T) {
	y := newYard(t)
	if lines := y.watch(longAgo); lines != nil {
		t.Errorf("it says %q", lines)
	}
	if _, err := os.Lstat(y.g.Machine.Path); err == nil {
		t.Error("the machine folder was made")
	}
}

func TestATaskThatTurnsInProgressIsCheckpointedOnce(t *testing.T) {
	y := newYard(t)
	y.put("a.go", "old\n")
	y.task("100_1", "Pending")
	y.watch(longAgo)
	y.wants()
	y.task("100_1", "in_progress")
	lines := y.watch(longAgo)
	y.wants("chk-100_1-1")
	if len(lines) != 1 || strings.Contains(lines[0], "\n") || !strings.Contains(lines[0], "`holdfast rollback chk-100_1-1 --root ") {
		t.Errorf("it says %q", lines)
	}
	if got := y.read(task.PathOf("100_1")); !strings.Contains(got, "\"checkpoints\": [\n    \"chk-100_1-1\"\n  ]\n}") {
		t.Errorf("the task is %q", got)
	}
	if got := y.read(checkpoint.Dir + "/chk-100_1-1/a.go"); got != "old\n" {
		t.Errorf("the backup is %q", got)
	}
	for range 3 {
		if lines := y.watch(longAgo); lines != nil {
			t.Errorf("it says %q", lines)
		}
	}
	y.task("100_1", "In Progress")
	y.watch(longAgo)
	y.wants("chk-100_1-1")
	y.task("100_1", "Blocked")
	y.watch(longAgo)
	y.task("100_1", "In Progress")
	y.watch(longAgo)
	y.wants("chk-100_1-1", "chk-100_1-2")
	if len(y.failed()) > 0 {
		t.Errorf("failures: %v", y.failed())
	}
}

func TestAtFirstSightOnlyWhatJustChangedHasTurned(t *testing.T) {
	y := newYard(t)
	y.task("1", "In Progress")
	if lines := y.watch(yet); lines != nil {
		t.Errorf("it says %q", lines)
	}
	y.wants()
	y.watch(longAgo)
	y.wants()

	z := newYard(t)
	z.task("1", "In Progress")
	z.task("2", "Pending")
	z.watch(longAgo)
	z.wants("chk-1-1")
}

func TestATaskThatIsNewAndInProgressHasTurned(t *testing.T) {
	y := newYard(t)
	y.task("1", "Pending")
	y.watch(yet)
	y.task("200.1", "In Progress")
	y.watch(yet)
	y.wants("chk-200.1-1")
}

func TestATornFileIsLookedAtAgain(t *testing.T) {
	y := newYard(t)
	y.task("1", "Pending")
	y.watch(yet)
	const torn = `{"id": "1", "status": "In Pro`
	y.put(task.PathOf("1"), torn)
	if lines := y.watch(yet); lines != nil || y.read(task.PathOf("1")) != torn {
		t.Errorf("it says %q, the file is %q", lines, y.read(task.PathOf("1")))
	}
	y.wants()
	y.task("1", "In Progress")
	y.watch(yet)
	y.wants("chk-1-1")
}

// later is when nothing that the test wrote is too fresh to be trusted.
func later() time.Time { return time.Now().Add(time.Hour) }

func TestAFileOfTheSameSizeAndTimeIsNoticed(t *testing.T) {
	for name, change := range map[string]func(y *yard, rel, text string){
		"moved over the old one": func(y *yard, rel, text string) {
			y.put("x", text)
			if err := os.Rename(y.path("x"), y.path(rel)); err != nil {
				t.Fatal(err)
			}
		},
		"written in place": func(y *yard, rel, text string) { y.put(rel, text) },
	} {
		t.Run(name, func(t *testing.T) {
			y := newYard(t)
			y.g.Now = later
			at := time.Now().Add(-time.Hour)
			rel := task.PathOf("1")
			old := func() {
				if err := os.Chtimes(y.path(rel), at, at); err != nil {
					t.Fatal(err)
				}
			}
			y.put(rel, `{"status": "In Prog..."}`)
			old()
			y.watch(yet)
			change(y, rel, `{"status":"In Progress"}`)
			old()
			y.watch(yet)
			y.wants("chk-1-1")
		})
	}
}

func TestAFileThatChangedAsItWasReadIsReadAgain(t *testing.T) {
	y := newYard(t)
	y.task("1", "In Progress")
	y.watch(yet)
	b, err := os.ReadFile(statePath(y))
	if err != nil || !strings.HasPrefix(string(b), `{"Settled":"",`) || strings.Count(string(b), `"covered"`) != 1 {
		t.Fatalf("%q, %v", b, err)
	}
	// As if it had been read before its last change of the same moment.
	disk.Write(t, statePath(y), strings.Replace(string(b), `"covered"`, `"resting"`, 1))
	y.watch(yet)
	y.wants("chk-1-1")
	y.g.Now = later
	y.watch(yet)
	if b, err := os.ReadFile(statePath(y)); err != nil || strings.Contains(string(b), `"Settled":""`) {
		t.Errorf("an hour later it is still not trusted: %q, %v", b, err)
	}
}

// watchAtOnce lets many hooks look at once, and counts the lines for the model.
func (y *yard) watchAtOnce(many int) (said int) {
	var done sync.WaitGroup
	var mu sync.Mutex
	for range many {
		done.Go(func() {
			g := y.g
			g.Model = nil
			err := g.After(y.t.Context())
			mu.Lock()
			defer mu.Unlock()
			said += len(g.Model)
			if err != nil {
				y.t.Error(err)
			}
		})
	}
	done.Wait()
	return said
}

func TestManyHooksAtOnceDoubleNothing(t *testing.T) {
	y := newYard(t)
	for i := range 8 {
		y.task(fmt.Sprint(i), "Pending")
	}
	y.watch(yet)
	for i := range 8 {
		y.task(fmt.Sprint(i), "In Progress")
	}
	said := y.watchAtOnce(32)
	if len(y.made()) != 8 || said != 8 {
		t.Errorf("%d lines, %q", said, y.made())
	}
	for i := range 8 {
		if got := y.read(task.PathOf(fmt.Sprint(i))); strings.Count(got, "chk-") != 1 {
			t.Errorf("task %d is %q", i, got)
		}
	}
}

func TestAFailedCheckpointIsNotTriedAgainUntilTheTasksFileChanges(t *testing.T) {
	y := newYard(t)
	y.put(".claude/checkpoints", "a file in the way")
	y.task("1", "Pending")
	y.watch(yet)
	occupied := filepath.Join(y.g.Machine.Project(project.Hash(y.g.Root)), "checkpoints")
	disk.Write(t, occupied, "")
	y.task("1", "In Progress")
	lines := y.watch(yet)
	if len(lines) != 1 || !strings.Contains(lines[0], "`holdfast files checkpoint 1 --root ") {
		t.Errorf("it says %q", lines)
	}
	if len(y.failed()) != 1 || !strings.Contains(y.failed()[0], "holdfast files checkpoint 1") {
		t.Fatalf("failures: %v", y.failed())
	}
	y.watch(yet)
	y.watch(yet)
	if len(y.failed()) != 1 {
		t.Fatalf("failures: %v", y.failed())
	}
	if err := errors.Join(os.Remove(y.path(".claude/checkpoints")), os.Remove(occupied)); err != nil {
		t.Fatal(err)
	}
	y.watch(yet)
	y.wants()
	y.task("1", "In  Progress")
	y.task("1", "In Progress")
	y.watch(yet)
	y.wants("chk-1-1")
}

func statePath(y *yard) string {
	return filepath.Join(y.g.Machine.Project(project.Hash(y.g.Root)), "tasks")
}

func TestAClaimOfADeadHookIsTakenUp(t *testing.T) {
	y := newYard(t)
	y.g.Now = later
	y.task("1", "Pending")
	y.task("2", "Pending")
	y.watch(yet)
	y.task("1", "In Progress")
	y.task("2", "In Progress")
	y.watch(yet)
	y.wants("chk-1-1", "chk-2-1")
	y.watch(yet) // sees what it wrote itself
	// As if the hook had died before it entered the first, and had not even made
	// the second.
	b := disk.Read(t, statePath(y))
	claimed := fmt.Sprintf(`"Phase":"claimed","Since":%q,"Checkpoint":""`, later().Add(-time.Minute).Format(time.RFC3339Nano))
	text := regexp.MustCompile(`"Phase":"covered","Since":"[^"]*","Checkpoint":"chk-[12]-1"`).ReplaceAllString(string(b), claimed)
	text = regexp.MustCompile(`"Settled":"[^"]*"`).ReplaceAllString(text, `"Settled":""`)
	if strings.Count(text, claimed) != 2 {
		t.Fatalf("the state is %q", b)
	}
	disk.Write(t, statePath(y), text)
	if err := os.RemoveAll(y.path(checkpoint.Dir + "/chk-2-1")); err != nil {
		t.Fatal(err)
	}
	said := y.watchAtOnce(16)
	if said != 1 {
		t.Errorf("%d lines, want that of the second", said)
	}
	y.wants("chk-1-1", "chk-2-2")
}

func TestADamagedStateIsAFirstSight(t *testing.T) {
	for _, damage := range []string{"", "tasks 2\n", "x", "tasks 2\n. 1 2 3 4 false resting 0 \n../../x 1 2 3 4 false covered 0 \n", "tasks 2\n. 1 2 3 4", "tasks 1\n", "tasks 2\n\x00\n"} {
		y := newYard(t)
		y.task("1", "In Progress")
		y.watch(yet)
		disk.Write(t, statePath(y), damage)
		if lines := y.watch(yet); lines != nil || len(y.made()) > 0 {
			t.Errorf("after %q it says %q", damage, lines)
		}
		y.task("1", "Pending")
		y.watch(yet)
		y.task("1", "In Progress")
		y.watch(yet)
		y.wants("chk-1-1")
	}
}

func TestAQuietFolderCostsNoWrite(t *testing.T) {
	y := newYard(t)
	y.task("1", "In Progress")
	// Seen from an hour on, nothing is too fresh to be trusted.
	y.g.Now = later
	y.watch(yet)
	before, err := os.Lstat(statePath(y))
	if err != nil {
		t.Fatal(err)
	}
	y.g.Getenv = nil // asking for git would panic
	lock := statePath(y) + ".lock"
	if err := os.Remove(lock); err != nil {
		t.Fatal(err)
	}
	y.watch(yet)
	after, err := os.Lstat(statePath(y))
	if err != nil || !os.SameFile(before, after) || !before.ModTime().Equal(after.ModTime()) {
		t.Error("the state was written")
	}
	if _, err := os.Lstat(lock); err == nil {
		t.Error("the lock was taken")
	}
}

func TestALinkedFolderIsNotWatched(t *testing.T) {
	y, other := newYard(t), newYard(t)
	other.task("1", "In Progress")
	if err := os.Symlink(other.path(".claude"), y.path(".claude")); err != nil {
		t.Skip(err)
	}
	y.watch(longAgo)
	y.wants()
	if got := other.read(task.PathOf("1")); strings.Contains(got, "chk-") {
		t.Errorf("the other's task is %q", got)
	}
}

func TestWithoutAMachineFolderTheHookSaysSo(t *testing.T) {
	y := newYard(t)
	disk.Write(t, y.g.Machine.Path, "in the way")
	y.task("1", "In Progress")
	if err := y.g.After(t.Context()); err == nil || errors.Is(err, os.ErrNotExist) {
		t.Errorf("the error is %v", err)
	}
}

func TestATurnForWhichTimeRanOutIsTheNextCalls(t *testing.T) {
	y := newYard(t)
	y.task("1", "Pending")
	y.task("2", "Pending")
	y.watch(yet)
	y.task("1", "In Progress")
	y.task("2", "In Progress")
	ctx, cancel := context.WithCancel(t.Context())
	asked, getenv := 0, y.g.Getenv
	y.g.Getenv = func(name string) string { // for git, once a checkpoint
		if name != "PATH" {
			return getenv(name)
		}
		if asked++; asked == 2 {
			cancel()
		}
		return ""
	}
	y.g.Model = nil
	if err := y.g.After(ctx); err != nil || len(y.g.Model) != 1 {
		t.Errorf("it says %q, %v", told(y.g.Model), err)
	}
	y.wants("chk-1-1")
	if len(y.failed()) > 0 {
		t.Errorf("failures: %v", y.failed())
	}
	y.watch(yet)
	y.wants("chk-1-1", "chk-2-1")
}
