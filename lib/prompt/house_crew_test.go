package prompt

import "testing"

func TestWhatAgentsNeverDoIsARule(t *testing.T) {
	whole(t, "workers never touch ci/", "workers never touch ci/, write that into the preamble too", "agents never push",
		"subagents never push to main", "workers always work on their own branch", "agents never edit files in deploy/",
		"agents never write to prod", "Worker fassen ci/ nie an", "Agenten mergen nie selbst", "les agents ne touchent jamais à ci/",
		"les workers ne poussent jamais", "los agentes nunca tocan ci/", "los agentes nunca hacen push",
		"os agentes nunca mexem em ci/", "os agentes nunca fazem merge", "gli agenti non toccano mai ci/",
		"gli agenti non fanno mai merge", "агенты никогда не трогают ci/", "воркеры никогда не пушат", "子代理从不推送",
		"ワーカーは絶対にマージしない")
	none(t, "workers never touch the disk, they keep it all in memory", "workers never commit the offset when they crash",
		"workers never push to the queue when redis is down", "workers never touched ci/ in the last batch",
		"workers never touch ci/ because the mount is read-only", "workers never touch ci/, or do they?",
		"workers never touch ci/, so it can't be that", "workers never touch ci/, but the mount is there",
		"agents never commit, that's the bug", "workers always commit in batches", "workers always change config/ on boot",
		"users never touch ci/", "the worker never pushes the event", "agents never merge duplicates in the crm",
		"Agenten bekommen nie eine Antwort", "les workers ne finissent jamais", "los agentes nunca reciben la respuesta",
		"os workers nunca terminam", "i worker non finiscono mai", "агенты никогда не получают ответ", "代理从不返回结果",
		"ワーカーは絶対に再起動しません")
}

func TestTheFlagOfEachMergeIsARule(t *testing.T) {
	whole(t, "every merge of a worker with --no-ff so we can take it back in one piece", "every commit with `--signoff`",
		"jeder Merge mit --no-ff, damit wir ihn zurücknehmen können", "chaque merge avec --no-ff", "cada merge con --no-ff",
		"cada merge com --no-ff, pra dar pra voltar", "ogni merge con --no-ff", "каждый мерж с --no-ff")
	none(t, "every merge of a worker with --no-ff failed", "every commit with -s, as the bot wants, failed",
		"every merge with --no-ff makes a new commit, why?", "every merge with --no-ff today", "redo every merge with --no-ff",
		"every request with --no-cache", "every commit with a typo", "every merge with --squash: what does it do",
		"jeder Merge mit --no-ff schlägt fehl", "chaque merge avec --no-ff échoue", "каждый мерж с --no-ff падает")
}

func TestInWhichFolderPlansGoIsARule(t *testing.T) {
	whole(t, "plans go into plans/", "plans always go into plans/", "decisions go in docs/adr/ as always",
		"plans go into plans/, one md per change, with what how and how to go back", "runbooks always live in docs/runbooks/",
		"one-off scripts go into scratch/", "Entscheidungen kommen nach docs/adr/, eine Datei pro Entscheidung",
		"les plans vont toujours dans plans/", "los planes siempre van en planes/", "as decisões vão em docs/decisoes/",
		"i piani vanno sempre in piani/", "решения кладём в docs/decisions/", "计划一律放在 plans/", "議事録は notes/ に置く")
	none(t, "logs go into /var/log", "put the plan into plans/", "the plan went into plans/ as you said", "the plans go into plans/001.md",
		"plans go into plans/ and the loader never finds them", "do plans go into plans/?", "plans are in plans/",
		"uploads go into uploads/", "plans go into plans/ at the moment", "notes go into the notes/ table",
		"specs live in spec/, move them to docs/", "decisions live in docs/adr/, but nobody reads them", "plans go into plans/, i think",
		"leg den Plan nach plaene/", "die Pläne liegen in plaene/", "les logs vont dans /var/log", "mets le plan dans plans/",
		"los planes están en planes/", "põe o plano em planos/", "metti il piano in piani/", "положи план в plans/",
		"планы лежат в plans/, но их никто не читает", "把计划放到 plans/", "計画を plans/ に置いて")
}

func TestABanOfPackagesInAFolderIsARule(t *testing.T) {
	whole(t, "no packages in orch/, stdlib only, it has to run on the bastion", "orch/ is stdlib only, no packages",
		"no third-party packages in orch/", "no dependencies in core/ please", "tools/ is pure python only, no pip packages",
		"keine Pakete in orch/, nur Standardbibliothek", "orch/ ist nur Standardbibliothek, keine Pakete",
		"pas de paquets dans orch/, bibliothèque standard uniquement", "core/ c'est stdlib uniquement",
		"ningún paquete en orch/, solo biblioteca estándar", "sem dependências em core/", "niente dipendenze in core/",
		"никаких пакетов в orch/, только стандартная библиотека", "orch/ 里不要用第三方库，只用标准库", "core/ では外部ライブラリ禁止")
	none(t, "no packages in orch/ yet", "no packages in orch/ found", "no packages in orch/, the install failed",
		"no packages in lib/, nothing to lint", "no modules in src/ import it", "we don't use the cache in src/", "no packages in node_modules/",
		"no dependencies in core/ have changed", "is orch/ stdlib only?", "make orch/ stdlib only", "orch/ is broken, no packages found",
		"orch/ is stdlib only already", "lib/ has only the stdlib", "web/ is plain js only, i want typescript", "keine Pakete in orch/ gefunden",
		"pas encore de dépendances dans core/", "no hay dependencias en core/", "não há dependências em core/",
		"non ci sono dipendenze in core/", "в core/ нет зависимостей", "core/ 里没有依赖", "core/ に依存はありません")
}

func TestWhatTheModelNeverPublishesIsARule(t *testing.T) {
	whole(t, "you never run npm publish", "you never push", "you never deploy on fridays", "你从不推送",
		"all texts on the page have to be german by the way, my customers are old", "every text has to be in french")
	none(t, "you never told me about the release", "you never release the lock", "you never pushed", "you never know",
		"you never run into that", "you never stay on topic", "you never tag the questions properly",
		"you never call publish() in the worker, that's why it hangs", "you never run npm publish in CI, that's the bug",
		"all texts have to be translated to german")
}
