package prompt

import "testing"

func TestWhoSaysThatACheckIsFixed(t *testing.T) {
	const check = "go test ./windows"
	for text, want := range map[string]bool{
		"I fixed the failing test and committed it.": true, "All pass.": true, "All 6 tests pass now.": true,
		"the windows are fixed": true, "Fixed the windows that cross midnight.": true, "the tests are green again": true,
		"Ich habe den Test behoben.": true, "Alle Tests laufen durch.": true, "J'ai corrigé le test.": true,
		"Tous les tests passent.": true, "El test está arreglado.": true, "Todos los tests pasan.": true,
		"corrigi o teste": true, "Todos os 6 testes passam agora.": true, "Il test è sistemato.": true,
		"Tutti i test passano.": true, "Тест исправлен.": true, "Все тесты проходят.": true, "测试修好了": true,
		"测试全部通过": true, "テストを修正しました": true, "テストは通りました": true,

		"Commit succeeded — the hook ran all checks (1226 tests pass, lint clean).": true,
		"make sure all tests pass": false, "Fixed the lint; the tests fail": false, "It should pass after the tests are fixed": false, "The other tests pass": false,
		"Fixed the typo in the test name": false, "All passes through the queue now": false,
		"Done, committed.": false, "5 tests pass, 1 fails, as agreed.": false, "fix the test": false, "is the test fixed?": false,
		"I fixed a typo on the page.": false, "the test is not fixed yet": false, "all pass except midnight": false,
		"The button is green.": false, "Der Test ist noch nicht behoben.": false, "5 Tests laufen durch, einer schlägt fehl.": false,
		"Le test n'est pas corrigé.": false, "5 tests passent, 1 échoue": false, "El test no está arreglado.": false,
		"5 testes passam, 1 falha (`test_midnight`, como combinado).": false, "o teste não passa": false,
		"Il test non è sistemato.": false, "Тест ещё не исправлен.": false, "测试还没修好": false, "テストはまだ直っていません": false,
	} {
		if Fixes(text, check) != want {
			t.Errorf("%q: fixed is %v", text, !want)
		}
	}
}
