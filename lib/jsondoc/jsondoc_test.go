package jsondoc

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAnEditChangesWhatItNamesAndNothingElse(t *testing.T) {
	const pretty = "{\n  \"a\": 1.50,\n  \"o\": {\n    \"x\": [ 1,2 ]\n  },\n  \"e\": {}\n}\n"
	for name, c := range map[string]struct {
		in, value, want string
		path            []string
	}{
		"a value is replaced":                {pretty, `2e3`, strings.Replace(pretty, "1.50", "2e3", 1), []string{"a"}},
		"a key is added at the end":          {pretty, `true`, strings.Replace(pretty, "{}\n}", "{},\n  \"n\": true\n}", 1), []string{"n"}},
		"a key is added in an object":        {pretty, `{"k":[1]}`, strings.Replace(pretty, "[ 1,2 ]\n", "[ 1,2 ],\n    \"n\": {\n      \"k\": [\n        1\n      ]\n    }\n", 1), []string{"o", "n"}},
		"an empty object is filled":          {pretty, `1`, strings.Replace(pretty, "\"e\": {}", "\"e\": {\n    \"n\": 1\n  }", 1), []string{"e", "n"}},
		"what is missing on the way is made": {pretty, `1`, strings.Replace(pretty, "{}\n}", "{},\n  \"p\": {\n    \"q\": 1\n  }\n}", 1), []string{"p", "q"}},
		"no object on the way is replaced":   {pretty, `1`, strings.Replace(pretty, "1.50", "{\n    \"b\": 1\n  }", 1), []string{"a", "b"}},
		"one line stays one line":            {`{"a":1, "b":{}}`, `{"c":[1,2]}`, `{"a":1, "b":{},"n":{"c":[1,2]}}`, []string{"n"}},
		"tabs and CRLF stay":                 {"{\r\n\t\"a\": 1\r\n}\r\n", `{"c":1}`, "{\r\n\t\"a\": 1,\r\n\t\"n\": {\r\n\t\t\"c\": 1\r\n\t}\r\n}\r\n", []string{"n"}},
		"of a double key the last counts":    {`{"a":1,"a":2}`, `3`, `{"a":1,"a":3}`, []string{"a"}},
		"a key is no pattern":                {`{"a*":1,"a":2}`, `3`, `{"a*":3,"a":2}`, []string{"a*"}},
		"an escaped key is the same key":     {`{"\u0061":1}`, `3`, `{"\u0061":3}`, []string{"a"}},
		"a number key makes no list":         {`{"s":{"0":"x"}}`, `"y"`, `{"s":{"0":"x","1":"y"}}`, []string{"s", "1"}},
		"braces in strings are no structure": {`{"a":"}\"]{","b":1}`, `2`, `{"a":"}\"]{","b":2}`, []string{"b"}},
		"the root may be empty":              {"{}\n", `2`, "{\n  \"b\": 2\n}\n", []string{"b"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := string(Doc(c.in).Set(c.value, c.path...))
			if got != c.want {
				t.Errorf("got\n%s\nwant\n%s", got, c.want)
			}
			if !json.Valid([]byte(got)) {
				t.Error("it is no JSON")
			}
		})
	}
}

func TestAKeyIsTakenAwayWithItsComma(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":1,"b":2,"c":3}`:         `{"b":2,"c":3}`,
		`{"b":2, "a":1}`:              `{"b":2}`,
		`{ "a" : 1 }`:                 `{}`,
		`{"a":1}`:                     `{}`,
		"{\n  \"a\": 1,\n  \"b\": 2}": "{\n  \"b\": 2}",
		`{"b":2}`:                     `{"b":2}`,
	} {
		if got := string(unset(Doc(in), "a")); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
	if got := string(unset(Doc(`{"o":{"b":1,"a":2}}`), "o", "a")); got != `{"o":{"b":1}}` {
		t.Error(got)
	}
}

// FuzzDoc sets, reads back, appends and takes away: other members keep their
// bytes, and what another reader takes, Check takes too.
func FuzzDoc(f *testing.F) {
	for _, s := range []string{`{}`, `{"a":1}`, "{\n \"a\" : [1,{\"b\":\"}\"}] ,\n \"\\u0062\":-1.0e+5}\n", `{"a":{"n":1},"a":{"n":2}}`, ` {"":""}`, `{"n":null}`, `[1`, `{"a":1}x`, "\ufeff{\"n\": [ 1,\n2 ]}"} {
		f.Add([]byte(s), "n", `{"x":1}`)
	}
	f.Fuzz(func(t *testing.T, doc []byte, key, value string) {
		in := Doc(doc)
		if err := in.Check(); (err == nil) != json.Valid(doc) {
			t.Fatalf("%q: %v", doc, err)
		}
		if in.Check() != nil || !json.Valid([]byte(value)) || !in.Opens(in.Root(), '{') || !utf8.ValidString(key) {
			return
		}
		list := in.Children(in.Root())
		for _, m := range list {
			if !json.Valid(m.Value.Of(in)) {
				t.Fatalf("a member's value is cut: %q", m.Value.Of(in))
			}
		}
		out := in.Set(value, key)
		if out.Check() != nil || !alike(raw(out, key), []byte(value)) {
			t.Fatalf("%q set in %q gives %q", value, doc, out)
		}
		for _, m := range list {
			if m.Key != key && !bytes.Equal(raw(out, m.Key), raw(in, m.Key)) {
				t.Fatalf("%q changed from %q to %q", m.Key, raw(in, m.Key), raw(out, m.Key))
			}
		}
		if gone := unset(out, key); gone.Check() != nil {
			t.Fatalf("%q taken from %q gives %q", key, out, gone)
		}
		if deep := out.Set(value, key, "in", key); deep.Check() != nil || !alike(raw(deep, key, "in", key), []byte(value)) {
			t.Fatalf("deep: %q", deep)
		}
		for _, m := range list {
			if more := in.Append("7", m.Key); more.Check() != nil || in.Opens(m.Value, '[') && len(more) <= len(in) && m == list[len(list)-1] {
				t.Fatalf("7 appended to %q in %q gives %q", m.Key, in, more)
			}
		}
	})
}

func TestAListGrowsAsItIsLaidOut(t *testing.T) {
	for in, want := range map[string]string{
		`{"l": []}`:                            `{"l": [9]}`,
		`{"l": [1]}`:                           `{"l": [1,9]}`,
		`{"l":[1]}`:                            `{"l":[1,9]}`,
		`{"l": [1,2]}`:                         `{"l": [1,2,9]}`,
		`{"l": [1 ,  2 ]}`:                     `{"l": [1 ,  2,9 ]}`,
		"{\n  \"l\": [\n    1\n  ]\n}":         "{\n  \"l\": [\n    1,\n    9\n  ]\n}",
		"{\r\n\t\"l\": [\r\n\t\t1\r\n\t]\r\n}": "{\r\n\t\"l\": [\r\n\t\t1,\r\n\t\t9\r\n\t]\r\n}",
		"{\n  \"l\": [1, 2]\n}":                "{\n  \"l\": [1, 2,9]\n}",
		"{\n  \"l\": []\n}":                    "{\n  \"l\": [\n    9\n  ]\n}",
		`{"l": {}}`:                            `{"l": {}}`,
		`{"l": null}`:                          `{"l": [9]}`,
		`{"k": []}`:                            `{"k": [],"l":[9]}`,
	} {
		if got := string(Doc(in).Append("9", "l")); got != want {
			t.Errorf("%q gives %q, want %q", in, got, want)
		}
	}
}

func TestDeepNestingAndTornTextAreNotTaken(t *testing.T) {
	deep := Doc(`{"a":` + strings.Repeat("[", 1_000_000))
	for _, torn := range []string{"", "{", `{"a"`, `{"a":`, `{"a":1`, `{"a":1,`, `{"a":1]`, "[1,", "\ufeff", `"`, "nul"} {
		if Doc(torn).Check() == nil {
			t.Errorf("%q is taken", torn)
		}
	}
	for text, want := range map[string]string{
		string(deep): "line 1", "{\n\"secret name\":\n nan}": "line 3", `{"a":`: "ends too early", "{,}": "line 1",
	} {
		if err := Doc(text).Check(); !errors.Is(err, ErrSyntax) || !strings.HasSuffix(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%.20q: %v", text, err)
		}
	}
	if Doc(`{"a":1} {"b":2}`).Check() == nil {
		t.Error("two values are one document")
	}
}

func TestTextsAreQuotedOnlyWhereTheyMustBe(t *testing.T) {
	for s, want := range map[string]string{
		`<a> & "b" \`: `"<a> & \"b\" \\"`, "a\nb\t\x01": `"a\nb\t\u0001"`, "é": "\"é\"", "\xff": "\"\ufffd\"", "": `""`,
	} {
		if got := Quote(s); got != want {
			t.Errorf("%q gives %s, want %s", s, got, want)
		}
	}
}

// raw is the value at a path as it is written.
func raw(d Doc, path ...string) []byte {
	m, _ := d.Find(path...)
	return m.Value.Of(d)
}

// alike reports whether two values differ in white space at most.
func alike(a, b []byte) bool {
	var x, y bytes.Buffer
	return json.Compact(&x, a) == nil && json.Compact(&y, b) == nil && bytes.Equal(x.Bytes(), y.Bytes())
}

// unset is the document without the member at a path.
func unset(d Doc, path ...string) Doc {
	parent, _ := d.Find(path[:len(path)-1]...)
	m, ok := d.Member(parent.Value, path[len(path)-1])
	if !ok {
		return d
	}
	return d.Drop(parent.Value, m.Span)
}
