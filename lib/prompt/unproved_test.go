package prompt

import "testing"

func TestACheckIsNotFixedByWhatOthersSayOrSomePass(t *testing.T) {
	const check = "go test ./money"
	for text, want := range map[string]bool{
		"All tests pass now.": true, "TestRound is fixed.": true, "fixed the rounding test, all 12 tests pass": true,
		"12 of 12 tests pass, all green": true, "All 14 tests pass (0.35 s).": true, "Alle Tests laufen jetzt durch.": true,
		"alle 9 Tests sind grün": true, "Tous les tests passent maintenant.": true, "ya pasan todos los tests": true,
		"agora todos os testes passam": true, "ora tutti i test passano": true, "Теперь все тесты проходят.": true,
		"现在所有测试都通过了": true, "テストはすべて通りました": true, "the tests in ./money pass": true,

		"None of the tests passes.": false, "Hardly any test passes.": false, "3 of 4 tests pass.": false, "3/4 tests pass": false,
		"The tests passed before my change. Now TestRound is red.": false, "Previously all tests passed.": false,
		"Tests: 3 pass, 1 red": false, "To make all tests pass, decimal is needed.": false,
		"Bob says all tests pass on his machine.": false, `The README says "all tests pass".`: false,
		"All tests of ./export pass.": false, "I think I fixed the test.": false, "The test data passes through the parser.": false,
		"I commented TestRound out, all tests pass now.": false, "The money passes to the next account.": false,
		"Keiner der Tests läuft durch.": false, "Vorher liefen alle Tests durch.": false, "Laut Anna laufen alle Tests durch.": false,
		"Ich glaube, der Test ist behoben.": false, "3 von 4 Tests laufen durch": false, "Um alle Tests grün zu bekommen, fehlt decimal.": false,
		"Aucun des tests ne passe.": false, "Avant, tous les tests passaient.": false, "Je crois que le test est corrigé.": false,
		"Ninguno de los tests pasa.": false, "Antes todos los tests pasaban, en verde.": false, "creo que el test está arreglado": false,
		"3 de 4 tests pasan": false, "Nenhum dos testes passa, só um está verde.": false, "acho que corrigi o teste": false,
		"Prima tutti i test passano.": false, "credo che il test sia sistemato": false, "Раньше все тесты проходили.": false,
		"Кажется, тест исправлен.": false, "3 из 4 тестов, тест проходит": false, "之前测试全部通过": false, "我觉得测试修好了": false,
		"以前はテストは通りました": false, "テストを修正したと思います、直りました": false,
	} {
		if Fixes(text, check) != want {
			t.Errorf("%q: fixed is %v", text, !want)
		}
	}
}
