package prompt

import (
	"strings"
	"testing"
	"time"
)

func TestAQuestionThatTheUserCannotAnswerYetIsPutOff(t *testing.T) {
	readRows(t, `
yes do we need a legend? not sure yet
yes do we need a legend? let me sleep on it
yes do we need a legend? let me think
yes do we need a legend? no idea
yes brauchen wir eine Legende? weiß ich noch nicht
yes faut-il une légende ? je sais pas encore
yes hace falta una leyenda? todavía no lo sé
yes precisamos de legenda? ainda não sei
yes serve una legenda? non lo so ancora
yes нужна ли легенда? пока не знаю
yes 需要图例吗？还不知道
yes 凡例は必要？まだわからない
no did you push? i don't know
no hast du gepusht? keine ahnung
no do we need a legend?`, func(s string) bool { return strings.ReplaceAll(PutOff("", s), "？ ", "？") == row(s) })
	for reply, over := range map[string]bool{
		"ok add the legend": true, "no, no legend": true, "yes, a legend": true,
		"what is a legend?": false, "the legend: i have to ask Ana": false, "ok, now the axis": false,
	} {
		for _, step := range []string{"do we need a legend? not sure yet", "do we need a legend？ not sure yet"} {
			if TurnOf(reply, nil, nil).Done(StepOf(step)) != over {
				t.Errorf("%q after %q: want %v", reply, step, over)
			}
		}
	}
}

// What is made for after a holiday is no step for then, nor is a decision.
func TestWhatHappensAfterAHolidayIsNotPutOff(t *testing.T) {
	readRows(t, `
yes the docs after new year
yes the banner in the new year
no add a banner that shows after new year
no chapter 3 plays after christmas
no the team decided to drop IE in the new year
no wir haben entschieden, nach Ostern zu liefern`, func(s string) bool { return len(PutsOff("good. "+s)) > 0 })
	if got := Settled("the team decided to drop IE in the new year"); len(got) != 1 {
		t.Errorf("decided: %q", got)
	}
}

func TestWhatTheUserHasToDoAndPutsOffIsToldAsWhatItIs(t *testing.T) {
	const answer = "The mailer uses Brevo now. You need to create an account at Brevo and put the key into `.env`. I can't test it before that."
	const step = "You need to create an account at Brevo and put the key into `.env`. (put off: tomorrow)"
	if got := PutOff(answer, "ok will do that tomorrow, bed time"); got != step {
		t.Errorf("it is %q", got)
	}
	for prompt, want := range map[string]bool{
		"brevo works, got the test mail! now the form is too wide": true, "the form works. now the menu": false, "does brevo work?": false,
	} {
		turn := TurnOf(prompt, []string{"The width is 100% now."}, nil)
		if turn.Done(StepOf(step)) != want {
			t.Errorf("%q: want %v", prompt, want)
		}
	}
	if Lasts(step, time.Now()) != dueLasts {
		t.Error("it lasts for ever")
	}
}
