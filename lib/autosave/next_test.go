package autosave

import (
	"slices"
	"strings"
	"testing"
	"time"

	"holdfast/lib/line"
	"holdfast/lib/transcript"
)

const importLeft = "+The import is in.\n\nStill open:\n1. a limit for the rows\n2. the docs of the import\n3. a test with quotes"

// What an answer listed is the model's word, until the user puts it off himself or a task says so.
func TestWhatOnlyAnAnswerListedIsToldApart(t *testing.T) {
	const all = "a limit for the rows|the docs of the import|a test with quotes"
	for reply, wanted := range map[string]string{
		"thanks!": all, "commit it": all, "why is the limit needed?": all, "bye, see you tomorrow": all, "bis morgen": all,
		"yes, do 2 and 3 tomorrow": "", "good. the rest tomorrow": "", "the rest can wait until monday": "", "not today": "",
		"ja, 2 und 3 machen wir morgen": "", "den Rest morgen": "", "oui, 2 et 3 demain": "", "le reste demain": "",
		"el resto mañana": "", "2 e 3 domani": "", "il resto domani": "", "o resto amanhã": "", "2 и 3 завтра": "",
		"остальное завтра": "", "2和3明天做": "", "剩下的明天": "", "the docs tomorrow": "a limit for the rows|a test with quotes",
	} {
		f := toldTurns(SessionEnd, line.State{}, [2]string{"import the csv of orders", importLeft}, [2]string{reply, "OK."})
		talk := f.talk()
		_, _, listed := f.next(nil, f.left(talk), talk)
		want(t, reply, strings.Join(listed, "|"), wanted)
	}
	f := toldTurns(SessionEnd, line.State{}, [2]string{"import the csv of orders", importLeft})
	talk, task := f.talk(), transcript.Task{ID: "1", Subject: "the docs of the import", Status: "pending"}
	_, _, listed := f.next([]transcript.Task{task}, f.left(talk), talk)
	want(t, "of a task", strings.Join(listed, "|"), "a limit for the rows|a test with quotes")
}

func TestWhatTheUserSaysIsLeftByNumbersIsTheList(t *testing.T) {
	f := toldTurns(SessionEnd, line.State{}, [2]string{"go through the remarks", "+1 to 3 are answered."},
		[2]string{"stop here. left are 4 6 7 8 9", "Right, those remain."})
	want(t, "next", strings.Join(f.Document().Lines("next"), "|"), "left are 4 6 7 8 9")
	state := line.State{Head: line.Head{Goal: "go through the remarks"}, Next: []line.Item{{Text: "left are 4 6 7 8 9", At: now.Add(-time.Hour)}}}
	f = toldTurns(SessionEnd, state, [2]string{"8 we skip, say so", "+8 is answered. 4 and 9 remain."})
	want(t, "next, later", strings.Join(f.adds().Lines("next"), "|"), "4 and 9 remain")
	want(t, "resolved", strings.Join(f.adds().Lines("resolved"), "|"), "left are 4 6 7 8 9")
	f = toldTurns(SessionEnd, line.State{}, [2]string{"go through the remarks", "+1 to 3 are answered. 4 and 5 remain."})
	want(t, "next, of an answer alone", strings.Join(f.Document().Lines("next"), "|"), "")
}

// Of several things of which some are put off again and the other ones are done, those stay.
func TestOfAStepOfSeveralThingsWhatIsPutOffAgainStays(t *testing.T) {
	state := line.State{Next: []line.Item{{Text: "payment-api und search-api fehlen noch", At: now.Add(-time.Hour)}}}
	for reply, wanted := range map[string]string{
		"payment-api chart jetzt, search-api später":   "search-api später",
		"payment-api und search-api machen wir morgen": "",
	} {
		f := toldTurns(SessionEnd, state, [2]string{"good morning", "Hello."}, [2]string{reply, "+charts/payment-api steht."})
		talk := f.talk()
		open, _, _ := f.next(nil, f.left(talk), talk)
		want(t, reply, strings.Join(open, "|"), wanted)
	}
}

func TestOneNumberThatIsDoneLeavesTheOthersAndTheGoal(t *testing.T) {
	state := line.State{Head: line.Head{Goal: "go through the remarks"}, Next: []line.Item{{Text: "left are 4 6 9", At: now.Add(-time.Hour)}}}
	f := toldTurns(SessionEnd, state, [2]string{"go on with 4", "+4 is answered."})
	want(t, "next", strings.Join(f.adds().Lines("next"), "|"), "left are 6 9")
	want(t, "resolved", strings.Join(f.adds().Lines("resolved"), "|"), "left are 4 6 9")
	want(t, "goal", f.goal(), "go through the remarks")
}

// A prompt that only asks about a step of before, or puts it off again, ends it not, though the session changed files.
func TestAPromptThatOnlyNamesAStepLeavesIt(t *testing.T) {
	state := line.State{Next: []line.Item{{Text: "a csv export of the orders", At: now.Add(-time.Hour)}}}
	for reply, stays := range map[string]bool{
		"fix the login. we will add the csv export of the orders next week": true,
		"how would you add the csv export of the orders? and fix the login": true,
		"fix the login before the csv export of the orders":                 true,
		"add the csv export of the orders":                                  false,
	} {
		f := toldTurns(SessionEnd, state, [2]string{reply, "+The login is as it should be."})
		talk := f.talk()
		_, settled, _ := f.next(nil, f.left(talk), talk)
		if got := len(settled) == 0; got != stays {
			t.Errorf("%q: settled %q", reply, settled)
		}
	}
}

// A session's prompt that only asks about a step, or puts it off again, is no order for it.
func TestAStepThatAPromptDoesNotOrderStays(t *testing.T) {
	for said, over := range map[string]bool{
		"how do we handle rate limits?": false, "do the rate limits later": false, "fix the header, the rate limits later": false,
		"handle the rate limits": true, "can you handle the rate limits?": true, "the header later, rate limits now": true,
	} {
		steps := []line.Item{{Text: "handle rate limits", At: now.Add(-time.Hour)}, {Text: "rotate the token", At: now.Add(-time.Hour)}}
		f := toldTurns(SessionEnd, line.State{Next: steps}, [2]string{said, "+The server answers 429."})
		talk := f.talk()
		_, settled, _ := f.next(nil, f.left(talk), talk)
		if slices.Contains(settled, "handle rate limits") != over {
			t.Errorf("%q: settled %q", said, settled)
		}
	}
}

// A session's first number is of the list that it was told, which is shorter once a commit did one of its steps.
func TestANumberEndsNoStepOfAShorterList(t *testing.T) {
	items := func(steps ...string) (all []line.Item) {
		for _, step := range steps {
			all = append(all, line.Item{Text: step, At: now.Add(-2 * time.Hour)})
		}
		return all
	}
	state := line.State{Next: items("the mail to the buyer", "the page of prices"), Resolved: items("a coupon field")}
	f := toldTurns(SessionEnd, state, [2]string{"2", "+The coupon field is in."})
	f.Conversation.Commits = []transcript.Commit{{Subject: "feat: coupon field", Time: now.Add(-time.Minute)}}
	talk := f.talk()
	_, settled, _ := f.next(nil, f.left(talk), talk)
	want(t, "settled", strings.Join(settled, "|"), "")
}
