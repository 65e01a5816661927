package autosave

import (
	"strings"
	"testing"
	"time"

	"holdfast/lib/line"
	"holdfast/lib/transcript"
)

// What only an answer left is over after two sessions of its line that committed and say nothing of it, a day later.
func TestAnAnswersStepEndsOnceTwoSessionsPassedIt(t *testing.T) {
	sat := func(id string, ago time.Duration, files ...string) line.Sitting {
		return line.Sitting{Session: id, Date: now.Add(-ago), Files: files, Commits: files}
	}
	left, between := sat("one", 30*time.Hour, "a.go"), sat("two", 2*time.Hour, "a.go")
	early := sat("one", 3*time.Hour, "a.go")
	for _, c := range []struct {
		name     string
		sittings []line.Sitting
		listed   bool
		prompt   string
		want     string
	}{
		{"both committed", []line.Sitting{left, between}, true, "sort the rows by date", ""},
		{"within a day", []line.Sitting{early, between}, true, "sort the rows by date", "measure the import with 500 users"},
		{"one alone", []line.Sitting{left}, true, "sort the rows by date", "measure the import with 500 users"},
		{"one only read", []line.Sitting{left, sat("two", 2*time.Hour)}, true, "sort the rows by date", "measure the import with 500 users"},
		{"the user's", []line.Sitting{left, between}, false, "sort the rows by date", "measure the import with 500 users"},
		{"it is told of", []line.Sitting{left, between}, true, "sort the rows, the import is slow", "measure the import with 500 users"},
	} {
		step := line.Item{Text: "measure the import with 500 users", At: c.sittings[0].Date, Listed: c.listed}
		f := toldTurns(SessionEnd, line.State{Next: []line.Item{step}, LastSittings: c.sittings}, [2]string{c.prompt, "+They are."})
		f.Conversation.Commits = []transcript.Commit{{Subject: "rows: by date", Time: now.Add(-time.Minute)}}
		talk := f.talk()
		_, settled, _ := f.next(nil, f.left(talk), talk)
		if over := strings.Join(settled, "|") != ""; over != (c.want == "") {
			t.Errorf("%s: settled %q", c.name, settled)
		}
	}
}

// What waits for the user is left until he got another answer, even if he said that he did it.
func TestWhatAnAnswerAnnouncesStaysUntilTheNextAnswer(t *testing.T) {
	for reply, wanted := range map[string]string{" ": "Once you confirm, I continue with batch 2, the forms", "+Batch 2 is in, too.": ""} {
		f := toldTurns(SessionEnd, line.State{}, [2]string{"convert the models", "+Batch 1 is in. Once you confirm, I continue with batch 2, the forms."},
			[2]string{"great, confirmed", reply})
		if reply == " " {
			f.Conversation.LastAnswer, f.Conversation.Prompts[1].Answer = "", ""
		}
		talk := f.talk()
		open, _, _ := f.next(nil, f.left(talk), talk)
		want(t, reply, strings.Join(open, "|"), wanted)
		if wanted != "" {
			const now = "asked: convert the models; answered: Batch 1 is in. "
			want(t, "now", strings.Join(f.adds().Lines("now"), ""), now+wanted+".")
		}
	}
}
