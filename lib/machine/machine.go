// Package machine is the machine folder: what Holdfast keeps of this user on
// this machine, outside every project, so that no repository can forge it.
//
//	bin/                     the programs
//	state/log                what failed, bounded
//	state/ledger/            the SHA-256 of what this machine wrote
//	state/forgotten          sessions that were forgotten, by hashes
//	state/backup/            settings files as they were before the first change
//	state/projects/<hash>/   per project: index, snapshots, checkpoints
package machine

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/tidwall/gjson"

	"holdfast/lib/durable"
	"holdfast/lib/each"
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

// ConfigDir is the folder of Claude Code's own configuration for this user: $CLAUDE_CONFIG_DIR, else ~/.claude.
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

// maxRecord bounds what is read of an installation or of settings, in bytes.
const maxRecord = 4 << 20

type installation struct {
	Since    time.Time `json:"installed_at,omitzero"`
	Settings []struct{ Path, Project string }
}

func (f Folder) installation() (i installation) {
	if b, err := durable.Read(f.InstallRecord(), maxRecord); err == nil && json.Unmarshal(b, &i) != nil {
		return installation{}
	}
	return i
}

// InstalledAt is when Holdfast was first installed here; the zero time where that is not known, as in a plugin.
func (f Folder) InstalledAt() time.Time { return f.installation().Since }

// Wired reports whether settings that the installer wrote, the user's or those of the
// project dir, still run the given program, which is there.
func (f Folder) Wired(program, dir string) bool {
	path := filepath.Join(f.Bin(), program)
	if runtime.GOOS == "windows" {
		path += ".exe"
	}
	if _, err := os.Stat(path); err != nil {
		return false
	}
	return slices.ContainsFunc(f.installation().Settings, func(s struct{ Path, Project string }) bool {
		return (s.Project == "" || s.Project == filepath.Clean(dir)) && runs(s.Path, path)
	})
}

func runs(file, program string) bool {
	b, err := durable.Read(file, maxRecord)
	if err != nil || !json.Valid(b) || gjson.GetBytes(b, "disableAllHooks").Bool() {
		return false
	}
	commands := gjson.GetBytes(b, "hooks.@values|@flatten|#.hooks|@flatten|#.command").Array()
	return slices.ContainsFunc(commands, func(c gjson.Result) bool { return c.Str == program })
}

func (f Folder) configs() string { return filepath.Join(f.State(), "configs") }

func (f Folder) noted() []string {
	b, _ := durable.Read(f.configs(), 64<<10)
	return strings.Split(strings.TrimSpace(string(b)), "\n")
}

// NoteConfig records the client's configuration folder by a transcript in it, so that history is found from any shell,
// unless the machine folder is in it.
func (f Folder) NoteConfig(transcript string) error {
	projects := filepath.Dir(filepath.Dir(transcript))
	dir := filepath.Dir(projects)
	if !filepath.IsAbs(projects) || filepath.Base(projects) != "projects" || filepath.Join(dir, "holdfast") == f.Path ||
		strings.ContainsAny(dir, "\r\n") || slices.Contains(f.noted(), dir) {
		return nil
	}
	return durable.Own(f.configs()).Derived().Append([]byte(dir+"\n"), 0o600)
}

// Configs are the configuration folders under which a hook ran, own first: the one of the environment.
func (f Folder) Configs(own string) []string {
	above := filepath.Dir(f.Path)
	others := each.Without(append([]string{above}, f.noted()...), func(dir string) bool {
		return !filepath.IsAbs(dir) || dir == above && filepath.Base(f.Path) != "holdfast"
	})
	return each.Once([]string{own}, others)
}

// maxText bounds a file that is rewritten, in bytes.
const maxText = 64 << 20

// Rewrite changes all files below a project's folder of the machine folder, or one file, but for snapshots, file
// checkpoints and conversations: to what change returns, nil to remove the file. It returns how many changed.
func Rewrite(ctx context.Context, path string, change func(name string, b []byte) []byte) (n int, err error) {
	err = filepath.WalkDir(path, func(file string, e fs.DirEntry, err error) error {
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil
		case err != nil:
			return err
		case e.IsDir() && slices.Contains([]string{"past", "snapshots", "checkpoints"}, e.Name()):
			return fs.SkipDir
		case !e.Type().IsRegular() || filepath.Ext(file) == ".lock":
			return nil
		}
		changed, err := rewrite(ctx, file, change)
		n += changed
		return err
	})
	return n, err
}

// rewrite changes or removes a file while those that lock it wait.
func rewrite(ctx context.Context, file string, change func(name string, b []byte) []byte) (n int, err error) {
	name := filepath.Base(file)
	b, err := durable.Read(file, maxText)
	if ctx.Err() != nil || err != nil || len(b) == 0 { // gone by now, or no text
		return 0, ctx.Err()
	}
	switch now := change(name, b); {
	case now == nil:
		return 1, durable.File(file).Remove()
	case bytes.Equal(now, b):
		return 0, nil
	}
	return 1, durable.File(file+".lock").Locked(ctx, 5*time.Second, func() error {
		b, err := durable.Read(file, maxText)
		if err != nil {
			return err
		}
		return durable.File(file).Replace(change(name, b), 0o600)
	})
}
