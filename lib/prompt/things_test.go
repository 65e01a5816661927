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
