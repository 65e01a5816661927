package line

import "testing"

// What others committed to a file of a step takes it up where it is about that.
func TestACommitTakesUpTheStepThatItIsAbout(t *testing.T) {
	for _, c := range []struct {
		step, subject string
		want          bool
	}{
		{"retry in api.py", "fix a typo in a comment", false},
		{"retry in api.py", "gofmt", false},
		{"retry in api.py", "api: fix the spelling of customer", false},
		{"retry in api.py", "api: retry with a cap", true},
		{"refunds for v1.2", "bump the version", false},
		{"mails to the customer", "mails: a template", true},
		{"refunds", "refunds: first version", true},
		{"mails to the customer", "the mails", true},
		{"die Summen in der Kopfzeile", "Summen: erster Wurf", true},
		{"les totaux des factures", "ajoute les totaux", true},
		{"los totales de las facturas", "los totales", true},
		{"os totais das faturas", "totais", true},
		{"i totali delle fatture", "aggiunge i totali", true},
		{"итоги по счетам", "итоги", true},
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
