//go:build e2e && unix

package e2e

import (
	"encoding/json"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// patience bounds one run of the client. It is no assertion: nothing is
// measured against it, it only ends a run that would never end.
const patience = time.Minute

// passedOn are the variables that reach the client from the script.
var passedOn = []string{
	"PATH", "HOME", "TMPDIR", "HOLDFAST", "HOLDFAST_HOME", "CLAUDE_CONFIG_DIR",
	"ANTHROPIC_BASE_URL", "ANTHROPIC_API_KEY",
	"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "DISABLE_TELEMETRY", "DISABLE_AUTOUPDATER",
	"CLAUDE_CODE_GB_DISK_CACHE_WHEN_TELEMETRY_OFF", "CLAUDE_CODE_EXPERIMENTAL_AGENT_TEAMS",
}

// environment is the client's: nothing of the tester's own reaches it.
func environment(ts *testscript.TestScript) []string {
	env := []string{"LANG=C.UTF-8", "TERM=xterm-256color"}
	for _, name := range passedOn {
		if value := ts.Getenv(name); value != "" {
			env = append(env, name+"="+value)
		}
	}
	return env
}

// prepare builds the client's command, in the script's folder and in a process
// group of its own, so that its end takes its children along.
func (l *lab) prepare(ts *testscript.TestScript, args []string) *exec.Cmd {
	if !slices.Contains(args, "--output-format") {
		args = append(args, "--output-format", "json")
	}
	command := exec.Command(l.client, args...)
	command.Dir = ts.MkAbs(".")
	command.Env = environment(ts)
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return command
}

// claude ARGS... runs the client until it ends. Its result, one JSON object, is
// the standard output, or its last line; $SESSION is its session id afterwards.
func (l *lab) claude(ts *testscript.TestScript, neg bool, args []string) {
	var out, complaint strings.Builder
	command := l.prepare(ts, args)
	command.Stdout, command.Stderr = &out, &complaint
	ts.Check(command.Start())
	timer := time.AfterFunc(patience, func() { killGroup(command) })
	err := command.Wait()
	timer.Stop()
	ts.Stdout().Write([]byte(out.String()))
	ts.Stderr().Write([]byte(complaint.String()))
	judge(ts, neg, "claude "+strings.Join(args, " "), err)
	var result struct {
		SessionID string `json:"session_id"`
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if json.Unmarshal([]byte(lines[len(lines)-1]), &result) == nil {
		ts.Setenv("SESSION", result.SessionID)
	}
}

// claude-until hang ARGS... runs the client until the API hangs in a turn and
// the client's transcript, which lags some 100 ms, holds what led there; then it
// kills the client, with its children, by SIGKILL.
func (l *lab) claudeUntil(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 || args[0] != "hang" {
		ts.Fatalf("usage: claude-until hang ARGS...")
	}
	command := l.prepare(ts, args[1:])
	var out strings.Builder
	command.Stdout, command.Stderr = &out, &out
	ts.Check(command.Start())
	ended := make(chan error, 1)
	go func() { ended <- command.Wait() }()
	tooLong := time.After(patience)
	hangs := mine(ts).api.Hanging()
	look := time.NewTicker(20 * time.Millisecond)
	defer look.Stop()
	var results []string
	for {
		select {
		case <-hangs:
			hangs, results = nil, pick(ts, "last")[0].ToolResults()
		case <-look.C:
			if hangs == nil && written(ts, results) {
				killGroup(command)
				<-ended
				return
			}
		case err := <-ended:
			ts.Fatalf("the client ended before the api hung: %v\n%s", err, out.String())
		case <-tooLong:
			killGroup(command)
			<-ended
			ts.Fatalf("the client never came to a turn that hangs, with a transcript of it\n%s", out.String())
		}
	}
}

// written tells whether the transcripts in the script's home hold the results
// of all these tool calls.
func written(ts *testscript.TestScript, calls []string) bool {
	files, err := filepath.Glob(filepath.Join(ts.Getenv("HOME"), ".claude/projects/*/*.jsonl"))
	ts.Check(err)
	var all strings.Builder
	for _, file := range files {
		all.WriteString(ts.ReadFile(file))
	}
	for _, call := range calls {
		if !regexp.MustCompile(`"type":"user".*"tool_use_id":"` + regexp.QuoteMeta(call) + `"`).MatchString(all.String()) {
			return false
		}
	}
	return true
}

// killGroup ends the process group that command leads.
func killGroup(command *exec.Cmd) { _ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL) }
