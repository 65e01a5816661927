package prompt

import (
	"slices"
	"strings"
	"testing"
)

// Whoever says what he takes or keeps, and why or how much of it, decided that.
func TestAChoiceWithItsReasonIsADecision(t *testing.T) {
	for text := range strings.SplitSeq(strings.TrimSpace(choices), "\n") {
		if got := Settled("ok. " + text); !slices.Contains(got, text) {
			t.Errorf("%q decides %q", text, got)
		}
	}
	if got := Settled("we take dim 64. p99 is what serving blocks on"); len(got) != 1 || got[0] != "we take dim 64." {
		t.Errorf("how much is taken decides %q", got)
	}
	for text := range strings.SplitSeq(strings.TrimSpace(noChoices), "\n") {
		if got := Settled("ok. " + text); len(got) > 0 {
			t.Errorf("%q decides %q", text, got)
		}
	}
}

const (
	choices = `
we take lr 3e-4 for everything, because 1e-3 diverges after 2k steps
we go with polling because the webhook drops events behind the proxy
we'll use zstd, since gzip was three times slower on the dumps
let's go with a plain table because the tree view confuses the testers
i take the 8 core box, because the build is cpu bound
we keep the old parser since the new one chokes on tabs
we stay with node 20 because the plugin crashes on 22
we stick with cents, floats lost a penny twice because of rounding
batch size stays 512 because 1024 runs out of memory
timeout stays at 30s since the bank is slow at night
keep the retry at 3 because more annoys the supplier
use argon2 because bcrypt cuts the password at 72 bytes
wir nehmen Redis, weil Memcached keine Listen kann
wir bleiben bei Postgres 15, weil die Erweiterung 16 nicht kann
ich nehme die kleine Instanz, weil nachts nichts läuft
die Schrift bleibt bei 14px, weil 16 im Kopf umbricht
on prend SQLite parce que le client n'a pas de serveur
on reste sur Vue 2 parce que le module de carte n'existe pas pour Vue 3
on garde le cache à 5 minutes car les prix changent souvent
le délai reste à 10 s parce que la caisse est lente
usamos colas porque el correo tarda demasiado
nos quedamos con la versión 4 porque la 5 rompe los informes
vamos con dos réplicas porque una no aguanta el lunes
el límite se queda en 50 porque con 100 se cae
vamos com o plano B porque o fornecedor atrasou
ficamos com o Django 4 porque o pacote de relatórios não suporta o 5
usamos centavos porque o float perde dinheiro
andiamo con i container perché il server è condiviso
teniamo la soglia a 0.8 perché sotto arrivano falsi allarmi
restiamo su Java 17 perché il driver non va con 21
берём SQLite, потому что сервера у клиента нет
остаёмся на версии 4, потому что пятая ломает отчёты
оставляем таймаут 30 секунд, потому что банк медленный
我们用 SQLite，因为客户没有服务器
学习率就用3e-4，因为1e-3会发散
还是保持30秒，因为银行接口慢
SQLiteを使います、お客様にサーバーがないので
学習率は3e-4でいきます、1e-3だと発散するので`
	noChoices = `
seguimos con lo de offline, paso 3
seguimos con el paso 3
we keep getting a 500 because the token is stale
we take a look at it because it fails on ci
we use the flag in ci, why does it fail?
why do we use redis because i forgot
take the file from the other branch because mine is broken
use the other terminal, because the first hangs
keep going because the demo is at 3
keep me posted because i have to tell tom
the cache stays empty because the key is wrong
the button stays grey because the form is never valid
the page stays white since the update
we use it because it is there
should we take redis because memcached has no lists?
i keep forgetting this because the name is odd
take your time because the review is tomorrow
wir nehmen das mal so hin, weil es eilt
die Seite bleibt weiß, weil das Skript fehlt
der Knopf bleibt grau, weil das Formular nie gültig ist
nimm die andere Datei, weil die hier kaputt ist
la page reste blanche parce que le script manque
el botón se queda gris porque el formulario no valida
usa la otra terminal porque esta se cuelga
a página fica branca porque o script falta
la pagina resta bianca perché manca lo script
кнопка остаётся серой, потому что форма не валидна
按钮一直是灰的，因为表单无效
ページが白いままです、スクリプトがないので
jonas says they use kafka because of the volume
he said we take the old one because he likes it
if we take redis because of lists, what do we lose?
take this as input because the sample is small
look at the log because it fails
the test fails because we use sqlite there`
)

func TestAnOptionIsDecidedByATryOrWhatIsDroppedForIt(t *testing.T) {
	const menu = "The dict is too large:\n\nA) A bloom filter per bucket. Small.\nB) Sort by key and slide a window.\n" +
		"C) An LRU dict.\n\nI would go for B. Which one?"
	for said, want := range map[string]string{
		"try a": "a", "do b": "b", "drop bloom, do b": "b", "probier a": "a", "essaie b": "b", "prueba a": "a", "haz b": "b", "faz b": "b",
		"prova a": "a", "попробуй b": "b", "试试 a": "a", "do a quick test": "", "use c for now": "c", "c so that it stays small": "c", "drop the log, do it": "",
	} {
		question, got, _ := Decided(menu, said)
		if key, _, is := strings.Cut(got, ": "); is != Vague(question, got) || is && key != want || !is && want != "" {
			t.Errorf("%q takes %q", said, got)
		}
	}
	if Vague("Which of the two databases should the orders be in?", "a: Postgres") {
		t.Error("a question that says what it is about is vague")
	}
}

func TestWhatTheUserAsksSomebodyIsNotDecided(t *testing.T) {
	const asks = "So two questions: do you want them in recall, and do you want them in AUC?"
	if _, got, _ := Decided(asks, "in recall yes. the other one i ask priya"); got != "in recall yes" {
		t.Errorf("decided is %q", got)
	}
}

// Sentences as people type them every day, a line each, and near misses.
const (
	everydayDecisions = `
actually let's go with postgres LISTEN/NOTIFY instead of polling
no, the tax is computed per line, not per order
the limit should be 50, not 100
make it 50 instead of 100
use 410 rather than 404
let's take sqlite instead of postgres here
customer wants csv not excel
the customer wants CSV, not Excel
we decided yesterday to use uuid v7 for ids
ok, the team agreed on feature flags via unleash
nein, pro Zeile, nicht pro Bestellung
der Kunde will CSV statt Excel
wir haben uns für UUIDs entschieden
on prend sqlite plutôt que postgres
le client veut du CSV, pas d'Excel
on a décidé de garder les logs 90 jours
usa sqlite en vez de postgres
el cliente quiere CSV, no Excel
a gente decidiu usar uuid v7
o cliente quer CSV, não Excel
abbiamo deciso di usare uuid v7
usa sqlite invece di postgres
возьмём sqlite вместо postgres
мы решили хранить логи 90 дней
用 sqlite 而不是 postgres
客户要 CSV，不要 Excel
我们决定用 uuid v7`
	noDecisions = `
the customer wants to cancel orders from the list
the client wants a dark mode, please add it
show me the diff instead of explaining
use the other function instead of this one
run the tests instead of guessing
no, it works, not a problem
no, leave it, not now
did we decide to use uuid?
the customer wants a discount when he orders ten
the button should be red, not sure why it is blue
the test should pass, not fail
fix the parser
I decided: the following:
no, do it
wir haben entschieden:`
)

// A reply decides where it takes one thing instead of another, or says what was decided by whom.
func TestEverydayWordsDecide(t *testing.T) {
	everyday(t, "decides", everydayDecisions, noDecisions, func(text string) []string {
		if so, _ := Corrected(text); so != "" {
			return []string{so}
		}
		return Settled(text)
	})
}

func TestAnAdviceIsNoChoice(t *testing.T) {
	if got := Chosen("I'd go with A, since you don't want to maintain a server."); len(got) > 0 {
		t.Errorf("what an answer only advises is chosen: %q", got)
	}
}

func TestWhatIsCalledADecisionIsOne(t *testing.T) {
	for _, text := range []string{
		"decided: duplicate names are an error", "ok decision: we go with sqlite", "final decision: monthly billing only",
		"entschieden: Fehler statt Warnung", "решено: только месячные счета",
	} {
		if got := Settled(text); len(got) != 1 || got[0] != text {
			t.Errorf("%q decides %q", text, got)
		}
	}
	for _, text := range []string{"the prices look weird, 3.5 instead of 3,50", "decided: the following:", "decision: yes", "the decision log: add a row", "decided?"} {
		if got := Settled(text); len(got) > 0 {
			t.Errorf("%q decides %q", text, got)
		}
	}
}

// What the user goes back to, and what nobody is to touch until when, was decided; so is what cannot be, with its reason.
func TestWhatIsKeptWasDecided(t *testing.T) {
	for _, text := range []string{
		"back to 5 after all, jonas checked again", "let's go back to 5 after all", "we use sqlite after all, postgres is too heavy", "dont touch sensors.py mateo is in there till wed", "hands off api/ until thursday, bob is rebuilding it",
		"don't change schema.sql until the release is out", "doch wieder 5, Jonas hat nochmal gemessen", "wir nehmen doch sqlite", "Finger weg von sensors.py bis Mittwoch, Mateo ist da dran", "finalement on revient à 5, jonas a revérifié",
		"on garde sqlite finalement", "ne touche pas à sensors.py jusqu'à mercredi, mateo est dedans", "al final volvemos a 5, jonas lo revisó", "no toques sensors.py hasta el miércoles, está mateo", "no fim voltamos a 5, o jonas mediu de novo",
		"não mexe no sensors.py até quarta, o mateo está nele", "alla fine torniamo a 5, jonas ha rimisurato", "non toccare sensors.py fino a mercoledì, c'è mateo", "всё-таки возвращаемся к 5, йонас перепроверил", "не трогай sensors.py до среды, там матео",
		"还是改回5吧，jonas又量了一次", "周三之前别动sensors.py，mateo在改", "やっぱり5に戻す、jonasが測り直した", "水曜まではsensors.pyを触らないで、mateoが作業中",
		"use ulid after all please", "back to three columns after all", "use mariadb after all for the reports", "wir behalten den alten Header doch", "还是换回三列吧", "やっぱりmysqlにします",
	} {
		if got := Settled("ok. " + text); !slices.Contains(got, text) {
			t.Errorf("%q decides %q", text, got)
		}
	}
	for _, text := range []string{
		"back to the parser", "back to main", "let's go back to the flag", "go back to step 2", "is 5 right after all?", "did jonas go back to 5 after all?", "he says the customer went back to 5 after all", "change tax.py", "use the flag", "don't touch it", "dont touch anything",
		"don't commit until i looked", "dont push till wed", "the page must not touch the cache until it is warm", "volvemos al parser", "zurück zum Parser", "on revient au parseur", "voltamos ao parser", "torniamo al parser", "вернёмся к парсеру", "回到解析器", "パーサーに戻ろう", "after all tests pass, tag it",
		"run it after all", "keep the server up after all tests ran", "usa un salto de línea al final del archivo", "usa una quebra no fim do arquivo", "用sqlite还是postgres", "das ist doch wieder kaputt", "the file must be read before a.go is", "touch a.py until it is green",
		"wait till a.py is done", "jonas uses sqlite after all", "I don't touch a.go before lunch, what about you?", "back up the db after all steps", "al final del archivo falta un punto", "finalement, c'est quoi la règle ?", "am Ende der Datei fehlt ein Punkt",
		"keep the log after all clients disconnect", "use the new table after all rows are copied", "keep the fallback, it's only a demo after all", "nimm doch mal die andere Datei", "nimm doch die liste", "wieder kaputt, gestern ging es doch noch", "doch wieder ein Timeout beim Login",
		"恢复按钮还是不显示，看一下", "还是报错，恢复一下数据库", "换回旧图标还是有问题", "やっぱりエラーが出る、前のバージョンに戻して", "一覧に戻すボタンがやっぱり動かない", "верни кнопку, она всё-таки пропала",
	} {
		if got := Settled("ok. " + text); len(got) > 0 {
			t.Errorf("%q decides %q", text, got)
		}
	}
	for _, text := range []string{
		"WAL no se puede, la base está en nfs", "WAL isn't an option, the db is on nfs", "wal is out of the question, the db is on nfs", "WAL kommt nicht in Frage, die DB liegt auf NFS", "WAL ist nicht möglich, die DB liegt auf NFS", "WAL n'est pas possible, la base est sur nfs",
		"le WAL est exclu, la base est sur nfs", "WAL não dá, a base está em nfs", "WAL não é possível, a base está em nfs", "WAL non si può, la base è su nfs", "WAL нельзя, база на nfs", "WAL 不可行，数据库在 nfs 上", "WALは無理、DBがnfsにある", "redis is not possible, ops won't run it",
	} {
		if got := Dropped(text+". otra cosa", false); len(got) != 1 {
			t.Errorf("%q decides %q", text, got)
		}
	}
	for _, text := range []string{
		"¿no se puede WAL?", "así no se puede trabajar", "el botón no se puede pulsar en el móvil", "the login does not work, it says 500", "der Login geht nicht, da kommt ein 500", "isn't WAL an option?", "he says that a refund is not possible after 30 days", "zeig an, wenn kein Storno möglich ist",
		"show 'not possible' when the field is empty", "si no se puede leer, avisa", "le login ne marche pas", "o login não funciona", "登录用不了", "ログインできない",
		"refund is not possible", "Drucken ist nicht möglich", "l'export n'est pas possible", "imprimir no es posible", "a impressão não dá", "la stampa non è possibile", "печать невозможна", "打印行不通", "印刷は不可",
		"printing is impossible, it says 500", "zero amounts não pode, corrige", `"other" is not an option`, "--force is not an option",
		"я не могу понять, почему для ios все работает, а для macos - нет", "no entiendo por qué en ios funciona y en macos no",
	} {
		if got := Dropped(text, false); len(got) > 0 {
			t.Errorf("%q decides %q", text, got)
		}
	}
}

func TestAnAnswerStatesAChoice(t *testing.T) {
	for _, is := range []string{
		"We decided to use cents instead of floats because rounding lost pennies.",
		"I'll go with a table rather than a file.",
		"We chose Redis over memcached.",
		"I switched to the official script since the action wraps a command.",
		"Decision: prices are kept in cents.",
		"Wir haben uns für Cent statt Euro entschieden.",
		"Nous avons choisi les centimes plutôt que les euros.",
		"Hemos decidido guardar los precios en centavos porque así cuadra.",
		"Decidimos guardar os preços em centavos em vez de reais.",
		"Abbiamo deciso di usare i centesimi invece degli euro perché così quadra.",
		"Мы решили хранить цены в копейках, потому что иначе теряются.",
		"我们决定用分而不是元来保存所有的价格，这样四舍五入不会出错。",
		"丸め誤差をなくすため、価格はセントで保存することにしました。必ず守ります。",
	} {
		if got := Chosen("Done.\n\n- **" + is + "**\n"); len(got) != 1 || got[0] != is && !strings.HasPrefix(is, got[0]) {
			t.Errorf("of %q: %q", is, got)
		}
	}
	for _, is := range []string{
		"It now returns the error instead of an empty string.",
		"If we decided to use cents, rounding would be exact because of integers.",
		"We have not decided on cents instead of euros.",
		"Should we go with cents rather than euros?",
		"Решение: перед созданием архива нужно удалять старую папку.", // of a problem
		"You could go with cents instead of euros.",
		"The current behavior was chosen because:",
		"## Decision: how prices are kept",
		"Final decision: whether a commit is made",
		"> We decided to use cents instead of euros.",
		"```\nWe decided to use cents instead of euros.\n```",
		"| Decision: cents | because they are exact |",
		"We decided to use cents.",
	} {
		if got := Chosen(is); len(got) > 0 {
			t.Errorf("of %q: %q", is, got)
		}
	}
}

func TestWhatTheProgramDoesIsDecidedAndNoRule(t *testing.T) {
	for _, text := range []string{
		"webhook: they only send an id, you have to fetch the payment. never trust the body",
		"webhook: they only send an id. never trust the body",
		"table payments(id, status), skip when same. always answer 200 even if unknown id, else they hammer us",
		"always answer 200 even if unknown id, else they hammer us", "always return 404 for unknown ids",
		"login: lock after 5 tries. never say which of the two was wrong",
		"export: one file per day, gzip. never overwrite the last one",
		"webhook: die schicken nur eine id. immer 200 antworten",
		"webhook: die schicken nur eine id. vertrau nie dem body", "webhook: ils envoient un id. toujours répondre 200",
		"webhook: solo mandan un id. responde siempre 200", "webhook: só mandam um id. responde sempre 200",
		"webhook: mandano solo un id. rispondi sempre 200", "webhook: шлют только id. всегда отвечай 200",
		"webhook：他们只发 id。永远返回 200", "webhook：idだけ送られる。必ず200を返す",
		"upload: max 5 mb, jpg or png. always reject the rest with a 415",
		"search: fuzzy, 20 hits. always return the exact match first",
		"cache: ttl 60 s, per user. never cache the admin pages",
	} {
		if got := Rules(text); len(got) > 0 || len(Settled(text)) != 1 {
			t.Errorf("rules of %q are %q, decided is %q", text, got, Settled(text))
		}
	}
	for _, text := range []string{
		"never use floats for money: count in cents", "remember: error texts only in redeem.py, never in the templates",
		"the tax office wants it as 'Service', 19 % always", "never log customer mails",
		"newsletter: double opt in. and never log customer mails", "api: always return json",
		"vouchers: percent or fixed. from now on always write a test for the border", "css: never use !important",
		"checkout: add the field. btw never push to main yourself", "mollie: sandbox first. never commit the api key",
		"always answer in german", "always answer me in short sentences", "never trust user input",
		"never put more than 200 rows into a fixture", "always use port 503 for the dev server",
		"nunca subas imágenes de más de 500 kb", "deploy: we are on k8s now. never ssh into the machines",
		"never use any in typescript", "immer auf deutsch antworten", "toujours répondre en français",
	} {
		if got := Rules(text); len(got) != 1 {
			t.Errorf("rules of %q are %q", text, got)
		}
	}
}

func TestWhatIsTakenByNameIsADecision(t *testing.T) {
	readRows(t, `
yes let's go with Everforest-dark as the default for me
yes let's go with postgres, it's already there
yes ok let's go with Redis
yes we'll use zod for validation
yes wir nehmen Postgres
yes on part sur sqlite
yes vamos con Supabase entonces
yes 就用Redis吧
yes Tailwindでいきます
yes usiamo fetch, niente axios
yes we'll go with dayjs instead of moment
no let's use the test page
no let's go with the second one
no let's take ENT-112
no Let's use Claude to review it first
no let's take a look at Main.kt
no we'll use the API later
no should we go with Redis?
no let's use Read for that`, func(s string) bool { return len(Settled(s)) > 0 })
}

func TestADecisionMayBeOneWordWithMoreBehindIt(t *testing.T) {
	for text, want := range map[string]string{
		"ok decision: flag. default old. next release default new": "ok decision: flag. default old. next release default new",
		"decision: flag": "", "Entscheidung: SQLite. Postgres erst mit mehr Nutzern": "Entscheidung: SQLite. Postgres erst mit mehr Nutzern",
		"the decision: where is it?": "",
	} {
		if got := strings.Join(Settled(text), "|"); got != want {
			t.Errorf("%q decides %q", text, got)
		}
	}
	if !Discards("agree, overkill. we drop it. delete the branch", "can we replace the worker?") {
		t.Error("what we drop is thrown away")
	}
}
