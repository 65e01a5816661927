//go:build !windows

package platform_test

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"holdfast/lib/platform"
	"holdfast/testscripts/disk"
)

func shell(script string, args ...string) platform.Command {
	return platform.Command{
		Path: "/bin/sh", Args: append([]string{"-c", script, "sh"}, args...), Env: []string{"PATH=/usr/bin:/bin"},
	}
}

func TestRunPassesArgumentsFolderEnvironmentAndInput(t *testing.T) {
	dir := disk.Temp(t)
	t.Setenv("HOLDFAST_TEST_LEAK", "leaked")
	c := shell(`pwd; cat; echo "$1|$KEY|$HOLDFAST_TEST_LEAK"`, "a b\n'")
	c.Dir, c.Stdin, c.Env = dir, strings.NewReader("input\n"), append(c.Env, "KEY=value")
	out, err := platform.Run(t.Context(), c)
	if want := dir + "\ninput\na b\n'|value|\n"; err != nil || string(out) != want {
		t.Errorf("got %q, %v, want %q", out, err, want)
	}
	c.Env = nil
	c.Args = []string{"-c", `echo "<$HOLDFAST_TEST_LEAK>"`}
	if out, err := platform.Run(t.Context(), c); err != nil || string(out) != "<>\n" {
		t.Errorf("no environment: got %q, %v", out, err)
	}
}

func TestRunReportsAFailureWithItsLastWords(t *testing.T) {
	c := shell(`echo out; i=0; while [ $i -lt 500 ]; do echo "line number $i" >&2; i=$((i+1)); done; echo "fatal: no
good" >&2; exit 3`)
	out, err := platform.Run(t.Context(), c)
	var exit *exec.ExitError
	if !errors.As(err, &exit) || exit.ExitCode() != 3 || string(out) != "out\n" {
		t.Fatalf("got %q, %v", out, err)
	}
	text := err.Error()
	if !strings.Contains(text, `"/bin/sh"`) || !strings.Contains(text, `fatal: no\ngood`) || strings.Contains(text, "\n") {
		t.Errorf("the error is %q", text)
	}
	if len(text) > 5<<10 || strings.Contains(text, "number 0\\n") {
		t.Errorf("the error keeps %d bytes", len(text))
	}
}

func TestRunStopsAProgramThatPrintsTooMuchAndKeepsWhatCame(t *testing.T) {
	c := shell(`while :; do echo xxxxxxxxx; done`)
	c.MaxOutput = 25
	out, err := platform.Run(t.Context(), c)
	if !errors.Is(err, platform.ErrOutputTooLarge) || string(out) != "xxxxxxxxx\nxxxxxxxxx\nxxxxx" {
		t.Errorf("got %q, %v", out, err)
	}
	c = shell(`printf 1234567890`)
	c.MaxOutput = 10
	if out, err := platform.Run(t.Context(), c); err != nil || string(out) != "1234567890" {
		t.Errorf("output of exactly the limit: got %q, %v", out, err)
	}
}

func TestRunStopsAProgramThatHasPrintedEnough(t *testing.T) {
	c := shell(`echo one; echo two; while :; do sleep 1000; done`)
	c.Enough = func(output []byte) bool { return strings.Contains(string(output), "two\n") }
	if out, err := platform.Run(t.Context(), c); err != nil || string(out) != "one\ntwo\n" {
		t.Errorf("got %q, %v", out, err)
	}
	c = shell(`echo one; exit 1`)
	c.Enough = func([]byte) bool { return false }
	if out, err := platform.Run(t.Context(), c); err == nil || string(out) != "one\n" {
		t.Errorf("never enough: got %q, %v", out, err)
	}
}

func TestRunEndsTheWholeGroupWithTheContext(t *testing.T) {
	alive := filepath.Join(t.TempDir(), "alive")
	if err := syscall.Mkfifo(alive, 0o600); err != nil {
		t.Fatal(err)
	}
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	ended := make(chan error, 1)
	go func() {
		_, err := platform.Run(ctx, shell(`( echo up; sleep 1000 ) >"$1" & wait`, alive))
		ended <- err
	}()
	pipe, err := os.Open(alive)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = pipe.Close() }()
	reader := bufio.NewReader(pipe)
	if line, err := reader.ReadString('\n'); line != "up\n" {
		t.Fatalf("the grandchild says %q, %v", line, err)
	}
	cancel(cause)
	if err := <-ended; !errors.Is(err, cause) {
		t.Errorf("got %v", err)
	}
	// The pipe has no writer left only when every grandchild has ended.
	if line, err := reader.ReadString('\n'); err == nil {
		t.Errorf("more from the grandchild: %q", line)
	}
	if _, err := platform.Run(ctx, shell(`echo no`)); !errors.Is(err, cause) {
		t.Errorf("with an ended context: got %v", err)
	}
}

func TestRunLeavesNoChildBehindAndWaitsForNone(t *testing.T) {
	alive := filepath.Join(t.TempDir(), "alive")
	if err := syscall.Mkfifo(alive, 0o600); err != nil {
		t.Fatal(err)
	}
	// Opened for reading and writing so that neither side waits for the other.
	hold, err := os.OpenFile(alive, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	out, err := platform.Run(t.Context(), shell(`sleep 1000 9>"$1" & echo done`, alive))
	if err != nil || string(out) != "done\n" {
		t.Errorf("got %q, %v", out, err)
	}
	reader, err := os.Open(alive)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = reader.Close() }()
	_ = hold.Close()
	if n, err := reader.Read(make([]byte, 1)); n != 0 || err == nil {
		t.Errorf("read %d bytes, %v", n, err)
	}
}

func TestRunDoesNotWaitForAPipeInTheHandsOfAnEscapedChild(t *testing.T) {
	if _, err := exec.LookPath("setsid"); err != nil {
		t.Skip("no setsid program")
	}
	dir := t.TempDir()
	up, end := filepath.Join(dir, "up"), filepath.Join(dir, "end")
	for _, fifo := range []string{up, end} {
		if err := syscall.Mkfifo(fifo, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	// The escaped child says that it is up, then waits until the test ends it.
	script := `setsid sh -c 'echo up >"$1"; read line <"$2"' sh "$1" "$2" & read line <"$1"; echo done`
	out, err := platform.Run(t.Context(), shell(script, up, end))
	if err != nil || string(out) != "done\n" {
		t.Errorf("got %q, %v", out, err)
	}
	writer, err := os.OpenFile(end, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	_ = writer.Close()
}

func TestRunSaysThatThereIsNoProgram(t *testing.T) {
	_, err := platform.Run(t.Context(), platform.Command{Path: filepath.Join(t.TempDir(), "none")})
	if !errors.Is(err, exec.ErrNotFound) {
		t.Errorf("got %v", err)
	}
	if _, err := platform.Run(t.Context(), platform.Command{Path: "sh"}); err == nil {
		t.Error("a relative program ran")
	}
	c := shell("echo hello")
	c.Dir = filepath.Join(t.TempDir(), "none")
	if _, err := platform.Run(t.Context(), c); err == nil || errors.Is(err, exec.ErrNotFound) {
		t.Errorf("a missing folder: got %v", err)
	}
}

func TestLookPathTrustsAbsoluteFoldersOnly(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	for path, mode := range map[string]os.FileMode{"first/tool": 0o600, "second/tool": 0o700, "third/tool": 0o700, "tool": 0o700} {
		disk.Folder(t, filepath.Dir(path))
		if err := os.WriteFile(path, nil, mode); err != nil {
			t.Fatal(err)
		}
	}
	disk.Folder(t, "folder/tool")
	abs := func(name string) string { return filepath.Join(dir, name) }
	tests := []struct{ name, tool, path, want string }{
		{"the first executable wins", "tool", abs("none") + ":" + abs("folder") + ":" + abs("first") + ":" + abs("second") + ":" + abs("third"), abs("second/tool")},
		{"relative folders are passed over", "tool", "second:.:" + abs("third"), abs("third/tool")},
		{"an empty folder is not the current one", "tool", "::", ""},
		{"an empty path finds nothing", "tool", "", ""},
		{"a path is no name", "second/tool", abs("second"), ""},
		{"an absolute path is no name", abs("second/tool"), abs("second"), ""},
		{"dots are no name", "..", abs("second"), ""},
		{"nothing is no name", "", abs("second"), ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := platform.LookPath(test.tool, test.path)
			if got != test.want || (test.want == "") != errors.Is(err, exec.ErrNotFound) {
				t.Errorf("got %q, %v, want %q", got, err, test.want)
			}
		})
	}
}
