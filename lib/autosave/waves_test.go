package autosave

import (
	"context"
	"strings"
	"testing"
	"time"

	"holdfast/lib/epic"
	"holdfast/lib/fence"
)

func TestAWaveInFlightIsSavedAndToldWithinTheBound(t *testing.T) {
	s := newScene(t)
	id := func(letter string) string { return strings.Repeat(letter, 80) }
	waves := []epic.Wave{
		{Epic: id("a"), Path: "temp/sdd-wave-active-" + id("a") + ".flag", Since: now.Add(-time.Minute), Ours: true, Completed: 3},
		{Epic: id("b"), Path: "temp/sdd-wave-active-" + id("b") + ".flag", Since: now.Add(-7 * time.Hour), Stale: true, Ours: true},
		{Epic: id("c"), Path: "temp/sdd-wave-active-" + id("c") + ".flag", Since: now.Add(-8 * time.Hour), Stale: true, Ours: true},
	}
	r, err := Session{Project: s.project(), ID: "lone", Waves: waves}.BeforeCompaction(context.Background())
	if err != nil || !r.Wrote {
		t.Fatal(r.Wrote, err)
	}
	told := r.Summary().String()
	if n := fence.Units(told); n > maxSummary {
		t.Errorf("%d units", n)
	}
	for _, part := range []string{"a wave of epic " + id("a") + " is in flight", "; wave 3 was completed last", "stale: a wave of epic " + id("b")} {
		if !strings.Contains(told, part) {
			t.Errorf("%q is not told:\n%s", part, told)
		}
	}
	a := s.load(r.Saved.Path)
	if !strings.Contains(a.Now(), "a wave of epic "+id("a")+" is in flight") || strings.Contains(a.Now(), id("b")) {
		t.Errorf("now is %q", a.Now())
	}
}

func TestStaleFlagsAloneAreNothingToSave(t *testing.T) {
	s := newScene(t)
	r, err := Session{Project: s.project(), ID: "lone", Waves: []epic.Wave{{Epic: "e-1", Stale: true}}}.BeforeCompaction(context.Background())
	if err != nil || r.Wrote {
		t.Fatal(r.Wrote, err)
	}
}
