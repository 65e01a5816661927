package prompt

import (
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
		{"the first i ran myself already. do the other one", "✅ Done.", true, false},
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
