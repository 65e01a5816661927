package prompt

import "testing"

func TestALastingClauseBeginsAtTheLastThatLasts(t *testing.T) {
	for text, want := range map[string]string{
		"So move the export into its own package, run the tests, and open a draft PR, actually for every PR from now on I want a screenshot in the description": "actually for every PR from now on I want a screenshot in the description",
		"take the old build off the server, log in as me, clear the cache, and write the steps down, and from now on always run the smoke test after a deploy":  "from now on always run the smoke test after a deploy",
		"Also räum den Branch auf, wechsle auf main, bau den Fix dort ein, und schreib zuerst einen Test, ach und ab jetzt immer zuerst einen Test schreiben":   "ab jetzt immer zuerst einen Test schreiben",
		"alors range la branche, va sur main, corrige là-bas, et écris un test d'abord, et à partir de maintenant toujours un test d'abord":                     "à partir de maintenant toujours un test d'abord",
		"pues guarda lo de la rama, ve a main, arréglalo allí, y escribe una prueba primero, y a partir de ahora siempre escribe una prueba primero":            "a partir de ahora siempre escribe una prueba primero",
		"fix it in api.go, and never use floats for money, I don't care how small it is":                                                                        "never use floats for money, I don't care how small it is",
		"rename it, use tabs everywhere, never spaces":               "use tabs everywhere, never spaces",
		"fix the login, always use tabs, never spaces":               "always use tabs, never spaces",
		"From now on write a test, and never push without asking me": "From now on write a test, and never push without asking me",
		"change a.go, and always add a test, and never mock the db":  "always add a test, and never mock the db",
		"no, never mind the changelog, but never push to main":       "never push to main",
		"remember that dates are in UTC":                             "remember that dates are in UTC",
		"merk dir, dass Beträge in Cent sind":                        "merk dir, dass Beträge in Cent sind",
		"recuerda que los importes van en céntimos":                  "recuerda que los importes van en céntimos",
		"no, the tests always stay beside their file":                "no, the tests always stay beside their file",
	} {
		if got := Rules(text); len(got) != 1 || got[0] != want {
			t.Errorf("rules of %q are %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{
		"no, never mind the changelog", "um no, never mind", "no, nevermind the css", "nah, never mind that, we ship without",
		"And a changelog entry, no, never mind the changelog", "no never mind, always happens on main",
		"remember that one for later", "that's a real bug, remember that one for later.", "keep in mind this one for later",
		"remember this one for tomorrow", "remember that bug for next week", "nein, vergiss das mit dem Changelog",
		"merk dir das für später", "retiens ça pour plus tard", "recuerda eso para después", "lembra disso pra depois",
		"ricordati questo per dopo", "запомни это на потом", "记住这个，以后再说", "これ覚えておいて、後で",
	} {
		if got := Rules(text); len(got) > 0 {
			t.Errorf("%q is no rule, got %q", text, got)
		}
	}
}
