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
