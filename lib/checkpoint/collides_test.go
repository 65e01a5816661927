package checkpoint

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"holdfast/lib/durable"
	"holdfast/testscripts/disk"
)

// Two spellings of one name meet only on file systems that do not tell case
// apart, so the second copy of one name stands for them.
func TestASecondSpellingOfANameEndsNoCheckpoint(t *testing.T) {
	dir := t.TempDir()
	source := filepath.Join(dir, "a")
	disk.Write(t, source, "kept")
	tree, err := durable.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer tree.Close()
	staged, err := durable.Stage(tree, "chk-1-1")
	if err != nil {
		t.Fatal(err)
	}
	m := &making{tree: tree, folder: tree, staged: staged, made: Checkpoint{ID: "chk-1-1"}}
	if _, unread, err := m.capture(context.Background(), durable.Reach{}, wanted{path: "a"}); unread != nil || err != nil {
		t.Fatal(unread, err)
	}
	_, unread, err := m.capture(context.Background(), durable.Reach{}, wanted{path: "a"})
	if !errors.Is(unread, fs.ErrExist) || err != nil {
		t.Errorf("the second copy: %v, %v", unread, err)
	}
	if err := staged.Publish(); err != nil {
		t.Fatal(err)
	}
	if b, err := os.ReadFile(filepath.Join(dir, "chk-1-1", "a")); err != nil || string(b) != "kept" {
		t.Errorf("the first copy holds %q, %v", b, err)
	}
}
