package record

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAValueIsSetAndTakenAwayByItsPath(t *testing.T) {
	v := read(t, `{"a": 1.50, "o": {"x": [1, 2]}, "e": {}, "0": "x", "l": null}`)
	for name, c := range map[string]struct {
		got  Value
		want string
	}{
		"replaced":             {v.With(read(t, "2e3"), "a"), `{"a": 2e3, "o": {"x": [1, 2]}, "e": {}, "0": "x", "l": null}`},
		"added":                {v.With(true, "n"), `{"a": 1.50, "o": {"x": [1, 2]}, "e": {}, "0": "x", "l": null, "n": true}`},
		"in an object":         {v.With([]string{"é"}, "e", "0"), `{"a": 1.50, "o": {"x": [1, 2]}, "e": {"0": ["é"]}, "0": "x", "l": null}`},
		"through what is none": {v.With(1, "a", "b"), `{"a": {"b": 1}, "o": {"x": [1, 2]}, "e": {}, "0": "x", "l": null}`},
		"taken away":           {v.Without("o", "x").Without("a").Without("zz", "y"), `{"o": {}, "e": {}, "0": "x", "l": null}`},
		"appended":             {v.Adding(3, "o", "x").Adding(nil, "o", "x"), `{"a": 1.50, "o": {"x": [1, 2, 3, null]}, "e": {}, "0": "x", "l": null}`},
		"appended to null":     {v.Adding(3, "l"), `{"a": 1.50, "o": {"x": [1, 2]}, "e": {}, "0": "x", "l": [3]}`},
		"appended to no list":  {v.Adding(3, "a"), `{"a": [1.50, 3], "o": {"x": [1, 2]}, "e": {}, "0": "x", "l": null}`},
		"once":                 {v.AddingOnce("x", "0").AddingOnce("x", "l").AddingOnce("x", "l"), `{"a": 1.50, "o": {"x": [1, 2]}, "e": {}, "0": "x", "l": ["x"]}`},
		"noted in a text":      {v.Noting("y", "0").Noting("y", "0").Noting("x", "0"), `{"a": 1.50, "o": {"x": [1, 2]}, "e": {}, "0": "x\ny", "l": null}`},
		"noted in a list":      {v.With([]string{}, "0").Noting("y", "0").Noting("y", "0"), `{"a": 1.50, "o": {"x": [1, 2]}, "e": {}, "0": ["y"], "l": null}`},
		"noted first":          {v.Noting("y", "l"), `{"a": 1.50, "o": {"x": [1, 2]}, "e": {}, "0": "x", "l": "y"}`},
		"a sum":                {v.AddingTo("a", read(t, "0.25")).AddingTo("n", read(t, "7")).AddingTo("e", Of("x")), `{"a": 1.75, "o": {"x": [1, 2]}, "e": {}, "0": "x", "l": null, "n": 7}`},
	} {
		if got := c.got.String(); got != c.want {
			t.Errorf("%s:\n%s, want\n%s", name, got, c.want)
		}
	}
	if got := string(read(t, `{"a":[],"b":{"c":[1,{}]}}`).Bytes()); got != "{\n  \"a\": [],\n  \"b\": {\n    \"c\": [\n      1,\n      {}\n    ]\n  }\n}\n" {
		t.Error(got)
	}
}

func TestWhatIsNoJSONIsNamedWithoutQuotingIt(t *testing.T) {
	for text, want := range map[string]string{
		`{"a":` + strings.Repeat("[", 1_000_000): "nested too deeply", "{\n\"secret name\":\n nan}": "line 3", `{"a":`: "ends too early", "{,}": "line 1",
		"": "ends too early", `{"a":1}x`: "more follows", `{"a":1,}`: "line 1", `[1,]`: "line 1", `{"a" 1}`: "line 1", "\n\"a\nb\"": "line 2",
		`{1:2}`: "line 1", `"\x"`: "", `01`: "", `[1 2]`: "line 1", `"`: "ends too early", `{"a":1} {"b":2}`: "more follows",
	} {
		if _, err := Parse([]byte(text)); !errors.Is(err, ErrSyntax) || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%.20q: %v, want %q", text, err, want)
		}
	}
	if _, err := ParseObject([]byte("[]")); err == nil {
		t.Error("a list is an object")
	}
}

func TestKeysCheckTypes(t *testing.T) {
	keys := Keys{
		{Names: "id", Type: IsText, Required: true}, {Names: "n", Type: IsCount}, {Names: "l", Type: AreTexts},
		{Names: "k", Type: OneOf("x", "y")}, {Names: "p other", Type: IsPath}, {Names: "s", Type: IsSum}, {Names: "b", Type: IsBool}, {Names: "o", Type: IsObject},
		{Names: "any"}, {Names: "i", Type: IsList},
	}
	if got := New(`{"id": null, "n": 0, "l": []}`, "id", "e", "z", 1).String(); got != `{"id": "e", "n": 0, "l": [], "z": 1}` {
		t.Error(got)
	}
	for text, want := range map[string]string{
		`{"id":"e","n":null,"l":["a"],"k":"x","p":"a/b.md","s":1.5,"b":false,"o":{},"any":[],"i":[1]}`: "",
		`{}`: "id", `{"id":1}`: "id", `{"id":"e","n":1.5}`: "n", `{"id":"e","n":-1}`: "n", `{"id":"e","l":[1]}`: "l", `{"id":"e","k":"z"}`: "k",
		`{"id":"e","p":"../a"}`: "p", `{"id":"e","p":"a/.GIT/b"}`: "p", `{"id":"e","s":"1"}`: "s", `{"id":"e","b":1}`: "b", `{"id":"e","o":[]}`: "o", `{"id":"e","i":{}}`: "i",
	} {
		faults, err := keys.Faults(read(t, text), "x."), keys.Check(read(t, text))
		if (want == "") != (err == nil) || want != "" && (len(faults) != 1 || faults[0].Field != "x."+want || !strings.HasPrefix(err.Error(), want+" is not ")) {
			t.Errorf("%s: %v, %v", text, faults, err)
		}
	}
}

func TestTheNameOfAFileHoldsTheID(t *testing.T) {
	kind := Kind{Dir: "d", Prefix: "task-", Suffix: ".json"}
	for name, want := range map[string]string{
		"task-42.json": "42", "task-200.1.json": "200.1", "task-a.json.json": "a.json",
		"task-.json": "", "task-42.json~": "", "task-42.md": "", "xtask-42.json": "", "task-42": "", ".holdfast-1.tmp": "",
	} {
		if got := kind.ID(name); got != want || want != "" && kind.Path(got) != "d/"+name {
			t.Errorf("%q is of %q, want %q", name, got, want)
		}
	}
}

func FuzzParse(f *testing.F) {
	for _, seed := range append(oddDocuments, `[`, "\ufeff{}", `{"":{"":[null,true,false]}}`) {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		v, err := Parse(b)
		if plain := bytes.TrimPrefix(b, []byte("\ufeff")); err != nil && json.Valid(plain) && !bytes.Contains(b, bytes.Repeat([]byte("["), 10)) && !bytes.Contains(b, []byte("{")) {
			t.Fatalf("%q: %v", b, err)
		}
		if err != nil {
			return
		}
		for _, text := range [][]byte{v.Bytes(), []byte(v.String())} {
			again, err := Parse(text)
			if err != nil || !Alike(v, again) || again.Dumps() != v.Dumps() || !bytes.Equal(again.Bytes(), v.Bytes()) {
				t.Fatalf("%q is read again as %q, %v", b, text, err)
			}
		}
		if m, err := v.MarshalJSON(); err != nil || !json.Valid(m) {
			t.Fatalf("%q is encoded as %q, %v", b, m, err)
		}
		if utf8.Valid(b) && v.IsObject() && !Alike(v.With("x", "k", "l").Without("k"), v.Without("k")) {
			t.Fatalf("%q changed beside its key", b)
		}
	})
}

func TestManyMembersAreReadAndMergedAtOnce(t *testing.T) {
	var b strings.Builder
	for i := range 100_000 {
		fmt.Fprintf(&b, `,"k%d":%d`, i, i)
	}
	v := read(t, "{"+b.String()[1:]+"}")
	m := Object("k7", nil, "own", 1).Merged(v, read(t, `{"k7":"x"}`))
	if n := len(m.in); n != 100_001 || m.Get("k7").Text() != "x" || m.Get("k99999").String() != "99999" {
		t.Errorf("%d members, k7 is %s", n, m.Get("k7"))
	}
}
