package house

import (
	"path"
	"slices"
	"strings"
	"testing"
)

// TestATestFileIsNamedForItsSource: who changes later.go of these folders finds its samples in later_test.go, or behind
// a topic, in later_when_test.go.
func TestATestFileIsNamedForItsSource(t *testing.T) {
	folders := []string{"lib/autosave", "lib/line", "lib/prompt", "lib/recovery"}
	names := map[string]bool{} // of sources, with their folder
	for _, s := range sources(t) {
		names[strings.TrimSuffix(s.path, ".go")] = true
	}
	for _, s := range sources(t) {
		name, isTest := strings.CutSuffix(s.path, "_test.go")
		if !isTest || !slices.Contains(folders, path.Dir(s.path)) {
			continue
		}
		if of, _, _ := strings.Cut(path.Base(name), "_"); !names[path.Join(path.Dir(name), of)] {
			t.Errorf("%s: there is no %s.go whose functions it tests", s.path, of)
		}
	}
}
