package line

import "testing"

// What others committed takes up a step that it does or is about, and no other one of a file that both change.
func TestACommitTakesUpTheStepThatItIsAbout(t *testing.T) {
	for _, c := range []struct {
		step, subject string
		file, want    bool // it changed a file of the step, or of the line; it takes the step up
	}{
		{"retry in api.py", "fix a typo in a comment", true, false},
		{"retry in api.py", "gofmt", true, false},
		{"retry in api.py", "api: fix the spelling of customer", true, false},
		{"retry in api.py", "api: retry with a cap", true, true},
		{"retry in api.py", "add retry", false, true},
		{"refunds for v1.2", "bump the version", true, false},
		{"refunds", "refunds: first version", false, true},
		{"mails to the customer", "send mails to the customer", false, true},
		{"mails to the customer", "rename the customer's id", false, false},
		{"mails to the customer", "mails: a template", true, true},
		{"taxes for Spain", "tabs instead of spaces", true, false},
		{"die Summen in der Kopfzeile", "Tippfehler in einem Kommentar", true, false},
		{"die Summen in der Kopfzeile", "Summen in die Kopfzeile", false, true},
		{"les totaux des factures", "corrige une faute de frappe", true, false},
		{"les totaux des factures", "ajoute les totaux des factures", false, true},
		{"los totales de las facturas", "corrige una errata", true, false},
		{"los totales de las facturas", "totales de las facturas", false, true},
		{"os totais das faturas", "corrige um erro de digitação", true, false},
		{"os totais das faturas", "totais das faturas", false, true},
		{"i totali delle fatture", "corregge un refuso", true, false},
		{"i totali delle fatture", "totali delle fatture", false, true},
		{"итоги по счетам", "исправить опечатку", true, false},
		{"итоги по счетам", "итоги по счетам", false, true},
		{"发票的合计", "修正错别字", true, false},
		{"发票的合计", "发票的合计", false, true},
		{"請求書の合計", "誤字を直す", true, false},
		{"請求書の合計", "請求書の合計", false, true},
	} {
		if got := takes(c.subject, c.step, c.file); got != c.want {
			t.Errorf("%q takes up %q: %t", c.subject, c.step, got)
		}
	}
}
