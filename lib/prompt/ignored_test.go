package prompt

import "testing"

func TestWhatIsIgnoredForNowIsPutOff(t *testing.T) {
	for _, off := range []string{
		"we'll ignore the staging setup for now", "lets ignore the stock question for now", "i think skip the mail for now",
		"we'll skip the mail for now until the price is clear", "leave the chart for now till ana is back",
		"ignorieren wir staging fürs erste", "ignorier die mail erstmal", "lass den chart erstmal weg",
		"on ignore le staging pour l'instant", "pour l'instant on ignore le courrier",
		"ignora el staging por ahora", "por ahora ignoramos el correo", "ignora o correio por enquanto", "deixa o deploy por enquanto",
		"ignoriamo la mail per ora", "per ora ignoriamo la mail", "пока игнорируем почту", "игнорируй почту пока",
		"先忽略邮件", "メールはとりあえず無視で",
	} {
		if got := PutsOff("ok. " + off); len(got) != 1 {
			t.Errorf("%q puts off %q", off, got)
		}
	}
	for _, said := range []string{
		"it ignores the header for now", "we ignore errors in the parser", "skip empty rows", "why do we ignore the mail for now?",
		"the loop should skip the first row for now", "leave the spinner up for now until the page has loaded", "ignore case in the search",
		"ignoriere leere zeilen", "der parser ignoriert leere zeilen vorerst", "on ignore les lignes vides", "ignora las filas vacías",
		"el parser ignora la cabecera por ahora", "ignora as linhas vazias", "ignora le righe vuote", "игнорируй пустые строки", "跳过空行", "空行は無視して",
	} {
		if got := PutsOff("ok. " + said); len(got) > 0 {
			t.Errorf("%q puts off %q", said, got)
		}
	}
}
