package prompt

import "testing"

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
	} {
		if off := PutsOff(text); len(off) != 1 || off[0] != text || !Passes(text) {
			t.Errorf("%q waits as %q", text, off)
		}
	}
	for _, text := range []string{
		"leave the spinner on until the server answers", "retry until the api responds",
		"block the button until stripe answers", "lass den dialog offen bis der server antwortet",
		"ask the user for a name until he enters one", "keep asking for the pin until it is right",
		"the bot leaves the ticket open until the customer replies", "why does it wait until he answers",
		"keep the lock until the worker answers, then release it", "always leave the draft as it is until i answer",
		"deja el spinner hasta que responda el servidor", "garde le cache jusqu'à ce que l'api réponde",
		"again 3 tests fail", "set the ttl to 24h again", "the token is valid 48h again now",
		"cache it for 2 days again", "fixed now, it took 3 hours again", "fixed the parser, run the 2 tests again",
		"fixed the import, it takes 2 hours now", "fixed it, up to 3 days of logs are kept", "corrigé, ça prend 3 heures",
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
