package gitrepo

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"holdfast/lib/platform"
	"holdfast/lib/subprocess"
)

// maxConfig bounds what is read of a repository's configuration, in bytes.
const maxConfig = 1 << 20

// Git runs the git program for reading. It takes no optional lock, asks
// nobody, fetches nothing, and lets no hook, fsmonitor, pager or signature
// checker run that a configuration names. Filters (clean, process) that the
// repository's own configuration names do not run either, so a file that they
// would convert counts as changed once its time has changed; those of the
// user's or the system's configuration do, since git needs them to compare.
type Git struct {
	Program string   // the absolute path of git
	Env     []string // the base environment, KEY=value, as [New] cleaned it
}

// New finds git in the folders of path, which has the form of the PATH
// variable, and gives it the environment env without what would point git at
// another repository, at other programs, or at files to write.
func New(path string, env []string) (Git, bool) {
	program, err := subprocess.LookPath("git", path)
	if err != nil {
		return Git{}, false
	}
	return Git{Program: program, Env: cleanEnv(env)}, true
}

// keptVariables are the GIT_ variables that say where git and the user's
// configuration are. All others go: they would change what a command means.
var keptVariables = []string{
	"GIT_CEILING_DIRECTORIES", "GIT_CONFIG_GLOBAL", "GIT_CONFIG_NOSYSTEM", "GIT_CONFIG_SYSTEM",
	"GIT_DISCOVERY_ACROSS_FILESYSTEM", "GIT_EXEC_PATH",
}

func cleanEnv(env []string) []string {
	clean := make([]string, 0, len(env)+6)
	for _, pair := range env {
		name, _, _ := strings.Cut(pair, "=")
		name = strings.ToUpper(name)
		git := strings.HasPrefix(name, "GIT_") && !slices.Contains(keptVariables, name)
		if !git && name != "LC_ALL" && name != "LANGUAGE" && name != "SSH_ASKPASS" {
			clean = append(clean, pair)
		}
	}
	return append(clean, "LC_ALL=C", "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0",
		"GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=")
}

// fixedConfig is set for every command, over any configuration file.
func fixedConfig() []string {
	return []string{
		"core.fsmonitor=false", "core.hooksPath=" + platform.NullDevice,
		"protocol.allow=never", "credential.helper=", "core.askPass=", "submodule.recurse=false",
		"log.showSignature=false", "log.mailmap=false", "log.follow=false",
		"status.renameLimit=100", "diff.renameLimit=100",
	}
}

// command is git with args in the work tree top.
func (g Git) command(top string, args ...string) subprocess.Command {
	all := []string{"--no-pager", "--literal-pathspecs"}
	for _, setting := range fixedConfig() {
		all = append(all, "-c", setting)
	}
	return subprocess.Command{Path: g.Program, Args: append(all, args...), Dir: top, Env: cleanEnv(g.Env)}
}

// withoutFilters adds to c's environment what keeps the filters that the
// repository's own configuration names from running. It asks git for their
// names, because configuration files include others, but only where the
// repository's file mentions something of the kind.
func (g Git) withoutFilters(ctx context.Context, c *subprocess.Command) error {
	if !mayNameFilters(c.Dir) {
		return nil
	}
	query := g.command(c.Dir, "config", "--includes", "--show-scope", "-z", "--name-only", "--get-regexp", `^filter\.`)
	out, err := subprocess.Run(ctx, query)
	var exit *exec.ExitError
	if err != nil && (!errors.As(err, &exit) || exit.ExitCode() != 1) {
		return err
	}
	var settings []string
	for _, filter := range ownFilters(out) {
		for _, setting := range []string{"clean=", "process=", "smudge=", "required=false"} {
			settings = append(settings, filter+"."+setting)
		}
	}
	for i, setting := range settings {
		// A name may hold "=", so it cannot be passed by -c.
		at := strings.LastIndexByte(setting, '=')
		number := strconv.Itoa(i)
		c.Env = append(c.Env, "GIT_CONFIG_KEY_"+number+"="+setting[:at], "GIT_CONFIG_VALUE_"+number+"="+setting[at+1:])
	}
	c.Env = append(c.Env, "GIT_CONFIG_COUNT="+strconv.Itoa(len(settings)))
	return nil
}

// ownFilters reads pairs of a scope and a key, such as filter.NAME.clean, and
// returns each filter.NAME once that is not of the user's or the system's.
func ownFilters(out []byte) []string {
	fields := strings.Split(string(out), "\x00")
	var names []string
	for i := 0; i+1 < len(fields); i += 2 {
		scope, key := fields[i], fields[i+1]
		at := strings.LastIndexByte(key, '.')
		if scope == "system" || scope == "global" || at <= len("filter") {
			continue
		}
		if !slices.Contains(names, key[:at]) {
			names = append(names, key[:at])
		}
	}
	return names
}

// mayNameFilters reports whether the configuration of the repository at top
// mentions a filter or another file; also where it cannot be read.
func mayNameFilters(top string) bool {
	repo, ok := At(top)
	if !ok {
		return true
	}
	for _, file := range []string{filepath.Join(repo.CommonDir, "config"), filepath.Join(repo.GitDir, "config.worktree")} {
		f, _, err := platform.OpenRegular(file)
		if errors.Is(err, os.ErrNotExist) {
			continue
		}
		if err != nil {
			return true
		}
		text, err := io.ReadAll(io.LimitReader(f, maxConfig))
		_ = f.Close()
		text = bytes.ToLower(text)
		if err != nil || len(text) == maxConfig || bytes.Contains(text, []byte("filter")) || bytes.Contains(text, []byte("include")) {
			return true
		}
	}
	return false
}
