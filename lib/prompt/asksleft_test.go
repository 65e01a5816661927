package prompt

import (
	"strings"
	"testing"
)

func TestAnAnswerToWhatIsLeftIsAList(t *testing.T) {
	for _, row := range [][3]string{
		{"still to do on mollie?", "Three things: the test on staging (you, tonight), the payments table, and PAY=mollie.",
			"the test on staging (you, tonight)|the payments table|PAY=mollie"},
		{"what's next?", "The docs: I would write them in one file. Then the icons.", ""},
		{"where do we stand?", "It works:\n- routes work\n- auth is there", ""},
		{"what's left?", "Same as before: nothing changed since.", ""},
		{"was fehlt noch?", "Nichts Neues: wie oben.", ""},
		{"what is left?", "Two things: write the docs now, or stop here. Which one?", ""},
		{"was fehlt noch?", "Drei Sachen: die Testzahlung, die Tabelle statt der Map, und der Wechsel.",
			"die Testzahlung|die Tabelle statt der Map|der Wechsel"},
		{"qu'est-ce qu'il reste ?", "Trois choses : le test, la table, et le changement.", "le test|la table|le changement"},
		{"qué falta?", "Tres cosas: la prueba, la tabla, y el cambio.", "la prueba|la tabla|el cambio"},
		{"o que falta?", "Três coisas: o teste, a tabela, e a troca.", "o teste|a tabela|a troca"},
		{"cosa manca?", "Tre cose: la prova, la tabella, e il cambio.", "la prova|la tabella|il cambio"},
		{"что осталось?", "Три вещи: тестовый платёж, таблица, и переключение.", "тестовый платёж|таблица|переключение"},
		{"还剩什么？", "三件事：测试付款、付款表、切换PAY。", "测试付款|付款表|切换PAY"},
		{"何が残っている？", "三つ：テスト決済、支払いテーブル、PAYの切り替え。", "テスト決済|支払いテーブル|PAYの切り替え"},
		{"what's still missing?", "Nothing, all of it is committed.", ""},
		{"is the file still open?", "No, it is closed: the handle goes with the process.", ""},
		{"what does the next step do?", "Two things: it reads the file, and it writes the table.", ""},
		{"why is the port still open?", "Two reasons: the socket is not closed, and the timeout is 60 s.", ""},
		{"stack them?", "Limited to 2. Open: expiry, the field in the cart view, and what happens to a voucher on a refund",
			"expiry|the field in the cart view|what happens to a voucher on a refund"},
	} {
		if steps, _ := Left(Answering(row[0], row[1])); strings.Join(steps, "|") != row[2] {
			t.Errorf("%q leaves %q", row[0], steps)
		}
	}
}
