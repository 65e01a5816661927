package prompt

import (
	"strings"
	"testing"
)

// What stands in brackets behind a lead, or says whose list it is of, changes nothing; a button is no lead.
func TestALeadMayHaveABracketOrASource(t *testing.T) {
	for answer, want := range map[string]string{
		"The shelf works.\n\nNext up (round 2): paint the doors.":               "paint the doors.",
		"**Left undone (a call of yours)**\n\nThe old drawer.":                  "The old drawer.",
		"Remaining (from Ana's audit):\n- the hinges\n- the varnish":            "the hinges|the varnish",
		"Next up per the plan is step 3: the hinges.":                           "the hinges.",
		"Next up, according to the roadmap, is the varnish of the doors.":       "the varnish of the doors",
		"Offen (Runde 2):\n- die Scharniere":                                    "die Scharniere",
		"Was als Nächstes lohnt (wenn du magst):\n- die Scharniere":             "die Scharniere",
		"Als nächstes laut Plan ist der Lack dran.":                             "der Lack dran",
		"Gut, er bleibt drin. Als Nächstes kämen die Scharniere (Teil 2).":      "die Scharniere (Teil 2)",
		"Bitte prüf den Absatz. Dann fehlen noch die Tür und der Lack.":         "die Tür und der Lack",
		"Good. Next come the hinges.":                                           "the hinges",
		"Bien. Ensuite viendraient les charnières.":                             "les charnières",
		"Die Datei steht. Offen ist noch, ob die Leerzeilen raus sollen.":       "ob die Leerzeilen raus sollen",
		"**Reste du chemin critique avant livraison (de ta liste)**\n- le bois": "le bois",
		"À faire (tour 2) : le vernis.":                                         "le vernis.",
		"Pendiente (ronda 2): el barniz.":                                       "el barniz.",
		"Pendente (ronda 2): o verniz.":                                         "o verniz.",
		"In sospeso (giro 2): la vernice.":                                      "la vernice.",
		"Дальше по порядку, после проверки: лак, петли.":                        "лак, петли.",
		"Осталось (круг 2): лак.":                                               "лак.",
		"待办（第二轮）：\n- 上漆":                                                        "上漆",
		"建议的后续动作：\n- 上漆":                                                        "上漆",
		"残り（二回目）：\n- 塗装":                                                        "塗装",

		"**Remaining (not yet done):**\n- the hinges":        "the hinges",
		"Next up (see [the list](a.md) for all): the hinges": "the hinges",
		"Next (done in this round): the doors.":              "-",
		"Remaining (3 GB): the cache.":                       "-",
		"#### 1. Open (a drawer)\nPull it.":                  "-",
		"**Next** (button)\nIt shows the page after this.":   "-",
		"## `shelf.todo (name)`\nMarks a shelf.":             "-",
		"The TODO(ana): marks stay in the code.":             "-",
		"Next up according to the manual, press twice.":      "-",
		"Reste du code : inchangé.":                          "-",
		"Rest of the code (unchanged):\n- `a.go`":            "-",
	} {
		checkLeft(t, answer, want)
	}
}

// A label leads to what is to do, with a list below it, also in more words than a bare lead has.
func TestALabelEndsInWhatIsToDo(t *testing.T) {
	for answer, want := range map[string]string{
		"**Two fixes to do:**\n\n1. sand the door\n2. oil the hinge\n\nShall I?":        "sand the door|oil the hinge",
		"What you still have to do by hand in the shop:\n- pay the wood":                "pay the wood",
		"They are on the drawing, but I haven't built them yet:\n- the lid\n- the lock": "the lid|the lock",
		"Next shelf to check: shelf B (when you ask)":                                   "shelf B (when you ask)",
		"The next shelves to paint are B and C.":                                        "B and C",
		"The first thing to build is the frame of the door.":                            "the frame of the door",
		"Was du in der Werkstatt von Hand noch machen musst:\n- das Holz bezahlen":      "das Holz bezahlen",
		"Zwei Dinge noch zu erledigen:\n- der Lack":                                     "der Lack",
		"Deux retouches à faire :\n- la porte":                                          "la porte",
		"Ce qu'il te reste à faire à la main dans l'atelier :\n- payer le bois":         "payer le bois",
		"Dos arreglos por hacer:\n- la puerta":                                          "la puerta",
		"Lo que todavía tienes que hacer a mano en el taller:\n- pagar la madera":       "pagar la madera",
		"Dois ajustes a fazer:\n- a porta":                                              "a porta",
		"O que ainda precisa fazer à mão na oficina:\n- pagar a madeira":                "pagar a madeira",
		"Due ritocchi da fare:\n- la porta":                                             "la porta",
		"Prossimo ripiano da verniciare: quello in alto":                                "quello in alto",
		"Они есть в чертеже, но я их пока не делал — скажи:\n- крышка":                  "крышка",
		"Что тебе ещё нужно сделать руками в мастерской:\n- оплатить дерево":            "оплатить дерево",
		"这几扇门要做的：\n- 上漆":                                                                "上漆",
		"**下一步：**\n先做门，重点是：\n1. 打磨\n2. 上漆":                                              "打磨|上漆",
		"手作業でまだ必要な作業：\n- 塗装":                                                            "塗装",

		"## 3a: what to do\n- sand the door":                                    "-",
		"Next steps to try it:\n1. npm start":                                   "-",
		"Próximos pasos para probarlo:\n1. npm start":                           "-",
		"Nächste Schritte zum Ausprobieren:\n1. npm start":                      "-",
		"Two fixes made:\n- the door":                                           "-",
		"These were not tested before:\n- the door":                             "-",
		"What the next step does with the doors of the shop:\n- it paints them": "-",
		"Next page: 2": "-",
		"The first thing to check is whether the door is open.":  "-",
		"The first thing to build is not the door.":              "-",
		"The first time it is built, the door is checked twice.": "-",
		"Files to read first:\n- `a.go`":                         "-",
		"Étapes à suivre pour lancer :\n- npm start":             "-",
		"***\n- a\n- b": "-",
	} {
		checkLeft(t, answer, want)
	}
}

// Prose says that work remains, also at the end of a list.
func TestWorkRemains(t *testing.T) {
	for answer, want := range map[string]string{
		"Group P is in. Group M (T-1, T-2) and the tier S decisions remain when you want them.": "Group M (T-1, T-2) and the tier S decisions remain when you want them",
		"The one remaining gap is purely the name of the lock.":                                 "the name of the lock",
		"Die einzige verbleibende Lücke ist der Name des Schlosses.":                            "der Name des Schlosses",
		"Fertig. Die zwei Prüfungen bleiben.":                                                   "Die zwei Prüfungen bleiben",
		"C'est en place. Les deux étapes restent.":                                              "Les deux étapes restent",
		"Está en la rama. Las dos revisiones quedan.":                                           "Las dos revisiones quedan",
		"Está no ramo. Dois arquivos não commitados ainda.":                                     "Dois arquivos não commitados ainda",
		"È nel ramo. I due passi restano.":                                                      "I due passi restano",
		"Дверь в ветке. Две проверки остались.":                                                 "Две проверки остались",
		"**Notes**\n- The lid fits. A test in the rain still needs to happen.":                  "A test in the rain still needs to happen",
		"**Notes**\n- The lid fits.\n- Der Lack muss noch trocknen.":                            "Der Lack muss noch trocknen",

		"Marks: it says that no vague steps remain.":             "-",
		"No steps remain.":                                       "-",
		"The steps remain the same.":                             "-",
		"All is in; existing and remote tests remain.":           "-",
		"The old tests remain.":                                  "-",
		"The tests remain green.":                                "-",
		"Only the warnings remain.":                              "-",
		"The one remaining gap was the name of the lock.":        "-",
		"- the lid: it still needs to dry\n- the lock\n\nWhich?": "-",
		"- the lid\n- the lock (it still needs to be ordered)":   "-",
	} {
		checkLeft(t, answer, want)
	}
}

func TestTheLastOneIsAllThatIsLeft(t *testing.T) {
	for answer, want := range map[string]string{
		"The load test passes. Only the exporter with its dashboard is left.": "the exporter with its dashboard",
		"Comment 4, the test for the lockout, is the only one left.":          "Comment 4, the test for the lockout",
		"Nur die Doku fehlt noch.":                                            "die Doku", "The docs are all that's left.": "The docs",
		"Only if the flag is set, the row is left.": "-", "Only 3 GB are left.": "-", "Is the export the only one left?": "-",
	} {
		checkLeft(t, answer, want)
		if _, says := Left(answer); says != (want != "-") {
			t.Errorf("%q says %t", answer, says)
		}
	}
}

func TestNothingIsLeftOfATicketThatIsIn(t *testing.T) {
	for answer, want := range map[string]bool{
		"Everything of OPS-445 is in: exporter sidecar, dashboard. Committed, not merged.": true,
		"Alles von OPS-445 ist fertig.":                true,
		"Everything of OPS-445 is in except the docs.": false,
		"Everything of OPS-445 is in the branch.":      false,
		"Everything of the parser is in.":              false,
	} {
		if steps, says := Left(answer); says != want || len(steps) > 0 {
			t.Errorf("%q: %t, leaves %q", answer, says, steps)
		}
	}
}

func TestAPromptSaysWhatOnlyIsLeft(t *testing.T) {
	for text, want := range map[string]string{
		"perfect. commit, and then only the release notes are left. I write them myself": "the release notes",
		"now only the icon is missing": "the icon", "ok, nur die Doku fehlt noch": "die Doku",
		"is only the icon missing?": "", "only 3 rows are left in the table": "", "solo la prueba está pendiente": "la prueba",
		"if only the header is missing, add it": "",
	} {
		if got := strings.Join(OnlyLeft(text), "|"); got != want {
			t.Errorf("%q leaves %q, want %q", text, got, want)
		}
	}
}
