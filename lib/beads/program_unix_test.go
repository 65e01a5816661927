//go:build !windows

package beads_test

import (
	"context"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"holdfast/lib/beads"
	"holdfast/testscripts/disk"
)

// program makes a bd of a shell script and returns the folder it is in.
func program(t *testing.T, script string) string {
	t.Helper()
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "bd"), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestTheProgramIsAskedInTheProject(t *testing.T) {
	data, err := filepath.Abs("testdata/list-in-progress.json")
	if err != nil {
		t.Fatal(err)
	}
	root := t.TempDir()
	path := program(t, "echo \"$*\" > asked\n/bin/cat '"+data+"'\n")
	issues := beads.Tracker{Root: root, Path: path, Env: []string{"PATH=" + path}}.InProgress(context.Background())
	if len(issues) != 1 || issues[0].ID != "hub-bba.1" || issues[0].Title != "Add model" || issues[0].Updated.IsZero() {
		t.Errorf("%+v", issues)
	}
	if b, err := os.ReadFile(filepath.Join(root, "asked")); err != nil || string(b) != "list --status in_progress --json\n" {
		t.Errorf("asked with %q, %v", b, err)
	}
}

func TestATrackerThatFailsHasNoneInProgress(t *testing.T) {
	const one = `[{"id":"a","status":"in_progress"}]`
	for name, script := range map[string]string{
		"fails":           "echo '" + one + "'\nexit 1\n",
		"prints rubbish":  "echo hello\n",
		"prints nothing":  "exit 0\n",
		"prints an error": "echo '{\"error\":\"no database\"}'\n",
		"prints too much": "exec /usr/bin/yes '" + one + "'\n",
		"others only":     "echo '[{\"id\":\"a\",\"status\":\"open\"},{\"id\":\"\",\"status\":\"in_progress\"}]'\n",
	} {
		if got := (beads.Tracker{Root: t.TempDir(), Path: program(t, script)}).InProgress(context.Background()); len(got) != 0 {
			t.Errorf("%s: %v", name, got)
		}
	}
	if got := (beads.Tracker{Root: t.TempDir(), Path: t.TempDir()}).InProgress(context.Background()); len(got) != 0 {
		t.Errorf("without bd: %v", got)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if got := (beads.Tracker{Root: t.TempDir(), Path: program(t, "echo '"+one+"'\n")}).InProgress(ctx); len(got) != 0 {
		t.Errorf("after its context ended: %v", got)
	}
}

func TestAnExportThatIsAPipeDoesNotBlock(t *testing.T) {
	root := t.TempDir()
	disk.Folder(t, filepath.Join(root, ".beads"))
	if err := syscall.Mkfifo(filepath.Join(root, ".beads", "issues.jsonl"), 0o600); err != nil {
		t.Skip(err)
	}
	if got := beads.Exported(root); len(got) != 0 {
		t.Errorf("%v", got)
	}
}
