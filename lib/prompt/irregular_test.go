package prompt

import "testing"

func TestAStepIsDoneInAFormOfItsVerbThatNoEndingTells(t *testing.T) {
	for _, c := range []struct {
		step, answer string
		done         bool
	}{
		{"Write the limits page", "The limits page is written.", true},
		{"Write the limits page", "I wrote the limits page.", true},
		{"Rewrite the loader", "The loader is rewritten.", true},
		{"Build the index of names", "The index of names is built.", true},
		{"Send the mails by a queue", "The mails are sent by a queue now.", true},
		{"Schreibe die Seite zu den Grenzen", "Die Seite zu den Grenzen ist geschrieben.", true},
		{"Écrire la page des limites", "La page des limites est écrite.", true},
		{"Escribir la página de límites", "La página de límites está escrita.", true},
		{"Scrivere la pagina dei limiti", "La pagina dei limiti è scritta.", true},
		{"Write the limits page", "The limits page is still to be written.", false},
		{"Write the limits page", "The limits page is not written yet.", false},
		{"Write the limits page", "The index page is written.", false},
		{"Remove the limits page", "The limits page is written.", false},
		{"Schreibe die Seite zu den Grenzen", "Die Seite zu den Grenzen muss noch geschrieben werden.", false},
		{"Écrire la page des limites", "La page des limites reste à écrire.", false},
	} {
		turn := TurnOf("go on", []string{c.answer}, nil)
		turn.Changes = true
		if got := turn.Done(StepOf(c.step)); got != c.done {
			t.Errorf("%q, answered %q: done is %t", c.step, c.answer, got)
		}
	}
}
