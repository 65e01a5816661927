package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"holdfast/testscripts/release"
)

func TestMain(m *testing.M) { os.Exit(release.Run("../..", m.Run)) }

// The facts are those that the reference, a script in another language, counts
// in the same file.
func TestFactsOfASegment(t *testing.T) {
	records, err := load(filepath.Join("testdata", "small.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	at := boundaries(records)
	if len(at) != 1 {
		t.Fatalf("boundaries at %v", at)
	}
	got := facts(records[:at[0]])
	for kind, want := range map[string][]string{
		"prompts": {"hi", "The totals of invoices are rounded wrongly. Never ", "прекрасно, но не трогай README", "and what of the refunds? they must always be negat"},
		"directions": {"Never use float64 for money.", "Don't touch the importer — only the export.",
			"they must always be negative"},
		"files":  {"export.go", "sum_test.go"},
		"checks": {"go test ./..."},
		"last":   {"and what of the refunds? they must always be negat"},
	} {
		if !slices.Equal(got[kind], want) {
			t.Errorf("%s are %q, want %q", kind, got[kind], want)
		}
	}
}

func TestReplayPlaysAFolderThroughThePrograms(t *testing.T) {
	if err := release.LookAtSources("../.."); err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	if err := replayFolder(context.Background(), release.Program(""), "testdata", 5, &out); err != nil {
		t.Fatal(err)
	}
	text := out.String()
	if !strings.Contains(text, "1 compactions, 0 without an artifact, 0 goals are noise") || strings.Contains(text, "lost prompt") {
		t.Errorf("printed:\n%s", text)
	}
	for kind, all := range map[string]string{"prompts": "4", "directions": "3", "files": "2", "checks": "1", "last": "1"} {
		i := strings.Index(text, "\n"+kind+" ")
		if i < 0 {
			t.Fatalf("no row of %s in:\n%s", kind, text)
		}
		if n := strings.Fields(text[i:]); n[1] != all || n[5] != all {
			t.Errorf("%s: %v of %s survive", kind, n[1:6], all)
		}
	}
}

func TestReplaySaysWhatItLacks(t *testing.T) {
	for _, c := range []struct{ bin, dir, want string }{
		{t.TempDir(), "testdata", "make build"},
		{"testdata", filepath.Join(t.TempDir(), "gone"), "pre-compact"},
	} {
		err := replayFolder(context.Background(), c.bin, c.dir, 5, &bytes.Buffer{})
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("bin %q, folder %q: %v", c.bin, c.dir, err)
		}
	}
	if _, err := transcripts(filepath.Join(t.TempDir(), "gone")); err == nil || !strings.Contains(err.Error(), "make replay DIR=") {
		t.Errorf("a missing folder: %v", err)
	}
}
