// Package hook is the frame that every hook runs in. It keeps the promise that a hook never breaks
// Claude Code: whatever happens inside (bad input, a full disk, a panic, a deadline), the process exits
// 0 with valid output, says one line on standard error and adds one line to the machine's log.
//
// The contract with Claude Code was measured on its release 2.1.329; every assumption about it is in this package.
package hook

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/signal"
	"runtime/debug"
	"slices"
	"strings"
	"sync/atomic"
	"syscall"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/jsondoc"
	"holdfast/lib/machine"
	"holdfast/lib/parallel"
	"holdfast/lib/project"
	"holdfast/lib/redact"
)

const (
	deadline = 5 * time.Second // the hook's own, well under the timeout it is wired with
	logTime  = time.Second     // for the writing of the log line itself
)

// NotDone begins what the log says of a hook that its deadline ended.
const NotDone = "not done within"

// Output is what a hook tells Claude Code. The zero value is no output at all.
type Output struct {
	Context fence.Context // additionalContext: reaches the model
	Message string        // systemMessage: one line for the user
	Plain   fence.Context // plain text instead of both: PreCompact's only form
	// Message shows the failures in the log of a project, by its hash, up to this time:
	// they are marked as seen once the output is written.
	ShownOf    string
	ShownUntil time.Time
}

// A Call is one run of a hook.
type Call struct {
	cli.Env
	Payload
	Machine machine.Folder
	Program string

	event    Event                  // the program's first one, or the one that the payload names
	unlogged atomic.Pointer[string] // the first failure that the log could not take
}

var errNoFolder = errors.New("the call names no folder: no cwd, no CLAUDE_PROJECT_DIR")

// Root is the project root that the call is about. The payload's cwd replaces a
// CLAUDE_PROJECT_DIR that is no folder any more, as after a rename, which is logged.
func (c *Call) Root() (string, error) {
	root, gone, err := c.Payload.root(c.Env)
	c.Failed(gone)
	return root, err
}

// root is the project root of a payload; gone is why the project's own folder was not taken.
func (p Payload) root(env cli.Env) (root string, gone, err error) {
	start := project.Start{ProjectDir: env.Getenv("CLAUDE_PROJECT_DIR"), Cwd: p.Cwd, Home: env.Home()}
	if start.ProjectDir == "" && start.Cwd == "" {
		return "", nil, errNoFolder
	}
	root, err = project.Root(start)
	if err != nil && start.ProjectDir != "" && start.Cwd != "" {
		gone, start.ProjectDir = err, ""
		root, err = project.Root(start)
	}
	return root, gone, err
}

// An Event is one that a program is wired for.
type Event struct {
	Name  string
	Limit time.Duration // shorter than the deadline, 0 for that; the payload is read within the first one's
	// Run is the hook's work. It must stop when ctx ends: what it returns then is dropped.
	Run func(ctx context.Context, c *Call) (Output, error)
}

// Main runs a hook for the event that the payload names, else the first, and returns the exit code: always 0.
func Main(env cli.Env, program string, events ...Event) int {
	if env.Getenv("HOLDFAST") == "off" || standsAside(env, program) {
		return cli.OK
	}
	// A reader that closed early is an error like any other, and no death.
	signal.Ignore(syscall.SIGPIPE)
	// A hook lives for milliseconds: garbage is collected only where it gets large.
	debug.SetGCPercent(-1)
	debug.SetMemoryLimit(40 << 20) // where the garbage collector starts to work after all
	c := &Call{Env: env, Program: program, event: events[0]}
	out, err := c.run(events)
	c.Failed(err)
	c.Failed(parallel.Try(func() error { return c.answer(out) }))
	return cli.OK
}

// run reads the payload and does the hook's work for its event, each in time.
func (c *Call) run(events []Event) (out Output, err error) {
	limit := cmp.Or(c.event.Limit, deadline)
	c.Payload, err = InTime(limit, func() (Payload, error) { return readPayload(c.Stdin) })
	if err != nil {
		return out, err
	}
	name := cmp.Or(c.Event, c.event.Name)
	i := slices.IndexFunc(events, func(e Event) bool { return e.Name == name })
	switch {
	case c.other:
		return out, errOther
	case i < 0:
		return out, fmt.Errorf("%w %q instead of %q", errEvent, name, c.event.Name)
	}
	c.event = events[i]
	if c.AgentID != "" && c.event.Name != "PostToolUse" || strings.HasPrefix(c.Prompt, "<task-notification") {
		return out, nil // no person is behind it, but a subagent, of which only tool calls count, or one that is done
	}
	limit = min(limit, cmp.Or(c.event.Limit, deadline))
	return InTime(limit, func() (out Output, err error) {
		ctx, cancel := context.WithTimeout(context.Background(), limit)
		defer cancel()
		if c.Machine, err = machine.Locate(c.Getenv); err != nil {
			return out, err
		}
		return c.event.Run(ctx, c)
	})
}

// standsAside reports whether this is a plugin's copy of a program that settings run
// too: theirs does the work. Only a copy in a plugin looks for that.
func standsAside(env cli.Env, program string) bool {
	if env.Getenv("CLAUDE_PLUGIN_ROOT") == "" {
		return false
	}
	folder, err := machine.Locate(env.Getenv)
	return err == nil && folder.Wired(program, env.Getenv("CLAUDE_PROJECT_DIR"))
}

// errEvent begins the error of an event that the program does not know.
var errEvent = errors.New("called for")

// Failed adds errors, which need not end the call, to the log, with the project that it belongs to, and
// prints them on standard error. It gives up on either where it cannot be written in time.
func (c *Call) Failed(causes ...error) {
	for _, cause := range causes {
		if cause == nil {
			continue
		}
		message := shownFault(cause)
		told := message
		_, err := InTime(logTime, func() (any, error) { return nil, c.log(cause, message) })
		if err != nil && err.Error() != message {
			told += "; and the log could not be written: " + err.Error()
		}
		if err != nil {
			c.unlogged.CompareAndSwap(nil, &message)
		}
		_, _ = InTime(logTime, func() (int, error) {
			shown := "a failure that cannot be shown is in the log"
			_ = parallel.Try(func() error { shown = c.Typed(cli.OneLine(told)); return nil })
			return fmt.Fprintf(c.Stderr, "%s: error: %s\n", c.Program, shown)
		})
	}
}

// log adds a failure to the log. A call without a payload is not in it: no client made it;
// what another client or a wrong event causes at every call is in it once a day.
func (c *Call) log(cause error, message string) error {
	e := machine.Failure{Time: c.Now(), Program: c.Program, Message: message}
	folder, err := machine.Locate(c.Getenv)
	if err != nil || errors.Is(cause, errNoPayload) {
		return err
	}
	if errors.Is(cause, errOther) || errors.Is(cause, errEvent) || errors.Is(cause, errNoFolder) {
		today, _ := folder.Failures(e.Time.Add(-24 * time.Hour))
		if slices.ContainsFunc(today, func(l machine.Failure) bool {
			return l.Program == e.Program && l.Message == e.Message
		}) {
			return nil
		}
	}
	// A row without its project is better than none.
	_ = parallel.Try(func() error { e.Project, _, _ = c.Payload.root(c.Env); return nil })
	return folder.LogFailure(e)
}

// shownFault is what is told of an error: where its text cannot be redacted, only the place of that.
func shownFault(err error) (message string) {
	fault := parallel.Try(func() error {
		causes := strings.Split(err.Error(), "\n") // a row each, of errors that were joined
		message = redact.Text(strings.Join(each.Once(causes), "; "))
		return nil
	})
	if fault != nil {
		return "a failure that cannot be shown: " + fault.Error()
	}
	return message
}

// InTime is what do returns, if it does within the limit; else do is left at its work.
func InTime[T any](limit time.Duration, do func() (T, error)) (T, error) {
	var made, none T
	select {
	case err := <-parallel.Start(func() (err error) { made, err = do(); return err }):
		return made, err
	case <-time.After(limit):
		return none, fmt.Errorf(NotDone+" %s", limit)
	}
}

// answer prints the output, and then records what the user saw of the log. What is in
// the output was redacted before it was cut; here it is for what was forgotten.
func (c *Call) answer(out Output) error {
	plain, context := redact.Text(out.Plain.String()), redact.Text(out.Context.String())
	message := redact.Text(out.Message)
	if lost := c.unlogged.Load(); c.Event == "SessionStart" && lost != nil && !c.other { // no later start would tell it
		if message += "; "; len(message) == 2 {
			message = "holdfast: "
		}
		message += c.Program + " failed just now: " + fence.Line(*lost, 300) + "; holdfast doctor shows why"
	}
	if plain == "" && context == "" && message == "" {
		return nil
	}
	b := []byte(plain)
	if plain == "" {
		var keys []string // by hand, since to be able to encode takes longer than to print
		if context != "" {
			keys = append(keys, `"hookSpecificOutput":{"hookEventName":`+jsondoc.Quote(c.event.Name)+
				`,"additionalContext":`+jsondoc.Quote(context)+"}")
		}
		if message = fence.Line(message, 0); message != "" {
			keys = append(keys, `"systemMessage":`+jsondoc.Quote(message))
		}
		b = []byte("{" + strings.Join(keys, ",") + "}\n")
	}
	if _, err := c.Stdout.Write(b); err != nil || out.ShownUntil.IsZero() {
		return err
	}
	return c.Machine.MarkShown(out.ShownOf, out.ShownUntil)
}
