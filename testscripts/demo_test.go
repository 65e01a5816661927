package testscripts

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/testscripts/disk"
	"holdfast/testscripts/release"
)

// The demo runs from a checkout, and with a scratch folder, whose paths hold
// what a shell or sed could trip over.
func TestDemoShowsWhatItSays(t *testing.T) {
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("no shell:", err)
	}
	if err := release.LookAtSources(".."); err != nil {
		t.Fatal(err)
	}
	checkout, scratch := filepath.Join(t.TempDir(), "a check & out"), filepath.Join(t.TempDir(), "s #1 & more")
	for _, folder := range []string{"demo", "testdata"} {
		if err := os.CopyFS(filepath.Join(checkout, folder), os.DirFS(folder)); err != nil {
			t.Fatal(err)
		}
	}
	disk.Folder(t, scratch)
	bin := filepath.Join(checkout, "bin")
	if err := os.CopyFS(bin, os.DirFS(release.Program(""))); err != nil {
		t.Fatal(err)
	}
	demo := func() (string, error) {
		command := exec.Command(shell, filepath.Join(checkout, "demo", "demo.sh"), bin)
		command.Env = append(os.Environ(), "TMPDIR="+scratch)
		said, err := command.CombinedOutput()
		return string(said), err
	}
	said, err := demo()
	if err != nil {
		t.Fatalf("the demo fails: %v\n%s", err, said)
	}
	for _, want := range []string{
		"    goal: Add discount codes to the cart\n",
		"open step: Apply the discount to the total\n",
		"    holdfast: found ",
		"    (no output, and no file)\n",
	} {
		if !strings.Contains(said, want) {
			t.Errorf("the demo does not show %q:\n%s", want, said)
		}
	}
	if strings.Contains(said, "/home/dev") || strings.ContainsRune(said, '\x1b') {
		t.Errorf("the demo shows a recorded path or colours:\n%s", said)
	}
	left, err := os.ReadDir(scratch)
	if err != nil || len(left) > 0 {
		t.Errorf("the demo left %v behind (%v)", left, err)
	}
	if err := os.WriteFile(filepath.Join(bin, "session-start"), []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	if said, err := demo(); err == nil || !strings.Contains(said, "is missing in:") {
		t.Errorf("with a session-start that says nothing the demo ends with %v:\n%s", err, said)
	}
}
