package prompt

import (
	"strings"
	"testing"
)

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
