package gitrepo

import (
	"errors"
	"os/exec"
	"slices"
	"strings"

	"holdfast/lib/platform"
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
	program, err := platform.LookPath("git", path)
	if err != nil {
		return Git{}, false
	}
	return Git{Program: program, Env: cleanEnv(env)}, true
}

// Installed reports whether there is a git.
func (g Git) Installed() bool { return g.Program != "" }

// Finder finds git by a program's environment, when it is asked to.
func Finder(getenv func(string) string, environ func() []string) func() (Git, bool) {
	return func() (Git, bool) { return New(getenv("PATH"), environ()) }
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
func (g Git) command(top string, args ...string) platform.Command {
	all := []string{"--no-pager", "--literal-pathspecs"}
	for _, setting := range fixedConfig() {
		all = append(all, "-c", setting)
	}
	return platform.Command{Path: g.Program, Args: append(all, args...), Dir: top, Env: cleanEnv(g.Env)}
}

// exitedWith reports whether err is of a git that ended with the status.
func exitedWith(err error, status int) bool {
	var exit *exec.ExitError
	return errors.As(err, &exit) && exit.ExitCode() == status
}

// cleanPath reports whether path, with slashes, stays below where it starts.
// A folder's may end in a slash.
func cleanPath(path string) bool {
	for part := range strings.SplitSeq(strings.TrimSuffix(path, "/"), "/") {
		if part == "" || part == "." || part == ".." {
			return false
		}
	}
	return true
}
