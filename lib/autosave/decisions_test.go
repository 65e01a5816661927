package autosave

import (
	"strings"
	"testing"

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

// The end of an argument is told with the question that it answers, and is no decision where none is known.
func TestTheEndOfAnArgumentIsToldWithItsQuestion(t *testing.T) {
	for before, want := range map[string]string{
		"Why not just two columns?": "Why not just two columns? So the table it is.",
		"fix the header":            "",
	} {
		prompts := said(before, "So the table it is.", "ok")
		prompts[0].Answer, prompts[1].Answer = "Columns keep no history.", "Done."
		f := Facts{Session: Session{Date: now}}
		f.Conversation = transcript.Conversation{Prompts: prompts, LastAnswer: "Done.", Last: now}
		m, _ := f.decisions(f.talk())
		got := ""
		for _, text := range yamldoc.Pairs(m) {
			got += text.Value
		}
		if got != want {
			t.Errorf("after %q decided is %q, want %q", before, got, want)
		}
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

// A rule is told as that, and not as a decision too; what is left out this once is a decision.
func TestARuleIsNoDecisionToo(t *testing.T) {
	for text, decided := range map[string]bool{
		"regeln für immer: tests vor dem commit. und keine npm deps, plain js": false,
		"rules for good: tests before each commit. and no npm deps, plain js":  false,
		"règle pour toute la lib: pas de float.":                               false,
		"rule for the repo: no npm deps":                                       false,
		"skip the svg export on the page, and we don't need the toggle":        true,
		"den svg export auf der seite brauchen wir nicht, kein toggle dort":    true,
	} {
		f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: said("draw the plan", text), LastAnswer: "Ok.", Last: now}}
		if m, _ := f.decisions(f.talk()); (len(m.Content) > 0) != decided {
			t.Errorf("%q decides %v", text, m.Content)
		}
	}
}

// An answer to what is next, or to an offer, is a decision where it says why or how to work.
func TestAnAnswerThatWeighsIsADecision(t *testing.T) {
	const next, offer = "What would you like to do next?", "Anything else before I start?"
	for _, c := range []struct {
		question, answer string
		want             bool
	}{
		{next, "go", false}, {next, "Commit and push", false}, {next, "Run the tests", false}, {offer, "no", false},
		{offer, "No, start", false}, {"Was möchtest du als Nächstes tun?", "Tests ausführen", false},
		{"¿Qué quieres hacer ahora?", "Hacer commit", false}, {"次に何をしますか", "テストを実行", false}, {"Что дальше?", "запусти тесты", false},
		{"Shall I go on?", "Yes", false}, {"Ready to write it, or more to discuss?", "Write the plan", false},
		{offer, "never log the token", true}, {next, "the flag alone suppresses it, not a prompt", true},
		{"Does this cover all states?", "yes, but a timed-out session must end on its own, because nobody comes back to it", true},
		{"Does this look right?", "we keep two files instead of one because the second is read by the server", true},
		{"Was möchtest du als Nächstes tun?", "keine neue Tabelle, weil die alte schon von zwei Diensten gelesen wird", true},
		{"Que veux-tu faire ?", "jamais sans index, parce que la table a déjà dix millions de lignes et grandit", true},
		{"Which store?", "redis", true},
	} {
		f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{
			Prompts: said("build the store"), Answers: []transcript.Answer{{Question: c.question, Answer: c.answer}}, Last: now}}
		m, _ := f.decisions(f.talk())
		if got := len(m.Content) > 0; got != c.want {
			t.Errorf("%q to %q: decided is %v", c.answer, c.question, got)
		}
	}
}
