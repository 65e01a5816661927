package prompt

import "testing"

func TestWhatTheUserIsToRollOutIsLeft(t *testing.T) {
	for answer, want := range map[string]string{
		"The port is read now. You'll need to restart the server.":            "You'll need to restart the server",
		"It is fixed. Please redeploy the worker for the change to show.":     "Please redeploy the worker for the change to show",
		"It is fixed. For staging you need to deploy the new image.":          "For staging you need to deploy the new image",
		"The loader is mended.\n\nRe-run from step 4 on to:\n1. a\n2. b":      "Re-run from step 4 on to",
		"Der Fehler ist weg. Du musst den Dienst neu starten.":                "Du musst den Dienst neu starten",
		"C'est corrigé. Vous devez redéployer l'application.":                 "Vous devez redéployer l'application",
		"Ya está. Tienes que reiniciar el servidor.":                          "Tienes que reiniciar el servidor",
		"Готово. Для стенда нужно задеплоить новый образ.":                    "Для стенда нужно задеплоить новый образ",
		"已修复。需要重新部署服务。":                                                       "需要重新部署服务",
		"直しました。サーバーを再起動する必要があります。":                                            "サーバーを再起動する必要があります",
		"It is fixed. You don't need to restart the server.":                  "",
		"It is fixed. You need Node 18 to run it.":                            "",
		"It is fixed. Users have to restart the app to see the banner.":       "",
		"It is fixed. If the build fails you need to reinstall the packages.": "",
		"You need to restart the server when you change the port.":            "",
		"Reload is faster now. Restart logic: a job restarts it.":             "",
		"It is fixed. Deploy in eu-west is done.":                             "",
		"It is fixed. Reload the page and try again.":                         "",
		"It is fixed. You need to restart the dev server to see the change.":  "",
		"Das ist behoben. Lade neu, dann siehst du es.":                       "",
		"I restarted the server. Deploy script: updated.":                     "",
		"It is fixed. Do you need to restart the server?":                     "",
		"Готово. Перезапускать сервер не нужно.":                              "", "已修复。不需要重启。": "",
	} {
		steps, says := Left(answer)
		if got := append(steps, "")[0]; got != want || len(steps) > 1 || says {
			t.Errorf("%q leaves %q %t", answer, steps, says)
		}
	}
}
