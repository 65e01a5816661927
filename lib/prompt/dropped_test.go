package prompt

import "testing"

// A drop is a prompt with its answer, and which of some steps it drops, -1 for none.
type drop struct {
	asked, answer string
	want          int
}

func TestAStepIsDroppedThatTheUserGivesAwayOrTakesHimself(t *testing.T) {
	drops(t, []drop{
		{"der toggle ist unnötig", "Gut.", 0}, {"die checkbox kannst du dir sparen", "Gut.", 2}, {"die checkbox mach ich selber", "Gut.", 2},
		{"checkbox I'll do myself", "Fine.", 2}, {"checkbox lo hago yo", "Bien.", 2}, {"checkbox je m'en occupe", "Bien.", 2},
		{"checkbox 我自己跟设计师说", "好的。", 2}, {"checkbox 我来做", "好的。", 2}, {"checkbox macht Ops", "Gut.", 2}, {"checkbox сделает Аня", "Хорошо.", 2},
		{"the checkbox is for React", "Fine.", -1}, {"die checkbox macht Probleme", "Ich sehe nach.", -1}, {"das macht Sinn, der toggle kommt rein", "Gut.", -1},
		{"der toggle macht HTML kaputt", "Ich sehe nach.", -1}, {"die checkbox mach ich morgen selber", "Gut.", -1},
		{"der toggle ist unnötig langsam", "Ich sehe nach.", -1}, {"weiter", "Der toggle war unnötig kompliziert.", -1}, {"der Fehler liegt beim Toggle", "Ich sehe nach.", -1},
	})
}

func TestAStepIsDroppedThatIsNotNeeded(t *testing.T) {
	drops(t, []drop{
		{"no toggle needed", "All right.", 0},
		{"we don't need a toggle, ship it", "Shipped.", 0}, {"toggles are a browser thing, forget it", "All right.", 0}, {"it is too slow, forget it", "All right.", -1},
		{"the toggle we dont need, commit it", "Committed.", 0},
		{"check the contrast", "There are no buttons on the page yet, so there's nothing to check.", 1},
		{"how is the contrast?", "The buttons are gone, there's nothing to check.", 1},
		{"commit it. skip the select all, nobody needs that", "Committed.", 2},
		{"select the rows", "The rows can be selected.", -1},
		{"commit it. den toggle sparen wir uns", "Fertig.", 0},
		{"weiter", "Ein toggle ist nicht mehr nötig.", 0},
		{"good. checkbox no, never had one", "Fine.", 2},
		{"no do the toggle", "Fine.", -1},
		{"the contrast not now, tomorrow", "Fine.", -1},
		{"skip the toggle for now", "Fine.", -1},
		{"el toggle todavía no", "Bien.", -1},
		{"o toggle ainda não", "Certo.", -1},
		{"il toggle adesso no", "Va bene.", -1},
		{"toggle пока нет", "Хорошо.", -1},
		{"no contrast for the toggle in the list", "Fine.", -1},
		{"commit. kein stress mit dem toggle", "Gut.", -1},
		{"no rush with the toggle", "Fine.", -1},
		{"pas de stress pour le toggle", "Bien.", -1},
		{"commit. toggle weg", "Weg.", 0},
		{"der toggle muss weg", "Gut.", 0},
		{"ich muss weg, der toggle ist da", "Gut.", -1},
		{"der toggle ist weg", "Ich sehe nach.", -1},
		{"el toggle fuera", "Bien.", 0},
		{"checkbox we dont need", "Fine.", 2},
		{"die checkbox brauchen wir nicht", "Gut.", 2},
		{"the checkbox I don't want", "Fine.", 2},
		{"el checkbox no lo quiero", "Bien.", 2},
		{"the checkbox in the footer I don't want", "Fine.", -1},
		{"I don't want the rows to lose their checkbox", "Fine.", -1},
		{"leave out the checkbox", "Fine.", 2},
		{"the checkbox in the header we can leave out", "Fine.", 2},
		{"die checkbox können wir weglassen", "Gut.", 2},
		{"no toggle", "Fine.", 0},
		{"no manual toggle", "Fine.", 0},
		{"no, the toggle", "Fine.", -1},
		{"they see packing lists, no toggle, no prices", "Fine.", -1},
		{"no toggle error", "Fine.", -1},
		{"no errors in the toggle", "Fine.", -1},
		{"no add a toggle", "Fine.", -1},
		{"the contrast will be done by Ana", "Fine.", 1},
		{"the contrast has to be done by Friday", "Fine.", -1},
		{"el contraste lo hace Ana, y el contrast de los buttons", "Bien.", 1},
		{"the contrast should be written up by somebody who knows it, which is Henrik, not us", "Fine.", 1},
		{"Ana will do the contrast of the buttons", "Fine.", 1},
		{"it will do the contrast of the buttons", "Fine.", -1}, {"Ana will do the contrast, thanks", "Fine.", 1},
		{"Chrome does it, not me, make the contrast better", "Fine.", -1}, {"Ed is doing the contrast, fix that", "Fine.", -1},
		{"Ana won't do the contrast of the buttons", "Fine.", -1}, {"Ana fera le contrast des buttons", "Bien.", 1},
		{"sigue", "No hace falta ningún toggle.", 0},
		{"go on", "The toggle is not needed yet.", -1},
		{"the contrast is Tom's, he has the colours", "Fine.", 1},
		{"the contrast is today's biggest problem", "Fine.", -1},
		{"the contrast of it isn't worth it", "Fine.", 1},
		{"the toggle has nothing to do with it, so that we see when the toggle can go", "Fine.", -1},
		{"toggle nvm, we have two pages", "Fine.", 0}, {"nvm the toggle", "Fine.", 0}, {"never mind the toggle", "Fine.", 0},
		{"toggle hat sich erledigt", "Gut.", 0}, {"le toggle laisse tomber", "Bien.", 0}, {"el toggle déjalo", "Bien.", 0},
		{"deixa pra la o toggle. apaga a branch", "Certo.", 0}, {"ninguna, olvidate del toggle", "Bien.", 0}, {"забей на toggle", "Хорошо.", 0},
		{"vergiss nicht den toggle", "Gut.", -1}, {"брось исключение в toggle", "Хорошо.", -1}, {"não esquece o toggle", "Certo.", -1}, {"deixa pra lá o footer, faz o toggle", "Certo.", -1},
		{"o toggle deixa pra lá", "Certo.", 0}, {"il toggle lascia stare", "Va bene.", 0}, {"toggle забудь", "Хорошо.", 0},
		{"toggle 算了", "好。", 0}, {"toggleはもういい", "はい。", 0},
		{"nvm", "Fine.", -1}, {"nvm, do the toggle", "Fine.", -1}, {"skip the footer, do the toggle", "Fine.", -1},
		{"toggle i do myself on the server", "Fine.", 0}, {"I'll do the toggle myself.", "Okay, you do it.", 0},
		{"den Toggle mache ich selbst", "Gut.", 0}, {"ich mache den Toggle selbst, du die Tests", "Gut.", 0},
		{"le toggle je le fais moi-même", "Bien.", 0}, {"je m'occupe du toggle moi-même", "Bien.", 0}, {"el toggle lo hago yo", "Bien.", 0},
		{"eu mesmo faço o toggle", "Certo.", 0}, {"il toggle lo faccio io", "Va bene.", 0}, {"toggle сделаю сам", "Хорошо.", 0},
		{"我自己做 toggle", "好。", 0}, {"toggle は自分でやります", "はい。", 0},
		{"I can't do the toggle myself", "Fine.", -1}, {"should I do the toggle myself?", "No.", -1},
		{"I'll do the review myself, you do the toggle", "Fine.", -1}, {"if I do the toggle myself it breaks", "I see.", -1},
		{"I did the header myself, now the toggle", "Fine.", -1}, {"I do it myself, but the toggle is yours", "Fine.", -1},
		{"is a toggle needed?", "I think so.", -1},
		{"go on", "The page needs a toggle.", -1},
		{"no tests needed for this", "Fine.", -1},
		{"the toggle", "There's no test for it, the buttons still need one.", -1},
	})
}

func TestAnOrderAboutAStepDropsNothingOfIt(t *testing.T) {
	drops(t, []drop{
		{"remove the pointless toggle", "Fine.", -1}, {"supprime le toggle inutile", "Bien.", -1}, {"quita el toggle innecesario", "Bien.", -1},
		{"remove o toggle desnecessário", "Certo.", -1}, {"togli il toggle superfluo", "Va bene.", -1}, {"убери лишнее из toggle", "Хорошо.", -1},
		{"le toggle est inutile", "Bien.", 0}, {"el toggle es innecesario", "Bien.", 0}, {"il toggle è superfluo", "Va bene.", 0}, {"toggle unnecessary", "Fine.", 0},
		{"不要な toggle を消して", "はい。", -1}, {"删掉没必要的 toggle", "好。", -1},
		{"the toggle button isn't needed", "Fine.", -1}, {"den Toggle-Knopf brauchen wir nicht", "Gut.", -1},
		{"le bouton du toggle est inutile", "Bien.", -1}, {"кнопка toggle не нужна", "Хорошо.", -1}, {"throw the toggle box away", "Fine.", -1},
		{"you can forget the old toggle", "Fine.", -1}, {"den alten Toggle brauchen wir nicht", "Gut.", -1}, {"olvida el toggle viejo", "Bien.", -1},
		{"oublie l'ancien toggle", "Bien.", -1}, {"забудь старый toggle", "Хорошо.", -1}, {"忘掉旧的 toggle", "好。", -1}, {"the old toggle is irrelevant", "OK.", -1},
		{"skip the footer and add the toggle", "Fine.", -1}, {"skip the toggle and retry the upload", "Fine.", 0},
		{"überspring den toggle und wiederhole den Upload", "Gut.", 0},
		{"toggle macht der Parser", "Gut.", -1}, {"the Parser will do the toggle", "Fine.", -1}, {"I do the toggling myself", "I see.", -1},
	})
}

func drops(t *testing.T, cases []drop) {
	t.Helper()
	steps := []Step{
		StepOf("a manual toggle"), StepOf("the contrast of the buttons"), StepOf(`A "select all" checkbox in the header`),
	}
	for _, c := range cases {
		turn, got := TurnOf(c.asked, []string{c.answer}, nil), -1
		for i, s := range steps {
			if turn.Done(s) {
				got = i
			}
		}
		if got != c.want {
			t.Errorf("%q, answered %q, drops step %d, want %d", c.asked, c.answer, got, c.want)
		}
	}
}

func TestAStepIsDroppedByAShortNameOrLeftAsItIs(t *testing.T) {
	css, step := StepOf("CSS: none yet"), StepOf("Default: the step has to be given each time.")
	web := StepOf("Web: `/week` and `/api/week` still show unrounded times.")
	for _, asked := range []string{
		"forget the css", "no css needed", "the css is not worth it", "we leave the css as it is", "the css can stay as it is",
		"css: forget it, the browser default is fine", "css: not needed", "css: vergiss es, der Standard reicht", "vergiss das css", "das css bleibt, wie es ist", "wir lassen das css so",
		"oublie le css", "css : laisse tomber", "le css reste comme ça", "olvida el css", "el css se queda como está",
		"o css fica como está", "il css resta così", "css оставляем как есть", "css不用了", "css保持原样", "cssはなしで",
	} {
		turn := TurnOf(asked, []string{"OK."}, nil)
		if !turn.Done(css) || turn.Done(step) || turn.Done(web) || Discards(asked, "a note in main.go") {
			t.Errorf("%q does not drop the step of the css alone", asked)
		}
	}
	for _, asked := range []string{
		"the css is fine", "leave the css as it is for now", "no css framework needed", "no tests needed for the css", "forget the header, css next",
		"leave the tests as they are and do the css", "css: forget the old file, write a new one", "the css of the header stays as it is",
		"don't forget the css", "vergiss das css nicht", "n'oublie pas le css", "no olvides el css", "не забудь про css", "别忘了css",
		"lass die Tests wie sie sind und mach das css", "if the css stays as it is, the page breaks", "keep the css as it is in the docs",
	} {
		if turn := TurnOf(asked, []string{"OK."}, nil); turn.Done(css) || turn.Done(step) || turn.Done(web) {
			t.Errorf("%q drops a step", asked)
		}
	}
	for asked, want := range map[string]bool{
		"web stays unrounded, that's on purpose": true, "web bleibt unrounded, das ist Absicht": true, "web stays on top of the list": false,
		"web stays unrounded, why?": false, "the table stays unrounded, that's on purpose": false, "no api needed": false,
	} {
		if turn := TurnOf(asked, []string{"OK."}, nil); turn.Done(web) != want || turn.Done(css) || turn.Done(step) {
			t.Errorf("%q drops the step of the page: %t", asked, !want)
		}
	}
	if g := weakName("css: forget it, the browser default is fine"); g != "" {
		t.Errorf("the goal is %q", g)
	}
}

func TestAStepInAScriptWithoutSpacesIsDroppedByWhatItIsCalled(t *testing.T) {
	debounce, dark := StepOf("给请求加防抖（300ms），避免重复请求"), StepOf("支持暗色主题")
	for asked, want := range map[string]bool{
		"防抖不用了，数据量小": true, "防抖不用做了": true, "不需要防抖": true, "防抖不要": true, "防抖算了": true, "别做防抖了": true, "加防抖不用了": true,
		"防抖的测试不用了": false, "不用担心防抖": false, "先做防抖": false, "先别做防抖": false, "现在不做防抖": false, "防抖不需要测试": false, "去掉防抖的日志": false,
		"不要改防抖": false, "不要动防抖，只改节流": false, "不用防抖也能搜索": false, "节流不用了": false, "需要防抖吗？": false,
	} {
		if got := TurnOf(asked, []string{"好的。"}, nil); got.Done(debounce) != want || got.Done(dark) {
			t.Errorf("%q drops it: %t", asked, !want)
		}
	}
	if !TurnOf("暗色主题不要，图标下周再说", nil, nil).Done(dark) || TurnOf("亮色主题不要", nil, nil).Done(dark) {
		t.Error("the dark theme was dropped, and no other one")
	}
	if !TurnOf("デバウンスは不要です", nil, nil).Done(StepOf("デバウンスを追加する")) {
		t.Error("it is not dropped in Japanese")
	}
}

func TestAThingIsDroppedWithoutWhatItIsMadeOf(t *testing.T) {
	for text, step := range map[string]string{
		"just load the data. No pretraining script needed.": "early stopping for the pretraining",
		"we don't need the export code":                     "Write the export",
	} {
		if !TakesOut(Dropped(text, true), step) {
			t.Errorf("%q leaves %q to be done", text, step)
		}
	}
	for text, step := range map[string]string{
		"no build script needed": "build the table", "we don't need the export script": "add the export button",
		"drop the migration script": "run the migration on production", "we don't need the login code": "fix the login page",
	} {
		if TakesOut(Dropped(text, true), step) || TurnOf(text, nil, nil).Done(StepOf(step)) {
			t.Errorf("%q drops %q", text, step)
		}
	}
}

func TestAThingThatDoesNotMatterIsDropped(t *testing.T) {
	for step, all := range map[string][]string{
		"Order: the photos still come in upload order": {
			"Nah, skip the order thing", "I couldn't care less about the order", "who cares about the order", "the order doesn't matter",
			"don't bother with the order", "forget the order stuff",
		},
		"Ordre : les photos sortent encore dans l'ordre d'upload.": {
			"l'ordre on s'en fiche", "osef de l'ordre", "pas besoin de l'ordre", "l'ordre c'est pas grave", "tant pis pour l'ordre",
		},
		"die Reihenfolge der Bilder": {"die Reihenfolge spielt keine Rolle", "vergiss die Reihenfolge-Sache", "die Reihenfolge ist mir egal"},
		"el orden de las fotos":      {"el orden no importa", "me da igual el orden"},
	} {
		for _, asked := range all {
			if turn := TurnOf(asked, []string{"OK."}, nil); !turn.Done(StepOf(step)) || turn.Done(StepOf("Tests: aucun, none")) {
				t.Errorf("%q does not drop %q alone", asked, step)
			}
		}
		for _, asked := range []string{"the order matters", "l'ordre est faux", "skip the first row in the order", "it doesn't matter"} {
			if TurnOf(asked, []string{"OK."}, nil).Done(StepOf(step)) {
				t.Errorf("%q drops %q", asked, step)
			}
		}
	}
}

func TestAStepIsDroppedByWhatItIsCalledBeforeWhereItIs(t *testing.T) {
	for _, c := range []struct {
		steps, drop, keep []string
	}{
		{[]string{"Opt-out im Profil", "Newsletter im Profil"}, []string{
			"opt-out kannst du ganz lassen, will die chefin nicht", "opt-out brauchen wir doch nicht", "das opt-out lassen wir weg",
			"opt-out fliegt raus", "opt-out streichen", "opt-out im profil kannst du streichen", "streich das opt-out", "das opt-out im profil brauchen wir doch nicht",
		}, []string{
			"streich den opt-out-knopf aus dem header", "das opt-out im footer brauchen wir nicht", "das opt-out lassen wir erstmal", "das opt-out kannst du erstmal lassen",
			"opt-out brauchen wir noch nicht", "die checkbox im opt-out fliegt raus", "das opt-out fliegt bei jedem request raus", "streich die zeile mit dem newsletter",
		}},
		{[]string{"Add the opt-out in the profile", "Newsletter in the profile"}, []string{
			"drop the opt-out, the boss does not want it", "we don't need the opt-out after all", "we won't do the opt-out", "the opt-out is off the table", "you can leave the opt-out out",
		}, []string{
			"drop the opt-out button from the header", "drop the opt-out for now", "drop the newsletter table from the schema", "cut the newsletter text to one line",
			"drop the profile picture", "drop the index on newsletter", "don't drop the opt-out", "users can drop the newsletter in the profile", "we won't do the opt-out today",
		}},
		{[]string{"Opt-out dans le profil", "Newsletter dans le profil"}, []string{
			"on n'a pas besoin de l'opt-out finalement", "l'opt-out tu peux laisser tomber", "on abandonne l'opt-out", "on enlève l'opt-out",
		}, []string{"enlève le bouton opt-out du header", "on enlève la colonne newsletter", "on enlève l'opt-out du footer"}},
		{[]string{"Opt-out en el perfil", "Boletín en el perfil"}, []string{"el opt-out lo quitamos", "no hace falta el opt-out", "quita el opt-out"}, []string{
			"quita el botón de opt-out de la cabecera", "quita la columna del boletín", "el opt-out no va",
		}},
		{[]string{"Opt-out no perfil", "Newsletter no perfil"}, []string{"o opt-out não vamos mais fazer", "tira o opt-out"}, []string{"tira o botão de opt-out", "tira a coluna da newsletter"}},
		{[]string{"Opt-out nel profilo", "Newsletter nel profilo"}, []string{"l'opt-out lo togliamo", "l'opt-out non serve"}, []string{"togli il pulsante opt-out", "togli la colonna newsletter"}},
		{[]string{"Opt-out в профиле", "Рассылка в профиле"}, []string{"opt-out не делаем", "opt-out вычёркиваем"}, []string{"убери кнопку opt-out", "opt-out пока не делаем"}},
		{[]string{"个人资料里的 opt-out", "邮件订阅"}, []string{"opt-out 砍掉", "不需要 opt-out"}, []string{"去掉页头的 opt-out 按钮", "opt-out 先不做"}},
		{[]string{"プロフィールの opt-out", "メール配信"}, []string{"opt-out はやめます", "opt-out は不要です"}, []string{"ヘッダーの opt-out ボタンを削除して"}},
	} {
		for i, asked := range append(c.drop, c.keep...) {
			turn := TurnOf(asked, []string{"OK."}, nil)
			if got := turn.Done(StepOf(c.steps[0])); got != (i < len(c.drop)) || turn.Done(StepOf(c.steps[1])) {
				t.Errorf("%q drops %q: %t, or %q", asked, c.steps[0], got, c.steps[1])
			}
		}
	}
	if !TurnOf("weiter", []string{"Gut, dann entfällt das Opt-out."}, nil).Done(StepOf("Opt-out im Profil")) {
		t.Error("the answer drops it")
	}
	if TurnOf("drop the old column", []string{"OK."}, nil).Done(StepOf("Drop the old column")) || len(Dropped("cut the header to one line", false)) > 0 {
		t.Error("an order drops it")
	}
	if said := "No new files, no backend changes: the modal is shared."; len(Dropped(said, false)) == 0 || len(Dropped("Implement the following plan:\n\n# Plan: Add a modal\n\n"+said, false)) > 0 {
		t.Error("a plan drops nothing, the user does")
	}
}

func TestAStepEndsThatTheUserSaysHeDid(t *testing.T) {
	for _, c := range []struct{ said, step, not string }{
		{"el readme ya lo hice yo, lo subo con el merge", "README con el flujo de la cola", "el readme no lo hice yo"},
		{"ya hice yo el readme", "README con el flujo de la cola", "todavía no hice el readme"},
		{"lo del actuator ya lo hice yo anoche", "Limitar el actuator a `health`", "lo del actuator lo vemos"},
		{"o readme eu mesmo fiz ontem", "README com o fluxo", "o readme eu ainda não fiz"},
		{"the readme I already did", "README on the flow", "I did the header myself, now the readme"},
		{"das readme hab ich schon selbst geschrieben", "README zum Ablauf", "das readme hab ich noch nicht gemacht"},
		{"le readme je l'ai déjà fait", "README avec le schéma", "j'ai fait la page moi-même, fais le readme"},
		{"il readme l'ho già fatto io", "README con il flusso", "l'ho fatto io"},
		{"readme я уже сделал сам", "README про очередь", "readme я ещё не сделал"},
		{"readme我自己写好了", "README：说明流程", "readme还没写"},
		{"I already tested the export", "Test the export", "did you already test the export"},
		{"el export ya está hecho", "Export en CSV", "el export ya lo probé yo"},
		{"the export is already done", "Export as CSV", "I already tested the export, it doesn't work"},
		{"the header is already done", "Header of the page", "the header of the mail is already done"},
		{"I tested it on staging, works", "Test on staging", "I tested it on staging, works but the login fails"},
		{"tried the export, looks good", "Try the export", "tried the export"},
		{"probe en staging anda bien", "Probar en staging", "probe en staging y no anda"},
		{"testei no staging, deu certo", "Testar no staging", "testei no staging, mas deu erro"},
		{"auf staging getestet, läuft", "Auf Staging testen", "auf staging getestet, läuft nicht"},
		{"j'ai testé en préprod, ça marche bien", "Tester en préprod", "j'ai testé en préprod, ça marche ?"},
		{"ho provato in staging, funziona", "Provare in staging", "ho provato in staging, funziona tranne il login"},
		{"проверил на стейджинге, всё работает", "Проверить на стейджинге", "проверил на стейджинге, падает"},
		{"staging测过了，没问题", "在staging测试", "staging测过了，报错"},
		{"stagingで試しました、問題ありません", "stagingで試す", "stagingで試しました、エラーです"},
	} {
		for text, want := range map[string]bool{c.said: true, c.not: false} {
			if TurnOf(text, []string{"OK."}, nil).Done(StepOf(c.step)) != want {
				t.Errorf("%q ends %q: %t", text, c.step, !want)
			}
		}
	}
}

func TestAStepIsThrownAwayWithAllThatWasOfferedForIt(t *testing.T) {
	step := StepOf("Streaming: all rows are held in memory")
	const offer = "What stayed for later is the **streaming**. Shall I try it now?"
	for _, c := range []struct {
		offer, asked, reply string
		want                bool
	}{
		{offer, "yes, on a branch of its own", "neither, forget it. delete that branch, cap it at 5000 rows", true},
		{offer, "tenta, numa branch separada", "nenhuma, deixa pra la. volta tudo e apaga essa branch", true},
		{offer, "dale", "ninguna de las dos, olvidalo", true}, {offer, "ja, mach", "keine von beiden. vergiss es", true},
		{offer, "vas-y", "aucune des deux, laisse tomber", true}, {offer, "sì, prova", "nessuna, lascia perdere", true},
		{offer, "давай", "ни то ни другое, забудь", true}, {offer, "好的", "都不要，算了", true}, {offer, "はい", "どちらも、もういい", true},
		{"What stayed is the **streaming**.\n\nShall I try it now?", "yes", "neither, forget it", true},
		{"O que ficou pra depois foi o **streaming**.\n\nQuer que eu tente agora?", "tenta", "nenhuma, deixa pra la", true},
		{"Es fehlt noch das **Streaming**.\n\nSoll ich es jetzt machen?", "ja", "keine von beiden, vergiss es", true},
		{"Queda el **streaming**.\n\n¿Lo hago ahora?", "dale", "ninguna, olvidalo", true},
		{"还剩 **streaming**。\n\n要我现在做吗？", "好的", "都不要，算了", true},
		{"The streaming is left.\n\nShall I try the header now?", "yes", "neither, forget it", false},
		{"The streaming stays for Monday.\n\nShall I fix the css now?", "yes", "neither, forget it", false},
		{"The streaming is left.\n\nWas it ok?", "yes", "neither, forget it", false}, {"还剩 streaming。\n\n要我修CI吗？", "好", "都不要，算了", false},
		{"", "do the streaming", "forget it", true}, {"", "the streaming please", "neither. scrap it all", true},
		{offer, "yes", "neither, make it a page", false}, {offer, "yes", "neither", false}, {offer, "yes", "no", false},
		{offer, "yes", "no thanks", false}, {offer, "yes", "forget it?", false}, {offer, "rename the file", "forget it", false},
		{"The streaming stays for later.", "yes", "forget it", false}, {"Shall I add a header?", "yes", "forget it", false},
		{"", "do the header", "neither, forget it", false}, {offer, "yes", "the header is fine, forget it", false},
		{offer, "yes", "the first, forget the other", false}, {offer, "yes", "", false}, {"", "", "forget it", false},
	} {
		if step.Thrown(c.offer, c.asked, c.reply) != c.want {
			t.Errorf("%q, %q, %q throws it away: %t", c.offer, c.asked, c.reply, !c.want)
		}
	}
}

func TestAStepStaysThatWasTestedAndIsNotAsItShouldBe(t *testing.T) {
	for said, step := range map[string]string{
		"tested on staging, works for csv, json is empty": "Test on staging", "tested on staging, it works only on my machine": "Test on staging",
		"when it is tested on staging and works, deploy": "Test on staging", "auf staging getestet, geht schief": "Auf Staging testen",
		"auf staging getestet, geht nur auf chrome": "Auf Staging testen", "testei no staging, funciona mal": "Testar no staging",
		"probe en staging, funciona a medias": "Probar en staging", "stagingで試したら大丈夫でしたか": "stagingで試す", "导出测过了，只有csv可以": "测试导出",
	} {
		if TurnOf(said, []string{"OK."}, nil).Done(StepOf(step)) {
			t.Errorf("%q ends %q", said, step)
		}
	}
}

func TestWhatOnlyBeginsWithADropIsNone(t *testing.T) {
	for text, want := range map[string]bool{
		"drop everything for a second, production is throwing this since this morning": false,
		"lass mal alles liegen, production wirft das seit heute morgen":                false,
		"laisse tout tomber une minute, la prod plante":                                false,
		"deja todo un momento, producción está caída":                                  false, "larga tudo um minuto, a produção caiu": false,
		"molla tutto un attimo, la produzione è giù": false, "брось всё на минуту, прод упал": false,
		"I'll tell the clinic myself, you don't need to do anything there.": false,
		"ich sag's der Praxis selbst, du musst da nichts machen":            false,
		"je le dis à la clinique moi-même, tu n'as rien à faire":            false,
		"se lo digo yo a la clínica, no tienes que hacer nada":              false,
		"I'll call the bank myself":                                         false,
		"And a changelog entry, no, never mind the changelog":               false,

		"tom: \"skip the toggle\"": false, "lena: „lass das menü weg“": false, "marc : « pas de badge »": false,
		"the mail says\n```\nskip the export\n```\nwhat now?": false, "~~~\nno badge please\n~~~": false,

		"the log:\n```\nall ok\n```\nno badge please": true, "footer: drop the \"beta\" badge": true,
		"drop everything in the cache layer, it is too slow": true, "drop the export, nobody needs that": true,
		"I'll do the export myself": true, "skip the changelog, we have none": true,
		"the migration is done by Ana, not by us": true, "laisse tomber l'export, personne ne l'utilise": true,
		"no hace falta el export, nadie lo usa": true,
	} {
		if got := Dropped(text, false); len(got) > 0 != want {
			t.Errorf("%q drops %q", text, got)
		}
	}
}

// A choice with its reason is a decision; what only interrupts the work, or corrects a word of it, leaves nothing out.
func TestWhatInterruptsWorkDecidesNothing(t *testing.T) {
	for _, text := range []string{
		"the status column, I don't think we want that, because then two places say the same",
		"I don't think we need the cache, because the query is fast enough",
		"I'd rather have a nightly job, because the hooks get lost", "ich hätte lieber einen Nachtjob, weil Hooks verloren gehen",
		"je préfère un job de nuit, parce que les hooks se perdent", "prefiero una cola, porque el cron pierde filas",
		"я бы предпочёл очередь, потому что крон теряет строки", "我宁愿用定时任务, 因为 webhook 会丢",
		"drop everything in the cache layer, it is too slow", "we don't need the export",
	} {
		if got := Dropped(text, false); len(got) != 1 || got[0] != text {
			t.Errorf("%q decides %q", text, got)
		}
	}
	for _, text := range []string{
		"drop everything for a second, the checkout throws a 500", "drop what you're doing, the deploy failed",
		"push it, I'll tell them myself, you don't need to do anything there",
		"two workers could take one job, or no, could take it twice, so let's try a mutex", "no need to answer",
		"lass alles stehen und liegen, die Produktion ist down", "laisse tout tomber, la prod est en panne",
		"no hace falta que hagas nada", "não precisa fazer nada aí", "lascia perdere tutto, la produzione è giù",
		"брось всё, прод упал", "你不用做什么",
		"I'd rather have that today because the demo is tomorrow", "I don't think we want to wait, because it is late",
		"I don't think I need anything else", "no I think we need the toggle", "je préfère attendre, parce que c'est tard",
	} {
		if got := Dropped(text, false); len(got) > 0 {
			t.Errorf("%q decides %q", text, got)
		}
	}
}

func TestATeamDoesSomethingItself(t *testing.T) {
	for _, s := range []string{
		"the export isnt ours", "the export isn't ours", "the banners arent ours, marketing does them", "the export isnt our job",
		"the web page isnt ours, frontend team does it", "ops handles that", "the frontend team does it", "the export doesnt belong to us",
		"the banner: marketing does it", "the data folks take it", "das frontend team macht das", "ops macht das", "das übernimmt ops",
		"den Export macht das infra team", "der Export gehört uns nicht, das macht die ops", "l'équipe front s'en occupe",
		"les ops s'en chargent", "cest pas à nous l'export", "el equipo de frontend lo hace", "la exportación la hace el equipo de datos",
		"de eso se encarga infra", "o time de infra faz isso", "a equipe de frontend cuida disso", "lo fa il team frontend",
		"dell'export se ne occupa il team infra", "экспорт делает команда фронтенда", "этим займётся команда инфры",
		"экспорт не наш, его делают опсы", "导出前端团队负责", "导出运维来做", "导出由运维处理", "エクスポートはフロントチームがやります",
		"それはインフラチームが担当します",
	} {
		if _, is := dropped(s); !is || !theirs(s) {
			t.Errorf("%q gives nothing to others", s)
		}
	}
	for _, s := range []string{
		"ops handles that error badly, fix it", "the support team does it twice", "the backend handles that already, just call it",
		"the finance team does it by hand today, automate it", "does ops handle that?", "show the team in the header", "isnt ours faster?",
		"add a support page", "write it so that the frontend team can use it", "the team page is slow", "do it like the ops team does it",
		"das team soll sortiert sein", "das support team bekommt eine mail", "l'équipe est affichée deux fois",
		"el equipo se muestra dos veces", "a equipe aparece duas vezes", "команда показывается дважды", "团队页面很慢", "チームの画面が遅い",
		"the mail of ops handles that case", "ask the frontend team how it does it", "ops does it now, add it to our script too",
		"finish the design and do it", "the support team does it the old way", "组件负责渲染",
	} {
		if _, is := dropped(s); is {
			t.Errorf("%q gives something to others", s)
		}
	}
}

func TestWhatIsWishedForColloquiallyIsNotDropped(t *testing.T) {
	for _, s := range []string{
		"moin, wir brauchen ne Liste der Konten", "ich will ne neue Liste der Konten", "ne, wir brauchen ne Liste der Konten",
	} {
		if d := Dropped(s, false); len(d) > 0 || TurnOf(s, nil, nil).Done(StepOf("Liste der Konten bauen")) {
			t.Errorf("dropped: %q", s)
		}
	}
	step := StepOf("Faire la liste des comptes")
	if s := "on n'a pas besoin de la liste des comptes"; !TurnOf(s, nil, nil).Done(step) {
		t.Errorf("not dropped: %q", s)
	}
}
