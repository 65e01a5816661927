package prompt

import "testing"

// A prompt gives work up where a clause says so, and names nothing that is not of the work.
func TestAPromptGivesUpTheWorkThatItNames(t *testing.T) {
	for _, c := range []struct {
		work, said string
		want       bool
	}{
		{"the focal loss in train.py", "focal is dead, leave the branch, we dont go on with it", true},
		{"the focal loss in train.py", "focal is dead, we won't continue with it", true},
		{"the focal loss in train.py", "ok the focal loss is dead, forget about it", true},
		{"the focal loss in train.py", "we're not going on with the focal loss", true},
		{"the focal loss in train.py", "abandon focal, leave the branch as it is", true},
		{"the focal loss in train.py", "the focal loss is a dead end, leave it", true},
		{"dark mode for the settings", "dark mode is off the table", true},
		{"dark mode for the settings", "dark mode is cancelled", true},
		{"dark mode for the settings", "no more work on dark mode please, we don't pursue it", true},
		{"der Export der Rechnungen", "der Export ist gestorben, lass den Branch liegen, wir machen da nicht weiter", true},
		{"der Export der Rechnungen", "den Export der Rechnungen verfolgen wir nicht weiter", true},
		{"der Export der Rechnungen", "der Export der Rechnungen ist vom Tisch", true},
		{"der Export der Rechnungen", "mit dem Export machen wir nicht weiter", true},
		{"l'export des factures", "l'export est mort, laisse la branche, on ne continue pas", true},
		{"l'export des factures", "on abandonne l'export des factures", true},
		{"la exportación de facturas", "la exportación está muerta, deja la rama, no seguimos con eso", true},
		{"la exportación de facturas", "abandonamos la exportación de facturas", true},
		{"a exportação de faturas", "a exportação morreu, larga a branch, não vamos continuar com isso", true},
		{"a exportação de faturas", "abandonamos a exportação de faturas", true},
		{"l'esportazione delle fatture", "l'esportazione è morta, lascia il branch, non andiamo avanti", true},
		{"l'esportazione delle fatture", "abbandoniamo l'esportazione delle fatture", true},
		{"выгрузка счетов", "выгрузка умерла, оставь ветку, дальше не делаем", true},
		{"выгрузка счетов", "от выгрузки счетов отказываемся", true},
		{"发票导出", "发票导出不做了，分支放着吧", true},
		{"发票导出", "放弃发票导出", true},
		{"請求書のエクスポート", "請求書のエクスポートはやめます、ブランチはそのままで", true},
		{"請求書のエクスポート", "エクスポートは中止、もう続けない", true},
		{"the focal loss in train.py", "the focal process is dead, restart it", false},
		{"the focal loss in train.py", "the focal loss is dead, nothing comes out. look at the log", false},
		{"the focal loss in train.py", "don't give up on the focal loss, try another gamma", false},
		{"the focal loss in train.py", "stop working on the focal loss, first tell me why it is slow", false},
		{"der Export der Rechnungen", "der Export ist tot, schau mal ins Log", false},
		{"l'export des factures", "l'export est mort, relance le", false},
		{"выгрузка счетов", "выгрузка умерла, глянь лог", false},
		{"the focal loss in train.py", "don't go on with focal until I reviewed it", false},
		{"the focal loss in train.py", "don't continue with the focal loss today", false},
		{"the focal loss in train.py", "abandon the old gamma, keep focal", false},
		{"the focal loss in train.py", "if focal is dead slow we give up on it", false},
		{"l'export des factures", "si l'export est mort, affiche une erreur", false},
		{"dark mode for the settings", "when dark mode is dead show the light one", false},
		{"dark mode for the settings", "don't go on with dark mode until ana looked", false},
		{"the focal loss in train.py", "the server is dead, restart it", false},
		{"the focal loss in train.py", "leave the branch alone while I review", false},
		{"the focal loss in train.py", "we don't go on with it today, tomorrow", false},
		{"the focal loss in train.py", "remove the dead code in focal.py", false},
		{"the focal loss in train.py", "is focal dead?", false},
		{"the focal loss in train.py", "focal is dead slow, profile it", false},
		{"the focal loss in train.py", "the link to the docs is dead, fix it", false},
		{"the focal loss in train.py", "leave the gamma as it is and go on with focal", false},
		{"the focal loss in train.py", "don't go on with the tests, first the focal loss", false},
		{"dark mode for the settings", "dark mode kills the contrast, fix it", false},
		{"dark mode for the settings", "the toggle of dark mode is dead, clicking does nothing", false},
		{"der Export der Rechnungen", "der Export stirbt bei großen Dateien", false},
		{"der Export der Rechnungen", "wir machen morgen mit dem Export weiter", false},
		{"l'export des factures", "l'export meurt sur les gros fichiers", false},
		{"la exportación de facturas", "la exportación se muere con archivos grandes", false},
		{"выгрузка счетов", "выгрузка умирает на больших файлах", false},
		{"发票导出", "导出今天先不做了，明天继续", false},
		{"請求書のエクスポート", "エクスポートが落ちる、直して", false},
	} {
		if got := Abandons(c.said, c.work); got != c.want {
			t.Errorf("%q of %q: %t", c.said, c.work, got)
		}
	}
}
