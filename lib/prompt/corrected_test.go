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
