package prompt

import "testing"

// Only a name before a time of day, or a second time, begins a message of a chat; other rows that end in one do not.
func TestARowThatEndsInAClockTimeIsNoMessage(t *testing.T) {
	for text, want := range map[string]int{
		"the nightly job starts  03:30\nNever log the tokens.":                1,
		"last deploy  11:15\nfix the css. Never log the tokens.":              1,
		"der letzte Lauf war  10:42 Uhr\nBenutze nie Tabs in diesem Repo.":    1,
		"dernière sauvegarde  9h05\nRéponds toujours en français.":            1,
		"última copia  08:10\nResponde siempre en español.":                   1,
		"12:00 is noon: mind it.\nNever log the tokens.":                      1,
		"16:09 is the ratio: keep it.\nNever log the tokens.":                 1,
		"10:42 ist die Zeit: merk sie dir.\nBenutze nie Tabs in diesem Repo.": 1,
		"a timer of the page [10:42]\nNever log the tokens.":                  1,
		"Eva Maria Lang  10:42\nNever log the tokens.":                        0,
		"Eva Lang  [10:42 AM]\nNever log the tokens.":                         0,
		"@eva  10:42\nNever log the tokens.":                                  0,
		"Ева  10:42\nNever log the tokens.":                                   0,
		"李明  10:42\nNever log the tokens.":                                    0,
		"eva  10:42\nNever log the tokens.\ntom  10:43\nok":                   0,
		"[10:42] Eva Lang: Never log the tokens.":                             0,
		"10:42 <eva> Never log the tokens.":                                   0,
		"10:42 @eva: Never log the tokens.":                                   0,
	} {
		if got := Rules(text); len(got) != want {
			t.Errorf("%q gives %q", text, got)
		}
	}
	if off := PutsOff("the nightly job starts  03:30\nleave the icon for tomorrow"); len(off) != 1 {
		t.Errorf("puts off %q", off)
	}
}
