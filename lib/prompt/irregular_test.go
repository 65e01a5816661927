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
		{"Send the reminder mails", "The reminder mails are sent.", true},
		{"Split the order service", "The order service is split.", true},
		{"Find the leak in the pool", "I found the leak in the pool.", true},
		{"Draw the bar chart", "The bar chart is drawn.", true},
		{"ecrire le manuel", "le manuel est ecrit", true},
		{"Construire l'index des noms", "L'index des noms est construit.", true},
		{"Construir el índice", "El índice está construido.", true},
		{"Написать руководство", "Руководство написано.", true},
		{"Split the order service", "I will split the order service.", false},
		{"Split the order service", "The order service should be split.", false},
		{"Send the reminder mails", "The reminder mails need to be sent.", false},
		{"Find the leak in the pool", "I have not found the leak in the pool.", false},
		// by another verb of making
		{"Write a bench for the scanner", "Added a bench for the scanner.", true},
		{"Handbuch schreiben", "Das Handbuch ist erstellt.", true},
		{"Écrire le manuel", "Le manuel est créé.", true},
		{"Escribir el manual", "El manual está creado.", true},
		{"Write a bench for the scanner", "I added the bench for the parser.", false},
		{"Write a bench for the scanner", "I fixed the bench for the scanner.", false},
		{"Write the manual", "The manual is removed.", false},
		{"Write the manual", "The manual should be created next.", false},
		{"Remove the manual", "The manual is added.", false},
		{"Write tests for the scanner", "I added the scanner.", false},
	} {
		turn := TurnOf("go on", []string{c.answer}, nil)
		turn.Changes = true
		if got := turn.Done(StepOf(c.step)); got != c.done {
			t.Errorf("%q, answered %q: done is %t", c.step, c.answer, got)
		}
	}
}
