package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/tidwall/gjson"

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

// So is what the session needs next.
func TestNeedsOfASegment(t *testing.T) {
	uses := func(tool, key, value string) record {
		data := `{"type":"assistant","message":{"content":[{"type":"tool_use","name":"` + tool + `","input":{"` + key + `":"` + value + `"}}]}}`
		return record{raw: data, data: gjson.Parse(data)}
	}
	said := `{"type":"user","message":{"content":"Fix the rounding. See <x>。\nおわり。 too short? \nnever use floats here"}}`
	segment := []record{
		{data: gjson.Parse(said)}, uses("Read", "file_path", "/p/a.go"), uses("Edit", "file_path", "/p/b.go"), uses("Bash", "command", "cd /p && mix test a"),
		uses("Bash", "command", "git status -s"), uses("Read", "file_path", "/p/unused.go"),
	}
	next := []record{
		uses("Edit", "file_path", "/p/a.go"), uses("Read", "file_path", "/p/b.go"), uses("Read", "file_path", "/p/new.go"),
		uses("Bash", "command", "mix test  a --trace"), uses("Bash", "command", "git status -s"), uses("Bash", "command", "mix deps.get"),
	}
	got := needs(segment, next)
	for kind, want := range map[string][]string{
		"sentences": {"Fix the rounding.", "never use floats here"}, "next files": {"a.go", "b.go"}, "read before": {"a.go"}, "commands": {"mix test a"},
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
	for kind, all := range map[string]string{"prompts": "4", "directions": "3", "files": "2", "checks": "1", "last": "1", "sentences": "15"} {
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
