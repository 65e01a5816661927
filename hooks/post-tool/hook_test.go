package main

import (
	"strings"
	"testing"

	"holdfast/lib/fence"
)

func TestTheContextStaysUnderTheClientsLimit(t *testing.T) {
	if got := within(nil, maxContext); got != "" {
		t.Errorf("nothing is %q", got)
	}
	if got := within([]string{"a", "b\nc"}, maxContext); got != "a\nb c" {
		t.Errorf("two lines are %q", got)
	}
	var lines []string
	for range 16 {
		lines = append(lines, strings.Repeat("x", 1_000))
	}
	got := within(lines, maxContext)
	if fence.Units(got) > 9_500 || strings.Count(got, "\n") != 9 || !strings.HasSuffix(got, "Holdfast has 7 more such lines; `post-tool list` shows the checkpoints.") {
		t.Errorf("%d units: %q", fence.Units(got), got)
	}
}
