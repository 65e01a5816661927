package legacy_test

import (
	"bytes"
	"path/filepath"
	"testing"
	"time"

	"holdfast/lib/legacy"
	"holdfast/testscripts/disk"
)

// fuzzRead holds what is promised for any bytes: a valid document that renders
// and has every word, the same each time.
func fuzzRead(t *testing.T, rel string, b []byte) {
	if len(b) > 1<<16 {
		return
	}
	l := legacy.Read(rel, b, time.UTC)
	for _, f := range l.Document.Validate() {
		if f.Field != "date" {
			t.Fatalf("%s", f)
		}
	}
	if lost := missing(t, string(bytes.ToValidUTF8(b, []byte("\ufffd"))), l.Document); len(lost) > 0 {
		t.Fatalf("lost %q", lost)
	}
	one := l.Document.Render()
	if two := legacy.Read(rel, b, time.UTC).Document.Render(); !bytes.Equal(one, two) {
		t.Fatal("read twice it differs")
	}
}

func seed(f *testing.F) {
	files, err := filepath.Glob("testdata/*.*")
	if err != nil || len(files) == 0 {
		f.Fatal("no fixtures", err)
	}
	for _, file := range files {
		b := disk.Read(f, file)
		f.Add(b)
	}
	for _, s := range []string{
		"", "---\n", "---\n---\n", "# a\n", "**:** b", "**a**: b\n", "|\n|-|\n", "- [x]\n", "1.\n1. \n", "```\n# a\n", "\ufeff# a\r\rb",
		"## Resume Prompt\n---\n---\n", "## State\n- Now:\n- x: [ ] y\n", "## Goal\n\n## Goal\na", "goal: a: b\n  - c: d: e\n", "a:\n- b\n -c\n", "? [a]\n: b\n",
		"metadata:\n  migrated_from: x\n  migrated_from: y\n", "date: 2026-01-01\nsession: ../../x\n", "schema_version: 1.0\n", "files: {created: {a: b}}\n",
		"final_solutions:\n  - {problem: a, solution: , rationale: }\n", "final_decisions:\n  - {decision: a, alternatives_considered: {b: c}}\n",
		"git: {branch: ~, pr_ready: yes}\n", "decisions: {? [a] : b}\n", "goal:\n  goal: a\n", "now: \u0007\u2028\n", "**Date:** 99999-01-01\n", "_\n", "\x00",
	} {
		f.Add([]byte(s))
	}
}

func FuzzMarkdown(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, rel := range []string{aCheckpoint, aHandoff, "thoughts/shared/handoffs/s/current.md", "thoughts/shared/handoffs/events/2026-02-07T10-00-00.000Z_0a1b2c3d.md"} {
			fuzzRead(t, rel, b)
		}
	})
}

func FuzzYAML(f *testing.F) {
	seed(f)
	f.Fuzz(func(t *testing.T, b []byte) { fuzzRead(t, aPlain, b) })
}

func FuzzName(f *testing.F) {
	for _, s := range []string{aPlain, aHandoff, "thoughts/ledgers/CONTINUITY_CLAUDE-.md", "a", "", "..", "thoughts/shared/handoffs/\x00/2026-01-01_\xff.yaml"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, rel string) {
		legacy.Recognise(rel)
		fuzzRead(t, rel, []byte("goal: g\n"))
	})
}
