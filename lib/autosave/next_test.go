package autosave

import (
	"strings"
	"testing"
	"time"

	"holdfast/lib/line"
	"holdfast/lib/transcript"
)

func TestAListEndsNoStepThatAnotherSessionLeftAfterIt(t *testing.T) {
	talk := said("add a flag", "leave it")
	talk[0].Time, talk[0].Answer, talk[1].Time = now.Add(-time.Hour), "Added.\n\nStill open:\n- a check", now.Add(-time.Minute)
	f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: talk, LastAnswer: "Sure.", Last: now}}
	f.State.Next = []line.Item{{Text: "the docs", At: now.Add(-2 * time.Hour)}, {Text: "points in the quote", At: now.Add(-time.Second)}}
	_, settled := f.next(nil, f.left(f.talk()), f.talk())
	want(t, "settled", strings.Join(settled, "|"), "the docs")
}

func TestASessionThatGoesOnWithAnOlderStepIsAboutThat(t *testing.T) {
	for prompt, want := range map[string]string{
		"go on with the threshold": "the threshold in water.conf", "go on with the third zone": "water the third zone", "go on": "water the third zone",
	} {
		f := Facts{Work: Work{Changed: []string{"conf.c"}}, Conversation: transcript.Conversation{Prompts: said(prompt), LastAnswer: "Done."}}
		f.State.Goal, f.State.Next = "water the third zone", []line.Item{{Text: "the threshold in water.conf", At: now}}
		if got := f.goal(); got != want {
			t.Errorf("%q is about %q", prompt, got)
		}
	}
}
