package prompt

import (
	"slices"
	"strings"
	"testing"

	"holdfast/lib/each"
)

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

func TestAPlanOfWorkThatIsNamedDoesNotOnlyLook(t *testing.T) {
	for text, want := range map[string]bool{
		"短信通知要换供应商。先看下现在的代码，给我一个方案，先别改": false, "先看下现在的代码，先别改": true,
		"switch the provider to tencent. look at the code first and plan it, don't change anything yet": false,
		"look at the code first and plan it, don't change anything yet":                                 true,
	} {
		if OnlyLooks(text) != want {
			t.Errorf("that %q only looks is %v", text, !want)
		}
	}
}

func TestATitleMayOnlySayWhatFails(t *testing.T) {
	for text, want := range map[string]bool{
		"im back. it doesnt start: Error: Cannot find module": true, "es startet nicht": true,
		"put a red banner above the menu": false, "it should be red": false, "the login crashes": false,
	} {
		if OnlyFails(text) != want {
			t.Errorf("that %q only says what fails is %v", text, !want)
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
		"I want a plan, no code yet", "we need to talk about seats, no code yet", "quiero entender el cache, no cambies nada",
		"tell me how the export works. Change nothing yet.", "i need to know how the cart works, look at it. change nothing yet", "i want to understand the index. just look", "regarde le projet, ne change rien encore", "mira el proyecto. No cambies nada todavía.", "dá uma olhada no projeto", "dai un'occhiata al progetto, non cambiare nulla",
		"посмотри проект, пока ничего не меняй", "看看这个项目，先别改代码", "プロジェクトを見てください。まだ何も変更しないでください",
	} {
		if !OnlyLooks(text) {
			t.Errorf("%q asks only to look", text)
		}
	}
	for _, text := range []string{
		"look at the failing test and fix it", "can you look at the comments on the PR and fix them?", "add an export. don't change anything else", "don't change anything in the API, add a new page", "Look at the project. Then add JSON.", "make the button look at home", "why does it hang?", "no changes to the schema, please",
		"i want to add a wish list. look at the cart and make a plan first, don't write code yet", "wir brauchen eine Suche. Schau dir den Index an, noch nichts ändern", "on veut un mode sombre, regarde le thème. ne change rien encore",
		"show what changed since May", "schau in den Log und behebe den Fehler", "guarda los datos en la base", "No changes in the log are shown", "fix the login", "",
	} {
		if OnlyLooks(text) {
			t.Errorf("%q asks for more than to look", text)
		}
	}
}

func TestToPullAndToBeToldIsOnlyToLook(t *testing.T) {
	for text, want := range map[string]bool{
		"pull and tell me what bia did": true, "da um pull e me diz oq a bia fez": true, "mach mal pull und sag mir was bia gemacht hat": true,
		"haz pull y dime que hizo bia": true, "fais un pull et dis-moi ce que bia a fait": true, "fai pull e dimmi cosa ha fatto bia": true,
		"сделай pull и скажи что сделала аня": true, "拉一下代码，告诉我bia做了什么": true, "pullして、何が変わったか教えて": true,
		"tell me what changed since friday": true, "pull the totals out of the loop": false, "tell me what is slow and speed it up": false,
		"pull main and tell me what bia did, and fix the header": false, "da um pull e faz o merge da branch dela": false,
		"show the user what changed": false, "fetch the rates from the bank": false,
	} {
		if OnlyLooks(text) != want {
			t.Errorf("%q only looks: %t", text, !want)
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

func TestConcludes(t *testing.T) {
	for text, is := range map[string]bool{
		"thanks, push it": true, "Perfect! Commit and push.": true, "commit this and push": true, "great, thanks": true, "danke, pushe es bitte": true,
		"merci, pousse": true, "спасибо, запушь": true, "谢谢，提交并推送": true, "lgtm": true, "go on": true, "great, commit and push the rest too": true,
		"add a page of statistics": false, "push the button to the left": false, "commit messages must be shorter": false, "": false,
		"thanks, push it and add a page of statistics": false, "merge the two functions": false,
		"yes, commit and merge it to main, delete the branch": true, "commit what is there": true,
		"delete the branch from the list of the page": false,
		"ok now it works": true, "that fixed it": true, "super, läuft": true, "ça marche maintenant": true, "ya funciona, gracias": true,
		"теперь работает": true, "现在可以了": true, "tests pass": true, "it works now but the header is gone": false,
		"it works on my machine too": false, "looks good, now the header": false, "make it work": false, "all tests pass but one": false,
	} {
		if Concludes(text) != is {
			t.Errorf("%q: %t", text, !is)
		}
	}
}

func TestCarelessWordsSayTheSame(t *testing.T) {
	for _, text := range []string{
		"k do them all", "pls go on", "where r we", "ma weiter", "stp continue", "c bon", "sigue porfa", "blz", "vc pode continuar",
		"mornin. what was i on", "hi, can u continue pls", "ок, продолжай плз", "続きよろ",
	} {
		if Asks(text) {
			t.Errorf("%q asks for something", text)
		}
	}
	for _, text := range []string{"commit n push", "thx, comit n push", "comit", "k, commit what u have", "commitea porfa", "спс, закомить"} {
		if !Concludes(text) {
			t.Errorf("%q does not conclude", text)
		}
	}
	if got := GoesOnWith("go on w the suppliers"); !Resumes("go on w the suppliers") || got != "the suppliers" {
		t.Errorf("it goes on with %q", got)
	}
	for _, text := range []string{
		"fix the w key", "n is negative in the loop", "k means clustering is slow", "mornings are shown as nights", "commit n rows at once",
		"push n items to the queue", "ma page est cassée", "pq falha o teste", "xq falla el login", "u flag is missing", "both tests fail",
	} {
		if !Asks(text) || Concludes(text) || Resumes(text) {
			t.Errorf("%q asks: %t, concludes: %t, resumes: %t", text, Asks(text), Concludes(text), Resumes(text))
		}
	}
}

func TestAStepThatOnlyCommits(t *testing.T) {
	for step, want := range map[string]bool{
		"commit mach ma morgen": true, "commit the changes": true, "Änderungen committen": true, "commit tomorrow": true,
		"hacer commit de los cambios": true, "提交代码": true, "the changes": false, "commit and push": false,
		"commit the new fixtures": false, "tests tomorrow": false, "Committed and pushed.": true, "Not merged.": false,
	} {
		if got := OnlyCommits(step); got != want {
			t.Errorf("%q only commits: %t", step, got)
		}
	}
}

func TestAPromptBeginsOtherWork(t *testing.T) {
	for _, text := range []string{
		"add a gallery page with six photos", "we also need an export for the accountant",
		"the customer wants a red banner for Christmas", "change the footer color to blue",
		"I want a script run_all.sh for the whole month", "füge eine Seite mit dem Impressum hinzu",
		"der Kunde will ein rotes Banner", "ajoute une page galerie, 6 photos, grid css",
		"le bouton commander doit envoyer un mail à commandes@ferrand.fr", "elle veut aussi un export FEC, 18 colonnes",
		"retire le bandeau noël du site", "haz una página de contacto", "cambia el color del título a azul",
		"el cliente quiere un banner rojo", "quita el banner de navidad", "troca a fonte dos títulos",
		"o cliente quer um banner vermelho", "cambia il colore dei titoli", "il cliente vuole un banner rosso",
		"сделай страницу контактов", "клиент хочет красный баннер", "做一个联系页面", "把标题颜色换成蓝色", "お問い合わせページを作って",
		"<pasted_content id=\"1\">\nelle veut aussi un export FEC, voila la spec:\nJournalCode|JournalLib\n</pasted_content>",
	} {
		if goal, _ := OtherWork(text); goal == "" {
			t.Errorf("%q begins no other work", text)
		}
	}
	for _, text := range []string{
		"make it a bit darker", "encodage: ISO-8859-15 pas utf8", "police des titres: Playfair. Lora", "12px padding on mobile",
		"la couleur des titres -> #8b4513, css", "401000 alors, 411000 pour clients, 512000 banque", "titres en bordeaux",
		"no, put the banner below", "non, mets le bandeau en bas", "are you sure? the page is still broken. add ?v=2",
		"yeah 2 and 3", "do 1 and 3. the other one tomorrow", "can we add a test?", "add a test that checks this",
		"never touch the csv files in raw/. output into out/", "go on with the gallery", "look at the gallery page",
		"should the lock file be committed?", "have we added tests for the export?", "do we need other volumes in staging?",
		"commit and push it", "il le remettra le 1er décembre, garde le code en commentaire", "mach es etwas dunkler", "nein, das Banner nach unten", "hazlo más oscuro", "ну сделай это темнее",
		"The edits you suggested didn't go through, can you make the changes again to App.js?", "do option 1 for me",
		"for the next phases; we will also have this correction possible in the intake?",
		"Right now the image is warped, I just want it to sit in the corner", "You just need to create the heatmap file now",
		"I never said to update the help page, put it back", "トップページを更新してほしいなんて言っていないです", "我应该怎么启动呢，mysql怎么启动先",
	} {
		if goal, _ := OtherWork(text); goal != "" {
			t.Errorf("%q begins %q", text, goal)
		}
	}
}

// A prompt that asks about a step, or puts it off, does not ask for it.
func TestAPromptOrdersAStep(t *testing.T) {
	steps := []Step{StepOf("a csv export of the orders"), StepOf("CSV-Export")}
	for text, wanted := range map[string]bool{
		"add the csv export": true, "now the csv export please": true, "can you add the csv export?": true,
		"ok, could you do the csv export now?": true, "let's do the csv export": true, "the csv export": true,
		"jetzt der csv-export": true, "kannst du den csv-export bauen?": true, "puedes hacer el csv export?": true,
		"how would you add the csv export?": false, "we will add the csv export next week": false, "do we need the csv export": false,
		"what about the csv export?": false, "is the csv export done?": false, "we'll add the csv export later": false,
		"wie würdest du den csv-export bauen?": false, "den csv-export machen wir nächste woche": false,
		"when the tests pass, add the csv export": true, "As said: add it. What we need is the csv export, add it": true,
		"when you are done, can you add the csv export?": true, "como combinado, adiciona a csv export": true,
		"the csv export now, the docs of the csv export later": true,
		"fix the login, the csv export comes next week":        false, "comment ajouter l'export csv ?": false,
		"make a plan for the csv export": false, "write a ticket for the csv export": false, "before the csv export, fix the total": false,
		"refactor the cart so that the csv export fits in": false, "explain the csv export": false, "mach einen Plan für den csv-export": false,
		"build on top of the csv branch and write the export, which streams its rows": true, "look whether the csv export is slow": true,
		"finally implement that csv export": true, "now add the missing csv export": true, "in settings add the csv export": true,
		"füge auf der Seite den csv-export hinzu": true, "mach jetzt den csv-export": true, "write a test for the csv export": false,
		"create tickets for csv exports of the orders":                           false,
		"write the report. action items: csv export of the orders Ana, login me": false,
		"create a branch for the csv export and fix the lint":                    false, "fix the lint and then add the csv export": true,
	} {
		turn := TurnOf(text, nil, nil)
		if got := slices.ContainsFunc(steps, turn.Orders); got != wanted {
			t.Errorf("%q orders the export: %v, want %v", text, got, wanted)
		}
		turn = TurnOf(text, []string{"The change is made."}, []string{"refactor: the cart"})
		turn.Changes = true
		if !wanted && (turn.Done(steps[1]) || turn.TakesUp(steps, 1)) {
			t.Errorf("%q ends the export", text)
		}
	}
}

func TestAPromptBeginsWithWhatWasSpokenOf(t *testing.T) {
	for text, want := range map[string]bool{
		"do it. with the fallback, and a test": true, "go ahead. but only the api": true, "mach weiter. aber ohne den Cache": true,
		"ok. now the invoices": false, "yes. add a dark mode": false, "do it": false, "add it. and push": false,
	} {
		if got := TakesUp(text); got != want {
			t.Errorf("%q takes up what was spoken of: %t", text, got)
		}
	}
}
