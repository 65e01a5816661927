package platform

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"holdfast/lib/parallel"
)

const (
	// pipeChecks times pipeCheck is how long the pipes of a program that has
	// ended may stay open in the hands of a descendant that left the group.
	pipeChecks = 5
	pipeCheck  = 40 * time.Millisecond
)

// ErrOutputTooLarge is wrapped by the error of [Run] when the program printed more than it may.
var ErrOutputTooLarge = errors.New("too much output")

// Command is a program to run.
type Command struct {
	Path      string        // the program's absolute path, as [LookPath] finds it
	Args      []string      // its arguments, without the program's name
	Dir       string        // its working directory; empty is this process's
	Env       []string      // its whole environment, KEY=value
	Stdin     io.Reader     // nil reads as empty
	Time      time.Duration // from start to end; 0 is 4 seconds
	MaxOutput int           // bytes of standard output; 0 is 1 MiB
	// Enough, when not nil, is asked after each piece of output with all the
	// output there is; true ends the program, which is then no error.
	Enough func(output []byte) bool
}

// Run runs the program to its end and returns what it printed to standard output, with an error what had come until
// then. Nothing of it is left behind: it has a process group of its own, which is killed when the context or its time
// ends, when it prints too much, and when the program has ended. The error names the program, holds the last 4 KiB of
// its standard error, and wraps [exec.ErrNotFound], the context's cause, [ErrOutputTooLarge], or [*exec.ExitError].
func Run(ctx context.Context, c Command) ([]byte, error) {
	if !filepath.IsAbs(c.Path) {
		return nil, fmt.Errorf("running %q: the program's path is not absolute", c.Path)
	}
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(c.Time, 4*time.Second))
	defer cancel()
	runCtx, stop := context.WithCancel(ctx)
	defer stop()

	cmd := exec.CommandContext(runCtx, c.Path, c.Args...)
	cmd.Dir, cmd.Stdin = c.Dir, c.Stdin
	cmd.Env = append([]string{}, c.Env...)
	cmd.WaitDelay = pipeChecks * pipeCheck
	prepareGroup(cmd)
	cmd.Cancel = parallel.Caught(func() error { return killGroup(cmd) })

	out := &head{limit: cmp.Or(c.MaxOutput, 1<<20), enough: c.Enough, stop: stop}
	diagnostics := &tail{limit: 4 << 10}
	err := start(cmd, out, diagnostics)
	switch {
	case out.over:
		err = fmt.Errorf("%w: over %d bytes", ErrOutputTooLarge, out.limit)
	case err == nil, out.satisfied:
		return out.bytes, nil
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	case errors.Is(err, os.ErrNotExist):
		if _, missing := os.Stat(c.Path); missing != nil {
			err = exec.ErrNotFound
		}
	}
	if text := strings.TrimSpace(strings.ToValidUTF8(string(diagnostics.bytes), "?")); text != "" {
		return out.bytes, fmt.Errorf("running %q: %w: %q", c.Path, err, text)
	}
	return out.bytes, fmt.Errorf("running %q: %w", c.Path, err)
}

// head keeps the first limit bytes written to it. It calls stop once there is one more
// (over), or enough says so (satisfied).
type head struct {
	bytes           []byte
	limit           int
	enough          func([]byte) bool
	stop            func()
	over, satisfied bool
}

// Write never fails, so that the program does not end by a broken pipe before it is stopped.
func (h *head) Write(p []byte) (int, error) {
	if h.over || h.satisfied {
		return len(p), nil
	}
	room := h.limit - len(h.bytes)
	h.bytes = append(h.bytes, p[:min(room, len(p))]...)
	h.satisfied = h.enough != nil && h.enough(h.bytes)
	if h.over = !h.satisfied && len(p) > room; h.over || h.satisfied {
		h.stop()
	}
	return len(p), nil
}

// tail keeps the last limit bytes written to it.
type tail struct {
	bytes []byte
	limit int
}

func (t *tail) Write(p []byte) (int, error) {
	t.bytes = append(t.bytes, p...)
	t.bytes = t.bytes[max(len(t.bytes)-t.limit, 0):]
	return len(p), nil
}

// start runs cmd with its output going to out and diagnostics. The pipes are not exec's, so
// that what is left of the group can be killed before their end is waited for.
func start(cmd *exec.Cmd, out, diagnostics io.Writer) (err error) {
	var read, write [2]*os.File
	for i := range read {
		if read[i], write[i], err = os.Pipe(); err != nil {
			return err
		}
		defer read[i].Close()
		defer write[i].Close()
	}
	cmd.Stdout, cmd.Stderr = write[0], write[1]
	if err := cmd.Start(); err != nil {
		return err
	}
	var copied [2]<-chan error
	for i, to := range []io.Writer{out, diagnostics} {
		_ = write[i].Close() // so that the reading ends with the program
		copied[i] = parallel.Start(func() error {
			_, err := io.Copy(to, read[i])
			return err
		})
	}
	err = cmd.Wait()
	_ = killGroup(cmd)
	for i := range read {
		finish(read[i], copied[i])
	}
	// Standard input that nobody read to its end is the program's choice.
	if errors.Is(err, exec.ErrWaitDelay) {
		return nil
	}
	return err
}

// finish waits until all has been copied. Who holds the writing end for longer than a moment has left the group, and is
// not waited for. The moment is made of several, because one may pass while this process is suspended.
func finish(read *os.File, copied <-chan error) {
	for range pipeChecks {
		select {
		case <-copied:
			return
		case <-time.After(pipeCheck):
		}
	}
	_ = read.Close()
	<-copied
}

// LookPath finds the program called name, a bare file name, in the absolute folders of path, which has the form of the
// PATH variable: nothing in a project can take a program's place. The error wraps [exec.ErrNotFound].
func LookPath(name, path string) (string, error) {
	if name == "" || name == "." || name == ".." || strings.ContainsAny(name, `/\:`+"\x00") {
		return "", fmt.Errorf("looking for program %q: %w: not a bare name", name, exec.ErrNotFound)
	}
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) {
			continue
		}
		for _, file := range programNames(name) {
			program := filepath.Join(dir, file)
			if info, err := os.Stat(program); err == nil && MayRun(info) {
				return program, nil
			}
		}
	}
	return "", fmt.Errorf("looking for program %q: %w", name, exec.ErrNotFound)
}
