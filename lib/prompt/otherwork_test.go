package prompt

import (
	"slices"
	"testing"
)

func TestAPromptBeginsOtherWork(t *testing.T) {
	for _, text := range []string{
		"add a gallery page with six photos", "we also need an export for the accountant",
		"the customer wants a red banner for Christmas", "change the footer color to blue",
		"I want a script run_all.sh for the whole month", "füge eine Seite mit dem Impressum hinzu",
		"der Kunde will ein rotes Banner", "ajoute une page galerie, 6 photos, grid css",
		"le bouton commander doit envoyer un mail à commandes@ferrand.fr", "elle veut aussi un export FEC, 18 colonnes",
		"retire le bandeau noël du site", "haz una página de contacto", "cambia el color del título a azul",
		"el cliente quiere un banner rojo", "quita el banner de navidad", "troca a fonte dos títulos",
		"o cliente quer um banner vermelho", "cambia il colore dei titoli", "il cliente vuole un banner rosso",
		"сделай страницу контактов", "клиент хочет красный баннер", "做一个联系页面", "把标题颜色换成蓝色", "お問い合わせページを作って",
		"<pasted_content id=\"1\">\nelle veut aussi un export FEC, voila la spec:\nJournalCode|JournalLib\n</pasted_content>",
	} {
		if goal, _ := OtherWork(text); goal == "" {
			t.Errorf("%q begins no other work", text)
		}
	}
	for _, text := range []string{
		"make it a bit darker", "encodage: ISO-8859-15 pas utf8", "police des titres: Playfair. Lora", "12px padding on mobile",
		"la couleur des titres -> #8b4513, css", "401000 alors, 411000 pour clients, 512000 banque", "titres en bordeaux",
		"no, put the banner below", "non, mets le bandeau en bas", "are you sure? the page is still broken. add ?v=2",
		"yeah 2 and 3", "do 1 and 3. the other one tomorrow", "can we add a test?", "add a test that checks this",
		"never touch the csv files in raw/. output into out/", "go on with the gallery", "look at the gallery page",
		"commit and push it", "il le remettra le 1er décembre, garde le code en commentaire", "mach es etwas dunkler", "nein, das Banner nach unten", "hazlo más oscuro", "ну сделай это темнее",
	} {
		if goal, _ := OtherWork(text); goal != "" {
			t.Errorf("%q begins %q", text, goal)
		}
	}
}

func TestAPasteAroundWhichTheUserSpeaksHasAGoal(t *testing.T) {
	const log = "Traceback (most recent call last):\n  File \"merge.py\", line 10, in <module>\nValueError: bad '1 2'\n"
	for text, want := range map[string]string{
		"<pasted_content id=\"6\">\nmerge.py crashes on the sales, log:\n" + log + "fix pls\n</pasted_content>":                       "merge.py crashes on the sales, log",
		"<pasted_content id=\"6\">\nmerge.py stürzt bei ventes.csv ab:\n" + log + "</pasted_content>":                                 "merge.py stürzt bei ventes.csv ab",
		"<pasted_content id=\"6\">\nbug from the client:\n> Issue #12: wrong total\nbranch fix/round, repro first\n</pasted_content>": "bug from the client: branch fix/round, repro first",
		"<pasted_content id=\"6\">\n" + log + "</pasted_content>":                                                                     "add a column with the month",
		"<pasted_content id=\"6\">\nSpecification of the export\nAlways write UTF-8.\n</pasted_content>":                              "add a column with the month",
		"ok works. NEVER touch the csv files in raw/, they are the bank's. output into out/":                                          "add a column with the month",
		"ok marche. ne touche JAMAIS aux csv dans raw/, c'est les originaux. sorties dans out/":                                       "add a column with the month",
		"never use float for money. write the parser of the invoices":                                                                 "never use float for money. write the parser of the invoices",
		"repair the export of invoices. Never touch the schema.":                                                                      "repair the export of invoices. Never touch the schema.",
	} {
		if got := Goal(slices.Values([]string{text, "add a column with the month"})); got != want {
			t.Errorf("%q: goal %q, want %q", text, got, want)
		}
	}
}

func TestAPromptAsksForNothingThatItPutsOffItself(t *testing.T) {
	step := StepOf("les photos arrivent plus tard")
	asked := TurnOf("ajoute une page galerie. les photos arrivent plus tard, placeholders gris", nil, nil)
	n, all := asked.Asked(step)
	if n > 0 || all || asked.AsksFor(step) || asked.Takes([]Step{step}, 0) {
		t.Error("it asks for what it puts off")
	}
	if asked := TurnOf("mets les photos qui arrivent", nil, nil); !asked.AsksFor(step) {
		t.Error("it does not ask for the step")
	}
}
