package beads_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/lib/beads"
	"holdfast/testscripts/disk"
)

func export(t *testing.T, text string) string {
	t.Helper()
	root := t.TempDir()
	disk.Folder(t, filepath.Join(root, ".beads"))
	disk.Write(t, filepath.Join(root, ".beads", "issues.jsonl"), text)
	return root
}

func ids(issues []beads.Issue) string {
	var all []string
	for _, i := range issues {
		all = append(all, i.ID)
	}
	return strings.Join(all, " ")
}

func TestTheExportGivesTheIssuesInProgressAndPassesOverTheRest(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"several": {`{"id":"a-1","title":"One","status":"in_progress","updated_at":"2026-11-21T00:31:01Z"}
{"id":"a-2","status":"open","notes":"was in_progress"}
{"id":"a-3","status":"closed"}
{"id":"a-4","status":"in_progress","updated_at":"2026-11-21T09:00:00.5+02:00"}
`, "a-1 a-4"},
		"nothing":         {"", ""},
		"rubbish":         {"in_progress\n{\"id\":\"a-1\",\"status\":\"in_pro\n[\"in_progress\"]\n{\"status\":\"in_progress\"}\n", ""},
		"a torn last one": {"{\"id\":\"a-1\",\"status\":\"in_progress\"}\n{\"id\":\"a-2\",\"status\":\"in_progress\"", "a-1"},
		"wrong types":     {"{\"id\":7,\"status\":\"in_progress\"}\n{\"id\":\"a-1\",\"status\":[\"in_progress\"]}\n{\"id\":\"a-2\",\"status\":\"in_progress\"}\n", "a-2"},
		"bytes of a bomb": {strings.Repeat("[", 1<<20) + "in_progress\n", ""},
	} {
		if got := ids(beads.Exported(export(t, c.text))); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func TestWithoutAnExportNothingIsInProgress(t *testing.T) {
	if got := beads.Exported(t.TempDir()); len(got) != 0 {
		t.Errorf("%v", got)
	}
	root := export(t, "")
	if err := os.Truncate(filepath.Join(root, ".beads", "issues.jsonl"), 64<<20); err != nil {
		t.Fatal(err)
	}
	if got := beads.Exported(root); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

func TestLatestIsTheOneUpdatedLast(t *testing.T) {
	at := func(id string, hour int) beads.Issue {
		return beads.Issue{ID: id, Updated: time.Date(2026, 11, 21, hour, 0, 0, 0, time.UTC)}
	}
	if i := beads.Latest([]beads.Issue{at("a", 3), at("b", 9), at("c", 5)}); i.ID != "b" {
		t.Errorf("%v", i)
	}
	if i := beads.Latest([]beads.Issue{{ID: "a"}}); i.ID != "a" {
		t.Errorf("one without a time: %v", i)
	}
	if i := beads.Latest(nil); i.ID != "" {
		t.Error("none has a latest")
	}
}
