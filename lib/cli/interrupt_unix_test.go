//go:build unix

package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
)

// interrupt is what Ctrl-C does to the process.
func interrupt(t *testing.T) {
	t.Helper()
	if err := syscall.Kill(os.Getpid(), syscall.SIGINT); err != nil {
		t.Fatal(err)
	}
}

func TestCtrlCEndsACommandWith130AndSaysWhatWasDone(t *testing.T) {
	r := call(func(inv *Invocation) error {
		interrupt(t)
		<-inv.Ctx.Done()
		return Fail(Failed, "tool save again", "stopped after 3 of 10 files: %w", inv.Ctx.Err())
	}, "save", "--json")
	if r.code != Interrupted || r.err != "tool: error: stopped after 3 of 10 files: interrupted\ntool: hint: tool save again\n" || !strings.Contains(r.out, `"code": 130`) {
		t.Errorf("%+v", r)
	}
}

func TestWhatWasDoneInSpiteOfCtrlCIsNoFailure(t *testing.T) {
	r := call(func(inv *Invocation) error {
		interrupt(t)
		<-inv.Ctx.Done()
		inv.Printf("saved\n")
		return nil
	}, "save")
	if r.code != OK || r.out != "saved\n" || r.err != "" {
		t.Errorf("%+v", r)
	}
}

func TestCtrlCEndsAReadThatNobodyAnswers(t *testing.T) {
	for name, do := range map[string]func(*Invocation) error{
		"a body":     func(inv *Invocation) error { _, err := inv.Body(); return err },
		"a question": func(inv *Invocation) error { _, err := inv.Confirm("roll back?"); return err },
	} {
		silent, open := io.Pipe()
		env, _, errs := testEnv(silent, false, "save")
		code := program(func(inv *Invocation) error {
			interrupt(t)
			return do(inv)
		}).Main(env)
		if code != Interrupted || !strings.Contains(errs.String(), "tool: error: ") || !strings.HasSuffix(errs.String(), "interrupted\n") {
			t.Errorf("%s: exit code %d, %q", name, code, errs)
		}
		open.Close()
	}
}

func TestOnlyYesIsConsent(t *testing.T) {
	for answer, want := range map[string]bool{"y\n": true, "YES \n": true, "\n": false, "": false, "yep\n": false, "n\n": false} {
		env, _, errs := testEnv(strings.NewReader(answer), true, "save")
		program(func(inv *Invocation) error {
			got, err := inv.Confirm("go on?")
			if got != want || err != nil {
				t.Errorf("%q: %t %v", answer, got, err)
			}
			return errors.Join(err, nil)
		}).Main(env)
		if fmt.Sprint(errs) != "go on? [y/N] " {
			t.Errorf("it asks %q", errs)
		}
	}
}
