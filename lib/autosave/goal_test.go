package autosave

import (
	"testing"
	"time"

	"holdfast/lib/line"
	"holdfast/lib/transcript"
)

// The goal stays what named the task where a session only goes on with it: it first asks where that is, takes a step
// that the answer before left, or says yes to what that proposes.
func TestWhatOnlyGoesOnWithATaskIsNotItsGoal(t *testing.T) {
	const vouchers = "vouchers: codes with percent or a fixed amount, and expiry"
	for _, c := range []struct{ known, asked, answer, prompt, want string }{
		{vouchers, "morgen. wo war ich?", "In the vouchers.", "dst is fine, i checked. write the border test and commit", vouchers},
		{vouchers, "buongiorno, dove eravamo?", "Ai voucher.", "il cambio d'ora è ok, scrivi il test della scadenza del voucher", vouchers},
		{"", "show a return page after the payment", "It reloads. Open: stop after a minute and say what to do.", "stop after 60s, then write 'mail us at shop@tea.de'", "show a return page after the payment"},
		{"", "the checkout fails: TypeError in order()", "An empty cart should send the person back.", "yes, return null sum 0 or so, quick fix", "the checkout fails: TypeError in order()"},
		{"", "die Kasse stürzt ab: TypeError in order()", "Ein leerer Korb sollte zurückleiten.", "ja, gib null zurück oder so, schnell bitte", "die Kasse stürzt ab: TypeError in order()"},

		{"", "show a return page after the payment", "It reloads.", "write a sitemap with the new category oolong", "write a sitemap with the new category oolong"},
		{vouchers, "morgen. wo war ich?", "In the vouchers.", "write a sitemap with the new category oolong", "write a sitemap with the new category oolong"},
		{vouchers, "write a sitemap with the new category oolong", "Done.", "and push it", "write a sitemap with the new category oolong"},
	} {
		p := said(c.asked, c.prompt)
		p[0].Time, p[0].Answer, p[1].Time = now.Add(-time.Hour), c.answer, now.Add(-time.Minute)
		f := Facts{Session: Session{Date: now}, Work: Work{Changed: []string{"a.go"}}, lines: &line.Lines{}}
		f.Conversation = transcript.Conversation{Prompts: p, LastAnswer: "Done.", First: p[0].Time, Last: now}
		f.Work.touched = []line.File{{Path: "a.go", At: now}}
		f.Project.Repo.Top = "/p"
		if c.known != "" || c.answer == "It reloads." {
			f.Work.touched = append(f.Work.touched, line.File{Path: "b.go", At: p[0].Time})
			f.Conversation.Commits = []transcript.Commit{{Subject: "a", Time: p[0].Time.Add(time.Minute)}}
		}
		if f.State.Goal = c.known; c.known != "" {
			f.State.Prompts = []line.Item{{Text: c.known}, {Text: "dont commit the expiry of the vouchers yet, i look at dst first"}}
		}
		want(t, c.prompt, f.goal(), c.want)
	}
}
