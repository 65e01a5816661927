package prompt

import "testing"

// Rows behind "# " are the user's own, but for a comment above a line of code, or that the row before them asks about.
func TestRowsBehindAHashAreTheUsersOwn(t *testing.T) {
	for text, want := range map[string]int{
		"# Never log the tokens.\n# Always run the linter before you say done.":      2,
		"# Benutze nie Tabs in diesem Repo.\n# Frag immer, bevor du pushst.":         2,
		"# Réponds toujours en français.\n# N'utilise jamais de tabs dans ce dépôt.": 2,
		"# Responde siempre en español.\n# Nunca uses tabs en este repo.":            2,
		"Rules\n# Never log the tokens.\n# Never push to main.\n\nfix the css":       2,
		"fix the css of the page\n# The css\n# Rules\nNever log the tokens.":         1,
		"# context\n# Never log the tokens.\n- fix the css":                          1,
		"can you fix the css?\n# Never log the tokens.\n# Never push to main.":       2,
		"# Never log the tokens.\n# It leaks them.\nfunc x() {":                      0,
		"# Never log the tokens.\n# It leaks them.\ndef load(path):\n    pass":       0,
		"see\n# Never log the tokens.\n# It leaks them.\nlevel = 3":                  0,
		"explain this\n# Never log the tokens.\n# It leaks them.":                    0,
		"what is this?\n# Never log the tokens.\n# It leaks them.":                   0,
		"was heißt das?\n# Benutze nie Tabs in diesem Repo.\n# Seit 2019.":           0,
		"pourquoi ça ?\n# N'utilise jamais de tabs dans ce dépôt.\n# Depuis 2019.":   0,
		"look at this\n# Never log the tokens.\n# It leaks them.\n\nfix it":          0,
	} {
		if got := Rules(text); len(got) != want {
			t.Errorf("%q gives %q", text, got)
		}
	}
	if off := PutsOff("# sort the rows in csv.go\n# then write the footer\n# leave the icon for tomorrow"); len(off) != 1 {
		t.Errorf("puts off %q", off)
	}
}
