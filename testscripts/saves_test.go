package testscripts

import (
	"bytes"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// savesTime is how long saves are aimed at rollbacks where the stores are under
// load; otherwise it is a few rounds.
const (
	savesTime   = 10 * time.Second
	savesRounds = 8
)

// A target is a kind of file that a rollback changes while another program saves.
type target struct {
	name   string
	before func(w loaded, t *testing.T, old []byte) // as it is checkpointed
	change func(w loaded, t *testing.T)             // as the rollback finds it
}

func targets() []target {
	write := func(w loaded, t *testing.T, text []byte) {
		os.MkdirAll(filepath.Join(w.project, "d"), 0o755)
		w.write(t, "d/target", string(text))
	}
	return []target{
		{"a file that is replaced", write, func(w loaded, t *testing.T) { write(w, t, []byte("new")) }},
		{"a file that is removed", func(loaded, *testing.T, []byte) {}, func(w loaded, t *testing.T) { write(w, t, []byte("new")) }},
		{"a file that comes back", write, func(w loaded, _ *testing.T) { os.MkdirAll(filepath.Join(w.project, "d"), 0o755) }},
		{"a folder that a file replaces", write, func(w loaded, t *testing.T) {
			os.MkdirAll(filepath.Join(w.project, "d/target"), 0o755)
		}},
	}
}

// TestNoSaveDuringARollbackIsLost lets a program save a file, by writing beside
// it and renaming, as often as it can while a rollback changes that file: what
// was saved last before the rollback's bytes took its place is in its place
// again afterwards, or the safety checkpoint holds it.
func TestNoSaveDuringARollbackIsLost(t *testing.T) {
	limit := time.Duration(0)
	if os.Getenv(loadTime) != "" {
		limit = savesTime
	}
	old := bytes.Repeat([]byte("old bytes of two megabytes\n"), 80_000)
	for _, target := range targets() {
		t.Run(target.name, func(t *testing.T) {
			t.Parallel()
			w := newLoaded(t)
			target.before(w, t, old)
			w.run(t, call{program: "post-tool", args: []string{"checkpoint", "--file", "d/target"}})
			met := 0
			began := time.Now()
			for round := 0; round < savesRounds || time.Since(began) < limit; round++ {
				os.RemoveAll(filepath.Join(w.project, "d/target"))
				target.change(w, t)
				if w.saveDuringRollback(t, round) {
					met++
				}
				if t.Failed() {
					return
				}
			}
			t.Logf("%d rollbacks met a save", met)
			w.noLeftovers(t)
		})
	}
}

// saveDuringRollback rolls back, saves from the moment on at which the safety
// checkpoint is there, and looks for the save that the rollback met, if it met
// one.
func (w loaded) saveDuringRollback(t *testing.T, round int) (met bool) {
	rollback := w.command(t.Context(), call{program: "post-tool", args: []string{"rollback", "chk-manual-1", "--yes"}})
	var said bytes.Buffer
	rollback.Stdout, rollback.Stderr = &said, &said
	before := w.checkpoints()
	if err := rollback.Start(); err != nil {
		t.Fatal(err)
	}
	ended := make(chan error, 1)
	go func() { ended <- rollback.Wait() }()
	last, err := w.saveUntilMet(round, before, ended)
	if err == nil {
		err = <-ended
	}
	if code := rollback.ProcessState.ExitCode(); code != 0 && code != 5 {
		t.Errorf("exit code %d, %v: %s", code, err, said.String())
	}
	if last == "" {
		return false
	}
	if b, _ := os.ReadFile(filepath.Join(w.project, "d/target")); string(b) == last {
		return true
	}
	if !w.held(last) {
		t.Errorf("what was saved is lost: %s", said.String())
	}
	return true
}

// saveUntilMet saves until something else is in the file's place, and
// returns what was saved last; "" where the rollback ended first. A nil error
// says that it has not ended yet.
func (w loaded) saveUntilMet(round, before int, ended <-chan error) (last string, err error) {
	path := filepath.Join(w.project, "d/target")
	for w.checkpoints() == before {
		select {
		case err := <-ended:
			return "", fmt.Errorf("it ended: %w", err)
		default:
		}
	}
	for range round % 8 * 200 { // aimed at another moment of the write each time
		os.Lstat(path)
	}
	for n := 0; ; n++ {
		text := fmt.Sprintf("saved %d in round %d", n, round)
		if os.WriteFile(path+".part", []byte(text), 0o644) != nil || os.Rename(path+".part", path) != nil {
			return "", nil // a folder still is there
		}
		own, _ := os.Lstat(path)
		for range 50 {
			select {
			case err := <-ended:
				return text, fmt.Errorf("it ended: %w", err)
			default:
			}
			if now, err := os.Lstat(path); err != nil || !os.SameFile(own, now) {
				return text, nil
			}
		}
	}
}

func (w loaded) checkpoints() int {
	found, _ := filepath.Glob(filepath.Join(w.project, ".claude/checkpoints/chk-*"))
	return len(found)
}

// held reports whether a checkpoint holds a file of those bytes.
func (w loaded) held(text string) (found bool) {
	filepath.WalkDir(filepath.Join(w.project, ".claude/checkpoints"), func(path string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() && !strings.HasSuffix(path, ".json") {
			b, _ := os.ReadFile(path)
			found = found || string(b) == text
		}
		return nil
	})
	return found
}
