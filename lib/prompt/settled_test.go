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
		"prova a": "a", "попробуй b": "b", "试试 a": "a", "do a quick test": "", "use c for now": "", "drop the log, do it": "",
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

func TestACorrectedNumberOfTheGoalIsReplaced(t *testing.T) {
	for said, want := range map[string]string{
		"network is 2ms. so p99 has to be below 10, not 12. options?": "recall above 0.42 and p99 below 10ms",
		"p99 doit être sous 10, pas 12":                               "recall above 0.42 and p99 below 10ms",
		"il p99 deve essere 10, non 12":                               "recall above 0.42 and p99 below 10ms",
		"p99 должен быть 10, не 12":                                   "recall above 0.42 and p99 below 10ms",
		"the batch size should be 10, not 12":                         "recall above 0.42 and p99 below 12ms",
		"p99 has to be below 10, not 14":                              "recall above 0.42 and p99 below 12ms",
		"is p99 below 10, not 12?":                                    "recall above 0.42 and p99 below 12ms",
		"p99 is 10":                                                   "recall above 0.42 and p99 below 12ms",
	} {
		if got := Revised("recall above 0.42 and p99 below 12ms", []string{said}); got != want {
			t.Errorf("%q makes the goal %q", said, got)
		}
	}
}
