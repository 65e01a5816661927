package prompt

import (
	"slices"
	"strings"
	"testing"
)

// What lasts is a rule without a word for always, told as it was said, also behind an order.
func TestWhatIsToBeDoneOnceIsNoNorm(t *testing.T) {
	for _, s := range []string{
		"every endpoint must be migrated to v2", "every handler must go through the new middleware",
		"use `bar` everywhere in chapter 2", "use tailwind everywhere on the start page", "branch naming: I don't like it",
		"min version: 2.0 crashes", "rename uuid.ts to ids.ts and use `nanoid` everywhere", "typically rebase conflicts come from lockfiles", "import format: csv with semicolons",
		"implement the limits.\nAcceptance criteria:\n- every endpoint must have a rate limit",
	} {
		if rules := Rules(s); len(rules) > 0 {
			t.Errorf("%q lays down %q", s, rules)
		}
	}
}

func TestWhatLastsIsARuleWithoutAlways(t *testing.T) {
	for _, text := range slices.Concat(properties, requirements, []string{
		"let's use French, I don't speak German", "let's speak English",
		"please use English, I don't understand Russian",
		"antworte auf deutsch", "sprich bitte deutsch mit mir", "lass uns deutsch sprechen", "parlons français",
		"habla español por favor", "hablemos en español", "vamos falar em português", "parliamo in italiano",
		"говори по-русски", "давай по-русски", "请说中文", "日本語でお願いします",
		"dont npm publish, I do that by hand, siempre", "don't tag releases, I do that myself",
		"nicht auf npm publishen, das mache ich selbst", "ne publie pas sur npm, je le fais moi-même",
		"no publiques en npm, eso lo hago yo", "não publica no npm, isso eu faço",
		"non pubblicare su npm, lo faccio io", "не публикуй в npm, это делаю я сам", "不要发布到 npm，我自己来",
		"npm に公開しないで、それは自分でやります",
	}) {
		for _, before := range []string{"", "fix the lexer. "} {
			if got := Rules(before + text); len(got) == 0 || got[0] != text {
				t.Errorf("%q is a rule, got %q", before+text, got)
			}
		}
	}
}

var properties = []string{
	"MSRV is 1.62 and stays 1.62 for all of 3.x", "careful on stable/3.x the msrv is 1.48", "we stay on python 3.8", "python 3.9 must work, my nas has nothing newer", "it needs to run on node 16", "php 7.4 muss weiter gehen, ihr hoster ist alt",
	"alle beträge in cent, keine floats", "все суммы в копейках, никаких float",
	"node stays at 16", "das minimum SDK bleibt 21", "wir bleiben auf Java 11", "on reste sur Java 11",
	"nos quedamos en Node 16", "la versión mínima de Node es 16", "ficamos no Python 3.8", "restiamo su Java 11",
	"остаёмся на Python 3.8", "минимальная версия Rust — 1.62", "我们停留在 Java 11", "最低版本是 1.62",
	"Python は 3.8 のままです",
	"commit style: gitmoji", "commit style btw: angular, lowercase", "branches: feat/<ticket>",
	"merge strategy: squash",
	"commit messages: imperative, max 50 chars", "сообщения коммитов: на английском", "提交信息：英文，小写",
	"changelog: keep-a-changelog format, newest first", "branch naming: type/ticket-slug", "Commit-Stil: Angular",
	"style des commits : angular", "estilo de commits: convencional", "estilo dos commits: convencional",
	"stile dei commit: angular", "стиль коммитов: angular", "提交格式：类型(范围)", "コミット形式: 種類(範囲)",
	"normally merge commits, squash only for forks", "by default we squash", "d'habitude on rebase",
	"normalerweise squashen, Merge-Commits nur für Releases", "normalmente rebase, squash solo para los nuevos",
	"tests live in the same file (mod tests), not in tests/, always", "tests liegen in derselben Datei",
}

var requirements = []string{
	"don't touch config files without permission", "do not install packages without asking",
	"don't refactor working modules unless necessary", "lösch keine Dateien ohne zu fragen",
	"ne touche pas aux fichiers sans permission", "no toques archivos sin permiso",
	"não apague arquivos sem perguntar",
	"non toccare file senza permesso", "не удаляй файлы без спроса", "未经允许不要修改文件",
	"許可なくファイルを削除しないで",
	"stop writing snapshot tests for this", "stop creating helper classes", "hör auf, Snapshot-Tests zu schreiben",
	"arrête d'écrire des tests unitaires", "deja de escribir tests unitarios", "para de escrever testes unitários",
	"smettila di scrivere test unitari", "хватит писать юнит-тесты", "别再写单元测试了",
	"use `nanoid` everywhere", "use the long name `harbour-master` everywhere", "use tabs everywhere, not spaces",
	"verwende überall `nanoid`", "utilise `nanoid` partout", "usa `nanoid` en todas partes", "usa `nanoid` ovunque",
	"используй `nanoid` везде", "到处都用 `nanoid`",
	"every table shall have deleted_at", "every table must have a primary key", "all endpoints must return xml",
	"all timestamps in the db shall be utc aware", "every endpoint must be documented",
	"all migrations must be reversible", "all columns shall be snake_case",
	"jede Tabelle muss created_by haben", "tous les endpoints doivent renvoyer du JSON",
	"cada tabla debe tener created_by", "todos os endpoints devem retornar JSON",
	"ogni tabella deve avere created_by",
	"все эндпоинты должны возвращать JSON", "所有接口必须返回 JSON", "すべてのエンドポイントは JSON を返すこと",
}

// What one task is to do, what a program does and what is told or asked is no rule.
func TestWhatOneTaskIsToDoIsNoRule(t *testing.T) {
	for _, text := range []string{
		"every user must have a name", "all buttons should be blue",
		"the api must return json on errors", "use clamp here",
		"every row must have a delete button", "every table must have a search box", "every module must have a title",
		"all components must be converted to hooks", "all endpoints must be migrated to axum", "all tests must pass",
		"every endpoint must be done by friday", "all dates must be in the past", "all endpoints must return json?",
		"jeder Benutzer muss einen Namen haben", "tous les tests doivent passer", "cada usuario debe tener un nombre",
		"каждый пользователь должен иметь имя", "所有测试必须通过", "每个用户都必须有名字",
		"the build stays red", "the counter stays at 3", "timeout stays 5 seconds", "python is 3.8 on my machine",
		"is the msrv still 1.62?", "bump the msrv to 1.71", "msrv was 1.62",
		"the job msrv (1.56) fails", "chore: msrv 1.74", "we stay on this branch", "the build must work on node 18 again", "must support 3 users", "all amounts in cents, no change", "no floats in this one", "it must run on 2 cores", "she stays on windows 10",
		"should we stay on python 3.8?", "the docker image stays on node 16 after the build, fix it",
		"wir bleiben auf diesem Branch", "on reste sur cette branche", "остаёмся на этой ветке",
		"commit message: fix the parser", "tests: 3 failed", "tests: short summary please",
		"style: the button is blue",
		"date format: iso", "commit format: wrong", "code style: fix it", "branch: feat/login",
		"usually squash merges fail here", "by default show 10 rows", "by default rebase is on",
		"functions live in the same file, split them",
		"don't show the button without permission", "users can't delete files without permission",
		"no access without permission", "don't delete the row without confirmation",
		"don't change the api unless necessary",
		"add a confirmation: don't delete files without confirmation", "you deleted files without permission",
		"stop writing the test for the parser", "stop writing tests, fix the bug first", "stop writing tests for now",
		"stop the tests", "use it everywhere", "use dark mode everywhere", "use the new helper everywhere",
		"use `foo` everywhere instead", "use `foo` everywhere:", "is `foo` used everywhere?",
		"let's use French fries as the example", "let's use Spanish as the default locale", "use French",
		"switch to german in the settings", "translate it to English",
		"don't fix the test, I do that myself", "don't worry, I do it myself", "don't push, I'll do it later",
		"no, this should only be the default port, no mapping entry for the admin page.",
		"Then add tests. Then run them, and after each fix, commit, then run the tests again.",
	} {
		if got := Rules(text); len(got) > 0 {
			t.Errorf("%q is no rule, got %q", text, got)
		}
	}
	got := Rules("And always run the linter. Then fix the lexer.")
	if len(got) != 1 || !strings.Contains(got[0], "linter") {
		t.Errorf("a rule before a step is one, got %q", got)
	}
}

func TestHowTheModelIsToWorkNextTimeIsARuleAndPutsNothingOff(t *testing.T) {
	for text, rule := range map[string]string{
		"ok. commit, new build. and next time you only touch the version field": "next time you only touch the version field",
		"next time ask first": "next time ask first", "nächstes Mal frag bitte vorher": "nächstes Mal frag bitte vorher",
		"la próxima vez pregunta antes de borrar": "la próxima vez pregunta antes de borrar", "下次先问我": "下次先问我",
		"next time we do the docs": "",
	} {
		if got := strings.Join(Rules(text), "|"); got != rule {
			t.Errorf("%q has the rules %q", text, got)
		}
		if off := PutsOff(text); rule != "" && len(off) > 0 {
			t.Errorf("%q puts off %q", text, off)
		}
	}
}

func TestTheWordForAThingAndAStyleGuideAreRules(t *testing.T) {
	for text, want := range map[string]bool{
		`it's "destination", always, everywhere`: true, `it's "sign in", not "login"`: true, `es heißt "Ziel", nicht "Endpunkt"`: true,
		`on dit "panier", jamais "chariot"`: true, `it's "true" in the logs, not "1", why?`: false, `it's "done" now, everywhere else it's open`: false,
		"sentences max 20 words, that's our style guide btw": true, "phrases de 20 mots maximum, c'est notre charte": true,
		"Sätze maximal 20 Wörter, so steht's im Styleguide": true, "frases de máximo 20 palabras, es nuestra guía de estilo": true,
		"this time 30 words, whatever the style guide": false, "is that in our style guide?": false,
	} {
		if got := len(Rules(text)) > 0; got != want {
			t.Errorf("%q is a rule: %t", text, got)
		}
	}
}
