package legacy_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/testscripts/disk"
)

// between runs do once, after the plan is made and before the first file is
// written.
func between(total int, do func()) func(int, int) {
	done := false
	return func(n, of int) {
		if !done && n == total {
			done = true
			do()
		}
	}
}

func TestANameThatIsTakenMeanwhileIsNotOverwritten(t *testing.T) {
	files := map[string]string{".handoff/2026-02-04-2310-x.md": "**Goal:** g\n"}
	m := start(t, files)
	planned := run(t, m, true, false).Migrated[0].To
	m.Progress = between(1, func() { set(t, m.Root, map[string]string{planned: "theirs\n"}) })
	r := run(t, m, false, false)
	if len(r.Migrated) > 0 || !strings.Contains(why(r.Skipped, ".handoff/2026-02-04-2310-x.md"), "run again") {
		t.Fatalf("migrated %+v, left %+v", r.Migrated, r.Skipped)
	}
	if tree(t, m.Root)[planned] != "theirs\n" {
		t.Error("it was overwritten")
	}
	m.Progress = nil
	if r := run(t, m, false, false); !strings.Contains(to(r, ".handoff/2026-02-04-2310-x.md"), "-2_") {
		t.Errorf("then migrated %+v", r.Migrated)
	}
}

func TestAnOriginalThatChangesMeanwhileIsLeftForTheNextRun(t *testing.T) {
	const from = ".handoff/2026-02-04-2310-x.md"
	m := start(t, map[string]string{from: "**Goal:** g\n", ".handoff/2026-02-04-2311-y.md": "**Goal:** h\n"})
	m.Progress = between(2, func() { set(t, m.Root, map[string]string{from: "**Goal:** changed\n"}) })
	r := run(t, m, false, true)
	if len(r.Migrated) != 1 || len(r.Removed) != 1 || !strings.Contains(why(r.Skipped, from), "it changed") {
		t.Fatalf("migrated %+v, removed %q, left %v", r.Migrated, r.Removed, r.Skipped)
	}
	m.Progress = nil
	if r := run(t, m, false, false); len(r.Migrated) != 1 || r.Migrated[0].From != from {
		t.Errorf("then migrated %+v", r.Migrated)
	}
}

func TestAFailureOnTheWayLosesNothing(t *testing.T) {
	files := map[string]string{".handoff/2026-02-04-2310-x.md": "**Goal:** g\n", ".handoff/2026-02-04-2311-y.md": "**Goal:** h\n"}
	m := start(t, files)
	folder := filepath.Join(m.Root, handoffs, "h")
	m.Progress = between(2, func() { set(t, m.Root, map[string]string{handoffs + "h": "a file in the way\n"}) })
	r, err := m.Run(context.Background(), false, true)
	if err == nil || len(r.Migrated) != 1 || len(r.Removed) > 0 {
		t.Fatalf("migrated %+v, removed %q, %v", r.Migrated, r.Removed, err)
	}
	if !strings.Contains(err.Error(), "handoffs") {
		t.Errorf("the error names no place: %v", err)
	}
	m.Progress = nil
	if err := os.Remove(folder); err != nil {
		t.Fatal(err)
	}
	if r := run(t, m, false, false); len(r.Migrated) != 1 || r.Migrated[0].From != ".handoff/2026-02-04-2311-y.md" {
		t.Errorf("then migrated %+v", r.Migrated)
	}
	if got := made(t, m, files); len(got) != 2 {
		t.Errorf("there are %q", got)
	}
}

func TestAFileWithoutADateTakesItsOwnTime(t *testing.T) {
	const from = ".handoff/notes.md"
	m := start(t, map[string]string{from: "**Goal:** g\n"})
	at := time.Date(2025, 12, 24, 18, 30, 0, 0, time.UTC)
	if err := os.Chtimes(filepath.Join(m.Root, from), at, at); err != nil {
		t.Fatal(err)
	}
	r := run(t, m, false, false)
	if len(r.Migrated) != 1 || !strings.Contains(r.Migrated[0].To, "/2025-12-24_18-30_") {
		t.Errorf("migrated %+v", r.Migrated)
	}
}

func TestABackupThatIsDamagedIsNotBroughtBack(t *testing.T) {
	m := start(t, project)
	const from = ".checkpoint/2026-02-03-0930.md"
	r := run(t, m, false, true)
	copied := strings.TrimSuffix(r.Manifest, ".json") + "-originals/" + from
	disk.Write(t, copied, "damaged")
	u := undo(t, m, "")
	if got := why(u.Kept, to(r, from)); !strings.Contains(got, "damaged") || len(u.Restored) != migratable-1 {
		t.Errorf("kept %v, restored %d", u.Kept, len(u.Restored))
	}
	if _, err := os.Lstat(filepath.Join(m.Root, to(r, from))); err != nil {
		t.Errorf("the new file is gone: %v", err)
	}
	if err := os.Remove(copied); err != nil {
		t.Fatal(err)
	}
	if u := undo(t, m, ""); !strings.Contains(why(u.Kept, to(r, from)), "gone") {
		t.Errorf("with no copy at all: %v", u.Kept)
	}
}
