package autosave

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/line"
	"holdfast/lib/transcript"
)

func TestWhatWasSaidIsTakenApartOnceForAllSteps(t *testing.T) {
	const text = "The module reads key=value pairs and a token from config.go, then it was added to the list. "
	at := now.Add(-time.Hour)
	saving := func(steps int) float64 {
		var f Facts
		for i := range maxTurns {
			f.Conversation.Prompts = append(f.Conversation.Prompts, transcript.Prompt{
				Text: "explain the next part", Answer: strings.Repeat(text, 40), Time: at.Add(time.Duration(i) * time.Minute),
			})
		}
		for i := range steps {
			step := fmt.Sprintf("write the regression test number %d of the exported totals", i)
			f.State.Next = append(f.State.Next, line.Item{Text: step, At: at.Add(-time.Hour)})
		}
		return testing.AllocsPerRun(1, func() { f.adds() })
	}
	if one, many := saving(1), saving(12); many > one*1.2 {
		t.Errorf("%.0f allocations for one step, %.0f for twelve", one, many)
	}
}

func TestAKnownStepThatIsPutOffStays(t *testing.T) {
	f := Facts{Session: Session{Date: now, Trigger: SessionEnd}, Work: Work{Changed: []string{"export.go"}}}
	f.State.Goal = "the export"
	f.State.Next = []line.Item{{Text: "retries", At: now.AddDate(0, 0, -1)}, {Text: "a flag for rows", At: now.AddDate(0, 0, -1)}}
	f.Conversation = transcript.Conversation{Prompts: said("go on with the export", "commit it. retries tomorrow"), LastAnswer: "Committed."}
	_, settled, _ := f.next(nil, leftWork{}, f.talk())
	want(t, "settled", strings.Join(settled, "|"), "")
	f.Conversation.LastAnswer = "Committed.\n\nStill open:\n- the docs"
	_, settled, _ = f.next(nil, f.left(f.talk()), f.talk())
	want(t, "settled by a list", strings.Join(settled, "|"), "a flag for rows")
}

func TestAListEndsNoStepThatAnotherSessionLeftAfterIt(t *testing.T) {
	talk := said("add a flag", "leave it")
	talk[0].Time, talk[0].Answer, talk[1].Time = now.Add(-time.Hour), "Added.\n\nStill open:\n- a check", now.Add(-time.Minute)
	f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: talk, LastAnswer: "Sure.", Last: now}}
	f.State.Next = []line.Item{{Text: "the docs", At: now.Add(-2 * time.Hour)}, {Text: "points in the quote", At: now.Add(-time.Second)}}
	_, settled, _ := f.next(nil, f.left(f.talk()), f.talk())
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
		_, settled, _ := f.next(nil, f.left(f.talk()), f.talk())
		want(t, asked, strings.Join(settled, "|"), "the docs|fix the lamp")
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
		open, settled, _ := f.next(nil, left, f.talk())
		want(t, "open", strings.Join(open, "|"), c.open)
		if !c.committed.IsZero() {
			want(t, "settled", strings.Join(settled, "|"), "commit the changes")
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
		_, settled, _ := f.next(nil, f.left(f.talk()), f.talk())
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
		_, got, _ := f.next(nil, f.left(f.talk()), f.talk())
		want(t, answer, strings.Join(got, "|"), settled)
	}
	for asked, settled := range map[string]string{
		"whats left of the redeeming": "", "what's left of the gift cards?": "Step 3: admin page|Step 4: docs for support",
		"what's left?": "Step 3: admin page|Step 4: docs for support",
	} {
		f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: said(asked), LastAnswer: "Left: a test for a card", Last: now}}
		f.State.Goal, f.State.Next = "Gift cards", []line.Item{{Text: "Step 3: admin page", At: now.Add(-time.Hour)}, {Text: "Step 4: docs for support", At: now.Add(-time.Hour)}}
		_, got, _ := f.next(nil, f.left(f.talk()), f.talk())
		want(t, asked, strings.Join(got, "|"), settled)
	}
}

func TestATaskThatWasCommittedIsDoneThoughNotTickedOff(t *testing.T) {
	for _, status := range []string{"in_progress", "pending"} {
		f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: said("add discounts"), LastAnswer: "Committed.", Last: now}}
		f.Conversation.Commits = []transcript.Commit{{Subject: "feat(pricing): discount codes, percent and fixed", Time: now}}
		f.Conversation.Tasks = []transcript.Task{{Subject: "discount.ts with percent and fixed", Status: status}, {Subject: "the web message", Status: "pending"}}
		open, _, _ := f.next(f.tasks(), f.left(f.talk()), f.talk())
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
			open, _, _ := f.next(f.tasks(), leftWork{}, f.talk())
			want(t, c.answer+at.String(), strings.Join(open, "|"), strings.TrimPrefix(left+"|the README", "|"))
		}
	}
}

func TestATaskAndAListedStepOfTheSameAreOne(t *testing.T) {
	for step, want := range map[string]string{
		"3 totals line": "Totals line, minutes per pump", "5 the totals line": "Totals line, minutes per pump",
		"totals line of the report": "Totals line, minutes per pump|totals line of the report",
		"the README":                "Totals line, minutes per pump|the README",
		"把 Totals 加到每个 pump":        "Totals line, minutes per pump",
		"测试 Totals":                 "Totals line, minutes per pump|测试 Totals",
	} {
		f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: said("the totals"), LastAnswer: "I looked.\n\nLeft:\n- " + step, Last: now}}
		f.Conversation.Tasks = []transcript.Task{{Subject: "Totals line, minutes per pump", Status: "pending", At: now}}
		open, _, _ := f.next(f.tasks(), f.left(f.talk()), f.talk())
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
	open, _, _ := f.next(f.tasks(), leftWork{}, f.talk())
	want(t, "open", strings.Join(open, "|"), "two")
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
		_, settled, _ := f.next(nil, f.left(f.talk()), f.talk())
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
				_, settled, _ := f.next(nil, f.left(f.talk()), f.talk())
				if strings.Join(settled, "|") != want {
					t.Errorf("%q, %s: %q ends %q", c.step, c.file, answer, settled)
				}
			}
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
		got, settled, _ := f.next(nil, f.left(f.talk()), f.talk())
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
		got, _, _ := f.next(nil, f.left(f.talk()), f.talk())
		want(t, branches, strings.Join(got, "|"), open)
	}
}

// A list ends the steps of the line that an earlier session left where it is of the same topic: the prompt goes on,
// changes a file of the line, or prompt, answer or list share a word with the goal or a step that was left with these.
func TestAListEndsNoStepOfAnotherTopic(t *testing.T) {
	for _, c := range []struct{ goal, next, prompt, answer, settled, file string }{
		{"a page for the harbour in harbour.py", "docs of the harbour|opening hours", "urgent: the ferry in ferry.py crashes", "Fixed.\n\n**Left**\n- a test for the ferry", "", ""},
		{"a page for the harbour in harbour.py", "docs of the harbour|opening hours", "quick detour: rename the deploy script", "Renamed.\n\nStill open:\n- tell the runner its name", "", ""},
		{"retry failed payments", "backoff between the payments|metrics", "before that, the linter complains about the imports", "Sorted.\n\nNot done yet:\n- the unused ones in util.go", "", ""},
		{"Rechnungen als PDF ausgeben", "Summen der Rechnungen|Kopfzeile", "kurz was anderes: der Login hängt", "Behoben.\n\nOffen:\n- ein Test für den Login", "", ""},
		{"exporter les factures en PDF", "les totaux des factures|les entêtes", "urgent : la connexion plante", "Corrigé.\n\nReste à faire :\n- un test de connexion", "", ""},
		{"exportar las facturas en PDF", "los totales de las facturas|los encabezados", "otra cosa: la conexión falla", "Arreglado.\n\nPendiente:\n- una prueba de la conexión", "", ""},
		{"exportar as faturas em PDF", "os totais das faturas|os cabeçalhos", "outra coisa: o login trava", "Corrigido.\n\nFalta:\n- um teste do login", "", ""},
		{"esportare le fatture in PDF", "i totali delle fatture|le intestazioni", "altra cosa: il login si blocca", "Risolto.\n\nResta da fare:\n- un test del login", "", ""},
		{"выгрузка счетов в PDF", "итоги по счетам|заголовки", "срочно: вход не работает", "Исправлено.\n\nОсталось:\n- проверка входа", "", ""},
		{"把发票导出为PDF", "发票的合计|页眉", "另外一件事：登录崩溃了", "已修复。\n\n剩余：\n- 登录的测试", "", ""},
		{"請求書をPDFで出力する", "請求書の合計|見出し", "別件：ログインが落ちる", "修正しました。\n\n残り:\n- ログインのテスト", "", ""},

		{"a page for the harbour in harbour.py", "docs of the harbour|opening hours", "the colour of the harbour page", "It is blue.\n\n**Left**\n- the legend", "docs of the harbour|opening hours", ""},
		{"a page for the harbour in harbour.py", "docs of the harbour|opening hours", "go on", "Half of it is in.\n\n**Left**\n- the second half", "docs of the harbour|opening hours", ""},
		{"a page for the harbour in harbour.py", "docs of the harbour|opening hours", "what ana asked for", "The docs are in.\n\n**Left**\n- the legend", "docs of the harbour|opening hours", ""},
		{"a page for the harbour in harbour.py", "docs of the harbour|opening hours", "now the rest of it", "Nearly.\n\n**Left**\n- the legend", "docs of the harbour|opening hours", ""},
		{"retry failed payments", "backoff between the payments|metrics", "add a cap to the backoff", "Capped.\n\nNot done yet:\n- the docs", "backoff between the payments|metrics", ""},
		{"retry failed payments", "backoff between the payments|metrics", "one more thing", "The metrics count now.\n\nNot done yet:\n- the docs", "backoff between the payments|metrics", ""},
		{"Rechnungen als PDF ausgeben", "Summen der Rechnungen|Kopfzeile", "mach die Kopfzeile fertig", "Fertig.\n\nOffen:\n- die Doku", "Summen der Rechnungen|Kopfzeile", ""},
		{"exporter les factures en PDF", "les totaux des factures|les entêtes", "les entêtes d'abord", "C'est fait.\n\nReste à faire :\n- la doc", "les totaux des factures|les entêtes", ""},
		{"exportar las facturas en PDF", "los totales de las facturas|los encabezados", "sigue", "Avanzo.\n\nPendiente:\n- la segunda mitad", "los totales de las facturas|los encabezados", ""},
		{"exportar as faturas em PDF", "os totais das faturas|os cabeçalhos", "o logo das faturas", "Pronto.\n\nFalta:\n- a documentação", "os totais das faturas|os cabeçalhos", ""},
		{"esportare le fatture in PDF", "i totali delle fatture|le intestazioni", "i totali adesso", "Fatto.\n\nResta da fare:\n- la documentazione", "i totali delle fatture|le intestazioni", ""},
		{"выгрузка счетов в PDF", "итоги по счетам|заголовки", "продолжай", "Половина готова.\n\nОсталось:\n- вторая половина", "итоги по счетам|заголовки", ""},
		{"把发票导出为PDF", "发票的合计|页眉", "发票的标志", "完成了。\n\n剩余：\n- 文档", "发票的合计|页眉", "line.py"},
		{"請求書をPDFで出力する", "請求書の合計|見出し", "続けて", "半分できました。\n\n残り:\n- 後半", "請求書の合計|見出し", ""},
		{"a page for the harbour in harbour.py", "docs of the harbour|opening hours", "make it blue", "It is.\n\n**Left**\n- the legend", "docs of the harbour|opening hours", "line.py"},
		{"Rechnungen als PDF ausgeben", "Summen der Rechnungen|Kopfzeile", "mach es kleiner", "Ist es.\n\nOffen:\n- die Doku", "Summen der Rechnungen|Kopfzeile", "line.py"},
	} {
		talk := said(c.prompt)
		talk[0].Time = now.Add(-time.Minute)
		f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: talk, LastAnswer: c.answer, Last: now}}
		f.State.Goal, f.State.Files = c.goal, []string{"line.py"}
		f.Work.Changed = []string{"other.py"}
		if c.file != "" {
			f.Work.Changed = []string{c.file}
		}
		f.Work.touched = []line.File{{Path: f.Work.Changed[0], At: now}}
		for _, step := range strings.Split(c.next, "|") {
			f.State.Next = append(f.State.Next, line.Item{Text: step, At: now.Add(-time.Hour)})
		}
		_, settled, _ := f.next(nil, f.left(f.talk()), f.talk())
		want(t, c.prompt, strings.Join(settled, "|"), c.settled)
	}
}

// Of a detour a later list of the same session ends what the session left, and not what was left before.
func TestAListOfADetourEndsWhatTheDetourLeft(t *testing.T) {
	talk := said("now the refunds in ferry.py")
	talk[0].Time = now.Add(-time.Minute)
	f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: talk, LastAnswer: "They are in.\n\n**Left**\n- a price list", Last: now}}
	f.State.Goal, f.Work.Changed = "a page for the harbour in harbour.py", []string{"ferry.py"}
	f.Work.touched = []line.File{{Path: "ferry.py", At: now}}
	f.last = artifact.LastSave{Newest: "x", Notes: artifact.Notes{Saved: []string{
		"thoughts/shared/handoffs/x/" + now.Add(-10*time.Minute).Format("2006-01-02_15-04") + "_auto_checkpoint.yaml"}}}
	f.ID, f.State.Files = "me", []string{"ferry.py", "harbour.py"}
	f.State.LastSittings = []line.Sitting{{Session: "me", Files: []string{"ferry.py"}}}
	f.State.Next = []line.Item{
		{Text: "docs of the harbour", At: now.Add(-time.Hour)}, {Text: "a test for the ferry", At: now.Add(-9 * time.Minute)},
	}
	_, settled, _ := f.next(nil, f.left(f.talk()), f.talk())
	want(t, "settled", strings.Join(settled, "|"), "a test for the ferry")
}
