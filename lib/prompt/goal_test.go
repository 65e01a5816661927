package prompt

import (
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

func TestGoalIsTheFirstPromptThatAsks(t *testing.T) {
	for _, c := range []struct {
		want    string
		prompts []string
	}{
		{"fix the login", []string{"fix the login"}},
		{"fix the login", []string{"hi", "go on", "fix the login", "and the logout"}},
		{"fix the login", []string{"Hello!\nthanks", "switch to main", "fix the login"}},
		{"repair the export of invoices", []string{"switch to the phase 12 branch", "let's work on feat/export", "ok", "repair the export of invoices"}},
		{"the search is slow, 3 s for admins", []string{"ok set it, lets see. next: the search is slow, 3 s for admins"}}, {"fix the header of the page. next: the footer", []string{"fix the header of the page. next: the footer"}},
		{"write the report", []string{"thanks, push it", "commit the rest too", "write the report"}},
		{"Port the mailer to SES", []string{"You are a senior Rust developer. Port the mailer to SES"}},
		{"Analizza il carrello e dimmi i passi.", []string{"Da ora lavora e agisci come uno sviluppatore senior. Analizza il carrello e dimmi i passi."}},
		{"Why does the export hang?", []string{"Hi! Why does the export hang?"}},
		{"/review the pull request 12", []string{"/review the pull request 12"}},
		{"the tests fail on my machine", []string{"the tests fail on my machine:\n```\npanic: nil map\n```"}},
		{"Error: cannot open x.db in open", []string{"Error: cannot open x.db\n    at open (db.js:12:3)\n\nwe get this when it starts"}},
		{"KeyError: 'country' in checkout", []string{traceback + "\n\nhappens in production since this morning"}},
		{"KeyError: 'country' in checkout", []string{"Das passiert seit heute:\n\n" + traceback}},
		{"KeyError: 'country' in checkout", []string{traceback + "\n\nça arrive depuis ce matin"}},
		{"why does the checkout of guests fail", []string{traceback + "\n\nwhy does the checkout of guests fail"}},
		{"happens when the cart is empty: the total is wrong", []string{"happens when the cart is empty: the total is wrong"}},
		{"this is strange, why?", []string{"> Error: no such table\n> at line 3\nthis is strange, why?"}},
		{"can you explain it?", []string{"+ if err != nil {\n+   return err\n+ }\ncan you explain it?"}},
		{"Cache for invoices", []string{"hi", "Implement the following plan:\n\n# Plan: Cache for invoices\n\n## Context\nslow"}},
		{"", []string{"```\nError: cannot open x.db\n```"}}, // what a program printed names no work
		{"", []string{"hi", "go on", "<teammate-message from=\"a\">do x</teammate-message>", "weiter"}},
		{"fix the login", []string{"[Image]", "[Image #1] [Image #2]", "[Image #3] fix the login"}},
		{"fix the [Images of the login", []string{"fix the [Images of the login"}},
		{"", []string{"[Image]"}},
		{"fix the login", []string{"/init", "fix the login"}},
		{"/tidy", []string{"/tidy", "thanks"}},
		{"round to cents", []string{"looks greate, proceed", "round to cents"}},
		{"round to cents", []string{"it is ok, lets proceed", "round to cents"}},
		{"round all amounts to cents, and go on", []string{"round all amounts to cents, and go on", "sum them up"}},
		{"add the refunds page, then continue", []string{"add the refunds page, then continue", "round to cents"}},
		{"", nil},
		{"no precommit hook for this repository", []string{"no precommit hook for this repository"}},
		{"log to stdout instead", []string{"no, log to stdout instead"}},
		{"做分页重置", []string{"做分页重置", "防抖不用了，数据量小。列表以后再补"}},
		{"加缓存", []string{"加缓存", "然后把列表也改成异步加载"}},
		{"検索追加", []string{"検索追加", "それからテストも書いてください"}},
		{"把列表改成异步加载", []string{"改一下", "把列表改成异步加载"}},
		{"把列表改成异步加载", []string{"怎么改", "帮我改", "按你说的做", "直して", "可以做", "把列表改成异步加载"}},
		{"the import should retry twice, no code yet", []string{"the import should retry twice, no code yet", "then B, without a delay"}},
		{"refactor invoices", []string{"refactor invoices", "that's it for today, tomorrow we go on"}},
		{"Rechnungen umbauen", []string{"Rechnungen umbauen", "für heute reichts, morgen weiter"}},
		{"导出", []string{"导出", "今天先到这，明天接着弄"}},
		{"users have to go through the login again", []string{"users have to go through the login again", "fix the export of invoices"}},
		{"修复登录错误", []string{"你好", "继续", "修复登录错误"}},
		{"اصلح تسجيل الدخول", []string{"اصلح تسجيل الدخول"}},
	} {
		if got := Goal(slices.Values(c.prompts)); got != c.want {
			t.Errorf("goal of %q is %q, want %q", c.prompts, got, c.want)
		}
	}
	long := Goal(slices.Values([]string{strings.Repeat("Das Übungsblatt ist kaputt und soll heil werden ", 40)}))
	if n := utf8.RuneCountInString(long); n > MaxGoal || n < MaxGoal/2 || strings.Contains(long, "\n") || !utf8.ValidString(long) {
		t.Errorf("a long goal is %d characters: %q", n, long)
	}
}

func TestAGoalNamesSomething(t *testing.T) {
	for _, c := range []struct {
		want    string
		prompts []string
	}{
		{"fix the login of guests", []string{"c", "8", "q", "A, B", "fix the login of guests"}},
		{"fix the login of guests", []string{"can you please fix the login of guests"}},
		{"fix the login of guests", []string{"ok now fix the login of guests"}},
		{"rename the column everywhere", []string{"fix lint", "rename the column everywhere"}},
		{"fix lint", []string{"fix lint", "ok"}},
		{"round the rates of loans", []string{"commit only the date fix, not the csv", "round the rates of loans"}},
		{"merge both parsers into one", []string{"merge both parsers into one", "round the rates of loans"}},
		{"move the tickets of the sprint", []string{"do you have access to linear?", "move the tickets of the sprint"}},
		{"ok", nil},
		{"/review pull request 12", []string{"/init", "/review pull request 12"}},
	} {
		want := c.want
		if c.prompts == nil {
			want = ""
		}
		if got := Goal(slices.Values(c.prompts)); got != want {
			t.Errorf("goal of %q is %q, want %q", c.prompts, got, want)
		}
	}
}

func TestASentenceThatOnlyMakesABranchGreetsOrPullsNamesNoWork(t *testing.T) {
	const tours, prices = "list the tours of a day with their guides", "add the prices to the page of the menu"
	for _, c := range [][2]string{
		{"branch feat/tours off main.", tours}, {"new branch feat/tours from main.", tours}, {"create a branch fix/tours.", tours},
		{"make a new branch feat/tours from master.", tours}, {"branch feat/tours.", tours},
		{"neuer branch feat/touren von main.", "zeig die touren eines tages mit den führern"},
		{"mach einen branch feat/touren von main.", "zeig die touren eines tages mit den führern"},
		{"branche feat/visites depuis main.", "liste les visites du jour avec leurs guides"},
		{"crée une branche feat/visites à partir de main.", "liste les visites du jour avec leurs guides"},
		{"rama feat/visitas desde main.", "lista las visitas del día con sus guías: a) por hora b) por guía"},
		{"crea la rama feat/visitas desde main.", "lista las visitas del día con sus guías"},
		{"cria o branch feat/visitas a partir da main.", "lista as visitas do dia com os guias"},
		{"nova branch feat/visitas.", "lista as visitas do dia com os guias"},
		{"ramo feat/visite da main.", "elenca le visite del giorno con le guide"},
		{"crea il branch feat/visite da main.", "elenca le visite del giorno con le guide"},
		{"ветка feat/tours от main.", "покажи туры дня с гидами"}, {"создай ветку feat/tours от main.", "покажи туры дня с гидами"},
		{"从main新建分支feat/tours。", "列出当天的行程和导游的名字"}, {"新建分支feat/tours。", "列出当天的行程和导游的名字"},
		{"mainからfeat/toursブランチを切って。", "その日のツアーをガイドと一覧にして"},
		{"feat/toursブランチを作って。", "その日のツアーをガイドと一覧にして"},
		{"morning, just pulled.", prices}, {"hi, i pulled main.", prices}, {"moin, hab gepullt.", "bau die preise in die seite der karte ein"},
		{"salut, j'ai pull.", "ajoute les prix à la page du menu"}, {"buenas, ya hice pull.", "añade los precios a la página del menú"},
		{"oi, já dei pull.", "adiciona os preços na página do cardápio"}, {"ciao, ho fatto pull.", "aggiungi i prezzi alla pagina del menu"},
		{"привет, спуллил.", "добавь цены на страницу меню"}, {"早，已经pull了。", "给菜单页加上所有的价格"},
		{"おはよう、pullした。", "メニューページに価格を追加して"},
	} {
		if got := Goal(slices.Values([]string{c[0] + " " + c[1]})); got != c[1] {
			t.Errorf("%q: %q, want %q", c[0], got, c[1])
		}
		if got := Goal(slices.Values([]string{c[0], c[1]})); got != c[1] {
			t.Errorf("%q, then: %q, want %q", c[0], got, c[1])
		}
	}
	for _, c := range []string{
		"go on with what priya left me", "go on w the red one", "mach weiter mit dem was priya mir hinterlassen hat",
		"sigue con lo que me dejó priya", "continue avec ce que priya m'a laissé", "continua com o que a priya deixou",
		"continua con quello che mi ha lasciato priya", "продолжай с тем что оставила прия",
	} {
		if got := Goal(slices.Values([]string{c, tours})); got != tours {
			t.Errorf("%q: %q", c, got)
		}
		if got := Goal(slices.Values([]string{c})); got != c {
			t.Errorf("%q alone: %q", c, got)
		}
	}
	for _, c := range []string{
		"branch protection for main is off.", "the branch selector is broken.", "create a branch picker in the header.", "branch coverage is low.",
		"new branch of the shop in lyon.", "pull the totals out of the loop.", "pull requests show no author.",
		"der branch-wähler ist kaputt.", "neue zweigstelle in lyon anlegen.", "la branche de config est cassée.", "rama de configuración mal cargada.",
		"crea una rama de menús en el árbol.", "cria um branch de preços na árvore.", "ветка комментариев не грузится.", "分支选择器坏了，修一下。",
		"ブランチ選択が壊れている、直して。", "从main新建分支feat/tours，再加上价格表。", "ブランチ一覧の画面を作って。", "从分支列表里去掉旧的。",
		"go on with the export of invoices to csv.", "branch feat/tours needs the totals.",
		"i pulled the prices into a table of its own, sort it.", "branch feat/tours off main and list the guides there.",
		"sigue con el informe de horas por guía.", "mach weiter mit der liste der führer.",
	} {
		if got := Goal(slices.Values([]string{c + " " + tours})); got == tours {
			t.Errorf("%q is lost", c)
		}
	}
}

func TestAGoalIsToldWithoutAChattyLead(t *testing.T) {
	for text, want := range map[string]string{
		"fecha a semana pra mim: o que ficou pendente?":             "o que ficou pendente?",
		"quick one: can you add a retry to the client?":             "add a retry to the client?",
		"while he reviews: I need a migration guide":                "I need a migration guide",
		"while loop: fix the condition":                             "while loop: fix the condition",
		"android ok too. commit push pr":                            "android ok too.",
		"android is broken. add a fallback and push":                "android is broken. add a fallback and push",
		"hi, new topic: we need a paywall. 3 scans a day":           "we need a paywall. 3 scans a day",
		"hey, quick one: add a retry to the client":                 "add a retry to the client",
		"kurze Frage: kannst du den Export sortieren?":              "den Export sortieren?",
		"petite question : tu peux trier l'export ?":                "trier l'export ?",
		"una pregunta rapida: puedes ordenar la exportacion?":       "ordenar la exportacion?",
		"rapidinha: por que o export perde a última linha?":         "por que o export perde a última linha?",
		"una cosa veloce: perché l'export perde l'ultima riga?":     "perché l'export perde l'ultima riga?",
		"быстрый вопрос: почему экспорт теряет строку?":             "почему экспорт теряет строку?",
		"顺便问一下：能不能给导出排序？":                                           "给导出排序？",
		"ちょっと質問：エクスポートをソートできますか？":                                   "エクスポートをソートできますか？",
		"kleine Sache: warum verliert der Export die letzte Zeile?": "warum verliert der Export die letzte Zeile?",
		// Near misses.
		"parser: can you add a retry?":                "parser: can you add a retry?",
		"README: what is missing in it?":              "README: what is missing in it?",
		"Fehler im Export: kannst du ihn sortieren?":  "Fehler im Export: kannst du ihn sortieren?",
		"question form: add a field for the mail":     "question form: add a field for the mail",
		"exportación: puedes ordenar las filas?":      "exportación: puedes ordenar las filas?",
		"two things: add a retry and sort the export": "two things: add a retry and sort the export",
	} {
		if got := Goal(slices.Values([]string{text})); got != want {
			t.Errorf("the goal of %q is %q", text, got)
		}
	}
}

func TestAReplyThatNamesNothingIsNoGoal(t *testing.T) {
	for _, said := range []string{
		"that would be perfect, cheers", "yes that'd be nice, thank you", "never mind, carry on please", "nvm, go on", "ok try once more please",
		"disregard that, my fault", "ignore my last message", "option 3 of course", "option b please", "wrong window",
		"das wäre super, danke", "versuchs nochmal bitte", "mach das für mich", "option 2 natürlich", "falsches fenster",
		"ce serait bien merci", "reessaie", "réessaie stp", "fais le pour moi", "mauvaise fenêtre",
		"estaria genial gracias", "inténtalo de nuevo porfa", "hazlo por mi", "seria ótimo obrigado", "tenta de novo por favor", "faz pra mim",
		"sarebbe ottimo grazie", "riprova", "было бы здорово, спасибо", "попробуй ещё раз", "сделай это за меня", "那太好了", "再试一次", "もう一度試して",
	} {
		if g := Goal(slices.Values([]string{said})); Names(g) {
			t.Errorf("%q names %q", said, g)
		}
	}
	for _, said := range []string{
		"try again with a smaller batch size", "ignore the last row of the table", "never mind the cache, fix the loader", "option 1 needs a page of its own",
		"that would be great as a nightly job", "versuch es nochmal mit weniger zeilen", "mach das menü für mich breiter", "fais le graphique pour moi",
		"prueba otra vez el envío con tls", "riprova il calcolo con i decimali", "попробуй ещё раз собрать пакет", "再试一次上传大文件", "もう一度試して失敗する理由を調べて",
	} {
		if g := Goal(slices.Values([]string{said})); !Names(g) {
			t.Errorf("%q names nothing", said)
		}
	}
}

func TestTheNextTaskOrTheListOfThemIsNoGoal(t *testing.T) {
	for _, said := range []string{
		"ok lets tackle the next task", "on to the next one please", "do the tasks", "commit and finish the tasks", "check the todo list", "check the todolist",
		"weiter mit der nächsten aufgabe", "mach die nächste aufgabe", "schau in die todo liste", "passons a la tache suivante", "on passe à la suivante",
		"regarde la todolist stp", "vamos con la siguiente tarea", "mira la lista de tareas", "vamos pra proxima tarefa", "passiamo al prossimo compito",
		"перейдём к следующей задаче", "做下一个任务", "次のタスクに進んで",
	} {
		if g := Goal(slices.Values([]string{said})); Names(g) {
			t.Errorf("%q names %q", said, g)
		}
	}
	for _, said := range []string{
		"check the todo list component for the empty state", "do the tasks page first", "the next task fails", "add the next task to the list",
		"die nächste aufgabe hängt im worker", "la tâche suivante plante au démarrage", "la siguiente tarea falla al guardar",
		"a próxima tarefa trava no envio", "следующая задача падает при запуске", "下一个任务的按钮点不动",
	} {
		if g := Goal(slices.Values([]string{said})); !Names(g) {
			t.Errorf("%q names nothing", said)
		}
	}
}

func TestAPasteAroundWhichTheUserSpeaksHasAGoal(t *testing.T) {
	const log = "Traceback (most recent call last):\n  File \"merge.py\", line 10, in <module>\nValueError: bad '1 2'\n"
	for text, want := range map[string]string{
		"<pasted_content id=\"6\">\nmerge.py crashes on the sales, log:\n" + log + "fix pls\n</pasted_content>":                       "merge.py crashes on the sales, log",
		"<pasted_content id=\"6\">\nmerge.py stürzt bei ventes.csv ab:\n" + log + "</pasted_content>":                                 "merge.py stürzt bei ventes.csv ab",
		"<pasted_content id=\"6\">\nbug from the client:\n> Issue #12: wrong total\nbranch fix/round, repro first\n</pasted_content>": "bug from the client: branch fix/round, repro first",
		"<pasted_content id=\"6\">\n" + log + "</pasted_content>":                                                                     "add a column with the month",
		"<pasted_content id=\"6\">\nSpecification of the export\nAlways write UTF-8.\n</pasted_content>":                              "add a column with the month",
		"ok works. NEVER touch the csv files in raw/, they are the bank's. output into out/":                                          "add a column with the month",
		"ok marche. ne touche JAMAIS aux csv dans raw/, c'est les originaux. sorties dans out/":                                       "add a column with the month",
		"never use float for money. write the parser of the invoices":                                                                 "never use float for money. write the parser of the invoices",
		"repair the export of invoices. Never touch the schema.":                                                                      "repair the export of invoices. Never touch the schema.",
	} {
		if got := Goal(slices.Values([]string{text, "add a column with the month"})); got != want {
			t.Errorf("%q: goal %q, want %q", text, got, want)
		}
	}
}

func TestAPromptThatEndsOrThrowsAwayWorkIsNoGoal(t *testing.T) {
	for text, want := range map[string]string{
		"Actually, scrap that: we keep the old form": "", "that's useful. Actually, scrap the server side": "that's useful.",
		"the archive can wait": "", "先放着，把其他的提交": "", "der Export kann warten": "", "l'export peut attendre": "",
		"Scrap the login page and build a form instead": "Scrap the login page and build a form instead",
		"the archive can wait, fix the login":           "the archive can wait, fix the login",
		"undo that and fix the header of the page":      "undo that and fix the header of the page",
	} {
		if got := Goal(slices.Values([]string{text})); got != want {
			t.Errorf("the goal of %q is %q, want %q", text, got, want)
		}
	}
	for title, want := range map[string]bool{
		"再改改": false, "换一个": false, "先修1": false, "两个都改": false, "再改一下这个": false, "改图标": true, "换一个图标": true, "先修登录": true,
		"create a branch dropdown": true, "create the branch overview": true, "新建分支列表页面": true, "新建分支 feat/rain，然后写解析器": true, "ブランチを作成するボタンを追加して": true,
		"go on with what the customer asked: dark mode": true, "go on with what anna left": false,
		"create a branch off main": false, "create a branch called cart": false, "make a new branch feat/rain from main": false, "create a branch fix-login": false,
		"open a branch for the cart": false, "新建分支 feat/rain": false, "从 main 新建分支 feat/rain": false, "ブランチを作成してください": false, "feat/rain というブランチを作って": false,
	} {
		if Names(title) != want {
			t.Errorf("%q names work: %v", title, !want)
		}
	}
}

// Who leaves, and wants all left as it is, names no work; nor does the word that one looks for.
func TestAGoodbyeIsNoGoal(t *testing.T) {
	for text, want := range map[string]string{
		"I have to run, leave everything as it is":                                "",
		"okay I have to run, leave everything as it is, I'll look at it tomorrow": "",
		"muss los, lass alles so wie es ist":                                      "",
		"je dois y aller, laisse tout comme ça":                                   "",
		"me tengo que ir, déjalo todo como está":                                  "",
		"devo andare, lascia tutto così":                                          "",
		"мне пора бежать, оставь всё как есть":                                    "",
		"我得走了, 先这样放着":                                                             "",
		"um, fix the export of bills":                                             "fix the export of bills",
		"ähm, bau den Export der Rechnungen":                                      "bau den Export der Rechnungen",
		"leave everything as it is and add a footer":                              "leave everything as it is and add a footer",
		"I have to run, fix the export of bills":                                  "I have to run, fix the export of bills",
	} {
		if got := Goal(slices.Values([]string{text})); got != want {
			t.Errorf("%q is for %q, want %q", text, got, want)
		}
	}
}

func TestAShortTitleNamesAThing(t *testing.T) {
	for _, title := range []string{
		"Werkzeugsuche beschleunigen", "Drucktest reparieren", "Drucktest-Snapshot reparieren", "Kalenderdruck",
		"Kalender Zeitumstellung", "Storno-Endpoint", "Login fixen", "Datenbankmigration", "Fehlermeldungen übersetzen",
		"Fix pagination", "Rate limiting", "CSV export", "Stripe webhook", "Fix parseDate", "parseInvoice",
		"README badges", "Refactor scheduler retries", "Corriger pagination", "Reembolso parcial",
		"Arreglar facturas", "Fatture mensili", "Исправить пагинацию", "Exportação mensal",
	} {
		if !IsTitle(title) {
			t.Errorf("%q names nothing", title)
		}
	}
	for _, title := range []string{
		"Fix lint", "Commit changes", "Fix bug", "Fix bugs", "Add tests", "Run tests", "Write docs", "Code review", "Quick question",
		"Next steps", "Hello world", "Greeting", "Refactoring", "Debugging session", "Git status", "Create PR", "Initial setup",
		"Project overview", "New feature", "Update README", "Continue work", "Bug fixes", "Kurze Frage", "Begrüßung", "Test",
		"Änderungen committen", "Fehler beheben", "Tests schreiben", "Projektüberblick", "Neues Feature", "Arbeit fortsetzen",
		"Corriger bug", "Revisar código", "Исправить ошибку", "Aggiungere test", "Nouvelle fonctionnalité", "", "ok", "B",
		"weiter machen", "Fehler reparieren", "Untitled session", "Rien à ajouter", "Storno", "Verbesserungen",
	} {
		if IsTitle(title) {
			t.Errorf("%q names something", title)
		}
	}
}

func TestTakingBackIsNoGoal(t *testing.T) {
	for text, want := range map[string]string{
		"ne lieber doch nicht, erweiterungen sind dort verboten. schmeiss das weg und mach nen simplen index": "schmeiss das weg und mach nen simplen index",
		"ne lieber doch nicht, erweiterungen sind auf dem server verboten":                                    "",
		"no, rather not, the server has no extensions":                                                        "",
		"non finalement, on garde l'ancien index":                                                             "",
		"mejor no, en producción no hay permisos. haz un índice simple por prefijo":                           "haz un índice simple por prefijo",
		"нет, лучше не надо, расширение на сервер не поставят":                                                "",
		"还是算了，生产库装不了扩展":                                                                                       "",
		"anzi no, in produzione non si può installare":                                                        "",
		"I changed my mind, the cache is too risky. Index created_at":                                         "Index created_at",
		"actually no, make the table sortable by date":                                                        "make the table sortable by date",
		"actually no, we don't need that on the start page":                                                   "",
		"don't crash on empty files in the importer":                                                          "don't crash on empty files in the importer",
		"nicht angemeldete Nutzer sehen die Preise":                                                           "nicht angemeldete Nutzer sehen die Preise",
		"doch nicht nur die CSV, auch die PDF Exporte sind kaputt":                                            "doch nicht nur die CSV, auch die PDF Exporte sind kaputt",
		"better not-found pages for the shop":                                                                 "better not-found pages for the shop",
		"the import should rather not stop at the first error":                                                "the import should rather not stop at the first error",
	} {
		if got := Goal(slices.Values([]string{text})); got != want {
			t.Errorf("%q: the goal is %q", text, got)
		}
	}
}

func TestTwoStarsInCodeAreNoBold(t *testing.T) {
	if got := Unmarked("**Done**: retries wait 2**i seconds, **bold** too"); got != "Done: retries wait 2**i seconds, bold too" {
		t.Errorf("got %q", got)
	}
}

// What is quoted at the beginning of an answer keeps its first quotation mark, in all languages.
func TestAQuotationKeepsItsMarks(t *testing.T) {
	for _, answer := range []string{
		"« La Sylve » est en place", "“Save” works", "„Speichern“ geht", "「保存」は動きます", "『保存』は動きます", `"Save" works`,
	} {
		if got := Unmarked("✅ " + answer); got != answer {
			t.Errorf("%q is told as %q", answer, got)
		}
	}
}

// What only asks behind a deadline is the goal of a session that orders nothing.
func TestAQuestionBehindADeadlineIsNoGoalWhereAnOrderFollows(t *testing.T) {
	const order = "write the mean and the std into the table of the paper"
	for _, asked := range []string{
		"paper deadline today!! what was the best val acc and with which seed?", "heute Abgabe! was war der beste Wert?",
		"demo tomorrow! which port does the server use?", "rendu demain ! quel était le meilleur score ?",
		"la entrega es hoy! cuál fue el mejor resultado?", "entrega hoje! qual era a melhor taxa?",
		"consegna domani! qual era il valore?", "сегодня дедлайн!! какой lr мы выбрали?",
	} {
		if got := Goal(slices.Values([]string{asked, order})); got != order {
			t.Errorf("%q: the goal is %q", asked, got)
		}
		if got := Goal(slices.Values([]string{asked, "ok"})); got == "" || got == "ok" {
			t.Errorf("%q alone: the goal is %q", asked, got)
		}
	}
	if got := Goal(slices.Values([]string{"deadline today!! what was the best?", "и что там с сидами 3 и 4?", order})); got != order {
		t.Errorf("a second question is the goal %q", got)
	}
	for _, first := range []string{
		"can you add a csv export?", "the export is slow, why? make it faster", "release today! bump the version and tag it",
		"could we cache the list of users?", "why is the export so slow?",
	} {
		if got := Goal(slices.Values([]string{first, order})); got == order {
			t.Errorf("%q is no goal", first)
		}
	}
}

func TestAGoalBeginsWithWhatNamesSomething(t *testing.T) {
	for text, want := range map[string]string{
		"Verify this issue exists and fix it:\n\nThe script no longer writes files.":                        "The script no longer writes files.",
		"Verify these issues exist and fix them:\n\nBug 1:\nThe list of fonts was split into two elements.": "The list of fonts was split into two elements.",
		"Implement phase 2.1":                     "Implement phase 2.1",
		"fix the export:\n\nThe dates are wrong.": "fix the export: The dates are wrong.",
		"I never said to update the help page. Put the old video on the start page.": "Put the old video on the start page.",
		"Good plan so far. Check the header of the location first.":                  "Check the header of the location first.",
		"Thanks, it's working great! Now edit README.md for the new script":          "edit README.md for the new script",
		"ありがとうございます、行番号を開始行に合わせてください":                                                "ありがとうございます、行番号を開始行に合わせてください",
		"Ahora mismo el nivel de colaborador no existirá":                            "el nivel de colaborador no existirá",
	} {
		if got := Goal(slices.Values([]string{text})); got != want {
			t.Errorf("%q is titled %q", text, got)
		}
	}
	for _, text := range []string{"oke lanjut", "it's running and confirmed up. Please continue", "läuft, mach weiter"} {
		if !OnlyGoesOn(text) {
			t.Errorf("%q asks for more than to go on", text)
		}
	}
}

// A pasted text of many short sentences or clauses is read in time that grows with it: what follows "next:" is near
// the beginning.
func TestAPromptOfManySentencesTakesNoLongTime(t *testing.T) {
	start := time.Now()
	Condensed(strings.Repeat("A) b\nB) c\n", 10000))
	Decided("Shall I do a or b?", strings.Repeat(" — ", 8000)) // 5 s, where all of it was looked at for each clause
	TurnOf(strings.Repeat("done, ", 6000), nil, nil)           // 7 s, where each clause was held against all
	if time.Since(start) > 3*time.Second {
		t.Errorf("read in %s", time.Since(start))
	}
}
