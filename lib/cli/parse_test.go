package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// parse reads arguments by a form with a few flags and returns all that it found, in
// words.
func parse(form string, args ...string) (string, run) {
	var told string
	env, out, errs := testEnv(strings.NewReader(""), false, append([]string{"save"}, args...)...)
	code := programOf(form+" [--title T] [-n N] [--dry-run] [--file PATH]...", func(inv *Invocation) error {
		told = fmt.Sprintf("title=%q n=%d dry=%t file=%q root=%q json=%t rest=%q", inv.Flag("title"), inv.Most(0), inv.On("dry-run"), inv.All("file"), inv.Root, inv.JSON, inv.Rest)
		return nil
	}).Main(env)
	return told, run{code, out.String(), errs.String()}
}

func TestFlagsAndArgumentsComeInAnyOrder(t *testing.T) {
	for want, lines := range map[string][]string{
		`title="" n=0 dry=false file=[] root="" json=false rest=[]`:                    {""},
		`title="T" n=0 dry=true file=[] root="" json=false rest=["a" "b"]`:             {"a b --title T --dry-run", "--title T a --dry-run b", "--dry-run a b --title=T", "-title T -dry-run a b", "a --dry-run --title T -- b"},
		`title="" n=5 dry=false file=["x" "y" "x"] root="/r" json=true rest=["a"]`:     {"--file x --file=y -n 5 a --root /r --json --file x", "--json a --root=/r --file x --file y --file x -n=5"},
		`title="" n=0 dry=false file=[] root="" json=false rest=["--title" "-h" "--"]`: {"-- --title -h --"},
		`title="last" n=0 dry=false file=[] root="" json=false rest=["-"]`:             {"--title first - --title last"},
		`title="" n=0 dry=false file=[""] root="" json=false rest=[]`:                  {"--title= --file="},
		`title="-x" n=0 dry=false file=[] root="" json=false rest=[]`:                  {"--title -x", "--title=-x"},
	} {
		for _, line := range lines {
			got, r := parse("[NAME...]", strings.Fields(line)...)
			if got != want || r.code != OK {
				t.Errorf("%s:\n%s, exit code %d, want\n%s", line, got, r.code, want)
			}
		}
	}
}

func TestAWrongCommandLineIsAUsageErrorWithTheHelpAsHint(t *testing.T) {
	for line, about := range map[string]string{
		"--nope":    "--nope",
		"a --title": "--title",
		"-n x a":    `invalid value "x"`,
		"-n -5 a":   `invalid value "-5" for flag -n`,
		"":          "it takes: save NAME [TO]",
		"a b c":     "it takes: save NAME [TO]",
		"-- a b c":  "it takes: save NAME [TO]",
		"a -- -h b": "it takes: save NAME [TO]",
	} {
		_, r := parse("NAME [TO]", strings.Fields(line)...)
		if r.code != Usage || r.out != "" || !strings.HasPrefix(r.err, "tool: error: ") || !strings.Contains(r.err, about) || !strings.HasSuffix(r.err, "tool: hint: holdfast help save\n") {
			t.Errorf("%s: exit code %d, %q", line, r.code, r.err)
		}
	}
	if got, r := parse("NAME [TO]", "a", "b"); r.code != OK {
		t.Errorf("%s: exit code %d", got, r.code)
	}
}

func TestTheFormThatWasTypedIsFoundOrNamed(t *testing.T) {
	const forms = "FEATURE start [--prd PATH]\nFEATURE plan --total N [--remaining TEXT]...\nFEATURE set N on|off"
	for line, about := range map[string]string{
		"auth start": "", "auth start --prd x": "", "auth plan --total 3": "", "auth set 1 on": "", "auth set 1 onn": `it takes one of on, off, not "onn"; did you mean "on"?`,
		"auth strat": `it takes one of start, plan, set, not "strat"; did you mean "start"?`, "auth start --total 3": "it takes: save FEATURE start", "auth plan": "it takes: save FEATURE plan --total N",
		"auth set 1": "it takes: ", "auth set 1 on x": "it takes: ", "": "it takes: ",
	} {
		if r := tried(forms, line); about == "" && r.code != OK || about != "" && (r.code != Usage || !strings.Contains(r.err, about)) {
			t.Errorf("%s: exit code %d, %q", line, r.code, r.err)
		}
	}
	const others = "LINE [--yes]\n--migrated [--yes]\n--from DIR"
	for line, about := range map[string]string{
		"x": "", "--migrated --yes": "", "--from d": "", "x --migrated": "it takes: ", "": "it takes: save LINE [--yes]; save --migrated",
		"--from d --migrated": "it takes: ", "--yes --from d": "it takes: ",
	} {
		if r := tried(others, line); about == "" && r.code != OK || about != "" && (r.code != Usage || !strings.Contains(r.err, about)) {
			t.Errorf("%s: exit code %d, %q", line, r.code, r.err)
		}
	}
	for line, about := range map[string]string{"a --stage 3": "", "--stage 3": "it takes: save [FEATURE [--stage N]]", "--all": ""} {
		if r := tried("[FEATURE [--stage N]] [--all]", line); about == "" && r.code != OK || about != "" && !strings.Contains(r.err, about) {
			t.Errorf("%s: exit code %d, %q", line, r.code, r.err)
		}
	}
}

// tried runs a command of some forms, whose work is nothing.
func tried(forms, line string) run {
	env, out, errs := testEnv(strings.NewReader(""), false, append([]string{"save"}, strings.Fields(line)...)...)
	return run{programOf(forms, fails(nil)).Main(env), out.String(), errs.String()}
}

// body calls Body with a standard input.
func body(in io.Reader, terminal bool) (b []byte, r run) {
	env, out, errs := testEnv(in, terminal, "save")
	code := program(func(inv *Invocation) (err error) {
		b, err = inv.Body()
		return err
	}).Main(env)
	return b, run{code, out.String(), errs.String()}
}

type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) { u.t.Error("a terminal was read"); return 0, io.EOF }

func TestTheBodyIsReadUpToItsBound(t *testing.T) {
	for _, n := range []int{1, maxBody - 1, maxBody} {
		in := bytes.Repeat([]byte("x"), n)
		if b, r := body(bytes.NewReader(in), false); r.code != OK || !bytes.Equal(b, in) {
			t.Errorf("%d bytes: exit code %d, %d bytes", n, r.code, len(b))
		}
	}
	if b, r := body(strings.NewReader(""), false); r.code != OK || b != nil {
		t.Errorf("nothing: exit code %d, %q", r.code, b)
	}
	if b, r := body(unread{t}, true); r.code != OK || b != nil {
		t.Errorf("a terminal: exit code %d, %q", r.code, b)
	}
	for _, n := range []int{maxBody + 1, 10 * maxBody} {
		b, r := body(iotest.HalfReader(bytes.NewReader(make([]byte, n))), false)
		if r.code != Invalid || b != nil || !strings.Contains(r.err, "256 KiB") {
			t.Errorf("%d bytes: exit code %d, %d bytes, %q", n, r.code, len(b), r.err)
		}
	}
	if _, r := body(iotest.ErrReader(errors.New("broken pipe")), false); r.code != Failed || !strings.Contains(r.err, "broken pipe") {
		t.Errorf("a broken pipe: %+v", r)
	}
}

func FuzzParse(f *testing.F) {
	for _, s := range []string{"", "a --title T", "-- --title", "--file x --file y", "-n 5 -", "--json=false", "--root", "-h", "---x", "--=", "-=x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, line string) {
		_, r := parse("[NAME...]", strings.Split(line, " ")...)
		if r.code != OK && r.code != Usage {
			t.Fatalf("exit code %d, %q", r.code, r.err)
		}
		if r.code == Usage && strings.Count(r.err, "\n") != 2 {
			t.Fatalf("standard error is %q", r.err)
		}
	})
}
