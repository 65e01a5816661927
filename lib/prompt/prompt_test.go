package prompt

import (
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestSentences(t *testing.T) {
	got := Sentences("1. See foo.go, e.g. line 3. Then run v1.2!\n- keep it\n好。不要动它！\n**A or B?** B.\n" +
		"Send it to M. Rochat and Dr. Ito. Done.\nIt takes 40 ms. Never join. I opened the MR. Never push.")
	want := []string{"See foo.go, e.g. line 3.", "Then run v1.2!", "keep it", "好。", "不要动它！", "**A or B?**", "B.",
		"Send it to M. Rochat and Dr. Ito.", "Done.", "It takes 40 ms.", "Never join.", "I opened the MR.", "Never push."}
	if !slices.Equal(got, want) {
		t.Errorf("sentences are %q", got)
	}
}

func FuzzPrompt(f *testing.F) {
	for _, s := range []string{"go on", "never use x", "# Plan\n```\na", "> q\n+ d\n@@", "继续", "\xff\xfe. \xff", "a\u2028b. c", "“never", "/x y", "****", "do", "until 18:", "14.12.", "1 2", "fix a now, the  b later", "Ⱥ. a", "check the types before you go on。:\n1. the user clicks"} {
		f.Add(s, 40)
	}
	f.Fuzz(func(t *testing.T, text string, most int) {
		text = strings.ToValidUTF8(text, "\uFFFD")
		most = 2 + (most&0xffff)%400
		whole := row(text)
		if goal := Goal(slices.Values([]string{text})); utf8.RuneCountInString(goal) > MaxGoal || strings.ContainsAny(goal, "\r\n") {
			t.Errorf("goal %q", goal)
		}
		for _, rule := range Rules(text) {
			if utf8.RuneCountInString(rule) > maxRule || !strings.Contains(whole, rule) {
				t.Errorf("rule %q is not in %q", rule, whole)
			}
		}
		if got := Shorten(text, most); utf8.RuneCountInString(got) > most || !utf8.ValidString(got) {
			t.Errorf("shortened to %d: %q", most, got)
		}
		if OnlyGoesOn(text) && Asks(text) {
			t.Errorf("%q asks and only says to go on", text)
		}
		Heading(text)
		Summed(text)
		Resumes(text)
		steps, _ := Left(text)
		for _, step := range append(steps, text) {
			TurnOf(text, []string{text}, []string{text}).Done(StepOf(step))
		}
		for _, s := range TakesBack(text) {
			revokes(s, []string{text, "never use x"})
		}
		Decided(text, text)
		SetsAside(text)
		Waits(text)
	})
}

func everyday(t *testing.T, what, are, none string, read func(string) []string) {
	t.Helper()
	for text := range strings.SplitSeq(strings.TrimSpace(are), "\n") {
		if got := read(text); len(got) != 1 {
			t.Errorf("%q %s %q", text, what, got)
		}
	}
	for text := range strings.SplitSeq(strings.TrimSpace(none), "\n") {
		if got := read(text); len(got) > 0 {
			t.Errorf("%q %s %q", text, what, got)
		}
	}
}

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
