package testscripts

import (
	"errors"
	"fmt"
	"github.com/rogpeppe/go-internal/testscript"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
)

// buildDist builds the programs below dir as a release lays them out: bin/ with
// the five programs, and skills/ with those of the checkout.
func buildDist(checkout, dir string) error {
	bin := filepath.Join(dir, "bin")
	if err := os.MkdirAll(bin, 0o755); err != nil {
		return err
	}
	hooks := []string{"./hooks/session-start", "./hooks/pre-compact", "./hooks/handoff-index", "./hooks/post-tool"}
	if err := build(checkout, bin+string(filepath.Separator), hooks...); err != nil {
		return err
	}
	if err := build(checkout, filepath.Join(bin, "holdfast"), "./install"); err != nil {
		return err
	}
	err := os.CopyFS(filepath.Join(dir, "skills"), os.DirFS(filepath.Join(checkout, "skills")))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// lookAtSources asks for every source file of the programs, so that the test
// cache knows what the result depends on: it sees what a test looks at, but
// neither what go build reads for it nor what happens before the first test.
func lookAtSources(checkout string) error {
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

// build runs go build with the flags of a release, or with those that find
// races or count what the scripts cover.
func build(checkout, out string, packages ...string) error {
	args := []string{"build", "-trimpath", "-o", out}
	cgo := "0"
	switch {
	case raceDetector:
		args, cgo = append(args, "-race"), "1"
	case os.Getenv("GOCOVERDIR") == "":
		args = append(args, "-ldflags=-s -w")
	}
	if os.Getenv("GOCOVERDIR") != "" {
		args = append(args, "-cover", "-coverpkg=holdfast/...")
	}
	command := exec.Command("go", append(args, packages...)...)
	command.Dir = checkout
	command.Env = append(os.Environ(), "CGO_ENABLED="+cgo)
	if said, err := command.CombinedOutput(); err != nil {
		return fmt.Errorf("building %s: %w\n%s", strings.Join(packages, " "), err, said)
	}
	return nil
}

// archive DIR makes the release archive of this system in DIR.
func archive(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: archive DIR")
	}
	cmd := exec.Command("go", "run", "./install/archive", "-only", runtime.GOOS+"-"+runtime.GOARCH, "-out", ts.MkAbs(args[0]))
	cmd.Dir = ".."
	cmd.Env = append(os.Environ(), "SOURCE_DATE_EPOCH=1700000000")
	if said, err := cmd.CombinedOutput(); err != nil {
		ts.Fatalf("making the archive: %v\n%s", err, said)
	}
}
