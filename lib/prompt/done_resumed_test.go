package prompt

import "testing"

// A short reply to an obstacle goes on with what the prompt before took, where the answer names that.
func TestAShortReplyGoesOnWithWhatWasTaken(t *testing.T) {
	list := []Step{StepOf("Node Group gpu und das PDB zurück auf 1.")}
	for _, c := range []struct {
		first, then, answer string
		want                bool
	}{
		{"ja, gpu", "nimm 1b", "gpu läuft jetzt auf 1.30.", true},
		{"ja, gpu", "nimm 1b", "Die Doku ist geschrieben.", false},
		{"gpu?", "nimm 1b", "gpu läuft jetzt auf 1.30.", false},
		{"guten Morgen", "nimm 1b", "gpu läuft jetzt auf 1.30.", false},
		{"ja, gpu", "schreib die Doku der Rolle für node 3 und prüf sie dann", "gpu steht jetzt darin.", false},
	} {
		before := TurnOf(c.first, []string{"Keine Kapazität."}, nil)
		turn := TurnOf(c.then, []string{c.answer}, nil)
		turn.Changes, turn.Before = true, &before
		if turn.TakesUp(list, 0) != c.want {
			t.Errorf("%q, then %q, %q: want %v", c.first, c.then, c.answer, c.want)
		}
	}
}

func TestAShortOrderTakesTheOnlyOfferUp(t *testing.T) {
	list := []Step{StepOf("whether the client (no timeout) also hangs. I'd set one anyway.")}
	for prompt, want := range map[string]bool{
		"set it to 60s, separate commit. then I want a stress test with 50 exports before we deploy": true,
		"the page of exports should be sorted by customer, newest first, and show who ran each":      false,
	} {
		turn := TurnOf(prompt, []string{"The client times out after 60 s now."}, nil)
		if turn.Changes = true; turn.TakesUp(list, 0) != want {
			t.Errorf("%q: want %v", prompt, want)
		}
	}
}

func TestAStepIsNotCalledByWhenItIsToBeDone(t *testing.T) {
	step := StepOf("after the refactoring: make the reserve call idempotent, require a reason for refunds")
	if step.isCalled([]string{"refactoring"}) || !step.isCalled([]string{"reason", "refunds"}) {
		t.Error("it is called by when it is done")
	}
}

// What an answer says is next ends by its name alone where the prompt says of what that is.
func TestWhatIsNextEndsByItsNameWithThePrompt(t *testing.T) {
	const step = "Base for checkout-api is there, overlays for dev, staging and prod are next"
	for prompt, want := range map[string]bool{
		"replicas: prod 6, staging 2, dev 1":   true,
		"replicas: prod 6":                     false,
		"are prod 6, staging 2, dev 1 enough?": false,
	} {
		if TurnOf(prompt, []string{"The overlays are written (6/2/1)."}, nil).Done(StepOf(step)) != want {
			t.Errorf("%q: want %v", prompt, want)
		}
	}
	if TurnOf("and dev, staging, prod", []string{"The docs are written."}, nil).Done(StepOf(step)) {
		t.Error("ended by something else")
	}
}
