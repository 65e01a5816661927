package prompt

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestShortenKeepsBeginningAndDirections(t *testing.T) {
	text := "Please look at the export of invoices, it is slow. " + strings.Repeat("It reads all of the rows one by one. ", 20) +
		"Don't change the schema. " + strings.Repeat("That took a while. ", 10) + "Use the new index instead."
	got := Shorten(text, 300)
	for _, want := range []string{"Please look at the export of invoices, it is slow.", "Don't change the schema.", "Use the new index instead."} {
		if !strings.Contains(got, want) {
			t.Errorf("%q lacks %q", got, want)
		}
	}
	if n := utf8.RuneCountInString(got); n > 300 {
		t.Errorf("%d characters", n)
	}
	if got := Shorten("short\n and  whole", 300); got != "short and whole" {
		t.Errorf("short prompt became %q", got)
	}
	if got := Shorten(strings.Repeat("语", 1<<20), 300); utf8.RuneCountInString(got) != 300 || !utf8.ValidString(got) {
		t.Errorf("a prompt of 3 MB became %d characters", utf8.RuneCountInString(got))
	}
}

func TestAPromptIsKeptWhole(t *testing.T) {
	text := "Build this:  \n\n\n\n- a\tb\n" + strings.Repeat("word ", 700)
	got := Whole(text)
	if !strings.HasPrefix(got, "Build this:\n\n- a  b\nword word") || row(got) != row(text) {
		t.Errorf("it became %.60q", got)
	}
	long := strings.Repeat("The export reads each row. ", 200) + "Never change the schema. The colour is blue."
	got = Whole(long)
	if n := len([]rune(got)); n > maxWhole || n < maxBegin || !strings.Contains(got, "Never change the schema.") || !strings.Contains(got, "The colour is blue.") {
		t.Errorf("%d characters, ending in %q", n, got[len(got)-80:])
	}
}

// After a compaction an old prompt weighs that tells why, how much, how, what was decided or is put off; what only said
// what to do at once, or asked, is told with less room.
func TestWhatOnlySaidWhatToDoAtOnceWeighsLess(t *testing.T) {
	const weighs = `shorter, and 17%|temp .05 instead of .07|set lr to 1e-3, its too slow|not a dupe|plan first, no code|default off bc serving reads it
type hints on everything public from now on|dont touch the config while it runs|we take dim 64, since p99 blocks|push the branch, no pr yet
opened, #41. review is with priya, she looks this afternoon|hm ok. later: rerun the baseline|c. they come back within 5 min. ttl 300s|jonas says 2ms
nimm 0,3 statt 0,5|nur die Tests, kein Refactoring|weil der Server sonst hängt|der Export kommt morgen|prends 0.3 plutôt que 0.5|sans toucher au schéma
el límite es 20ms|no toques el esquema|o limite é 20ms|sem mexer no schema|il limite è 20ms|solo i test|лимит 20ms|не трогай схему|上限是20ms|不要改表结构|上限は20ms|スキーマは触らないで`
	const small = `try a|test it|ugly but ok|lunch|results?|less technical|other seeds too|go w/ 1 and 2|fine for now. 3|ok good enough|oh ffs. lazy load it
nice!! the others?|all three through?|push|push, i open the pr|what was the als number again|commit and push|which commit?|are you sure?|can you proof read this?
noch mal|und jetzt die Tests|sieht gut aus|warum rot?|lance les tests|c'est bon|et l'export ?|prueba eso|¿y los tests?|vale|testa isso|e os testes?|ok assim
lancia i test|e l'export?|запусти тесты|а экспорт?|跑一下测试|导出呢？|好的|テストを走らせて|エクスポートは？`
	for text, want := range map[string]bool{weighs: true, small: false, strings.Repeat("and the page ", 12): true} {
		for s := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune("|\n", r) }) {
			if Weighs(s) != want {
				t.Errorf("%q weighs: %v", s, !want)
			}
		}
	}
}
