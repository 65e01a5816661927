package autosave

import (
	"testing"
	"time"

	"holdfast/lib/transcript"
)

// A session without a line is worth saving where the user put something off, or agreed to what an answer leaves, and
// not where the answer to a question lists something.
func TestASessionThatOnlyPutsOffOrAgreesIsWorthSaving(t *testing.T) {
	const (
		list  = "All tests pass.\n\nLeft:\n1. call `Mark` in `ServeHTTP`\n2. the test for the UTC fix"
		offer = "The cache is never cleared. Shall I clear it on save?"
		why   = "It reads the cache."
	)
	for _, x := range []struct {
		answer, reply string
		want          bool
	}{
		{list, "ok. do 1 tomorrow in a branch", true},
		{list, "mach zuerst 2", true},
		{list, "ok go", true},
		{list, "oui, vas-y", true},
		{list, "d'accord, le 1 demain", true},
		{list, "vale, el 1 mañana", true},
		{list, "好的,先做第一个", true},
		{list, "はい、1からお願いします", true},
		{list, "sì, prima il test utc", true},
		{list, "morgen", true},
		{list, "ok, we do that on monday", true},
		{offer, "not today, tomorrow", true},
		{why, "ah ok. remind me to clear it tomorrow", true},
		{list, "", false},
		{list, "ok thanks", false},
		{list, "danke", false},
		{list, "ok danke, lass 409 so. keine änderung", false},
		{list, "thanks, keep the 404 as it is", false},
		{list, "merci, garde le 500", false},
		{list, "what does Mark do?", false},
		{list, "und was macht 2?", false},
		{list, "à quoi sert le 2?", false},
		{list, "2是做什么的？", false},
		{list, "explain the cache", false},
		{why, "ah ok. i will read it later", false},
		{why, "and what happens later?", false},
		{offer, "no", false},
		{"Left:\n- deploy, waiting for Bob's review", "thanks", false},
	} {
		talk := said("what's left before friday?", x.reply)
		talk[0].Time, talk[0].Answer, talk[1].Time = now.Add(-time.Hour), x.answer, now.Add(-time.Minute)
		c := transcript.Conversation{Prompts: talk, LastAnswer: "Ok.", First: now.Add(-time.Hour), Last: now}
		if x.reply == "" {
			c.Prompts, c.LastAnswer = talk[:1], x.answer
		}
		if got := (Facts{Session: Session{Date: now, Trigger: SessionEnd}, Conversation: c}).Worth(); got != x.want {
			t.Errorf("%q is worth saving: %t", x.reply, got)
		}
	}
}
