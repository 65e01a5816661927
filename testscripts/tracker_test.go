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
	ts.Check(os.CopyFS(dir, os.DirFS(filepath.Join("testdata", "beads"))))
	ts.Check(os.Chmod(filepath.Join(dir, "bd"), 0o755))
	for to, from := range map[string]string{"children.json": "list-all-incl-closed.json", "ready-now.json": "ready-parent.json"} {
		text, err := os.ReadFile(filepath.Join(dir, from))
		ts.Check(err)
		ts.Check(os.WriteFile(filepath.Join(dir, to), text, 0o644))
	}
	ts.Setenv("BD", dir)
	ts.Setenv("PATH", dir+string(os.PathListSeparator)+ts.Getenv("PATH"))
}
