package legacy_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"holdfast/lib/fault"
	"holdfast/testscripts/disk"
)

// A run is cut short after each of its files, as by a kill: what is there
// then is an unfinished manifest and the files made so far.
func TestARunThatWasCutShortIsTakenUp(t *testing.T) {
	for cut := 0; cut <= migratable; cut++ {
		m := start(t, project)
		whole := run(t, m, false, false)
		for _, f := range whole.Migrated[cut:] {
			if err := os.Remove(filepath.Join(m.Root, f.To)); err != nil {
				t.Fatal(err)
			}
		}
		if dry := run(t, m, true, false); len(dry.Migrated) != migratable-cut {
			t.Errorf("cut after %d: a dry run plans %d", cut, len(dry.Migrated))
		}
		next := run(t, m, false, false)
		if len(next.Migrated) != migratable-cut {
			t.Errorf("cut after %d: the next run made %d", cut, len(next.Migrated))
		}
		if got := made(t, m, project); len(got) != migratable {
			t.Errorf("cut after %d: there are %q", cut, got)
		}
		if r := run(t, m, false, true); len(r.Migrated) > 0 || len(r.Removed) != migratable || len(r.Kept) > 0 {
			t.Errorf("cut after %d: then migrated %d, removed %d, kept %v", cut, len(r.Migrated), len(r.Removed), r.Kept)
		}
		undo(t, m, "")
		if cut > 0 && cut < migratable {
			undo(t, m, "")
		}
		same(t, tree(t, m.Root), project)
	}
}

func TestARunThatIsStoppedSaysSoAndIsTakenUp(t *testing.T) {
	m := start(t, project)
	ctx, cancel := context.WithCancel(context.Background())
	planned := false
	m.Progress = func(done, total int) {
		if planned && done == 3 {
			cancel()
		}
		planned = planned || done == total
	}
	r, err := m.Run(ctx, false, false)
	if !errors.Is(err, context.Canceled) || len(r.Migrated) != 3 {
		t.Fatalf("migrated %d, %v", len(r.Migrated), err)
	}
	m.Progress = nil
	if r := run(t, m, false, false); len(r.Migrated) != migratable-3 {
		t.Errorf("the next run made %d", len(r.Migrated))
	}
	if got := made(t, m, project); len(got) != migratable {
		t.Errorf("there are %q", got)
	}
}

func TestAnEditBetweenAKillAndTheNextRunStays(t *testing.T) {
	m := start(t, project)
	r := run(t, m, false, false)
	edited := filepath.Join(m.Root, r.Migrated[0].To)
	b := disk.Read(t, edited)
	disk.Write(t, edited, append(b, "questions: [edited]\n"...))
	if next := run(t, m, false, false); len(next.Migrated) > 0 {
		t.Errorf("made %q again", next.Migrated[0].From)
	}
}

func TestAFileOfAnothersInThePlaceOfANewOneIsNotTakenForIt(t *testing.T) {
	m := start(t, project)
	r := run(t, m, false, false)
	taken := r.Migrated[0]
	set(t, m.Root, map[string]string{taken.To: today("somebody else's")})
	next := run(t, m, false, false)
	if len(next.Migrated) != 1 || next.Migrated[0].From != taken.From || next.Migrated[0].To == taken.To {
		t.Errorf("migrated %+v", next.Migrated)
	}
	if text := tree(t, m.Root)[taken.To]; !strings.Contains(text, "somebody else's") {
		t.Error("the other's file was overwritten")
	}
}

func TestTwoRunsAtOnceMakeEachFileOnce(t *testing.T) {
	m := start(t, project)
	results := make(chan error)
	for range 4 {
		go func() {
			_, err := m.Run(context.Background(), false, false)
			results <- err
		}()
	}
	for range 4 {
		if err := <-results; err != nil {
			t.Error(err)
		}
	}
	if got := made(t, m, project); len(got) != migratable {
		t.Errorf("there are %q", got)
	}
}

func TestAManifestThatCannotBeReadStopsEverything(t *testing.T) {
	for name, text := range map[string]string{
		"torn":             `{"version": 1, "pairs": [`,
		"from the future":  `{"version": 2}`,
		"leads out":        `{"version": 1, "finished": true, "pairs": [{"from": "a", "to": "../../x"}]}`,
		"leads out deeper": `{"version": 1, "finished": true, "pairs": [{"from": "a", "to": "thoughts/shared/handoffs/../../../x"}]}`,
		"takes from out":   `{"version": 1, "finished": true, "pairs": [{"from": "../a", "to": "thoughts/shared/handoffs/s/x.yaml"}]}`,
	} {
		m := start(t, project)
		r := run(t, m, false, false)
		undo(t, m, "")
		disk.Write(t, r.Manifest, text)
		if _, err := m.Run(context.Background(), false, true); err == nil {
			t.Errorf("%s: ran", name)
		}
		if _, err := m.Undo(context.Background(), ""); err == nil || fault.CodeOf(err) == fault.CodeMissing {
			t.Errorf("%s: undo says %v", name, err)
		}
		same(t, tree(t, m.Root), project)
	}
}
