package redact

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// spaces is every kind of white space that can be the end of a text.
var spaces = []string{"", " ", "\t", "\n", "\r", "\v", "\f", "\r\n", "\u0085", "\u00a0", "\u3000", "\x00", " \r", "\n\n", "=\v", "\"", "'", "\\"}

// forms are texts in all ways of writing a secret that the tests know.
func forms() []string {
	r := rand.New(rand.NewPCG(21, 9))
	fill := func(join string) string {
		return strings.NewReplacer("{i}", "acme", "{I}", "ACME", "{s}", form{pattern: "{w24}"}.make(r)).Replace(join)
	}
	var all []string
	for _, join := range append(append([]string{}, joins...), serviceJoins...) {
		all = append(all, fill(join))
	}
	for _, row := range written {
		for join := range strings.SplitSeq(row, "|") {
			all = append(all, fill(join))
		}
	}
	for _, tt := range assignmentCases() {
		all = append(all, tt.in)
	}
	for secret := range keyCases() {
		all = append(all, "x "+secret)
	}
	all = append(all, cleanCases()...)
	all = append(all, hostile...)
	slices.Sort(all)
	return all
}

// A text can end anywhere: in a form, and in the white space after it.
func TestAFormCutAnywhereDoesNotPanic(t *testing.T) {
	for _, text := range forms() {
		for cut := 0; cut <= min(len(text), 200); cut++ {
			for _, space := range spaces {
				end := text[:cut] + space
				once := Text(end)
				if twice, more := found(once); twice != once || more != nil {
					t.Fatalf("Text is not idempotent on %q: %q, then %q", end, once, twice)
				}
				Value("password", end)
			}
		}
	}
}

// Ten megabytes of all that is slow to read are read in seconds; a scanner that
// is not linear runs into the time limit of the test run.
func TestTenMegabytesAreRead(t *testing.T) {
	pieces := slices.DeleteFunc(slices.Clone(hostile), func(piece string) bool {
		return strings.Contains(piece, "BEGIN") || strings.HasPrefix(piece, "PuTTY") // they go to the end of the text
	})
	text := strings.Join(pieces, " ") + strings.Join(pieces, "")
	text = strings.Repeat(text, 10<<20/len(text))
	if once := Text(text); once == text {
		t.Error("nothing was redacted")
	}
}

func TestATextThatEndsInAnOptionOrASettingIsRead(t *testing.T) {
	for _, text := range []string{
		"curl x --token=", "curl --password=", "curl -token=", "curl x --proxy-password=", "curl --user=", "curl -u ", "curl -u",
		"set TOKEN \r", "set -x TOKEN \v", "set -x TOKEN \f", "set TOKEN \r\n", "set -x TOKEN -", "set -x TOKEN", "setx TOKEN ",
	} {
		if got, kinds := found(text); got != text || kinds != nil {
			t.Errorf("Text(%q) = %q %q", text, got, kinds)
		}
	}
}

// FuzzCut joins two forms, cuts them and ends the text in white space.
func FuzzCut(f *testing.F) {
	all := forms()
	f.Add(0, 1, 5, 3)
	f.Fuzz(func(t *testing.T, a, b, cut, space int) {
		pick := func(n, of int) int { return int(uint(n) % uint(of)) }
		text := all[pick(a, len(all))] + " " + all[pick(b, len(all))]
		text = text[:pick(cut, len(text)+1)] + spaces[pick(space, len(spaces))]
		once := Text(text)
		if twice := Text(once); twice != once {
			t.Errorf("Text is not idempotent on %q: %q, then %q", text, once, twice)
		}
		Value("token", text)
	})
}
