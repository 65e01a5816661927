package rollback_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/rollback"
)

// childName is the variable that makes the test program a rollback to the
// checkpoint that it names, in the working directory.
const childName = "HOLDFAST_TEST_ROLLBACK"

func TestMain(m *testing.M) {
	if id := os.Getenv(childName); id != "" {
		os.Exit(rollBackAsChild(id))
	}
	os.Exit(m.Run())
}

func rollBackAsChild(id string) int {
	runtime.LockOSThread() // strace counts the calls of each thread
	root, err := os.Getwd()
	if err != nil {
		return 1
	}
	e := engine(root, filepath.Join(filepath.Dir(root), "machine"))
	c, err := e.Checkpoints.Load(id)
	if err != nil {
		return 2
	}
	p, err := e.Plan(context.Background(), c, rollback.Options{TaskState: true})
	if err != nil {
		return 3
	}
	if _, err := e.Run(context.Background(), p); err != nil {
		return 4
	}
	return 0
}

// changing are the system calls that change files. Making a file shows at the
// first write to it.
var changing = []string{
	"write", "pwrite64", "rename", "renameat", "renameat2", "unlink", "unlinkat", "mkdir", "mkdirat",
	"symlink", "symlinkat", "link", "linkat", "fchmod", "fchmodat", "fsync", "ftruncate",
}

func TestARollbackKilledAnywhereIsAllOrNothingAfterTheNextRun(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("strace is not installed")
	}
	if testing.Short() {
		t.Skip("some hundred rollbacks take too long for a short run")
	}
	known := counts(t, strace)
	total, killed := 0, 0
	for _, call := range changing {
		for n := 1; n <= known[call]; n++ {
			total++
			if killedAt(t, strace, call, n) {
				killed++
			}
			if t.Failed() {
				t.Fatalf("killed at %s number %d", call, n)
			}
		}
	}
	// Which thread makes a call is not quite the same each time.
	t.Logf("killed at %d of %d calls", killed, total)
	if killed < 40 || killed < total/2 {
		t.Errorf("killed at %d of %d calls only: the test looks in the wrong place", killed, total)
	}
}

// counts says how often a whole rollback makes each call.
func counts(t *testing.T, strace string) map[string]int {
	s, c, _, want := killSite(t)
	log := filepath.Join(t.TempDir(), "log")
	if err := child(s, strace, c, "-f", "-o", log, "-e", "trace="+strings.Join(known(changing), ",")); err != nil {
		t.Skipf("strace does not work here: %v", err)
	}
	if got := s.tree(); got != want {
		t.Fatalf("got\n%s\nwant\n%s", got, want)
	}
	text, err := os.ReadFile(log)
	s.check(err)
	n := map[string]int{}
	for line := range bytes.Lines(text) {
		if name, _, ok := strings.Cut(string(line), "("); ok {
			n[name[strings.LastIndex(name, " ")+1:]]++
		}
	}
	return n
}

// known leaves out, by the sign that strace gives to what may be missing.
func known(calls []string) []string {
	var all []string
	for _, c := range calls {
		all = append(all, "?"+c)
	}
	return all
}

func child(s *site, strace string, c checkpoint.Checkpoint, options ...string) error {
	self, err := os.Executable()
	s.check(err)
	cmd := exec.Command(strace, append(append([]string{"-qq"}, options...), self)...)
	cmd.Dir = s.root
	cmd.Env = append(os.Environ(), childName+"="+c.ID, "GOMAXPROCS=1")
	return cmd.Run()
}

const killTask = ".claude/tasks/task-7.json"

// taskIs says how the task stands, and how often its notes tell of a rollback.
func taskIs(s *site, status string, told int) {
	s.t.Helper()
	b, err := os.ReadFile(filepath.Join(s.root, killTask))
	s.check(err)
	if !strings.Contains(string(b), `"`+status+`"`) || strings.Count(string(b), "Rolled back to") != told {
		s.t.Errorf("the task is %s, want %s and %d notes", b, status, told)
	}
}

// killSite is a project with a change of every kind since its checkpoint, and
// how it stands, and is to stand.
func killSite(t *testing.T) (s *site, c checkpoint.Checkpoint, before, after string) {
	s = newSite(t)
	s.put("changed", "old", 0o755)
	s.put("gone/deep", "old", 0o600)
	s.link("README", "link")
	s.put("file", "old", 0o644)
	after = s.tree()
	s.put(killTask, `{"status":"Pending","notes":"begun"}`, 0o644)
	loaded, err := s.e.Tasks.Load("7")
	s.check(err)
	c, err = s.e.Checkpoints.Create(context.Background(), checkpoint.Request{
		Task: &loaded, Type: "manual", Files: []string{"changed", "gone/deep", "link", "file", "new/one"},
	})
	s.check(err)
	s.put(killTask, `{"status":"Finished","notes":"begun"}`, 0o644)
	s.put("changed", "new", 0o644)
	s.remove("gone")
	s.remove("link")
	s.put("link", "a file", 0o644)
	s.remove("file")
	s.put("file/inside", "new", 0o644)
	s.put("new/one", "new", 0o644)
	return s, c, s.tree(), after
}

// killedAt reports whether the rollback came as far as to be killed.
func killedAt(t *testing.T, strace, call string, n int) bool {
	t.Helper()
	s, c, before, after := killSite(t)
	killed := child(s, strace, c, "-f", "-o", os.DevNull, "-e", "trace="+call, "-e", "inject="+call+":signal=KILL:when="+strconv.Itoa(n))
	var ended *exec.ExitError
	if killed != nil && !errors.As(killed, &ended) {
		t.Fatal(killed)
	}
	pending, err := s.e.Pending()
	s.check(err)
	_, err = s.e.Finish(context.Background(), false, 0)
	if err != nil && !errors.Is(err, rollback.ErrNothingPending) {
		t.Errorf("the next run: %v", err)
	}
	switch got := s.tree(); {
	case got == after:
		taskIs(s, "Pending", 1)
	case got == before && !pending:
		taskIs(s, "Finished", 0)
		s.run(c, rollback.Options{TaskState: true})
		if got := s.tree(); got != after {
			t.Errorf("rolled back again, got\n%s\nwant\n%s", got, after)
		}
	default:
		t.Errorf("got\n%s\nwant\n%s\nor\n%s", got, before, after)
	}
	s.pending(false)
	noTemp(t, s.root)
	undone(t, s, before)
	return killed != nil
}

// noTemp says that nothing half written stays beside the project's files.
func noTemp(t *testing.T, root string) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Name() == ".claude" {
			return filepath.SkipDir
		}
		if durable.Temp(filepath.Base(path)) {
			t.Errorf("%s stays", path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// undone rolls back to the last safety checkpoint.
func undone(t *testing.T, s *site, before string) {
	t.Helper()
	all, faults, err := s.e.Checkpoints.List("")
	s.check(err)
	if len(faults) > 0 {
		t.Errorf("the checkpoints: %v", faults)
	}
	for _, c := range all {
		if c.Type != rollback.SafetyType {
			continue
		}
		p, err := s.e.Plan(context.Background(), c, rollback.Options{TaskState: true})
		s.check(err)
		if p.Changes() == 0 {
			continue
		}
		if _, err := s.e.Run(context.Background(), p); err != nil {
			t.Error(err)
		}
		if got := s.tree(); got != before {
			t.Errorf("undone, got\n%s\nwant\n%s", got, before)
		}
		taskIs(s, "Finished", 1)
		return
	}
	t.Error("no safety checkpoint brings back what was")
}
