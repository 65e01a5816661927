package design

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func TestAnEditChangesWhatItNamesAndNothingElse(t *testing.T) {
	const pretty = "{\n  \"a\": 1.50,\n  \"o\": {\n    \"x\": [ 1,2 ]\n  },\n  \"e\": {}\n}\n"
	for name, c := range map[string]struct {
		in, value, want string
		path            []string
	}{
		"a value is replaced":                {pretty, `2e3`, strings.Replace(pretty, "1.50", "2e3", 1), []string{"a"}},
		"an equal value stays as written":    {pretty, `[1, 2]`, pretty, []string{"o", "x"}},
		"a key is added at the end":          {pretty, `true`, strings.Replace(pretty, "{}\n}", "{},\n  \"n\": true\n}", 1), []string{"n"}},
		"a key is added in an object":        {pretty, `{"k":[1]}`, strings.Replace(pretty, "[ 1,2 ]\n", "[ 1,2 ],\n    \"n\": {\n      \"k\": [\n        1\n      ]\n    }\n", 1), []string{"o", "n"}},
		"an empty object is filled":          {pretty, `1`, strings.Replace(pretty, "\"e\": {}", "\"e\": {\n    \"n\": 1\n  }", 1), []string{"e", "n"}},
		"what is missing on the way is made": {pretty, `1`, strings.Replace(pretty, "{}\n}", "{},\n  \"p\": {\n    \"q\": 1\n  }\n}", 1), []string{"p", "q"}},
		"no object on the way is replaced":   {pretty, `1`, strings.Replace(pretty, "1.50", "{\n    \"b\": 1\n  }", 1), []string{"a", "b"}},
		"one line stays one line":            {`{"a":1, "b":{}}`, `{"c": [1, 2]}`, `{"a":1, "b":{},"n":{"c":[1,2]}}`, []string{"n"}},
		"tabs and CRLF stay":                 {"{\r\n\t\"a\": 1\r\n}\r\n", `{"c":1}`, "{\r\n\t\"a\": 1,\r\n\t\"n\": {\r\n\t\t\"c\": 1\r\n\t}\r\n}\r\n", []string{"n"}},
		"of a double key the last counts":    {`{"a":1,"a":2}`, `3`, `{"a":1,"a":3}`, []string{"a"}},
		"a key is no pattern":                {`{"a*":1,"a":2}`, `3`, `{"a*":3,"a":2}`, []string{"a*"}},
		"an escaped key is the same key":     {`{"\u0061":1}`, `3`, `{"\u0061":3}`, []string{"a"}},
		"a number key makes no list":         {`{"s":{"0":"x"}}`, `"y"`, `{"s":{"0":"x","1":"y"}}`, []string{"s", "1"}},
		"braces in strings are no structure": {`{"a":"}\"]{","b":1}`, `2`, `{"a":"}\"]{","b":2}`, []string{"b"}},
		"the root may be empty":              {"{}\n", `2`, "{\n  \"b\": 2\n}\n", []string{"b"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := string(text(c.in).set([]byte(c.value), c.path...))
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
		`{"a":1}`:                     `{}`,
		"{\n  \"a\": 1,\n  \"b\": 2}": "{\n  \"b\": 2}",
		`{"b":2}`:                     `{"b":2}`,
	} {
		if got := string(text(in).unset("a")); got != want {
			t.Errorf("%s: got %s, want %s", in, got, want)
		}
	}
	if got := string(text(`{"o":{"b":1,"a":2}}`).unset("o", "a")); got != `{"o":{"b":1}}` {
		t.Error(got)
	}
}

// FuzzText sets, reads back and takes away: other members keep their bytes.
func FuzzText(f *testing.F) {
	for _, s := range []string{`{}`, `{"a":1}`, "{\n \"a\" : [1,{\"b\":\"}\"}] ,\n \"\\u0062\":-1.0e+5}\n", `{"a":{"n":1},"a":{"n":2}}`, ` {"":""}`, `{"n":null}`} {
		f.Add([]byte(s), "n", `{"x":1}`)
	}
	f.Fuzz(func(t *testing.T, doc []byte, key, value string) {
		if !json.Valid(doc) || !json.Valid([]byte(value)) || !bytes.HasPrefix(bytes.TrimLeft(doc, " \t\r\n"), []byte("{")) {
			t.Skip()
		}
		if decodeKey(quote(key)) != key {
			t.Skip("no valid UTF-8")
		}
		in := text(doc)
		list, _ := in.members(in.space(0))
		for _, m := range list {
			if !json.Valid(in[m.start:m.end]) {
				t.Fatalf("a member's value is cut: %q", in[m.start:m.end])
			}
		}
		out := in.set([]byte(value), key)
		if !json.Valid(out) || !sameJSON(out.raw(key), []byte(value)) {
			t.Fatalf("%q set in %q gives %q", value, doc, out)
		}
		for _, m := range list {
			if m.key != key && !bytes.Equal(out.raw(m.key), in.raw(m.key)) {
				t.Fatalf("%q changed from %q to %q", m.key, in.raw(m.key), out.raw(m.key))
			}
		}
		if again := out.set([]byte(value), key); !bytes.Equal(again, out) {
			t.Fatalf("a second time gives %q after %q", again, out)
		}
		if gone := out.unset(key); !json.Valid(gone) {
			t.Fatalf("%q taken from %q gives %q", key, out, gone)
		}
		if deep := out.set([]byte(value), key, "in", key); !json.Valid(deep) || !sameJSON(deep.raw(key, "in", key), []byte(value)) {
			t.Fatalf("deep: %q", deep)
		}
	})
}
