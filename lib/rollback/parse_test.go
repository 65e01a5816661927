package rollback

import (
	"slices"
	"strings"
	"testing"
)

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
