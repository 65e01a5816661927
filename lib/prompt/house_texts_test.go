package prompt

import (
	"slices"
	"strings"
	"testing"
)

// What holds for all text, tables or figures of a work, or for a kind of them, is a rule.
func TestHowTextsAndFiguresAreMadeIsARule(t *testing.T) {
	for _, text := range []string{
		// A scientist.
		"for all the text: always 'tenants', never 'renters'", "one decimal place in tables",
		"two decimals in the appendix, but only there", "we report medians not means, everywhere",
		"no red please, the client hates red", "dont use bullet points in the report",
		"figures in grayscale", "error bars in all figures", "captions below the figures",
		"keine Fußnoten im Bericht", "eine Nachkommastelle in Tabellen", "Achsenbeschriftungen auf Englisch",
		"en français une décimale avec virgule", "une décimale dans les tableaux", "pas de puces dans le rapport",
		"dos decimales en las tablas", "nada de rojo en los gráficos", "uma casa decimal nas tabelas",
		"un decimale nelle tabelle", "один знак после запятой в таблицах", "表格里保留一位小数", "表では小数点以下一桁",
		// The author of a book.
		"no adverbs in the dialogue tags, and straight quotes everywhere", "British spelling in the whole book",
		"don't use flashbacks in the novel", "chapter titles in title case", "Kapitelüberschriften ohne Punkt",
		"im ganzen Buch keine Anglizismen", "pas de points d'exclamation dans le roman",
		"никаких сносок в книге", "小说里不要用感叹号", "本では感嘆符を使わない",
		// A lawyer.
		"no abbreviations in the contract", "everywhere we say 'Licensee', not 'customer'",
		"keine Klammern im Vertrag", "pas d'abréviations dans le contrat", "nada de latinismos en el contrato",
		"niente latinismi nel contratto", "никаких сокращений в договоре",
		// A teacher.
		"no comic sans in the worksheets", "big font in all worksheets", "große Schrift in allen Arbeitsblättern",
		"sem gírias nos exercícios", "练习题里不要用拼音",
		// Marketing and the web.
		"no exclamation marks in the copy, the client can't stand them", "no emojis in headlines", "and no emojis in the output please, my terminal cant show them", "pas d'emojis dans la sortie", "no abbreviations in identifiers",
		"kein Gelb bitte, die Chefin hasst Gelb", "pas de jaune, la cliente déteste le jaune",
		"nada de amarillo, la clienta odia el amarillo", "niente giallo, il cliente odia il giallo",
		"nada de amarelo, o cliente odeia amarelo", "никакого жёлтого, клиент ненавидит жёлтый", "不要用黄色，客户讨厌黄色",
		"use 'dwelling', not 'flat', everywhere", "on écrit locataire, pas preneur, partout", "my boss hates passive voice",
		"for slides: no bullet points", "don't use stock photos on the site", "keine Stockfotos auf der Website", "buttons in sentence case on all pages",
	} {
		if got := Rules(text); len(got) == 0 || !strings.Contains(text, got[0]) {
			t.Errorf("%q is a rule, got %q", text, got)
		}
		before := "write the intro. "
		if got := Rules(before + text + ". thx"); len(got) == 0 || strings.Contains(got[0], before) {
			t.Errorf("%q is a rule behind an order, got %q", text, got)
		}
	}
}

// How one text, table or figure is to be is said of this once.
func TestHowOneTextOrFigureIsMadeIsNoRule(t *testing.T) {
	for _, text := range []string{
		// A scientist.
		"make this table smaller", "use bullet points here", "no red in this one please", "one decimal place in table 3",
		"add two tables in the appendix", "two more figures in the report", "the figures in the report are wrong",
		"there are no bullet points in the report", "no tables in the report yet", "I see no captions in the figures",
		"why are there no decimals in the tables?", "no bullet points in the report?", "no changes in the report please",
		"put the table in the appendix", "a table in the appendix", "one figure in the appendix", "fix the typo everywhere",
		"rename it everywhere", "no decimals in this table", "no decimals in table 3, they look odd",
		"one decimal place in the last column", "eine Nachkommastelle in Tabelle 3", "kein Rot in dieser Abbildung bitte",
		"im Bericht fehlt eine Tabelle", "mach die Tabelle kleiner", "une décimale dans ce tableau",
		"pas de rouge dans cette figure", "dans le rapport il manque un tableau", "traduis le rapport en français",
		"haz la tabla más pequeña", "sin rojo en esta figura", "uma casa decimal nesta tabela", "una tabella nel rapporto",
		"в этой таблице один знак после запятой", "这张表保留一位小数", "この表は小数点以下一桁で",
		"the client hates the new page", "the client likes red", "the reviewer hates it", "explain it in French",
		"replace red by blue in the figures", "change the font in the tables", "we found errors everywhere",
		"we report the medians in table 4", "no figure in chapter 3 is readable",
		// The author of a book.
		"write chapter 3 in the book", "no dialogue in this chapter", "use a flashback here",
		"don't change anything in the book", "don't touch the chapter titles in the book", "italics for that word",
		"streich den Absatz im Buch", "ajoute une note dans le roman", "убери эту сноску в книге", "把这句话改短一点",
		// A lawyer, a teacher, marketing and the web.
		"no penalty in this contract", "check the dates in the contract", "in the contract the date is wrong",
		"add a clause in the contract", "der Vertrag hat keine Klammern", "make the font bigger on this worksheet",
		"one more exercise in the worksheet", "no headline for this post", "no emojis in this one", "there are no colors in the output", "i see no colors in the terminal",
		"use the new logo on the site", "no links on the page work", "the buttons on all pages are broken",
		"remove the emojis in the headlines", "no photo here", "no yellow here please", "kein Gelb hier bitte",
		"the slider on the site is too fast", "no yellow in the second banner, the client hates it there",
		// A programmer.
		"no rows in the tables", "show one decimal in the totals column", "create tables in the migration",
		"no text in the tooltip", "the text in the headings overflows", "no index on these tables",
		"two columns in the users table", "no page found", "use the chart library in the report page",
		"render the figures in the report module in svg", "the parser ignores headings in the text",
		"not everywhere", "we use it everywhere", "don't rename it everywhere", "we do not test everywhere",
		"no calls throughout the day", "überall fehlt der Punkt", "on ne le fait pas partout", "не везде", "到处都是错误",
		"the parser doesn't like brackets", "Safari hates italics", "il parser odia le parentesi",
		"report in French please", "translate the captions in French", "captions in French?", "red in the charts",
		"no titles in the response", "no text in French in the fixture", "no headings in the csv export",
	} {
		if got := Rules(text); len(got) > 0 {
			t.Errorf("%q is no rule, got %q", text, got)
		}
		if got := Rules("write the intro. " + text); len(got) > 0 {
			t.Errorf("%q is no rule behind an order, got %q", text, got)
		}
	}
}

func TestARuleAmidAnOrderWithoutSignsIsFound(t *testing.T) {
	text := "okay so please write chapter two about the method and dont make it too long and dont use bullet points in" +
		" the report i dont like them in a report it must be sentences"
	_, want, _ := strings.Cut(text, " long and ")
	if got := Rules(text); !slices.Equal(got, []string{want}) {
		t.Errorf("rules are %q", got)
	}
}
