package prompt

import (
	"testing"
	"time"
)

// Something stays as it is until somebody answers, or takes its time again.
func TestWorkWaitsUntilSomebodyAnswers(t *testing.T) {
	for _, text := range []string{
		"i asked maria about the colour, leave it grey until she replies",
		"keep the price at 12.90 until petra replies",
		"ok i'll mail the notary. stays as it is until she gets back to me",
		"good point, i'll check with the bank tomorrow. until then no refunds over 500",
		"waiting to hear from ben about the logo, use the old one until then",
		"hab olaf gefragt, lass es bei 3 bis er antwortet",
		"ich schreib der bank. bis die sich melden bleibt die alte iban drin",
		"frag ich die steuerberaterin. bis dahin 19 %",
		"j'ai écrit à claire, on garde 20 % jusqu'à ce qu'elle réponde",
		"le escribí al gestor, déjalo en 21 hasta que conteste",
		"perguntei pra ana, deixa em 5 até ela responder",
		"ho chiesto a luca, lascialo a 10 finché non risponde",
		"я написал юристу, оставь как есть, пока он не ответит",
		"我问了财务，先保持 7，等她回复再改",
		"fixed the record, 24h again they say",
		"resubmitted the app with the new icon, another 2 days of review",
		"they rejected it because of the address. corrected, so 5 working days again",
		"neu eingereicht, nochmal 3 tage",
		"record korrigiert, dauert wieder 24 stunden",
		"corrigé chez ovh, encore 24h",
		"reenviado con el cif bueno, otros 3 días",
		"corrigi o registro, mais 48h",
		"ho rimandato il modulo, di nuovo 5 giorni",
		"исправил запись, снова ждать 48 часов",
		"asked petra about the logo, keep the old one until petra answers",
		"keep the old logo until she answers",
		"leave the vat at 19 until the accountant answers",
		"leave it as it is until ben gets back to me",
		"jonas changes those. dont drop anything until he says so",
		"nichts löschen bis er es sagt",
		"no borres nada hasta que ella lo diga",
		"FIND-4 lo dejamos hasta que Marcos conteste qué límite quiere",
		"FIND-4 on laisse jusqu'à ce que Marc réponde",
	} {
		if off := PutsOff(text); len(off) != 1 || off[0] != text || Lasts(text, time.Time{}) == 0 {
			t.Errorf("%q waits as %q", text, off)
		}
	}
	for _, text := range []string{
		"don't commit until I say so", "don't close the socket until the server answers",
		"leave the spinner on until the server answers", "retry until the api responds",
		"block the button until stripe answers", "lass den dialog offen bis der server antwortet",
		"ask the user for a name until he enters one", "keep asking for the pin until it is right",
		"the bot leaves the ticket open until the customer replies", "why does it wait until he answers",
		"keep the lock until the worker answers, then release it", "always leave the draft as it is until i answer",
		"deja el spinner hasta que responda el servidor", "garde le cache jusqu'à ce que l'api réponde",
		"again 3 tests fail", "set the ttl to 24h again", "the token is valid 48h again now",
		"cache it for 2 days again", "fixed now, it took 3 hours again", "fixed the parser, run the 2 tests again",
		"fixed the import, it takes 2 hours now", "fixed it, up to 3 days of logs are kept", "corrigé, ça prend 3 heures",
		"keep the spinner on until stripe responds",
		"keep the spinner until stripe responds",
		"keep polling until redis answers",
		"leave the order open until the hotel confirms",
		"keep the modal open until paypal confirms",
		"leave the row pending until the carrier replies",
		"keep the banner until the feed answers",
		"keep retrying every 5 s until stripe responds",
		"leave the seat reserved until adyen confirms",
		"keep the badge grey until github answers",
		"garde le spinner jusqu'à ce que stripe réponde",
		"garde la commande ouverte jusqu'à ce que l'hôtel confirme",
		"lass den spinner bis stripe antwortet",
		"lass die buchung offen bis das hotel bestätigt",
		"deja el spinner hasta que stripe responda",
		"deja el pedido abierto hasta que el hotel confirme",
		"deixa o spinner até o stripe responder",
		"lascia lo spinner finché stripe non risponde",
		"оставь спиннер, пока stripe не ответит",
		"保持加载动画直到 stripe 回复",
		"fixed the loop, the build takes 3 hours again", "fixed. now the export covers another 3 days", "make it 48 hours, 7 days is too long",
	} {
		if off := PutsOff(text); len(off) > 0 {
			t.Errorf("%q waits as %q", text, off)
		}
	}
}

// A wait that begins anew is told with the question that it answers, which names it.
func TestAWaitThatBeginsAnewIsNamed(t *testing.T) {
	for _, c := range []struct{ asked, reply, want string }{
		{"dig for the cname pls, is it there", "nope, empty. i forgot the dot. fixed now, again 48h i guess",
			"dig for the cname pls, is it there nope, empty. i forgot the dot. fixed now, again 48h i guess"},
		{"look at the ttl", "nope, empty. i forgot the dot, fix it", ""},
		{"look at the ttl", "fixed the record, again 48h", ""},
	} {
		if got := Postponed(c.asked, c.reply); got != c.want {
			t.Errorf("%q is %q, want %q", c.reply, got, c.want)
		}
	}
}

func TestAWaitUntilSomebodyAnswersEndsWithThat(t *testing.T) {
	for _, c := range []struct {
		step, said string
		ends       bool
	}{
		{"i wrote to marek about the fee, leave it at 3 until he answers", "he answered: make it 5", true},
		{"i wrote to marek about the fee, leave it at 3 until he answers", "marek replied, ok", true},
		{"i wrote to marek about the fee, leave it at 3 until he answers", "marek says 5", true},
		{"i wrote to marek about the fee, leave it at 3 until he answers", "got his answer: 5", true},
		{"i wrote to marek about the fee, leave it at 3 until he answers", "marek got back to me: 5 it is", true},
		{"i wrote to marek about the fee, leave it at 3 until he answers", "marek wrote back, 5 is right", true},
		{"i wrote to marek about the fee, leave it at 3 until he answers", "answer from marek: 5", true},
		{"i wrote to marek about the fee, leave it at 3 until he answers", "he's fine with 5", true},
		{"keep the old logo until she answers", "she answered, take the new one", true},
		{"keep the old logo until she answers", "she replied. the new one", true},
		{"keep the old logo until she answers", "she says the new one", true},
		{"i asked ops for the keys, wait for them", "got the keys from ops", true},
		{"i asked ops for the keys, wait for them", "ops sent the keys", true},
		{"i asked ops for the keys, wait for them", "the keys are here, in vault", true},
		{"i asked maria about the colour, leave it grey until she replies", "maria wants it blue", true},
		{"i asked maria about the colour, leave it grey until she replies", "maria's answer: blue", true},
		{"i asked maria about the colour, leave it grey until she replies", "so she decided on blue", true},
		{"waiting to hear from ben about the logo, use the old one until then", "ben decided: the new one", true},
		{"ich hab marek wegen der gebühr geschrieben, lass sie auf 3 bis er antwortet", "er sagt 5", true},
		{"ich hab marek wegen der gebühr geschrieben, lass sie auf 3 bis er antwortet", "er hat geantwortet: 5", true},
		{"ich hab marek wegen der gebühr geschrieben, lass sie auf 3 bis er antwortet", "antwort von marek ist da: 5", true},
		{"hab olaf gefragt, lass es bei 3 bis er antwortet", "olaf meint 5", true},
		{"j'ai écrit à marek, laisse 3 jusqu'à ce qu'il réponde", "il dit 5", true},
		{"j'ai écrit à claire, on garde 20 % jusqu'à ce qu'elle réponde", "claire a répondu : 10 %", true},
		{"j'ai écrit à claire, on garde 20 % jusqu'à ce qu'elle réponde", "elle a répondu, c'est 10", true},
		{"le escribí al gestor, déjalo en 21 hasta que conteste", "el gestor contestó: 10", true},
		{"le escribí al gestor, déjalo en 21 hasta que conteste", "ya contestó, pon 10", true},
		{"perguntei pra ana, deixa em 5 até ela responder", "ela respondeu: 7", true},
		{"perguntei pra ana, deixa em 5 até ela responder", "a ana disse 7", true},
		{"ho chiesto a luca, lascialo a 10 finché non risponde", "ha risposto: 12", true},
		{"ho chiesto a luca, lascialo a 10 finché non risponde", "luca dice 12", true},
		{"я написал юристу, оставь как есть, пока он не ответит", "он ответил: можно", true},
		{"я написал юристу, оставь как есть, пока он не ответит", "юрист говорит, можно", true},
		{"我问了财务，先保持 7，等她回复再改", "她回复了，改成 8", true},
		{"我问了财务，先保持 7，等她回复再改", "财务说 8", true},
		{"i wrote to marek about the fee, leave it at 3 until he answers", "he hasn't answered yet, go on with the docs", false},
		{"i wrote to marek about the fee, leave it at 3 until he answers", "did he answer?", false},
		{"i wrote to marek about the fee, leave it at 3 until he answers", "no answer from marek", false},
		{"i wrote to marek about the fee, leave it at 3 until he answers", "marek says he needs two more days", false},
		{"i wrote to marek about the fee, leave it at 3 until he answers", "fix the answer page", false},
		{"i wrote to marek about the fee, leave it at 3 until he answers", "anna answered about the logo, use the new one", false},
		{"i wrote to marek about the fee, leave it at 3 until he answers", "remind me when he answers", false},
		{"i wrote to marek about the fee, leave it at 3 until he answers", "the api says 500, look why", false},
		{"i asked ops for the keys, wait for them", "ops haven't sent the keys", false},
		{"i asked ops for the keys, wait for them", "the keys page says 404", false},
		{"i asked maria about the colour, leave it grey until she replies", "make the header bigger", false},
		{"i asked maria about the colour, leave it grey until she replies", "maria will answer tomorrow", false},
		{"hab olaf gefragt, lass es bei 3 bis er antwortet", "olaf hat noch nicht geantwortet", false},
		{"hab olaf gefragt, lass es bei 3 bis er antwortet", "er ist krank, mach mit den tests weiter", false},
		{"j'ai écrit à claire, on garde 20 % jusqu'à ce qu'elle réponde", "claire n'a pas répondu", false},
		{"le escribí al gestor, déjalo en 21 hasta que conteste", "el gestor no contesta", false},
		{"perguntei pra ana, deixa em 5 até ela responder", "a ana ainda não respondeu", false},
		{"ho chiesto a luca, lascialo a 10 finché non risponde", "luca non ha ancora risposto", false},
		{"я написал юристу, оставь как есть, пока он не ответит", "он ещё не ответил", false},
		{"我问了财务，先保持 7，等她回复再改", "她还没回复", false},
	} {
		if got := TurnOf(c.said, []string{"Ok."}, nil).Done(StepOf(c.step)); got != c.ends {
			t.Errorf("%q ends %q: %v", c.said, c.step, got)
		}
	}
}
