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
/handoff für Lena
mach eine Übergabe an Jan
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
fix the cache, then commit`
)

func TestWhoHandsWorkOver(t *testing.T) {
	for text := range strings.SplitSeq(givenOn, "\n") {
		if !HandsOver(text) {
			t.Errorf("%q hands nothing over", text)
		}
	}
	for text := range strings.SplitSeq(givenNot, "\n") {
		if HandsOver(text) {
			t.Errorf("%q hands over", text)
		}
	}
}
