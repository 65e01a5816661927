package prompt

import (
	"slices"
	"strings"
	"unicode/utf8"

	"holdfast/lib/each"
	"holdfast/lib/fence"
)

// normIn is a sentence from the clause on that lays down, without "always", what is no single task; "" where none does.
func normIn(s string) string {
	if w := words(s); !norming(w) || strings.Count(w, " , ") > maxClauses {
		return "" // as most
	}
	s = fence.Head(s, 3*maxRule)
	for i, r := range " " + s {
		if !strings.ContainsRune(" ,;:，；—–", r) {
			continue // which is slow below
		}
		rest := s[max(0, i+utf8.RuneLen(r)-1):]
		own := strings.TrimLeft(without(rest, "joints", "agrees"), " ")
		begun := i == 0 || strings.ContainsRune("，；—–", r) || strings.HasPrefix(rest, " ") &&
			(r == ',' || r == ';' || r == ':' && !isOrder(bareWords(s[:i-1])) && !has(words(s[:i-1]), "hearsays")) ||
			r == ' ' && own != strings.TrimLeft(rest, " ") && // "… and don't …", not "rename it and use …"
				(isBan(bareWords(own)) || !isOrder(bareWords(s[:i-1]), "chores", "removes", "turns"))
		if begun && lastsAlone(own) {
			return own
		}
	}
	return ""
}

// fronted is a Russian clause with its order or ban, and the word that says that this lasts, before what it is about,
// where rules are read; "" for one that begins so, or tells what something does: "the sensor never answers".
func fronted(clause string) string {
	w := bareWords(clause)
	fields := append(strings.Fields(strings.Trim(without(strings.TrimSpace(clause), "joints"), " .!")), "")
	lasting := func(f string) bool { return has(bareWords(f), "lastingly") }
	lead, rest := "", ""
	directs := ends(w, "nevers") && has(w, "insides") // "floats in interrupts never"
	for i, f := range fields[:len(fields)-1] {
		near := lasting(fields[max(i-1, 0)]) || lasting(fields[i+1]) && fields[i+1] != "не"
		if is := near && hasEnding(f, "directed") && !hasEnding(f, "undirected"); is || lasting(f) {
			lead, directs = lead+f+" ", directs || is
		} else {
			rest += f + " "
		}
	}
	if directs && lead+rest != strings.Join(fields, " ") && !begins(w, "ifs", "interrogatives") {
		return lead + rest
	}
	return ""
}

// measures says whether a statement tells the unit of a quantity, and no more but for what it is not: "in cents, never
// floats", not "in cents, so divide", "off by ten cents" or "in utc, that confuses us".
func (st statement) measures() bool {
	rest, is := consume(trimStart(st.told, "insides", "articles"), "measures")
	next := st.clauses[min(1, len(st.clauses)-1)]
	return is && !st.inverted && only(st.subject, "quantities", "articles", "alls", "ours", "copulas") &&
		(rest == "" || begins(rest, "insides", "nots", "nevers")) &&
		(next == "" || begins(next, "nots", "nevers", "bans"))
}

// norming says whether words may hold such a clause, as most do not.
func norming(w string) bool {
	return has(w, "norming") || has(w, "attended") && has(w, "rechecks") || has(w, "singles") && has(w, "perEaches") ||
		has(w, "kindsOfAll") && (has(w, "always") || has(w, "everys") && hasDigits(w)) ||
		has(w, "languages") && has(w, "onlyUses", "bans", "nevers", "shuns")
}

// lastsAlone says whether a text lays that down from its first clause on: "we stay on python 3.9, …".
func lastsAlone(s string) bool {
	clauses := append(clauseWords(unquoted(s)), "")
	w, all := trimStart(trimEnd(clauses[0], "pleases"), "pleases"), strings.TrimSpace(strings.Join(clauses, " "))
	if w == "" || asks(s) || strings.HasSuffix(s, ":") ||
		has(strip(all, "fromNows"), "once", "todays", "yets", "pauses") {
		return false
	}
	if runs := attends(all); runs || begins(w, "ifs", "interrogatives") || has(all, "laters") {
		return runs
	}
	place, usual := past(w, "works", "texts", "codes", "articles"), past(trimStart(w, "usuallys"), "ours")
	switch {
	case pinned(w, all), labelled(s), talksIn(w, clauses[1]), banned(w, clauses[1]),
		begins(w, "usuallys") && !has(usual, "copulas", "reports") &&
			begins(usual, "mergeWays") && only(usual, "mergeWays", "works", "landings"): // "normally rebase"
		return true
	case slices.ContainsFunc(clauses[1:], overturns) && !has(all, "always"), has(all, "doubts"):
		return false
	case place != w && begins(place, "lies") && has(place, "sameFiles"): // "tests live in the same file"
		return !has(strip(place, "sameFiles"), "reports")
	case begins(w, "ceases") && has(all, "produces"): // "stop writing snapshot tests"
		return has(strip(all, "produces"), "kindsOfCode") && !has(all, "definites", "reports", "refers", "ands")
	}
	return wielded(s, w) || obliges(s, w) || untouchable(clausesOf(s)[0], w) || shaped(s, clauses) ||
		confined(w, clauses[1])
}

// attends says whether words say what is run with any work of a kind: "whenever you touch a.go, run the tests".
func attends(w string) bool {
	what := trimStart(past(w, "joints"), "attending")
	before, after, is := around(what, "attended")
	lead, behind, _ := around(w, "attending")
	switch git := has(strings.TrimSuffix(what, after), "shipped"); {
	case begins(lead, "rechecks"): // "run the tests before each commit"
		before, after, is = "", lead, trimEnd(behind, "attended") == "" && has(behind, "everys")
	case dense(w):
		before, is = "", is && has(after, "attending")
	case what == w, git && begins(w, "afters") && !has(w, "everys"): // "after committing, run them"
		return false
	case git:
		does, checks, _ := around(after, "rechecks")
		is = does == "" || checks == "" // not "before each commit the hook runs the tests"
	}
	// "when you rename the column, …", "before you commit run the linter once"
	once := (strings.Contains(" "+before, " the ") || ends(w, "runsOnce")) && !has(w, "everys", "always")
	return is && !once && has(after, "rechecks") && has(after, "rerunnables", "tools") &&
		!has(before, "selves", "serves") &&
		(dense(w) || !has(after, "longers")) &&
		!has(strip(before+" "+after, "rechecks"), "refers", "reports", "thens")
}

// untouchable says whether a clause keeps a file as it is: "don't edit a.lock by hand", "only I change a.env".
func untouchable(clause, w string) bool {
	w = strip(w, "byHands")
	bans := dense(w) && has(w, "nots", "nevers") || isBan(w) && !has(firstWords(w, 2), "haves") || ends(w, "handsOffs")
	return (len(filesIn(clause)) > 0 || strings.Contains(clause, "/")) && (bans && has(bareWords(clause), "byHands") ||
		begins(w, "untoucheds") || ends(w, "untoucheds") || has(w, "onlyMes") && has(w, "alterings"))
}

// shaped says whether clauses say how all of a kind are made: "components PascalCase", "every sprite is 16x16".
func shaped(s string, clauses []string) bool {
	w := past(clauses[0], "joints", "heres")
	kind := trimStart(trimStart(w, "everys"), "articles", "generics")
	what := trimStart(kind, "kindsOfAll")
	made := func(c string) bool {
		x, y, sized := strings.Cut(c[strings.LastIndexByte(c, ' ')+1:], "x")
		sized = sized && x != "" && isNumber(x+y)
		return strings.Count(c, " ") < 6 && (sized || ends(c, "letterCases") && !has(c, "tos", "generals"))
	}
	first := clausesOf(s)[0]
	sign := strings.ContainsAny(first, "@/`\"") || strings.Contains(first+" ", "_ ") // not "prefix_id"
	of, how, always := around(what, "always")
	every := begins(w, "everys")
	switch {
	case has(strip(w, "shapings"), "reports", "displays", "surfaces", "unless", "oftens") ||
		slices.ContainsFunc(clauses[1:], overturns):
		return false
	case !slices.ContainsFunc(clauses, func(c string) bool { return c != "" && !made(c) }):
		return what != kind || len(clauses) > 2
	case what == kind || strings.Count(what, " ") > 8:
		return false
	case always && (of == "" || of == "は" || only(of, "lies", "namedAs")) && strings.Count(how, " ") < 4 &&
		(begins(how, "modes") || dense(how) && ends(how, "modes")):
		return true
	}
	return (sign && (every || has(w, "bindings")) || always) && has(what, "shapings") || every && made(w)
}

// confined says whether clauses say in which language all is written, what of the code is to be nowhere, what there is
// one of, or which limit stays: "the game stays all in Go", "avoid globals", "one class per file".
func confined(w, more string) bool {
	_, in, wholly := around(w, "wholeIns")
	alone, shun, now := strip(w, "onlyUses"), strip(w, "avoidings"), trimEnd(trimStart(w, "fromNows"), "fromNows")
	one, of, single := around(trimStart(w, "singles"), "perEaches")
	before, after, binds := around(w, "bindings")
	switch {
	case shun != w:
		return only(shun, "shunned", "articles", "joints", "ors", "scopes", "codes")
	case single && begins(w, "singles"):
		return one != "" && !strings.Contains(one+of, " ") && has(one+" "+of, "kindsOfAll") &&
			!has(one, "works", "labours")
	case binds && has(after, "stayings") && hasDigits(after):
		limit := strip(after, "stayings", "always")
		return before != "" && (isNumber(firstWords(limit, 1)) || begins(limit, "limits") || dense(limit)) &&
			(more != "" && !redone(more) && !isOrder(more, "thens") || has(w, "texts", "works", "always"))
	case now != w:
		return ends(now, "styles", "manners", "tongues") && !has(now, "copulas", "reports")
	}
	told := has(more, "fails", "brokens", "reports")
	lacks := !told && has(w, "languages") && has(w, "projectParts") &&
		(dense(w) && has(w, "nevers", "shuns", "prohibits") ||
			isBan(w) && only(w, "bans", "nots", "nevers", "unwanted", "languages", "insides", "articles",
				"projectParts"))
	all := wholly && has(in, "languages") && !has(in, "convertings") && !strings.HasSuffix(in, "了")
	return lacks || all || alone != w && phrasesOf("languages").is(alone) &&
		has(more, "languages") && has(more, "bans", "nots", "nevers", "shuns")
}

// pinned says whether words say at which version the project stays, or which is the lowest: "we stay on python 3.9".
func pinned(w, all string) bool {
	who, at, stays := around(w, "remainsAt")
	if has(all, "fails", "brokens", "mishaps") {
		return false
	}
	few, on := strings.Count(who, " ") < 4 && !has(who, "nots"), trimStart(at, "platforms")
	before, same, is := around(w, "minimums")
	_, what, _ := around(all, "minimums")
	what = trimStart(trimStart(what, "links", "ofs"), "platforms")
	return stays && few && (beginsVersion(at) && has(who, "platforms", "minimums") ||
		on != at && beginsVersion(on) && (who == "" || weDo(who) || only(who, "things")) ||
		(dense(who) || ends(w, "remainsAt")) && at == "" && begins(who, "platforms") && hasDigits(who)) ||
		is && strings.Count(before, " ") < 6 && !isOrder(before) && !has(before, "nots", "copulas", "reports") &&
			!strings.Contains(before+" ", " s ") && // "tokio's minimum rust version"
			beginsVersion(trimStart(what, "areSo")) && (begins(what, "areSo") || !hasDigits(same)) // "msrv: 1.56"
}

// pinnedBy is what a rule says the version of, and where: "msrv release/1.x"; "" for another one.
func pinnedBy(rule string) string {
	if !has(words(rule), "remainsAt", "minimums") {
		return "" // as most
	} else if clauses := append(clauseWords(unquoted(rule)), ""); !pinned(clauses[0], strings.Join(clauses, " ")) {
		return ""
	}
	return versioned(rule)
}

// raised is what a sentence says gets another version, and where: "msrv goes to 1.74 with 2.4"; "" for nothing, also
// for what is only tried, told or of another thing: "bump the python client to 2.4", "don't upgrade node to 20".
func raised(s string) string {
	w := clauseless(s)
	if !hasDigits(w) || !has(w, "raisings") || asks(s) {
		return "" // as most
	}
	before, after, is := around(w, "minimums")
	if !is {
		before, after, is = around(w, "platforms")
	}
	to := trimStart(trimStart(trimStart(after, "raisings"), "links", "tos", "areSo"), "toVersions")
	raises := has(before, "raisings") || trimStart(after, "raisings") != after
	plain := before == "" || only(before, "raisings", "ours", "yous", "wishes", "requests", "articles", "agrees",
		"joints", "links", "tos", "todays")
	tried := has(before, "nots", "attempts") || has(to, "ifs", "attempts", "looks", "branchWords")
	if !is || !raises || !plain || !beginsVersion(to) || tried {
		return ""
	}
	return versioned(s)
}

// beginsVersion says whether words begin with a version, not with how many of something: "18 because of lambda", not "2
// instances".
func beginsVersion(w string) bool {
	rest := strings.TrimLeft(w[len(firstWords(w, 1)):], digits+" ")
	return hasDigits(firstWords(w, 1)) && !begins(rest, "ifs") &&
		(rest == "" || rest[0] == ',' || begins(rest, "reasons", "joints", "insides", "links", "untils", "todays",
			"platforms", "heres", "fors", "withs", "pleases", "throughouts"))
}

// versioned is what a sentence about a version is of, and the branch or folder that it names.
func versioned(s string) string {
	w := clauseless(s)
	before, after, is := around(w, "minimums")
	if !is {
		before, after, is = around(w, "platforms")
	}
	if !is {
		return ""
	}
	place := each.First(strings.Fields(s), func(f string) bool { return strings.Contains(f, "/") })
	return strings.TrimSpace(w[len(before):len(w)-len(after)]) + " " + strings.TrimRight(place, ".,;:")
}

// labelled says whether a label says how all of a kind are made: "commit style btw: gitmoji".
func labelled(s string) bool {
	lead, rest, is := cutColon(s)
	w, what := bareWords(lead), bareWords(rest)
	begun := firstWords(what, 3)
	return is && what != "" && (!isOrder(what) || begins(what, "formats", "mergeWays")) && !has(what, "reports") &&
		!begins(what, "things", "dones", "verdictsOnIt") && !has(what, "selves", "yous") && has(w, "customaries") &&
		only(w, "customaries", "formats", "links", "joints", "courtesies", "articles") &&
		(has(w+" "+begun, "formats") ||
			has(w, "works") && has(w, "crafted") &&
				(has(begun, "styles", "manners", "limits") || strings.Contains(rest, "<")))
}

// topicBy is what a rule behind a label, or about the language to talk in, is of; a newer one replaces it. "" for other
// ones.
func topicBy(rule string) string {
	if !has(words(rule), "formats", "tongues") {
		return "" // as most
	} else if lead, how, is := cutColon(rule); is && labelled(rule) {
		kind, _, parted := around(bareWords(how), "copulas")
		if !parted {
			kind = "" // else it is one more: "branch naming: hotfixes are hotfix/<date>"
		}
		return strings.Join(called(bareWords(lead)), " ") + ":" + kind
	}
	if clauses := append(clauseWords(unquoted(rule)), "", ""); talksIn(trimEnd(clauses[0], "pleases"), clauses[1]) {
		return "tongue"
	}
	return ""
}

// talksIn says whether words say in which language to talk: "let's speak English".
func talksIn(w, why string) bool {
	w = strip(w, "onlys")
	tongue := trimStart(w, "talkIns")
	if may := past(w, "courtesies"); tongue == w && begins(may, "mayTalkIns") && begins(why, "cantRead") {
		tongue = trimStart(may, "mayTalkIns")
	}
	tongue = trimStart(trimStart(tongue, "toMe"), "ways")
	rest := trimStart(tongue, "tongues")
	more := trimStart(trimStart(rest, "toMe"), "pleases")
	return tongue != w && rest != tongue && (more == "" || begins(more, "ands"))
}

// banned says whether words ban what the user does himself, or did not allow: "no pushing, I do that by hand".
func banned(w, more string) bool {
	before, after, leave := around(w, "leaveless")
	what := before + " " + after
	bans := isBan(before) || begins(before, "deeds") && has(before, "nots", "bans")
	bans = bans || dense(w) && has(what, "nevers", "nots")
	return bans && (leave || begins(more, "keptByMe")) && has(what, "deeds") &&
		!has(what, "definites", "peoples", "things", "reports", "refers") && !hasDigits(what)
}

// wielded says whether words say what is used in all places: "use `nanoid` everywhere".
func wielded(s, w string) bool {
	all := trimEnd(trimStart(w, "throughouts"), "throughouts")
	what := strip(trimStart(all, "wields"), "throughouts")
	named := strings.ContainsAny(clausesOf(s)[0], "`\"“„«「") || hasDigits(what) ||
		has(what, "tools", "measures", "styles", "kits", "typesettings") && !begins(what, "pointers", "definites")
	_, where, _ := around(w, "throughouts")
	return has(w, "throughouts") && !begins(where, "insides", "ways", "links") &&
		(begins(all, "wields") || dense(all) && has(all, "wields")) && what != "" && named &&
		strings.Count(what, " ") < 5 && !has(what, "refers", "insteads", "things")
}

// obliges says whether words say what each part of an interface, or of the data, is to have or to be.
func obliges(s, w string) bool {
	kind, how, is := around(trimStart(w, "everys"), "bindings")
	code := strings.ContainsAny(fence.Head(s, maxRule), "_`") || has(how, "dbTerms")
	part := begins(kind, "apiParts", "moments") || code && begins(kind, "dbParts") ||
		only(trimEnd(how, "joints"), "beings", "insides", "tongues") // "all texts on the page have to be german"
	being := trimStart(how, "beings")
	done := being != how && hasEnding(firstWords(being, 1), "passives") || ends(how, "beings")
	once := being != how && has(being, "convertings") || has(how, "news") // "every endpoint must be migrated to v2"
	return is && part && !once && begins(w, "everys") && (!done || begins(w, "eachOnes") || begins(kind, "moments")) &&
		strings.Count(kind, " ") < 5 && (how != "" || dense(w)) &&
		!has(how, "reports", "passes", "toPass", "runsOnce", "displays", "days", "weekdays") &&
		(begins(kind, "crafted") || !has(how, "peoples")) // "every test must remove its orders"
}

// forbids says whether a statement says what the one told so never publishes: "you never run npm publish", "you never
// deploy on fridays"; not "you never call publish() in the worker, that's the bug".
func (st statement) forbids() bool {
	all := row(st.subject + " " + st.told)
	does := trimStart(trimStart(all, "toldThou"), "nots")
	when, run := trimStart(does, "gitActs"), trimStart(does, "executes")
	git := when != does && begins(does, "ships", "publishes", "commits") &&
		!begins(when, "articles", "alls")
	return does != all && st.never() && !asks(st.text) && !has(st.all, "once", "todays") &&
		(git || run != does && has(run, "ships", "publishes") && !begins(run, "ships", "publishes")) &&
		!has(strings.Join(st.clauses[1:], " "), "mishaps", "reports", "doubts")
}

// passing says whether a rule is of this once: ends a correction ("no, the flag only, no entry for it"), or is a step
// in a chain of them ("Then run them. Then, after each fix, commit").
func passing(before, sentence, rule string) bool {
	w, what := bareWords(sentence), bareWords(rule)
	first, _, more := strings.Cut(w, " , ")
	corrects := more && isOne(first, "refuses") && begins(what, "bans") && !has(what, "always", "strong")
	return corrects || begins(w, "thens") && begins(bareWords(before), "thens") && !has(w, "strong")
}

// undone says whether a sentence doubts or regrets the custom that it tells, or only lets be what was none: "from now
// on you can push to main again".
func undone(s string) bool {
	w := bareWords(s)
	return begins(w, "ours", "crafted") && slices.ContainsFunc(clauseWords(s)[1:], doubted) ||
		has(w, "permits") && has(w, "agains")
}

// bansFor says whether clauses ban something for a purpose, and not for one thing: "no floats for money".
func bansFor(clauses []string) bool {
	what := trimStart(clauses[0], "bans")
	ban, why, _ := around(what, "aims")
	short := ban != "" && why != "" && strings.Count(ban, " ") < 3 && strings.Count(what, " ") < 7
	more := len(clauses) > 1 && begins(clauses[1], "articles", "things")
	one := begins(why, "things") || begins(why, "articles") && more
	return what != clauses[0] && short && !has(what, "unbanned", "once") && !one
}

// contrasts says if a sentence says where alone something goes, or what of its kind: "in a.go only, never in b.go".
func contrasts(w string) bool {
	clauses := slices.DeleteFunc(strings.Split(strings.Trim(w, " ,"), " , "), phrasesOf("throughouts").is)
	only, never, two := strings.Cut(strings.Join(clauses, " , "), " , ")
	if begins(only, "bans") && strings.HasSuffix(never, " ones") { // "no default exports, only named ones"
		only, never = never+" "+only, only
	}
	if !two || !has(only, "onlys") || has(w, "copulas") {
		return false
	}
	told := isOrder(only, "pointers", "things") || has(w, "reports", "once") || has(never, "unbanned")
	return begins(never, "always") || !told && begins(never, "bans") && parse(only).held(StepOf(never)) > 0
}

// throughout is a clause without the part of the work in which it holds, if it says one: "in the report".
func throughout(clause string) (how string, is bool) {
	clause, why, _ := around(clause, "tastes", "reasons", "pleases")
	if begins(why, "articles") && strings.Count(why, " ") < 2 { // "since the update"
		return "", false
	}
	in, of := trimStart(clause, "acrosses"), trimEnd(clause, "artworks", "volumes")
	all, by := trimStart(in, "wholly"), trimEnd(of, "wholly")
	if how = trimStart(all, "artworks", "volumes"); in != clause && how != all {
		return how, true
	} else if how = trimEnd(by, "acrosses"); of != clause && how != by {
		return how, true
	}
	how = trimStart(trimEnd(clause, "throughouts"), "throughouts")
	return how, how != clause
}

// schooled says whether a sentence tells how the model is to work from now on: "next time you only touch the version".
func schooled(s string) bool {
	before, rest, is := around(strings.ReplaceAll(bareWords(s), " ,", ""), "nextTimes")
	order := past(rest, "pleases")
	return is && (before == "" || only(before, "joints", "agrees")) && !asks(s) &&
		has(rest, "onlys", "startsWith", "beforeAlls", "befores", "nots") &&
		(order != rest || begins(rest, "yous", "onlys", "nots") || isOrder(rest) || dense(rest))
}

// unled is a sentence without the words that lead to a rule: "and also".
func unled(s string) string {
	if label, rest, is := cutColon(s); is && only(bareWords(label), "chats", "joints", "agrees") {
		s = strings.TrimSpace(rest) // "one thing: no inline styles"
	}
	if schooled(s) {
		return without(fence.Head(s, 3*maxRule), "ands")
	} else if s = without(fence.Head(s, 3*maxRule), "joints"); dense(s) {
		return s // where one may begin a longer word
	}
	return without(s, "joints", "agrees")
}

// namesIt says whether a sentence says by which word something is called: `it's "sign in", not "login"`.
func namesIt(s string) bool {
	label, of, is := cutColon(s)
	if is && strings.Count(label, " ") < 2 {
		s = of
	}
	said, rest, is := strings.Cut(bareWords(unquoted(s))+" ", " x ") // as a quotation is
	rest = strings.TrimLeft(rest, " ,")
	return is && has(said, "wordings") && only(said, "wordings", "pleases", "joints", "always") && !asks(s) &&
		(rest != "" && only(strings.ReplaceAll(rest, " ,", ""), "always", "throughouts", "wholly", "joints") ||
			begins(rest, "nots", "nevers") && strings.Contains(rest+" ", " x "))
}

// guided says whether the last clause of a sentence says that the others are of a guide for all work: "sentences of at
// most 20 words, that's our style guide".
func guided(s string) bool {
	rule := unvouched(s)
	return rule != s && has(bareWords(s[len(rule):]), "guides") && !asks(s) &&
		!has(bareWords(rule), "once", "todays", "laters", "dones", "fails")
}
