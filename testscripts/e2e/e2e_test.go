//go:build e2e && unix

package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/testscripts/e2e/api"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestScenarios runs every script against the real client.
func TestScenarios(t *testing.T) {
	checkout, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	client, err := FetchClient(t.Context(), filepath.Join(checkout, ".cache"), os.Stderr)
	if err != nil {
		t.Fatal(err)
	}
	tools, err := toolchain()
	if err != nil {
		t.Fatal(err)
	}
	lab := &lab{checkout: checkout, client: client, toolchain: tools}
	testscript.Run(t, testscript.Params{
		Dir:                "scripts",
		RequireUniqueNames: true,
		Setup:              lab.setup,
		Cmds:               lab.commands(),
	})
}

// lab is what all scripts share.
type lab struct {
	checkout  string   // the root of this checkout
	client    string   // the client's native program
	toolchain []string // NAME=value, so that a build in a fresh home is quick
}

// world is what one script owns. Its key in testscript's values is worldKey.
type world struct {
	api      *api.Server
	terminal *terminal
}

type worldKey struct{}

// toolchain returns the Go tool's folders, which would else follow HOME.
func toolchain() ([]string, error) {
	names := []string{"GOCACHE", "GOMODCACHE", "GOPATH", "GOPROXY", "GOFLAGS"}
	out, err := exec.Command("go", append([]string{"env"}, names...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("asking go for its folders: %w", err)
	}
	var vars []string
	for i, value := range strings.Split(strings.TrimSuffix(string(out), "\n"), "\n") {
		vars = append(vars, names[i]+"="+value)
	}
	return vars, nil
}

// setup gives a script its own home, project, and Messages API. The script
// starts in the project, $WORK/app, a git repository whose one commit holds
// what the script's archive puts there.
func (l *lab) setup(env *testscript.Env) error {
	server, err := api.Start()
	if err != nil {
		return err
	}
	w := &world{api: server}
	env.Values[worldKey{}] = w
	env.Defer(func() { w.end(env.T().(testing.TB)) })

	home, app := filepath.Join(env.WorkDir, "home"), filepath.Join(env.WorkDir, "app")
	for _, name := range []string{home, app} {
		if err := os.MkdirAll(name, 0o755); err != nil {
			return fmt.Errorf("making the scratch folders: %w", err)
		}
	}
	env.Setenv("HOME", home)
	env.Setenv("ANTHROPIC_BASE_URL", server.URL)
	env.Setenv("CHECKOUT", l.checkout)
	env.Setenv("CLIENT", l.client)
	env.Setenv("ANTHROPIC_API_KEY", "sk-stub")
	env.Setenv("CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1")
	env.Setenv("DISABLE_TELEMETRY", "1")
	env.Setenv("DISABLE_AUTOUPDATER", "1")
	env.Cd = app
	return commitFirst(home, app)
}

// commitFirst makes app a git repository on branch main with one commit.
func commitFirst(home, app string) error {
	const config = "[user]\n\tname = Dev\n\temail = dev@example.com\n[init]\n\tdefaultBranch = main\n"
	if err := os.WriteFile(filepath.Join(home, ".gitconfig"), []byte(config), 0o644); err != nil {
		return fmt.Errorf("writing the scratch git config: %w", err)
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"commit", "-q", "--allow-empty", "-m", "start"}} {
		git := exec.Command("git", args...)
		git.Dir = app
		git.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
		if out, err := git.CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w: %s", args[0], err, out)
		}
	}
	return nil
}

// end fails the test for every request that the script did not foresee, and
// for turns that nobody asked for; then it ends the API.
func (w *world) end(t testing.TB) {
	for _, fault := range w.api.Faults() {
		t.Errorf("the stand-in api: %s", fault)
	}
	if left := w.api.Left(); left > 0 && !t.Failed() {
		t.Errorf("%d turns of the script were never asked for", left)
	}
	if err := w.api.Close(); err != nil {
		t.Errorf("closing the stand-in api: %v", err)
	}
}
