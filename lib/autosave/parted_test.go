package autosave

import (
	"fmt"
	"testing"
	"time"

	"holdfast/lib/line"
	"holdfast/lib/transcript"
)

// Only what shares nothing with what was said before is apart from that, where a topic branch is made after a commit.
func TestWhatIsAskedOnANewBranchIsOtherWork(t *testing.T) {
	for _, c := range []struct {
		asked, answer, prompt, branch string
		want                          bool
	}{
		{"tidy the readme in README.md", "Tidy.", "now the harbour on feat/a, in h.py", "feat/a", true},
		{"tidy the readme in README.md", "Tidy.", "other topic: tickets for the ferry", "feat/a", true},
		{"fix the login", "Fixed.", "add a dark mode to the settings page, own branch", "feat/a", true},
		{"räum das README auf", "Erledigt.", "jetzt der Hafen auf feat/a: Öffnungszeiten anzeigen", "feat/a", true},
		{"range le README", "C'est fait.", "maintenant affiche les horaires du port, branche feat/a", "feat/a", true},
		{"ordena el README", "Hecho.", "ahora los horarios del puerto en la rama feat/a", "feat/a", true},
		{"arruma o README", "Pronto.", "agora os horários do porto no ramo feat/a", "feat/a", true},
		{"sistema il README", "Fatto.", "ora gli orari del porto sul ramo feat/a", "feat/a", true},
		{"приведи README в порядок", "Готово.", "теперь расписание порта в ветке feat/a", "feat/a", true},
		{"整理README", "完成了。", "现在在feat/a分支上做港口的开放时间", "feat/a", true},
		{"READMEを整理して", "しました。", "次はfeat/aブランチで港の営業時間を表示する", "feat/a", true},

		{"tidy the readme", "Tidy.", "go on on a branch", "feat/a", false},
		{"tidy the readme", "Tidy.", "the rest of it, on a branch", "feat/a", false},
		{"fix the login in login.py", "Fixed.", "make a PR of it", "fix/login", false},
		{"fix the login in login.py", "Fixed.", "put it on a branch and push", "fix/login", false},
		{"fix the login in login.py", "Fixed.", "a branch for the login, with a test", "fix/login", false},
		{"fix the login in login.py", "Fixed.\n\nLeft:\n- a test of the session", "now the test of the session, on a branch", "fix/login", false},
		{"tidy the readme", "Tidy.", "go on, on a branch", "feat/readme", false},
		{"tidy the readme", "Tidy.", "the rest of the readme on feat/readme", "feat/readme", false},
		{"räum das README auf", "Erledigt.", "mach einen Branch daraus", "readme", false},
		{"räum das README auf", "Erledigt.", "auf einem Branch weiter mit dem README", "readme", false},
		{"range le README", "C'est fait.", "continue sur une branche", "docs/readme", false},
		{"range le README", "C'est fait.", "la suite du README sur une branche", "docs/readme", false},
		{"ordena el README", "Hecho.", "sigue en una rama", "feat/readme", false},
		{"arruma o README", "Pronto.", "continua num ramo", "readme", false},
		{"sistema il README", "Fatto.", "continua su un ramo", "feat/readme", false},
		{"приведи README в порядок", "Готово.", "продолжай в ветке", "readme", false},
		{"整理README", "完成了。", "在分支上继续", "docs/readme", false},
		{"READMEを整理して", "しました。", "ブランチで続けて", "readme", false},
	} {
		f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: said(c.asked, c.prompt)}}
		f.Conversation.Prompts[0].Time, f.Conversation.Prompts[1].Time = now.Add(-time.Hour), now.Add(-time.Minute)
		f.Conversation.Prompts[0].Answer = c.answer
		f.Work.touched = []line.File{{Path: "x.py", At: now}}
		want(t, c.prompt, fmt.Sprint(f.startsOther(1, c.branch)), fmt.Sprint(c.want))
	}
}
