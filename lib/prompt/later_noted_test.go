package prompt

import (
	"strings"
	"testing"
)

func TestANoteForLaterIsPutOff(t *testing.T) {
	for text, is := range map[string]bool{
		"note for later: drop node 16 from the matrix": true, "ok, note to self: rename the loader": true, "Notiz für später: den Lader umbenennen": true,
		"note pour plus tard : renommer le chargeur": true, "nota para luego: renombrar el cargador": true, "заметка на потом: переименовать загрузчик": true,
		"note for later: always use cents for money": false, "note for the future: dates are ISO": false,
	} {
		if got := PutsOff(text); (len(got) == 1 && strings.HasSuffix(text, got[0])) != is || len(Rules(text)) > 0 == is {
			t.Errorf("%q puts off %q and has the rules %q", text, got, Rules(text))
		}
	}
}

func TestWhatIsNotedBehindAColonIsPutOff(t *testing.T) {
	const none = ""
	for text, want := range map[string]string{
		"sweet. oh n one last thing, todo for mon: drop node16 from the matrix. have a good wknd": "todo for mon: drop node16 from the matrix",
		"todo for mon: drop node16 from ci":                     "todo for mon: drop node16 from ci",
		"TODO monday: drop node16 from ci":                      "TODO monday: drop node16 from ci",
		"todo: drop node16 from ci":                             "todo: drop node16 from ci",
		"nice, todo for tomorrow: rename the loader":            "todo for tomorrow: rename the loader",
		"one last thing for tmrw: rename the loader":            "one last thing for tmrw: rename the loader",
		"next wk pls: rename the loader":                        "next wk pls: rename the loader",
		"mon: rename the loader":                                "mon: rename the loader",
		"Mo: den Lader umbenennen":                              "Mo: den Lader umbenennen",
		"remind me on monday to rename the loader":              "remind me on monday to rename the loader",
		"captions would be cool, I write them. maybe next week": "captions would be cool, I write them. maybe next week",
		"the cert expires in march, remind me next week":        "the cert expires in march, remind me next week",
		"das Zertifikat läuft ab, erinnere mich am Montag":      "das Zertifikat läuft ab, erinnere mich am Montag",
		"dont forget to rename the loader":                      "dont forget to rename the loader",
		"we still need to rename the loader":                    "we still need to rename the loader",
		"Aufgabe für Montag: den Lader umbenennen":              "Aufgabe für Montag: den Lader umbenennen",
		"erinner mich am Montag daran, den Lader umzubenennen":  "erinner mich am Montag daran, den Lader umzubenennen",
		"wir müssen noch den Lader umbenennen":                  "wir müssen noch den Lader umbenennen",
		"à faire lundi : renommer le chargeur":                  "à faire lundi : renommer le chargeur",
		"rappelle-moi lundi de renommer le chargeur":            "rappelle-moi lundi de renommer le chargeur",
		"n'oublie pas de renommer le chargeur":                  "n'oublie pas de renommer le chargeur",
		"tarea para el lunes: renombrar el cargador":            "tarea para el lunes: renombrar el cargador",
		"recuérdame el lunes renombrar el cargador":             "recuérdame el lunes renombrar el cargador",
		"tarefa para amanhã: renomear o carregador":             "tarefa para amanhã: renomear o carregador",
		"ainda precisamos renomear o carregador":                "ainda precisamos renomear o carregador",
		"da fare lunedì: rinominare il caricatore":              "da fare lunedì: rinominare il caricatore",
		"ricordami lunedì di rinominare il caricatore":          "ricordami lunedì di rinominare il caricatore",
		"задача на понедельник: переименовать загрузчик":        "задача на понедельник: переименовать загрузчик",
		"не забудь переименовать загрузчик":                     "не забудь переименовать загрузчик",
		"周一待办：重命名加载器":                                           "周一待办：重命名加载器",
		"やること：ローダーの名前を変更":                                       "やること：ローダーの名前を変更",

		"the todo list is broken": none, "fix the comment TODO: check the zone": none, "add a comment, TODO: check the zone": none,
		"grep for todo: there are many": none, "todo: always use tabs": none, "mon: 12 orders, tue: 9 orders": none, "monday: closed": none,
		"Friday: the total is wrong": none, "fr: the labels are too long": none, "DI: use constructors": none,
		"todo: ?": none, "what is the todo: the loader or the parser?": none, "remind me what we did": none,
		"the client still needs to send its token": none, "do we still need to rename the loader?": none, "one last thing: rename the loader": none,
		"dont forget to always run the linter": none, "monday: fixed the loader": none, "on monday: who was it?": none,
		"so: rename the loader": none, "mi: renombrar": none,
	} {
		if got := strings.Join(PutsOff(text), "|"); got != want {
			t.Errorf("%q puts off %q, want %q", text, got, want)
		}
	}
	for step, want := range map[string]bool{"todo: rename it": true, "todo for monday: rename it": false, "oh, we still need to rename it": true, "docs tomorrow": false} {
		if Owes(step) != want {
			t.Errorf("%q owes something: %v", step, !want)
		}
	}
	for answer, want := range map[string]string{
		"Noted for Monday: drop Node 16 from the CI matrix. Have a good weekend! 🎉": "drop Node 16 from the CI matrix",
		"Vorgemerkt für morgen: den Lader umbenennen.":                              "den Lader umbenennen.",
		"Noté pour lundi : renommer le chargeur.":                                   "renommer le chargeur.",
		"Noted: I use tabs from now on.":                                            "", "Noted. See you on Monday!": "",
	} {
		steps, _ := Left(answer)
		if got := strings.Join(steps, "|"); got != want {
			t.Errorf("%q leaves %q, want %q", answer, got, want)
		}
	}
}

func TestPutsOffToLookAtToFixOrToRemember(t *testing.T) {
	for _, text := range []string{
		"den drucktest schau ich mir morgen selber an", "den drucktest schau ich mir morgen an",
		"die suche guck ich mir morgen früh nochmal an", "die migration schau ich mir heute nachmittag selbst an",
		"der drucktest is noch rot, das fixen wir morgen", "the print test is still red, we'll fix that tomorrow",
		"the export is broken, let's fix it next week", "le test d'impression est encore rouge, on corrige ça demain",
		"el test de impresión sigue rojo, lo arreglamos mañana", "o teste ainda está vermelho, a gente corrige amanhã",
		"il test di stampa è ancora rosso, lo sistemiamo domani", "тест печати ещё красный, починим завтра",
		"打印测试我明天自己看", "印刷テストは明日自分で見ます", "тест печати посмотрю завтра сам",
		"denk morgen dran dass wir noch das changelog brauchen", "denk morgen dran: changelog",
		"remember tomorrow that we still need the changelog", "pense demain qu'il nous faut encore le changelog",
		"acuérdate mañana de que nos falta el changelog", "ricordati domani del changelog",
	} {
		if got := PutsOff(text); len(got) != 1 || got[0] != text {
			t.Errorf("%q puts off %q", text, got)
		}
	}
	for _, text := range []string{
		"der job läuft morgen um acht, das prüfen wir im test", "schau dir den drucktest an", "ich schau mir das morgen an",
		"denk dran dass wir tabs benutzen", "remember that we use tabs", "der test is rot, fix das",
		"the total is wrong, it counts later orders twice", "the date is wrong, it shows tomorrow",
		"wenn der test rot ist, bricht der build ab",
		"the reminder is sent tomorrow, we test that with a fake clock", "ich mach morgen weiter",
	} {
		if got := PutsOff(text); len(got) > 0 {
			t.Errorf("%q puts off %q", text, got)
		}
	}
}

// What is put off may be said not to be forgotten; the work offered for "it" is named two sentences before.
func TestWhatIsPutOffMayBeToBeRemembered(t *testing.T) {
	for answer, replies := range map[string][2][]string{ // that put it off, that do not
		"The export runs. I noticed a bug: `tax.go` rounds each line instead of the sum. I haven't touched it. Should I fix it?": {
			{"not now but remember it", "later, but don't forget it", "leave it for today but keep it in mind",
				"not now", "dont forget it, but not now", "park that for now and dont forget about it",
				"not today but remind me", "tomorrow but pls note it somewhere",
				"leave that one for now but dont forget it. whats `-race` do btw?"},
			{"yes, but don't forget the tests", "yes and remember the null case", "remember it is cents",
				"fix it now but remember the rounding", "do it, dont forget it has two callers",
				"don't forget to run the tests"},
		},
		"Der Import läuft. Mir ist ein Fehler aufgefallen: `tax.go` rundet jede Zeile statt der Summe. Ich habe ihn nicht angefasst. Soll ich ihn beheben?": {
			{"nicht jetzt aber vergiss es nicht", "lass das erstmal, aber merk dir das",
				"lass den erstmal aber vergiss ihn nicht", "später aber nicht vergessen",
				"erstmal nicht, aber behalt das im kopf"},
			{"vergiss nicht die tests", "ja aber vergiss die Tests nicht", "ja, merk dir den Pfad"},
		},
		"L'export marche. J'ai vu un bug : `tax.go` arrondit chaque ligne au lieu de la somme. Je n'y ai pas touché. Veux-tu que je le corrige ?": {
			{"pas maintenant mais n'oublie pas", "laisse ça pour l'instant mais ne l'oublie pas",
				"plus tard mais garde le en tete"},
			{"oui mais n'oublie pas les tests", "oui, retiens que c'est en centimes"},
		},
		"El export funciona. He visto un error: `tax.go` redondea cada línea en vez de la suma. No lo he tocado. ¿Quieres que lo arregle?": {
			{"ahora no pero no lo olvides", "déjalo por ahora pero que no se te olvide", "luego, pero acuérdate"},
			{"sí pero no olvides los tests", "sí, acuérdate del caso vacío"},
		},
		"A exportação funciona. Notei um bug: `tax.go` arredonda cada linha em vez da soma. Não mexi nisso. Quer que eu o corrija?": {
			{"agora não mas não esquece", "deixa isso por enquanto mas nao esquece disso",
				"depois, mas lembra disso"},
			{"sim mas não esquece os testes"},
		},
		"L'export funziona. Ho notato un bug: `tax.go` arrotonda ogni riga invece della somma. Non l'ho toccato. Vuoi che lo corregga?": {
			{"non ora ma non dimenticarlo", "lascialo per ora ma tienilo a mente", "più tardi ma ricordatelo"},
			{"sì ma non dimenticare i test"},
		},
		"Экспорт работает. Я заметил баг: `tax.go` округляет каждую строку, а не сумму. Я его не трогал. Хочешь, исправлю его?": {
			{"не сейчас но не забудь", "пока оставь это, но не забудь про это", "потом, но запомни"},
			{"да, но не забудь тесты"},
		},
		"导出可以用了。我发现一个 bug：`tax.go` 对每一行取整，而不是对总和。我还没动它。要我修一下吗？": {
			{"先不管这个，但别忘了", "以后再说，不过要记住", "现在不弄，但记着"},
			{"好，别忘了测试"},
		},
		"エクスポートは動きます。バグに気づきました：`tax.go` は合計ではなく各行を丸めています。まだ触っていません。直しましょうか？": {
			{"それは後で、でも忘れないで", "今ではないけど覚えておいて"},
			{"はい、テストも忘れないで"},
		},
	} {
		bug := strings.TrimRight(Sentences(answer)[1], ".。")
		for _, reply := range replies[0] {
			got := PutOff(answer, reply)
			if !strings.HasPrefix(got, bug) || len(PutsOff(reply)) > 0 || len(Rules(reply)) > 0 {
				t.Errorf("%q puts off %q, and %q by itself", reply, got, PutsOff(reply))
			}
		}
		for _, reply := range replies[1] {
			if got := PutOff(answer, reply); got != "" {
				t.Errorf("%q puts off %q", reply, got)
			}
		}
	}
	for answer, want := range map[string]string{
		"The loop has no limit. I haven't touched the parser. Should I fix it?": "I haven't touched the parser (put off: not now)",
		"The loop has no limit. It is slow. Should I fix it?":                   "It is slow (put off: not now)",
		"I haven't touched it. Should I fix it?":                                "I haven't touched it (put off: not now)",
	} {
		if got := PutOff(answer, "not now but dont forget it"); got != want {
			t.Errorf("%q puts off %q, want %q", answer, got, want)
		}
	}
	for text, want := range map[string]string{
		"commit. the docs later but dont forget them": "the docs later but dont forget them",
		"make the cursor blink, but remember it":      "",
		"die Scrollposition merken":                   "",
	} {
		if got := strings.Join(PutsOff(text), "|"); got != want {
			t.Errorf("%q puts off %q, want %q", text, got, want)
		}
	}
}

func TestTheUserAsksToBeReminded(t *testing.T) {
	for _, text := range []string{
		"remind me to update the docs", "don't let me forget the cleanup of old rows", "erinner mich an die Doku", "rappelle-moi de mettre à jour la doc",
		"recuérdame actualizar la documentación", "me lembra de atualizar a documentação", "ricordami di aggiornare la documentazione",
		"напомни мне обновить документацию", "提醒我更新文档",
		"remind me though that the chart needs its paths", "remind me to tag it", "erinner mich bitte an die Migration",
	} {
		if steps, first := PutsOff("good. "+text), SetsAside("Write the page. "+text); len(steps) != 1 || steps[0] != text || len(first) != 1 {
			t.Errorf("%q puts off %q, in a first prompt %q", text, steps, first)
		}
	}
	for _, text := range []string{"remind me how the parser works", "the app reminds me to drink", "remind me what we decided", "remind me about it", "remind me to do it"} {
		if steps := PutsOff(text); len(steps) > 0 {
			t.Errorf("%q puts off %q", text, steps)
		}
	}
}

func TestStepsArePutOffInARow(t *testing.T) {
	const list = "**Remaining:**\n- a totals row\n- days without work are blank\n- the docs"
	for text, want := range map[string]string{
		"yes but later: the `sums`, then the empty page, then start": "the `sums`|the empty page|start",
		"ja, aber morgen: erst die Summen, dann der Index":           "die Summen|der Index",
		"oui mais plus tard : les sommes, puis l'index":              "les sommes|l'index",
		"да, но завтра: сначала таблица, потом индекс":               "таблица|индекс",
		"好，不过以后：先做合计行，然后空白天":                                         "做合计行|空白天",
		"yes but later: totals row, then the empty days":             "", // of the list
		"tomorrow: tired, then a headache is next":                   "",
		"not now: it is red, then it hangs":                          "",
		"fix that: the table, then the index":                        "",
	} {
		off := PutsOff(text)
		if Listed(off, ListOf(list)(), List{}) {
			off = nil
		}
		if got := strings.Join(off, "|"); got != want {
			t.Errorf("%q puts off %q, want %q", text, got, want)
		}
		if q := PutOff("Shall I go on?", text); want != "" && q != "" {
			t.Errorf("%q is put off as %q, too", text, q)
		}
	}
}

func TestARuleToRememberIsNotPutOff(t *testing.T) {
	for text, want := range map[string]string{
		"packages/shared must never import from apps/, eslint doesnt catch it so remember that": "",
		"always pin the image, the linter doesn't see it, so remember that":                     "",
		"immer den Tenant prüfen, der Linter kann das nicht, also merk dir das":                 "",
		"we should rotate the key, remember that":                                               "we should rotate the key, remember that",
	} {
		if got := strings.Join(PutsOff("morgen. "+text), "|"); got != want {
			t.Errorf("%q puts off %q, not %q", text, got, want)
		}
	}
}

func TestWhatTheUserCannotDoPutsNothingOff(t *testing.T) {
	for _, text := range []string{
		"i want a page where people order. can you build it? i dont know much about programming",
		"Kannst du das bauen? Keine Ahnung wie man so was macht", "¿puedes hacerlo? no sé nada de programación",
	} {
		if got := PutOff("", text); got != "" {
			t.Errorf("%q puts off %q", text, got)
		}
	}
	if got := PutOff("", "should the export have a date? not sure yet"); got == "" {
		t.Error("what the user does not know yet is not put off")
	}
}

func TestAReplyHoldsWhatIsAskedUntilSomethingHappens(t *testing.T) {
	const cents = "Only one place. Changing it to cents affects the API. Change it now?"
	for _, c := range [][3]string{ // answer, reply, put off
		{cents, "wait until the frontend is out", "Changing it to cents affects the API. Change it now? wait until the frontend is out"},
		{"`price` 是 float。改成整数分需要一个迁移。要现在改吗？", "等前端发版以后再改", "改成整数分需要一个迁移。 要现在改吗？ 等前端发版以后再改"},
		{"Shall I delete the table?", "only after the backup", "delete the table (put off: only after the backup)"},
		{"An index would help here. Want me to add it?", "not before the sale is over. remind me on friday",
			"An index would help here (put off: not before the sale is over)"},
		{"The record is planned.\n\nI'd suggest testing the failover first.", "yes friday with marta. runbook now",
			"I'd suggest testing the failover first. yes friday with marta."},
		{"Fixed. The fix has to go into v2 as well.", "yes later", "The fix has to go into v2 as well. yes later"},
		{"Shall I delete the table?", "wait, what table?", ""},
		{"Which branch should it go to?", "wait for it: main!", ""},
	} {
		if got := PutOff(c[0], c[1]); got != c[2] {
			t.Errorf("%q to %q puts off %q", c[1], c[0], got)
		}
	}
}

func TestWhatGoesOnTheListIsPutOff(t *testing.T) {
	for text, want := range map[string]string{
		"icon now. remapping goes on the list for 0.4": "remapping goes on the list for 0.4",
		"Fernsteuerung kommt auf die Liste":            "Fernsteuerung kommt auf die Liste",
		"cool commit. ui tomorrow":                     "ui tomorrow",
		"the total goes on the list page":              "",
		"the total goes on the list of bugs":           "",
		"css first, then push":                         "",
	} {
		if got := strings.Join(PutsOff(text), "|"); got != want {
			t.Errorf("%q puts off %q", text, got)
		}
	}
}
