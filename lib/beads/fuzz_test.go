package beads

import (
	"path/filepath"
	"testing"

	"holdfast/testscripts/disk"
)

// FuzzExported reads any bytes as the tracker's export: every issue it returns
// is in progress.
func FuzzExported(f *testing.F) {
	for _, seed := range []string{
		"", "{}\n", `{"id":"hub-1","status":"in_progress","title":"x","updated_at":"2026-01-13T15:30:00Z"}` + "\n",
		`{"id":"hub-1","status":"open","title":"in_progress"}` + "\n", `{"id":7,"status":"in_progress"}`, "in_progress\n[]\nnull\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		root := t.TempDir()
		disk.Folder(t, filepath.Join(root, ".beads"))
		disk.Write(t, filepath.Join(root, ".beads", "issues.jsonl"), b)
		for _, i := range Exported(root) {
			if i.Status != "in_progress" {
				t.Errorf("%+v", i)
			}
		}
	})
}
