package legacy_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/lib/fault"
)

func TestUndoTakesAMigrationBackToTheByte(t *testing.T) {
	for _, remove := range []bool{false, true} {
		m := start(t, project)
		r := run(t, m, false, remove)
		if remove {
			if len(r.Removed) != migratable || len(made(t, m, project)) != migratable {
				t.Errorf("removed %q", r.Removed)
			}
			for _, gone := range []string{".checkpoint", ".handoff"} {
				if _, err := os.Lstat(filepath.Join(m.Root, gone)); err == nil {
					t.Errorf("the empty folder %q is still there", gone)
				}
			}
		}
		u := undo(t, m, "")
		if u.Manifest != r.Manifest || len(u.Removed) != migratable || len(u.Kept) > 0 || len(u.Restored) != len(r.Removed) {
			t.Errorf("removing %t: undone %+v", remove, u)
		}
		same(t, tree(t, m.Root), project)
		if info, err := os.Stat(filepath.Join(m.Root, ".checkpoint/2026-02-03-0930.md")); err != nil || info.Mode().Perm() != 0o640 {
			t.Errorf("the original's mode: %v, %v", info, err)
		}
		if _, err := os.Lstat(filepath.Join(m.Root, handoffs, "mail-queue")); err == nil {
			t.Error("a folder that the run made is still there")
		}
		if _, err := m.Undo(context.Background(), ""); fault.CodeOf(err) != fault.CodeMissing {
			t.Errorf("undone twice: %v", err)
		}
		if again := run(t, m, false, false); len(again.Migrated) != migratable {
			t.Errorf("after the undo %d were migrated", len(again.Migrated))
		}
	}
}

func TestUndoKeepsWhatWasEdited(t *testing.T) {
	m := start(t, project)
	r := run(t, m, false, true)
	edited := r.Migrated[0]
	set(t, m.Root, map[string]string{edited.To: tree(t, m.Root)[edited.To] + "questions: [edited]\n"})
	u := undo(t, m, "")
	if len(u.Removed) != migratable-1 || !strings.Contains(why(u.Kept, edited.To), "edited") {
		t.Errorf("undone %+v", u)
	}
	after := tree(t, m.Root)
	if !strings.Contains(after[edited.To], "edited") || after[edited.From] != project[edited.From] {
		t.Error("the edited file or its original is gone")
	}
	if next := run(t, m, false, false); to(next, edited.From) != "" {
		t.Errorf("the original of the edited file was migrated again to %q", to(next, edited.From))
	}
}

func TestUndoOfOneOfSeveral(t *testing.T) {
	m := start(t, map[string]string{".handoff/a.md": "**Goal:** a\n"})
	first := run(t, m, false, false)
	set(t, m.Root, map[string]string{".handoff/b.md": "**Goal:** b\n"})
	second := run(t, m, false, false)
	m.Now = m.Now.Add(time.Hour)
	set(t, m.Root, map[string]string{".handoff/c.md": "**Goal:** c\n"})
	third := run(t, m, false, false)
	if first.Manifest == second.Manifest || second.Manifest == third.Manifest {
		t.Fatalf("manifests %q, %q, %q", first.Manifest, second.Manifest, third.Manifest)
	}
	var missing *fault.Error
	if _, err := m.Undo(context.Background(), "none"); !errors.As(err, &missing) || !slices.Equal(missing.Candidates, []string{first.Manifest, second.Manifest, third.Manifest}) {
		t.Errorf("undoing none: %v, candidates %q", err, missing.Candidates)
	}
	if u := undo(t, m, filepath.Base(first.Manifest)); u.Manifest != first.Manifest || len(u.Removed) != 1 || u.Removed[0] != to(first, ".handoff/a.md") {
		t.Errorf("undone %+v", u)
	}
	if u := undo(t, m, ""); u.Manifest != third.Manifest {
		t.Errorf("the last is %q", u.Manifest)
	}
	if u := undo(t, m, strings.TrimSuffix(filepath.Base(second.Manifest), ".json")); u.Manifest != second.Manifest {
		t.Errorf("by its bare name: %q", u.Manifest)
	}
	for _, name := range []string{"none", "../lock", filepath.Join(t.TempDir(), filepath.Base(first.Manifest))} {
		if _, err := m.Undo(context.Background(), name); fault.CodeOf(err) != fault.CodeMissing {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestOriginalsGoInALaterRun(t *testing.T) {
	m := start(t, project)
	run(t, m, false, false)
	r := run(t, m, false, true)
	if len(r.Migrated) > 0 || len(r.Removed) != migratable || len(r.Kept) > 0 {
		t.Errorf("removed %q, kept %v", r.Removed, r.Kept)
	}
	for from := range project {
		if r.Left != 0 || strings.HasPrefix(from, ".handoff/") && tree(t, m.Root)[from] != "" {
			t.Errorf("%q is still there", from)
		}
	}
	if r := run(t, m, false, true); len(r.Removed) > 0 || len(r.Kept) > 0 {
		t.Errorf("again: removed %q, kept %v", r.Removed, r.Kept)
	}
	undo(t, m, "")
	same(t, tree(t, m.Root), project)
}

func TestAnOriginalStaysWhereItsNewFileIsNotWhatWasWritten(t *testing.T) {
	m := start(t, project)
	r := run(t, m, false, false)
	edited, gone, changed := r.Migrated[0], r.Migrated[2], r.Migrated[3]
	set(t, m.Root, map[string]string{
		edited.To: tree(t, m.Root)[edited.To] + "# edited\n", changed.From: project[changed.From] + "\n",
	})
	if err := os.Remove(filepath.Join(m.Root, gone.To)); err != nil {
		t.Fatal(err)
	}
	r = run(t, m, false, true)
	if _, err := os.Lstat(filepath.Join(m.Root, edited.From)); err != nil || why(r.Kept, edited.From) == "" {
		t.Errorf("%q: %v, kept because %q", edited.From, err, why(r.Kept, edited.From))
	}
	if len(r.Migrated) != 2 || to(r, changed.From) == "" || why(r.Kept, changed.From) != "" {
		t.Errorf("the changed original was not migrated again before it went: %+v", r.Migrated)
	}
	if to(r, gone.From) != gone.To || !slices.Contains(r.Removed, gone.From) {
		t.Errorf("the one whose new file was gone became %q, removed %q", to(r, gone.From), r.Removed)
	}
}

func TestUndoIsFinishedAfterAKill(t *testing.T) {
	m := start(t, project)
	r := run(t, m, false, true)
	before := tree(t, m.Machine.Path)
	undo(t, m, "")
	// As if it had been killed after its last file and before its record.
	set(t, m.Machine.Path, before)
	u := undo(t, m, "")
	if u.Manifest != r.Manifest || len(u.Kept) > 0 {
		t.Errorf("undone %+v", u)
	}
	same(t, tree(t, m.Root), project)
}

func TestUndoLeavesAnotherFileInThePlaceOfAnOriginal(t *testing.T) {
	m := start(t, project)
	r := run(t, m, false, true)
	const from = ".checkpoint/2026-02-03-0930.md"
	set(t, m.Root, map[string]string{from: "another\n"})
	u := undo(t, m, "")
	if !strings.Contains(why(u.Kept, to(r, from)), "another file is where") || tree(t, m.Root)[from] != "another\n" {
		t.Errorf("kept %v", u.Kept)
	}
	if _, err := os.Lstat(filepath.Join(m.Root, to(r, from))); err != nil {
		t.Errorf("the only copy in the project is gone: %v", err)
	}
}

func TestUndoFollowsNoLink(t *testing.T) {
	m := start(t, project)
	r := run(t, m, false, true)
	outside := t.TempDir()
	target := filepath.Join(outside, "victim.yaml")
	const from = ".handoff/2026-02-04-2310-app-7k2.md"
	file := filepath.Join(m.Root, to(r, from))
	if err := os.Rename(file, target); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, file); err != nil {
		t.Skip("no symbolic links:", err)
	}
	if err := os.Symlink(outside, filepath.Join(m.Root, ".checkpoint")); err != nil {
		t.Fatal(err)
	}
	u := undo(t, m, "")
	if why(u.Kept, to(r, from)) == "" || len(tree(t, outside)) != 1 {
		t.Errorf("kept %v, outside there is %v", u.Kept, tree(t, outside))
	}
	if _, err := os.Lstat(filepath.Join(m.Root, to(r, ".checkpoint/2026-02-03-0930.md"))); err != nil {
		t.Errorf("the new file of the original that cannot come back is gone: %v", err)
	}
}
