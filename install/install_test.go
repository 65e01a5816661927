package main

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"holdfast/lib/cli"
	"holdfast/lib/machine"
	"holdfast/testscripts/disk"
)

// newTestJob is a job in a fresh home, and the path of its settings file.
func newTestJob(t *testing.T) (*job, string) {
	t.Helper()
	home := t.TempDir()
	inv := &cli.Invocation{Env: cli.Env{
		Stdout: io.Discard, Stderr: io.Discard,
		Getenv: func(name string) string {
			if name == "HOME" {
				return home
			}
			return ""
		},
		Now:        func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) },
		Executable: func() (string, error) { return filepath.Join(home, "dist", "bin", "holdfast"), nil },
	}}
	s, err := siteOf(inv)
	if err != nil {
		t.Fatal(err)
	}
	disk.Folder(t, s.config)
	j, err := newJob(inv)
	if err != nil {
		t.Fatal(err)
	}
	return j, s.scope.settings
}

func text(t *testing.T, path string) string {
	t.Helper()
	b := disk.Read(t, path)
	return string(b)
}

func TestRecognise(t *testing.T) {
	there := func(path string) bool { return path == "/src/bin/holdfast" || path == `D:/src/bin/holdfast.exe` }
	for _, test := range []struct{ command, want string }{
		{"/home/a/.claude/holdfast/bin/session-start", "session-start"},
		{"/anywhere/holdfast/bin/post-tool.exe", "post-tool"},
		{`C:\Users\a\.claude\holdfast\bin\pre-compact.exe`, "pre-compact"},
		{"/once/bin/handoff-index", "handoff-index"},
		{"/src/bin/session-start", "session-start"},
		{`D:\src\bin\session-start.exe`, "session-start"},
		{"/usr/bin/session-start", ""},
		{"/holdfast/bin/session-starter", ""},
		{"/holdfast/bin/holdfast", ""},
		{"/notholdfast/bin/session-start", ""},
		{"holdfast/bin/session-start", ""},
		{"session-start", ""},
		{"/holdfast/bin/session-start --verbose", ""},
		{"", ""},
	} {
		if got := recognise(test.command, []string{"/once/bin/"}, there); got != test.want {
			t.Errorf("%q is taken for %q, want %q", test.command, got, test.want)
		}
	}
}

func TestInstalledTextNamesTheMachineFolder(t *testing.T) {
	s := site{machine: machine.Folder{Path: "/my (own) home"}}
	source := "---\nallowed-tools: Bash(\"" + binInSource + "/x\" *)\n---\n\"" + binInSource + "/x\" --- " + binInSource + "\n"
	want := "---\nallowed-tools: Bash(\"/my *own* home/bin/x\" *)\n---\n\"/my (own) home/bin/x\" --- /my (own) home/bin\n"
	if got := string(s.installedText([]byte(source))); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, plain := range []string{"", "no front matter", "---\nnever closed", "--- x\n"} {
		if got := string(s.installedText([]byte(plain))); got != plain {
			t.Errorf("%q became %q", plain, got)
		}
	}
}

func TestASkillBehindALinkedFolderIsNotOurs(t *testing.T) {
	j, _ := newTestJob(t)
	s := skill{"x", map[string][]byte{"x/SKILL.md": []byte("x"), "x/more/y.md": []byte("y")}}
	dir := j.site.scope.skills
	disk.Write(t, filepath.Join(dir, "x", "SKILL.md"), "x")
	if state := j.record.stateOf(s, dir); state != skillOutdated {
		t.Errorf("with a file missing it is %q", state)
	}
	if err := os.Symlink(t.TempDir(), filepath.Join(dir, "x", "more")); err != nil {
		t.Skip(err)
	}
	if state := j.record.stateOf(s, dir); state != skillForeign {
		t.Errorf("with a linked folder it is %q", state)
	}
}

func TestPathsThatASkillCannotHoldAreRefused(t *testing.T) {
	for _, bad := range []string{`/a"b`, "/a$b", "/a`b", `/a\b`, "/a\nb", "/a: b", "/a #b", "/a\xffb", "/a\u0085b"} {
		if err := (site{machine: machine.Folder{Path: bad}}).checkPath(); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	for _, good := range []string{"/a b", "/a'b", "/é/(x)", "/a#b:c", "/a&b<c>"} {
		if err := (site{machine: machine.Folder{Path: good}}).checkPath(); err != nil {
			t.Errorf("%q: %v", good, err)
		}
	}
}

func TestWhatIsNoRecordIsCorrupt(t *testing.T) {
	for _, stored := range []string{"", "null", "{}", "\xff", `{"bins":"1"}`, "{ torn"} {
		folder := machine.Folder{Path: t.TempDir()}
		disk.Write(t, folder.InstallRecord(), stored)
		if _, err := readRecord(folder); !errors.Is(err, errCorrupt) {
			t.Errorf("%q: %v", stored, err)
		}
	}
}

// Claude Code shows the plugin's version, the programs print their own.
func TestProgramsAndPluginAreOfOneRelease(t *testing.T) {
	text := disk.Read(t, filepath.Join("..", ".claude-plugin", "plugin.json"))
	var plugin struct{ Version string }
	if err := json.Unmarshal(text, &plugin); err != nil || plugin.Version != cli.Release {
		t.Errorf("the plugin is of %q, the programs of %q (%v)", plugin.Version, cli.Release, err)
	}
}
