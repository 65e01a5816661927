package task_test

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/lib/task"
	"holdfast/testscripts/disk"
)

// TestTheRealTasksParse reads the task files of a real project, where they are
// at hand.
func TestTheRealTasksParse(t *testing.T) {
	files, err := filepath.Glob("../../../shared/samples/atef/.claude/tasks/task-*.json")
	if err != nil || len(files) == 0 {
		t.Skip("the samples are not at hand")
	}
	for _, file := range files {
		b := disk.Read(t, file)
		id := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(file), "task-"), ".json")
		got, err := task.Parse(id, b)
		if err != nil || !task.ValidID(id) {
			t.Errorf("%q: id %q, %v", file, id, err)
			continue
		}
		var said struct {
			ID     any      `json:"id"`
			Status string   `json:"status"`
			Files  []string `json:"files_affected"`
		}
		if err := json.Unmarshal(b, &said); err != nil {
			t.Fatal(err)
		}
		if string(got.Status) != said.Status || len(got.FilesAffected) != len(said.Files) {
			t.Errorf("%q: got %q with %d files, it says %q with %d", file, got.Status, len(got.FilesAffected), said.Status, len(said.Files))
		}
	}
}
