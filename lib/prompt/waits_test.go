package prompt

import "testing"

func TestAStepWaits(t *testing.T) {
	for text, want := range map[string]bool{
		"island fares (waiting for Petra)": true, "Inselzuschläge (wartet auf Petra)": true,
		"тариф островов (ждём Петю)": true, "bulky fares": false, "the wait in the queue": false,
	} {
		if got := Waits(text); got != want {
			t.Errorf("%q: %v", text, got)
		}
	}
}

func TestAThingIsPutOffToALaterTimeInPassing(t *testing.T) {
	for _, text := range []string{
		"leave the --since flag for the next one",
		"the homebrew formula is for next week",
		"a config file for the step would be nice but not now",
		"stale locks can wait until the rest is in",
		"die Formel ist was für nächste Woche",
		"laisse le filtre pour la prochaine version",
		"la documentación es para la semana que viene",
		"a documentação é para depois",
		"lascia il filtro per la prossima versione",
		"документация это на потом",
		"文档是下周的事",
		"ドキュメントは来週の話",
	} {
		if steps := PutsOff(text); len(steps) != 1 || steps[0] != text {
			t.Errorf("%q puts off %q", text, steps)
		}
	}
	for _, text := range []string{
		"add the numbers for next week",
		"the server crashes at some point",
		"leave one blank line for the next section",
		"use the token for the next request",
		"over the weekend the server crashed twice",
		"zeig die Zahlen für nächste Woche",
	} {
		if steps := PutsOff(text); len(steps) > 0 {
			t.Errorf("%q puts off %q", text, steps)
		}
	}
}
