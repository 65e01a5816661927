package checkpoint

import (
	"strings"
	"testing"
)

func TestAPatternMatchesAPathOrAFolderAboveIt(t *testing.T) {
	for pattern, want := range map[string]string{
		"a":              "a a/b",
		"*":              "a a/b b/a c/a/b/d c/b/a/b",
		"a/*":            "a/b",
		"**":             "a a/b b/a c/a/b/d c/b/a/b",
		"**/a":           "a a/b b/a c/a/b/d c/b/a/b",
		"**/a/b":         "a/b c/a/b/d c/b/a/b",
		"c/**/b":         "c/a/b/d c/b/a/b",
		"c/**/b/**/b":    "c/b/a/b",
		"c/**/**/d":      "c/a/b/d",
		"**/b/d":         "c/a/b/d",
		"c/[ab]/**/[^c]": "c/a/b/d c/b/a/b",
		"b/*/a":          "",
		"**/x":           "",
	} {
		var got []string
		for path := range strings.FieldsSeq("a a/b b/a c/a/b/d c/b/a/b") {
			if matches(strings.Split(pattern, "/"), strings.Split(path, "/")) {
				got = append(got, path)
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%q matches %q, want %q", pattern, got, want)
		}
	}
}
