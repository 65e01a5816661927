package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/lib/fault"
	"holdfast/testscripts/disk"
)

// A run is one call of a test's program.
type run struct {
	code     int
	out, err string
}

func testEnv(in io.Reader, terminal bool, args ...string) (Env, *bytes.Buffer, *bytes.Buffer) {
	var out, errs bytes.Buffer
	return Env{
		Args: args, Stdin: in, Stdout: &out, Stderr: &errs,
		Getenv: func(string) string { return "" }, Now: func() time.Time { return time.Time{} },
		WorkingDir: func() (string, error) { return "", errors.New("no working directory") },
		Terminal:   func(any) bool { return terminal },
	}, &out, &errs
}

// call runs a program with the one verb "save", whose work is do.
func call(do func(*Invocation) error, args ...string) run {
	env, out, errs := testEnv(strings.NewReader(""), false, args...)
	code := program(do).Main(env)
	return run{code, out.String(), errs.String()}
}

func program(do func(*Invocation) error) Program {
	return programOf("[--title T] [NAME]\n--all", do)
}

// realFront is the table without what tests put before it.
var realFront = Front

func setFront(all ...Command) { Front = func() []Command { return all } }

func programOf(forms string, do func(*Invocation) error) Program {
	setFront(append(realFront(), Command{Name: "save", Summary: "saves", Program: "tool", Forms: forms})...)
	return Program{Name: "tool", Summary: "does things", Verbs: map[string]func(*Invocation) error{"save": do}, Anywhere: []string{"save"}, Pages: []byte("-- save --\nSaves it.\n\nExamples:\n  tool save x\n\n")}
}

func fails(err error) func(*Invocation) error { return func(*Invocation) error { return err } }

func TestHelpGoesToStandardOutputAndExits0(t *testing.T) {
	for _, args := range [][]string{{"help"}, {"-h"}, {"--help"}, {"-help"}} {
		r := call(nil, args...)
		for _, part := range []string{"tool: does things", "tool save [--title T] [NAME]", "tool save --all", "  save           saves", "help [COMMAND]", "version", "Exit codes:", "5  refused"} {
			if !strings.Contains(r.out, part) {
				t.Errorf("%q: %q is not in\n%s", args, part, r.out)
			}
		}
		if r.code != OK || r.err != "" {
			t.Errorf("%q: exit code %d, standard error %q", args, r.code, r.err)
		}
	}
	parse := func(*Invocation) error { return errors.New("it ran") }
	for _, args := range [][]string{{"help", "save"}, {"save", "-h"}, {"save", "--help"}, {"save", "x", "y", "-h"}} {
		r := call(parse, args...)
		for _, part := range []string{"Usage:\n  tool save [--title T] [NAME]\n  tool save --all\n", "Saves it.", "Examples:", "Exit codes:"} {
			if !strings.Contains(r.out, part) {
				t.Errorf("%q: %q is not in\n%s", args, part, r.out)
			}
		}
		if r.code != OK || r.err != "" {
			t.Errorf("%q: exit code %d, standard error %q", args, r.code, r.err)
		}
	}
}

func TestAnUnknownVerbIsAUsageError(t *testing.T) {
	for _, args := range [][]string{{"sav"}, {"help", "sav"}, {""}, {"--json"}, {"-x"}} {
		r := call(nil, args...)
		if r.code != Usage || !strings.HasPrefix(r.err, "tool: error: unknown command ") || !strings.HasSuffix(r.err, "tool: hint: holdfast help\n") {
			t.Errorf("%q: exit code %d, %q", args, r.code, r.err)
		}
	}
}

func TestVersionIsOneLine(t *testing.T) {
	for _, arg := range []string{"version", "--version"} {
		if r := call(nil, arg); r.code != OK || r.out != "tool "+Version()+"\n" || r.err != "" || Version() == "" {
			t.Errorf("%+v", r)
		}
	}
}

func TestWithoutArgumentsAProgramIsAHookOrShowsItsHelp(t *testing.T) {
	p := program(nil)
	p.Hook = func(Env) int { return 42 }
	env, out, errs := testEnv(nil, false)
	if code := p.Main(env); code != 42 || out.Len()+errs.Len() != 0 {
		t.Errorf("as a hook: exit code %d, %q", code, errs)
	}
	env, out, errs = testEnv(nil, true)
	if code := p.Main(env); code != Usage || out.Len() != 0 || !strings.Contains(errs.String(), "as a hook") {
		t.Errorf("on a terminal: exit code %d, %q", code, errs)
	}
	p.Hook = nil
	env, out, errs = testEnv(nil, false)
	if code := p.Main(env); code != Usage || out.Len() != 0 || !strings.Contains(errs.String(), "Usage:") {
		t.Errorf("without a hook: exit code %d, %q", code, errs)
	}
}

func TestEachErrorHasItsExitCodeAndItsLines(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		code int
		want string
	}{
		"any error":      {errors.New("the disk is full"), Failed, "tool: error: the disk is full\n"},
		"control bytes":  {errors.New("a\nb\x1b[31mc\u009bd"), Failed, "tool: error: a b\\x1b[31mc\\u009bd\n"},
		"one of ours":    {Fail(Refused, "tool save --force", "it exists: %w", errors.New("why")), Refused, "tool: error: it exists: why\ntool: hint: tool save --force\n"},
		"ambiguous":      {&Error{Code: NotFound, Cause: errors.New("two of them"), Candidates: []string{"a\nb", "c"}}, NotFound, "tool: error: two of them\n  a\\nb\n  c\n"},
		"wrapped":        {fmt.Errorf("saving: %w", &Error{Code: NotFound, Cause: errors.New("none")}), NotFound, "tool: error: saving: none\n"},
		"with faults":    {fault.Of("the artifact", fault.Fault{Field: "goal", Found: "nothing", Allowed: "text"}, fault.Fault{Field: "now", Found: "\x1b", Allowed: "text"}), Invalid, "tool: error: the artifact is not valid: goal, now\n  goal is missing; allowed: text\n  now: found \\x1b; allowed: text\n"},
		"wrapped faults": {fmt.Errorf("saving: %w", fault.Of("it", fault.Fault{Field: "a"})), Invalid, "tool: error: saving: it is not valid: a\n  a: found ; allowed: \n"},
	} {
		r := call(fails(c.err), "save")
		if r.code != c.code || r.err != c.want || r.out != "" {
			t.Errorf("%s: exit code %d, %q, want %d, %q", name, r.code, r.err, c.code, c.want)
		}
	}
	cause := errors.New("cause")
	if !errors.Is(&Error{Cause: cause}, cause) {
		t.Error("an error does not unwrap")
	}
}

func TestWithJSONAnErrorIsAlsoADocument(t *testing.T) {
	invalid := fault.Of("it", fault.Fault{Field: "goal", Found: "<&>", Allowed: "text"})
	for name, c := range map[string]struct {
		err  error
		args []string
		want string
	}{
		"plain":      {errors.New("full"), []string{"save", "--json"}, `{"error":{"code":1,"message":"full","faults":[],"candidates":[]}}`},
		"one dash":   {errors.New("full"), []string{"save", "-json"}, `{"error":{"code":1,"message":"full","faults":[],"candidates":[]}}`},
		"faults":     {invalid, []string{"save", "x", "--json"}, `{"error":{"code":3,"message":"it is not valid: goal","faults":[{"field":"goal","found":"<&>","allowed":"text"}],"candidates":[]}}`},
		"candidates": {&Error{Code: NotFound, Cause: errors.New("two"), Candidates: []string{"a", "b"}}, []string{"save", "--json"}, `{"error":{"code":4,"message":"two","faults":[],"candidates":["a","b"]}}`},
		"a flag":     {nil, []string{"save", "-json", "--nope"}, `{"error":{"code":2,"message":"unknown flag \"--nope\"","faults":[],"candidates":[]}}`},
		"usage":      {nil, []string{"nope", "--json"}, `{"error":{"code":2,"message":"unknown command \"nope\"","faults":[],"candidates":[]}}`},
	} {
		r := call(fails(c.err), c.args...)
		var got bytes.Buffer
		if err := json.Compact(&got, []byte(r.out)); err != nil || got.String() != c.want {
			t.Errorf("%s: %s, %v, want %s", name, got.String(), err, c.want)
		}
		if !strings.HasPrefix(r.err, "tool: error: ") {
			t.Errorf("%s: standard error is %q", name, r.err)
		}
	}
	for _, args := range [][]string{{"save", "--", "--json"}, {"save", "--nope", "--", "--json"}} {
		if r := call(fails(errors.New("full")), args...); r.out != "" {
			t.Errorf("%q: after -- there is no flag: %q", args, r.out)
		}
	}
}

func TestResultsAreForAPersonOrForAProgram(t *testing.T) {
	do := func(inv *Invocation) error {
		inv.Warnf("a secret in %q\x1b[2J\nwas taken out", "x")
		inv.Printf("saved %d\n", 1)
		return inv.PrintJSON(map[string]string{"path": "<a&b>"})
	}
	const warning = "tool: warning: a secret in \"x\"\\x1b[2J was taken out\n"
	if r := call(do, "save"); r != (run{OK, "saved 1\n", warning}) {
		t.Errorf("%+v", r)
	}
	if r := call(do, "save", "--json"); r != (run{OK, "{\n  \"path\": \"<a&b>\"\n}\n", warning}) {
		t.Errorf("%+v", r)
	}
	if r := call(func(inv *Invocation) error { return inv.PrintJSON(func() {}) }, "save", "--json"); r.code != Failed {
		t.Errorf("what cannot be encoded: %+v", r)
	}
}

func TestProjectRootIsTheGivenOneOrFoundUpward(t *testing.T) {
	dir := disk.Temp(t)
	var got string
	do := func(inv *Invocation) (err error) {
		err = inv.Place()
		got = inv.Project
		return err
	}
	if r := call(do, "save"); r.code != Failed {
		t.Errorf("without a working directory: %+v", r)
	}
	env, _, errs := testEnv(nil, false, "save", "--root", dir)
	env.WorkingDir = func() (string, error) { return "/", nil }
	env.Getenv = func(string) string { return dir }
	if code := program(do).Main(env); code != OK || got != dir {
		t.Errorf("exit code %d, root %q, %q", code, got, errs)
	}
}

func TestOneLineHoldsNoControlCharacter(t *testing.T) {
	for in, want := range map[string]string{"a\nb\tc\rd": "a b c d", "\x1b[31m": `\x1b[31m`, "\x7f\u0085": `\x7f\u0085`, "a\u202eb\u200bc": `a\u202eb\u200bc`, "é\U0001F680": "é\U0001F680", "\x9b": `\x9b`, "": ""} {
		if got := OneLine(in); got != want {
			t.Errorf("%q becomes %q", in, got)
		}
	}
}

func TestTheProcessIsWhatItIs(t *testing.T) {
	e := Process()
	if e.Stdin == nil || e.Stdout == nil || e.Stderr == nil || e.Now().IsZero() || len(e.Environ()) == 0 || e.Terminal(nil) || e.Terminal(&bytes.Buffer{}) {
		t.Error("something is missing")
	}
	if path, err := e.Executable(); err != nil || !filepath.IsAbs(path) {
		t.Errorf("%q, %v", path, err)
	}
	vars := map[string]string{"USERPROFILE": "/w"}
	e.Getenv = func(name string) string { return vars[name] }
	if e.Home() != "/w" {
		t.Errorf("home is %q", e.Home())
	}
	vars["HOME"] = "/h"
	if e.Home() != "/h" {
		t.Errorf("home is %q", e.Home())
	}
}
