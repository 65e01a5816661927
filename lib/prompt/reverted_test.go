package prompt

import "testing"

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

func TestWhatLandsIsOverWithItsBranch(t *testing.T) {
	for step, lands := range map[string]bool{
		"push pas encore, je relis": true, "je squash demain": true, "don't push yet, I read it first": true, "noch nicht mergen": true,
		"не пушить пока": true, "先别推": true, "don't tag yet, I tag after the client's ok": false, "the mails come later": false,
		"write the release notes": false,
	} {
		if Lands(step) != lands {
			t.Errorf("%q: %v", step, !lands)
		}
	}
	for step, done := range map[string]bool{
		"don't tag yet, I tag after the client's ok": true, "push the button's color to blue": false, "tag the old posts": false,
	} {
		if Publishes("git tag v0.2.1", StepOf(step)) != done {
			t.Errorf("%q is tagged: %v", step, !done)
		}
	}
}
