package autosave

import (
	"strings"
	"testing"
	"time"

	"holdfast/lib/artifact"
	"holdfast/lib/line"
	"holdfast/lib/transcript"
)

// A list ends the steps of the line that an earlier session left where it is of the same topic: the prompt goes on,
// changes a file of the line, or prompt, answer or list share a word with the goal or a step that was left with these.
func TestAListEndsNoStepOfAnotherTopic(t *testing.T) {
	for _, c := range []struct{ goal, next, prompt, answer, settled, file string }{
		{"a page for the harbour in harbour.py", "docs of the harbour|opening hours", "urgent: the ferry in ferry.py crashes", "Fixed.\n\n**Left**\n- a test for the ferry", "", ""},
		{"a page for the harbour in harbour.py", "docs of the harbour|opening hours", "quick detour: rename the deploy script", "Renamed.\n\nStill open:\n- tell the runner its name", "", ""},
		{"retry failed payments", "backoff between the payments|metrics", "before that, the linter complains about the imports", "Sorted.\n\nNot done yet:\n- the unused ones in util.go", "", ""},
		{"Rechnungen als PDF ausgeben", "Summen der Rechnungen|Kopfzeile", "kurz was anderes: der Login hängt", "Behoben.\n\nOffen:\n- ein Test für den Login", "", ""},
		{"exporter les factures en PDF", "les totaux des factures|les entêtes", "urgent : la connexion plante", "Corrigé.\n\nReste à faire :\n- un test de connexion", "", ""},
		{"exportar las facturas en PDF", "los totales de las facturas|los encabezados", "otra cosa: la conexión falla", "Arreglado.\n\nPendiente:\n- una prueba de la conexión", "", ""},
		{"exportar as faturas em PDF", "os totais das faturas|os cabeçalhos", "outra coisa: o login trava", "Corrigido.\n\nFalta:\n- um teste do login", "", ""},
		{"esportare le fatture in PDF", "i totali delle fatture|le intestazioni", "altra cosa: il login si blocca", "Risolto.\n\nResta da fare:\n- un test del login", "", ""},
		{"выгрузка счетов в PDF", "итоги по счетам|заголовки", "срочно: вход не работает", "Исправлено.\n\nОсталось:\n- проверка входа", "", ""},
		{"把发票导出为PDF", "发票的合计|页眉", "另外一件事：登录崩溃了", "已修复。\n\n剩余：\n- 登录的测试", "", ""},
		{"請求書をPDFで出力する", "請求書の合計|見出し", "別件：ログインが落ちる", "修正しました。\n\n残り:\n- ログインのテスト", "", ""},

		{"a page for the harbour in harbour.py", "docs of the harbour|opening hours", "the colour of the harbour page", "It is blue.\n\n**Left**\n- the legend", "docs of the harbour|opening hours", ""},
		{"a page for the harbour in harbour.py", "docs of the harbour|opening hours", "go on", "Half of it is in.\n\n**Left**\n- the second half", "docs of the harbour|opening hours", ""},
		{"a page for the harbour in harbour.py", "docs of the harbour|opening hours", "what ana asked for", "The docs are in.\n\n**Left**\n- the legend", "docs of the harbour|opening hours", ""},
		{"a page for the harbour in harbour.py", "docs of the harbour|opening hours", "now the rest of it", "Nearly.\n\n**Left**\n- the legend", "docs of the harbour|opening hours", ""},
		{"retry failed payments", "backoff between the payments|metrics", "add a cap to the backoff", "Capped.\n\nNot done yet:\n- the docs", "backoff between the payments|metrics", ""},
		{"retry failed payments", "backoff between the payments|metrics", "one more thing", "The metrics count now.\n\nNot done yet:\n- the docs", "backoff between the payments|metrics", ""},
		{"Rechnungen als PDF ausgeben", "Summen der Rechnungen|Kopfzeile", "mach die Kopfzeile fertig", "Fertig.\n\nOffen:\n- die Doku", "Summen der Rechnungen|Kopfzeile", ""},
		{"exporter les factures en PDF", "les totaux des factures|les entêtes", "les entêtes d'abord", "C'est fait.\n\nReste à faire :\n- la doc", "les totaux des factures|les entêtes", ""},
		{"exportar las facturas en PDF", "los totales de las facturas|los encabezados", "sigue", "Avanzo.\n\nPendiente:\n- la segunda mitad", "los totales de las facturas|los encabezados", ""},
		{"exportar as faturas em PDF", "os totais das faturas|os cabeçalhos", "o logo das faturas", "Pronto.\n\nFalta:\n- a documentação", "os totais das faturas|os cabeçalhos", ""},
		{"esportare le fatture in PDF", "i totali delle fatture|le intestazioni", "i totali adesso", "Fatto.\n\nResta da fare:\n- la documentazione", "i totali delle fatture|le intestazioni", ""},
		{"выгрузка счетов в PDF", "итоги по счетам|заголовки", "продолжай", "Половина готова.\n\nОсталось:\n- вторая половина", "итоги по счетам|заголовки", ""},
		{"把发票导出为PDF", "发票的合计|页眉", "发票的标志", "完成了。\n\n剩余：\n- 文档", "发票的合计|页眉", "line.py"},
		{"請求書をPDFで出力する", "請求書の合計|見出し", "続けて", "半分できました。\n\n残り:\n- 後半", "請求書の合計|見出し", ""},
		{"a page for the harbour in harbour.py", "docs of the harbour|opening hours", "make it blue", "It is.\n\n**Left**\n- the legend", "docs of the harbour|opening hours", "line.py"},
		{"Rechnungen als PDF ausgeben", "Summen der Rechnungen|Kopfzeile", "mach es kleiner", "Ist es.\n\nOffen:\n- die Doku", "Summen der Rechnungen|Kopfzeile", "line.py"},
	} {
		talk := said(c.prompt)
		talk[0].Time = now.Add(-time.Minute)
		f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: talk, LastAnswer: c.answer, Last: now}}
		f.State.Goal, f.State.Files = c.goal, []string{"line.py"}
		f.Work.Changed = []string{"other.py"}
		if c.file != "" {
			f.Work.Changed = []string{c.file}
		}
		f.Work.touched = []line.File{{Path: f.Work.Changed[0], At: now}}
		for _, step := range strings.Split(c.next, "|") {
			f.State.Next = append(f.State.Next, line.Item{Text: step, At: now.Add(-time.Hour)})
		}
		_, settled := f.next(nil, f.left(f.talk()), f.talk())
		want(t, c.prompt, strings.Join(settled, "|"), c.settled)
	}
}

// Of a detour a later list of the same session ends what the session left, and not what was left before.
func TestAListOfADetourEndsWhatTheDetourLeft(t *testing.T) {
	talk := said("now the refunds in ferry.py")
	talk[0].Time = now.Add(-time.Minute)
	f := Facts{Session: Session{Date: now}, Conversation: transcript.Conversation{Prompts: talk, LastAnswer: "They are in.\n\n**Left**\n- a price list", Last: now}}
	f.State.Goal, f.Work.Changed = "a page for the harbour in harbour.py", []string{"ferry.py"}
	f.Work.touched = []line.File{{Path: "ferry.py", At: now}}
	f.last = artifact.LastSave{Newest: "x", Notes: artifact.Notes{Saved: []string{
		"thoughts/shared/handoffs/x/" + now.Add(-10*time.Minute).Format("2006-01-02_15-04") + "_auto_checkpoint.yaml"}}}
	f.ID, f.State.Files = "me", []string{"ferry.py", "harbour.py"}
	f.State.LastSittings = []line.Sitting{{Session: "me", Files: []string{"ferry.py"}}}
	f.State.Next = []line.Item{
		{Text: "docs of the harbour", At: now.Add(-time.Hour)}, {Text: "a test for the ferry", At: now.Add(-9 * time.Minute)},
	}
	_, settled := f.next(nil, f.left(f.talk()), f.talk())
	want(t, "settled", strings.Join(settled, "|"), "a test for the ferry")
}
