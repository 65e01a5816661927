package autosave

import (
	"strings"
	"testing"

	"holdfast/lib/transcript"
	"holdfast/lib/yamldoc"
)

// Another option takes the place of the one that was dropped, under what was asked, in words and not as a letter.
func TestAnotherOptionReplacesTheOneThatIsDropped(t *testing.T) {
	const menu = "Two ways:\n\nA) A bloom filter per bucket.\nB) Sort by key and slide a window.\n\nWhich one?"
	prompts := said("memory of 400M events?", "try a", "0.4% is too much. drop bloom, do b")
	prompts[0].Answer, prompts[1].Answer = menu, "The bloom filter is written. It drops 0.4 %."
	f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: prompts, LastAnswer: "Done.", Last: now}}
	m, _ := f.decisions(f.talk())
	var got []string
	for name, text := range yamldoc.Pairs(m) {
		got = append(got, name.Value+": "+text.Value)
	}
	if all := strings.Join(got, "|"); all != "memory of 400M events? Which one?: b: Sort by key and slide a window." {
		t.Errorf("decided is %q", all)
	}
}
