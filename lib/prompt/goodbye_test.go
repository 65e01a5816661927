package prompt

import "testing"

func TestAGoodbyeIsSaidNotAskedFor(t *testing.T) {
	for text, want := range map[string]bool{
		"good night": true, "gotta go, tmrw": true, "ich mach Feierabend": true, "bis morgen!": true, "je dois filer": true, "今天先到这里": true, "ok, that's it for today": true,
		"add a good night message": false, "show \"see you later\" at logout": false, "der Button sagt gute Nacht": false,
		"ajoute un message bonne nuit": false, "añade un hasta luego al pie": false, "aggiungi un buona notte": false, "加一个晚安的提示": false,
		"need to catch the ferry, push it": true, "muss zum zug": true, "have to go to the dentist": true, "chau, mañana sigo": true, "tschüss zusammen": true,
		"we have to catch a panic in the worker": false, "need to catch a race": false, "I need to catch my own errors": false, "ciao as greeting in the mail": false,
		"bis dann alles grün ist kein push": false, "alla prossima release togliamo v1": false, "até a próxima versão fica assim": false, "have to go through the list twice": false,
		"充電が切れるとアプリが落ちる": false, "再见按钮没反应": false, "muss zum bus controller passen": false,
	} {
		if saysGoodbye(text) != want {
			t.Errorf("%q is a goodbye: %v", text, !want)
		}
	}
}

func TestCasualWordsGoOnOrLeave(t *testing.T) {
	for text, want := range map[string]bool{
		"cont": true, "k cont pls": true, "lets continue where we stopped yday": true, "continue w/ yesterdays stuff": true, "ugh term crashed. go on": true,
		"morning! anything left from last wk?": true, "argh tmux died, continue": true, "moin, ist noch was offen?": true, "salut, il reste quelque chose ?": true,
		"cont the footer": false, "continue w/ the footer": false, "the term crashed when I typed": false, "anything left of the buffer is lost": false,
	} {
		if OnlyGoesOn(text) != want {
			t.Errorf("%q goes on: %v", text, !want)
		}
	}
	for text, want := range map[string]bool{
		"cool. lunch, brb 🍕": true, "afk": true, "bin gleich wieder da": true, "je reviens": true, "já volto": true, "马上回来": true,
		"rename brb to back": false, "write the docs of lunch": false,
	} {
		if saysGoodbye(text) != want {
			t.Errorf("%q leaves: %v", text, !want)
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
