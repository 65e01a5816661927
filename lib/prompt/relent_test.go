package prompt

import "testing"

func TestWhatIsTakenBackInTheSameBreathIsNotPutOff(t *testing.T) {
	for prompt, want := range map[string]string{
		"maybe we should log that at some point, hmm, no, leave it": "",
		"we could do the export later, nah":                         "",
		"the docs tomorrow, on second thought, drop them":           "",
		"den Export machen wir später, ach nein":                    "",
		"l'export plus tard, euh, non":                              "",
		"la exportación más tarde, no":                              "",
		"a exportação depois, hm, não":                              "",
		"l'esportazione più tardi, no":                              "",
		"экспорт потом, хотя нет":                                   "",
		"the docs later, no rush":                                   "the docs later",
		"no, the docs later":                                        "the docs later",
		"hmm, no, leave the docs for later":                         "leave the docs for later",
		"den Export später, keine Eile":                             "den Export später",
	} {
		got := ""
		if all := PutsOff(prompt); len(all) > 0 {
			got = all[0]
		}
		if got != want {
			t.Errorf("%q puts off %q, want %q", prompt, got, want)
		}
	}
}
