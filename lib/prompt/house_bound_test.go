package prompt

import (
	"strings"
	"testing"
)

const (
	bindings = `
nothing in fixtures/ gets edited by hand, they are recorded
and take care: nothing in data/ gets committed or changed, its from the partner under nda
project rule: don't touch public/legal by the way, thats from the lawyer
don't add dependencies without asking Marek
always sign every page
nothing in vendor/ is ever changed
nothing under secrets/ goes into git
nothing from the legacy/ folder gets imported
every migration must go through review by Nina, also the tiny ones
each experiment goes as a line into log.md, failed ones too
every bug goes into BUGS.md, also the silly ones
we can't install anything on the server, standard library only
we cant use docker here at all, only plain venv
we can't add packages on that box, only numpy is there
also rule from now: eval.csv is read exactly once
new rule from now on: the holdout is opened only by me
rule from today: every figure is made by a script
we don't change old migrations, each change gets a new file
nichts in daten/ wird committet oder geändert
nichts unter archiv/ wird je angefasst
jedes Ergebnis kommt als Zeile in ergebnisse.md, auch die schlechten
jede Änderung muss ins Changelog, auch die kleinen
wir ändern alte Migrationen nicht, jede Änderung bekommt eine neue Datei
wir können auf dem Cluster nichts installieren, nur reines Python
auch eine Regel ab jetzt: test.csv wird genau einmal gelesen
rien dans donnees/ n'est commité ni modifié
chaque résultat va dans une ligne de resultats.md, les mauvais aussi
on ne touche pas aux anciennes configs, une nouvelle yaml par expérience
on ne peut rien installer sur le cluster, seulement du python pur
nada de lo que hay en datos/ se commitea ni se cambia
cada resultado va como fila en resultados.md, los malos también
no tocamos las configs viejas, cada experimento lleva un yaml nuevo
no podemos instalar nada en el clúster, solo python puro
nada em dados/ é commitado nem alterado
cada resultado vai como linha em resultados.md, os ruins também
não mexemos nas configs antigas, cada experimento ganha um yaml novo
não podemos instalar nada no cluster, só python puro
niente in dati/ viene committato o modificato
ogni risultato va come riga in risultati.md, anche quelli brutti
non tocchiamo le vecchie configurazioni, ogni esperimento ha un nuovo yaml
non possiamo installare nulla sul cluster, solo python puro
ничего из data/ не коммитим и не меняем
каждый результат идёт строкой в results.md, плохие тоже
старые миграции не трогаем, на каждое изменение новый файл
на кластер ничего ставить нельзя, только чистый python
data/ 里的东西都不提交也不修改
每个结果都要记到 results.md，失败的也要
旧的配置我们不改，每个实验新建一个 yaml
集群上什么都不能装，只用纯 python
data/ の中身はコミットも変更もしない
結果は毎回 results.md に一行書く、悪いものも
古い設定は変更しません、実験ごとに新しい yaml を作ります
クラスターには何もインストールできないので、素の python だけで
nothing in contracts/ is changed, legal owns it
nothing from customers/ is ever pushed
every decision goes into docs/decisions.md, also the wrong ones
each fix gets a line in CHANGELOG.md
every migration goes through review, the small ones as well
we can't download anything on the build host
we can't use pandas here, only plain python
we don't touch old migrations, every change gets a new one
nichts in vertraege/ wird geändert
jede Entscheidung kommt in docs/entscheidungen.md, auch die falschen
wir dürfen hier nichts installieren
wir fassen alte Migrationen nicht an, jede Änderung bekommt eine neue
rien dans contrats/ n'est modifié
chaque décision va dans decisions.md
on ne peut rien télécharger sur cette machine
on ne modifie pas les anciennes migrations, chaque changement a une nouvelle
nada en contratos/ se cambia
cada decisión va en decisiones.md
no podemos descargar nada en el servidor
no cambiamos las migraciones viejas, cada cambio lleva una nueva
nada em contratos/ é alterado
cada decisão vai em decisoes.md
não podemos baixar nada no servidor
niente in contratti/ viene modificato
ogni decisione va in decisioni.md
non possiamo scaricare niente sul server
ничего в contracts/ не трогаем
каждое решение записываем в decisions.md
на сервер ничего скачивать нельзя
contracts/ 里的文件一律不改
每个决定都写进 decisions.md
服务器上什么都不能下载
contracts/ は変更しない
決定は毎回 decisions.md に書く
サーバーには何もダウンロードできません
`
	noBindings = `
nothing in the log gets printed after the restart
nothing in lib/ is tested, can you look
nothing in src/ has changed since yesterday
nothing in tmp/ gets deleted when the job ends
nothing gets saved when i press enter
nothing in that file is used anymore, delete it
every request goes to the cache first
every result goes into the table, but the table is empty
every event must go through the queue, why does it not?
every row goes as a tuple into the list
each job goes to worker 1, that's the bug
all requests go to /login and then 404
we can't install the package, pip says no matching version
we cant see the logs, only the first line
we can't reproduce it, only on firefox
we cant merge today, only tomorrow
we don't change the price in this step, only show it
we dont know why, only that it fails
i hope nothing in data/ gets lost
nothing in data/ got committed, good
does every result go into results.md?
gpu1 is slow today, use gpu0
gpu1 is free until friday
the lock is held until the job ends, don't use it twice
also the rule in nginx is wrong
also rule 3 of the linter fails now
nichts in daten/ wurde geändert, gut
nichts in der Tabelle wird angezeigt
jede Anfrage geht zuerst in den Cache
jedes Ergebnis kommt zweimal, warum?
wir ändern das heute nicht, nur den Titel
wir können das nicht testen, nur lokal
wir verstehen den Fehler nicht
rien dans la table n'est affiché
chaque requête va d'abord dans le cache
on ne touche pas au prix aujourd'hui
on ne voit rien dans les logs, seulement la première ligne
on ne peut pas se connecter, seulement en local
nada en la tabla se muestra
cada petición va primero a la caché
no vemos nada en los logs, solo la primera línea
no tocamos nada hoy, mañana seguimos
no podemos entrar, solo en local
nada em dados/ mudou desde ontem
cada pedido vai primeiro para o cache
não conseguimos reproduzir, só no firefox
niente in tabella viene mostrato
ogni richiesta va prima nella cache
non riusciamo a riprodurlo, solo su firefox
non tocchiamo niente oggi, domani si vede
ничего в таблице не показывается
каждый запрос идёт сначала в кеш
мы не понимаем почему падает, только видим 500
пока ничего не меняем, сначала посмотрим логи
старый конфиг не меняем в этом коммите
данные не меняются после сохранения
每个请求都先走缓存
表格里什么都不显示
这个按钮我们今天不改，先看日志
我们不知道为什么失败
リクエストは毎回 cache に入る、なぜ？
表には何も表示されない
今日は設定を変更しません
ログには何も出ないので、原因が分からない
nothing in out/ is committed yet
nothing in dist/ is changed by the build
nothing in migrations/ gets deleted, weird
every result goes into a list, also None
every run goes into the wiki and then crashes
every change goes into the changelog, why not this one?
we can't use the cache, only the db is fast
we can't install it, nothing works
we can't install anything since the proxy changed
we can't install anything right now
нельзя использовать эту кнопку, только enter
on ne peut pas installer l'appli sur mon téléphone, seulement sur le sien
we don't touch the old rows in this step
每个结果都记到 table 里，为什么少了一个
集群上装了 numpy，只是版本旧
we can't install the app on ios 12, only on 13
nada en cache/ se modifica cuando reinicio
hoffentlich wird nichts in daten/ geändert
ничего в data/ не изменилось
nothing in the cart is changed after the reload
every decision of the router goes to the log
every change triggers a build
each run takes 4 hours
we can't download the file, 403
we can't find anything in the logs
we don't touch the cache there, i think
jede Änderung löst einen Build aus
wir können die Datei nicht öffnen
chaque décision du routeur est loguée
no podemos descargar el informe, da 403
cada cambio dispara un build
ogni modifica fa ripartire il server
каждое изменение запускает сборку
не можем скачать файл, 403
每个改动都会触发构建
ファイルがダウンロードできません
変更が保存されない
nothing in tests/ was touched by me
why is nothing in data/ committed
`
)

func TestWhatBindsAllWorkIsARule(t *testing.T) {
	for text := range strings.SplitSeq(strings.TrimSpace(bindings), "\n") {
		if got := Rules("right, go on. " + text + ". make the script"); len(got) != 1 ||
			!strings.Contains(text+".", got[0]) {
			t.Errorf("rules of %q are %q", text, got)
		}
	}
	for text := range strings.SplitSeq(strings.TrimSpace(noBindings), "\n") {
		if got := Rules("right, go on. " + text); len(got) > 0 {
			t.Errorf("rules of %q are %q", text, got)
		}
	}
}
