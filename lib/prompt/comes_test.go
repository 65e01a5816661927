package prompt

import "testing"

// What waits for somebody ends when the user says that he answered, came or sent it.
func TestWhatWasWaitedForCame(t *testing.T) {
	for _, c := range []struct {
		step, said string
		want       bool
	}{
		{"elle répond demain", "la comptable a répondu: les 3 lignes sans taux c'est 20%", true},
		{"ok j'envoie ça à la comptable, elle répond demain", "la comptable a répondu: c'est 20%", true},
		{"les photos arrivent plus tard", "photos arrivées: 4 sur 6 dans assets/", true},
		{"les photos arrivent plus tard", "les photos sont là, mets les", true},
		{"le client envoie le texte lundi", "le client a envoyé le texte", true},
		{"Bob sends the numbers tomorrow", "the numbers from Bob came in: use them", true},
		{"waiting for the logo from Anna", "Anna sent the logo, put it in the header", true},
		{"the legal text comes next week", "the legal text is here", true},
		{"Anna replies on Monday", "Anna replied, the price stays", true},
		{"der Kunde schickt die Preise morgen", "der Kunde hat die Preise geschickt", true},
		{"die Bilder kommen später", "die Bilder sind da, bau sie ein", true},
		{"Petra antwortet morgen", "Petra hat geantwortet: 12 Prozent", true},
		{"las fotos llegan más tarde", "llegaron las fotos", true},
		{"el cliente responde mañana", "el cliente respondió: que sí", true},
		{"as fotos chegam depois", "as fotos chegaram, coloca elas", true},
		{"o cliente responde amanhã", "o cliente respondeu", true},
		{"le foto arrivano più tardi", "sono arrivate le foto", true},
		{"il cliente risponde domani", "il cliente ha risposto: va bene", true},
		{"фото придут позже", "фото пришли, вставь", true},
		{"Катя ответит завтра", "Катя ответила: да", true},
		{"照片晚点才到", "照片到了", true},
		{"写真は後で届きます", "写真が届きました", true},

		{"les photos arrivent plus tard", "le pdf est arrivé, je l'ai mis dans assets/menu.pdf", false},
		{"les photos arrivent plus tard", "ajoute une page galerie, les photos arrivent plus tard", false},
		{"les photos arrivent plus tard", "les photos ne sont pas arrivées", false},
		{"elle répond demain", "elle n'a pas répondu", false},
		{"Bob sends the numbers tomorrow", "the logo came in, put it in the header", false},
		{"waiting for the logo from Anna", "Bob sent the numbers", false},
		{"Anna replies on Monday", "Anna has not replied yet", false},
		{"die Bilder kommen später", "die Texte sind da", false},
		{"die Bilder kommen später", "wenn die Bilder da sind, bau sie ein", false},
		{"las fotos llegan más tarde", "llegó el pdf", false},
		{"фото придут позже", "текст пришёл", false},
		{"照片晚点才到", "文案到了", false},
		{"the export later", "the export came out empty", false},
		{"retries tomorrow", "the mail was sent twice, fix it", false},
		{"add a changelog", "Anna sent the changelog", false},
	} {
		said, step := TurnOf(c.said, nil, nil), StepOf(c.step)
		if ends, elsewhere := said.comes(step), said.Certain(step); ends != c.want || elsewhere != c.want {
			t.Errorf("%q after %q: %v, of another line %v", c.said, c.step, ends, elsewhere)
		}
	}
}
