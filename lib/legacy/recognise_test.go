package legacy_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"holdfast/lib/legacy"
	"holdfast/testscripts/disk"
)

func TestRecogniseTellsTheGenerationByPathAndName(t *testing.T) {
	const dir = "thoughts/shared/handoffs/"
	for rel, want := range map[string]string{
		".checkpoint/2026-01-10-0815.md":                         legacy.Checkpoint,
		".checkpoint/old/2026-01-10-0815.md":                     legacy.Checkpoint,
		".checkpoint/notes.md":                                   legacy.Checkpoint,
		".handoff/2026-01-11-1005-app-d6v.md":                    legacy.Handoff,
		dir + "auth/2026-01-11_07-36_hooks.yaml":                 legacy.Plain,
		dir + "auth/2026-01-11_07-36_hooks.yml":                  legacy.Plain,
		dir + "auth (2) - b/2026-01-11_x.yaml":                   legacy.Plain,
		dir + "auth/auto-handoff-2026-01-11T07-36-00.yaml":       legacy.Task,
		dir + "auth/auto-handoff-2026-01-11T07-36-00.md":         legacy.Task,
		dir + "auth/task-01.md":                                  legacy.Task,
		dir + "auth/task-12-build-api.md":                        legacy.Task,
		dir + "events/2026-01-11T20-19-19.703Z_0379d65b.md":      legacy.Event,
		dir + "auth/events/2026-01-11T20-19-19.703Z_0379d65b.md": legacy.Event,
		dir + "auth/current.md":                                  legacy.Ledger,
		dir + "auth/CONTINUITY_CLAUDE-auth.md":                   legacy.Ledger,
		"thoughts/ledgers/CONTINUITY_CLAUDE-auth-refactor.md":    legacy.Ledger,
		dir + "auth/2026-01-11_07-36_notes.md":                   legacy.Handoff,
		dir + "auth/2026-01-11_07-36_auth_handoff.yaml":          "",
		dir + "auth/2026-01-11_07-36_auth-2_checkpoint.yaml":     "",
		dir + "auth/notes.yaml":                                  "",
		dir + "auth/README.md":                                   "",
		dir + "auth/task-list.md":                                "",
		dir + "auth/.holdfast-1-0a.tmp":                          "",
		dir + "auth/.2026-01-11_07-36_notes.md":                  "",
		dir + "events/notes.md":                                  "",
		"thoughts/ledgers/notes.md":                              "",
		"thoughts/shared/plans/2026-01-11_07-36_hooks.yaml":      "",
		".handoff/README.md":                                     "",
		".handoff/2026.txt":                                      "",
		".checkpointed/2026-01-10-0815.md":                       "",
		"docs/current.md":                                        "",
		"2026-01-10-0815.md":                                     "",
		dir + "auth/2026-13-11_07-36_hooks.yaml":                 "",
		dir + "auth/2026-01-111_hooks.yaml":                      "",
		"":                                                       "",
	} {
		got, ok := legacy.Recognise(rel)
		if ok != (want != "") || ok && got != want {
			t.Errorf("%q: %q, %t, want %q", rel, got, ok, want)
		}
	}
}

func TestFoldersListsWhereEarlierGenerationsMayLie(t *testing.T) {
	root := t.TempDir()
	if got := legacy.Folders(root); len(got) > 0 {
		t.Errorf("an empty project has %q", got)
	}
	for _, dir := range []string{
		".checkpoint/old", ".handoff", "thoughts/ledgers", "thoughts/shared/handoffs/events", "thoughts/shared/plans",
	} {
		disk.Folder(t, filepath.Join(root, dir))
	}
	want := []string{".checkpoint", ".handoff", "thoughts/ledgers", ".checkpoint/old"}
	if got := legacy.Folders(root); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

func TestFoldersFollowsNoLink(t *testing.T) {
	root, outside := t.TempDir(), t.TempDir()
	disk.Folder(t, filepath.Join(outside, "shared", "handoffs", "events"))
	for _, name := range []string{".checkpoint", ".handoff", "thoughts"} {
		if err := os.Symlink(outside, filepath.Join(root, name)); err != nil {
			t.Skip("no symbolic links:", err)
		}
	}
	if got := legacy.Folders(root); len(got) > 0 {
		t.Errorf("followed a link to %q", got)
	}
}

func TestSchemaAndUnifiedReadTheLinesOfAFile(t *testing.T) {
	for name, c := range map[string]struct {
		text, version, mode string
		unified             bool
	}{
		"quoted":              {"---\nschema_version: \"1.0.0\"\nmode: handoff\n", "1.0.0", "handoff", true},
		"bare":                {"schema_version: 1.0.0\r\nmode: 'finalize'\r\n", "1.0.0", "finalize", true},
		"short":               {"schema_version: 1.0 # old\nmode: checkpoint # auto\n", "1.0", "checkpoint", true},
		"an unknown mode":     {"schema_version: 1.0.0\nmode: draft\n", "1.0.0", "draft", false},
		"from the future":     {"schema_version: 2.0.0\nmode: handoff\n", "2.0.0", "handoff", false},
		"not quite one":       {"schema_version: 10\nmode: handoff\n", "10", "handoff", false},
		"no mode":             {"schema_version: 1.0.0\nevent_type: handoff\n", "1.0.0", "", false},
		"indented":            {"metadata:\n  schema_version: 1.0.0\n  mode: handoff\n", "", "", false},
		"nothing":             {"", "", "", false},
		"not YAML afterwards": {"schema_version: 1.0.0\nmode: handoff\nnext:\n  - a: b: c\n", "1.0.0", "handoff", true},
	} {
		version, mode := legacy.Schema([]byte(c.text))
		if version != c.version || mode != c.mode || legacy.Unified([]byte(c.text)) != c.unified {
			t.Errorf("%s: %q, %q, %t", name, version, mode, legacy.Unified([]byte(c.text)))
		}
	}
}
