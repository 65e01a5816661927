package prompt

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"holdfast/lib/each"
	"holdfast/lib/rank"
)

const (
	maxPutOff    = 7    // words of a clause that puts something off: "retries tomorrow"
	maxSaid      = 600  // bytes of a prompt that does: a longer one describes
	maxDescribed = 4000 // bytes of one that does that in its own words: a longer one is a document
)

// PutsOff are the steps that a prompt puts off in its own words: "retries tomorrow"; no rule, nothing of the user's.
func PutsOff(text string) []string {
	if len(text) > maxSaid {
		return SetsAside(text)
	}
	return delayed(text)
}

func delayed(text string) (steps []string) {
	w := words(text)
	if len(text) > maxDescribed || !has(w, "delays", "delaysMore") && !(hasDigits(text) && has(w, "dating")) {
		return nil // as most
	}
	all := each.Of(withoutNext(Sentences(spoken(text))), untagged)
	for i, s := range all {
		if w := clauseless(s); frozenUntil(s) != "" || begins(trimStart(w, "articles"), "freezes") && !dense(w) ||
			begins(w, "deciders") && has(w, "holidays") || schooled(s) || // a rule, or decision
			standing(s) && !has(words(s), "laters", "days", "weekdays", "reminders") { // "…, so remember that"
			continue
		} else if bare, from := besides(s); from > 0 {
			for _, step := range delayed(bare) {
				begin := strings.Index(bare, step)
				if end := begin + len(step); begin < from && end >= from {
					step = s[begin : end+len(s)-len(bare)]
				}
				steps = append(steps, step)
			}
		} else if row := cmp.Or(strings.Join(rowOf(s), "\n"), noted(s), awaitedOf(all, i)); row != "" {
			steps = each.Without(steps, func(step string) bool { return strings.HasPrefix(row, step) }) // with why
			steps = append(steps, strings.Split(row, "\n")...)
		} else if w := words(s); i > 0 && has(words(all[i-1]), "woulds") && has(w, "laters", "days", "weekdays") &&
			only(bareWords(s), "onlyLater", "days", "weekdays") && !asks(all[i-1]) {
			steps = append(steps, all[i-1]+" "+s) // "captions would be cool. maybe next weekend"
		} else {
			steps = append(steps, delayedIn(s)...)
		}
	}
	return steps
}

// delayedIn are the steps that the clauses of a sentence put off.
func delayedIn(s string) (steps []string) {
	clauses := delaying(s)
	for i, clause := range clauses {
		w := bareWords(clause)
		aim, why, _ := around(w, "sos") // "use a queue so we can scale later"
		off := putsOff(clause) && (!has(firstWords(why, 3), "cans") || has(aim, "laters", "days", "weekdays"))
		told := strip(words(s[:strings.Index(s, clause)]), "stops")
		_, day, _ := onDay(strings.TrimSpace(told))
		idea, but, _ := around(w, "buts")
		that := i > 0 && onThatDay(w)
		what := trimStart(w, "memos") // "the key expires in march, remind me next week"
		reminds := what != w && only(what, "days", "weekdays", "dueOns", "laters") && len(named(told)) > 0
		points := that || reminds ||
			Delays(clause) && has(told, "wantings") || // "the docs are missing, we do that tomorrow"
			pointsAt(but) && has(idea, "wantings") || // "we could look at it but that's for another day"
			unnoted(w) != w && (has(told, "wantings", "pauses") || unnoted(w) == "" && (day != "" ||
				has(told, "laters", "days"))) && !pointsAt(clauses[max(i-1, 0)]) // "I rotate it tomorrow, remind me"
		bare := has(w, "things") || len(named(past(w, "buts", "thats"))) == 0 // "but that's later"
		if points || i > 0 && (begins(w, "buts") && bare || begins(w, "theys", "thens", "weWait", "presences")) {
			clause = s[:strings.Index(s, clause)+len(clause)] // "I send it to Mira, she answers tomorrow"
		}
		if points {
			steps = nil // which it holds
		}
		row := i+1 < len(clauses) && only(bareWords(clauses[i+1]), "days", "weekdays", "joints") // "mon, tue, wed"
		asked := asks(s) && !has(firstWords(bareWords(s), 2), "requests")
		if !asked && (points || off && !row) && (has(words(unquoted(s)), "delays", "delaysMore") || dated(w) || that) {
			step := strings.TrimSpace(clause)
			if and, rest, _ := strings.Cut(step, " "); rest != "" && phrasesOf("ands").is(strings.ToLower(and)) {
				step = strings.TrimSpace(rest)
			}
			steps = append(steps, step)
		} else if only(w, "refuses", "hesitates") || begins(w, "relents") {
			steps = nil // taken back in the same breath
		}
	}
	return steps
}

// delaying are the clauses of a sentence that may put something off, with until when, or why: "this yes, tomorrow".
func delaying(s string) []string {
	empty := func(c string) bool { return only(bareWords(c), "fillers", "stops") }
	clauses := withoutNext(slices.DeleteFunc(clausesOf(s), empty))
	if when := slices.IndexFunc(clauses, onlyWhen); when >= 0 || begins(bareWords(s), "reminders") {
		what := clauses[max(0, when-1)]
		if !has(words(what), "woulds") {
			what = clauses[0]
		}
		return []string{s[strings.Index(s, what):]}
	}
	for i := len(clauses) - 1; i > 0; i-- {
		w := bareWords(clauses[i])
		_, until, _ := onDay(bareWords(clauses[i-1])) // "keep it till the 30th, then delete it"
		before, on, after := onDay(past(w, "joints", "thens"))
		late := begins(w, "ifs", "afters") && !begins(w, "thens") && until != ""
		if onlyOnce(w) || late || has(w, "defers", "inquires") || begins(w, "thens") && until != "" ||
			hasDigits(on) && before+after == "" { // "then delete it, on the 18th"
			clauses[i-1] = s[strings.Index(s, clauses[i-1]) : strings.Index(s, clauses[i])+len(clauses[i])]
			clauses = slices.Delete(clauses, i, i+1)
		}
	}
	return clauses
}

// onlyOnce says whether a clause is a condition of that before it: "until Ana is back", "but only if she agrees".
func onlyOnce(w string) bool {
	rest, on := past(w, "buts", "joints", "onlys"), []string{"untils", "ifs", "afters", "befores"}
	return begins(w, on[0]) || rest != w && (begins(trimStart(rest, "nots"), on...) || dense(rest) && has(rest, on...))
}

// withoutNext are texts without those that order what is to be done behind an order: "commit. after that do the docs".
func withoutNext(all []string) []string {
	before, orders := "", []string{"orders", "efforts", "makes", "commits"}
	return slices.DeleteFunc(all, func(s string) bool {
		w := clauseless(s)
		rest := past(trimStart(w, "thens"), "courtesies")
		thing := strings.Count(rest, " ") < 2 && start(w, "thens") == start(w, "laters") && !has(rest, "myselves")
		then := begins(w, "thens") && begins(before, orders...) && (begins(rest, orders...) || thing)
		before = rest
		return then && !begins(rest, "modals", "postpones") && !has(rest, "laters", "days", "weekdays", "shelves")
	})
}

// noted is what a sentence puts off behind a colon, "" for nothing: "todo for mon: drop it", "next wk pls: docs".
func noted(s string) string {
	before, thing, is := cutColon(s)
	last := strings.TrimSpace(before[strings.LastIndexAny(before, ",;")+1:])
	w, of := bareWords(last), bareWords(thing)
	note, when := has(w, "todos", "reminders"), has(w, "laters", "days", "weekdays", "shelves")
	if !is || !note && !when || !when && !only(clauseless(before), "labels") || standing(s) || len(called(of)) == 0 ||
		unicode.IsDigit(rune(of[0])) {
		return ""
	}
	aim, _, _ := around(of, "reasons", "sos")
	told := has(aim, "copulas") || begins(of, "dones") || !strings.Contains(of, " ") || strings.Contains(thing, ":")
	if !only(w, "labels") || !note && (told || !only(clauseless(before), "labels")) {
		return ""
	}
	steps := each.Of(things(strings.Trim(thing, " .。")), func(s string) string { return without(s, "joints", "thens") })
	does := func(step string) bool { return isOrder(bareWords(step), "putsDown") }
	if has(w, "todos") && len(steps) > 1 && (!does(steps[0]) || does(steps[1])) { // not "write to Ann, Ben, Chris"
		return strings.Join(steps, "\n")
	}
	return strings.Trim(s[strings.LastIndex(s[:len(before)], last):], " .。")
}

// Owes reports whether a step is something to do of which a prompt only says that it is: "we still need to tag it".
func Owes(step string) bool {
	w := asking(clauseless(step))
	return begins(w, "todos", "owes") && !has(w, "laters", "days", "weekdays", "shelves")
}

// Listed reports whether the list of an answer after a prompt, or before it, is of several things that this puts off.
func Listed(off []string, before, after List) bool {
	ands := func(w string) (string, bool) { return w, begins(w, "ands") }
	n := len(each.If(strings.Fields(bareWords("and "+strings.Join(off, " and "))), ands))
	in := func(s string) bool { return Shares(strings.Join(after.Steps, "; "), s) }
	out := func(s string) bool { return !Shares(strings.Join(before.Steps, "; "), s) }
	return n > 1 && (len(after.Steps) >= n && slices.ContainsFunc(off, in) ||
		len(before.Steps) >= n && !slices.ContainsFunc(off, out))
}

// rowOf are the steps that a sentence puts off one after the other: "yes but later: the table, then the docs".
func rowOf(s string) (steps []string) {
	when, rest, is := cutColon(s)
	if !is || !Delays(when) || asks(s) {
		return nil
	}
	joined := false
	for _, clause := range clausesOf(rest) {
		step := without(strings.TrimSpace(clause), "joints", "thens", "startsWith")
		joined = joined || len(steps) > 0 && step != strings.TrimSpace(clause)
		w := bareWords(step)
		thing := len(named(w)) > 0 && !onlyWhen(clause) && !has(w, "copulas") && !begins(w, "things", "selves")
		if !thing || len(strings.Fields(w)) > maxPutOff {
			return nil
		}
		steps = append(steps, strings.TrimRight(step, ". "))
	}
	return each.If(steps, func(step string) (string, bool) { return step, joined })
}

// SetsAside are those of the first prompt or a long one, which describe their work, in words for work and behind that:
// "leave the flag for the next one", "we'll do the mail later".
func SetsAside(text string) []string {
	return slices.DeleteFunc(delayed(text), func(step string) bool {
		w := bareWords(step)
		milestone, _ := dueOn(w)
		if _, run := StepOf(step).awaits(); run || milestone != "" {
			return false
		}
		aside := begins(w, "parks") && !begins(w, "keeps") && ends(w, "shelves")
		ours := has(w, "modals", "postpones") && has(w, "laters", "days") || has(w, "reminders", "inquires")
		told, _, found := strings.Cut(row(text), step) // which is on one row
		before := allClauses(strings.TrimRight(told, ", "))
		last := bareWords(append([]string{""}, before...)[len(before)])
		now := found && isOrder(asking(last)) && has(last, "todays") &&
			ends(w, "laters", "days") // "fix the parser now, the docs later"
		return strings.HasPrefix(text, step) || !aside && !ours && !notNow(w) && !now
	})
}

// putsOff says whether a clause of a prompt puts a step off.
func putsOff(clause string) bool {
	w := bareWords(clause)
	if !begins(w, "modals", "reminders") { // of which "I think" is none
		w = past(w, "courtesies", "joints")
	}
	w = strings.TrimLeft(w, " ,")
	if n, end := start(w, "reminders"), end(w, "memories"); n+end > 0 {
		what := past(strings.Trim(w[n:len(w)-end], " ,"), "articles") // "recuérdame el comando" wants it now
		again := begins(what, "recalls") || begins(what, "interrogatives") && !has(what, "demands") ||
			dense(what) && has(what, "interrogatives")
		again = again && !has(what, "laters", "days", "afters") // "remind me of the version bump on friday"
		return len(called(what)) > 0 && !has(w, "always") && !again
	}
	if before, what, is := around(w, "weWait", "weWaitFor"); is && has(firstWords(what, 6), "supplies") &&
		!has(w, "programs") && !hasDigits(what) && !begins(before, "insides", "whens") {
		return true // "the prices, we wait for her answer"
	}
	what, put := undelayed(w)
	if of := strings.TrimRight(what, " ,"); put && of != what { // "that is a separate ticket, not now"
		what, _ = undelayed(of)
	}
	what = strings.Trim(trimEnd(trimStart(what, "maybes"), "maybes"), " ,") // "later maybe the export"
	_, behind, ticket := around(w, "tickets")                               // "it is a separate ticket"
	most := maxPutOff
	if begins(strings.Trim(words(clause), " ,"), "intends") { // "we will add the export of the orders next week"
		most += maxPutOff / 2
	}
	few := put && len(strings.Fields(strip(what, "fillers"))) < most ||
		notNow(w) || ticket && (behind == "" || behind[0] == ',') ||
		begins(w, "articles") && has(w, "postpones") && has(w, "laters") // "the docs can wait until the release"
	who, does, other := around(trimStart(w, "articles"), "undertakes") // "tom looks at it tomorrow"
	other = other && who != "" && !strings.Contains(who, " ") && past(does, "laters", "days") == ""
	if dated(w) && !standing(clause) && !pointsAt(clause) {
		return true
	}
	if _, drops := dropped(clause); drops || !few || other || pointsAt(clause) || standing(clause) || leaves(clause) {
		return false
	}
	theirOwn := start(w, "ourNeeds") > start(w, "shoulds") && !notNow(w) // "we need it later"
	step := begins(what, "abouts") || begins(what, "articles") && has(w, "modals") ||
		!begins(what, "selves", "things") || begins(what, "selves") && has(what, "handIns")
	return step && !theirOwn && !begins(what, "maybes") && namesStep(clause, what) && !describes(w, what)
}

// namesStep says whether what a clause puts off names something: "the CI", "the css", not "the other one".
func namesStep(clause, what string) bool {
	over := past(strings.ReplaceAll(what, " ,", ""), "takings", "unnamings")
	names := strings.Join(named(what[start(what, "abouts"):]), "")
	if has(what, "goesOn") { // "sigo con el 3" names none of its own
		names = strip(what, "goesOn", "withs", "articles", "phases", "selves", "efforts")
	}
	if names == "" && begins(trimStart(what, "efforts"), "articles") {
		names = strings.Join(called(over), "")
	}
	short := func(w string) bool { // CI
		return len(w) > 1 && w == strings.ToUpper(w) && w != strings.ToLower(w) || has(strings.ToLower(w), "acronyms")
	}
	return over != "" &&
		(strings.ContainsFunc(names, unicode.IsLetter) || slices.ContainsFunc(strings.Fields(clause), short))
}

// pointsAt says whether the first clause of a sentence puts off no more than what was just spoken of: "den machen wir
// morgen", "leave it for tomorrow".
func pointsAt(s string) bool {
	s, _ = besides(s)
	w := early(each.First(clauseWords(s), func(w string) bool {
		return !only(w, "agrees", "refuses", "courtesies", "nots", "things", "aparts")
	}))
	day := has(w, "days", "weekdays") && !has(w, "seconds", "fourths") &&
		has(w, "mines", "postpones", "efforts", "doings")
	return has(w, "those", "theys", "refers", "things", "parkings", "parks", "efforts", "doings", "jots") &&
		(has(w, "laters", "waits", "shelves") || day || has(w, "pauses") && !has(w, "efforts", "doings")) &&
		only(w, "thatLater")
}

// notNow says whether a clause says that somebody wants a thing some day, or but not now.
func notNow(w string) bool {
	first, but, _ := around(w, "buts") // "we need it too but not today", "not now but we need it"
	return has(w, "ourNeeds", "shoulds") && (has(w, "somedays") || onlyWhen(but) || but != "" && onlyWhen(first)) ||
		has(w, "ourNeeds", "shoulds", "modals", "woulds", "needs") && onlyWhen(w[strings.LastIndexByte(w, ',')+1:])
}

// describes says whether words that put something off say how a program or a thing in it is.
func describes(w, what string) bool {
	if before, after, is := around(early(w), "untils"); is && before != "" && !has(w, "laters", "days") &&
		start(strings.TrimSpace(w[len(before):]), "waits", "pauses") == 0 &&
		!(ends(before, "waits") && has(after, "milestones")) {
		return !has(after, "processes") || has(after, "programs") // "postpone the job when the queue is full"
	}
	what = strings.TrimRight(what, "をはがも")
	if all := strings.Fields(what); len(all) > 2 && !has(w, "laters") {
		last, before := all[len(all)-1], all[len(all)-2]
		place := begins(before, "insides", "ways", "links", "articles")
		if place && unicode.IsDigit(rune(last[0])) || !place && hasEnding(last, "forms") { // "leave it at 3 for now"
			return true
		}
	}
	first, does, _ := around(trimStart(what, "articles"), "peoples")
	before, _, happens := around(what, "happens")
	_, why, aims := around(what, "thats")
	_, to, _ := around(what, "tos")
	aims = aims && !(to == why && begins(to, "articles")) // "add the search to the page next week"
	_, verb, will := around(what, "wills")
	failed := ends(what, "fails", "brokens") && // not "the build errors on monday"
		(has(what, "copulas") || hasEnding(what[strings.LastIndexByte(what, ' ')+1:], "passives"))
	failed = (failed || has(what, "pasts")) && !begins(why, "fails", "brokens") // not "the page that was broken"
	return begins(w, "articles") && failed ||                                   // "the import failed on monday"
		will && begins(what, "articles") && !begins(verb, "articles") || // "the job will run later"
		first == "" && begins(does, "cans") || // "users can change it later"
		happens && before != "" && !begins(before, "selves", "yous") || // "it is sent later"
		ends(what, "asIs") || // "leave the value hard-coded for now"
		ends(what, "programs") && has(w, "waits") || // "the client has to wait"
		ends(what, "records") && has(w, "waits", "holds") || // "put the order on hold"
		begins(w, "waits") && has(firstWords(what, 2), "acts") || // "wait for the upload"
		isOrder(trimStart(w, "intends")) && (aims || ends(what, "thatShows")) || // "add a button to pay later"
		begins(w, "laters") && !isOrder(what, "articles", "yous", "modals") &&
			(has(what, "nots", "dones", "copulas") || // "later it was not there"
				slices.ContainsFunc(strings.Fields(what), func(x string) bool { return hasEnding(x, "lacking") }))
}

// Tells reports whether a turn has a word of a step, for which it asks, and whether its answers say that this is not
// done or comes later, or else only what came first.
func (t Turn) Tells(step Step, ask rank.Question) (told, later bool) {
	first := false
	of := func(x parsed) bool { return x.held(step) != 0 || len(ask.Marks(x.text)) > 0 }
	told = of(t.asked)
	for _, x := range slices.Concat(t.open, t.said, t.done) {
		told, first = told || of(x), first || begins(x.words, "startsWith") || ends(x.words, "startsWith")
		later = later || slices.ContainsFunc(each.Of(clausesOf(x.text), parse), func(c parsed) bool {
			w := c.beside(step)
			return of(c) && (has(w, "undones") || has(w, "laters", "waits", "thens") && !c.done(step))
		})
	}
	return told, later || first && !told
}

// parked is the thing that a clause wants not done yet, or on a list: "don't do the mails yet", "the remapping goes on
// the list for 0.4"; "" for none.
func parked(clause string) string {
	if has(clause, "nots") && has(clause, "yets") {
		rest := past(strip(clause, "yets", "nots"), "courtesies", "joints")
		thing := trimStart(rest, "efforts", "orders")
		short := begins(thing, "articles") && strings.Count(thing, " ") < 4
		if thing != rest && short && !has(rest, "whens", "displays") {
			return thing
		}
	}
	thing, when, is := around(clause, "goesOnList")
	if is && !has(thing, "nots") && strings.Count(thing, " ") < 5 && (when == "" || begins(when, "towards")) {
		return thing
	}
	return ""
}

// undelayed is a clause without the words that put it off, and why; put says whether there are any.
func undelayed(clause string) (what string, put bool) {
	clause = early(strings.TrimRight(clause[:len(clause)-end(clause, "pleases", "togethers")], " ,"))
	before, from, back := around(clause, "backs")
	if back && (from == "" || begins(from, "ofs")) {
		clause = trimEnd(strings.TrimRight(before, " ,"), "modals") + " later"
	}
	first, why, _ := strings.Cut(clause, " , ")
	asks := has(why, "inquires") && has(why, "startsWith") && !has(why, "firsts")
	if asks || onlyOnce(why) || has(why, "defers") { // "the prices, let me ask Ana first"
		if what, put = undelayed(first); asks || put && what != "" {
			return what, true
		}
	}
	whole := clause
	if before, work, _ := around(clause, "untils", "reasons", "afters"); before != "" &&
		(has(work, "processes") || ends(before, "waits") && has(work, "milestones") ||
			ends(before, "laters") && !has(before, "brokens", "fails", "happens")) {
		whole = before // "it has to wait until I asked", "tomorrow when Bob is here"
	}
	if before, after, is := around(clause, "laters", "days", "weekdays"); is && (begins(after, "withs") &&
		only(before, "goesOn", "yous") || begins(after, "froms") && ends(before, "comings")) {
		return trimStart(after, "withs", "froms"), true // "go on tomorrow with the docs", "it comes tomorrow from ops"
	}
	if thing := parked(whole); thing != "" {
		return thing, true
	}
	parks, pause := start(whole, "parks", "puts"), end(whole, "shelves")
	if on := end(whole, "todoLists"); on > 0 {
		parks, pause = start(whole, "puts", "adds"), on
	}
	of := strings.TrimSpace(whole[:len(whole)-pause])
	if is := end(of, "fors"); is > 0 && pause > 0 {
		if has(whole[len(of):], "days", "weekdays") && has(of[len(of)-is:], "copulas") { // "the report is for tuesday"
			return clause, false
		}
		return strings.TrimSpace(of[:len(of)-is]), true
	}
	if pause == 0 && !begins(whole, "keeps", "puts") && !has(whole, "wheres") { // "leave a print there for now"
		pause = end(whole, "pauses")
	}
	what = trimStart(whole, "laters", "waits")
	if notNow(whole) {
		what = trimStart(what, "somedays")
	}
	if parks > 0 && pause > 0 {
		what = strings.TrimSpace(whole[parks : len(whole)-pause])
	} else if what != whole {
		what = trimEnd(what, "doings")
	}
	if of := trimEnd(what, "shelves"); ends(of, "waits") {
		what = of // "can wait until monday"
	}
	for n := 1; n > 0; what = strings.TrimSpace(what[:len(what)-n]) {
		when := trimEnd(what, "doings")
		late := end(when, "laters", "waits")
		day := end(when, "days", "weekdays")
		of := bareVerb(when[:len(when)-day]) // "the docs" of German "the docs do on Wednesday"
		if late == 0 && (of != "" || has(what, "postpones", "modals") || notNow(whole) ||
			begins(what, "efforts") && !has(when, "relates")) {
			late = day
		}
		if n = 0; late > 0 {
			n = len(what) - len(when) + late
		}
	}
	if begins(whole, "waits") { // "hold off on the docs until monday"
		what = trimEnd(what, "tills")
	}
	put = what != whole && !hasAnyPrefix(what, "s ", "的", "の") // "next week's"
	what = trimStart(what, "modals", "ourNeeds")
	what = trimEnd(what, "postpones", "modals")
	what = cmp.Or(bareVerb(what), what)
	last := what[strings.LastIndexByte(what, ' ')+1:]
	if !put || begins(last, "links", "ways", "spans", "articles", "befores", "copulas", "untils") {
		return clause, false
	}
	return what, true
}

// behind is the sentence before one, with the file that it is for: "we need a map. map.svg. that one tomorrow".
func behind(all []string, n int) string {
	from := max(n-1, 0)
	for from > 0 && !strings.Contains(all[from], " ") && len(filesIn(all[from])) > 0 {
		from--
	}
	return strings.Join(all[from:max(n, 1)], " ")
}

// bareVerb is what a clause is about that ends in an order to do it, "" for another: German "the docs do".
func bareVerb(clause string) string {
	clause = strings.TrimSpace(clause)
	of := trimEnd(clause, "efforts")
	if of == clause || !begins(of, "articles") && strings.Contains(of, " ") {
		return ""
	}
	return of
}

// Delays reports whether a sentence puts off what was just spoken of: "yes, but Friday is early enough", "tomorrow".
func Delays(s string) (off bool) {
	s, _ = besides(s)
	for i, clause := range clausesOf(s) {
		w := past(early(bareWords(clause)), "agrees", "joints", "courtesies", "buts", "aparts")
		rest := past(w, "agrees", "courtesies", "things", "postpones", "laters", "joints", "onlys", "buts")
		alone, who, _ := around(w, "withs") // "friday with Marta"
		if strings.Contains(who, " ") {
			alone = w
		}
		switch {
		case only(w, "stops", "departs", "selves"):
			off = off || has(w, "todays") && !leaves(clause) // "no more today"
		case asks(s), leaves(clause):
			return false
		case onlyWhen(clause), only(alone, "days", "weekdays"), pointsAt(clause), i > 0 && has(w, "soons"),
			has(w[:len(w)-len(rest)], "laters") && (rest == "" || begins(rest, "ways")), // "that later, with her file"
			w == "" && has(bareWords(clause), "backlogs"):                               // "ok, put it on the list"
			return true
		case w != "" && !begins(w, "things", "selves"):
			return false
		}
	}
	return off
}
