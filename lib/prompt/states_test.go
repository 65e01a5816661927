package prompt

import (
	"strings"
	"testing"

	"holdfast/lib/each"
)

// A step that is to make a thing so is done by a result that says that it is so, without its verb, where its file changed.
func TestAResultInItsFileDoesAStepWithoutItsVerb(t *testing.T) {
	load, files := "Switch `_to_kwh` in `pipeline/load.py` to `Decimal`", []string{"pipeline/load.py", "rows.py", "src/name.ts"}
	for _, c := range []struct {
		step, answer string
		want         bool
	}{
		{load, "✅ `_to_kwh` in `pipeline/load.py` now returns a `Decimal`. Committed.", true},
		{load, "✅ `_to_kwh` in `pipeline/load.py` returns a `Decimal`. Committed.", true},
		{load, "- ✅ `_to_kwh` in `pipeline/load.py` returns a `Decimal`", true},
		{load, "`_to_kwh` in `pipeline/load.py` now returns a `Decimal`, tests added, committed as abc1234.", true},
		{"Switch _to_kwh in pipeline/load.py to Decimal", "_to_kwh in pipeline/load.py now returns a Decimal.", true},
		{"switch `_to_kwh` in `pipeline/load.py` to `Decimal` as well (nah later)", "`_to_kwh` in `pipeline/load.py` now returns a `Decimal`.", true},
		{"Make `parse_row` in `rows.py` raise `RowError`", "`parse_row` in `rows.py` raises `RowError` now.", true},
		{"Use `httpx` in `fetch_row` (`rows.py`)", "`fetch_row` in `rows.py` goes through `httpx` now.", true},
		{"`cleanName` in `src/name.ts` auf `Intl` umstellen", "`cleanName` in `src/name.ts` nutzt jetzt `Intl`.", true},
		{"Stell `cleanName` in `src/name.ts` auf `Intl` um", "`cleanName` in `src/name.ts` nutzt jetzt `Intl`.", true},
		{"Passer `total` dans `rows.py` à `Decimal`", "`total` dans `rows.py` renvoie maintenant un `Decimal`.", true},
		{"Cambiar `cargar` en `rows.py` a `Path`", "`cargar` en `rows.py` ahora devuelve un `Path`.", true},
		{"Mudar `carregar` em `rows.py` para `Path`", "`carregar` em `rows.py` agora devolve um `Path`.", true},
		{"Portare `carica` in `rows.py` a `Path`", "`carica` in `rows.py` ora restituisce un `Path`.", true},
		{"Перевести `load_rows` в `rows.py` на `Path`", "`load_rows` в `rows.py` теперь возвращает `Path`.", true},
		{"把 `rows.py` 的 `load_rows` 改成 `Path`", "✅ `rows.py` 的 `load_rows` 现在返回 `Path`。", true},
		{"`rows.py` の `load_rows` を `Path` に変更する", "✅ `rows.py` の `load_rows` は `Path` を返すようになりました。", true},
		{load, "✅", false},
		{load, "Converted `_to_kwh` in `pipeline/load.py` to `Decimal`.", true},
		{load, "`_to_kwh` in `pipeline/load.py` is on `Decimal`: done.", false}, // a clause by itself
		{"`cleanName` in `src/name.ts` auf `Intl` bringen", "`cleanName` in `src/name.ts` ist auf `Intl` umgestellt.", true},

		{load, "Documented `_to_kwh` in `pipeline/load.py`, which takes a `Decimal`.", false},
		{load, "I did not touch `_to_kwh` in `pipeline/load.py`, it now has no `Decimal`.", false},
		{load, "Does `_to_kwh` in `pipeline/load.py` now return a `Decimal`?", false},
		{load, "`_to_kwh` in `pipeline/load.py` returns a `Decimal` once the caller is ready.", false},
		{load, "`_to_kwh` in `pipeline/load.py` now returns a `Decimal`, but two tests fail.", false},
		{load, "`_to_kwh` in `pipeline/load.py` now returns a `Decimal`. Two tests are failing.", false},
		{load, "❌ `_to_kwh` in `pipeline/load.py` returns a `Decimal`", false},
		{load, "`_to_mwh` in `pipeline/load.py` now returns a `Decimal`.", false},
		{load, "`_to_kwh` now returns a float, `pipeline/load.py` imports `Decimal` now.", false},
		{load, "`_to_kwh` in `pipeline/load.py` takes a `Decimal`, I saw.", false},
		{load, "The `Decimal` in `pipeline/load.py` is removed from `_to_kwh`.", false},
		{"Switch `_to_kwh` and `_to_mwh` in `pipeline/load.py` to `Decimal`", "`_to_kwh` in `pipeline/load.py` now returns a `Decimal`.", false},
		{"Switch `_to_kwh` in `pipeline/load.py` and `pipeline/dump.py` to `Decimal`", "`_to_kwh` in `pipeline/load.py` now returns a `Decimal`.", false},
		{"Document `_to_kwh` in `pipeline/load.py`", "`_to_kwh` in `pipeline/load.py` now returns a `Decimal`.", false},
		{"Test `_to_kwh` in `pipeline/load.py` with `Decimal`", "`_to_kwh` in `pipeline/load.py` now returns a `Decimal`.", false},
		{"Check in `pipeline/load.py` whether `_to_kwh` needs `Decimal`", "`_to_kwh` in `pipeline/load.py` now returns a `Decimal`.", false},
		{"Switch `_to_kwh` in `pipeline/dump.py` to `Decimal`", "`_to_kwh` in `pipeline/dump.py` now returns a `Decimal`.", false}, // it did not change
		{"`cleanName` in `src/name.ts` auf `Intl` umstellen", "`cleanName` in `src/name.ts` nutzt noch kein `Intl`.", false},
		{"Passer `total` dans `rows.py` à `Decimal`", "`total` dans `rows.py` devrait renvoyer maintenant un `Decimal`.", false},
	} {
		turn := TurnOf("do the loader thing", []string{c.answer}, nil)
		turn.Changes, turn.Files = true, files
		if turn.Done(StepOf(c.step)) != c.want {
			t.Errorf("%q does %q: %t", c.answer, c.step, !c.want)
		}
	}
}

func TestAStepIsPickedByItsPlaceAndSaidToBeDone(t *testing.T) {
	const answer = "Two things are left:\n\n1. **Dry run on staging** of the importer\n2. **`read_rows`** in `rows.py` still reads with `open()`\n\nWhich one first?"
	lists := []func() List{ListOf(answer)}
	steps := each.Of(lists[0]().Steps, StepOf)
	for _, c := range []struct {
		asked, answer string
		second, first bool // which of the steps are done
	}{
		{"do the 2nd one", "✅ Done – bytes stay bytes. Committed.", true, false},
		{"do the other one", "✅ Done.", true, false},
		{"the first i ran myself already. do the other one", "✅ Done.", true, true},
		{"the other one pls", "Fixed and committed.", true, false},
		{"die zweite", "✅ Erledigt.", true, false},
		{"mach die andere", "Erledigt und committet.", true, false},
		{"fais l'autre", "✅ C'est fait.", true, false},
		{"la segunda", "Listo.", true, false},
		{"faz a outra", "✅ Feito.", true, false},
		{"fai l'altro", "Fatto.", true, false},
		{"сделай второй", "Готово.", true, false},
		{"сделай другой", "Готово.", true, false},
		{"做另一个", "✅ 完成。", true, false},
		{"2番目", "完了しました。", true, false},
		{"もう一つをやって", "完了しました。", true, false},
		{"do the first one", "✅ Done, nothing to correct.", false, true},
		{"what about the other one?", "It reads with `open()`.", false, false},
		{"the other one tomorrow", "OK.", false, false},
		{"not the other one", "OK, done.", false, false},
		{"the other one is wrong", "Fixed.", false, false},
		{"do the 2nd one", "Which encoding do you want?", false, false},
		{"do the 2nd one", "I have not started: `read_rows` in `rows.py` still reads with `open()`.", false, false},
		{"do the 2nd one", "Done, but three tests fail now.", false, false},
	} {
		_, picks := Picked(lists, c.asked, "ingest/rows.py")
		turn := TurnOf(c.asked, []string{c.answer}, nil)
		turn.Changes, turn.Files = true, []string{"ingest/rows.py"}
		turn.Picks = picks
		if turn.TakesUp(steps, 1) != c.second || turn.TakesUp(steps, 0) != c.first {
			t.Errorf("%q, answered %q: done are %v, %v, picked %q", c.asked, c.answer, turn.TakesUp(steps, 0), turn.TakesUp(steps, 1), turn.Picks)
		}
		other := StepOf("Let `read_rows` in `rows.py` use `mmap`") // in the words of another session
		if turn.Certain(other) != c.second || turn.Certain(StepOf("Test `read_rows_fast` in `rows.py`")) {
			t.Errorf("%q, answered %q, ends what is called otherwise: %v", c.asked, c.answer, !c.second)
		}
	}
}

func TestWhatIsNextStaysAmongWhatIsLeft(t *testing.T) {
	for answer, want := range map[string]string{
		"改好了。\n\n## 剩余工作\n- ⬜ **死锁重试**：MySQL 1213 时自动重试\n- ⬜ **压测脚本**：并发 200\n\n下一步：死锁重试。":                                              "死锁重试：MySQL 1213 时自动重试|压测脚本：并发 200",
		"Done.\n\n## Remaining\n- **Deadlock retry**: on MySQL 1213\n- **Load test**: `scripts/bench.sh`\n\nNext step: deadlock retry.": "Deadlock retry: on MySQL 1213|Load test: `scripts/bench.sh`",
		"Done.\n\n**Remaining:**\n1. Deadlock retry\n2. Load test\n\n**Next:** the deadlock retry":                                      "Deadlock retry|Load test",
		"対応しました。\n\n## 残作業\n- ⬜ デッドロックの再試行\n- ⬜ 負荷試験スクリプト\n\n次のステップ: デッドロックの再試行":                                                        "デッドロックの再試行|負荷試験スクリプト",
		"Fertig.\n\n## Noch offen\n- Deadlock-Retry\n- Lasttest `scripts/bench.sh`\n\nNächster Schritt: Deadlock-Retry.":                "Deadlock-Retry|Lasttest `scripts/bench.sh`",
		"Fait.\n\n## Reste à faire\n- Retry sur deadlock\n- Test de charge\n\nProchaine étape : retry sur deadlock.":                    "Retry sur deadlock|Test de charge",
		"Hecho.\n\n## Pendiente\n- Reintento de deadlock\n- Prueba de carga\n\nSiguiente paso: la prueba de carga.":                     "Reintento de deadlock|Prueba de carga",
		"Feito.\n\n## Falta\n- Retry de deadlock\n- Teste de carga\n\nPróximo passo: retry de deadlock.":                                "Retry de deadlock|Teste de carga",
		"Fatto.\n\n## Da fare\n- Retry dei deadlock\n- Test di carico\n\nProssimo passo: test di carico.":                               "Retry dei deadlock|Test di carico",
		"Готово.\n\n## Осталось\n- Повтор при блокировке\n- Нагрузочный тест\n\nСледующий шаг: нагрузочный тест.":                       "Повтор при блокировке|Нагрузочный тест",
		"Done.\n\n## Remaining\n- Deadlock retry\n- Load test\n\nNext: write the docs for the API.":                                     "Deadlock retry|Load test|write the docs for the API.",
		"Done.\n\n## Still open\n- Deadlock retry\n- Load test\n\nNext I would start with the load test.":                               "Deadlock retry|Load test",
		"Done.\n\n## Remaining\n- Deadlock retry\n- Load test\n\nNext step: deadlock retry. Shall I go on?":                             "Deadlock retry|Load test",
		"Done.\n\n## Next steps\n- Deadlock retry\n- Load test\n\nRemaining: only the load test.":                                       "only the load test.",
		"Done.\n\n- [x] Lock\n- [ ] Retry on deadlock\n- [ ] Load test\n\nNext: retry on deadlock":                                      "Retry on deadlock|Load test",
		"Was left from last time:\n- Deadlock retry\n- Load test\n\nBoth are done. Next: the docs page":                                 "the docs page",
		"Done.\n\nRemaining: deadlock retry; load test\n\nNext: deadlock retry":                                                         "deadlock retry|load test",
		"Done.\n\n## Remaining\n- Deadlock retry\n- Load test\n\nNothing else is left.":                                                 "Deadlock retry|Load test",
	} {
		if steps, _ := Left(answer); strings.Join(steps, "|") != want {
			t.Errorf("left of %q is %q, want %q", answer, strings.Join(steps, "|"), want)
		}
	}
}
