package prompt

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAQuestionAndItsAnswerAreADecision(t *testing.T) {
	for _, c := range []struct{ answer, reply, question, said string }{
		{"I can do either.\n\nShould the totals be kept in cents, or as decimals?", "in cents, always", "Should the totals be kept in cents, or as decimals?", "in cents, always"},
		{"Two ways:\n1. a table\n2. a file\n\nWhich one do you prefer?", "2", "Which one do you prefer?", "2: a file"},
		{"Should guests be logged out too?", "no, only members", "Should guests be logged out too?", "no, only members"},
		{"Welche Datenbank nehmen wir?", "Postgres", "Welche Datenbank nehmen wir?", "Postgres"},
		{"¿Guardo los precios con IVA?", "sí, con IVA", "¿Guardo los precios con IVA?", "sí, con IVA"},
		{"用哪个数据库？", "Postgres", "用哪个数据库？", "Postgres"},
		{"Which approach do you prefer?", "we have an import cycle now in two packages", "", ""},
		{"Which approach do you prefer?", "what are the costs of each?", "", ""},
		{"Done. Anything else?", "no", "", ""},
		{"Shall I continue?", "yes", "", ""},
		{"Two are open: the mail and the log. Which one first?", "the mail first", "", ""},
		{"Was davon zuerst?", "die Mail zuerst", "", ""},
		{"All tests pass.", "keep the old name", "", ""},
		{"Should I keep the old names, or rename all?", "keep the old names", "Should I keep the old names, or rename all?", "keep the old names"},
		{"### Option A: a table\n### Option B: a file\n\nWhich one?", "option b", "Which one?", "b: a file"},
		{"Would you like me to add tests?", "yes, with tests for both", "", ""},
		{"Soll ich die Tests ergänzen?", "ja, Tests für beide", "", ""},
		{"What would you like to do next?", "the tests", "", ""},
		{"Which approach do you prefer?", "can you compare the approaches", "", ""},
		{"Which approach do you prefer?", "2", "", ""},
		{"Which of the two fixes?", "yeah 2 and 3", "", ""},
		{"Should it be blue?", "/review", "", ""},
		{"Should it be blue?", "", "", ""},
		{"", "yes", "", ""},
		{"WAL would be faster. Shall I try WAL next?", "no, too slow for us. leave it", "Shall I try WAL next?", "no, too slow for us. leave it"},
		{"Soll ich als Nächstes WAL versuchen?", "nein, zu langsam für uns", "Soll ich als Nächstes WAL versuchen?", "nein, zu langsam für uns"},
		{"Veux-tu que j'essaie WAL ?", "non, trop lent pour nous", "Veux-tu que j'essaie WAL ?", "non, trop lent pour nous"},
		{"¿Quieres que pruebe WAL?", "no, demasiado lento", "¿Quieres que pruebe WAL?", "no, demasiado lento"},
		{"Quer que eu tente WAL?", "não, lento demais", "Quer que eu tente WAL?", "não, lento demais"},
		{"Vuoi che provi WAL?", "no, troppo lento", "Vuoi che provi WAL?", "no, troppo lento"},
		{"Хотите, попробую WAL?", "нет, слишком медленно", "Хотите, попробую WAL?", "нет, слишком медленно"},
		{"需要我接下来试试WAL吗？", "不用，太慢了", "需要我接下来试试WAL吗？", "不用，太慢了"},
		{"次にWALを試しましょうか？", "いいえ、遅すぎます", "次にWALを試しましょうか？", "いいえ、遅すぎます"},
		{"Shall I try WAL next?", "no", "", ""},
		{"One thing first: **per line or once per order?** Per line matches the invoice.", "per line, it adds up", "One thing first: per line or once per order?", "per line, it adds up (Per line matches the invoice.)"},
		{"In memory, or in **SQLite**? A restart would lose the queue.", "sqlite then", "In memory, or in SQLite?", "sqlite then (A restart would lose the queue.)"},
		{"Which one?\n- a: a table\n- b: a file", "b", "Which one?", "b: a file"},
		{"| | Approach | Pros |\n|---|---|---|\n| **A** | A mutex | tiny |\n| **B** | A version check | exact |\n\nI'd take **B**. Which one would you like?", "B, please. The retries can wait.", "Which one would you like?", "b: A version check"},
		{"- A: a mutex\n- B: a check\n\nSoll ich A oder B nehmen?", "nimm A bitte", "Soll ich A oder B nehmen?", "a: a mutex"},
		{"| 1 | a.go | 20 |\n| 2 | b.go | 30 |\n\nWhich of these?", "2", "", ""},
		{"Offen ist: **pro Zeile oder pro Auftrag?** Pro Zeile passt zur Rechnung.", "pro Zeile, das geht auf", "Offen ist: pro Zeile oder pro Auftrag?", "pro Zeile, das geht auf (Pro Zeile passt zur Rechnung.)"},
		{"**Why does it fail?** The file was closed too early.", "add a test for closed files too", "", ""},
		{"**Anything else?** Otherwise I stop here.", "no", "", ""},
		{"**Shall I continue?** The next step is small.", "yes", "", ""},
		{"The pattern `a?*` matches both. It is in.", "keep the pattern", "", ""},
		{"**Ready?** The server starts at noon.", "we have an import cycle", "", ""},
		{"Should we use WAL?", "rather not, we had trouble with it", "Should we use WAL?", "rather not, we had trouble with it"},
		{"Shall I try WAL next?", "yes, with tests", "", ""},
		{"When is it a gap?", "a gap only if longer than three times the interval", "When is it a gap?", "a gap only if longer than three times the interval"},
		{"Wann zählt es?", "nur wenn es länger als dreimal so lang ist", "Wann zählt es?", "nur wenn es länger als dreimal so lang ist"},
		{"Quand est-ce que ça compte ?", "seulement si c'est trois fois plus long que prévu", "Quand est-ce que ça compte ?", "seulement si c'est trois fois plus long que prévu"},
		{"Which formats should it print?", "leave out the JSON output for all of them", "Which formats should it print?", "leave out the JSON output for all of them"},
		{"Shall I go on with phase 5?", "Phase 5 I don't want", "Shall I go on with phase 5?", "Phase 5 I don't want"},
		{"Shall I go on with phase 5?", "not yet", "", ""},
		{"When is it a gap?", "if it is longer than three times the interval", "When is it a gap?", "if it is longer than three times the interval"},
		{"Ab wann ist es eine Lücke?", "wenn sie länger als drei Intervalle ist", "Ab wann ist es eine Lücke?", "wenn sie länger als drei Intervalle ist"},
		{"Shall I continue?", "no, that is enough for today", "", ""},
		{"Should it have a header?", "it fails with more than 100 rows", "", ""},
		{"Anything else?", "no, thanks, that was all", "", ""},
	} {
		question, said, ok := Decided(c.answer, c.reply)
		if question != c.question || said != c.said || ok != (c.question != "") {
			t.Errorf("%q, answered %q, is %q: %q", c.answer, c.reply, question, said)
		}
	}
}

func TestAReplyPicksOfAMenuAndGoesOn(t *testing.T) {
	for _, c := range [][2]string{
		{"2 please", "2: a file"},
		{"2, and commit it", "2: a file"},
		{"2. commit", "2: a file"},
		{"option 2, commit", "2: a file"},
		{"2. my disk is full of tables", "2: a file; my disk is full of tables"},
		{"the second one", "2: a file"},
		{"the first, it's simpler", "1: a table; it's simpler"},
		{"nimm 2 bitte", "2: a file"},
		{"la segunda, y haz commit", "2: a file"},
		{"第二个，谢谢", "2: a file"},
		{"1. the old rows 2. the new ones", ""},
		{"2, 1", ""},
		{"not 2", ""},
		{"2 is wrong", "2 is wrong"},
		{"file, and commit", "2: a file"},
		{"the table please", "1: a table"},
		{"eine table, und commit", "1: a table"},
		{"not the file", "not the file"},
		{"the file, no, the table", "the file, no, the table"},
		{"file or table, you decide", ""},
		{"the file is empty", "the file is empty"},
		{"a file per table", "a file per table"},
		{"the file of yesterday is gone", ""},
	} {
		if _, said, _ := Decided("Where to?\n\n1. a table\n2. a file", c[0]); said != c[1] {
			t.Errorf("%q picks %q", c[0], said)
		}
	}
}

func TestAnAnswerStatesAChoice(t *testing.T) {
	for _, is := range []string{
		"We decided to use cents instead of floats because rounding lost pennies.",
		"I'll go with a table rather than a file.",
		"We chose Redis over memcached.",
		"I switched to the official script since the action wraps a command.",
		"Decision: prices are kept in cents.",
		"Wir haben uns für Cent statt Euro entschieden.",
		"Nous avons choisi les centimes plutôt que les euros.",
		"Hemos decidido guardar los precios en centavos porque así cuadra.",
		"Decidimos guardar os preços em centavos em vez de reais.",
		"Abbiamo deciso di usare i centesimi invece degli euro perché così quadra.",
		"Мы решили хранить цены в копейках, потому что иначе теряются.",
		"我们决定用分而不是元来保存所有的价格，这样四舍五入不会出错。",
		"丸め誤差をなくすため、価格はセントで保存することにしました。必ず守ります。",
	} {
		if got := Chosen("Done.\n\n- **" + is + "**\n"); len(got) != 1 || got[0] != is && !strings.HasPrefix(is, got[0]) {
			t.Errorf("of %q: %q", is, got)
		}
	}
	for _, is := range []string{
		"It now returns the error instead of an empty string.",
		"If we decided to use cents, rounding would be exact because of integers.",
		"We have not decided on cents instead of euros.",
		"Should we go with cents rather than euros?",
		"You could go with cents instead of euros.",
		"The current behavior was chosen because:",
		"## Decision: how prices are kept",
		"Final decision: whether a commit is made",
		"> We decided to use cents instead of euros.",
		"```\nWe decided to use cents instead of euros.\n```",
		"| Decision: cents | because they are exact |",
		"We decided to use cents.",
	} {
		if got := Chosen(is); len(got) > 0 {
			t.Errorf("of %q: %q", is, got)
		}
	}
}

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

func TestAPromptThatOnlyPicksIsAboutNoWork(t *testing.T) {
	for _, s := range []string{
		"option 2", "2", "Option B, please", "a", "yes, 2", "the first", "use option 1", "go with b", "ja, nimm die 2", "variante b", "prends la 2",
		"l'option 2", "opción 2", "opção 2", "opzione 2", "вариант 2", "方案2", "选项2", "オプション2",
	} {
		if !OnlyPicks(s) {
			t.Errorf("%q only picks", s)
		}
	}
	for _, s := range []string{
		"", "2 tests fail", "use b.py", "keep v2", "#42", "option --html", "add option 2 to the menu", "404", "use sqlite", "fais l'option html",
		"какие варианты есть?", "方案的文档", "la 2 falla siempre", "die Option fehlt",
	} {
		if OnlyPicks(s) {
			t.Errorf("%q does not only pick", s)
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

func TestWhatComesFirstDecidesNothing(t *testing.T) {
	for question, want := range map[string]bool{
		"There are two bugs. Which one first?": false, "Lequel d'abord ?": false, "Welchen zuerst?": false, "¿Por cuál empiezo?": false,
		"Qual primeiro?": false, "Da quale comincio?": false, "С какого начать?": false, "先做哪个？": false, "A queue or a lock?": true,
	} {
		if _, _, ok := Decided(question, "the lock"); ok != want {
			t.Errorf("%q is decided: %v", question, ok)
		}
	}
}

func TestAnOptionIsPickedByAPartOfItsTextWithMoreBehind(t *testing.T) {
	const race = "Two ways:\n\n1. `FOR UPDATE` on the row\n2. An exclusion constraint, so the database refuses overlaps\n\nWhich one?"
	const queue = "1. Redis\n2. Eine Postgres-Queue\n3. Ein Cron-Job\n\nWelche Variante willst du?"
	const pages = "1. Paginer côté serveur\n2. Charger à la volée\n\nLaquelle préfères-tu ?"
	const cart = "a) guardar el carrito en la sesión\nb) guardarlo en la base de datos\n\n¿Cuál prefieres?"
	for _, row := range [][3]string{
		{race, "Hmm, the exclusion constraint, I think, because then I don't have to think about it. Commit it once it's green.", "2: An ex"},
		{race, "the second one please", "2: An ex"}, {race, "I'd go with the constraint. Commit it once it's green", "2: An ex"},
		{race, "the exclusion constraint, no wait", ""}, {race, "not the exclusion constraint", ""},
		{race, "neither the exclusion constraint nor the lock", ""},
		{queue, "die Postgres-Queue, glaub ich, weil wir keinen Redis haben", "2: Eine"}, {queue, "die zweite bitte", "2: Eine"},
		{queue, "lieber den Cron-Job, der Rest ist Overkill", "3: Ein"}, {pages, "à la volée plutôt, c'est plus léger", "2: Charger"},
		{cart, "en la base de datos, creo, así no se pierde", "b: guardarlo"}, {cart, "la primera por favor", "a: guardar"},
	} {
		_, said, _ := Decided(row[0], row[1])
		if want := row[2]; !strings.HasPrefix(said, want) || want == "" && strings.HasPrefix(said, "2: ") {
			t.Errorf("%q picks %q, want %q", row[1], said, want)
		}
	}
}

func TestWhoTakesAnOfferOrDoesItHimselfDecidesNothing(t *testing.T) {
	for _, row := range [][2]string{
		{"Je remets les photos ?", "oui pop et termine"}, {"Je remets les photos ?", "oui vas-y mais garde le nom"},
		{"Would you like me to open the PR?", "No that's fine, I'll open the PR myself."}, {"¿Subo la rama?", "sí, súbela"},
		{"Soll ich den PR aufmachen?", "nein, mach ich selbst"}, {"プッシュしましょうか？", "いいえ、自分でやります"},
	} {
		if q, said, ok := Decided(row[0], row[1]); ok {
			t.Errorf("%q decides %q: %q", row[1], q, said)
		}
	}
	for _, row := range [][2]string{
		{"Shall I also add a CSV export?", "no, the accountant has her own tool"}, {"Should both touch the database?", "no, only readyz"},
		{"Je garde le nom ou je le change ?", "garde le nom"}, {"À quelle heure part le cron ?", "à trois heures"},
		{"Bis wann soll der Token gelten?", "bis morgen früh"}, {"До какого числа хранить?", "до пятого"}, {"Je mets quel nom ?", "facture"},
	} {
		if _, _, ok := Decided(row[0], row[1]); !ok {
			t.Errorf("%q decides nothing", row[1])
		}
	}
	if got := Dropped("Oh, no no no, good that you ask. Hm no, never.", false); len(got) > 0 {
		t.Errorf("dropped are %q", got)
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

func TestAChoiceIsToldWithAllThatItSays(t *testing.T) {
	menu := "Where do keys live?\n\n**A. Variable** `KEYS`\n**B. Table** `keys`\n\nWhich one?"
	for reply, want := range map[string]string{
		"B, table pls. hashed w/ sha256": "b: Table `keys`; table pls. hashed w/ sha256", "B. thanks, bye": "b: Table `keys`",
		"B. gehasht mit sha256, bitte": "b: Table `keys`; gehasht mit sha256, bitte", "B please": "b: Table `keys`", "B. commit and push": "b: Table `keys`",
	} {
		if _, got, _ := Decided(menu, reply); got != want {
			t.Errorf("%q decides %q, want %q", reply, got, want)
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

func TestAConsentThatLimitsAndANumberDecide(t *testing.T) {
	for _, c := range [][2]string{
		{"Should I round up?", "yes, but half even for JPY"}, {"Soll ich den Index anlegen?", "ja aber nicht auf orders"},
		{"Dois-je garder le cache ?", "oui mais 5 minutes max"}, {"¿Creo el índice?", "sí, pero solo en pedidos"},
		{"Devo criar o índice?", "sim, mas sem o campo email"}, {"Creo l'indice?", "sì ma non sugli ordini"},
		{"Создать индекс?", "да, но не для заказов"}, {"要建索引吗?", "可以,但不要建在orders上"},
		{"インデックスを作りますか?", "はい、でもordersは除いて"}, {"Shall we keep 3 or 5 backups?", "5"},
		{"Soll ich 3 oder 5 Kopien behalten?", "5"}, {"On garde 3 ou 5 copies ?", "5"}, {"保留3份还是5份?", "5"},
		{"Which port should it listen on?", "9090, and bind to localhost"}, {"Do we keep the 3 retries?", "5, but not in tests"},
	} {
		if _, said, ok := Decided(c[0], c[1]); !ok || said != c[1] {
			t.Errorf("%q to %q decides %q, %v", c[1], c[0], said, ok)
		}
	}
	for _, c := range [][2]string{
		{"Should I round up?", "yes but tomorrow"}, {"Should I round up?", "ok, but commit first"},
		{"Should I round up?", "yes, but first fix the bug"}, {"Shall I go on with the docs?", "yes, but not today"},
		{"All 5 tests pass. Anything else?", "5"}, {"Shall I fix the 2 failing tests?", "2"},
		{"Left:\n1. the parser\n2. the docs\nWhich one shall I do?", "2"},
	} {
		if _, said, ok := Decided(c[0], c[1]); ok {
			t.Errorf("%q to %q decides %q", c[1], c[0], said)
		}
	}
}
