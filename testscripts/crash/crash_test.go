//go:build linux && amd64

// Package crash kills every writer of every program at each system call that
// changes a file, and fails each of those calls in turn: after a kill every
// store reads as before or as after, and the next run needs no help and cleans
// up; a failure is said, with exit code 1 (0 of a hook), and tears nothing.
//
// The tracer is our own: it counts the calls of all threads in one order, which
// strace, counting each thread's by themselves, does not.
package crash

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"holdfast/lib/durable"
	"holdfast/testscripts/disk"
	"holdfast/testscripts/release"
)

const (
	// everything is the variable that says how thoroughly: calls is a kill and one
	// of the failures in turn at each call, all is each failure at each call.
	// Without it one writer of each kind is tried, at one call: make test shows that
	// the tracer and the table work, make crash that the writers do.
	everything = "CRASH"
)

// failures are how a system call that changes a file can fail.
var failures = []syscall.Errno{syscall.ENOSPC, syscall.EIO, syscall.EACCES, syscall.EROFS}

func TestMain(m *testing.M) {
	if release.Race { // the programs are the same as without it
		return
	}
	os.Exit(release.Run("../..", m.Run))
}

func TestEveryWriterSurvivesAKillAndAFailureAtEachCall(t *testing.T) {
	if err := release.LookAtSources("../.."); err != nil {
		t.Fatal(err)
	}
	if said, err := traceable(); err != nil {
		t.Skipf("tracing is not possible here: %v %s", err, said)
	}
	for _, kind := range scenarios() {
		if os.Getenv(everything) == "" {
			kind = kind[:1]
		}
		for _, s := range kind {
			t.Run(s.name, func(t *testing.T) {
				t.Parallel()
				s.test(t)
			})
		}
	}
}

// traceable tries to trace a program.
func traceable() (string, error) {
	code, err := trace(exec.Command("/bin/true"), func(int, call) verdict { return verdict{} })
	return fmt.Sprintf("(exit code %d)", code), err
}

func (s scenario) test(t *testing.T) {
	w := newWorld(t, s)
	w.reset(t)
	before := w.read(t)
	calls, code, said := 0, 0, ""
	count := func(n int, _ call) verdict { calls = n; return verdict{} }
	if code, said = w.trace(t, count); code != 0 {
		t.Fatalf("exit code %d without any harm: %s", code, said)
	}
	after := w.read(t)
	if before == after || calls == 0 {
		t.Fatalf("%d calls changed nothing that is read:\n%s", calls, after)
	}
	w.trace(t, func(int, call) verdict { return verdict{} })
	again := w.read(t)
	for n := 1; n <= calls; n++ {
		if os.Getenv(everything) == "" && n != (calls+1)/2 {
			continue
		}
		w.killed(t, n, before, after, again)
		for i, errno := range failures {
			if os.Getenv(everything) == "all" || i == n%len(failures) {
				w.failed(t, n, errno, before, after)
			}
		}
		if t.Failed() {
			return
		}
	}
	t.Logf("%d calls", calls)
}

// killed kills the program before its nth call, and runs it again.
func (w *world) killed(t *testing.T, n int, before, after, again string) {
	t.Helper()
	w.reset(t)
	at := ""
	code, _ := w.trace(t, func(i int, c call) verdict {
		if i == n {
			at = c.name + " " + c.path
		}
		return verdict{kill: i == n}
	})
	if code != -1 {
		return // a path that this run did not take
	}
	if now := w.read(t); now != before && now != after && !w.s.between(now) {
		t.Errorf("killed at call %d, %s: reads neither as before nor as after:\n%s\n--- before:\n%s\n--- after:\n%s", n, at, now, before, after)
	}
	code, said := w.trace(t, func(int, call) verdict { return verdict{} })
	if code != 0 && !w.s.refuses[code] {
		t.Errorf("killed at call %d, %s: the next run ends with %d: %s", n, at, code, said)
	}
	if now := w.read(t); now != after && now != again {
		t.Errorf("killed at call %d, %s, and run again: reads\n%s\n--- not as after:\n%s\n--- nor as after two runs:\n%s", n, at, now, after, again)
	}
	w.clean(t, fmt.Sprintf("killed at call %d, %s, and run again", n, at))
}

// failed lets every call from the nth on fail that would change a file.
func (w *world) failed(t *testing.T, n int, errno syscall.Errno, before, after string) {
	t.Helper()
	w.reset(t)
	at := ""
	code, said := w.trace(t, func(i int, c call) verdict {
		if i < n {
			return verdict{}
		}
		if i == n {
			at = c.name + " " + c.path
		}
		return verdict{errno: errno}
	})
	what := fmt.Sprintf("%v from call %d on, %s", errno, n, at)
	now := w.read(t)
	if now != before && now != after && !w.s.between(now) {
		t.Errorf("%s: reads neither as before nor as after:\n%s\n--- before:\n%s\n--- after:\n%s", what, now, before, after)
	}
	switch {
	case w.s.hook && code != 0:
		t.Errorf("%s: the hook ends with %d: %s", what, code, said)
	case !w.s.hook && code != 0 && (code != 1 || !strings.Contains(said, "error: ")):
		t.Errorf("%s: exit code %d, which says: %s", what, code, said)
	case code == 0 && now != after && said == "":
		t.Errorf("%s: it says nothing, and reads\n%s", what, now)
	}
}

// A world is the home and the project that a scenario plays in. It is copied
// from a template to one place for each run, since stores know paths.
type world struct {
	s             scenario
	dir, template string
	env           []string
}

func newWorld(t *testing.T, s scenario) *world {
	base := disk.Temp(t)
	w := &world{s: s, dir: filepath.Join(base, "w"), template: filepath.Join(base, "template")}
	w.env = []string{"PATH=" + release.Program("") + ":" + os.Getenv("PATH"), "HOME=" + w.dir + "/home", "P=" + w.dir + "/app", "W=" + w.dir,
		"TZ=UTC", "LC_ALL=C.UTF-8", "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null"}
	for _, dir := range []string{"home", "app"} {
		disk.Folder(t, filepath.Join(w.dir, dir))
	}
	w.shell(t, "cd $P\n"+s.setup)
	if err := os.Rename(w.dir, w.template); err != nil {
		t.Fatal(err)
	}
	return w
}

// reset puts the world back as the setup left it.
func (w *world) reset(t *testing.T) {
	t.Helper()
	if err := os.RemoveAll(w.dir); err != nil {
		t.Fatal(err)
	}
	if said, err := exec.Command("cp", "-a", w.template, w.dir).CombinedOutput(); err != nil {
		t.Fatalf("copying the world: %v %s", err, said)
	}
}

// trace runs the scenario's program and returns its exit code and what it said
// on standard error.
func (w *world) trace(t *testing.T, decide func(int, call) verdict) (code int, said string) {
	t.Helper()
	program := exec.Command(release.Program(w.s.run[0]), w.expand(w.s.run[1:])...)
	program.Env, program.Dir = append(w.env, "CLAUDE_PROJECT_DIR="+w.dir+"/app"), filepath.Join(w.dir, "app")
	in := filepath.Join(filepath.Dir(w.dir), "stdin")
	disk.Write(t, in, w.expand([]string{w.s.stdin})[0])
	stdin, err := os.Open(in)
	if err != nil {
		t.Fatal(err)
	}
	defer stdin.Close()
	errors, err := os.Create(filepath.Join(filepath.Dir(w.dir), "stderr"))
	if err != nil {
		t.Fatal(err)
	}
	defer errors.Close()
	program.Stdin, program.Stderr = stdin, errors
	if code, err = trace(program, decide); err != nil {
		t.Fatalf("tracing: %v", err)
	}
	b := disk.Read(t, errors.Name())
	return code, string(b)
}

func (w *world) expand(args []string) []string {
	out := make([]string, len(args))
	for i, a := range args {
		out[i] = strings.NewReplacer("$HOME", w.dir+"/home", "$P", w.dir+"/app", "$W", w.dir).Replace(a)
	}
	return out
}

// changes are what differs from one run to the next and says nothing.
var changes = regexp.MustCompile(`\d{4}-\d\d-\d\d[T_]\d\d[-:]\d\d(:\d\d(\.\d+)?)?Z?|\d{8}[-T]\d{6}|\d+ (s|min|h) ago|just now|"(saved|updated_at|mod_time)":"[^"]*"`)

// read is what the readers say, with times masked.
func (w *world) read(t *testing.T) string {
	t.Helper()
	return changes.ReplaceAllString(w.shell(t, "cd $P\n"+w.s.read), "TIME")
}

func (w *world) shell(t *testing.T, script string) string {
	t.Helper()
	sh := exec.Command("sh", "-eu", "-c", script)
	sh.Env = w.env
	var out bytes.Buffer
	sh.Stdout, sh.Stderr = &out, &out
	if err := sh.Run(); err != nil {
		t.Fatalf("%v in\n%s\n%s", err, script, out.String())
	}
	return out.String()
}

// clean looks for what a dead writer left.
func (w *world) clean(t *testing.T, when string) {
	t.Helper()
	filepath.WalkDir(w.dir, func(path string, _ fs.DirEntry, err error) error {
		if _, aside := durable.Aside(filepath.Base(path)); err == nil && (aside || durable.Temp(filepath.Base(path))) {
			t.Errorf("%s: %q is left over", when, strings.TrimPrefix(path, w.dir))
		}
		return nil
	})
}
