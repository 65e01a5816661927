package history

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/testscripts/disk"
)

// told are the ids of the abstracts, in their order.
func (s scene) told() string {
	var ids []string
	for _, a := range s.store.Abstracts() {
		ids = append(ids, a.ID)
	}
	return strings.Join(ids, " ")
}

func (s scene) wantTold(ids string) {
	s.t.Helper()
	if got := s.told(); got != ids {
		s.t.Errorf("abstracts of %q, want %q", got, ids)
	}
}

func TestAbstractsFollowWhatIsKept(t *testing.T) {
	s := newScene(t)
	if s.wantTold(""); !s.store.Empty() {
		t.Error("there are abstracts before anything was read")
	}
	edit := `{"type":"assistant","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"Edit","input":{"file_path":"` + s.store.Root + `/lib/store.go"}}]},"timestamp":"2026-11-20T09:02:00Z"}` + "\n"
	s.write("one", s.line(1, "add the\tstore"), edit)
	s.write("two", s.line(5, "fix the flaky test"))
	s.write("none", `{"type":"user","isMeta":true}`+"\n")
	s.sessions()
	s.wantTold("two one")
	one := s.store.Abstracts()[1]
	if one.Goal != "add the store" || strings.Join(one.Files(), " ") != "lib/store.go" || one.Ended.Minute() != 2 || len(one.Words) == 0 {
		t.Errorf("%+v", one)
	}

	// The end of a session, and a transcript that is gone.
	s.write("three", s.line(7, "paint the shed"))
	if err := s.store.Note(context.Background(), filepath.Join(s.dir, "three.jsonl")); err != nil {
		t.Fatal(err)
	}
	s.wantTold("three two one")
	if err := os.Remove(filepath.Join(s.dir, "two.jsonl")); err != nil {
		t.Fatal(err)
	}
	s.sessions()
	s.wantTold("three two one")

	// A file that is torn or lost is made again; what another release packed finds nothing.
	file := filepath.Join(s.store.dir(), abstractsFile)
	for _, text := range []string{"torn\tfile", "two\t2026-11-20T09:05:00Z\t\tg\t\tother\twords\n"} {
		disk.Write(t, file, text)
		for _, a := range s.store.Abstracts() {
			if a.Words != nil {
				t.Errorf("%+v", a)
			}
		}
		s.sessions()
		s.wantTold("three two one")
	}

	if err := s.store.Forget("two"); err != nil {
		t.Fatal(err)
	}
	s.wantTold("three one")
	if n, err := s.store.Redact(func(text string) string { return strings.ReplaceAll(text, "shed", "█") }); len(n) != 1 || err != nil {
		t.Errorf("%q, %v", n, err)
	}
	if text, _ := os.ReadFile(file); strings.Contains(string(text), "shed") || !strings.Contains(string(text), "paint the █") {
		t.Errorf("%q", text)
	}
	s.store.SavePrompts = false
	s.sessions()
	if text, _ := os.ReadFile(file); strings.Contains(string(text), "paint") || strings.Contains(string(text), "add") {
		t.Errorf("%q", text)
	}
	s.wantTold("three one")
}

// A session's end needs no history that is there, and leaves the other sessions for the first question.
func TestAnEndTakesInItsOwnSession(t *testing.T) {
	s := newScene(t)
	note := func(name, told string) {
		t.Helper()
		if err := s.store.Note(context.Background(), filepath.Join(s.dir, name+".jsonl")); err != nil {
			t.Fatal(err)
		}
		s.wantTold(told)
	}
	s.write("old", s.line(0, "paint the shed"))
	s.write("own", s.line(30, "why does the gate creak?"))
	note("own", "own")
	if err := os.Remove(filepath.Join(s.dir, "own.jsonl")); err != nil {
		t.Fatal(err)
	}
	if n := len(s.sessions()); n != 2 {
		t.Errorf("%d sessions after the first question", n)
	}
	s.write("next", s.line(40, "mow the lawn"))
	note("next", "next own old")
}

func TestANoteLeavesTimeToEnd(t *testing.T) {
	s := newScene(t)
	s.write("own", s.line(1, "why does the gate creak?"))
	ctx, stop := context.WithTimeout(context.Background(), 200*time.Millisecond)
	defer stop()
	err := s.store.Note(ctx, filepath.Join(s.dir, "own.jsonl"))
	if late := ctx.Err(); !errors.Is(err, context.DeadlineExceeded) || late != nil {
		t.Errorf("the error is %v when its caller's time is: %v", err, late)
	}
}
