package autosave

import (
	"testing"
	"time"

	"holdfast/lib/line"
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

// So it is where it was turned to all or a part of a list by what it is called, by numbers or "both", for whatever day;
// not where the user turns all of it down, does it himself, or only remarks something.
func TestWhatIsSaidOfAListIsWorthSaving(t *testing.T) {
	const (
		list  = "All tests pass.\n\nLeft:\n1. call `Mark` in `ServeHTTP`\n2. the test for the UTC fix"
		plain = "Still open:\n- tests for the parser\n- the README"
		offer = "The cache is never cleared. Shall I clear it on save?"
		why   = "It reads the cache."
	)
	for answer, replies := range map[string][2][]string{
		list: {
			{"1 and 2 tomorrow", "drop 1, 2 tomorrow", "do 1 but drop 2", "começa pelo 1", "1から始めて", "2 on friday"},
			{
				"drop 1 and 2", "lass 1 und 2 weg", "laisse tomber le 1 et le 2", "olvida el 1 y el 2", "1和2都不要", "1と2は要らない", "skip both",
				"i do 1 and 2 myself", "1 und 2 mach ich selbst", "yo hago el 1 y el 2", "1 и 2 сделаю сам",
				"show me 1", "cool, thanks, 2 years ago this was impossible", "explain 1",
			},
		},
		plain: {
			{
				"not now", "nicht jetzt", "beides morgen", "les deux demain", "los dos mañana", "entrambi domani", "оба завтра",
				"两个都明天", "両方明日", "heute nicht mehr", "今天不做", "hoy ya no", "later",
			},
			{"both are fine", "gracias, nos vemos mañana", "beides ist gut", "thanks, gotta run"},
		},
		offer: {{"later"}, {"no, i will do it myself later", "nein, das mach ich später selbst"}},
		why: {
			{
				"note for monday: the retry needs a cap", "put that on the list for next week", "merk dir das für morgen",
				"mets ça sur la liste pour demain", "deberíamos corregir eso después del release", "заметка на завтра: кэшу нужен ttl",
			},
			{
				"later versions don't have it, right", "tom will look at it tomorrow", "ana lo mira mañana", "the job runs after the release",
				"i look at it myself tomorrow", "there is a list for next week in the wiki",
			},
		},
	} {
		for i, said := range replies {
			for _, reply := range said {
				p := []transcript.Prompt{{Text: "what's open?", Answer: answer, Time: now.Add(-time.Hour)}, {Text: reply, Time: now.Add(-time.Minute)}}
				c := transcript.Conversation{Prompts: p, LastAnswer: "Ok.", First: now.Add(-time.Hour), Last: now}
				f := Facts{Session: Session{Date: now, Trigger: SessionEnd}, Conversation: c, lines: &line.Lines{}}
				if f.Worth() != (i == 0) {
					t.Errorf("%q to %q is worth saving: %t", reply, answer, i > 0)
				}
			}
		}
	}
}

func TestTheGoalOfASessionThatOnlyAskedIsTheFirstStep(t *testing.T) {
	for _, asked := range []string{"what is left?", "status?", "wo stehen wir?", "what is left before friday?", "qué queda?", "还剩什么？"} {
		for answer, want := range map[string]string{
			"Left:\n- the roof\n- the door":             "the roof",
			"Tests pass. Next: the mail client. Go on?": "the mail client.",
			"All is done.": "",
		} {
			p := []transcript.Prompt{{Text: asked, Answer: answer, Time: now.Add(-time.Hour)}, {Text: "nicht jetzt", Time: now.Add(-time.Minute)}}
			c := transcript.Conversation{Prompts: p, LastAnswer: "Ok.", First: now.Add(-time.Hour), Last: now}
			f := Facts{Session: Session{Date: now, Trigger: SessionEnd}, Conversation: c, lines: &line.Lines{}}
			if got := f.goal(); want != "" && got != want {
				t.Errorf("%q, %q: the goal is %q", asked, answer, got)
			}
			if got := f.now(f.left(f.talk()), f.talk()); got == "Left" {
				t.Errorf("%q: now is %q", asked, got)
			}
		}
	}
}
