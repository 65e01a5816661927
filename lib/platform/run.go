package platform

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const (
	// defaultTime is how long a Command without Time may run.
	defaultTime = 4 * time.Second
	// defaultMaxOutput is what a Command without MaxOutput may print, in bytes.
	defaultMaxOutput = 1 << 20
	// maxErrorText is how much of standard error's end is kept, in bytes.
	maxErrorText = 4 << 10
	// pipeChecks times pipeCheck is how long the pipes of a program that has
	// ended may stay open in the hands of a descendant that left the group.
	pipeChecks = 5
	pipeCheck  = 40 * time.Millisecond
)

// ErrOutputTooLarge is wrapped by the error of [Run] when the program printed
// more than it may.
var ErrOutputTooLarge = errors.New("too much output")

// errRelative refuses a program whose place depends on the working directory.
var errRelative = errors.New("the program's path is not absolute")

// Command is a program to run.
type Command struct {
	Path      string        // the program's absolute path, as [LookPath] finds it
	Args      []string      // its arguments, without the program's name
	Dir       string        // its working directory; empty is this process's
	Env       []string      // its whole environment, KEY=value
	Stdin     io.Reader     // nil reads as empty
	Time      time.Duration // from start to end; 0 is [defaultTime]
	MaxOutput int           // bytes of standard output; 0 is [defaultMaxOutput]
	// Enough, when not nil, is asked after each piece of output with all the
	// output there is; true ends the program, which is then no error.
	Enough func(output []byte) bool
}

// Run starts the program, waits for its end and returns what it printed to
// standard output. The error names the program and holds the last 4 KiB of its
// standard error. It wraps [exec.ErrNotFound] if the program does not exist, the
// context's cause when that ended the program, [ErrOutputTooLarge], or
// [*exec.ExitError] for a status other than 0; with an error, the output is
// what had come until then.
func Run(ctx context.Context, c Command) ([]byte, error) {
	if !filepath.IsAbs(c.Path) {
		return nil, fmt.Errorf("running %q: %w", c.Path, errRelative)
	}
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("running %q: %w", c.Path, context.Cause(ctx))
	}
	limit := c.MaxOutput
	if limit <= 0 {
		limit = defaultMaxOutput
	}
	allowed := c.Time
	if allowed <= 0 {
		allowed = defaultTime
	}
	ctx, cancel := context.WithTimeout(ctx, allowed)
	defer cancel()
	runCtx, stop := context.WithCancelCause(ctx)
	defer stop(nil)

	cmd := exec.CommandContext(runCtx, c.Path, c.Args...)
	cmd.Dir = c.Dir
	cmd.Env = append([]string{}, c.Env...)
	cmd.Stdin = c.Stdin
	cmd.WaitDelay = pipeChecks * pipeCheck
	prepareGroup(cmd)
	cmd.Cancel = func() error { return killGroup(cmd) }

	out := &head{limit: limit, enough: c.Enough, stop: func() { stop(nil) }}
	diagnostics := &tail{limit: maxErrorText}
	err := start(cmd, out, diagnostics)
	if err == nil && !out.over || out.satisfied {
		return out.bytes, nil
	}
	switch {
	case out.over:
		err = fmt.Errorf("%w: over %d bytes", ErrOutputTooLarge, limit)
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	case errors.Is(err, os.ErrNotExist) && !exists(c.Path):
		err = exec.ErrNotFound
	}
	if text := strings.TrimSpace(strings.ToValidUTF8(string(diagnostics.bytes), "?")); text != "" {
		return out.bytes, fmt.Errorf("running %q: %w: %q", c.Path, err, text)
	}
	return out.bytes, fmt.Errorf("running %q: %w", c.Path, err)
}

// start runs cmd with its output going to out and diagnostics. The pipes are
// its own, not exec's, so that it can kill what is left of the group between
// the program's end and the wait for the pipes' end.
func start(cmd *exec.Cmd, out, diagnostics io.Writer) error {
	outPipe, err := newPipe(out)
	if err != nil {
		return err
	}
	defer outPipe.close()
	errPipe, err := newPipe(diagnostics)
	if err != nil {
		return err
	}
	defer errPipe.close()
	cmd.Stdout, cmd.Stderr = outPipe.write, errPipe.write
	if err := cmd.Start(); err != nil {
		return err
	}
	outPipe.begin()
	errPipe.begin()
	err = cmd.Wait()
	_ = killGroup(cmd)
	outPipe.finish()
	errPipe.finish()
	// Standard input that nobody read to its end is the program's choice.
	if errors.Is(err, exec.ErrWaitDelay) {
		return nil
	}
	return err
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// LookPath finds the program called name, a bare file name, in the folders of
// path, which has the form of the PATH variable. Empty and relative folders
// are passed over, so that nothing in a project can take a program's place.
// The result is absolute; the error wraps [exec.ErrNotFound].
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
