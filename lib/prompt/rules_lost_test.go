package prompt

import (
	"slices"
	"strings"
	"testing"
)

// What a rule is told as is all of it, whatever is in brackets, asked behind it, or said to stress it.
func TestARuleIsToldWhole(t *testing.T) {
	for text, want := range map[string]string{
		"every resource gets the 4 tags (owner, env, managed-by), no exceptions": "*",
		"fix a.go (the parser), and always add a test":                           "always add a test",
		"修一下（a，b），以后注释都写中文":                                                      "以后注释都写中文",

		"namen bei uns immer kebab-case, die rolle heisst chrony_client?? ändern": "namen bei uns immer kebab-case",
		"use tabs, never spaces, how is the makefile indented?":                   "use tabs, never spaces",
		"namen immer kebab-case, bitte":                                           "*",
		"we never push to main, is that clear?":                                   "",
		"use tabs always, or do you prefer spaces?":                               "",
		"the tests always fail on CI, any idea why?":                              "",
		"does the linter never run on main, what do you see?":                     "",

		"wait 5 min and then again. force-unlock NIE": "force-unlock NIE",
		"force-push never":                            "*", "force-push jamais": "*", "force-push nunca": "*", "force-push mai": "*",
		"force-push никогда": "*", "force-push 绝不": "*", "squash never": "*",
		"auto-save never works": "", "almost never": "", "better late than never": "",

		"for the ui no carousel, ever, on any page, it's bad for a11y":       "*",
		"pour l'ui pas de carousel, jamais, sur aucun site, c'est nul":       "*",
		"für die ui kein karussell, nie, auf keiner seite, das ist schlecht": "*",
		"in the log no error, ever, on any page, it just hangs":              "",
		"round the report for the ui, always, in a.go, it has no decimals":   "",
		"the api returns 500, always, on any page, no idea why":              "",

		"secrets only by vault, everywhere, never in manifests": "*",
		"secrets are only in vault, everywhere, never mind":     "",

		"a plan that replaces a db is never applied, whatever i say":            "*",
		"ein plan der eine db löscht wird nie angewendet, egal was ich sage":    "*",
		"le plan n'est jamais appliqué, quoi que je dise":                       "*",
		"un plan que borra una base nunca se aplica, diga lo que diga":          "*",
		"um plano que apaga o banco nunca é aplicado, diga o que eu disser":     "*",
		"un piano che cancella il db non si applica mai, qualunque cosa dica":   "*",
		"план который удаляет базу никогда не применяется, что бы я ни говорил": "*",
		"删库的计划绝不执行，不管我说什么":                                                      "*", "DBを消すプランは絶対に適用しない、何を言っても": "*",
		"a plan that replaces a db is never applied, i wonder what it does": "",
		"it is never applied, whatever i say":                               "",

		"2.3.1 nicht wieder ausrollen bis das cart team nen fix hat":                   "*",
		"don't deploy 2.3.1 again until the cart team has a fix":                       "*",
		"ne redéploie pas la 2.3.1 à nouveau avant que l'équipe cart ait un correctif": "*",
		"no vuelvas a desplegar la 2.3.1 hasta que el equipo cart tenga un fix":        "*",
		"购物车团队修好之前不要再次部署2.3.1":                                                         "*",
		"カートチームが直すまで2.3.1を再デプロイしない":                                                    "*",
		"don't deploy it again until the tests pass":                                   "",
		"the deploy did not run again until the ops team fixed it":                     "",
	} {
		wants := []string{want}
		if want == "*" {
			wants[0] = text
		} else if want == "" {
			wants = nil
		}
		if got := Rules(text); !slices.Equal(got, wants) {
			t.Errorf("rules of %q are %q", text, got)
		}
	}
}

func TestARuleBehindARuleOrForEachFixIsOne(t *testing.T) {
	for text, want := range map[string]string{
		"one rule: never log tokens. secrets only in vault":               "never log tokens.|secrets only in vault",
		"y una regla: nunca registres tokens. los secretos solo en vault": "nunca registres tokens.|los secretos solo en vault",
		"Regel: nie Tokens loggen. Secrets nur in Vault":                  "nie Tokens loggen.|Secrets nur in Vault",
		"one rule: never log tokens. the bug is only in auth":             "never log tokens.",
		"one rule: never log tokens. only fix it in auth":                 "never log tokens.",
		"sí, un commit por finding siempre":                               "un commit por finding siempre",
		"yes, one commit per finding":                                     "one commit per finding",
		"arregla los dos. cada fix con su test":                           "cada fix con su test",
		"fix both. each fix with its own test":                            "each fix with its own test",
		"jeder Fix mit einem Test":                                        "jeder Fix mit einem Test",
		"no hard deletes anywhere, GoBD":                                  "no hard deletes anywhere, GoBD",
		"nessun hard delete da nessuna parte":                             "nessun hard delete da nessuna parte",
		"no sleeps anywhere in the suite please":                          "no sleeps anywhere in the suite please",
		"start with G1, every test must remove its own orders":            "every test must remove its own orders",
		"cada test debe borrar sus pedidos":                               "cada test debe borrar sus pedidos",
		"backup first, sempre prima di ogni migrazione":                   "backup first, sempre prima di ogni migrazione",
		"backup first, always before a migration":                         "backup first, always before a migration",
		"no luck anywhere":                                                "", "no errors anywhere, great": "", "no calls throughout the day": "",
		"run each fix with its test": "", "every test with a fix": "", "one commit per file": "",
	} {
		if got := strings.Join(Rules(text), "|"); got != want {
			t.Errorf("%q lays down %q", text, got)
		}
	}
}
