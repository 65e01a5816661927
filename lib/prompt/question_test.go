package prompt

import "testing"

func TestAQuestionAndItsAnswerAreADecision(t *testing.T) {
	for _, c := range []struct{ answer, reply, question, said string }{
		{"I can do either.\n\nShould the totals be kept in cents, or as decimals?", "in cents, always", "Should the totals be kept in cents, or as decimals?", "in cents, always"},
		{"Two ways:\n1. a table\n2. a file\n\nWhich one do you prefer?", "2", "Which one do you prefer?", "2: a file"},
		{"Should guests be logged out too?", "no, only members", "Should guests be logged out too?", "no, only members"},
		{"Welche Datenbank nehmen wir?", "Postgres", "Welche Datenbank nehmen wir?", "Postgres"},
		{"¿Guardo los precios con IVA?", "sí, con IVA", "¿Guardo los precios con IVA?", "sí, con IVA"},
		{"用哪个数据库？", "Postgres", "用哪个数据库？", "Postgres"},
		{"Which approach do you prefer?", "we have an import cycle now in two packages", "", ""},
		{"Which approach do you prefer?", "what are the costs of each?", "", ""},
		{"Done. Anything else?", "no", "", ""},
		{"Shall I continue?", "yes", "", ""},
		{"All tests pass.", "keep the old name", "", ""},
		{"Should it be blue?", "/review", "", ""},
		{"Should it be blue?", "", "", ""},
		{"", "yes", "", ""},
	} {
		question, said, ok := Decided(c.answer, c.reply)
		if question != c.question || said != c.said || ok != (c.question != "") {
			t.Errorf("%q, answered %q, is %q: %q", c.answer, c.reply, question, said)
		}
	}
}
