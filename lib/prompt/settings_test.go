package prompt

import "testing"

// Behind a question settings are what is indented, listed or has a key; what the user says below them is his own.
func TestOwnRowsBehindSettingsStay(t *testing.T) {
	for text, want := range map[string]int{
		"can you fix the css?\nbranch: main\nfiles:\n- css.go\nNever log the tokens.":                   1,
		"can you fix the css?\nbranch: main\nfiles:\n- css.go\nleave it. Never log the tokens.":         1,
		"is that ok?\nname: lint\non: push\nrules:\n  - fast\nfrom now on never log the tokens":         1,
		"geht das so?\nzweig: main\ndateien:\n- css.go\nBenutze nie Tabs in diesem Repo.":               1,
		"c'est bon ?\nbranche: main\nfichiers:\n- css.go\nRéponds toujours en français.":                1,
		"¿está bien?\nrama: main\narchivos:\n- css.go\nResponde siempre en español.":                    1,
		"is that ok?\nname: lint\nrules:\n  - Never log the tokens.\n  - x":                             0,
		"is that ok?\nname: lint\nrules:\n- Never log the tokens.\n- x":                                 0,
		"was ist das?\nname: lint\nregeln:\n  Benutze nie Tabs in diesem Repo.":                         0,
		"what does it do?\nname: x\nsteps:\n  - run: make\n    # Never log the tokens.\nother:\n  x: y": 0,
		"what does it do?\nname: x\nhelp: Never log the tokens.\nsteps:\n  - a":                         0,
	} {
		if got := Rules(text); len(got) != want {
			t.Errorf("%q gives %q", text, got)
		}
	}
	if off := PutsOff("can you fix the css?\nbranch: main\nfiles:\n- css.go\nleave the icon for tomorrow"); len(off) != 1 {
		t.Errorf("puts off %q", off)
	}
}
