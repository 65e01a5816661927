package prompt

import (
	"strings"
	"testing"
)

// Prompts by which somebody else goes on with the work, and those by which nobody does.
const (
	givenOn = `/handoff ema for yuki
hand it over to tom
go on with keys, hand it over to tom in keys.go
i have to write the paper, yuki will take it over
make a handoff, mara takes it from here
write the handoff to the backend team
ben picks it up tomorrow, save everything
commit and do the handoff for tom
commit, then prepare a handoff for Lena please
no prices on that page, it's on request. commit et fais le handoff pour camille
parfait, rends la main à Léa
ok give it back to tom
/handoff für Lena
mach eine Übergabe an Jonas
Lena übernimmt das ab morgen
fais une passation pour Léa
Paul prend la suite
traspaso para Ana
Luis se encarga del resto
passagem para o João
a Ana vai assumir
passaggio di consegne a Marco
Marco prende in mano il resto
передай работу для Кати
Катя подхватит
交接给小王
小李接手
田中さんに引き継ぎます`
	givenNot = `/handoff
/handoff end of day
/handoff for tomorrow
handoff for today
/handoff auth refactor
/handoff, i take over tomorrow
i will take it over on the laptop
who takes over?
übergabe für morgen
ich übernehme das morgen
je reprends demain
mañana sigo yo
amanhã eu continuo
domani riprendo io
завтра я продолжу
明天我继续
明日続けます
fix the cache, then commit
/handoff for the next session
/handoff for claude
/handoff for me
/handoff for tomorrow morning
/handoff for later
/handoff for after lunch
/handoff for review
/handoff for the night
/handoff for monday
/handoff for a new session
/handoff for the other machine
/handoff for my laptop
/handoff for a fresh context
/handoff for next week
/handoff to continue tomorrow
/handoff to myself
/handoff for the cache refactoring
/handoff for the release
/handoff for HOOK-12
/handoff, the next session takes over
write a handoff to continue in a new session
write a handoff for the payment work
make a handoff to resume after the meeting
make a handoff to disk
the context is full, make a handoff to thoughts/
hand over the token to the worker
hand the request over to the parser
pass the id to the handler, it takes over from there
the retry queue takes over when the api is down
when the leader dies, the follower takes over
the cron job takes over
the new middleware takes over the auth check
let the scheduler take over
the fallback should take over
marco takes over the ci, i keep the rest
Lena takes over the review of #41
Lena takes over the deployment tomorrow
did lena take over?
lena wanted to take over but i do it myself
lena doesn't take over, i do
not handing over to tom yet
don't hand it over to tom
forget tom, i take over
tom handed it over to me
Tom hat mir das übergeben, ich übernehme
ich übernehme das von Tom
übergabe von tom an mich
übergabe für mich
übergabe für den nächsten chat
übergabe für nächste woche
die queue übernimmt den rest
der neue parser übernimmt das
passation pour demain
passation pour moi
passation pour la prochaine session
traspaso para mañana
traspaso para mí
traspaso para la próxima sesión
passaggio di consegne per domani
passaggio di consegne per me
passagem para mim
passagem para amanhã
передай параметр в функцию
передай мне
交接给我自己
交接给下一个会话
自分に引き継ぎ
次のセッションに引き継ぎます
明日に引き継ぎます
/handoff ema for yuki's review
i take over from tom
we take over the project of the old team
the handoff button for the admin page is broken
fix the handoff to the payment provider
implement the handoff to stripe in pay.py
add a handoff for guests to the checkout
commit and do the handoff for tomorrow
commit and read the handoff for tom
fix the bug and hand over the token to the worker
look at the page and test the handoff for guests
i did the handoff and tom wants changes
give it back to the caller
commit and prepare the handoff to the payment provider
prepare the release notes for tom
rends la valeur à la fonction
test the handoff between worker and queue
the tests assume utf-8
does the code assume utf-8? the parser must assume it
pass on the error to the caller
hand the error over to the caller
pasa los tests a vitest
pasa el id a la función
pasa a typescript
passe les tests à vitest
passe à la suite
passe l'id à la fonction
passa i test a vitest
passa para o próximo
passa o id para a função
übergib den wert an die funktion
die übergabe an den worker fehlt
передай id в функцию для кэша
передача данных для отчёта
把 id 转交给函数
la fonction reprend le cache
le worker reprend après un crash
o parser assume utf-8
el worker se encarga de los reintentos
quando cai, o backup vai assumir
the client will continue after a retry
the import will continue after an error
the build goes on with it
when i close the tab, the download will continue
接手这个项目
entrega el pdf a la api
the entrega page for the shop
add the handover date to the order form
/handoff auth, then commit to main
/handoff and push to origin
/handoff and add it to the wiki
/handoff, keep it short for once
/handoff with all details for the migration
/handoff save everything to thoughts
/handoff today's work
create a handoff so i can continue tomorrow
create a handoff for this session
create a handoff document for the current work`
)

func TestWhoHandsWorkOver(t *testing.T) {
	for text := range strings.SplitSeq(givenOn, "\n") {
		if !HandsOver([]string{"add a ttl", text}, "cache of the keys") {
			t.Errorf("%q hands nothing over", text)
		}
	}
	for text := range strings.SplitSeq(givenNot, "\n") {
		if HandsOver([]string{text}, "cache of the keys") || HandsOver([]string{text, "/handoff"}, "") {
			t.Errorf("%q hands over", text)
		}
	}
}

// Only the prompt that asked for a handoff, or the one before it, says for whom it is.
func TestTheLastPromptsHandWorkOver(t *testing.T) {
	for _, c := range []struct {
		asked string // a prompt per line
		want  bool
	}{
		{"mara takes over\n/handoff", true}, {"hand it over to tom\nyes", true},
		{"mara takes over\nno, i do it myself. /handoff", false}, {"hand it over to tom\nno", false},
		{"/handoff keys for yuki\n/handoff", false}, {"/handoff keys for yuki\nnow the list, then /handoff", false},
		{"mara takes over\nadd a ttl\n/handoff", false}, {"", false},
		{"/handoff for ema", false}, {"the ema takes over\n/handoff", false}, {"ema takes over\n/handoff", false},
	} {
		if got := HandsOver(strings.Split(c.asked, "\n"), "exp/ema"); got != c.want {
			t.Errorf("%q hands over: %v", c.asked, got)
		}
	}
}

func TestWhoGoesOnHimself(t *testing.T) {
	for text, want := range map[string]bool{
		"yuki is ill, i go on myself": true, "i do the cache after all. where were we?": true, "go on": true,
		"yuki ist krank, ich mache das selbst": true, "Léa est malade, je continue moi-même": true,
		"thanks, i tell yuki": false, "write the latex table in table.go": false, "should i do it?": false,
		"what about the cache?": false, "ok, tell yuki it runs": false,
	} {
		if GoesOnHimself(text) != want {
			t.Errorf("%q goes on: not %v", text, want)
		}
	}
}
