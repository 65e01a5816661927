package task_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"holdfast/lib/machine"
	"holdfast/lib/task"
	"holdfast/testscripts/disk"
)

func newStore(t *testing.T) task.Store {
	t.Helper()
	return task.Store{Root: t.TempDir(), Machine: machine.Folder{Path: filepath.Join(t.TempDir(), "holdfast")}}
}

func put(t *testing.T, s task.Store, id, text string) string {
	t.Helper()
	path := filepath.Join(s.Root, filepath.FromSlash(task.PathOf(id)))
	disk.Write(t, path, text)
	return path
}

func read(t *testing.T, path string) string {
	t.Helper()
	b := disk.Read(t, path)
	return string(b)
}

func TestAnIDIsWhatMayStandInAFileName(t *testing.T) {
	for id, want := range map[string]bool{
		"42": true, "100_1": true, "200.1": true, "Test-001": true, "a": true, strings.Repeat("9", 80): true,
		"": false, ".": false, "..": false, ".hidden": false, "-rf": false, "a/b": false, `a\b`: false, "a b": false,
		"a\n": false, "a\x00": false, "é": false, "a:b": false, strings.Repeat("9", 81): false,
	} {
		if got := task.ValidID(id); got != want {
			t.Errorf("%q: %t", id, got)
		}
	}
}

func TestATaskIsReadAsPeopleAndToolsWriteIt(t *testing.T) {
	tests := []struct {
		name, text  string
		status      string
		files, chks []string
	}{
		{"all of it", `{"id":"7","title":"T","status":"In Progress","files_affected":["a","b/"],"checkpoints":["chk-42-1"]}`, task.InProgress, []string{"a", "b/"}, []string{"chk-42-1"}},
		{"lower case and underscores in the state", `{"status":" in_progress "}`, task.InProgress, nil, nil},
		{"dashes in the state", `{"status":"broken-down"}`, task.BrokenDown, nil, nil},
		{"a state of its own", `{"status":"Waiting for Ann"}`, "Waiting for Ann", nil, nil},
		{"keys of other types", `{"status":7,"title":{},"files_affected":{"a":1},"checkpoints":true}`, "", nil, nil},
		{"null lists", `{"files_affected":null,"checkpoints":null}`, "", nil, nil},
		{"a text for a list", `{"files_affected":"a.go"}`, "", []string{"a.go"}, nil},
		{"a mixed list", `{"files_affected":["a",1,null,"",{"path":"x"},"b"]}`, "", []string{"a", "b"}, nil},
		{"a byte-order mark", "\ufeff{\"status\":\"Blocked\"}\r\n", "Blocked", nil, nil},
		{"a key twice: the last counts", `{"status":"Pending","status":"Finished"}`, "Finished", nil, nil},
		{"a key in other letters is another key", `{"Status":"Finished"}`, "", nil, nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := task.Parse("42", []byte(test.text))
			if err != nil {
				t.Fatal(err)
			}
			if got.ID != "42" {
				t.Errorf("it is task %q", got.ID)
			}
			if got.Status != test.status || !slices.Equal(got.FilesAffected, test.files) || !slices.Equal(got.Checkpoints, test.chks) {
				t.Errorf("read %q %q %q", got.Status, got.FilesAffected, got.Checkpoints)
			}
			if !json.Valid(got.State) {
				t.Errorf("the state is no JSON: %q", got.State)
			}
		})
	}
}

func TestWhatIsNoObjectIsNoTask(t *testing.T) {
	for _, text := range []string{"", "null", "[]", `"a"`, "{", `{"status":"In Progress"`, `{} {}`, "{}x", strings.Repeat("[", 20_000), strings.Repeat(`{"a":`, 20_000)} {
		if _, err := task.Parse("1", []byte(text)); err == nil {
			t.Errorf("%.20q is a task", text)
		}
	}
}

// list reads all tasks, and the errors of those that cannot be read.
func list(s task.Store) (tasks []task.Task, broken []error, err error) {
	ids, err := s.IDs()
	for _, id := range ids {
		t, err := s.Load(id)
		if err != nil {
			broken = append(broken, err)
			continue
		}
		tasks = append(tasks, t)
	}
	return tasks, broken, err
}

func TestOnlyAFileInTheProjectIsATask(t *testing.T) {
	s := newStore(t)
	outside := filepath.Join(t.TempDir(), "task-9.json")
	disk.Write(t, outside, `{"status":"In Progress"}`)
	good := put(t, s, "1", `{"status":"Pending"}`)
	put(t, s, "2", `{"status":`)
	dir := filepath.Dir(good)
	if err := os.Symlink(outside, filepath.Join(dir, "task-9.json")); err != nil {
		t.Skip(err)
	}
	disk.Folder(t, filepath.Join(dir, "task-8.json"))
	tasks, broken, err := list(s)
	if err != nil || len(tasks) != 1 || tasks[0].ID != "1" {
		t.Errorf("%+v, %v", tasks, err)
	}
	if len(broken) != 2 {
		t.Errorf("%d errors: %v", len(broken), broken)
	}
	for _, id := range []string{"3", "../1", "", "1/../1"} {
		if _, err := s.Load(id); !errors.Is(err, task.ErrNotFound) {
			t.Errorf("task %q: %v", id, err)
		}
	}
	if _, err := s.Load("404"); err == nil || err.Error() != `task "404" does not exist` {
		t.Errorf("the error is %v", err)
	}
}

func TestNoFolderHoldsNoTasks(t *testing.T) {
	s := newStore(t)
	tasks, broken, err := list(s)
	if len(tasks)+len(broken) != 0 || err != nil {
		t.Errorf("%v, %v, %v", tasks, broken, err)
	}
}

func TestALinkedFolderIsNotRead(t *testing.T) {
	s := newStore(t)
	other := newStore(t)
	put(t, other, "1", `{"status":"In Progress"}`)
	if err := os.Symlink(filepath.Join(other.Root, ".claude"), filepath.Join(s.Root, ".claude")); err != nil {
		t.Skip(err)
	}
	if tasks, _, err := list(s); len(tasks) != 0 || err == nil {
		t.Errorf("%v, %v", tasks, err)
	}
	if err := s.AddCheckpoint(t.Context(), "1", "chk-1-1"); err == nil {
		t.Error("a file behind a link was changed")
	}
	if _, err := s.Restored("1", []byte(`{}`)); err == nil {
		t.Error("a file behind a link was read")
	}
	if got := read(t, filepath.Join(other.Root, ".claude/tasks/task-1.json")); got != `{"status":"In Progress"}` {
		t.Errorf("it is %q now", got)
	}
}

// TestRealTasks reads the files that the first tool of this kind wrote.
func TestRealTasks(t *testing.T) {
	root := filepath.Join("..", "..", "..", "shared", "samples", "atef")
	entries, err := os.ReadDir(filepath.Join(root, task.Dir))
	if err != nil {
		t.Skip("the samples are not here")
	}
	s := task.Store{Root: root, Machine: machine.Folder{Path: filepath.Join(t.TempDir(), "none")}}
	tasks, broken, err := list(s)
	if err != nil || len(broken) > 0 {
		t.Fatalf("%v, %v", broken, err)
	}
	files := 0
	for _, e := range entries {
		if strings.HasSuffix(e.Name(), ".json") {
			files++
		}
	}
	if len(tasks) == 0 || len(tasks) != files {
		t.Errorf("%d of %d files are tasks", len(tasks), files)
	}
	for _, own := range tasks {
		if own.Title == "" || own.Status == "" {
			t.Errorf("task %q: %+v", own.ID, own)
		}
		before := []byte(read(t, filepath.Join(root, filepath.FromSlash(task.PathOf(own.ID)))))
		copied := newStore(t)
		path := put(t, copied, own.ID, string(before))
		if err := copied.AddCheckpoint(t.Context(), own.ID, "chk-x-1"); err != nil {
			t.Errorf("task %q: %v", own.ID, err)
		}
		after := []byte(read(t, path))
		if again, err := task.Parse(own.ID, after); err != nil || !slices.Contains(again.Checkpoints, "chk-x-1") || bytes.Equal(before, after) {
			t.Errorf("task %q: %v, %v", own.ID, again.Checkpoints, err)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		`{"status":"In Progress","files_affected":["a"],"checkpoints":["chk-1-1"]}`, "\ufeff{}", `{"files_affected":"x"}`, "{", `[1]`, "null", `{"a":1e999}`, "{\"\xff\":1}",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		got, err := task.Parse("1", b)
		if err != nil {
			return
		}
		again, err := task.Parse("1", got.State)
		if err != nil || again.Status != got.Status || !slices.Equal(again.FilesAffected, got.FilesAffected) || !slices.Equal(again.Checkpoints, got.Checkpoints) {
			t.Errorf("%q read twice: %+v, %+v, %v", b, got, again, err)
		}
	})
}
