package prompt

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAPromptAnswersWhatATextAsksLast(t *testing.T) {
	asks := "The spec is there. The stub ignores its body. Should I fix that first, or only note it?"
	for _, reply := range []string{"yes fix it first", "no, note it", "Ja, zuerst", "oui, d'abord", "sí, primero", "да, сначала", "the second"} {
		if !Replies(asks, reply) || Replies("The spec is there. Anything else?", reply) || Replies("Which one? It is the second.\n\nDone.", reply) {
			t.Errorf("%q", reply)
		}
	}
	if Asked("The rates are there.\n\nRound **each line** or only the total?\n\nIl me reste aussi la doc.\n\nNext: the docs.") == "" {
		t.Error("what is left hides the question before it")
	}
	for _, reply := range []string{"add a license", "yesterday's build is red", "nothing works on Windows", "note the port", "user names are cut", "fix it first"} {
		if Replies(asks, reply) {
			t.Errorf("%q", reply)
		}
	}
}

func TestAShortenedAnswerKeepsItsQuestionAndMenu(t *testing.T) {
	long := strings.Repeat("The dates of all files are read now. ", 9)
	for end, want := range map[string]string{
		"\n\n**Option 1**: refuse it.\n**Option 2**: skip it.\n\nI lean to 1. Which one?":     "Which one? 1: refuse it; 2: skip it",
		"Which one?\n\n1. a table\n2. a file":                                                 "Which one? 1: a table; 2: a file",
		"\n- (a) Tabelle\n- (b) Datei\n\nWelchen willst du?":                                  "Welchen willst du? a: Tabelle; b: Datei",
		"\n- A – table\n- B – fichier\n\nLaquelle ?":                                          "Laquelle ? a: table; b: fichier",
		"\nВариант 1. таблица\nВариант 2. файл\n\nКакой?":                                     "Какой? 1: таблица; 2: файл",
		"\n方案1：表\n方案2：文件\n\n选哪个？":                                                             "选哪个？ 1: 表; 2: 文件",
		"\n\nCould you send me its code?":                                                     "Could you send me its code?",
		"\n1. the table\n2. the file\n\nShall I push both?":                                   "Shall I push both?",
		"\n1. a\n2. b\n\nOne.\n\nTwo. Three. Four.\n\nFive.\n\nWhich port?":                   "Which port?",
		"Open:\n1. Which port?\n2. Which host?":                                               "Which port? Which host?",
		"Which one?\n\na) leave them\nb) drop them\n\nThe README can wait until then.":        "Which one? a: leave them; b: drop them",
		"\n1. Create it or refuse it?\n2. Same for a customer.\n\nUntil then both are taken.": "Create it or refuse it?",
		"Which one?\n\nIt can be:\n- a table\n- a file\n\nI took the table.":                  "",
		"Shall I continue? Which port?":                                                       "Which port?",
		"\n\nAnything else?":                                                                  "",
		"I did:\n1. the table\n2. the file":                                                   "",
	} {
		kept := KeepAsked(long+end, 200)
		_, asked, _ := strings.Cut(kept, between)
		if asked != want || want != "" && (!strings.HasPrefix(kept, "The dates") || utf8.RuneCountInString(kept) > 200) {
			t.Errorf("of %q is kept %q", end, kept)
		}
		if again := KeepAsked(kept, 100); want != "" && (!strings.HasSuffix(again, want) || utf8.RuneCountInString(again) > 100) {
			t.Errorf("of %q is kept %q", kept, again)
		}
	}
}

// A tag only asks for agreement: what it follows is judged without it, but where that asks itself, or tells how it is.
func TestATagIsNoQuestion(t *testing.T) {
	for text, want := range map[string]string{
		"btw always round half up for tax never down ok?": "always round half up for tax never down", "always round half up, k?": "always round half up",
		"never push without asking me, right?": "never push without asking me", "we never use mocks here ok?": "we never use mocks here",
		"in future pls run the linter first, alright?": "in future pls run the linter first", "small commits, one per topic, ok??": "small commits, one per topic",
		"nimm immer Cent für Geld, ja?": "nimm immer Cent für Geld", "nie direkt auf main pushen, ne?": "nie direkt auf main pushen",
		"ab jetzt Commits auf Englisch, oder?": "ab jetzt Commits auf Englisch", "utilise toujours des centimes, d'accord ?": "utilise toujours des centimes",
		"usa siempre centavos para dinero, ¿vale?": "usa siempre centavos para dinero", "use sempre centavos, tá?": "use sempre centavos",
		"usa sempre i centesimi, va bene?": "usa sempre i centesimi", "всегда используй копейки, ладно?": "всегда используй копейки",
		"以后都用整数表示金额，好吗？": "以后都用整数表示金额", "常に整数を使うこと、いいですか？": "常に整数を使うこと",
	} {
		if got := Rules(text); len(got) != 1 || got[0] != want {
			t.Errorf("rules of %q are %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{
		"we always round half up, right?", "you always run the tests first, right?", "do you always need to build first, ok?", "always ok?",
		"is it never ok?", "should we always squash, yes or no?", "wir nehmen hier immer Cent, oder?", "soll ich immer Tabs nehmen, ok?",
		"on utilise toujours des centimes, n'est-ce pas ?", "usamos siempre centavos aquí, ¿verdad?", "a gente sempre usa centavos, né?",
		"usiamo sempre i centesimi, vero?", "мы всегда используем копейки, так?", "我们总是用整数，对吧？", "常に整数を使っていいですか？",
	} {
		if got := Rules(text); len(got) > 0 {
			t.Errorf("%q is a question, got the rules %q", text, got)
		}
	}
	for text, want := range map[string]string{
		"docs and tax tomorrow ok?": "docs and tax tomorrow", "la doc demain, d'accord ?": "la doc demain", "документацию завтра, ладно?": "документацию завтра",
		"are the docs due tomorrow, right?": "", "do we do the docs tomorrow, yes?": "", "kommt die Doku morgen, oder?": "",
	} {
		if got := strings.Join(PutsOff(text), "|"); got != want {
			t.Errorf("%q puts off %q, want %q", text, got, want)
		}
	}
	if got := Asked("I take the table, ok?"); got != "I take the table, ok?" {
		t.Errorf("an answer asks %q", got)
	}
	if !Discards("scrap that whole idea, ok?", "scrap that whole idea, ok?") || Discards("should we scrap that whole idea, right?", "") {
		t.Error("an order to throw away is read as a question, or a question as one")
	}
}

func TestAChoiceIsAskedForWithoutAQuestionMark(t *testing.T) {
	menu := "There are two ways:\n1) cache the page\n2) cache the query\n\n"
	for last, asks := range map[string]bool{
		"Tell me which of these to take and I'll build it.": true, "Please let me know which you'd like.": true,
		"Sag mir, welchen ich nehmen soll.": true, "Dis-moi lequel tu préfères.": true, "Dime cuál prefieres y lo hago.": true,
		"Me diga qual você prefere.": true, "Dimmi quale preferisci.": true, "Скажи, какой вариант взять.": true, "请告诉我选哪一个。": true,
		"Let me know if anything is unclear.": false, "I will tell you which is faster.": false, "It tells me which rows changed.": false,
	} {
		if got := Asked(menu+last) != ""; got != asks {
			t.Errorf("%q asks: %v", last, got)
		}
	}
	kept := KeepAsked(strings.Repeat("The page is slow because each row is read anew. ", 12)+"\n\n"+menu+"Tell me which to take.", 300)
	if !strings.HasSuffix(kept, "Tell me which to take. 1: cache the page; 2: cache the query") {
		t.Errorf("the choice is cut: %q", kept)
	}
	_, said, ok := Decided(menu+"Tell me which to take.", "2")
	if !ok || said != "2: cache the query" {
		t.Errorf("a choice is not decided: %q", said)
	}
}

func TestAQuestionWhetherToGoOnWithSomeWorkIsAsked(t *testing.T) {
	for answer, asks := range map[string]bool{
		"The parser is in. Shall I continue with the writer?":                 true,
		"**Next step**: should I proceed with the cleanup of the old tables?": true,
		"C'est fait. Voulez-vous que je continue avec la page des tarifs ?":   true,
		"Listo. ¿Quieres que continúo con la migración?":                      true,
		"Fatto. Vuoi che continuo con la pagina dei prezzi?":                  true,
		"Shall I continue?": false, "Should I proceed?": false, "Soll ich fortfahren?": false,
		"Is there anything else you'd like me to help you with?": false,
		"What would you like to do with the rest of the day?":    false,
	} {
		if got := Asked(answer) != ""; got != asks {
			t.Errorf("%q asks: %v", answer, got)
		}
	}
}

func TestWhatIsToBeSaidInSomeCaseIsNotAsked(t *testing.T) {
	for _, s := range []string{
		"Tell me which browser you use if it still breaks.", "Let me know your preference, otherwise I keep it.",
		"Sag mir welche Version du nutzt, falls es noch hakt.", "Dime cuál es el error si vuelve a pasar.",
		"Dimmi quale errore vedi se si ripete.",
	} {
		if got := Asked("It is done.\n\n" + s); got != "" {
			t.Errorf("%q asks %q", s, got)
		}
	}
}

func TestWhatIsAnnouncedAsAQuestionIsOne(t *testing.T) {
	for text, want := range map[string]bool{
		"question: does the cache expire": true, "question: can the queue overflow": true, "quick question, who calls load": true, "one question, is 5 right": true,
		"frage: kann die queue überlaufen": true, "une question, où est le log": true, "una duda, dónde está el log": true,
		"question types: text, choice": false, "question form for the survey": false, "q is the search parameter": false, "remind me to clear the cache": false,
		"can you add the csv": false, "question: the label is wrong": false,
	} {
		if Questions(text) != want {
			t.Errorf("%q is a question: %t", text, !want)
		}
	}
}

func TestAnOfferIsTakenByConsentAlone(t *testing.T) {
	const answer = "It is done. Would you like me to push the branch and open a pull request?"
	for reply, want := range map[string]string{
		"y": "push the branch and open a pull request", "do it": "push the branch and open a pull request",
		"next task": "", "try again": "",
	} {
		if got := Taken(answer, reply); got != want {
			t.Errorf("%q takes %q, want %q", reply, got, want)
		}
	}
}

func TestAQuestionIsPutOff(t *testing.T) {
	for reply, want := range map[string]string{
		"dont know, i have to ask jens. go on": "Red or green? dont know, i have to ask jens.",
		"keine Ahnung":                         "Red or green? keine Ahnung",
		"green":                                "", "why red?": "", "": "",
	} {
		if got := PutOff("It hangs. Red or green?", reply); got != want {
			t.Errorf("%q puts off %q, want %q", reply, got, want)
		}
	}
	for reply, want := range map[string]string{
		"Then it is worth doing, but not this week. Keep it in mind.": "It took 3 s. Then it is worth doing, but not this week.",
		"I want it, but Friday is early enough. commit":               "It took 3 s. I want it, but Friday is early enough.",
		"yes, but in a follow-up, this one is big enough. push it":    "It took 3 s. yes, but in a follow-up, this one is big enough.",
		"si, mejor asi, pero hoy no puedo. commit esto":               "It took 3 s. si, mejor asi, pero hoy no puedo.",
		"But count the rows. I have to run, let's do that later":      "But count the rows. I have to run, let's do that later",
		"Good idea, but only Tom can. I'll ask him. Commit it.":       "It took 3 s. I'll ask him.",
		"gute Idee, aber nicht heute":                                 "It took 3 s. gute Idee, aber nicht heute", "sim, mas em outro PR": "It took 3 s. sim, mas em outro PR",
		"是的，但是下次再做": "It took 3 s. 是的，但是下次再做", "oui mais plutôt demain matin": "It took 3 s. oui mais plutôt demain matin",
		"ok later": "", "it fails, later rows are missing": "",
	} {
		if got := PutOff("Done.\n\nIt took 3 s.", reply); got != want {
			t.Errorf("%q: %q", reply, got)
		}
	}
	for answer, want := range map[string]string{
		"Done. The empty page has no heading. It isn't in the plan.":   "The empty page has no heading. note it for later.",
		"Listo. A la página le falta un título. Eso no está previsto.": "A la página le falta un título. note it for later.",
		"The page has no heading.\n\nIt took 3 s.":                     "It took 3 s. note it for later.",
	} {
		if got := PutOff(answer, "note it for later. commit"); got != want {
			t.Errorf("of %q is put off %q", answer, got)
		}
	}
	for reply, want := range map[string]string{"the green one i think. but later, i have a call": "", "good question. later": "Which one first? later"} {
		if got := PutOff("Two are left.\n\nWhich one first?", reply); got != want {
			t.Errorf("%q puts off %q", reply, got)
		}
	}
	if PutOff("It hangs.", "no idea") != "" {
		t.Error("nothing was asked")
	}
}

func TestAnOfferIsPutOffAsWhatItOffers(t *testing.T) {
	const list = "Pushed. `List` still calls `book()`.\n\nWould you like me to:\n1. move `List` to the hook in this PR, or\n2. drop the `Old` view, or\n3. leave it as it is?"
	for reply, want := range map[string]string{
		"Good idea, but in a separate PR please.": "move `List` to the hook in this PR",
		"good idea, but tomorrow":                 "move `List` to the hook in this PR",
	} {
		if got, _, _ := strings.Cut(PutOff(list, reply), " ("); got != want {
			t.Errorf("%q puts off %q, want %q", reply, got, want)
		}
	}
	for answer, want := range map[string]string{
		"**Not done:** `_to_kwh` in `load.py` still uses `float()`. Want me to switch it to `Decimal` too?": "`_to_kwh` in `load.py`: switch it to `Decimal` (put off: not now)",
		"Gebaut.\n\n`cleanName` in `name.ts` nutzt noch `trim`.\n\nSoll ich es auch umstellen?":             "`cleanName` in `name.ts`: es auch umstellen (put off: not now)",
		"`_to_kwh` in `load.py` still uses `float()`. Want me to add a test so that it stays?":              "add a test so that it stays (put off: not now)",
		"The loader still uses `float()`. Want me to switch it?":                                            "The loader still uses `float()`: switch it (put off: not now)",
		"`make` in `ci` passes. Want me to push that?":                                                      "push that (put off: not now)",
		"Want me to switch it?": "switch it (put off: not now)",
	} {
		if got := PutOff(answer, "not now"); got != want {
			t.Errorf("%q puts off %q", answer, got)
		}
	}
	got := PutOff("Pushed.\n\nWould you like me to move `List` to the hook as well?", "Good idea, but in a separate PR please.")
	if want := "move `List` to the hook (put off: in a separate pr)"; got != want {
		t.Errorf("put off is %q", got)
	}
	for _, reply := range []string{"put it on the list", "ok, add it to the backlog", "mets ça sur la liste", "ponlo en la lista",
		"coloca isso na lista", "mettilo in lista", "добавь это в список"} {
		if got := PutOff("The cache is never cleared. Shall I clear it on save?", reply); !strings.Contains(got, "clear it on save") {
			t.Errorf("%q puts off %q", reply, got)
		}
	}
	if got := PutOff("The cache is never cleared. Shall I clear it on save?", "yes, and put a page on the list"); got != "" {
		t.Errorf("a consent puts off %q", got)
	}
	if got := offered(list, "the Old view tomorrow"); got != "drop the `Old` view" {
		t.Errorf("offered is %q", got)
	}
	if got := offered(list+"\n\nI'd wait.", "yes"); got != "" {
		t.Errorf("offered before the end is %q", got)
	}
	for text, want := range map[string]bool{"Do the AdminList one now": true, "do the list now": false, "go on": false} {
		if (len(StepOf("move `AdminList` to the hook").Code(text)) > 0) != want || len(StepOf("run `make`").Code(text)) > 0 {
			t.Errorf("%q names the step's code: %v", text, !want)
		}
	}
}

func TestWhatIsOfferedIsPutOffInItsOwnWords(t *testing.T) {
	const cache = "Done.\n\n**Not done:** `lookup` in `geo/cache.go` still reads the whole file. "
	for _, row := range [][3]string{
		{cache + "Want me to read it by pages as well?", "nah later, thats fine for now",
			"`lookup` in `geo/cache.go`: read it by pages (put off: later)"},
		{"The cache still reads the whole file. Want me to switch it?", "tomorrow", "The cache still reads the whole file: switch it (put off: tomorrow)"},
		{cache + "Should I?", "later", "`lookup` in `geo/cache.go` still reads the whole file (put off: later)"},
		{cache + "Want me to fix that too?", "tmrw", "`lookup` in `geo/cache.go` still reads the whole file (put off: tmrw)"},
		{cache + "Want me to page `lookup`?", "next wk", "page `lookup` (put off: next wk)"},
		{"All green. Shall I also rename the flag?", "l8r pls", "rename the flag (put off: l8r)"},
		{"Done. Shall I add a chart to the page?", "mon", "add a chart to the page (put off: mon)"},
		{"Done. Shall I add a chart to the page?", "on friday pls", "add a chart to the page (put off: on friday)"},
		{"Done. Shall I add a chart to the page?", "nah, tmr", "add a chart to the page (put off: tmr)"},
		{"Done. I can also split `serve.go` if you like.", "nah later", "split `serve.go` (put off: later)"},
		{"Done. Let me know if you want the report split by region too.", "not now, later", "the report split by region (put off: not now)"},
		{"Fertig. Soll ich die Karte noch im Export zeigen?", "nee, morgen", "die Karte noch im Export zeigen (put off: morgen)"},
		{"C'est fait. Veux-tu que j'ajoute la carte à l'export aussi ?", "plus tard", "j'ajoute la carte à l'export (put off: plus tard)"},
		{"Hecho. ¿Quieres que añada el mapa al informe también?", "mañana", "añada el mapa al informe (put off: mañana)"},
		{"Feito. Quer que eu adicione o mapa ao relatório também?", "amanhã", "eu adicione o mapa ao relatório (put off: amanhã)"},
		{"Fatto. Vuoi che aggiunga la mappa al rapporto?", "più tardi", "aggiunga la mappa al rapporto (put off: più tardi)"},
		{"Готово. Хочешь, добавлю карту в отчёт?", "потом", "добавлю карту в отчёт (put off: потом)"},
		{"好了。要我给报告也加上地图吗？", "明天再说", "给报告也加上地图 (put off: 明天)"},
		{"できました。レポートにも地図を追加しましょうか？", "後で", "レポートにも地図を追加 (put off: 後で)"},
		{"Which one first?", "later", "Which one first? later"}, {"Done. Red or green?", "tomorrow", "Red or green? tomorrow"},
		// nothing was offered
		{"Done, committed.", "nah later, thats fine for now", ""}, {"Done, committed.", "next week: drop the old flag", ""},
		{"Fixed and pushed.", "ok later", ""}, {"Fertig, committet.", "passt, der Rest hat bis morgen Zeit", ""},
		{"I can reproduce it.", "later", ""}, {"When shall we release?", "monday", ""}, {"Shall I continue?", "later", ""},
		{"Done. Shall I add a chart to the page?", "mon ami, oui", ""}, {"Done. Shall I add a chart?", "yes", ""},
		{"Done. Shall I add a chart to the page?", "the chart of monday is wrong", ""},
		{"All tests pass.", "cool, see you tomorrow", ""}, {"On which day shall I run it?", "fri", ""},
	} {
		got := PutOff(row[0], row[1])
		if got != row[2] {
			t.Errorf("%q to %q: %q, want %q", row[1], row[0], got, row[2])
		}
		if _, _, is := Decided(row[0], row[1]); is && got != "" {
			t.Errorf("%q is decided by %q", row[0], row[1])
		}
	}
}

func TestWhatTheUserAsksSomebodyAboutIsTheLastOffer(t *testing.T) {
	fonts := "`.vercelignore` leaves the fonts out. I can remove that line; Tom added it in March."
	for _, c := range [][3]string{
		{fonts, "let me ask tom before you change that", fonts + " let me ask tom before you change that"}, {"I'd raise the limit to 10 MB.", "ich frag erst Tom", "I'd raise the limit to 10 MB. ich frag erst Tom"},
		{fonts, "not sure", ""}, {"I can see the error, it is fixed.", "let me ask tom first", ""}, {"All tests pass.", "let me ask tom first", ""},
	} {
		if got := PutOff(c[0], c[1]); got != c[2] {
			t.Errorf("%q puts off %q", c[1], got)
		}
	}
}

func TestNotTodayPutsAnOfferOff(t *testing.T) {
	const offer = "Should I add a retry to the download?"
	for _, reply := range []string{"not today", "no, not today", "no, not now", "nein, heute nicht"} {
		if _, _, decides := Decided(offer, reply); decides || PutOff(offer, reply) == "" {
			t.Errorf("%q puts nothing off", reply)
		}
	}
}

// What an answer found is put off where the reply praises it, gives it another commit, or has it noted for later; one
// that only gives it another commit has it made now.
func TestWhatWasFoundIsNotedForLater(t *testing.T) {
	const found = "The header is read in `internal/api.go` now. "
	offers := []string{
		"I noticed that `PostOrder` does not limit the body. Shall I fix it?",
		"Además, `PostOrder` no limita el cuerpo. ¿Lo añado?",
		"Au passage, `PostOrder` ne limite pas le corps. Je l'ajoute ?",
		"Inoltre `PostOrder` non limita il corpo. Lo aggiungo?",
		"Кстати, `PostOrder` не ограничивает тело. Исправить?",
	}
	for _, reply := range []string{
		"good catch, but that goes in another commit, note it for later. commit what we have",
		"well spotted. note that down for later, not now",
		"guter Hinweis, aber das kommt in einen eigenen Commit, merk es dir für später",
		"gut gesehen, schreib das auf für später",
		"bien vu, mais dans un autre commit, note-le pour plus tard",
		"uf, buena, pero va en otro commit, apuntalo para luego. commitea lo q hay",
		"boa, mas vai em outro commit, anota pra depois",
		"good catch, note it for later. commit what we have. for Tom: the header is mandatory, without it the answer is " +
			"400, we decided that with product, and the error of a key that was used with another body is 409, not 422",
		"ottimo, ma va in un altro commit, segnalo per dopo",
		"хорошее замечание, но в отдельный коммит, запиши на потом",
		"いい指摘ですが、別のコミットで。後でやるのでメモしておいて",
	} {
		for _, offer := range offers {
			if got := PutOff(found+offer, reply); !strings.Contains(got, "`PostOrder`") || !strings.Contains(got, putOffMark) {
				t.Errorf("%q to %q puts off %q", reply, offer, got)
			}
		}
	}
	for _, reply := range []string{
		"good catch, do it", "good catch, fix it in a separate commit", "gut gesehen, mach das in einem eigenen commit",
		"bien vu, dans un autre commit stp", "boa, faz em outro commit", "buena, en otro commit", "好眼力，另外提交",
	} {
		if got := PutOff(found+offers[0], reply); got != "" {
			t.Errorf("%q puts off %q", reply, got)
		}
	}
}

// An offer that is put off to some day is one step, which says what, and when as far as that was said.
func TestAnOfferPutOffToSomeDayIsOneStep(t *testing.T) {
	for reply, until := range map[string]string{
		"not now, maybe in spring": "not now, maybe in spring", "not now, maybe next year": "not now, maybe next year", "later, perhaps in the fall": "later, perhaps in the fall", "not now": "not now", "tomorrow": "tomorrow",
		"nicht jetzt, vielleicht im Frühjahr": "nicht jetzt, vielleicht im frühjahr", "pas maintenant, peut-être au printemps": "pas maintenant, peut être au printemps", "ahora no, quizá en primavera": "ahora no, quizá en primavera", "agora não, talvez na primavera": "agora não, talvez na primavera",
		"non adesso, magari in primavera": "non adesso, magari in primavera", "не сейчас, может быть весной": "не сейчас, может быть весной", "现在不做，也许春天": "现在不做, 也许春天", "今じゃない、たぶん春に": "今じゃない, たぶん春に",
	} {
		const answer = "The agency has an API for that. Do you want me to add the `fetch` command?"
		for _, more := range []string{"", ". commit what we have"} {
			if got, want := PutOff(answer, reply+more), "add the `fetch` command (put off: "+until+")"; got != want {
				t.Errorf("%q puts off %q, want %q", reply+more, got, want)
			}
			if got := PutsOff(reply + more); len(got) > 0 {
				t.Errorf("%q itself puts off %q", reply+more, got)
			}
		}
	}
	for text, want := range map[string]string{
		"the export in spring, not now": "the export in spring, not now", "export not now, maybe in spring": "export not now", "add a spring theme": "", "the reports of last winter": "",
		"show the sales in summer": "", "zeig die Umsätze im Sommer": "", "muestra las ventas en verano": "",
	} {
		if got := PutsOff("ok. " + text); len(got) > 1 || len(got) == 1 && got[0] != want || len(got) == 0 && want != "" {
			t.Errorf("%q puts off %q, want %q", text, got, want)
		}
	}
}

func TestAnOfferIsPutOffByAnyWordForWhen(t *testing.T) {
	const ahead, asked = "跑完了。\n\n下一步可以给 `stock.sku` 加索引，要继续吗？", "Ran it.\n\nShall I add an index on `stock.sku`?"
	for reply, when := range map[string]string{
		"明天再看": "明天", "明天再说": "明天", "今天不弄了，下周再说": "下周", "今天先不做，明天弄": "明天", "not today, next week": "not today",
		"heute nicht mehr, nächste woche": "heute nicht", "今日はもうやりません、来週にします": "来週",
	} {
		for answer, offer := range map[string]string{ahead: "下一步可以给 `stock.sku` 加索引", asked: "add an index on `stock.sku`"} {
			if got, off := PutOff(answer, reply), PutsOff(reply); got != offer+" (put off: "+when+")" || len(off) > 0 {
				t.Errorf("%q puts off %q, and %q", reply, got, off)
			}
		}
	}
	for title, want := range map[string]bool{
		"死锁重试": true, "压测脚本": true, "登录限流": true, "在庫一覧": true, "出库死锁重试": true, "继续做吧": false, "好的谢谢": false, "帮我看看": false,
		"什么问题": false, "今天天气": false, "早上好啊": false, "続きから": false, "お疲れ様": false, "对，可以": false,
	} {
		if IsTitle(title) != want {
			t.Errorf("%q is a title: %v", title, !want)
		}
	}
}

// An option is picked also where an answer only says which one it would take, or the user agrees behind its number.
func TestAnOptionIsPickedBehindAnAdvice(t *testing.T) {
	const menu = "Two ways:\n1. a file for each site\n2. an attribute on html\n\n"
	for _, advice := range []string{
		"I'd do 1, it is simpler.", "I'd do 1.", "Je ferais 1, plus simple.", "Ich empfehle 1.", "Recomiendo la 1.",
	} {
		for reply, want := range map[string]string{
			"1": "1: a file for each site", "1 oui": "1: a file for each site", "ok 1": "1: a file for each site",
			"1 yes": "1: a file for each site", "2 please": "2: an attribute on html", "commit": "", "go on": "", "2 later": "",
			"the build fails": "", "why?": "", "1 or 2 tests are red": "",
		} {
			if _, said, ok := Decided(menu+advice, reply); said != want || ok != (want != "") {
				t.Errorf("%q to %q decides %q", reply, advice, said)
			}
		}
	}
	if _, said, _ := Decided(menu+"Which one?", "1 yes. and commit"); !strings.HasPrefix(said, "1: a file") {
		t.Errorf("\"1 yes\" decides %q", said)
	}
	for _, answer := range []string{
		"Next steps:\n1. the webhook\n2. the page\n\nI'd do the webhook first.",
		"I changed:\n1. the header\n2. the nav\n\nI suggest a look at the page.", menu + "Both work.",
	} {
		if q, said, ok := Decided(answer, "ok do it"); ok {
			t.Errorf("%q decides %q: %q", answer, q, said)
		}
	}
}
