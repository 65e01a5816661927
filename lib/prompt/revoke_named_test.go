package prompt

import (
	"strings"
	"testing"
)

// A rule that is called one, by what it is about, ends where it is said to hold no more.
func TestARuleThatIsNamedHoldsNoMore(t *testing.T) {
	rules := []string{"never use floats for money", "jeder Endpunkt braucht einen Test", "commit messages in English"}
	for said, want := range map[string]string{
		"that rule about floats no longer applies": rules[0], "la règle sur les floats ne vaut plus": rules[0],
		"la regla de los floats ya no vale": rules[0], "правило про floats больше не действует": rules[0],
		"die Regel mit den Endpunkten gilt nicht mehr": rules[1],
		"the rule about colours no longer applies":     "", "the rule in the linter about floats fails": "",
	} {
		var gone []string
		for _, s := range TakesBack(said) {
			all, _ := revokes(s, rules)
			gone = append(gone, all...)
		}
		if got := strings.Join(gone, "|"); got != want {
			t.Errorf("%q takes back %q, want %q", said, got, want)
		}
	}
}
