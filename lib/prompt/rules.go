package prompt

import (
	"math"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"holdfast/lib/each"
	"holdfast/lib/fence"
)

// Rules are the standing instructions in a prompt, at most maxRule characters each: its sentences that say how to work
// from now on, but for what was pasted or quoted, plans, questions and orders for this one time.
func Rules(text string) (rules []string) {
	text = fence.Head(text, maxRuled)
	if w := words(text); !has(w, "lasting") && !norming(w) || PlanOf(text) != "" || isMarkup(unpasted(text)) {
		return nil
	}
	before, all, laid := "", []string(nil), map[string]bool{}
	listing, headed, own := false, false, math.MaxInt // behind a row that says that rules follow
	for line := range strings.Lines(spoken(text)) {
		sentences := Sentences(line)
		sentences = each.Of(sentences[:until(sentences, writes)], untagged)
		from := slices.IndexFunc(sentences, laysDown)
		head := from >= 0 && (strings.TrimRight(sentences[from], ":：") != sentences[from] || sentences[from][0] == '#')
		listing = head || listing && (listed(line) || headed && len(sentences) == 0)
		headed = head
		if listing && from < 0 && len(laid) < maxSteps { // more is a document
			from = 0
		} else if from >= 0 {
			_, sentences[from], _ = cutColon(sentences[from])
		}
		few := has(words(line), "ruling")
		for i := max(from, 0); from >= 0 && i < min(from+3, len(sentences)) && !asks(sentences[i]) &&
			(!few || i == from || sets(sentences[i])); i++ {
			w := bareWords(sentences[i])
			once := begins(w, "efforts", "removes") && begins(trimStart(w, "efforts", "removes"), "definites")
			laid[strings.TrimSpace(sentences[i])] = !once && !begins(w, "todays", "thens")
		}
		if listed(line) && !has(words(line), "theys", "things") {
			all = append(all, "") // an item ends a sentence, but for "- never touch it"
		}
		all = append(all, each.Of(sentences, strings.TrimSpace)...)
		if strings.HasSuffix(strings.TrimSpace(line), ":") { // what follows may be pasted
			own = min(own, len(all))
		}
	}
	turned := func(c string) bool { return has(words(c), "lastingly") && len(Rules(fronted(c))) > 0 }
	for i, s := range all {
		placed := strings.Contains(s, "/") && strings.Contains(before, "/") && len(rules) > 0 &&
			strings.HasSuffix(before, rules[len(rules)-1]) // "never touch raw/. outputs go to out/"
		ruled := s != "" && (laid[s] || placed && sets(without(s, "joints")))
		first, _, _ := strings.Cut(bareWords(s), " , ")
		two := isOne(first, "always") && begins(bareWords(before), "bans", "withouts") || // "no malloc! never"
			len(filesIn(before)) > 0 && len(filesIn(s)) == 0 && !guarded(before) && guarded(before+" "+s) ||
			begins(first, "always", "strong", "nots", "bansIt") && standsIn(first) && (standing(s) || customary(s)) &&
				(tellsOf(before) || len(filesIn(before)) > 0) && len(before)+len(s) < maxRule
		whole := s
		if two {
			s = without(before, "agrees") + " " + s
		} else {
			before = s
			s = unjoined(lastingClause(unquestioned(unled(s))))
		}
		rule := unvouched(s)
		is := strings.Count(words(s), " , ") <= maxClauses && (two || ruled || customary(rule) || guarded(s) ||
			standing(rule) || verbless(rule) || general(rule) || ofHouse(rule) || housed(s, rule) || habitual(s) ||
			styled(s) || schooled(s) || bound(s) || endsInVerb(rule) ||
			i < own && stated(s) && !(i+1 < len(all) && redone(append(clauseWords(all[i+1]), "")[0])))
		if norm := normIn(whole); i < own && norm != "" && (!is || len(norm) > len(s)) {
			s, is = norm, true
		} else if !is && (namesIt(whole) || guided(whole)) {
			s, is = whole, true
		} else if c := each.First(clausesOf(whole), turned); !is && c != "" {
			s, is = without(strings.TrimSpace(whole[strings.Index(whole, c):]), "joints"), true
		}
		last := append([]string{""}, all...)[i]
		if rule = atWord(s, maxRule); is && !undone(rule) && !designs(text, s) && !passing(last, whole, s) &&
			!slices.Contains(rules, rule) {
			rules = append(rules, rule)
		}
	}
	return rules
}

// habitual says whether a sentence ends a habit, complains that a rule was broken again, says what goes with any work
// of a kind, or what somebody likes.
func habitual(s string) bool {
	w := asking(clauseless(unquoted(s)))
	if asks(s) || has(w, "once", "yets", "laters", "surfaces", "displays") {
		return false
	}
	habit, liked := trimStart(w, "ceases"), trimStart(w, "tastes")
	taste := firstWords(liked, 3)
	switch kind := trimStart(trimStart(w, "everys"), "generics"); {
	case begins(w, "nags"), phrasesOf("occurring").is(bareWords(append(clausesOf(s), "")[0])):
		return true // "you keep forgetting the tests", "when you finish a task, tag it"
	case habit != w && has(habit, "talks", "works") && (!has(habit, "insides") || has(habit, "everys")):
		return true // "stop adding comments"
	case liked != w && has(taste, "works") && !has(taste, "pointers", "things", "refers"):
		return true // "I prefer small commits"
	case begins(kind, "works"): // "commits should be small", not "comments should be sorted by date"
		what := trimStart(kind, "works")
		how := trimStart(what, "shoulds")
		program := strings.HasPrefix(how, "be ") && !has(how, "styles", "manners", "limits")
		return how != what && !program && !has(how, "reports")
	}
	return false
}

// laysDown says whether a sentence begins to lay down rules: "two rules for good: …", "oh and a new rule: …".
func laysDown(s string) bool {
	lead, _, is := cutColon(s)
	w := clauseless(lead)
	is = is || strings.HasPrefix(s, "#") && ends(w, "rulings") // "## Coding guidelines"
	if !is || !has(w, "rulings") {
		return false // as most
	}
	bare := func(w string) bool { return only(w, "ruling", "forGood", "joints", "courtesies", "agrees") }
	which, all, _ := around(w, "forWhat")
	if bare(w) || bare(which) && only(all, "articles", "everys", "grounds", "works", "texts", "codes") {
		return true // "new rule: …", "rule for the api: …"
	}
	heads := has(w, "scopes") || len(filesIn(lead)) == 0 && !has(w, "copulas", "nots", "reports") &&
		!isOrder(w, "articles", "interrogatives")
	return heads && !has(w, "ruling") && strings.Count(w, " ") < 6 // "house rules: …"
}

// sets says whether a sentence behind a rule is another: how a thing is to be, or one that begins with "and", but no
// order for now.
func sets(s string) bool {
	w, rest := bareWords(s), past(bareWords(s), "joints")
	if has(w, "once", "laters", "copulas") || has(w, "reports") && !has(w, "styles", "lies", "musts") ||
		len(filesIn(s)) > 0 {
		return false
	}
	folder := has(w, "insides") && strings.HasSuffix(strings.TrimRight(s, ".!"), "/")
	kept := has(w, "onlys") && has(w, "insides") && !begins(w, "onlys") // "secrets only in the vault"
	about := folder || kept || begins(w, "ands", "joints") ||
		has(w, "works", "texts", "styles", "lies", "musts", "quantities")
	now := isOrder(rest, "pointers", "todays", "thens", "startsWith")
	return about && (!now || begins(rest, "articles", "bans", "nevers", "always"))
}

// writes says whether a sentence orders to write into a file the rules behind its colon: "add to README.md: Always …".
func writes(s string) bool {
	to, what, is := strings.Cut(s, ": ")
	document := func(w string) bool { return len(w) > 4 && strings.ToUpper(w) == w && strings.ToLower(w) != w }
	return is && isOrder(bareWords(to)) && !has(words(to), "always", "minds") && (len(filesIn(to)) > 0 ||
		slices.ContainsFunc(strings.Fields(to), document)) && standing(fence.Head(what, 3*maxRule))
}

// standing says whether a sentence is an order that holds from now on.
func standing(s string) bool {
	w := strings.Trim(words(unquoted(s)), " ,")
	asked := asks(s) && !has(firstWords(w, 2), "requests")
	return !asked && has(w, "triggers") && (utf8.RuneCountInString(s) >= 8 || dense(w) && len(w) > 12) && stands(w)
}

// lastingClause is a sentence from the clause on that holds from now on: "change a.go, and always add a test".
func lastingClause(s string) string {
	if w := bareWords(unquoted(s)); strings.Count(w, " , ") > maxClauses || contrasts(w) || begins(w, "topics") {
		return s
	}
	built := builds(words(s))
	for i, r := range s {
		rest := s[i+utf8.RuneLen(r):]
		marked := strings.ContainsRune("，；", r) || strings.ContainsRune(",;:", r) && strings.HasPrefix(rest, " ")
		if !marked && (r != ' ' || without(rest, "joints") == rest) {
			continue
		}
		before, own := s[:i], strings.TrimLeft(rest, " ")
		open, closed := strings.LastIndexAny(before, "([（"), strings.LastIndexAny(before, ")]）")
		if open > closed && strings.ContainsAny(rest, ")]）") {
			continue // no rule begins inside a bracket
		}
		rest = without(own, "joints")
		after := bareWords(rest)
		made := !begins(bareWords(before), "bans", "nots", "nevers") && styled(rest) // "no red, Ana hates red"
		if leans(before, rest) || !marked && !begins(after, "always", "strong") && !made ||
			standing(before) || verbless(before) || endsInVerb(before) {
			continue
		}
		many := len(strings.Fields(words(before)))
		named := strings.Contains(strings.TrimSpace(before), " ") // not "ABC-1: we never …"
		states := many > 1 && marked && named && (stated(rest) || bound(rest))
		lasts := states || made || standing(rest) || guarded(rest) ||
			verbless(rest) && !has(words(before), "reports") ||
			many > 4 && (customary(rest) || isBan(after) && house(unjoined(rest)))
		if !lasts || !states && built && rest == own {
			continue
		}
		if standsIn(after) && (tellsOf(before) || len(filesIn(before)) > 0 && !has(firstWords(after, 4), "articles")) {
			return s // "data/raw is a snapshot, never touch it", "write a.md and always update it"
		}
		return lastingClause(rest)
	}
	return s
}

// leans says whether the rest of a sentence has no subject or object of its own, and goes with what is before it:
// "texts in templates, never in code", "keep the ?v=, and raise it at every change", "backup first, always before a …".
func leans(before, rest string) bool {
	w, what := bareWords(rest), bareWords(before)
	first, _, _ := strings.Cut(w, " , ")
	_, object, _ := strings.Cut(w, " ")
	retained := begins(what, "retains") && (begins(object, "always") || begins(trimStart(object, "articles"), "always"))
	return !strings.Contains(what, " ") && !unspaced(before) || strings.Count(w, " ") < 2 && !dense(rest) ||
		isOne(first, "always") || begins(w, "always") && begins(trimStart(w, "always"), "ways") ||
		first == w && begins(trimStart(w, "always"), "befores") && !has(w, "rechecks") ||
		begins(object, "refers") || retained
}

// standsIn says whether the first clause of words bans or orders what only a pronoun stands for: "never touch it".
func standsIn(w string) bool {
	first, _, _ := strings.Cut(w, " , ")
	it := func(f string) bool { return hasEnding(f, "suffixed") } // "mai scalarli"
	return has(first, "triggers", "unasking") && (has(firstWords(first, 6), "standIns", "bansIt") ||
		has(first, "places") || slices.ContainsFunc(strings.Fields(firstWords(first, 3)), it))
}

// tellsOf says whether a text tells something of a thing, and no more: "data/raw is a snapshot".
func tellsOf(s string) bool {
	w := asking(bareWords(s))
	return dense(w) || strings.Count(w, " ") > 1 && !isOrder(w) &&
		(has(w, "copulas", "owneds") || begins(w, "articles", "pointers"))
}

// spaced makes the signs in a text spaces, as many bytes as they had.
var spaced = sync.OnceValue(func() *strings.Replacer {
	return strings.NewReplacer("'", " ", "-", " ", "’", "   ", ",", " ", ".", " ", "!", " ", ";", " ", ":", " ")
})

// without is a text without the phrases of lists before it.
func without(s string, lists ...string) string {
	const longest = 48 // bytes of one
	for {
		first := fence.Head(s, longest)
		low := spaced().Replace(strings.ToLower(first))
		n := start(low, lists...)
		if n == 0 && strings.HasPrefix(low, "n ") && begins(low[2:], "afterN") { // "and", not Portuguese "não"
			n = 1
		}
		kana, _ := utf8.DecodeRuneInString(s)
		next, _ := utf8.DecodeRuneInString(s[n:])
		inside := n == utf8.RuneLen(kana) && unicode.In(kana, unicode.Hiragana) && unicode.In(next, unicode.Hiragana)
		if n == 0 || len(low) != len(first) || inside { // the first sign of ありがとう
			return s
		}
		s = strings.TrimLeft(s[n:], " ,.!;:-–—，、。！")
	}
}

// stands says whether the words of a sentence hold from now on.
func stands(w string) bool {
	clauses, strong := strings.Split(w, " , "), has(w, "strong") || henceforth(w)
	shows := slices.ContainsFunc(clauses, func(w string) bool { // of a page: "always show the total in the footer"
		return has(w, "always") && has(w, "displays") && has(w, "surfaces") && !has(w, "addressees", "commits")
	})
	next := append(clauses, "")[min(len(clauses), 1)]
	switch vowed := phrasesOf("vows").is(clauses[len(clauses)-1]); { // "is never applied, whatever I say"
	case minds(w), has(w, "customs") && minds(asking(w)), bansFor(clauses), contrasts(w), scoped(w), has(w, "belongs"),
		isOne(clauses[0], "refuses") && has(next, "always") && !has(next, "reports", "once", "unless") &&
			!begins(next, "things") && (!has(next, "copulas") || has(next, "alwaysWith")), // "no, tests always go here"
		has(w, "prohibits") && has(w, "crafts") && !has(w, "once", "displays", "reports", "answereds"),
		vowed && has(w, "always") && !begins(w, "interrogatives", "things"):
		return true
	case has(w, "unless"), !strong && (has(w, "once") || !has(w, "always") || builds(w) || shows):
		return false
	case strong, dense(w) && has(w, "orders"),
		strings.HasSuffix(w, "で") && !strings.HasSuffix(w, "ので") && !strings.Contains(w, "いつも"): // "常に英語で"
		return true
	}
	return slices.ContainsFunc(clauses, func(clause string) bool { return orderIn(clause, clauses) })
}

// henceforth says whether a clause orders something for later than now: "以后注释都写中文", not "以后再加".
func henceforth(w string) bool {
	for clause, more := w, has(w, "henceforth"); more; _, clause, more = strings.Cut(clause, " , ") {
		what := strings.TrimLeft(past(clause, "henceforth"), " ,")
		if !has(strings.TrimSuffix(clause, what), "henceforth") {
			continue
		}
		about, styled := has(what, "works", "texts"), has(what, "styles")
		two := about && styled || isOrder(what) && (about || styled) // "in future write comments in English"
		binds := has(what, "nevers", "binds") && !has(what, "vagues") && !hasAnyPrefix(what, "の", "的")
		if begins(what, "nevers") || dense(w) && binds || !dense(w) && (two || begins(what, "nots")) {
			return true
		}
	}
	return false
}

// verbless says whether a sentence says without a verb how things always are: "code comments always in English".
func verbless(s string) bool {
	w := words(strings.ReplaceAll(unquoted(s), "-", ""))
	if has(w, "unless", "once") {
		return false
	}
	clause, _, _ := strings.Cut(strings.TrimSpace(w), " , ")
	before, after, _ := around(clause, "always")
	phrase := strings.TrimSpace(clause[len(before) : len(clause)-len(after)])
	subject, way := past(strip(before, "heres")), start(after, "ways")
	style := strings.TrimSpace(after[way:])
	styled := start(style, "styles")
	rest := strings.Fields(strip(after[way:], "links", "pointers"))
	if len(rest) < 2 {
		rest = strings.Fields(style) // "customer texts always with du, not Sie"
	}
	if len(rest) == 0 || len(rest) > 2 || way == 0 && styled == 0 || styled < len(style) && has(w, "reports") ||
		has(before, "copulas") || begins(subject, "things", "pointers", "opens", "counters", "unasked") {
		return false
	}
	nouns := strings.Fields(subject)
	if n := len(nouns); n > 2 && nouns[n-1] == "du" {
		nouns = nouns[:n-2] // "comments you write always in English"
	}
	noun := false
	for _, word := range nouns {
		linked := begins(word, "links")
		if noun && !linked && phrase != "always" && phrase != "never" { // English has several beside each other
			return false
		}
		noun = !linked
	}
	return noun
}

// minds says whether a sentence asks to keep in mind that one thing is so, not "remember that stations report late".
func minds(w string) bool {
	n := start(w, "minds")
	rest := strings.TrimLeft(w[n:], " ,")
	what := trimStart(rest, "reminds")
	if n == 0 || ends(rest, "laters", "yets") { // "that one for later"
		return false
	}
	first, _, _ := strings.Cut(what, " , ")
	uses := begins(first, "customs") && !strings.HasPrefix(first, "i ") && !has(first, "places", "definites")
	if what == rest && !has(w[:n], "reminds") { // "remember: tabs", "remember we use tabs"
		return w[n:] != " "+rest || uses
	}
	return uses || has(what, "copulas", "always", "demands", "onlys") || isOrder(what, "pointers", "links", "always")
}

// scoped says whether a sentence orders how to work in all of the project: "no globals in this repo".
func scoped(w string) bool {
	asked := past(w, "scopes")
	what := trimStart(asked, "keeps", "bans")
	if ends(w, "scopes") { // "I don't want any comments in the code"
		what = trimStart(asked, "keeps", "unwanted")
	}
	_, where, all := around(w+" ,", "throughouts") // "no hard deletes anywhere"
	all = all && isBan(asked) && (where[0] == ',' || begins(where, "insides", "pleases"))
	if !all && !has(w, "scopes") || has(w, "once", "yets", "reports") {
		return false
	} else if begins(asked, "customs") && !strings.HasPrefix(asked, "i ") { // "in this project we use tabs"
		return true
	}
	one := !has(w, "onlys") &&
		(begins(what, "pointers", "refers", "unscoped") || has(w, "devices") && has(what, "signals")) ||
		strings.HasPrefix(asked, "не ") && hasEnding(firstWords(what, 1), "lacking") ||
		has(what, "unscoped") && !begins(asked, "directing")
	return what != asked && !one
}

// general says whether a sentence only asks how all work of a kind is to be.
func general(s string) bool {
	if i := strings.LastIndexByte(s, '('); i > 0 && strings.HasSuffix(strings.TrimRight(s, ".! "), ")") {
		s = s[:i] // "no new deps (not even zod)"
	}
	w := past(bareWords(unquoted(strings.ReplaceAll(s, "や、", "や"))), "joints", "pleases")
	w = strings.TrimRight(w[:len(w)-end(w, "always")], " ,")
	clause, more, _ := strings.Cut(strings.TrimRight(w[:len(w)-end(w, "pleases")], " ,"), " , ")
	if only(clause, "texts", "articles", "ways", "styles", "manners") && has(more, "works") {
		clause, more = more, clause // "in English, the commit messages"
	}
	if asks(s) || len(filesIn(s)) > 0 || has(w, "once", "unless", "laters", "surfaces") ||
		isOrder(more) && !isBan(more) {
		return false
	}
	verb := start(clause, "keeps", "namings", "withouts", "unwanted")
	other := len(strings.Fields(strip(clause, "generalities", "fillers"))) // words other than those that may be
	last, about := ends(clause, "works"), has(clause, "works") || verb > 0 && has(clause, "texts")
	placed := begins(clause, "ways", "insides") || verb == 0 && begins(clause, "pointers", "relatives")
	switch {
	case has(clause, "deps"): // "no new deps"
		bans := isBan(clause) || dense(clause) && has(clause, "nevers")
		return bans && has(clause, "news", "adds", "unwanted") &&
			only(clause, "nevers", "nots", "bans", "unwanted", "news", "adds", "deps", "links", "scopes")
	case has(w, "myselves"): // "I merge my branches myself"
		return has(w, "works") && only(clauseless(w), "works", "handles", "yous", "pointers", "myselves")
	case !about, placed: // "one commit per topic", "stdlib only"
		return begins(clause, "pers") && !has(clause, "copulas") ||
			other == 0 && ends(clause, "onlys") && has(clause, "kits", "styles")
	case begins(clause, "namings"): // "prefix branches with the ticket"
		return other < 4 && (last || begins(strings.TrimSpace(clause[verb:]), "works"))
	case last && has(clause[:verb], "bans", "nevers", "nots", "withouts"): // "no emojis in comments"
		return other < 3 && has(clause, "insides", "manners", "tos") && !has(clause, "unbanned", "whens", "reports")
	case has(clause, "limits") && hasDigits(clause): // "keep commit subjects under 50 chars"
		return other < 3
	}
	return other == 0 && has(strip(clause, "begsFor"), "manners", "styles") // "small commits"
}

// guarded says whether a sentence keeps what is somebody else's as it is, not only for now: "hands off a.go".
func guarded(s string) bool {
	w := bareWords(s)
	if !has(w, "handsOffs") || asks(s) || begins(w, "whens") || has(w, "once", "yets", "laters", "pauses", "untils") {
		return false // as most
	}
	before, what, _ := around(bareWords(clausesOf(s)[0]), "handsOffs")
	what = past(row(before+" "+what), "courtesies", "pleases", "remainings")
	path := len(filesIn(s)) > 0 || strings.Contains(s, "/")
	named := path || strings.Contains(w, " dot ") ||
		len(called(what)) > 0 && !begins(what, "things", "theys", "others", "whens")
	keeps := slices.ContainsFunc(clauseWords(s), func(w string) bool {
		before, after, is := around(trimEnd(w, "pleases"), "handsOffs")
		said := past(before, "courtesies", "joints", "pleases", "agrees", "remainings", "yous")
		return is && (said == "" || after == "" && !has(said, "shoulds", "copulas"))
	})
	return named && keeps && (path && has(w, "paws") || slices.ContainsFunc(clausesOf(s), owned))
}

// owned says whether a clause says whose a thing is, or that a program makes it.
func owned(clause string) bool {
	w := bareWords(clause)
	names := strings.FieldsFunc(clause, func(r rune) bool { return unicode.IsSpace(r) || r == '\'' || r == '’' })
	if has(w, "owneds", "notOurs") && !has(w, "unowned") { // "it's generated"
		return true
	} else if it, who, is := around(w, "broughts"); is && (who != "" || dense(w)) { // "that's from the lawyer"
		return !strings.Contains(it, " ") && strings.Count(who, " ") < 5 &&
			!has(w, "agos", "lately", "codes", "works", "reports", "laters", "formers")
	} else if _, by, is := around(w, "ownBys"); is { // "c'est à Ana"
		return strings.HasSuffix(by, "的") || strings.IndexFunc(names[len(names)-1], unicode.IsUpper) == 0
	}
	_, of, _ := around(w, "ownIs") // "that is Tom's"
	return strings.Contains(of+" ", " s ") && !has(of, "reports") &&
		!begins(of, "things", "interrogatives", "todays", "programs", "theys")
}

// orderIn says whether a clause is an order by where its always word is: at its beginning, behind a verb, at its end.
func orderIn(clause string, all []string) bool {
	w := strings.TrimSpace(clause)
	before, after, found := around(w, "always")
	if !found || dense(w) {
		return false
	}
	phrase := strings.TrimSpace(w[len(before) : len(w)-len(after)])
	next := firstWords(after, 1)
	tells := has(next, "tells") || hasEnding(next, "ourEnds") || (phrase == "always" || phrase == "never") &&
		len(next) > 3 && hasEnding(next, "inflected") && !hasEnding(next, "uninflected")
	occasion := strings.Contains(phrase, " ") // "after every"
	between := trimStart(before, "orders", "bansIt")
	switch {
	case has(before+" "+after, "customs") && !has(after, "things") && !has(firstWords(after, 3), "serves"),
		after == "" && strings.Count(before, " ") < 2 && hasDigits(before), // "19 % always", "no sleep in tests ever"
		after == "" && begins(before, "bans") && has(before, "insides") && !has(before, "unbanned", "reports"):
		return true
	case phrasesOf("atEach").is(phrase) && (!has(firstWords(after, 2), "occasions") ||
		has(before, "displays") || begins(before, "things")),
		phrasesOf("besideEach").is(phrase) && begins(before, "fits") &&
			!has(firstWords(after, 2), "occasions", "works"):
		return false // "log at every retry", "use BatchNorm after each conv"
	case occasion && has(firstWords(after, 2), "occasions"):
		return ordered(all) || before == "" && isOrder(trimStart(after, "occasions"))
	case before == "" && occasion:
		return ordered(all)
	case before == "":
		return !tells || ordered(all[:slices.Index(all, clause)]) // "use tabs, never spaces"
	case ends(before, "demands"): // of a thing it is said how it behaves
		return !tells && !has(firstWords(before, 1), "things")
	}
	return between != before && (after == "" || !strings.Contains(between, " ")) &&
		!has(between, "tells", "relatives") && !hasEnding(between, "ourEnds")
}

// builds says whether an always word goes on with what to build: "round the report per day, always up".
func builds(w string) bool {
	before, after, _ := around(w, "always", "onlys")
	bans := has(w, "nevers") && standsIn(strings.TrimSpace(w[strings.LastIndexByte(w, ',')+1:])) // "never edit it"
	before, parted := strings.CutSuffix(before, " ,")
	one := has(firstWords(before[strings.LastIndexByte(before, ',')+1:], 2), "articles", "refers")
	said := asking(before)
	amid := strings.LastIndexByte(said, ',') > 0 && strings.Contains(after, ",") // "it: per day, always up, in a.go"
	if parted && strings.HasPrefix(after, ",") && begins(said, "insides", "recipients") && has(said, "bans") {
		return has(said, "reports") // not "for the ui no carousel, ever, on any page"
	}
	return parted && after != "" && !bans && ((one || amid) && !isOrder(after) || dense(w) && !has(after, "orders"))
}

// ordered says whether one of the clauses begins as an order does.
func ordered(clauses []string) bool {
	return slices.ContainsFunc(clauses, func(clause string) bool {
		return isOrder(strings.TrimSpace(clause), "retains")
	})
}
