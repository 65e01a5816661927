package prompt

import "testing"

// A rule is the same where only how long or where it holds is said in other words.
func TestARuleToldAgainIsKnownByItsWords(t *testing.T) {
	for _, x := range []struct {
		said, again string
		same        bool
	}{
		{"so never use Time.now or Date.today, always Time.current, that goes for everything you write here.", "never use Time.now or Date.today, always Time.current", true},
		{"From now on squash every merge, please.", "squash every merge please", true},
		{"in this repo we never mock the database", "we never mock the database", true},
		{"ab jetzt immer Tabs, das gilt für alles", "immer Tabs", true},
		{"jamais de console.log, ça vaut pour tout", "jamais de `console.log`", true},
		{"a partir de ahora siempre con pnpm, nunca npm", "siempre con pnpm, nunca npm", true},
		{"daqui em diante, sempre em inglês os commits", "sempre em inglês os commits", true},
		{"d'ora in poi mai usare moment", "mai usare moment", true},
		{"впредь всегда запускай линтер", "всегда запускай линтер", true},
		{"今后 commit message 一律用英文", "commit message 一律用英文", true},
		{"今後はコミットは英語で", "コミットは英語で", true},
		// Near misses.
		{"always squash", "never squash", false},
		{"use tabs in the Makefile", "use tabs", false},
		{"never push on Fridays", "never push", false},
		{"never use Time.now", "never use Time.now in specs", false},
		{"immer Tabs", "nie Tabs", false},
		{"toujours pnpm", "jamais pnpm", false},
		{"siempre con pnpm", "nunca con pnpm", false},
		{"всегда запускай линтер", "никогда не запускай линтер", false},
		{"commit 一律用英文", "commit 一律用中文", false},
	} {
		if got := Core(x.said) == Core(x.again); got != x.same {
			t.Errorf("%q and %q are the same: %v (%q, %q)", x.said, x.again, got, Core(x.said), Core(x.again))
		}
	}
}
