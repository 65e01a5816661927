package prompt

import (
	"strings"
	"testing"
	"time"
)

func TestAQuestionAndItsAnswerAreADecision(t *testing.T) {
	for _, c := range []struct{ answer, reply, question, said string }{
		{"I can do either.\n\nShould the totals be kept in cents, or as decimals?", "in cents, always", "Should the totals be kept in cents, or as decimals?", "in cents, always"},
		{"It fails.\n\nWe could:\na) use chunks of 3 days\nb) ask for a bigger quota", "a", "We could", "a: use chunks of 3 days"},
		{"It joins on the key. Suggestions:\n\n1. add a column\n2. rewrite the join", "2. and then commit", "It joins on the key. Suggestions", "2: rewrite the join"},
		{"Falla.\n\nPodríamos:\na) usar bloques\nb) pedir cuota", "b", "Podríamos", "b: pedir cuota"},
		{"I changed:\na) the key\nb) the table", "a", "", ""},
		{"Two ways:\n1. a table\n2. a file\n\nWhich one do you prefer?", "2", "Which one do you prefer?", "2: a file"},
		{"Two ways:\na) a table\nb) a file\n\nWhich one do you prefer?", "nehmen wir B", "Which one do you prefer?", "b: a file"},
		{"Two ways:\n1. a table\n2. a file\n\nWhich one do you prefer?", "no idea", "", ""},
		{"Two ways:\n1. a table\n2. a file\n\nWhich one do you prefer?", "hmm let me think", "", ""},
		{"Two ways:\n1. a table\n2. a file\n\nWhich one do you prefer?", "second one", "Which one do you prefer?", "2: a file"},
		{"Two ways:\n1. a table\n2. a file\n\nWhich one do you prefer?", "- yes, the second", "Which one do you prefer?", "2: a file"},
		{"Should guests be logged out too?", "no, only members", "Should guests be logged out too?", "no, only members"},
		{"Welche Datenbank nehmen wir?", "Postgres", "Welche Datenbank nehmen wir?", "Postgres"},
		{"¿Guardo los precios con IVA?", "sí, con IVA", "¿Guardo los precios con IVA?", "sí, con IVA"},
		{"用哪个数据库？", "Postgres", "用哪个数据库？", "Postgres"},
		{"Which approach do you prefer?", "we have an import cycle now in two packages", "", ""},
		{"Which approach do you prefer?", "what are the costs of each?", "", ""},
		{"Done. Anything else?", "no", "", ""},
		{"Shall I continue?", "yes", "", ""},
		{"Two are open: the mail and the log. Which one first?", "the mail first", "", ""},
		{"Was davon zuerst?", "die Mail zuerst", "", ""},
		{"All tests pass.", "keep the old name", "", ""},
		{"Should I keep the old names, or rename all?", "keep the old names", "Should I keep the old names, or rename all?", "keep the old names"},
		{"### Option A: a table\n### Option B: a file\n\nWhich one?", "option b", "Which one?", "b: a file"},
		{"Would you like me to add tests?", "yes, with tests for both", "", ""},
		{"Soll ich die Tests ergänzen?", "ja, Tests für beide", "", ""},
		{"What would you like to do next?", "the tests", "", ""},
		{"Which approach do you prefer?", "can you compare the approaches", "", ""},
		{"Which approach do you prefer?", "2", "", ""},
		{"Which of the two fixes?", "yeah 2 and 3", "", ""},
		{"Should it be blue?", "/review", "", ""},
		{"Should it be blue?", "", "", ""},
		{"", "yes", "", ""},
		{"WAL would be faster. Shall I try WAL next?", "no, too slow for us. leave it", "Shall I try WAL next?", "no, too slow for us. leave it"},
		{"Soll ich als Nächstes WAL versuchen?", "nein, zu langsam für uns", "Soll ich als Nächstes WAL versuchen?", "nein, zu langsam für uns"},
		{"Veux-tu que j'essaie WAL ?", "non, trop lent pour nous", "Veux-tu que j'essaie WAL ?", "non, trop lent pour nous"},
		{"¿Quieres que pruebe WAL?", "no, demasiado lento", "¿Quieres que pruebe WAL?", "no, demasiado lento"},
		{"Quer que eu tente WAL?", "não, lento demais", "Quer que eu tente WAL?", "não, lento demais"},
		{"Vuoi che provi WAL?", "no, troppo lento", "Vuoi che provi WAL?", "no, troppo lento"},
		{"Хотите, попробую WAL?", "нет, слишком медленно", "Хотите, попробую WAL?", "нет, слишком медленно"},
		{"需要我接下来试试WAL吗？", "不用，太慢了", "需要我接下来试试WAL吗？", "不用，太慢了"},
		{"次にWALを試しましょうか？", "いいえ、遅すぎます", "次にWALを試しましょうか？", "いいえ、遅すぎます"},
		{"Shall I try WAL next?", "no", "", ""},
		{"One thing first: **per line or once per order?** Per line matches the invoice.", "per line, it adds up", "One thing first: per line or once per order?", "per line, it adds up (Per line matches the invoice.)"},
		{"In memory, or in **SQLite**? A restart would lose the queue.", "sqlite then", "In memory, or in SQLite?", "sqlite then (A restart would lose the queue.)"},
		{"Which one?\n- a: a table\n- b: a file", "b", "Which one?", "b: a file"},
		{"| | Approach | Pros |\n|---|---|---|\n| **A** | A mutex | tiny |\n| **B** | A version check | exact |\n\nI'd take **B**. Which one would you like?", "B, please. The retries can wait.", "Which one would you like?", "b: A version check"},
		{"- A: a mutex\n- B: a check\n\nSoll ich A oder B nehmen?", "nimm A bitte", "Soll ich A oder B nehmen?", "a: a mutex"},
		{"| 1 | a.go | 20 |\n| 2 | b.go | 30 |\n\nWhich of these?", "2", "", ""},
		{"Offen ist: **pro Zeile oder pro Auftrag?** Pro Zeile passt zur Rechnung.", "pro Zeile, das geht auf", "Offen ist: pro Zeile oder pro Auftrag?", "pro Zeile, das geht auf (Pro Zeile passt zur Rechnung.)"},
		{"**Why does it fail?** The file was closed too early.", "add a test for closed files too", "", ""},
		{"**Anything else?** Otherwise I stop here.", "no", "", ""},
		{"**Shall I continue?** The next step is small.", "yes", "", ""},
		{"The pattern `a?*` matches both. It is in.", "keep the pattern", "", ""},
		{"**Ready?** The server starts at noon.", "we have an import cycle", "", ""},
		{"Should we use WAL?", "rather not, we had trouble with it", "Should we use WAL?", "rather not, we had trouble with it"},
		{"Shall I try WAL next?", "yes, with tests", "", ""},
		{"When is it a gap?", "a gap only if longer than three times the interval", "When is it a gap?", "a gap only if longer than three times the interval"},
		{"Wann zählt es?", "nur wenn es länger als dreimal so lang ist", "Wann zählt es?", "nur wenn es länger als dreimal so lang ist"},
		{"Quand est-ce que ça compte ?", "seulement si c'est trois fois plus long que prévu", "Quand est-ce que ça compte ?", "seulement si c'est trois fois plus long que prévu"},
		{"Which formats should it print?", "leave out the JSON output for all of them", "Which formats should it print?", "leave out the JSON output for all of them"},
		{"Shall I go on with phase 5?", "Phase 5 I don't want", "Shall I go on with phase 5?", "Phase 5 I don't want"},
		{"Shall I go on with phase 5?", "not yet", "", ""},
		{"When is it a gap?", "if it is longer than three times the interval", "When is it a gap?", "if it is longer than three times the interval"},
		{"Ab wann ist es eine Lücke?", "wenn sie länger als drei Intervalle ist", "Ab wann ist es eine Lücke?", "wenn sie länger als drei Intervalle ist"},
		{"Shall I continue?", "no, that is enough for today", "", ""},
		{"Should it have a header?", "it fails with more than 100 rows", "", ""},
		{"Anything else?", "no, thanks, that was all", "", ""},
	} {
		question, said, ok := Decided(c.answer, c.reply)
		if question != c.question || said != c.said || ok != (c.question != "") {
			t.Errorf("%q, answered %q, is %q: %q", c.answer, c.reply, question, said)
		}
	}
}

func TestAReplyPicksOfAMenuAndGoesOn(t *testing.T) {
	for _, c := range [][2]string{
		{"2 please", "2: a file"},
		{"2, and commit it", "2: a file"},
		{"2. commit", "2: a file"},
		{"option 2, commit", "2: a file"},
		{"2. my disk is full of tables", "2: a file; my disk is full of tables"},
		{"the second one", "2: a file"},
		{"the first, it's simpler", "1: a table; it's simpler"},
		{"nimm 2 bitte", "2: a file"},
		{"la segunda, y haz commit", "2: a file"},
		{"第二个，谢谢", "2: a file"},
		{"1. the old rows 2. the new ones", ""},
		{"2, 1", ""},
		{"not 2", ""},
		{"2 is wrong", "2 is wrong"},
		{"file, and commit", "2: a file"},
		{"the table please", "1: a table"},
		{"eine table, und commit", "1: a table"},
		{"not the file", "not the file"},
		{"the file, no, the table", "the file, no, the table"},
		{"file or table, you decide", ""},
		{"the file is empty", "the file is empty"},
		{"a file per table", "a file per table"},
		{"the file of yesterday is gone", ""},
	} {
		if _, said, _ := Decided("Where to?\n\n1. a table\n2. a file", c[0]); said != c[1] {
			t.Errorf("%q picks %q", c[0], said)
		}
	}
}

func TestAPickMayLimitWhatItTakes(t *testing.T) {
	menu := "Options:\n1. Keep the old token for 30 s\n2. Rotate it only near its end\n\nI'd go with 1. Which one should I implement?"
	for reply, want := range map[string]string{
		"1": "1: Keep the old token for 30 s", "1 but 10 seconds": "1: Keep the old token for 30 s; but 10 seconds",
		"option 2 without the log line":    "2: Rotate it only near its end; without the log line",
		"1 because it is short but log it": "1: Keep the old token for 30 s; because it is short but log it",
		"1 so far failed":                  "1 so far failed",
	} {
		if _, said, _ := Decided(menu, reply); said != want {
			t.Errorf("%q decides %q", reply, said)
		}
	}
}

func TestAPromptThatOnlyPicksIsAboutNoWork(t *testing.T) {
	for _, s := range []string{
		"option 2", "2", "Option B, please", "a", "yes, 2", "the first", "use option 1", "go with b", "ja, nimm die 2", "variante b", "prends la 2",
		"l'option 2", "opción 2", "opção 2", "opzione 2", "вариант 2", "方案2", "选项2", "オプション2",
	} {
		if !OnlyPicks(s) {
			t.Errorf("%q only picks", s)
		}
	}
	for _, s := range []string{
		"", "2 tests fail", "use b.py", "keep v2", "#42", "option --html", "add option 2 to the menu", "404", "use sqlite", "fais l'option html",
		"какие варианты есть?", "方案的文档", "la 2 falla siempre", "die Option fehlt",
	} {
		if OnlyPicks(s) {
			t.Errorf("%q does not only pick", s)
		}
	}
}

func TestWhatComesFirstDecidesNothing(t *testing.T) {
	for question, want := range map[string]bool{
		"There are two bugs. Which one first?": false, "Lequel d'abord ?": false, "Welchen zuerst?": false, "¿Por cuál empiezo?": false,
		"Qual primeiro?": false, "Da quale comincio?": false, "С какого начать?": false, "先做哪个？": false, "A queue or a lock?": true,
	} {
		if _, _, ok := Decided(question, "the lock"); ok != want {
			t.Errorf("%q is decided: %v", question, ok)
		}
	}
}

func TestAnOptionIsPickedByAPartOfItsTextWithMoreBehind(t *testing.T) {
	const race = "Two ways:\n\n1. `FOR UPDATE` on the row\n2. An exclusion constraint, so the database refuses overlaps\n\nWhich one?"
	const queue = "1. Redis\n2. Eine Postgres-Queue\n3. Ein Cron-Job\n\nWelche Variante willst du?"
	const pages = "1. Paginer côté serveur\n2. Charger à la volée\n\nLaquelle préfères-tu ?"
	const cart = "a) guardar el carrito en la sesión\nb) guardarlo en la base de datos\n\n¿Cuál prefieres?"
	for _, row := range [][3]string{
		{race, "Hmm, the exclusion constraint, I think, because then I don't have to think about it. Commit it once it's green.", "2: An ex"},
		{race, "the second one please", "2: An ex"}, {race, "I'd go with the constraint. Commit it once it's green", "2: An ex"},
		{race, "the exclusion constraint, no wait", ""}, {race, "not the exclusion constraint", ""},
		{race, "neither the exclusion constraint nor the lock", ""},
		{queue, "die Postgres-Queue, glaub ich, weil wir keinen Redis haben", "2: Eine"}, {queue, "die zweite bitte", "2: Eine"},
		{queue, "lieber den Cron-Job, der Rest ist Overkill", "3: Ein"}, {pages, "à la volée plutôt, c'est plus léger", "2: Charger"},
		{queue, "Verwende Variante 2 als Standard, und mach den Rest einstellbar", "2: Eine"},
		{race, "I prefer the constraint. But why does the lock wait at all?", "2: An ex"}, {race, "later", ""},
		{race, "use the profiler first. what does it say?", ""}, {race, "I prefer the constraint. Or rather the lock?", ""},
		{cart, "en la base de datos, creo, así no se pierde", "b: guardarlo"}, {cart, "la primera por favor", "a: guardar"},
	} {
		_, said, _ := Decided(row[0], row[1])
		if want := row[2]; !strings.HasPrefix(said, want) || want == "" && strings.HasPrefix(said, "2: ") {
			t.Errorf("%q picks %q, want %q", row[1], said, want)
		}
	}
}

func TestWhoTakesAnOfferOrDoesItHimselfDecidesNothing(t *testing.T) {
	const menu = "1. SQLite in a file\n2. Postgres in docker\n\nWhich one do you want?"
	for _, row := range [][2]string{
		{"Je remets les photos ?", "oui pop et termine"}, {"Je remets les photos ?", "oui vas-y mais garde le nom"},
		{"Would you like me to open the PR?", "No that's fine, I'll open the PR myself."}, {"¿Subo la rama?", "sí, súbela"},
		{"Soll ich den PR aufmachen?", "nein, mach ich selbst"}, {"プッシュしましょうか？", "いいえ、自分でやります"},
		{"Good morning! What's on the agenda?", "the encoding of the export"}, {"Was steht heute an?", "die Kodierung"},
		{menu, "hold on"}, {menu, "warte mal"}, {menu, "待って"}, {menu, "show me the diff"}, {menu, "run the tests"}, {menu, "commit first"},
		{menu, "explain the first one"}, {menu, "compare them"}, {menu, "brb"}, {"How should a dead token be handled?", "commit first"},
	} {
		if q, said, ok := Decided(row[0], row[1]); ok {
			t.Errorf("%q decides %q: %q", row[1], q, said)
		}
	}
	for _, row := range [][2]string{
		{"Shall I also add a CSV export?", "no, the accountant has her own tool"}, {"Should both touch the database?", "no, only readyz"},
		{"Je garde le nom ou je le change ?", "garde le nom"}, {"À quelle heure part le cron ?", "à trois heures"},
		{"Bis wann soll der Token gelten?", "bis morgen früh"}, {"До какого числа хранить?", "до пятого"}, {"Je mets quel nom ?", "facture"},
		{"What should happen on cancel?", "revert it"}, {"What should the button do?", "\"Compare\""}, {"Which database should we use?", "sorry, postgres"},
		{menu, "use redis"}, {"How should a dead token be handled?", "show an error"}, {"What should it do without a file?", "wait 5 s"},
	} {
		if _, _, ok := Decided(row[0], row[1]); !ok {
			t.Errorf("%q decides nothing", row[1])
		}
	}
	if got := Dropped("Oh, no no no, good that you ask. Hm no, never.", false); len(got) > 0 {
		t.Errorf("dropped are %q", got)
	}
}

func TestAChoiceIsToldWithAllThatItSays(t *testing.T) {
	menu := "Where do keys live?\n\n**A. Variable** `KEYS`\n**B. Table** `keys`\n\nWhich one?"
	for reply, want := range map[string]string{
		"B, table pls. hashed w/ sha256": "b: Table `keys`; table pls. hashed w/ sha256", "B. thanks, bye": "b: Table `keys`",
		"B. gehasht mit sha256, bitte": "b: Table `keys`; gehasht mit sha256, bitte", "B please": "b: Table `keys`", "B. commit and push": "b: Table `keys`",
	} {
		if _, got, _ := Decided(menu, reply); got != want {
			t.Errorf("%q decides %q, want %q", reply, got, want)
		}
	}
}

func TestAConsentThatLimitsAndANumberDecide(t *testing.T) {
	for _, c := range [][2]string{
		{"Should I round up?", "yes, but half even for JPY"}, {"Soll ich den Index anlegen?", "ja aber nicht auf orders"},
		{"Dois-je garder le cache ?", "oui mais 5 minutes max"}, {"¿Creo el índice?", "sí, pero solo en pedidos"},
		{"Devo criar o índice?", "sim, mas sem o campo email"}, {"Creo l'indice?", "sì ma non sugli ordini"},
		{"Создать индекс?", "да, но не для заказов"}, {"要建索引吗?", "可以,但不要建在orders上"},
		{"インデックスを作りますか?", "はい、でもordersは除いて"}, {"Shall we keep 3 or 5 backups?", "5"},
		{"Soll ich 3 oder 5 Kopien behalten?", "5"}, {"On garde 3 ou 5 copies ?", "5"}, {"保留3份还是5份?", "5"},
		{"Which port should it listen on?", "9090, and bind to localhost"}, {"Do we keep the 3 retries?", "5, but not in tests"},
	} {
		if _, said, ok := Decided(c[0], c[1]); !ok || said != c[1] {
			t.Errorf("%q to %q decides %q, %v", c[1], c[0], said, ok)
		}
	}
	for _, c := range [][2]string{
		{"Should I round up?", "yes but tomorrow"}, {"Should I round up?", "ok, but commit first"},
		{"Should I round up?", "yes, but first fix the bug"}, {"Shall I go on with the docs?", "yes, but not today"},
		{"All 5 tests pass. Anything else?", "5"}, {"Shall I fix the 2 failing tests?", "2"},
		{"Left:\n1. the parser\n2. the docs\nWhich one shall I do?", "2"},
	} {
		if _, said, ok := Decided(c[0], c[1]); ok {
			t.Errorf("%q to %q decides %q", c[1], c[0], said)
		}
	}
}

func TestWhatComesFirstOrNoMoreThanNoDecidesNothing(t *testing.T) {
	for _, row := range [][2]string{
		{"修好了。\n\n要不要我先做并发扣减加锁？", "先不管并发，404 先弄。另外金额一律用分（int64），不要用 float"},
		{"1. 压测脚本\n2. 重试次数做成配置\n\n你想先做哪个？", "第二个先做"},
		{"1. 压测脚本\n2. 重试次数做成配置\n\n你想先做哪个？", "第二个先做。以后 commit message 都用英文"},
		{"1. 压测脚本\n2. 重试次数做成配置\n\n你想先做哪个？", "以后 commit message 都用英文"},
		{"CI 已加上。\n\n要不要我顺手做了？", "不用了"},
		{"CI 已加上。\n\n要不要我顺手做了？", "先不用，谢谢"},
		{"CI done. Shall I add eslint?", "no need"},
		{"I cannot test the webhook. Do you have a key?", "no idea how that works"},
		{"CI done. Shall I add eslint?", "not needed, thanks"},
		{"CI fertig. Soll ich eslint noch einbauen?", "nicht nötig"},
		{"CI fertig. Soll ich eslint noch einbauen?", "nein, erstmal die Tests"},
		{"Sigue en rojo. ¿Sigo investigando?", "no, me tengo q ir. dejalo asi sin commitear y mañana lo vemos"},
		{"It is still red. Shall I look further?", "no, gotta go"},
		{"Soll ich weiter suchen?", "nein, muss los"},
		{"ESLint も入れましょうか？", "いえ、大丈夫です"},
		{"1. テスト\n2. 設定\n\nどちらを先にしますか？", "2を先にお願いします"},
	} {
		if _, said, ok := Decided(row[0], row[1]); ok {
			t.Errorf("%q decides %q", row[1], said)
		}
	}
	for _, row := range [][2]string{
		{"报表按自然月还是财务月？", "财务月，26 号到下月 25 号"},
		{"Calendar months or fiscal months?", "fiscal months. do 1"},
		{"Soll ich einen Cache einbauen?", "nein, kein cache, wir haben drei server"},
		{"Shall I add a cache?", "no, we have three servers"},
		{"要不要我加缓存？", "不要缓存，我们有三台机器"},
		{"キャッシュを入れましょうか？", "いいえ、サーバーが三台あるので使いません"},
		{"Shall I store it in redis or in postgres?", "postgres"},
		{"¿Uso redis o postgres?", "postgres"},
		{"Shall I use a mutex?", "no, use a row lock"},
	} {
		if _, _, ok := Decided(row[0], row[1]); !ok {
			t.Errorf("%q decides nothing", row[1])
		}
	}
}

func TestAReplyThatPutsOffIsNoDecision(t *testing.T) {
	for _, pair := range [][2]string{
		{"I would decode into a local slice first. OK?", "yes but later"}, {"I would decode first. OK?", "yes but later, have to go"},
		{"I would decode first. OK?", "ja aber gleich, ich muss kurz zu kunde. stash alles"}, {"J'utilise un verrou. D'accord ?", "oui mais plus tard"},
		{"Shall I fix the test now?", "nee muss ins meeting. commit it red"}, {"Shall I fix it now?", "nope, gotta run, commit it as is"},
		{"Je corrige `Overlap` maintenant ?", "non, je dois y aller"}, {"Soll ich den Test beheben?", "nein, ich muss ins meeting, commit so"},
		{"Corrijo o teste?", "não, tenho que sair, commita assim"}, {"Correggo il test?", "no, devo scappare, committa così"},
		{"Чиню тест?", "нет, мне надо бежать, закоммить"}, {"要我修这个测试吗？", "不用，我得走了，先提交"}, {"テストを直しましょうか？", "いや、もう行かないと。コミットして"},
	} {
		if q, said, ok := Decided(pair[0], pair[1]); ok {
			t.Errorf("%q decides %q: %q", pair, q, said)
		}
	}
	for _, pair := range [][2]string{
		{"I would use tabs. OK?", "no, use spaces"}, {"Should we use tabs?", "yes, tabs, gotta go"}, {"Redis or Postgres?", "postgres, have to go"},
		{"Shall I fix it now?", "no, gotta run the migration first, it needs the column"}, {"I'd use a mutex. OK?", "yes but with a timeout"},
		{"Soll ich den Cache einbauen?", "nein, der request muss zum server"}, {"Shall I drop the column?", "no, keep the column, we run it on staging"},
		{"Shall I drop v1?", "no, customers still use it, gotta run"}, {"Soll v1 weg?", "nein, kunden nutzen es noch, bis morgen"},
		{"¿Quito v1?", "no, la usan clientes, hasta mañana"}, {"I'd round half up. OK?", "yes, but half even for JPY, bye"},
		{"Je mets un cache ?", "non, je dois y aller doucement avec la mémoire"}, {"Shall I add a cache?", "no, the request must go to the server"},
	} {
		if _, _, ok := Decided(pair[0], pair[1]); !ok {
			t.Errorf("%q decides nothing", pair)
		}
	}
}

func TestAReplyToAQuestionWithAProposalIsDecided(t *testing.T) {
	const own, ttl = "Should the replica have its own key?", "TTL of the record: 60 s?"
	for _, c := range [][3]string{ // answer, reply, question
		{ttl, "30", ttl}, {ttl, "no, 30", ttl},
		{"Open questions:\n- " + own + " (it must)\n- " + ttl, "own key yes, ttl 30", own + " " + ttl},
		{"I see two ways:\n1. a stream\n2. a job\n\nWhich way?", "2 for now so it stops", "Which way?"},
		{"Three levers:\n\nA. fewer enemies\nB. a checkpoint\nC. less health\n\nB is the friendliest.", "B + C, and log it",
			"Three levers"},
		{"两种修法：\n1. 直接释放\n2. 用事件\n\n建议用方案 2。要我开始吗？", "用方案1，简单点", "建议用方案 2。"},
	} {
		if q, said, ok := Decided(c[0], c[1]); !ok || q != c[2] || said == "" {
			t.Errorf("%q to %q decides %q: %q", c[1], c[0], q, said)
		}
	}
	if q, said, ok := Decided(ttl, "go on"); ok {
		t.Errorf("\"go on\" decides %q: %q", q, said)
	}
}

func TestATimeThatIsAskedForIsDecided(t *testing.T) {
	for _, c := range [][2]string{
		{"When does the trial end?", "tomorrow"}, {"Should the report go out on Monday or Friday?", "Friday"},
	} {
		if _, said, ok := Decided(c[0], c[1]); !ok || said != c[1] {
			t.Errorf("%q: %q, %t", c, said, ok)
		}
	}
}

func TestWhetherToCommitNowIsNoDecision(t *testing.T) {
	for question, reply := range map[string]string{
		"Quer que eu faça o commit?": "nao commita q eu quero conferir o valor antes", "Soll ich committen?": "nee noch nicht committen, ich will den betrag erst prüfen",
		"¿Hago commit?": "no commitees todavía que quiero revisar el monto antes", "Je fais le commit ?": "non, je veux vérifier le montant",
		"Shall I go on with these two?": "no, I have to go now. finish it tomorrow", "Sigo com esses dois?": "nao, tenho reuniao agora. amanha termina",
		"Soll ich weitermachen?": "nein, hab jetzt keine zeit", "Faccio il commit?": "no, prima controllo io l'importo", "Закоммитить?": "нет, сначала проверю сумму", "要提交吗？": "不，我先看一下金额",
	} {
		if q, said, ok := Decided("Done.\n\n"+question, reply); ok {
			t.Errorf("%q: %q %q", question, q, said)
		}
	}
	if _, _, ok := Decided("Should I keep the lock file in git?", "no, leave it out, it is made by CI"); !ok {
		t.Error("what is to be in git is decided")
	}
}

func TestAQuestionIsFoundInTimeInAnySentence(t *testing.T) {
	start := time.Now()
	for _, clause := range []string{"ab, ", "a; b; ", "我们用，", "`a` "} {
		ListOf(strings.Repeat(clause, 100_000/len(clause)))()
	}
	if took := time.Since(start); took > 6*time.Second { // it is a tenth of that, a third under the race detector
		t.Errorf("read in %s", took)
	}
}
