package gitrepo

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"holdfast/lib/parallel"
	"holdfast/lib/platform"
)

// maxConfig bounds what is read of a repository's configuration, in bytes.
const maxConfig = 1 << 20

// Git runs the git program for reading. It takes no optional lock, asks nobody, fetches nothing, and lets no hook,
// fsmonitor, pager or signature checker run. Filters of the repository's own configuration do not run either, so a file
// that they would convert counts as changed once its time has changed; those of the user's do.
type Git struct {
	Program string   // the absolute path of git
	Env     []string // the base environment, KEY=value, as [New] cleaned it
}

// New finds git by path, a PATH variable, and gives it the environment env without what
// would point git at another repository, at other programs, or at files to write.
func New(path string, env []string) (Git, bool) {
	program, err := platform.LookPath("git", path)
	clean := slices.DeleteFunc(slices.Clone(env), func(pair string) bool {
		name, _, _ := strings.Cut(pair, "=")
		name = strings.ToUpper(name)
		git := strings.HasPrefix(name, "GIT_") && !slices.Contains(keptVariables, name)
		return git || slices.Contains([]string{"LC_ALL", "LANGUAGE", "SSH_ASKPASS"}, name)
	})
	clean = append(clean, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0",
		"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=", "GIT_ALLOC_LIMIT=512m") // rules without end take no more
	return Git{Program: program, Env: clean}, err == nil
}

// Installed reports whether there is a git.
func (g Git) Installed() bool { return g.Program != "" }

// keptVariables are the GIT_ variables that say where git and the user's
// configuration are. All others go: they would change what a command means.
var keptVariables = []string{
	"GIT_CEILING_DIRECTORIES", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_SYSTEM",
	"GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_EXEC_PATH",
}

// fixed begins every command: what it sets is over any configuration file.
var fixed = []string{
	"--no-pager", "-c", "core.fsmonitor=false", "-c", "core.hooksPath=" + platform.NullDevice,
	"-c", "protocol.allow=never", "-c", "credential.helper=", "-c", "core.askPass=", "-c", "submodule.recurse=false",
	"-c", "log.showSignature=false", "-c", "log.mailmap=false", "-c", "log.follow=false",
	"-c", "status.renameLimit=100", "-c", "diff.renameLimit=100",
}

func (g Git) command(top string, args ...string) platform.Command {
	return platform.Command{Path: g.Program, Args: slices.Concat(fixed, args), Dir: top, Env: slices.Clip(g.Env)}
}

// exitedWith reports whether err is of a git that ended with the status.
func exitedWith(err error, status int) bool {
	exit, ok := errors.AsType[*exec.ExitError](err)
	return ok && exit.ExitCode() == status
}

// cleanPath reports whether name, with slashes, stays below where it starts. A folder's may end in a slash.
func cleanPath(name string) bool {
	name = strings.TrimSuffix(name, "/")
	return name != "." && path.Clean(name) == name && filepath.IsLocal(name)
}

// run runs git without the filters that the repository's own configuration names, and
// ends it where it waits for a pipe.
func (g Git) run(ctx context.Context, c platform.Command) ([]byte, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	stop := parallel.After(300*time.Millisecond, func() { // then it may be waiting for something
		if file := trap(ctx, c.Dir); file != "" {
			cancel(fmt.Errorf("git would not end: %q is not a file", file))
		}
	})
	defer stop()
	if mayNameFilters(c.Dir) {
		disabled, err := g.filters(ctx, c.Dir)
		if err != nil {
			return nil, fmt.Errorf("reading the repository's configuration: %w", err)
		}
		c.Env = append(c.Env, disabled...)
	}
	return platform.Run(ctx, c)
}

// trap is a pipe or device that git opens in the work tree at top, or in its repository; "" for none.
func trap(ctx context.Context, top string) (file string) {
	rules := []string{".gitignore", ".gitattributes", ".gitmodules", ".mailmap", "exclude", "attributes"}
	look := func(path string, entry fs.DirEntry, err error) error {
		if ctx.Err() != nil {
			return fs.SkipAll
		}
		if err != nil || entry.IsDir() || entry.Type().IsRegular() {
			return nil
		}
		opened := slices.Contains(rules, entry.Name()) || strings.Contains(filepath.ToSlash(path), "/.git/")
		if info, err := os.Stat(path); err == nil && opened && waits(info) {
			file = path
			return fs.SkipAll
		}
		return nil
	}
	repo, _ := Find(top)
	for _, folder := range []string{top, repo.CommonDir} {
		if file == "" && folder != "" {
			_ = filepath.WalkDir(folder, look)
		}
	}
	return file
}

// waits reports whether to open a file may wait for another program.
func waits(info fs.FileInfo) bool {
	return info.Mode()&(fs.ModeNamedPipe|fs.ModeDevice|fs.ModeCharDevice) != 0
}

// mayNameFilters reports whether the configuration of the repository that holds dir
// mentions a filter or another configuration file; also where it cannot be read.
func mayNameFilters(dir string) bool {
	repo, ok := Find(dir)
	if !ok {
		return true
	}
	words := []string{"filter", "include", "excludesfile", "attributesfile"}
	common, own := filepath.Join(repo.CommonDir, "config"), filepath.Join(repo.GitDir, "config.worktree")
	for _, file := range []string{common, own} {
		text, err := platform.ReadRegular(file, maxConfig)
		text = bytes.ToLower(text)
		broken := err != nil && !errors.Is(err, os.ErrNotExist)
		if broken || slices.ContainsFunc(words, func(w string) bool { return bytes.Contains(text, []byte(w)) }) {
			return true
		}
	}
	return false
}

// filters is the environment that disables the filters that the repository's own configuration names; a file of rules
// that it names must not be a pipe. Git prints a scope, then a key and, after a line break, its value.
func (g Git) filters(ctx context.Context, dir string) (disabled []string, err error) {
	c := g.command(dir, "config", "--includes", "--show-scope", "-z", "--get-regexp",
		`^(filter\..*|core\.(excludesfile|attributesfile))$`)
	c.Time = time.Second // a file that is included may be a pipe
	out, err := platform.Run(ctx, c)
	if err != nil && !exitedWith(err, 1) { // 1 is that nothing matches
		return nil, err
	}
	named := map[string]bool{}
	for pair := range slices.Chunk(strings.Split(string(out), "\x00"), 2) {
		if len(pair) < 2 || pair[0] == "system" || pair[0] == "global" {
			continue
		}
		key, value, _ := strings.Cut(pair[1], "\n")
		if filter := key[:max(strings.LastIndexByte(key, '.'), 0)]; strings.HasPrefix(filter, "filter.") {
			named[filter] = true
			continue
		}
		if rest, ok := strings.CutPrefix(value, "~/"); ok {
			value = filepath.Join(g.variable("HOME"), rest)
		}
		value = against(dir, value)
		if info, err := os.Stat(value); err == nil && waits(info) && value != platform.NullDevice {
			return nil, fmt.Errorf("%q, which it names, is not a file", value)
		}
	}
	for filter := range named { // a name may hold "=", so it cannot be passed by -c
		for key, value := range map[string]string{"clean": "", "process": "", "smudge": "", "required": "false"} {
			n := len(disabled) / 2
			disabled = append(disabled, fmt.Sprintf("GIT_CONFIG_KEY_%d=%s.%s", n, filter, key),
				fmt.Sprintf("GIT_CONFIG_VALUE_%d=%s", n, value))
		}
	}
	return append(disabled, fmt.Sprintf("GIT_CONFIG_COUNT=%d", len(disabled)/2)), nil
}
