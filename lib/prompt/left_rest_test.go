package prompt

import (
	"slices"
	"strings"
	"testing"
)

// What an answer says is left, in its own sentence, and what it only names on the left.
func TestLeftIsWhatIsLeft(t *testing.T) {
	for answer, want := range map[string]string{
		"`\\bfseries` is in. The main table is done; left is the appendix table.":  "the appendix table",
		"The header is in. Left is the footer.":                                    "the footer",
		"Both are done. Left are the docs and the changelog.":                      "the docs|the changelog",
		"Committed. Tomorrow we pick up with the 12 values in `a.go`.":             "the 12 values in `a.go`",
		"Committé. Demain on reprend avec les 12 valeurs, puis la photo.":          "les 12 valeurs, puis la photo",
		"Alles drin. Morgen machen wir weiter mit dem Footer.":                     "dem Footer",
		"Listo. Mañana seguimos con el menú de la carta.":                          "el menú de la carta",
		"Pushed. Don't forget: the rebuild on December 1st.":                       "",
		"Both are committed. Still open are the docs of `a` and the footer.":       "the docs of `a`|the footer",
		"Dos commits. Siguen abiertos FIND-3 y FIND-5.":                            "FIND-3 y FIND-5",
		"Quedan FIND-10 y FIND-11.":                                                "FIND-10 y FIND-11",
		"What is left is FIND-3.":                                                  "FIND-3",
		"Hola. Abiertos:\n- FIND-3 en auth\n- FIND-6 en billing":                   "FIND-3 en auth|FIND-6 en billing",
		"De acuerdo, FIND-4 queda a la espera de la respuesta de Marcos.":          "",
		"What is left is UTF-8.":                                                   "",
		"Things I noticed but didn't touch:\n- the nav has no link\n- a.md is old": "the nav has no link|a.md is old",
		"Repéré mais pas touché :\n- la 404 n'a pas de lang":                       "la 404 n'a pas de lang",
		"I noticed the typo but didn't touch it.":                                  "",
		"The list shows what was noticed:\n- a.go\n- b.go":                         "",
		"I didn't touch:\n- a.go\n- b.go":                                          "",
		"Tomorrow we meet at ten. The page is in.":                                 "",
		"Demain on reprend la main si la charge monte.":                            "",
		"The button on the left is the close button.":                              "", "The column left is too narrow.": "",
		"The page works. Left is the sidebar, right is the list.": "", "The layout: left is the menu, right is the form.": "",
		"Left is the sidebar. Right is the list.": "", "Left are the filters, on the right the results.": "",
		"Left is the old page, the new one is on the right.": "", "Left is das Menü, rechts die Liste.": "",
		"Remaining is 3 GB of RAM.": "", "Both run. Remaining is 12.5 GB of disk.": "", "Left are 20 minutes.": "",
		"Es bleibt noch 3 GB RAM.": "", "Il reste encore 3 Go de mémoire.": "", "Il reste encore 20 % du quota.": "",
		"Осталось только 3 ГБ памяти.":                            "",
		"What is left is the arrow on the right.":                 "the arrow on the right",
		"Left is the load test. The arrow on the right is fixed.": "the load test",
		"Left are 3 tests of the parser.":                         "3 tests of the parser",
		"Es fehlt noch der Pfeil rechts.":                         "der Pfeil rechts",
		"Il reste encore 2 tests à écrire.":                       "2 tests à écrire",
		"Remaining is the 3 GB limit of the upload.":              "the 3 GB limit of the upload",
		"The branch that was left is merged.":                     "", "What you see on the left is the menu.": "",
		"Завтра: перезапустить base, mixup, ra_m5/9/15 на `train_clean`.": "перезапустить base, mixup, ra_m5/9/15 на `train_clean`.",
		"Tomorrow: rerun base, mixup, ra_m5.":                             "rerun base, mixup, ra_m5.",
		"Open: the flag, the docs, the tests.":                            "the flag|the docs|the tests.",
	} {
		if l := ListOf(answer)(); strings.Join(l.Steps, "|") != want {
			t.Errorf("%q leaves %q, want %q", answer, l.Steps, want)
		}
	}
}

// A word that says that it happened ends the step that it is the verb of; what a step waits for is not of it.
func TestAVerbAloneEndsItsStep(t *testing.T) {
	for _, c := range []struct {
		asked, step string
		want        bool
	}{
		{"uploaded, submitted 🎉", "upload PDF before 23:59 AoE", true}, {"uploaded", "upload the pdf", true},
		{"deployed.", "deploy to staging", true}, {"merged, thanks", "merge the branch", true},
		{"uploaded, submitted 🎉", "put 0.909 into the abstract", false}, {"fixed", "fix the login", false},
		{"done", "upload the pdf", false}, {"uploaded the picture", "upload the manual", false}, {"upload?", "upload the pdf", false},
	} {
		if got := TurnOf(c.asked, nil, nil).Done(StepOf(c.step)); got != c.want {
			t.Errorf("%q ends %q: %v", c.asked, c.step, got)
		}
	}
	if !SaysDone("clean table in results.md", StepOf("the clean table once the runs are done.")) {
		t.Error("what comes first is of the step")
	}
}

// A step is told with the thing that it puts off.
func TestAStepIsNoFragment(t *testing.T) {
	const recall = "for the camera ready we need also per class recall, but thats later"
	if got := PutsOff(recall + ", not for submission"); !slices.Equal(got, []string{recall}) {
		t.Errorf("puts off %q", got)
	}
}
