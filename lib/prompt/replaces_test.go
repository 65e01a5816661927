package prompt

import (
	"strings"
	"testing"
)

func TestAnOrderForOneThingInsteadOfAnotherCorrects(t *testing.T) {
	for _, text := range []string{
		"use tmux instead of screen", "no, lets use tmux instead of screen", "show the total per team rather than per user",
		"switch to a queue instead of polling", "it should return a list instead of null", "instead of the id, show the name",
		"instead of picking it by hand, the zone should be set from the city",
		"nimm tmux statt screen", "lieber pro team statt pro nutzer", "bitte schreib es in die tabelle anstatt in die datei",
		"utilise tmux au lieu de screen", "il faut un fichier par mois au lieu d'un par jour",
		"usa tmux en vez de screen", "no, usa un archivo en lugar de dos", "use uma fila ao inves de polling",
		"usa tmux invece di screen", "используй tmux вместо screen", "用tmux代替screen", "screenの代わりにtmuxを使って",
	} {
		if said, wrong := Corrected("ok. " + text); said != text || wrong == "" {
			t.Errorf("%q corrects %q as %q", text, wrong, said)
		}
	}
	if _, wrong := Corrected("show the name instead of the user id"); Holds("the user id is checked first", wrong) {
		t.Error("what is only named beside it is corrected")
	}
	for _, text := range []string{
		"the parser stops instead of skipping the row", "it returns null instead of a list", "why does it show the id instead of the name?",
		"instead of a list I get null", "should we use tmux instead of screen?", "do it now instead of tomorrow", "use that instead of this",
		"commit instead of asking", "go on instead of waiting", "die tabelle zeigt die id statt des namens", "jetzt kommt null statt einer liste",
		"la page montre l'id au lieu du nom", "me sale null en vez de una lista", "aparece o id em vez do nome", "esce null invece di una lista",
		"приходит null вместо списка", "页面显示了编号而不是名字",
	} {
		if said, _ := Corrected(text); said != "" {
			t.Errorf("%q corrects nothing, got %q", text, said)
		}
	}
}

func TestWhatIsToBeUsedIsSaidByACorrection(t *testing.T) {
	for _, text := range []string{
		"we should use the client for that", "i think we should use the shared client here", "the query should use the index",
		"not quite, we want to use the mail service there", "you have to use a fake clock here", "il faut utiliser le client partagé",
		"on devrait utiliser la file pour ca", "hay que usar el cliente compartido", "temos que usar o cliente compartilhado",
		"dobbiamo usare il client condiviso", "надо использовать общий клиент", "应该用共享的客户端", "共有クライアントを使うべきです",
	} {
		if said, _ := Corrected("ok. " + text); said != text {
			t.Errorf("%q corrects %q", text, said)
		}
	}
	for _, text := range []string{
		"should we use the client?", "what should we use the client for?", "we should use it later", "i dont know what we have to use here",
		"users have to use a password", "we have to use the old server today", "the error says we must use https", "you can use what you want",
		"faut-il utiliser le client ?", "je ne sais pas quoi il faut utiliser", "por ahora hay que usar el servidor viejo", "devemos usar o cliente?",
		"non so quale dobbiamo usare", "не знаю, что надо использовать", "应该用哪个？",
	} {
		if said, _ := Corrected(text); said != "" {
			t.Errorf("%q corrects nothing, got %q", text, said)
		}
	}
}

func TestALongPromptOrALeadToAListCorrectsNothing(t *testing.T) {
	for _, text := range []string{
		"# Plan\n\nUse a queue instead of polling.\n" + strings.Repeat("- the worker reads the next job and writes a row\n", 14),
		strings.Repeat("the job waits for the lock. ", 24) + "we should use the client for that", "instead of passing null, the code should either:",
		"au lieu de null, le code doit :", "en vez de null, el código debe:",
	} {
		if said, _ := Corrected(text); said != "" {
			t.Errorf("%q corrects nothing, got %q", text, said)
		}
	}
}
