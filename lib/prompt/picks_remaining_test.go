package prompt

import (
	"strings"
	"testing"
)

func TestNumbersThatAreLeftAreAList(t *testing.T) {
	const list = "Nine remarks:\n1. the period\n2. the sample\n3. the districts\n4. the weights\n5. net rent\n6. the source"
	for text, want := range map[string]string{
		"stop here for today. left are 4 5 6":   "the weights|net rent|the source",
		"reste 4, 5 et 6":                       "the weights|net rent|the source",
		"il reste 2 et 4":                       "the sample|the weights",
		"übrig sind 4, 6":                       "the weights|the source",
		"quedan 4 y 6":                          "the weights|the source",
		"остались 4 и 6":                        "the weights|the source",
		"ok, 2 and 4 remain":                    "the sample|the weights",
		"that's it. still open: 4 and 8":        "still open: 4 and 8",
		"how many are left, 4 or 5?":            "",
		"left is the table of 4 rows":           "",
		"there are 3 GB left":                   "",
		"the left column has 4 and the right 5": "",
		"4 and 5":                               "",
	} {
		if got := strings.Join(Remaining(text, []string{list, "Done."}), "|"); got != want {
			t.Errorf("%q leaves %q, want %q", text, got, want)
		}
	}
}
