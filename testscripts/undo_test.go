package testscripts

import (
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestUndoGoesBackToEveryPrompt makes random edits over random prompts: the undo to
// any of them gives that tree, every byte and mode, and the rollback of the undo
// gives the newest again.
func TestUndoGoesBackToEveryPrompt(t *testing.T) {
	rounds := 1
	if os.Getenv(loadTime) != "" {
		rounds = 20
	}
	for round := range rounds {
		t.Run(fmt.Sprint("seed ", round), func(t *testing.T) {
			w := newLoaded(t)
			if err := exec.Command("git", "init", "-q", w.project).Run(); err != nil {
				t.Skip(err)
			}
			e := editor{w: w, t: t, random: rand.New(rand.NewPCG(uint64(round), 7))}
			var trees []string
			for range 8 {
				for range e.random.IntN(6) {
					e.edit()
				}
				trees = append(trees, e.tree())
				w.run(t, call{program: "post-tool", git: true,
					stdin: fmt.Sprintf(`{"hook_event_name":"UserPromptSubmit","session_id":"s","cwd":%q,"prompt":"go on"}`, w.project)})
			}
			for range 5 {
				e.edit()
			}
			newest := e.tree()
			for _, n := range e.random.Perm(len(trees))[:4] {
				back := len(trees) - n
				said := w.run(t, call{program: "post-tool", git: true, args: []string{"undo", fmt.Sprint(back), "--yes"}})
				if got := e.tree(); got != trees[n] {
					t.Fatalf("undo %d gives\n%s\nwant\n%s", back, got, trees[n])
				}
				_, command, undone := strings.Cut(said, "holdfast rollback ")
				if !undone {
					if trees[n] != newest {
						t.Fatalf("undo %d says %s", back, said)
					}
					continue
				}
				w.run(t, call{program: "post-tool", git: true, args: []string{"rollback", strings.TrimSpace(command), "--yes"}})
				if got := e.tree(); got != newest {
					t.Fatalf("undo %d undone gives\n%s\nwant\n%s", back, got, newest)
				}
			}
		})
	}
}

// An editor changes a tree at random.
type editor struct {
	w      loaded
	t      *testing.T
	random *rand.Rand
}

var editedNames = []string{"a", "b", "d/a", "d/e/a", "d/e", "f g", "\u00e4\u00f6", "d/:(top)", "run"}

// edit does one thing to one name. What is in the way of a name goes.
func (e editor) edit() {
	path := filepath.Join(e.w.project, filepath.FromSlash(editedNames[e.random.IntN(len(editedNames))]))
	dir := e.w.project
	for _, name := range strings.Split(filepath.Dir(strings.TrimPrefix(path, dir+"/")), "/") {
		dir = filepath.Join(dir, name)
		if info, err := os.Lstat(dir); err == nil && !info.IsDir() {
			e.check(os.Remove(dir))
		}
	}
	if e.random.IntN(4) == 0 {
		e.check(os.RemoveAll(path))
		return
	}
	e.check(os.MkdirAll(filepath.Dir(path), 0o755))
	switch e.random.IntN(5) {
	case 0:
		e.check(os.RemoveAll(path))
		e.check(os.Symlink("a", path))
	case 1:
		if info, err := os.Lstat(path); err == nil && info.Mode().IsRegular() {
			e.check(os.Chmod(path, []fs.FileMode{0o644, 0o755}[e.random.IntN(2)]))
		}
	default:
		e.check(os.RemoveAll(path))
		b := make([]byte, e.random.IntN(200))
		for i := range b {
			b[i] = byte(e.random.Uint32())
		}
		e.check(os.WriteFile(path, b, 0o600))
		e.check(os.Chmod(path, []fs.FileMode{0o644, 0o755}[e.random.IntN(2)]))
	}
}

func (e editor) check(err error) {
	e.t.Helper()
	if err != nil {
		e.t.Fatal(err)
	}
}

// tree is every file of the project, with its mode and bytes.
func (e editor) tree() string {
	e.t.Helper()
	var all strings.Builder
	e.check(filepath.WalkDir(e.w.project, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name := entry.Name(); name == ".git" || name == ".claude" {
				return fs.SkipDir
			}
			return nil
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		held := ""
		if info.Mode()&fs.ModeSymlink != 0 {
			held, err = os.Readlink(path)
		} else {
			var b []byte
			b, err = os.ReadFile(path)
			held = fmt.Sprintf("%x", b)
		}
		fmt.Fprintf(&all, "%s %v %s\n", strings.TrimPrefix(path, e.w.project), info.Mode(), held)
		return err
	}))
	return all.String()
}
