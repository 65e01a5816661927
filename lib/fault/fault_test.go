package fault_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"holdfast/lib/fault"
)

func TestAFaultIsOneLine(t *testing.T) {
	f := fault.Fault{Field: "git.branch", Found: "a list", Allowed: "a string"}
	if got := f.String(); got != "git.branch: found a list; allowed: a string" {
		t.Errorf("%q", got)
	}
}

func TestInvalidNamesEveryField(t *testing.T) {
	for want, fields := range map[string][]string{
		"the artifact is not valid: goal":            {"goal"},
		"the artifact is not valid: goal, now, mode": {"goal", "now", "mode"},
	} {
		var faults []fault.Fault
		for _, f := range fields {
			faults = append(faults, fault.Fault{Field: f})
		}
		e := fault.Of("the artifact", faults...)
		if e.Error() != want {
			t.Errorf("%q, want %q", e.Error(), want)
		}
	}
}

func TestShortenFitsALineAndCutsNoCharacter(t *testing.T) {
	for in, want := range map[string]string{
		"": "", " a \n\tb ": "a b", strings.Repeat("x", 60): strings.Repeat("x", 60),
		strings.Repeat("x", 61): strings.Repeat("x", 59) + "…", strings.Repeat("é", 80): strings.Repeat("é", 59) + "…",
		strings.Repeat("𝄞", 40): strings.Repeat("𝄞", 29) + "…",
	} {
		got := fault.Shorten(in)
		if got != want || !utf8.ValidString(got) {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}
