package prompt

import (
	"strings"
	"testing"
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
