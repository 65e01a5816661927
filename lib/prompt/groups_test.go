package prompt

import (
	"strings"
	"testing"
)

func TestABulletThatOnlyNamesThoseBelowItIsNoStep(t *testing.T) {
	for answer, want := range map[string]string{
		"**Remaining:**\n- **Template**\n  - a totals row\n  - an empty day\n- **CSS**: none yet":   "a totals row|an empty day|CSS: none yet",
		"**Remaining:**\n- **Stale locks**\n    - one blocks each write\n- **API**\n    - its page": "one blocks each write|its page",
		"Left:\n- Template:\n\t- a row\n\t- a column":                                               "a row|a column",
		"还没做：\n- **模板**\n  - 底部的合计行\n- 样式表":                                                         "底部的合计行|样式表",
		"Next steps:\n1. **Migration**\n   - add a column\n2. **API**\n   - its page":               "Migration|API",
		"Next steps:\n- Add the config file and read it\n  - its path\n- the docs":                  "Add the config file and read it|the docs",
		"- ✅ Parser\n  - reads all\n- ⬜ Printer\n  - of tables":                                     "Printer",
	} {
		if steps, _ := Left(answer); strings.Join(steps, "|") != want {
			t.Errorf("%q leaves %q", answer, steps)
		}
	}
}

func TestWhatIsQuotedOrBelowAStepIsNoStep(t *testing.T) {
	for answer, want := range map[string]string{
		"Next steps:\n\n> - an old point\n\n- write the export":                      "write the export",
		"Wie Mira schrieb:\n> Noch offen:\n> - die Doku\n\nDas ist fertig.":          "",
		"Le mail dit :\n> Reste à faire :\n> - la doc\n\nC'est corrigé.":             "",
		"El correo decía:\n> Próximos pasos:\n> 1. migrar los datos\n\nYa está.":     "",
		"引用：\n> 下一步：\n> - 写测试\n\n已经做了。":                                              "",
		"Next steps:\n- Write the export\n  - with the header\n- Drop the column":    "Write the export|Drop the column",
		"Next steps:\n* Write the export\n\t* with the header\n* Drop the column":    "Write the export|Drop the column",
		"Noch offen:\n- Export schreiben\n  1. mit Kopfzeile\n- Spalte löschen":      "Export schreiben|Spalte löschen",
		"Ancora da fare:\n- scrivere l'export\n  - con l'intestazione\n- la colonna": "scrivere l'export|la colonna",
		"Falta:\n- escrever o export\n  - com o cabeçalho\n- tirar a coluna":         "escrever o export|tirar a coluna",
		"残り：\n- エクスポートを書く\n  - ヘッダー付き\n- 列を消す":                                       "エクスポートを書く|列を消す",
		"Still open:\n- the docs\n\n> **Deferred:** 9\n\nWhat now?":                  "", // the last list counts
		// Near misses.
		"- Next steps:\n  - write the export\n  - drop the column":        "write the export|drop the column",
		"- Done: parser\n- Still open:\n    - the writer\n    - the docs": "the writer|the docs",
		"Remaining:\n- check `a > b`\n- > 3 retries":                      "check `a > b`|> 3 retries",
		"Noch offen:\n - der Export\n - die Doku":                         "der Export|die Doku",
		"Reste à faire :\n 9. la doc\n10. les tests":                      "la doc|les tests",
		"Falta:\n- o aviso\n - a conta":                                   "o aviso|a conta",
	} {
		if steps, _ := Left(answer); strings.Join(steps, "|") != want {
			t.Errorf("%q leaves %q", answer, steps)
		}
	}
}
