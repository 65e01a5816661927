package yamldoc_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"holdfast/lib/yamldoc"
)

// schema is a small one of every shape.
func schema(path []string) yamldoc.Shape {
	switch strings.Join(path, ".") {
	case "goal", "now", "done.task":
		return yamldoc.OneText
	case "next", "failed", "done.files", "worked":
		return yamldoc.Texts
	case "mode", "date":
		return yamldoc.OneWord
	}
	if len(path) == 2 && path[0] == "decisions" {
		return yamldoc.OneText
	}
	return yamldoc.Whatever
}

func TestParseWrittenReadsTheTextThatWasMeant(t *testing.T) {
	for name, c := range map[string]struct{ text, want string }{
		"a number of an issue":        {"goal: Close issue #42 and the PR\n", `{"goal":"Close issue #42 and the PR"}`},
		"in a list at the key":        {"next:\n- Merge PR #207 to main\n- b\n", `{"next":["Merge PR #207 to main","b"]}`},
		"at the start":                {"goal: #42 is broken\nnext:\n  - #43 too\n  - # four\n", `{"goal":"#42 is broken","next":["#43 too","# four"]}`},
		"a remark behind a text":      {"goal: Ship it # really\n", `{"goal":"Ship it # really"}`},
		"a remark behind a word":      {"mode: handoff     # checkpoint | handoff\ndate: 2026-01-13 # day\n", `{"mode":"handoff","date":"2026-01-13"}`},
		"a number behind a word":      {"mode: fix #42\n", `{"mode":"fix #42"}`},
		"a remark behind quotes":      {"goal: \"a\" # b\nnow: 'c' # d\n", `{"goal":"a","now":"c"}`},
		"a remark behind a list":      {"next: [a, b] # c\n", `{"next":["a","b"]}`},
		"a remark behind a key":       {"next: # steps\n  - a\nfailed: # none\nworked: #\n- b\n", `{"next":["a"],"failed":null,"worked":["b"]}`},
		"a remark behind a block":     {"goal: | # c\n  a #b\n", `{"goal":"a #b\n"}`},
		"comments on their own":       {"# head\ngoal: a\n  # c\n# d\nnext:\n  # e\n  - b\n  #f\n  - c\n", `{"goal":"a","next":["b","c"]}`},
		"a colon":                     {"goal: fix: the parser\nnow: what: this: that\n", `{"goal":"fix: the parser","now":"what: this: that"}`},
		"a colon at the end":          {"goal: Remaining:\n", `{"goal":"Remaining:"}`},
		"a colon in an item":          {"next:\n  - Fix the parser: it loses words\n  - run: this: that\n  - Remaining:\n", `{"next":["Fix the parser: it loses words","run: this: that","Remaining:"]}`},
		"a colon in a further list":   {"more:\n  - a: b\n  - c: d: e\n  - f: g #1\n", `{"more":[{"a":"b"},{"c":"d: e"},{"f":"g #1"}]}`},
		"an item with parts":          {"next:\n  - Fix these:\n    - one #1\n    - two\n  - b\n", `{"next":["Fix these:\n- one #1\n- two","b"]}`},
		"an item of several lines":    {"next:\n  - task: a #1\n    files: [x]\n  - b\n", `{"next":["task: a #1 files: [x]","b"]}`},
		"objects":                     {"done:\n  - task: Close #4: now\n    files: [a.go, b.go]\n  - task: c\n    files:\n    - d e: f\n", `{"done":[{"task":"Close #4: now","files":["a.go","b.go"]},{"task":"c","files":["d e: f"]}]}`},
		"special characters in items": {"next:\n  - @ann asks\n  - `go test` fails\n  - %d is wrong\n  - *all* of it\n  - &and this\n  - !important\n  - |pipe| it\n  - > 5 users\n  - [ ] todo\n  - [x] done\n  - {json} here\n  - - dash\n  - -x flag\n  - ? why\n  - , comma\n  - ] close\n  - 'tis so\n  - \"go\" on\n  - : colon\n", `{"next":["@ann asks","` + "`go test`" + ` fails","%d is wrong","*all* of it","&and this","!important","|pipe| it","> 5 users","[ ] todo","[x] done","{json} here","- dash","-x flag","? why",", comma","] close","'tis so","\"go\" on",": colon"]}`},
		"special characters in texts": {"goal: @ann: see `x` #1\nnow: [WIP] go\ndecisions:\n  a: *must*\n  b: - x\n  c: {d} e\n  e: | f\n  @g/h: pin it\n  fix #3: later\n", `{"goal":"@ann: see ` + "`x`" + ` #1","now":"[WIP] go","decisions":{"a":"*must*","b":"- x","c":"{d} e","e":"| f","@g/h":"pin it","fix #3":"later"}}`},
		"brackets alone":              {"goal: [WIP] x\nnext:\n  - [a, b]\n  - {}\nmore: [WIP]\n", `{"goal":"[WIP] x","next":["[a, b]","{}"],"more":["WIP"]}`},
		"brackets never closed":       {"next:\n  - [wip\n  - {b\n", `{"next":["[wip","{b"]}`},
		"anchors, aliases and tags":   {"a: &x 1\nb: *y\nc: !!python/object d\n", `{"a":"&x 1","b":"*y","c":"!!python/object d"}`},
		"brackets":                    {"next: [\"b #c\", it's, [f]] # d\nmore: {a: b, \"c\": d}\n", `{"next":["b #c","it's",["f"]],"more":{"a":"b","c":"d"}}`},
		"a remark in brackets":        {"next: [fix #42, b]\n", `{"next":"[fix #42, b]"}`},
		"remarks in brackets":         {"next: [\n  a #4,\n  b,\n  ]\nnow: n\n", `{"next":"[ a #4, b, ]","now":"n"}`},
		"tabs":                        {"goal:\ta\tb\t#c\nnext:\n\t- one: two\n\t-\tthree\ndone:\n\t- task: x\n\t  files: [y]\n", `{"goal":"a\tb\t#c","next":["one: two","three"],"done":[{"task":"x","files":["y"]}]}`},
		"a block with tabs":           {"goal: |\n\ta: b #c\n\t\td\nnow: n\n", `{"goal":"a: b #c\n\td\n","now":"n"}`},
		"blocks":                      {"goal: |\n  # a: b\n\n  - c #d\nnext:\n  - >-\n    e: f\n    g #1\n  - h\n", `{"goal":"# a: b\n\n- c #d\n","next":["e: f g #1","h"]}`},
		"several lines":               {"goal: Close #42\n  and: the rest\n  #43 too\n\n  later\nnext:\n  - a\n    b #1\n", `{"goal":"Close #42 and: the rest #43 too\nlater","next":["a b #1"]}`},
		"below the key":               {"goal:\n  Close #42: now\nnext:\n  -\n    a: b\n  - c\nmore:\n  d #1\n", `{"goal":"Close #42: now","next":["a: b","c"],"more":"d #1"}`},
		"quotes over lines":           {"goal: \"a\n  b # c\n  d\"\nnow: 'e\n\n  f: g'\n", `{"goal":"a b # c d","now":"e\nf: g"}`},
		"a quote never closed":        {"goal: \"a\nnow: 'b\n", `{"goal":"\"a","now":"'b"}`},
		"a quoted key":                {"\"a: b\": c #1\n'd': e\n", `{"a: b":"c #1","d":"e"}`},
		"other ends of lines":         {"goal: a\u2028b\u0085c\rd\n", `{"goal":"a` + "\u2028b\u0085" + `c\rd"}`},
		"carriage returns":            {"goal: a #1\r\nnext:\r\n  - b: c\r\n", `{"goal":"a #1","next":["b: c"]}`},
		"a mark of byte order":        {"\ufeffgoal: a #1\n", `{"goal":"a #1"}`},
		"an address":                  {"goal: see http://x.org/#top\nnext:\n  - http://x.org:80\n", `{"goal":"see http://x.org/#top","next":["http://x.org:80"]}`},
		"JSON":                        {`{"goal": "a #1 \ud83d\ude80 \/", "next": ["b: c"], "n": 1.5, "t": true, "z": null}`, `{"goal":"a #1 🚀 /","next":["b: c"],"n":1.5,"t":true,"z":null}`},
		"almost JSON":                 {"{\n  \"goal\": \"a #1\",\n  next: [b],\n}\n", `{"goal":"a #1","next":["b"]}`},
	} {
		documents, _, err := yamldoc.ParseWritten([]byte(c.text), schema)
		if err != nil || len(documents) != 1 {
			t.Errorf("%s: %d documents, %v", name, len(documents), err)
			continue
		}
		var want, got any
		b, err := json.Marshal(yamldoc.Value(documents[0]))
		if err != nil {
			t.Fatal(err)
		}
		if json.Unmarshal(b, &got) != nil || json.Unmarshal([]byte(c.want), &want) != nil || fmt.Sprintf("%#v", got) != fmt.Sprintf("%#v", want) {
			t.Errorf("%s: read as\n%s\nwant\n%s", name, b, c.want)
		}
	}
}

func TestParseWrittenNamesTheLinesItReadAsText(t *testing.T) {
	_, unusual, err := yamldoc.ParseWritten([]byte("---\nmode: a # b\n---\ngoal: a\nnow: b #1   \n\nnext:\n  - c  \n  - d: e\n  - 'f'\n"), schema)
	if err != nil || fmt.Sprint(unusual) != "[5 9]" {
		t.Errorf("%v, %v", unusual, err)
	}
}

func TestParseWrittenQuotesTheLineThatCannotBeRead(t *testing.T) {
	for text, want := range map[string]string{
		"goal: a\nwhich is long\nnow: b\n":     `: "which is long"`,
		"goal: g\nnow: [n\n":                   `line 2: did not find expected ',' or ']': "now: [n"`,
		"{\"goal\": \"g\"\nnow: n\n":           `: "{\"goal\": \"g\""`,
		"goal: a\n" + strings.Repeat("x", 200): "…",
		"goal: caf\xe9\n":                      "line 1: not valid UTF-8",
		strings.Repeat("[", 1<<15):             "YAML",
		strings.Repeat("{\n", 1<<15):           "YAML",
	} {
		documents, _, err := yamldoc.ParseWritten([]byte(text), schema)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%.60q: %v, %v", text, documents, err)
		}
	}
}

func TestParseWrittenReadsOnBehindALineThatCannotBeRead(t *testing.T) {
	documents, _, err := yamldoc.ParseWritten([]byte("---\nmode: a\nx y\ndate: d\n---\ngoal: caf\xe9\nnext:\n- a\n  b\n c\nnow: [n\n"), schema)
	if err == nil || len(documents) != 2 {
		t.Fatal(documents, err)
	}
	b, _ := json.Marshal([]any{yamldoc.Value(documents[0]), yamldoc.Value(documents[1])})
	if want := `[{"date":"d","mode":"a"},{"goal":"caf�","next":["a b c"],"now":"[n"}]`; string(b) != strings.ReplaceAll(want, `\ufffd`, "\ufffd") {
		t.Errorf("%s, want %s", b, want)
	}
}

// Text that makes a reader look ahead again and again, and never finds an end.
func TestParseWrittenReturnsWhateverItReads(t *testing.T) {
	const size = 16 << 10
	for _, s := range []string{"[\n", "[]\n", "{\n", "k: [\n", "- [\n", "- '\n", "k: \"\n", "k: #\n", "# c\n", "\n", " \n", "- *x\n", "k: |\n", "? \n", "-\n", "- - \n", "k:\n"} {
		yamldoc.ParseWritten([]byte("k: [\n"+strings.Repeat(s, size/len(s))), schema)
		yamldoc.ParseWritten([]byte("next:\n"+strings.Repeat(" "+s, size/len(s))), schema)
	}
}

func TestAKeyIsLongAsItIsWritten(t *testing.T) {
	for text, want := range map[string]int{"goal": 4, "a: b": 6, "\x1b": 6} {
		if got := yamldoc.KeyLength(yamldoc.String(text)); got != want {
			t.Errorf("%q: %d bytes, want %d", text, got, want)
		}
	}
}

func TestEveryNumberOfJSONIsKept(t *testing.T) {
	for _, number := range []string{"-0", "1.5", "1E5", "1e400", "0.1e-7", "9223372036854775808", "18446744073709551615", "123456789012345678901234567890"} {
		read, _, err := yamldoc.ParseWritten([]byte(`{"a": [`+number+`], "goal": `+number+`}`), schema)
		if err != nil {
			t.Errorf("%s: %v", number, err)
			continue
		}
		b := yamldoc.Render(read...)
		if back, err := parse(b); err != nil || !equal(back[0], read[0]) || yamldoc.Text(back[0], "goal") != number {
			t.Errorf("%s is kept as %s, %v", number, b, err)
		}
	}
}
