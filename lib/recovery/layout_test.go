package recovery

import (
	"fmt"
	"strings"
	"testing"

	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/resume"
)

// What was decided or answered is told even where the question alone would take the row.
func TestAQuestionThatIsCutKeepsItsAnswer(t *testing.T) {
	question := strings.Repeat("should we wait: or not ", 8) + "in the end"
	for _, c := range []struct{ name, text, begins, ends string }{
		{"decisions", question + "?: wait until the end", "should we wait: or not", "…: wait until the end"},
		{"decisions", "cache: " + strings.Repeat("because it is exact ", 9), "cache: because", "…"},
		{"decisions", "cents: exact", "cents: exact", "exact"},
		{"now", "asked: " + question + "; answered: it waits until the end, as asked", "asked: should", "… answered: it waits until the end, as asked"},
		{"now", "asked: go; answered: " + question, "asked: go; answered: should we wait", "…"},
		{"now", "asked: " + question, "asked: should we wait", "…"},
		{"now", "asked: can we wait? or " + question, "asked: can we wait? or should", "…"},
		{"now", "answered: " + question + ". Is it to wait?", "answered: should we", " … Is it to wait?"},
		{"next", question + "?: wait until the end", "should we wait", "… wait until the end"},
	} {
		got := (&item{Detail: resume.Detail{Name: c.name, Lines: []string{c.text}}}).cut(0, 70)
		if !strings.HasPrefix(got, c.begins) || !strings.HasSuffix(got, c.ends) || fence.Units(got) > 70 {
			t.Errorf("%s: %q", c.name, got)
		}
	}
}

func TestEachStepOfARowIsShortened(t *testing.T) {
	for _, c := range []struct {
		steps []string
		want  string
	}{
		{[]string{"run `scripts/fill.py 2026-01` on the server (at night, takes an hour)", "in two weeks: remove the flag and the old path"},
			"run `scripts/fill.py 2026-01` on the server, in two weeks: remove the flag and the old path"},
		{[]string{"run `scripts/fill.py 2026-01` on the first server of the north", "remove the flag and the old path that nobody uses any more", "docs"},
			"run `scripts/fill.py 2026-01` on the first se…, remove the flag and the old path that nobody…, docs"},
		{[]string{"look at `f (x)` (and (y) too), which is what the report of the old month calls when the year is over"},
			"look at `f (x)` (and (y) too), which is what the report of the old month calls when the year is over"},
		{[]string{"a step of one row that is " + strings.Repeat("long ", 20)}, "a step of one row that is " + strings.Repeat("long ", 14) + "lon…"},
	} {
		if got := shared(c.steps, 100); got != c.want || fence.Units(got) > 100 {
			t.Errorf("%q is %q, want %q", c.steps, got, c.want)
		}
	}
}

func TestTheShortFormShortensRulesForTheOldestAndForDecisions(t *testing.T) {
	for _, more := range []string{"", strings.Repeat(" and more", 30)} {
		var rules []string
		for _, n := range []string{"one", "two", "three", "four", "five", "six", "seven", "eight"} {
			rules = append(rules, "rule "+n+more)
		}
		of := resume.Entry{Kind: "line", ID: "l", Path: "l.yaml", Ours: true, Saved: now, Details: []resume.Detail{
			{Name: "goal", Lines: []string{"g"}}, {Name: "decisions", Lines: []string{"we take sqlite"}}}}
		b := compose(t, append([]resume.Entry{of}, projectEntry(resume.Detail{Name: "rules", Lines: rules})...), request("clear"))
		for _, part := range []string{"rule eight", "we take sqlite"} {
			if !strings.Contains(b.Context.String(), part) {
				t.Errorf("%q is not told beside rules that end in %q:\n%s", part, more, b.Context)
			}
		}
	}
}

// Of long steps two are told before the rules, and the others while room lasts.
func TestTheShortFormTellsRulesBesideLongSteps(t *testing.T) {
	long := strings.Repeat("ask the bank and wait for what they say ", 8)
	rules := []string{"cents as int", "no new deps", "never deploy", "du, not Sie", "one line", "log() in src"}
	of := resume.Entry{Kind: "line", ID: "l", Path: "l.yaml", Ours: true, Saved: now, Details: []resume.Detail{
		{Name: "goal", Lines: []string{long}}, {Name: "now", Lines: []string{long}}, {Name: "also", Lines: []string{long, long}},
		{Name: "next", Lines: []string{"1 " + long, "2 " + long, "3 " + long, "4 " + long}}}}
	b := compose(t, append([]resume.Entry{of}, projectEntry(resume.Detail{Name: "rules", Lines: rules})...), request("clear"))
	for _, part := range append(rules, "- 1 ask", "- 2 ask") {
		if !strings.Contains(b.Context.String(), part) {
			t.Errorf("%q is not told:\n%s", part, b.Context)
		}
	}
}

func TestRulesThatFoundNoRoomAreLeftOutByName(t *testing.T) {
	for n, want := range map[int]bool{5: false, 40: true} {
		rules := each.Of(make([]string, n), func(string) string { return "always " + strings.Repeat("so ", 20) })
		of := resume.Entry{Kind: "line", ID: "l", Path: "l.yaml", Ours: true, Saved: now, Details: []resume.Detail{{Name: "goal", Lines: []string{"g"}}}}
		b := compose(t, append([]resume.Entry{of}, projectEntry(resume.Detail{Name: "rules", Lines: rules})...), request("clear"))
		if strings.Contains(b.Context.String(), " of rules. In full: ") != want {
			t.Errorf("of %d rules:\n%s", n, b.Context)
		}
	}
}

// After a compaction old prompts that only said what to do at once give way to those that weigh, and to decisions.
func TestSmallPromptsShareARowAfterACompaction(t *testing.T) {
	s := line.State{}
	for _, p := range strings.Split("p99 has to be below 10ms|run it|results?|less technical|we take dim 64, since p99 blocks|ok good enough|a|b|push|test it|the last", "|") {
		s.Prompts = append(s.Prompts, line.Item{Text: p, At: now})
	}
	got := map[string]string{}
	for _, d := range details(s, resume.Query{Source: "compact", Now: now}, nil) {
		got[d.Name] = strings.Join(d.Lines, "|")
	}
	want(t, "prompts", got[prompts], "p99 has to be below 10ms|we take dim 64, since p99 blocks|a|b|push|test it|the last")
	want(t, "small prompts", got[orders], "ok good enough; less technical; results?; run it")
	for _, d := range details(s, resume.Query{Source: "startup", Now: now}, nil) {
		if d.Name == orders {
			t.Error("a start tells them apart")
		}
	}
	var many, small []string
	for i := range 60 {
		many, small = append(many, fmt.Sprintf("prompt %d says why it is so: %s", i, strings.Repeat("word ", 30))), append(small, "small")
	}
	e := resume.Entry{Kind: "line", ID: "l", Path: "l.yaml", Ours: true, Saved: now, Details: []resume.Detail{
		{Name: "goal", Lines: []string{"g"}}, {Name: "decisions", Lines: []string{"we take sqlite"}},
		{Name: prompts, Lines: many}, {Name: orders, Lines: []string{strings.Join(small, "; ")}}}}
	text := compose(t, []resume.Entry{e}, request("compact")).Context.String()
	if !strings.Contains(text, "we take sqlite") || !strings.Contains(text, "prompt 59") {
		t.Errorf("the newest prompt or the decision gave way:\n%s", text)
	}
}
