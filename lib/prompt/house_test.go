package prompt

import "testing"

func TestAChoiceForAllOfTheCodeIsARule(t *testing.T) {
	for _, text := range []string{
		"keine default exports in apps/web", "no default exports in apps/web", "no prints, use logging",
		"use pnpm, not npm", "tests go next to the file", "every endpoint needs a test", "all amounts in cents",
		"we never mock the db", "no raw sql in handlers", "poetry, not pip", "pnpm instead of npm", "use uv instead of python or python3", "benutz uv statt python",
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
		"'package:go_router/src/delegate.dart':", "use npm instead of pnpm in web/", "use docker instead of podman for the demo", "used npm instead of pnpm",
		"Use BatchNorm after each conv", "Add Dropout after each block", "no tests for this one", "use the old table here", "every row in this list needs an id", "use a map instead",
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

func TestWhatIsSomebodyElsesOrBannedInAFolderIsARule(t *testing.T) {
	for _, text := range []string{
		"don't touch public/legal by the way, thats from the lawyer word by word",
		"don't touch public/legal by the way, thats from the lawyer", "finger weg von public/legal, das ist vom anwalt",
		"good. one remark: no unwrap() in check/, return Diagnostics instead. continue with 4", "note: no print statements in lib/",
		"finger weg von public/legal", "hands off migrations/old", "don't touch docs/contract, that's from the client",
		"dont edit assets/logo, thats from the agency", "don't touch src/gen, it's generated",
		"leave vendor/foo alone, thats from upstream", "don't change config/tax.yml, that's from our accountant",
		"fass public/legal nicht an, das ist vom anwalt", "ne touche pas à public/legal, ça vient de l'avocat",
		"touche pas à public/legal, c'est de l'avocat", "no toques public/legal, es del abogado",
		"no toques public/legal, eso viene del abogado", "não mexe em public/legal, isso veio do advogado",
		"não toque em public/legal, é do advogado", "non toccare public/legal, viene dall'avvocato",
		"non toccare public/legal, è dell'avvocato", "не трогай public/legal, это от юриста",
		"не трогай public/legal, это прислал юрист", "不要动 public/legal，那是律师给的", "public/legalには触らないで、弁護士からのものです",
		"bas les pattes de public/legal", "руки прочь от public/legal",
		"use log() in src, no console.log anywhere in there, i drown in pm2 logs",
		"no console.log in src please, use log()", "keine console.log in src, nimm log()",
		"no console.log in src, use log() instead", "no Date.now() in src/domain",
		"no process.env in src/core, use config()", "no localStorage in src/core",
		"use clock.now() in src/domain, no Date.now() there", "no fmt.Println in internal, use slog",
		"kein Date.now() in src/domain, nimm clock()", "pas de console.log dans src, utilise log()",
		"pas de Date.now() dans src/domain", "nada de console.log en src, usa log()", "nada de Date.now() en src/domain",
		"nada de console.log em src, usa log()", "niente console.log in src, usa log()",
		"niente Date.now() in src/domain", "никаких console.log в src, используй log()",
		"никаких Date.now() в src/domain", "src 里不要用 console.log，用 log()", "srcではconsole.logを使わないで、log()を使って",
		"no os.Exit in lib/", "no innerHTML in src/ui, ever", "no unwrap() in src",
		"kundentexte immer mit du, nicht Sie", "customer texts always with du, not Sie",
		"and the banner text? 'versandkostenfrei ab 59'. kundentexte immer mit du, nicht Sie",
		"user facing texts always in sie form", "mails an kunden immer mit Sie",
		"error texts always with a code, never bare", "commit bodies always with the ticket",
		"texte für kunden immer per du", "les mails toujours avec vous, pas tu",
		"textos de cliente siempre con tú, no usted", "textos sempre com você, não tu",
		"тексты для клиентов всегда на ты, не на вы", "客户文案一律用你，不用您", "dates always as iso, not us",
		"migrations always with a down",
		"npm test takes ages with all of it. from now only run the tests of the file you touched, all of them before a push",
		"from now only small commits", "from now always run the linter", "from now no squash merges",
		"ab jetzt nur die tests der datei die du angefasst hast, alle erst vor dem push",
	} {
		if got := Rules(text); len(got) != 1 {
			t.Errorf("rules of %q are %q", text, got)
		}
	}
	for _, text := range []string{
		"dont touch the config while it runs", "don't touch src/a.ts yet", "don't touch src/a.ts for now",
		"don't touch src/a.ts in this step", "don't touch src/a.ts, that's fine",
		"don't touch src/a.ts, it's the wrong file",
		"don't touch src/pay, thats from yesterday and i want to look first", "don't touch src/pay, that's for later",
		"don't touch src/pay, it's broken anyway", "don't touch src/pay, that comes after this",
		"don't change src/pay.ts, the bug is from the router", "fass src/a.ts noch nicht an",
		"finger weg von src/a.ts bis ich fertig bin", "finger weg von src/api solange der build läuft",
		"don't touch src/pay today", "no toques src/a.ts todavía", "ne touche pas à src/a.ts pour l'instant",
		"не трогай src/a.ts пока", "先别动 src/a.ts", "まだsrc/a.tsには触らないで",
		"don't touch src/pay, that's from the last commit", "don't touch src/pay, it is from the old branch",
		"did you touch public/legal? that's from the lawyer", "no error in the log", "no tests in that PR",
		"no changes in src please", "no console.log in the output", "no console.log in src today",
		"there is no console.log in src", "no console.log in src anymore, i checked",
		"no TypeError in src/api since the fix", "no NullPointerException in the log", "no a.ts in src",
		"no package.json in src", "no console.log in src?", "i see no Date.now() in src/domain",
		"no setTimeout in that function", "no README.md in docs/", "keine Fehler im Log", "keine Tests in dem PR",
		"kein index.ts in src gefunden", "no foo() in src/bar.ts, use the git log to find it",
		"pas de package.json dans src", "no hay package.json en src", "no useEffect in this component",
		"no, use log() in src", "no Makefile in tools/, so it cannot build", "no console.log in src, so it's not that",
		"没有 console.log 在 src", "the button always with it", "it is always with me",
		"prices always in red on the sale page", "the test always in timeout", "error always in line 5",
		"why are texts always with Sie?", "der server immer mit 500, nicht 200", "bug immer mit firefox, nicht chrome",
		"the crash always with big files, not small",
	} {
		if got := Rules(text); len(got) > 0 {
			t.Errorf("%q is no rule, got %q", text, got)
		}
	}
}

func TestWhatTheUserIsToBeAskedBeforeIsARule(t *testing.T) {
	for _, rule := range []string{
		"don't touch the database without asking me", "don't push without asking me first", "ask me before you add a dependency",
		"fass die datenbank nicht an ohne mich zu fragen", "frag mich bevor du eine abhängigkeit hinzufügst", "n'ajoute pas de dépendance sans me demander",
		"no toques la base sin preguntarme", "nao mexe no banco sem me perguntar", "me pergunta antes de instalar lib nova",
		"non toccare il database senza chiedermi", "не трогай базу не спросив меня", "没问我不要改数据库", "データベースは私に確認せずに変更しないで",
		"commit messages in english always", "mensagem de commit em português sempre",
		"dont delete files without my confirmation", "without my approval you push nothing", "wait for my ok before you push to main",
		"lösch nichts ohne meine freigabe", "ohne meine zustimmung löschst du keine dateien", "ne supprime rien sans ma validation",
		"sans mon accord tu ne supprimes rien", "no borres nada sin mi confirmacion", "sin mi permiso no toques la base",
		"nao apaga nada sem minha autorização", "senza la mia conferma non cancellare nulla", "без моего разрешения ты ничего не удаляешь",
		"не пушь без моего подтверждения", "没有我的确认不要删除文件", "私の確認なしに削除しないで",
	} {
		if got := Rules("ok. " + rule); len(got) != 1 || got[0] != rule {
			t.Errorf("%q: %q", rule, got)
		}
	}
	for _, said := range []string{
		"you deleted the file without asking me", "don't merge this without asking me", "the form is sent without asking the user",
		"can you do that without asking me", "ask me before that", "du hast das ohne zu fragen gelöscht", "ask the user before deleting a row",
		"show the dialog before asking me for the password", "why did it not save without asking me", "the footer shows the total always",
		"er soll nicht speichern ohne zu fragen, das ist der bug", "run all the migrations without asking, I won't be here",
		"commit without asking me, don't wait", "mach weiter ohne mich zu fragen, ich bin nicht da", "sigue sin preguntarme, no estoy",
		"continua sem me perguntar, não estou aqui", "vai avanti senza chiedermi, non ci sono", "продолжай не спрашивая меня, меня не будет",
		"deletes run without asking me, not good", "make sure the cli doesn't overwrite files without asking", "ask before overwriting an existing config",
		"demande avant de supprimer un fichier", "haz que el botón no borre sin preguntar", "pergunta antes de apagar o arquivo",
		"npm won't publish without asking me for the otp", "ssh does not connect without asking me for the passphrase",
		"don't push yet without asking me", "ask me before you start", "ask me before you delete the branch", "ask me before continuing with step 3",
		"the app must not send mails without user confirmation", "without my confirmation the order is not sent", "it went live without my approval",
		"ohne meine bestätigung wird die bestellung nicht gesendet", "la commande part sans ma confirmation", "don't push yet without my approval",
		"el pedido se envía sin mi confirmación", "o pedido foi enviado sem minha confirmação", "заказ уходит без моего подтверждения",
		"me pergunta antes de fazer o merge desse pr", "未经我同意不要合并这个pr", "確認せずに削除しないボタンにして",
	} {
		if got := Rules(said); len(got) > 0 {
			t.Errorf("%q: %q", said, got)
		}
	}
}

func TestHowTheModelIsToWriteIsARule(t *testing.T) {
	for _, rule := range []string{
		"only commit when I ask", "commit only when I tell you to", "don't commit, I commit myself", "no emojis please", "don't add comments",
		"answer in German", "reply in English please", "be brief", "antworte auf Deutsch", "keine emojis", "committe nur wenn ich es sage",
		"réponds en français", "pas d'émojis", "commite seulement quand je le demande", "responde en español", "commitea solo cuando te lo pida",
		"me responde em português", "só commita quando eu pedir", "rispondi in italiano", "fai commit solo quando te lo chiedo",
		"отвечай на русском", "коммить только когда попрошу", "用中文回答", "我说了才提交", "日本語で答えて",
	} {
		if got := Rules(rule); len(got) != 1 || got[0] != rule {
			t.Errorf("%q: %q", rule, got)
		}
	}
	for _, said := range []string{
		"no comments", "no comments, go on", "the mail answers in German", "answer in one sentence: why?", "only when I ask for it it crashes",
		"the dialog opens only when I ask for it, that's a bug", "don't commit yet", "be careful", "no emojis in the mail for now",
		"only send it when I ask", "commit this", "answer the mail", "show emojis in the picker", "I'll commit it myself later",
	} {
		if got := Rules(said); len(got) > 0 {
			t.Errorf("%q: %q", said, got)
		}
	}
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
