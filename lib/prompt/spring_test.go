package prompt

import "testing"

// An offer that is put off to some day is one step, which says what, and when as far as that was said.
func TestAnOfferPutOffToSomeDayIsOneStep(t *testing.T) {
	for reply, until := range map[string]string{
		"not now, maybe in spring": "not now, maybe in spring", "not now, maybe next year": "not now, maybe next year", "later, perhaps in the fall": "later, perhaps in the fall", "not now": "not now", "tomorrow": "tomorrow",
		"nicht jetzt, vielleicht im Frühjahr": "nicht jetzt, vielleicht im frühjahr", "pas maintenant, peut-être au printemps": "pas maintenant, peut être au printemps", "ahora no, quizá en primavera": "ahora no, quizá en primavera", "agora não, talvez na primavera": "agora não, talvez na primavera",
		"non adesso, magari in primavera": "non adesso, magari in primavera", "не сейчас, может быть весной": "не сейчас, может быть весной", "现在不做，也许春天": "现在不做, 也许春天", "今じゃない、たぶん春に": "今じゃない, たぶん春に",
	} {
		const answer = "The agency has an API for that. Do you want me to add the `fetch` command?"
		for _, more := range []string{"", ". commit what we have"} {
			if got, want := PutOff(answer, reply+more), "add the `fetch` command (put off: "+until+")"; got != want {
				t.Errorf("%q puts off %q, want %q", reply+more, got, want)
			}
			if got := PutsOff(reply + more); len(got) > 0 {
				t.Errorf("%q itself puts off %q", reply+more, got)
			}
		}
	}
	for text, want := range map[string]string{
		"the export in spring, not now": "the export in spring, not now", "export not now, maybe in spring": "export not now", "add a spring theme": "", "the reports of last winter": "",
		"show the sales in summer": "", "zeig die Umsätze im Sommer": "", "muestra las ventas en verano": "",
	} {
		if got := PutsOff("ok. " + text); len(got) > 1 || len(got) == 1 && got[0] != want || len(got) == 0 && want != "" {
			t.Errorf("%q puts off %q, want %q", text, got, want)
		}
	}
}
