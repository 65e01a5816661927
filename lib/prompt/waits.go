package prompt

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"holdfast/lib/each"
)

// After so many days a step is no longer told: what a run was to give, was put off to tomorrow or waits for somebody.
const (
	runLasts  = 3
	dueLasts  = 7
	waitLasts = 10
	// A ban that is for until after a holiday is told so long.
	holidayLasts = 31
)

// awaited is what a sentence says waits for somebody, a day or a case, "" for nothing; behind what it only notes, that
// too.
func awaited(before, s string) string {
	w, clauses := clauseless(s), clauseWords(s)
	if len(clauses) == 0 || strings.Count(w, " ") > 3*maxPutOff || asks(s) {
		return ""
	}
	if s, is := butLater(before, s, clauses); is {
		return s
	}
	idea := onlyWhen(s) && has(w, "maybes") && has(words(before), "wantings", "hedges")
	noted := only(w, "notNows") && has(w, "memos", "jots") && has(w, "laters") && len(named(before)) > 0
	behind := len(clauses) > 1 && len(named(before)) > 1 &&
		onlyWhen(clauses[0]) && begins(clauses[1], "afters", "onces")
	// "a dark mode would be nice. maybe some other day", "… not now, but note it", "… not today, after the docs"
	if before != s && (idea || noted || behind && !asks(before)) {
		return before + " " + s
	}
	own := waitsOutside(clauses) || waitsForCase(w, clauses)
	near := before != s && strings.Count(before, " ") < 3*maxPutOff && !asks(before)
	if earlier := clauseWords(before); near && (!own || has(words(before), "nights")) && !waitsOutside(earlier) &&
		waitsOutside(slices.Concat(earlier, clauses)) {
		s, own = before+" "+s, true
	}
	if !own {
		return ""
	}
	return strings.TrimRight(s, " .。")
}

// waitsForCase says whether a sentence says that something waits for somebody, or for a case.
func waitsForCase(w string, clauses []string) bool {
	first, last, two := clauses[0], past(clauses[len(clauses)-1], "joints"), len(clauses) > 1
	wait, when := asking(w), past(last, "modals")
	not, do := has(first, "nots", "bans", "nevers"), past(trimStart(wait, "events", "merging"), "joints")
	asksFor := func(c string) bool { // "I'll ask the devs about those"
		ask := past(c, "joints", "agrees")
		whom, _, about := around(trimStart(ask, "inquires"), "askedFor")
		asks := begins(ask, "inquires") && about && (dense(c) || whom != "" && !has(whom, "yous", "myselves"))
		return asks && !has(c, "programs", "replies", "laters")
	}
	switch {
	case slices.ContainsFunc(clauses, asksFor), has(w, "restores") && has(w, "months", "days", "laters"):
		return true
	case do != wait && (has(do, "papers") || begins(wait, "events")): // "when we merge put it in the changelog"
		return begins(do, "putsDown") || ends(do, "putsDown") || dense(do) && has(do, "putsDown")
	case two && only(last, "weWait"),
		!hasDigits(w) && (begins(wait, "weWait") && has(wait, "peoples") || begins(wait, "weWaitFor")):
		return true // "the client sends it, we wait"
	case two && not && (begins(when, "laters") || ends(when, "laters")) && has(when, "ifs"):
		return true // "no captcha, later if there is spam"
	case two && (not && has(first, "yets") || has(first, "waits")) && has(first, "handIns"):
		return true // "don't tag yet, I do it after his ok"
	}
	return has(w, "ifs", "untils") && has(w, "sayOks") && (begins(wait, "handIns") || has(w, "closeds"))
}

// awaitedOf is awaited of one of some sentences, with those before it where it does not name what it is about.
func awaitedOf(all []string, i int) string {
	s := awaited(all[max(i-1, 0)], all[i])
	_, who, asks := around(bareWords(s), "iAsks")
	leans := begins(bareWords(s), "takesLong", "upTos", "fixeds") || answers(bareWords(s)) ||
		asks && (who == "" || begins(who, "whoms") || who[0] == ',')
	whole := strings.Join(append(all[:i:i], s), " ")
	if leans && strings.HasPrefix(all[i], s) && len(whole) <= maxStep {
		return whole
	}
	return s
}

// butLater is a thing that a sentence names, or that before it, and that it is not for now: "a heart, but next week".
func butLater(before, s string, clauses []string) (thing string, is bool) {
	n := slices.IndexFunc(clauses, func(c string) bool {
		return onlyWhen(c) && begins(c, "buts", "nots") && !begins(past(c, "buts"), "things", "theys")
	})
	short := func(c string) bool { return !onlyWhen(c) && strings.Contains(c, " ") && !dense(c) }
	if n < 0 || n == 0 && before == s || slices.ContainsFunc(clauses[n:], short) ||
		!begins(clauses[n], "buts") && n+1 == len(clauses) {
		return "", false
	}
	thing = strings.Join(clauses[:n], " ")
	if n == 0 {
		thing, s = bareWords(before), before+" "+s
	}
	said := asks(before) || has(thing, "things", "theys", "dones")
	return strings.TrimRight(s, " .。"), len(named(thing)) > 1 && !said
}

// waitsOutside says whether clauses say that a run, somebody else or a day is waited for.
func waitsOutside(all []string) bool {
	w, last := strings.Join(all, " "), append([]string{""}, all...)[len(all)]
	dated := func(c string) bool { return has(c, "days", "weekdays") }
	given := func(c string) bool { return dated(c) && !isOrder(c, "peoples") }
	wanted := func(c string) bool { return byDay(c) || has(c, "wantsIts") && has(c, "months") && hasDigits(c) }
	again := func(c string) bool { return has(c, "looksAgain") && (dated(c) || has(c, "laters")) }
	orders := func(c string) bool {
		return !takesLong(c) && isOrder(asking(c), "putsDown")
	}
	switch {
	case slices.ContainsFunc(all, nightly), takesAgain(all), slices.ContainsFunc(all, wanted),
		slices.IndexFunc(all, again) > 0, // "he is on holiday, we look at it on monday"
		has(w, "outsides") && slices.IndexFunc(all, takesLong) > 0 && !has(w, "peoples") &&
			!slices.ContainsFunc(all, orders): // "sent it to legal, takes 3 days"
		return true
	case len(all) > 1 && has(last, "nots", "bans", "waits") && has(last, "handIns"):
		return slices.ContainsFunc(all[:len(all)-1], given) // "Ana looks at it on friday, don't merge before"
	}
	reviews := slices.IndexFunc(all, func(c string) bool {
		return has(c, "reviewings") && (begins(c, "reviewings") || !isOrder(c))
	})
	opened := slices.IndexFunc(all, func(c string) bool { return has(c, "prs") }) // "the PR is open, Marek reviews"
	starts := slices.IndexFunc(all, func(c string) bool {
		return has(c, "nights") || begins(past(c, "joints", "courtesies", "agrees", "yous"), "starts")
	})
	looks := func(c string) bool {
		ours := only(c, "iLooks", "laters", "days", "weekdays", "joints", "refers", "things", "selves", "earlies")
		return has(c, "iLooks") && has(c, "laters", "days", "weekdays", "earlies") && (ours || dense(c))
	}
	return opened >= 0 && reviews >= 0 && opened != reviews || waitsForAnswer(all) ||
		starts >= 0 && slices.ContainsFunc(all[starts:], looks) // "it runs over night, I look tomorrow"
}

// waitsForAnswer says whether clauses say that somebody was asked who is to be waited for, or how something is to stay
// until he answers: "I asked Ana, we wait", "leave it at 3 until he answers", "drop nothing until he says so".
func waitsForAnswer(all []string) bool {
	asked := slices.IndexFunc(all, func(c string) bool { return has(c, "iAsks") && !has(c, "programs") })
	if asked >= 0 && slices.ContainsFunc(all[asked+1:], func(c string) bool {
		return has(c, "awaits") && !has(c, "hearsays", "programs") || // "so the login waits for them"
			begins(past(c, "joints", "buts"), "waitsFor", "weWait") || answers(c) || dense(c) && has(c, "waitsFor")
	}) {
		return true
	}
	holds := []string{"parks", "keeps", "rests"}
	held := begins(asking(append(all, "")[0]), append(holds, "waitings", "weWait")...)
	return slices.ContainsFunc(all, func(c string) bool {
		what, who, _ := around(c, "untils")
		apart := ends(what, "parks") || begins(trimStart(what, "selves"), "parks") // "the limit we leave until …"
		ban := isBan(asking(c)) && !begins(who, "selves")
		return answers(c, strings.Join(all, " ")) && (held || dense(c) || begins(c, holds...) || apart || ban)
	})
}

// nightly says whether a clause orders a run over night: "start all six over night", not "run it over night in cron"
// nor "run the overnight tests".
func nightly(c string) bool {
	order := past(c, "joints", "courtesies", "agrees", "yous", "nights")
	before, after, is := around(c, "nights")
	job := begins(after, "nightJobs") || begins(after, "insides") && has(after, "schedulers")
	return is && !job && !ends(before, "articles") && (begins(order, "launches") || dense(c) && has(c, "launches"))
}

// takesLong says whether a clause says how many hours or days something takes.
func takesLong(c string) bool {
	before, after, is := around(c, "takesLong", "upTos")
	near := dense(c) || strings.Count(before, " ") < 2
	return is && near && hasDigits(after) && has(after, "longSpans") && !has(c, "nots")
}

// takesAgain says whether clauses say behind what was fixed, or sent, that it takes so long again: "fixed, again 48h".
func takesAgain(all []string) bool {
	i := slices.IndexFunc(all, func(c string) bool {
		span := strings.Join(each.Without(strings.Fields(c), isNumber), " ")
		return has(c, "onceMores") && has(span, "longSpans") &&
			only(span, "onceMores", "longSpans", "spansBeside", "takesLong", "upTos", "joints")
	})
	return i > 0 && has(strings.Join(all[:i], " "), "dones", "fixeds", "outsides")
}

// answers says whether a clause says what is to be until somebody answers: "leave it at 3 until he answers". Where all
// that was said is given, he is a person or named more than once in it, or it is of a value that one decides on, or of
// work, "leave the PR until Marek answers"; not what a program does: "keep the spinner until stripe responds".
func answers(c string, more ...string) bool {
	what, after, is := around(c, "untils", "befores")
	who, _, does := around(after, "replies")
	value := hasDigits(what) && !strings.HasSuffix(firstWords(what, 2), "ing") || has(what, "asWas")
	held, _, _ := around(strings.Join(more, " "), "untils", "befores")
	work := has(held, "workThings") && !has(held, "workParts") || only(held, "waitings", "weWait", "courtesies")
	person := more == nil || who == "" || only(who, "theys", "theirs", "articles", "nots") || value || work ||
		strings.Count(" "+more[0]+" ", " "+who+" ") > 1
	return is && does && person && strings.Count(who, " ") < 2 && !has(after, "programs") &&
		!has(who, "peoples", "yous", "things")
}

// byDay says whether a clause says that somebody does something, or how something is, until a day.
func byDay(c string) bool {
	who, when, is := around(c, "bys")
	if dense(c) {
		who, when, is = around(c, "days", "weekdays")
		when, is = "", is && begins(when, "bys")
	}
	_, object, _ := strings.Cut(who, " ")
	other := !begins(who, "articles", "selves", "things", "peoples", "processes", "interrogatives", "ifs", "waits") &&
		!isOrder(who, "putsDown", "keeps", "puts", "parks", "modals", "nots", "bans")
	return is && other && (when == "" || begins(when, "days", "weekdays", "laters")) &&
		(dense(who) || len(named(who)) > 1) && !has(who, "ourNeeds", "answereds", "waitsFor", "nevers") &&
		!begins(object, "articles", "links", "insides", "ways", "refers")
}

// awaits says whether a step waits for somebody, or for what a run gives.
func (s Step) awaits() (somebody, run bool) {
	w := s.words
	run = has(w, "iLooks") && has(w, "starts", "nights") || has(w, "willBes") ||
		slices.ContainsFunc(clauseWords(s.text), nightly)
	return !run && (has(w, "reviewings", "waitsFor") || has(w, "handIns") && has(w, "nots", "bans", "waits") ||
		has(w, "looksAgain") || slices.ContainsFunc(clauseWords(s.text), func(c string) bool {
		return byDay(c) || takesLong(c) && has(w, "outsides") || answers(c, clauseless(s.text))
	}) || takesAgain(clauseWords(s.text))), run
}

// waits says whether a step waits for something, or somebody.
func (s Step) waits() bool {
	somebody, _ := s.awaits()
	return somebody || has(s.words, "awaits", "comings", "weWait", "weWaitFor")
}

// pends says whether it does, or is to be handed in after something.
func (s Step) pends() bool {
	return s.waits() || has(s.words, "handIns") && has(s.words, "untils", "afters")
}

// Awaits reports whether a step waits for somebody.
func Awaits(step string) bool {
	s := StepOf(step)
	somebody, _ := s.awaits()
	_, who := s.asksSomebody()
	return somebody || who != ""
}

// asksSomebody is a question, and what a user said behind it who asks somebody else, or cannot tell yet, or what he
// asks for by himself, or whose check is waited for: "Maria's check of the texts"; "" for none.
func (s Step) asksSomebody() (question, who string) {
	name, check, is := strings.Cut(strings.ReplaceAll(s.text, "’", "'"), "'s ")
	if is && !strings.Contains(name, " ") && name != strings.ToLower(name) && begins(bareWords(check), "checksOf") {
		return check, name
	}
	if asks, what, is := around(s.words, "askedFor"); is && begins(past(asks, "joints", "agrees"), "inquires") {
		return what, past(asks, "joints", "agrees", "articles")
	}
	question, who, _ = strings.Cut(strings.ReplaceAll(s.text, "？", "?"), "? ")
	if !has(words(who), "defers", "inquires") {
		return "", ""
	}
	return question, who
}

// Lasts is for how many days since then a step is told that waits for a run, a day or somebody, 0 for other ones, and
// for weeks.
func Lasts(step string, since time.Time) int {
	weeks := func(c string) bool { return takesLong(c) && has(c, "weeks") }
	due := func(c string) bool { return begins(asking(c), "dues") || ends(c, "dues") }
	switch somebody, run := StepOf(step).awaits(); {
	case run:
		return runLasts
	case !somebody && (strings.Contains(step, putOffMark) || len(delayed(step)) > 0) &&
		slices.ContainsFunc(clauseWords(step), due):
		return dueLasts
	case !somebody && slices.ContainsFunc(clauseWords(step), dated):
		late := 7 // a week beyond, but for the day of a milestone
		if milestone, _ := dueOn(bareWords(step)); milestone != "" {
			late = 0
		}
		return late + cmp.Or(overIn(words(step), since), 7)
	case !somebody, slices.ContainsFunc(clauseWords(step), weeks):
		return 0
	case slices.ContainsFunc(clauseWords(step), byDay): // "until friday"
		return cmp.Or(overIn(words(step), since), waitLasts)
	}
	return waitLasts
}

// Far is for how many days a step that is put off by weeks or months still counts, 0 for other ones.
func Far(step string) int {
	w := words(step)
	switch {
	case !has(w, "laters", "days", "months"):
	case has(w, "monthWords", "months"):
		return 45
	case has(w, "weeks"):
		return 14
	}
	return 0
}

// tellsResult says whether a prompt asks for what a run gave, or tells it, or looks at the run and an answer says that
// it is over, and none that it goes on; or orders the run that was put off to a day: "tomorrow we rerun all".
func (t Turn) tellsResult(step Step) bool {
	_, run := step.awaits()
	again := func(c string) bool { return begins(asking(bareWords(c)), "reruns") }
	if !run {
		return Due(step.text) && has(step.words, "reruns") && t.asked.held(step) != 0 &&
			slices.ContainsFunc(allClauses(t.asked.text), again) && !t.putsOff(step)
	}
	held, w := t.asked.held(step) != 0, asking(t.asked.words)
	answers := slices.Concat(t.said, t.open)
	runs := func(x parsed) bool { return has(x.words, "stillRuns") }
	if slices.ContainsFunc(answers, runs) || !t.asks && runs(t.asked) {
		return false
	}
	bare := len(counted(w, "runOvers")) == 0
	after := begins(w, "looksAfters") || t.asks && (bare || dense(w) && has(w, "asksAfters") ||
		begins(w, "asksAfters") || begins(t.asked.words, "asksAfters"))
	over := func(x parsed) bool {
		return has(x.words, "runOvers", "outcomes") || slices.ContainsFunc(strings.Fields(x.text), isFraction)
	}
	ended := func(x parsed) bool { return has(x.words, "runOvers") } // "backfill ok?"
	told := has(w, "outcomes") && (t.asks || strings.Count(w, " ") < maxLead || held)
	return told || t.asks && held && slices.ContainsFunc(answers, ended) ||
		after && (bare || held || has(w, "runThings", "nights")) && slices.ContainsFunc(answers, over)
}

// Postponed is what a user asked whether it may be done, or is there, and puts off himself: "can we drop it?", "nah".
func Postponed(asked, reply string) string {
	q := each.First(Sentences(asked), asks)
	may := begins(asking(bareWords(q)), "mayWes") || dense(q) && has(words(q), "mayWes")
	inquires := func(c string) bool { return begins(bareWords(c), "copulas") }
	if off := delayed(reply); len(off) == 1 && strings.HasPrefix(reply, off[0]) && Awaits(off[0]) &&
		(q != "" || slices.ContainsFunc(clausesOf(asked), inquires)) &&
		begins(bareWords(reply), "refuses") { // "is it there?", "nope. sent it, again 48h"
		return shortened(row(asked), maxStep/3) + " " + off[0]
	}
	if !may || !Delays(reply) && !Delays(trimStart(bareWords(reply), "refuses")) {
		return ""
	}
	return shortened(q, maxStep*2/3) + Until(reply)
}
