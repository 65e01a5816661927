package prompt

import (
	"testing"
)

func TestARuleBeginsWithTheClauseThatLasts(t *testing.T) {
	for text, want := range map[string]string{
		"change tax.py, and always add a test for it":                     "always add a test for it",
		"fix the login and never use floats for money":                    "never use floats for money",
		"Rename the column; from now on, all columns are in snake case":   "from now on, all columns are in snake case",
		"For money, never use floats.":                                    "For money, never use floats.",
		"when you commit, always run the linter":                          "when you commit, always run the linter",
		"No emojis in commit messages, ever":                              "No emojis in commit messages, ever",
		"remember: error texts only in redeem.py, never in the templates": "remember: error texts only in redeem.py, never in the templates",
		"No floats for money: count in cents":                             "No floats for money: count in cents",
		"Texts of errors only in src/errors.js, never in the pages.":      "Texts of errors only in src/errors.js, never in the pages.",
		"Fehlertexte nur in errors.js, nie in den Seiten":                 "Fehlertexte nur in errors.js, nie in den Seiten",
		"Notes: we move in May; Ana has the key; remember: dates are ISO": "remember: dates are ISO",
		"the tax office wants it as 'Service', 19 % always":               "the tax office wants it as 'Service', 19 % always",
		"Keep in mind that the API is rate limited":                       "Keep in mind that the API is rate limited",
		"Merk dir: Fehlertexte nur in redeem.py":                          "Merk dir: Fehlertexte nur in redeem.py",
		"Benenne die Spalte um, und benutze immer Tabs":                   "benutze immer Tabs",
		"Keine Floats für Geld":                                           "Keine Floats für Geld",
		"Retiens : les textes sont dans redeem.py":                        "Retiens : les textes sont dans redeem.py",
		"Pas de float pour l'argent":                                      "Pas de float pour l'argent",
		"cambia el archivo, y nunca uses float para dinero":               "nunca uses float para dinero",
		"Recuerda que los textos van en redeem.py":                        "Recuerda que los textos van en redeem.py",
		"lembre-se: os textos ficam em redeem.py":                         "lembre-se: os textos ficam em redeem.py",
		"Ricordati che i testi stanno in redeem.py":                       "Ricordati che i testi stanno in redeem.py",
		"запомни: тексты ошибок только в redeem.py":                       "запомни: тексты ошибок только в redeem.py",
		"请记住：错误信息只写在redeem.py里":                                           "请记住：错误信息只写在redeem.py里",
		"覚えておいて：エラー文はredeem.pyだけに書く":                                      "覚えておいて：エラー文はredeem.pyだけに書く",
	} {
		if got := Rules(text); len(got) != 1 || got[0] != want {
			t.Errorf("rules of %q are %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{
		"no need for tests here", "no reason for that", "No errors in the log", "remember to push after this", "do you remember that test?", "no, use the other one for now",
		"there are no tests for this", "No tests for the export exist, add some", "19 tests failed", "it fails always", "remember that time?",
		"change tax.py, and add a test", "the cache is only read in main.go, never in the pages", "keine Zeit für Tests", "no changes for main",
	} {
		if got := Rules(text); len(got) > 0 {
			t.Errorf("%q is no rule, got %q", text, got)
		}
	}
}

func TestAStatementOfHowThingsAreIsARule(t *testing.T) {
	for _, text := range []string{
		"we always use tabs in templates", "We never commit generated files.",
		"wir benutzen immer Tabs", "on utilise toujours des tabulations", "siempre usamos tabuladores",
		"nós sempre usamos tabs", "usiamo sempre le tabulazioni", "мы всегда используем табы",
		"我们总是用制表符", "价格在任何地方都用分", "価格はどこでもセントで表します",
	} {
		if got := Rules(text); len(got) != 1 || got[0] != text {
			t.Errorf("rules of %q are %q", text, got)
		}
	}
	for _, text := range []string{
		"we always get two rows here", "the test always fails", "the tests are red everywhere", "tests are failing everywhere", "there are typos everywhere", "the button is blue everywhere", "it is in cents everywhere",
		"rename it everywhere", "replace foo with bar everywhere", "sessions are never closed", "events are always sent twice", "builds are always slow", "are prices in cents everywhere?", "prices are still in euros everywhere",
		"we always run into this", "we never saw this", "die Tests sind überall rot", "les tests sont toujours rouges", "los precios siempre están mal", "тесты везде падают", "到处都报错", "どこでもエラーになります",
		"2026-11-26 10:00:00 prices are in cents everywhere", "> prices are in cents everywhere", "```\nprices are in cents everywhere\n```",
	} {
		if got := Rules(text); len(got) > 0 {
			t.Errorf("%q is no rule, got %q", text, got)
		}
	}
}
