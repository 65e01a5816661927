package prompt

import "testing"

// What is allowed now, there where it was banned, is banned no more; what is not, only in part, or as a program or a
// document has it, is.
func TestWhatIsAllowedWhereItWasBannedIsBannedNoMore(t *testing.T) {
	for _, c := range []struct {
		rule, said string
		gone       bool
	}{
		{"never use sleep in tests", "from now on sleep is allowed in tests", true},
		{"never push on fridays", "pushing on fridays is allowed from now on", true},
		{"jamais de console.log dans le code", "désormais console.log est autorisé dans le code", true},
		{"nunca uses console.log en el código", "a partir de ahora console.log está permitido en el código", true},
		{"nunca use any no código", "a partir de agora any é permitido no código", true},
		{"mai usare any nel codice", "d'ora in poi any è permesso nel codice", true},
		{"никогда не используй any в коде", "отныне any в коде разрешён", true},
		{"keine Kommentare im Code", "ab jetzt sind Kommentare im Code erlaubt", true},
		{"no emojis in headlines", "emojis are allowed in headlines now", true},
		{"never use sleep in tests", "sleep is allowed in the tests now", true},
		{"报告里不要用缩写", "现在可以用缩写了", true},
		{"no emojis in headlines", "emojis are allowed in the body now", false},
		{"no emojis", "emojis are allowed in headlines", false},
		{"nada de rojo", "el rojo no está permitido", false},
		{"niente rosso", "il rosso non è permesso", false},
		{"non usare mai any", "any non è permesso", false},
		{"sem vermelho", "vermelho não é permitido", false},
		{"никаких эмодзи", "эмодзи не разрешены", false},
		{"不要用红色", "不可以用红色", false},
		{"no red in the figures", "red is allowed, except in the map", false},
		{"kein Rot in den Figuren", "Rot ist erlaubt, außer in der Karte", false},
		{"pas de rouge", "le rouge est permis, sauf dans la carte", false},
		{"no red in the figures", "the client says red is allowed now", true},
		{"kein Gelb bitte, die Chefin hasst Gelb", "die Kundin sagt Gelb ist jetzt erlaubt", true},
		{"never use lodash", "ok lodash is fine after all", true}, {"never use lodash", "the build is fine after all", false},
		{"no red in the figures", "the client says red is not allowed", false},
		{"no red in the figures", "the docs say red is allowed", false},
		{"no red in the figures", "the linter says red is allowed now", false},
	} {
		var gone []string
		for _, s := range TakesBack(c.said) {
			taken, _ := revokes(s, []string{c.rule})
			gone = append(gone, taken...)
		}
		if (len(gone) > 0) != c.gone {
			t.Errorf("%q takes back %q of %q", c.said, gone, c.rule)
		}
	}
}

// A rule for until somebody agrees, answers or has something is over once a prompt says so, and of that.
func TestARuleIsOverOnceWhatItIsUntilHasComeTrue(t *testing.T) {
	const billing = "don't touch billing until Ana approves"
	for _, c := range []struct {
		rule, said string
		gone       bool
	}{
		{billing, "Ana approved, go ahead", true},
		{billing, "ok. Ana approved the billing page", true},
		{"la page honoraires on y touche pas tant que maître Roux a pas validé les tarifs",
			"maitre Roux a validé les tarifs !! donc la page: 180 €", true},
		{"no new endpoints until the cart team has a fix", "the cart team has a fix, so add the endpoint", true},
		{"die Preise nicht anfassen bis Lena zustimmt", "Lena hat zugestimmt", true},
		{"no toques los precios hasta que Luis confirme", "Luis confirmó los precios", true},
		{"non toccare i prezzi finché Marco non conferma", "Marco ha confermato", true},
		{billing, "Ana approved the logo", false},
		{billing, "Ana has not approved it yet", false},
		{billing, "once Ana approved we start", false},
		{billing, "Ben approved billing", false},
		{billing, "has Ana approved it?", false},
		{billing, "Ana approved?", false},
		{billing, "Ana approved my PR", false},
		{billing, "Ana approved everything but billing", false},
		{billing, "Ana approved only the first half of billing", false},
		{"don't deploy until QA signs off", "QA signed off", true},
		{billing, "Ana is back", false},
		{"don't touch billing until Ana is back", "Ana is back", true},
		{"don't touch billing until Tom confirms", "Tom confirmed the bug", false},
		{"don't touch billing until Ana approves the prices", "Ana approved the prices", true},
		{"ask me before you deploy to prod", "the deploy to prod is confirmed", false},
		{"run the tests when Ana approved the PR", "Ana approved the PR", false},
		{"never push to main", "she said yes to main", false},
		{"never merge a branch until Tom approves", "Tom approved the branch", false},
		{"don't merge until the tests pass", "Tom confirmed the tests pass", false},
		{"always confirm with Ana until the demo is over", "Ana confirmed", false},
		{"no new endpoints until the cart team has a fix", "i have a fix for the cart", false},
	} {
		gone := false
		for _, s := range TakesBack(c.said) {
			over, rule := Ruled{}.Revokes(s, []string{c.rule, "never use red"})
			gone = gone || len(over) == 1 && over[0] == c.rule && rule == ""
		}
		if gone != c.gone {
			t.Errorf("%q is over at %q: %v", c.rule, c.said, gone)
		}
	}
}

// A rule is replaced by a sentence that says that it is no more, and what is used now.
func TestARuleIsReplacedByWhatIsUsedNow(t *testing.T) {
	const npm, webp = "always use yarn", "always webp btw, plus jamais de jpg dans les sites."
	for _, c := range []struct {
		rule, said  string
		gone, rules bool
	}{
		{webp, "we use avif now, no more webp", true, true},
		{"always webp", "no more webp, everything in avif now", true, true},
		{"toujours en webp", "en fait on passe tout en avif maintenant, plus de webp", true, true},
		{"immer yarn benutzen", "wir nehmen jetzt pnpm, kein yarn mehr", true, true},
		{"siempre yarn", "ahora usamos pnpm, nada de yarn", true, true},
		{npm, "no more yarn, it's slow", true, false},
		{npm, "the release is out now, no more bumps", false, false},
		{npm, "no more yarn, the build is slow now", true, false},
		{"always use tabs", "we no longer use tabs", true, false},
		{"toujours des commits courts", "le titre est bon maintenant, plus court", false, false},
	} {
		gone, rules := false, false
		for _, s := range TakesBack(c.said) {
			over, rule := Ruled{}.Revokes(s, []string{c.rule, "never use red"})
			gone, rules = gone || len(over) == 1 && over[0] == c.rule, rules || rule == s
		}
		if gone != c.gone || rules != c.rules {
			t.Errorf("%q is replaced by %q: %v, a rule: %v", c.rule, c.said, gone, rules)
		}
	}
}
