package task_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"holdfast/lib/machine"
	"holdfast/lib/task"
	"holdfast/testscripts/disk"
)

func TestACheckpointIsAppendedAndAllElseStays(t *testing.T) {
	list := func(more string) string { return "{\n  \"checkpoints\": [\n" + more + "    \"chk-1-1\"\n  ]\n}\n" }
	tests := []struct{ name, before, after string }{
		{"a list", "{\n\t\"checkpoints\": [\n\t\t\"a\"\n\t]\n}", list("    \"a\",\n")},
		{"an empty list", `{"checkpoints": []}`, list("")},
		{"null", `{"checkpoints": null}`, list("")},
		{"a text for a list", `{"checkpoints": "a"}`, list("    \"a\",\n")},
		{"a number for a list", `{"checkpoints": 7}`, list("    7,\n")},
		{"no key at all", "{}", list("")},
		{"a byte-order mark and CRLF", "\ufeff{\r\n  \"checkpoints\": [\r\n    \"a\"\r\n  ]\r\n}\r\n", list("    \"a\",\n")},
		{"a key twice: the last counts", `{"checkpoints": ["a"], "checkpoints": ["b"]}`, list("    \"b\",\n")},
		{"order, numbers, escapes and bytes that are no UTF-8", "{\"n\": 1.0e+02, \"s\": \"\\u003c\\/é\xff\", \"checkpoints\": [], \"a\": 1}",
			"{\n  \"n\": 1.0e+02,\n  \"s\": \"\\u003c\\/é\xff\",\n  \"checkpoints\": [\n    \"chk-1-1\"\n  ],\n  \"a\": 1\n}\n"},
		{"it is there", `{"checkpoints":["chk-1-1"]}`, `{"checkpoints":["chk-1-1"]}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := newStore(t)
			path := put(t, s, "1", test.before)
			if err := os.Chmod(path, 0o600); err != nil {
				t.Fatal(err)
			}
			for range 2 {
				if err := s.AddCheckpoint(t.Context(), "1", "chk-1-1"); err != nil {
					t.Fatal(err)
				}
				if got := read(t, path); got != test.after {
					t.Fatalf("got  %q\nwant %q", got, test.after)
				}
			}
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("its mode is %v, %v", info.Mode(), err)
			}
			if left, _ := os.ReadDir(filepath.Dir(path)); len(left) != 1 {
				t.Errorf("beside it lies %v", left)
			}
		})
	}
}

func TestWhatCannotBeChangedIsLeftAlone(t *testing.T) {
	for _, text := range []string{`{"checkpoints": ["a"]`, "", "[]"} {
		s := newStore(t)
		path := put(t, s, "1", text)
		if err := s.AddCheckpoint(t.Context(), "1", "chk-1-1"); err == nil {
			t.Errorf("%q was changed", text)
		}
		if got := read(t, path); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
	s := newStore(t)
	if err := s.AddCheckpoint(t.Context(), "1", "chk-1-1"); !errors.Is(err, task.ErrNotFound) {
		t.Errorf("a task that is not there: %v", err)
	}
}

func TestANoteIsAppendedToWhateverNotesThereAre(t *testing.T) {
	const note = `Rolled back to "x"`
	const added = `"Rolled back to \"x\""`
	tests := []struct{ name, before, after string }{
		{"a text", `{"notes": "one\ntwo", "a": 1}`, "{\n  \"notes\": \"one\\ntwo\\nRolled back to \\\"x\\\"\",\n  \"a\": 1\n}\n"},
		{"an empty text", `{"notes": ""}`, "{\n  \"notes\": " + added + "\n}\n"},
		{"null", `{"notes": null}`, "{\n  \"notes\": " + added + "\n}\n"},
		{"a list", `{"notes": ["a"]}`, "{\n  \"notes\": [\n    \"a\",\n    " + added + "\n  ]\n}\n"},
		{"an object", `{"notes": {"a": 1}}`, "{\n  \"notes\": [\n    {\n      \"a\": 1\n    },\n    " + added + "\n  ]\n}\n"},
		{"none", "{\"a\": 1}\n", "{\n  \"a\": 1,\n  \"notes\": " + added + "\n}\n"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := newStore(t)
			path := put(t, s, "1", test.before)
			if err := s.AddNote(t.Context(), "1", note); err != nil {
				t.Fatal(err)
			}
			if got := read(t, path); got != test.after {
				t.Errorf("got  %q\nwant %q", got, test.after)
			}
		})
	}
}

func TestManyWritersLoseNothing(t *testing.T) {
	const many = 64
	s := newStore(t)
	path := put(t, s, "1", "{\n  \"status\": \"In Progress\"\n}\n")
	var done sync.WaitGroup
	for i := range many {
		done.Go(func() {
			if err := s.AddCheckpoint(t.Context(), "1", fmt.Sprintf("chk-1-%d", i)); err != nil {
				t.Error(err)
			}
		})
	}
	done.Wait()
	got, err := task.Parse("1", []byte(read(t, path)))
	if err != nil || len(got.Checkpoints) != many {
		t.Fatalf("%d checkpoints, %v", len(got.Checkpoints), err)
	}
	for i := range many {
		if !slices.Contains(got.Checkpoints, fmt.Sprintf("chk-1-%d", i)) {
			t.Errorf("checkpoint %d is lost", i)
		}
	}
}

func TestRestoringKeepsTheCheckpointsMadeSince(t *testing.T) {
	s := newStore(t)
	const state = "{\n  \"status\": \"Pending\",\n  \"checkpoints\": [\n    \"chk-1-1\"\n  ]\n}"
	for present, want := range map[string]string{
		`{"status": "In Progress", "checkpoints": ["chk-1-1", "chk-1-2"], "new": 1}`: "{\n  \"status\": \"Pending\",\n  \"checkpoints\": [\n    \"chk-1-1\",\n    \"chk-1-2\"\n  ]\n}\n",
		"":               state + "\n",
		`{"status":"Pen`: state + "\n",
	} {
		put(t, s, "1", present)
		if got, err := s.Restored("1", []byte(state)); err != nil || string(got) != want {
			t.Errorf("got %q, %v", got, err)
		}
	}
	if got, err := s.Restored("2", []byte(state)); err != nil || string(got) != state+"\n" {
		t.Errorf("of a file that is gone: %q, %v", got, err)
	}
	for _, bad := range []string{"", "null", "[]", "{"} {
		if _, err := s.Restored("1", []byte(bad)); err == nil {
			t.Errorf("%q was restored", bad)
		}
	}
}

func TestAFileStaysThisMachinesAndAStrangersAStrangers(t *testing.T) {
	for _, ours := range []bool{true, false} {
		s := newStore(t)
		path := put(t, s, "1", `{"title":"T"}`)
		if ours {
			if err := s.Machine.Record(machine.Sum([]byte(`{"title":"T"}`))); err != nil {
				t.Fatal(err)
			}
		}
		if err := s.AddCheckpoint(t.Context(), "1", "chk-1-1"); err != nil {
			t.Fatal(err)
		}
		if got := s.Machine.Wrote(machine.Sum([]byte(read(t, path)))); got != ours {
			t.Errorf("ours is %t, want %t", got, ours)
		}
	}
}

func TestAMachineFolderThatCannotBeWrittenStopsNoChange(t *testing.T) {
	s := newStore(t)
	disk.Write(t, s.Machine.Path, "a file in the way")
	path := put(t, s, "1", `{}`)
	if err := s.AddCheckpoint(t.Context(), "1", "chk-1-1"); err != nil || !strings.Contains(read(t, path), "chk-1-1") {
		t.Errorf("%v, %q", err, read(t, path))
	}
}

func TestAChangeEndsWithItsContext(t *testing.T) {
	s := newStore(t)
	path := put(t, s, "1", `{}`)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.AddCheckpoint(ctx, "1", "chk-1-1"); !errors.Is(err, context.Canceled) || read(t, path) != `{}` {
		t.Errorf("%v, %q", err, read(t, path))
	}
}
