package autosave

import (
	"fmt"
	"strings"
	"testing"

	"holdfast/lib/artifact"
	"holdfast/lib/line"
	"holdfast/lib/transcript"
	"holdfast/lib/yamldoc"
)

// A menu under a heading is about what that says, not about the reply before it.
func TestAChoiceIsToldWithTheHeadingOfItsMenu(t *testing.T) {
	menu := func(heading string) string {
		return heading + "\n\nThe spec says both.\n\n1. **Keep the union** - shorter.\n2. **Wrap it** - one more name.\n\n" +
			"**Which do you prefer? (1 / 2)**"
	}
	prompts := said("review the types", "1", "2", "ok")
	prompts[0].Answer, prompts[1].Answer = menu("### Decision 1: `State` as alias"), menu("**Separator: dash or two**")
	prompts[2].Answer = "Changed."
	f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: prompts, LastAnswer: "Done.", Last: now}}
	m, _ := f.decisions(f.talk())
	var got []string
	for name, text := range yamldoc.Pairs(m) {
		got = append(got, name.Value+": "+text.Value)
	}
	const want = "Decision 1: `State` as alias Which do you prefer?: 1: Keep the union - shorter.|" +
		"Separator: dash or two Which do you prefer?: 2: Wrap it - one more name."
	if all := strings.Join(got, "|"); all != want {
		t.Errorf("decided is %q", all)
	}
}

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

// The summarizer is told all rules, shortened, rather than none of the steps and decisions.
func TestRulesAreShortenedForWhatIsDecidedAndLeft(t *testing.T) {
	var rules []string
	for i := range 8 {
		rules = append(rules, fmt.Sprintf("rule %d: %s", i, strings.Repeat("never do that here ", 5)))
	}
	d := artifact.NewDocument()
	yamldoc.Set(d.Front, "session_id", yamldoc.String("cc7755e5-e7cc-4919-9732-8a717a5612b5"))
	yamldoc.Set(d.Body, "goal", yamldoc.String("two tower retrieval model with recall above 0.42"))
	yamldoc.Set(d.Body, "rules", yamldoc.Strings(rules))
	yamldoc.Set(d.Body, "next", yamldoc.Strings([]string{"export of the arrays", "readme for training/two_tower", "alarm"}))
	yamldoc.Set(d.Body, "decisions", yamldoc.Strings([]string{"we use sqlite", "we take dim 64"}))
	f := Facts{lines: &line.Lines{}, Conversation: transcript.Conversation{Prompts: said("try a", "0.4% is too much, drop bloom", "now the bench")}}
	r := Result{Saved: artifact.Saved{Path: "thoughts/shared/handoffs/feat-two-tower/2026-11-24_10-52_auto_checkpoint.yaml", Document: d}, Facts: f}
	text := r.Summary().String()
	for _, part := range []string{"rule 0: never", "rule 7: never", "export of the arrays", "we take dim 64"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in %q", part, text)
		}
	}
	yamldoc.Set(d.Body, "rules", yamldoc.Strings(rules[:1]))
	text = r.Summary().String()
	if at := strings.Index(text, rules[0]); at < 0 || strings.Index(text, "try a") < strings.Index(text, "drop bloom") {
		t.Errorf("one rule is shortened, or what is small comes first: %q", text)
	}
}
