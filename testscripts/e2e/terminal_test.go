//go:build e2e && unix

package e2e

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// terminal is one interactive client under a tmux server of its own.
type terminal struct {
	socket string
	env    []string
	output chan struct{} // a value after each piece of output
}

// terminal start ARGS... | type TEXT | paste FILE | key NAME | press NAME TEXT | sees TEXT | ended | kill | end
func (l *lab) terminal(ts *testscript.TestScript, neg bool, args []string) {
	w := mine(ts)
	switch {
	case neg || len(args) == 0:
		ts.Fatalf("usage: terminal start ARGS... | type TEXT | paste FILE | key NAME | press NAME TEXT | sees TEXT | ended | kill | end")
	case args[0] == "start" && w.terminal == nil:
		started, err := l.startTerminal(ts, args[1:])
		w.terminal = started
		ts.Check(err)
	case w.terminal == nil:
		ts.Fatalf("no terminal is started")
	case args[0] == "type" && len(args) == 2:
		ts.Check(w.terminal.tmux("send-keys", "-l", args[1]))
	case args[0] == "paste" && len(args) == 2:
		ts.Check(w.terminal.tmux("load-buffer", ts.MkAbs(args[1])))
		ts.Check(w.terminal.tmux("paste-buffer", "-p", "-r"))
	case args[0] == "key" && len(args) == 2:
		ts.Check(w.terminal.tmux("send-keys", args[1]))
	case args[0] == "sees" && len(args) == 2:
		w.terminal.expect(ts, args[1], "")
	case args[0] == "press" && len(args) == 3:
		w.terminal.expect(ts, args[2], args[1])
	case args[0] == "ended":
		await(ts, "the client never ended", func() bool { return w.terminal.tmux("has-session") != nil })
		w.terminal = nil
	case args[0] == "kill":
		results := pick(ts, "last")[0].ToolResults()
		await(ts, "the transcript never held what led to the last request", func() bool { return written(ts, results) })
		w.terminal.close()
		w.terminal = nil
	case args[0] == "end":
		w.terminal.close()
		w.terminal = nil
	default:
		ts.Fatalf("terminal: %q is not understood", args)
	}
}

// startTerminal runs the client in a terminal of 120 by 50 characters, in a
// project that the user has trusted before.
func (l *lab) startTerminal(ts *testscript.TestScript, args []string) (*terminal, error) {
	project := ts.MkAbs(".")
	if err := trust(ts.Getenv("HOME"), project, ts.Getenv("ANTHROPIC_API_KEY")); err != nil {
		return nil, err
	}
	// A socket's path may be no longer than some hundred bytes.
	dir, err := os.MkdirTemp("", "e2e-tmux-")
	if err != nil {
		return nil, fmt.Errorf("making the terminal's folder: %w", err)
	}
	fifo := filepath.Join(dir, "output")
	if err := syscall.Mkfifo(fifo, 0o600); err != nil {
		os.RemoveAll(dir)
		return nil, fmt.Errorf("making the terminal's pipe: %w", err)
	}
	// Opened for reading and writing, it neither blocks nor ends early.
	pipe, err := os.OpenFile(fifo, os.O_RDWR, 0)
	if err != nil {
		os.RemoveAll(dir)
		return nil, fmt.Errorf("opening the terminal's pipe: %w", err)
	}
	t := &terminal{
		socket: filepath.Join(dir, "socket"),
		env:    environment(ts),
		output: make(chan struct{}, 1),
	}
	ts.Defer(func() {
		t.close() // needs the socket in dir
		pipe.Close()
		os.RemoveAll(dir)
	})
	go t.listen(bufio.NewReader(pipe))
	start := append([]string{"new-session", "-d", "-x", "120", "-y", "50", "-c", project, l.client}, args...)
	if err := t.tmux(start...); err != nil {
		return t, err
	}
	return t, t.tmux("pipe-pane", "cat > '"+fifo+"'")
}

// trust writes what the client keeps once a user has gone through its first
// questions and has trusted the project.
func trust(home, project, key string) error {
	file := filepath.Join(home, ".claude.json")
	state := map[string]any{}
	old, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(old, &state)
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return fmt.Errorf("reading the client's state: %w", err)
	}
	state["hasCompletedOnboarding"] = true
	state["customApiKeyResponses"] = map[string]any{"approved": []string{key[max(0, len(key)-20):]}}
	state["projects"] = map[string]any{project: map[string]any{"hasTrustDialogAccepted": true}}
	text, err := json.Marshal(state)
	if err != nil {
		return fmt.Errorf("encoding the client's state: %w", err)
	}
	return os.WriteFile(file, text, 0o600)
}

// listen tells of each piece of output until the pipe is closed.
func (t *terminal) listen(pipe *bufio.Reader) {
	piece := make([]byte, 4096)
	for {
		if _, err := pipe.Read(piece); err != nil {
			return
		}
		select {
		case t.output <- struct{}{}:
		default:
		}
	}
}

// expect waits until the screen shows the text, however the client breaks it into
// rows, looking after each piece of output. A key, where there is one, is sent now and again, because the client
// drops keys while it changes what it shows.
func (t *terminal) expect(ts *testscript.TestScript, text, key string) {
	tooLong := time.After(patience)
	again := time.NewTicker(time.Second)
	defer again.Stop()
	press := key != ""
	for {
		out, err := t.command("capture-pane", "-p", "-J").Output()
		if err == nil && strings.Contains(oneRow(string(out)), oneRow(text)) {
			return
		}
		if press {
			ts.Check(t.tmux("send-keys", key))
			press = false
		}
		select {
		case <-t.output:
		case <-again.C:
			press = key != ""
		case <-tooLong:
			ts.Fatalf("the terminal never showed %q:\n%s", text, out)
		}
	}
}

// oneRow is a text with a single space between its words.
func oneRow(text string) string { return strings.Join(strings.Fields(text), " ") }

// await looks again and again until something is so.
func await(ts *testscript.TestScript, never string, is func() bool) {
	tooLong := time.After(patience)
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	for !is() {
		select {
		case <-look.C:
		case <-tooLong:
			ts.Fatalf("%s", never)
		}
	}
}

// command builds a call of tmux on this terminal's own server.
func (t *terminal) command(args ...string) *exec.Cmd {
	command := exec.Command("tmux", append([]string{"-f", os.DevNull, "-S", t.socket}, args...)...)
	command.Env = t.env
	return command
}

// tmux runs a command of tmux.
func (t *terminal) tmux(args ...string) error {
	if out, err := t.command(args...).CombinedOutput(); err != nil {
		return fmt.Errorf("tmux %s: %w: %s", args[0], err, out)
	}
	return nil
}

// close ends the terminal with all that runs in it: first the client, which
// would else go on writing for a while, then the server. It may be called again.
func (t *terminal) close() {
	out, err := t.command("display-message", "-p", "#{pane_pid}").Output()
	if err != nil {
		return // no server, so nothing runs
	}
	if pid, err := strconv.Atoi(strings.TrimSpace(string(out))); err == nil && pid > 1 {
		_ = syscall.Kill(-pid, syscall.SIGKILL)
	}
	_ = t.tmux("kill-server")
}
