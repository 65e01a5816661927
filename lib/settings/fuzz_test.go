package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"testing"

	"holdfast/lib/jsondoc"
	"holdfast/testscripts/disk"
)

func seeds(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.json")
	for _, file := range files {
		b := disk.Read(f, file)
		f.Add(b)
	}
	for _, s := range []string{
		wired, `{}`, ` { } `, "{\r\n}\r\n", `{"hooks":{}}`, `{"hooks": { } }`, `{"hooks":{"PreCompact":[ ]}}`,
		`{"\u0068ooks":{"PreCompact":[]}}`, `{"a":1,"a":2,"n":1.0e+400,"s":"<>&\u00e9\/"}`,
		"{\"a\"\t:\r1}", "\n\n{\n\"a\":[\n]}", `{"hooks":{"\u0050ostToolUse":[{"hooks":[]}]}}`,
		`{"hooks":{"SessionStart":[{"matcher":7,"hooks":["x",{"command":1}]}]},"z":0}`,
		"{\"bad \xff utf-8\":\"\xc3\"}", `{"hooks":{"SessionStart" : [ {"hooks" : [ ] } ] , "x" : [ ] } }`,
		"{\n  \"hooks\": {\n    \"PreCompact\": [{\n      \"hooks\": []\n    }]\n  }\n}",
	} {
		f.Add([]byte(s))
	}
}

// FuzzAddThenRemove holds the editor to its promise over any document.
func FuzzAddThenRemove(f *testing.F) {
	seeds(f)
	f.Fuzz(addThenRemove)
}

// FuzzShapedDocuments does the same over documents that have hooks of many
// shapes and layouts, which mutated text seldom has.
func FuzzShapedDocuments(f *testing.F) {
	for i := range 64 {
		f.Add(bytes.Repeat([]byte{byte(i * 37), byte(i * 101), byte(i), byte(255 - i*3)}, 40))
	}
	f.Fuzz(func(t *testing.T, choices []byte) {
		w := &writer{choices: choices}
		w.document()
		if !json.Valid(w.out.Bytes()) {
			t.Fatalf("the test writes what is no JSON: %s", w.out.Bytes())
		}
		addThenRemove(t, w.out.Bytes())
	})
}

func addThenRemove(t *testing.T, doc []byte) {
	given := bytes.Clone(doc)
	states, err := ours.Inspect(doc)
	added, addErr := ours.Add(doc)
	if !bytes.Equal(doc, given) {
		t.Fatal("Add wrote into the text it was given")
	}
	if (err == nil) != (addErr == nil) {
		t.Fatalf("Inspect says %v, Add says %v", err, addErr)
	}
	if err != nil {
		if !errors.Is(addErr, ErrRefused) {
			t.Fatalf("an error that is no refusal: %v", addErr)
		}
		return
	}
	again, err := ours.Add(added)
	if err != nil || !bytes.Equal(again, added) {
		t.Fatalf("Add after Add: %v\n%s\nbecame\n%s", err, added, again)
	}
	clean, err := ours.Remove(added)
	if err != nil {
		t.Fatal(err)
	}
	if left, err := ours.Inspect(clean); err != nil || len(left) != 0 {
		t.Fatalf("Remove left %v, %v", left, err)
	}
	if twice, err := ours.Remove(clean); err != nil || !bytes.Equal(twice, clean) {
		t.Fatalf("Remove after Remove: %v\n%s\nbecame\n%s", err, clean, twice)
	}
	sameRest(t, doc, added)
	if len(states) > 0 {
		return
	}
	if !filled(doc) && !bytes.Equal(clean, doc) {
		t.Fatalf("Remove gives\n%q\nnot\n%q\nby way of\n%s", clean, doc, added)
	}
}

// filled reports whether Add has to fill a container of doc that is empty, whose white
// space is not kept.
func filled(doc jsondoc.Doc) bool {
	hooks, ok := doc.Find("hooks")
	if !ok {
		return len(doc.Children(doc.Root())) == 0 && string(doc.Root().Of(doc)) != "{}"
	}
	for _, ev := range doc.Children(hooks.Value) {
		if len(doc.Children(ev.Value)) == 0 {
			return true
		}
	}
	return len(doc.Children(hooks.Value)) == 0
}

// sameRest decodes both texts and compares what stands beside the hooks.
func sameRest(t *testing.T, a, b []byte) {
	t.Helper()
	rest := func(doc []byte) map[string]json.RawMessage {
		var m map[string]json.RawMessage
		if err := json.Unmarshal(doc, &m); err != nil {
			t.Fatal(err)
		}
		delete(m, "hooks")
		return m
	}
	if x, y := rest(a), rest(b); !reflect.DeepEqual(x, y) {
		t.Fatalf("%s\nbecame\n%s", x, y)
	}
}

// A writer writes a settings document as a string of choices says.
type writer struct {
	choices []byte
	out     bytes.Buffer
}

// pick takes the next choice of n.
func (w *writer) pick(n int) int {
	if len(w.choices) == 0 {
		return 0
	}
	c := int(w.choices[0]) % n
	w.choices = w.choices[1:]
	return c
}

func (w *writer) one(of ...string) { w.out.WriteString(of[w.pick(len(of))]) }

func (w *writer) space() { w.one("", "", " ", "\n  ", "\n", "\r\n\t", "\t", "\n        ") }

// list writes up to three items with commas and any white space.
func (w *writer) list(opening, closing string, item func(i int)) {
	w.out.WriteString(opening)
	for i := range w.pick(4) {
		if i > 0 {
			w.space()
			w.out.WriteString(",")
		}
		w.space()
		item(i)
	}
	w.space()
	w.out.WriteString(closing)
}

func (w *writer) key(name string) {
	w.out.WriteString(name)
	w.space()
	w.out.WriteString(":")
	w.space()
}

func (w *writer) document() {
	w.space()
	at := w.pick(4)
	w.list("{", "}", func(i int) {
		if i != at {
			w.key([]string{`"a"`, `"model"`, `""`, `"\u0061"`}[i])
			w.one(`1.50e1`, `"<&>\u00e9}]"`, `{}`, `[ ]`, `[[1,{"hooks":[]}]]`, `null`, `{"hooks":{"PreCompact":[]}}`)
			return
		}
		w.key([]string{`"hooks"`, `"h\u006foks"`}[w.pick(2)])
		w.list("{", "}", func(i int) {
			w.key([]string{`"PreCompact"`, `"PostToolUse"`, `"SessionStart"`, `"Stop"`}[i])
			w.list("[", "]", func(int) { w.group() })
		})
	})
	w.space()
}

func (w *writer) group() {
	w.out.WriteString("{")
	w.space()
	if w.pick(2) == 1 {
		w.key(`"matcher"`)
		w.one(`""`, `"*"`, `"Write|Edit"`, `"Bash"`, `7`)
		w.out.WriteString(",")
		w.space()
	}
	w.key(`"hooks"`)
	w.list("[", "]", func(int) {
		w.one(`{}`, `{"type":"command","command":"echo"}`, "{\n\"command\" : \"/bin/post-tool\"\n}", `7`,
			`{"type":"command","command":"/old/holdfast/bin/post-tool","timeout":90}`,
			`{ "command":"\/old\/holdfast\/bin\/pre-compact", "args":[ ], "timeout":"x", "type":"prompt" }`,
			`{"command":"/h/holdfast/bin/session-start","z":{}}`)
	})
	w.space()
	w.out.WriteString("}")
}

func TestShapedDocuments(t *testing.T) {
	source := rand.New(rand.NewPCG(1, 2))
	wired := 0
	for range 800 {
		choices := make([]byte, 200)
		for i := range choices {
			choices[i] = byte(source.Uint32())
		}
		w := &writer{choices: choices}
		w.document()
		addThenRemove(t, w.out.Bytes())
		if states, err := ours.Inspect(w.out.Bytes()); err == nil && len(states) > 0 {
			wired++
		}
	}
	if wired < 50 {
		t.Errorf("only %d documents held hooks of ours", wired)
	}
}
