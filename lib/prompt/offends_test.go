package prompt

import "testing"

func TestAStepEndsWithoutWhatPutItOff(t *testing.T) {
	for done, steps := range map[string][]string{
		"feat: price export": {
			"price export not this week pls", "price export for later", "the price export is for later", "price export another time please",
			"leave the price export for later", "we'll do the price export next week", "the price export can wait until monday",
			"price export on monday first thing", "do the price export first thing tmrw", "price export later but dont forget it",
			"price export not today thanks", "remind me to write the price export tomorrow",
		},
		"feat: Summen im Export": {
			"Summen im Export nicht diese Woche", "die Summen im Export diese Woche nicht mehr bitte", "Die Summen im Export bleiben für später",
			"die Summen im Export machen wir nächste Woche", "die Summen im Export heben wir uns für später auf",
		},
		"feat: mail de remboursement": {
			"Le mail de remboursement reste pour plus tard", "le mail de remboursement on verra plus tard",
			"le mail de remboursement pas cette semaine stp", "le mail de remboursement c'est pour plus tard",
		},
		"feat: correo de reembolso": {
			"el correo de reembolso queda para después", "el correo de reembolso lo dejamos para más adelante",
			"el correo de reembolso esta semana no porfa",
		},
		"feat: email de reembolso": {"o email de reembolso fica para depois", "o email de reembolso a gente faz semana que vem"},
		"feat: email di rimborso":  {"l'email di rimborso resta per dopo", "l'email di rimborso non questa settimana"},
		"feat: письмо о возврате": {
			"письмо о возврате оставим на потом", "письмо о возврате не на этой неделе", "письмо о возврате остаётся на потом",
		},
		"feat: 退款邮件模板": {"退款邮件模板留到下周", "退款邮件模板以后再说吧"}, "feat: 返金メールのテスト": {"返金メールのテストは来週に回す", "返金メールのテストは後でお願いします"},
	} {
		for _, step := range steps {
			if step == steps[len(steps)-1] && done == "feat: price export" {
				done = "feat: write the price export"
			}
			if turn := TurnOf("", nil, []string{done}); !turn.Certain(StepOf(step)) {
				t.Errorf("%q does not end %q", done, step)
			}
			if turn := TurnOf("", nil, []string{done}); turn.Certain(StepOf("invoice archive, " + step)) {
				t.Errorf("%q ends more than %q", done, step)
			}
		}
	}
	for step, done := range map[string]string{
		"save the token for later use": "feat: save the token", "a button to pay later": "feat: button to pay",
		"show the price of next week": "feat: show the price", "den Preis der nächsten Woche anzeigen": "feat: Preis anzeigen",
		"afficher le prix de la semaine prochaine": "feat: afficher le prix", "remind users about an expired card": "feat: users with an expired card",
		"mostrar el precio de esta semana": "feat: mostrar el precio", "mostrare il prezzo della settimana": "feat: mostrare il prezzo",
	} {
		if turn := TurnOf("", nil, []string{done}); turn.Certain(StepOf(step)) {
			t.Errorf("%q ends %q", done, step)
		}
	}
	StepOf("müssen noch") // which is a reminder and ends in "yet"
}

func TestABugThatWasPutOffEndsOnceItIsFixed(t *testing.T) {
	const bug = "I noticed a bug: `src/tax.go` rounds each line instead of the sum (put off: not now)"
	for _, c := range []struct {
		step, asked, answer string
		ends                bool
	}{
		{bug, "good. now fix that tax bug from monday", "Fixed in `src/tax.go` (`sum`), tests pass.", true},
		{bug, "jetzt den Fehler in tax", "Behoben in `tax.go`.", true},
		{bug, "corrige le bug de tax maintenant", "Corrigé dans `src/tax.go`, les tests passent.", true},
		{bug, "arregla ahora el error de tax", "Corregido en `src/tax.go`.", true},
		{bug, "corrige o erro do tax", "Corrigido em `src/tax.go`.", true},
		{bug, "исправь баг в tax", "Исправлено: `src/tax.go` изменён.", true},
		{bug, "fix the tax page", "Fixed in `src/tax.go`.", false},
		{bug, "fix that page bug", "Fixed in `src/tax.go`.", false},
		{bug, "fix that tax bug", "Fixed in `src/page.go`.", false},
		{bug, "fix that tax bug", "I looked at `src/tax.go`, it is not fixed.", false},
		{bug, "fix that tax bug", "The fix in `src/tax.go` fails.", false},
		{"round the sum in `src/tax.go`", "fix that tax bug", "Fixed in `src/tax.go`.", false},
	} {
		turn := TurnOf(c.asked, []string{c.answer}, nil)
		turn.Changes, turn.Files = true, []string{"src/tax.go", "src/page.go"}
		if got := turn.Certain(StepOf(c.step)); got != c.ends {
			t.Errorf("%q and %q end the bug: %v", c.asked, c.answer, got)
		}
	}
}
