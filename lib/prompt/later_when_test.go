package prompt

import (
	"strings"
	"testing"
)

func TestAThingIsPutOffToALaterTimeInPassing(t *testing.T) {
	for _, text := range []string{
		"leave the --since flag for the next one",
		"the homebrew formula is for next week",
		"the customer page later", `the "export" button later`,
		"a config file for the step would be nice but not now",
		"stale locks can wait until the rest is in",
		"die Formel ist was für nächste Woche",
		"laisse le filtre pour la prochaine version",
		"la documentación es para la semana que viene",
		"a documentação é para depois",
		"lascia il filtro per la prossima versione",
		"документация это на потом",
		"文档是下周的事",
		"ドキュメントは来週の話",
	} {
		if steps := PutsOff(text); len(steps) != 1 || steps[0] != text {
			t.Errorf("%q puts off %q", text, steps)
		}
	}
	for _, text := range []string{
		"add the numbers for next week",
		"the server crashes at some point",
		"leave one blank line for the next section",
		"use the token for the next request",
		"over the weekend the server crashed twice",
		"zeig die Zahlen für nächste Woche",
		`add a button "remind me later"`, "ajoute un bouton « plus tard »", "добавь кнопку «позже»", "「後で」ボタンを追加",
		"users can change it later", "the customer pays later", "the order can be cancelled later", "der Kunde zahlt später",
		"l'utilisateur peut le changer plus tard", "los pedidos se pueden cancelar más tarde", "il cliente paga più tardi",
		"o cliente paga depois", "пользователь может изменить это позже", "用户可以稍后修改", "ユーザーは後で変更できる",
		"le mail est envoyé plus tard", "el correo se envía más tarde", "o email é enviado depois", "письмо отправляется позже",
		"la mail viene inviata più tardi", "tokens expire after a week, not now",
	} {
		if steps := PutsOff(text); len(steps) > 0 {
			t.Errorf("%q puts off %q", text, steps)
		}
	}
}

func TestAWishIsPutOffWhereItIsNotForNow(t *testing.T) {
	for _, text := range []string{
		"Cleaning up old rows we can do next week.", "Das Aufräumen der Zeilen können wir nächste Woche machen.",
		"We also need to send a confirmation email, but that's for another day, not now.",
		"We also need to clean up the old rows, but not now", "At some point we also need a rate limit on the webhook.",
		"The localisation, hmm, let me ask the marina first what they want there.", "we also need an index at some point",
		"wir brauchen auch noch eine Suche, aber nicht jetzt", "die Preise, da frag ich erst Jonas",
		"on refera l'export la semaine pro", "la doc pas auj", "le formulaire apres",
		"il faudra aussi une pagination, mais pas maintenant", "también necesitamos un límite, pero no ahora",
		"precisamos também de um cache, mas não agora", "ci serve anche la ricerca, ma non adesso",
		"нам нужен ещё поиск, но не сейчас", "我们还需要一个搜索功能，但不是现在", "导出功能下周再做吧", "検索も必要ですが、今ではないです",
	} {
		if steps := PutsOff(text); len(steps) != 1 || steps[0] != text {
			t.Errorf("%q puts off %q", text, steps)
		}
	}
	for _, text := range []string{
		"We need a button to pay later", "We want users to pay later", "we need the export for tomorrow", "we need this tomorrow",
		"at some point the server needs a restart", "let me ask you something first: why?", "the css, I don't know, just make it blue",
		"the list, I'll ask for the first page", "das läuft morgen", "das können wir morgen", "apres ca lance les tests",
		"necesitamos un botón para pagar más tarde", "we also need tests",
	} {
		if steps := PutsOff(text); len(steps) > 0 {
			t.Errorf("%q puts off %q", text, steps)
		}
	}
	for text, want := range map[string]string{
		"Add a note. We also need to clean up, but not now.": "We also need to clean up, but not now.",
		"Add a note. Users need a button to pay later.":      "",
	} {
		if got := strings.Join(SetsAside(text), "|"); got != want {
			t.Errorf("the first prompt %q sets aside %q", text, got)
		}
	}
}

// A wish of somebody's that is not for now is a step for later; so is an order for when work is merged, released or over.
func TestAWishForAfterTheReleaseIsPutOff(t *testing.T) {
	for _, text := range []string{
		"jonas wants a warning when two groups share a zone, also not now, after the release", "ana asked for a dark mode, not now", "the coop would like a csv, later", "Jonas will eine Warnung bei geteilten Zonen, aber nicht jetzt", "Jonas möchte eine Warnung, erst nach dem Release",
		"jonas veut un avertissement par zone, mais pas maintenant", "jonas quiere un aviso por zona, pero ahora no", "o jonas quer um aviso por zona, mas agora não", "jonas vuole un avviso per zona, ma non adesso", "йонас хочет предупреждение по зонам, но не сейчас", "jonas想要一个警告，不过现在不做", "jonasは警告が欲しいと言っている、でも今じゃない",
		"when we merge also put \"groups per pump\" in the changelog under 0.5", "when we merge, put the format change in the changelog too", "at the merge add a changelog line", "when we release update the docs site", "wenn wir mergen, trag auch die Formatänderung ins Changelog ein", "beim Merge auch das Changelog ergänzen",
		"quand on merge, ajoute aussi une ligne au changelog", "cuando hagamos el merge, pon también el cambio de formato en el changelog", "quando fizermos o merge, coloca também a mudança no changelog", "quando facciamo il merge, aggiungi anche una riga al changelog", "когда будем мержить, добавь строку в changelog",
		"合并的时候也在changelog里加一行", "マージするときにchangelogにも一行追加して", "when all of this is done bump version to 0.4.0 and a changelog line",
		"after the merge add a note to the docs", "later maybe the csv", "später vielleicht der csv export",
	} {
		if got := PutsOff("split the report. " + text); len(got) != 1 || got[0] != text {
			t.Errorf("%q puts off %q", text, got)
		}
	}
	for _, text := range []string{
		"jonas wants a warning when two groups share a zone", "jonas wants it now, not later", "does jonas want a warning later?", "when you commit, always run the linter", "when the queue is full, drop the job", "when you're done, commit", "when all of this is done commit and push", "when we merge, the hook fails",
		"when do we merge?", "what happens when we merge", "when we merge we get conflicts", "put a line in the changelog", "merge it and put a line in the changelog", "at the merge it broke", "show a banner when we release", "wenn wir mergen, bricht der Hook", "quand on merge, ça plante", "cuando hagamos el merge falla el hook", "quando fizermos o merge quebra",
		"quando facciamo il merge si rompe", "когда мержим, падает хук", "合并的时候报错了", "マージするとき落ちる", "when merged, tell me", "jonas wanted a warning yesterday, it is in now",
		"after the merge update the branch and run the tests", "beim merge schreib die konflikte in eine liste", "nach dem merge setz den branch zurück", "después del merge actualiza la rama", "合并后更新分支并运行测试", "マージ後にブランチを更新してテストを実行して",
		"the job will run later", "the sync will start later",
	} {
		if got := PutsOff("split the report. " + text); len(got) > 0 {
			t.Errorf("%q puts off %q", text, got)
		}
	}
	for _, text := range []string{"ojo nada de dependencias nuevas, stdlib y ya", "achtung keine neuen Abhängigkeiten", "heads up: no new deps", "ojo, sin emojis en los mensajes de commit"} {
		if got := Rules("empieza por a y b. " + text); len(got) != 1 {
			t.Errorf("rules of %q are %q", text, got)
		}
	}
}

func TestABareWeekdayPutsOff(t *testing.T) {
	const en, de, pt = "The retry never stops on a 503. Should I fix it?", "Der Import bricht ab. Soll ich das beheben?", "O upload falha. Quer que eu corrija?"
	const it, ru = "Il parser perde l'ultima riga. Vuoi che lo corregga?", "Экспорт падает на пустых датах. Мне исправить?"
	for _, c := range [][3]string{
		{en, "fix it monday, no time today", "The retry never stops on a 503 (put off: monday)"}, {en, "monday we'll look at that", "The retry never stops on a 503 (put off: monday)"},
		{de, "mach das montag, heut keine zeit", "Der Import bricht ab (put off: montag)"}, {de, "montag schauen wir uns das an", "Der Import bricht ab (put off: montag)"},
		{pt, "corrige segunda, hj n da tempo", "O upload falha (put off: segunda)"}, {pt, "hj n da tempo", "O upload falha (put off: hj n da tempo)"},
		{pt, "quinta a gente olha isso", "O upload falha (put off: quinta)"}, {pt, "arruma terca", "O upload falha (put off: terca)"}, {pt, "deixa pra quinta", "O upload falha (put off: quinta)"},
		{it, "correggi lunedi, oggi non c'è tempo", "Il parser perde l'ultima riga (put off: lunedi)"}, {ru, "в понедельник посмотрим", "Экспорт падает на пустых датах (put off: в понедельник)"},
		{"Ready.", "arruma o filtro de datas quinta", "arruma o filtro de datas quinta"}, {"", "fix the date filter monday", "fix the date filter monday"},
		{"", "corrige le filtre mardi", "corrige le filtre mardi"}, {"", "haz la doc el martes", "haz la doc el martes"}, {"", "o changelog fica pra terça", "o changelog fica pra terça"},
		{"", "フィルタは水曜に直します", "フィルタは水曜に直します"},
		// now, or another thing of that day or number
		{en, "fix it now, monday we demo", ""}, {en, "do it for now", ""}, {en, "fix it before monday", ""}, {pt, "corrige agora, segunda tem demo", ""}, {pt, "arruma por enquanto", ""},
		{pt, "sim, corrige. segunda eu to fora", ""}, {pt, "faz a segunda", ""}, {pt, "corrige hj", ""}, {"", "haz la segunda", ""}, {"", "muda a segunda linha", ""},
		{"", "the report runs monday", ""}, {"", "do the backup every monday", ""}, {"", "fai il backup ogni lunedì", ""}, {"", "arruma o bug de segunda", ""}, {"", "hj n funciona o login", ""},
	} {
		if got := strings.Join(append(PutsOff(c[1]), PutOff(c[0], c[1])), ""); got != c[2] {
			t.Errorf("%q after %q puts off %q, want %q", c[1], c[0], got, c[2])
		}
	}
	for answer, want := range map[string]string{
		"Feito, sem push. Para quinta: o filtro que trava.": "o filtro que trava.", "Pra terça-feira: a doc": "a doc", "На среду: документация": "документация",
		"周四要做的：文档": "文档", "木曜にやること：資料": "資料", "Para segunda opinião: pergunte à Bia": "-", "O job roda na segunda: às 8h": "-", "Para a segunda linha: o valor é 3": "-",
	} {
		checkLeft(t, answer, want)
	}
}

func TestAThingBeforeAnOrderWithADayIsPutOff(t *testing.T) {
	for text, want := range map[string]bool{
		"die Doku mach am mittwoch": true, "den Filter mach freitag": true, "a doc faz na quarta": true,
		"la doc hazla el miércoles": true, "доку сделай в среду": true, "the docs do on wednesday": true,
		"la doc haz el miercoles": true, "o filtro faz na quarta": true, "之后做文档": true, "文档之后做": true,
		"文档周三做": true, "之后补文档": true,
		"die Doku ist vom Mittwoch": false, "der Server macht am Mittwoch Pause": false, "was mach ich am mittwoch?": false,
		"der Cron läuft am mittwoch": false, "mach die Seite für Mittwoch": false, "die Zahlen vom Mittwoch": false,
		"o job faz na quarta um backup": false, "la tienda abre el miércoles": false, "магазин открыт в среду": false,
		"提交之后做什么": false, "登录之后做跳转": false, "做完测试之后做发布": false,
	} {
		if got := PutsOff(text); (len(got) == 1 && got[0] == text) != want || !want && len(got) > 0 {
			t.Errorf("%q puts off %q", text, got)
		}
	}
}

func TestAnOrderBehindAnotherIsNotPutOff(t *testing.T) {
	for _, text := range []string{
		"escreve o teste e commita. dps faz o filtro", "arruma o filtro, depois adiciona a doc", "roda o lint. depois escreve a doc. dps faz o filtro",
		"haz el test y commitea. luego haz el filtro por fecha", "fais le test et commite. après fais le filtre", "fai il test, dopo scrivi il filtro",
		"сделай тест и закоммить. потом сделай фильтр", "写测试，之后加过滤器", "fix the test and commit. after that do the filter",
	} {
		if got := PutsOff(text); len(got) > 0 {
			t.Errorf("%q puts off %q", text, got)
		}
	}
	for text, want := range map[string]string{
		"commita. dps a gente faz o filtro": "dps a gente faz o filtro", "boa. depois arruma o filtro de datas": "depois arruma o filtro de datas", "escreve o teste e commita. o filtro dps": "o filtro dps",
		"commitea. luego hacemos el filtro por fecha": "luego hacemos el filtro por fecha", "fais le test. on fera le filtre après": "on fera le filtre après",
		"commita. depois arruma a doc do filtro, hj n da tempo": "depois arruma a doc do filtro, hj n da tempo", "сделай тест. фильтр потом": "фильтр потом", "commit. later write the docs of the filter": "later write the docs of the filter",
		"committe. später mach die Doku": "später mach die Doku",
	} {
		if got := strings.Join(PutsOff(text), "|"); got != want {
			t.Errorf("%q puts off %q, want %q", text, got, want)
		}
	}
	if got := PutOff("The upload fails. Should I fix it?", "commit. after that fix it"); got != "" {
		t.Errorf("what comes next is put off: %q", got)
	}
}

func TestAFragmentPutsOffWhatWasSaidBeforeIt(t *testing.T) {
	const left = "9 tests pass.\n\nStill open:\n- a test of the upload\n- show the total\n\nGo on with both?"
	for _, c := range [][3]string{
		{"", "found a bug: of two uploads one gets lost. note it and fix it later", "found a bug: of two uploads one gets lost. note it and fix it later"},
		{"Ready.", "descobri um erro: o upload repetido some. anota e corrige depois", "descobri um erro: o upload repetido some. anota e corrige depois"},
		{"Feito. Quer que eu siga?", "achei um bug no filtro. corrige dps, agora faz a doc", "achei um bug no filtro. corrige dps"},
		{"", "hab einen bug gefunden. notier das und behebe es später", "hab einen bug gefunden. notier das und behebe es später"}, {"", "le filtre plante sans date. corrige ça demain", "le filtre plante sans date. corrige ça demain"},
		{"", "el filtro falla sin fecha. arréglalo mañana", "el filtro falla sin fecha. arréglalo mañana"}, {"", "ho trovato un bug nel filtro. segnalo e sistemalo dopo", "ho trovato un bug nel filtro. segnalo e sistemalo dopo"},
		{"", "фильтр падает на пустой дате. исправь завтра", "фильтр падает на пустой дате. исправь завтра"}, {"", "发现一个bug：两个同名文件会丢一个。记下来以后再修", "发现一个bug：两个同名文件会丢一个。 记下来以后再修"},
		{"The hook is in. Shall I check its key?", "Bia wants the button in green #1B9E4B. nao faz agora, só lembra disso", "Bia wants the button in green #1B9E4B. nao faz agora, só lembra disso"},
		{"The hook is in. Shall I check its key?", "not now, just remember it", "check its key (put off: not now)"},
		{"Soll ich es streichen?", "ne. Frag erst meine chefin", "Soll ich es streichen? Frag erst meine chefin"},
		// nothing that it is about, or a list that is left anyway
		{"", "amanha termina", ""}, {"", "finish tomorrow", ""}, {"", "anota e arruma dps", ""}, {"", "on termine demain", ""}, {"", "明天再弄完", ""}, {left, "no, i have a call. finish tomorrow", ""}, {left, "amanha termina", ""},
		{"", "the bug is fixed. finish tomorrow", ""}, {"", "o upload trava. corrige agora", ""}, {"", "termina o upload amanha", "termina o upload amanha"}, {"", "fix the upload later", "fix the upload later"},
	} {
		if got := strings.Join(append(PutsOff(c[1]), PutOff(c[0], c[1])), ""); got != c[2] {
			t.Errorf("%q after %q puts off %q, want %q", c[1], c[0], got, c[2])
		}
	}
}

func TestADayThatAThingIsForPutsNothingOff(t *testing.T) {
	for _, text := range []string{
		"the report is for tuesday", "fix the labels mon, tue, wed", "the pages are for thursday", "der Bericht ist für Dienstag",
		"benenne die Spalten mo, di, mi", "le rapport est pour mardi", "el informe es para el martes", "o relatório é pra terça",
		"il rapporto è per martedì", "исправь метки пн, вт, ср", "arruma os dias seg, ter, qua",
	} {
		if off := PutsOff(text); len(off) > 0 {
			t.Errorf("%q puts off %q", text, off)
		}
	}
	for _, text := range []string{
		"leave the report for tuesday", "we do the report on tuesday", "the report is for later", "der Bericht bleibt für Dienstag",
		"o relatório fica pra terça", "le rapport reste pour mardi", "el informe queda para el martes", "der Bericht ist für später",
		"il rapporto resta per martedì",
	} {
		if len(PutsOff(text)) == 0 {
			t.Errorf("%q puts nothing off", text)
		}
	}
}

func TestADayOfSomethingPutsNothingOff(t *testing.T) {
	for _, said := range []string{
		"finish the docs before friday", "mach die Doku bis Freitag", "termine la doc avant vendredi", "fix the job that runs monday",
		"fix the report from last friday", "fix what broke on friday", "arruma o bug que apareceu na sexta", "mach die Liste von Montag bis Freitag",
	} {
		if off := PutsOff(said); len(off) > 0 {
			t.Errorf("%q puts off %q", said, off)
		}
	}
	for question, reply := range map[string]string{
		"Should the week begin on Sunday or Monday?": "make it monday", "Auf welchen Tag soll der Bericht?": "mach montag",
	} {
		if off := PutOff(question, reply); off != "" {
			t.Errorf("%q puts off %q", reply, off)
		}
	}
	for _, lead := range []string{"Next steps before we merge, in this order:", "Still to do, until Friday, by me:", "Offen, bevor wir mergen, in dieser Reihenfolge:"} {
		if steps, says := Left("Done.\n\n" + lead + "\n- the docs of the API\n- the index of the table"); len(steps) != 2 || !says {
			t.Errorf("%q leads to %q", lead, steps)
		}
	}
}

func TestTheFirstThingOfADayIsLater(t *testing.T) {
	for _, s := range []string{
		"tomorrow at 7 we remove the old key", "mañana a las 7 quitamos la clave vieja", "the docs tomorrow at 9 am",
		"morgen um 8 machen wir die docs", "les docs demain à 9h", "amanhã às 9 fazemos os docs",
		"jonas needs till end of month, so drop on dec 1", "she needs two weeks, so remove it on the 14th",
		"do total() on monday first thing", "do the retry on tuesday first thing", "do the retry first thing tuesday",
		"the docs first thing monday", "docs first thing tomorrow", "first thing tmrw: the docs", "the export first thing in the morning",
		"let's do the export first thing on friday", "docs tomorrow first thing in the morning", "den Export machen wir Montag als erstes",
		"mach den Export Montag früh", "Montag früh als erstes den Export", "Export morgen als erstes", "l'export lundi en premier",
		"on fait l'export lundi à la première heure", "l'export demain matin en premier", "hacemos el export el lunes a primera hora",
		"el export mañana a primera hora", "fazemos a exportação na segunda logo cedo", "a exportação amanhã logo cedo",
		"facciamo l'export lunedì per prima cosa", "l'export domani come prima cosa", "экспорт сделаем в понедельник первым делом",
		"экспорт завтра с утра", "导出周一一早做", "导出明天第一件事做", "エクスポートは月曜の朝一でやりましょう", "エクスポートは明日朝一でやる",
	} {
		if got := PutsOff(s); strings.Join(got, "|") != s {
			t.Errorf("%q puts off %q", s, got)
		}
	}
	for _, s := range []string{
		"it crashes on dec 1, drop it", "the spec says so, show it on dec 1",
		"the job runs tomorrow at 7", "i have a meeting tomorrow at 9", "the import failed on monday at 7",
		"first thing: fix the export", "the first thing the job does on monday is the export", "als erstes den Export",
		"the report runs monday first thing", "first thing i saw on monday was the export", "do the export first thing",
		"the mail goes out first thing on monday", "le job tourne lundi à la première heure", "do the export first, it is early",
		"fix the report that is sent first thing on monday", "der Job läuft Montag früh", "первым делом экспорт", "先做导出",
		"primero el export", "prima cosa l'export", "primeiro a exportação",
	} {
		if got := PutsOff(s); len(got) > 0 {
			t.Errorf("%q puts off %q", s, got)
		}
	}
	const offer = "The import is done. Shall I add a chart to the page?"
	for reply, want := range map[string]string{
		"monday first thing":             "add a chart to the page (put off: monday)",
		"not now, first thing tmrw":      "add a chart to the page (put off: not now)",
		"do that first thing on tuesday": "add a chart to the page (put off: on tuesday)",
		"first thing, yes":               "",
	} {
		if got := PutOff(offer, reply); got != want {
			t.Errorf("%q puts off %q, want %q", reply, got, want)
		}
	}
}

// A sentence that only says when is no step: it takes the wish before it, and nothing that is refused.
func TestASentenceThatOnlySaysWhenTakesWhatIsBeforeIt(t *testing.T) {
	for text, whole := range map[string]bool{
		"the metrics would be nice. maybe some other day.": true, "ein Dark Mode wäre nett. vielleicht ein andermal.": true,
		"il faudrait un export. peut-être plus tard": true, "estaria bien un modo oscuro. quizas otro dia": true,
		"um modo escuro seria bom. talvez depois":                  true,
		"the import drops the last row. not today, after the docs": true,
		"nah no metrics, maybe some other day.":                    false, "no metrics. maybe later.": false, "nah. maybe some other day": false,
		"nein, keine Metriken, vielleicht ein andermal": false, "non, pas de métriques, peut-être un autre jour": false,
		"no, nada de metricas, quizas otro dia": false, "no, niente metriche, magari un altro giorno": false,
		"нет, никаких метрик, может потом": false, "commit it. maybe later": false, "the tests pass. later.": false,
	} {
		if steps := PutsOff(text); whole && (len(steps) != 1 || steps[0] != text) || !whole && len(steps) > 0 {
			t.Errorf("%q puts off %q", text, steps)
		}
	}
}

// A thought that is put off ends in when, behind what it is: at length, behind "but", or to be remembered.
func TestAThoughtIsPutOffAtItsEnd(t *testing.T) {
	const bug, mute = "the date picker breaks, that's a bug, remember that one for later", "skip it for now"
	for text, want := range map[string]string{
		bug: bug,
		"a single unique index would do the same thing and be a lot simpler, but not today": "",
		"throw it out, a cache would do the same and be quicker, but not now":               "a cache would do the same and be quicker, but not now",
		"We should check the exports for the same thing too but that's for another day":     "",
		"that's a real leak, but not in this branch, so keep that one for later":            "",
		"skip the slow spec for now, but I want it back, so don't let me lose it":           "",
		"ein einfacher Index würde dasselbe tun und wär viel simpler, aber nicht heute":     "",
		"die Suche findet nichts, das ist ein Fehler, aber merk dir den für später":         "",
		"un simple index ferait pareil et ce serait plus simple, mais pas aujourd'hui":      "",
		"un índice único haría lo mismo y sería más sencillo, pero hoy no":                  "",
		"кэш был бы быстрее, но не сейчас":                                                  "",
		"其他邮件也应该检查一下, 不过那个以后再说":                                                             "",
	} {
		if want == "" {
			want = text
		}
		if got := PutsOff(text); len(got) != 1 || got[0] != want {
			t.Errorf("%q puts off %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{
		"would you do the same for the footer, but not in bold", "the cache would be stale, so clear it",
		"I'd use a queue, not a cron", "remember the last tab in local storage", "keep that in mind: dates are utc",
		"mute the sound, and don't let me lose the settings", "there's a leak, fix it today", mute + " and commit",
		"merk dir das letzte Datum im local storage", "retiens la dernière valeur dans le cache",
		"recuerda el último filtro del usuario", "запомни последний фильтр в localStorage", "记住用户的选择",
		"it would fail if the user logs in tomorrow", "könntest du das umbenennen, aber nicht die Datei",
	} {
		if got := PutsOff(text); len(got) > 0 {
			t.Errorf("%q puts off %q", text, got)
		}
	}
}

func TestWhatIsPutOffBehindTheNameOfAFile(t *testing.T) {
	for reply, want := range map[string]string{
		"we need an appendix. report/a.md. let's do this one tomorrow": "we need an appendix. report/a.md. " +
			"let's do this one tomorrow",
		"falta el plano de la bomba. planos/bomba.svg. eso lo hacemos mañana": "falta el plano de la bomba. " +
			"planos/bomba.svg. eso lo hacemos mañana",
		"the pump leaks. pump.md. thanks": "",
	} {
		if got := PutOff("Noted.", reply); got != want {
			t.Errorf("%q is put off by %q, want %q", got, reply, want)
		}
	}
}

func TestWhatComesAfterTheHolidaysIsPutOff(t *testing.T) {
	for _, prompt := range []string{
		"the map comes after the holidays, i dont have the shapefile yet",
		"die Karte kommt nach den Ferien, ich habe die Daten noch nicht",
		"la carte vient après les fêtes, je n'ai pas encore le fichier",
		"la mappa dopo le vacanze", "карта после праздников", "地图节后再做",
	} {
		if len(PutsOff(prompt)) != 1 {
			t.Errorf("%q puts off %q", prompt, PutsOff(prompt))
		}
	}
	for _, prompt := range []string{
		"the sales after the holidays were lower", "die Umsätze nach den Ferien sind niedriger",
	} {
		if off := PutsOff(prompt); len(off) > 0 {
			t.Errorf("%q puts off %q", prompt, off)
		}
	}
}

func TestAQuestionThatTheUserCannotAnswerHimselfYetIsPutOff(t *testing.T) {
	for reply, want := range map[string]string{
		"should we say why they are weighted? not sure yet": "should we say why they are weighted? not sure yet",
		"est-ce qu'on met la pompe au nord ? je ne sais pas encore": "est-ce qu'on met la pompe au nord ? " +
			"je ne sais pas encore",
		"do we need two valves? i'll ask Tom": "do we need two valves? i'll ask Tom",
	} {
		if got := PutOff("The figure is drawn.", reply); got != want {
			t.Errorf("%q puts off %q, want %q", reply, got, want)
		}
	}
	if got := PutOff("It is drawn. Shall I weight them?", "not sure yet"); got != "Shall I weight them? not sure yet" {
		t.Errorf("the question of the answer is put off by %q", got)
	}
}

func TestWhatIsForBehindAMilestoneIsPutOff(t *testing.T) {
	readRows(t, `
yes the map after the demo
yes the map after the rollout
yes the map after my vacation
yes la lampada dopo la demo
yes dark mode only after the release
yes save button not for the mvp
yes salvataggi e opzioni not for the jam build
yes le mode sombre après la démo
yes el modo oscuro después del lanzamiento
yes after the demo we add sound
yes leave dark mode out for now
yes prossima volta la mappa
no the build fails after the release
no after the demo the screen is black
no the link works only after the launch
no show the banner after the release of a new version
no add a countdown that stops after the launch
no users can log in only after the release`, func(s string) bool { return len(PutsOff("good. "+s)) > 0 })
}

func TestWhatIsPostponedByAPronounIsPutOff(t *testing.T) {
	for _, s := range []string{
		"let's postpone that", "let's park that", "put that off please", "das verschieben wir", "on repousse ça", "lo dejamos para después",
		"давай это отложим", "это отложим",
	} {
		if !Delays(s) {
			t.Errorf("%q puts nothing off", s)
		}
	}
}

func TestWhatIsToBeToldAgainNowIsNotPutOff(t *testing.T) {
	const none = ""
	for text, want := range map[string]string{
		"напомни команду flutter build --release": none, "напомни, как запустить тесты": none, "recuérdame el comando de compilar": none,
		"提醒我发布命令是什么": none, "напомни обновить readme": "напомни обновить readme", "напомни, что надо обновить readme": "напомни, что надо обновить readme",
		"recuérdame actualizar el readme": "recuérdame actualizar el readme", "напомни про миграцию": "напомни про миграцию",
		"remind me about the version bump after the release": "remind me about the version bump after the release",
		"add a button to put it off":                         none, "we should add a button to postpone it": none,
		"the page that was broken we do later": "the page that was broken we do later",
		"add a button to pay later":            none, "fix the link to the docs tomorrow": "fix the link to the docs tomorrow",
	} {
		if got := strings.Join(PutsOff(text), "|"); got != want {
			t.Errorf("%q puts off %q, want %q", text, got, want)
		}
	}
}

func TestAReplyHoldsAStepUntilSomethingElse(t *testing.T) {
	for said, want := range map[string]bool{
		"screenshots only after the redesign ships. so config next": true, "the screenshots not before january": true,
		"ok. die Screenshots erst nach dem Relaunch": true, "screenshots только после релиза": true,
		"merge only after the tests, with screenshots": false, "the docs only after the release": false,
		"are the screenshots only after the login?": false, "the screenshots are wrong": false,
	} {
		if got := HoldsBack(said, "new screenshots of the app"); got != want {
			t.Errorf("%q holds the step back: %t", said, got)
		}
	}
}

func TestADayOfTheWeekendPutsOff(t *testing.T) {
	for reply, when := range map[string]string{
		"will do that on sunday, we are closed then": "on sunday", "am samstag": "am samstag", "dimanche": "dimanche", "el domingo": "el domingo",
		"domenica": "domenica", "в субботу": "в субботу", "周日": "周日", "土曜日": "土曜日",
	} {
		want := "You need to run the migration. (put off: " + when + ")"
		if got := PutOff("Done.\n\nYou need to run the migration.", reply); got != want {
			t.Errorf("%q puts off %q, want %q", reply, got, want)
		}
	}
}
