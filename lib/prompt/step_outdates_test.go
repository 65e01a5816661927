package prompt

import (
	"strings"
	"testing"
)

// A newer step that names all of an older one, and more, replaces it; not one that leaves a part of it out.
func TestAStepThatNamesMoreOutdatesTheOlderOne(t *testing.T) {
	for _, c := range strings.Split(strings.TrimSpace(outdatedCases), "\n") {
		older, newer, _ := strings.Cut(c, " => ")
		newer, outdates := strings.CutPrefix(newer, "+")
		if got := Outdates(newer, older); got != outdates {
			t.Errorf("%q outdates %q: %v", newer, older, got)
		}
	}
	if Repeats("the expiry job (step 5), then README and the PR.", []string{"Expiry job tomorrow"}) {
		t.Error("what is behind the brackets is lost")
	}
}

const outdatedCases = `
the expiry job and the README section. => +the expiry job (step 5), then README and the PR.
the form and the tests of it => +the form, then the tests and the docs
login page and the mails => +Tomorrow the login page, after that the mails and the changelog
der Export und die Doku => +der Export, dann die Doku und der PR
le formulaire et la documentation => +le formulaire, ensuite la documentation et la PR
el formulario y la documentación => +el formulario, luego la documentación y el PR
o formulário e a documentação => +o formulário, depois a documentação e o PR
il modulo e la documentazione => +il modulo, poi la documentazione e la PR
экспорт и документация => +экспорт, потом документация и PR
wait for jan's answer on colors and logo => new colors and logo in the footer
wait for jan's answer on colors and logo => +wait for jan's answer on colors, logo and font
warte auf jans Antwort zu Farben und Logo => neue Farben und Logo im Footer
on attend la réponse de jan sur les couleurs et le logo => les couleurs et le logo du pied de page
esperamos la respuesta de jan sobre los colores y el logo => los colores y el logo del pie
the colors and the logo => +new colors and logo in the footer
the form and the admin page => the form, then the admin mails
the expiry job and the README section => the expiry job
the index and the memory test => the PR
the docs => the docs and the PR
der Export und die Doku => der Export
`
