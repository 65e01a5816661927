//go:build e2e && unix

package e2e

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"time"

	"github.com/rogpeppe/go-internal/testscript"
	"gopkg.in/yaml.v3"
)

// artifact VAR PATTERN [newest] checks that exactly one file matches, or picks the
// one that was written last, and that it is a valid artifact, and sets VAR to its
// path from the script's folder; negated (without VAR), that none matches. The
// check is deliberately not the product's own: it reads the file by the published
// format alone.
func findArtifact(ts *testscript.TestScript, neg bool, args []string) {
	if neg && len(args) == 1 {
		if files, err := filepath.Glob(ts.MkAbs(args[0])); err != nil || len(files) > 0 {
			ts.Fatalf("there should be no %s: %q, %v", args[0], files, err)
		}
		return
	}
	newest := len(args) == 3 && args[2] == "newest"
	if neg || len(args) != 2 && !newest {
		ts.Fatalf("usage: artifact VAR PATTERN [newest] | ! artifact PATTERN")
	}
	files, err := filepath.Glob(ts.MkAbs(args[1]))
	ts.Check(err)
	if newest && len(files) > 0 {
		written := func(file string) time.Time {
			info, err := os.Stat(file)
			ts.Check(err)
			return info.ModTime()
		}
		files = []string{slices.MaxFunc(files, func(a, b string) int { return written(a).Compare(written(b)) })}
	}
	if len(files) != 1 {
		ts.Fatalf("%d files match %s, wanted one: %q", len(files), args[1], files)
	}
	text := ts.ReadFile(files[0])
	if err := checkArtifact(filepath.Base(files[0]), []byte(text)); err != nil {
		ts.Fatalf("%s is no valid artifact: %v\n%s", files[0], err, text)
	}
	path, err := filepath.Rel(ts.MkAbs("."), files[0])
	ts.Check(err)
	ts.Setenv(args[0], path)
}

// checkArtifact holds one file against the rules of the format.
func checkArtifact(name string, text []byte) error {
	if !regexp.MustCompile(`^\d{4}-\d\d-\d\d_\d\d-\d\d_[a-z0-9-]+_(checkpoint|handoff|finalize)\.yaml$`).MatchString(name) {
		return fmt.Errorf("its name is %q", name)
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var front, body map[string]any
	if err := errors.Join(decoder.Decode(&front), decoder.Decode(&body)); err != nil {
		return fmt.Errorf("reading its two documents: %w", err)
	}
	if err := decoder.Decode(new(any)); !errors.Is(err, io.EOF) {
		return fmt.Errorf("it goes on after its body: %v", err)
	}
	for key, values := range map[string]map[string]any{
		"schema_version": front, "mode": front, "date": front, "session": front, "outcome": front,
		"goal": body, "now": body,
	} {
		if value, ok := values[key].(string); !ok || value == "" {
			return fmt.Errorf("%s is %v", key, values[key])
		}
	}
	for _, key := range []string{"goal", "now"} {
		if !regexp.MustCompile(`(?m)^` + key + `:`).Match(text) {
			return fmt.Errorf("%s does not start a line", key)
		}
	}
	return nil
}
