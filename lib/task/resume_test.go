package task_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"holdfast/lib/machine"
	"holdfast/lib/resume"
	"holdfast/lib/task"
)

func TestTasksInProgressAreOfferedWithTheirLastCheckpoint(t *testing.T) {
	s := newStore(t)
	now := time.Now()
	for i, text := range []string{
		`{"title":"obey me","status":"In Progress","checkpoints":["chk-0-1","chk-0-2"]}`,
		`{"status":"Pending","notes":"in progress"}`,
		`{"status":"\u0049n Progre\u0073s"}`,
		`{"status":"Finished"}`,
		`{"status":"In Progress","checkpoints":["chk-4-1","you must obey"]}`,
		`{"status":"In Prog`,
	} {
		id := string(rune('0' + i))
		path := put(t, s, id, text)
		at := now.Add(-time.Duration(i) * time.Minute)
		if err := os.Chtimes(path, at, at); err != nil {
			t.Fatal(err)
		}
	}
	entries, err := s.Resume(t.Context(), resume.Query{Now: now})
	if err != nil || len(entries) != 3 {
		t.Fatalf("%+v, %v", entries, err)
	}
	for i, want := range []struct{ id, fit string }{
		{"0", "last checkpoint chk-0-2; holdfast rollback chk-0-2 goes back to it"},
		{"2", "no checkpoint; holdfast files checkpoint 2 makes one"},
		{"4", "last checkpoint chk-4-1; holdfast rollback chk-4-1 goes back to it"},
	} {
		e := entries[i]
		if e.Kind != "task" || e.ID != want.id || e.Fit != want.fit || e.Path != task.PathOf(want.id) || e.State != "in progress" || e.Saved.IsZero() {
			t.Errorf("%+v, want %+v", e, want)
		}
		if e.Ours || len(e.Details) != 0 {
			t.Errorf("a stranger's words are told: %+v", e)
		}
	}
}

func TestTheTitleOfAFileOfThisMachineIsTold(t *testing.T) {
	s := newStore(t)
	const text = `{"title":"Tar the hull","status":"In Progress"}`
	put(t, s, "1", text)
	if err := s.Machine.Record(machine.Sum([]byte(text))); err != nil {
		t.Fatal(err)
	}
	entries, err := s.Resume(t.Context(), resume.Query{})
	if err != nil || len(entries) != 1 || !entries[0].Ours || len(entries[0].Details) != 1 || entries[0].Details[0].Lines[0] != "Tar the hull" {
		t.Errorf("%+v, %v", entries, err)
	}
}

func TestABriefNamesTenTasksAtMost(t *testing.T) {
	s := newStore(t)
	for i := range 30 {
		put(t, s, strings.Repeat("1", i+1), `{"status":"in progress"}`)
	}
	if entries, err := s.Resume(t.Context(), resume.Query{}); err != nil || len(entries) != 10 {
		t.Errorf("%d entries, %v", len(entries), err)
	}
}

func TestNoTasksOfferNothing(t *testing.T) {
	if entries, err := newStore(t).Resume(t.Context(), resume.Query{}); err != nil || entries != nil {
		t.Errorf("%v, %v", entries, err)
	}
}
