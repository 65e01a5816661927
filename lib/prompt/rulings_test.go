package prompt

import (
	"strings"
	"testing"
)

// One rule is laid down as several are, where its lead says no more than that it is one: "rule for good: no tabs".
func TestOneRuleIsLaidDown(t *testing.T) {
	for _, text := range []string{
		"rule for good: keep lines under 100", "rule for good: no floats for water amounts, tenths of mm as int", "oh and rule for good: no tabs in yaml", "rule forever: dates in iso", "a rule: every page has a title", "new rule: the api answers in snake case", "house rule: one migration per change",
		"rule from now on: prices are cents", "one rule for everything: ids are uuids", "another rule: csv has a header",
		"regla para siempre: commits en inglés", "regla para siempre: mensajes de commit en inglés, y nunca squash", "ah, y regla para siempre: fechas en UTC", "una regla: los importes en céntimos", "y una regla más: nada de floats", "regla de la casa: los textos en i18n",
		"Regel für immer: Beträge in Cent", "ach und eine Regel: Zeiten in UTC", "neue Regel: ein Test pro Fehler", "Regel ab jetzt: CSV mit Semikolon", "und noch eine Regel: Fehlertexte auf Deutsch",
		"règle pour toujours : montants en centimes", "ah et une règle : dates en UTC", "nouvelle règle : un test par bug", "règle de la maison : les textes dans i18n",
		"regra para sempre: datas em UTC", "ah, e uma regra: valores em centavos", "nova regra: um teste por bug", "regra da casa: textos em i18n",
		"regola per sempre: date in UTC", "ah, e una regola: importi in centesimi", "nuova regola: un test per bug",
		"правило навсегда: даты в UTC", "и ещё правило: суммы в копейках", "новое правило: тест на каждый баг",
		"永久规则：日期用UTC", "新规则：金额用分", "还有一条规则：每个bug一个测试",
		"ずっとのルール：日付はUTC", "あと、ルール：金額は整数", "新しいルール：バグごとにテスト", "もう一つルール：IDはUUID",
		"two rules for good: ids are uuids, dates are iso",
	} {
		_, want, is := strings.Cut(text, ": ")
		if !is {
			_, want, _ = strings.Cut(text, "：")
		}
		for _, before := range []string{"", "commit y push. ", "new thing. branch feat/rain. need 1 a reader 2 a flag. "} {
			if got := Rules(before + text); len(got) != 1 || got[0] != want {
				t.Errorf("rules of %q are %q", before+text, got)
			}
		}
		if got := Rules(text + ". split the report"); len(got) != 1 && !dense(text) && !strings.Contains(text, "rules") {
			t.Errorf("rules of %q and an order are %q", text, got)
		}
	}
	for _, text := range []string{
		"rule in the config: change it to 5", "the rule is wrong: it skips at 5", "skip rule: 5 mm, not 8", "add a rule: if the mail bounces, retry", "add a rule to eslint: no-console", "the new rule fails: look at it", "rename the rule: SkipRule", "rules.go: split it", "2 skip rule in plan: next day > 5mm",
		"what does the rule say: 5 or 8?", "the firewall rule: open 443", "new rule in nginx: redirect to https", "rule engine: start with the parser", "write a rule: minutes >= 0", "css rule: set margin to 0", "the lint rule: turn it off", "is there a rule: tabs or spaces?", "delete the rule: it is old",
		"rule 3: raise to 10", "rule of the skip: 5 mm", "validation rule: email is required", "the first rule: drop it",
		"la regla está mal: salta a 5", "añade una regla: si llueve, no riega", "la regla de salto: 5 mm", "regla de salto: 5 mm", "quita la regla: es vieja", "nueva regla en nginx: redirige",
		"die Regel ist falsch: sie greift bei 5", "füge eine Regel hinzu: wenn es regnet, nichts", "die Regel im Plan: ab 8 mm", "Regel löschen: sie ist alt", "neue Regel in der Firewall: Port 443",
		"la règle est fausse : elle saute", "ajoute une règle : s'il pleut, rien", "règle de saut : 5 mm", "a regra está errada: pula em 5", "adiciona uma regra: se chover, nada", "regra de pulo: 5 mm",
		"la regola è sbagliata: salta a 5", "aggiungi una regola: se piove, niente", "правило не работает: пропускает", "добавь правило: если дождь, не поливать", "правило пропуска: 5 мм",
	} {
		for _, before := range []string{"", "commit y push. "} {
			if got := Rules(before + text); len(got) > 0 {
				t.Errorf("%q is no rule, got %q", before+text, got)
			}
		}
	}
}
