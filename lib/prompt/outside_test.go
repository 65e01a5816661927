package prompt

import (
	"strings"
	"testing"
)

// A result that comes later, and what somebody else does first, is a step; what a program or the user does is not.
func TestWhatARunOrSomebodyElseBringsWaits(t *testing.T) {
	for text, want := range map[string]string{
		"start the import, it runs over night, i look at it tomorrow":             "start the import, it runs over night, i look at it tomorrow",
		"full run over night: a.json, 3 seeds. you can start it, i look tomorrow": "full run over night: a.json, 3 seeds. you can start it, i look tomorrow",
		"starte den export, der läuft über nacht, ich schau morgen drauf":         "starte den export, der läuft über nacht, ich schau morgen drauf",
		"lance le calcul, ça tourne cette nuit, je regarde demain":                "lance le calcul, ça tourne cette nuit, je regarde demain",
		"lanza la migración, corre toda la noche, lo miro mañana":                 "lanza la migración, corre toda la noche, lo miro mañana",
		"启动吧，跑一晚上，我明天看结果":                                                         "启动吧，跑一晚上，我明天看结果",
		"mara translates the strings until wednesday":                             "mara translates the strings until wednesday",
		"anna schreibt die texte bis mittwoch":                                    "anna schreibt die texte bis mittwoch",
		"i ask ben from ops. wait for him before we change it":                    "i ask ben from ops. wait for him before we change it",
		"ich frag lisa, wart auf sie":                                             "ich frag lisa, wart auf sie",
		"push. she looks at it on thursday, don't merge before that":              "she looks at it on thursday, don't merge before that",
		"lo mira el lunes, no hagas merge antes":                                  "lo mira el lunes, no hagas merge antes",
		"opened it, #12. review is with mara, she looks this afternoon":           "opened it, #12. review is with mara, she looks this afternoon",
		"pr #7 ist offen, jan reviewt":                                            "pr #7 ist offen, jan reviewt",
		"ok opened it, #44. kim reviews, mara too":                                "ok opened it, #44. kim reviews, mara too",
		"went well. she wants it in a trial from march 3, 5% of users":            "she wants it in a trial from march 3, 5% of users",
		"later: rerun the baseline with the new split so numbers are comparable":  "later: rerun the baseline with the new split so numbers are comparable",
		"später: die messung nochmal machen, damit die zahlen vergleichbar sind":  "später: die messung nochmal machen, damit die zahlen vergleichbar sind",
		"todo: export (4), readme for the job, alarm on the counts":               "export (4)|readme for the job|alarm on the counts",
		"still to do: the export, then the readme, then the alarm":                "the export|the readme|the alarm",
		"待办：导出、说明文档、告警":                                                           "导出|说明文档|告警", "todo: write to anna, ben, chris": "todo: write to anna, ben, chris",
		"the cron job runs over night, move it to 6 am": "", "run it and look at the output": "",
		"start with the header, we'll see tomorrow": "", "the token is valid until monday": "", "merge it before monday": "",
		"keep the column until wednesday": "", "review the pr": "", "open the reviews page": "", "ask me before you merge": "",
		"ask the api, wait for the result": "", "kim reviewed it, fix the names": "", "she wants the list from dec 7": "",
		"later: it is broken": "", "kim reviews a lot of code, make the diff short": "", "wait for the lock, then write": "",
	} {
		if got := strings.Join(PutsOff(text), "|"); got != want {
			t.Errorf("%q puts off %q, want %q", text, got, want)
		}
	}
	if got, says := Left("Started in the background, about 11 hours; the result will be in runs/a.json."); says ||
		len(got) != 1 || got[0] != "the result will be in runs/a.json" {
		t.Errorf("an answer leaves %q, %v", got, says)
	}
	for _, answer := range []string{"I started the server. It listens on 8080.", "The result will be in `res.body`."} {
		if got, _ := Left(answer); len(got) > 0 {
			t.Errorf("%q leaves %q", answer, got)
		}
	}
}

// It ends when that is told, or asked for and not still to come.
func TestWhatARunOrSomebodyElseBroughtEnds(t *testing.T) {
	const (
		run    = "start the import, it runs over night, i look at it tomorrow"
		result = "the result will be in runs/a.json"
		ask    = "i ask ben from ops. wait for him before we change it"
		review = "opened, #41. review is with mara, she looks this afternoon"
		monday = "he looks at it again on monday, dont merge before"
		until  = "mara backfills the column until wednesday"
	)
	for _, c := range []struct {
		step, asked, answer string
		want                bool
	}{
		{run, "so how did the night go", "All nine runs finished.", true}, {run, "results?", "Two are through, one died.", true},
		{result, "all three through?", "Yes: 0.42 on average.", true}, {run, "results?", "It is still running.", false},
		{run, "fix the header", "Done.", false}, {run, "the search results page is empty when the user has no filter, look why", "Fixed.", false},
		{ask, "ben says 12ms includes network, so it has to be below 10", "", true}, {ask, "mara says it's fine", "", false},
		{ask, "ben has not answered", "", false}, {ask, "fix the header", "Done.", false},
		{review, "mara approved #41, she merges it in a minute", "", true}, {review, "#41 is merged, delete the branch", "", true},
		{review, "mara reviewed #41: rename the flag", "", true}, {review, "mara asks whether the key is right", "", false},
		{review, "#40 is merged", "", false}, {review, "commit and push", "Committed and pushed.", false},
		{monday, "he approved it", "", true}, {monday, "its merged", "", true}, {monday, "dont merge yet", "", false},
		{until, "backfill is done btw, mara just wrote", "", true}, {until, "mara says ok", "", true}, {until, "add a test", "Added.", false},
	} {
		if got := TurnOf(c.asked, []string{c.answer}, nil).Done(StepOf(c.step)); got != c.want {
			t.Errorf("%q, %q ends %q: %v", c.asked, c.answer, c.step, got)
		}
	}
	for _, step := range []string{run, ask, review, monday, until} {
		if !Passes(step) {
			t.Errorf("%q is never over", step)
		}
	}
	if Passes("i applied for the trademark, takes 6 weeks") || Passes("retries tomorrow") || Passes("she wants it live from march 3") {
		t.Error("a step that waits for nobody is over")
	}
	if !Lands(review) {
		t.Error("a review is not over when its pull request is merged")
	}
}

// A user who asked whether something may be done puts that off.
func TestWhatAUserAskedIsPutOff(t *testing.T) {
	for _, c := range [][3]string{
		{"can i cherry pick sweep.py to main?", "nah later maybe", "can i cherry pick sweep.py to main? (put off: later maybe)"},
		{"should we drop the old table?", "not now", "should we drop the old table? (put off: not now)"},
		{"kann ich die spalte löschen?", "später", "kann ich die spalte löschen? (put off: später)"},
		{"on peut virer le flag ?", "plus tard", "on peut virer le flag ? (put off: plus tard)"},
		{"why is it slow?", "later", ""}, {"can i drop it?", "ok do it", ""}, {"drop the table", "later", ""},
	} {
		if got := Postponed(c[0], c[1]); got != c[2] {
			t.Errorf("%q, %q puts off %q, want %q", c[0], c[1], got, c[2])
		}
	}
}
