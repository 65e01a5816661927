package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

const recipe = `
import json, sys
for line in sys.stdin.buffer:
    sys.stdout.write(json.dumps(json.loads(json.loads(line)), sort_keys=True) + "\n")
`

// Real Python is asked for thousands of random documents, and each text must be
// equal.
func TestDumpsPrintsAsPythonDoes(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed here, so nothing was compared with it")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	sources := slices.Clone(oddDocuments)
	var many strings.Builder // more members than are looked through one by one, some of them twice
	for i := range 200 {
		fmt.Fprintf(&many, `,"k%d":%d`, i%70, i)
	}
	sources = append(sources, "{"+many.String()[1:]+"}")
	for len(sources) < 5000 {
		var b strings.Builder
		randomObject(rng, &b, 0)
		sources = append(sources, b.String())
	}
	var in bytes.Buffer
	for _, s := range sources {
		q, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&in, "%s\n", q)
	}
	cmd := exec.Command(python, "-c", recipe)
	cmd.Stdin = &in
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("python3: %v: %s", err, err.(*exec.ExitError).Stderr)
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if len(lines) != len(sources) {
		t.Fatalf("python3 answered %d of %d", len(lines), len(sources))
	}
	for i, s := range sources {
		if got := dumps(t, s); got != lines[i] {
			t.Fatalf("%s\n got %s\nwant %s", s, got, lines[i])
		}
	}
}

var oddDocuments = []string{
	`{}`, `{"a":[],"b":{}}`, `{"z":1,"a":2,"é":3,"😀":4,"\uffff":5,"\ue000":6}`,
	`{"a":1,"\u0061":2,"é":3,"\u00e9":4}`, `{"x":"\ud83d\ude00","y":"\uD83D\uDE00"}`,
	`{"f":[1e16,1e15,123456789012345680.0,1e-4,1e-5,0.0001,0.00001234,1.0,-0.0,-0,1E400,-1e400,1e-400,-1e-400,5e-324,1.7976931348623157e308]}`,
	`{"i":[123456789012345678901234567890,-9223372036854775809,0,-0]}`,
	`{"f":[0.1,0.30000000000000004,1e22,1e21,9007199254740993.0,2.5E+3,100E-2,1.10]}`,
	`{"s":"\"\\\/\b\f\n\r\t\u0000\u001f\u007f\u0080/<>&'é中"}`, `{"":{"":[null,true,false]}}`,
	`  { "a" : [ 1 , 2 ] , "b" : "\uD83D\uDE00" }  `,
}

func randomObject(rng *rand.Rand, b *strings.Builder, depth int) {
	b.WriteString("{")
	for i := range rng.IntN(6) {
		if i > 0 {
			b.WriteString(", ")
		}
		randomText(rng, b)
		b.WriteString(":")
		randomValue(rng, b, depth+1)
	}
	b.WriteString("}")
}

func randomValue(rng *rand.Rand, b *strings.Builder, depth int) {
	n := rng.IntN(9)
	if depth > 4 {
		n = rng.IntN(7)
	}
	switch n {
	case 0:
		b.WriteString([]string{"null", "true", "false"}[rng.IntN(3)])
	case 1:
		fmt.Fprint(b, rng.Int64()-rng.Int64())
	case 2:
		fmt.Fprintf(b, "%d%d%d", 1+rng.IntN(9), rng.Uint64(), rng.Uint64())
	case 3:
		fmt.Fprintf(b, "%s%d.%d", []string{"", "-"}[rng.IntN(2)], rng.IntN(1000), rng.Uint64N(1<<uint(1+rng.IntN(60))))
	case 4:
		fmt.Fprintf(b, "%d.%d%s%s%d", rng.IntN(10), rng.Uint32(), []string{"e", "E"}[rng.IntN(2)],
			[]string{"", "+", "-"}[rng.IntN(3)], rng.IntN(330))
	case 5, 6:
		randomText(rng, b)
	case 7:
		b.WriteString("[")
		for i := range rng.IntN(5) {
			if i > 0 {
				b.WriteString(",")
			}
			randomValue(rng, b, depth+1)
		}
		b.WriteString("]")
	default:
		randomObject(rng, b, depth)
	}
}

func randomText(rng *rand.Rand, b *strings.Builder) {
	b.WriteString(`"`)
	for range rng.IntN(8) {
		switch rng.IntN(8) {
		case 0, 1, 2:
			b.WriteByte("abcxyzABC019_ "[rng.IntN(14)])
		case 3:
			b.WriteString([]string{`\"`, `\\`, `\/`, `\b`, `\f`, `\n`, `\r`, `\t`, "\x7f"}[rng.IntN(9)])
		case 4:
			fmt.Fprintf(b, `\u%04x`, rng.IntN(0xd800))
		case 5: // a pair of surrogates
			fmt.Fprintf(b, `\u%04X\u%04x`, 0xd800+rng.IntN(0x400), 0xdc00+rng.IntN(0x400))
		case 6:
			b.WriteRune(rune(0xa0 + rng.IntN(0xd000-0xa0)))
		default:
			b.WriteRune(rune(0x10000 + rng.IntN(0x100000)))
		}
	}
	b.WriteString(`"`)
}

func TestNumbersReadAsPythonPrintsThem(t *testing.T) {
	for raw, want := range map[string]string{
		"1": "1", "-0": "0", "-0.0": "-0.0", "1.0": "1.0", "1e16": "1e+16", "1e15": "1000000000000000.0", "0.00001": "1e-05",
		"0.0001": "0.0001", "1E400": "Infinity", "-1E400": "-Infinity", "1e-400": "0.0", "12345678901234567890123": "12345678901234567890123",
		"1.10": "1.1", "1.5e300": "1.5e+300", "1e-7": "1e-07",
	} {
		if got := dumps(t, raw); got != want {
			t.Errorf("%s: %s, want %s", raw, got, want)
		}
	}
}

func TestDocumentsAreAlikeInWhateverOrderAndEscapes(t *testing.T) {
	for name, c := range map[string]struct {
		a, b string
		same bool
	}{
		"members in another order":     {`{"a":1,"b":{"c":2,"d":3}}`, `{"b":{"d":3,"c":2},"a":1}`, true},
		"a string escaped":             {`["é\/"]`, `["\u00e9/"]`, true},
		"items in another order":       {`[1,2]`, `[2,1]`, false},
		"a number written in two ways": {`1.10`, `1.1`, false},
		"a number and its text":        {`1`, `"1"`, false},
		"null and false":               {`null`, `false`, false},
		"a member more":                {`{"a":1}`, `{"a":1,"b":2}`, false},
		"another member":               {`{"a":null}`, `{"b":null}`, false},
		"an object and a list":         {`{}`, `[]`, false},
		"a member twice":               {`{"a":1,"\u0061":2}`, `{"a":2}`, true},
	} {
		if a, b := read(t, c.a), read(t, c.b); Alike(a, b) != c.same || Alike(b, a) != c.same {
			t.Errorf("%s: %v", name, !c.same)
		}
	}
}

func TestMergedHasEachNameOnceAtItsFirstPlace(t *testing.T) {
	v := read(t, ` {"a": 1.10, "\u0062": 2, "\ud800": 3, "a": 7} `).Merged(read(t, `[1]`), Value{}, read(t, `{"b": [ 4 ], "c": "é"}`), read(t, `{"a": 6, "\ud801": 5}`))
	if got := v.String(); got != `{"a": 6, "\u0062": [4], "\ud800": 3, "c": "é", "\ud801": 5}` {
		t.Error(got)
	}
}

func dumps(t *testing.T, text string) string { return read(t, text).Dumps() }

func read(t *testing.T, text string) Value {
	t.Helper()
	v, err := Parse([]byte(text))
	if err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}
