package prompt

import "testing"

func TestAChoiceForAllOfTheCodeIsARule(t *testing.T) {
	for _, text := range []string{
		"keine default exports in apps/web", "no default exports in apps/web", "no prints, use logging",
		"use pnpm, not npm", "tests go next to the file", "every endpoint needs a test", "all amounts in cents",
		"we never mock the db", "no raw sql in handlers", "poetry, not pip", "pnpm instead of npm",
		"we use vitest, not jest", "don't use moment, use dayjs", "never console.log, use the logger",
		"migrations live in db/migrations", "each migration needs a rollback", "no endpoint without a test",
		"all timestamps in utc", "we never skip tests", "keine globalen Variablen in den Handlern",
		"pnpm statt npm", "benutz pnpm, nicht npm", "keine prints, nimm logging", "Tests liegen neben der Datei",
		"jeder Endpunkt braucht einen Test", "alle Beträge in Cent", "wir mocken die DB nie",
		"kein Endpoint ohne Test", "alle Zeitstempel in UTC", "pas d'exports par défaut dans apps/web",
		"utilise pnpm, pas npm", "pas de print, utilise logging", "les tests vont à côté du fichier",
		"chaque endpoint a besoin d'un test", "tous les montants en centimes", "on ne mocke jamais la base",
		"usa pnpm, no npm", "nada de prints, usa logging", "los tests van junto al archivo",
		"cada endpoint necesita un test", "todos los importes en céntimos", "nunca mockeamos la base",
		"usa pnpm, nao npm", "nada de print, usa logging", "os testes ficam ao lado do arquivo",
		"todo endpoint precisa de teste", "todos os valores em centavos", "a gente nunca mocka o banco",
		"usa pnpm, non npm", "niente print, usa logging", "i test vanno accanto al file",
		"ogni endpoint ha bisogno di un test", "tutti gli importi in centesimi", "используй pnpm, а не npm",
		"никаких print, используй logging", "тесты лежат рядом с файлом", "каждому эндпоинту нужен тест",
		"все суммы в копейках", "мы никогда не мокаем базу", "用pnpm，不要用npm", "不要用print，用logging", "测试放在文件旁边",
		"每个接口都要有测试", "所有金额用分", "pnpmを使う、npmは使わない", "printは使わず、loggingを使う", "テストはファイルの隣に置く", "すべてのエンドポイントにテストが必要",
		"金額はすべてセントで", "no console.log in packages/core", "yarn, never npm", "we use zod, not yup",
		"every new route needs an integration test", "components live in src/components",
		"stories live next to the component", "all durations in seconds", "keine Magic Numbers in packages/core",
		"jede Migration braucht einen Rollback", "Komponenten liegen in src/ui",
		"pas de logique métier dans les composants", "chaque migration doit avoir un rollback",
		"toutes les dates en utc", "todas las fechas en utc", "cada componente lleva un test",
		"todas as datas em utc", "toda migração precisa de rollback", "ogni migrazione deve avere un rollback",
		"tutte le date in utc", "все даты в utc", "не npm, а pnpm", "每个迁移都要有回滚", "所有时间用UTC", "npmではなくpnpmを使う",
	} {
		if got := Rules(text); len(got) != 1 || got[0] != text {
			t.Errorf("rules of %q are %q", text, got)
		}
	}
}

func TestAChoiceForOneTaskIsNoRule(t *testing.T) {
	for _, text := range []string{
		"no tests for this one", "use the old table here", "every row in this list needs an id", "use a map instead",
		"no, use the other one", "not the button, the link", "no new files", "no default exports in this file",
		"no prints in the output", "use npm for this one, pnpm is broken", "use pnpm",
		"run it with pnpm, not npm, to see if it fails", "no default exports were found in apps/web",
		"there are no default exports in apps/web", "why no default exports in apps/web?",
		"no raw sql in that handler anymore", "pnpm not found", "npm works, pnpm does not", "is it pnpm, not npm?",
		"use httpx, not requests, in this script", "the tests go in circles", "the new tests go next to parser.go",
		"tests for the export go next to the old ones", "the tests live in spec/ and fail",
		"every endpoint returns 500", "every endpoint needs a login", "every test fails",
		"each migration needs 3 minutes", "all amounts in cents look wrong", "are all amounts in cents?",
		"show all prices in euros", "all dates in red", "prices in cents in the footer", "all tests in green",
		"we never reach the db", "we never mock it there, that is the bug", "no mocks this time",
		"all three amounts in the invoice", "use the logger in main.go, not print", "keine default exports gefunden",
		"keine Prints in dieser Funktion", "nimm die Liste, nicht die Map", "jeder Endpunkt gibt 500 zurück",
		"jede Zeile in der Liste braucht eine id", "alle Beträge sind falsch", "pnpm geht nicht",
		"wir kommen nie bis zur DB", "die Tests liegen bei 80 %", "pas d'exports trouvés",
		"prends la liste, pas la map", "chaque ligne a besoin d'un id", "tous les montants sont faux",
		"on n'arrive jamais à la base", "usa la lista, no el mapa", "cada fila necesita un id",
		"todos los tests fallan", "usa a lista, nao o mapa", "cada linha precisa de um id",
		"todos os valores estao errados", "usa la lista, non la mappa", "ogni riga ha bisogno di un id",
		"tutti gli importi sono sbagliati", "используй список, а не словарь", "каждой строке нужен id",
		"все суммы неверные", "用列表，不要用字典", "这个接口要有测试", "每个接口都报错", "所有金额都不对", "リストを使う、マップは使わない", "すべての行にidが必要",
		"金額はすべて間違っている", "no tests next to the file", "no prints, why?",
		"Use vite instead of webpack", "Use slog rather than logrus", "Commits go to main/dev", "feature branches go to origin/main",
		"use tabs for the settings page, not a dropdown", "use docker, not the vm, for the demo",
		"no docker on this machine, use podman", "no postgres in the demo", "no docker in that job",
		"components live in src/components now?", "do all components live in src/components?",
		"fetch, not axios, failed", "no, pnpm", "pnpm, npm or yarn?", "not npm", "all migrations ran, no rollback",
		"every migration has a rollback", "every migration needs a rollback plan for friday",
		"every test needs a fix", "each component gets the props", "no function without a bug",
		"the migration lives in db/migrate/014.sql", "the service lives in Ireland", "the tests sit at 80% / 90%",
		"all dates are in utc", "all dates in the seed", "no tabs in the mobile view", "tabs, not buttons",
		"tabs, not spaces, break the build", "no requests in the last hour", "fetch the list, not the detail",
		"black text, not white", "express or koa?", "requests go to /api/v2", "no requests in staging",
		"the requests need a timeout", "die Funktion kommt in utils/date.ts", "der Service lebt in services/auth",
		"jest läuft nicht, npm auch nicht", "les composants vont dans la liste", "todas las fechas están mal en utc",
		"todas as rotas com teste falham", "ogni test serve", "все тесты упали", "每个测试都要有名字", "所有时间都错",
		"print the total, not the sum", "no prints in CI since monday", "emotion, not logic",
		"packages go to the customer", "types go to shared/types and rename them", "put it next to the file",
		"move the tests next to the file", "the modal goes next to the button", "classes go red when they are full",
	} {
		if got := Rules("Add a note to main.go. " + text); len(got) > 0 {
			t.Errorf("%q is no rule, got %q", text, got)
		}
	}
}
