package prompt

import (
	"strings"
	"testing"
)

// What a label says to be done is no step, nor what follows the name of a worker, a version or a ticket.
func TestWhatALabelSaysIsDoneIsNotLeft(t *testing.T) {
	for _, row := range [][3]string{
		{"was haben die worker gestern abend gemacht?", "- **w4** fertig: HPA für web, ein Commit.\n- **w5** gescheitert: kein Volume.", ""},
		{"welcher worker ist gescheitert?", "- **w7** fertig: Speicher-Alarm bei 85 %, ein Commit", ""},
		{"how did the workers do last night?", "w4 done: the HPA for web, one commit.", ""},
		{"what did the workers do?", "Three things: the HPA, the alert and the probes.", ""},
		{"which workers failed?", "Two failed: w2 at the time limit and w5 on the volume.", ""},
		{"where are we?", "task 2 finished: the cache, with a test.", ""},
		{"what is left?", "3 are done: the parser, the lexer and the printer.", ""},
		{"what is left?", "v2 is out: the export, the import and the docs.", ""},
		{"what is left?", "- **w4**: the HPA for web, one commit.\n- **w5**: failed.", ""},
		{"was fehlt noch?", "2 fertig: der Parser und der Drucker.", ""},
		{"on en est où ?", "Étape 2 terminée : le cache, avec un test.", ""},
		{"¿qué hicieron los workers?", "w4 listo: el HPA de web, un commit.", ""},
		{"¿en qué punto estamos?", "Paso 2 hecho: la caché, con una prueba.", ""},
		{"em que pé está?", "Passo 2 concluído: o cache, com um teste.", ""},
		{"a che punto siamo?", "Passo 2 fatto: la cache, con un test.", ""},
		{"что сделали воркеры?", "w4 готово: HPA для web, один коммит.", ""},
		{"что осталось?", "Шаг 2 готов: кэш, с тестом.", ""},
		{"还剩什么？", "第 2 步完成：缓存和测试。", ""},
		{"どこまで進んだ？", "ステップ 2 完了：キャッシュ、テスト付き。", ""},

		{"what is left?", "Done: the parser, the printer; open: the docs", "the docs"},
		{"was fehlt noch?", "2 fertig: der Parser, der Drucker; offen: die Doku", "die Doku"},
		{"what is left?", "Left, once w4 is done: the docs; the changelog", "the docs|the changelog"},
		{"was fehlt noch?", "Offen, sobald w4 fertig ist: die Doku", "die Doku"},
		{"was fehlt noch?", "2 fertig: Parser, Lexer. Zwei Dinge: das Flag; die Doku", "das Flag|die Doku"},
		{"what is left?", "Two things until it is done: the flag; the docs", "the flag|the docs"},
		{"what is left?", "2 not done: the flag; the docs", "the flag|the docs"},
		{"was fehlt noch?", "Noch 2 Punkte, dann fertig: das Flag; die Doku", "das Flag|die Doku"},
		{"que reste-t-il ?", "2 pas encore terminés : le cache ; le test", "le cache|le test"},
		{"¿qué queda?", "2 no terminados: la caché; la prueba", "la caché|la prueba"},
		{"o que falta?", "2 ainda não prontos: o cache; o teste", "o cache|o teste"},
		{"cosa manca?", "2 non ancora finiti: la cache; il test", "la cache|il test"},
		{"что осталось?", "2 не готовы: кэш; тест", "кэш|тест"},
		{"还剩什么？", "2 项未完成：缓存；测试", "缓存|测试"},
		{"还剩什么？", "还剩2项：缓存；测试", "缓存|测试"},
		{"何が残って？", "2 つ未完了：キャッシュ；テスト", "キャッシュ|テスト"},
		{"what is left?", "For v2, 2 things: the flag; the docs", "the flag|the docs"},
		{"what am I waiting for?", "Two things: Marek's review; the key", "Marek's review|the key"},
		{"", "First, when the page loads: the hook runs.", ""},
	} {
		if steps, _ := Left(Answering(row[0], row[1])); strings.Join(steps, "|") != row[2] {
			t.Errorf("%q: %q leaves %q", row[0], row[1], steps)
		}
	}
}
