package autosave

import (
	"strings"
	"testing"
	"time"

	"holdfast/lib/line"
	"holdfast/lib/transcript"
)

func TestThePromptAfterASavePutsOffWork(t *testing.T) {
	f := Facts{Session: Session{Date: now, since: now.Add(-time.Hour)}}
	f.Conversation = transcript.Conversation{Prompts: said("fine, commit it. retries tomorrow"), LastAnswer: "Committed."}
	want(t, "after a save", strings.Join(f.putsOff(f.talk()), "|"), "retries tomorrow")
	f.since = time.Time{}
	want(t, "at first", strings.Join(f.putsOff(f.talk()), "|"), "")
}

func TestAnAnswerPointsToTheListBefore(t *testing.T) {
	talk := said("find out why", "a test first", "commit it")
	for i, answer := range []string{"Ideas:\n- [ ] the clock\n- [ ] the cache", "It is red.\n\nNot done yet: the two ideas above.", "Committed."} {
		talk[i].Time, talk[i].Answer = now.Add(time.Duration(i)*time.Minute), answer
	}
	f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: talk, LastAnswer: talk[2].Answer, Last: now}}
	want(t, "steps", strings.Join(f.left(f.talk()).steps, "|"), "the clock|the cache")
}

func TestWhatIsAnsweredByItsNumberIsNotPutOff(t *testing.T) {
	talk := said("rates of the bank", "1. 96h. 2. not yet", "go on")
	for i, answer := range []string{"It is there.\n\nOpen points:\n1. The bank doesn't publish on sundays\n2. the alert", "It is 96 h.", ""} {
		talk[i].Time, talk[i].Answer = now.Add(time.Duration(i)*time.Minute), answer
	}
	f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: talk, Last: now}}
	want(t, "steps", strings.Join(f.putsOff(f.talk()), "|"), "")
}

func TestAStepOfAPlanIsPutOffByItsNumber(t *testing.T) {
	talk := said("plan the log", "phase 3 only after the release. go on", "commit")
	talk[0].Answer, talk[0].Time = "Left:\n- Phase 2: View\n- Phase 3: Export", now
	talk[1].Time, talk[2].Time = now.Add(time.Minute), now.Add(2*time.Minute)
	f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: talk, Last: now}}
	want(t, "one of a list", strings.Join(f.putsOff(f.talk()), "|"), "Phase 3: Export (phase 3 only after the release)")

	f = Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: talk[1:], Last: now}}
	f.State.Next = []line.Item{{Text: "Phase 2: View"}, {Text: "Phase 3: Export"}}
	want(t, "at first", strings.Join(f.putsOff(f.talk()), "|"), "Phase 3: Export (phase 3 only after the release)")
	open, settled, _ := f.next(nil, f.left(f.talk()), f.talk())
	want(t, "open", strings.Join(open, "|"), "Phase 3: Export (phase 3 only after the release)")
	want(t, "settled", strings.Join(settled, "|"), "Phase 3: Export")
}

func TestAReplyHoldsAStepOfAListUntilSomething(t *testing.T) {
	talk := said("read the docs", "screenshots only after the redesign. the config now", "thanks")
	talk[0].Answer, talk[0].Time = "What remains: the config, and the screenshots.", now
	talk[1].Answer, talk[1].Time, talk[2].Time = "The config is done.\n\nNothing else is left.", now.Add(time.Minute), now.Add(2*time.Minute)
	f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: talk, Last: now}}
	open, _, _ := f.next(nil, f.left(f.talk()), f.talk())
	want(t, "open", strings.Join(open, "|"), "the screenshots (screenshots only after the redesign)")
}

func TestAStepThatAnAnswerOffersIsPutOffOnce(t *testing.T) {
	talk := said("plan the log", "tomorrow", "what is rate limiting?")
	talk[0].Answer, talk[0].Time = "Left:\n- Step 3: View\n- Step 4: Export\n\nShall I go on with step 3, the view?", now
	talk[1].Time, talk[2].Time = now.Add(time.Minute), now.Add(2*time.Minute)
	f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: talk, Last: now}}
	off := f.putsOff(f.talk())
	want(t, "put off", strings.Join(off, "|"), "Step 3: View (put off: tomorrow)")
	f.State.Next = []line.Item{{Text: "Step 3: View"}, {Text: off[0]}}
	want(t, "after a save", strings.Join(f.putsOff(f.talk()), "|"), off[0])
}

func TestAPromptThatEndsWorkEndsTheStepThatItIs(t *testing.T) {
	talk := said("add a grid", "Open the PR, please.", "which tests ran?")
	for i, answer := range []string{"Added.\n\nNext:\n- Open the PR\n- the docs", "PR #46 is open.", "All."} {
		talk[i].Time, talk[i].Answer = now.Add(time.Duration(i)*time.Minute), answer
	}
	f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: talk, LastAnswer: talk[2].Answer, Last: now}}
	want(t, "steps", strings.Join(f.left(f.talk()).steps, "|"), "the docs")
}

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

func TestPraiseIsNotWhereTheWorkStands(t *testing.T) {
	const answer = "Great work, Ana! The export writes the prices of every country. Left:\n- document the export"
	if got := standing(answer, []string{"document the export"}); got != "The export writes the prices of every country." {
		t.Errorf("now is %q", got)
	}
}

// Praise that puts off what was found names no step: it is none where nothing was offered.
func TestPraiseThatPutsOffIsNoStep(t *testing.T) {
	found := "+Seats are in.\n\nLeft:\n1. index on user_id\n2. csv export\n\nAlso I noticed that the token never expires."
	f := toldTurns("", line.State{}, [2]string{"add seats", found}, [2]string{"good catch, not now. do 1", "+The index is in."})
	want(t, "praise", strings.Join(f.putsOff(f.talk()), "|"), "csv export")
	f = toldTurns("", line.State{}, [2]string{"add seats", found}, [2]string{"good catch. the map later, do 1", "+The index is in."})
	want(t, "a step", strings.Join(f.putsOff(f.talk()), "|"), "the map later|csv export")
}

// What was to wait is not left where the answer to that says that it is done.
func TestWhatWaitedForARunThatIsThroughIsNotLeft(t *testing.T) {
	asked := [2]string{"add a health endpoint", "+Done.\n\nShould I deploy it to staging?"}
	for answer, left := range map[string]string{
		"CI is green, deployed to staging.": "",
		"CI is still red, I wait.":          "deploy it to staging (put off: wait for CI to be green, then yes)",
	} {
		f := toldTurns("", line.State{}, asked, [2]string{"wait for CI to be green, then yes", answer})
		want(t, answer, strings.Join(f.putsOff(f.talk()), "|"), left)
	}
}

func TestAFirstPromptTakesUpTheOneOpenStep(t *testing.T) {
	talk := said("do it. with a test", "thanks")
	talk[0].Time, talk[0].Answer, talk[1].Time = now, "The retry passes the key.", now.Add(time.Minute)
	f := Facts{Session: Session{Date: now.Add(time.Hour), Trigger: SessionEnd}, Conversation: transcript.Conversation{Prompts: talk, Last: now}}
	f.Work.Changed = []string{"retry.go"}
	const off = "pass the key (put off: standup first)"
	f.State.Goal, f.State.Next = "find the double charges", []line.Item{{Text: off, At: now.Add(-2 * time.Hour)}}
	f.State.Prompts = []line.Item{{Text: "ok, standup first", At: now.Add(-2 * time.Hour)}}
	open, _, _ := f.next(nil, f.left(f.talk()), f.talk())
	want(t, "open", strings.Join(open, "|"), "")
	want(t, "goal", f.goal(), "find the double charges")
}

func TestWhatComesNextIsDoneAndTheStepsBehindItAreLeft(t *testing.T) {
	talk := said("continue with 4")
	talk[0].Time = now
	const answer = "Step 3 is done.\n\nNext is step 4, check mode."
	f := Facts{Session: Session{Date: now.Add(time.Hour)}, Conversation: transcript.Conversation{Prompts: talk, LastAnswer: answer, Last: now}}
	for _, s := range []string{"Step 2: Types", "Step 5: Diagnostics", "Step 6: Switch over"} { // 4 was committed
		f.State.Next = append(f.State.Next, line.Item{Text: s, Listed: true, At: now.Add(-time.Hour)})
	}
	want(t, "left", strings.Join(f.left(f.talk()).steps, "|"), "Step 5: Diagnostics|Step 6: Switch over")
}
