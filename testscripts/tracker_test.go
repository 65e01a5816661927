package testscripts

import (
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/testscript"
)

// tracker puts the stand-in for bd on PATH: $BD is its folder, with what it
// prints about the epic hub-bba. Of its issues one is closed, one open and ready
// and one in progress. It is told to misbehave by the file $BD/mode, and writes
// down in $BD/asked how it was called.
func tracker(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: tracker")
	}
	dir := ts.MkAbs("tracker")
	ts.Check(makeTracker(dir, "list-all-incl-closed.json", "ready-parent.json"))
	ts.Setenv("BD", dir)
	ts.Setenv("PATH", dir+string(os.PathListSeparator)+ts.Getenv("PATH"))
}

// makeTracker makes the stand-in's folder. What it prints as the issues of the
// epic, and as those that are ready, are files among its own.
func makeTracker(dir, children, ready string) error {
	if err := os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "beads"))); err != nil {
		return err
	}
	for to, from := range map[string]string{"children.json": children, "ready-now.json": ready} {
		text, err := os.ReadFile(filepath.Join(dir, from))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, to), text, 0o644); err != nil {
			return err
		}
	}
	return os.Chmod(filepath.Join(dir, "bd"), 0o755)
}
