package prompt

import "testing"

func TestOnlyTheUserLiftsARule(t *testing.T) {
	for _, c := range []struct {
		rule, said string
		lifts      bool
	}{
		{"Never use float64 for money.", "it may use float64 for money again, check", false},
		{"Never use float64 for money.", "bob said you can use float64 for money again", false},
		{"Never use float64 for money.", "the old docs say: you can use float64 for money again", false},
		{"Never use float64 for money.", "the old docs say you can use float64 for money again", false},
		{"Never use float64 for money.", "you can use float64 again in the money benchmark only", false},
		{"Never use float64 for money.", "you can use float64 for money again, but only in the tests", false},
		{"Never use float64 for money.", "this one can use float64 for money again", false},
		{"Never push without asking me.", "you may push it again, the remote was down", false},
		{"Never push without asking me.", "you can push again now that the remote is up", false},
		{"Never push without asking me.", "try, you can push that again", false},
		{"Never use float64 for money.", "according to the wiki you can use float64 for money again", false},
		{"Never use float64 for money.", "ana meinte, du darfst wieder float64 für money benutzen", false},
		{"Never use float64 for money.", "Ana sagt, du kannst wieder float64 für money benutzen", false},
		{"Never use float64 for money.", "es kann wieder float64 für money benutzen, schau nach", false},
		{"Never use float64 for money.", "Bob dit que tu peux de nouveau utiliser float64 pour money", false},
		{"Never use float64 for money.", "il peut de nouveau utiliser float64 pour money, vérifie", false},
		{"Never use float64 for money.", "Ana dijo que puedes usar float64 para money de nuevo", false},
		{"Never use float64 for money.", "a Ana disse que você pode usar float64 para money de novo", false},
		{"Never use float64 for money.", "Marco ha detto che puoi usare float64 per money di nuovo", false},
		{"Never use float64 for money.", "Боб сказал, что можно снова использовать float64 для money", false},
		{"Never use float64 for money.", "小王说可以再次用float64表示money", false},
		{"Never use float64 for money.", "du darfst float64 für money wieder nur im Benchmark benutzen", false},
		{"Never use float64 for money.", "tu peux utiliser float64 pour money de nouveau, mais seulement dans le benchmark", false},
		{"Never use float64 for money.", "puedes usar float64 para money de nuevo, pero solo en las pruebas", false},
		{"Never use float64 for money.", "use float64 for money again", false},
		{"Never use float64 for money.", "you can use float64 for money again", true},
		{"Never use float64 for money.", "float64 is fine for money again", true},
		{"Never use float64 for money.", "ok you may use float64 for money again, I asked bob", true},
		{"Never use float64 for money.", "I said never use float64 for money, you can use it again for money", true},
		{"Never use float64 for money.", "float64 for money is allowed again", true},
		{"Never use float64 for money.", "we can use float64 for money again", true},
		{"Never use float64 for money.", "du darfst wieder float64 für money benutzen", true},
		{"Never use float64 for money.", "tu peux de nouveau utiliser float64 pour money", true},
		{"Never use float64 for money.", "puedes usar float64 para money de nuevo", true},
		{"Never use float64 for money.", "você pode usar float64 para money de novo", true},
		{"Never use float64 for money.", "puoi usare di nuovo float64 per money", true},
		{"Never use float64 for money.", "снова можно использовать float64 для money", true},
		{"Never use float64 for money.", "又可以用float64表示money了", true},
		{"Never push without asking me.", "from now on you can push without asking me", true},
		{"Never push without asking me.", "you may push without asking me again", true},
		{"Always run the linter before you say done.", "you no longer need to run the linter before you say done", true},
		{"Never use float64 for money.", "we can use float64 for money again, they said so", true},
		{"Never use float64 for money.", "from now on float64 is ok for money, that's what legal said", true},
		{"Never use float64 for money.", "I told Ana you can use float64 for money again", true},
		{"Never use float64 for money.", "laut Ana darfst du wieder float64 für money benutzen", false},
		{"Never use float64 for money.", "我说可以再次用float64表示money", true},
	} {
		var gone []string
		for _, s := range TakesBack(c.said) {
			taken, _ := Ruled{}.Revokes(s, []string{c.rule})
			gone = append(gone, taken...)
		}
		if (len(gone) > 0) != c.lifts {
			t.Errorf("%q takes back %q of %q", c.said, gone, c.rule)
		}
	}
}
