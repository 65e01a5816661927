// Package testscripts runs the scripts in scripts/ against the real programs,
// built once as a release builds them. A script is one topic; it says in its
// head what it shows.
//
// Every script starts in its own folder $WORK with an empty home $HOME, an
// empty project $P ($WORK/app) and a folder $T below the home for the
// transcripts of that project. The programs are on PATH. The commands beyond
// testscript's own are described in commands_test.go, projects_test.go,
// conversation_test.go, hostile_test.go and siege_test.go.
package testscripts

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"holdfast/testscripts/release"
)

// foreignName is the variable with a folder of repositories of another owner:
// closed, which this user may only read, and open, in which all may write.
const foreignName = "HOLDFAST_FOREIGN"

func TestMain(m *testing.M) { os.Exit(release.Run("..", m.Run)) }

func TestScripts(t *testing.T) {
	if err := release.LookAtSources(".."); err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "scripts",
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup:               setup,
		Condition:           condition,
		Cmds:                commands(t.TempDir()),
	})
}

// setup gives a script its home, project and transcripts, and an environment
// in which nothing of this machine shows.
func setup(env *testscript.Env) error {
	env.Values[environKey{}] = env
	dist := os.Getenv(release.Variable)
	home, project := filepath.Join(env.WorkDir, "home"), filepath.Join(env.WorkDir, "app")
	talks := filepath.Join(home, ".claude", "projects", "-app")
	for _, dir := range []string{talks, project} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			return err
		}
	}
	for name, value := range map[string]string{
		"PATH":                filepath.Join(dist, "bin") + string(os.PathListSeparator) + env.Getenv("PATH"),
		"HOME":                home,
		"P":                   project,
		"T":                   talks,
		"H":                   "thoughts/shared/handoffs",
		release.Variable:      dist,
		"FOREIGN":             os.Getenv(foreignName),
		"GIT_CONFIG_GLOBAL":   os.DevNull,
		"GIT_CONFIG_SYSTEM":   os.DevNull,
		"GIT_AUTHOR_NAME":     "Ada Example",
		"GIT_AUTHOR_EMAIL":    "ada@example.org",
		"GIT_COMMITTER_NAME":  "Ada Example",
		"GIT_COMMITTER_EMAIL": "ada@example.org",
		"TERM":                "xterm",
		"TZ":                  "UTC",
		"LC_ALL":              "C.UTF-8",
		"GORACE":              "atexit_sleep_ms=10",
		"GOCOVERDIR":          os.Getenv("GOCOVERDIR"),
	} {
		if name != "GOCOVERDIR" || value != "" {
			env.Setenv(name, value)
		}
	}
	return nil
}

// condition knows [root], [git], [foreign] and [load]; [unix] and the like are
// testscript's own. [load] is a run of make load or make costs, for what takes too long for
// make test.
func condition(name string) (bool, error) {
	switch name {
	case "load":
		return os.Getenv(loadTime) != "" || os.Getenv("COSTS") != "", nil
	case "root":
		return os.Geteuid() == 0, nil
	case "foreign":
		return os.Getenv(foreignName) != "", nil
	case "git":
		_, err := exec.LookPath("git")
		return err == nil, nil
	}
	return false, fmt.Errorf("unknown condition %q", name)
}
