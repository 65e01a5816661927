package autosave

import (
	"testing"

	"holdfast/lib/line"
	"holdfast/lib/transcript"
)

func TestASessionEndsPullRequests(t *testing.T) {
	for _, x := range []struct {
		ran, prompt, answer string
		ends                bool
	}{
		{"+gh pr close 45", "", "ok", true},
		{"+gh pr merge --squash", "", "ok", true},
		{"+gh pr merge https://github.com/a/b/pull/45 --squash", "", "ok", true},
		{"+glab mr merge 45", "", "ok", true},
		{"-gh pr merge 45", "", "ok", false},
		{"+gh pr merge 45 --auto", "", "ok", false},
		{"+gh pr merge 451", "", "ok", false},
		{"+gh pr view 45", "", "ok", false},
		{"", "is #45 in?", "Yes, #45 was merged.", true},
		{"", "marek merged #45, go on", "ok", true},
		{"", "is #45 merged?", "It waits for Marek.", false},
		{"", "merge #44", "#44 was merged, #45 is open.", false},
	} {
		f := Facts{State: line.State{Head: line.Head{PullRequest: "https://github.com/a/b/pull/45"}}}
		f.Conversation = transcript.Conversation{LastAnswer: x.answer, Ran: []string{x.ran}}
		f.Conversation.Prompts = []transcript.Prompt{{Text: x.prompt, Answer: x.answer}}
		if got := f.ended(f.talk()); (len(got) == 1 && got[0] == "#45") != x.ends {
			t.Errorf("%+v: %q", x, got)
		}
	}
}
