package legacy_test

import (
	"context"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/legacy"
	"holdfast/lib/machine"
	"holdfast/testscripts/disk"
)

const handoffs = artifact.Dir + "/"

// project is a project with a file of every generation, by path.
var project = map[string]string{
	".checkpoint/2026-02-03-0930.md":      "# Checkpoint\n\n**Date:** 2026-02-03 09:30\n**Active Bead:** None\n**Goal:** Mail queue\n\n## Accomplished\n- [x] a table\n\n## Remaining\n- [ ] a worker\n",
	".handoff/2026-02-04-2310-app-7k2.md": "# Session Handoff\n\n**Date:** 2026-02-04 23:10\n**Primary Bead:** app-7k2 - Rate limits\n\n## Completed This Session (all)\n1. bucket\n2. tests\n",

	handoffs + "billing/2026-02-05_14-00_money.yaml":               "---\nsession: billing\ndate: 2026-02-05\nstatus: blocked\n---\n\ngoal: Invoices\nnow: Rounding\n",
	handoffs + "billing/2026-02-05_14-00_money.yml":                "---\nsession: billing\ndate: 2026-02-05\n---\n\ngoal: The other\nnow: Rounding\n",
	handoffs + "billing/auto-handoff-2026-02-06T10-00-00.yaml":     "---\ntype: auto-handoff\n---\n\ngoal: Rescue\n",
	handoffs + "billing/task-01-split.md":                          "---\nstatus: success\n---\n\n# Task Handoff: Split\n\n## What Was Done\n- split\n",
	handoffs + "app-9 - Some (long) title/2026-02-05_15-00_x.yaml": "goal: Folder\nnow: n\nbead: app-9\n",
	handoffs + "events/2026-02-07T10-00-00.000Z_0a1b2c3d.md":       "---\nts: 2026-02-07T10:00:00.000Z\ntype: session_end\n---\n",
	handoffs + "events/2026-02-07T11-00-00.000Z_0a1b2c3d.md":       "---\nevent_type: checkpoint\ntimestamp: 2026-02-07T11:00:00.000Z\ngoal: From an event\n---\n",
	handoffs + "billing/current.md":                                "## Ledger\n**Updated:** 2026-02-08T07:32:00Z\n**Goal:** Drain\n\n### Now\n[x] drained\n",
	"thoughts/ledgers/CONTINUITY_CLAUDE-auth.md":                   "## Goal\nTokens\n\n## State\n- Now: [→] reads\n- Next: drop\n",
	handoffs + "done/2026-02-09_08-00_done_handoff.yaml":           today("Left alone") + "metadata:\n  migrated_from: old.md\n",
	handoffs + "done/2026-02-09_09-00_done_handoff.yaml":           "---\nschema_version: 2.0.0\nmode: handoff\n---\n\ngoal: From the future\n",
	handoffs + "done/2026-02-09_10-00_done_draft.yaml":             "---\nschema_version: 1.0.0\nmode: draft\n---\n\ngoal: Unknown mode\n",
	handoffs + "done/README.md":                                    "notes\n",
	"src/main.go":                                                  "package main\n",
}

// migratable is how many of those become artifacts.
const migratable = 10

// today is a valid artifact.
func today(goal string) string {
	return "---\nschema_version: \"1.0.0\"\nmode: handoff\ndate: \"2026-02-09\"\nsession: done\noutcome: SUCCEEDED\nprimary_bead: none\n---\n\n" +
		"goal: " + goal + "\nnow: n\n"
}

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

// set writes files below root.
func set(t *testing.T, root string, files map[string]string) {
	t.Helper()
	for rel, text := range files {
		full := filepath.Join(root, filepath.FromSlash(rel))
		disk.Folder(t, filepath.Dir(full))
		if err := os.WriteFile(full, []byte(text), 0o640); err != nil {
			t.Fatal(err)
		}
	}
}

// start is a migration of a fresh project with the given files.
func start(t *testing.T, files map[string]string) legacy.Migration {
	t.Helper()
	root := disk.Temp(t)
	set(t, root, files)
	return legacy.Migration{
		Root: root, Machine: machine.Folder{Path: filepath.Join(t.TempDir(), "machine")},
		Zone: time.FixedZone("Test/West", -6*3600), Now: noon,
	}
}

// tree is the text of all files below root, by path.
func tree(t *testing.T, root string) map[string]string {
	t.Helper()
	all := map[string]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		b, err := os.ReadFile(path)
		rel, _ := filepath.Rel(root, path)
		all[filepath.ToSlash(rel)] = string(b)
		return err
	})
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return all
}

// same fails where two trees differ.
func same(t *testing.T, got, want map[string]string) {
	t.Helper()
	for rel, text := range want {
		if there, ok := got[rel]; !ok {
			t.Errorf("%q is gone", rel)
		} else if there != text {
			t.Errorf("%q holds %q, want %q", rel, there, text)
		}
	}
	for rel := range got {
		if _, ok := want[rel]; !ok {
			t.Errorf("%q was not there", rel)
		}
	}
}

func run(t *testing.T, m legacy.Migration, dry, remove bool) legacy.Result {
	t.Helper()
	r, err := m.Run(context.Background(), dry, remove)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func undo(t *testing.T, m legacy.Migration, name string) legacy.Undone {
	t.Helper()
	u, err := m.Undo(context.Background(), name)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

// made lists the new files that a project has, of those it began with.
func made(t *testing.T, m legacy.Migration, before map[string]string) []string {
	t.Helper()
	var out []string
	for rel := range tree(t, m.Root) {
		if _, ok := before[rel]; !ok {
			out = append(out, rel)
		}
	}
	slices.Sort(out)
	return out
}

// to is what a file became, "" where it became nothing.
func to(r legacy.Result, from string) string {
	for _, m := range r.Migrated {
		if m.From == from {
			return m.To
		}
	}
	return ""
}

// why is what is said of a file that was left.
func why(list []legacy.Skipped, path string) string {
	for _, s := range list {
		if s.Path == path {
			return s.Why
		}
	}
	return ""
}

type pairRecord struct {
	From, To string
	FromSum  string `json:"from_sha256"`
	ToSum    string `json:"to_sha256"`
}

type record struct {
	Pairs []pairRecord
}

func readRecord(t *testing.T, path string) record {
	t.Helper()
	b := disk.Read(t, path)
	var r record
	if err := json.Unmarshal(b, &r); err != nil {
		t.Fatal(err)
	}
	return r
}
