package workflow

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
)

const recipe = `
import hashlib, json, sys
for line in sys.stdin.buffer:
    run, step, source = json.loads(line)
    text = json.dumps(json.loads(source), sort_keys=True)
    whole = f"{run}:{step}:{text}"
    sys.stdout.write(hashlib.sha256(whole.encode("utf-8")).hexdigest()[:6] + " " + text + "\n")
`

// Real Python is asked for thousands of random variables, and each checkpoint
// id and the text under it must be equal.
func TestCheckpointIDsAreThoseOfPython(t *testing.T) {
	python, err := exec.LookPath("python3")
	if err != nil {
		t.Skip("python3 is not installed here, so nothing was compared with it")
	}
	rng := rand.New(rand.NewPCG(1, 2))
	sources := append([]string{}, oddVariables...)
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
	for i, s := range sources {
		q, err := json.Marshal(s)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&in, `["run-%d",%d,%s]`+"\n", i, i%40, q)
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
		v, err := parse(s, false)
		if err != nil {
			t.Fatalf("%s: %v", s, err)
		}
		var b strings.Builder
		v.python(&b)
		if got := checkpointID(fmt.Sprintf("run-%d", i), i%40, v) + " " + b.String(); got != lines[i] {
			t.Fatalf("%s\n got %s\nwant %s", s, got, lines[i])
		}
	}
}

var oddVariables = []string{
	`{}`, `{"a":[],"b":{}}`, `{"z":1,"a":2,"é":3,"😀":4,"\uffff":5,"\ue000":6,"\ud800":7,"\udfff":8}`,
	`{"a":1,"\u0061":2}`, `{"x":"\ud83d\ude00","y":"\ude00\ud83d","z":"\ud83d\ud83d\ude00"}`,
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
			fmt.Fprintf(b, `\u%04x`, rng.IntN(0x10000))
		case 5: // surrogates, alone and in pairs of either order
			fmt.Fprintf(b, `\u%04X`, 0xd800+rng.IntN(0x800))
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
		"1.10": "1.1", "NaN": "NaN", "1.5e300": "1.5e+300", "1e-7": "1e-07",
	} {
		if got := pythonNumber(raw); got != want {
			t.Errorf("%s: %s, want %s", raw, got, want)
		}
	}
}
