package checkpoint_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/lib/checkpoint"
)

func TestWhatStandsStillIsNotReadAgain(t *testing.T) {
	s := newSite(t, map[string]string{"a": "A", "src/b": "B", "c": ""})
	s.clock = time.Now().Add(time.Hour)
	all := []checkpoint.Checkpoint{}
	for range 3 {
		all = append(all, s.make(checkpoint.Request{Files: []string{"a", "src", "c"}}))
	}
	ctx := context.Background()
	for _, c := range all {
		if wrong := s.Verify(ctx, c, c.Files); len(wrong) > 0 || paths(c) != "a c src/b" {
			t.Errorf("%s holds %q, damaged: %v", c.ID, paths(c), wrong)
		}
	}
	sizes := s.Sizes(all)
	if first, last := sizes[all[0].ID], sizes[all[2].ID]; first != int64(len(all[0].Raw))+2 || last != int64(len(all[2].Raw)) {
		t.Errorf("they take %v of the disk; the first's JSON has %d bytes", sizes, len(all[0].Raw))
	}
	// Gone with the newest backups, and with what was remembered.
	for _, gone := range []string{checkpoint.Dir + "/" + all[2].ID, checkpoint.Dir + "/" + all[1].ID} {
		if err := os.RemoveAll(s.path(gone)); err != nil {
			t.Fatal(err)
		}
	}
	if c := s.make(checkpoint.Request{Files: []string{"a", "src", "c"}}); len(s.Verify(ctx, c, c.Files)) > 0 || c.ID != "chk-manual-4" {
		t.Errorf("made %s", c.ID)
	}
	if err := filepath.WalkDir(s.Machine.Path, func(path string, e os.DirEntry, err error) error {
		if err == nil && e.Name() == "checkpoint-files" {
			b, err := os.ReadFile(path)
			if n := strings.Count(string(b), "chk-manual-4"); err != nil || n != 3 {
				t.Errorf("of the backups that took the place of those, %d of 3 are remembered: %s, %v", n, b, err)
			}
		}
		if err == nil && e.Name() == "checkpoint-files" {
			return os.WriteFile(path, []byte(`{"a": {"size": "x"}, torn`), 0o600)
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if c := s.make(checkpoint.Request{Files: []string{"a"}}); len(s.Verify(ctx, c, c.Files)) > 0 {
		t.Error("what was remembered is damaged, and so is the checkpoint")
	}
}
