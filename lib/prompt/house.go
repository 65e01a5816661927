package prompt

import (
	"slices"
	"strings"
	"unicode"

	"holdfast/lib/each"
)

// unvouched is a sentence without the last clause of it that says whose rule it is, or why: ", thats their rule".
func unvouched(s string) string {
	i := max(0, strings.LastIndexAny(s, clauseMarks+"("))
	tail := bareWords(s[i:])
	if i == 0 || !has(tail, "vouches") || has(tail, "once") || begins(tail, "orders", "efforts") {
		return s
	}
	return s[:i]
}

// coded is the first word of a text that names code, and no file but for one of dotted: "Date.now()", "localStorage".
func coded(s string, dotted bool) string {
	return each.First(strings.Fields(s), func(f string) bool {
		return strings.Contains(f, "()") || dotted && strings.Index(f, ".") > 0 && !strings.Contains(f, "/") ||
			strings.IndexFunc(f, unicode.IsUpper) > 0 && unicode.IsLower(rune(f[0]))
	})
}

// stated says whether a sentence that orders nothing states how work is done: "we never squash", "tests never touch the
// network", "secrets never go into the logs", "no bumps until v2 is out"; not what happens, nor what a program does.
func stated(s string) bool {
	clauses := append(clauseWords(unquoted(s)), "")
	w, all := past(clauses[0], "joints", "pleases"), strings.Join(clauses, " ")
	here, scope, turned := has(w, "scopes", "heres"), has(w, "scopes"), strip(w, "scopes", "heres")
	if asks(s) || has(clauses[0], "doubts") || slices.ContainsFunc(clauses[1:], overturns) ||
		has(all, "once", "todays", "mishaps", "buts", "maybes") ||
		begins(w, "interrogatives") && !begins(w, "heres") { // "stack traces never …, add them"
		return false
	}
	w = trimStart(turned, "inverts") // "in diesem Repo sind Tests …"
	before, after, ever := around(strip(w, "asEvers"), "always", "evers")
	verb := past(strip(w, "always", "evers", "onlys"), "ours", "nots")
	does := func(list string) bool { return begins(verb, list) || dense(w) && has(w, list) }
	we := has(firstWords(w, 3), "ours") || dense(w) && has(w, "ours") ||
		slices.ContainsFunc(strings.Fields(firstWords(w, 3)), func(f string) bool { return hasEnding(f, "ourEnds") })
	of, only, not := has(w, "crafted", "tools"), has(firstWords(w, 4), "onlys"), has(w, "nots", "nays")
	inside := func(f string) bool { return strings.Index(f, "/") > 0 } // no route "/login"
	thing := of || slices.ContainsFunc(strings.Fields(s), inside) || len(filesIn(s)) > 0
	one := begins(trimStart(verb, "labours", "vias"), "definites", "articles") && !thing // "we merge the two lists"
	always := does("labours") && (ever || only) || does("vias") && (ever && thing || not && scope)
	rarely := of && (does("labours") && (not || here) ||
		does("vias") && (here || not && (dense(w) || has(all, "onlys"))))
	kind, copula := past(w, "generics"), w != turned || ends(before, "copulas", "impersonals")
	is, never := trimStart(kind, "crafted", "works"), ever && has(w, "nevers", "nays")
	done := strings.Contains(after, " ") && !copula && kind == w && begins(kind, "crafted") ||
		copula && hasEnding(firstWords(after, 1), "passives") || never && begins(after, "impersonals")
	_, behind, _ := around(is, "norms")
	norm := begins(is, "norms") && strings.Contains(behind, " ") && !has(all, "laters", "days", "weekdays", "nexts")
	so := ever && done && strings.Count(before, " ") < 8 || norm ||
		(here || dense(w) || ever) && has(is, "norms") || has(all, "asEvers")
	what, when, till := around(w, "withouts", "tills")
	version := func(f string) bool { return f[0] == 'v' && hasDigits(f) }
	none := till && has(what, "feats", "deps", "crafted", "labours") && (has(when, "eras") ||
		slices.ContainsFunc(strings.Fields(when), version) ||
		has(w, "withouts") && !hasDigits(w) && begins(w, "bans")) || has(w, "feats") && has(w, "mains")
	custom := we && !one && !has(firstWords(verb, 3), "serves", "displays") && (always || rarely)
	usual := is != kind && !has(w, "displays") && so
	secret := has(before, "hushes") && (ends(after, "safes") || dense(w) && has(w, "safes"))
	measure := here && has(all, "copulas") && has(w, "measures")
	return custom || usual || // "we always go through clock.py", "migrations on main are never edited"
		begins(w, "bans", "nots") && none || // "no driver bumps until v1.9"
		never && (secret || dense(w) && has(before, "crafted") && has(w, "labours", "edits")) || // "secrets never …"
		ever && measure // "money is always an integer of cents here"
}

// bound says whether a sentence says what is done with a place, with each piece of work or with what is old, or what
// cannot be: "nothing in data/ gets committed", "every result goes as a row in results.md, the bad ones too", "we can't
// install anything here, plain python only", "we don't change old configs, each run gets a new one".
func bound(s string) bool {
	clauses := append(clauseWords(unquoted(without(s, "joints", "agrees"))), "")
	w, more := clauses[0], strings.Join(clauses[1:], " ")
	if !has(w, "bounds") || asks(s) || slices.ContainsFunc(clauses[1:], redone) || has(w, "fails", "laters") ||
		has(w+" "+more, "once", "todays", "pauses", "yets", "doubts", "buts", "untils", "beforehand") ||
		has(more, "mishaps") && !has(more, "toos") {
		return false // as most
	}
	none := (begins(w, "nothings") || has(w, "nays")) && has(w, "touchings") && strings.Contains(s, "/")
	each := (begins(w, "everys") || dense(w) && has(w, "everys", "always")) && has(w, "undertakings", "crafted")
	into := has(w, "goesInto") && (has(w, "writtens") || has(w, "reviewNouns") && has(more, "toos"))
	cannot := has(w, "cannotWes") && has(w, "nots", "nays", "cannots", "anythings") && has(w, "installs", "tools")
	only := has(w, "anythings") || has(more, "plains") && has(w+" "+more, "deps", "kits")
	old := has(w, "reworks") && has(w, "nots", "nays") &&
		(has(w, "crafted") && has(w, "formers") || has(more, "eachOfs") && has(more, "eachNew"))
	return none || each && into || cannot && only && !has(more, "reports") || old
}

// overturns says whether a clause behind a statement orders something, doubts it, or wants it otherwise.
func overturns(clause string) bool {
	c := trimEnd(past(clause, "joints"), "pleases")
	return redone(c) || only(c, "tags") || !begins(c, "nots") && begins(c, "overturnings") ||
		dense(c) && has(c, "turns", "removes")
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
	return strings.Count(w, " ") < 4 && !begins(w, "bans", "nots", "nevers") &&
		(begins(w, "keeps", "insteads") || dense(w) && has(w, "insteads"))
}

// housed says whether a sentence bans one of tools or code in a place, or says how all of a kind are named here, or in
// which folders they always go: "no pandas in features/, memory blows up", "branches are named feat/<ticket>".
func housed(s, rule string) bool {
	if !strings.ContainsAny(rule, "<(/_…'`\"“„«「") && !has(words(rule), "tools") || asks(s) ||
		has(words(unquoted(rule)), "once", "todays", "laters", "yets") {
		return false // as most
	}
	formed := func(f string) bool { return f == "x" || strings.ContainsAny(f, "<_…") || strings.Index(f, "/") > 0 }
	quotes := strings.NewReplacer(" '", ` "`, "' ", `" `, "',", `",`, "'，", `"，`, "'、", `"、`, "'.", `".`)
	clauses := append(clausesOf(unquoted(quotes.Replace(rule+" "))), "")
	clause, why := past(bareWords(clauses[0]), "joints"), bareWords(strings.Join(clauses[1:], " "))
	swap := slices.ContainsFunc(clauses[1:], func(clause string) bool { return swaps(bareWords(clause)) })
	code := bareWords(coded(clauses[0], swap))
	if use, where, in := around(clause, "insides"); in && swaps(use) && begins(bareWords(clauses[1]), "bans") {
		code, swap = bareWords(coded(clauses[1], true)), true // "use a() in src, no b() there"
		clause = strip(bareWords(clauses[1]), "nowheres") + " in " + where
	}
	fields, here := append(strings.Fields(clauses[0]), "x"), has(clause, "heres", "scopes")
	at := slices.IndexFunc(fields, formed)
	w, form := past(bareWords(strings.Join(fields[:at], " ")), "joints"), fields[at]
	what, own := trimEnd(w, "namedAs"), strings.ContainsAny(form, ">…")
	if what == w && (own || here && (form == "x" || !dense(w))) {
		what = trimEnd(trimEnd(w, "heres"), "copulas", "areSo")
	}
	named := what != w && (here && at > len(fields)-3 || own) && has(what, "works", "texts", "codes") &&
		only(what, "works", "texts", "codes", "heres", "scopes", "always", "articles", "links")
	of, to, lies := around(strip(w, "always"), "lies")
	lies = lies && has(w, "always") && strip(to, "insides", "tos", "links", "ways") == "" && at > len(fields)-3 &&
		own && !strings.Contains(strip(of, "articles", "links"), " ")
	banned, place, _ := around(trimEnd(clause, "pleases"), "insides")
	folder := strings.Contains(clauses[0], "/")
	tool := begins(banned, "bans", "nots", "nevers", "unwanted") && (code != "" || has(banned, "tools")) &&
		only(strings.Replace(banned, code, "", 1), "tools", "houses") &&
		place != "" && strings.Count(place, " ") < 4 && (folder || !begins(place, "pointers", "things")) &&
		!has(place, "whens", "unbanned", "orders", "infers") ||
		(folder || swap) && has(clause, "shuns") && (code != "" || has(clause, "tools"))
	fact := slices.ContainsFunc(clauses[1:], func(clause string) bool { // or an order goes on
		w := bareWords(clause)
		return begins(w, "infers", "efforts", "onlys", "things") || ends(w, "refers") || has(w, "places") ||
			begins(w, "orders") && !begins(w, "bans", "nots", "nevers")
	})
	return !has(strings.Replace(w, code, "", 1), "reports") && !begins(w, "interrogatives") &&
		(!fact && at < len(fields)-1 && (named || lies) && !strings.HasPrefix(w, "the ") ||
			tool && (swap || has(why, "harms") || rule != s || !has(why, "reports") && !fact))
}

// ofHouse says whether a sentence is no more than which of two tools is used, where a kind of file goes, what each
// part of the code needs, or in what amounts are: "pnpm, not npm".
func ofHouse(s string) bool {
	w := trimEnd(clauseless(unquoted(s)), "pleases")
	_, other, _ := around(w, "tools")
	file := past(w, "works", "texts", "codes", "articles", "links")
	where, somewhere := file[start(file, "lies"):], has(file, "nextTos") || strings.Contains(s, "/")
	kind := w[:len(w)-len(file)]
	lies := has(kind, "works", "texts", "codes") && !has(kind, "landing") &&
		(where != file || dense(w) && has(file, "lies"))
	not := has(w, "nots", "bans", "nevers") || !begins(w, "orders") && has(w, "contrasts", "insteads")
	is := func(w string, lists ...string) bool {
		lacks := func(list string) bool { return !has(w, list) }
		return !slices.ContainsFunc(lists, lacks) && only(w, append(lists, "houses")...)
	}
	return !asks(s) && !has(w, "once", "todays", "laters", "yets", "reports", "interrogatives") &&
		(has(other, "tools") && not && is(w, "tools") ||
			is(w, "everys", "codes", "musts", "proofs") || is(w, "bans", "codes", "withouts", "proofs") ||
			is(w, "everys", "quantities", "measures") ||
			lies && somewhere && strings.Count(where, " ") < 5 && !has(where, "copulas") && len(filesIn(s)) == 0 &&
				!hasDigits(s))
}

// asksLeave says whether a sentence bans what the user was not asked about: "don't push without asking me", "ask me
// before you add a dependency"; not what a program does, nor what he is to be asked this once, unless it is measured.
func asksLeave(w string) bool {
	clauses, one := strings.Split(w, " , "), strings.ReplaceAll(w, " ,", "")
	if begins(one, "asksBefore") || begins(clauses[len(clauses)-1], "unasking") { // "спроси меня, прежде чем …"
		clauses = append(clauses, one)
	}
	return slices.ContainsFunc(clauses, func(clause string) bool {
		before, after, without := around(clause, "unasking")
		said := begins(clause, "yous", "things", "theys", "articles", "interrogatives", "asksFirst") // of a program
		bans := has(before, "nos") || dense(clause) && has(after, "nots", "nevers") ||
			before == "" && (has(firstWords(after, 2), "yous") && has(after, "nos") ||
				has(firstWords(after, 1), "nos") && !has(firstWords(after, 2), "presents"))
		if without = without && bans && !said && !strings.HasPrefix(after, "for "); !without {
			order := past(clause, "courtesies", "joints", "agrees", "pleases")
			n := start(order, "asksBefore")
			before, after, without = "", order[n:], n > 0 && n < len(order)
		}
		of := strip(before+" "+strings.TrimSpace(after), "places")
		_, most, _ := around(of, "exceeds")
		measured := most != "" && !begins(most, "things", "refers")
		return without && (measured || !hasDigits(of) && !has(of, "things", "momentary")) &&
			!has(of, "once", "todays", "yets", "laters", "reports")
	})
}

// customary says whether a sentence says how the model is to write in any work, or when, or with what not: "answer in
// German", "no emojis", "I commit myself", "only push when I ask", "no framework at all", or what it is to ask before.
func customary(s string) bool {
	w := bareWords(unquoted(s))
	whenAsked := has(w, "whenAsked") && (has(w, "onlys") || dense(w)) && !has(strip(w, "whenAsked"), "things")
	custom := func(w string) bool {
		w = strings.TrimRight(w[:len(w)-end(w, "pleases")], " ,")
		rest := past(w, "courtesies", "joints", "agrees")
		customs := phrasesOf("customary")
		none := begins(w, "nevers", "bans", "nots") && only(w, "nevers", "bans", "nots", "deps", "emphases")
		return none && has(w, "deps") && (has(w, "emphases") || ends(w, "bans")) || customs.is(w) ||
			customs.is(rest) || begins(rest, "answering") && ends(rest, "styles")
	}
	return !asks(s) && !has(w, "once", "laters", "reports") &&
		(asksLeave(w) || slices.ContainsFunc(clauseWords(s), custom) || whenAsked)
}
