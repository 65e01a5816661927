package prompt

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/lib/each"
)

// unvouched is a sentence without the last clause of it that says whose rule it is, why, or what to do instead: ",
// thats their rule", ", return an error instead".
func unvouched(s string) string {
	i := max(0, strings.LastIndexAny(s, clauseMarks+"("))
	tail := bareWords(s[i:])
	if i == 0 || !has(tail, "vouches") && (dense(tail) || !ends(tail, "insteads")) {
		return s
	}
	return s[:i]
}

// unquestioned is a sentence without its last clause, where only that asks, and of nothing before it: "names always in
// kebab-case, what is this role called?".
func unquestioned(s string) string {
	before := s[:max(0, strings.LastIndexAny(s, clauseMarks))]
	if before == "" || !asks(s) || begins(bareWords(before), "interrogatives", "asksFirst", "ifs", "joints") {
		return s
	}
	question := strings.Trim(words(s[len(before):]), " ,")
	if has(question, "refers", "ors", "doubts") || only(question, "tags", "confirms") ||
		strings.Count(question, " ") < 2 && !dense(question) || !standing(before) && !verbless(before) {
		return s
	}
	return before
}

// unjoined is a sentence without the task behind its rule: "one decimal in tables, and send it", "no new deps, then …".
func unjoined(s string) string {
	for i, r := range s {
		if !strings.ContainsRune(",;，；", r) {
			continue
		}
		first, rest := s[:i], bareWords(s[i+utf8.RuneLen(r):])
		does := past(rest, "joints", "ands", "thens")
		task := isOrder(does, "turns", "removes", "sends") && !isBan(does) && !has(does, "triggers")
		and, other := begins(rest, "ands"), !has(does, "refers", "things") && !swaps(does)
		if task && (and && styled(first) || (and || other) && house(first)) {
			return first
		}
	}
	return s
}

// house says whether a sentence is a rule without a word for always, and not only how the commits of a task may be.
func house(s string) bool {
	w := bareWords(s)
	return customary(s) || ofHouse(s) || housed(s, s) || (isBan(w) || has(w, "tongues")) && general(s)
}

// coded is the first word of a text that names code, and no file but for one of dotted: "Date.now()", "localStorage".
func coded(s string, dotted bool) string {
	return each.First(strings.Fields(s), func(f string) bool {
		return strings.Contains(f, "()") || dotted && strings.Index(f, ".") > 0 && !strings.Contains(f, "/") ||
			strings.IndexFunc(f, unicode.IsUpper) > 0 && unicode.IsLower(rune(f[0]))
	})
}

// stated says whether a sentence that orders nothing states how work is done; not what happens, nor what a program
// does.
func stated(s string) bool {
	st := statementOf(s)
	w := st.words
	ban, when, _ := around(w, "withouts", "tills")
	halt, until := ban, when
	if dense(w) {
		halt, until = when, ban
	}
	version := func(f string) bool { return f[0] == 'v' && hasDigits(f) }
	lasts := has(when, "eras") || slices.ContainsFunc(strings.Fields(when), version) ||
		has(w, "withouts") && !hasDigits(w)
	switch {
	case st.unsure():
		return st.forbids()
	case st.forbids(), frozenUntil(s) != "", // "nothing to prod till thursday"
		isBan(w) && lasts && has(ban, "feats", "deps", "crafted"), // "no driver bumps until v1.9"
		has(halt, "nots", "nevers") && has(halt, "agains") && has(halt, "ships", "publishes") &&
			has(until, "teams", "tasters") && !begins(halt, "articles", "things", "theys") &&
			!has(halt, "reports", "beforehand"), // "don't deploy 2.3.1 again until ops has a fix"
		isBan(w) && has(until, "sayOks") && !has(until, "serves") &&
			!begins(until, "articles", "pointers", "ons", "theys", "things"), // "… until Ana approves"
		isBan(w) && has(w, "feats") && has(w, "mains"),                    // "no force pushes to main"
		st.never() && dense(w) && has(st.subject, "hushes", "crafted"),    // "main 上的迁移绝不修改"
		st.never() && has(st.subject, "hushes") && ends(st.told, "safes"), // "passwords never go into the logs"
		st.ever && has(w, "measures") && (st.here || // "money is always an integer of cents here"
			st.measures() && !has(st.all, "buts", "shoulds", "fails")): // "prices are always in cents"
		return true
	}
	return st.isOurWay() || st.isNorm() || st.bindsCrew() || st.isEach()
}

// A statement is a sentence that may state how work is done: "in this repo tests never touch the network".
type statement struct {
	text     string
	clauses  []string // the words of each clause
	all      string   // of all of them
	words    string   // of the first one, but for where it holds: "tests never touch the network"
	scoped   bool     // it says that it holds in all of the project,
	here     bool     // or only "here"
	inverted bool     // its verb is before its subject: "in diesem Repo sind Tests …"
	ever     bool     // it has a word for always or never,
	subject  string   // this before it,
	told     string   // and this behind it
}

func statementOf(s string) statement {
	clauses := append(clauseWords(unquoted(s)), "")
	first := past(clauses[0], "joints", "pleases")
	placeless := strip(first, "scopes", "heres")
	st := statement{
		text: s, clauses: clauses, all: strings.Join(clauses, " "), words: trimStart(placeless, "inverts"),
		scoped: has(first, "scopes"), here: has(first, "scopes", "heres"),
	}
	st.inverted = st.words != placeless
	st.subject, st.told, st.ever = around(strip(st.words, "asEvers"), "always", "evers")
	return st
}

func (st statement) never() bool { return st.ever && has(st.words, "nevers", "nays") }

// unsure says whether it asks, doubts, tells what happened, or is followed by an order.
func (st statement) unsure() bool {
	return asks(st.text) || has(st.clauses[0], "doubts") || slices.ContainsFunc(st.clauses[1:], overturns) &&
		!(st.measures() && begins(st.clauses[1], "nevers")) || // "in cents, never floats"
		has(st.all, "once", "todays", "mishaps")
}

// isOurWay says whether it says what we do: "we always squash", "we go through clock.py", "we never mock the database".
func (st statement) isOurWay() bool {
	w := st.words
	verb := past(strip(w, "always", "evers", "onlys"), "ours", "nots")
	if !weDo(w) || has(firstWords(verb, 3), "serves", "displays") {
		return false
	}
	does := func(list string) bool { return begins(verb, list) || dense(w) && has(w, list) }
	work, not := has(w, "crafted", "tools"), has(w, "nots", "nays")
	named := work || len(filesIn(st.text)) > 0
	if !named && begins(trimStart(verb, "labours", "vias"), "definites", "articles") { // "we merge the two lists"
		return false
	}
	if does("labours") && (st.ever || has(firstWords(w, 4), "onlys") || work && (not || st.here)) {
		return true
	}
	return does("vias") && (st.ever && named || not && st.scoped ||
		work && (st.here || not && (dense(w) || has(st.all, "onlys"))))
}

// weDo says whether words say that we do something: "we squash", "mergeamos".
func weDo(w string) bool {
	first := firstWords(w, 3)
	formed := func(f string) bool { return hasEnding(f, "ourEnds") }
	return has(first, "ours") || dense(w) && has(w, "ours") || slices.ContainsFunc(strings.Fields(first), formed)
}

// isNorm says whether it says how something that is worked on always is, or what is always done to it: "branches start
// with the ticket, as always", "migrations on main are never edited".
func (st statement) isNorm() bool {
	kind := past(st.words, "generics")
	what := trimStart(kind, "crafted", "works")
	if st.ever && begins(st.told, "needs") && !st.never() && len(strings.Fields(st.subject)) == 1 &&
		!begins(st.subject, "selves", "ours", "yous", "things", "theys", "pointers") { // "alerts always need a runbook"
		return true
	}
	if what == kind {
		return false
	}
	_, how, _ := around(what, "norms")
	told := begins(what, "norms") && strings.Contains(how, " ") && !has(st.all, "laters", "days", "weekdays", "nexts")
	switch {
	case told, has(what, "norms") && (st.here || dense(st.words)), has(st.all, "asEvers"):
		return true
	case !st.ever, st.never() && begins(st.told, "impersonals"):
		return st.ever
	case st.inverted, ends(st.subject, "copulas", "impersonals"): // "… are never edited"
		return hasEnding(firstWords(st.told, 1), "passives")
	}
	return strings.Contains(st.told, " ") && begins(st.words, "crafted") // "tests never touch …"
}

// bindsCrew says whether it says what agents never do, or always where: "workers never touch ci/", "agents never push".
func (st statement) bindsCrew() bool {
	all := st.subject + " " + st.told
	if !st.ever || !begins(all, "crew") || begins(st.clauses[1], "infers") {
		return false
	}
	do := trimStart(trimStart(all, "crew"), "nots")
	to, git, never := trimStart(do, "gitActs", "meddles"), begins(do, "gitActs"), st.never()
	if to == "" || to == do {
		return to == "" && git && never
	}
	path := strings.Contains(clausesOf(st.text)[0], "/") && strings.Count(to, " ") < 4
	return (git || never) && (path || only(to, "mains", "crafted", "ways", "withs"))
}

// isEach says whether it says with which flag each merge or commit is made: "every merge of a worker with --no-ff".
func (st statement) isEach() bool {
	fields := strings.Fields(append(clausesOf(st.text), "")[0])
	at := slices.IndexFunc(fields, func(f string) bool { return strings.HasPrefix(strings.Trim(f, "`'"), "-") })
	if at < 1 {
		return false
	}
	of, why := bareWords(strings.Join(fields[:at], " ")), bareWords(strings.Join(fields[at+1:], " "))
	return begins(past(of, "joints"), "eachWorks") && ends(of, "withs") && !has(st.all, "reports", "interrogatives") &&
		(trimEnd(why, "pleases") == "" || begins(why, "reasons") || strings.HasPrefix(why, "so "))
}

// bound says whether a sentence says what is done with a place, with each piece of work or with what is old, or what
// cannot be.
func bound(s string) bool {
	clauses := append(clauseWords(unquoted(without(s, "joints", "agrees"))), "")
	w, more := clauses[0], strings.Join(clauses[1:], " ")
	all := w + " " + more
	if !has(w, "bounds") || asks(s) || slices.ContainsFunc(clauses[1:], redone) || has(w, "fails", "laters") ||
		has(all, "once", "todays", "pauses", "yets", "doubts", "buts", "untils", "beforehand") ||
		has(more, "mishaps") && !has(more, "toos") {
		return false // as most
	}
	not := has(w, "nots", "nays")
	switch each, toos := begins(w, "everys") || dense(w) && has(w, "everys", "always"), has(more, "toos"); {
	case (begins(w, "nothings") || has(w, "nays")) && has(w, "touchings") && strings.Contains(s, "/"):
		return true // "nothing in data/ gets committed"
	case each && has(w, "undertakings", "crafted") && has(w, "goesInto") &&
		(has(w, "writtens") || has(w, "reviewNouns") && toos):
		return true // "every result goes as a row in results.md, the bad ones too"
	case has(w, "cannotWes") && (not || has(w, "cannots", "anythings")) && has(w, "installs", "tools") &&
		(has(w, "anythings") || has(more, "plains") && has(all, "deps", "kits")):
		return true // "we can't install anything here, plain python only"
	}
	// "we don't change old configs", "we don't change configs, each run gets a new one"
	return has(w, "reworks") && not &&
		(has(w, "crafted") && has(w, "formers") || has(more, "eachOfs") && has(more, "eachNew"))
}

// endsInVerb says whether a sentence bans something, or says how one works, by a German infinitive at its end: "die
// Rohdaten nie ändern", not "die Stationen melden nie Daten", "wenn die Zeilen nie enden".
func endsInVerb(s string) bool {
	clause := append(clausesOf(s), "")[0]
	what, verb, is := around(bareWords(unquoted(clause)), "immers")
	verb = past(trimEnd(verb, "pleases"))
	does := hasEnding(verb, "germanVerbs") && (!strings.Contains(verb, " ") || ends(verb, "lassen"))
	thing := trimStart(what, "articles")
	tells := has(what, "copulas", "modals", "shoulds", "cans", "selves", "ours", "ifs", "reports", "interrogatives",
		"todays", "laters", "once") || strings.Contains(thing, " ") && hasEnding(what, "germanVerbs")
	return is && does && strings.Contains(clause, verb) && !tells && len(named(thing)) > 0 && !asks(s) &&
		(has(bareWords(s), "nevers") || has(what, "works", "texts", "crafted"))
}

// overturns says whether a clause behind a statement orders something, doubts it, or wants it otherwise.
func overturns(clause string) bool {
	c := trimEnd(past(clause, "joints"), "pleases")
	return !begins(c, "notings") && (redone(c) || begins(c, "overturnings") && !begins(c, "nots"))
}

// redone says whether a clause doubts what was stated before it, or orders to do otherwise what it points at: "port
// them to vitest", "passe-les à vitest", "toglila".
func redone(c string) bool {
	first, rest, _ := strings.Cut(c, " ")
	what := trimStart(rest, "refers")
	points := what != rest && !has(c, "minds") && (what == "" || begins(what, "tos", "insides", "ways"))
	return points && !begins(c, "noOrders") || doubted(c) || only(c, "discards") ||
		hasEnding(first, "clitics") && strings.Count(c, " ") < 4
}

// doubted says whether a clause hopes or doubts that what it follows is so, or says that it should not be.
func doubted(c string) bool {
	return has(c, "amiss") || begins(c, "doubts") || ends(c, "doubts") || dense(c) && has(c, "doubts")
}

// swaps says whether the words of a clause only say what is used instead: "use log()".
func swaps(w string) bool {
	return strings.Count(w, " ") < 4 && !isBan(w) &&
		(begins(w, "keeps", "insteads") || dense(w) && has(w, "insteads") || isKit(w))
}

// isKit says whether words say which kit alone is used: "stdlib only".
func isKit(w string) bool {
	return has(w, "kits") && has(w, "onlys", "plains") && only(w, "kits", "onlys", "plains", "insteads")
}

// housed says whether a sentence, of which the rule is a part, bans one of tools or code in a place, or says how all of
// a kind are named here, or in which folders they always go.
func housed(s, rule string) bool {
	if !strings.ContainsAny(rule, "<(/_…'`\"“„«「") && !has(words(rule), "tools") || asks(s) ||
		has(words(unquoted(rule)), "once", "todays", "laters", "yets") {
		return false // as most
	}
	quotes := strings.NewReplacer(" '", ` "`, "' ", `" `, "',", `",`, "'，", `"，`, "'、", `"、`, "'.", `".`)
	clauses := append(clausesOf(unquoted(quotes.Replace(rule+" "))), "")
	more := each.Of(clauses[1:], bareWords)
	goesOn := slices.ContainsFunc(more, func(w string) bool { // with a fact or an order
		return begins(w, "infers", "efforts", "onlys", "things") || ends(w, "refers") || has(w, "places") ||
			isOrder(w) && !isBan(w) || redone(w)
	})
	dir, what, _ := strings.Cut(clauses[0], " ")
	kit := strings.HasSuffix(dir, "/") && isKit(trimStart(bareWords(what), "areSo")) // "orch/ is stdlib only"
	if (kit || namesAll(clauses[0])) && !goesOn {
		return true
	}
	w, why, swap := past(bareWords(clauses[0]), "joints"), strings.Join(more, " "), slices.ContainsFunc(more, swaps)
	code, folder := coded(clauses[0], swap), strings.Contains(clauses[0], "/")
	if use, where, in := around(w, "insides"); in && swaps(use) && begins(more[0], "bans") {
		w, code, swap = strip(more[0], "nowheres")+" in "+where, coded(clauses[1], true), true
	}
	reason := swap || has(why, "harms") || rule != s || !goesOn && !has(why, "reports")
	_, behind, _ := strings.Cut(clauses[0][strings.LastIndex(clauses[0], "/")+1:], " ")
	kept := code != "" || has(w, "tools") || has(w, "deps") && (dense(w) || !has(w, "installed") &&
		trimEnd(bareWords(behind), "pleases") == "" && (why == "" || swap || rule != s || has(why, "harms")))
	return reason && kept && bansThere(w, bareWords(code), folder, swap)
}

// namesAll says whether a clause says how all of a kind are named here, or in which folders they always go: "branches
// are named feat/<ticket>", "stories always live in <component>/".
func namesAll(clause string) bool {
	fields := strings.Fields(clause)
	at := slices.IndexFunc(fields, func(f string) bool {
		return f == "x" || strings.ContainsAny(f, "<_…") || strings.Index(f, "/") > 0
	})
	if at < 0 {
		return false
	}
	w, last := past(bareWords(strings.Join(fields[:at], " ")), "joints"), at == len(fields)-1
	if behind := bareWords(strings.Join(fields[at+1:], " ")); only(behind, "lies", "asEvers", "pleases") {
		w, last = w+" "+trimStart(behind, "asEvers", "pleases"), true // "計画は plans/ に置く"
	}
	here, open := has(bareWords(clause), "heres", "scopes"), strings.ContainsAny(fields[at], ">…")
	kind := trimEnd(w, "namedAs")
	if kind == w && (open || here) {
		kind = trimEnd(trimEnd(w, "heres"), "copulas", "areSo") // "branches here are feat/<ticket>"
	}
	named := kind != w && (open || here && last) &&
		only(kind, "works", "texts", "codes", "heres", "scopes", "always", "articles", "links")
	of, to, lies := around(strip(w, "always"), "lies")
	of = strip(of, "articles", "links")
	filed := begins(of, "filings", "assets") && !has(of, "nots") && !hasDigits(fields[at])
	lies = lies && last && (filed || open && has(w, "always") && !strings.Contains(of, " ")) &&
		strip(to, "insides", "tos", "links", "ways") == ""
	return (named || lies) && !hasAnyPrefix(w, "the ", "die ")
}

// bansThere says whether words ban one of tools or code in a place ("no pandas in features/"), or in any, where others
// say what is used instead (swap): "we don't use moment, use dayjs", "use clock.now() in src, no Date.now() there".
func bansThere(w, code string, folder, swap bool) bool {
	beside := strings.Replace(w, code, "", 1)
	banned, place, _ := around(trimEnd(beside, "pleases"), "insides")
	there := place != "" && (folder || !begins(place, "pointers", "things")) &&
		!has(place, "whens", "unbanned", "infers") && (folder || !has(place, "orders")) // "in check/"
	bans := isBan(banned) && only(banned, "tools", "deps", "news", "houses")
	return !has(beside, "reports") && (there && bans || (folder || swap) && has(w, "shuns"))
}

// ofHouse says whether a sentence is no more than a rule of the house: which of two tools is used, what each part of
// the code needs, in what amounts are, or where a kind of file goes.
func ofHouse(s string) bool {
	w := trimEnd(clauseless(unquoted(s)), "pleases")
	if asks(s) || has(w, "once", "todays", "laters", "yets", "reports") || has(strip(w, "bears"), "interrogatives") {
		return false
	}
	are := func(lists ...string) bool {
		lacks := func(list string) bool { return !has(w, list) }
		return !slices.ContainsFunc(lists, lacks) && only(w, append(lists, "houses")...)
	}
	_, other, _ := around(w, "tools")
	_, what, _ := around(w, "codes")
	proven := has(what, "proofs") || dense(w)
	not := has(w, "nots", "bans", "nevers") ||
		(!isOrder(w) || has(w, "throughouts")) && has(w, "contrasts", "insteads") // "use uv instead of pip everywhere"
	_, run, _ := around(w, "runners") // of what all is run with, an order tells that, too: "use uv instead of python"
	runs := has(run, "runners") && begins(run, "contrasts", "insteads") && only(w, "runners", "houses", "ors")
	return has(other, "tools") && not && are("tools") || runs || // "pnpm, not npm"
		proven && are("everys", "codes", "musts", "proofs") || // "every endpoint needs a test"
		proven && are("everys", "codes", "withs", "proofs") || // "each fix with its own test"
		are("bans", "codes", "withouts", "proofs") || // "no endpoint without a test"
		are("everys", "quantities", "measures") || // "all amounts in cents"
		are("everys", "pieces", "bears", "captionings") || // "every figure has a caption"
		goesBeside(s, w)
}

// goesBeside says whether a sentence says where all of a kind of file go: "tests go next to the file".
func goesBeside(s, w string) bool {
	place := past(w, "works", "texts", "codes", "articles", "links")
	kind, where := w[:len(w)-len(place)], trimStart(place, "lies")
	return has(kind, "works", "texts", "codes") && !has(kind, "landing") &&
		(where != place || dense(w) && has(place, "lies")) && (has(place, "nextTos") || strings.Contains(s, "/")) &&
		strings.Count(s, ":") == strings.Count(s, ": ") && !hasDigits(s) && strings.Count(where, " ") < 5
}

// asksLeave says whether a sentence bans what the user was not asked about: "don't push without asking me", "ask me
// before you add a dependency"; not what a program does, nor what he is to be asked this once, unless it is measured.
func asksLeave(w string) bool {
	clauses, one := strings.Split(w, " , "), strings.ReplaceAll(w, " ,", "")
	if begins(one, "asksBefore") || begins(clauses[len(clauses)-1], "unasking") { // "спроси меня, прежде чем …"
		clauses = append(clauses, one)
	}
	return slices.ContainsFunc(clauses, func(clause string) bool {
		what, is := unasked(clause)
		order := past(clause, "courtesies", "joints", "agrees", "pleases")
		if n := start(order, "asksBefore"); !is && n > 0 {
			what, is = order[n:], true
		}
		what = strip(strings.TrimSpace(what), "places")
		_, most, _ := around(what, "exceeds")
		measured := most != "" && !begins(most, "things", "refers")
		return is && (measured || !hasDigits(what) && !has(what, "things", "momentary")) &&
			!has(what, "once", "todays", "yets", "laters", "reports")
	})
}

// unasked is what a clause bans before the user was asked: "don't push without asking me".
func unasked(clause string) (what string, is bool) {
	before, after, is := around(clause, "unasking")
	bans := has(before, "nos") || dense(clause) && has(after, "nots", "nevers") ||
		before == "" && (has(firstWords(after, 2), "yous") ||
			has(firstWords(after, 1), "nos") && !has(firstWords(after, 2), "presents"))
	program := begins(clause, "things", "theys", "articles", "interrogatives", "asksFirst") ||
		begins(clause, "yous") && !isOrder(clause) // not "you must not …"
	return before + " " + after, is && bans && !program && !strings.HasPrefix(after, "for ")
}

// customary says whether a sentence says how the model is to write in any work, or when, or with what not: "answer in
// German", "no emojis", "I commit myself", "only push when I ask", "no framework at all", or what it is to ask before.
func customary(s string) bool {
	w := bareWords(unquoted(s))
	if asks(s) || has(w, "once", "laters", "reports") {
		return false
	}
	whenAsked := has(w, "whenAsked") && (has(w, "onlys") || dense(w)) && !has(strip(w, "whenAsked"), "things")
	shunned := func(clause string) bool { // "force-unlock never"
		f := strings.Fields(clause)
		return len(f) == 2 && (strings.Index(f[0], "-") > 0 || begins(bareWords(f[0]), "labours", "publishes")) &&
			phrasesOf("nevers").is(bareWords(f[1])) && phrasesOf("always").is(bareWords(f[1]))
	}
	never := slices.ContainsFunc(clausesOf(s), shunned)
	return never || whenAsked || asksLeave(w) || slices.ContainsFunc(clauseWords(s), func(w string) bool {
		w = strings.TrimRight(w[:len(w)-end(w, "pleases")], " ,")
		rest := asking(w)
		bans := isBan(w) && has(w, "deps") && (has(w, "emphases") || ends(w, "bans")) &&
			only(w, "nevers", "bans", "nots", "deps", "emphases") || // "no framework at all"
			isBan(w) && has(w, "gitCommands") &&
				only(w, "nevers", "bans", "nots", "rechecks", "news", "gitCommands") // "don't run any git commands"
		return bans || phrasesOf("customary").is(w) || phrasesOf("customary").is(rest) ||
			begins(strip(rest, "onlys", "always"), "answering") && ends(rest, "styles")
	})
}

// styled says whether a sentence says how all texts or figures are made, or a kind of them ("no footnotes in the
// report", "we say flat, not home, everywhere"), or what of that somebody dislikes.
func styled(s string) bool {
	clauses := clauseWords(strings.ReplaceAll(unquoted(without(s, "joints", "pleases")), ": ", " "))
	w := strings.TrimSpace(strings.Join(clauses, " "))
	orders := func(c string) bool {
		does := past(c, "joints", "thens", "courtesies", "onlys")
		return !isBan(c) && isOrder(does, "agains") || redone(does) || begins(c, "thens")
	}
	if asks(s) || has(w, "once", "todays", "yets", "laters") || has(strip(w, "adorns"), "reports") ||
		len(clauses) > 1 && slices.ContainsFunc(clauses[1:], orders) { // "labels in German, then push"
		return false
	}
	who, disliked, _ := around(w, "dislikes")
	person := has(who, "tasters") || begins(who, "bans", "nots", "nevers")
	how, all := throughout(w)
	ours := trimStart(how, "customs", "keeps")
	all = all && ours != how && has(ours, "nots") && !begins(ours, "nots") && !ends(ours, "nots") &&
		!has(ours, "refers", "pointers", "things")
	return all || person && only(trimStart(disliked, "wholly"), "adorns") ||
		slices.ContainsFunc(clauses, func(clause string) bool {
			how, placed := throughout(clause)
			all := trimEnd(trimStart(clause, "everys"), "pleases")
			if begins(all, "artworks") && ends(all, "typesettings") { // "captions in French"
				how, placed = all, true
			}
			of, _, _ := around(how, "typesettings")
			sought := has(how, "seeks") || has(how, "needs") && !has(clause, "everys")
			placed = placed && !sought && !ends(of, "onTopics") // "there is no font in the report"
			what := trimEnd(trimStart(how, "bans", "nots", "nevers", "unwanted"), "shuns")
			bans := what != how && !begins(what, "pointers", "refers", "things") &&
				(ends(what, "adorns") || what != "" && begins(how, "unwanted"))
			looks := what == how && ends(how, "typesettings") && !has(strip(how, "typesettings"), "definites") &&
				!begins(trimStart(how, "keeps"), "orders", "efforts", "makes", "brings", "removes")
			return placed && strings.Count(how, " ") < 5 && (bans || looks)
		})
}
