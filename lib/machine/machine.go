// Package machine is the machine folder: what Holdfast keeps of this user on
// this machine, outside every project, so that no repository can forge it.
//
//	bin/                     the programs
//	state/log                what failed, bounded
//	state/ledger/            the SHA-256 of what this machine wrote
//	state/backup/            settings files as they were before the first change
//	state/projects/<hash>/   per project: index, snapshots, checkpoints
package machine

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"holdfast/lib/durable"
)

// ErrNoHome means that the environment names no place for the machine folder.
var ErrNoHome = errors.New("neither HOLDFAST_HOME, CLAUDE_CONFIG_DIR nor HOME is set")

// A Folder is the machine folder; its path is absolute.
type Folder struct{ Path string }

// Locate finds the machine folder from the environment; it makes nothing.
func Locate(getenv func(string) string) (Folder, error) {
	if p := getenv("HOLDFAST_HOME"); filepath.IsAbs(p) {
		return Folder{filepath.Clean(p)}, nil
	}
	config, err := ConfigDir(getenv)
	if err != nil {
		return Folder{}, err
	}
	return Folder{filepath.Join(config, "holdfast")}, nil
}

// ConfigDir is the folder of Claude Code's own configuration for this user:
// $CLAUDE_CONFIG_DIR, else ~/.claude.
func ConfigDir(getenv func(string) string) (string, error) {
	if p := getenv("CLAUDE_CONFIG_DIR"); filepath.IsAbs(p) {
		return filepath.Clean(p), nil
	}
	for _, name := range []string{"HOME", "USERPROFILE"} {
		if p := getenv(name); filepath.IsAbs(p) {
			return filepath.Join(p, ".claude"), nil
		}
	}
	return "", ErrNoHome
}

// Bin is the folder of the installed programs.
func (f Folder) Bin() string { return filepath.Join(f.Path, "bin") }

// State is the folder of everything kept but the programs.
func (f Folder) State() string { return filepath.Join(f.Path, "state") }

// Backup is the folder of settings files as they were.
func (f Folder) Backup() string { return filepath.Join(f.State(), "backup") }

// Project is the folder kept for the project with the given hash.
func (f Folder) Project(hash string) string {
	return filepath.Join(f.State(), "projects", hash)
}

// InstallRecord is the file that says what an installation did.
func (f Folder) InstallRecord() string { return filepath.Join(f.State(), "installed.json") }

// InstalledAt is when Holdfast was first installed here; the zero time where
// that is not known, as in a plugin.
func (f Folder) InstalledAt() time.Time {
	var record struct {
		Since time.Time `json:"installed_at"`
	}
	b, err := durable.Read(f.InstallRecord(), 4<<20)
	if err != nil || json.Unmarshal(b, &record) != nil {
		return time.Time{}
	}
	return record.Since
}

// Wired reports whether settings that the installer wrote, the user's or those of the
// project dir, still run the given program, which is there.
func (f Folder) Wired(program, dir string) bool {
	var record struct {
		Settings []struct{ Path, Project string }
	}
	b, err := durable.Read(f.InstallRecord(), 4<<20)
	if err != nil || json.Unmarshal(b, &record) != nil {
		return false
	}
	path := filepath.Join(f.Bin(), program)
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	if _, err := os.Stat(path); err != nil {
		return false
	}
	for _, s := range record.Settings {
		if (s.Project == "" || s.Project == filepath.Clean(dir)) && runs(s.Path, path) {
			return true
		}
	}
	return false
}

// runs reports whether the settings in file run the program as a hook.
func runs(file, program string) bool {
	var settings struct {
		Off   bool `json:"disableAllHooks"`
		Hooks map[string][]struct {
			Hooks []struct{ Command string }
		}
	}
	b, err := durable.Read(file, 4<<20)
	if err != nil || json.Unmarshal(b, &settings) != nil || settings.Off {
		return false
	}
	for _, groups := range settings.Hooks {
		for _, g := range groups {
			for _, h := range g.Hooks {
				if h.Command == program {
					return true
				}
			}
		}
	}
	return false
}

// Ensure makes the folder dir at or below the machine folder, readable by the
// user alone.
func (f Folder) Ensure(dir string) error {
	return durable.Make(dir, 0o700)
}
