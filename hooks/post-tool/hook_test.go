package main

import (
	"strings"
	"testing"

	"holdfast/lib/fence"
)

func TestTheContextStaysUnderTheClientsLimit(t *testing.T) {
	list := fence.Command{"holdfast", "files", "list"}
	if got := within(nil, maxContext, list); len(got) != 0 {
		t.Errorf("nothing is %q", got)
	}
	var notes []fence.Note
	for range 16 {
		notes = append(notes, fence.Say("%s", fence.Data{Text: strings.Repeat("x", 1_000)}))
	}
	got := fence.Stated(within(notes, maxContext, list)...).String()
	if fence.Units(got) > 9_500 || strings.Count(got, "\n") != 9 || !strings.HasSuffix(got, "Holdfast has 7 more such lines; `holdfast files list` shows the checkpoints.") {
		t.Errorf("%d units: %q", fence.Units(got), got)
	}
}
