package prompt

import (
	"strings"
	"testing"
)

const (
	findingsSaid = `
dropout 0.5 hurts, drop it
augmentation does not help, drop it
the new tokenizer is worse, throw it out
the bigger batch wins, use it
redis wins, take it
adamw is better, we keep it
warmup is out
weight decay is out, it hurts
early stopping stays in
the cache stays in, final version is B with ttl 60
final model is run 7 seed 2
we stay with postgres
we stick with adam
we keep batch size 64
dropout bringt nichts, raus damit
mixup schadet, weg damit
redis gewinnt, nimm das
label smoothing ist raus
ema bleibt drin
wir bleiben bei cosine
wir nehmen m=9
le dropout n'apporte rien, on l'enlève
adamw gagne, on le prend
le label smoothing est écarté
on reste sur cosine
on prend m=9
el dropout empeora, quítalo
gana adamw, lo usamos
label smoothing queda fuera
nos quedamos con cosine
o dropout piora, tira
adamw ganhou, usa ele
ficamos com cosine
il dropout peggiora, toglilo
adamw vince, usiamo quello
restiamo su cosine
label smoothing è fuori
дропаут мешает, выкидываем
adamw лучше, берём его
берём m=9
остаёмся на cosine
label smoothing выкидываем
dropout 没用，去掉
adamw 更好，就用它
就用 cosine
adamw の方が良い、これを使う
cosine のままでいく
weight decay doesn't help, throw it out
not worth it, label smoothing is out
good, ema stays in, final model is c_ema seed 1
let's stick with sqlite
отлично, берём m=9
super, wir nehmen m=9
genial, nos quedamos con cosine
ottimo, restiamo su cosine
很好，就用 cosine
the reranker doesn't help, throw it out
zstd wins, we use it
the small model is better, keep it
beam search is out, not worth it
the retry stays in
we'll stick with postgres
final config is c7 with lr 3e-4
das Caching bringt nichts, weg damit
der kleine Index gewinnt, den nehmen wir
Beam Search ist raus
wir bleiben bei Postgres
le cache n'apporte rien, on le vire
zstd gagne, on le garde
on reste avec postgres
el reranker no ayuda, fuera
zstd gana, lo usamos
me quedo con postgres
o reranker não ajuda, tira fora
zstd ganhou, ficamos com ele
il reranker non aiuta, toglilo
zstd vince, lo usiamo
restiamo con postgres
реранкер не помогает, убираем
zstd лучше, оставляем
остаёмся с postgres
reranker 没用，去掉它
zstd 赢了，用它
还是用 postgres
zstd の方が良い、これでいく
postgres のままで行く
`
	noFindings = `
lass main.py erstmal in ruhe, ich hab sie offen
don't touch api.go for now, i have it open until lunch
leave config.yaml alone for the moment, i'm editing it until noon
ne touche pas à app.py pour l'instant, jusqu'à ce que je ferme l'éditeur
no toques server.js por ahora, lo tengo abierto hasta luego
não mexe no app.py por enquanto, tô com ele aberto até já
non toccare main.rs per ora, l'ho aperto fino a dopo
main.py пока не трогай, я его правлю
server.go пока не трогать, там мои правки
не трогай пока utils.py, у меня там отладка
main.py 先别动，我这边开着，等我改完之前
app.py はとりあえず触らないで、終わるまで編集中
then we wait for the numbers from ken
dann warten wir auf die Zahlen von Ken
alors on attend les chiffres de Ken
entonces esperamos los datos de Ana
então esperamos os números da Ana
allora aspettiamo i dati di Ken
тогда ждём цифры от Кена
тогда подождём ответа от юки
那我们等 Ken 的数据
ではケンの数字を待ちます
cosine wins?
does mixup hurt, should we drop it?
the test stays red
the user is out of the session
drop the table first
the new version is out
i am out for lunch
the printer is out of paper
the button stays disabled after the click
the job stays in the queue
the process stays in memory and grows
final step is the upload
the final model is too large for github
my back hurts, i go home
this hurts performance, find out why
we stay in the same thread while saving
we take the first element and return it
we keep getting 500
the last one wins when two write at once
the parser uses the first rule that wins
whoever writes last wins, is that ok?
der Test bleibt rot
die Version ist raus
der Nutzer bleibt drin wenn er neu lädt
der letzte Schreiber gewinnt
le test reste rouge
la version est sortie
le dernier gagne si deux écrivent
el test sigue en rojo
la versión ya está fuera
gana el último que escribe
o teste continua vermelho
il test resta rosso
vince l'ultimo che scrive
тест остаётся красным
пользователь остаётся на странице
берём первый элемент и возвращаем
побеждает последний
测试还是红的
最后写入的赢
テストは赤いまま
最後の書き込みが勝つ
we stay on the page after save
beta is out
v2 is out
node 22 is out
the mail is out
the wifi is out
redis is better, use it only for sessions
does not help, remove it
it helps, keep it
остаёмся на странице после сохранения
on reste sur la page
das Angebot ist raus
логи остаются на диске
logs stay in /tmp
when a test hurts, drop it
maybe dropout hurts, drop it?
the final model is on the server
la mail è fuori
mixup wins on val but not on test
we keep that for later
we stay with redis for now
on reste sur redis pour l'instant
先就用 redis
the cache wins over the db in that case, right?
the new header is out on staging
my power is out
das Licht ist raus
the dialog stays in front
the customer stays in the list
we'll stick with it until monday
the loser helps nobody
der Kunde bleibt drin
el servidor gana memoria
o servidor ganha memória
il server vince il premio
сервер лучше перезапустить
лучше завтра
更好的办法？
better: use a map
that helps, thanks
это помогает, спасибо
ça aide, merci
it doesn't help
is zstd better, should we use it?
lass das weg
schneller ist besser, oder?
drop it
use it
`
)

// A verdict on what was tried is a decision, not what is left alone for a while, nor a wait.
func TestAResultDecides(t *testing.T) {
	for text := range strings.SplitSeq(strings.TrimSpace(findingsSaid), "\n") {
		if got := Settled("hm. " + text); len(got) != 1 || got[0] != text {
			t.Errorf("%q decides %q", text, got)
		}
	}
	for text := range strings.SplitSeq(strings.TrimSpace(noFindings), "\n") {
		if got := Settled("hm. " + text); len(got) > 0 {
			t.Errorf("%q decides %q", text, got)
		}
	}
}

func TestOfTwoThingsThatAreCalledAlikeOneIsTaken(t *testing.T) {
	readRows(t, `
yes partition by event date, not ingest date
yes partition by day not by hour
yes partitionier nach Tag, nicht nach Stunde
yes particiona por día, no por hora
yes par jour, pas par heure
yes use port 8080 not port 8081
no fix the header, not the footer
no run the tests not the linter
no the test is red, not the test runner
no it says day not the day before
no why by day not by hour?
no fix the test in a.go not the test in b.go
no do step 2 not step 3
no today by hand, not by script
no run the big test, not the small test
no monday morning, not monday evening
`, func(s string) bool { return len(Settled(s)) > 0 })
}
