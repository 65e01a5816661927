package gitrepo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/parallel"
	"holdfast/lib/platform"
)

const (
	// trapTime is how long git runs before the work tree is searched for what it
	// may be waiting for.
	trapTime = 300 * time.Millisecond
	// configTime bounds the question for what a repository's configuration names.
	configTime = time.Second
)

// A TrapError says that git would not end: File, which git opens, is a pipe or a
// device, or has more rules than it can go through.
type TrapError struct {
	File  string
	Large bool
}

func (e *TrapError) Error() string {
	if e.Large {
		return fmt.Sprintf("git would take too long over %q, which is too large", e.File)
	}
	return fmt.Sprintf("git would wait for %q, which is not a file", e.File)
}

// blocks reports whether opening path may wait, links followed.
func blocks(path string) bool {
	const waits = fs.ModeNamedPipe | fs.ModeDevice | fs.ModeCharDevice
	info, err := os.Stat(path)
	return err == nil && info.Mode()&waits != 0 && path != platform.NullDevice
}

// maxRules is the size in bytes over which a file of ignore or attribute rules
// is what holds up a git that takes long.
const maxRules = 256 << 10

// trapAt is what holds up a git that opens the file of rules at path; nil for
// nothing.
func trapAt(path string) *TrapError {
	info, err := os.Stat(path)
	switch {
	case blocks(path):
		return &TrapError{File: path}
	case err == nil && info.Mode().IsRegular() && info.Size() > maxRules:
		return &TrapError{File: path, Large: true}
	}
	return nil
}

// withoutTraps returns a context for git at work in the tree at top, which ends
// before ctx, with a *TrapError, where git would not end: it opens ignore files
// anywhere in the tree, and they can be pipes, or huge. The tree is searched only
// where git takes long. stop must be called.
func withoutTraps(ctx context.Context, top string) (guarded context.Context, stop func()) {
	guarded, cancel := context.WithCancelCause(ctx)
	stopTimer := parallel.After(trapTime, func() {
		if trap := findTrap(guarded, top); trap != nil {
			cancel(trap)
		}
	})
	return guarded, func() { stopTimer(); cancel(context.Canceled) }
}

// treeFiles are what git opens anywhere in a work tree, and ruleFiles those of a
// repository whose rules it applies.
var (
	treeFiles = []string{".gitignore", ".gitattributes", ".gitmodules", ".mailmap"}
	ruleFiles = []string{filepath.Join("info", "exclude"), filepath.Join("info", "attributes")}
)

// findTrap is what git would open below top, or in its repository, and be held
// up by; nil for nothing.
func findTrap(ctx context.Context, top string) (trap *TrapError) {
	folders := []string{top}
	if repo, ok := Find(top); ok {
		folders = append(folders, repo.GitDir, repo.CommonDir)
	}
	for i, folder := range folders {
		if trap != nil || slices.Contains(folders[:i], folder) {
			continue
		}
		_ = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			switch {
			case ctx.Err() != nil:
				return fs.SkipAll
			case err != nil || entry.IsDir():
				return nil // what git cannot read either
			case folder == top && !slices.Contains(treeFiles, entry.Name()):
				return nil
			}
			rel := strings.TrimPrefix(path, folder+string(filepath.Separator))
			if folder != top && entry.Type().IsRegular() && !slices.Contains(ruleFiles, rel) {
				return nil // large as it may be
			}
			if trap = trapAt(path); trap != nil {
				return fs.SkipAll
			}
			return nil
		})
	}
	return trap
}

// run runs git, until it waits for a pipe, and without the filters that the
// repository's own configuration names.
func (g Git) run(ctx context.Context, c platform.Command) ([]byte, error) {
	ctx, stop := withoutTraps(ctx, c.Dir)
	defer stop()
	if err := g.withoutConfigured(ctx, &c); err != nil {
		return nil, err
	}
	return platform.Run(ctx, c)
}

// withoutConfigured keeps git from what the repository's own configuration names:
// it adds to c's environment what disables filters, and refuses ignore and
// attribute files that are pipes. Git is asked for the names, because
// configuration files include others, but only where the repository's file
// mentions something of the kind.
func (g Git) withoutConfigured(ctx context.Context, c *platform.Command) error {
	if !mayNamePrograms(c.Dir) {
		return nil
	}
	query := g.command(c.Dir, "config", "--includes", "--show-scope", "-z", "--get-regexp",
		`^(filter\..*|core\.(excludesfile|attributesfile))$`)
	query.Time = configTime
	out, err := platform.Run(ctx, query)
	switch {
	case errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil:
		return fmt.Errorf("git did not read the repository's configuration within %s; "+
			"a file that it includes may be a pipe", configTime)
	case err != nil && !exitedWith(err, 1): // 1 is that nothing matches
		return fmt.Errorf("reading the repository's configuration: %w", err)
	}
	named := ownSettings(out)
	for _, file := range named.files {
		if file = g.expanded(c.Dir, file); blocks(file) {
			return &TrapError{File: file}
		}
	}
	c.Env = append(c.Env, disabled(named.filters)...)
	return nil
}

// settings are what a repository's own configuration names.
type settings struct {
	filters []string // filter.NAME, each once
	files   []string // core.excludesFile, core.attributesFile, as they are written
}

// ownSettings reads what git config prints: a scope, then a key and, after a
// line break, its value. What is of the user's or the system's configuration is
// left out.
func ownSettings(out []byte) settings {
	var s settings
	fields := strings.Split(string(out), "\x00")
	for i := 0; i+1 < len(fields); i += 2 {
		scope := fields[i]
		key, value, _ := strings.Cut(fields[i+1], "\n")
		at := strings.LastIndexByte(key, '.')
		switch {
		case scope == "system" || scope == "global" || at < 0:
		case strings.HasPrefix(key, "core."):
			s.files = append(s.files, value)
		case at > len("filter") && !slices.Contains(s.filters, key[:at]):
			s.filters = append(s.filters, key[:at])
		}
	}
	return s
}

// expanded is the file that a setting means, for a git started in dir.
func (g Git) expanded(dir, file string) string {
	if rest, ok := strings.CutPrefix(file, "~/"); ok && g.variable("HOME") != "" {
		return filepath.Join(g.variable("HOME"), rest)
	}
	return against(dir, file)
}

// variable is the value of a variable in git's environment.
func (g Git) variable(name string) string {
	for _, pair := range slices.Backward(g.Env) {
		if value, ok := strings.CutPrefix(pair, name+"="); ok {
			return value
		}
	}
	return ""
}

// mayNamePrograms reports whether the configuration of the repository that holds
// dir mentions a filter, an ignore or attributes file, or another configuration
// file; also where it cannot be read.
func mayNamePrograms(dir string) bool {
	repo, ok := Find(dir)
	if !ok {
		return true
	}
	common, own := filepath.Join(repo.CommonDir, "config"), filepath.Join(repo.GitDir, "config.worktree")
	for _, file := range []string{common, own} {
		text, err := platform.ReadRegular(file, maxConfig)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return true
		}
		text = bytes.ToLower(text)
		for _, word := range []string{"filter", "include", "excludesfile", "attributesfile"} {
			if bytes.Contains(text, []byte(word)) {
				return true
			}
		}
	}
	return false
}
