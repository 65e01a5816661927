package prompt

import "testing"

func TestARuleThatOnlyAllowsLessReplacesTheOlderOne(t *testing.T) {
	revokes := func(rule, said string) (gone bool) {
		for _, s := range TakesBack(said) {
			taken, _ := Ruled{}.Revokes(s, []string{rule})
			gone = gone || len(taken) > 0
		}
		return gone
	}
	for _, c := range [][2]string{
		{"always run npm test before you commit", "npm test takes ages with all of it. from now only run the tests of the file you touched, all of them before a push"},
		{"always run npm test before you commit", "ab jetzt nur die tests der datei die du angefasst hast, alle erst vor dem push"},
		{"immer pytest laufen lassen vor dem commit", "ab jetzt nur noch pytest der datei laufen lassen, die du änderst"},
		{"always run the whole test suite before a commit", "from now on only run the test suite of the package you changed"},
		{"lance toujours npm test avant de commiter", "à partir de maintenant lance seulement npm test du fichier modifié"},
		{"corre siempre npm test antes de commitear", "a partir de ahora corre solo npm test del archivo que tocaste"},
		{"roda sempre npm test antes do commit", "a partir de agora só roda npm test do arquivo que mudou"},
		{"lancia sempre npm test prima del commit", "d'ora in poi lancia solo npm test del file toccato"},
		{"всегда запускай npm test перед коммитом", "отныне запускай только npm test изменённого файла"},
	} {
		if !revokes(c[0], c[1]) {
			t.Errorf("%q does not replace %q", c[1], c[0])
		}
	}
	for _, c := range [][2]string{
		{"always write a test for each endpoint", "from now on only commit when the tests pass"},
		{"always run npm test before you commit", "from now on only english commit messages"},
		{"always run npm test before you commit", "from now on only use pnpm"},
		{"immer npm test vor dem commit", "ab jetzt nur kleine commits"},
		{"never use floats for money", "from now on only integers in the export"},
		{"always run npm test before you commit", "only run the tests of a.ts"},
		{"error texts only in redeem.py", "from now on only german error pages"},
		{"keep commit subjects under 50 chars", "ab jetzt nur noch ein Commit pro Thema"},
		{"no new deps without asking me", "from now on only ask me about big things"},
	} {
		if revokes(c[0], c[1]) {
			t.Errorf("%q replaces %q", c[1], c[0])
		}
	}
}

func TestWhatElseAReplacedRuleOrdersStays(t *testing.T) {
	said := TakesBack("npm test takes ages with all of it. from now only run the tests of the file you touched, all of them before a push")
	for rule, want := range map[string]string{
		"always run npm test before you commit, and commit msgs english, lowercase, one line": "commit msgs english, lowercase, one line",
		"always run npm test before you commit, all of it":                                    "",
	} {
		if gone, rest := (Ruled{}).Revokes(said[0], []string{rule}); len(gone) != 1 || rest != want {
			t.Errorf("%q is gone, %q stays, want %q", gone, rest, want)
		}
	}
}
