package prompt

import "testing"

// A step ends with the answer to the prompt that orders it, in whatever form of its verb; one that is only like it stays.
func TestAnOrderedStepEndsWithItsAnswer(t *testing.T) {
	for _, row := range []struct {
		step, asked, answer string
		done                bool
	}{
		{"le opzioni le colleghi domani", "collega le opzioni nel menu pausa", "La voce opzioni apre il menu. Committato.", true},
		{"la mappa la disegniamo domani", "disegna la mappa", "La mappa è nel livello 1, committato.", true},
		{"las opciones las conectas mañana", "conecta las opciones en el menú", "La entrada abre el menú. Commit hecho.", true},
		{"o mapa desenhamos amanhã", "desenhe o mapa", "O mapa está no nível 1, commit feito.", true},
		{"les options tu les connecteras demain", "connecte les options", "L'entrée ouvre le menu. Commité.", true},
		{"die Optionen verknüpfen wir morgen", "verknüpfe die Optionen im Menü", "Der Eintrag öffnet es. Committet.", true},
		{"карту нарисуем завтра", "нарисуй карту", "Карта в уровне 1, закоммичено.", true},
		{"you'll wire the options tomorrow", "wire the options in the menu", "The entry opens it. Committed.", true},
		{"il punto 7, la camera che trema troppo", "riprendiamo, la 7", "Punto 7 fatto e committato.", true},
		{"la 7 la facciamo dopo cena", "riprendiamo, la 7", "Punto 7 fatto e committato.", true},
		{"point 7, the camera shake", "back to point 7", "Point 7 done and committed.", true},
		{"l'animazione: userei per ora un after-image", "si l'after image 3 copie, alpha 0.4", "After-image, committato.", true},

		{"le opzioni le colleghi domani", "collega il suono al checkpoint", "Suono collegato. Committato.", false},
		{"le opzioni le colleghi domani", "hai già collegato le opzioni? intanto correggi il readme",
			"Readme corretto e committato. Le opzioni non sono ancora collegate.", false},
		{"el formulario lo arreglamos mañana", "mira el formulario, pero no lo arregles todavía",
			"El formulario pierde los datos; todavía no lo he arreglado.", false},
		{"o formulário corrigimos amanhã", "olha o formulário, mas não corrija ainda", "O formulário perde dados; ainda não corrigi.", false},
		{"le formulaire on le corrige demain", "regarde le formulaire, mais ne le corrige pas encore",
			"Le formulaire perd les données ; je ne l'ai pas encore corrigé.", false},
		{"die Karte zeichnen", "hast du die Karte schon gezeichnet? korrigiere erst mal das readme",
			"Readme korrigiert und committet. Die Karte ist noch nicht gezeichnet.", false},
		{"форму исправим завтра", "посмотри форму, но пока не исправляй", "Форма теряет данные; я её ещё не исправил.", false},
		{"we draw the map tomorrow", "look at the map, but do not draw it yet", "It has 8 rooms; I have not drawn it yet.", false},
		{"you'll wire the options tomorrow", "wire the checkpoint sound", "Sound wired. Committed.", false},
		{"we fix the exporter tomorrow", "export the map to csv", "The map is exported. Committed.", false},
		{"we fix the login form tomorrow", "fix the signup form", "The signup form keeps its data. Committed.", false},
		{"the parser of the footer", "do the parser of the header now", "Header parser done and committed.", false},
		{"l'animazione di morte", "la telegrafia falla adesso", "Telegrafia fatta e committata.", false},
		{"point 7, the camera shake", "back to point 6", "Point 6 done and committed.", false},
		{"the 7 tests of the parser", "la 7", "Point 7 done and committed.", false},
		{"选项明天再接上", "把检查点的音效接上", "音效接好了，已提交。", false},
		{"オプションをつなぐ", "チェックポイントの音をつないで", "音をつなぎました。コミットしました。", false},
	} {
		turn, list := TurnOf(row.asked, []string{row.answer}, []string{"ui: change"}), []Step{StepOf(row.step)}
		turn.Changes = true
		if got := turn.Done(list[0]) || turn.Does(list, 0) || turn.TakesUp(list, 0); got != row.done {
			t.Errorf("%q, %q, %q: done is %v", row.step, row.asked, row.answer, got)
		}
	}
}

func TestAnAnswerDoesNotSayThatWhatWasCommittedIsNot(t *testing.T) {
	for answer, want := range map[string]string{
		"Fatto. Non ho committato, aspetto la tua prova.": "Fatto.",
		"Done. I have not committed it, waiting for you.": "Done.",
		"Fertig. Noch nicht committet.":                   "Fertig.",
		"The parser is done, but the docs are not.":       "The parser is done, but the docs are not.",
	} {
		if got := Landed(answer, true); got != want {
			t.Errorf("%q: %q, want %q", answer, got, want)
		}
	}
}
