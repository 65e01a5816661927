package prompt

import (
	"strings"
	"testing"
)

func TestPraiseIsNoPartOfAStep(t *testing.T) {
	for step, want := range map[string]string{
		"dst bug: good find, machen wir später": "dst bug", "good catch, fix the retry bug tomorrow": "retry", "the csv header: nice catch, later": "header",
		"el bug del horario: bien visto, lo hacemos luego": "horario", "bug do fuso: bem visto, fazemos depois": "fuso",
		"bug del fuso: ben visto, lo facciamo dopo": "fuso", "баг часового пояса: хорошая находка, потом": "часового пояса",
		"时区的问题：好眼力，以后再说":              "时区的问题",
		"drucker: tolle idee, später": "drucker", "menu : bonne idée, plus tard": "menu", "tabla: gran idea, mañana": "tabla",
		"rodapé: ótima ideia, amanhã": "rodapé", "tabella: ottima idea, domani": "tabella", "таблица: отличная идея, завтра": "таблица",
		"表格：好主意，以后": "表格", "検索：いい考え、明日": "検索",
		"the audit on the 18th": "audit", "the re-test is on the 18th": "re test", "la auditoría del 18": "auditoría", "the audit of page 18": "audit page 18",
		// but for what is called so
		"good ideas page later": "good ideas page",
		"good find page later":  "good find page", "search: good results first, later": "search good results first",
		"header, logo, footer": "header logo footer", "a badge for a good catch": "badge good catch",
	} {
		if got := strings.Join(StepOf(step).counted, " "); got != want {
			t.Errorf("%q counts %q, want %q", step, got, want)
		}
	}
}

func TestWhatIsNamedInCodeNeedsNoKindBeforeIt(t *testing.T) {
	turn := TurnOf("", []string{"`PaymentsP99High` is gone, committed on `ops-431`."}, nil)
	for step, want := range map[string]bool{
		"The old rule `PaymentsP99High` is still there; remove it once the new ones have run": true,
		"remove the old rule `PaymentsP99High`":                                               true,
		"The old rule `LedgerDown` is still there; remove it later":                           false,
		"The old rule `PaymentsP99High` is still there; document it":                          false,
	} {
		if turn.Done(StepOf(step)) != want {
			t.Errorf("%q: %t", step, !want)
		}
	}
}
