package autosave

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"holdfast/lib/each"
	"holdfast/lib/gitrepo"
	"holdfast/lib/transcript"
)

func TestChangesAreOfTheBranchThatWasCheckedOut(t *testing.T) {
	at := func(seconds float64) time.Time { return time.UnixMilli(int64(seconds * 1000)) }
	step := func(seconds float64, branch string, commit bool) gitrepo.Step {
		return gitrepo.Step{At: at(seconds), Branch: branch, Commit: commit}
	}
	squash := func(from, to float64, branch, squashed string) transcript.Change {
		return transcript.Change{Span: transcript.Span{From: at(from), To: at(to)}, Branch: branch, Squashed: squashed}
	}
	change := func(from, to float64, branch string) transcript.Change {
		return squash(from, to, branch, "")
	}
	isTopic := func(branch string) bool { return branch != "main" }
	steps := []gitrepo.Step{
		step(100, "main", true), step(200, "feat", false), step(300, "feat", true), step(400, "main", false), step(400, "main", false),
		step(440, "feat", false), step(480, "main", false), step(480, "main", true),
	}
	for _, c := range []struct {
		what    string
		changes []transcript.Change
		want    string
	}{
		{"the record lags", []transcript.Change{change(250, 251, "main")}, "feat true"},
		{"a branch that is left again", []transcript.Change{change(150, 151, "main"), change(250, 251, "feat")}, "main feat true"},
		{"a commit, and a switch by the same command", []transcript.Change{change(299, 401, "main")}, "feat true"},
		{"a switch that may be of after it", []transcript.Change{change(400.2, 400.9, "feat")}, "feat true"},
		{"a switch just before, which the client does not know yet", []transcript.Change{change(400.2, 400.9, "")}, "main true"},
		{"a switch just before, which the client knows already", []transcript.Change{change(200.2, 200.9, "feat")}, "feat true"},
		{"a switch just before, in the second before", []transcript.Change{change(200.9, 201.1, "feat")}, "feat true"},
		{"a switch just after", []transcript.Change{change(200.2, 200.4, "main")}, "main true"},
		{"before all that is recorded", []transcript.Change{change(50, 51, "old"), change(250, 251, "main")}, "old feat false"},
		{"before a commit in the same second", []transcript.Change{change(450, 480.4, "feat")}, "feat true"},
		{"nothing", nil, "true"},
		{"squashed into main", []transcript.Change{change(250, 251, "feat"), squash(399, 402, "feat", "feat")}, "feat true"},
		{"squashed later", []transcript.Change{squash(410, 411, "main", "feat")}, "feat true"},
		{"squashed into another branch", []transcript.Change{squash(250, 251, "feat", "side")}, "feat true"},
		{"a branch that never was here", []transcript.Change{squash(410, 411, "main", "theirs")}, "main true"},
	} {
		made, exact := branchesOf(steps, transcript.Conversation{First: at(50), Last: at(500), Changes: c.changes}, isTopic)
		on := each.LastOf(each.Of(made, func(c transcript.Change) string { return c.Branch }), each.Itself)
		want(t, c.what, strings.Join(append(on, fmt.Sprint(exact)), " "), c.want)
	}
	for _, talk := range []transcript.Conversation{{First: at(1), Last: at(2)}, {First: at(250), Last: at(300)}} {
		talk.Changes = []transcript.Change{{Branch: "side"}}
		made, exact := branchesOf(steps, talk, isTopic)
		want(t, "no switch meanwhile", fmt.Sprint(each.Of(made, func(c transcript.Change) string { return c.Branch }), exact), "[side] false")
	}
}
