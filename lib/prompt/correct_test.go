package prompt

import "testing"

func TestWhatAReplyCorrects(t *testing.T) {
	for _, text := range []string{
		"it should reject them, not accept", "it should be per team, not per user", "no, not per user, per team",
		"not per user, but per team",
		"no no, it's not supposed to accept duplicates, it should reject them with 422", "not in minutes, in hours",
		"no, it must round up, not down", "nein, nicht pro Nutzer, sondern pro Team",
		"nicht ablehnen, sondern annehmen", "es soll ablehnen, nicht annehmen", "nee, nicht in Minuten, in Stunden",
		"non, pas par utilisateur, par équipe", "ce n'est pas pour accepter, c'est pour refuser",
		"ça doit refuser, pas accepter", "no, no por usuario, por equipo", "no es para aceptar, es para rechazar",
		"no por usuario, sino por equipo", "debe rechazar, no aceptar",
		"nao nao, nao é pra aceitar repetido, é pra recusar com 422 e dizer qual id",
		"não é pra aceitar, é pra recusar", "não, não por usuário, por equipe", "deve recusar, não aceitar",
		"no, non per utente, per team", "non è per accettare, è per rifiutare", "deve rifiutare, non accettare",
		"нет, не по пользователю, а по команде", "не принимать, а отклонять", "должно отклонять, а не принимать",
		"不是接受，而是拒绝", "不对，不是按用户，是按团队", "应该拒绝，不是接受", "いいえ、ユーザー単位ではなく、チーム単位で",
		"no wait, it should reject them, not accept them",
	} {
		if said, wrong := Corrected("ok. " + text); said != text || wrong == "" {
			t.Errorf("%q corrects %q as %q", text, wrong, said)
		}
	}
	if _, wrong := Corrected("no wait, it should reject them, not accept them"); !Holds("accept or refuse", wrong) {
		t.Errorf("what is accepted is corrected as %q", wrong)
	}
	for _, text := range []string{
		"no worries, it must have been me", "nicht schlimm, soll ich warten", "no hay prisa, debe estar el viernes",
		"no, not now, later", "not sure, but try it", "not bad, but slow", "no, not yet, I want to look first",
		"it does not work, it fails", "it's not there, it's gone", "not today, tomorrow",
		"no, not that, use the other one", "it should work, not fail", "should it reject, not accept?",
		"not that I know, but ask ana", "I'm not happy, but ok", "the test is not red, it is green",
		"no, not really, go on", "no, thanks, commit it", "do not push, I look first", "don't worry, it is fine",
		"it should be done today, not tomorrow", "nein, nicht jetzt, später", "nicht schlecht, aber langsam",
		"nicht sicher, aber probier es", "es geht nicht, es hängt", "pas mal, mais lent",
		"non, pas maintenant, plus tard", "ça marche pas, ça plante", "no está mal, pero es lento",
		"no, ahora no, mañana", "no sé, pero prueba", "não sei, mas tenta", "não, agora não, amanhã",
		"nao commita ainda, eu olho antes", "não funciona, dá erro", "non so, ma prova", "non funziona, dà errore",
		"не знаю, но попробуй", "не сейчас, а потом", "не работает, падает", "不是现在，以后", "不行，报错了", "今ではなく、後で",
	} {
		if said, _ := Corrected(text); said != "" {
			t.Errorf("%q corrects nothing, got %q", text, said)
		}
	}
}

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

func TestACorrectionIsTakenBack(t *testing.T) {
	for text, want := range map[string]string{
		"sorry, 404 was right after all": "404", "hm no, back to 404, not 403": "403", "hm, 410 instead of 403": "403",
		"make it 410, not 403": "403", "entschuldige, 404 war doch richtig": "404", "ne, zurück zu 404, nicht 403": "403",
		"ok, 410 statt 403": "403", "pardon, 404 était le bon finalement": "404", "non, on revient à 404, pas 403": "403",
		"perdón, 404 estaba bien al final": "404", "no, volvamos a 404, no 403": "403", "desculpa, 404 estava certo": "404",
		"scusa, 404 era giusto": "404", "нет, вернёмся к 404, не 403": "403", "извини, 404 было правильно": "404", "不，改回旧的名字，不是新的名字": "新的名字",

		"the test was red after all": "", "is 404 right after all?": "", "it returns 410 instead of 403": "",
		"500 instead of 200": "", "the page is broken, null instead of 0": "", "you were right after all": "", "back to the list, not sure why": "",
		"der Test war doch rot": "", "du hattest doch recht": "", "zurück zur Liste": "", "finalement ça marche": "",
		"al final funciona": "", "в итоге работает": "",

		"the test says: it should equal 3, not 4": "", `bob wrote: "no, it should be main, not dev"`: "",
		`"message": "no, it should be main, not dev"`: "", `"""it should reject, not accept"""`: "",
		`Anna schrieb: "nein, es soll main sein, nicht dev"`: "", "le test dit : ça doit refuser, pas accepter": "",
		"el test dice: debe rechazar, no aceptar": "", "тест говорит: «нет, должно отклонять, а не принимать»": "",
		`it should say "Total", not "Summary"`: "summary",
		"it should be `develop`, not `master`": "master", "es soll „Summe“ heißen, nicht „Total“": "total",
		"ça doit dire « Total », pas « Somme »": "somme",
	} {
		if _, wrong := Corrected(text); wrong != want {
			t.Errorf("%q corrects %q, not %q", text, wrong, want)
		}
	}
}

func TestACorrectedNumberOfTheGoalIsReplaced(t *testing.T) {
	for said, want := range map[string]string{
		"network is 2ms. so p99 has to be below 10, not 12. options?": "recall above 0.42 and p99 below 10ms",
		"p99 doit être sous 10, pas 12":                               "recall above 0.42 and p99 below 10ms",
		"il p99 deve essere 10, non 12":                               "recall above 0.42 and p99 below 10ms",
		"p99 должен быть 10, не 12":                                   "recall above 0.42 and p99 below 10ms",
		"the batch size should be 10, not 12":                         "recall above 0.42 and p99 below 12ms",
		"p99 has to be below 10, not 14":                              "recall above 0.42 and p99 below 12ms",
		"is p99 below 10, not 12?":                                    "recall above 0.42 and p99 below 12ms",
		"p99 is 10":                                                   "recall above 0.42 and p99 below 12ms",
	} {
		if got := Revised("recall above 0.42 and p99 below 12ms", []string{said}); got != want {
			t.Errorf("%q makes the goal %q", said, got)
		}
	}
}
