package index

import (
	"math"
	"reflect"
	"strings"
	"testing"
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
			Faults: 7, Goal: o, Now: s,
		}
		line := r.line(11, 22)
		if strings.Count(line, "\n") != 1 || !strings.HasPrefix(line, "A\t") || strings.Count(line, "\t") != fieldCount {
			t.Fatalf("the line is %q", line)
		}
		got, err := parseRow(line[2 : len(line)-1])
		r.textAt, r.textLen = 11, 22
		if err != nil || !reflect.DeepEqual(got, r) {
			t.Errorf("%q: got\n%+v\nwant\n%+v\n%v", s, got, r, err)
		}
	}
}

func TestAMalformedRowIsAnError(t *testing.T) {
	good := Row{Path: "h/a/1"}.line(0, 0)
	good = good[2 : len(good)-1]
	if _, err := parseRow(good); err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string]string{
		"empty":                   "",
		"a field less":            good[:strings.LastIndexByte(good, '\t')],
		"a field more":            good + "\t0",
		"a size that is none":     strings.Replace(good, "\t0\t", "\tx\t", 1),
		"a text before its file":  strings.TrimSuffix(good, "0\t0") + "-1\t0",
		"a text of length -1":     strings.TrimSuffix(good, "0\t0") + "0\t-1",
		"a sum that overflows":    strings.TrimSuffix(good, "0\t0") + "9223372036854775807\t9223372036854775807",
		"a number with a comment": good + " #",
	} {
		if r, err := parseRow(bad); err == nil {
			t.Errorf("%s: %+v", name, r)
		}
	}
}

func FuzzRowsComeBack(f *testing.F) {
	for i, s := range oddTexts {
		f.Add(s, oddTexts[(i+3)%len(oddTexts)], int64(i), int64(-i))
	}
	f.Fuzz(func(t *testing.T, path, goal string, size, modified int64) {
		r := Row{Path: path, Goal: goal, Broken: path + goal, Session: goal, Size: size, Modified: modified, Faults: 1}
		line := r.line(1, 2)
		got, err := parseRow(line[2 : len(line)-1])
		r.textAt, r.textLen = 1, 2
		if err != nil || !reflect.DeepEqual(got, r) || strings.IndexByte(line, '\n') != len(line)-1 {
			t.Errorf("%q came back as %+v, %v", line, got, err)
		}
		if goal != "" && !LineMayHold(line, goal) {
			t.Errorf("the line of %q is said not to hold it", goal)
		}
		if _, err := parseRow(goal); err == nil && strings.Count(goal, "\t") != fieldCount-1 {
			t.Errorf("%q is taken for a row", goal)
		}
	})
}
