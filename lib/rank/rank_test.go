package rank

import (
	"crypto/sha256"
	"fmt"
	"math/rand"
	"slices"
	"strings"
	"testing"
)

func TestTermsOfIdentifiersAreWholeAndInParts(t *testing.T) {
	for text, want := range map[string]string{
		"getUserName":              "getusernam user nam",
		"see lib/line/fold.go:12.": "see lib/line/fold.go lib lin fold.go fold go 12",
		"closes #42":               "clos #42 42",
		"ENT-112":                  "ent-112 ent 112",
		"user_name":                "user_name user nam",
		"HTTPServer":               "httpserver http server",
		"the caches":               "cach",
		"l'erreur d'accès":         "erreur acc",
		"数据库连接":                    "数据 据库 库连 连接",
		"库":                        "库",
		"Ünïcode":                  "unicod",
		"... -- #":                 "",
	} {
		if got := strings.Join(terms(text), " "); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}

// What was packed before a change of the stems meets no question after it: it is to be packed again.
func TestTheFormChangesWithWhatIsPacked(t *testing.T) {
	words := "umgestellt ausgerichtet running the caches of getUserName ENT-112 l'erreur d'accès изменил настройки 数据库连接 Ünïcode"
	sum := sha256.Sum256(Pack([]Passage{{Text: words, Weight: 2}}))
	if got, want := fmt.Sprintf("%s %x", Form, sum[:4]), "4 fff8c265"; got != want {
		t.Errorf("documents are packed otherwise than Form says: raise it, and write %q here", got)
	}
}

func TestFormsOfAWordMeet(t *testing.T) {
	for _, forms := range []string{
		"cache caches cached caching", "test tests tested testing", "run running runs ran", "study studies studied studying", "story stories", "branch branches",
		"class classes", "alias aliases", "go went goes gone", "write wrote written writing", "schema schemas", "index indexes indices", "store stored storing",
		"rechnung rechnungen", "datei dateien", "datenbank datenbanken", "prüfung prüfungen", "parallel parallelen parallele", "prüfen prüft prüfe prüfst", "öffnen öffnet öffne", "ändern ändert ändere",
		"gültig gültige gültiger gültigen gültigem", "geändert geänderte geänderten", "schließen schließt", "qualität qualitäten", "gerät geräte geräten", "markt märkte märkten",
		"umstellen umgestellt umgestellte", "auslagern ausgelagert ausgelagerten", "einrichten eingerichtet", "zurücksetzen zurückgesetzt",
		"hinzufügen hinzugefügt", "umwandeln umgewandelt", "aufgeben aufgegeben", "schlüssel schlüsseln", "käufer käufern",
		"erreur erreurs", "fonction fonctions", "fichier fichiers", "función funciones", "archivo archivos", "configuração configurações", "errore errori", "funzione funzioni",
		"ошибка ошибки ошибку ошибками", "проверка проверки проверку", "таблица таблицы таблиц",
	} {
		words := strings.Fields(forms)
		for _, w := range words[1:] {
			if term(w) != term(words[0]) {
				t.Errorf("%q is %q, %q is %q", words[0], term(words[0]), w, term(w))
			}
		}
	}
	for _, apart := range []string{"status state", "data date", "string str", "list listen", "bus buy", "counter count", "custom customer", "cart car", "angebot anbot", "ausgeben ausben", "target tart", "angel anl", "chart char", "zählt zahlt"} {
		words := strings.Fields(apart)
		if term(words[0]) == term(words[1]) {
			t.Errorf("%q and %q are one", words[0], words[1])
		}
	}
}

func docs(texts ...string) []Packed {
	var all []Packed
	for _, text := range texts {
		var passages []Passage
		for p := range strings.SplitSeq(text, "|") {
			passages = append(passages, Passage{Text: p})
		}
		all = append(all, Pack(passages))
	}
	return all
}

func order(hits []Hit) string {
	var all []string
	for _, h := range hits {
		all = append(all, fmt.Sprint(h.Doc))
	}
	return strings.Join(all, " ")
}

func TestTheBestAnswerIsFirst(t *testing.T) {
	for _, c := range []struct {
		name, question, want string
		docs                 []string
	}{
		{"a rare word", "redis cache", "1 2 0", []string{"cache of pages", "redis for sessions", "no cache"}},
		{"one breath", "flaky login test", "1 0", []string{"a flaky network|the login page|a test of units", "a flaky login test|the network page|some units of it", "other"}},
		{"a phrase in quotation marks", `"blue green"`, "1 0", []string{"a blue page|a green one and more", "a page|blue and green and more", "other", "page"}},
		{"parts of an identifier", "user name", "0", []string{"fix getUserName", "other things", "more of it"}},
		{"the end of a path", "fold.go", "1 0", []string{"lib/line/state.go", "lib/line/fold.go", "more of it"}},
		{"no word has to be met", "why did we drop the kafka queue", "2", []string{"one", "two", "the kafka consumer", "three"}},
		{"stop words find nothing", "what is it that we were on", "", []string{"what is it", "we were on"}},
		{"Chinese", "数据库错误", "1 0", []string{"修复数据表", "数据库连接错误", "other"}},
		{"equal ones keep their order", "pear", "0 1 2", []string{"pear", "pear", "pear", "x"}},
		{"quotation marks alone", `"" "`, "", []string{"a", `"`}},
	} {
		if got := order(Ask(c.question).Rank(docs(c.docs...))); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}

func TestAHitTellsWhatItMet(t *testing.T) {
	hits := Ask("the redis getUserName").Rank(docs("user of a name|redis here", "redis alone|more"))
	if len(hits) != 2 || hits[0].Met != 2 || hits[1].Met != 1 || hits[0].Passages[0].Passage != 0 {
		t.Errorf("%+v", hits)
	}
}

var vocabulary = strings.Fields("alpha beta gamma delta epsilon zeta eta theta kappa lambda sigma omega store cache login parser getUserName lib/a.go")

func randomText(r *rand.Rand, n int) []string {
	words := make([]string, n)
	for i := range words {
		words[i] = vocabulary[r.Intn(len(vocabulary))]
	}
	return words
}

func TestOneMoreWordThatMatchesNeverRanksLower(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	for range 300 {
		var texts []string
		for range 5 {
			texts = append(texts, strings.Join(randomText(r, 12), " "))
		}
		less := randomText(r, 12)
		question := randomText(r, 2)
		more := slices.Clone(less)
		more[0], less[0] = question[0], "unrelated"
		hits := Ask(strings.Join(question, " ")).Rank(docs(append(texts, strings.Join(less, " "), strings.Join(more, " "))...))
		place := func(doc int) int {
			i := slices.IndexFunc(hits, func(h Hit) bool { return h.Doc == doc })
			if i < 0 {
				return len(hits)
			}
			return i
		}
		if place(6) > place(5) {
			t.Fatalf("%q: %q before %q", question, less, more)
		}
	}
}

func TestTheOrderOfDocumentsAndWordsDoesNotMatter(t *testing.T) {
	r := rand.New(rand.NewSource(2))
	for range 100 {
		var texts []string
		for i := range 8 {
			texts = append(texts, strings.Join(randomText(r, 5+i), " "))
		}
		question := randomText(r, 3)
		before := map[string]float64{}
		for _, h := range Ask(strings.Join(question, " ")).Rank(docs(texts...)) {
			before[texts[h.Doc]] = h.Score
		}
		r.Shuffle(len(texts), func(i, j int) { texts[i], texts[j] = texts[j], texts[i] })
		slices.Reverse(question)
		for _, h := range Ask(strings.Join(question, " ")).Rank(docs(texts...)) {
			if d := h.Score - before[texts[h.Doc]]; d > 1e-9 || d < -1e-9 {
				t.Fatalf("%q in %q: %v, before %v", question, texts[h.Doc], h.Score, before[texts[h.Doc]])
			}
		}
	}
}

func TestMarksAndExcerptShowTheWords(t *testing.T) {
	q := Ask("flaky getUserName")
	text := strings.Repeat("filler words here ", 50) + "the FLAKY get_user_name test " + strings.Repeat("and more ", 50)
	span := q.Excerpt(text, 100)
	cut := text[span.From:span.To]
	if len(cut) > 100 || !strings.Contains(cut, "FLAKY get_user_name") {
		t.Errorf("%q", cut)
	}
	var marked []string
	for _, m := range q.Marks(cut) {
		marked = append(marked, cut[m.From:m.To])
	}
	if strings.Join(marked, ",") != "FLAKY,get_user_name" {
		t.Errorf("%q", marked)
	}
}

func FuzzRank(f *testing.F) {
	f.Add("what of \"a b\" and 数据库 #42", "lib/line/fold.go|a b c", []byte{2, 1, 1, 16, 1, 16, 0, 0, 0, 0, 9})
	f.Add("\xff\"", "\xc3|", []byte{255, 255, 255, 255, 1})
	f.Fuzz(func(t *testing.T, question, text string, torn []byte) {
		q := Ask(question)
		all := append(docs(text, text), torn)
		hits := q.Rank(all)
		for _, h := range hits {
			if h.Met > h.Words || h.Score < 0 || h.Score != h.Score {
				t.Fatalf("%+v", h)
			}
		}
		if s := q.Excerpt(text, 40); s.From < 0 || s.To > len(text) || s.From > s.To {
			t.Fatalf("%+v", s)
		}
		for _, m := range q.Marks(text) {
			if m.From >= m.To || m.To > len(text) {
				t.Fatalf("%+v", m)
			}
		}
	})
}

func BenchmarkRank(b *testing.B) {
	r := rand.New(rand.NewSource(3))
	var all []Packed
	for range 2000 {
		all = append(all, docs(strings.Join(randomText(r, 200), " "))...)
	}
	b.ResetTimer()
	for b.Loop() {
		Ask("why did the parser drop getUserName in lib/a.go when the cache was cold").Rank(all)
	}
}

func BenchmarkPack(b *testing.B) {
	text := strings.Repeat("The parser reads lib/line/fold.go and getUserName, then writes what it has found. ", 100)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		Pack([]Passage{{Text: text}})
	}
}

// terms are the words that a text is compared by, in its order: stems without
// stop words; an identifier or path gives itself whole and its parts.
func terms(text string) []string {
	var terms []string
	scan(text, nil, func(c chunk) {
		if c.whole != "" {
			terms = append(terms, c.whole)
		}
		terms = append(terms, c.parts...)
	})
	return terms
}

func TestARequestIsAskedWithoutWhatMostOfThemSay(t *testing.T) {
	for text, words := range map[string]int{
		"please add a new test that checks the error": 0,
		"bitte füge einen neuen Test hinzu":           0,
		"commit, merge into main and push":            0,
		"commite, fusionne dans main et pousse":       0,
		"the scan of archives skips symlinks":         4,
		"whats in the queue, and why isnt it empty":   2,
		"修复 错误": 0,
	} {
		if q := AskOf(text); len(q.words) != words {
			t.Errorf("%q: %d words, want %d", text, len(q.words), words)
		}
		if len(Ask(text).words) == 0 {
			t.Errorf("%q finds nothing", text)
		}
	}
}

func TestAnElidedWordIsNotAWord(t *testing.T) {
	for text, want := range map[string]int{
		"c'est d'accord": 1, "l’option": 1, "dell'ordine": 1, "quest'importo": 1, "jusqu'au relevé": 1, "c++ headers": 2, "the c parser": 2, "'c' header": 2,
		"the dell server": 2, "quest logs": 2,
	} {
		if got := len(Ask(text).words); got != want {
			t.Errorf("%q has %d words, want %d", text, got, want)
		}
	}
}

func TestWordsThatMostDocumentsHoldAreNotRare(t *testing.T) {
	var docs []Packed
	for _, text := range []string{"the ledger of the invoices", "the ledger of the stock", "the ledger of wages", "a feed"} {
		docs = append(docs, Pack([]Passage{{Text: text, Weight: 1}}))
	}
	q := AskOf("the 2 invoices of the ledger, and 4")
	if h := q.Rank(docs)[0]; h.Doc != 0 || h.Met != 2 || h.Rare != 1 || h.Words != 2 {
		t.Errorf("met %d of %d words, %d rare", h.Met, h.Words, h.Rare)
	}
	if h := q.Rank(docs[:3])[0]; h.Rare != 2 {
		t.Errorf("of three documents %d words are rare", h.Rare)
	}
}

func TestARootIsOfAllFormsOfAVerb(t *testing.T) {
	for _, forms := range []string{
		"collega colleghi collego collegare collegherò collegato colleghiamo collegate", "sistema sistemi sistemare",
		"conecta conectas conectar conectado conectaré conectamos conecte", "añade añades añadir añadido añadiremos",
		"desenha desenhamos desenhe desenhada", "connecte connecteras connectée connecté connectez",
		"verknüpfe verknüpfst verknüpfen", "korrigiere korrigieren korrigiert", "zeichne zeichnest gezeichnet",
		"подключи подключишь подключить подключён подключу подключаем", "нарисуй нарисуем нарисовать нарисована",
		"translate translated translating translates", "request requests", "pattern patterns", "branch branches",
	} {
		for w := range strings.FieldsSeq(forms) {
			if first, _, _ := strings.Cut(forms, " "); Root(w) != Root(first) {
				t.Errorf("%q: %q, of %q: %q", w, Root(w), first, Root(first))
			}
		}
	}
	for _, two := range [][2]string{{"export", "exporter"}, {"opzione", "opzionale"}, {"option", "optional"}, {"form", "format"}} {
		if Root(two[0]) == Root(two[1]) {
			t.Errorf("%q and %q: %q", two[0], two[1], Root(two[0]))
		}
	}
}
