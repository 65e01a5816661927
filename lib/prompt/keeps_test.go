package prompt

import (
	"slices"
	"testing"
)

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
	} {
		if got := Dropped(text, false); len(got) > 0 {
			t.Errorf("%q decides %q", text, got)
		}
	}
}

// A wish of somebody's that is not for now is a step for later; so is an order for when work is merged, released or over.
func TestAWishForAfterTheReleaseIsPutOff(t *testing.T) {
	for _, text := range []string{
		"jonas wants a warning when two groups share a zone, also not now, after the release", "ana asked for a dark mode, not now", "the coop would like a csv, later", "Jonas will eine Warnung bei geteilten Zonen, aber nicht jetzt", "Jonas möchte eine Warnung, erst nach dem Release",
		"jonas veut un avertissement par zone, mais pas maintenant", "jonas quiere un aviso por zona, pero ahora no", "o jonas quer um aviso por zona, mas agora não", "jonas vuole un avviso per zona, ma non adesso", "йонас хочет предупреждение по зонам, но не сейчас", "jonas想要一个警告，不过现在不做", "jonasは警告が欲しいと言っている、でも今じゃない",
		"when we merge also put \"groups per pump\" in the changelog under 0.5", "when we merge, put the format change in the changelog too", "at the merge add a changelog line", "when we release update the docs site", "wenn wir mergen, trag auch die Formatänderung ins Changelog ein", "beim Merge auch das Changelog ergänzen",
		"quand on merge, ajoute aussi une ligne au changelog", "cuando hagamos el merge, pon también el cambio de formato en el changelog", "quando fizermos o merge, coloca também a mudança no changelog", "quando facciamo il merge, aggiungi anche una riga al changelog", "когда будем мержить, добавь строку в changelog",
		"合并的时候也在changelog里加一行", "マージするときにchangelogにも一行追加して", "when all of this is done bump version to 0.4.0 and a changelog line",
		"after the merge add a note to the docs", "later maybe the csv", "später vielleicht der csv export",
	} {
		if got := PutsOff("split the report. " + text); len(got) != 1 || got[0] != text {
			t.Errorf("%q puts off %q", text, got)
		}
	}
	for _, text := range []string{
		"jonas wants a warning when two groups share a zone", "jonas wants it now, not later", "does jonas want a warning later?", "when you commit, always run the linter", "when the queue is full, drop the job", "when you're done, commit", "when all of this is done commit and push", "when we merge, the hook fails",
		"when do we merge?", "what happens when we merge", "when we merge we get conflicts", "put a line in the changelog", "merge it and put a line in the changelog", "at the merge it broke", "show a banner when we release", "wenn wir mergen, bricht der Hook", "quand on merge, ça plante", "cuando hagamos el merge falla el hook", "quando fizermos o merge quebra",
		"quando facciamo il merge si rompe", "когда мержим, падает хук", "合并的时候报错了", "マージするとき落ちる", "when merged, tell me", "jonas wanted a warning yesterday, it is in now",
		"after the merge update the branch and run the tests", "beim merge schreib die konflikte in eine liste", "nach dem merge setz den branch zurück", "después del merge actualiza la rama", "合并后更新分支并运行测试", "マージ後にブランチを更新してテストを実行して",
		"the job will run later", "the sync will start later",
	} {
		if got := PutsOff("split the report. " + text); len(got) > 0 {
			t.Errorf("%q puts off %q", text, got)
		}
	}
	for _, text := range []string{"ojo nada de dependencias nuevas, stdlib y ya", "achtung keine neuen Abhängigkeiten", "heads up: no new deps", "ojo, sin emojis en los mensajes de commit"} {
		if got := Rules("empieza por a y b. " + text); len(got) != 1 {
			t.Errorf("rules of %q are %q", text, got)
		}
	}
}

func TestAStepForLaterEndsByWhatItIsWithoutWhen(t *testing.T) {
	step := StepOf("when all of this is done bump version to 0.4.0 and a changelog line")
	for said, done := range map[string]bool{
		"Bumped the version to 0.4.0 and added a changelog line.": true, "All of this is done.": false, "Bumped the version to 0.4.0.": false,
	} {
		if TurnOf("go on", []string{said}, nil).Done(step) != done {
			t.Errorf("%q: %t", said, !done)
		}
	}
}
