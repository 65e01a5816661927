package legacy_test

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"holdfast/lib/legacy"
	"holdfast/lib/machine"
	"holdfast/testscripts/disk"
)

// elsewhere is the same project on a machine that knows nothing of it.
func elsewhere(t *testing.T, m legacy.Migration) legacy.Migration {
	t.Helper()
	m.Machine = machine.Folder{Path: filepath.Join(t.TempDir(), "machine")}
	return m
}

// block puts a file where the folder at rel is, and returns what takes it away.
func block(t *testing.T, m legacy.Migration, rel string) func() {
	t.Helper()
	full := filepath.Join(m.Root, filepath.FromSlash(rel))
	aside := filepath.Join(t.TempDir(), "aside")
	if err := os.Rename(full, aside); err != nil {
		t.Fatal(err)
	}
	disk.Write(t, full, "in the way\n")
	return func() {
		if err := os.Remove(full); err != nil {
			t.Fatal(err)
		}
		if err := os.Rename(aside, full); err != nil {
			t.Fatal(err)
		}
	}
}

func failed(list []legacy.Skipped, path string) bool {
	return slices.ContainsFunc(list, func(s legacy.Skipped) bool { return s.Path == path && s.Failed })
}

func TestUndoForgetsNoNewFileThatItCannotSee(t *testing.T) {
	m := start(t, project)
	r := run(t, m, false, true)
	hidden := to(r, ".checkpoint/2026-02-03-0930.md")
	unblock := block(t, m, path.Dir(hidden))
	u := undo(t, m, "")
	if !failed(u.Kept, hidden) || len(u.Removed) != migratable-1 {
		t.Errorf("undone %+v", u)
	}
	unblock()
	if u := undo(t, m, ""); !slices.Equal(u.Removed, []string{hidden}) || len(u.Kept) > 0 {
		t.Errorf("then undone %+v", u)
	}
	same(t, tree(t, m.Root), project)
}

func TestUndoForgetsNoNewFileThatTheSystemRefusesToLookFor(t *testing.T) {
	m := start(t, map[string]string{".handoff/x.md": "**Goal:** g\n"})
	r := run(t, m, false, false)
	b := disk.Read(t, r.Manifest)
	// No file system takes such a name, and none says that it is missing.
	hidden := path.Dir(to(r, ".handoff/x.md")) + "/" + strings.Repeat("x", 5000) + ".yaml"
	disk.Write(t, r.Manifest, strings.ReplaceAll(string(b), to(r, ".handoff/x.md"), hidden))
	if _, err := os.Lstat(filepath.Join(m.Root, hidden)); errors.Is(err, fs.ErrNotExist) {
		t.Skip("this system calls it missing")
	}
	if u := undo(t, m, ""); !failed(u.Kept, hidden) {
		t.Errorf("undone %+v", u)
	}
}

func TestAnOriginalThatCannotBeSeenStays(t *testing.T) {
	const from = ".handoff/old/2026-02-04-2310-x.md"
	files := map[string]string{from: "**Goal:** g\n", ".handoff/y.md": "**Goal:** h\n"}
	m := start(t, files)
	run(t, m, false, false)
	unblock := block(t, m, path.Dir(from))
	r := run(t, m, false, true)
	if !slices.Equal(r.Removed, []string{".handoff/y.md"}) {
		t.Errorf("removed %q, kept %v", r.Removed, r.Kept)
	}
	unblock()
	if r := run(t, m, false, true); !slices.Equal(r.Removed, []string{from}) || len(r.Kept) > 0 {
		t.Errorf("then removed %q, kept %v", r.Removed, r.Kept)
	}
	undo(t, m, "")
	same(t, tree(t, m.Root), files)
}

func TestNewFilesThatAreGoneAreMadeAgain(t *testing.T) {
	m := start(t, project)
	first := run(t, m, false, false)
	for _, f := range first.Migrated {
		if err := os.Remove(filepath.Join(m.Root, f.To)); err != nil {
			t.Fatal(err)
		}
	}
	again := run(t, m, false, false)
	if len(again.Migrated) != migratable {
		t.Fatalf("made %d, passed over %v", len(again.Migrated), again.Skipped)
	}
	for i, f := range again.Migrated {
		if f.To != first.Migrated[i].To {
			t.Errorf("%q became %q because %q", f.From, f.To, f.Why)
		}
	}
	if r := run(t, m, false, true); len(r.Migrated) > 0 || len(r.Removed) != migratable {
		t.Errorf("a third run made %d, removed %d", len(r.Migrated), len(r.Removed))
	}
	undo(t, m, "")
	same(t, tree(t, m.Root), project)
}

func TestOriginalsStayWhereTheirNewFilesCameFromAnotherMachine(t *testing.T) {
	m := start(t, project)
	run(t, m, false, false)
	there := elsewhere(t, m)
	before := tree(t, m.Root)
	if next := run(t, there, false, true); len(next.Migrated)+len(next.Removed) > 0 || len(next.Kept) != migratable {
		t.Errorf("made %d again, removed %q, kept %d", len(next.Migrated), next.Removed, len(next.Kept))
	}
	same(t, tree(t, m.Root), before)
}
