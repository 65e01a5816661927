package prompt

import (
	"strings"
	"testing"
)

func TestWhatIsThrownAwayLeavesNothing(t *testing.T) {
	for text, want := range map[string]bool{
		"hm no, forget it. throw that away": true, "revert it please": true, "vergiss es": true,
		"throw an error where the file is missing": false, "undo the last commit of the branch": false,
		"nah, stdout is enuf, undo all that and do stdout": true, "nah undo all that": true, "laisse tomber, on fera du html": true,
		"deshaz todo eso": true, "scrap all that": true, "nee, mach das alles rückgängig und nimm html": true, "не, нет, отмени всё": true,
		"não, desfaz tudo isso": true, "no, annulla tutto e usa html": true, "全部撤销": true, "全部元に戻して": true,
		"don't undo all that": false, "drop that column": false, "no deshagas todo eso": false, "ne défais pas tout ça": false,
		"the undo all button is broken": false, "why did you scrap all that?": false, "forget the cache, it is fine": false,
		"ok, revert that": true, "算了，不做了": true, "no, please undo it and use a map": true,
		"forget about the cache, i don't want it": true, "forget about the tests": false, "olvida lo de prices, borralo": true,
		"don't throw it away yet": false, "how do I undo it?": false, "go on, we can revert it later": false,
	} {
		if got := Discards(text, "the cache of prices"); got != want {
			t.Errorf("%q discards: %t", text, got)
		}
	}
	if Discards("the clocks are in sync, forget it", "users get logged out") || !Discards("it is too slow, forget it", "users get logged out") ||
		!Discards("the approach is too complex, scrap it", "users get logged out") {
		t.Error("what is forgotten is what the sentence is about")
	}
	if Discards("forget about the rows, keep the cache", "the cache of prices with a limit of rows") ||
		!Discards("forget about the holidays", "holiday mode: water half of each zone for two weeks") {
		t.Error("a part of the work is taken for all of it, or its name is not")
	}
}

func TestWorkIsDiscardedBehindWhatIsForgotten(t *testing.T) {
	if !Discards("forget graphql, revert everything, we stay with rest", "GraphQL endpoint") {
		t.Error("all is kept")
	}
}

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

func TestWhatIsAskedInsteadComesAfterTheWordsThatThrowAway(t *testing.T) {
	for text, want := range map[string]string{
		"discard that, log to stdout instead": "log to stdout instead",
		"laisse tomber, on fera du html":      "on fera du html",
		"that is wrong, undo it":              "",
		"revert that and commit":              "", "throw that away. then B, without jitter": "", "verwirf das. dann doch B": "",
		"forget it. Please use the other library.": "use the other library",
		"log to stdout instead":                    "",
		"nah undo all that, do html":               "do html",
		"forget about the cache, i don't want it":  "",
		"forget about the cache. log to stdout":    "log to stdout",
		// what cleans up, or is put off itself, is nothing instead
		"too clever, throw it away, git checkout dot and delete the spec": "", "das ist zu viel, wirf das weg und lösch den Test": "",
		"annule tout et supprime le test": "", "descártalo y borra el test": "", "太复杂了, 撤销, 把测试也删了": "",
		"это слишком сложно, отмени это и удали тест": "", "revert it, a cache would be quicker, but not now": "",
		"throw it away, the docs tomorrow": "", "throw it away, delete the spec, and list the rooms": "list the rooms",
		"scrap it, I want the delete button on the page": "i want the delete button on the page",
	} {
		if got := Instead(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

func TestWhatIsQuotedLeavesNothingOut(t *testing.T) {
	for text, want := range map[string]string{
		"ok\n> [13:52] Murat: und svg export bitte weglassen": "", "> no toggle\nhm": "", "> we don't need the export. skip the toggle\n\nwhat do you think?": "",
		"> on n'a pas besoin de l'export\nqu'en dis-tu ?": "", "> 不需要导出\n你觉得呢？": "", "> no toggle": "",
		"no toggle please\n> the toggle is nice": "no toggle please", "> the toggle?\nno toggle please": "no toggle please",
		"> the export?\nden export brauchen wir nicht": "den export brauchen wir nicht",
	} {
		if got := strings.Join(Dropped(text, false), "|"); got != want {
			t.Errorf("%q drops %q, want %q", text, got, want)
		}
		if cut := strings.HasPrefix(text, ">") && want == ""; cut && (Discards(text, "the toggle") || Instead(text) != "") {
			t.Errorf("%q throws away", text)
		}
	}
}

func TestAPromptAsksForACommitAmongOthers(t *testing.T) {
	for text, want := range map[string]bool{
		"later, i have a call. commit as wip": true, "commit. btw the phone number is outdated": true, "muss weg, committe das so": true,
		"je dois filer, pousse le tout": true, "shall I commit it?": false, "the commit message is too long": false, "why did it commit twice?": false,
		"fix the login of guests": false, "show who made the last commit": false,
	} {
		if got := Commits(text); got != want {
			t.Errorf("%q: %t", text, got)
		}
	}
}
