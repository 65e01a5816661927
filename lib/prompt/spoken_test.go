package prompt

import (
	"slices"
	"testing"
)

// Who dictates says words of grammar twice; what is said twice on purpose, or is code, stays.
func TestStutterIsNotLookedAt(t *testing.T) {
	for text, want := range map[string]string{
		"but that's, that's for another day":      "but that's for another day",
		"The, the parser fails":                   "the parser fails",
		"we should, um, we should check it":       "we should check it",
		"it's, I mean, it's broken":               "it's broken",
		"and, and, and then promote the next one": "and then promote the next one",
		"das ist, äh, das ist was für später":     "das ist was für später",
		"ça, ça c'est pour plus tard":             "ça c'est pour plus tard",
		"eso, eso para otro día":                  "eso para otro día",
		"isso, isso fica pra depois":              "isso fica pra depois",
		"questo, questo è per dopo":               "questo è per dopo",
		"это, ну, это потом":                      "это потом",
		"不过那个，那个以后再说":                             "不过那个以后再说",
		"それは、それは後で":                               "それは後で",
	} {
		if got := Looked(text); got != want {
			t.Errorf("%q is looked at as %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{
		"it is very, very slow", "no, no, leave it", "yes, yes", "never, never push", "nein, nein", "non, non, pas ça",
		"нет, нет", "不,不要", "看看这个", "ちょっとちょっと", "go, go, go", "f(x, x)", "`f(the, the)`", "padding: 0, 0",
		"SELECT a, a FROM t", "(a, a, b)", "the,the", "the first row, the second row", "the keys are en, en and de",
		"if it is, is it sorted?", "it's the one, the only one", "Anna, Anna and Bob", ", , ,", "to, to_s",
	} {
		if got := Looked(text); got != text {
			t.Errorf("%q is looked at as %q", text, got)
		}
	}
}

// A thought that is put off ends in when, behind what it is: at length, behind "but", or to be remembered.
func TestAThoughtIsPutOffAtItsEnd(t *testing.T) {
	const bug, mute = "the date picker breaks, that's a bug, remember that one for later", "skip it for now"
	for text, want := range map[string]string{
		bug: bug,
		"a single unique index would do the same thing and be a lot simpler, but not today": "",
		"throw it out, a cache would do the same and be quicker, but not now":               "a cache would do the same and be quicker, but not now",
		"We should check the exports for the same thing too but that's for another day":     "",
		"that's a real leak, but not in this branch, so keep that one for later":            "",
		"skip the slow spec for now, but I want it back, so don't let me lose it":           "",
		"ein einfacher Index würde dasselbe tun und wär viel simpler, aber nicht heute":     "",
		"die Suche findet nichts, das ist ein Fehler, aber merk dir den für später":         "",
		"un simple index ferait pareil et ce serait plus simple, mais pas aujourd'hui":      "",
		"un índice único haría lo mismo y sería más sencillo, pero hoy no":                  "",
		"кэш был бы быстрее, но не сейчас":                                                  "",
		"其他邮件也应该检查一下, 不过那个以后再说":                                                             "",
	} {
		if want == "" {
			want = text
		}
		if got := PutsOff(text); len(got) != 1 || got[0] != want {
			t.Errorf("%q puts off %q, want %q", text, got, want)
		}
	}
	for _, text := range []string{
		"would you do the same for the footer, but not in bold", "the cache would be stale, so clear it",
		"I'd use a queue, not a cron", "remember the last tab in local storage", "keep that in mind: dates are utc",
		"mute the sound, and don't let me lose the settings", "there's a leak, fix it today", mute + " and commit",
		"merk dir das letzte Datum im local storage", "retiens la dernière valeur dans le cache",
		"recuerda el último filtro del usuario", "запомни последний фильтр в localStorage", "记住用户的选择",
		"it would fail if the user logs in tomorrow", "könntest du das umbenennen, aber nicht die Datei",
	} {
		if got := PutsOff(text); len(got) > 0 {
			t.Errorf("%q puts off %q", text, got)
		}
	}
}

// A choice with its reason is a decision; what only interrupts the work, or corrects a word of it, leaves nothing out.
func TestWhatInterruptsWorkDecidesNothing(t *testing.T) {
	for _, text := range []string{
		"the status column, I don't think we want that, because then two places say the same",
		"I don't think we need the cache, because the query is fast enough",
		"I'd rather have a nightly job, because the hooks get lost", "ich hätte lieber einen Nachtjob, weil Hooks verloren gehen",
		"je préfère un job de nuit, parce que les hooks se perdent", "prefiero una cola, porque el cron pierde filas",
		"я бы предпочёл очередь, потому что крон теряет строки", "我宁愿用定时任务, 因为 webhook 会丢",
		"drop everything in the cache layer, it is too slow", "we don't need the export",
	} {
		if got := Dropped(text, false); len(got) != 1 || got[0] != text {
			t.Errorf("%q decides %q", text, got)
		}
	}
	for _, text := range []string{
		"drop everything for a second, the checkout throws a 500", "drop what you're doing, the deploy failed",
		"push it, I'll tell them myself, you don't need to do anything there",
		"two workers could take one job, or no, could take it twice, so let's try a mutex", "no need to answer",
		"lass alles stehen und liegen, die Produktion ist down", "laisse tout tomber, la prod est en panne",
		"no hace falta que hagas nada", "não precisa fazer nada aí", "lascia perdere tutto, la produzione è giù",
		"брось всё, прод упал", "你不用做什么",
		"I'd rather have that today because the demo is tomorrow", "I don't think we want to wait, because it is late",
		"I don't think I need anything else", "no I think we need the toggle", "je préfère attendre, parce que c'est tard",
	} {
		if got := Dropped(text, false); len(got) > 0 {
			t.Errorf("%q decides %q", text, got)
		}
	}
}

// Who leaves, and wants all left as it is, names no work; nor does the word that one looks for.
func TestAGoodbyeIsNoGoal(t *testing.T) {
	for text, want := range map[string]string{
		"I have to run, leave everything as it is":                                "",
		"okay I have to run, leave everything as it is, I'll look at it tomorrow": "",
		"muss los, lass alles so wie es ist":                                      "",
		"je dois y aller, laisse tout comme ça":                                   "",
		"me tengo que ir, déjalo todo como está":                                  "",
		"devo andare, lascia tutto così":                                          "",
		"мне пора бежать, оставь всё как есть":                                    "",
		"我得走了, 先这样放着":                                                             "",
		"um, fix the export of bills":                                             "fix the export of bills",
		"ähm, bau den Export der Rechnungen":                                      "bau den Export der Rechnungen",
		"leave everything as it is and add a footer":                              "leave everything as it is and add a footer",
		"I have to run, fix the export of bills":                                  "I have to run, fix the export of bills",
	} {
		if got := Goal(slices.Values([]string{text})); got != want {
			t.Errorf("%q is for %q, want %q", text, got, want)
		}
	}
}
