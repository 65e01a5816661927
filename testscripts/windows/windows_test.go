//go:build windowsrun

// Package windows runs the Windows programs under Wine: make windows. Its scripts
// name a program as on any other system; what it is given and what it prints are
// Windows paths, where drive Z: is this system's root.
package windows

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
)

// programsName is the variable with the folder of the Windows programs.
const programsName = "HOLDFAST_WINDOWS"

func TestScripts(t *testing.T) {
	programs := os.Getenv(programsName)
	if programs == "" {
		t.Fatalf("%s is not set: run make windows", programsName)
	}
	bin := t.TempDir()
	for _, name := range []string{"holdfast", "session-start", "pre-compact", "handoff-index", "post-tool"} {
		run := fmt.Sprintf("#!/bin/sh\nexec wine '%s.exe' \"$@\"\n", filepath.Join(programs, name))
		if err := os.WriteFile(filepath.Join(bin, name), []byte(run), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "scripts",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup:               func(env *testscript.Env) error { return setup(env, bin) },
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"killed":     killed,
			"many":       many,
			"no-temps":   noTemps,
			"substitute": substitute,
		},
	})
}

// setup gives a script a home and a project, $P; $W and $H are the Windows paths of
// $WORK and of the home's Claude Code folder.
func setup(env *testscript.Env, bin string) error {
	project, config := filepath.Join(env.WorkDir, "app"), filepath.Join(env.WorkDir, "config")
	for _, dir := range []string{filepath.Join(project, ".claude"), config} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	for name, value := range map[string]string{
		"PATH":              bin + string(os.PathListSeparator) + env.Getenv("PATH"),
		"HOME":              os.Getenv("HOME"),
		"WINEPREFIX":        os.Getenv("WINEPREFIX"),
		"WINEDEBUG":         "-all",
		"WINEDLLOVERRIDES":  os.Getenv("WINEDLLOVERRIDES"),
		programsName:        os.Getenv(programsName),
		"CLAUDE_CONFIG_DIR": windowsPath(config),
		"C":                 config,
		"P":                 project,
		"W":                 windowsPath(env.WorkDir),
		"H":                 "thoughts/shared/handoffs",
		"TZ":                "UTC",
		"LC_ALL":            "C.UTF-8",
		"GODEBUG":           "asyncpreemptoff=1", // Wine 8 cannot always stop a thread
	} {
		env.Setenv(name, value)
	}
	return nil
}

func windowsPath(path string) string { return `Z:` + strings.ReplaceAll(path, "/", `\`) }

// substitute writes FILE to OUT with the Windows path of $WORK, as JSON has it, in
// place of WORK: substitute FILE OUT [slash | bom]...
func substitute(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: substitute FILE OUT [slash | bom]...")
	}
	work := strings.ReplaceAll(windowsPath(ts.Getenv("WORK")), `\`, `\\`)
	text := ts.ReadFile(args[0])
	for _, option := range args[2:] {
		switch option {
		case "slash":
			text = strings.ReplaceAll(text, `\\`, "/")
			work = strings.ReplaceAll(work, `\\`, "/")
		case "bom":
			text = "\ufeff" + text
		default:
			ts.Fatalf("unknown option %q", option)
		}
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(strings.ReplaceAll(text, "WORK", work)), 0o644))
}

// many runs a program N times at once, with the number of the run in place of "@":
// many N PROGRAM ARG...
func many(ts *testscript.TestScript, neg bool, args []string) {
	var n int
	if _, err := fmt.Sscan(args[0], &n); err != nil || neg || len(args) < 2 {
		ts.Fatalf("usage: many N PROGRAM ARG...")
	}
	said := make([]string, n)
	var all sync.WaitGroup
	for i := range n {
		all.Go(func() {
			words := make([]string, len(args)-1)
			for j, word := range args[1:] {
				words[j] = strings.ReplaceAll(word, "@", fmt.Sprint(i))
			}
			out, err := command(ts, words).CombinedOutput()
			if err != nil {
				said[i] = fmt.Sprintf("%v: %s", err, out)
			}
		})
	}
	all.Wait()
	if failed := strings.Join(said, ""); failed != "" {
		ts.Fatalf("%s", failed)
	}
}

// killed kills a program in turn after 20, 40 ... ms, until it ends by itself:
// killed PROGRAM ARG...
func killed(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: killed PROGRAM ARG...")
	}
	for wait := 20 * time.Millisecond; ; wait += 20 * time.Millisecond {
		c := command(ts, args)
		ts.Check(c.Start())
		timer := time.AfterFunc(wait, func() { _ = c.Process.Kill() })
		err := c.Wait()
		if timer.Stop() {
			ts.Check(err)
			return
		}
	}
}

func command(ts *testscript.TestScript, words []string) *exec.Cmd {
	program, err := exec.LookPath(filepath.Join(strings.SplitN(ts.Getenv("PATH"), ":", 2)[0], words[0]))
	ts.Check(err)
	c := exec.Command(program, words[1:]...)
	c.Dir = ts.MkAbs(".")
	for _, name := range []string{"PATH", "HOME", "WINEPREFIX", "WINEDEBUG", "WINEDLLOVERRIDES", "CLAUDE_CONFIG_DIR", "TZ", "LC_ALL", "GODEBUG"} {
		c.Env = append(c.Env, name+"="+ts.Getenv(name))
	}
	return c
}

// noTemps fails where a folder holds, at any depth, a file that is still being
// written: no-temps DIR
func noTemps(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: no-temps DIR")
	}
	ts.Check(filepath.WalkDir(ts.MkAbs(args[0]), func(path string, _ os.DirEntry, err error) error {
		if err == nil && strings.HasPrefix(filepath.Base(path), ".holdfast-") && strings.HasSuffix(path, ".tmp") {
			return fmt.Errorf("left: %q", path)
		}
		return err
	}))
}
