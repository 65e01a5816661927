package history

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/lib/machine"
	"holdfast/lib/transcript"
	"holdfast/testscripts/disk"
)

type scene struct {
	t     *testing.T
	store Store
	dir   string // of the transcripts
}

func newScene(t *testing.T) scene {
	top := t.TempDir()
	root := filepath.Join(top, "app")
	s := scene{t, Store{Root: root, Machine: machine.Folder{Path: filepath.Join(top, "machine")}, Configs: []string{filepath.Join(top, "config")}, SavePrompts: true, Limit: 1 << 30},
		filepath.Join(top, "config", "projects", transcript.FolderName(root))}
	for _, dir := range []string{root, s.dir} {
		disk.Folder(t, dir)
	}
	return s
}

func (s scene) line(minute int, text string) string {
	return fmt.Sprintf(`{"type":"user","message":{"role":"user","content":%q},"timestamp":"2026-11-20T09:%02d:00Z","cwd":%q}`, text, minute, s.store.Root) + "\n"
}

func (s scene) write(name string, lines ...string) {
	s.t.Helper()
	path := filepath.Join(s.dir, name+".jsonl")
	disk.Write(s.t, path, strings.Join(lines, ""))
}

// kept is all that the folder of the history holds.
func (s scene) kept() ([]byte, error) {
	var all []byte
	entries, err := os.ReadDir(s.store.dir())
	for _, e := range entries {
		b, _ := os.ReadFile(filepath.Join(s.store.dir(), e.Name()))
		all = append(all, b...)
	}
	return all, err
}

func (s scene) sessions() []Session {
	s.t.Helper()
	all, err := s.store.Sessions(context.Background(), nil)
	if err != nil {
		s.t.Fatal(err)
	}
	return all
}

func TestSessionsAreListedNewestFirstAndFollowTheirTranscripts(t *testing.T) {
	s := newScene(t)
	s.write("one", s.line(1, "add the store"))
	s.write("two", s.line(5, "fix the flaky test"), s.line(6, "hello"))
	s.write("agent-x", s.line(7, "not a session"))
	s.write("empty")
	all := s.sessions()
	if len(all) != 2 || all[0].ID != "two" || all[0].Prompts != 2 || all[0].Goal != "fix the flaky test" || all[1].ID != "one" {
		t.Fatalf("%+v", all)
	}
	// It grows, is rewritten shorter, and is deleted: none is an error.
	s.write("one", s.line(1, "add the store"), s.line(9, "go on"))
	if all = s.sessions(); all[0].ID != "one" || all[0].Prompts != 2 || all[0].Goal != "add the store" {
		t.Errorf("grown: %+v", all)
	}
	s.write("one", s.line(2, "other"))
	if all = s.sessions(); all[1].Prompts != 1 || all[1].Goal != "other" {
		t.Errorf("shorter: %+v", all)
	}
	if err := os.Remove(filepath.Join(s.dir, "two.jsonl")); err != nil {
		t.Fatal(err)
	}
	if all = s.sessions(); len(all) != 2 || !all[0].Gone || all[0].Goal != "fix the flaky test" {
		t.Errorf("deleted: %+v", all)
	}
	if all = s.sessions(); !all[0].Gone {
		t.Errorf("deleted, again: %+v", all)
	}
}

func TestATornFileIsReadAgainOrLeftOut(t *testing.T) {
	s := newScene(t)
	s.write("one", s.line(1, "add the store"))
	s.write("two", s.line(2, "paint the store"))
	s.sessions()
	if err := os.Remove(filepath.Join(s.dir, "two.jsonl")); err != nil {
		t.Fatal(err)
	}
	for _, id := range []string{"one", "two"} {
		disk.Write(t, filepath.Join(s.store.dir(), fileOf(id)), "torn")
	}
	hits, _, err := s.store.Search(context.Background(), Query{Text: "store"}, nil)
	if err != nil || len(hits) != 1 || hits[0].ID != "one" {
		t.Errorf("%+v, %v", hits, err)
	}
}

func TestTheOldestGoFirstWhereTheyAreTooMuch(t *testing.T) {
	s := newScene(t)
	for i, name := range []string{"one", "two", "three"} {
		s.write(name, s.line(i, strings.Repeat("the store of words ", 40)))
	}
	s.sessions()
	s.store.Limit = 0
	for _, h := range s.store.heads() {
		s.store.Limit += h.file
	}
	s.write("four", s.line(9, "the store grows"))
	if all := s.sessions(); len(all) != 4 {
		t.Errorf("%+v", all)
	}
	hits, _, err := s.store.Search(context.Background(), Query{Text: "store"}, nil)
	found := func(id string) bool { return slices.ContainsFunc(hits, func(h Hit) bool { return h.ID == id }) }
	if err != nil || len(hits) != 3 || found("one") || !found("four") {
		t.Errorf("%+v, %v", hits, err)
	}
}

func TestWordsAreFoundInPromptsGoalsAndFiles(t *testing.T) {
	s := newScene(t)
	s.write("one", s.line(1, "add the Redis store"), s.line(2, "keep the tests green"))
	s.write("two", s.line(3, "something else"))
	for query, want := range map[string]string{"redis": "one", "store test": "one", "REDIS tests": "one", "redis something": "two one", "something": "two", "nothing": "", "": ""} {
		hits, _, err := s.store.Search(context.Background(), Query{Text: query}, nil)
		var got []string
		for _, h := range hits {
			got = append(got, h.ID)
		}
		if err != nil || strings.Join(got, " ") != want {
			t.Errorf("%q: %q, %v, want %q", query, got, err, want)
		}
	}
}

func TestPromptsAreStoredRedactedOrNotAtAll(t *testing.T) {
	s := newScene(t)
	key := "ghp_" + strings.Repeat("aB3dE5gH7j", 4)[:36]
	s.write("one", s.line(1, "use the token "+key+" for the upload"))
	s.sessions()
	text, err := s.kept()
	if err != nil || strings.Contains(string(text), key) || !strings.Contains(string(text), "upload") {
		t.Errorf("%s, %v", text, err)
	}
	s.store.SavePrompts = false
	if all := s.sessions(); len(all) != 1 || all[0].Prompts != 1 || all[0].Goal != "" {
		t.Errorf("%+v", all)
	}
	if text, err := s.kept(); err != nil || strings.Contains(string(text), "upload") {
		t.Errorf("%s, %v", text, err)
	}
}

func TestSessionsOfOtherFoldersAreNotOfTheProject(t *testing.T) {
	s := newScene(t)
	other := scene{t, Store{Root: s.store.Root + "-two"}, s.dir + "-two"}
	disk.Folder(t, other.dir)
	other.write("foreign", other.line(1, "of another project"))
	below := scene{t, Store{Root: filepath.Join(s.store.Root, "two")}, s.dir + "-two"}
	below.write("below", below.line(2, "in a folder of it"))
	if all := s.sessions(); len(all) != 1 || all[0].ID != "below" {
		t.Errorf("%+v", all)
	}
}

func TestAnIndexThatCannotBeWrittenIsAnErrorBesideTheSessions(t *testing.T) {
	s := newScene(t)
	s.write("one", s.line(1, "add the store"))
	disk.Write(t, s.store.Machine.Path, "")
	if all, err := s.store.Sessions(context.Background(), nil); err == nil || len(all) != 1 {
		t.Errorf("%+v, %v", all, err)
	}
}

func TestACancelledReadingSaysSo(t *testing.T) {
	s := newScene(t)
	s.write("one", s.line(1, "add the store"))
	ctx, cancel := context.WithDeadline(context.Background(), time.Unix(0, 0))
	defer cancel()
	if _, err := s.store.Sessions(ctx, nil); err == nil {
		t.Error("no error")
	}
}
