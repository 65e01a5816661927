package workflow

import (
	"context"
	"errors"
	"os"
	"testing"

	"holdfast/lib/cli"
	"holdfast/lib/fault"
	"holdfast/lib/record"
)

func TestWritersThatDoNotSayWhereTheyAreAreRestoredBehindTheirLastStep(t *testing.T) {
	s := store(t)
	put(t, s, Dir+"/main/a-1/state.json", `{"steps_completed":["step-01","step-02"],"checkpoint_id":"theirs","status":"running"}`)
	must(s.Step(context.Background(), "a-1", 3, given{Now: at}))(t)
	if _, c, err := s.Find("theirs"); err != nil || c.Current != 2 || c.Next != 3 {
		t.Errorf("%+v, %v", c, err)
	}
}

// A run whose deletion was cut off does not count any more, and the next writer deletes
// the rest, even where no run is left.
func TestWhatAKilledDeletionLeftIsNoRunAndGoes(t *testing.T) {
	s := store(t)
	left := Dir + "/main/.holdfast-a-1.d.tmp"
	put(t, s, left+"/state.json", `{"run_id":"a-1","status":"completed"}`)
	if runs := must(s.List("", at))(t); len(runs) != 0 {
		t.Errorf("%+v", runs)
	}
	must(s.Prune(context.Background(), PruneOptions{Now: at, DryRun: true}))(t)
	if there := s.isFolder(left); !there {
		t.Error("a dry run deletes")
	}
	must(s.Prune(context.Background(), PruneOptions{Now: at}))(t)
	if there := s.isFolder(left); there {
		t.Error("it is still there")
	}
}

// What a start left that was killed goes with the next one; a folder that
// somebody else may just be filling stays.
func TestWhatAKilledStartLeftGoesWithTheNext(t *testing.T) {
	s := store(t)
	put(t, s, Dir+"/main/dead-1/.holdfast-7-aabbccddeeff.tmp", "half")
	put(t, s, Dir+"/main/live-1/theirs", "")
	newRun(t, s, "main")
	for rel, want := range map[string]int{Dir + "/main/dead-1": 0, Dir + "/main/live-1": 1} {
		if left := must(os.ReadDir(s.full(rel)))(t); len(left) != want {
			t.Errorf("%s: %v", rel, left)
		}
	}
}

func TestARunIsFoundByTheBeginningOfItsID(t *testing.T) {
	s := store(t)
	put(t, s, Dir+"/main/a-1/state.json", `{"run_id":"a-1","checkpoint_id":"ab1234"}`)
	put(t, s, Dir+"/main/b-1/state.json", `{"run_id":"ab-1","checkpoint_id":"ffffff"}`)
	if r, _, err := s.Find("a-"); err != nil || r.ID != "a-1" {
		t.Errorf("%s, %v", r.ID, err)
	}
	if r, _, err := s.Find("ab-1"); err != nil || r.ID != "ab-1" {
		t.Errorf("%s, %v", r.ID, err)
	}
	var several *cli.Error
	if _, _, err := s.Find("ab"); !errors.As(err, &several) || len(several.Candidates) != 2 {
		t.Errorf("a checkpoint and a run that begin alike: %v", err)
	}
	if _, _, err := s.Find(""); fault.CodeOf(err) != fault.CodeMissing {
		t.Errorf("nothing finds something: %v", err)
	}
}

func TestAStepIsAWholeNumberFromZeroOn(t *testing.T) {
	for source, want := range map[string]int{`3`: 3, `3.0`: 3, `"03"`: 3, `"step-03-x"`: 3, `-4`: -1, `2.5`: -1, `1e999`: -1, `99999`: -1, `"x"`: -1, `[3]`: -1, `null`: -1} {
		v, err := record.Parse([]byte(source))
		if err != nil {
			t.Fatal(err)
		}
		n, ok := step(v)
		if ok != (want >= 0) || ok && n != want || !ok && n != 0 {
			t.Errorf("%s: %d, %v", source, n, ok)
		}
	}
}
