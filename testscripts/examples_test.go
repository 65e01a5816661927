package testscripts

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"holdfast/testscripts/disk"
	"holdfast/testscripts/release"
)

// The examples of these documents run in the order they stand in, as one
// session of a shell in a fresh project after an installation, and print what
// is shown. runs are commands that must be among them.
func TestDocumentsShowWhatHappens(t *testing.T) {
	if err := release.LookAtSources(".."); err != nil {
		t.Fatal(err)
	}
	for _, d := range []struct {
		path string
		runs []string
	}{
		{"docs/integrating.md", []string{
			"holdfast run start", "holdfast run begin", "holdfast run step", "holdfast run close",
			"holdfast run latest --json", "holdfast epic hub-bba wave 1", "holdfast epic hub-bba close",
		}},
		{"README.md", []string{"holdfast rollback chk-manual-1", "holdfast undo", "holdfast doctor", "holdfast history", "holdfast checkpoint"}},
	} {
		t.Run(d.path, func(t *testing.T) {
			text := disk.Read(t, filepath.Join("..", filepath.FromSlash(d.path)))
			all, err := parseExamples(string(text))
			if err != nil {
				t.Fatal(err)
			}
			for _, want := range d.runs {
				if !strings.Contains(commandsOf(all), want) {
					t.Errorf("no example that is run calls %q", want)
				}
			}
			for _, fault := range runExamples(t, all) {
				t.Error(fault)
			}
		})
	}
}

// What a document promises and does not hold is found.
func TestExamplesCanFail(t *testing.T) {
	const fence = "```"
	for name, c := range map[string]struct{ document, fault string }{
		"a command that fails":                       {fence + "sh\nfalse\ntrue\n" + fence, "line 2: the shell ended"},
		"other output than shown":                    {fence + "console\n$ echo a\nb\n" + fence, "line 2: it does not print what is shown"},
		"less output than shown":                     {fence + "console\n$ echo a\na\nb\n" + fence, "line 2: it does not print"},
		"more output than shown":                     {fence + "console\n$ printf 'a\\nb\\n'\na\n" + fence, "line 2: it does not print"},
		"a shell that ends early":                    {fence + "sh\nexit 0\n" + fence + "\n" + fence + "sh\ntrue\n" + fence, "line 2: the shell ended"},
		"a command in a workflow that fails":         {"<!-- file a.yaml -->\n" + fence + "yaml\nsteps:\n  - run: false\n" + fence, "line 3: exit code 1"},
		"a command in an element that fails":         {"<!-- file a.xml -->\n" + fence + "xml\n<a><run>\nfalse\n</run></a>\n" + fence, "line 3: exit code 1"},
		"a block that is only said to be run":        {"<!-- not run: it fails -->\n\ntext\n\n" + fence + "sh\nfalse\n" + fence, "line 6: the shell ended"},
		"a text that stands out of its fixed digits": {fence + "console\n$ echo run prd-20260113-153000 of 3\nrun prd-20260113-153000 of 4\n" + fence, "line 2: it does not print"},
	} {
		t.Run(name, func(t *testing.T) {
			all, err := parseExamples(c.document)
			if err != nil {
				t.Fatal(err)
			}
			if faults := strings.Join(runExamples(t, all), "\n"); !strings.Contains(faults, c.fault) {
				t.Errorf("faults %q, want %q", faults, c.fault)
			}
		})
	}
}

func TestExamplesHold(t *testing.T) {
	const document = "<!-- first:\nA=unseen\n-->\n```console\n$ echo \"$A\"; echo two\nunseen\n…\n$ cat <<'EOF'\n> run x-20260113-153000\n> EOF\nrun x-20261121-081919\n```\n" +
		"<!-- not run: it is not there -->\n```sh\nno-such-program\n```\n<!-- needs no-such-program -->\n```sh\nno-such-program\n```\n" +
		"<!-- file d/a.yaml -->\n```yaml\nsteps:\n  - {id: 1, run: \"B='of yaml'\"}\n```\n```console\n$ echo $B; grep -c steps d/a.yaml\nof …\n1\n```\n"
	all, err := parseExamples(document)
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range runExamples(t, all) {
		t.Error(fault)
	}
	for name, bad := range map[string]string{
		"a fence that is never closed":   "```sh\ntrue\n",
		"a block that says no language":  "```\ntrue\n```\n",
		"a comment that is not closed":   "<!-- first:\ntrue\n",
		"a workflow that is no XML":      "<!-- file a.xml -->\n```xml\n<a>\n```\n",
		"output before the first prompt": "```console\nout\n$ true\n```\n",
	} {
		if _, err := parseExamples(bad); err == nil {
			t.Errorf("%s is not found", name)
		}
	}
}

// runExamples runs examples in one shell, in a scratch project with a fresh
// home that Holdfast is installed in, beside the stand-in for the tracker beads
// (of the epic hub-bba one issue is closed, one open and one interrupted), and
// returns what is not as it is shown.
func runExamples(t *testing.T, all []example) []string {
	t.Helper()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell:", err)
	}
	work := t.TempDir()
	home, project, tracker := filepath.Join(work, "home"), filepath.Join(work, "project"), filepath.Join(work, "tracker")
	if err := makeTracker(tracker, "list-all-incl-closed.json", "none-ready.json"); err != nil {
		t.Fatal(err)
	}
	for _, dir := range []string{home, project} {
		disk.Folder(t, dir)
	}
	environment := []string{
		"PATH=" + strings.Join([]string{release.Program(""), tracker, os.Getenv("PATH")}, string(os.PathListSeparator)),
		"HOME=" + home, "TMPDIR=" + work, "TZ=UTC", "LC_ALL=C.UTF-8",
		"GIT_CONFIG_GLOBAL=" + os.DevNull, "GIT_CONFIG_SYSTEM=" + os.DevNull,
		"GIT_AUTHOR_NAME=Ada Example", "GIT_AUTHOR_EMAIL=ada@example.org",
		"GIT_COMMITTER_NAME=Ada Example", "GIT_COMMITTER_EMAIL=ada@example.org",
		"GORACE=atexit_sleep_ms=10", "GOCOVERDIR=" + os.Getenv("GOCOVERDIR"),
	}
	script := filepath.Join(work, "examples.sh")
	disk.Write(t, script, "git init -q -b main . && holdfast install || exit\n"+scriptOf(all))
	for _, e := range all {
		if e.file == "" {
			continue
		}
		path := filepath.Join(project, filepath.FromSlash(e.file))
		disk.Write(t, path, e.content)
	}
	command := exec.Command(shell, script)
	command.Dir, command.Env = project, environment
	said, err := command.CombinedOutput()
	parts := strings.Split(string(said), mark)
	if len(parts) == 1 {
		t.Fatalf("nothing is run: %v\n%s", err, said)
	}
	return judgeExamples(all, parts[1:])
}

// mark stands before each command's exit code in what the shell prints.
const mark = "\x1e"

// scriptOf is the one script of all commands.
func scriptOf(all []example) string {
	var b strings.Builder
	b.WriteString("printf '" + `\036` + "'\n")
	for _, e := range all {
		for _, c := range e.commands {
			if e.needs != "" {
				fmt.Fprintf(&b, "if command -v %s > /dev/null; then\n%s\nfi\n", e.needs, c.text)
			} else {
				b.WriteString(c.text + "\n")
			}
			b.WriteString(`printf '%d\036' $?` + "\n")
		}
	}
	return b.String()
}

// judgeExamples compares what was printed with what is shown: an output with
// its exit code at the end for each command.
func judgeExamples(all []example, outputs []string) []string {
	var faults []string
	for _, e := range all {
		missing := false
		if e.needs != "" {
			_, err := exec.LookPath(e.needs)
			missing = err != nil
		}
		for _, c := range e.commands {
			where := fmt.Sprintf("line %d: ", c.line)
			if len(outputs) < 2 {
				return append(faults, where+"the shell ended here: "+strings.Join(outputs, ""))
			}
			out, code := outputs[0], ""
			outputs = outputs[1:]
			at := len(strings.TrimRight(out, "0123456789"))
			out, code = out[:at], out[at:]
			switch {
			case code != "0":
				faults = append(faults, where+"exit code "+code+" of:\n"+c.text+"\n"+out)
			case missing || len(c.shown) == 0:
			case !shows(c.shown, strings.Split(strings.TrimRight(out, "\n"), "\n")):
				faults = append(faults, where+"it does not print what is shown:\n"+c.text+"\n"+out)
			}
		}
	}
	return faults
}

// shows reports whether lines are as shown. In what is shown, a line that is …
// stands for any number of lines, and … in a line for any text; what no two
// runs have in common is not compared.
func shows(shown, lines []string) bool {
	if len(shown) == 0 {
		return len(lines) == 0
	}
	if strings.TrimSpace(shown[0]) == "…" {
		for n := 0; n <= len(lines); n++ {
			if shows(shown[1:], lines[n:]) {
				return true
			}
		}
		return false
	}
	if len(lines) == 0 {
		return false
	}
	parts := strings.Split(constant(shown[0]), "…")
	for i := range parts {
		parts[i] = regexp.QuoteMeta(parts[i])
	}
	same := regexp.MustCompile("^" + strings.Join(parts, ".*") + "$").MatchString(constant(lines[0]))
	return same && shows(shown[1:], lines[1:])
}

// varying is what differs from run to run.
func varying() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`\b\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?Z`), // a time
		regexp.MustCompile(`\b\d{4}-\d\d-\d\d_\d\d-\d\d\b`),                    // the minute of an artifact's name
		regexp.MustCompile(`\b\d{8}-\d{6}\b`),                                  // the stamp of a run's id
		regexp.MustCompile(`(checkpoint(?:_id)?"?: +"?)[0-9a-f]{6}\b`),         // a run's checkpoint
		regexp.MustCompile(`(^|  )[0-9a-f]{6}  `),                              // the same in a table
		regexp.MustCompile(`\b\d{4}-\d\d-\d\d \d\d:\d\d\b`),                    // a time in a table
		regexp.MustCompile(`\bplan [0-9a-f]{12}\b`),
	}
}

func constant(line string) string {
	for _, v := range varying() {
		line = v.ReplaceAllString(line, "${1}#")
	}
	return strings.TrimRight(line, " ")
}
