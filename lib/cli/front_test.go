package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/testscripts/disk"
)

func TestACommandIsRunByTheProgramThatOwnsIt(t *testing.T) {
	for line, want := range map[string]string{
		"list": "handoff-index", "checkpoint": "pre-compact", "status": "session-start", "undo": "post-tool", "doctor": "",
		"design": "session-start", "design auth": "session-start", "design auth --stage 3": "session-start", "design --root /x auth": "session-start",
		"design auth start": "pre-compact", "design --root /x auth stage 3 complete": "pre-compact", "design auth strat": "pre-compact",
		"run": "session-start", "run latest": "session-start", "run a1b2c3": "session-start", "run --all": "session-start",
		"run start x": "pre-compact", "run --root /x close r completed": "pre-compact",
		"epic": "session-start", "epic hub-1 --reset-interrupted": "session-start", "epic hub-1 wave 2": "pre-compact",
		"files list": "post-tool",
	} {
		words := strings.Fields(line)
		c, ok := frontCommand(words[0])
		if got := c.Owner(words[1:]); !ok || got != want {
			t.Errorf("%q: %q, %t, want %q", line, got, ok, want)
		}
	}
}

func TestCommandsInTextsAreNamedAsTheyWorkHere(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"bin/holdfast", "path/holdfast"} {
		path := filepath.Join(dir, name)
		disk.Folder(t, filepath.Dir(path))
		if err := os.WriteFile(path, nil, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	path := ""
	e := Env{
		Getenv:     func(string) string { return path },
		Executable: func() (string, error) { return filepath.Join(dir, "bin", "post-tool"), nil },
	}
	const text = "holdfast list, then holdfast rollback x; holdfast saved it in ~/holdfast doctor"
	beside := filepath.Join(dir, "bin", "holdfast")
	want := beside + " list, then " + beside + " rollback x; holdfast saved it in ~/holdfast doctor"
	if got := e.Typed(text); got != want {
		t.Errorf("not on PATH: %q", got)
	}
	path = "relative" + string(os.PathListSeparator) + filepath.Join(dir, "path")
	if got := e.Typed(text); got != text {
		t.Errorf("on PATH: %q", got)
	}
	if err := os.Chmod(filepath.Join(dir, "path", "holdfast"), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := e.Typed(text); got != want {
		t.Errorf("a file that cannot be run: %q", got)
	}
}

func TestTheNearestWordIsSuggestedAndNoOther(t *testing.T) {
	words := []string{"list", "search", "rollback", "status"}
	for in, want := range map[string]string{"lst": "list", "serach": "search", "rolback": "rollback", "stauts": "status", "x": "", "commit": "", "list": "", "": "", strings.Repeat("a", 1000): ""} {
		if got := nearest(in, words); got != want {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

func TestCompletionFollowsTheSynopsis(t *testing.T) {
	defer func() { Front = realFront }()
	setFront(Command{Name: "run", Forms: "start WORKFLOW [--steps N]\nbegin RUN|CHECKPOINT N [--var K=V]... [< body]\nclose RUN completed|failed [--summary T]\nprune [--dry-run]"})
	p := Program{Name: "holdfast"}
	p.Complete = func(_ *Invocation, _, placeholder, flag string) []string {
		if placeholder == "RUN" {
			return []string{"r1", "r2", "two words"}
		}
		if flag == "--steps" {
			return []string{"5"}
		}
		return nil
	}
	for line, want := range map[string]string{
		"": "help run version", "r": "run", "run ": "begin close prune start", "run close ": "r1 r2", "run close r1 ": "completed failed",
		"run close r1 f": "failed", "run begin r1 2 --": "--json --root --var", "run start x --steps ": "5", "run --root ": ":files",
		"run prune --d": "--dry-run", "run close r1 failed ": "", "nope ": "",
	} {
		env, out, _ := testEnv(nil, false, append([]string{"complete"}, strings.Split(line, " ")...)...)
		if code := p.Main(env); code != OK || strings.Join(strings.Fields(out.String()), " ") != want {
			t.Errorf("%q: %q, want %q", line, out, want)
		}
	}
}
