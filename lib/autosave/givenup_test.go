package autosave

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"holdfast/lib/gitrepo"
	"holdfast/lib/line"
	"holdfast/lib/transcript"
)

// Work is taken back where no commit of it is left, however git was told so, and no prompt says that it comes again.
func TestWorkIsTakenBackWithItsLastCommit(t *testing.T) {
	for _, c := range []struct {
		steps, said, dirty string
		want               bool
	}{
		{"a b Revert-b Revert-a", "drop it, revert both commits", "", true},
		{"a b Revert-a Revert-b", "lass uns das lassen, beide zurück", "", true},
		{"a b reset:0", "reset to before", "", true},
		{"a other b Revert-b Revert-a", "drop it", "", true}, // of another session
		{"a b reset:0 b Revert-b", "no, drop it", "", true},

		{"a b main reset:0 topic", "is main clean?", "", false},
		{"a b main stash:0 topic", "look at main", "", false},
		{"a b reset:0 squash", "what now?", "", false},

		{"a b", "drop it", "", false},
		{"a b Revert-b", "revert the last one", "", false},
		{"a b reset:1", "drop the last one", "", false},
		{"a b Revert-b Revert-a b", "once more, with the heart", "", false},
		{"a b Revert-b Revert-a Revert-Revert-a", "no, keep that", "", false},
		{"a b reset:0 reset:2", "back again", "", false},
		{"a b Revert-b reset:1 Revert-a", "weg damit", "", false}, // what the reset brought is not looked at
		{"a b reset:0", "keep the files", "x.ts", false},
		{"a b Revert-b Revert-a", "revert both for now, ci is red", "", false},
		{"a b Revert-b Revert-a", "revert both, we try it again on friday", "", false},
		{"a b Revert-b Revert-a", "mach beide rückgängig, später nochmal", "", false},
		{"other Revert-other", "revert that one of tom", "", false},
	} {
		f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: said("wishlist", c.said)}}
		f.Conversation.First = now.Add(-time.Hour)
		f.Conversation.Prompts[0].Time, f.Conversation.Prompts[1].Time = now.Add(-time.Hour), now.Add(-50*time.Minute)
		f.Conversation.Commits = []transcript.Commit{{Subject: "a"}, {Subject: "b"}}
		f.Work.Known, f.Work.Changed, f.Work.dirty = true, []string{"x.ts"}, strings.Fields(c.dirty)
		f.Work.steps = []gitrepo.Step{{Tip: "0", At: now.Add(-2 * time.Hour)}}
		for i, what := range strings.Fields(c.steps) {
			s := gitrepo.Step{At: now.Add(-40 * time.Minute).Add(time.Duration(i) * time.Minute), Tip: fmt.Sprint(i + 1)}
			s.Subject, s.Commit = what, true
			for strings.HasPrefix(s.Subject, "Revert-") {
				s.Subject = strings.Replace(s.Subject, "Revert-", `Revert "`, 1) + `"`
			}
			if kind, to, is := strings.Cut(what, ":"); is && kind != "Revert" {
				s.Tip, s.Subject, s.Commit, s.Reset = to, "", false, true
			} else if what == "main" || what == "topic" { // a checkout
				s.Tip, s.Subject, s.Commit = map[string]string{"main": "0", "topic": "2"}[what], "", false
			}
			f.Work.steps = append(f.Work.steps, s)
		}
		want(t, c.steps+" "+c.said, fmt.Sprint(!f.takenBack(f.talk()).IsZero()), fmt.Sprint(c.want))
		f.State.LastSittings, f.Conversation.Commits = []line.Sitting{{Commits: []string{"a", "b"}}}, nil
		want(t, c.steps+" of an earlier session "+c.said, fmt.Sprint(!f.takenBack(f.talk()).IsZero()), fmt.Sprint(c.want))
		f.State.LastSittings[0].Commits = []string{"a", "b", "c", "d", "e"} // and more
		want(t, c.steps+" of a long session", fmt.Sprint(!f.takenBack(f.talk()).IsZero()), "false")
	}
}
