package autosave

import (
	"strings"
	"testing"
	"time"

	"holdfast/lib/line"
	"holdfast/lib/transcript"
)

// What a prompt drops by its name is all that it takes out of the list; what only points back ends the whole list.
func TestWhatIsDroppedByItsNameLeavesTheRestOfTheList(t *testing.T) {
	const both = "the route GET /rates|cache headers for the answer"
	for text, want := range map[string]string{
		"push it. we also talked about a pdf export, but sales says nobody needs it, so scrap it": both,
		"the cache headers aren't needed after all, forget it":                                    "the route GET /rates",
		"den pdf-export braucht laut vertrieb keiner, vergiss es. commit und push":                both,
		"Den PDF-Export hatten wir auch überlegt, der Kunde will ihn nicht, vergiss das.":         both,
		"l'export pdf, finalement le client n'en veut pas, on laisse tomber":                      both,
		"lo del export a pdf ya no lo quieren en ventas, asi q olvidalo":                          both,
		"a exportação em pdf o cliente não quer mais, esquece isso":                               both,
		"l'export in pdf alla fine non serve a nessuno, lascia perdere":                           both,
		"экспорт в pdf отделу продаж не нужен, забудь об этом":                                    both,
		"PDF导出销售说不需要了,算了":                                                                         both,
		"本来还想做PDF导出,问过销售用不上,算了吧":                                                                  both,
		"PDF出力は営業に確認したところ必要ないとのことなので、やめておきます。":                                                    both,
		"ルートは明日お願いします。PDF形式の出力も考えていましたが、営業から不要と言われたので、取り消してください。":                                 both,
		"scrap all that":                                "",
		"no, undo that":                                 "",
		"this doesn't work at all, revert it":           "",
		"it's too slow, throw it away":                  "",
		"hm, the approach is wrong, scrap it":           "",
		"mist, das ist viel zu langsam, wirf alles weg": "",
		"bof, c'est trop compliqué, on laisse tomber":   "",
		"esto no sirve, deshaz todo":                    "",
		"não ficou bom, desfaz isso":                    "",
		"non mi piace per niente, butta tutto":          "",
		"うまくいかないので、全部戻してください":                           "",
		"すみません、方針が変わりましたので、取り消してください":                                                  "",
		"we don't need this after all, forget it":                                      "",
		"das brauchen wir doch nicht, vergiss es":                                      "",
		"sales doesn't want the pdf export anymore, and this is wrong, scrap all that": "",
	} {
		talk := said("serve the rates", text)
		talk[0].Time, talk[0].Answer, talk[1].Time = now.Add(-time.Hour), "Done.\n\nLeft:\n1. the route GET /rates\n2. cache headers for the answer", now.Add(-time.Minute)
		f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: talk, LastAnswer: "Ok.", Last: now}}
		if got := strings.Join(f.left(f.talk()).steps, "|"); got != want {
			t.Errorf("%q leaves %q", text, got)
		}
	}
}

// A rule is told as that, and not as a decision too; what is left out this once is a decision.
func TestARuleIsNoDecisionToo(t *testing.T) {
	for text, decided := range map[string]bool{
		"regeln für immer: tests vor dem commit. und keine npm deps, plain js": false,
		"rules for good: tests before each commit. and no npm deps, plain js":  false,
		"règle pour toute la lib: pas de float.":                               false,
		"rule for the repo: no npm deps":                                       false,
		"skip the svg export on the page, and we don't need the toggle":        true,
		"den svg export auf der seite brauchen wir nicht, kein toggle dort":    true,
	} {
		f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: said("draw the plan", text), LastAnswer: "Ok.", Last: now}}
		if m, _ := f.decisions(f.talk()); (len(m.Content) > 0) != decided {
			t.Errorf("%q decides %v", text, m.Content)
		}
	}
}

// "he approved" ends what waits for somebody since the last prompt that says so, and that nobody ended since.
func TestWhoIsNotNamedIsWhoWasWaitedForLast(t *testing.T) {
	const jonas, priya = "opened it, pr #44. jonas reviews", "i ask priya about the key. wait for her"
	for said3, open := range map[string]string{"she approved": jonas, "jonas approved": priya, "she has not answered": jonas + "|" + priya} {
		talk := said("build the page", jonas, priya, said3)
		for i := range talk {
			talk[i].Time = now.Add(time.Duration(i-9) * time.Minute)
		}
		f := Facts{Conversation: transcript.Conversation{Prompts: talk, LastAnswer: "Good."}, Session: Session{Date: now}}
		f.State.Next = []line.Item{{Text: "the client sends the logo, we wait", At: now.Add(-time.Hour)}}
		got, settled := f.next(nil, f.left(f.talk()), f.talk())
		want(t, said3, strings.Join(append(got, settled...), "|"), open)
	}
}

// What was left on another branch, from which the session came back, is left beside the list of the work since.
func TestATripLeavesWhatItSaid(t *testing.T) {
	for branches, open := range map[string]string{
		"feat/a fix/b feat/a":   "the docs|a test for the login|the mail",
		"feat/a fix/b fix/b":    "the docs", // which went on there
		"main feat/a feat/a":    "the docs", // the branch of the same work
		"feat/a fix/b main":     "the docs",
		"feat/a feat/a feat/a":  "the docs", // it is all the work
		"fix/b feat/a fix/b":    "the docs|a test for the login|the mail",
		"feat/a fix/b feat/a *": "the docs|the mail", // and that was done since
	} {
		on := strings.Fields(branches)
		talk := said("the page", "urgent: the login crashes, own branch", "back to the page")
		for i, answer := range []string{"Done.\n\nLeft:\n- the icons\n- the docs", "Fixed.\n\nLeft:\n- a test for the login\n- the mail", "The icons are there.\n\nLeft:\n- the docs"} {
			talk[i].Time, talk[i].Answer = now.Add(time.Duration(i-9)*time.Minute), answer
		}
		f := Facts{Session: Session{Date: now}, Work: Work{Branch: on[2]}}
		f.Conversation = transcript.Conversation{Prompts: talk, LastAnswer: talk[2].Answer}
		for i := range talk {
			at := talk[i].Time.Add(time.Second)
			f.Work.made = append(f.Work.made, transcript.Change{Branch: on[i], Span: transcript.Span{From: at, To: at}})
		}
		if len(on) > 3 {
			f.Conversation.Commits = []transcript.Commit{{Time: now, Subject: "add a test for the login"}}
		}
		got, _ := f.next(nil, f.left(f.talk()), f.talk())
		want(t, branches, strings.Join(got, "|"), open)
	}
}
