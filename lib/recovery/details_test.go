package recovery

import (
	"strings"
	"testing"
	"time"

	"holdfast/lib/each"
	"holdfast/lib/line"
	"holdfast/lib/resume"
)

func TestWhatWasPutOffToADayThatIsOverIsToldNoMore(t *testing.T) {
	at := time.Date(2026, 11, 23, 17, 0, 0, 0, time.UTC)
	s := line.State{Next: []line.Item{{Text: "the README tomorrow", At: at}, {Text: "the docs later", At: at}}}
	s.Prompts = []line.Item{{Text: "the README tomorrow. the docs later", At: at}}
	for days, want := range map[int]int{1: 2, 2: 1} {
		o := offer{q: resume.Query{Now: at.AddDate(0, 0, days)}}
		if got := o.putOff(s); len(got) != want {
			t.Errorf("after %d days it tells %q", days, got)
		}
	}
}

func TestWhatABlockerTellsIsNoCommand(t *testing.T) {
	s := line.State{Blockers: []line.Item{{Text: line.Blocker("make test", []string{"FAIL"})}},
		Commands: []line.Command{{Command: "make test"}, {Command: "make run"}}}
	told := func() []string {
		all := details(s, resume.Query{Source: "startup", Now: now}, nil)
		return all[len(all)-1].Lines
	}
	want(t, "once", strings.Join(told(), ", "), "make run")
	s.Blockers = nil
	want(t, "of no blocker", strings.Join(told(), ", "), "make test, make run")
}

// After a compaction the session is told what it committed, the newest first; no other session is, and at no start.
func TestACompactedSessionIsToldItsCommits(t *testing.T) {
	s := line.State{LastSittings: []line.Sitting{{Session: "a", Commits: []string{"old"}}, {Session: "b", Commits: []string{"one", "two"}}}}
	for source, want := range map[string]string{"compact b": "two; one", "compact c": "", "startup b": "", "resume b": ""} {
		source, session, _ := strings.Cut(source, " ")
		all := details(s, resume.Query{Source: source, SessionID: session, Now: now}, nil)
		got := each.First(all, func(d resume.Detail) bool { return d.Name == "committed" })
		if strings.Join(got.Lines, "|") != want {
			t.Errorf("%s: %q", source, got.Lines)
		}
	}
}

func TestWhatTheGoalSaysIsNoNow(t *testing.T) {
	told := func(now string) string {
		return strings.Join(unasked(now, "Story 2.1 complete — ready for review"), ", ")
	}
	want(t, "the same", told("story 2.1 complete —  ready for review."), "")
	want(t, "more", told("Story 2.1 complete, ready for review by Ana"), "Story 2.1 complete, ready for review by Ana")
}

// An order of another day is not told beside a step that says otherwise.
func TestAnOrderOfAnotherDayIsNoPromptBesideItsOpposite(t *testing.T) {
	const order = "commit what we have, but don't push yet"
	for step, want := range map[string]string{"push and PR": "", "the docs": order} {
		s := line.State{Next: []line.Item{{Text: step}}, Prompts: []line.Item{{Text: order, At: now.Add(-20 * time.Hour)}, {Text: "and the index of it", At: now}}}
		got := each.First(details(s, resume.Query{Source: "compact", Now: now}, nil), func(d resume.Detail) bool { return d.Name == prompts })
		if is := strings.Contains(strings.Join(got.Lines, "|"), order); is != (want != "") {
			t.Errorf("%s: %q", step, got.Lines)
		}
	}
}

// A plan that is done is told by its heading and where it is; one at work whole, so that no step of it is lost.
func TestAPlanThatIsDoneIsToldByItsHeading(t *testing.T) {
	plan := "Implement the following plan:\n\n# Show the agent in the log\n\n## Phase 1\n1. Add the agent to each row\n\n## Phase 2\n" +
		"2. Write the docs of the column\n" + strings.Repeat("Why it is done so. ", 20)
	ticked := []line.Done{{Task: "Add the agent to each row", At: now}}
	open := []line.Item{{Text: "Write the docs of the column", At: now}}
	for name, c := range map[string]struct {
		state line.State
		later []string
		want  bool
	}{
		"no sign":                    {line.State{}, []string{"use the short name"}, false},
		"all ticked":                 {line.State{Done: ticked}, nil, true},
		"ticks of other work":        {line.State{Done: []line.Done{{Task: "Sort the invoices by their year"}}}, nil, false},
		"only counted":               {line.State{Done: []line.Done{{Task: "changed 3 files"}}}, nil, false},
		"one is open":                {line.State{Done: ticked, Next: open}, nil, false},
		"committed":                  {line.State{}, []string{"use the short name", "commit this"}, true},
		"committed in German":        {line.State{}, []string{"committe das bitte"}, true},
		"committed, other steps":     {line.State{Next: []line.Item{{Text: "sort the invoices"}}}, []string{"commit this", "sort the invoices"}, true},
		"committed in part":          {line.State{Next: open}, []string{"commit this"}, false},
		"committed, then the next":   {line.State{}, []string{"commit this", "now phase 2."}, false},
		"committed, then it went on": {line.State{}, []string{"commit and push", "go on"}, false},
	} {
		for _, source := range []string{"compact", "startup", ""} {
			s := c.state
			s.Path = "thoughts/a.yaml"
			for _, text := range append([]string{plan}, c.later...) {
				s.Prompts = append(s.Prompts, line.Item{Text: text, At: now})
			}
			d := each.First(details(s, resume.Query{Source: source, Now: now}, nil), func(d resume.Detail) bool { return d.Name == prompts })
			got := strings.Join(d.Lines, "|")
			if done := strings.Contains(got, "a plan, done: Show the agent in the log; whole in thoughts/a.yaml"); done != (c.want && source != "") ||
				strings.Contains(got, "## Phase 2") == done {
				t.Errorf("%s, %q: it tells %.200q", name, source, got)
			}
		}
	}
}

func TestALineThatIsNotOpenTellsWhatAnAnswerReported(t *testing.T) {
	for now, told := range map[string]string{
		"asked: widen the modal; answered: Done, it is wider.":         "answered: Done, it is wider.",
		"asked: widen the modal; answered: [so far edited a.go; x ran": "asked: widen the modal; answered: [so far edited a.go; x ran",
		"asked: widen the modal":                                       "asked: widen the modal",
		"it waits; answered: since Friday.":                            "it waits; answered: since Friday.",
	} {
		want(t, now, reported(now), told)
	}
}
