package autosave

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"holdfast/lib/artifact"
	"holdfast/lib/beads"
	"holdfast/lib/epic"
	"holdfast/lib/fence"
	"holdfast/lib/line"
	"holdfast/lib/transcript"
	"holdfast/lib/yamldoc"
)

func TestTheSummaryHasAtMost1000UnitsWhateverItHolds(t *testing.T) {
	long := strings.Repeat("\U0001F680", 400)
	var many []string
	for i := range 100 {
		many = append(many, fmt.Sprintf("%d %s", i, long))
	}
	for name, d := range map[string]artifact.Document{
		"nothing": artifact.NewDocument(),
		"all of it": func() artifact.Document {
			d := artifact.NewDocument()
			yamldoc.Set(d.Front, "primary_bead", yamldoc.String(long))
			yamldoc.Set(d.Body, "goal", yamldoc.String(long))
			yamldoc.Set(d.Body, "next", yamldoc.Strings(many))
			yamldoc.Set(d.Body, "decisions", yamldoc.Strings(many))
			return d
		}(),
	} {
		text := Result{Saved: artifact.Saved{Path: strings.Repeat("p", 500), Document: d}, Facts: Facts{lines: &line.Lines{}}}.Summary().String()
		if n := fence.Units(text); n > 1000 || !utf8.ValidString(text) {
			t.Errorf("%s: %d units", name, n)
		}
	}
}

func TestTheSummaryNamesPathGoalRulesStepsAndDecisions(t *testing.T) {
	d, err := artifact.FromBody([]byte("primary_bead: hf-1\nsession_id: s-1\ngoal: \"the <goal>\\n\\e[31m\"\nnext: [one, two]\nrules: [old rule, new rule]\ndecisions: {db: postgres}\n"))
	if err != nil {
		t.Fatal(err)
	}
	r := Result{Saved: artifact.Saved{Path: "thoughts/shared/handoffs/s/f.yaml", Document: d}, Facts: Facts{lines: &line.Lines{}}}
	if !strings.Contains(r.Summary().String(), "- issue: hf-1") {
		t.Errorf("a person's bead is not told: %q", r.Summary())
	}
	r.Facts.Working = []beads.Issue{{ID: "hf-1"}} // it may be the tracker's word alone
	text := r.Summary().String()
	if !strings.HasPrefix(text, "Holdfast saved thoughts/shared/handoffs/s/f.yaml\n") {
		t.Errorf("it begins %q", text)
	}
	for _, part := range []string{"goal", "s-1", "open step: one", "two", "db: postgres", "- project rule: new rule\n- project rule: old rule"} {
		if !strings.Contains(text, part) {
			t.Errorf("%q is not in %q", part, text)
		}
	}
	for _, part := range []string{"<goal>", "\x1b", "hf-1"} {
		if strings.Contains(text, part) {
			t.Errorf("%q is told: %q", part, text)
		}
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
	// The steps come before what was decided in many words.
	long := strings.Repeat("in many words ", 9)
	yamldoc.Set(d.Body, "decisions", yamldoc.Strings([]string{"we use sqlite " + long, "we take dim 64 " + long}))
	if text = r.Summary().String(); !strings.Contains(text, "export of the arrays") || !strings.Contains(text, "readme for") {
		t.Errorf("no steps in %q", text)
	}
	yamldoc.Set(d.Body, "rules", yamldoc.Strings(rules[:1]))
	text = r.Summary().String()
	if at := strings.Index(text, rules[0]); at < 0 || strings.Index(text, "try a") < strings.Index(text, "drop bloom") {
		t.Errorf("one rule is shortened, or what is small comes first: %q", text)
	}
}

func TestAWaveInFlightIsSavedAndToldWithinTheBound(t *testing.T) {
	s := newScene(t)
	id := func(letter string) string { return strings.Repeat(letter, 80) }
	waves := []epic.Wave{
		{Epic: id("a"), Path: "temp/sdd-wave-active-" + id("a") + ".flag", Since: now.Add(-time.Minute), Ours: true, Completed: 3},
		{Epic: id("b"), Path: "temp/sdd-wave-active-" + id("b") + ".flag", Since: now.Add(-7 * time.Hour), Stale: true, Ours: true},
		{Epic: id("c"), Path: "temp/sdd-wave-active-" + id("c") + ".flag", Since: now.Add(-8 * time.Hour), Stale: true, Ours: true},
	}
	r, err := Session{Project: s.project(), ID: "lone", Waves: waves}.BeforeCompaction(context.Background())
	if err != nil || !r.Wrote {
		t.Fatal(r.Wrote, err)
	}
	told := r.Summary().String()
	if n := fence.Units(told); n > maxSummary {
		t.Errorf("%d units", n)
	}
	for _, part := range []string{"a wave of epic " + id("a") + " is in flight", "; wave 3 was completed last", "stale: a wave of epic " + id("b")} {
		if !strings.Contains(told, part) {
			t.Errorf("%q is not told:\n%s", part, told)
		}
	}
	a := s.load(r.Saved.Path)
	if !strings.Contains(a.Now(), "a wave of epic "+id("a")+" is in flight") || strings.Contains(a.Now(), id("b")) {
		t.Errorf("now is %q", a.Now())
	}
}
