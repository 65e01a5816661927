package autosave

import (
	"strings"
	"testing"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/line"
	"holdfast/lib/transcript"
)

func TestAListEndsNoStepThatAnotherSessionLeftAfterIt(t *testing.T) {
	talk := said("add a flag", "leave it")
	talk[0].Time, talk[0].Answer, talk[1].Time = now.Add(-time.Hour), "Added.\n\nStill open:\n- a check", now.Add(-time.Minute)
	f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: talk, LastAnswer: "Sure.", Last: now}}
	f.State.Next = []line.Item{{Text: "the docs", At: now.Add(-2 * time.Hour)}, {Text: "points in the quote", At: now.Add(-time.Second)}}
	_, settled := f.next(nil, f.left(f.talk()), f.talk())
	want(t, "settled", strings.Join(settled, "|"), "the docs")
}

// Whoever saves last keeps what another session left since this one was told its lines, and does it only by its words.
func TestAListEndsNoStepThatTheSessionWasNotTold(t *testing.T) {
	for _, asked := range []string{"fix the page", "do the rest"} {
		talk := said(asked)
		f := Facts{Session: Session{Date: now, Trigger: SessionEnd}, Work: Work{Changed: []string{"a.go"}}}
		f.Conversation = transcript.Conversation{Prompts: talk, LastAnswer: "The page and the lamp are fixed.\n\nStill open:\n- a check", Last: now}
		f.Conversation.Changes = []transcript.Change{{Span: transcript.Span{From: now, To: now}}}
		f.Conversation.Prompts[0].Time = now
		f.last.Notes.Beyond = []string{"thoughts/shared/handoffs/x/" + now.Add(-5*time.Minute).Format("2006-01-02_15-04") + "_auto_checkpoint.yaml"}
		f.State.Next = []line.Item{{Text: "the docs", At: now.Add(-2 * time.Hour)}, {Text: "points in the quote", At: now.Add(-5 * time.Minute)}}
		f.State.Next = append(f.State.Next, line.Item{Text: "fix the lamp", At: now.Add(-5 * time.Minute)})
		_, settled := f.next(nil, f.left(f.talk()), f.talk())
		want(t, asked, strings.Join(settled, "|"), "the docs|fix the lamp")
	}
}

func TestASessionThatGoesOnWithAnOlderStepIsAboutThat(t *testing.T) {
	for prompt, want := range map[string]string{
		"go on with the threshold": "the threshold in water.conf", "go on with the third zone": "water the third zone", "go on": "water the third zone",
	} {
		f := Facts{Work: Work{Changed: []string{"conf.c"}}, Conversation: transcript.Conversation{Prompts: said(prompt), LastAnswer: "Done."}}
		f.State.Goal, f.State.Next = "water the third zone", []line.Item{{Text: "the threshold in water.conf", At: now}}
		if got := f.goal(); got != want {
			t.Errorf("%q is about %q", prompt, got)
		}
	}
}

// A step that only commits is told once, and not once all is committed.
func TestACommitPutOffEndsWhenAllIsCommitted(t *testing.T) {
	for _, c := range []struct {
		left, open string
		committed  time.Time
	}{
		{"", "commit mach ma morgen", time.Time{}},
		{"\n\nOffen:\n- Änderungen committen", "Änderungen committen", time.Time{}},
		{"\n\nOffen:\n- Änderungen committen", "", now},
	} {
		talk := said("runde alle Beträge", "commit mach ma morgen")
		talk[0].Time, talk[0].Answer, talk[1].Time = now.Add(-time.Hour), "Gerundet."+c.left, now.Add(-time.Minute)
		f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: talk, LastAnswer: "Ok."}}
		f.Work = Work{Changed: []string{"sum.go"}, Known: true, committed: c.committed}
		f.State.Next = []line.Item{{Text: "commit the changes", At: now.Add(-2 * time.Hour)}}
		if c.left == "" {
			f.State.Next = nil
		}
		left := f.left(f.talk())
		open, settled := f.next(nil, left, f.talk())
		want(t, "open", strings.Join(open, "|"), c.open)
		if !c.committed.IsZero() {
			want(t, "settled", strings.Join(settled, "|"), "commit the changes")
		}
	}
}

func TestAnAnswerPointsToTheListBefore(t *testing.T) {
	talk := said("find out why", "a test first", "commit it")
	for i, answer := range []string{"Ideas:\n- [ ] the clock\n- [ ] the cache", "It is red.\n\nNot done yet: the two ideas above.", "Committed."} {
		talk[i].Time, talk[i].Answer = now.Add(time.Duration(i)*time.Minute), answer
	}
	f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: talk, LastAnswer: talk[2].Answer, Last: now}}
	want(t, "steps", strings.Join(f.left(f.talk()).steps, "|"), "the clock|the cache")
}

func TestAPromptThatEndsWorkEndsTheStepThatItIs(t *testing.T) {
	talk := said("add a grid", "Open the PR, please.", "which tests ran?")
	for i, answer := range []string{"Added.\n\nNext:\n- Open the PR\n- the docs", "PR #46 is open.", "All."} {
		talk[i].Time, talk[i].Answer = now.Add(time.Duration(i)*time.Minute), answer
	}
	f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: talk, LastAnswer: talk[2].Answer, Last: now}}
	want(t, "steps", strings.Join(f.left(f.talk()).steps, "|"), "the docs")
}

// What leads to a list, or is ticked in one, is not where the work is.
func TestNowIsWhatASentenceSays(t *testing.T) {
	for answer, want := range map[string]string{
		"Step 1 is done\n\n| step | of what | done |\n|---|---|---|\n| 2. the docs | of the page and more | no |\n\nLeft:\n- the docs": "Step 1 is done",
		"I looked.\n\nNot done yet:\n- [ ] the docs":                         "I looked",
		"Here is where we stand:\n\nThe page is built.\n\nLeft:\n- the docs": "The page is built",
		"Where we stand:\n- [x] the page: it is built well\n- [ ] the docs":  "Where we stand",
		// a heading says less than the sentence below it
		"## Page of prices complete!\n\nThe page now sorts by price.\n\nLeft:\n- the docs":              "The page now sorts by price",
		"Super!\n\n# Preisseite fertig\n\nDie Seite sortiert nun nach Preis.\n\nOffen:\n- die Doku":     "Die Seite sortiert nun nach Preis",
		"## Página de precios lista\n\nLa página ya ordena por precio.\n\nPendiente:\n- los docs":       "La página ya ordena por precio",
		"## Страница цен готова\n\nСтраница сортирует по цене.\n\nОсталось:\n- документация":            "Страница сортирует по цене",
		"## 価格ページの完成\n\n価格ページを並べ替えました。\n\n残り:\n- ドキュメント":                                                "価格ページを並べ替えました。",
		"## Page of prices complete!\n\nIt has:\n- a column to sort by\n\nLeft:\n- the docs":            "Page of prices complete!",
		"Done!\n\n## Page of prices complete!\n\n### The columns of it\n\nIt has:\n\nLeft:\n- the docs": "Page of prices complete!",
		"## Page des prix terminée\n\n- [x] la page trie par prix\n\nReste à faire:\n- la doc":          "Page des prix terminée",
	} {
		f := Facts{Conversation: transcript.Conversation{Prompts: said("build the page"), LastAnswer: answer}}
		if got := f.now(f.left(f.talk()), f.talk()); got != want {
			t.Errorf("%q: now is %q", answer, got)
		}
	}
}

func TestAQuestionBesideTheWorkIsNotWhereItIs(t *testing.T) {
	talk := said("build the page of prices", "by the way, what is an ETag?")
	talk[0].Time, talk[0].Answer, talk[1].Time = now.Add(-time.Hour), "The prices are listed.", now.Add(-time.Minute)
	for trigger, want := range map[string]string{
		SessionEnd: "asked: build the page of prices; answered: The prices are listed.",
		"auto":     "asked: by the way, what is an ETag?; answered: A hash of the body.",
	} {
		f := Facts{Session: Session{Date: now, Trigger: trigger}, Work: Work{Changed: []string{"a.go"}}}
		f.Conversation = transcript.Conversation{Prompts: talk, LastAnswer: "A hash of the body."}
		if got := f.now(f.left(f.talk()), f.talk()); got != want {
			t.Errorf("%s: now is %q", trigger, got)
		}
	}
}

// Nor is a trip to another branch, where the session came back to the line's.
func TestATripToAnotherBranchIsNotWhereTheWorkIs(t *testing.T) {
	for branch, want := range map[string]string{
		"feat/a": "asked: build the page of prices; answered: The prices are listed.",
		"feat/b": "asked: quick, on feat/b: push the refunds; answered: They are pushed.",
	} {
		talk := said("build the page of prices", "quick, on feat/b: push the refunds", "ok, back. what was it?")
		for i, answer := range []string{"The prices are listed.", "They are pushed.", "The page of prices."} {
			talk[i].Time, talk[i].Answer = now.Add(time.Duration(i-5)*time.Minute), answer
		}
		change := func(i int, branch string) transcript.Change {
			at := talk[i].Time.Add(time.Second)
			return transcript.Change{Span: transcript.Span{From: at, To: at}, Branch: branch}
		}
		f := Facts{Session: Session{Date: now, Trigger: SessionEnd}, Work: Work{Branch: branch, On: []string{"feat/a", "feat/b"}}}
		f.Work.made = []transcript.Change{change(0, "feat/a"), change(1, "feat/b")}
		f.Conversation = transcript.Conversation{Prompts: talk, LastAnswer: "The page of prices."}
		if got := f.now(f.left(f.talk()), f.talk()); got != want {
			t.Errorf("on %s now is %q", branch, got)
		}
	}
}

func TestAStepEndsThatIsThrownAwayWithAllThatWasOffered(t *testing.T) {
	for reply, want := range map[string]string{"neither, forget it. cap it at 50": "the streaming: it is all in memory", "the first": ""} {
		talk := said("where were we?", "tenta, numa branch separada", reply)
		for i, answer := range []string{"The **streaming** stayed for later. Shall I try it now?", "It is closed too early. A or B, which?", "Capped."} {
			talk[i].Time, talk[i].Answer = now.Add(time.Duration(i)*time.Minute), answer
		}
		f := Facts{Session: Session{Date: now.Add(time.Hour)}, Conversation: transcript.Conversation{Prompts: talk, LastAnswer: "Capped."}}
		f.State.Next = []line.Item{{Text: "the streaming: it is all in memory", At: now.Add(-time.Hour)}, {Text: "the docs", At: now.Add(-time.Hour)}}
		_, settled := f.next(nil, f.left(f.talk()), f.talk())
		if got := strings.Join(settled, "|"); got != want {
			t.Errorf("%q ends %q", reply, got)
		}
	}
}

// A list of a part of the work replaces none of the rest, and what was committed is done though nobody ticked it off.
func TestAListOfAPartReplacesNoOtherStep(t *testing.T) {
	for answer, settled := range map[string]string{
		"Remaining for step 2: a test for a card with a code.":     "",
		"Noch offen für Schritt 2:\n- der Test":                    "",
		"Left:\n- a test for a card with a code":                   "Step 3: admin page|Step 4: docs for support",
		"Left on our side: a test of a card":                       "Step 3: admin page|Step 4: docs for support",
		"Left on the project: a test of a card":                    "Step 3: admin page|Step 4: docs for support",
		"Left for tomorrow:\n- a test\n- the changelog":            "Step 3: admin page|Step 4: docs for support",
		"Left for the gift cards:\n- a test for a card":            "Step 3: admin page|Step 4: docs for support",
		"What's left on this branch:\n- a test for a card":         "Step 3: admin page|Step 4: docs for support",
		"Left for the release: a test for a card, the release log": "Step 3: admin page|Step 4: docs for support",
	} {
		talk := said("redeem in checkout")
		f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: talk, LastAnswer: answer, Last: now}}
		f.State.Goal, f.State.Next = "Gift cards", []line.Item{{Text: "Step 3: admin page", At: now.Add(-time.Hour)}, {Text: "Step 4: docs for support", At: now.Add(-time.Hour)}}
		_, got := f.next(nil, f.left(f.talk()), f.talk())
		want(t, answer, strings.Join(got, "|"), settled)
	}
}

func TestATaskThatWasCommittedIsDoneThoughNotTickedOff(t *testing.T) {
	for _, status := range []string{"in_progress", "pending"} {
		f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: said("add discounts"), LastAnswer: "Committed.", Last: now}}
		f.Conversation.Commits = []transcript.Commit{{Subject: "feat(pricing): discount codes, percent and fixed", Time: now}}
		f.Conversation.Tasks = []transcript.Task{{Subject: "discount.ts with percent and fixed", Status: status}, {Subject: "the web message", Status: "pending"}}
		open, _ := f.next(f.tasks(), f.left(f.talk()), f.talk())
		want(t, status, strings.Join(open, "|"), "the web message")
	}
}

// What was said before a task was named, or named again as open, does not end it.
func TestATaskThatAnAnswerSaysIsDoneIsDone(t *testing.T) {
	for _, c := range []struct{ task, answer, left string }{
		{"Test for totals", "The test for totals is green.", ""},
		{"Sort by name", "The list is sorted by name now.", ""},
		{"Summenzeile pro Pumpe", "Die Summenzeile pro Pumpe ist fertig.", ""},
		{"ligne des totaux", "La ligne des totaux est ajoutée.", ""},
		{"línea de totales", "La línea de totales está hecha.", ""},
		{"строка итогов", "Строка итогов добавлена.", ""},
		{"合計の行を追加", "合計の行を追加しました。", ""},
		{"Test for totals", "The totals line is in. The test for totals is still red.", "Test for totals"},
		{"Test for totals", "The totals line is in.", "Test for totals"},
		{"Summenzeile pro Pumpe", "Die Pumpe ist drin, die Summenzeile fehlt noch.", "Summenzeile pro Pumpe"},
		{"ligne des totaux", "La ligne des totaux n'est pas encore faite.", "ligne des totaux"},
		{"línea de totales", "Falta la línea de totales.", "línea de totales"},
	} {
		for at, left := range map[time.Duration]string{-time.Hour: c.left, 0: c.left, time.Hour: c.task} {
			talk := said("the totals", "why is it slow?", "thanks")
			for i, answer := range []string{c.answer, "It sorts twice.", "Sure."} {
				talk[i].Time, talk[i].Answer = now.Add(time.Duration(i*30)*time.Minute), answer
			}
			f := Facts{Session: Session{Date: now.Add(2 * time.Hour)}, Conversation: transcript.Conversation{Prompts: talk, LastAnswer: "Sure."}}
			f.Conversation.Tasks = []transcript.Task{{Subject: c.task, Status: "pending", At: now.Add(at)}, {Subject: "the README", Status: "pending", At: now.Add(at)}}
			open, _ := f.next(f.tasks(), leftWork{}, f.talk())
			want(t, c.answer+at.String(), strings.Join(open, "|"), strings.TrimPrefix(left+"|the README", "|"))
		}
	}
}

func TestATaskAndAListedStepOfTheSameAreOne(t *testing.T) {
	for step, want := range map[string]string{
		"3 totals line": "Totals line, minutes per pump", "5 the totals line": "Totals line, minutes per pump",
		"totals line of the report": "Totals line, minutes per pump|totals line of the report",
		"the README":                "Totals line, minutes per pump|the README",
	} {
		f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: said("the totals"), LastAnswer: "I looked.\n\nLeft:\n- " + step, Last: now}}
		f.Conversation.Tasks = []transcript.Task{{Subject: "Totals line, minutes per pump", Status: "pending", At: now}}
		open, _ := f.next(f.tasks(), f.left(f.talk()), f.talk())
		if got := strings.Join(open, "|"); got != want {
			t.Errorf("%q: next is %q", step, got)
		}
	}
}

// An older client's list replaces the one before, of which a save tells.
func TestAWholeListOfTasksReplacesTheOneBefore(t *testing.T) {
	a := earlier(t, "---\nmode: checkpoint\n---\nmetadata:\n  tasks: [{subject: one, status: pending}, {subject: two, status: pending}]\n")
	f := Facts{Earlier: artifact.LastSave{Path: a.Path, Artifact: a}}
	f.Conversation.Tasks = []transcript.Task{{Subject: "one", Status: "completed"}, {Subject: "two", Status: "pending"}}
	open, _ := f.next(f.tasks(), leftWork{}, f.talk())
	want(t, "open", strings.Join(open, "|"), "two")
}

func TestNowIsNeitherThrownAwayNorOnlyToGoOn(t *testing.T) {
	const lint, list = "**eslint**: `eslint.config.js` forbids console.log.", "\n\nLeft:\n- a test for the mail symbols"
	for last, now := range map[string]string{"scrap the eslint thing": "asked: scrap the eslint thing; answered: Removed.", "thanks": "eslint: `eslint.config.js` forbids console.log"} {
		talk := said("forbid console.log by eslint", last)
		talk[0].Answer, talk[1].Answer = lint+list, "Removed."
		f := Facts{Conversation: transcript.Conversation{Prompts: talk, LastAnswer: "Removed."}}
		want(t, last, f.now(f.left(f.talk()), f.talk()), now)
	}
	talk := said("forbid console.log by eslint", "scrap the eslint thing. commit the mail fix only")
	talk[0].Answer, talk[1].Answer, talk[1].Time = lint, "Removed.", now
	f := Facts{Conversation: transcript.Conversation{Prompts: talk, LastAnswer: "Removed.", Commits: []transcript.Commit{{Time: now}}}}
	want(t, "committed", f.now(f.left(f.talk()), f.talk()), "asked: scrap the eslint thing. commit the mail fix only; answered: Removed.")
	f = Facts{Conversation: transcript.Conversation{Prompts: said("go on")}}
	f.State.Now = "the ledger is an append-only list"
	want(t, "killed", f.now(f.left(f.talk()), f.talk()), f.State.Now)
}

func TestOneStepForADayEndsNoOther(t *testing.T) {
	for answer, want := range map[string]string{
		"The fare is in.\n\nFor tomorrow: the page": "", "Der Preis steht.\n\nMorgen: die Seite": "",
		"Still open: the page": "the docs|the quote", "For tomorrow:\n- the page\n- the bill": "the docs|the quote",
		"For tomorrow: the docs and their index": "the docs",
	} {
		talk := said("put the fare in")
		talk[0].Time = now.Add(-time.Minute)
		f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: talk, LastAnswer: answer, Last: now}}
		f.State.Next = []line.Item{{Text: "the docs", At: now.Add(-2 * time.Hour)}, {Text: "the quote", At: now.Add(-2 * time.Hour)}}
		_, settled := f.next(nil, f.left(f.talk()), f.talk())
		if got := strings.Join(settled, "|"); got != want {
			t.Errorf("%q settles %q, want %q", answer, got, want)
		}
	}
}

// At a "go on" the only step ends if the session changed a file of the line or says a word of it, and not if its answer
// puts that off.
func TestTheOnlyStepStaysWhereTheSessionDidSomethingElse(t *testing.T) {
	for _, c := range []struct {
		step, file, stays, ends string // answers; of a file of the line where that is parse.go
	}{
		{"comments in the parser", "README.fr.md", "The table of the README is translated.|The build was broken, so I repaired the Makefile.", "Every function has its comment.|The parser explains itself."},
		{"comments in the parser", "parse.go", "I fixed a typo first. The comments come after that.|The comments are not there yet.|Typo fixed. Comments are up next.|I fixed the build first.", "All in.|I wrote the comments after the tests had passed.|Then I wrote the comments."},
		{"Kommentare im Parser", "README.md", "Die Tabelle ist übersetzt.|Der Build war kaputt, das Makefile geht wieder.", "Jede Funktion hat einen Kommentar."},
		{"Kommentare im Parser", "parse.go", "Erst den Build repariert. Die Kommentare kommen danach.|Zu den Kommentaren bin ich noch nicht gekommen.|Die kommentare mach ich später.", "Fertig.|Die Kommentare sind drin, danach lief der Test."},
		{"les commentaires du parseur", "Makefile", "Le build était cassé, je l'ai réparé.", "Chaque fonction a son commentaire."},
		{"les commentaires du parseur", "parse.go", "J'ai d'abord réparé le build. Les commentaires viennent après.|Je ne suis pas encore arrivé aux commentaires.|les commentaires plus tard", "C'est bon.|J'ai écrit les commentaires."},
		{"comentarios en el parser", "Makefile", "He arreglado el build.", "Cada función tiene su comentario."},
		{"comentarios en el parser", "parse.go", "Primero arreglé el build. Los comentarios vienen después.|Aún no he llegado a los comentarios.|los comentarios mas tarde", "Listo.|Los comentarios están puestos."},
		{"comentários no parser", "Makefile", "Arrumei o build.", "Cada função tem seu comentário."},
		{"comentários no parser", "parse.go", "Arrumei o build primeiro. Os comentários vêm depois.|Ainda não cheguei nos comentários.", "Pronto.|Os comentários estão lá."},
		{"commenti nel parser", "Makefile", "Ho sistemato il build.", "Ogni funzione ha il suo commento, i commenti sono in inglese."},
		{"commenti nel parser", "parse.go", "Prima ho sistemato il build. I commenti vengono dopo.|Non sono ancora arrivato ai commenti.", "Fatto.|Ho scritto i commenti."},
		{"комментарии в парсере", "Makefile", "Починил сборку.", "Парсер прокомментирован."},
		{"комментарии в парсере", "parse.go", "Сначала починил сборку. Комментарии будут потом.|Комментарии ещё не готовы.", "Готово.|Комментарии добавлены."},
		{"给解析器加注释", "Makefile", "构建已修好。", "解析器的注释已加上。"},
		{"给解析器加注释", "parse.go", "先修了构建。注释之后再写。|还没写注释。", "好了。"},
		{"パーサーにコメントを付ける", "Makefile", "ビルドを直しました。", "パーサーのコメントを付けました。"},
		{"パーサーにコメントを付ける", "parse.go", "まずビルドを直しました。コメントはその後です。|コメントはまだです。", "できました。"},
	} {
		for want, answers := range map[string]string{"": c.stays, c.step: c.ends} {
			for _, answer := range strings.Split(answers, "|") {
				f := Facts{Session: Session{Date: now, Trigger: SessionEnd}, Work: Work{Changed: []string{c.file}}}
				f.State.Goal, f.State.Files = "the parser", []string{"parse.go"}
				f.State.Next = []line.Item{{Text: c.step, At: now.Add(-time.Hour)}}
				f.Conversation = transcript.Conversation{Prompts: said("go on"), LastAnswer: answer}
				f.Conversation.Prompts[0].Time = now.Add(-time.Minute)
				f.Conversation.Changes = []transcript.Change{{Span: transcript.Span{From: now, To: now}}}
				_, settled := f.next(nil, f.left(f.talk()), f.talk())
				if strings.Join(settled, "|") != want {
					t.Errorf("%q, %s: %q ends %q", c.step, c.file, answer, settled)
				}
			}
		}
	}
}

// A reply that only agrees names nothing: what it takes is what the answer before it offers.
func TestWhatIsAskedLastIsTheOfferThatWasTaken(t *testing.T) {
	for _, c := range []struct{ offer, reply, answer, want string }{
		{"The page is built. Want me to add a test of the empty list?", "y", "", "asked: add a test of the empty list (y)"},
		{"The page is built. Shall I also write the docs?", "yes please", "They are written.", "asked: write the docs (yes please); answered: They are written."},
		{"Die Seite steht. Soll ich die Doku umbauen?", "ja", "", "asked: die Doku umbauen (ja)"},
		{"La page est prête. Veux-tu que je mette à jour la doc ?", "oui", "", "asked: mette à jour la doc (oui)"},
		{"La página está. ¿Quieres que añada las pruebas?", "dale", "", "asked: añada las pruebas (dale)"},
		{"页面做好了。要我更新文档吗？", "好的", "", "asked: 更新文档 (好的)"},
		{"The page is built. Want me to commit it?", "y", "", "asked: build the page of prices; answered: The page is built. Want me to commit it?"},
		{"The page is built. Is that the right file?", "yes", "", "asked: build the page of prices"},
		{"The page is built.", "go on", "", "asked: build the page of prices; answered: The page is built."},
		{"Die Seite steht.", "weiter", "", "asked: build the page of prices; answered: Die Seite steht."},
		{"La page est prête.", "vas-y", "", "asked: build the page of prices; answered: La page est prête."},
		{"La página está. Ahora quito la columna.", "ok", "", "asked: build the page of prices; answered: La página está. Ahora quito la columna."},
		{"The page is built.", "now the docs", "", "asked: now the docs"},
	} {
		talk := said("build the page of prices", c.reply)
		talk[0].Time, talk[0].Answer, talk[1].Time = now.Add(-time.Hour), c.offer, now.Add(-time.Minute)
		f := Facts{Session: Session{Date: now, Trigger: "auto"}, Work: Work{Changed: []string{"a.go"}}}
		f.Conversation = transcript.Conversation{Prompts: talk, LastAnswer: c.answer}
		want(t, c.offer, f.now(f.left(f.talk()), f.talk()), c.want)
	}
}

// After a compaction whose summary names no work the session keeps its title.
func TestTheTitleOfASessionOutlivesACompaction(t *testing.T) {
	const first, later = "water less when rain is forecast", "write the units of the readme in mm"
	for summary, want := range map[string]string{
		"": first, "We went on.": first,
		"1. Primary Request and Intent:\n   Count the litres of each zone of the garden.\n\n2. Key Technical Concepts:\n": "Count the litres of each zone of the garden.",
	} {
		f := Facts{Session: Session{ID: "a", Date: now}, Conversation: transcript.Conversation{Prompts: said(later), Summary: summary}}
		f.State.LastSittings = []line.Sitting{{Session: "a", Title: first}}
		if got, named := f.title(); got != want || !named {
			t.Errorf("after %q: %q", summary, got)
		}
	}
}

// A session is for a step that the user had put off, and goes on with the old work at one that an answer listed.
func TestAStepThatWasPutOffIsAGoalOfItsOwn(t *testing.T) {
	const old, off = "merge.py crashes on the sales", "the table of purchases tomorrow"
	for said, want := range map[string]string{off: "do the table of purchases", "go on": old} {
		f := Facts{Session: Session{Date: now}, Work: Work{Changed: []string{"buys.py"}}}
		f.Conversation = transcript.Conversation{Prompts: []transcript.Prompt{{Text: "do the table of purchases"}}, LastAnswer: "Done."}
		f.State.Goal, f.State.Next = old, []line.Item{{Text: off, At: now.Add(-20 * time.Hour)}}
		f.State.Prompts = []line.Item{{Text: said, At: now.Add(-20 * time.Hour)}}
		if got := f.goal(); got != want {
			t.Errorf("after %q the goal is %q, want %q", said, got, want)
		}
	}
}
