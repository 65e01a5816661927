package main

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/testscripts/disk"
	"holdfast/testscripts/release"
)

// A session that touches what an earlier one changed needs it, and is told of it.
func TestDaysPlaysAHistorySessionBySession(t *testing.T) {
	if err := release.LookAtSources("../.."); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for i, s := range []struct{ prompt, tool, file string }{
		{"Write the parser of invoices, please", "Write", "lib/invoice.go"},
		{"Read the parser of invoices again", "Read", "lib/invoice.go"},
		{"Something else altogether", "Read", "lib/other.go"},
	} {
		id := fmt.Sprintf("5e551011-0000-4000-8000-00000000000%d", i)
		record := func(n int, kind, content string) string {
			return fmt.Sprintf(`{"type":%q,"uuid":"%s-%d","parentUuid":%q,"sessionId":%q,"cwd":"/p","gitBranch":"main","timestamp":"2026-01-0%dT10:00:0%dZ","message":{"role":%q,"content":%s}}`,
				kind, id, n, map[bool]string{true: fmt.Sprintf("%s-%d", id, n-1)}[n > 0], id, i+1, n, kind, content) + "\n"
		}
		text := record(0, "user", fmt.Sprintf("%q", s.prompt)) +
			record(1, "assistant", fmt.Sprintf(`[{"type":"tool_use","id":"t","name":%q,"input":{"file_path":"/p/%s"}}]`, s.tool, s.file)) +
			record(2, "user", `[{"type":"tool_result","tool_use_id":"t","content":"ok"}]`)
		disk.Write(t, filepath.Join(dir, fmt.Sprintf("%d.jsonl", i)), text)
	}
	var out bytes.Buffer
	if err := daysBelow(context.Background(), release.Program(""), dir, true, &out); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"need 1/1 ", "need 0/0 ", "sessions 3 need 1.00 recent 1.00 ", " right 1.00 "} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in:\n%s", want, out.String())
		}
	}
	if err := daysBelow(context.Background(), release.Program(""), t.TempDir(), false, &out); err == nil || !strings.Contains(err.Error(), "no sessions in") {
		t.Errorf("an empty folder: %v", err)
	}
}

func TestPathsAreReadOutOfABrief(t *testing.T) {
	known := map[string]int{"lib/a/x.go": 1, "lib/a/y.go": 2, "lib/b/x.go": 3, "z.md": 4}
	for text, want := range map[string]int{
		"files: lib/a/: x.go, y.go": 2, "see x.go": 0, "see y.go.": 1, "a/x.go": 1, "(z.md)": 1, "nothing": 0,
	} {
		if got := named(text, known); len(got) != want {
			t.Errorf("%q names %v, want %d", text, got, want)
		}
	}
}
