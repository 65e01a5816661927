package rollback_test

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/fault"
	"holdfast/lib/gitrepo"
	"holdfast/lib/machine"
	"holdfast/lib/rollback"
	"holdfast/lib/task"
)

// A site is a project with a machine folder of its own.
type site struct {
	t    testing.TB
	root string
	e    rollback.Engine
}

func newSite(t testing.TB) *site {
	dir := t.TempDir()
	s := &site{t: t, root: filepath.Join(dir, "app")}
	s.put("README", "keep\n", 0o644)
	s.e = engine(s.root, filepath.Join(dir, "machine"))
	return s
}

func engine(root, folder string) rollback.Engine {
	m := machine.Folder{Path: folder}
	now := func() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }
	return rollback.Engine{
		Store: checkpoint.In(m, root, gitrepo.Git{}, now),
		Tasks: task.Store{Root: root, Machine: m},
	}
}

func (s *site) check(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func (s *site) put(rel, text string, mode fs.FileMode) {
	s.t.Helper()
	path := filepath.Join(s.root, rel)
	s.check(os.MkdirAll(filepath.Dir(path), 0o755))
	s.check(os.WriteFile(path, []byte(text), 0o600))
	s.check(os.Chmod(path, mode))
}

func (s *site) link(target, rel string) {
	s.t.Helper()
	s.check(os.Symlink(target, filepath.Join(s.root, rel)))
}

func (s *site) remove(rel string) {
	s.t.Helper()
	s.check(os.RemoveAll(filepath.Join(s.root, rel)))
}

func (s *site) checkpoint(files ...string) checkpoint.Checkpoint {
	s.t.Helper()
	c, err := s.e.Create(context.Background(), checkpoint.Request{Files: files, Type: "manual"})
	s.check(err)
	c, err = s.e.Load(c.ID)
	s.check(err)
	return c
}

func (s *site) plan(c checkpoint.Checkpoint, o rollback.Options) rollback.Plan {
	s.t.Helper()
	p, err := s.e.Plan(context.Background(), c, o)
	s.check(err)
	return p
}

func (s *site) run(c checkpoint.Checkpoint, o rollback.Options) rollback.Report {
	s.t.Helper()
	r, err := s.e.Run(context.Background(), s.plan(c, o))
	s.check(err)
	return r
}

// tree is all that is in the project, but for its checkpoints and tasks.
func (s *site) tree() string {
	s.t.Helper()
	return treeOf(s.t, s.root)
}

func treeOf(t testing.TB, root string) string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, _ := filepath.Rel(root, path)
		if rel == ".claude" {
			return filepath.SkipDir
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		line := rel + " " + info.Mode().String()
		switch {
		case info.Mode()&fs.ModeSymlink != 0:
			target, _ := os.Readlink(path)
			line += " -> " + target
		case info.Mode().IsRegular():
			b, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			line += fmt.Sprintf(" %x", sha256.Sum256(b))
		}
		all = append(all, line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(all, "\n")
}

func actions(p rollback.Plan) string {
	var all []string
	for _, i := range p.Items {
		all = append(all, string(i.Action)+" "+i.Path)
	}
	return strings.Join(all, ", ")
}

func TestAPlanIsOfOneStateOfEveryFile(t *testing.T) {
	s := newSite(t)
	s.put("a", "old", 0o644)
	s.put("b", "old", 0o644)
	c := s.checkpoint("a", "b")
	s.put("a", "new", 0o644)
	p := s.plan(c, rollback.Options{})
	if len(p.ID) != 12 || strings.Trim(p.ID, "0123456789abcdef") != "" {
		t.Errorf("the plan's id is %q", p.ID)
	}
	if again := s.plan(c, rollback.Options{}); again.ID != p.ID {
		t.Errorf("the same plan has ids %s and %s", p.ID, again.ID)
	}
	ids := map[string]string{p.ID: "the plan"}
	unlike := func(what string, p rollback.Plan) {
		t.Helper()
		if was, ok := ids[p.ID]; ok {
			t.Errorf("%s has the id of %s", what, was)
		}
		ids[p.ID] = what
	}
	unlike("the plan of one file", s.plan(c, rollback.Options{Files: []string{"a"}}))
	unlike("a trusting plan", s.plan(c, rollback.Options{Foreign: true}))
	s.put("a", "newer", 0o644)
	unlike("another state of a restored file", s.plan(c, rollback.Options{}))
	s.put("a", "newer", 0o600)
	unlike("another mode of a restored file", s.plan(c, rollback.Options{}))
	s.put("b", "old", 0o600)
	unlike("another mode of an unchanged file", s.plan(c, rollback.Options{}))
}

func TestADamagedBackupStopsAllButTheOthersByName(t *testing.T) {
	s := newSite(t)
	for _, f := range []string{"a", "b", "c"} {
		s.put(f, "old "+f, 0o644)
	}
	c := s.checkpoint("a", "b", "c")
	for _, f := range []string{"a", "b", "c"} {
		s.put(f, "new", 0o644)
	}
	for _, f := range c.Files {
		path := filepath.Join(s.root, f.BackupPath)
		s.check(os.Chmod(path, 0o600))
		switch f.Path {
		case "a":
			s.check(os.WriteFile(path, []byte("old A"), 0o600))
		case "b":
			s.check(os.Remove(path))
		}
	}
	changed := s.tree()
	_, err := s.e.Plan(context.Background(), c, rollback.Options{})
	var invalid *fault.Error
	if !errors.As(err, &invalid) || len(invalid.Faults) != 2 || invalid.Faults[0].Field != "a" || invalid.Faults[1].Field != "b" {
		t.Fatalf("got %v", err)
	}
	if s.tree() != changed {
		t.Error("something was written")
	}
	s.run(c, rollback.Options{Files: []string{"c"}})
	if b, _ := os.ReadFile(filepath.Join(s.root, "c")); string(b) != "old c" {
		t.Errorf("c is %q", b)
	}
	if b, _ := os.ReadFile(filepath.Join(s.root, "a")); string(b) != "new" {
		t.Errorf("a is %q", b)
	}
}

func TestWhatChangedSinceThePlanIsNotLost(t *testing.T) {
	for name, change := range map[string]func(*site){
		"other bytes":            func(s *site) { s.put("a", "mine", 0o644) },
		"removed":                func(s *site) { s.remove("a") },
		"a link":                 func(s *site) { s.remove("a"); s.link("README", "a") },
		"a file where none was":  func(s *site) { s.put("gone", "mine", 0o644) },
		"a folder become a link": func(s *site) { s.remove("d"); s.link("elsewhere", "d") },
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			s.put("a", "old", 0o644)
			s.put("gone", "old", 0o644)
			s.put("d/x", "old", 0o644)
			s.put("elsewhere/x", "other", 0o644)
			c := s.checkpoint("a", "gone", "d/x")
			s.put("a", "new", 0o644)
			s.put("d/x", "new", 0o644)
			s.remove("gone")
			p := s.plan(c, rollback.Options{})
			change(s)
			changed := s.tree()
			if _, err := s.e.Run(context.Background(), p); !errors.Is(err, durable.ErrChanged) {
				t.Errorf("got %v", err)
			}
			if got := s.tree(); got != changed {
				t.Errorf("got\n%s\nwant\n%s", got, changed)
			}
			s.interrupted("")
		})
	}
}

func TestAFolderSwappedForALinkWhileFilesAreWrittenIsRefused(t *testing.T) {
	for name, change := range map[string]func(*site){
		"where the file was removed": func(s *site) { s.remove("d/x") },
		"where the file stands":      func(s *site) { s.put("d/x", "new", 0o644) },
		"where a new one goes":       func(s *site) { s.put("d/y", "new", 0o644) },
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			s.put("a", "old", 0o644)
			s.put("d/x", "old", 0o644)
			s.put("elsewhere/x", "other", 0o644)
			s.put("elsewhere/y", "other", 0o644)
			c := s.checkpoint("a", "d/x", "d/y")
			s.put("a", "new", 0o644)
			change(s)
			p := s.plan(c, rollback.Options{})
			swapped := false
			s.e.Progress = func(done, total int) {
				if total == 2 && done == total-1 && !swapped {
					swapped = true
					s.check(os.Rename(filepath.Join(s.root, "d"), filepath.Join(s.root, "moved")))
					s.link("elsewhere", "d")
				}
			}
			r, err := s.e.Run(context.Background(), p)
			s.check(err)
			if !swapped {
				t.Fatal("nothing was swapped")
			}
			if name != "where a new one goes" && len(r.Saved) != 1 {
				t.Errorf("left as they are: %v", r.Saved)
			}
			s.reads("elsewhere/x", "other")
			s.reads("elsewhere/y", "other")
		})
	}
}

func TestWhatIsSavedBeforeItsTurnStaysAndIsNamed(t *testing.T) {
	for name, save := range map[string]func(*site){
		"another file":       func(s *site) { s.put("b", "mine", 0o644) },
		"a link":             func(s *site) { s.remove("b"); s.link("README", "b") },
		"a folder":           func(s *site) { s.remove("b"); s.put("b/c", "mine", 0o644) },
		"other permissions":  func(s *site) { s.put("b", "new", 0o600) },
		"a file to remove":   func(s *site) { s.put("made", "mine", 0o644) },
		"one in the folder":  func(s *site) { s.put("was/c/other", "mine", 0o644) },
		"a file to come":     func(s *site) { s.put("gone", "mine", 0o644) },
		"its folder, a link": func(s *site) { s.link("README", "d") },
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t)
			s.put("a", "old", 0o644)
			s.put("b", "old", 0o644)
			s.put("gone", "old", 0o644)
			s.put("was", "old", 0o644)
			s.put("d/x", "old", 0o644)
			c := s.checkpoint("a", "b", "gone", "made", "was", "d/x")
			for _, f := range []string{"gone", "was", "d"} {
				s.remove(f)
			}
			for _, f := range []string{"a", "b", "made", "was/c/x"} {
				s.put(f, "new", 0o644)
			}
			p := s.plan(c, rollback.Options{})
			changed := ""
			s.e.Progress = func(done, total int) {
				if done == 0 && total == p.Changes() && changed == "" {
					save(s)
					changed = s.tree()
				}
			}
			r, err := s.e.Run(context.Background(), p)
			s.check(err)
			if len(r.Saved) != 1 || r.Saved[0].As != "" {
				t.Fatalf("saved: %v", r.Saved)
			}
			for line := range strings.Lines(changed) {
				path, _, _ := strings.Cut(line, " ")
				if under := r.Saved[0].Path; (path == under || strings.HasPrefix(path, under+"/other")) && !strings.Contains(s.tree()+"\n", line) {
					t.Errorf("%s is lost:\n%s", line, s.tree())
				}
			}
			s.reads("a", "old")
			s.interrupted("")
		})
	}
}

func TestWhatMayNotBeRestoredIsKeptAndSaid(t *testing.T) {
	s := newSite(t)
	s.put("a", "old", 0o644)
	s.put(".mcp.json", "old", 0o644)
	s.put(".claude/settings.local.json", "old", 0o644)
	c := s.checkpoint("a", ".mcp.json", ".claude/settings.local.json")
	for _, f := range []string{"a", ".mcp.json", ".claude/settings.local.json"} {
		s.put(f, "new", 0o644)
	}
	forged := c.Files[slices.IndexFunc(c.Files, func(f checkpoint.File) bool { return f.Path == "a" })]
	for _, path := range []string{".git/hooks/pre-commit", "sub/.GIT/config", "../outside", "/etc/passwd", ".claude/checkpoints/x"} {
		forged.Path = path
		c.Files = append(c.Files, forged)
	}
	p := s.plan(c, rollback.Options{})
	for _, i := range p.Items {
		if want := i.Path == "a"; (i.Action == rollback.Restore) != want || !want && (i.Action != rollback.Kept || i.Why == "") {
			t.Errorf("%s %s %q", i.Action, i.Path, i.Why)
		}
	}
	if len(p.Items) != 8 {
		t.Errorf("the plan names %d files: %s", len(p.Items), actions(p))
	}
	if got := actions(s.plan(c, rollback.Options{Files: []string{".mcp.json"}})); got != "RESTORE .mcp.json" {
		t.Errorf("by name: %s", got)
	}
}

func TestAStrangersCheckpointNeedsInsistence(t *testing.T) {
	s := newSite(t)
	s.put("a", "old", 0o644)
	c := s.checkpoint("a")
	c.Ours = false
	if _, err := s.e.Plan(context.Background(), c, rollback.Options{}); fault.CodeOf(err) != fault.CodeRefused {
		t.Errorf("got %v", err)
	}
	s.plan(c, rollback.Options{Foreign: true})
}

func TestAFileThatIsNotHeldIsNamed(t *testing.T) {
	s := newSite(t)
	s.put("d/a", "old", 0o644)
	c := s.checkpoint("d/a")
	_, err := s.e.Plan(context.Background(), c, rollback.Options{Files: []string{"d", "e"}})
	if fault.CodeOf(err) != fault.CodeMissing || !strings.Contains(err.Error(), `"e"`) {
		t.Errorf("got %v", err)
	}
	if _, err := s.e.Plan(context.Background(), c, rollback.Options{All: true}); fault.CodeOf(err) != fault.CodeInvalid {
		t.Errorf("got %v", err)
	}
	if got := actions(s.plan(c, rollback.Options{Files: []string{"d"}})); got != "UNCHANGED d/a" {
		t.Errorf("got %s", got)
	}
}

func TestOfTwoRollbacksOneGoesFirst(t *testing.T) {
	s := newSite(t)
	s.put("a", "old", 0o644)
	c := s.checkpoint("a")
	s.put("a", "new", 0o644)
	p := s.plan(c, rollback.Options{})
	failed := make(chan error, 8)
	for range cap(failed) {
		go func() {
			e := engine(s.root, s.e.Machine.Path)
			_, err := e.Run(context.Background(), p)
			failed <- err
		}()
	}
	done := 0
	for range cap(failed) {
		switch err := <-failed; {
		case err == nil:
			done++
		case !errors.Is(err, durable.ErrChanged):
			t.Errorf("got %v", err)
		}
	}
	if done != 1 {
		t.Errorf("%d rollbacks did it", done)
	}
}

func TestTheTaskIsToldAndComesBackOnRequest(t *testing.T) {
	s := newSite(t)
	const file = ".claude/tasks/task-7.json"
	s.put("a", "old", 0o644)
	s.put(file, `{"id":"7","status":"Pending","notes":"begun"}`, 0o644)
	loaded, err := s.e.Tasks.Load("7")
	s.check(err)
	c, err := s.e.Create(context.Background(), checkpoint.Request{Task: &loaded, Files: []string{"a", file}, Type: "manual"})
	s.check(err)
	read := func() string {
		b, err := os.ReadFile(filepath.Join(s.root, file))
		s.check(err)
		return string(b)
	}
	s.put("a", "new", 0o644)
	s.put(file, `{"id":"7","status":"Finished","notes":"begun"}`, 0o644)
	r := s.run(c, rollback.Options{})
	note := "Rolled back to " + c.ID + " at 2026-03-01T12:00:00Z"
	if text := read(); !strings.Contains(text, "Finished") || strings.Count(text, note) != 1 {
		t.Errorf("the task is %s", text)
	}
	if !strings.HasPrefix(r.Safety, "chk-7-") {
		t.Errorf("the safety checkpoint is %s", r.Safety)
	}
	r = s.run(c, rollback.Options{TaskState: true})
	if text := read(); !strings.Contains(text, "Pending") || strings.Count(text, note) != 1 || !r.TaskState {
		t.Errorf("the task is %s", text)
	}
	safety, err := s.e.Load(r.Safety)
	s.check(err)
	s.run(safety, rollback.Options{TaskState: true})
	if text := read(); !strings.Contains(text, "Finished") {
		t.Errorf("undone, the task is %s", text)
	}
}
