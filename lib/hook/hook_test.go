package hook

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/fence"
	"holdfast/lib/machine"
	"holdfast/testscripts/disk"
)

var now = time.Date(2026, 11, 21, 9, 30, 0, 0, time.UTC)

func testEnv(in io.Reader, out, errs io.Writer, vars map[string]string) cli.Env {
	return cli.Env{
		Stdin: in, Stdout: out, Stderr: errs,
		Getenv:     func(name string) string { return vars[name] },
		Environ:    func() []string { return nil },
		Now:        func() time.Time { return now },
		WorkingDir: func() (string, error) { return "", errors.New("not asked for") },
		Terminal:   func(any) bool { return false },
	}
}

type work = func(context.Context, *Call) (Output, error)

// A call is one run of a hook in a test.
type call struct {
	in      io.Reader
	event   string
	limit   time.Duration
	run     work
	more    []Event
	home    string
	out     bytes.Buffer
	errs    safeBuffer
	Machine machine.Folder
}

// safeBuffer may still be written to by work that the deadline left behind.
type safeBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}

func newCall(t *testing.T, in string, run work) *call {
	t.Helper()
	home := filepath.Join(t.TempDir(), "holdfast")
	return &call{in: strings.NewReader(in), event: "SessionStart", limit: time.Minute, run: run, home: home, Machine: machine.Folder{Path: home}}
}

func (c *call) start(t *testing.T) {
	t.Helper()
	env := testEnv(c.in, &c.out, &c.errs, map[string]string{"HOLDFAST_HOME": c.home})
	if code := Main(env, "session-start", append([]Event{{Name: c.event, Limit: c.limit, Run: c.run}}, c.more...)...); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// wantFailure asserts one line on standard error and the same in the log, and
// that standard output is out.
func (c *call) wantFailure(t *testing.T, about, out string) {
	t.Helper()
	said := c.errs.String()
	if !strings.HasPrefix(said, "session-start: error: ") || !strings.Contains(said, about) || strings.Count(said, "\n") != 1 {
		t.Errorf("standard error is %q, want one line about %q", said, about)
	}
	all, err := c.Machine.Failures(time.Time{})
	if err != nil || len(all) != 1 {
		t.Fatalf("the log holds %+v, %v", all, err)
	}
	if e := all[0]; e.Program != "session-start" || !e.Time.Equal(now) || !strings.Contains(e.Message, about) {
		t.Errorf("the log holds %+v", e)
	}
	if c.out.String() != out {
		t.Errorf("standard output is %q, want %q", c.out.String(), out)
	}
}

func (c *call) wantQuiet(t *testing.T) {
	t.Helper()
	if c.errs.String() != "" {
		t.Errorf("standard error is %q", c.errs.String())
	}
	if _, err := os.Lstat(c.home); err == nil {
		t.Error("the machine folder was touched")
	}
}

func own(words fence.Words) fence.Context { return fence.Stated(fence.Say(words)) }

func says(out Output, err error) work {
	return func(context.Context, *Call) (Output, error) { return out, err }
}

func TestTheOutputIsTheProtocolToTheByte(t *testing.T) {
	for name, c := range map[string]struct {
		out  Output
		want string
	}{
		"nothing":      {Output{}, ""},
		"context":      {Output{Context: own("a\n\"b\"")}, `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"a\n\"b\""}}` + "\n"},
		"a message":    {Output{Message: "holdfast: é"}, `{"systemMessage":"holdfast: é"}` + "\n"},
		"both":         {Output{Context: own("c"), Message: "m"}, `{"hookSpecificOutput":{"hookEventName":"SessionStart","additionalContext":"c"},"systemMessage":"m"}` + "\n"},
		"plain text":   {Output{Plain: own("keep <this> & that\n")}, "keep <this> & that\n"},
		"plain, alone": {Output{Plain: own("p"), Context: own("c"), Message: "m"}, "p"},
	} {
		t.Run(name, func(t *testing.T) {
			h := newCall(t, `{}`, says(c.out, nil))
			h.start(t)
			if h.out.String() != c.want {
				t.Errorf("standard output is %q, want %q", h.out.String(), c.want)
			}
			h.wantQuiet(t)
		})
	}
}

func TestContextComesThroughJSONUnchanged(t *testing.T) {
	const text = "<sdd>&\u2028\x00\x1b𝄞"
	h := newCall(t, `{}`, says(Output{Context: own(text), Message: text}, nil))
	h.start(t)
	var p struct {
		Specific struct {
			Context string `json:"additionalContext"`
		} `json:"hookSpecificOutput"`
		Message string `json:"systemMessage"`
	}
	if err := json.Unmarshal(h.out.Bytes(), &p); err != nil {
		t.Fatal(err)
	}
	if p.Specific.Context != text || p.Message != fence.Line(text, 0) {
		t.Errorf("decoded as %+v %q", p.Specific, p.Message)
	}
	if n := strings.Count(h.out.String(), "\n"); n != 1 {
		t.Errorf("the output has %d line breaks", n)
	}
}

func TestTheCallKnowsItsPayloadAndEnvironment(t *testing.T) {
	var got *Call
	h := newCall(t, `{"hook_event_name":"SessionStart","session_id":"s1","source":"clear"}`, func(ctx context.Context, c *Call) (Output, error) {
		got = c
		if _, ok := ctx.Deadline(); !ok {
			t.Error("the context has no deadline")
		}
		return Output{}, nil
	})
	h.start(t)
	if got.SessionID != "s1" || got.Source != "clear" || got.Machine != h.Machine || got.Program != "session-start" || !got.Now().Equal(now) {
		t.Errorf("the call is %+v", got.Payload)
	}
}

func TestEveryFailureEndsInExit0AndOneLineOnEachSide(t *testing.T) {
	for name, c := range map[string]struct {
		in, about, out string
		run            work
	}{
		"bad JSON":           {in: `{"a":`, about: "not valid JSON"},
		"no object":          {in: `[1]`, about: "not a JSON object"},
		"another event":      {in: `{"hook_event_name":"PreCompact"}`, about: `called for \"PreCompact\" instead of \"SessionStart\"`},
		"an error":           {in: `{}`, about: "the disk is full", run: says(Output{}, errors.New("the disk is full"))},
		"an error of lines":  {in: `{}`, about: "a; b c", run: says(Output{}, errors.New("a\nb\rc"))},
		"an error with more": {in: `{}`, about: "half", out: "{\"systemMessage\":\"m\"}\n", run: says(Output{Message: "m"}, errors.New("half"))},
		"a panic":            {in: `{}`, about: "internal fault: boom", run: func(context.Context, *Call) (Output, error) { panic("boom") }},
		"a runtime panic": {in: `{}`, about: "nil pointer", run: func(context.Context, *Call) (Output, error) {
			var p *Payload
			return Output{Message: p.Event}, nil
		}},
	} {
		t.Run(name, func(t *testing.T) {
			run := c.run
			if run == nil {
				run = func(context.Context, *Call) (Output, error) {
					t.Error("the hook's work ran")
					return Output{}, nil
				}
			}
			h := newCall(t, c.in, run)
			h.start(t)
			h.wantFailure(t, strings.ReplaceAll(c.about, `\"`, `"`), c.out)
		})
	}
}

func TestACallWithoutAPayloadIsNotLogged(t *testing.T) {
	for _, in := range []string{"", " \n"} {
		h := newCall(t, in, nil)
		h.start(t)
		if h.out.Len() > 0 || h.errs.String() != "session-start: error: no payload on standard input\n" {
			t.Errorf("%q: output %q, %q", in, h.out.String(), h.errs.String())
		}
		if all, err := h.Machine.Failures(time.Time{}); err != nil || len(all) > 0 {
			t.Errorf("%q: the log holds %v, %v", in, all, err)
		}
	}
}

func TestASecretInAnErrorIsSaidNowhere(t *testing.T) {
	const secret = "ghp_" + "x7Kq2mV9rT4wY8bN3cJ6hL1pD5sF0gZaQeRu"
	h := newCall(t, `{}`, says(Output{}, errors.New("running git push https://"+secret+"@github.com/a/b")))
	h.start(t)
	h.wantFailure(t, "redacted", "")
	b, err := os.ReadFile(filepath.Join(h.Machine.State(), "log"))
	if err != nil || strings.Contains(string(b)+h.errs.String(), secret) {
		t.Errorf("the secret is in %q or %q, %v", b, h.errs.String(), err)
	}
}

func TestTheDeadlineEndsAHookThatHangs(t *testing.T) {
	release := make(chan struct{})
	defer close(release)
	h := newCall(t, `{}`, func(ctx context.Context, _ *Call) (Output, error) {
		<-ctx.Done()
		<-release
		return Output{Message: "too late"}, nil
	})
	h.limit = time.Millisecond
	h.start(t)
	h.wantFailure(t, "not done within 1ms", "")
}

func TestTheDeadlineEndsAHookWhoseInputNeverEnds(t *testing.T) {
	in, writer := io.Pipe()
	defer writer.Close()
	h := newCall(t, "", says(Output{Message: "ran"}, nil))
	h.in, h.limit = in, time.Millisecond
	h.start(t)
	h.wantFailure(t, "not done within 1ms", "")
}

func TestAFailureThatDoesNotEndTheCallIsLogged(t *testing.T) {
	h := newCall(t, `{}`, func(_ context.Context, c *Call) (Output, error) {
		c.Failed(errors.New("git is missing"))
		return Output{Message: "m"}, nil
	})
	h.start(t)
	h.wantFailure(t, "git is missing", "{\"systemMessage\":\"m\"}\n")
}

func TestALogThatCannotBeWrittenChangesNothingElse(t *testing.T) {
	h := newCall(t, `{}`, says(Output{Message: "m"}, errors.New("cause")))
	disk.Write(t, h.home, "")
	h.start(t)
	if said := h.errs.String(); !strings.HasPrefix(said, "session-start: error: cause; and the log could not be written: ") || strings.Count(said, "\n") != 1 {
		t.Errorf("standard error is %q", said)
	}
	if h.out.String() != "{\"systemMessage\":\"m\"}\n" {
		t.Errorf("standard output is %q", h.out.String())
	}
}

// The second question for the machine folder, the one for the log, is answered
// only when the test ends.
func TestALogThatHangsIsGivenUpAndNamed(t *testing.T) {
	t.Parallel()
	release := make(chan struct{})
	defer close(release)
	var out, errs bytes.Buffer
	env := testEnv(strings.NewReader("{}"), &out, &errs, nil)
	home, asked := t.TempDir(), 0
	env.Getenv = func(name string) string {
		if name != "HOLDFAST_HOME" {
			return ""
		}
		if asked++; asked > 1 {
			<-release
			return "relative: an error that comes too late"
		}
		return home
	}
	if code := Main(env, "session-start", Event{Name: "SessionStart", Run: says(Output{}, errors.New("cause"))}); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if want := "session-start: error: cause; and the log could not be written: not done within 1s\n"; errs.String() != want {
		t.Errorf("standard error is %q, want %q", errs.String(), want)
	}
}

func TestWithoutAHomeAHookSaysSoAndExits0(t *testing.T) {
	var out, errs bytes.Buffer
	run := func(context.Context, *Call) (Output, error) { return Output{Message: "ran"}, nil }
	if code := Main(testEnv(strings.NewReader("{}"), &out, &errs, nil), "post-tool", Event{Name: "PostToolUse", Run: run}); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if out.Len() != 0 || !strings.HasPrefix(errs.String(), "post-tool: error: ") || strings.Count(errs.String(), "\n") != 1 {
		t.Errorf("said %q and %q", out.String(), errs.String())
	}
}

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestOutputThatNobodyReadsIsAFailure(t *testing.T) {
	for _, out := range []Output{{Message: "m"}, {Plain: own("p")}} {
		h := newCall(t, `{}`, nil)
		env := testEnv(h.in, brokenPipe{}, &h.errs, map[string]string{"HOLDFAST_HOME": h.home})
		if code := Main(env, "session-start", Event{Name: "SessionStart", Run: says(out, nil)}); code != 0 {
			t.Errorf("exit code %d", code)
		}
		h.wantFailure(t, "broken pipe", "")
	}
}

// untouchable fails a test that reads or writes through it.
type untouchable struct{ t *testing.T }

func (u untouchable) Read([]byte) (int, error)  { u.t.Error("read"); return 0, io.EOF }
func (u untouchable) Write([]byte) (int, error) { u.t.Error("written"); return 0, nil }

func TestHoldfastOffTouchesNothing(t *testing.T) {
	u := untouchable{t}
	env := testEnv(u, u, u, nil)
	env.Getenv = func(name string) string {
		if name != "HOLDFAST" {
			t.Errorf("asked for %s", name)
		}
		return "off"
	}
	env.Now = func() time.Time { t.Error("asked for the time"); return now }
	code := Main(env, "post-tool", Event{Name: "PostToolUse", Run: func(context.Context, *Call) (Output, error) {
		t.Error("the hook's work ran")
		return Output{}, nil
	}})
	if code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestEachEventRunsItsOwnWorkAndAnswersInItsName(t *testing.T) {
	h := newCall(t, `{"hook_event_name":"UserPromptSubmit"}`, says(Output{Message: "wrong"}, nil))
	h.more = []Event{{Name: "SessionEnd", Limit: time.Minute, Run: says(Output{Message: "wrong"}, nil)},
		{Name: "UserPromptSubmit", Limit: time.Minute, Run: says(Output{Context: own("c")}, nil)}}
	h.start(t)
	if want := `{"hookSpecificOutput":{"hookEventName":"UserPromptSubmit","additionalContext":"c"}}` + "\n"; h.out.String() != want {
		t.Errorf("said %q", h.out.String())
	}
	h.wantQuiet(t)
}

func TestAnEventOfAShorterDeadlineEndsByIt(t *testing.T) {
	h := newCall(t, `{"hook_event_name":"SessionEnd"}`, says(Output{}, nil))
	h.more = []Event{{Name: "SessionEnd", Limit: time.Millisecond, Run: func(ctx context.Context, _ *Call) (Output, error) {
		<-ctx.Done()
		select {} // it does not stop
	}}}
	h.start(t)
	h.wantFailure(t, "not done within 1ms", "")
}

func TestAnyOtherValueOfHoldfastIsOn(t *testing.T) {
	for _, value := range []string{"", "on", "OFF", "0", "false"} {
		ran := false
		var out bytes.Buffer
		vars := map[string]string{"HOLDFAST": value, "HOLDFAST_HOME": filepath.Join(t.TempDir(), "h")}
		Main(testEnv(strings.NewReader("{}"), &out, &out, vars), "p", Event{Name: "e", Run: func(context.Context, *Call) (Output, error) {
			ran = true
			return Output{}, nil
		}})
		if !ran || out.Len() != 0 {
			t.Errorf("HOLDFAST=%q: ran %t, said %q", value, ran, out.String())
		}
	}
}

func TestRootIsFoundFromTheFolderThatTheClientNames(t *testing.T) {
	dir := disk.Temp(t)
	for _, d := range []string{"named/.claude", "named/deep", "cwd/.claude"} {
		disk.Folder(t, filepath.Join(dir, filepath.FromSlash(d)))
	}
	at := func(name string) string { return filepath.Join(dir, filepath.FromSlash(name)) }
	for name, c := range map[string]struct{ named, cwd, want string }{
		"CLAUDE_PROJECT_DIR comes before cwd": {at("named/deep"), at("cwd"), at("named")},
		"then the payload's cwd":              {"", at("cwd"), at("cwd")},
	} {
		env := testEnv(nil, nil, nil, map[string]string{"CLAUDE_PROJECT_DIR": c.named, "HOME": at("home")})
		call := &Call{Env: env, Payload: Payload{Cwd: c.cwd}}
		if got, err := call.Root(); err != nil || got != c.want {
			t.Errorf("%s: %q, %v, want %q", name, got, err, c.want)
		}
	}
	call := &Call{Env: testEnv(nil, nil, nil, nil)}
	if got, err := call.Root(); err == nil {
		t.Errorf("without any folder the root is %q", got)
	}
}

func TestFailuresAreMarkedAsShownOnlyOnceTheOutputIsWritten(t *testing.T) {
	shown := Output{Message: "m", ShownOf: "0123", ShownUntil: now}
	h := newCall(t, `{}`, says(shown, nil))
	env := testEnv(h.in, brokenPipe{}, &h.errs, map[string]string{"HOLDFAST_HOME": h.home})
	Main(env, "session-start", Event{Name: "SessionStart", Run: says(shown, nil)})
	if at := h.Machine.Shown("0123"); !at.IsZero() {
		t.Errorf("what could not be written counts as shown at %v", at)
	}
	h = newCall(t, `{}`, says(shown, nil))
	h.start(t)
	if at := h.Machine.Shown("0123"); !at.Equal(now) {
		t.Errorf("shown at %v, want %v", at, now)
	}
}
