package rollback

import (
	"slices"
	"strings"
	"testing"
)

func TestModesAreOctalAndNothingElse(t *testing.T) {
	for text, want := range map[string]string{"0644": "0644", "644": "0644", "4755": "0755", "0000": "0000"} {
		if mode, ok := permissions(text); !ok || octal(mode) != want {
			t.Errorf("%q is %v, %t", text, mode, ok)
		}
	}
	for _, text := range []string{"", "0x1ff", "0o644", "-1", "899", "rw-r--r--", "77777777777777"} {
		if _, ok := permissions(text); ok {
			t.Errorf("%q is a mode", text)
		}
	}
}

func TestWhatIsFreedIsTakenAfterwards(t *testing.T) {
	steps := []Item{
		{Path: "b", Action: Restore}, {Path: "d", Action: Remove}, {Path: "a/b/c", Action: Remove},
		{Path: "a", Action: Restore}, {Path: "a/b", Action: Remove}, {Path: "d/x", Action: Restore},
	}
	slices.SortFunc(steps, order)
	var paths []string
	for _, s := range steps {
		paths = append(paths, s.Path)
	}
	if got := strings.Join(paths, " "); got != "d a/b/c a/b a b d/x" {
		t.Errorf("the order is %s", got)
	}
}
