package index

import (
	"maps"
	"math"
	"reflect"
	"strings"
	"testing"

	"holdfast/lib/rank"
)

var oddTexts = []string{
	"", "plain", "tab\t", "\nline", "carriage\r\n", `back\slash`, `\t is no tab`, `\\n`, "\\\n\\\t", `trailing\`, "日本 é \U0001F680", "\x00\x01\xff", "a\u2028b",
}

func TestARowComesBackAsItWas(t *testing.T) {
	for i, s := range oddTexts {
		o := oddTexts[(i+1)%len(oddTexts)]
		r := Row{
			Path: "h/" + s, Size: math.MaxInt64, Modified: math.MinInt64, Sum: strings.Repeat("ab", 32), Date: -62135596800,
			Mode: s, Session: o, Bead: s, Outcome: o, SessionID: s, Branch: o, Generation: o, Broken: s,
			Faults: 7, Goal: o, Now: s, Words: rank.Pack([]rank.Passage{{Text: s}}),
		}
		line := r.line()
		if strings.Count(line, "\n") != 1 {
			t.Fatalf("the line is %q", line)
		}
		got, ok := parseRow(line)
		if !ok || !reflect.DeepEqual(got, r) {
			t.Errorf("%q: got\n%+v\nwant\n%+v", s, got, r)
		}
	}
}

func TestAMalformedRowIsAnError(t *testing.T) {
	good := strings.TrimSuffix(Row{Path: "h/a/1"}.line(), "\n")
	if _, ok := parseRow(good); !ok {
		t.Fatal(good)
	}
	for name, bad := range map[string]string{
		"empty":               "",
		"a field less":        good[:strings.LastIndexByte(good, '\t')],
		"a size that is none": strings.Replace(good, "\t0\t", "\tx\t", 1),
	} {
		if r, ok := parseRow(bad); ok {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func TestBlocksComeBackAsTheyWere(t *testing.T) {
	x, want := newIndex(t), map[string]block{}
	for i, s := range oddTexts {
		want[s] = block{at: int64(i) - 1, rows: strings.Repeat(Row{Path: s}.line(), i)}
	}
	if err := x.store(want); err != nil {
		t.Fatal(err)
	}
	if got := x.read(); !maps.Equal(got, want) {
		t.Errorf("%+v came back as %+v", want, got)
	}
}

func FuzzRowsComeBack(f *testing.F) {
	for i, s := range oddTexts {
		f.Add(s, oddTexts[(i+3)%len(oddTexts)], int64(i), int64(-i))
	}
	f.Fuzz(func(t *testing.T, path, goal string, size, modified int64) {
		r := Row{Path: path, Goal: goal, Broken: path + goal, Session: goal, Size: size, Modified: modified, Faults: 1, Words: rank.Packed{1}}
		line := r.line()
		got, ok := parseRow(line)
		if !ok || !reflect.DeepEqual(got, r) || strings.IndexByte(line, '\n') != len(line)-1 {
			t.Errorf("%q came back as %+v", line, got)
		}
		if _, ok := parseRow(goal); ok && strings.Count(goal, "\t") < 18 {
			t.Errorf("%q is taken for a row", goal)
		}
	})
}
