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
	// pipeTime is how long the pipes of a program that has ended may stay open in
	// the hands of a descendant.
	pipeTime = 200 * time.Millisecond
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
	cmd.WaitDelay = pipeTime
	prepareGroup(cmd)
	cmd.Cancel = func() error { return killGroup(cmd) }

	out := &head{limit: limit, enough: c.Enough, stop: func() { stop(nil) }}
	diagnostics := &tail{limit: maxErrorText}
	cmd.Stdout, cmd.Stderr = out, diagnostics
	err := cmd.Run()
	_ = killGroup(cmd) // what is left of it
	if err == nil && !out.over || errors.Is(err, exec.ErrWaitDelay) || out.satisfied {
		return out.bytes, nil
	}
	switch {
	case out.over:
		err = fmt.Errorf("%w: over %d bytes", ErrOutputTooLarge, limit)
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	case errors.Is(err, os.ErrNotExist):
		if _, statErr := os.Stat(c.Path); statErr != nil { // not the folder to run it in
			err = exec.ErrNotFound
		}
	}
	if text := strings.TrimSpace(strings.ToValidUTF8(string(diagnostics.bytes), "?")); text != "" {
		return out.bytes, fmt.Errorf("running %q: %w: %q", c.Path, err, text)
	}
	return out.bytes, fmt.Errorf("running %q: %w", c.Path, err)
}

// head keeps the first limit bytes written to it. It calls stop once there is
// one more (over), or once enough says so (satisfied).
type head struct {
	bytes           []byte
	limit           int
	enough          func([]byte) bool
	stop            func()
	over, satisfied bool
}

// Write never fails, so that the program does not end by a broken pipe before
// it is stopped.
func (h *head) Write(p []byte) (int, error) {
	if h.over || h.satisfied {
		return len(p), nil
	}
	room := h.limit - len(h.bytes)
	h.bytes = append(h.bytes, p[:min(room, len(p))]...)
	switch {
	case h.enough != nil && h.enough(h.bytes):
		h.satisfied = true
	case len(p) > room:
		h.over = true
	default:
		return len(p), nil
	}
	h.stop()
	return len(p), nil
}

// tail keeps the last limit bytes written to it.
type tail struct {
	bytes []byte
	limit int
}

func (t *tail) Write(p []byte) (int, error) {
	t.bytes = append(t.bytes, p...)
	if over := len(t.bytes) - t.limit; over > 0 {
		t.bytes = append(t.bytes[:0], t.bytes[over:]...)
	}
	return len(p), nil
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
