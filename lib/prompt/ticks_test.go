package prompt

import (
	"strings"
	"testing"
)

func TestAnItemThatIsMarkedAsDoneIsAStep(t *testing.T) {
	skeleton := "Loading skeleton – blank while fetching"
	for _, c := range []struct {
		answer, step string
		want         bool
	}{
		{"### Done\n\n- ✅ **Loading skeleton**", skeleton, true},
		{"- [x] Loading skeleton – blank while fetching", skeleton, true},
		{"- ~~Loading skeleton~~ not needed", skeleton, true},
		{"## Skeleton is in\n\n### What I did\n\n- Added the loading skeleton\n- Ran the tests", skeleton, true},
		{"Erledigt:\n- Loading skeleton", skeleton, true},
		{"Both are in, and #43 is updated:\n- **Loading skeleton**: shown while fetching", skeleton, true},
		{"I've added the loading skeleton, the tests are green.", skeleton, true},
		{"| Step | Status |\n|---|---|\n| Loading skeleton | ✅ done |\n| Bank holidays | open |", skeleton, true},
		{"Hecho:\n- Esqueleto de carga", "Esqueleto de carga: en blanco hasta que llega", true},
		{"做了什么：\n- 添加了加载骨架", "加载骨架", true},
		{"- ✅ **409** documented in `docs/api.md`", "Document the 409 – missing in `docs/api.md`", true},
		{"- [ ] Loading skeleton", skeleton, false},
		{"### Done\n\n- ✅ **Keyboard navigation**", skeleton, false},
		{"### Done\n\n- Tests for the loading skeleton", skeleton, false},
		{"### What I did\n\n- Looked at the loading skeleton", skeleton, false},
		{"### What I did\n\n- Started on the loading skeleton", skeleton, false},
		{"### Done\n- the grid\n\nThen I looked at these:\n- Loading skeleton", skeleton, false},
		{"### Done\n- Loading skeleton, not on phones yet", skeleton, false},
		{"## Test plan\n- [x] loading skeleton", skeleton, false},
		{"I've added a test for the loading skeleton.", skeleton, false},
		{"- ✅ Load test: invoices", "Load test: orders", false},
		{"- ✅ PDF export for invoices", "CSV export for invoices", false},
		{"- ✅ Tests\n- ✅ Docs", "Tests – for the export", false},
		{"- ✅ Loading skeleton", "Tests for the loading skeleton", false},
		{"```\n- [x] Loading skeleton\n```", skeleton, false},
	} {
		if got := TurnOf("go on", []string{c.answer}, nil).Done(StepOf(c.step)); got != c.want {
			t.Errorf("%q says of %q: %v", c.answer, c.step, got)
		}
	}
}

func TestWhatIsRuledOutIsNoStep(t *testing.T) {
	for answer, want := range map[string]bool{
		"The join is innocent: `store_id` is unique, 6 of 6.": true, "The join is ruled out.": true, "We ruled out the join.": true,
		"- [x] ~~the join with `stores.csv`~~ ruled out": true, "Ruled out:\n- the join with `stores.csv`": true,
		"Der Join ist ausgeschlossen.": true, "The join is not the cause, the time zone is.": true,
		"The join is not ruled out yet.": false, "The files are ruled out, so the join is next.": false, "Is the join ruled out?": false,
		"If the join is innocent, it is the clock.": false, "The join of regions is ruled out.": false, "It can't be the files, they are ruled out.": false,
	} {
		if TurnOf("go on", []string{answer}, nil).Done(StepOf("the join with `stores.csv`")) != want {
			t.Errorf("%q ends it: %t", answer, !want)
		}
	}
	for answer, step := range map[string]string{
		"The join is innocent.":            "The join is next.",
		"Die Zeitzone ist ausgeschlossen.": "die Zeitzone", "Le fuseau horaire n'est pas la cause.": "le fuseau horaire: les ventes tardives",
		"El huso horario está descartado.": "el huso horario", "O fuso horário não é a causa.": "o fuso horário", "Il fuso orario è escluso.": "il fuso orario",
		"Часовой пояс ни при чём.": "часовой пояс", "时区不是原因。": "时区", "タイムゾーンは原因ではありません。": "タイムゾーン",
	} {
		if !TurnOf("", []string{answer}, nil).Done(StepOf(step)) {
			t.Errorf("%q does not end it", answer)
		}
	}
}

func TestAStepIsDoneThatIsAllOfAPrompt(t *testing.T) {
	for _, c := range []struct {
		asked, answer string
		want          bool
	}{
		{"Open the PR, please.", "PR **#46** is open: https://example.org/pull/46", true}, {"yes, open the PR", "Done: #46.", true},
		{"open the PR", "I couldn't open the PR: `gh` is not logged in.", false}, {"open the PR", "Against which branch?", false},
		{"commit it", "Committed.", false}, {"open the PR", "", false},
		{"what's with marek's pr?", "PR #44 is open, it waits for Marek's review.", false},
		{"list the open prs", "There are two: PR #44 is open, PR #39 is open.", false},
		{"push the docs branch", "Pushed docs/x. PR #43 for the docs is open.", false},
		{"don't push yet", "OK. PR #44 of Marek is open.", false}, {"push it", "The push failed. PR #44 is open.", false},
	} {
		if StepOf("Open the PR").Did(c.asked, c.answer) != c.want {
			t.Errorf("%q, answered %q, is the step: %t", c.asked, c.answer, !c.want)
		}
	}
}

func TestNothingElseIsOpen(t *testing.T) {
	for _, text := range []string{
		"Done. Nothing else is open on this branch; ready for a PR whenever you are.",
		"Committed.\n\n✅ The race is closed by the constraint. Nothing else is open on this branch.", "Pushed. No other open items on this branch.",
		"Damit ist auf dem Branch nichts mehr offen.",
		"C'est commité. Il n'y a plus rien d'ouvert sur cette branche.", "Listo. No queda nada más abierto en esta rama.",
		"Não há mais nada em aberto neste branch.", "Non c'è altro di aperto su questo branch.",
		"Готово. Больше на этой ветке ничего не открыто.", "已提交。这个分支上没有其他未完成的事项。", "このブランチに残っている作業はありません。",
	} {
		if steps, says := Left(text); !says || len(steps) > 0 {
			t.Errorf("%q leaves %q, %v", text, steps, says)
		}
	}
	for _, text := range []string{
		"Nothing else is open on this branch except the docs.", "The file is closed; nothing else has it open.",
		"Nothing else is open in the editor, so the port is free.", "The docs wait for Priya. Nothing else is open on this branch.",
		"If nothing else is open on this branch, I'd merge.", "Is nothing else open on this branch?",
		"The test still fails. Nothing else is open on this branch.", "The socket is closed and nothing else is open.",
		"Pushed. The review by Ana is pending, nothing else is open on this branch.", "Sonst ist auf diesem Branch nichts offen, außer der Doku.",
	} {
		if steps, says := Left(text); says && len(steps) == 0 {
			t.Errorf("%q leaves nothing", text)
		}
	}
	if !TurnOf("", []string{"Fixed.\n\n✅ Race between two requests"}, nil).Done(StepOf("Race between two requests: they are two statements")) {
		t.Error("a paragraph with a tick does no step")
	}
}

func TestAHeadTellsThatItsStepIsDone(t *testing.T) {
	ends := func(row string) bool { // step|prompt|answer|another step
		parts := strings.Split(row, "|")
		list := []Step{StepOf(parts[0]), StepOf(parts[3])}
		turn := TurnOf(parts[1], []string{parts[2]}, nil)
		turn.Changes = true
		return turn.Done(list[0]) || turn.TakesUp(list, 0)
	}
	for _, row := range []string{
		"压测脚本 `scripts/bench.sh`|压测写一下|压测脚本写好了。|重试次数做成配置", "压测脚本 `scripts/bench.sh`|继续|压测脚本写好了。|重试次数做成配置", "压测脚本 `scripts/bench.sh`|继续|已完成压测脚本。|重试次数做成配置", "压测脚本 `scripts/bench.sh`|1|完成情况\n- ✅ 压测脚本|重试次数做成配置",
		"压测脚本 `scripts/bench.sh`|1|压测脚本 ✅ 已完成。|重试次数做成配置", "压测脚本 `scripts/bench.sh`|1|已补上压测脚本，测试通过。|重试次数做成配置", "压测脚本 `scripts/bench.sh`|1|压测脚本搞定了 ✅|重试次数做成配置",
		"压测脚本 `scripts/bench.sh`|测试环境好了，压测写完，改完跑一下测试|好了。|重试次数做成配置", "并发扣减加锁：两个请求同时出库仍可能超卖|继续|并发扣减加锁完成 ✅ 已改用行锁并提交。|config", "并发扣减加锁：两个请求同时出库仍可能超卖|加锁做一下|好了。|config",
		"UTF-8 BOM|bom 加上|BOM 已加上。|config", "UTF-8 BOM|bom 加上，权限检查不用了|BOM 已加上。|导出权限检查", "負荷試験：並列 200|負荷試験をお願いします|負荷試験を書きました。|config", "負荷試験：並列 200|続けて|負荷試験を書きました。|config",
		"デッドロックの再試行：MySQL 1213 のとき|お願いします|デッドロックの再試行を実装しました。|config", "Load test `scripts/bench.sh`|go on|The load test is written and committed.|config", "Locking of withdrawals: two requests can still oversell|go on|Locking of withdrawals is done ✅|config",
		"登录限流 `middleware/limit.go`|继续|登录限流已经加好了。|验证码", "导出权限检查（只有管理员）|可以|导出权限检查做完了|验证码", "缓存预热：启动时加载热门商品|做吧|缓存预热已实现。|监控", "登录限流 `middleware/limit.go`|限流弄一下|加好了。|验证码",
		"キャッシュの事前読み込み `warm.go`|キャッシュの事前読み込みをやってください|対応しました。|監視",
	} {
		if !ends(row) {
			t.Errorf("%q: the step is done", row)
		}
	}
	for _, row := range []string{
		"压测脚本 `scripts/bench.sh`|继续|压测脚本的文档写好了。|重试次数做成配置", "压测脚本 `scripts/bench.sh`|继续|重试次数已做成配置。现在只剩压测脚本 `scripts/bench.sh`。|重试次数做成配置", "压测脚本 `scripts/bench.sh`|继续|压测脚本还没写完。|重试次数做成配置",
		"压测脚本 `scripts/bench.sh`|重试写一下|重试写好了。|重试次数做成配置", "并发扣减加锁：两个请求同时出库仍可能超卖|继续|并发扣减的测试完成了。|config", "UTF-8 BOM|权限检查加上|权限检查已加上。|导出权限检查", "負荷試験：並列 200|続けて|負荷試験の設計を書きました。|config",
		"負荷試験：並列 200|ログを直して|ログを直しました。|config", "負荷試験：並列 200|負荷試験は明日お願いします|ログを直しました。|config", "登录限流 `middleware/limit.go`|验证码弄一下|验证码做好了，登录页已更新。|验证码", "登录限流 `middleware/limit.go`|继续|登录已经修好了。|验证码",
		"缓存预热：启动时加载热门商品|继续|缓存已实现。|监控", "缓存预热：启动时加载热门商品|做一下监控|监控做好了，缓存预热的方案也写好了。|监控", "Load test `scripts/bench.sh`|go on|The load test of the parser is written.|config",
		"Load test `scripts/bench.sh`|go on|The test is written.|config", "Lasttest `scripts/bench.sh`|weiter|Der Lasttest fehlt noch.|config", "压测脚本 `scripts/bench.sh`|压测先不写|好的，改了配置。|重试次数做成配置",
		"压测报告|压测脚本写一下|压测脚本写好了。|重试次数做成配置", "压测脚本 `scripts/bench.sh`|压测脚本写好了吗？|还没有，改了配置。|重试次数做成配置",
	} {
		if ends(row) {
			t.Errorf("%q: the step is open", row)
		}
	}
}

func TestAFailingTestOfATableEndsOncePasses(t *testing.T) {
	const head = "| What | State | Note |\n|---|---|---|\n| Build | ✅ | fine |\n"
	const stock = "| `StockServiceTest` | ❌ | Mockito 4 can't mock it |"
	for _, c := range []struct {
		row, answer string
		want        bool
	}{
		{stock, "Listo, `StockServiceTest` usa ahora `FakeStockRepo` y toda la suite está en verde.", true},
		{stock, "✅ `StockServiceTest` en verde con `FakeStockRepo`.", true}, {stock, "`StockServiceTest` passes now.", true},
		{stock, "| What | State |\n|---|---|\n| `StockServiceTest` | ✅ |\n", true}, {stock, "- ✅ `StockServiceTest`: 6 of 6", true},
		{stock, "The whole suite is green, all 212 tests pass.", true}, {stock, "Die ganze Suite ist grün.", true},
		{stock, "A suíte inteira está verde.", true}, {stock, "Все тесты проходят.", true}, {stock, "所有测试通过了。", true},
		{"| Login form | ❌ | no label |", "- ✅ Login form", true}, {"| Login form | ❌ | no label |", "The whole suite is green.", false},
		{stock, "`StockServiceTest` sigue en rojo.", false}, {stock, "All tests pass except `StockServiceTest`.", false},
		{stock, "All but `StockServiceTest` pass.", false}, {stock, "All tests of the parser pass.", false},
		{stock, "The whole suite is not green yet.", false}, {stock, "Is the whole suite green?", false},
		{stock, "✅ `OrderServiceTest` en verde.", false}, {stock, "I cleaned up the docs of `StockServiceTest`.", false},
		{"| `StockServiceTest` | 🔲 | cover the refund |", "The whole suite is green.", false},
	} {
		steps, _ := Left(head + c.row)
		if len(steps) != 1 || TurnOf("fix it", []string{c.answer}, nil).Done(StepOf(steps[0])) != c.want {
			t.Errorf("%q ends %q: %t", c.answer, steps, !c.want)
		}
	}
}

// A sentence that only rules out is about what the prompt asked for and the one before names.
func TestWhatAloneIsRuledOut(t *testing.T) {
	for x, want := range map[[3]string]bool{
		{"ok do the join", "The join looks fine: the ids are unique. Ruled out.", "the join with `stores.csv`"}:   true,
		{"look at the cache", "The cache is empty at night. Ruled out.", "the cache of prices"}:                   false,
		{"ok do the join", "The dates are fine. Ruled out.", "the join with `stores.csv`"}:                        false,
		{"go on", "The join looks fine. Ruled out.", "the join with `stores.csv`"}:                                false,
		{"ok do the join", "The join looks odd. Not ruled out.", "the join with `stores.csv`"}:                    false,
		{"throw the preview part away", "Gone.", "a preview part, so that it shows at once"}:                      true,
		{"wirf den Vorschauteil weg", "Ist weg.", "Vorschauteil"}:                                                 true,
		{"butta via la parte di anteprima", "Fatto.", "parte di anteprima"}:                                       true,
		{"leave the preview part out", "Fine.", "a preview part, so that it shows at once"}:                       true,
		{"throw the preview part away and do the PNG", "Gone.", "PNG of the preview"}:                             false,
		{"throw an error where the preview part is missing", "Done.", "a preview part, so that it shows at once"}: false,
		{"throw the old cache away", "Gone.", "a preview part, so that it shows at once"}:                         false,
	} {
		if got := TurnOf(x[0], []string{x[1]}, nil).Done(StepOf(x[2])); got != want {
			t.Errorf("%q, %q: %q is done: %v, want %v", x[0], x[1], x[2], got, want)
		}
	}
}

func TestWhoSaysThatACheckIsFixed(t *testing.T) {
	const check = "go test ./windows"
	for text, want := range map[string]bool{
		"I fixed the failing test and committed it.": true, "All pass.": true, "All 6 tests pass now.": true,
		"the windows are fixed": true, "Fixed the windows that cross midnight.": true, "the tests are green again": true,
		"Ich habe den Test behoben.": true, "Alle Tests laufen durch.": true, "J'ai corrigé le test.": true,
		"Tous les tests passent.": true, "El test está arreglado.": true, "Todos los tests pasan.": true,
		"corrigi o teste": true, "Todos os 6 testes passam agora.": true, "Il test è sistemato.": true,
		"Tutti i test passano.": true, "Тест исправлен.": true, "Все тесты проходят.": true, "测试修好了": true,
		"测试全部通过": true, "テストを修正しました": true, "テストは通りました": true,

		"Commit succeeded — the hook ran all checks (1226 tests pass, lint clean).": true,
		"make sure all tests pass": false, "Fixed the lint; the tests fail": false, "It should pass after the tests are fixed": false, "The other tests pass": false,
		"Fixed the typo in the test name": false, "All passes through the queue now": false,
		"Done, committed.": false, "5 tests pass, 1 fails, as agreed.": false, "fix the test": false, "is the test fixed?": false,
		"I fixed a typo on the page.": false, "the test is not fixed yet": false, "all pass except midnight": false,
		"The button is green.": false, "Der Test ist noch nicht behoben.": false, "5 Tests laufen durch, einer schlägt fehl.": false,
		"Le test n'est pas corrigé.": false, "5 tests passent, 1 échoue": false, "El test no está arreglado.": false,
		"5 testes passam, 1 falha (`test_midnight`, como combinado).": false, "o teste não passa": false,
		"Il test non è sistemato.": false, "Тест ещё не исправлен.": false, "测试还没修好": false, "テストはまだ直っていません": false,
	} {
		if Fixes(text, check) != want {
			t.Errorf("%q: fixed is %v", text, !want)
		}
	}
}

func TestATestOfAnotherThingClearsNoCheck(t *testing.T) {
	const check = "go test ./money"
	for text, want := range map[string]bool{
		"The money tests pass now.": true, "The tests pass again.": true, "I fixed the failing test.": true, "The whole suite is green.": true,
		"The test in ./money passes.": true, "The failed test is fixed.": true, "go test ./money passes": true, "Committed, the tests pass.": true,
		"The export tests pass, and all 1226 tests pass too.": true, "All tests pass now, also those of the export.": true, "Fixed the money test and the export test.": true,
		"All existing tests pass.": true, "All four tests pass.": true, "All 1346 project tests pass.": true, "Tests and lint both pass.": true,
		"All hooks passed (tests, lint, typecheck).": true, "The hooks (tests, lint) all passed.": true, "All tests pass with race detection.": true, "fixed tests": true,
		"All 28 tests pass (the original 23 + 5 new ones).": true, "Alle bestehenden Tests laufen durch.": true, "所有现有测试都通过了": true,
		"All wingman tests pass.": false, "All docs-finder tests pass, lint is clean.": false, "All 6 session phase tests pass.": false,
		"Die Money-Tests laufen durch.": true, "Alle Tests laufen jetzt durch.": true, "Der Test ist behoben.": true, "die tests sind grün": true,
		"Les tests de money passent.": true, "Tous les tests passent maintenant.": true, "Le test est corrigé.": true,
		"Las pruebas de money pasan.": true, "Todos los tests pasan ya.": true, "El test está arreglado.": true,
		"Os testes de money passam.": true, "Todos os testes passam.": true, "O teste está corrigido.": true,
		"I test di money passano.": true, "Tutti i test passano.": true, "Il test è sistemato.": true,
		"Тесты money проходят.": true, "Все тесты теперь проходят.": true, "Тест исправлен.": true,
		"money 的测试通过了": true, "所有测试都通过了": true, "测试修好了": true, "moneyのテストは通りました": true, "テストはすべて通りました": true, "失敗したテストを修正しました": true,

		"The export tests pass.": false, "The export tests pass now, committed.": false, "Export is in, its tests pass.": false, "All tests of ./export pass.": false,
		"All export tests pass.": false, "All tests pass for the export.": false, "Everything passes in ./export.": false, "Fixed the export test.": false,
		"The login test passes now.": false, "I fixed a flaky test in ./other.": false, "The tests for login pass.": false, "the export test is fixed": false,
		"Die Export-Tests laufen durch.": false, "Alle Tests für den Export laufen durch.": false, "Der Test für den Export ist behoben.": false, "Ich habe den Export-Test behoben.": false,
		"Les tests de l'export passent.": false, "Tous les tests de l'export passent.": false, "Le test de connexion est corrigé.": false, "j'ai corrige le test de l'export": false,
		"Los tests de la exportación pasan.": false, "Todas las pruebas del login pasan.": false, "El test del login está arreglado.": false,
		"Os testes da exportação passam.": false, "Todos os testes do login passam.": false, "Corrigi o teste do login.": false,
		"I test dell'esportazione passano.": false, "Tutti i test del login passano.": false, "Il test del login è sistemato.": false,
		"Тесты экспорта проходят.": false, "Все тесты для экспорта проходят.": false, "Исправил тест из экспорта.": false,
		"导出的测试通过了": false, "导出测试全部通过": false, "登录测试修好了": false, "エクスポートのテストは通りました": false, "ログインのテストを修正しました": false,
	} {
		if Fixes(text, check) != want {
			t.Errorf("%q: fixed is %v", text, !want)
		}
	}
}

// That tests are to pass, passed once or pass elsewhere clears no check; that they pass does.
func TestAWishThatTestsPassClearsNoCheck(t *testing.T) {
	const check = "go test ./money"
	for text, want := range map[string]bool{
		"I fixed the test, it passes": true, "I fixed the test and it passes now.": true, "All tests pass, please review.": true, "All tests pass. Next: the footer.": true, "I checked: all tests pass.": true,
		"Der Test ist behoben, er läuft durch.": true, "Alle Tests laufen durch, bitte schau drüber.": true, "Tous les tests passent, dis-moi la suite.": true, "Todos los tests pasan, por favor revisa.": true, "Todos os testes passam, por favor revise.": true,
		"Tutti i test passano, per favore controlla.": true, "Все тесты проходят, проверь.": true,

		"get the tests to pass. but first commit what is there": false, "the goal is that all tests pass": false, "Please fix the test so that it passes": false, "next: make the tests pass": false, "The tests never pass": false,
		"All tests passed yesterday": false, "On main the tests pass": false, "let's get all tests green": false, "check that all tests pass": false, "work on it so that the tests pass": false, "goal: all tests pass": false,
		"sorg dafür, dass alle Tests grün sind": false, "das Ziel ist, dass alle Tests grün sind": false, "Gestern waren alle Tests grün.": false, "Auf main sind die Tests grün.": false, "bitte mach, dass alle Tests grün sind": false,
		"vérifie que tous les tests passent": false, "je veux que tous les tests passent": false, "hier tous les tests passent": false, "comprueba que todos los tests pasan": false, "quiero que todos los tests pasan": false,
		"verifica se todos os testes passam": false, "fai in modo che tutti i test passano": false, "controlla che tutti i test passano": false, "проверь, что все тесты проходят": false, "确认所有测试都通过": false, "让所有测试都通过": false,
	} {
		if Fixes(text, check) != want {
			t.Errorf("%q: fixed is %v", text, !want)
		}
	}
}

func TestACheckIsNotFixedByWhatOthersSayOrSomePass(t *testing.T) {
	const check = "go test ./money"
	for text, want := range map[string]bool{
		"All tests pass now.": true, "TestRound is fixed.": true, "fixed the rounding test, all 12 tests pass": true,
		"12 of 12 tests pass, all green": true, "All 14 tests pass (0.35 s).": true, "Alle Tests laufen jetzt durch.": true,
		"alle 9 Tests sind grün": true, "Tous les tests passent maintenant.": true, "ya pasan todos los tests": true,
		"agora todos os testes passam": true, "ora tutti i test passano": true, "Теперь все тесты проходят.": true,
		"现在所有测试都通过了": true, "テストはすべて通りました": true, "the tests in ./money pass": true,

		"None of the tests passes.": false, "Hardly any test passes.": false, "3 of 4 tests pass.": false, "3/4 tests pass": false,
		"The tests passed before my change. Now TestRound is red.": false, "Previously all tests passed.": false,
		"Tests: 3 pass, 1 red": false, "To make all tests pass, decimal is needed.": false,
		"Bob says all tests pass on his machine.": false, `The README says "all tests pass".`: false,
		"All tests of ./export pass.": false, "I think I fixed the test.": false, "The test data passes through the parser.": false,
		"I commented TestRound out, all tests pass now.": false, "The money passes to the next account.": false,
		"Keiner der Tests läuft durch.": false, "Vorher liefen alle Tests durch.": false, "Laut Anna laufen alle Tests durch.": false,
		"Ich glaube, der Test ist behoben.": false, "3 von 4 Tests laufen durch": false, "Um alle Tests grün zu bekommen, fehlt decimal.": false,
		"Aucun des tests ne passe.": false, "Avant, tous les tests passaient.": false, "Je crois que le test est corrigé.": false,
		"Ninguno de los tests pasa.": false, "Antes todos los tests pasaban, en verde.": false, "creo que el test está arreglado": false,
		"3 de 4 tests pasan": false, "Nenhum dos testes passa, só um está verde.": false, "acho que corrigi o teste": false,
		"Prima tutti i test passano.": false, "credo che il test sia sistemato": false, "Раньше все тесты проходили.": false,
		"Кажется, тест исправлен.": false, "3 из 4 тестов, тест проходит": false, "之前测试全部通过": false, "我觉得测试修好了": false,
		"以前はテストは通りました": false, "テストを修正したと思います、直りました": false,
	} {
		if Fixes(text, check) != want {
			t.Errorf("%q: fixed is %v", text, !want)
		}
	}
}

// Where and how fast all tests pass does not make them the tests of something else; a path or a package does.
func TestAllTestsPassSomewhere(t *testing.T) {
	const check = "go test ./money"
	for text, want := range map[string]bool{
		"All 18 tests pass in 0.7 seconds.": true, "All tests pass in Docker.": true, "All tests pass on Windows.": true, "All tests pass in the sandbox now.": true, "All unit and integration tests pass.": true,
		"All relevant tests pass.": true, "The related tests pass.": true, "All flaky tests pass again.": true,
		"Alle Tests sind in der CI grün.": true, "Alle Tests laufen durch im Container.": true, "Tous les tests passent dans Docker.": true, "Todos los tests pasan en Docker.": true, "Todos os testes passam em Docker.": true,
		"Tutti i test passano in Docker.": true, "Tous les tests unitaires passent.": true, "Todos los tests unitarios pasan.": true,

		"All export tests pass in ./b.": false, "All tests pass in ./b.": false, "All tests pass in lib/export.": false, "All tests pass in the export package.": false, "All tests pass for the export.": false,
		"The export tests pass in 0.7 seconds.": false, "Alle Export-Tests laufen durch.": false, "Alle Tests laufen durch in ./b.": false, "Tous les tests passent dans ./b.": false, "Todos los tests pasan en ./b.": false,
		"Todos os testes passam em ./b.": false, "Tutti i test passano in ./b.": false,
	} {
		if Fixes(text, check) != want {
			t.Errorf("%q: fixed is %v", text, !want)
		}
	}
}

func TestAReplyThatOnlySaysItIsDoneEndsWhatTheAnswerLeft(t *testing.T) {
	one := "The release is tagged. The smoke test on staging is still to be run by Ana."
	two := "Tagged.\n\nStill left for you:\n1. the smoke test on staging\n2. the key in the dashboard"
	three, run := two+"\n3. the worker", "It is tagged. You need to restart the worker."
	for _, c := range []struct {
		answer, reply string
		want          bool
	}{
		{one, "done", true}, {one, "ana ran it, all fine", true}, {one, "did it already. now the changelog", true}, {one, "its done now", true},
		{one, "hat Ana gestern gemacht", true}, {one, "ist durchgelaufen, passt", true}, {one, "c'est fait", true}, {one, "ya está hecho", true},
		{one, "já foi feito", true}, {one, "è fatto", true}, {one, "уже сделано", true}, {one, "跑过了，没问题", true}, {one, "実行済みです", true},
		{two, "both done", true}, {two, "all of that is done", true}, {two, "did everything, works", true},
		{run, "restarted", true}, {run, "i restarted it, works", true}, {run, "restarting it", false},
		{run, "restart it", false}, {run, "the worker", false}, {run, "worker restarted?", false}, {run, "restarted, but it hangs", false},
		{run, "the worker restarted by itself and the list is empty", false}, {run, "not restarted", false},
		{one, "great, done", true}, {two, "both are done", true}, {three, "all of that is done", true}, {three, "both done", false},
		{one, "well done", false}, {one, "get it done", false}, {one, "she never ran it", false}, {one, "did it locally only", false},
		{one, "ran it. it fails", false}, {one, "done, I guess", false},
		{run, "is it restarted", false}, {run, "it gets restarted by cron", false},
		{one, "did it work", false}, {one, "who did it", false}, {one, "are we done", false}, {one, "完了しましたか", false},
		{one, "you did great", false}, {one, "gut gemacht", false}, {one, "bem feito", false}, {one, "ben fatto", false},
		{one, "хорошо сделано", false}, {one, "tout à fait", false}, {one, "de hecho sí", false}, {one, "mach es fertig", false},
		{one, "it did it again", false}, {one, "ok we're done here", false}, {one, "done on dev", false},
		{one, "ran it on staging", true}, {one, "nice, ana ran it", true}, {one, "gut, gemacht", true},
		{two, "done", false}, {one, "done?", false}, {one, "did you run it?", false}, {one, "not done yet", false}, {one, "she ran it, but it failed", false},
		{one, "the menu is done", false}, {one, "done with the menu", false}, {one, "you did it wrong", false}, {one, "ok", false},
		{one, "she will run it tomorrow", false}, {"It is tagged.", "done", false},
	} {
		if who := StepOf("run the smoke test with Ana"); c.answer == one && strings.HasPrefix(c.reply, "ana") && !who.Reported(c.reply, ListOf("The smoke test is still to be run.")()) {
			t.Errorf("%q does not end %q", c.reply, who.text)
		}
		step := StepOf("the smoke test on staging")
		if c.answer == run {
			step = StepOf("You need to restart the worker")
		}
		if got := step.Reported(c.reply, ListOf(c.answer)()); got != c.want {
			t.Errorf("%q, answered %q: reported is %t", c.answer, c.reply, got)
		}
	}
}

func TestAnOrderToChangeOneFileDoesWhatIsWrongWithIt(t *testing.T) {
	stale := "`README.md` still describes the old layout"
	for _, c := range []struct {
		asked, answer, step string
		want                bool
	}{
		{"update the readme", "Updated the README.", stale, true}, {"please fix the README", "README.md is updated.", stale, true},
		{"aktualisiere die readme", "Die README ist aktualisiert, Layout geändert.", stale, true},
		{"fix the typo in the readme", "Fixed the typo in the README.", stale, false}, {"update the readme", "It was fine as it was.", stale, false},
		{"fix the readme", "Fixed a typo in the README.", stale, false},
		{"update the changelog", "Updated the changelog.", stale, false}, {"update the readme", "Updated the README.", "the layout is not in `README.md`", false},
	} {
		turn := TurnOf(c.asked, []string{c.answer}, nil)
		turn.Changes, turn.Files = true, []string{"README.md"}
		if got := turn.Done(StepOf(c.step)); got != c.want {
			t.Errorf("%q, answered %q: %q is done: %t", c.asked, c.answer, c.step, got)
		}
	}
}
