package prompt

import (
	"strings"
	"testing"

	"holdfast/lib/each"
)

func TestTheUserTellsThatAStepIsDone(t *testing.T) {
	const backfill, upgrade = "Run the backfill on prod", "Run `alembic upgrade head` on staging"
	for _, c := range []struct{ step, yes, no string }{
		{backfill, "ran the backfill on prod, all good|the backfill on prod is done|i ran the backfill|done w/ the backfill|backfill ran over nite, 41k rows gone, all good 💪|" +
			"backfill went through|hey, ran the backfill on prod. pls bump fastapi now|I ran the backfill on prod, no errors|finished the backfill last night",
			"the backfill ran into an error|ran the backfill, it crashed halfway|ran the backfill. it failed|did you run the backfill?|should i run the backfill on prod now|" +
				"i'll run the backfill tonight|i didn't run the backfill yet|i ran the tests|ran the backfill on staging|run the backfill on prod|why did the backfill fail|" +
				"the backfill ran out of memory|when the backfill is done, remove the flag|the backfill is still running|is the backfill done|the backfill is not done"},
		{"**You:** run `python scripts/backfill.py 2026-01` on prod (off-peak, takes ~40 min)", "ran the backfill on prod, works|backfill is done|i ran python scripts/backfill.py 2026-01 on prod",
			"the flag is done|i ran the linter"},
		{upgrade, "alembic upgrade head ran on staging|staging migration i ran myself already|i did the staging migration|ran alembic upgrade head", "alembic upgrade head ran on prod|i ran alembic upgrade head, it says locked table error"},
		{"README docs for `/export`", "the README docs for /export are done|done with the readme docs for /export", "did the export|the readme is done|the README docs for /export are not done"},
		{"Deploy the worker to staging", "deployed the worker to staging|the worker went live on staging", "deployed the api to staging|deployed the worker to prod"},
		{"Das Backfill auf prod laufen lassen", "Backfill auf prod ist durch|hab das Backfill auf prod laufen lassen, alles gut|Backfill lief über Nacht", "Backfill lief auf einen Fehler|ist das Backfill durch?|das Backfill ist noch nicht durch"},
		{"Lancer le backfill sur prod", "j'ai lancé le backfill sur prod, tout est bon|le backfill est passé", "le backfill a échoué|lance le backfill"},
		{"Ejecutar el backfill en prod", "ya ejecuté el backfill en prod|el backfill está hecho", "el backfill falló|¿está hecho el backfill?"},
		{"Rodar o backfill em prod", "rodei o backfill em prod, tudo certo|o backfill rodou", "o backfill rodou com erro|vou rodar o backfill"},
		{"Eseguire il backfill su prod", "ho eseguito il backfill su prod|il backfill è andato", "il backfill è fallito|devo eseguire il backfill"},
		{"Запустить бэкфилл на проде", "бэкфилл на проде прошёл|запустил бэкфилл", "бэкфилл прошёл с ошибкой|бэкфилл ещё не прошёл"},
		{"在 prod 上跑 backfill", "prod 的 backfill 跑完了|backfill 已经跑过了", "backfill 跑失败了|backfill 跑完了吗？"},
		{"prod でバックフィルを実行する", "prod のバックフィルを実行しました|バックフィルを実行した", "バックフィルでエラーになった|バックフィルはまだ終わっていません"},
	} {
		list := []Step{StepOf("Remove the flag in two weeks"), StepOf(c.step)}
		for text := range strings.SplitSeq(c.yes, "|") {
			if turn := TurnOf(text, []string{"Great."}, nil); !turn.Tells(list, 1) || turn.Tells(list, 0) {
				t.Errorf("%q does not end %q", text, c.step)
			}
		}
		for text := range strings.SplitSeq(c.no, "|") {
			if turn := TurnOf(text, []string{"Okay."}, nil); turn.Tells(list, 1) || turn.Tells(list, 0) {
				t.Errorf("%q ends %q", text, c.step)
			}
		}
	}
	two := each.Of([]string{backfill, "Run the backfill on staging", "Fix the parser tests"}, StepOf)
	for text, want := range map[string]int{"i ran the backfill": -1, "ran the backfill on prod": 0, "ran the backfill on staging, fine": 1, "i ran the parser": -1} {
		for n := range two {
			if TurnOf(text, nil, nil).Tells(two, n) != (n == want) {
				t.Errorf("%q ends step %d: %v", text, n, n != want)
			}
		}
	}
}
