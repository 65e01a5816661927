//go:build !windows

package beads_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"holdfast/lib/beads"
)

// tracker is one whose bd is a shell script that also writes down how it was
// called.
func tracker(t *testing.T, script string) beads.Tracker {
	t.Helper()
	return beads.Tracker{Root: t.TempDir(), Path: program(t, "echo \"$*\" >> asked\n"+script), Env: []string{"PATH=/bin:/usr/bin"}}
}

func asked(t *testing.T, tr beads.Tracker) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(tr.Root, "asked"))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return string(b)
}

func TestTheTrackerIsAskedForAnEpicsIssues(t *testing.T) {
	tr := tracker(t, `echo '[{"id":"e-1.1","status":"closed"},{"id":"e-1.2","status":"open"}]'`)
	ctx := context.Background()
	for _, ask := range []func(context.Context, string) ([]beads.Issue, error){tr.Children, tr.Ready} {
		if issues, err := ask(ctx, "e-1"); err != nil || ids(issues) != "e-1.1 e-1.2" {
			t.Errorf("%v, %v", issues, err)
		}
	}
	if err := tr.Reopen(ctx, "e-1.1"); err != nil {
		t.Error(err)
	}
	if got := asked(t, tr); got != "list --parent e-1 --all --limit 0 --json\nready --parent e-1 --json\nupdate --status=open e-1.1\n" {
		t.Errorf("asked with %q", got)
	}
}

func TestIssuesThatNameAnotherEpicAreLeftOut(t *testing.T) {
	tr := tracker(t, `echo '[{"id":"e-1.1"},{"id":"e-1.2","parent":"e-2"},{"id":"far","parent":"e-1"},{"id":"deep","parent":"e-1.1"},{"id":"x","parent":"e-2"},{"id":"y","parent":"e-12"},{"id":"old"}]'`)
	if issues, err := tr.Children(context.Background(), "e-1"); err != nil || ids(issues) != "e-1.1 e-1.2 far deep old" {
		t.Errorf("%s, %v", ids(issues), err)
	}
}

func TestNothingButAnIDReachesTheTracker(t *testing.T) {
	tr := tracker(t, "echo '[]'")
	ctx := context.Background()
	for _, id := range []string{"", "--json", "-x", "../x", "a b", "a\nb"} {
		_, err1 := tr.Children(ctx, id)
		_, err2 := tr.Ready(ctx, id)
		if err1 == nil || err2 == nil || tr.Reopen(ctx, id) == nil {
			t.Errorf("%q is taken", id)
		}
	}
	if got := asked(t, tr); got != "" {
		t.Errorf("asked with %q", got)
	}
}

func TestATrackerThatFailsIsAnError(t *testing.T) {
	ctx := context.Background()
	for name, script := range map[string]string{
		"fails": "echo '[]'\nexit 1\n", "rubbish": "echo hello\n", "nothing": "exit 0\n", "null": "echo null\n",
		"an object": "echo '{\"error\":\"x\"}'\n", "a flood": "exec yes '['\n", "without ids": "echo '[{\"status\":\"closed\"}]'\n",
	} {
		if issues, err := tracker(t, script).Children(ctx, "e-1"); err == nil {
			t.Errorf("%s: %v", name, issues)
		}
	}
	if _, err := (beads.Tracker{Root: t.TempDir(), Path: t.TempDir()}).Children(ctx, "e-1"); !errors.Is(err, exec.ErrNotFound) {
		t.Errorf("without bd: %v", err)
	}
}
