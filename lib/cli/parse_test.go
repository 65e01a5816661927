package cli

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"
)

// parse runs Parse with a few flags and returns all that it found, in words.
func parse(least, most int, args ...string) (string, run) {
	var told string
	r := call(func(inv *Invocation) error {
		var title string
		var n int
		var dry bool
		var files []string
		err := inv.Parse(func(fs *flag.FlagSet) {
			fs.StringVar(&title, "title", "none", "")
			fs.IntVar(&n, "n", 0, "")
			fs.BoolVar(&dry, "dry-run", false, "")
			fs.Func("file", "", func(s string) error { files = append(files, s); return nil })
		}, least, most)
		told = fmt.Sprintf("title=%q n=%d dry=%t file=%q root=%q json=%t rest=%q", title, n, dry, files, inv.Root, inv.JSON, inv.Rest)
		return err
	}, append([]string{"save"}, args...)...)
	return told, r
}

func TestFlagsAndArgumentsComeInAnyOrder(t *testing.T) {
	for want, lines := range map[string][]string{
		`title="none" n=0 dry=false file=[] root="" json=false rest=[]`:                    {""},
		`title="T" n=0 dry=true file=[] root="" json=false rest=["a" "b"]`:                 {"a b --title T --dry-run", "--title T a --dry-run b", "--dry-run a b --title=T", "-title T -dry-run a b", "a --dry-run --title T -- b"},
		`title="none" n=-5 dry=false file=["x" "y" "x"] root="/r" json=true rest=["a"]`:    {"--file x --file=y -n -5 a --root /r --json --file x", "--json a --root=/r --file x --file y --file x -n=-5"},
		`title="none" n=0 dry=false file=[] root="" json=false rest=["--title" "-h" "--"]`: {"-- --title -h --"},
		`title="last" n=0 dry=false file=[] root="" json=false rest=["-"]`:                 {"--title first - --title last"},
		`title="" n=0 dry=false file=[""] root="" json=false rest=[]`:                      {"--title= --file="},
		`title="-x" n=0 dry=false file=[] root="" json=false rest=[]`:                      {"--title -x", "--title=-x"},
	} {
		for _, line := range lines {
			got, r := parse(0, -1, strings.Fields(line)...)
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
		"":          "too few arguments",
		"a b c":     `unexpected argument "c"`,
		"-- a b c":  `unexpected argument "c"`,
		"a -- -h b": `unexpected argument "b"`,
	} {
		_, r := parse(1, 2, strings.Fields(line)...)
		if r.code != Usage || r.out != "" || !strings.HasPrefix(r.err, "tool: error: ") || !strings.Contains(r.err, about) || !strings.HasSuffix(r.err, "tool: hint: holdfast help save\n") {
			t.Errorf("%s: exit code %d, %q", line, r.code, r.err)
		}
	}
	if got, r := parse(1, 2, "a", "b"); r.code != OK {
		t.Errorf("%s: exit code %d", got, r.code)
	}
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
		_, r := parse(0, -1, strings.Split(line, " ")...)
		if r.code != OK && r.code != Usage {
			t.Fatalf("exit code %d, %q", r.code, r.err)
		}
		if r.code == Usage && strings.Count(r.err, "\n") != 2 {
			t.Fatalf("standard error is %q", r.err)
		}
	})
}
