package prompt

import (
	"strings"
	"testing"
)

func TestThingsInOneRowAreStepsEach(t *testing.T) {
	for answer, want := range map[string]string{
		"Offen: Knopf im Web, Mail an den Verleiher (morgen), E2E-Test":         "Knopf im Web|Mail an den Verleiher (morgen)|E2E-Test",
		"- ⏳ **Offen:** Knopf im Web, Mail an den Verleiher (morgen), E2E-Test": "Knopf im Web|Mail an den Verleiher (morgen)|E2E-Test",
		"Still open: load test, docs of the flags, and the release notes":       "load test|docs of the flags|the release notes",
		"Left: tag the release, update the docs, mail the users":                "tag the release|update the docs|mail the users",
		"Pendiente: el botón, el correo al cliente, la documentación":           "el botón|el correo al cliente|la documentación",
		"Reste à faire : le bouton, le mail au client, la doc":                  "le bouton|le mail au client|la doc",
		"Осталось: кнопка в вебе, письмо клиенту, документация":                 "кнопка в вебе|письмо клиенту|документация",
		"还剩：导出按钮、权限检查、压测脚本":                                                     "导出按钮|权限检查|压测脚本",
		"残り：ボタン、メール送信、ドキュメント":                                                   "ボタン|メール送信|ドキュメント",
		"Still open: the load test, on staging, with 200 users":                 "the load test, on staging, with 200 users",
		"Still open: the load test, which fails on CI, since it is slow":        "the load test, which fails on CI, since it is slow",
		"Still open: the load test (200 users, staging, at night)":              "the load test (200 users, staging, at night)",
		"Still open: the load test, 200 users":                                  "the load test, 200 users",
	} {
		if steps, _ := Left(answer); strings.Join(steps, "|") != want {
			t.Errorf("%q leaves %q", answer, steps)
		}
	}
}

func TestPraiseIsNoPartOfAStep(t *testing.T) {
	for step, want := range map[string]string{
		"dst bug: good find, machen wir später": "dst bug", "good catch, fix the retry bug tomorrow": "retry", "the csv header: nice catch, later": "header",
		"el bug del horario: bien visto, lo hacemos luego": "horario", "bug do fuso: bem visto, fazemos depois": "fuso",
		"bug del fuso: ben visto, lo facciamo dopo": "fuso", "баг часового пояса: хорошая находка, потом": "часового пояса",
		"时区的问题：好眼力，以后再说":              "时区的问题",
		"drucker: tolle idee, später": "drucker", "menu : bonne idée, plus tard": "menu", "tabla: gran idea, mañana": "tabla",
		"rodapé: ótima ideia, amanhã": "rodapé", "tabella: ottima idea, domani": "tabella", "таблица: отличная идея, завтра": "таблица",
		"表格：好主意，以后": "表格", "検索：いい考え、明日": "検索",
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
