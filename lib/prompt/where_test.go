package prompt

import "testing"

// Where and how fast all tests pass does not make them the tests of something else; a path or a package does.
func TestAllTestsPassSomewhere(t *testing.T) {
	const check = "go test ./money"
	for text, want := range map[string]bool{
		"All 18 tests pass in 0.7 seconds.": true, "All tests pass in Docker.": true, "All tests pass on Windows.": true, "All tests pass in the sandbox now.": true, "All unit and integration tests pass.": true,
		"All relevant tests pass.": true, "The related tests pass.": true, "All flaky tests pass again.": true,
		"Alle Tests sind in der CI grün.": true, "Alle Tests laufen durch im Container.": true, "Tous les tests passent dans Docker.": true, "Todos los tests pasan en Docker.": true, "Todos os testes passam em Docker.": true,
		"Tutti i test passano in Docker.": true, "Tous les tests unitaires passent.": true, "Todos los tests unitarios pasan.": true,

		"All export tests pass in ./b.": false, "All tests pass in ./b.": false, "All tests pass in lib/export.": false, "All tests pass in the export package.": false, "All tests pass for the export.": false,
		"The export tests pass in 0.7 seconds.": false, "Alle Export-Tests laufen durch.": false, "Alle Tests laufen durch in ./b.": false, "Tous les tests passent dans ./b.": false, "Todos los tests pasan en ./b.": false,
		"Todos os testes passam em ./b.": false, "Tutti i test passano in ./b.": false,
	} {
		if Fixes(text, check) != want {
			t.Errorf("%q: fixed is %v", text, !want)
		}
	}
}
