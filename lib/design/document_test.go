package design

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestADocumentTellsWhatItHolds(t *testing.T) {
	for name, c := range map[string]struct {
		kind   Kind
		text   string
		titles []string
		status string
	}{
		"rules with a status":           {Rules, "# Business Rules: x\n\n**Status:** Under Review\n\n## Rule 1: One\ntext\n## Rule 2: Two\n", []string{"Rule 1: One", "Rule 2: Two"}, "Under Review"},
		"rules in a code block":         {Rules, "```\n## Rule 1: no\n```\n## Rule 2: yes\n", []string{"Rule 2: yes"}, ""},
		"a heading about rules is none": {Rules, "## Rules\n## Rule of thumb\n### Rule 3\n", []string{"Rule 3"}, ""},
		"alternatives":                  {Analysis, "# Analysis\n## Alternatives\n### Alternative A: Redis\n### Option 2\n## 3. Approach 3 - files\n", []string{"Alternative A: Redis", "Option 2", "3. Approach 3 - files"}, ""},
		"scenarios":                     {BDD, "Feature: x\n  Scenario: one\n    Given \"\"\"\n    Scenario: yes, it counts no doc string of one line\n  Scenario Outline: two\n  # Scenario: none\n", []string{"one", "yes, it counts no doc string of one line", "two"}, ""},
		"a doc string":                  {BDD, "Scenario: one\n\"\"\"\nScenario: no\n\"\"\"\nExample: two\n", []string{"one", "two"}, ""},
		"nothing":                       {Rules, "", nil, ""},
	} {
		t.Run(name, func(t *testing.T) {
			d := inspect("f", c.kind, []byte(c.text))
			if !slices.Equal(d.Titles, c.titles) || d.Status != c.status {
				t.Errorf("titles %q, status %q", d.Titles, d.Status)
			}
		})
	}
}

func TestATechnicalDesignIsCompleteOrSaysWhatItLacks(t *testing.T) {
	const whole = "# TDD\n## Architecture\n### Layers\ntext\n## 3. API design\ntext\n## Acceptance Criteria\n- one\n"
	for name, c := range map[string]struct{ text, want string }{
		"whole":             {whole, ""},
		"without interface": {strings.Replace(whole, "API design", "Effort", 1), "interface"},
		"an empty section":  {strings.Replace(whole, "- one\n", "\n", 1), "acceptance criteria"},
		"only a subsection": {strings.Replace(whole, "### Layers\ntext\n", "", 1), "implementation"},
		"a placeholder":     {whole + "\nTB" + "D\n", "what is marked as still to come"},
		"a stub":            {"# Title\n", "acceptance criteria, implementation, interface"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := strings.Join(inspect("f", TDD, []byte(c.text)).Missing, ", "); got != c.want {
				t.Errorf("missing %q, want %q", got, c.want)
			}
		})
	}
}

// The samples lie outside the checkout and are read where they are.
func TestRealDesignsAreToldApart(t *testing.T) {
	dir := filepath.Join("..", "..", "..", "shared", "samples", "atelier")
	for file, complete := range map[string]bool{"valid-design.md": true, "incomplete-design.md": false} {
		b, err := os.ReadFile(filepath.Join(dir, file))
		if err != nil {
			t.Skip(err)
		}
		d := inspect(file, TDD, b)
		if got := len(d.Missing) == 0; got != complete {
			t.Errorf("%s lacks %q", file, d.Missing)
		}
	}
}

func FuzzInspect(f *testing.F) {
	f.Add([]byte("# a\n**Status:** Draft\n## Rule 1: x\n```\n## Rule 2\n~~~\n"))
	f.Add([]byte("Scenario: a\n\"\"\"\n"))
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, k := range kinds {
			d := inspect("f", k, b)
			for _, title := range d.Titles {
				if strings.Contains(title, "\n") {
					t.Errorf("a title of two lines: %q", title)
				}
			}
		}
	})
}
