package prompt

import "testing"

func TestAReplySaysThatWhatWasDoneIsToBeOtherwise(t *testing.T) {
	for question, replies := range map[string][]string{
		"Want me to wire it into the page next?": {
			"no, not like that, round half up not floor", "not like that. use a queue, the worker must not wait", "no not that way, sum the lines first",
			"nope, thats not what i meant, round the sum only", "hm no, not like this: one row per customer",
		},
		"Soll ich es als Nächstes in die Seite einbauen?": {
			"nein, nicht so, runde erst die Summe", "so nicht, bitte erst die Summe runden", "nee nicht so. eine Zeile pro Kunde",
		},
		"Veux-tu que je le branche sur la page ensuite ?": {
			"non pas comme ça, le journal est append-only", "non, pas comme ca, arrondis la somme", "pas comme ça, une ligne par client stp",
		},
		"¿Quieres que lo conecte a la página?": {"no, así no, redondea la suma", "no asi, una fila por cliente", "así no, primero suma las líneas"},
		"Quer que eu ligue isso na página?":    {"não, assim não, arredonda a soma", "nao é assim, uma linha por cliente"},
		"Vuoi che lo colleghi alla pagina?":    {"no, non così, arrotonda la somma", "non cosi, una riga per cliente"},
		"Хочешь, подключу это к странице?":     {"нет, не так, округляй сумму", "не так, одна строка на клиента"},
		"要我把它接到页面上吗？":                          {"不，不是这样，要先对总和取整", "别这样，每个客户一行"},
		"ページにも追加しましょうか？":                       {"いや、そうじゃなくて、合計を丸めて", "そうではなく、顧客ごとに一行にして"},
	} {
		for _, reply := range replies {
			if !Redirects(reply) {
				t.Errorf("%q redirects nothing", reply)
			}
			if q, _, is := Decided("It is rounded. "+question, reply); is {
				t.Errorf("%q decides %q", reply, q)
			}
		}
	}
	for _, reply := range []string{
		"no, not like that", "not like that, sorry", "no, not now, later", "no, not bad, go on", "it is not like that in the api", "why not like that?",
		"do it like that, not like this", "make it not so wide, please", "nein", "nicht so schnell", "so nicht", "nicht so wichtig, mach weiter",
		"pas comme ça", "c'est pas mal comme ça", "así está bien, sigue", "así no", "assim tá bom", "così va bene", "не так важно, дальше",
		"так и сделай, всё верно", "不是", "这样很好，继续", "いいえ", "そうです、続けて", "not so fast", "not so important, go on",
	} {
		if Redirects(reply) {
			t.Errorf("%q redirects", reply)
		}
	}
	for _, reply := range []string{"dont forget to rename it", "don't forget to rename it", "не забудь переименовать"} {
		if _, _, is := Decided("It is rounded. Should I fix it?", reply); is {
			t.Errorf("%q decides", reply)
		}
	}
	for reply, want := range map[string]bool{ // what the question is about
		"no, not like that, store it as whole cents": true, "no, use cents": true, "no, not like that, cents": true,
		"no, not like that, the page gets one row per customer": true,
	} {
		if _, _, is := Decided("Shall I store it as a float on the page, or as cents?", reply); is != want {
			t.Errorf("%q decides: %v", reply, is)
		}
	}
}
