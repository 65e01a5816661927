package prompt

import (
	"strings"
	"testing"
)

// A step is done once an answer says so in whatever words: what was to be made is there, what was to be removed is gone.
// Before "=>" is the step, behind it the answer, with "~" for a backtick.
const achieved = `
add a retry to the mailer => The mailer now retries three times with backoff.
write a migration for the new column => Added ~migrations/0042_add_locale.sql~, which creates the column and backfills it.
write tests for the parser => I added 14 tests in ~parser_test.go~; all pass.
fix the flaky login test => The login test was flaky because of a shared clock; it uses a fake one now and passed 50 runs in a row.
remove the old endpoint => The old endpoint is gone, along with its tests.
update the README => README updated with the new flags.
deploy to staging => Deployed to staging; the health check is green.
cache the exchange rates => Exchange rates are cached for an hour now.
move the constants to config.ts => The constants live in ~config.ts~ now.
handle empty input => Empty input is handled: it returns an empty list.
clean up the temp files => Temp files are removed at exit now.
split invoice.go => I split ~invoice.go~ into ~totals.go~ and ~render.go~.
translate the error messages => All error messages are translated to German.
add dark mode => Dark mode works now, with a toggle in the settings.
squash the fixup commits => I squashed the three fixup commits.
open a pull request => Opened pull request #57.
merge the hotfix into main => The hotfix is merged into main.
add an index on orders.created_at => Created the index ~orders_created_at_idx~; the query takes 4 ms.
drop the feature flag => The feature flag is removed, the new path is the default.
README aktualisieren => Das README ist auf dem neuesten Stand.
Fehlertexte übersetzen => Die Fehlertexte sind übersetzt.
ajouter un index sur orders => J'ai ajouté l'index sur ~orders~.
écrire les tests du parseur => Les tests du parseur sont écrits et passent.
supprimer l'ancien endpoint => L'ancien endpoint est supprimé.
añadir un índice a pedidos => Añadí el índice a ~pedidos~.
quitar el endpoint viejo => El endpoint viejo ya no está.
adicionar o índice em pedidos => Adicionei o índice em ~pedidos~.
aggiungere i test del parser => Ho aggiunto i test del parser.
rimuovere il vecchio endpoint => Il vecchio endpoint non c'è più.
добавить индекс в orders => Индекс в ~orders~ добавлен.
написать тесты для парсера => Тесты для парсера написаны, все проходят.
удалить старый эндпоинт => Старого эндпоинта больше нет.
给 orders 表加索引 => 已经给 orders 表加了索引。
写解析器的测试 => 解析器的测试写好了,全部通过。
更新 README => README 已更新。
パーサーのテストを書く => パーサーのテストを書きました。全部通っています。
古いエンドポイントを削除する => 古いエンドポイントを削除しました。
READMEを更新する => READMEを更新しました。
remove the debug logging => All debug logging is gone.
remove jQuery => jQuery has been removed from the bundle.
delete the unused fixtures => I deleted 12 unused fixtures.
clean up the branches => Cleaned up: 8 merged branches deleted.
update the dependencies => All dependencies are up to date.
create a Dockerfile => Created a multi-stage Dockerfile (84 MB).
add a loading spinner to the dashboard => The dashboard shows a loading spinner now.
allow dots in user names => Dots are allowed in user names now.
describe the deployment in the wiki => The deployment is described in the wiki.
replace moment with date-fns => moment is replaced by date-fns in all modules.
write a regression test for the timezone bug => Added a regression test for the timezone bug: it failed before and passes now.
Logging einbauen => Das Logging ist eingebaut.
den Cache löschen => Der Cache ist weg.
Testdaten anlegen => Testdaten sind angelegt.
enlever le flag => Le flag n'existe plus.
remover o jQuery => O jQuery foi removido.
criar testes para o carrinho => Criei 6 testes para o carrinho.
scrivere la migrazione => La migrazione è scritta.
обновить зависимости => Все зависимости актуальны.
ログを削除する => ログを削除しました。
ヘルスチェックを追加する => ヘルスチェックを追加しました。
add dark mode => Added dark mode to the settings page.
add dark mode => The parser is fixed, and dark mode is added.
remove the debug prints => Removed all of the debug prints.
remove the debug prints => The debug prints and their flag are removed.
den alten Endpunkt entfernen => Alten Endpunkt entfernt.
`

// It is not where the answer tells of the same thing that it is missing, used, or of another one that it was made.
const unachieved = `
remove the old importer => A customer asked me why the old importer was removed in 2.3.
remove the old importer => The docs of the old importer are gone.
remove the feature flag => The feature flag is gone from the settings page only.
remove the feature flag => I restored the feature flag that was deleted by mistake.
delete the temp files => The temp files are gone after a reboot anyway.
delete the cache => The cache is gone whenever the container restarts, that is the bug.
remove the retry => The plan: the retry is removed in step 3.
update the docs => The docs are current as of version 2.
update the README => The README claims everything is up to date.
update the schema => The schema version is the current one in production.
update the current price => The price page reads the current value.
document the config options => The config options are described in the code as strings.
document the retry policy => The retry policy is described wrong in the wiki.
describe the setup => The issue describes the setup.
support CSV export => The CSV export was created by the vendor, not by us.
add a retry to the mailer => Without backoff a retry added load to the mailer.
add an index on orders.created_at => I wrote a query plan for the index on orders.created_at.
create a Dockerfile for the worker => The worker is built without a Dockerfile.
write a migration for the locale column => The locale column was added by hand, a migration is overdue.
write tests for the parser => The parser added two warnings to the tests.
allow uploads of 50 MB => Uploads of 50 MB now time out.
enable gzip for the assets => The assets now weigh 3 MB; gzip makes it 800 KB.
enable two-factor login => Two-factor login was added to the roadmap.
change the timeout to 60 s => Somebody moved the timeout of 60 s to the wiki.
Protokoll entfernen => Laut Kunde ist das Protokoll seit gestern weg.
den alten Import entfernen => Der alte Import ist bei Anna weg, bei mir nicht.
README aktualisieren => Laut README ist die Version aktuell.
Optionen dokumentieren => Die Optionen sind nur im Code beschrieben.
supprimer l'ancien endpoint => Dès que l'ancien endpoint est supprimé, on pourra simplifier.
quitar el flag => Un usuario dice que el flag ya no está.
añadir un índice a pedidos => Ahora pedidos pide un índice a gritos.
atualizar o README => O README foi atualizado em 2020 pela última vez.
удалить кэш => Пользователь пишет, что кэша больше нет.
обновить документацию => Документация актуальна только для версии 1.
删除缓存 => 用户说缓存不见了，这是个bug。
ログを削除する => ユーザーによるとログが消えました、バグです。
fix the login bug => The login fails without any errors.
deploy to staging => I ran the deploy to staging dry-run without errors.
rotate the keys => Nobody rotated the keys, and there were no problems.
check the backups => The backups ran with no errors according to the host.
move the parser to lib => The parser can be moved to lib without problems.
merge the hotfix => The hotfix merged without errors only on the fork.
remove the shim => Once the shim is gone, drop the polyfill.
remove the shim => If the shim is gone, the build breaks.
remove the shim => The test expects that the shim is gone.
remove the shim => A file next to the shim was deleted.
update the README => I moved the test next to the README.
update the README => I changed the script that prints the README.
update the config => I refactored the code that reads the config.
aktualisiere die Doku => Die aktuelle Doku liegt im Wiki.
write the docs => I created an issue for the docs.
remove the cache => I dropped the plan to touch the cache.
document the flags => The flags are explained in the vendor's manual.
change the port => I moved on; the port was fixed by the vendor at 8080.
adapt the tests => I moved the tests to another folder.
change the header to sticky => I fixed the sticky header's colour.
add a retry to the mailer => The mailer still sends once; a retry would need the queue first.
add header validation to the importer => The importer reads headers in ~readHeader~; I have not touched it.
write tests for the parser => The parser now keeps comments. Tests come next.
write tests for the parser => I refactored the parser; there are no tests for it yet.
fix the flaky login test => The login test failed again in run 3 of 50.
return 429 when the limit is hit => Over the limit we return 503 today; 429 would be right.
rename UserService to AccountService => ~UserService~ is used in 23 files; renaming it would touch all of them.
remove the old endpoint => The old endpoint is still called by the mobile app.
update the README => The README is unchanged.
update the README => I updated the changelog; the README is for later.
deploy to staging => Staging is down, so I could not deploy.
run the migration on staging => The migration ran locally; staging is next.
ask Maria about the discount => I'd ask Maria whether the discount applies per order.
cache the exchange rates => Exchange rates are fetched at each request.
make the timeout configurable => The timeout is 30 s, hard-coded in ~client.go~.
split invoice.go => ~invoice.go~ has 900 lines now.
add dark mode => The settings page now has a toggle for notifications.
check why CI is slow => CI took 14 minutes again.
open a pull request => The branch is pushed; open a pull request when you are ready.
merge the hotfix into main => The hotfix is ready to merge into main.
add an index on orders.created_at => The query on ~orders.created_at~ takes 800 ms without an index.
support CSV export => CSV export would need a streaming writer.
drop the feature flag => The feature flag is off in production.
bump the version => The version is still 1.3.9.
die Rundung in der Rechnung korrigieren => Die Rechnung rundet noch immer ab.
Tests für den Import schreiben => Der Import läuft jetzt, Tests fehlen noch.
den alten Endpunkt entfernen => Der alte Endpunkt wird noch von der App benutzt.
README aktualisieren => Das README habe ich nicht angefasst.
ajouter un index sur orders => Il manque toujours un index sur ~orders~.
écrire les tests du parseur => Il reste à écrire les tests du parseur.
supprimer l'ancien endpoint => L'ancien endpoint est encore utilisé.
añadir un índice a pedidos => Falta el índice en ~pedidos~.
quitar el endpoint viejo => El endpoint viejo todavía se usa.
atualizar o README => O README ainda está desatualizado.
rimuovere il vecchio endpoint => Il vecchio endpoint è ancora usato.
добавить индекс в orders => Индекса в ~orders~ пока нет.
удалить старый эндпоинт => Старый эндпоинт ещё используется.
给 orders 表加索引 => orders 表还没有索引。
更新 README => README 还没更新。
パーサーのテストを書く => パーサーのテストはまだ書いていません。
古いエンドポイントを削除する => 古いエンドポイントはまだ使われています。
add a health check endpoint => The load balancer expects a health check endpoint at ~/healthz~.
add rate limiting to the API => The API has no rate limiting now, so a loop can take it down.
write a script for the backups => The backups ran last night, the script printed two warnings.
add pagination to the order list => The order list now loads all 4,000 rows; pagination would help.
add pagination to the order list => I added a filter to the order list.
remove the debug logging => I removed the unused imports; debug logging stays until the bug is found.
remove jQuery => jQuery is used in 14 places.
remove the old importer => The old importer is gone from the menu, but its code is still there.
delete the unused fixtures => The unused fixtures were removed from the docs index only.
update the dependencies => Two dependencies are out of date.
update the dependencies => The docs of the dependencies are up to date.
create a Dockerfile => The Dockerfile of the API is 84 MB now; the web has none.
allow dots in user names => Dots are not allowed in user names now.
describe the deployment in the wiki => The wiki is described in the README.
replace moment with date-fns => moment and date-fns are both in the bundle now.
write a regression test for the timezone bug => I fixed the timezone bug. A regression test is missing.
write a regression test for the timezone bug => The regression tests now run in the Berlin timezone.
write tests for the parser => The parser is tested by hand now.
Logging einbauen => Das Logging ist jetzt das Problem: es schreibt nichts.
den Cache löschen => Der Cache ist jetzt voll.
enlever le flag => Le flag est maintenant actif.
corriger l'arrondi dans les factures => L'arrondi dans les factures est maintenant faux de deux centimes.
crear el índice => Ya no hay índice.
eliminar los logs de depuración => Ya hay logs de depuración en todas partes.
scrivere la migrazione => La migrazione ora manca solo per staging.
переименовать сервис => Сервис теперь падает.
убрать лишние логи => Логи теперь пишутся в файл.
删除调试日志 => 现在调试日志太多了。
添加健康检查接口 => 健康检查接口现在没有。
ログを削除する => ログは今3GBあります。
add dark mode => Added a note on dark mode to the README.
add dark mode => I created an issue for dark mode.
add dark mode => Dark mode was added to the roadmap.
add dark mode => Dark mode is half added: the settings lack it.
remove the old endpoint => Removed the log lines of the old endpoint.
remove the old endpoint => The old endpoint is removed in the next release.
remove the old endpoint => Removed the old endpoint's cache.
remove the debug prints => Removed two of the nine debug prints.
remove the debug prints => Removed some of the debug prints.
den alten Endpunkt entfernen => Die Logzeilen des alten Endpunkts entfernt.
ajouter le champ de recherche => J'ai ajouté une note sur le champ de recherche.
borrar el import viejo => Eliminé los logs del import viejo.
`

func TestAStepIsDoneInOtherWords(t *testing.T) {
	for rows, want := range map[string]bool{achieved: true, unachieved: false} {
		for row := range strings.SplitSeq(strings.TrimSpace(strings.ReplaceAll(rows, "~", "`")), "\n") {
			text, answer, _ := strings.Cut(row, " => ")
			turn, step := TurnOf("go on", []string{answer}, nil), StepOf(text)
			turn.Changes = true
			if got := turn.Done(step) || turn.Certain(step); got != want {
				t.Errorf("%q ends %q: %v", answer, text, got)
			}
		}
	}
}

// The subject of a commit does the step before "=>", whose verb it may leave out.
const committedSteps = `
remove the old endpoint => drop old endpoint
remove the old endpoint => api: remove /v1/orders, the old endpoint
add rate limiting to the API => feat(api): add rate limiting
write tests for the parser => add parser tests
update the README => readme
fix the flaky login test => fix flaky login test
add an index on orders.created_at => migration: index on orders.created_at
make the timeout configurable => timeout is configurable (HTTP_TIMEOUT)
handle empty input => importer: handle empty input
split invoice.go => invoice: split into totals and render
add dark mode => dark mode
den alten Endpunkt entfernen => alten Endpunkt entfernt
Tests für den Import schreiben => Tests für den Import
ajouter un index sur orders => index sur orders ajouté
supprimer l'ancien endpoint => supprime l'ancien endpoint
añadir un índice a pedidos => índice en pedidos
удалить старый эндпоинт => удалён старый эндпоинт
READMEを更新する => READMEを更新
add dark mode => introduce dark mode
add dark mode => ui: add dark mode to the settings
remove the old endpoint => delete the old endpoint and its tests
remove the old endpoint => removed old endpoint
document the config options => docs: document the config options
añadir el buscador => añade el buscador
`

// It does something else to the same thing.
const uncommittedSteps = `
remove the old endpoint => deprecate the old endpoint
remove the old endpoint => log calls of the old endpoint
write tests for the parser => parser: keep comments
write tests for the parser => fix parser so that tests pass
update the README => docs: changelog
bump the version to 1.4.0 => prepare changelog for 1.4.0
rename UserService to AccountService => UserService: log failures
add an index on orders.created_at => orders: created_at in UTC
make the timeout configurable => timeout of 30 s
handle empty input => input: trim spaces
split invoice.go => invoice: round half up
document the config options => config: new options for retries
add dark mode => settings: mode switch for tests
support CSV export => import csv of the bank
cache the exchange rates => rates: fetch from the ECB
den alten Endpunkt entfernen => alten Endpunkt als veraltet markiert
Tests für den Import schreiben => Import schneller
удалить старый эндпоинт => старый эндпоинт пишет в лог
READMEを更新する => READMEのリンクを確認
add dark mode => wip: dark mode
add dark mode => remove dark mode
add dark mode => disable dark mode
add dark mode => fix dark mode
add dark mode => dark mode: plan
add dark mode => dark mode todo
add dark mode => no dark mode
add dark mode => docs: dark mode
remove the old endpoint => don't remove the old endpoint
remove the old endpoint => do not drop old endpoint yet
remove the old endpoint => drop old endpoint's cache
remove the old endpoint => remove log lines of the old endpoint
den alten Endpunkt entfernen => Logs des alten Endpunkts entfernen
ajouter le champ de recherche => wip: champ de recherche
borrar el import viejo => borrar los logs del import viejo
añadir el buscador => sin buscador
удалить старый импорт => отключить старый импорт
`

func TestACommitDoesAStepInOtherWords(t *testing.T) {
	for rows, want := range map[string]bool{committedSteps: true, uncommittedSteps: false} {
		for row := range strings.SplitSeq(strings.TrimSpace(rows), "\n") {
			text, subject, _ := strings.Cut(row, " => ")
			if got := SaysDone(subject, StepOf(text)) || TurnOf("go on", nil, []string{subject}).Done(StepOf(text)); got != want {
				t.Errorf("%q does %q: %v", subject, text, got)
			}
		}
	}
}

// The user says that the step before "=>" is done.
const userDid = `
deploy to staging => deployed to staging this morning, all good
remove the feature flag => i already dropped the feature flag
update the README => README is done, i did it in the train
support CSV export => we dont need csv export anymore
support CSV export => forget csv export, customer cancelled
add dark mode => no dark mode, design said no
fix the flaky login test => login test is fixed, was my local clock
write tests for the parser => i wrote the parser tests yesterday
README aktualisieren => readme hab ich schon aktualisiert
CSV Export bauen => csv export brauchen wir nicht mehr
удалить старый эндпоинт => старый эндпоинт я уже удалил
deploy to staging => ok staging is deployed
add dark mode => dark mode is done and merged
Logging einbauen => logging ist eingebaut, weiter mit dem rest
remove the legacy importer => i deleted the legacy importer
remove the legacy importer => the legacy importer is gone, next is the exporter
get rid of the debug flag => i deleted the debug flag
add a search field => search field is done, not a big deal
add a search field => good news: the search field is done
add a search field => i added the search field on friday
fix the header overflow => header overflow is fixed, i need you for the footer
die Temp-Dateien löschen => die temp dateien sind weg
supprimer l'ancien import => l'ancien import est supprimé
удалить старый импорт => старый импорт удалён
删除旧的导入 => 旧的导入已经删除了
update the roadmap => roadmap is updated, but not the FAQ
rotate the certificates => the certificates are rotated, without any outage
write the release notes => release notes are written, i think we can ship
archive the old tickets => old tickets are archived, could be fewer next time
rename the queue => ops: the queue is renamed
deploy to staging => deployed to staging, prod is still open
das Handbuch schreiben => das Handbuch ist geschrieben, aber nicht die FAQ
das Zertifikat erneuern => das Zertifikat ist erneuert, kann man so lassen
actualizar el manual => el manual está actualizado
enviar la factura => la factura está enviada, creo que pagan el lunes
atualizar o manual => o manual está atualizado, sem imagens
pubblicare il pacchetto => il pacchetto è pubblicato, ma non la pagina
обновить инструкцию => инструкция обновлена, без скриншотов
更新手册 => 手册已经更新了，但网站还没更新
renew the domain => renewed the domain
send the contract => contract is sent
ask Lena about the colors => i asked lena about the colors
`

// The user asks, orders, plans or tells of something else.
const userDidNot = `
deploy to staging => staging is down again, why?
deploy to staging => deploy it to staging now
run the migration on staging => why did the migration fail on staging?
remove the feature flag => is the feature flag removed already?
remove the feature flag => remove the feature flag after the release
open a pull request => dont open the pull request yet
merge the hotfix into main => can we merge the hotfix into main today?
ask Maria about the discount => what did maria say about the discount?
update the README => look at the README first
support CSV export => csv export is the most important thing
add dark mode => dark mode looks broken in safari
fix the flaky login test => login test failed again
write tests for the parser => the parser is slow
den alten Endpunkt entfernen => der alte endpunkt wird noch benutzt
README aktualisieren => readme noch aktualisieren
Tests für den Import schreiben => import ist kaputt
ajouter un index sur orders => il manque encore l'index sur orders
удалить старый эндпоинт => старый эндпоинт ещё нужен
更新 README => 先看看 README
add dark mode => mach dark mode fertig
add dark mode => get dark mode done today
add dark mode => finish dark mode first
add dark mode => i want dark mode done by friday
add dark mode => dark mode done?
add dark mode => dark mode is not done yet
remove the feature flag => make sure the feature flag is removed
remove the feature flag => check that the feature flag is removed
remove the feature flag => the removed feature flag is still in the docs
merge the hotfix into main => when the hotfix is merged into main, tag it
deploy to staging => after you deployed to staging, ping me
deploy to staging => look why the deployed version on staging differs
deploy to staging => deploy to staging once merged
deploy to staging => is it deployed to staging
write tests for the parser => tests for the parser are written by tom next week
write tests for the parser => the parser tests should be done by tomorrow
README aktualisieren => mach die readme fertig
README aktualisieren => die readme muss aktualisiert werden
Tests für den Import schreiben => sind die import tests fertig?
ajouter un index sur orders => finis l'index sur orders
ajouter un index sur orders => l'index sur orders doit être ajouté
desplegar en staging => termina lo de staging y despliega
удалить старый эндпоинт => старый эндпоинт должен быть удалён
更新 README => 完成 README 更新
READMEを更新する => READMEの更新を終わらせて
write tests for the parser => i deleted the parser tests, they were garbage
update the README => the readme is deleted
fix the login test => i deleted the login test
README aktualisieren => readme ist gelöscht
mettre à jour le README => j'ai supprimé le readme
actualizar el README => he borrado el readme
обновить README => я удалил readme
add dark mode => dark mode was removed, put it back
add dark mode => dark mode was done and reverted
remove the old endpoint => the old endpoint is gone, restore it
supprimer l'ancien import => l'ancien import est supprimé, remets le
删除旧的导入 => 旧的导入已经删除了，恢复它
add dark mode => dark mode is done, but not for the settings
add dark mode => dark mode is done for the web, not the app
add dark mode => dark mode is done for me, tom needs it too
add dark mode => dark mode is merged into dev, not main
добавить поиск => поиск готов, но не для мобильных
add dark mode => dark mode is done on friday
add dark mode => dark mode can be done in css only
remove the old endpoint => the old endpoint is done for
add dark mode => dark mode was done in the old app
add dark mode => dark mode war schon mal fertig
update the README => i think i updated the readme, not sure
add dark mode => changelog entry: dark mode is done
add dark mode => the headline reads: dark mode is done
ajouter le champ de recherche => note de version : champ de recherche ajouté
update the roadmap => the roadmap is updated, i think
update the roadmap => i think the roadmap is updated
rename the queue => the queue is renamed, but not on prod
rename the queue => title: the queue is renamed
rename the queue => the queue is renamed without the eu one
translate the invoices => invoices are translated, polish is open
ask Lena about the colors => i asked lena about the fonts
enviar la factura => la factura está creada
das Zertifikat erneuern => das Zertifikat ist geprüft
`

func TestTheUserSaysThatAStepIsDone(t *testing.T) {
	for rows, want := range map[string]bool{userDid: true, userDidNot: false} {
		for row := range strings.SplitSeq(strings.TrimSpace(rows), "\n") {
			text, prompt, _ := strings.Cut(row, " => ")
			turn, step := TurnOf(prompt, []string{"OK."}, nil), StepOf(text)
			if got := turn.Done(step) || turn.Certain(step); got != want {
				t.Errorf("%q ends %q: %v", prompt, text, got)
			}
		}
	}
}
