package prompt

import (
	"strings"
	"testing"

	"holdfast/lib/each"
)

func TestAPromptTakesStepsByNumber(t *testing.T) {
	for _, list := range []string{
		"Done.\n\n## Remaining\n\n1. the page is kept\n2. a wrong `status` should give 400\n3. dark theme",
		"Done.\n\n1. ✅ the filter\n\nStill open:\n- the page is kept\n- a wrong `status` should give 400\n- dark theme",
	} {
		answers := []string{list, "It is called status in the table."}
		for text, want := range map[string]string{
			"do 2 now": "2", "number 2 please": "2", "fix the second one now": "2", "2": "2", "2 now, 1 tomorrow": "2",
			"do 2 and 3": "2 3", "ok, 2 then. the first tomorrow": "2", "do all three": "1 2 3", "all of them please": "1 2 3",
			"mach mal die 2": "2", "Nummer 2 bitte noch": "2", "das zweite noch schnell": "2", "Punkt 2 mach noch": "2",
			"mach noch schnell die 2": "2", "mach alle drei": "1 2 3", "fais le 2": "2", "haz el 2 ahora": "2", "faz a 2 agora": "2",
			"fai il 2": "2", "сделай 2": "2", "第2个现在改一下": "2", "第二个现在做": "2", "先做第2点": "2", "2 做一下": "2",
			"做2和3": "2 3", "第2个": "2", "2番目": "2", "hace el 2": "2", "haceme el 2": "2", "el 2 dale": "2", "el segundo dale": "2",
			"make it 2": "", "raise it to 2 please": "", "noch 2": "", "2 more": "", "2 is fine": "", "do 4": "", "do 2 later": "",
			"not 2": "", "2 nein": "", "what about 2?": "", "the timeout 2 now": "", "add 2 tests": "", "do both": "", "3 seconds": "",
			"the second row is wrong": "", "in 2 steps": "", "第2个明天再说": "", "hace 2 días que falla": "", "再等2秒": "", "try 2": "",
		} {
			_, taken := Picked(each.Of(answers, ListOf), text)
			got := ""
			for i, step := range strings.Split("the page is kept|a wrong `status` should give 400|dark theme", "|") {
				for _, s := range taken {
					if s == step {
						got += " " + string(rune('1'+i))
					}
				}
			}
			if strings.TrimSpace(got) != want {
				t.Errorf("%q takes%s, want %s", text, got, want)
			}
		}
	}
}

func TestANumberRepliesToTheLastQuestion(t *testing.T) {
	const list = "Still open:\n1. the page\n2. the theme"
	for _, answer := range []string{"How many retries do you want?", "Which one?\n1. a queue\n2. a table\n\nWhich do you want?"} {
		if _, taken := Picked(each.Of([]string{list, answer}, ListOf), "2"); taken != nil {
			t.Errorf("%q asks for a step", answer)
		}
	}
	if _, taken := Picked([]func() List{ListOf(list + "\n\nHow many retries do you want?")}, "2"); taken != nil {
		t.Error("it was asked for another number")
	}
	if _, taken := Picked([]func() List{ListOf(list)}, "do both"); len(taken) != 2 {
		t.Error("both were asked for")
	}
}

func TestAShortClauseAsksForOneStep(t *testing.T) {
	list := []Step{StepOf("a metric of the queue"), StepOf("Timeout per try, a slow server hangs right now"), StepOf("Javadoc")}
	for asked, want := range map[string]bool{
		"ok, the timeout then. leave out the Javadoc, nobody reads it": true,
		"do the timeout quickly, 2 seconds":                            true,
		"Timeout mach noch schnell":                                    true,
		"do the metric. not the timeout":                               false,
		"do the metric. the timeout tomorrow":                          false,
		"do the metric. the timeout is too short":                      false,
	} {
		turn := TurnOf(asked, []string{"It gives up now."}, nil)
		if turn.Changes = true; turn.TakesUp(list, 1) != want {
			t.Errorf("%q takes the timeout up: %t", asked, !want)
		}
	}
}

func TestAClauseTakesTheStepThatItCallsByItsLabel(t *testing.T) {
	for _, c := range []struct {
		asked, answer string
		want          bool
	}{
		{"faz o BOM. o streaming deixa pra depois", "Feito: o CSV agora começa com o BOM UTF-8.", true},
		{"hace el BOM", "Hecho, commiteado.", true}, {"dale, solo el BOM", "Hecho.", true}, {"el BOM nomas", "Listo.", true},
		{"haceme el BOM ahora", "✅ El CSV no empieza más sin los tres bytes.", true}, {"dale con el BOM", "Listo.", true},
		{"do the BOM. leave streaming for later", "Done: Excel opens it right.", true}, {"the BOM, yes", "Done.", true},
		{"let's do the BOM first", "Excel opens it right now.", true}, {"BOM please", "Done, committed.", true},
		{"mach das BOM", "Fertig, Excel zeigt die Umlaute.", true}, {"nur das BOM bitte", "Fertig.", true},
		{"juste le BOM stp", "C'est fait.", true}, {"facciamo il BOM", "Fatto.", true}, {"сделай BOM", "Готово.", true},
		{"先做BOM", "好了，已提交。", true}, {"BOMをやって", "完了しました。", true},
		{"faz o BOM", "Não consegui: o BOM ainda não aparece.", false}, {"hace un test del BOM", "Hecho.", false},
		{"do the BOM", "I started on it. The BOM is not in the file yet.", false}, {"test the BOM", "Done.", false},
		{"do the BOM", "Done: the header, but not the BOM.", false}, {"do the BOM", "", false},
		{"o BOM não", "Combinado.", false}, {"el BOM mañana", "Dale.", false}, {"not the BOM", "Fine.", false},
		{"the BOM is what broke it, look at the header", "Fixed the header.", false}, {"das BOM nicht", "Gut.", false},
		{"what does the BOM do?", "It tells the encoding.", false}, {"do the docs of the BOM", "Done.", false},
		{"do the streaming", "Done.", false}, {"troca o nome", "Feito.", false},
	} {
		turn := TurnOf(c.asked, []string{c.answer}, nil)
		turn.Changes = true
		if turn.TakesUp([]Step{StepOf("BOM UTF-8: Excel needs it"), StepOf("Streaming: all rows are in memory")}, 0) != c.want {
			t.Errorf("%q, %q takes it up: %t", c.asked, c.answer, !c.want)
		}
	}
	turn := TurnOf("do the BOM", []string{"Done."}, nil)
	turn.Changes = true
	for _, step := range []string{"docs of the BOM", "Test: the BOM is read"} {
		if turn.TakesUp([]Step{StepOf(step), StepOf("Streaming")}, 0) {
			t.Errorf("it is not %q", step)
		}
	}
}

func TestWhatADoneSentenceSaysOfAConditionIsNotOpen(t *testing.T) {
	step := StepOf("Turn the worker off in the test profile (`outbox.enabled=false`)")
	for answer, want := range map[string]bool{
		"✅ The worker starts only if `outbox.enabled` is not `false`, the test profile turns it off.": true,
		"Hecho: the worker is not on in the test profile unless `outbox.enabled` is set.":             true,
		"The worker in the test profile is not turned off.":                                           false,
		"Done: the README, not the worker in the test profile.":                                       false,
	} {
		turn := TurnOf("do 2", []string{answer}, nil)
		turn.Changes, turn.Picks = true, []string{step.text}
		if turn.TakesUp([]Step{StepOf("README"), step}, 1) != want {
			t.Errorf("%q ends it: %t", answer, !want)
		}
	}
}

func TestStepsAreDoneByTheirNumberWhereTheirFilesChanged(t *testing.T) {
	list := []Step{StepOf("`pier.ts` keeps its socket"), StepOf("`Boats.vue` shows no wind"), StepOf("a note on `tide.md`")}
	for answer, want := range map[string]bool{
		"Both frontend steps are done and committed.": true,
		"Both are done.":                   true,
		"Beide Punkte sind erledigt.":      true,
		"Les deux points sont terminés.":   true,
		"Los dos puntos están terminados.": false, // of a word that no list has
		"Оба пункта готовы.":               true,
		"前端两项已完成并提交。":                      true,
		"両方完了しました。":                        true,
		"Both tests are done.":             false,
		"All three steps are done.":        false,
		"Both steps are not done yet.":     false,
		"Are both steps done?":             false,
		"两个接口都完成了。":                        false,
		"The steps are done.":              false,
	} {
		turn := TurnOf("close the frontend", []string{answer}, nil)
		turn.Changes, turn.Files = true, []string{"web/pier.ts", "web/Boats.vue", "web/app.css"}
		for i, step := range []bool{want, want, false} {
			if turn.TakesUp(list, i) != step {
				t.Errorf("%q ends step %d: %t", answer, i, !step)
			}
		}
	}
}

func TestATurnDoesTheStepThatItsPromptCallsSo(t *testing.T) {
	list := []Step{StepOf("a totals row at the bottom"), StepOf("days without entries are blank instead of `0:00`"),
		StepOf("Test of the cache"), StepOf("Ein Hinweis im Kopf der Liste"), StepOf("une limite des essais par heure")}
	for _, c := range []struct {
		asked, answer, commit string
		want                  int // the step, -1 for none
	}{
		{"back. totals row and the empty days now, one commit each", "", "web: add a totals row", 0},
		{"totals row and the empty days now", "The totals row is committed. Now the empty days.", "", 0},
		{"dann der Hinweis im Kopf", "Der Hinweis im Kopf ist eingebaut.", "", 3},
		{"la limite des essais, puis les noms", "", "ajouter la limite des essais", 4},
		{"totals row and the empty days now", "The totals row is not committed yet.", "", -1},
		{"totals row and the empty days now", "", "web: prepare the totals", -1},
		{"totals row and the empty days now", "", "web: test the totals", -1},
		{"totals row and the empty days now", "", "web: sum the week per project", -1},
		{"the empty days now", "", "web: add a totals row", -1},
		{"fix the cache", "The cache is fixed.", "", -1},
		{"Hinweis und Limit", "Der Hinweis ist noch offen.", "", -1},
		{"la limite", "J'ajoute la limite maintenant.", "", -1},
	} {
		var commits []string
		if c.commit != "" {
			commits = []string{c.commit}
		}
		turn := TurnOf(c.asked, []string{c.answer}, commits)
		for n := range list {
			if got := turn.Does(list, n); got != (n == c.want) {
				t.Errorf("%q, %q%s does %q: %v", c.asked, c.answer, c.commit, list[n].text, got)
			}
		}
	}
}

func TestADoneThingIsOpenThatIsNotWiredUpYet(t *testing.T) {
	for answer, want := range map[string]bool{
		"Done: export button is added, not wired up yet.": false, "Done: the export button is added, no docs yet.": true,
	} {
		turn := TurnOf("now the export button", []string{answer}, nil)
		turn.Changes = true
		if turn.TakesUp([]Step{StepOf("the export button"), StepOf("the docs")}, 0) != want {
			t.Errorf("%q takes it up: %t", answer, !want)
		}
	}
}

func TestWhetherToCommitNowIsNoDecision(t *testing.T) {
	for question, reply := range map[string]string{
		"Quer que eu faça o commit?": "nao commita q eu quero conferir o valor antes", "Soll ich committen?": "nee noch nicht committen, ich will den betrag erst prüfen",
		"¿Hago commit?": "no commitees todavía que quiero revisar el monto antes", "Je fais le commit ?": "non, je veux vérifier le montant",
		"Shall I go on with these two?": "no, I have to go now. finish it tomorrow", "Sigo com esses dois?": "nao, tenho reuniao agora. amanha termina",
		"Soll ich weitermachen?": "nein, hab jetzt keine zeit", "Faccio il commit?": "no, prima controllo io l'importo", "Закоммитить?": "нет, сначала проверю сумму", "要提交吗？": "不，我先看一下金额",
	} {
		if q, said, ok := Decided("Done.\n\n"+question, reply); ok {
			t.Errorf("%q: %q %q", question, q, said)
		}
	}
	if _, _, ok := Decided("Should I keep the lock file in git?", "no, leave it out, it is made by CI"); !ok {
		t.Error("what is to be in git is decided")
	}
}

func TestTheFirstPromptTakesAStepThatItWasTold(t *testing.T) {
	list := each.Of([]string{"parser", "error messages", "docs"}, StepOf)
	for text, want := range map[string]string{
		"do 1": "1", "1 and 3": "13", "continue with 1 and leave the docs for friday": "1", "the first one please": "1",
		"lets do the parser": "1", "please write the parser now": "1", "parser now, docs on friday": "1",
		"mach 1 und lass die docs bis freitag": "1", "fange mit den docs an": "3", "fais le 1": "1", "commence par le parser": "1",
		"haz 3 y deja el parser para el viernes": "3", "сделай 1": "1", "начни с parser": "1", "先做第1项": "1", "1番をお願い": "1",
		"set it to 1": "", "add 1 to the counter": "", "do 4": "", "write a parser test for the csv import": "",
		"setze den zähler auf 1": "", "mets le compteur à 1": "", "pon el contador a 1": "", "no parser today": "", "计数器从1开始": "",
	} {
		turn, got := TurnOf(text, nil, nil), ""
		turn.First = true
		for n := range list {
			if turn.Takes(list, n) {
				got += string(rune('1' + n))
			}
		}
		if got != want {
			t.Errorf("%q takes %q, want %q", text, got, want)
		}
	}
}
