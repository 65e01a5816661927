// Package release gives tests the built programs.
package release

import (
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Variable names the folder of the built release: bin/ with the five programs, and
// skills/ with those of the checkout. Where it is set, nothing is built.
const Variable = "HOLDFAST_DIST"

// Run runs a package's tests with Variable set, for TestMain.
func Run(checkout string, tests func() int) int {
	if os.Getenv(Variable) != "" {
		return tests()
	}
	dir, err := os.MkdirTemp("", "holdfast-dist-")
	if err == nil {
		defer os.RemoveAll(dir)
		err = build(checkout, dir)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	os.Setenv(Variable, dir)
	return tests()
}

// Program is the path of one of the programs.
func Program(name string) string { return filepath.Join(os.Getenv(Variable), "bin", name) }

// LookAtSources asks for every source file of the programs, so that the test
// cache knows what the result depends on: it sees what a test looks at, but
// neither what go build reads for it nor what happens before the first test.
func LookAtSources(checkout string) error {
	for _, folder := range []string{"hooks", "install", "lib", "skills"} {
		err := filepath.WalkDir(filepath.Join(checkout, folder), func(path string, _ fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			_, err = os.Stat(path)
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// build builds below dir with the flags of a release, or with those that find
// races or count what the programs cover.
func build(checkout, dir string) error {
	args, cgo := []string{"build", "-trimpath"}, "0"
	switch {
	case Race:
		args, cgo = append(args, "-race"), "1"
	case os.Getenv("GOCOVERDIR") == "":
		args = append(args, "-ldflags=-s -w")
	}
	if os.Getenv("GOCOVERDIR") != "" {
		args = append(args, "-cover", "-coverpkg=holdfast/...")
	}
	bin := filepath.Join(dir, "bin")
	if err := os.Mkdir(bin, 0o755); err != nil {
		return err
	}
	for _, part := range [][]string{
		{"-o", bin + string(filepath.Separator), "./hooks/session-start", "./hooks/pre-compact", "./hooks/handoff-index", "./hooks/post-tool"},
		{"-o", filepath.Join(bin, "holdfast"), "./install"},
	} {
		command := exec.Command("go", append(args, part...)...)
		command.Dir, command.Env = checkout, append(os.Environ(), "CGO_ENABLED="+cgo)
		if said, err := command.CombinedOutput(); err != nil {
			return fmt.Errorf("building %s: %w\n%s", strings.Join(part[2:], " "), err, said)
		}
	}
	return os.CopyFS(filepath.Join(dir, "skills"), os.DirFS(filepath.Join(checkout, "skills")))
}
