package prompt

import (
	"strings"
	"testing"
	"time"
)

// Orders for a run that goes on without the user, and a prompt < and its answer by which it is over.
const runsOver = `start all six on the cluster over night < how did they do? < All six jobs are finished, the best is 0.81.
ok launch the big one on box3 overnight < what happened last night? < It went through without an error.
kick off the import in the background, i check tomorrow < check the import < The import is finished: 12,400 rows.
run it on the server, takes 6 hours, i look in the morning < finished? < Yes, all four are through.
let it run over night, i look at it tomorrow < look at the run from yesterday < The run ended at 04:10, loss 0.31.
start the reindex tonight, i check it on monday < so? reindex? < The reindex ran through, 3 million documents.
run the load test over night < load test results pls < 4,200 requests per second at p99 80 ms.
train both models over night on gpu0 < show me the two models < Both trainings are done: 0.77 and 0.79.
starte alle 4 Läufe über nacht < was ist mit den läufen von heute nacht? < Alle vier Läufe sind fertig.
lass den import über nacht laufen, ich schau morgen < und der import? < Der Import ist durchgelaufen.
lance les trois entraînements cette nuit < alors, la nuit ? < Les trois entraînements sont terminés.
lance la migration en arrière-plan, je regarde demain < vérifie la migration < La migration est terminée.
lanza los 6 entrenamientos esta noche < qué pasó con los entrenamientos? < Los seis entrenamientos han terminado.
corre la importación toda la noche, lo miro mañana < mira cómo va la importación < La importación terminó sin errores.
roda os 4 treinos durante a noite < e os treinos da noite? < Os quatro treinos terminaram.
roda a importação a noite toda, olho amanhã < vê a importação < A importação terminou.
lancia i tre addestramenti stanotte < e gli addestramenti? < I tre addestramenti sono finiti.
avvia l'import stanotte, guardo domani < controlla l'import < L'import è finito.
запусти все 6 на ночь < ну что там за ночь? < Все шесть прогонов завершились.
запусти обучение на ночь, утром посмотрю < что с обучением? < Обучение закончилось, 0,87.
прогони тесты на кластере на ночь, завтра гляну < проверь прогон < Прогон завершён, всё зелёное.
run it on gpu2, 3 seeds, 30 epochs is ok for now. takes hours, i look tomorrow < check the mixup training < The three mixup runs are finished: 0.912.
start all 9 on gpu2 over night < чо там с ночным прогоном? < Все 9 прогонов завершились.
start seeds 3 and 4 of c_ra9 on gpu2 for the error bars, i look tomorrow < и что там с сидами 3 и 4? < seed 3: 0.916, seed 4: 0.911.
start the backfill of the orders, let it run over night < is it thru? < It is through, 675 of 678 days are OK.
start the backfill of the orders, let it run over night < backfill ok? < All 678 days are through, none failed.
start the backfill of the orders, let it run over night < is the backfill still running? < No, it ended at 03:12.
starte den backfill heute nacht < ist der backfill durch? < Ja, alle 678 Tage sind durch.
今晚把三个实验都跑了 < 昨晚的实验怎么样？ < 三个实验都跑完了。
训练跑一晚上，我明天看 < 训练好了吗？ < 训练完成了，准确率 0.91。
今夜3つとも一晩回して < 昨夜の実行どうなった？ < 3つの実行は終わりました。
学習を一晩走らせて、明日見ます < 学習は？ < 学習は完了しました。`

// The same, of which what follows says nothing.
const runsOn = `start all six on the cluster over night < what does the seed do? < It sets the order of the batches.
start all six on the cluster over night < how did they do? < They are still running, two of six are through.
start all six on the cluster over night < fix the header of the table < The header is fixed.
run it on the server, takes 6 hours, i look in the morning < is the readme finished? < Yes, the readme is done.
kick off the import in the background, i check tomorrow < check the date format of the parser < The format is ISO.
start the backfill of the orders, let it run over night < backfill ok? < It is still running, at day 210.
start the backfill of the orders, let it run over night < which days does the backfill skip? < Sundays.
train both models over night on gpu0 < the tests first < All tests pass.
start seeds 3 and 4 of c_ra9 on gpu2 for the error bars, i look tomorrow < what is the std over the three seeds for cosine? < 0.0025.
lass den import über nacht laufen, ich schau morgen < schreib die doku < Die Doku ist fertig.
lance les trois entraînements cette nuit < corrige le tableau < Le tableau est corrigé.
lanza los 6 entrenamientos esta noche < cuántas semillas son? < Tres.
запусти все 6 на ночь < исправь таблицу < Таблица исправлена.
训练跑一晚上，我明天看 < 改一下表格 < 表格改好了。
学習を一晩走らせて、明日見ます < READMEを直して < READMEを直しました。`

// Orders that are none, or for now.
const noRuns = `run the tests
run it now and tell me the numbers
start the server and look at the log
the cron job runs over night, move it to 6 am
why did it run all night?
add an option to run it over night
the batch takes 6 hours, make it faster
lass die tests laufen
запусти тесты
跑一下测试
テストを実行して`

func TestRunIsOverOnceItsResultIsAskedFor(t *testing.T) {
	taken, ended := 0, 0
	rows := strings.Split(runsOver, "\n")
	for _, row := range rows {
		c := strings.Split(row, " < ")
		if steps := PutsOff(c[0]); len(steps) == 1 && Lasts(steps[0], time.Time{}) == runLasts {
			taken++
		} else {
			t.Errorf("%q puts off %q", c[0], steps)
		}
		if TurnOf(c[1], []string{c[2]}, nil).Done(StepOf(c[0])) {
			ended++
		} else {
			t.Errorf("%q goes on behind %q, %q", c[0], c[1], c[2])
		}
	}
	t.Logf("%d of %d taken, %d ended", taken, len(rows), ended)
	for step, asked := range map[string]string{
		"завтра всё перезапускаем на clean": "ok yuki agrees. rerun everything which goes in the paper on train_clean",
		"tomorrow we rerun the sweep":       "rerun the sweep with the new seed",
		"morgen messen wir das cache neu":   "miss das cache mit 8 threads",
		"demain on relance les tests e2e":   "relance les tests e2e",
	} {
		other := TurnOf("fix the table of the paper", []string{"Fixed."}, nil)
		if !TurnOf(asked, []string{"Started."}, nil).Done(StepOf(step)) || other.Done(StepOf(step)) {
			t.Errorf("%q is not taken up by %q alone", step, asked)
		}
	}
	for row := range strings.SplitSeq(runsOn, "\n") {
		if c := strings.Split(row, " < "); TurnOf(c[1], []string{c[2]}, nil).Done(StepOf(c[0])) {
			t.Errorf("%q is over behind %q, %q", c[0], c[1], c[2])
		}
	}
	for s := range strings.SplitSeq(noRuns, "\n") {
		if steps := PutsOff(s); len(steps) > 0 {
			t.Errorf("%q puts off %q", s, steps)
		}
	}
}

// What is somebody else's until a day is over with that day; on Tuesday the 17th.
func TestWhatIsSoUntilADayIsOverWithIt(t *testing.T) {
	said := time.Date(2026, 11, 17, 16, 50, 0, 0, time.UTC)
	for step, days := range map[string]int{
		"gpu1 is yukis until friday, dont use it": 4, "mara backfills the column until wednesday": 2,
		"anna schreibt die texte bis donnerstag": 3, "mara translates the strings until monday": 7,
		"mara translates the strings until tuesday": 8, "the docs on friday": 0, "review is with mara, she looks on friday": waitLasts,
	} {
		if got := Lasts(step, said); got != days {
			t.Errorf("%q lasts %d days, want %d", step, got, days)
		}
	}
}

// A session may begin with the order for a run.
func TestTheFirstPromptMayOrderARun(t *testing.T) {
	const run = "start seeds 3 and 4 on gpu2, i look tomorrow"
	if got := SetsAside(run); len(got) != 1 || got[0] != run || len(SetsAside("the docs tomorrow")) > 0 {
		t.Errorf("puts off %q", got)
	}
}
