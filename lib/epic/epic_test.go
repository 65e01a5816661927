package epic

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"holdfast/lib/machine"
	"holdfast/lib/record"
	"holdfast/testscripts/disk"
)

var now = time.Date(2026, 11, 21, 9, 30, 15, 0, time.UTC)

func newStore(t *testing.T) Store {
	t.Helper()
	dir := disk.Temp(t)
	root := filepath.Join(dir, "a b\nç'\"d")
	disk.Folder(t, filepath.Join(root, "temp"))
	return In(root, machine.Folder{Path: filepath.Join(dir, "machine")})
}

// file writes a file below temp, written so long ago.
func (s Store) file(t *testing.T, name, text string, ago time.Duration) {
	t.Helper()
	full := filepath.Join(s.Root, "temp", name)
	disk.Write(t, full, text)
	if err := os.Chtimes(full, now.Add(-ago), now.Add(-ago)); err != nil {
		t.Fatal(err)
	}
}

func (s Store) read(t *testing.T, rel string) string {
	t.Helper()
	b := disk.Read(t, filepath.Join(s.Root, filepath.FromSlash(rel)))
	return string(b)
}

func (s Store) names(t *testing.T, rel string) string {
	t.Helper()
	entries, err := os.ReadDir(filepath.Join(s.Root, filepath.FromSlash(rel)))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return strings.Join(all, " ")
}

func TestAnIDIsANameThatLeadsNowhere(t *testing.T) {
	for id, want := range map[string]bool{
		"hub-abc": true, "hub-abc.1": true, "A_9": true, strings.Repeat("a", 80): true,
		"": false, strings.Repeat("a", 81): false, "a/b": false, `a\b`: false, "..": false, ".": false, "a..b": false, ".a": false,
		"-a": false, "--": false, "a b": false, "a\nb": false, "<a>": false, "ä": false, "a\x00": false, "a\u202e": false, "a;b": false,
	} {
		if record.IsID(id) != want {
			t.Errorf("IsID(%q) is %t", id, !want)
		}
		if err := record.CheckID("the epic's id", "epic", id); (err == nil) != want {
			t.Errorf("CheckID(%q): %v", id, err)
		}
	}
}

func TestTheWordsAreThoseThatOrchestratorsLookFor(t *testing.T) {
	const announced = "<sdd-checkpoint-recovery>SDD checkpoint found for epic hub-abc. Read temp/sdd-checkpoint-hub-abc.json to resume orchestration. Do NOT re-ask budget tier. See checkpoint-recovery.md for recovery logic.</sdd-checkpoint-recovery>"
	c := Checkpoint{ID: "hub-abc", Path: Path("hub-abc"), Next: 4, Tier: "max-5x"}
	if got := (Store{}).announced(c, nil, nil).Announce.String(); got != announced {
		t.Errorf("%q", got)
	}
	c.Tier = ""
	want := strings.Replace(announced, "Do NOT re-ask budget tier. ", "", 1)
	if got := (Store{}).announced(c, nil, nil).Announce.String(); got != want {
		t.Errorf("without a tier: %q", got)
	}
	if got := c.shown().Message; got != "Resuming epic hub-abc from wave 4 after context recovery." {
		t.Errorf("%q", got)
	}
}
