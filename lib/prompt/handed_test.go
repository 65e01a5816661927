package prompt

import (
	"strings"
	"testing"
)

// Each row of a list is what a sentence is read as, and the sentence; "~" is a mark of code.
const rowsHandedIn = `
yes PR #48 is open, Marek is asked for review.
yes Pushed. PR **#48** is open, waiting for review.
yes One commit, ~HOOK-247: CSV export~, PR **#45** is open, Marek is asked for review.
yes Pushed, and all four comments are answered on #41. The PR now waits for Marek's second review.
yes Rebased without conflicts, tests green, force-pushed with lease. #43 waits for Marek's approval.
yes I opened https://github.com/acme/shop/pull/112 and requested a review from Dana.
yes The pull request is up: https://gitlab.acme.example/shop/-/merge_requests/9
yes Opened PR #7 against main, CI is running.
yes The branch is pushed and MR !31 is open for review.
yes Squashed into one commit and force-pushed; #12 is up to date and waits for CI.
yes Draft PR #90 created. It waits for the green light from security.
yes Committed, pushed, PR #46 is open.
yes Changed to a leading single quote, committed, pushed and answered on #45. It waits for Marek's merge.
yes Review requested from Priya on #230.
yes PR #12 is now in review with Tom.
yes Gepusht, PR #48 ist offen und wartet auf das Review von Jana.
yes Der Pull Request ist auf, Marek ist als Reviewer eingetragen: #51.
yes Poussé. La PR #48 est ouverte, en attente de la revue de Léa.
yes La MR !12 est ouverte, Paul la relit.
yes Subido. El PR #48 está abierto, a la espera de la revisión de Ana.
yes Abrí el PR #9; queda esperando la revisión de Luis.
yes Enviado. O PR #48 está aberto, aguardando a revisão da Bia.
yes Abri o PR #31 e pedi revisão ao Caio.
yes Push fatto. La PR #48 è aperta, in attesa della revisione di Gianni.
yes Ho aperto la PR #14, la rivede Sara.
yes Запушил. PR #48 открыт, ждёт ревью Марата.
yes Открыл PR #21, ревью за Олей.
yes 已推送，PR #48 已创建，等待小王审核。
yes PR #5 已提交，等待评审。
yes プッシュしました。PR #48 を作成し、田中さんのレビュー待ちです。
no Committed as ~HOOK-258: wip~, not pushed. Monday: the test, ~docs/ops.md~, PR.
no All tests pass. Shall I open the PR?
no The PR is not open yet, I wait for your go.
no Nothing is pushed yet; I can open the PR once you have read it.
no Done. Left: squash, push and the PR.
no The export opens the file twice, that is the leak.
no I answered the question on the PR text: it should mention the audit.
no ~feature/HOOK-240~ is deleted, main is at ~HOOK-240: signing key rotation (#43)~ and green.
no The endpoint is in and committed.
no The worker waits for the lock, then retries.
no If CI is green I will open a PR against main.
no PR #44 is merged, main is green.
no Marek merged #41, so I rebased on main.
no The dialog is open for all users now.
no The request waits for a free connection at most 5 s.
no Two PRs touch this file, #12 and #13; I would rebase on the second.
no The review comments are addressed, tests green, nothing committed.
no Der PR ist noch nicht offen, ich warte auf dein OK.
no Nicht gepusht. Soll ich den PR aufmachen?
no Der Worker wartet auf die Sperre.
no La PR n'est pas encore ouverte.
no El PR todavía no está abierto, ¿lo abro?
no O arquivo está aberto em dois processos.
no La PR non è ancora aperta.
no PR пока не открыт, жду вашего ответа.
no 还没有推送，要我创建 PR 吗？
no PR はまだ作成していません。
no You could open a PR with only the first commit.
no I looked at PR #17: it changes the same table.
no CI on #45 is red: the lint job fails on ~api.py~.
yes All green. I've put up a pull request, #301, and assigned Tomas as reviewer.
yes Done: https://github.com/kite/api/pull/77 (reviewer: Ines).
yes MR !204 submitted; the pipeline is running.
yes Your branch is on the remote and the PR (#19) is ready for review.
yes The PR is created and assigned to the platform team.
yes I addressed both comments and re-requested review from Olga on #66.
yes #71 is still waiting on CI and one approval.
yes Pull request raised: #8. Over to Sam for review.
yes Pushed; now it's up to Kim to review #13.
yes Der MR !9 liegt jetzt bei Tobias zum Review.
yes Habe den PR #17 erstellt, Review ist angefragt.
yes J'ai ouvert la PR #5 et demandé une relecture à Karim.
yes He abierto el PR #6 y he pedido la revisión a Marta.
yes O MR !7 foi criado e está com o Rafael para revisão.
yes Ho creato la PR #8 e chiesto la revisione a Luca.
yes Создал MR !10 и назначил ревьюером Игоря.
yes MR !11 已提交，已请小李评审。
yes PR #12 を出しました。レビュー待ちです。
no Shall I request a review from Tomas?
no You can open the pull request with ~gh pr create~.
no I left the PR description empty for now.
no The PR template asks for a changelog line.
no Reviewed: the PR of Sam looks fine, two nits.
no Tests pass locally. Not pushed.
no The socket stays open until the client closes it.
no Issue #48 is open since March and describes the same crash.
no I created the table and the index.
no The review found three problems, all fixed, not committed.
no Before opening the PR I would squash the commits.
no Der Socket bleibt offen.
no La tabla está creada.
no Die Review-Kommentare sind eingearbeitet, nichts committet.
`

const rowsPublishes = `
yes squash, push and the PR.
yes push and PR
yes Push it and open the PR, Marek reviews
yes Yes, squash them into one and open the PR, Marek reviews
yes push the branch and open a pull request
yes commit, push, PR
yes open the PR
yes push
yes open a PR against main
yes create the pull request
yes push to origin
yes squash the wip commits and open the PR
yes commit and push
yes the PR
yes rebase, push, and a PR for review
yes PR aufmachen
yes pushen und PR öffnen
yes Commit, Push und PR
yes pousser et ouvrir la PR
yes ouvrir la MR
yes subir la rama y abrir el PR
yes abrir el PR
yes fazer push e abrir o PR
yes fare il push e aprire la PR
yes запушить и открыть PR
yes 推送并创建 PR
yes 提交、推送、开 PR
yes プッシュして PR を作成
yes push, then the PR
no README section, push and the PR
no merge the PR
no push the image to the registry
no deploy to staging
no tag v1.9 and push the tag
no review the PR of Dana
no push notifications for orders
no add the changelog to the PR
no the PR text mentions the audit
no open the file lazily
no address the review comments
no squash migration files into one
no commit offsets after each batch
no publish the package
no test and PR
no den Worker pushen lassen
no mergear el PR
no PR テンプレートを追加
no 推送通知
no write the PR description for the export
yes get the PR up
yes push the branch
yes push & PR
yes raise the MR
yes squash the commits and push
yes put the PR up for review
yes push everything and open a draft PR
yes commit the rest and open the PR
yes PR stellen
yes Branch pushen
yes faire la PR
yes crear el PR
yes criar o MR
yes aprire la MR
yes сделать PR
yes 开 PR
yes PR を出す
no get the PR merged
no push the limit to 100
no open the issue for the follow-up
no squash the two migrations
no push updates to the clients
no the PR checklist
no create the index
no commit the transaction per row
`

const rowsAnnounces = `
yes Let me look at the state first.
yes Let me check the tests.
yes I'll start by reading the migration files.
yes I will look at how the worker uses the store.
yes Now let me run the suite.
yes Sure, I'll take a look at the failing job.
yes Looking at the retry code now.
yes I'm going to read the config first. Then I'll check the callers.
yes Let me explore the code to understand the structure.
yes Good. Now I'll write the test.
yes Right, let me fix that.
yes I'll do that now.
yes Checking the logs first.
yes Let's see what git says.
yes I need to look at the schema first.
yes Ich schaue mir zuerst den Stand an.
yes Lass mich kurz die Tests ansehen.
yes Ich prüfe erst, wo der Header gebaut wird.
yes Je regarde d'abord l'état du dépôt.
yes Laisse-moi vérifier les tests.
yes Voy a mirar primero el estado.
yes Déjame revisar las pruebas.
yes Vou olhar o estado primeiro.
yes Deixa eu ver os testes.
yes Guardo prima lo stato del repository.
yes Fammi controllare i test.
yes Сначала посмотрю, что в репозитории.
yes Давайте посмотрю тесты.
yes 我先看一下当前状态。
yes 让我检查一下测试。
yes まず現状を確認します。
yes テストを見てみます。
no The endpoint is in and committed.
no All tests pass. Let me know if you want the docs, too.
no Let me know when the key is there.
no I'll wait for your answer before I touch the schema.
no I could not reproduce it in 5 runs, but there is one candidate: the jitter.
no Found it: the lock is taken twice. I'll fix it in ~store.py~.
no I will be honest: the table is the better choice, because it keeps a history.
no Checking the expiry in the worker costs one query more.
no Looking at the numbers, the second index is not used.
no The cap is in. Now I'll write the test.
no Agreed: the table stays, plain SQL in ~store.py~.
no Let me summarize: the cap is 6 h, the jitter is full, 4xx are final.
no I'll leave the migration as it is.
no I would go with the columns.
no Ich habe den Cap eingebaut, jetzt prüfe ich die Tests.
no Ich warte auf den Schlüssel.
no Je laisse la migration telle quelle.
no La prueba falla por el reloj. Voy a arreglarlo.
no Vou deixar a migração como está.
no Le migrazioni sono pronte.
no Тесты зелёные, дальше документация.
no 测试都通过了。
no テストは全て通りました。
no Let me look at the state first. The table is there, the index is missing.
yes I'll look into it.
yes Let me take a quick look at the repo layout before I change anything.
yes Let me start with the failing test.
yes Okay — first let me read the current implementation.
yes I'll go through the comments one by one.
yes Going to run the tests now.
yes Starting with the migration.
yes Got it, let me make that change.
yes I'll take care of that right away.
yes Now I need to see how the client calls it.
yes Let me pull up the relevant files.
yes Ich werde mir das mal anschauen.
yes Moment, ich sehe mir den Code an.
yes Je vais d'abord lire le code.
yes Voy a empezar por leer el código.
yes Vou começar lendo o código.
yes Comincio leggendo il codice.
yes Начну с чтения кода.
yes 好的，我来看看代码。
yes では、コードを確認します。
no I'll need the API key before I can go on.
no I will not touch the lock file.
no Let me be clear about one thing, the old API stays.
no I'll stop here, the rest needs your decision.
no It compiles now. Next I'll wire the route.
no I looked at the repo layout: three packages, no tests.
no Started the load test in the background.
no The migration runs in 3 s.
no Ich bin fertig.
no J'ai terminé.
no Ya está listo.
no Pronto, está feito.
no Fatto.
no 完成了。
`

const rowsLets = `
yes Nah, leave it, 40 seconds is fine.
yes No, leave it. Security has a separate epic for that.
yes 200 with an empty file is fine.
yes ok, next sprint at the earliest then.
yes no, not worth it
yes nope, keep it as it is
yes fine as it is
yes let's not, too risky before the release
yes no need, the proxy does that
yes ok thanks
yes good to know, thanks
yes alright, then we leave it
yes not now
yes don't bother
yes nein, lass es so
yes ok danke
yes non, laisse comme ça
yes pas la peine
yes no, déjalo así
yes no hace falta
yes não, deixa assim
yes não precisa
yes no, lascia così
yes non serve
yes нет, оставь как есть
yes 不用，就这样吧
yes いや、そのままでいいです
no No, the header should be comma separated.
no no, use the table instead
no no, that's wrong: the cap must be 6 h
no leave the retries, but fix the jitter
no it still fails on staging with a timeout
no deployed, ops confirms no more doubles. HOOK-252 is done
no so the table it is, plain SQL
no fine, now write the docs
no not like that, pass the rng into next_delay
no the customer wants the comma, not the space
no ok, add it
no yes, do it
no nein, nimm die Tabelle
no non, mets la virgule
no no, usa la tabla
no não, usa a tabela
no no, usa la tabella
no нет, возьми таблицу
no 不，用表
no いや、テーブルにしてください
yes no, let's keep it simple
yes no thanks
yes ok, maybe later
yes nee, brauchen wir nicht
yes vale, gracias
yes tá bom, obrigado
yes ok, grazie
no no, it must return 404
no no, rename it to previous
no hm, that's not what I meant
no no, the other file
no ok, then put it in the config
no leave it out of the export but log it
no thanks, now the README
no nein, andersrum
no no, al revés
no 不对，应该是404
`

const rowsTidies = `
yes The key rotation PR is merged, HOOK-240 is done. Clean up the branch please.
yes merged. pull main and delete the branch
yes Marek merged it, clean up please
yes PR #43 got merged. Switch to main, pull, delete the local branch.
yes #12 is in. Delete the branch and prune.
yes good morning! the docs PR is merged, you can remove its branch
yes It's merged, please clean up the worktree.
yes the release is out. delete the release branch
yes Both PRs are merged. Pull main and delete those two branches.
yes merged, back to main and pull
yes Dana approved and merged. tidy up the local branches
yes #88 merged, get rid of the branch please
yes The hotfix is merged and deployed, remove the hotfix branch.
yes Der PR ist gemergt, räum den Branch auf.
yes #43 ist gemergt. Lösch den Branch und zieh main.
yes La PR est mergée, supprime la branche.
yes #43 est fusionnée, nettoie la branche locale s'il te plaît
yes El PR ya está mergeado, borra la rama.
yes Ya mergearon el PR, limpia la rama local por favor
yes O PR foi mergeado, apaga a branch.
yes O PR entrou na main, limpa a branch local
yes La PR è stata mergiata, cancella il branch.
yes PR смержили, удали ветку.
yes PR 已合并，删除分支。
yes PRがマージされたので、ブランチを削除してください。
yes マージ済みです。ブランチを片付けてください。
no Clean up the branch names in the config parser.
no The PR is merged. Now add the expiry job.
no Delete the old endpoint and its tests.
no the branch coverage dropped to 80 %, clean up the tests
no HOOK-240 is merged. Rebase the export branch and fix the conflicts.
no Clean up the imports in api.py.
no Write a script that deletes merged branches.
no The release is out, write the announcement.
no Delete the branch column from the orders table.
no The key rotation PR is merged. Clean up the leftovers in store.py.
no pull main and fix the failing test
no remove the feature flag, the rollout is done
no Der PR ist gemergt, jetzt bau die Suche ein.
no Räum die Tests auf.
no La PR est mergée, ajoute maintenant la recherche.
no Borra la tabla vieja de ramas.
no O PR foi mergeado, agora faça o filtro.
no La PR è stata mergiata, ora aggiungi il filtro.
no PR смержили, теперь добавь поиск.
no PR 已合并，现在加上搜索。
no マージされたので、次は検索を追加してください。
yes it landed! clean up after yourself pls
yes Merged by Dana this morning. Please get rid of the local branch and update main.
yes the search PR got merged, go back to main and drop the branch
yes my PR was approved and merged, can you remove the worktree
yes all merged, prune the old branches
yes Feature is shipped. Remove the branch, local and remote.
yes gemergt, bitte Branch löschen und zurück auf main
yes c'est mergé, tu peux supprimer la branche
yes ya está fusionado, elimina la rama local
yes foi mergeado, pode apagar a branch
yes è stata unita, elimina il branch
yes 已经合并了，把分支删掉吧
yes マージされました。ブランチ消してください
no it landed, now do the follow-up for metrics
no clean up the CSS of the header
no remove the old worker code
no delete branch protection from the terraform config
no PR is merged, bump the version to 2.0
no merged. next: the docs for the endpoint
no tidy up the README a bit
no the branch selector shows deleted branches, fix it
no gemergt. jetzt der Export
`

func readRows(t *testing.T, rows string, is func(string) bool) {
	t.Helper()
	for row := range strings.SplitSeq(strings.TrimSpace(rows), "\n") {
		want, text, _ := strings.Cut(strings.ReplaceAll(row, "~", "`"), " ")
		if is(text) != (want == "yes") {
			t.Errorf("%q: want %s", text, want)
		}
	}
}

func TestAnAnswerSaysThatWorkWasHandedIn(t *testing.T) {
	readRows(t, rowsHandedIn, func(s string) bool { return len(HandedIn(s)) > 0 })
	const both = "PR #45 is open.|It waits for his review."
	if got := strings.Join(HandedIn("One commit, `a`, PR **#45** is open. Marek is asked. It waits for his review."), "|"); got != both {
		t.Errorf("told is %q", got)
	}
	for _, text := range []string{"设计文档已写好。请审阅。", "评审应该用机器人的账号。"} {
		if got := HandedIn(text); len(got) > 0 {
			t.Errorf("%q hands in %q", text, got)
		}
	}
	if len(HandedIn("#44 is merged.")) > 0 || len(HandedIn("#44 is merged.", "finisheds")) == 0 {
		t.Error("merged")
	}
}

func TestAStepIsOnlyToPublish(t *testing.T) {
	readRows(t, rowsPublishes, func(s string) bool { is, _ := StepOf(s).publishes(); return is })
}

func TestAnAnswerOnlyAnnounces(t *testing.T) {
	readRows(t, rowsAnnounces, func(s string) bool { return Told(s) == "" })
}

func TestAReplyLetsThingsBe(t *testing.T) {
	for row := range strings.SplitSeq(strings.TrimSpace(rowsLets), "\n") {
		answer := map[bool]string{true: "OK, noted.", false: strings.Repeat("so it is ", 9)}[strings.HasPrefix(row, "yes ")]
		readRows(t, row, func(s string) bool { return Lets(s, answer) })
	}
	readRows(t, "yes no, overkill\nyes ok, verstanden\nno HOOK-252 is done\nno it still fails", func(s string) bool { return Lets(s, "OK.") })
}

func TestAPromptThatTidiesUpIsNoGoal(t *testing.T) {
	readRows(t, rowsTidies, tidies)
}

func TestAnOrderOfTheMomentIsWithheld(t *testing.T) {
	for said, want := range map[string]bool{
		"commit what we have, but don't push yet": true, "commit it as wip, don't push": true, "don't push yet": true,
		"committe das, aber noch nicht pushen": true, "commite, mais ne pousse pas encore": true, "haz commit, pero no hagas push todavía": true,
		"faz commit, mas não faz push ainda": true, "fai commit, ma non fare push ancora": true, "закоммить, но пока не пушь": true,
		"commit it, don't push until marek looked": false, "don't push the secrets": false, "commit only a.go, don't push yet": false,
		"push and open the pr": false, "don't touch api.go yet": false, "no push to main, ever": false,
	} {
		if got := Withheld(said, []string{"the docs", "push and PR"}); got != want || Withheld(said, []string{"don't push yet", "the docs"}) {
			t.Errorf("%q: %v", said, got)
		}
	}
}
