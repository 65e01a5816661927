package cli

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"

	"holdfast/lib/fault"
	"holdfast/lib/parallel"
)

const maxBody = 256 << 10

// interruptible is a context that ends with Ctrl-C; the next one ends the process at once.
func interruptible() (context.Context, context.CancelFunc) {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop)
	return ctx, stop
}

// read waits for do until Ctrl-C: a read from a terminal or a pipe cannot be called off.
func (inv *Invocation) read(do func() ([]byte, error)) ([]byte, error) {
	var b []byte
	done := parallel.Start(func() (err error) {
		b, err = do()
		return err
	})
	select {
	case err := <-done:
		return b, err
	case <-inv.Ctx.Done():
		return nil, inv.Ctx.Err()
	}
}

// Body is what is on standard input, maxBody bytes at most; nil for a terminal or nothing.
func (inv *Invocation) Body() ([]byte, error) {
	if inv.Terminal(inv.Stdin) {
		return nil, nil
	}
	b, err := inv.read(func() ([]byte, error) { return io.ReadAll(io.LimitReader(inv.Stdin, maxBody+1)) })
	switch {
	case err != nil:
		return nil, fmt.Errorf("reading standard input: %w", err)
	case len(b) > maxBody:
		e := Fail(Invalid, "keep the body short and name files instead of quoting them", "standard input is too large")
		e.Faults = []fault.Fault{{Field: "standard input", Found: "more than 256 KiB", Allowed: "at most 256 KiB"}}
		return nil, e
	case len(b) == 0:
		return nil, nil
	}
	return b, nil
}

// Asks reports whether there is a person to answer a question.
func (inv *Invocation) Asks() bool {
	return !inv.JSON && inv.Terminal(inv.Stdin) && inv.OnTerminal()
}

// Confirm asks a question on the terminal; only y and yes agree.
func (inv *Invocation) Confirm(question string) (bool, error) {
	fmt.Fprintf(inv.Stderr, "%s [y/N] ", question)
	line, err := inv.read(func() ([]byte, error) {
		line, _ := bufio.NewReader(io.LimitReader(inv.Stdin, 1000)).ReadBytes('\n')
		return line, nil
	})
	if err != nil {
		fmt.Fprintln(inv.Stderr)
		return false, err
	}
	answer := strings.ToLower(strings.TrimSpace(string(line)))
	return answer == "y" || answer == "yes", nil
}
