package machine

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"holdfast/lib/durable"
)

// maxConfigs bounds the record of the client's configuration folders, in bytes.
const maxConfigs = 64 << 10

// NoteConfig records one of the client's configuration folders, unless the
// machine folder is in it.
func (f Folder) NoteConfig(dir string) error {
	if filepath.Join(dir, "holdfast") == f.Path || strings.ContainsAny(dir, "\r\n") {
		return nil
	}
	if slices.Contains(f.noted(), dir) {
		return nil
	}
	if err := f.Ensure(f.State()); err != nil {
		return fmt.Errorf("recording a configuration folder: %w", err)
	}
	return durable.File(f.configs()).AppendDerived([]byte(dir+"\n"), 0o600)
}

// Configs are the configuration folders under which a hook ran, own first: the
// one of the environment.
func (f Folder) Configs(own string) []string {
	all := []string{own}
	if filepath.Base(f.Path) == "holdfast" {
		all = append(all, filepath.Dir(f.Path))
	}
	for _, dir := range f.noted() {
		if filepath.IsAbs(dir) {
			all = append(all, dir)
		}
	}
	seen := map[string]bool{}
	return slices.DeleteFunc(all, func(dir string) bool {
		again := seen[dir]
		seen[dir] = true
		return again
	})
}

func (f Folder) noted() []string {
	b, err := durable.Read(f.configs(), maxConfigs)
	if err != nil {
		return nil
	}
	return strings.Split(strings.TrimSpace(string(b)), "\n")
}

func (f Folder) configs() string { return filepath.Join(f.State(), "configs") }
