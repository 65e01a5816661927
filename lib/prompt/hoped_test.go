package prompt

import "testing"

// That tests are to pass, passed once or pass elsewhere clears no check; that they pass does.
func TestAWishThatTestsPassClearsNoCheck(t *testing.T) {
	const check = "go test ./money"
	for text, want := range map[string]bool{
		"I fixed the test, it passes": true, "I fixed the test and it passes now.": true, "All tests pass, please review.": true, "All tests pass. Next: the footer.": true, "I checked: all tests pass.": true,
		"Der Test ist behoben, er läuft durch.": true, "Alle Tests laufen durch, bitte schau drüber.": true, "Tous les tests passent, dis-moi la suite.": true, "Todos los tests pasan, por favor revisa.": true, "Todos os testes passam, por favor revise.": true,
		"Tutti i test passano, per favore controlla.": true, "Все тесты проходят, проверь.": true,

		"get the tests to pass. but first commit what is there": false, "the goal is that all tests pass": false, "Please fix the test so that it passes": false, "next: make the tests pass": false, "The tests never pass": false,
		"All tests passed yesterday": false, "On main the tests pass": false, "let's get all tests green": false, "check that all tests pass": false, "work on it so that the tests pass": false, "goal: all tests pass": false,
		"sorg dafür, dass alle Tests grün sind": false, "das Ziel ist, dass alle Tests grün sind": false, "Gestern waren alle Tests grün.": false, "Auf main sind die Tests grün.": false, "bitte mach, dass alle Tests grün sind": false,
		"vérifie que tous les tests passent": false, "je veux que tous les tests passent": false, "hier tous les tests passent": false, "comprueba que todos los tests pasan": false, "quiero que todos los tests pasan": false,
		"verifica se todos os testes passam": false, "fai in modo che tutti i test passano": false, "controlla che tutti i test passano": false, "проверь, что все тесты проходят": false, "确认所有测试都通过": false, "让所有测试都通过": false,
	} {
		if Fixes(text, check) != want {
			t.Errorf("%q: fixed is %v", text, !want)
		}
	}
}
