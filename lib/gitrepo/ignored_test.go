package gitrepo

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"holdfast/testscripts/disk"
)

func TestIgnoredIsWhatTheRulesCover(t *testing.T) {
	program, err := exec.LookPath("git")
	if err != nil {
		t.Skip("no git program")
	}
	dir := t.TempDir()
	if out, err := exec.Command(program, "init", "-q", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	disk.Write(t, filepath.Join(dir, ".gitignore"), "*_auto_*\n!kept_auto_1\n")
	g, _ := New(os.Getenv("PATH"), os.Environ())
	for name, covered := range map[string]bool{"x/y_auto_z": true, "a [b]*_auto_?": true, "x/kept_auto_1": false, "plain": false} {
		is, err := g.Ignored(context.Background(), dir, filepath.Join(dir, filepath.FromSlash(name)))
		if err != nil || is != covered {
			t.Errorf("%q: %t, %v", name, is, err)
		}
	}
	if _, err := g.Ignored(context.Background(), t.TempDir(), "/x"); err == nil {
		t.Error("outside a repository it knows")
	}
}
