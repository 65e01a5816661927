package index

import (
	"context"
	"slices"
	"strings"
	"testing"
)

func TestWordsAreWhatAPersonSearchesFor(t *testing.T) {
	for text, want := range map[string]string{
		"Redis SESSION Store":     "redi session store",
		"auth-refactor":           "auth refactor",
		"snake_name, dotted.ext":  "snake name dotted ext",
		"src/auth/session.ts":     "src auth session ts",
		"(bracket) \"quote\" `x`": "bracket quote x",
		"v2 of 404s in 1990":      "v2 of 404 in 1990",
		"Größe café ÉTÉ naïve":    "größe café été naïve",
		"日本語 test":                "日 本 語 test",
		"ひらがな":                    "ひ ら が な",
		"한국어 검색":                  "한국어 검색",
		"":                        "",
		" \t\n-—…!":               "",
		"a\x01b\x00c":             "a b c",
		"bad \xff bytes":          "bad byte",
		"🚀 launch":                "launch",
	} {
		if got := strings.Join(Words(text), " "); got != want {
			t.Errorf("%q gives %q, want %q", text, got, want)
		}
	}
}

func TestSingularAndPluralMeet(t *testing.T) {
	for _, pair := range []string{
		"test tests", "story stories", "cookie cookies", "query queries", "movie movies", "class classes", "branch branches", "match matches",
		"cache caches", "hash hashes", "box boxes", "index indexes", "fix fixes", "axe axes", "pass passes", "status statuses", "bus buses",
		"cause causes", "alias aliases", "case cases", "database databases", "release releases", "schema schemas", "size sizes", "file files",
		"node nodes", "hero heroes", "shoe shoes", "key keys", "process processes", "response responses", "address addresses", "tie ties",
		"Test TESTS", "url URLs", "API apis", "café cafés",
	} {
		one, many, _ := strings.Cut(pair, " ")
		if a, b := Words(one), Words(many); !slices.Equal(a, b) {
			t.Errorf("%s gives %q, %s gives %q", one, a, many, b)
		}
	}
	for _, pair := range []string{"css cs", "aws aw", "us u", "test text", "bus but", "port post"} {
		one, other, _ := strings.Cut(pair, " ")
		if a, b := Words(one), Words(other); slices.Equal(a, b) {
			t.Errorf("%s and %s both give %q", one, other, a)
		}
	}
}

func TestASearchTextHoldsItsFieldsApart(t *testing.T) {
	got := SearchText([]string{"goal", "now", "next"}, map[string][]string{"goal": {"Two words", "a line"}, "next": {"x"}, "other": {"no"}})
	if want := "\x01a two word a line \x01c x "; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := SearchText([]string{"goal"}, nil); got != "" {
		t.Errorf("nothing gives %q", got)
	}
}

// viewOf is a view of rows with the given goal and next, by path.
func viewOf(t *testing.T, texts map[string][2]string) *View {
	t.Helper()
	x, s := newIndex(t), newFake()
	s.folders["h"] = old
	check(t, x, s)
	var rows []Row
	for p, text := range texts {
		rows = append(rows, Row{Path: "h/" + p, Text: SearchText([]string{"goal", "next"}, map[string][]string{"goal": {text[0]}, "next": {text[1]}})})
	}
	if err := x.Put(context.Background(), rows...); err != nil {
		t.Fatal(err)
	}
	v, err := x.Open(context.Background(), s, now)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// found is the paths of the hits, the most relevant first; those of one score
// in brackets.
func found(t *testing.T, v *View, query string, keep func(Row) bool) string {
	t.Helper()
	hits, err := v.Search(query, []float64{4, 2}, keep)
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(hits, func(a, b Hit) int {
		if a.Score != b.Score {
			return map[bool]int{true: -1, false: 1}[a.Score > b.Score]
		}
		return strings.Compare(a.Row.Path, b.Row.Path)
	})
	var out []string
	for i, h := range hits {
		if h.Score <= 0 {
			t.Errorf("%s has the score %v", h.Row.Path, h.Score)
		}
		name := strings.TrimPrefix(h.Row.Path, "h/")
		if i > 0 && hits[i-1].Score == h.Score {
			name = "=" + name
		}
		out = append(out, name)
	}
	return strings.Join(out, " ")
}

func all(Row) bool { return true }

func TestSearchNeedsEveryWordAndRanks(t *testing.T) {
	v := viewOf(t, map[string][2]string{
		"goal":   {"the parser", "nothing"},
		"next":   {"nothing", "the parser"},
		"twice":  {"parser of a parser", "x"},
		"rare":   {"common common zebra", "x"},
		"common": {"common common common zebras", "common"},
		"far":    {"common", "words"},
	})
	for query, want := range map[string]string{
		"parser":          "twice goal next",
		"PARSERS":         "twice goal next",
		"the parser":      "goal next",
		"nothing-parser":  "next goal",
		"parser parser":   "twice goal next",
		"zebra":           "common =rare",
		"common zebra":    "common rare",
		"parser zebra":    "",
		"pars":            "",
		"":                "",
		"!!":              "",
		"a":               "twice",
		"b":               "",
		"x nothing":       "",
		"common   words ": "far",
	} {
		if got := found(t, v, query, all); got != want {
			t.Errorf("%q finds %q, want %q", query, got, want)
		}
	}
	if got := found(t, v, "parser", func(r Row) bool { return r.Path != "h/twice" }); got != "goal next" {
		t.Errorf("filtered it finds %q", got)
	}
}

func TestARarerWordCountsForMore(t *testing.T) {
	v := viewOf(t, map[string][2]string{
		"many-rare": {"often rare rare", "x"}, "many-often": {"often often rare", "x"},
		"1": {"often", "x"}, "2": {"often", "x"}, "3": {"often", "x"}, "4": {"often", "x"},
	})
	if got := found(t, v, "often rare", all); got != "many-rare many-often" {
		t.Errorf("found %q", got)
	}
}

func FuzzWords(f *testing.F) {
	for _, s := range []string{"Tests of caches", "日本 é", "ies s ss", "\x01a x", "İstanbul ſ", "\xff"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text := SearchText([]string{"goal"}, map[string][]string{"goal": {s}})
		words := Words(s)
		for _, w := range words {
			if w == "" || strings.ContainsAny(w, " \x01\t\n") {
				t.Errorf("%q gives the word %q", s, w)
			}
			if !strings.Contains(text, " "+w+" ") {
				t.Errorf("%q is not in the search text %q", w, text)
			}
		}
		if again := Words(strings.ToUpper(s)); len(again) != len(words) && strings.EqualFold(strings.ToUpper(s), s) && len(strings.ToUpper(s)) == len(s) {
			t.Errorf("%q gives %q, in upper case %q", s, words, again)
		}
	})
}
