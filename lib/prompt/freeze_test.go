package prompt

import (
	"testing"
	"time"
)

func TestABanUntilADayIsARule(t *testing.T) {
	readRows(t, `
yes no deploys until thursday
yes nothing to prod till thursday
yes don't push to main until monday
yes don't deploy before monday
yes we have a freeze till monday
yes nothing to prod till thursday because of the audit
yes we're in a freeze until the 3rd
yes no deploys until dec 3
yes bis donnerstag nichts nach prod
yes bis montag keine deploys
yes pas de déploiement avant lundi
yes nada a prod hasta el jueves
yes 周四之前不要部署到生产
yes 封版到周五
yes rien en prod jusqu'à vendredi, c'est cassé
yes no deploys until friday 18:00!
yes no merges until friday 9am
yes freeze until 11.12.
yes bis zum 11.12. keine deployments
yes main is frozen until friday
yes hold all deploys until monday
yes никаких деплоев до пятницы
no the account is locked until friday
no no version bumps until 2.4
no main was frozen until friday
no main is not frozen until friday
no the main office is closed until friday
no the main menu stays locked until monday
no 金曜までにデプロイしないといけない
no nothing merged until friday, then everything broke
yes 木曜まで本番に出さない
yes nichts deployen bis Montag
yes не деплоить до пятницы
yes keine deploys bis zum 14.
yes niente deploy fino al 14
yes no merges until friday, december 11
yes bis freitag, 11. dezember keine merges
no don't merge it until friday
no don't merge the PR until friday
no no order is shipped until friday
no the server is down until thursday, no deploys possible
no no deploys until 5
no 木曜まで待つ
no die Funktion läuft bis zum 14.
no don't merge #42 until friday
no freeze the header row until friday
no no meeting until thursday
no there was a code freeze until monday
no there is no code freeze until friday
yes code freeze until friday and no merges to main
no nothing works until monday
no once the freeze is over we deploy
no is there a freeze until monday?`, func(s string) bool { return len(Rules(s)) > 0 })
	for _, s := range []string{"code freeze until thursday", "the change freeze starts tomorrow"} {
		if off := PutsOff(s); len(off) > 0 {
			t.Errorf("put off: %q", off)
		}
	}
}

func TestABanUntilADayEnds(t *testing.T) {
	said := time.Date(2026, 11, 30, 15, 0, 0, 0, time.UTC) // a monday
	for rule, last := range map[string]int{                // the last day on which it holds
		"no deploys until thursday": 3, "nothing to prod till monday": 7, "bis dienstag keine deploys": 1,
		"don't deploy before tomorrow": 1, "no deploys until next week": waitLasts - 1, "from now on no deploys until friday": 4, "no deploys until the 14th": 14, "no deploys until the 3rd": 3,
		"no deploys until after christmas": 31, "no releases until next year": 31, "code freeze until january": 32, "no deploys for 3 days": 3,
		"keine releases vor dem 14.": 14, "code freeze until 14.12.": 14, "code freeze until 1.12.": 1, "main is frozen until friday 6pm": 4, "code freeze until 2026-12-14": 14, "no merges until friday, december 11": 11, "封版到周五": 4, "木曜まで本番に出さない": 3,
		"keine deploys bis zum 14.": 14, "no deploys until friday, we have the audit": 4, "no merges until dec 3": 3,
	} {
		day := func(n int) time.Time { return said.AddDate(0, 0, n) }
		if Thawed(rule, said, day(last)) || !Thawed(rule, said, day(last+1)) {
			t.Errorf("%q does not end after %d days", rule, last)
		}
	}
	for _, rule := range []string{"no version bumps until 2.4 is out", "never deploy on friday", "no deploys without a test"} {
		if Thawed(rule, said, said.AddDate(1, 0, 0)) {
			t.Errorf("%q ended", rule)
		}
	}
}

func TestAFreezeIsOverOnceTheUserSaysSo(t *testing.T) {
	rules := []string{"nothing to prod till thursday", "no merges until the freeze is over", "never use floats",
		"always run pip freeze after an install"}
	for said, want := range map[string]int{
		"freeze lifted": 2, "ihr dürft wieder mergen": 2, "ya se puede hacer merge": 2, "可以合并了": 2,
		"the freeze is over": 2, "der Freeze ist vorbei": 2, "ok, the freeze is lifted, go on": 2, "解冻了": 2,
		"you can deploy now": 2, "deploys sind wieder erlaubt": 2, "merges are ok again": 2, "can you deploy now?": 0,
		"you can deploy the staging now": 0,
		"the freeze is not over":         0, "is the freeze over?": 0, "once the freeze is over, tag it": 0,
		"the freeze is over on friday": 0, "in level 3 the freeze is over too fast": 0, "No merges until the freeze is over.": 0,
	} {
		var gone []string
		for _, s := range TakesBack(said) {
			gone, _ = Ruled{}.Revokes(s, rules)
		}
		if len(gone) != want {
			t.Errorf("%q ends %q", said, gone)
		}
	}
}

func TestALaterBanUntilADayReplacesTheSame(t *testing.T) {
	for _, rules := range [][2]string{
		{"no deploys until friday", "no deploys until wednesday"}, {"no merges until friday, december 11", "no merges until monday"},
		{"bis freitag keine merges", "bis 14.12. keine merges"}, {"周四之前不要部署", "周五之前不要部署"},
	} {
		if one, two := Core(rules[0]), Core(rules[1]); one != two {
			t.Errorf("%q is known as %q, %q as %q", rules[0], one, rules[1], two)
		}
	}
	if Core("no deploys until friday") == Core("no merges until friday") {
		t.Error("bans of different things are one")
	}
}
