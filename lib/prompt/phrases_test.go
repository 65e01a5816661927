package prompt

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// A phrase is found only where it is written as words returns a text, and a list only where code names it.
func TestPhrasesAreWrittenAsTextsAreCompared(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	var code string
	for _, file := range files {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(file, "_test.go") {
			code += string(b)
		}
	}
	b, err := os.ReadFile("phrases.txt")
	if err != nil {
		t.Fatal(err)
	}
	groups := string(b)
	asPrinted := []string{"outputs", "spokenMarks", "outputParts", "abbreviations", "planLeads"} // compared with texts as they are
	of, _ := listsOf(t)
	for name, list := range of {
		if !strings.Contains(code, `"`+name+`"`) && !regexp.MustCompile(`\+`+name+`\b`).MatchString(groups) {
			t.Errorf("no code names the list %q of phrases.txt", name)
		}
		for _, phrase := range list {
			if len(phrase) > maxPhrase {
				t.Errorf("%s: %q has more than %d bytes", name, phrase, maxPhrase)
			}
			if written := bareWords(phrase); written != phrase && !slices.Contains(asPrinted, name) || strings.Contains(phrase, "\n") {
				t.Errorf("%s: %q never matches, write it as %q, with | at the end of its line", name, phrase, written)
			}
		}
	}
	named := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^(\w+):\r?$`).FindAllStringSubmatch(groups, -1) {
		if named[m[1]] {
			t.Errorf("phrases.txt has two lists %q, of which the last counts: separate all lists by an empty line", m[1])
		}
		named[m[1]] = true
	}
	if len(named) != len(of) {
		t.Errorf("%d lists of %d are read: separate all lists by an empty line", len(of), len(named))
	}
}
