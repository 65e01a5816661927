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

func TestALineThatIsNotOpenTellsWhatAnAnswerReported(t *testing.T) {
	for now, told := range map[string]string{
		"asked: widen it; answered: The modal is as wide as its text.": "answered: The modal is as wide as its text.",
		"asked: widen the modal; answered: [so far edited a.go; x ran": "asked: widen the modal; answered: [so far edited a.go; x ran",
		"asked: widen the modal":                                     "asked: widen the modal",
		"asked: is it wide enough?; answered: Yes, and it stays so.": "asked: is it wide enough?; answered: Yes, and it stays so.",
		"asked: widen the modal; answered: Done.":                    "asked: widen the modal; answered: Done.",
		"asked: commit this; answered: Committed.":                   "answered: Committed.",
		"it waits; answered: since Friday.":                          "it waits; answered: since Friday.",
	} {
		want(t, now, reported(now), told)
	}
}

func TestTheOrderStaysWhereTheGoalIsOfAnEarlierSitting(t *testing.T) {
	sat := func(titles ...string) (all []line.Sitting) {
		return each.Of(titles, func(s string) line.Sitting { return line.Sitting{Title: s} })
	}
	const goal = "Rewrite the invoice export"
	for _, x := range []struct {
		sittings []line.Sitting
		passed   bool
	}{
		{sat(goal, "Add a search to the list"), true},
		{sat(goal, "Add a search to the list", "Sort the list by date"), true},
		{sat("Fix the totals", "rewrite the invoice  export.", "Sort the list"), true},
		{sat(goal), false},
		{sat("Add a search to the list", goal), false},
		{sat(goal, "Sort the list", goal), false},
		{sat("Add a search to the list", "Sort the list by date"), false}, // who wrote it says what it is for
		{nil, false},
	} {
		s := line.State{LastSittings: x.sittings}
		s.Goal = goal
		if got := passedOn(s); got != x.passed {
			t.Errorf("%+v passed on is %t", x.sittings, got)
		}
	}
}
