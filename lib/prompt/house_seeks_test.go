package prompt

import (
	"slices"
	"testing"
)

// What all tables, figures or texts are to have is a rule, also where it is said of each, or by how readers are spoken to.
func TestWhatEachTextOrFigureHasIsARule(t *testing.T) {
	for _, text := range []string{
		"due decimali in tutte le tabelle", "所有表格保留两位小数", "すべての表で小数点以下二桁", "no stock photos anywhere",
		"keine Stockfotos irgendwo", "pas de photos de stock nulle part", "bitte durchgehend siezen", "écriture inclusive partout",
		"gendern im ganzen Text", "tratar de usted en todo el texto", "全文用敬语", "all figures in grayscale please",
		"alle Abbildungen in Graustufen bitte", "toutes les figures en niveaux de gris svp", "подписи на английском",
		"todas las figuras en escala de grises por favor", "все рисунки в оттенках серого пожалуйста",
		"every figure has a caption", "each table needs a source", "jede Abbildung hat eine Unterschrift",
		"chaque figure a une légende", "cada figura tiene una leyenda", "cada figura tem uma legenda",
		"ogni figura ha una didascalia", "у каждой таблицы есть подпись", "每张图都有标题", "すべての図にキャプションを付ける",
		"we need two decimals in all tables", "all tables need two decimals", "wir brauchen zwei Nachkommastellen in allen Tabellen",
		"no precommit hook for this repository", "no comments for this codebase please", "keine Hooks für dieses Repo",
	} {
		if got := Rules(text); !slices.Equal(got, []string{text}) {
			t.Errorf("rules of %q are %q", text, got)
		}
	}
	for text, want := range map[string]string{
		"one decimal in tables, and send the pdf to Ana":             "one decimal in tables",
		"axis labels in German, and redo figure 3":                   "axis labels in German",
		"Achsenbeschriftungen auf Deutsch, und mach Abbildung 3 neu": "Achsenbeschriftungen auf Deutsch",
		"légendes en français, et refais la figure 3":                "légendes en français",
		"leyendas en francés, y rehaz la figura 3":                   "leyendas en francés",
		"legendas em inglês, e refaz a figura 3":                     "legendas em inglês",
		"didascalie in francese, e rifai la figura 3":                "didascalie in francese",
		"подписи на английском, и переделай рисунок 3":               "подписи на английском",
	} {
		if got := Rules(text); !slices.Equal(got, []string{want}) {
			t.Errorf("rules of %q are %q", text, got)
		}
	}
}

// What is there, missing, wanted for one text or looked for says nothing of how all are made.
func TestWhatIsSoughtOrMissingIsNoRule(t *testing.T) {
	for _, text := range []string{
		"i need two quotes for the article", "there is an edge case in the translation", "on the site we need a new font",
		"find a serif font for the brochure", "busca una tipografía para el sitio", "no hay comillas en el texto",
		"en el texto faltan comillas", "nel testo manca una virgola", "cerca un carattere per il sito", "não há aspas no texto",
		"procura uma fonte para o site", "cherche une police pour le site", "网站上换个字体", "报告里没有引号", "表格里没有小数",
		"wir brauchen eine neue Schrift für die Website", "no bold on the site since the update",
		"an exercise on past tense in the worksheets", "a chapter about italics in the book",
		"we deploy to staging, not everywhere", "wir sagen ab, nicht überall", "on dit oui, pas partout",
		"图表标题用英文，重做图3", "mancano due decimali in tutte le tabelle", "i see no stock photos anywhere",
		"the tests run anywhere", "every figure has a bug", "every figure has a caption now", "every page has a menu",
		"every figure had a caption", "does every figure have a caption?", "all figures in grayscale are broken",
		"figure 2 in grayscale please", "make all figures in grayscale", "du siezt mich durchgehend",
		"write a readme for this repository", "no idea for this codebase",
	} {
		if got := Rules(text); len(got) > 0 {
			t.Errorf("%q is no rule, got %q", text, got)
		}
	}
	if text := "no bold on the site since the client hates it"; len(Rules(text)) != 1 {
		t.Errorf("%q tells why it is a rule", text)
	}
}
