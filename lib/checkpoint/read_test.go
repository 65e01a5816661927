package checkpoint_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/lib/checkpoint"
	"holdfast/lib/durable"
	"holdfast/lib/snapshot"
	"holdfast/testscripts/disk"
)

func (s *site) plant(id, json string) {
	s.Helper()
	s.write(checkpoint.Dir+"/"+id+"/checkpoint.json", json)
}

func TestIDsAreTakenApartFromTheRight(t *testing.T) {
	for id, want := range map[string]struct {
		task string
		n    int
	}{
		"chk-42-3": {"42", 3}, "chk-100_1-12": {"100_1", 12}, "chk-200.1-1": {"200.1", 1},
		"chk-Test-001-2": {"Test-001", 2}, "chk-42-003": {"42", 3}, "chk-manual-1": {"manual", 1},
	} {
		if task, n, ok := checkpoint.ParseID(id); !ok || task != want.task || n != want.n {
			t.Errorf("ParseID(%q) = %q, %d, %t", id, task, n, ok)
		}
	}
	for _, id := range []string{"", "chk-", "chk-42", "chk-42-", "chk--1", "chk-../x-1", "chk-a/b-1", "checkpoint_20260101_000000", "chk-42-9999999999", "chk-42-1x", "CHK-42-1"} {
		if _, _, ok := checkpoint.ParseID(id); ok {
			t.Errorf("ParseID(%q) took it", id)
		}
	}
}

func TestModesAreOctalAndNothingElse(t *testing.T) {
	for text, want := range map[string]string{"0644": "0644", "644": "0644", "4755": "0755", "0000": "0000"} {
		f := checkpoint.File{Existed: true, Mode: text}
		if mode := f.State().Mode; checkpoint.Octal(mode) != want {
			t.Errorf("%q is %v", text, mode)
		}
	}
	for _, text := range []string{"", "0x1ff", "0o644", "-1", "899", "rw-r--r--", "77777777777777"} {
		f := checkpoint.File{Existed: true, Mode: text}
		if f.State().Mode != snapshot.AnyMode {
			t.Errorf("%q is a mode", text)
		}
	}
}

func TestAllowedRefusesEverySpellingOfGit(t *testing.T) {
	for _, rel := range []string{
		".git", ".git/hooks/x", "a/.git/x", ".GIT/x", ".Git", ".git./x", ".git /x", "git~1/x", "GIT~1", ".g\u200cit/x", ".git::$INDEX_ALLOCATION/x",
		`a\.git\x`, ".claude/checkpoints", ".claude/checkpoints/chk-1-1/x", ".Claude/Checkpoints/x", ".claude/checkpoint\u017f/x", ".claude./checkpoints /x", "", ".", "..", "../x", "a/../../x", "/x", "C:/x", "a//b", "a/",
	} {
		if checkpoint.Allowed(rel) == nil {
			t.Errorf("Allowed(%q)", rel)
		}
	}
	for _, rel := range []string{"a", ".gitignore", ".github/x", "git/x", ".claude/tasks/task-1.json", ".claude/checkpoint", "a\nb", strings.Repeat("n", 255), "..a"} {
		if err := checkpoint.Allowed(rel); err != nil {
			t.Errorf("Allowed(%q): %v", rel, err)
		}
	}
}

func TestGuardedNamesWhatComesBackByNameOnly(t *testing.T) {
	for rel, want := range map[string]bool{
		".claude/settings.json": true, ".claude/settings.local.json": true, ".Claude/Settings.json": true,
		".claude/\u017fettings.json": true, ".claude/s\u212aills/x": true, ".cl\u200caude/settings.json": true, ".claude./settings.json ": true, ".mcp.json::$DATA": true,
		".mcp.json":      true,
		".claude/skills": true, ".claude/skills/x/SKILL.md": true, ".claude/tasks/task-1.json": false, "settings.json": false,
		"thoughts/shared/handoffs/main/a.yaml": true, "Thoughts/Shared/Handoffs/main/a.yaml": true, "thoughts/shared/plan.md": false, "thoughts/shared/handoffs2/a": false, "src/.mcp.jsonc": false,
	} {
		if got := checkpoint.Guarded(rel); got != want {
			t.Errorf("Guarded(%q) = %t", rel, got)
		}
	}
}

func TestListIsNewestFirstAndNamesWhatIsBroken(t *testing.T) {
	s := newSite(t, map[string]string{"a": "A"})
	for range 3 {
		s.make(checkpoint.Request{Task: s.of("1", `{"files_affected":["a"]}`)})
	}
	s.clock = s.clock.Add(time.Hour)
	s.make(checkpoint.Request{Files: []string{"a"}})
	s.write(checkpoint.Dir+"/checkpoint_20260101_000000/checkpoint.json", "{}")
	s.write(checkpoint.Dir+"/checkpoint_20260101_000000.tar.gz", "x")
	s.write(checkpoint.Dir+"/chk-5-1", "a file, no folder")
	disk.Folder(t, s.path(checkpoint.Dir+"/chk-5-2"))
	s.plant("chk-5-3", "{torn")
	s.plant("chk-5-4", `{"checkpoint_id":"chk-5-4","files":[{"path":"a","existed":true,"hash":"`+strings.Repeat("0", 64)+`","backup_path":"../../x"}]}`)
	s.plant("chk-5-5", `{"checkpoint_id":"chk-5-5","files":[{"path":".git/hooks/x","existed":false}]}`)
	s.plant("chk-5-6", `{"checkpoint_id":"chk-6-6","files":[]}`)
	s.plant("chk-5-7", strings.Repeat("[", 20_000))
	all, broken, err := s.List("")
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, c := range all {
		ids = append(ids, c.ID)
	}
	if want := []string{"chk-manual-1", "chk-1-3", "chk-1-2", "chk-1-1"}; !slices.Equal(ids, want) {
		t.Errorf("lists %q, want %q", ids, want)
	}
	if len(broken) != 6 {
		t.Errorf("%d broken ones are named: %v", len(broken), broken)
	}
	for i, id := range []string{"chk-5-2", "chk-5-3", "chk-5-4", "chk-5-5", "chk-5-6", "chk-5-7"} {
		if i < len(broken) && !strings.Contains(broken[i].Error(), id) {
			t.Errorf("%v does not name %s", broken[i], id)
		}
	}
	if only, _, _ := s.List("1"); len(only) != 3 {
		t.Errorf("task 1 has %d", len(only))
	}
}

func TestANumberMayBePadded(t *testing.T) {
	s := newSite(t, nil)
	s.plant("chk-1-007", `{"checkpoint_id":"chk-1-7","files":[]}`)
	s.plant("chk-1-07", `{"files":[]}`)
	if c, err := s.Load("chk-1-007"); err != nil || c.ID != "chk-1-007" || c.Ours {
		t.Errorf("loaded %q, ours %t, %v", c.ID, c.Ours, err)
	}
	for _, id := range []string{"chk-1-7", "chk-1-8", "nonsense", "../chk-1-07", "chk-1-07/../chk-1-07"} {
		if _, err := s.Load(id); !errors.Is(err, checkpoint.ErrNotFound) {
			t.Errorf("Load(%q): %v", id, err)
		}
	}
}

func TestABackupBehindALinkIsNotOpened(t *testing.T) {
	s := newSite(t, map[string]string{"secret": "s"})
	s.plant("chk-1-1", `{"files":[{"path":"a","existed":true,"hash":"`+strings.Repeat("0", 64)+`","backup_path":".claude/checkpoints/chk-1-1/a"}]}`)
	if err := os.Symlink("../../../secret", s.path(checkpoint.Dir+"/chk-1-1/a")); err != nil {
		t.Skip(err)
	}
	c, err := s.Load("chk-1-1")
	if err != nil {
		t.Fatal(err)
	}
	if f, err := c.Content(c.Files[0]).Source.Open(context.Background()); err == nil {
		f.Close()
		t.Error("the link was followed")
	}
	if len(s.Verify(context.Background(), c, c.Files)) != 1 {
		t.Error("it counts as whole")
	}
}

func TestPruneKeepsTheNewestTheGoodAndTheOpen(t *testing.T) {
	s := newSite(t, map[string]string{"a": "A"})
	begin := time.Now().Add(time.Hour) // after the backups were written
	for _, id := range []string{"1", "2"} {
		s.clock = begin
		for range 4 {
			s.make(checkpoint.Request{Task: s.of(id, `{"files_affected":["a"]}`)})
			s.clock = s.clock.Add(24 * time.Hour)
		}
	}
	disk.Write(t, s.path(checkpoint.Dir+"/chk-1-4/a"), "damaged, and so are its links")
	os.Remove(s.path(checkpoint.Dir + "/chk-1-2/a"))
	s.write(checkpoint.Dir+"/chk-1-2/a", "A") // the only whole one of task 1
	s.clock = s.clock.Add(100 * 24 * time.Hour)
	ctx := context.Background()
	prune := func(keep int, older time.Duration, dry bool, open ...string) string {
		gone, _, err := s.Prune(ctx, keep, older, dry, open)
		if err != nil {
			t.Fatal(err)
		}
		var ids []string
		for _, p := range gone {
			ids = append(ids, p.ID)
		}
		slices.Sort(ids)
		return strings.Join(ids, " ")
	}
	if got := prune(5, 0, true); got != "" {
		t.Errorf("pruned %q of those within --keep", got)
	}
	if got := prune(0, 1000*24*time.Hour, true); got != "" {
		t.Errorf("pruned %q of those that are young", got)
	}
	if got := prune(1, 0, true, "2"); got != "chk-1-1 chk-1-3" {
		t.Errorf("would prune %q", got)
	}
	if all, _, _ := s.List(""); len(all) != 8 {
		t.Errorf("a dry run left %d of 8", len(all))
	}
	if got := prune(1, 0, false, "2"); got != "chk-1-1 chk-1-3" {
		t.Errorf("pruned %q", got)
	}
	all, broken, _ := s.List("")
	if len(all) != 6 || len(broken) != 0 {
		t.Errorf("left %d, broken %v", len(all), broken)
	}
	if c := s.make(checkpoint.Request{Task: s.of("1", `{"files_affected":["a"]}`)}); c.ID != "chk-1-5" {
		t.Errorf("the next is %s", c.ID)
	}
}

func FuzzParse(f *testing.F) {
	hash := strings.Repeat("ab", 32)
	for _, seed := range []string{
		`{"checkpoint_id":"chk-42-1","task_id":"42","timestamp":"2026-01-13T15:30:00Z","type":"manual","files":[{"path":"a","hash":"` + hash + `","backup_path":".claude/checkpoints/chk-42-1/a","existed":true,"mode":"0644","size":1}],"task_state":{"id":"42"}}`,
		`{"files":[{"path":"../x","backup_path":"../../x"}]}`, `{"files":null}`, `{"files":[null,1,"x"]}`, `[]`, `null`, ``, `{`, `{"git":{"skipped":[1]}}`,
		`{"files":[{"path":"a\nb","existed":false,"size":-1}],"timestamp":"yesterday"}`, "\xff\xfe{\x00}\x00",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		c, err := checkpoint.Parse("chk-42-1", b)
		if err != nil {
			return
		}
		if c.ID != "chk-42-1" || c.TaskID != "42" {
			t.Errorf("the id is %q of %q", c.ID, c.TaskID)
		}
		for _, file := range c.Files {
			if err := checkpoint.Allowed(file.Path); err != nil {
				t.Errorf("%q: %v", file.Path, err)
			}
			if file.BackupPath != "" && !strings.HasPrefix(file.BackupPath, checkpoint.Dir+"/chk-42-1/") || strings.Contains(file.BackupPath, "..") && strings.Contains(file.BackupPath, "/../") {
				t.Errorf("the backup lies at %q", file.BackupPath)
			}
		}
	})
}

func TestStrangersCheckpointsAreReadUpToABound(t *testing.T) {
	s := newSite(t, map[string]string{"a": "a"})
	ours := s.make(checkpoint.Request{Files: []string{"a"}})
	for n, size := range []int{17 << 20, 15 << 20, 15 << 20, 15 << 20} {
		id := fmt.Sprintf("chk-9-%d", n+1)
		s.plant(id, `{"checkpoint_id": "`+id+`", "files": []}`+strings.Repeat(" ", size))
	}
	all, broken, err := s.List("")
	if err != nil || len(all) != 3 || len(broken) != 2 {
		t.Fatalf("%d read, %d not: %v", len(all), len(broken), err)
	}
	if !slices.ContainsFunc(all, func(c checkpoint.Checkpoint) bool { return c.ID == ours.ID }) {
		t.Error("this machine's own is not among them")
	}
	for i, id := range []string{"chk-9-1", "chk-9-4"} {
		if !errors.Is(broken[i], durable.ErrTooLarge) || !strings.Contains(broken[i].Error(), id) {
			t.Errorf("got %v", broken[i])
		}
	}
	if _, err := s.Load("chk-9-4"); err != nil {
		t.Errorf("by its name: %v", err)
	}
}

func TestPruneCountsForeignOnesByThemselves(t *testing.T) {
	s := newSite(t, map[string]string{"a": "a"})
	ours := s.make(checkpoint.Request{Files: []string{"a"}})
	for _, id := range []string{"chk-manual-8", "chk-manual-9"} {
		s.plant(id, `{"checkpoint_id": "`+id+`", "timestamp": "2026-02-01T00:00:00Z", "files": []}`)
	}
	s.clock = s.clock.AddDate(1, 0, 0)
	gone, _, err := s.Prune(context.Background(), 1, 0, true, nil)
	if err != nil || len(gone) != 1 || gone[0].ID != "chk-manual-8" {
		t.Errorf("would remove %v beside %s: %v", gone, ours.ID, err)
	}
}
