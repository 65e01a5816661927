package artifact

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/testscripts/disk"
)

// settled makes all folders older than the time in which they are not trusted.
func settled(t *testing.T, s Store) {
	t.Helper()
	long := now.Add(-time.Hour)
	found, err := filepath.Glob(filepath.Join(s.Root, filepath.FromSlash(Dir), "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range found {
		if err := os.Chtimes(f, long, long); err != nil {
			t.Fatal(err)
		}
	}
}

// foldersOf is "own name newest" of each folder.
func foldersOf(t *testing.T, s Store) string {
	t.Helper()
	found, unread, err := s.Folders(context.Background(), now, nil)
	if err != nil || unread != 0 {
		t.Fatalf("%d unread, %v", unread, err)
	}
	var all []string
	for _, f := range found {
		all = append(all, fmt.Sprintf("%t %s %s", f.Own, f.Name, f.Newest))
	}
	slices.Sort(all)
	return strings.Join(all, "|")
}

func wantFolders(t *testing.T, s Store, want ...string) {
	t.Helper()
	if got := foldersOf(t, s); got != strings.Join(want, "|") {
		t.Errorf("got %s\nwant %s", got, strings.Join(want, "|"))
	}
}

func TestAFolderIsOwnWhereOneOfItsFilesIs(t *testing.T) {
	s := newStore(t)
	put(t, s, "theirs/2026-11-20_09-00_x_handoff.yaml", file("2026-11-20T09:00:00Z"))
	put(t, s, "theirs/2026-11-19_09-00_x_handoff.yaml", file("2026-11-19T09:00:00Z"))
	put(t, s, "theirs/notes.md", "no artifact")
	put(t, s, "mixed/2026-11-21_09-00_x_handoff.yaml", file("2026-11-21T09:00:00Z"))
	putOurs(t, s, "mixed/2026-11-18_09-00_x_handoff.yaml", file("2026-11-18T09:00:00Z"))
	put(t, s, "empty/notes.md", "no artifact")
	const mixed, theirs = "true mixed 2026-11-21_09-00_x_handoff.yaml", "false theirs 2026-11-20_09-00_x_handoff.yaml"
	wantFolders(t, s, theirs, mixed)
	settled(t, s)
	wantFolders(t, s, theirs, mixed)
	wantFolders(t, s, theirs, mixed) // from what is kept
	disk.Write(t, s.foldersFile(), "forged\nmixed\t1\n")
	wantFolders(t, s, theirs, mixed)
}

func TestAnAdoptedFolderIsOwnThoughNothingInItChanged(t *testing.T) {
	s := newStore(t)
	text := file("2026-11-20T09:00:00Z")
	put(t, s, "hers/2026-11-20_09-00_x_handoff.yaml", text)
	putOurs(t, s, "ours/2026-11-20_09-00_x_handoff.yaml", file("2026-11-20T10:00:00Z"))
	settled(t, s)
	const ours = "true ours 2026-11-20_09-00_x_handoff.yaml"
	for range 2 {
		wantFolders(t, s, "false hers 2026-11-20_09-00_x_handoff.yaml", ours)
	}
	if err := s.Adopt([]byte(text)); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		wantFolders(t, s, "true hers 2026-11-20_09-00_x_handoff.yaml", ours)
	}
}

func TestAFileThatTheModelWroteMakesItsFolderOwn(t *testing.T) {
	s := newStore(t)
	text := []byte(file("2026-11-20T09:00:00Z", "session_id: a-1"))
	rel := put(t, s, "hand/2026-11-20_09-00_x_handoff.yaml", string(text))
	settled(t, s)
	wantFolders(t, s, "false hand 2026-11-20_09-00_x_handoff.yaml")
	if err := s.Machine.Own(text); err != nil {
		t.Fatal(err)
	}
	if err := s.Enter(context.Background(), Parse(rel, text), "a-1"); err != nil {
		t.Fatal(err)
	}
	wantFolders(t, s, "true hand 2026-11-20_09-00_x_handoff.yaml")
}

func TestAFolderIsLookedIntoWhileTheClockIsSetBack(t *testing.T) {
	s := newStore(t)
	text := []byte(file("2026-11-20T09:00:00Z", "session_id: a-1"))
	rel := put(t, s, "hand/2026-11-20_09-00_x_handoff.yaml", string(text))
	settled(t, s)
	wantFolders(t, s, "false hand 2026-11-20_09-00_x_handoff.yaml")
	back := now.Add(-2 * time.Hour) // before the time of the folder
	if err := errors.Join(s.Machine.Own(text), s.Enter(context.Background(), Parse(rel, text), "a-1")); err != nil {
		t.Fatal(err)
	}
	found, _, err := s.Folders(context.Background(), back, nil)
	if err != nil || len(found) != 1 || !found[0].Own {
		t.Errorf("found %v: %v", found, err)
	}
}

func TestAFolderThatChangedIsLookedIntoAgain(t *testing.T) {
	s := newStore(t)
	rel := putOurs(t, s, "line/2026-11-20_09-00_x_handoff.yaml", file("2026-11-20T09:00:00Z"))
	settled(t, s)
	wantFolders(t, s, "true line 2026-11-20_09-00_x_handoff.yaml")
	put(t, s, "line/2026-11-21_09-00_y_handoff.yaml", file("2026-11-21T09:00:00Z"))
	wantFolders(t, s, "true line 2026-11-21_09-00_y_handoff.yaml")
	if err := os.Remove(filepath.Join(s.Root, filepath.FromSlash(rel))); err != nil {
		t.Fatal(err)
	}
	wantFolders(t, s, "false line 2026-11-21_09-00_y_handoff.yaml")
	if err := os.RemoveAll(filepath.Join(s.Root, filepath.FromSlash(Dir), "line")); err != nil {
		t.Fatal(err)
	}
	wantFolders(t, s)
}

func TestTheDateOfAFolderIsThatOfItsNewestFileWhichCanBeRead(t *testing.T) {
	s := newStore(t)
	put(t, s, "a/2026-01-02_09-00_x_handoff.yaml", file("2026-11-20"))
	put(t, s, "a/2026-01-01_09-00_x_handoff.yaml", file("2026-11-21"))
	if err := os.Symlink("nowhere", filepath.Join(s.Root, filepath.FromSlash(Dir), "a", "2026-01-03_09-00_x_handoff.yaml")); err != nil {
		t.Skip(err)
	}
	found, _, err := s.Folders(context.Background(), now, nil)
	if err != nil || len(found) != 1 || found[0].Date != time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC).Unix() {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestWhatThereWasNoTimeForIsCounted(t *testing.T) {
	s := newStore(t)
	for i := range 20 {
		put(t, s, fmt.Sprintf("line%d/2026-11-20_09-00_x_handoff.yaml", i), file("2026-11-20T09:00:00Z"))
	}
	dir, err := s.Folder()
	if err != nil {
		t.Fatal(err)
	}
	listed, err := listFolders(context.Background(), dir, nil)
	if err != nil || len(listed) != 20 {
		t.Fatalf("%d folders, %v", len(listed), err)
	}
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	if looked := s.lookInto(ended, dir, listed, now); len(looked) != 0 {
		t.Errorf("looked into %d folders without time", len(looked))
	}
}
