package prompt

import (
	"slices"
	"testing"
)

func TestAShortTitleNamesAThing(t *testing.T) {
	for _, title := range []string{
		"Werkzeugsuche beschleunigen", "Drucktest reparieren", "Drucktest-Snapshot reparieren", "Kalenderdruck",
		"Kalender Zeitumstellung", "Storno-Endpoint", "Login fixen", "Datenbankmigration", "Fehlermeldungen übersetzen",
		"Fix pagination", "Rate limiting", "CSV export", "Stripe webhook", "Fix parseDate", "parseInvoice",
		"README badges", "Refactor scheduler retries", "Corriger pagination", "Reembolso parcial",
		"Arreglar facturas", "Fatture mensili", "Исправить пагинацию", "Exportação mensal",
	} {
		if !IsTitle(title) {
			t.Errorf("%q names nothing", title)
		}
	}
	for _, title := range []string{
		"Fix lint", "Commit changes", "Fix bug", "Fix bugs", "Add tests", "Run tests", "Write docs", "Code review", "Quick question",
		"Next steps", "Hello world", "Greeting", "Refactoring", "Debugging session", "Git status", "Create PR", "Initial setup",
		"Project overview", "New feature", "Update README", "Continue work", "Bug fixes", "Kurze Frage", "Begrüßung", "Test",
		"Änderungen committen", "Fehler beheben", "Tests schreiben", "Projektüberblick", "Neues Feature", "Arbeit fortsetzen",
		"Corriger bug", "Revisar código", "Исправить ошибку", "Aggiungere test", "Nouvelle fonctionnalité", "", "ok", "B",
		"weiter machen", "Fehler reparieren", "Untitled session", "Rien à ajouter", "Storno", "Verbesserungen",
	} {
		if IsTitle(title) {
			t.Errorf("%q names something", title)
		}
	}
}

func TestTakingBackIsNoGoal(t *testing.T) {
	for text, want := range map[string]string{
		"ne lieber doch nicht, erweiterungen sind dort verboten. schmeiss das weg und mach nen simplen index": "schmeiss das weg und mach nen simplen index",
		"ne lieber doch nicht, erweiterungen sind auf dem server verboten":                                    "",
		"no, rather not, the server has no extensions":                                                        "",
		"non finalement, on garde l'ancien index":                                                             "",
		"mejor no, en producción no hay permisos. haz un índice simple por prefijo":                           "haz un índice simple por prefijo",
		"нет, лучше не надо, расширение на сервер не поставят":                                                "",
		"还是算了，生产库装不了扩展":                                                                                       "",
		"anzi no, in produzione non si può installare":                                                        "",
		"I changed my mind, the cache is too risky. Index created_at":                                         "Index created_at",
		"actually no, make the table sortable by date":                                                        "make the table sortable by date",
		"actually no, we don't need that on the start page":                                                   "",
		"don't crash on empty files in the importer":                                                          "don't crash on empty files in the importer",
		"nicht angemeldete Nutzer sehen die Preise":                                                           "nicht angemeldete Nutzer sehen die Preise",
		"doch nicht nur die CSV, auch die PDF Exporte sind kaputt":                                            "doch nicht nur die CSV, auch die PDF Exporte sind kaputt",
		"better not-found pages for the shop":                                                                 "better not-found pages for the shop",
		"the import should rather not stop at the first error":                                                "the import should rather not stop at the first error",
	} {
		if got := Goal(slices.Values([]string{text})); got != want {
			t.Errorf("%q: the goal is %q", text, got)
		}
	}
}
