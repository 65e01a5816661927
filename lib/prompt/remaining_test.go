package prompt

import (
	"strings"
	"testing"
)

// leaves checks which steps, joined by "|", each answer leaves; "-" where it says nothing of it, not even loosely.
func leavesSteps(t *testing.T, cases map[string]string) {
	t.Helper()
	for answer, want := range cases {
		steps, says := Left(answer)
		got := strings.Join(steps, "|")
		if !says && got == "" {
			got = "-"
		}
		if got != want {
			t.Errorf("%q leaves %q, want %q", answer, got, want)
		}
	}
}

func TestWhatWouldBeLeftIsLeft(t *testing.T) {
	leavesSteps(t, map[string]string{
		"The parser is in. The only remaining work would be to tag the release and publish it.": "to tag the release and publish it",
		"The only remaining piece is to rename the flag.":                                       "to rename the flag",
		"It runs. What's left would be the manual page.":                                        "the manual page",
		"The remaining step would be to bump the version.":                                      "to bump the version",
		"Läuft. Das Einzige, was noch fehlt, wäre das Handbuch.":                                "das Handbuch",
		"C'est prêt. La seule chose qui manque serait la notice.":                               "la notice",
		"Le seul point ouvert est de renommer l'option.":                                        "de renommer l'option",
		"Pronto. A única coisa que falta seria o manual.":                                       "o manual",
		"Fatto. L'unica cosa che manca sarebbe il manuale.":                                     "il manuale",
		"The remaining tests are the slow ones.":                                                "-",
		"The remaining warning is harmless, the one of the linter.":                             "-",
		"The only problem would be the old clients.":                                            "-",
		"The next call is to the cache.":                                                        "-",
		"The next page would be the one with the prices.":                                       "-",
	})
}
