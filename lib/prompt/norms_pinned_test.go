package prompt

import "testing"

func TestANewVersionEndsTheRuleOfTheOldOne(t *testing.T) {
	rules := []string{"MSRV is 1.70 and stays 1.70 for all of 2.x", "on release/1.x the msrv is 1.56", "we stay on python 3.9", "use 3 retries everywhere"}
	for said, want := range map[string]string{
		"decision: MSRV goes to 1.74 with 2.4":   rules[0],
		"bump the msrv to 1.74":                  rules[0],
		"the msrv is now 1.74":                   rules[0],
		"we move to python 3.12":                 rules[2],
		"wir wechseln auf python 3.12":           rules[2],
		"can we move to python 3.12?":            "",
		"the page moves to version 3 of the api": "",
		"on release/2.x the msrv is now 1.60":    "",
		"bump the version of the parser to 1.74": "",
	} {
		var gone []string
		for _, s := range TakesBack(said) {
			gone, _ = Ruled{}.Revokes(s, rules)
		}
		if len(gone) > 1 || len(gone) == 1 && gone[0] != want || len(gone) == 0 && want != "" {
			t.Errorf("%q ends %q", said, gone)
		}
	}
	for newer, older := range map[string]string{
		"let's speak German": "let's speak English", "commit style: conventional commits": "commit style: gitmoji",
	} {
		if Core(newer) != Core(older) {
			t.Errorf("%q does not replace %q: %q, %q", newer, older, Core(newer), Core(older))
		}
	}
	if Core("commit style: gitmoji") == Core("changelog format: keep-a-changelog") {
		t.Error("one label replaces another")
	}
	if Core(rules[0]) != Core("the msrv is 1.74 from now on") || Core(rules[0]) == Core(rules[1]) {
		t.Error("a version is not known by what it is of")
	}
}

func TestWhatOnlyLooksLikeANormIsNone(t *testing.T) {
	readRows(t, `
yes we stay on node 18
yes wir bleiben auf Python 3.9 wegen dem Server
yes on reste sur Node 18 à cause de Lambda
yes node stays at 18 because of lambda
yes we stay on python 3.9 until the lambda is gone
yes code style: single quotes
yes all timestamps must be in UTC
no webpack stays at 92% when building
no node stays at 2 instances
no code style: looks good
no branch naming: done
no merge strategy: depends
no tokio's minimum rust version: 1.70
no all timestamps must be shifted by 2 hours
no every endpoint must be called once
no все тесты должны пройти
no The ticket says: all timestamps must be in UTC`, func(s string) bool { return len(Rules(s)) > 0 })
	if Core("branch naming: feat/<ticket>") == Core("branch naming: hotfixes are hotfix/<date>") {
		t.Error("a label with a case of its own replaces the rule")
	}
}
