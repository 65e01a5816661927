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

func TestATestOfAnotherThingClearsNoCheck(t *testing.T) {
	const check = "go test ./money"
	for text, want := range map[string]bool{
		"The money tests pass now.": true, "The tests pass again.": true, "I fixed the failing test.": true, "The whole suite is green.": true,
		"The test in ./money passes.": true, "The failed test is fixed.": true, "go test ./money passes": true, "Committed, the tests pass.": true,
		"The export tests pass, and all 1226 tests pass too.": true, "All tests pass now, also those of the export.": true, "Fixed the money test and the export test.": true,
		"All existing tests pass.": true, "All four tests pass.": true, "All 1346 project tests pass.": true, "Tests and lint both pass.": true,
		"All hooks passed (tests, lint, typecheck).": true, "The hooks (tests, lint) all passed.": true, "All tests pass with race detection.": true, "fixed tests": true,
		"All 28 tests pass (the original 23 + 5 new ones).": true, "Alle bestehenden Tests laufen durch.": true, "所有现有测试都通过了": true,
		"All wingman tests pass.": false, "All docs-finder tests pass, lint is clean.": false, "All 6 session phase tests pass.": false,
		"Die Money-Tests laufen durch.": true, "Alle Tests laufen jetzt durch.": true, "Der Test ist behoben.": true, "die tests sind grün": true,
		"Les tests de money passent.": true, "Tous les tests passent maintenant.": true, "Le test est corrigé.": true,
		"Las pruebas de money pasan.": true, "Todos los tests pasan ya.": true, "El test está arreglado.": true,
		"Os testes de money passam.": true, "Todos os testes passam.": true, "O teste está corrigido.": true,
		"I test di money passano.": true, "Tutti i test passano.": true, "Il test è sistemato.": true,
		"Тесты money проходят.": true, "Все тесты теперь проходят.": true, "Тест исправлен.": true,
		"money 的测试通过了": true, "所有测试都通过了": true, "测试修好了": true, "moneyのテストは通りました": true, "テストはすべて通りました": true, "失敗したテストを修正しました": true,

		"The export tests pass.": false, "The export tests pass now, committed.": false, "Export is in, its tests pass.": false, "All tests of ./export pass.": false,
		"All export tests pass.": false, "All tests pass for the export.": false, "Everything passes in ./export.": false, "Fixed the export test.": false,
		"The login test passes now.": false, "I fixed a flaky test in ./other.": false, "The tests for login pass.": false, "the export test is fixed": false,
		"Die Export-Tests laufen durch.": false, "Alle Tests für den Export laufen durch.": false, "Der Test für den Export ist behoben.": false, "Ich habe den Export-Test behoben.": false,
		"Les tests de l'export passent.": false, "Tous les tests de l'export passent.": false, "Le test de connexion est corrigé.": false, "j'ai corrige le test de l'export": false,
		"Los tests de la exportación pasan.": false, "Todas las pruebas del login pasan.": false, "El test del login está arreglado.": false,
		"Os testes da exportação passam.": false, "Todos os testes do login passam.": false, "Corrigi o teste do login.": false,
		"I test dell'esportazione passano.": false, "Tutti i test del login passano.": false, "Il test del login è sistemato.": false,
		"Тесты экспорта проходят.": false, "Все тесты для экспорта проходят.": false, "Исправил тест из экспорта.": false,
		"导出的测试通过了": false, "导出测试全部通过": false, "登录测试修好了": false, "エクスポートのテストは通りました": false, "ログインのテストを修正しました": false,
	} {
		if Fixes(text, check) != want {
			t.Errorf("%q: fixed is %v", text, !want)
		}
	}
}
