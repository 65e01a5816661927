package line

import "testing"

// What others committed to a file of a step, or of its line, ends the step on the same evidence as a commit of a session:
// it does all that the step is about, and does not only share a word with it.
func TestOnlyACommitThatDoesAStepTakesItUp(t *testing.T) {
	for _, c := range []struct {
		step, subject string
		want          bool
	}{
		{"test the retry in pay.py", "format pay.py, no change to the retry", false},
		{"document the retry in README.md", "README: a typo before the retry section", false},
		{"delete the old retry code in old.py", "old: keep the retry code for one more release", false},
		{"delete the old retry code in old.py", "remove the old retry code", true},
		{"test the retry in pay.py", "pay: tests of the retry", true},
		{"test the retry in pay.py", "test the retry", true},
		{"document the retry in README.md", "README: document the retry", true},
		{"retry in api.py", "rename retry to attempts", false},
		{"retry in api.py", "revert the retry", false},
		{"retry in api.py", "log when the retry gives up", false},
		{"refunds", "fix a typo in refunds", false},
		{"mails to the customer", "mails: a template", false},
		{"refunds for v1.2", "refunds and mails to the customer for v1.2", true},
		{"refunds for v1.2", "bump the version to v1.2", false},
		{"compare the bodies in keys.go", "bodies, too", false},
		{"compare the bodies in keys.go", "keys: compare the bodies", true},
		{"compare the bodies in keys.go", "bump keys.go to the new licence header", false},
		{"parse the dates in import.ts", "import: parse dates", true},
		{"parse the dates in import.ts", "import: skip rows without dates", false},
		{"make the menu collapsible", "menu: wider on phones", false},
		{"make the menu collapsible", "make the menu collapsible", true},
		{"die Summen in der Kopfzeile", "Summen in der Kopfzeile", true},
		{"die Summen in der Kopfzeile", "Kopfzeile: Abstand kleiner", false},
		{"die Summen in der Kopfzeile", "Summen: Kommentar berichtigt", false},
		{"Rückerstattung testen", "Rückerstattung umbenannt", false},
		{"les totaux des factures", "ajoute les totaux des factures", true},
		{"les totaux des factures", "les factures en paysage", false},
		{"tester le paiement", "renomme le paiement", false},
		{"los totales de las facturas", "totales de las facturas", true},
		{"los totales de las facturas", "facturas: corrige una errata", false},
		{"documentar el reintento", "formato del reintento", false},
		{"os totais das faturas", "totais das faturas", true},
		{"os totais das faturas", "faturas: nova cor", false},
		{"i totali delle fatture", "fatture: corregge un refuso", false},
		{"итоги по счетам", "итоги по счетам", true},
		{"итоги по счетам", "счета: исправить опечатку", false},
		{"удалить старый код повтора", "оставить код повтора ещё на релиз", false},
		{"发票的合计", "发票: 修正错别字", false},
		{"請求書の合計", "請求書: 誤字を直す", false},
		{"docs of the harbour", "harbour: docs", true},
		{"docs of the harbour", "harbour: a lighter blue", false},
		{"opening hours of the harbour", "add the opening hours of the harbour", true},
		{"opening hours of the harbour", "harbour: move the map up", false},
		{"backoff between the payments", "payments: drop the unused import", false},
		{"retry in api.py", "fix a typo in a comment", false},
		{"retry in api.py", "gofmt", false},
		{"retry in api.py", "api: fix the spelling of customer", false},
		{"refunds for v1.2", "bump the version", false},
		{"taxes for Spain", "tabs instead of spaces", false},
		{"die Summen in der Kopfzeile", "Tippfehler in einem Kommentar", false},
		{"les totaux des factures", "corrige une faute de frappe", false},
		{"los totales de las facturas", "corrige una errata", false},
		{"os totais das faturas", "corrige um erro de digitação", false},
		{"i totali delle fatture", "corregge un refuso", false},
		{"итоги по счетам", "исправить опечатку", false},
		{"发票的合计", "修正错别字", false},
		{"請求書の合計", "誤字を直す", false},
	} {
		if got := takes(c.subject, c.step); got != c.want {
			t.Errorf("%q takes up %q: %t", c.subject, c.step, got)
		}
	}
}

// What waits for somebody is neither told nor counted after some days, as the register keeps it too.
func TestWhatWaitedTooLongIsNotCounted(t *testing.T) {
	s := newScene(t)
	s.put("auto", "feat-a", 0, "a1", true, "goal: x\nnow: y\nnext:\n- the docs\n- pr 12 is open, jonas reviews\n")
	for _, days := range []int{9, 11} {
		want := map[int]int{9: 2, 11: 1}[days]
		for range 2 { // folded, then read from the register
			s.Project = In(s.Store, now.AddDate(0, 0, days))
			l := s.lines().Own[0]
			if steps, told := l.Steps(), len(l.State().Next); steps != want || told != want {
				t.Errorf("after %d days %d steps are counted and %d told, want %d", days, steps, told, want)
			}
		}
	}
}
