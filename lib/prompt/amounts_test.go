package prompt

import "testing"

func TestAPromptTakesAStepWithAnotherAmount(t *testing.T) {
	list := []Step{StepOf("stop after a minute and say what to do"), StepOf("the mail to the shop")}
	for asked, want := range map[string]bool{
		"stop after 60s, then 'write us at hello@shop.de'": true, "stop after 60s": true,
		"poll every 60s": false, "retry 3 times, then log it": false, "the port is 8080": false,
	} {
		turn := TurnOf(asked, []string{"After 20 tries it shows the address. Pushed."}, []string{"return page: give up"})
		turn.Changes = true
		if got := turn.TakesUp(list, 0); got != want || turn.TakesUp(list, 1) {
			t.Errorf("%q takes it up: %v", asked, got)
		}
	}
}
