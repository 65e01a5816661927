package prompt

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

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

func TestWhatIsLaidDownAsARuleIsOne(t *testing.T) {
	if got := Rules("house rules:\n" + strings.Repeat("- a widget has a frame of its own\n", 3) + func() (list string) {
		for i := range 200 {
			list += fmt.Sprintf("- widget %d has a frame\n", i)
		}
		return list
	}()); len(got) > maxSteps+1 {
		t.Errorf("%d rules of a pasted document", len(got))
	}
	for said, want := range map[string][]string{
		"two rules for good: money is always in int cents, never float. and function names in Portuguese, ok? then build the list": {"money is always in int cents, never float.", "function names in Portuguese"},
		"duas regras pra sempre: dinheiro em centavos. e nome de função em portugues, blz?":                                        {"dinheiro em centavos.", "nome de função em portugues"},
		"zwei Regeln für immer: Geld nur in Cent als int. Und Namen auf Deutsch, ok?":                                              {"Geld nur in Cent als int.", "Namen auf Deutsch"},
		"deux règles : l'argent en centimes. Et les noms en français.":                                                             {"l'argent en centimes.", "les noms en français."},
		"dos reglas: dinero en centavos. y nombres en español, vale?":                                                              {"dinero en centavos.", "nombres en español"},
		"due regole: i soldi in centesimi. e i nomi in italiano.":                                                                  {"i soldi in centesimi.", "i nomi in italiano."},
		"два правила: деньги в копейках. и имена на русском.":                                                                      {"деньги в копейках.", "имена на русском."},
		"两条规则：金额用分。变量名用英文。":                                                                                                        {"金额用分。", "变量名用英文。"}, "ルールは二つ：金額はセント。名前は英語。": {"金額はセント。", "名前は英語。"},
		"ground rules:\n- money in int cents\n- one class per file\n\nnow build the list": {"money in int cents", "one class per file"},
		"msg de commit em pt e curtinha sempre":                                           {"msg de commit em pt e curtinha sempre"}, "use plain JS, no framework at all": {"use plain JS, no framework at all"}, "make the page for the list of orders, no framework at all": {"no framework at all"},
		"faz a página: web/index.html com um botao. js puro, sem framework nenhum": {"js puro, sem framework nenhum"}, "new rule: fix the login": nil, "new rule: fix the login, it is broken": nil, "nueva regla: arregla el login": nil, "new rule: remove the old cart": nil,
		"new rule: tests before commits": {"tests before commits"}, "new rule: run the linter before each commit": {"run the linter before each commit"},
		"no framework needed": nil, "the eslint rules: they fail in ci": nil,
		"fix the rules: the second one never matches": nil, "the firewall rules: add port 80. then restart it": nil, "what are the rules: can I push?": nil,
		"the rules are in docs/rules.md: read them": nil,
	} {
		if got := Rules(said); !slices.Equal(got, want) {
			t.Errorf("%q: %q", said, got)
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

func TestWhatIsNoStepOfItsOwnIsNotLeft(t *testing.T) {
	for _, answer := range []string{
		"Next: your call. Anything else?", "Todo: empty. Continue?", "Siguiente: nada más. ¿Sigo?", "剩下：没有了。继续吗？",
		"Next: http://localhost:3000. Shall I open it?", "Next: see above. Continue?",
	} {
		if steps, _ := Left(answer); len(steps) > 0 {
			t.Errorf("%q: %q", answer, steps)
		}
	}
	for _, answer := range []string{"Next: the empty state. Continue?", "Next: your call log. Continue?"} {
		if steps, _ := Left(answer); len(steps) != 1 {
			t.Errorf("%q: %q", answer, steps)
		}
	}
}

func TestADecisionIsToldWithoutTheGoodbyeBehindIt(t *testing.T) {
	for _, x := range [][3]string{
		{"Shall I delete the old fixtures?", "no, the importer reads them, gotta run", "no, the importer reads them"},
		{"Should the export be sorted by date?", "no, by name. bye, push it", "no, by name"},
		{"I'd zip it. OK?", "yes but with a checksum, gotta go", "yes but with a checksum"},
		{"Soll v1 weg?", "nein, der importer liest es, bin weg", "nein, der importer liest es"},
		{"¿Borro los fixtures viejos?", "no, el importador los lee, me voy", "no, el importador los lee"},
		{"Apago os fixtures velhos?", "não, o importador usa, tô saindo", "não, o importador usa"},
		{"Удалить старые фикстуры?", "нет, их читает импорт, убегаю", "нет, их читает импорт"},
		{"删掉旧的fixtures吗？", "不,导入器还在用,我得走了", "不,导入器还在用"},
		{"Redis or Memcached?", "redis. have to go now, push it", "redis"},
		{"Should errors be ignored?", "no, we have to catch a panic there", "no, we have to catch a panic there"},
		{"Should we ignore signals?", "no, handle them, we need to catch a race", "no, handle them, we need to catch a race"},
		{"Should we ignore signals?", "no, handle them, gotta catch a bus", "no, handle them"},
		{"Which greeting, ciao or buongiorno?", "ciao", "ciao"}, {"Which command name, `commit` or `save`?", "commit", "commit"},
		{"Should debug be on or off?", "off now, on in dev", "off now, on in dev"}, {"Shall I push or wait?", "push", ""},
		{"Should I commit now or later?", "commit", ""},
		{"Should the cron run at 3?", "no, 4. bye", "no, 4"},
		{"Should we use uuid keys?", "no, gotta go with ints", "no, gotta go with ints"},
		{"Should the drawer close on escape?", "no, it stays until the user leaves", "no, it stays until the user leaves"},
		{"Shall I delete the old fixtures?", "no, gotta catch a train", ""}, {"Shall I delete them?", "no, im off, push it", ""},
		{"Soll ich das löschen?", "nee bin weg, push", ""}, {"Cancello le vecchie fixture?", "no, scappo, committa", ""},
		{"¿Borro los fixtures?", "sí, pero luego", ""}, {"キャッシュを追加しますか？", "はい、でも明日", ""},
		{"I'd zip it. OK?", "yes but after the release", ""}, {"I'd zip it. OK?", "yes but next month", ""},
	} {
		if _, said, _ := Decided(x[0], x[1]); said != x[2] {
			t.Errorf("%q: %q decides %q", x[0], x[1], said)
		}
	}
}
