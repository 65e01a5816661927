package prompt

import (
	"strings"
	"testing"
	"time"
)

// What was waited for, and the user says is there, waits no longer.
func TestWhatArrivedWaitsNoLonger(t *testing.T) {
	const pdf = "le client enverra le pdf, on attend"
	for _, c := range [][2]string{
		{pdf, "le pdf est arrivé dans assets/menu.pdf, fais le lien depuis carte.html"}, {pdf, "le client a envoyé le pdf, mets le lien"},
		{"Mara schickt mir die Texte, wir warten", "die Texte sind da, bau sie ein"}, {"we're waiting for Ana's numbers", "Ana sent the numbers, see numbers.csv"},
		{"la clienta manda las fotos, esperamos", "llegaron las fotos, ponlas"}, {"клиент пришлёт тексты, ждём", "тексты пришли, вставь"},
		{"o cliente vai mandar o logo, a gente espera", "o logo chegou, coloca no header"}, {"il cliente manda i testi, aspettiamo", "i testi sono arrivati, mettili"},
	} {
		if !TurnOf(c[1], nil, nil).Done(StepOf(c[0])) {
			t.Errorf("%q still waits behind %q", c[0], c[1])
		}
	}
	for _, c := range [][2]string{
		{pdf, "le pdf n'est pas arrivé, fais le footer"}, {pdf, "les photos sont arrivées, mets les"}, {pdf, "retire le pdf de la page"},
		{"fix the pdf export", "the pdf has arrived"}, {"we're waiting for Ana's numbers", "put the numbers into the table"},
	} {
		if TurnOf(c[1], nil, nil).Done(StepOf(c[0])) {
			t.Errorf("%q waits no longer behind %q", c[0], c[1])
		}
	}
}

// A result that was to come, and what somebody else was to do, ends when that is told, or asked for and not still to
// come.
func TestWhatARunOrSomebodyElseBroughtEnds(t *testing.T) {
	const (
		run    = "start the import, it runs over night, i look at it tomorrow"
		result = "the result will be in runs/a.json"
		ask    = "i ask ben from ops. wait for him before we change it"
		review = "opened, #41. review is with mara, she looks this afternoon"
		monday = "he looks at it again on monday, dont merge before"
		until  = "mara backfills the column until wednesday"
	)
	for _, c := range []struct {
		step, asked, answer string
		want                bool
	}{
		{run, "so how did the night go", "All nine runs finished.", true}, {run, "results?", "Two are through, one died.", true},
		{result, "all three through?", "Yes: 0.42 on average.", true}, {run, "results?", "It is still running.", false},
		{run, "fix the header", "Done.", false}, {run, "the search results page is empty when the user has no filter, look why", "Fixed.", false},
		{ask, "ben says 12ms includes network, so it has to be below 10", "", true}, {ask, "mara says it's fine", "", false},
		{ask, "ben has not answered", "", false}, {ask, "fix the header", "Done.", false},
		{review, "mara approved #41, she merges it in a minute", "", true}, {review, "#41 is merged, delete the branch", "", true},
		{review, "mara reviewed #41: rename the flag", "", true}, {review, "mara asks whether the key is right", "", false},
		{review, "#40 is merged", "", false}, {review, "commit and push", "Committed and pushed.", false},
		{monday, "he approved it", "", true}, {monday, "its merged", "", true}, {monday, "dont merge yet", "", false},
		{until, "backfill is done btw, mara just wrote", "", true}, {until, "mara says ok", "", true}, {until, "add a test", "Added.", false},
	} {
		if got := TurnOf(c.asked, []string{c.answer}, nil).Done(StepOf(c.step)); got != c.want {
			t.Errorf("%q, %q ends %q: %v", c.asked, c.answer, c.step, got)
		}
	}
	for step, days := range map[string]int{
		run: runLasts, result: runLasts, ask: waitLasts, review: waitLasts, monday: waitLasts, until: 3,
		"retries tomorrow": dueLasts, "завтра всё перезапускаем на clean": dueLasts, "the retries": 0, "docs on monday": 0,
		"Tomorrow write the tests of the cache": dueLasts, "ask jonas tomorrow": dueLasts, "morgen die tests": dueLasts,
		"les tests demain": dueLasts, "los tests mañana": dueLasts, "os testes amanhã": dueLasts, "la doc domani": dueLasts,
		"тесты завтра": dueLasts, "明天写测试": dueLasts, "テストは明日": dueLasts, "the docs, tomorrow morning": dueLasts,
		"Fix the tomorrow label in the calendar": 0, "Show the weather of tomorrow": 0, "the today view and the tomorrow view": 0,
		"fix the \"tomorrow\" label": 0, "das morgen-Label im Kalender": 0, "affiche la météo de demain": 0,
		"la etiqueta mañana del calendario": 0, "mostra il meteo di domani": 0, "покажи погоду на завтра": 0, "显示明天的天气": 0,
		"明日の天気を表示": 0, "add a reminder for tomorrow's meetings": 0, "o rótulo amanhã do calendário": 0,
		"Run the backup over night in cron": 0, "run the import overnight in the scheduler": 0,
		"run the tests during the night build": 0, "run the overnight tests": 0, "start all 9 on gpu2 over night": runLasts,
		"lance cette nuit les trois runs": runLasts, "lance les trois cette nuit en parallèle": runLasts,
		"start all six over night in tmux": runLasts, "starte den import heute nacht im planer": 0,
		"lanza la copia esta noche en el cron": 0, "запусти импорт на ночь в кроне": 0, "i applied for the trademark, takes 6 weeks": 0, "she wants it live from march 3": 0,
	} {
		if got := Lasts(step, time.Time{}); got != days {
			t.Errorf("%q lasts %d days, want %d", step, got, days)
		}
	}
	if !Lands(review) {
		t.Error("a review is not over when its pull request is merged")
	}
}

// A step, and prompts behind it.
const (
	stillToCome = `wait for ops before we deploy < ops need two more days
i ask ops for the token. wait for them < ops need two more days | ops says they need two more days
i ask ops for the token. wait for them < ops wrote they need until thursday | ops answered: not before monday
i ask ops for the token. wait for them < ops need two more days
don't merge yet, i want CI green first < CI is still red
wait until CI is green, then tag < CI is still red | ci still runs | CI is red again
waiting for the logo from Mira < Mira will send the logo once she has it | Mira says she sends the logo on friday
waiting for the logo from Mira < the logo is still not here | still no logo from Mira
waiting for the logo from Mira < Mira will send the logo once she has it
Mira sends the logo, we wait < Mira will send the logo once she has it | Mira says the logo takes another week
Mira sends the logo, we wait < Mira told me she is still on the logo | Mira says it will be later
Mira sends the logo, we wait < Mira is sick, the logo comes next week
pr #12 is open, bob reviews < bob says he reviews tomorrow | bob hasn't looked yet
pr #12 is open, bob reviews < bob needs another day for the review
legal looks at the text by friday < legal says it takes until monday | legal is still reading
ich frag die Ops nach dem Token, wart auf sie < Ops brauchen noch zwei Tage | Ops sagt es dauert noch zwei Tage
Mira schickt das Logo, wir warten < Mira schickt das Logo sobald sie es hat
Mira schickt das Logo, wir warten < Mira hat gesagt das Logo kommt erst Montag
on attend le logo de Mira < Mira dit qu'elle l'enverra dès qu'elle l'a | Mira a besoin de deux jours de plus
Ana manda el logo, esperamos < Ana dice que necesita dos días más | Ana dijo que lo manda el lunes
Ana vai mandar o logo, a gente espera < Ana disse que precisa de mais dois dias
Ana manda il logo, aspettiamo < Ana dice che le servono ancora due giorni
Катя пришлёт логотип, ждём < Катя говорит что нужно ещё два дня
小王会发logo过来，先等着 < 小王说还要两天
田中さんがロゴを送ってくるので、待ちます < 田中さんはまだ二日かかると言っています
the deploy waits for ops < ops need two more days
deploy (waiting for ops) < ops need two more days
waiting on ops for the DNS < ops need two more days for the DNS
waiting on ops < ops need two more days
merge it (waiting for CI) < CI is still red
waits for CI < CI is still red
the merge waits for CI < CI is still red
the logo (waiting for Mira) < Mira will send the logo once she has it
the logo (waiting for Mira) < Mira sent a draft of the logo, but not the final one. do the colour
the logo is blocked on Mira < Mira will send the logo once she has it
put the logo in (blocked by Mira) < Mira is still drawing the logo
das Logo (wartet auf Mira) < Mira schickt das Logo, sobald sie es hat | Mira braucht für das Logo noch zwei Tage
wartet auf die CI < die CI ist noch rot
le logo (en attente de Mira) < Mira enverra le logo dès qu'elle l'a
le déploiement (en attente de la CI) < la CI est encore rouge
le déploiement (en attente des ops) < les ops ont besoin de deux jours de plus
el logo (esperando a Ana) < Ana necesita dos días más para el logo
el merge (pendiente de CI) < la CI sigue roja
o logo (aguardando a Ana) < a Ana precisa de mais dois dias
o merge (aguardando a CI) < a CI ainda está vermelha
il logo (in attesa di Ana) < Ana manda il logo appena ce l'ha
il merge (in attesa della CI) < la CI è ancora rossa
логотип (ждём Катю) < Катя пришлёт логотип, как только будет готов
мёрж (ждём CI) < CI всё ещё красный
logo（等待小王） < 小王还要两天
合并（等待 CI） < CI 还是红的
ロゴ（田中さん待ち） < 田中さんはあと二日かかる
マージ（CI待ち） < CIはまだ赤い
bob reviews #12 (waiting for him) < bob needs another day for #12
merge once CI is green < CI is there again, still red. do the colour meanwhile
the contract: waiting for legal < legal asks what the contract is for. do the colour`
	hasCome = `the key of the API (waiting for ops) < ops sent the key. do the colour | ops gave us the key
Mira schickt das Logo, wir warten < Mira hat das Logo geschickt
on attend le logo de Mira < Mira a envoyé le logo
Ana manda el logo, esperamos < Ana mandó el logo
Ana vai mandar o logo, a gente espera < Ana mandou o logo
Ana manda il logo, aspettiamo < Ana ha mandato il logo
Катя пришлёт логотип, ждём < Катя прислала логотип
小王会发logo过来，先等着 < logo收到了
田中さんがロゴを送ってくるので、待ちます < 田中さんがロゴを送ってくれました
i ask ops for the token. wait for them < ops says the token is in the vault | ops answered: use the staging token
i ask ops for the token. wait for them < ops says 12 still includes the network, so use 10
i ask ops for the token. wait for them < ops told me we need two replicas
waiting for the logo from Mira < Mira sent the logo | put the logo in now, Mira sent it
Mira sends the logo, we wait < the logo from Mira is here | Mira sent the logo, header later
pr #12 is open, bob reviews < bob approved | bob says it's fine, but rename the flag later
legal looks at the text by friday < legal says ok | legal confirmed the text
i ask ben from ops. wait for him before we change it < ben says until march the old key is ok
the logo (waiting for Mira) < Mira sent the logo, put it in
deploy (waiting for ops) < ops confirmed, deploy it | ops gave the ok, deploy
merge it (waiting for CI) < CI is green, merge it
das Logo (wartet auf Mira) < das Logo ist da, bau es ein
le logo (en attente de Mira) < Mira a envoyé le logo, mets le
el logo (esperando a Ana) < Ana mandó el logo, ponlo
логотип (ждём Катю) < логотип пришёл, вставь
logo（等待小王） < logo 收到了，放上去
ロゴ（田中さん待ち） < ロゴが届きました、入れて
the footer (waits for legal) < do the footer now, without legal`
)

// What only says that it is still to come does not end what waits for it, nor does a part of it.
func TestWhatIsStillToComeWaits(t *testing.T) {
	for text, want := range map[string]bool{stillToCome: false, hasCome: true} {
		for row := range strings.SplitSeq(text, "\n") {
			waits, all, _ := strings.Cut(row, " < ")
			for said := range strings.SplitSeq(all, " | ") {
				turn, step := TurnOf(said, []string{"Done."}, nil), StepOf(waits)
				turn.Changes = true
				n, all := turn.Asked(step)
				named := n > 0 && (all || turn.AsksFor(step)) || turn.Takes([]Step{step, StepOf("write the readme")}, 0)
				if got := turn.Done(step) || named; got != want {
					t.Errorf("%q ends %q: %v", said, waits, got)
				}
			}
		}
	}
}

// Who is not named is who was waited for last.
func TestSomebodyNotNamedIsTheLastOne(t *testing.T) {
	const jonas, priya = "opened it, pr #44. jonas reviews", "i ask priya about the key. wait for her"
	for said, named := range map[string]string{
		"he approved": "", "she says ok": "", "approved": "", "sie hat zugestimmt": "", "elle a répondu": "", "ha aprobado": "",
		"jonas approved": jonas, "priya answered: fine": priya,
	} {
		for _, last := range []string{jonas, priya} {
			turn := TurnOf(said, []string{"Good."}, nil)
			turn.Awaited = func() string { return last }
			for _, step := range []string{jonas, priya} {
				if want := step == named || named == "" && step == last; turn.Done(StepOf(step)) != want {
					t.Errorf("%q ends %q after %q: %v", said, step, last, !want)
				}
			}
		}
	}
}

// What a user answers only in part, and asks somebody the rest, waits for that one's answer.
func TestTheOtherQuestionWaitsForItsAnswer(t *testing.T) {
	for _, c := range [][2]string{
		{"So two questions: do you want them in recall, and do you want them in AUC?", "in recall yes. the other one i ask priya"},
		{"Should the export have a header, and which separator?", "header yes. the other one i ask priya"},
		{"Soll der Export einen Kopf haben, und welches Trennzeichen?", "Kopf ja. das andere frag ich priya"},
		{"Should cold start users be in recall?", "dont know, i ask priya"},
		{"O preço inclui imposto?", "não sei, pergunto pra priya"}, {"价格含税吗？", "不知道，我问一下小王"},
	} {
		off := PutOff(c[0], c[1])
		ended := func(said string, last bool) bool {
			turn := TurnOf(said, []string{"Ok."}, nil)
			turn.Awaited = func() string { return map[bool]string{true: off, false: "tom looks at it on monday"}[last] }
			return turn.Done(StepOf(off))
		}
		named := []string{"priya says only recall", "answer from priya: no", "priya a dit non", "小王说不含"}
		for _, said := range named {
			if zh := strings.Contains(c[1], "小王"); ended(said, false) != (zh == strings.Contains(said, "小王")) {
				t.Errorf("%q ends %q: %v", said, off, !zh)
			}
		}
		for _, said := range []string{"her answer: not in auc", "cold start users NOT in auc she says, only recall", "she says no", "her answer is no"} {
			if !ended(said, true) || ended(said, false) {
				t.Errorf("%q ends %q: %v, after another %v", said, off, ended(said, true), ended(said, false))
			}
		}
		for _, said := range []string{
			"priya needs two more days", "priya says she needs until monday", "tom says the header is ugly", "her answer will come tomorrow",
			"the answer of the api is empty", "priya found a bug in recall", "fix the answer: it is cut", "recall: add a test",
		} {
			if ended(said, true) {
				t.Errorf("%q ends %q", said, off)
			}
		}
		if _, said, ok := Decided(c[0], c[1]); ok && strings.Contains(said, "priya") {
			t.Errorf("%q decides %q", c[1], said)
		}
	}
}
