package prompt

import (
	"slices"
	"strings"
	"testing"

	"holdfast/lib/each"
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
		{"write the report", []string{"thanks, push it", "commit the rest too", "write the report"}},
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

const traceback = `Traceback (most recent call last):
  File "/srv/app.py", line 31, in order
    order = checkout(b, json.loads(body)["address"], email)
  File "/srv/checkout.py", line 6, in checkout
    country = address["country"]
KeyError: 'country'`

func TestWhatWasPastedIsCondensed(t *testing.T) {
	for text, want := range map[string]string{
		traceback + "\n\nhappens in production":                     "happens in production\nKeyError: 'country'",
		"please fix the checkout:\n\n" + traceback:                  "please fix the checkout:\nKeyError: 'country'",
		"fix the checkout, it says error: no such table":            "fix the checkout, it says error: no such table",
		"split this <pasted_content id=\"1\">a\nb</pasted_content>": "split this",
		"<pasted_content id=\"1\">a\nb</pasted_content>":            "<pasted_content id=\"1\">a\nb</pasted_content>",
		"use this:\n```\na: 1\n```":                                 "use this:\n```\na: 1\n```",
		"Exception in thread \"main\" java.lang.IllegalStateException: closed\n\tat shop.Cart.add(Cart.java:7)\nCaused by: java.io.IOException: disk full\n\tat shop.Log.write(Log.java:3)\n\nwhy?": "why?\nCaused by: java.io.IOException: disk full",
	} {
		if got := Condensed(text); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestOnlyGoesOn(t *testing.T) {
	yes := []string{
		"[Image #1] go on",
		"go on", "Go on!", "ok, go on please", "yes", "continue", "Continue where we left off.", "please continue", "let's continue please", "keep going",
		"weiter", "mach weiter", "Ok, mach bitte weiter!", "continue s'il te plaît", "on continue", "vas-y", "continúa", "sigue adelante, por favor", "pode continuar", "vamos continuar",
		"Where was I yesterday?", "wo waren wir stehengeblieben?", "on en était où ?", "¿dónde estábamos?", "onde paramos ontem?", "a che punto eravamo?",
		"на чём мы остановились?", "上次做到哪了？", "前回どこまでやったっけ？",
		"morning, what's open?", "buenas, que tocaba hoy?", "bonjour, il reste quoi ?", "¿qué falta?", "do the rest", "ok mach den Rest", "hi, go on",
		"my laptop died, continue", "mein Rechner ist gestern abgeschmiert. wo waren wir stehengeblieben?", "hi! the power went out last night, go on", "mon ordi a planté, on continue",
		"se me colgó el ordenador, sigue", "o computador travou. onde paramos?", "il portatile si è spento, riprendi", "у меня завис ноут, продолжай", "昨晚电脑死机了，接着弄", "パソコンが落ちた。続けて",
		"weiter im Text", "mach da weiter wo du aufgehört hast", "pick it up where we stopped", "接着昨天的来", "昨日の続きから",
		"continuiamo", "vai avanti", "продолжай", "Давай дальше, пожалуйста", "继续", "请继续吧。", "続けてください", "続きをお願いします", "好的，继续",
	}
	no := []string{
		"", "hi", "thanks", "go on with the export", "continue with step 3 and then push", "no, use the other API", "weiter mit dem Export", "don't go on",
		"where are we with the rates", "where was the bug?", "wo war ich hier zuletzt angemeldet", "où en est on affichée la date ?", "どこまで進んだか表示して",
		"continue l'export des factures", "继续修复登录", "続けてログインを直して", "next, fix the login", "продолжай миграцию базы", strings.Repeat("go on ", 100), "1", "run it",
		"the export crashed, go on", "my laptop died", "the login page died. fix it", "电脑版页面崩溃了，修一下",
		"what's left of the old layout?", "il reste quoi sur l'acompte ?", "do the rest of the 1.0 list", "thanks",
	}
	for _, s := range yes {
		if !OnlyGoesOn(s) || Asks(s) {
			t.Errorf("%q only says to go on", s)
		}
	}
	for _, s := range no {
		if OnlyGoesOn(s) {
			t.Errorf("%q says more than to go on", s)
		}
	}
}

func TestAPromptResumesWhatItNames(t *testing.T) {
	for _, text := range []string{
		"go on with the rounding", "ok, continue with step 2", "weiter mit dem Export", "продолжай с экспортом", "do it again, but with tests",
		"go on, smtp() first. please keep the timeout in one constant", "ok, go on: the docs first", "weiter, smtp() zuerst", "continue, d'abord smtp()", "sigue, primero smtp()",
		"continua, primeiro smtp()", "vai avanti, prima smtp()", "продолжай, сначала smtp()", "继续，先写smtp()", "続けて、まずsmtp()から",
		"link it from the index, then commit and push", "please move them to lib", "link it", "fix that first", "corrige ça", "arregla eso", "rename it dump", "fix it, then push", "show them as a list", "turn it off when the cart is empty", "verlinke es vom Index",
		"mach mit der Doku weiter", "ok back to the money thing, old files", "zurück zum Export", "revenons à l'export", "finish the VAT branch", "ok, finish the docs, then push", "mach die Doku fertig", "continue l'export des factures", "termine la doc", "continúa la documentación",
		"continua a documentação", "finisci la documentazione", "доделай документацию", "继续写文档", "ドキュメントを続けてください", "arbeite an der Doku weiter",
		"ok then the table", "next: the style sheet", "the two-hour expiry", "jetzt die Tabelle", "ok alors le tableau", "ahora la tabla",
		"agora aquela msg", "bora continuar aquilo de terça",
		"volta na lista de desejos, faz o botão", "retour sur acompte", "vuelve al carrito",
		"my import crashed, please go on", "l'import a planté hier, reprends stp", "mein Import ist abgestürzt, mach weiter",
		"добавь это в индекс", "把它加到索引里", "それを索引に追加して",
	} {
		if !Resumes(text) {
			t.Errorf("%q resumes something", text)
		}
	}
	for _, text := range []string{
		"go on", "add rounding", "withdraw the money", "next, fix the login of guests", "ok, fix the login", "go over the docs, then fix them in one commit", "fix the login, then commit and push",
		"make it possible to export invoices", "add the test for the index", "ajoute le test", "repair the export, fix the import", "hello world page", "parallel los is fine", "修复登录，再写测试",
		"Let them export the totals of the year as CSV", "Give them a button to pay later", "give them an email when it is shipped", "have it show the totals of the year", "when it is paid, mark the order", "is it possible to export the totals?",
		"leite die Anfrage weiter", "the link back to the shop is broken", "gib die Daten an den Kunden weiter", "rechne mit dem alten Kurs weiter", "continue the loop when the row is empty", "finish the order by itself as soon as it is paid", "complete the form of orders",
		"mach mit beim Test", "sigue el mismo patrón", "finish screen is blank", "do the same for the docs", "add a finish button", "show them no prices", "Carlos found a bug in the search page of the shop", "Pablo wants the totals as CSV", "Polos and shirts need a size", "kilos should be shown as grams", "Modelo de datos: crea la tabla de los clientes nuevos",
		"Artículo nuevo: añade una foto", "Lass sie die Summen als CSV exportieren", "gibt es eine Suche im Shop?", "zeig ihnen die Summen des Jahres", "laisse-les exporter les totaux", "donne-leur un bouton", "déjalos exportar los totales", "hazlo posible exportar las facturas",
		"check that it works on Windows", "show that the totals are zero", "write those tests of the search again", "ensure that guests pay", "is that right?",
		"round all amounts to cents, and go on", "ok, the login hangs", "the totals are wrong", "the export of invoices needs a header", "ok, a new page for refunds",
		"the header is too high, make it smaller", "la page plante", "ok then fix the table",
		"покажи их имена и адреса в таблице", "пусть они выгружают итоги",
	} {
		if Resumes(text) {
			t.Errorf("%q resumes nothing", text)
		}
	}
}

func TestAPromptOnlyLooks(t *testing.T) {
	for _, text := range []string{
		"where are we with the refunds?", "what's the status of the refunds?", "wo stehen wir bei den Erstattungen?", "on en est où sur les remboursements ?", "¿en qué punto estamos con los reembolsos?",
		"a quantas andamos nos reembolsos?", "a che punto siamo con i rimborsi?", "на чём остановились с возвратами?", "退款做到哪了？", "返金はどこまで進んだ？",
	} {
		if !OnlyLooks(text) {
			t.Errorf("%q only looks", text)
		}
	}
	for _, text := range []string{
		"Schau dir das Projekt mal an und sag mir, was fehlt. Noch nichts ändern.", "Look at the project. What is missing?", "have a look at the shop, don't change anything yet", "Schau mal, was hier fehlt",
		"morning, what's open?", "bonjour, il reste quoi sur l'acompte ?", "Good morning. Before I start: which branches are still open, and what is missing on each?",
		"tell me how the export works. Change nothing yet.", "regarde le projet, ne change rien encore", "mira el proyecto. No cambies nada todavía.", "dá uma olhada no projeto", "dai un'occhiata al progetto, non cambiare nulla",
		"посмотри проект, пока ничего не меняй", "看看这个项目，先别改代码", "プロジェクトを見てください。まだ何も変更しないでください",
	} {
		if !OnlyLooks(text) {
			t.Errorf("%q asks only to look", text)
		}
	}
	for _, text := range []string{
		"look at the failing test and fix it", "can you look at the comments on the PR and fix them?", "add an export. don't change anything else", "don't change anything in the API, add a new page", "Look at the project. Then add JSON.", "make the button look at home", "why does it hang?", "no changes to the schema, please",
		"show what changed since May", "schau in den Log und behebe den Fehler", "guarda los datos en la base", "No changes in the log are shown", "fix the login", "",
	} {
		if OnlyLooks(text) {
			t.Errorf("%q asks for more than to look", text)
		}
	}
}

func TestAsks(t *testing.T) {
	for _, s := range []string{"hi", "Hello there!", "thanks, go on", "switch to main", "please check out the release/2.1 branch", "work on the phase 12 branch", "git checkout feat/x",
		"wechsle auf den Branch feat/x", "passe sur la branche feat/x", "cambia a la rama feat/x", "переключись на ветку feat/x", "切换到 feat/x 分支", "你好", "おはようございます", "guten Morgen", "",
		"work for me", "that works for me", "it looks fine to me", "I like it", "yes, that's what I want", "no other questions", "you decide", "passt für mich", "das gefällt mir", "ça me va",
		"c'est bon pour moi", "me parece bien", "por mim tudo bem", "gosto disso", "va bene così", "меня устраивает", "我觉得可以", "それでいい", "approved, continue please", "no changes from my side"} {
		if Asks(s) {
			t.Errorf("%q asks for nothing", s)
		}
	}
	for _, s := range []string{"switch to main and fix the login", "check out the failing test in ci", "work on the login form", "use postgres", "hi, the login hangs", "change the colour", "run it", "why?", "помоги с базой",
		"make it work for me", "it works for me but not for Bob", "I like the old header, bring it back", "fix the fine print", "agree on a format", "confirm the order by mail", "approve the invoices",
		"mir gefällt der alte Kopf besser", "me gusta más la tabla", "我喜欢深色"} {
		if !Asks(s) {
			t.Errorf("%q asks for something", s)
		}
	}
}

func TestRulesAreStandingInstructions(t *testing.T) {
	rules := []string{
		"never use float64 for money", "Always run the linter before you say done.", "From now on, answer in German.", "please always write a test first",
		"you must never push to main", "I always want small commits", "For money, never use floats.", "Run the tests after every change.", "Don't ever commit generated files.",
		"I want you to always ask before deleting files", "No emojis in commit messages, ever", "before every commit, run make lint", "could you always squash before you merge?",
		"Use tabs here, never spaces.", "Benutze immer Tabs.", "Nie ohne Tests committen", "ab jetzt bitte auf Deutsch antworten", "Du sollst nie auf main pushen",
		"Ne commite jamais sur main.", "Toujours lancer les tests avant de finir", "désormais, réponds en français", "Nunca uses float para dinero", "siempre ejecuta las pruebas antes de terminar", "a partir de ahora responde en español",
		"nunca use float para dinheiro", "De agora em diante, responda em português", "Non usare mai float per i soldi", "d'ora in poi rispondi in italiano", "esegui sempre i test prima di finire",
		"никогда не используй float для денег", "всегда запускай тесты", "с этого момента отвечай по-русски", "永远不要使用float表示金额", "每次提交前请运行测试", "从现在开始用中文回答", "必ずテストを書いてください", "今後は日本語で答えて",
	}
	rules = append(rules, "dates are always UTC in this repo", "in diesem Repo sind Beträge immer in Cent", "dans ce repo les montants sont toujours en centimes",
		"dont touch pkg/legacy.ts the mobile app still uses it", "don't touch pkg/legacy.ts, ops depends on it", "не трогай legacy.ts, от него зависит касса")
	for _, s := range rules {
		if got := Rules("Please fix the export\n" + s); len(got) != 1 || got[0] != s {
			t.Errorf("rules of %q are %q", s, got)
		}
	}
	for _, s := range []string{
		"don't touch pkg/legacy.ts", "don't touch pkg/legacy.ts for now, ops depends on it", "the build is always slow in this repo", "CI is always red in this repo", "why is it always in cents in this repo?",
		"don't run the tests now", "why does it always fail?", "it also always seems to be this same hash, I think?", "this should never happen", "it never worked", "The test always fails on CI.",
		"never mind", "always the same error", "I've never seen this", "for now always skip the tests", "use the API that always returns JSON", "the button never appears", "have you ever tried it", "as always, run the tests",
		"change the label to \"Always run the linter\"", "> never use this", "```\nnever do this\n```", "fix it", "it seems to always return nil", "and it never finishes",
		"Implement the following plan:\n# A\nAlways call close.", "das Programm hängt immer noch", "der Test schlägt immer fehl", "ça ne marche jamais", "siempre falla el test", "não funciona nunca", "non funziona mai",
		"тест всегда падает", "为什么总是失败", "いつも失敗する", "never", "instead of X, use Y", "only if there is an easy fix", "we always get two rows here",
	} {
		if got := Rules(s); len(got) > 0 {
			t.Errorf("%q is no rule, got %q", s, got)
		}
	}
}

func TestRulesAreVerbatimAndBounded(t *testing.T) {
	text := "- never use   `eval`\n- never use   `eval`\nAlways " + strings.Repeat("check the input of every handler ", 30)
	got := Rules(text)
	if len(got) != 2 || got[0] != "never use `eval`" {
		t.Fatalf("rules are %q", got)
	}
	if utf8.RuneCountInString(got[1]) > maxRule || !strings.Contains(row(text), got[1]) {
		t.Errorf("a long rule is %q", got[1])
	}
}

func TestShortenKeepsBeginningAndDirections(t *testing.T) {
	text := "Please look at the export of invoices, it is slow. " + strings.Repeat("It reads all of the rows one by one. ", 20) +
		"Don't change the schema. " + strings.Repeat("That took a while. ", 10) + "Use the new index instead."
	got := Shorten(text, 300)
	for _, want := range []string{"Please look at the export of invoices, it is slow.", "Don't change the schema.", "Use the new index instead."} {
		if !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
	if n := utf8.RuneCountInString(got); n > 300 {
		t.Errorf("%d characters", n)
	}
	if got := Shorten("short\n and  whole", 300); got != "short and whole" {
		t.Errorf("short prompt became %q", got)
	}
	if got := Shorten(strings.Repeat("语", 1<<20), 300); utf8.RuneCountInString(got) != 300 || !utf8.ValidString(got) {
		t.Errorf("a prompt of 3 MB became %d characters", utf8.RuneCountInString(got))
	}
}

func TestSentences(t *testing.T) {
	got := Sentences("1. See foo.go, e.g. line 3. Then run v1.2!\n- keep it\n好。不要动它！\n**A or B?** B.\n")
	want := []string{"See foo.go, e.g. line 3.", "Then run v1.2!", "keep it", "好。", "不要动它！", "**A or B?**", "B."}
	if !slices.Equal(got, want) {
		t.Errorf("sentences are %q", got)
	}
}

func FuzzPrompt(f *testing.F) {
	for _, s := range []string{"go on", "never use x", "# Plan\n```\na", "> q\n+ d\n@@", "继续", "\xff\xfe. \xff", "a\u2028b. c", "“never", "/x y"} {
		f.Add(s, 40)
	}
	f.Fuzz(func(t *testing.T, text string, most int) {
		text = strings.ToValidUTF8(text, "\uFFFD")
		most = 2 + (most&0xffff)%400
		whole := row(text)
		if goal := Goal(slices.Values([]string{text})); utf8.RuneCountInString(goal) > MaxGoal || strings.ContainsAny(goal, "\r\n") {
			t.Errorf("goal %q", goal)
		}
		for _, rule := range Rules(text) {
			if utf8.RuneCountInString(rule) > maxRule || !strings.Contains(whole, rule) {
				t.Errorf("rule %q is not in %q", rule, whole)
			}
		}
		if got := Shorten(text, most); utf8.RuneCountInString(got) > most || !utf8.ValidString(got) {
			t.Errorf("shortened to %d: %q", most, got)
		}
		if OnlyGoesOn(text) && Asks(text) {
			t.Errorf("%q asks and only says to go on", text)
		}
		Heading(text)
		Summed(text)
		Resumes(text)
		steps, _ := Left(text)
		for _, step := range append(steps, text) {
			TurnOf(text, []string{text}, []string{text}).Done(StepOf(step))
		}
		for _, s := range TakesBack(text) {
			revokes(s, []string{text, "never use x"})
		}
		Decided(text, text)
	})
}

func TestARestIsAskedForOnlyAsAWhole(t *testing.T) {
	for text, want := range map[string]bool{
		"do the rest of the list": true, "ok now the rest please": true, "the rest, and commit it": true, "剩下的做完吧": true,
		"mach den Rest der Liste": true, "termine le reste de la liste": true, "сделай остальное из списка": true,
		"the REST endpoint returns 500, fix it": false, "do the REST API": false, "the rest looks fine, rename it": false,
		"do the rest tomorrow": false, "den REST-Endpunkt bitte umbenennen": false,
	} {
		if AsksRest(text) != want {
			t.Errorf("%q asks for the rest: %v, want %v", text, !want, want)
		}
	}
}

func TestASummaryOfARowASectionNamesNoFilesInItsIntent(t *testing.T) {
	summary := "1. Primary Request and Intent: Refund lines.\n2. Files: refund.py\n3. Errors: a: b\n4. Pending Tasks:\n- docs"
	if pending, _, _ := Summed(summary); Intent(summary) != "Refund lines." || len(pending) != 1 {
		t.Errorf("%q, %q", Intent(summary), pending)
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

func TestAGoodbyeIsSaidNotAskedFor(t *testing.T) {
	for text, want := range map[string]bool{
		"good night": true, "gotta go, tmrw": true, "ich mach Feierabend": true, "bis morgen!": true, "je dois filer": true, "今天先到这里": true, "ok, that's it for today": true,
		"add a good night message": false, "show \"see you later\" at logout": false, "der Button sagt gute Nacht": false,
		"ajoute un message bonne nuit": false, "añade un hasta luego al pie": false, "aggiungi un buona notte": false, "加一个晚安的提示": false,
		"need to catch the ferry, push it": true, "muss zum zug": true, "have to go to the dentist": true, "chau, mañana sigo": true, "tschüss zusammen": true,
		"we have to catch a panic in the worker": false, "need to catch a race": false, "I need to catch my own errors": false, "ciao as greeting in the mail": false,
		"bis dann alles grün ist kein push": false, "alla prossima release togliamo v1": false, "até a próxima versão fica assim": false, "have to go through the list twice": false,
		"充電が切れるとアプリが落ちる": false, "再见按钮没反应": false, "muss zum bus controller passen": false,
	} {
		if Leaves(text) != want {
			t.Errorf("%q is a goodbye: %v", text, !want)
		}
	}
}

func TestAShortYesLetsGoOn(t *testing.T) {
	const answer = "README done.\n\nNext up is the **rate limit** (60/min per key). Go ahead?"
	steps, _ := Left(answer)
	for text, want := range map[string]bool{
		"y": true, "Y": true, "ye": true, "yep": true, "ya pls": true, "aye": true, "sgtm": true, "ship it": true, "go 4 it": true, "go for it!": true,
		"pls do": true, "please do": true, "👍": true, "👍🏽": true, "👌": true, "y 👍": true, "ok y": true, "hey, y": true, "of course": true,
		"gerne": true, "ja gerne": true, "ouais": true, "volontiers": true, "claro que sí": true, "pode ser": true, "volentieri": true, "конечно": true,
		"好呀": true, "お願い": true,
		"naw": false, "n": false, "nö": false, "неа": false, "🍕": false, "👎": false, "hey": false, "": false, "why": false, "do the other": false,
		"ship it to the customer tomorrow": false, "of course not": false, "please don't": false, "aye but rename it first": false, "👍 now fix the footer": false,
	} {
		turn := TurnOf(text, []string{"### Done\n\n- ✅ Sliding window in `app/limit.py`"}, nil)
		if turn.Changes = true; turn.TakesUp(each.Of(steps, StepOf), 0) != want || OnlyGoesOn(text) != want {
			t.Errorf("%q lets it go on: %v, %v", text, OnlyGoesOn(text), turn.TakesUp(each.Of(steps, StepOf), 0))
		}
	}
}

func TestCasualWordsGoOnOrLeave(t *testing.T) {
	for text, want := range map[string]bool{
		"cont": true, "k cont pls": true, "lets continue where we stopped yday": true, "continue w/ yesterdays stuff": true, "ugh term crashed. go on": true,
		"morning! anything left from last wk?": true, "argh tmux died, continue": true, "moin, ist noch was offen?": true, "salut, il reste quelque chose ?": true,
		"cont the footer": false, "continue w/ the footer": false, "the term crashed when I typed": false, "anything left of the buffer is lost": false,
	} {
		if OnlyGoesOn(text) != want {
			t.Errorf("%q goes on: %v", text, !want)
		}
	}
	for text, want := range map[string]bool{
		"cool. lunch, brb 🍕": true, "afk": true, "bin gleich wieder da": true, "je reviens": true, "já volto": true, "马上回来": true,
		"rename brb to back": false, "write the docs of lunch": false,
	} {
		if Leaves(text) != want {
			t.Errorf("%q leaves: %v", text, !want)
		}
	}
}
