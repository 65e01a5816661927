package prompt

import "testing"

func TestARuleNamesWhatItsPronounStandsFor(t *testing.T) {
	for text, want := range map[string]string{
		"everything goes through a pr. and data/raw is a snapshot, dont ever touch it": "data/raw is a snapshot, dont ever touch it",
		"the vendored parser is patched by hand, never reformat it":                    "",
		"the golden files come from the customer, never regenerate them":               "",
		"ok. the contracts dir is generated. don't ever edit it by hand":               "the contracts dir is generated. don't ever edit it by hand",
		"btw the gpu box is shared, don't run migrations there without asking me":      "the gpu box is shared, don't run migrations there without asking me",
		"schema.sql ist ein abzug aus prod, fass sie niemals an":                       "",
		"data/raw est une copie figée, n'y touche jamais":                              "",
		"la base de staging est celle de la qa, ne la vide jamais":                     "",
		"data/raw es una foto fija, no lo toques nunca":                                "",
		"data/raw é um snapshot, nunca mexe nele":                                      "",
		"data/raw è uno snapshot, non toccarlo mai":                                    "",
		"data/raw это снимок, никогда его не трогай":                                   "",
		"data/raw 是快照，永远不要动它":                                                          "",
		"data/raw はスナップショットです、絶対にそれを触らないで":                                             "",
		// It stands for nothing that was told before.
		"change tax.py, and always add a test for it":                    "always add a test for it",
		"Rename the column; from now on, all columns are in snake case":  "from now on, all columns are in snake case",
		"arréglalo allí, y a partir de ahora siempre escribe una prueba": "a partir de ahora siempre escribe una prueba",
	} {
		if want == "" {
			want = text
		}
		if got := Rules(text); len(got) != 1 || got[0] != want {
			t.Errorf("rules of %q are %q", text, got)
		}
	}
	none(t, "the cache is stale, it never gets cleared", "dont touch the config while it runs",
		"the db is locked, dont touch it now", "das script ist kaputt, es läuft nie durch", "воркер упал, он никогда не отвечает",
		"the pr is open, dont merge it yet", "the build is red, i never touched it", "it always dies at step 900 with 1e-3")
}

func TestABanInAFolderMayHaveAReason(t *testing.T) {
	whole(t, "no pandas in features/, memory blows up on the box", "no axios in web/, we have our own client",
		"no numpy in the api/ folder, the image gets too big", "no pandas in features/", "we dont use pandas in features/, memory blows up",
		"kein moment.js in web/, das bundle wird zu groß", "pas de pandas dans features/, la mémoire explose",
		"nada de pandas en features/, revienta la memoria", "sem pandas em etl/, estoura a memória",
		"niente pandas in features/, la memoria esplode", "никакого pandas в features/, память кончается",
		"features/ 里不要用 pandas，内存会爆", "features/ では pandas を使わないで、メモリが足りなくなる")
	none(t, "no rows in features/ are null", "no pandas in features/ is imported any more", "no tests in api/, thats why it broke",
		"no csv in out/, the job failed", "no pandas in features/, so its not that", "no pandas in features/, i checked",
		"no pnpm in web/, install it", "no rows in out/, says so in the log", "no users in db/, the policy blocks them",
		"no graphql in api/ - its rest", "no jest in web/, vitest is there though", "no logs in var/, disk is too small", "no parquet in lake/, the writer blows up",
		"no react in web/, is it vue?", "no axios in web/ left, you got them all", "no pandas in features/ for now",
		"no cache there yet", "keine dateien in out/, der job ist abgestürzt", "out/ 里没有 csv，任务失败了", "no hay csv en out/, falló el job")
}

func TestHowAKindIsNamedOrKeptHereIsARule(t *testing.T) {
	whole(t, "commit msgs here are 'area: what', lower case", "no conventional commits pls", "commit messages here are in english",
		"branches are named feat/<ticket>-<short>", "branch names here are type/ticket", "metrics always go to runs/<date>/",
		"metrics always go to runs/<name>/metrics.json, stdout alone gets lost", "plots always go to plots/, never into the repo root",
		"commit-nachrichten sind hier 'bereich: was', klein geschrieben", "branches heißen hier feat/ticket-kurz",
		"les messages de commit ici c'est 'zone: quoi', en minuscules", "les métriques vont toujours dans runs/<date>/",
		"los mensajes de commit aquí son 'área: qué'", "las ramas se llaman feat/<ticket>", "as métricas vão sempre para runs/<data>/",
		"i messaggi di commit qui sono 'area: cosa', minuscolo", "ветки называются feat/<тикет>", "这里的提交信息是 'area: what'，小写",
		"指标一律放到 runs/<日期>/", "ブランチ名は feat/<ticket> です")
	none(t, "the csvs go to out/", "requests always go to api/", "branches here are feat/login and feat/logout", "emails always go to spam/",
		"branch names here are red/green in the ui", "metrics go to stdout, thats the bug", "the commit msgs here are a mess", "commits here are 'wip', squash them",
		"the branch is named feat/dedup", "users always go to /login first", "requests always go to the old server",
		"functions are called in main/run.go", "tests here are in tests/unit", "tests are called test_a and test_b, rename them",
		"messages always go to the queue in infra/queue.tf", "die tests hier sind in tests/unit", "这里的测试是 tests/unit 的",
		"ici les tests sont dans tests/unit", "branches here are behind main, rebase them", "log messages here are in german, fix that")
}

func TestWhatIsAskedBeforeMayBeMeasured(t *testing.T) {
	whole(t, "dont start anything longer than 10 min there without asking me", "don't delete more than 3 files without asking me first",
		"ask me before you run anything longer than 2 hours", "starte da nichts über 10 minuten ohne mich zu fragen",
		"frag mich, bevor du mehr als 100 zeilen löschst", "demande-moi avant de supprimer plus de 3 fichiers",
		"no gastes más de 5 euros sin preguntarme", "não roda nada com mais de 10 min lá sem me perguntar",
		"non spendere più di 5 euro senza chiedermi", "не запускай там ничего дольше 10 минут, не спросив меня",
		"спроси меня, прежде чем удалять больше 3 файлов", "没问我之前不要删超过3个文件", "10分以上かかるものは私に聞かずに動かさないで")
	none(t, "dont start the server now", "dont merge #41 without asking me", "don't release 2.0 without asking me",
		"the script deletes more than 100 rows without asking me, fix that", "why did you start a 2 hour run without asking me?",
		"today dont start anything longer than 10 min without asking me", "dont go over that again without asking me",
		"ask me before you start step 2", "lösch die 3 dateien nicht ohne mich zu fragen", "41番は私に聞かずにマージしないで")
}

func TestATailSaysWhoseRuleItIs(t *testing.T) {
	whole(t, "no global state in serving/, thats a rule of his team", "tabs not spaces, house rule", "pnpm, not npm, the whole team does it that way",
		"every endpoint needs a test, thats a rule of the platform team", "no barrel files in src/, the reviewers hate them",
		"keine globalen variablen in serving/, regel vom team", "pas de variables globales dans serving/, c'est une règle de son équipe",
		"nada de variables globales en serving/, es regla de su equipo", "nada de variáveis globais em serving/, é regra do time dele",
		"niente variabili globali in serving/, è una regola del suo team", "никаких глобальных переменных в serving/, это правило их команды",
		"serving/ 里不要用全局变量，这是他们团队的规定", "serving/ ではグローバル変数禁止、向こうのチームのルールです")
	none(t, "no errors in serving/, thats good", "no global state in serving/ yet, thats good", "the rule of his team is odd",
		"no comments for this pr, thats how his team works", "thats a rule of the linter, ignore it", "add a comment, the team wants that",
		"no global state in serving/, i looked", "rename it to foo, thats our convention", "das ist eine regel vom linter, schalt sie ab")
}

// whole fails where a text is not the one rule of a prompt that ends in it.
func whole(t *testing.T, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if got := Rules("Add a note to the readme. " + text); len(got) != 1 || got[0] != text {
			t.Errorf("rules of %q are %q", text, got)
		}
	}
}

// none fails where a prompt that ends in one of the texts has a rule.
func none(t *testing.T, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if got := Rules("Add a note to the readme. " + text); len(got) > 0 {
			t.Errorf("%q is no rule, got %q", text, got)
		}
	}
}
