//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os/exec"
	"path/filepath"
)

// openDesign makes a design that waits for the choice among alternatives.
func openDesign(bin, dir, feature string, env []string) error {
	const rules = "# Business Rules\n\n**Status:** Approved\n\n## Rule 1: one\n\n## Rule 2: two\n"
	const analysis = "# Analysis\n\n## Alternative A: Redis\n\n## Alternative B: files\n"
	for _, step := range []struct {
		args    []string
		content string
	}{
		{[]string{"start"}, ""},
		{[]string{"save", "stage_0_clarity", "--data", `{"was_clear": true}`, "--complete"}, ""},
		{[]string{"save", "stage_1_rules", "--artifact", "rules", "--data", `{"user_approved": true}`, "--complete"}, rules},
		{[]string{"save", "stage_2_analysis", "--data", `{"complexity": "complex", "reason": "two services"}`, "--complete"}, ""},
		{[]string{"save", "stage_3a_alternatives", "--artifact", "analysis"}, analysis},
	} {
		cmd := exec.Command(filepath.Join(bin, "pre-compact"), append([]string{"design", feature, "--root", dir}, step.args...)...)
		cmd.Env, cmd.Stdin = env, bytes.NewBufferString(step.content)
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("making the design %q: %w: %s", feature, err, out)
		}
	}
	return nil
}
