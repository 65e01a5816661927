package durable_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"holdfast/lib/durable"
	"holdfast/lib/platform"
	"holdfast/testscripts/disk"
)

const many = 64

// TestMain lets the test binary be another process: a writer of the path in
// the environment, which waits for its standard input to end first.
func TestMain(m *testing.M) {
	if path := os.Getenv("DURABLE_TEST_CREATE"); path != "" {
		bufio.NewReader(os.Stdin).ReadByte()
		err := durable.File(path).Create([]byte("by "+os.Getenv("DURABLE_TEST_NAME")), 0o600)
		switch {
		case err == nil:
			os.Exit(0)
		case errors.Is(err, fs.ErrExist):
			os.Exit(5)
		}
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(m.Run())
}

func inParallel(n int, do func(i int)) {
	var ready, done sync.WaitGroup
	start := make(chan struct{})
	for i := range n {
		ready.Add(1)
		done.Add(1)
		go func() {
			defer done.Done()
			ready.Done()
			<-start
			do(i)
		}()
	}
	ready.Wait()
	close(start)
	done.Wait()
}

func TestOfManyGoroutinesThatCreateOnePathOneSucceeds(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	var winners atomic.Int32
	var winner atomic.Value
	inParallel(many, func(i int) {
		err := durable.File(path).Create([]byte(strconv.Itoa(i)), 0o600)
		switch {
		case err == nil:
			winners.Add(1)
			winner.Store(strconv.Itoa(i))
		case !errors.Is(err, fs.ErrExist):
			t.Errorf("writer %d: %v", i, err)
		}
	})
	if winners.Load() != 1 {
		t.Fatalf("%d succeeded", winners.Load())
	}
	wantFile(t, path, winner.Load().(string))
	wantNames(t, dir, "f")
}

func TestOfManyProcessesThatCreateOnePathOneSucceeds(t *testing.T) {
	self, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	gate, open, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer gate.Close()
	commands := make([]*exec.Cmd, 24)
	for i := range commands {
		c := exec.Command(self)
		c.Env = append(os.Environ(), "DURABLE_TEST_CREATE="+path, "DURABLE_TEST_NAME="+strconv.Itoa(i), "GORACE=atexit_sleep_ms=10")
		c.Stdin, c.Stderr = gate, os.Stderr
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		commands[i] = c
	}
	open.Close()
	var winners []string
	for i, c := range commands {
		err := c.Wait()
		if c.ProcessState.ExitCode() == 0 {
			winners = append(winners, "by "+strconv.Itoa(i))
		} else if c.ProcessState.ExitCode() != 5 {
			t.Errorf("writer %d: %v", i, err)
		}
	}
	if len(winners) != 1 {
		t.Fatalf("succeeded: %q", winners)
	}
	wantFile(t, path, winners[0])
	wantNames(t, dir, "f")
}

func TestOfManyReplacementsOneStaysWhole(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "f")
	inParallel(many, func(i int) {
		if err := durable.File(path).Replace([]byte(strings.Repeat(strconv.Itoa(i%10), 5000)), 0o600); err != nil {
			t.Error(err)
		}
	})
	b, err := durable.Read(path, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	if len(b) != 5000 || strings.Count(string(b), string(b[:1])) != 5000 {
		t.Errorf("the file is torn: %d bytes", len(b))
	}
	wantNames(t, dir, "f")
}

func TestManyAppendersSplitNoLine(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	inParallel(many, func(i int) {
		line := fmt.Sprintf("%02d %s\n", i, strings.Repeat("x", 1000))
		if err := durable.File(path).Append([]byte(line), 0o600); err != nil {
			t.Error(err)
		}
	})
	b := disk.Read(t, path)
	seen := map[string]bool{}
	for line := range strings.Lines(string(b)) {
		if len(line) != 1004 {
			t.Errorf("a line of %d bytes", len(line))
		}
		seen[line[:2]] = true
	}
	if len(seen) != many {
		t.Errorf("%d of %d lines", len(seen), many)
	}
}

// oneAtATime lets eight hold a lock, one after the other.
func oneAtATime(t *testing.T, locked func(context.Context, func() error) error) {
	t.Helper()
	var inside atomic.Int32
	total := 0
	inParallel(8, func(int) {
		err := locked(context.Background(), func() error {
			if inside.Add(1) != 1 {
				t.Error("two hold the lock")
			}
			total++
			inside.Add(-1)
			return nil
		})
		if err != nil {
			t.Error(err)
		}
	})
	if total != 8 {
		t.Errorf("ran %d times", total)
	}
}

func TestLockedRunsOneAtATime(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	oneAtATime(t, func(ctx context.Context, do func() error) error {
		return durable.File(path).Locked(ctx, time.Minute, do)
	})
	wantMode(t, path, 0o600)
}

func TestLockedEndsWithItsContextAndReturnsWhatDoReturns(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	ran, cause := false, errors.New("own error")
	err := durable.File(path).Locked(context.Background(), 0, func() error {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		err := durable.File(path).Locked(ctx, 0, func() error { ran = true; return nil })
		if !errors.Is(err, context.Canceled) || ran {
			t.Errorf("a held lock: %v, ran %t", err, ran)
		}
		err = durable.File(path).Locked(context.Background(), time.Millisecond, func() error { ran = true; return nil })
		if !errors.Is(err, durable.ErrBusy) || ran {
			t.Errorf("after the wait for a held lock: %v, ran %t", err, ran)
		}
		return cause
	})
	if !errors.Is(err, cause) {
		t.Errorf("error %v, want that of do", err)
	}
	if err := durable.File(path).Locked(context.Background(), 0, func() error { ran = true; return nil }); err != nil || !ran {
		t.Errorf("after the holder: %v, ran %t", err, ran)
	}
	if err := durable.File(filepath.Join(path, "x")).Locked(context.Background(), 0, func() error { return nil }); err == nil {
		t.Error("a place that cannot be: no error")
	}
}

func TestAFolderIsLockedByOneAtATimeAndKeepsNoTrace(t *testing.T) {
	root := t.TempDir()
	disk.Folder(t, filepath.Join(root, "a", "b"))
	if err := os.Chmod(filepath.Join(root, "a", "b"), 0o555); err != nil {
		t.Fatal(err)
	}
	oneAtATime(t, durable.In(root, "a/b").LockedFolder)
	if entries, err := os.ReadDir(filepath.Join(root, "a", "b")); err != nil || len(entries) > 0 {
		t.Errorf("left %v, %v", entries, err)
	}
}

func TestAFolderThatWasMovedAwayIsNotTheOneThatIsLocked(t *testing.T) {
	root := t.TempDir()
	at := func(name string) string { return filepath.Join(root, name) }
	disk.Folder(t, at("run"))
	ran := make(chan error, 1)
	err := durable.In(root, "run").LockedFolder(context.Background(), func() error {
		go func() {
			ran <- durable.In(root, "run").LockedFolder(context.Background(), func() error {
				ctx, cancel := context.WithCancel(context.Background())
				cancel()
				err := durable.In(root, "run").LockedFolder(ctx, func() error { return errors.New("the new folder was free") })
				if errors.Is(err, context.Canceled) {
					return nil
				}
				return err
			})
		}()
		if err := os.Rename(at("run"), at("moved")); err != nil {
			return err
		}
		return os.Mkdir(at("run"), 0o755)
	})
	if err := errors.Join(err, <-ran); err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	if err := os.Symlink("moved", at("link")); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]error{"link": durable.ErrLink, "link/x": durable.ErrLink, "gone": fs.ErrNotExist} {
		called := false
		err := durable.In(root, name).LockedFolder(context.Background(), func() error { called = true; return nil })
		if !errors.Is(err, want) || called {
			t.Errorf("%s: %v, called %t", name, err, called)
		}
	}
}

func TestAFolderLockEndsWithItsContext(t *testing.T) {
	root, ran := t.TempDir(), false
	err := durable.In(root, ".").LockedFolder(context.Background(), func() error {
		ctx, cancel := context.WithCancel(context.Background())
		cancel()
		return durable.In(root, ".").LockedFolder(ctx, func() error { ran = true; return nil })
	})
	if !errors.Is(err, context.Canceled) || ran {
		t.Errorf("a held lock: %v, ran %t", err, ran)
	}
}

func TestSweepRemovesWhatDeadWritersLeftAndKeepsTheRest(t *testing.T) {
	dir := t.TempDir()
	dead := ".holdfast-" + strconv.Itoa(deadProcess(t)) + "-"
	reused := ".holdfast-" + strconv.Itoa(os.Getpid()) + "-ab.tmp" // its number lives, its lock is free
	for _, name := range []string{dead + "01.tmp", dead + "02.tmp", ".holdfast-x.tmp", reused, "f", ".holdfast-notes", dead + "03"} {
		disk.Write(t, filepath.Join(dir, name), "x")
	}
	disk.Folder(t, filepath.Join(dir, dead+"04.tmp"))
	locked := filepath.Join(dir, dead+"05.tmp")
	disk.Write(t, locked, "written in another container")
	f, err := os.OpenFile(locked, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if held, err := platform.TryLock(f); err != nil || !held {
		t.Fatal(held, err)
	}
	durable.In(dir, ".").Sweep()
	for _, name := range []string{"f", ".holdfast-notes", dead + "03", dead + "04.tmp", dead + "05.tmp"} {
		if _, err := os.Lstat(filepath.Join(dir, name)); err != nil {
			t.Errorf("%q is gone", name)
		}
	}
	for _, name := range []string{dead + "01.tmp", dead + "02.tmp", ".holdfast-x.tmp", reused} {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			t.Errorf("%q is left", name)
		}
	}
	durable.In(filepath.Join(dir, "missing"), ".").Sweep() // must not fail
}

func TestAWriterSweepsOnceWhenItTakesItsLock(t *testing.T) {
	dead := ".holdfast-" + strconv.Itoa(deadProcess(t)) + "-01.tmp"
	for name, lock := range map[string]func(dir string, do func() error) error{
		"a lock file": func(dir string, do func() error) error {
			return durable.File(filepath.Join(dir, "lock")).Locked(context.Background(), 0, do)
		},
		"the folder": func(dir string, do func() error) error {
			return durable.In(dir, ".").LockedFolder(context.Background(), do)
		},
	} {
		dir := t.TempDir()
		disk.Write(t, filepath.Join(dir, dead), "half a f")
		err := lock(dir, func() error {
			if _, err := os.Lstat(filepath.Join(dir, dead)); !errors.Is(err, fs.ErrNotExist) {
				t.Errorf("%s: not swept: %v", name, err)
			}
			disk.Write(t, filepath.Join(dir, dead), "of another writer")
			if err := durable.File(filepath.Join(dir, "f")).Create([]byte("x"), 0o600); err != nil {
				return err
			}
			_, err := os.Lstat(filepath.Join(dir, dead))
			return err // a write does not list its folder
		})
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestTempKnowsItsOwnNamesOnly(t *testing.T) {
	for name, want := range map[string]bool{
		".holdfast-1-ab.tmp": true, ".holdfast-": false, ".holdfast-1.yaml": false, "holdfast-1.tmp": false, "a.tmp": false, "": false,
	} {
		if durable.Temp(name) != want {
			t.Errorf("Temp(%q) is %t", name, !want)
		}
	}
}

// deadProcess is the id of a process that has ended.
func deadProcess(t *testing.T) int {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Skip(err)
	}
	c := exec.Command(self, "-test.run=^$")
	c.Env = append(os.Environ(), "GORACE=atexit_sleep_ms=10")
	if err := c.Run(); err != nil {
		t.Fatal(err)
	}
	return c.Process.Pid
}
