package machine_test

import (
	"errors"
	"path/filepath"
	"testing"
	"time"

	"holdfast/lib/machine"
	"holdfast/testscripts/disk"
)

func env(values map[string]string) func(string) string {
	return func(name string) string { return values[name] }
}

func TestLocateTakesTheFirstAbsolutePathThatTheEnvironmentNames(t *testing.T) {
	dir := t.TempDir()
	at := func(parts ...string) string { return filepath.Join(append([]string{dir}, parts...)...) }
	for name, c := range map[string]struct {
		env  map[string]string
		want string
	}{
		"HOLDFAST_HOME comes first":                {map[string]string{"HOLDFAST_HOME": at("h"), "CLAUDE_CONFIG_DIR": at("c"), "HOME": at("u")}, at("h")},
		"then CLAUDE_CONFIG_DIR":                   {map[string]string{"CLAUDE_CONFIG_DIR": at("c"), "HOME": at("u")}, at("c", "holdfast")},
		"then HOME":                                {map[string]string{"HOME": at("u"), "USERPROFILE": at("w")}, at("u", ".claude", "holdfast")},
		"then USERPROFILE":                         {map[string]string{"USERPROFILE": at("w")}, at("w", ".claude", "holdfast")},
		"a relative HOLDFAST_HOME is ignored":      {map[string]string{"HOLDFAST_HOME": "h", "HOME": at("u")}, at("u", ".claude", "holdfast")},
		"a relative CLAUDE_CONFIG_DIR is ignored":  {map[string]string{"CLAUDE_CONFIG_DIR": "./c", "HOME": at("u")}, at("u", ".claude", "holdfast")},
		"a relative HOME is ignored":               {map[string]string{"HOME": "u", "USERPROFILE": at("w")}, at("w", ".claude", "holdfast")},
		"an unexpanded ~ is a relative path":       {map[string]string{"HOLDFAST_HOME": "~/h", "HOME": at("u")}, at("u", ".claude", "holdfast")},
		"a path is cleaned":                        {map[string]string{"HOLDFAST_HOME": at("a") + "/../b/"}, at("b")},
		"a configuration folder's path is cleaned": {map[string]string{"CLAUDE_CONFIG_DIR": at("a") + "/../b/"}, at("b", "holdfast")},
	} {
		f, err := machine.Locate(env(c.env))
		if err != nil || f.Path != c.want {
			t.Errorf("%s: %q, %v, want %q", name, f.Path, err, c.want)
		}
	}
}

func TestLocateSaysWhereTheEnvironmentNamesNoPlace(t *testing.T) {
	for _, values := range []map[string]string{nil, {"HOME": "relative"}, {"HOLDFAST_HOME": ".", "HOME": ""}} {
		if f, err := machine.Locate(env(values)); !errors.Is(err, machine.ErrNoHome) || f.Path != "" {
			t.Errorf("%v: %q, %v, want ErrNoHome", values, f.Path, err)
		}
		if dir, err := machine.ConfigDir(env(values)); !errors.Is(err, machine.ErrNoHome) || dir != "" {
			t.Errorf("%v: %q, %v, want ErrNoHome", values, dir, err)
		}
	}
}

func TestTheFolderHasTheDocumentedParts(t *testing.T) {
	dir := t.TempDir()
	f := machine.Folder{Path: dir}
	for got, want := range map[string]string{
		f.Bin(): "bin", f.State(): "state", f.Backup(): "state/backup", f.Project("ab12"): "state/projects/ab12",
	} {
		if got != filepath.Join(dir, filepath.FromSlash(want)) {
			t.Errorf("%q, want %q below the folder", got, want)
		}
	}
}

func TestInstalledAtIsZeroWhereItIsNotKnown(t *testing.T) {
	f := machine.Folder{Path: t.TempDir()}
	disk.Folder(t, f.State())
	for text, want := range map[string]string{
		`{"format":1,"installed_at":"2026-01-13T15:30:00Z"}`: "2026-01-13T15:30:00Z",
		`{"format":1}`: "0001-01-01T00:00:00Z", `{"installed_at":"soon"}`: "0001-01-01T00:00:00Z", "": "0001-01-01T00:00:00Z",
	} {
		disk.Write(t, f.InstallRecord(), text)
		if got := f.InstalledAt().Format(time.RFC3339); got != want {
			t.Errorf("%s: %s", text, got)
		}
	}
	if !(machine.Folder{Path: t.TempDir()}).InstalledAt().IsZero() {
		t.Error("there is a time without a record")
	}
}
