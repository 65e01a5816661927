package prompt

import "testing"

func TestAHeadingSaysForWhenOrForWhomSomethingIsLeft(t *testing.T) {
	for answer, want := range map[string]string{
		"Left for tomorrow:\n- the limit\n- the docs":   "the limit|the docs",
		"Left for Monday:\n- the limit":                 "the limit",
		"Open for tomorrow:\n- the limit":               "the limit",
		"**Left for the next session:**\n- the limit":   "the limit",
		"Remaining for the PR:\n- the limit":            "the limit",
		"## Still to do (for the release)\n- the limit": "the limit",
		"Pending for `v2`:\n- the limit":                "the limit",
		"Todo for Ana and me: the limit; the docs":      "the limit|the docs",
		"Noch offen für morgen:\n- das Limit":           "das Limit",
		"Offen für den PR:\n- das Limit":                "das Limit",
		"Fehlt noch fürs Release: das Limit":            "das Limit",
		"Reste pour demain :\n- la limite":              "la limite",
		"Pendiente para mañana:\n- el límite":           "el límite",
		"Pendente para segunda:\n- o limite":            "o limite",
		"Rimane per domani:\n- il limite":               "il limite",
		"Осталось на завтра:\n- лимит":                  "лимит",
		"留给明天的：\n- 限流":                                  "限流",
		"明日に残した作業：\n- 制限":                               "制限",
		"Not today:\n- the limit":                       "the limit",
		"For Monday:\n- the limit":                      "the limit",
		"In two weeks:\n- drop the flag":                "-",
		"Next week:\n- the limit":                       "the limit",
		"Parked:\n- the limit":                          "the limit",
		"**On hold:**\n- the limit":                     "the limit",
		"### Not in this PR\n- the limit":               "the limit",
		"Not part of this PR:\n- the limit":             "the limit",
		"Zurückgestellt:\n- das Limit":                  "das Limit",
		"Nicht in diesem PR:\n- das Limit":              "das Limit",
		"Mis de côté :\n- la limite":                    "la limite",
		"Pas dans cette PR :\n- la limite":              "la limite",
		"Aparcado:\n- el límite":                        "el límite",
		"Adiado:\n- o limite":                           "o limite",
		"Rimandato:\n- il limite":                       "il limite",
		"Отложено:\n- лимит":                            "лимит",
		"本次 PR 不包含：\n- 限流":                              "限流",
		"保留中：\n- 制限":                                    "制限",
	} {
		checkLeft(t, answer, want)
	}
}

func TestAHeadingSaysWhatIsHalfDone(t *testing.T) {
	for answer, want := range map[string]string{
		"**Not verified:**\n1. the export on Windows":                        "the export on Windows",
		"Manual steps remaining:\n- turn on the webhook":                     "turn on the webhook",
		"Incomplete: the retry section":                                      "the retry section",
		"Noch unvollständig:\n- der Abschnitt zu Retry":                      "der Abschnitt zu Retry",
		"Pendências:\n- o limite":                                            "o limite",
		"Non verificato:\n- il limite":                                       "il limite",
		"未验证：\n- 限流":                                                         "限流",
		"The docs were incomplete: the retry section. I added it.":           "-",
		"Incomplete uploads are removed:\n- after one hour\n- at each start": "-",
		"Signature unverified: returns 401 now.":                             "-",
		"La doc était incomplète : la partie retry. C'est ajouté.":           "-",
	} {
		checkLeft(t, answer, want)
	}
}

func TestAHeadingHandsOver(t *testing.T) {
	for answer, want := range map[string]string{
		"**Needs you:**\n- the key of staging":                "the key of staging",
		"**Your turn:**\n- rotate the key":                    "rotate the key",
		"What I need from you:\n- the key of staging":         "the key of staging",
		"For you to do: rotate the key":                       "rotate the key",
		"Du bist dran:\n- den Schlüssel tauschen":             "den Schlüssel tauschen",
		"À toi de jouer :\n- changer la clé":                  "changer la clé",
		"Te toca:\n- cambiar la clave":                        "cambiar la clave",
		"Da tua parte:\n- trocar a chave":                     "trocar a chave",
		"Tocca a te:\n- cambiare la chiave":                   "cambiare la chiave",
		"За тобой:\n- сменить ключ":                           "сменить ключ",
		"需要你做的：\n- 更换密钥":                                      "更换密钥",
		"あなたの作業：\n- 鍵を替える":                                    "鍵を替える",
		"**Before merging:**\n- rotate the key":               "rotate the key",
		"Before you deploy:\n- rotate the key":                "rotate the key",
		"### Before the release\n- rotate the key":            "rotate the key",
		"Before this can ship: rotate the key":                "rotate the key",
		"Vor dem Merge:\n- den Schlüssel tauschen":            "den Schlüssel tauschen",
		"Vor dem Deployen noch: den Schlüssel tauschen":       "den Schlüssel tauschen",
		"Avant de merger :\n- changer la clé":                 "changer la clé",
		"Antes de desplegar:\n- cambiar la clave":             "cambiar la clave",
		"Antes do deploy:\n- trocar a chave":                  "trocar a chave",
		"Prima del rilascio:\n- cambiare la chiave":           "cambiare la chiave",
		"Перед деплоем:\n- сменить ключ":                      "сменить ключ",
		"合并之前：\n- 更换密钥":                                       "更换密钥",
		"部署前：\n- 更换密钥":                                        "更换密钥",
		"マージ前に：\n- 鍵を替える":                                     "鍵を替える",
		"リリースする前に：\n- 鍵を替える":                                  "鍵を替える",
		"**Next:**\n- the limit\n\n**Needs you:**\n- the key": "the limit|the key",
		"Next: the limit.\n\nBefore merging: rotate the key":  "the limit.|rotate the key",
		"Parked: the cache\n\n**Next:** the limit":            "the cache|the limit",
	} {
		checkLeft(t, answer, want)
	}
}

func TestALineThatOnlyLooksLikeALeadLeavesNothing(t *testing.T) {
	for _, answer := range []string{
		"**Before:** 200\n**After:** 204",
		"Before this change:\n- every row was read twice",
		"Before:\n- a\n\nAfter:\n- b",
		"Avant :\n- a\n\nAprès :\n- b",
		"Antes:\n- a\n\nDepois:\n- b",
		"Prima:\n- a\n\nDopo:\n- b",
		"之前：\n- a\n\n之后：\n- b",
		"Before the fix: 200. After: 204.",
		"Until the merge:\n- the old page is shown",
		"Before the test runs:\n- the table is emptied",
		"Needed for the build:\n- Go 1.26",
		"What this needs:\n- Go 1.26",
		"Moved for clarity:\n- `a.go`",
		"Verschoben:\n- `a.go` nach `b.go`",
		"Done for today:\n- the limit",
		"Added for the release:\n- a tag",
		"Good for you:\n- it is fast",
		"For you, this means:\n- less noise",
		"Your options:\n- A\n- B",
		"The turn:\n- a player rolls",
		"For the next slot the loop does:\n- read",
		"Kept:\n- the old page",
		"保留：\n- 旧页面",
		"Aside: the tests are slow.",
		"- **Next week:** shows the week after\n- **Today:** shows today",
		"After the release:\n- no error since noon",
		"Once merged:\n- the runner builds the image",
		"Before the push hook runs:\n- the table is emptied",
		"Before each release:\n- the tag is checked",
		"How a merge works:\n- fetch\n- rebase",
		"What happens before a deploy:\n- the image is built",
	} {
		checkLeft(t, answer, "-")
	}
}

func TestACautionNamesAThingToDo(t *testing.T) {
	for answer, want := range map[string]string{
		"Pushed.\n\nBefore merging, run `alembic upgrade head` on staging.":     "Before merging, run `alembic upgrade head` on staging",
		"⚠️ **Note:** run `alembic upgrade head` on staging before you deploy.": "run `alembic upgrade head` on staging before you deploy",
		"**Heads-up:** rotate the key before the release.":                      "rotate the key before the release",
		"Make sure to run `npm ci` on the server before you deploy.":            "Make sure to run `npm ci` on the server before you deploy",
		"All green. Don't forget to set `API_KEY` before it goes out.":          "Don't forget to set `API_KEY` before it goes out",
		"Heads-up: you still need to run the migration before the merge.":       "run the migration before the merge",
		"You have to create the bucket before deploying.":                       "You have to create the bucket before deploying",
		"After merging, delete the branch on the mirror by hand.":               "After merging, delete the branch on the mirror by hand",
		"Once it is deployed, run `make warm`.":                                 "Once it is deployed, run `make warm`",
		"One caveat: restart the worker after the deploy.":                      "restart the worker after the deploy",
		"Note that you must restart the worker after deploying.":                "Note that you must restart the worker after deploying",
		"Please also tell support before the rollout.":                          "Please also tell support before the rollout",
		"Bitte vor dem Merge noch die Migration auf Staging laufen lassen.":     "Bitte vor dem Merge noch die Migration auf Staging laufen lassen",
		"Vor dem Deploy musst du `alembic upgrade head` ausführen.":             "Vor dem Deploy musst du `alembic upgrade head` ausführen",
		"Wichtig: Vor dem Merge muss noch die Migration laufen.":                "Vor dem Merge muss noch die Migration laufen",
		"Avant de merger, lance la migration sur staging.":                      "Avant de merger, lance la migration sur staging",
		"Pense à changer la clé avant la mise en prod.":                         "Pense à changer la clé avant la mise en prod",
		"Antes de desplegar, ejecuta la migración en staging.":                  "Antes de desplegar, ejecuta la migración en staging",
		"Recuerda cambiar la clave antes del despliegue.":                       "Recuerda cambiar la clave antes del despliegue",
		"Antes do deploy, rode a migração no staging.":                          "Antes do deploy, rode a migração no staging",
		"Prima del rilascio, esegui la migrazione su staging.":                  "Prima del rilascio, esegui la migrazione su staging",
		"Перед деплоем запусти миграцию на стейджинге.":                         "Перед деплоем запусти миграцию на стейджинге",
		"部署前请先运行迁移。":                                                            "部署前请先运行迁移",
		"デプロイする前にマイグレーションを実行してください。":                                            "デプロイする前にマイグレーションを実行してください",
		"**Next:**\n- the limit\n\nBefore merging, run the migration.":          "the limit|Before merging, run the migration",
		"Next: the limit.\n\nPushed. Before merging, run the migration.":        "the limit.|Before merging, run the migration",
	} {
		checkLeft(t, answer, want)
	}
	for _, answer := range []string{
		"Before merging, I ran the tests.",
		"Before merging, CI runs the linter.",
		"Run `make lint` before you commit.",
		"The script runs the migration before the deploy.",
		"Before the deploy, the old table was empty.",
		"Note: run with `-v` to see more.",
		"You can run the tests before merging.",
		"Should I run the migration before merging?",
		"If you want, run `make bench` before merging.",
		"`deploy.sh` now runs the migration before it restarts.",
		"Run the tests before each release.",
		"Added a note to run the migration before deploying.",
		"The README says: run `make` before you deploy.",
		"How it works:\n\n1. Run the tests before merging\n2. Tag",
		"I ran the migration before the release.",
		"Run it before the release notes are written by the bot.",
		"After the merge, everything works.",
		"Once merged, the branch is deleted.",
		"Vor dem Deploy läuft die Migration.",
		"Das Skript führt vor dem Merge die Migration aus.",
		"Avant le déploiement, la table était vide.",
		"Antes do deploy, a tabela estava vazia.",
		"Prima del rilascio la tabella era vuota.",
		"Перед деплоем скрипт запускает миграцию.",
		"部署前会运行迁移。",
		"デプロイ前にマイグレーションが実行されます。",
	} {
		checkLeft(t, answer, "-")
	}
}

func TestARowOfATableAndAnItemAreOneStep(t *testing.T) {
	table := "| part | status |\n|---|---|\n| key check | ⏳ not started |\n| docs in `a.md` | open |\n| limit | open |\n\n"
	for answer, want := range map[string]string{
		table + "### What's left\n1. **Key check** on export: anybody can read all\n2. **Docs** for the page in `a.md`": "limit|Key check on export: anybody can read all|Docs for the page in `a.md`",
		table:                                 "key check|docs in `a.md`|limit",
		table + "### What's left\n- the mail": "key check|docs in `a.md`|limit|the mail",
		"Next:\n- the limit\n\nLater:\n- the limit for guests":           "the limit|the limit for guests",
		"- [x] page\n- [ ] limit\n\nNext: the limit for guests":          "the limit for guests",
		"- [x] page\n- [ ] docs\n\n**Still open:**\n- the docs of `a`":   "the docs of `a`",
		"- [x] page\n- [ ] docs of the limit\n\n**Still open:**\n- docs": "docs of the limit|docs",
	} {
		checkLeft(t, answer, want)
	}
}

func TestWhatIsLeftIsReadBehindWhatItIsLeftFor(t *testing.T) {
	for answer, want := range map[string]string{
		"Para cerrar la rama sólo falta documentar el endpoint.":     "documentar el endpoint",
		"Pra fechar a branch só falta documentar o endpoint.":        "documentar o endpoint",
		"Para terminar la migración queda borrar la columna.":        "borrar la columna",
		"De lo acordado sólo queda el aviso.":                        "el aviso",
		"Antes de mergear sólo queda actualizar el changelog.":       "actualizar el changelog",
		"Per chiudere il branch manca solo la documentazione.":       "la documentazione",
		"Pour terminer la branche il ne reste que la doc.":           "la doc",
		"Für den Merge fehlt nur noch der Test.":                     "der Test",
		"Чтобы закрыть ветку, осталось описать эндпоинт.":            "описать эндпоинт",
		"要合并这个分支，只剩下写文档。":                                            "写文档。",
		"To close the branch only the docs in `a.yaml` are missing.": "To close the branch only the docs in `a.yaml` are missing",
		"Before merging, only the migration test is left.":           "Before merging, only the migration test is left",
		"Para cerrar la conexión queda el último hilo.":              "-",
		"Para los pedidos viejos queda el precio en cero.":           "-",
		"Para abrir el archivo faltan permisos.":                     "-",
		"Pour fermer la connexion il reste valide deux heures.":      "-",
		"To close the file only the lock is released.":               "-",
		"Antes la fecha quedaba vacía y falta el usuario en el log.": "-",
	} {
		checkLeft(t, answer, want)
	}
}

func TestTheOnlyThingLeftOfSomethingIsLeft(t *testing.T) {
	for answer, want := range map[string]string{
		"Lo único que queda de la subida es el **actuator**: habría que limitar `exposure`. ¿Lo hago?": "el actuator: habría que limitar `exposure`",
		"The only thing left of the upgrade is the actuator. Shall I do it?":                           "the actuator",
		"The only thing missing in this PR is a test for the export.":                                  "a test for the export",
		"All that's left of the migration is dropping the old column.":                                 "dropping the old column",
		"Das Einzige, was vom Umbau noch fehlt, ist der Import.":                                       "der Import",
		"La seule chose qui reste de la migration, c'est la doc.":                                      "la doc",
		"A única coisa que falta da migração é apagar a coluna.":                                       "apagar a coluna",
		"L'unica cosa che resta della migrazione è la doc.":                                            "la doc",
		"The only thing left of the old parser is a comment.":                                          "-",
		"Lo único que queda del código viejo es un comentario.":                                        "-",
		"Lo único que queda en la tabla es una fila vacía.":                                            "-",
		"La seule chose qui reste en cache est la page.":                                               "-",
		"The only thing left of the session is empty.":                                                 "-",
		"Das letzte Feld, das fehlt, ist die Adresse.":                                                 "-",
	} {
		checkLeft(t, answer, want)
	}
}

func TestAHeadingAsksWhatIsLeft(t *testing.T) {
	for heading, is := range map[string]bool{
		"### Qué queda": true, "### ¿Qué falta?": true, "**Qué queda:**": true, "### Qué quedó pendiente": true, "## Qué falta en esta rama": true,
		"### What's left on this branch": true, "### Was steht noch aus?": true, "### Was ist noch zu tun?": true, "### Que reste-t-il à faire ?": true,
		"### Ce qui manque": true, "### O que ficou pendente": true, "### Cosa manca ancora?": true, "### Что осталось?": true, "### 还剩什么": true,
		"### 还有什么没做": true, "### 残りは何？": true, "### Por qué falta el header": false, "### Qué hice": false, "### Qué faltaba": false,
		"### Why it is missing": false, "### Ce qui change": false, "### 改了什么": false, "### Left of the table": false,
	} {
		want := map[bool]string{true: "Cupones: se suman|CLP: sin test", false: "-"}[is]
		checkLeft(t, "## Hecho\n\n- todo\n\n"+heading+"\n\n- **Cupones**: se suman\n- **CLP**: sin test\n", want)
	}
	const answer = "### Qué queda\n\n1. Cupones: sin tope\n2. CLP: sin test\n\n¿Sigo con alguno?"
	const reply = "la segunda. la primera dejala para mas adelante, primero hay q hablarlo con producto"
	if got := Unpicked("", answer, reply); len(got) != 1 || got[0] != "Cupones: sin tope" || len(PutsOff(reply)) > 0 {
		t.Errorf("it leaves %q and puts off %q", got, PutsOff(reply))
	}
}

// That a check still fails is told, and settles no list of what is left.
func TestWhatStillFailsIsNoListOfSteps(t *testing.T) {
	steps, says := Left("The parser is in.\n\nStill failing: `refuses old cards`. The rest is open.")
	if says || len(steps) != 1 {
		t.Errorf("leaves %q, says so: %t", steps, says)
	}
}

func TestAHeadingMaySayOfWhatSomethingIsLeft(t *testing.T) {
	for head, want := range map[string]bool{
		"Left from yesterday:": true, "## Remaining from Friday": true, "**Left of the plan**": true, "**Offen aus der Übergabe**": true,
		"Offen laut Plan:": true, "**Reste du plan**": true, "**Reste de la passation**": true, "**Queda del plan de Marta**": true,
		"**Pendiente de ayer**": true, "**Resta do plano**": true, "**Manca dalla lista di Ugo**": true, "**Осталось с понедельника**": true,
		"**上周剩余**": true, "**計画の残り**": true, "**月曜の残り**": true,
		"**Left of the logo**": false, "**Left sidebar of the page**": false, "**Open from the menu**": false, "**Left of the plan view**": false,
		"**Falta de memoria**": false, "**Reste du calcul**": false, "**Resta de importes**": false, "**Moved left of the plan**": false,
		"**計画の変更点**": false, "**Was left of the plan**": false,
	} {
		if steps, _ := Left("The parser reads rows.\n\n" + head + "\n1. a cache for `rows.go`\n2. the docs"); (len(steps) == 2) != want {
			t.Errorf("%q leads to %q", head, steps)
		}
	}
}

func TestAHeadingThatDatesSomethingLeadsNoSteps(t *testing.T) {
	answer := "I looked at the logs.\n\nOn Monday:\n- the cron ran twice\n- it lost the lock"
	if steps, says := Left(answer); len(steps) > 0 || says {
		t.Errorf("left %q, %t", steps, says)
	}
	if steps, _ := Left("Done.\n\nFor Monday:\n- write the docs"); len(steps) != 1 {
		t.Errorf("for Monday: left %q", steps)
	}
}
