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

// pipeTime is how long the pipes of a program that has ended may stay open in the hands of a descendant.
const pipeTime = 300 * time.Millisecond

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

	var out, said []byte
	var over, satisfied bool
	limit := cmp.Or(c.MaxOutput, 1<<20)
	printed := &parallel.Taker{Take: func(p []byte) {
		if over || satisfied {
			return
		}
		room := limit - len(out)
		out = append(out, p[:min(room, len(p))]...)
		satisfied = c.Enough != nil && c.Enough(out)
		if over = !satisfied && len(p) > room; over || satisfied {
			stop()
		}
	}}
	last := &parallel.Taker{Take: func(p []byte) {
		said = append(said, p...)
		said = said[max(len(said)-4<<10, 0):]
	}}
	cmd := exec.CommandContext(runCtx, c.Path, c.Args...)
	cmd.Dir, cmd.Stdin, cmd.Stdout, cmd.Stderr = c.Dir, c.Stdin, printed, last
	cmd.Env = append([]string{}, c.Env...)
	cmd.WaitDelay = pipeTime
	prepareGroup(cmd)
	cmd.Cancel = parallel.Caught(func() error { return killGroup(cmd) })
	err := cmd.Run()
	_ = killGroup(cmd)
	if errors.Is(err, exec.ErrWaitDelay) { // standard input that nobody read to its end is the program's choice
		err = nil
	}
	switch err = cmp.Or(printed.Fault, last.Fault, err); {
	case over:
		err = fmt.Errorf("%w: over %d bytes", ErrOutputTooLarge, limit)
	case err == nil, satisfied:
		return out, nil
	case ctx.Err() != nil:
		err = context.Cause(ctx)
	case errors.Is(err, os.ErrNotExist):
		if _, missing := os.Stat(c.Path); missing != nil {
			err = exec.ErrNotFound
		}
	}
	if text := strings.TrimSpace(strings.ToValidUTF8(string(said), "?")); text != "" {
		return out, fmt.Errorf("running %q: %w: %q", c.Path, err, text)
	}
	return out, fmt.Errorf("running %q: %w", c.Path, err)
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
