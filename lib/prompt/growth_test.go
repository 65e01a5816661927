package prompt

import (
	"runtime"
	"strings"
	"testing"
)

// bytesFor is how many bytes a call allocates, which no other load on the machine changes.
func bytesFor(call func()) uint64 {
	var before, after runtime.MemStats
	call() // what is made once
	runtime.ReadMemStats(&before)
	call()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// grows tells whether four times a text costs more than it should, the work being counted in bytes.
func grows(t *testing.T, name string, text func(n int) string, read func(string)) {
	t.Helper()
	small, large := text(2000), text(8000)
	few, many := bytesFor(func() { read(small) }), bytesFor(func() { read(large) })
	if many > 7*few {
		t.Errorf("%s: %d bytes of work became %d, more than 7 times as many for 4 times the text", name, few, many)
	}
}

func repeated(s string) func(n int) string {
	return func(n int) string { return strings.Repeat(s, n/len(s)) }
}

func TestTheWorkGrowsAsTheTextDoes(t *testing.T) {
	left := func(s string) { Left(s) }
	for _, s := range []string{"1. a1 ", "a1; ", "Fix it. ", "Next: a. ", "add a, and ", "x? "} {
		grows(t, "a line of steps of "+s, func(n int) string { return "Next steps: " + repeated(s)(n) }, left)
	}
}

func TestTheWorkOfATurnGrowsAsItsAnswerDoes(t *testing.T) {
	steps := make([]Step, 12)
	for i := range steps {
		steps[i] = StepOf("add the load test and the unit test and the smoke test of the report page and the login page")
	}
	for _, s := range []string{"Ruled out. ", "Ruled out. It fails. ", "- [x] a\n", "ok? ", "It stays as it is. "} {
		grows(t, "an answer of "+s, repeated(s), func(answer string) {
			turn := TurnOf("Add the load test of the report page", []string{answer}, nil)
			for _, s := range steps {
				turn.Done(s)
			}
		})
	}
}

// It took as long for each of its sentences as all rules have words.
func TestARuleIsParsedOnceForAllThatTakesOneBack(t *testing.T) {
	var rules []string
	for i := range 200 {
		rules = append(rules, "never use thing"+strings.Repeat("x", i)+" for money")
	}
	known := Ruled{}
	first := bytesFor(func() { clear(known); known.Revokes("you may use things again", rules) })
	again := bytesFor(func() { known.Revokes("you may use things again", rules) })
	if again*4 > first {
		t.Errorf("the first sentence takes %d bytes of work, each one more %d", first, again)
	}
}

func TestOfALongPromptItsEndsAreLookedAt(t *testing.T) {
	log := strings.Repeat("2026-11-27 10:00:01 ERROR foo.bar Baz failed at x.go:7: cannot open? yes\n", 800)
	if got := Looked("fix this:\n" + log + "\nand never retry more than twice"); got != "fix this:\n\nand never retry more than twice" {
		t.Errorf("of a prompt with a log is looked at: %q", got)
	}
	for name, text := range map[string]string{
		"questions": strings.Repeat("is it ok?\n", 6000), "one line": strings.Repeat("ok? ", 16000), "a log": log, "a word": strings.Repeat("a", maxRead),
		"a paste": `<pasted_content id="9f1c">` + log + `</pasted_content id="9f1c">`, "a document": "{\n" + strings.Repeat("a: always b\n", 5000) + "}",
	} {
		if got := Looked(text); len(got) > maxRuled || got == "" {
			t.Errorf("%s: %d bytes are looked at", name, len(got))
		}
	}
	short := "fix this:\n" + log[:maxRuled-10]
	if Looked(short) != short {
		t.Error("a short prompt is not looked at as it is")
	}
	if got := Rules(Looked("{\n" + strings.Repeat("always use b\n", 5000) + "}")); got != nil {
		t.Errorf("a document gives the rules %q", got)
	}
}

// A row of a table has more commas than a sentence that lays down a rule: its clauses are not tried one by one.
func TestTheRulesOfATableAreReadInNoTime(t *testing.T) {
	for _, cell := range []string{"no, ", "yes, no, ", "always, ", "never, not ", "nie, no ", "jamais, non, ", "以后，不要，"} {
		few := func() { Rules(repeated(cell)(60) + "a") }
		many := func() { Rules(repeated(cell)(600) + "a") }
		if few, many := bytesFor(few), bytesFor(many); many > 12*few {
			t.Errorf("%q: %d bytes of work became %d for 10 times the cells", cell, few, many)
		}
	}
	const rule = "Never use pie charts from now on."
	row := strings.Repeat("yes, no, ", 50) + "no\n"
	if got := Rules("Draw a chart. " + rule + "\n" + strings.Repeat(row, 20)); len(got) != 1 || got[0] != rule {
		t.Errorf("rules are %q", got)
	}
	if got := Rules("add to README.md: " + strings.Repeat("no, ", 3000)); got != nil {
		t.Errorf("rules are %q", got)
	}
}
