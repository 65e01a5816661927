package prompt

import (
	"strings"
	"testing"
)

// What is put off is told with its condition, not with what else the sentence says.
func TestWhatIsPutOffIsToldWithItsCondition(t *testing.T) {
	for text, want := range map[string]string{
		"staging apply morgen früh, aber erst wenn Miriam den backup check gemacht hat": "",
		"the docs tomorrow, but only when Ana has read them":                            "",
		"the docs tomorrow, only if Deniz is ok":                                        "",
		"the docs tomorrow; only after Ana said yes":                                    "",
		"the docs tomorrow, but not before Ana is back":                                 "",
		"die Doku morgen, nur falls Bob da ist":                                         "",
		"les docs demain, mais seulement quand Marie aura fini":                         "",
		"los docs mañana, pero solo cuando Ana termine":                                 "",
		"la documentazione domani, ma solo quando Anna ha finito":                       "",
		"a doc amanhã, mas só quando a Ana terminar":                                    "",
		"документация завтра, но только когда Аня закончит":                             "",
		"文档明天再写,但要等小王确认":                                                                "",
		"ドキュメントは明日、ただし田中さんが確認してから":                                                      "",
		"the docs tomorrow, but the tests now":                                          "the docs tomorrow",
		"die Doku morgen, aber die Tests jetzt":                                         "die Doku morgen",
	} {
		if want == "" {
			want = text
		}
		if got := strings.Join(PutsOff(text), "|"); got != want {
			t.Errorf("%q puts off %q", text, got)
		}
	}
}
