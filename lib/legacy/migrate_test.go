package legacy_test

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/lib/artifact"
	"holdfast/lib/fault"
	"holdfast/lib/machine"
	"holdfast/testscripts/disk"
)

func TestARunMakesAnArtifactOfEveryGeneration(t *testing.T) {
	m := start(t, project)
	r := run(t, m, false, false)
	for from, want := range map[string]string{
		".checkpoint/2026-02-03-0930.md":                               handoffs + "mail-queue/2026-02-03_15-30_mail-queue_checkpoint.yaml",
		".handoff/2026-02-04-2310-app-7k2.md":                          handoffs + "app-7k2/2026-02-05_05-10_rate-limits_handoff.yaml",
		handoffs + "billing/2026-02-05_14-00_money.yaml":               handoffs + "billing/2026-02-05_20-00_invoices_handoff.yaml",
		handoffs + "billing/2026-02-05_14-00_money.yml":                handoffs + "billing/2026-02-05_20-00_the-other_handoff.yaml",
		handoffs + "billing/auto-handoff-2026-02-06T10-00-00.yaml":     handoffs + "billing/2026-02-06_10-00_rescue_handoff.yaml",
		handoffs + "app-9 - Some (long) title/2026-02-05_15-00_x.yaml": handoffs + "app-9/2026-02-05_21-00_folder_handoff.yaml",
		handoffs + "events/2026-02-07T11-00-00.000Z_0a1b2c3d.md":       handoffs + "from-an-event/2026-02-07_11-00_from-an-event_checkpoint.yaml",
		handoffs + "billing/current.md":                                handoffs + "billing/2026-02-08_07-32_drain_checkpoint.yaml",
	} {
		if got := to(r, from); got != want {
			t.Errorf("%q became %q, want %q", from, got, want)
		}
	}
	for path, want := range map[string]string{
		handoffs + "events/2026-02-07T10-00-00.000Z_0a1b2c3d.md": "no goal",
		handoffs + "done/2026-02-09_09-00_done_handoff.yaml":     `"2.0.0" is unknown`,
		handoffs + "done/2026-02-09_10-00_done_draft.yaml":       `mode "draft"`,
		handoffs + "done/README.md":                              "its name",
	} {
		if got := why(r.Skipped, path); !strings.Contains(got, want) {
			t.Errorf("%q was left because %q, want %q", path, got, want)
		}
	}
	if len(r.Migrated) != migratable || r.Left != migratable || len(made(t, m, project)) != migratable {
		t.Errorf("migrated %d, left %d, made %q", len(r.Migrated), r.Left, made(t, m, project))
	}
	after := tree(t, m.Root)
	for rel, text := range project {
		if after[rel] != text {
			t.Errorf("%q was changed or removed", rel)
		}
	}
	pairs := readRecord(t, r.Manifest)
	if len(pairs.Pairs) != migratable {
		t.Errorf("the manifest has %d pairs", len(pairs.Pairs))
	}
	for _, p := range pairs.Pairs {
		b := []byte(after[p.To])
		a := artifact.Parse(p.To, b)
		if a.Broken != nil || len(a.Faults) > 0 || a.Sum != p.ToSum || machine.Sum([]byte(project[p.From])) != p.FromSum {
			t.Errorf("%q: %v, %v, sums %t", p.To, a.Broken, a.Faults, a.Sum == p.ToSum)
		}
		if a.Text("metadata.migrated_from") != p.From || a.Text("metadata.original_sha256") != p.FromSum {
			t.Errorf("%q does not say what it was made of", p.To)
		}
		if m.Machine.Wrote(a.Sum) {
			t.Errorf("%q counts as this machine's own", p.To)
		}
	}
}

func TestADryRunSaysTheSameAndWritesNothing(t *testing.T) {
	m := start(t, project)
	dry := run(t, m, true, false)
	same(t, tree(t, m.Root), project)
	if _, err := os.Lstat(m.Machine.Path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the machine folder was made: %v", err)
	}
	wet := run(t, m, false, false)
	if len(dry.Migrated) != migratable || dry.Manifest != "" {
		t.Fatalf("planned %d, manifest %q", len(dry.Migrated), dry.Manifest)
	}
	for i, f := range dry.Migrated {
		if w := wet.Migrated[i]; f.From != w.From || f.To != w.To || f.Mode != w.Mode || f.Outcome != w.Outcome || len(f.Why) == 0 {
			t.Errorf("planned %+v, made %+v", f, w)
		}
	}
}

func TestASecondRunDoesNothing(t *testing.T) {
	m := start(t, project)
	run(t, m, false, false)
	before, state := tree(t, m.Root), tree(t, m.Machine.Path)
	r := run(t, m, false, false)
	if len(r.Migrated) > 0 || r.Manifest != "" || r.Left != migratable {
		t.Errorf("migrated %d, manifest %q, left %d", len(r.Migrated), r.Manifest, r.Left)
	}
	same(t, tree(t, m.Root), before)
	same(t, tree(t, m.Machine.Path), state)
	if got := why(r.Skipped, ".checkpoint/2026-02-03-0930.md"); !strings.HasPrefix(got, "already migrated to "+handoffs) {
		t.Errorf("the reason is %q", got)
	}
}

func TestAColleaguesMigrationIsNotDoneAgain(t *testing.T) {
	m := start(t, project)
	run(t, m, false, false)
	before := tree(t, m.Root)
	other := m
	other.Machine = machine.Folder{Path: filepath.Join(t.TempDir(), "other")}
	if r := run(t, other, false, false); len(r.Migrated) > 0 || r.Manifest != "" {
		t.Errorf("another machine migrated %d, manifest %q", len(r.Migrated), r.Manifest)
	}
	same(t, tree(t, m.Root), before)
}

func TestAChangedOriginalBecomesANewFile(t *testing.T) {
	m := start(t, project)
	const from = handoffs + "billing/2026-02-05_14-00_money.yaml"
	first := run(t, m, false, false)
	before := tree(t, m.Root)
	set(t, m.Root, map[string]string{from: project[from] + "next: [more]\n"})
	r := run(t, m, false, false)
	if len(r.Migrated) != 1 || r.Migrated[0].From != from {
		t.Fatalf("migrated %+v", r.Migrated)
	}
	after := tree(t, m.Root)
	if after[to(first, from)] != before[to(first, from)] || r.Migrated[0].To == to(first, from) {
		t.Error("the first new file was touched")
	}
	if r := run(t, m, false, false); len(r.Migrated) > 0 {
		t.Errorf("a third run migrated %+v", r.Migrated)
	}
}

func TestWhatThisMachineWroteStaysItsOwn(t *testing.T) {
	m := start(t, project)
	const own = ".handoff/2026-02-04-2310-app-7k2.md"
	if err := m.Machine.Record(machine.Sum([]byte(project[own]))); err != nil {
		t.Fatal(err)
	}
	r := run(t, m, false, false)
	for _, f := range r.Migrated {
		b := disk.Read(t, filepath.Join(m.Root, f.To))
		if m.Machine.Wrote(machine.Sum(b)) != (f.From == own) {
			t.Errorf("%q: in the ledger %t", f.From, f.From != own)
		}
	}
}

func TestSecretsAreTakenOutAndSaid(t *testing.T) {
	key := "gh" + "p_" + "Q7rT2vXk9LmB4nHs8ZpW3yGd6JfC1aEu5iRo"
	m := start(t, map[string]string{".handoff/2026-02-04-2310-x.md": "## Next\n- revoke " + key + "\n"})
	r := run(t, m, false, false)
	if len(r.Migrated) != 1 || len(r.Migrated[0].Redacted) == 0 {
		t.Fatalf("migrated %+v", r.Migrated)
	}
	if text := tree(t, m.Root)[r.Migrated[0].To]; strings.Contains(text, key) || !strings.Contains(text, "redacted:github-token") {
		t.Errorf("the new file holds %s", text)
	}
}

func TestFilesOfOneMinuteGetNumbers(t *testing.T) {
	files := map[string]string{handoffs + "s/2026-02-05_20-00_x_handoff.yaml": today("already saved")}
	for _, name := range []string{"a", "b", "c"} {
		files[handoffs+"s/"+name+"/2026-02-05_14-00_x.yaml"] = "goal: x\nnow: " + name + "\n"
	}
	m := start(t, files)
	run(t, m, false, false)
	want := []string{handoffs + "s/2026-02-05_20-00_x-2_handoff.yaml", handoffs + "s/2026-02-05_20-00_x-3_handoff.yaml", handoffs + "s/2026-02-05_20-00_x-4_handoff.yaml"}
	if got := made(t, m, files); strings.Join(got, " ") != strings.Join(want, " ") {
		t.Errorf("made %q, want %q", got, want)
	}
}

func TestLinksAndOddFilesAreNamedAndLeft(t *testing.T) {
	outside := t.TempDir()
	set(t, outside, map[string]string{"2026-02-04-2310-x.md": "**Goal:** outside\n"})
	m := start(t, map[string]string{handoffs + "s/2026-02-05_14-00_x.yaml": "goal: g\nnow: n\n"})
	for link, target := range map[string]string{
		".handoff": outside, handoffs + "linked": outside, handoffs + "s/2026-02-05_15-00_y.yaml": filepath.Join(outside, "2026-02-04-2310-x.md"),
	} {
		if err := os.Symlink(target, filepath.Join(m.Root, link)); err != nil {
			t.Skip("no symbolic links:", err)
		}
	}
	set(t, m.Root, map[string]string{
		handoffs + "s/2026-02-05_16-00_big.yaml":   strings.Repeat("a: b\n", 1<<18),
		handoffs + "s/a/b/c/d/e/2026-02-05_x.yaml": "goal: deep\n",
		handoffs + "s/.holdfast-1-0a.tmp":          "torn",
		handoffs + "s/2026-02-05_17-00_none.yaml":  "",
	})
	r := run(t, m, false, false)
	for path, want := range map[string]string{
		".handoff": "a link", handoffs + "linked": "a link", handoffs + "s/2026-02-05_15-00_y.yaml": "a link",
		handoffs + "s/2026-02-05_16-00_big.yaml": "too large", handoffs + "s/a/b/c/d": "too many folders deep",
	} {
		if got := why(r.Skipped, path); !strings.Contains(got, want) {
			t.Errorf("%q was left because %q, want %q", path, got, want)
		}
	}
	if to(r, handoffs+"s/2026-02-05_14-00_x.yaml") == "" {
		t.Error("the one plain file was not migrated")
	}
	if got := tree(t, outside); len(got) != 1 {
		t.Errorf("outside there is %q", got)
	}
}

func TestAStoreThatIsLinkedOutIsRefused(t *testing.T) {
	m := start(t, map[string]string{".handoff/2026-02-04-2310-x.md": "**Goal:** g\n"})
	outside := t.TempDir()
	if err := os.Symlink(outside, filepath.Join(m.Root, "thoughts")); err != nil {
		t.Skip("no symbolic links:", err)
	}
	if _, err := m.Run(context.Background(), false, false); !errors.Is(err, artifact.ErrLinkedOut) {
		t.Errorf("got %v", err)
	}
	if _, err := m.Undo(context.Background(), ""); !errors.Is(err, artifact.ErrLinkedOut) {
		t.Errorf("undo: got %v", err)
	}
	if len(tree(t, outside)) > 0 {
		t.Error("it wrote outside")
	}
}

func TestAnEmptyProjectHasNothingToMigrate(t *testing.T) {
	m := start(t, nil)
	if r := run(t, m, false, true); len(r.Migrated) > 0 || len(r.Skipped) > 0 || r.Manifest != "" {
		t.Errorf("got %+v", r)
	}
	if len(tree(t, m.Root)) > 0 {
		t.Error("it wrote something")
	}
	if _, err := m.Undo(context.Background(), ""); fault.CodeOf(err) != fault.CodeMissing {
		t.Errorf("undo: got %v", err)
	}
}
