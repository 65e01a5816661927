// Package hook is the frame that every hook runs in. It keeps the promise that
// a hook never breaks Claude Code: whatever happens inside (bad input, a full
// disk, a panic, a deadline), the process exits 0 with valid output, says one
// line on standard error and adds one line to the machine's log.
//
// The contract with Claude Code was measured on its release 2.1.329; every
// assumption about it stands in this package.
package hook

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os/signal"
	"runtime/debug"
	"syscall"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/machine"
	"holdfast/lib/redact"
)

const (
	// deadline is the hook's own, well under the timeout it is wired with.
	deadline = 5 * time.Second
	// logTime bounds the writing of the log line itself.
	logTime = time.Second
	// memoryLimit is where the garbage collector starts to work after all.
	memoryLimit = 40 << 20
)

// Output is what a hook tells Claude Code. The zero value is no output at all.
type Output struct {
	Context string // additionalContext: reaches the model
	Message string // systemMessage: one line for the user
	Plain   string // plain text instead of both: PreCompact's only form
	// Told is called once the output was written, where there is any.
	Told func()
}

// A Call is one run of a hook.
type Call struct {
	cli.Env
	Payload
	Machine machine.Folder
	// Failed logs a failure that does not end the call.
	Failed func(error)
}

// ProjectDir is the folder that Claude Code was started in, or "".
func (c *Call) ProjectDir() string { return c.Getenv("CLAUDE_PROJECT_DIR") }

// Run is a hook's work. It must stop when ctx ends; what it returns after that
// is dropped.
type Run func(ctx context.Context, c *Call) (Output, error)

// Main runs a hook of the given program for the given event and returns the
// exit code, which is always 0.
func Main(env cli.Env, program, event string, run Run) int {
	return within(deadline, env, program, event, run)
}

func within(limit time.Duration, env cli.Env, program, event string, run Run) int {
	if env.Getenv("HOLDFAST") == "off" {
		return cli.OK
	}
	// A reader that went away early is an error like any other, and no death.
	signal.Ignore(syscall.SIGPIPE)
	// A hook lives for milliseconds: collecting garbage would only slow it, as
	// long as it stays small.
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(memoryLimit)
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	f := frame{env: env, program: program, event: event}
	done := make(chan result, 1)
	go func() {
		defer func() {
			if p := recover(); p != nil {
				done <- result{err: fmt.Errorf("internal fault: %v", p)}
			}
		}()
		out, err := f.call(ctx, run)
		done <- result{out, err}
	}()
	var r result
	select {
	case r = <-done:
	case <-ctx.Done():
		r.err = fmt.Errorf("not done within %s", limit)
	}
	if r.err != nil {
		f.fail(r.err)
	}
	if err := f.write(r.out); err != nil {
		f.fail(err)
	} else if r.out.Told != nil {
		r.out.Told()
	}
	return cli.OK
}

type result struct {
	out Output
	err error
}

type frame struct {
	env     cli.Env
	program string
	event   string
}

func (f frame) call(ctx context.Context, run Run) (Output, error) {
	p, err := ReadPayload(f.env.Stdin)
	if err != nil {
		return Output{}, err
	}
	if p.Event != "" && p.Event != f.event {
		return Output{}, fmt.Errorf("called for %q, wired for %q", p.Event, f.event)
	}
	folder, err := machine.Locate(f.env.Getenv)
	if err != nil {
		return Output{}, err
	}
	return run(ctx, &Call{Env: f.env, Payload: p, Machine: folder, Failed: f.fail})
}

// fail adds err to the log and says it on standard error. It gives up on either
// where it cannot be written in time: there is nobody left to tell.
func (f frame) fail(err error) {
	message, _ := redact.Text(err.Error())
	e := machine.Failure{Time: f.env.Now(), Program: f.program, Message: message}
	inTime(func() {
		folder, err := machine.Locate(f.env.Getenv)
		if err == nil {
			err = folder.LogFailure(e)
		}
		if err != nil && err.Error() != message {
			message += "; and the log could not be written: " + err.Error()
		}
	})
	line := fmt.Sprintf("%s: error: %s\n", f.program, cli.OneLine(message))
	inTime(func() { io.WriteString(f.env.Stderr, line) })
}

// inTime runs do, and waits for its end no longer than logTime.
func inTime(do func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		do()
	}()
	select {
	case <-done:
	case <-time.After(logTime):
	}
}

type protocol struct {
	Specific *specific `json:"hookSpecificOutput,omitempty"`
	Message  string    `json:"systemMessage,omitempty"`
}

type specific struct {
	Event   string `json:"hookEventName"`
	Context string `json:"additionalContext"`
}

func (f frame) write(out Output) error {
	if out.Plain != "" {
		_, err := io.WriteString(f.env.Stdout, out.Plain)
		return err
	}
	if out.Context == "" && out.Message == "" {
		return nil
	}
	p := protocol{Message: out.Message}
	if out.Context != "" {
		p.Specific = &specific{Event: f.event, Context: out.Context}
	}
	b, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("encoding the output: %w", err)
	}
	_, err = f.env.Stdout.Write(append(b, '\n'))
	return err
}
