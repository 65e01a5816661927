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
