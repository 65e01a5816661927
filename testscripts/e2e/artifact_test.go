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

// artifact VAR PATTERN [newest|TRIGGER] checks that exactly one file matches, or
// exactly one of those that were saved for that trigger, or picks the one that was
// written last, and that it is a valid artifact, and sets VAR to its path from the
// script's folder; negated (without VAR), that none matches. The check is
// deliberately not the product's own: it reads the file by the published format
// alone.
func findArtifact(ts *testscript.TestScript, neg bool, args []string) {
	if neg && len(args) == 1 {
		if files, err := filepath.Glob(ts.MkAbs(args[0])); err != nil || len(files) > 0 {
			ts.Fatalf("there should be no %s: %q, %v", args[0], files, err)
		}
		return
	}
	if neg || len(args) != 2 && len(args) != 3 {
		ts.Fatalf("usage: artifact VAR PATTERN [newest|TRIGGER] | ! artifact PATTERN")
	}
	files, err := filepath.Glob(ts.MkAbs(args[1]))
	ts.Check(err)
	var which string
	if len(args) == 3 {
		which = args[2]
		files = chosen(ts, files, which)
	}
	if len(files) != 1 {
		ts.Fatalf("%d files match %s %s, wanted one: %q", len(files), args[1], which, files)
	}
	if _, err := readArtifact(files[0]); err != nil {
		ts.Fatalf("%v\n%s", err, ts.ReadFile(files[0]))
	}
	path, err := filepath.Rel(ts.MkAbs("."), files[0])
	ts.Check(err)
	ts.Setenv(args[0], path)
}

// chosen returns the file that was written last, or those that were saved for a trigger.
// A name does not show which of several saves it is: titles are numbered within a minute.
func chosen(ts *testscript.TestScript, files []string, which string) []string {
	if which != "newest" {
		return slices.DeleteFunc(files, func(file string) bool {
			body, err := readArtifact(file)
			ts.Check(err)
			metadata, _ := body["metadata"].(map[string]any)
			return metadata["trigger"] != which
		})
	}
	written := func(file string) time.Time {
		info, err := os.Stat(file)
		ts.Check(err)
		return info.ModTime()
	}
	slices.SortFunc(files, func(a, b string) int { return written(b).Compare(written(a)) })
	return files[:min(1, len(files))]
}

// readArtifact holds one file against the rules of the format and returns its body.
func readArtifact(path string) (map[string]any, error) {
	if name := filepath.Base(path); !regexp.MustCompile(`^\d{4}-\d\d-\d\d_\d\d-\d\d_[a-z0-9-]+_(checkpoint|handoff|finalize)\.yaml$`).MatchString(name) {
		return nil, fmt.Errorf("not a valid artifact: its name is %q", name)
	}
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var front, body map[string]any
	if err := errors.Join(decoder.Decode(&front), decoder.Decode(&body)); err != nil {
		return nil, fmt.Errorf("reading the two documents of %s: %w", path, err)
	}
	if err := decoder.Decode(new(any)); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s goes on after its body: %v", path, err)
	}
	for key, values := range map[string]map[string]any{
		"schema_version": front, "mode": front, "date": front, "session": front, "outcome": front,
		"goal": body, "now": body,
	} {
		if value, ok := values[key].(string); !ok || value == "" {
			return nil, fmt.Errorf("%s of %s is %v", key, path, values[key])
		}
	}
	for _, key := range []string{"goal", "now"} {
		if !regexp.MustCompile(`(?m)^` + key + `:`).Match(text) {
			return nil, fmt.Errorf("%s of %s does not start a line", key, path)
		}
	}
	return body, nil
}
