package prompt

import (
	"cmp"
	"math/bits"
	"slices"
	"strings"
	"unicode"

	"holdfast/lib/each"
	"holdfast/lib/fence"
	"holdfast/lib/rank"
)

// Dropped are the sentences of a prompt that leave something out, or to others: those that name what, or all. "Cut the
// header" alone is an order, and a plan describes.
func Dropped(text string, all bool) []string {
	if PlanOf(text) != "" {
		return nil
	}
	return slices.DeleteFunc(each.Of(Sentences(uncited(unpasted(head(text)))), untagged), func(s string) bool {
		left, drops := dropped(s)
		w := words(s)
		stays := has(w, "intents") && len(untouched(s)) > 0
		does := func(c string) bool { return isOrder(c) }
		puzzled := begins(bareWords(s), "puzzles") && !slices.ContainsFunc(clauseWords(s), does)
		order := len(clausesOf(s)) == 1 && begins(past(bareWords(s), "courtesies"), "throws")
		again := len(left) > 1 && Holds(strings.Join(left[0], " "), strings.Join(left[1], " ")) // "a log, no, no log"
		prefers := has(w, "prefers") && has(w, "reasons") && !asks(s) && !has(w, "todays", "laters", "startsWith")
		return only(bareWords(s), "indifferents") ||
			puzzled || !stays && !prefers && (!drops || !all && (order || again || len(left) == 0) && !theirs(s))
	})
}

// TakesOut reports whether one of such sentences leaves out a thing that is in a text from before.
func TakesOut(sentences []string, text string) bool {
	return slices.ContainsFunc(sentences, func(s string) bool {
		left, _ := dropped(s)
		return slices.ContainsFunc(left, parse(text).isDropped)
	})
}

// isDropped says whether a text has all words of what is left out, or ends in its name without what that is made of:
// "early stopping for the pretraining" of "no pretraining script", not "add the export button" of "no export script".
func (t parsed) isDropped(what []string) bool {
	n := len(what) - 1
	made := n > 0 && begins(what[n], "wrappers") && strings.HasSuffix(t.words, " "+what[n-1])
	return n >= 0 && (t.all(what) || made && t.all(what[:n]))
}

// dropped says whether a sentence of a prompt leaves something out, and what: the content words of each thing.
func dropped(s string) (left [][]string, is bool) {
	const few = 4 // words of a clause that bans something: "no retries", "openapi no"
	if asks(s) {
		return nil, false
	}
	clauses := ordersOf(s)
	for i, clause := range clauses {
		w := strip(strings.ReplaceAll(bareWords(clause), " ne ", " "), "emphases") // German "eine"; French: "pas", too
		rest := past(w, "courtesies")
		what := trimStart(w, "bans")
		if i == 0 && begins(w, "bans") && strings.Count(what, " ") < few-2 && !has(what, "reports") &&
			!isOrder(what, "commits", "agrees", "greetings", "things", "pointers", "unbanned", "refuses") {
			rest = w // but not "no, do it"
		}
		if all := strings.Fields(rest); len(all) > 2 { // "throw the preview away"
			parted := strings.Join(slices.Insert(all[:len(all)-1], 1, all[len(all)-1]), " ")
			if start(parted, "throws", "skips") > len(all[0])+1 {
				rest = parted
			}
		}
		if !has(w+" "+rest, "omitting") && !strings.HasSuffix(w, " s") || notNow(w) { // as most
			continue
		}
		if what := called(notToDo(w, clause)); len(what) > 0 {
			left, is = append(left, what), true
		}
		thing, moot := notNeeded(w)
		if moot {
			rest = thing
		}
		n, bans, skips := len(strings.Fields(rest)), start(rest, "bans"), start(rest, "skips", "throws")
		noes, why := end(rest, "noes", "cannots"), bareWords(append(clauses[i+1:], "")[0])
		bug := ends(rest, "options") && (unquoted(clause) != clause || strings.Contains(clause, "--")) ||
			ends(rest, "cannots") && (why == "" || isOrder(why, "things") || has(why, "fails"))
		before, no := rest[:len(rest)-noes], rest[len(rest)-noes:]     // of a longer "no" more
		when := has(before, "whens", "reasons") || only(before, "ors") // "so that we see when it can go"
		banned := !has(before[start(before, "articles"):], "copulas") && !begins(rest, "goodbyes", "selves") &&
			(noes > 0 && !when && !bug && len(strings.Fields(before)) < few*(1+strings.Count(no, " ")) ||
				bans > 0 && n <= few && !begins(strings.TrimSpace(rest[bans:]), "calms"))
		stays := ends(rest, "nots") || begins(strings.TrimSpace(rest[skips:]), "nots") // "vergiss nicht"
		skip := skips > 0 && !stays && !phrasesOf("interrupts").is(rest) &&
			!(begins(rest, "throws") && has(rest, "laters"))
		if n < 2 && !moot && !dense(rest) || has(rest, "yets", "pauses") || has(w, "idlings") ||
			!moot && !skip && (!banned || skips > 0 || has(rest, "laters", "waits", "todays")) {
			continue
		}
		is = true
		kept := called(rest[max(skips, bans):max(skips, bans, len(before))])
		if i > 0 && skip && only(strings.TrimSpace(rest[skips:]), "things", "refers") { // "that works, forget it"
			thing, _, _ := around(bareWords(clauses[i-1]), "copulas")
			kept = called(thing)
		}
		if slices.ContainsFunc(kept, func(w string) bool { return strings.ContainsFunc(w, unicode.IsLetter) }) {
			left = append(left, kept)
		}
	}
	return left, is || unneeded(s) || has(words(s), "handings") && theirs(s) // as few
}

// notToDo is what a clause says is not worth it, or somebody's or the user's own, "" for nothing.
func notToDo(w, clause string) string {
	of, whose := copied(w)
	name := clause[strings.LastIndexByte(clause, ' ')+1:]
	if !strings.HasSuffix(whose, " s") || strings.Count(whose, " ") > 1 || name == strings.ToLower(name) {
		of = "" // "the limits are Tom's"
	}
	if moot, is := mooted(w); is { // "the test isn't worth it"
		of = moot
	} else if who, _, is := around(w, "notOurs", "agents", "doers"); is && theirs(clause) && !has(who, "teams") {
		of = who // "the panel is done by Ana"
	}
	before, after, mine := around(w, "mines")
	if mine && has(w, "myselves") && !has(w, "nots", "whens", "laters") { // "the reload I do myself"
		own, rest, _ := around(after, "myselves")
		of = trimStart(before, "myselves", "agrees")
		if does := cmp.Or(own, rest); of == "" && !strings.HasSuffix(does, "ing") { // "the locking" is code
			of = does
		}
	}
	return of
}

// notNeeded is what the words of a clause say nobody needs, and whether they do.
func notNeeded(w string) (thing string, is bool) {
	who, thing, is := around(w, "needs", "wishes")
	is = is && has(w, "nots")
	if thing == "" || only(thing, "nots", "pointers") { // "den Export brauchen wir nicht"
		return who, is
	}
	is = is && (ends(who, "nots") || ends(thing, "nots") || begins(thing, "nots")) // "we don't need the toggle"
	return thing, is && only(who, "nots", "pointers", "selves", "courtesies", "refuses", "copulas", "agrees")
}

// Finishes reports whether the user says that work is done by all that the beginning of its goal names, and no more:
// "vouchers done then" of "next: vouchers. codes with percent or amount".
func (t Turn) Finishes(goal string) bool {
	lead := func(c string) bool { return only(bareWords(c), "nexts", "labels") }
	what := StepOf(append(each.Without(allClauses(goal), lead), "")[0])
	whole := len(what.counted) > 0 && !has(t.asked.words, "firstParts")
	return whole && slices.ContainsFunc(t.ended, func(x parsed) bool {
		name, when, _ := around(trimEnd(x.words, "joints"), "closeds")
		return x.all(what.counted) && what.all(ownName(name)) && len(each.Without(named(when), isNumber)) == 0
	})
}

// TellsDone reports whether a prompt says that something was done: "published. the final one on tuesday".
func TellsDone(text string) bool {
	return slices.ContainsFunc(Sentences(spoken(text)), func(s string) bool { return len(ended(s)) > 0 })
}

// ended are the clauses by which the user says that something is done, as he would not order it: "deployed to staging".
func ended(s string) []parsed {
	label, _, is := cutColon(s) // "tom: dark mode is done", not "changelog entry: dark mode is done"
	quotes := is && (strings.Count(label, " ") > 2 || has(words(label), "works", "sides", "hoped", "cautions"))
	if asks(s) || strings.ContainsAny(s, "?？") || has(words(s), "discards", "retracts") ||
		quotes && !only(bareWords(label), "labels", "cautions") {
		return nil
	}
	clauses, tries := clauseWords(s), has(words(s), "fails", "iTests")
	return each.If(clauses, func(clause string) (of parsed, is bool) {
		w, lack, _ := around(past(strip(clause, "nows", "fillers"), "agrees", "joints"), "withouts", "butNots")
		_, thing, _ := around(w, "articles") // "the removed flag"
		formed := func(w string) bool { return hasEnding(w, "forms") || strings.HasSuffix(w, "t") || rank.Irregular(w) }
		limits := func(c string) bool { // "i think", "not on prod", "french is open"; not "the readme is open"
			rest, placed := past(c, "joints", "buts"), has(strip(w, "articles"), "prepositions", "insides")
			return only(c, "doubts") || !placed && !begins(rest, "articles") &&
				(begins(rest, "narrows") || ends(rest, "narrows"))
		}
		mine, asked := has(w, "myselves", "alreadys"), trimStart(trimStart(w, "selves"), "mulls")
		if !has(w, "dones", "gones", "iDids") && !(mine && has(w, "iTests")) &&
			(tries || has(w, "succeeds") || !slices.ContainsFunc(strings.Fields(w), formed)) || // as most
			begins(w, "ordering") || begins(thing, "dones", "unmakes") || begins(lack, "articles") ||
			has(clause, "doubts") || has(w, "nots", "fails", "afters", "untils", "todays", "becomes") ||
			has(w, "days") && has(w, "presents") || has(trimEnd(asked, "mulls"), "undones") || dense(w) && !mine ||
			slices.ContainsFunc(each.Head(clauses, maxNear), limits) {
			return of, false
		}
		return parse(w), true
	})
}

// tried is what a sentence says that the user tested, which is as it should be: "tested on staging, works".
func tried(s string) []parsed {
	w := words(s)
	if !has(w, "iTests") || !has(w, "succeeds") || marked(s) || strings.HasSuffix(w, "か ") ||
		has(strings.ReplaceAll(w, " no ", " "), "nots") || // in Portuguese "in the"
		has(w, "fails", "buts", "excepts", "onlys", "nevers") || has(w, "whens") && !dense(w) {
		return nil // as most
	}
	more := func(w string) bool { // "works for csv, json is empty"
		return w != "" && !has(w, "iTests") && !only(w, "succeeds", "things", "yous", "alreadys", "courtesies")
	}
	if slices.ContainsFunc(clauseWords(s), more) {
		return nil
	}
	return each.If(clauseWords(s), func(w string) (parsed, bool) {
		what := strip(w, "iTests", "succeeds", "myselves", "alreadys", "haves", "yous", "things", "refers", "fillers")
		return parse(what), has(w, "iTests")
	})
}

// Thrown says whether a reply refuses all that was offered for a step, and the step: "neither, forget it". The prompt
// before took it up by its name, or agreed to an answer that offered it.
func (s Step) Thrown(offer, asked, reply string) bool {
	clauses := each.Of(allClauses(fence.Head(reply, maxSaid)), bareWords)
	n := slices.IndexFunc(clauses, func(w string) bool {
		return only(w, "discards") || !only(w, "neithers", "refuses", "courtesies", "agrees", "buts")
	})
	if n < 0 || !only(clauses[n], "discards", "noes", "moots") || asks(row(reply)) {
		return false
	}
	takes := func(clause string) bool { return s.isCalled(calls(clause)) }
	w := bareWords(fence.Head(asked, maxReply))
	agrees := begins(w, "agrees", "goesOn", "efforts", "chooses", "attempts") && Asked(offer) != ""
	question := lastParagraph(offer) // "Shall I try now?" is of what is before it
	about := strip(bareWords(question), "offers", "attempts", "todays", "besides", "efforts", "doings")
	if len(called(about)) == 0 && marked(question) && has(words(question), "offers", "attempts", "doings", "efforts") {
		offer = strings.TrimSuffix(strings.TrimSpace(head(offer)), question)
	}
	held := parse(lastParagraph(offer)).held(s) & s.name
	return slices.ContainsFunc(allClauses(fence.Head(asked, maxSaid)), takes) ||
		agrees && held != 0 && 2*bits.OnesCount64(held) >= bits.OnesCount64(s.name)
}

// called are the words by which a text names a thing, short ones if without others ("the css"), and "old" or "box".
func called(text string) []string {
	all := slices.DeleteFunc(strings.Fields(text), func(w string) bool { return !begins(w, "formers", "parts") })
	names := counted(text, "laters", "waits", "rests", "fillers", "nots", "needs", "wishes", "affairs", "copulas")
	head, _, placed := around(text, "insides")
	if all = append(all, names...); len(all) > 0 && !(placed && len(counted(head)) == 0) {
		return all
	}
	short := slices.DeleteFunc(ownName(head), func(w string) bool {
		return strings.TrimFunc(w, slight) == "" ||
			begins(w, "things", "fillers", "nots", "needs", "refers", "reports", "presents", "affairs", "purposes")
	})
	return append(short, all...) // "the opt-out in the profile"
}

// untouched is what a sentence says stays as it is: "we leave the css as it is", "web stays unrounded, on purpose".
func untouched(s string) []parsed {
	return each.If(ordersOf(s), func(clause string) (parsed, bool) {
		w := bareWords(clause)
		n := end(w, "asWas", "intents")
		all := strings.Replace(words(s), w[len(w)-n:], "", 1)
		rest := past(strings.TrimSpace(w[:len(w)-n]), "courtesies", "joints", "yous")
		before, after, stays := around(rest, "remainings")
		return parse(before + " " + after), (stays || n > 0 && dense(w)) && (n > 0 || has(all, "intents")) &&
			!asks(s) && !begins(w, "topics") && !has(rest, "nots") && !has(all, "untils", "pauses", "once", "laters")
	})
}

// theirs says whether a sentence gives something to others, not "Docker is doing the build twice, fix that".
func theirs(s string) (given bool) {
	for _, clause := range clausesOf(s) {
		w := bareWords(clause)
		if given && strings.Contains(w, " ") && !begins(w, "joints", "things", "pointers", "theys", "articles",
			"laters", "nots", "courtesies", "notOurs") && !teamDoes(w) {
			return false
		}
		given = given || has(w, "notOurs") || teamDoes(w)
		fields := strings.Fields(fence.Head(clause, maxStep))
		for i, name := range fields {
			w := bareWords(name)
			if strings.IndexFunc(name, unicode.IsUpper) != 0 || begins(w, "things", "pointers", "theys", "dates") ||
				has(w, "reports", "calms", "makings", "programs") { // no person
				continue
			}
			before, after := bareWords(strings.Join(fields[:i], " ")), bareWords(strings.Join(fields[i+1:], " "))
			does := (before == "" || start(before, "articles") == len(before)) && begins(after, "undertakes")
			does = does || ends(before, "agents") || after == "" && ends(before, "doers")
			given = given || does && !has(w, "nots")
		}
	}
	return given
}

// teamDoes says whether a team does something itself: "the frontend team does it", "das macht ops".
func teamDoes(w string) bool {
	who, rest, is := around(w, "teams")
	between, more, does := around(rest, "undertakes", "tackles")
	_, of, done := around(who, "doers", "agents", "tackles")
	few := func(w string) bool { return strings.Count(w, " ") < 3 && !has(w, "interrogatives", "modals") }
	does = does && few(who) && few(between) && (more == "" || only(more, "laters", "todays", "courtesies", "pleases"))
	return is && !isOrder(w) && !begins(between, "ands") && (does || done && few(of) && few(rest))
}

// unneeded says whether a clause says that something is not needed: "no toggle needed".
func unneeded(s string) bool {
	return !asks(s) && slices.ContainsFunc(strings.Split(bareWords(s), " , "), func(clause string) bool {
		_, moot := mooted(clause)
		not := has(clause, "nots") && !notNow(clause) // "we need it too but not today"
		return moot || not && has(clause, "needs") && !has(clause, "yets", "misses", "idlings")
	})
}

// mooted is what a clause says is not needed, by no word that a noun has beside it: "remove the pointless loop".
func mooted(w string) (what string, is bool) {
	before, after, is := around(w, "moots")
	word := strings.TrimSpace(strings.TrimSuffix(w[len(before):], after))
	beside := phrasesOf("needless").is(word) && !has(before, "presents") && !dense(w) &&
		(past(after) != "" || strings.Count(before, " ") > 1 && !begins(before, "articles", "pointers", "things"))
	switch {
	case !is, beside, has(w, "unmoots", "idlings"), hasAnyPrefix(after, "的", "な"):
		return "", false
	case before == "", only(before, "agrees", "joints"): // "dann entfällt der Test"
		return strings.TrimLeftFunc(after, slight), true
	case dense(w) && strings.TrimFunc(after, slight) != "":
		return "", true
	}
	return before, true
}

// Discards reports whether a prompt throws away what was made, all or half of what the work names, or gives that up.
func Discards(text, work string) bool {
	if Abandons(text, work) {
		return true
	}
	what, thrown := clauseWith(text, "drops"), clauseWith(text, "discards")
	all := thrown != "" && thrown != what // "laisse tomber l'export" throws away a part
	if all && !has(thrown, "alls") {
		for _, s := range Sentences(text) {
			of, _, is := around(bareWords(s), "discards")
			thing, told, _ := strings.Cut(past(of, "articles", "fillers"), " ")
			states := isContentWord(thing) && begins(told, "copulas") && !has(of, "reports", "fails") && // of that
				!begins(thing, "endeavours") // "the approach is too complex, scrap it"
			unwanted := is && (states || unneeded(of) || has(of, "nots") && has(of, "wishes"))
			if unwanted && len(called(strip(of, "nots", "moots", "peoples", "selves"))) > 0 {
				what, all = of, false // "the export isn't needed, scrap it"
			}
		}
	}
	if all || what == "" || text == work {
		return all || what != ""
	}
	name, _, _ := cutColon(work) // "holiday mode: water half"
	of := StepOf(name)
	held := parse(strings.Join(counted(what, "affairs"), " ")).held(of)
	return held != 0 && 2*bits.OnesCount64(held) >= len(of.counted)
}

// Abandons reports whether a prompt gives work up for good: a clause says so, and names nothing but that.
func Abandons(text, work string) bool {
	text = uncited(unpasted(head(text)))
	if !has(words(text), "abandons", "leavings") { // as most
		return false
	}
	of := parse(work)
	return slices.ContainsFunc(Sentences(text), func(s string) bool {
		later := ComesBack(s) || has(words(s), "todays")
		return !later && !asks(s) && slices.ContainsFunc(clauseWords(s), func(w string) bool {
			before, after, is := around(w, "abandons", "deaths")
			named := counted(before+" "+after, "selves", "agrees", "fillers")
			return is && len(named) > 0 && of.all(named) && !has(before, "whens", "nots", "bans")
		})
	})
}

// ComesBack reports whether a text puts something off, or is for now only: "revert both, we try again on Friday".
func ComesBack(text string) bool { return has(words(text), "laters", "pauses", "yets", "days") }

// Instead is what a prompt that throws away what was made asks for after that, "" for nothing.
func Instead(text string) string {
	after, found := "", false
	for _, clause := range clausesOf(strings.Join(Sentences(uncited(unpasted(head(text)))), ", ")) {
		rest := asking(bareWords(clause))
		drops := begins(rest, "drops")
		if n := start(rest, "discards"); n > 0 && !drops {
			found, clause, rest = true, rest[n:], strings.TrimSpace(rest[n:])
		}
		if found && strings.TrimSpace(after) == "" && isPick(clause) { // of what was offered
			return ""
		}
		if onlyWhen(clause) { // "a lock would do, but not today"
			after = ""
		} else if found = found || drops; found && !drops && (!begins(rest, "cleanups") || has(rest, "insteads")) &&
			!putsOff(clause) && !has(words(clause), "moots", "abandons") &&
			!(has(words(clause), "nots") && has(words(clause), "wishes")) {
			after += " " + clause
		}
	}
	rest := past(bareWords(after), "agrees", "concluding")
	if !strings.Contains(rest, " ") && !unspaced(rest) {
		return ""
	}
	return rest
}

// Commits reports whether a short prompt has a clause that ends work, "later. commit as wip".
func Commits(text string) bool { return bare(text) != "" && clauseWith(text, "concluding") != "" }

// clauseWith is the first clause that begins with a phrase of the list, but in no question; "" for none.
func clauseWith(text, list string) string {
	text = uncited(unpasted(head(text)))
	if !has(words(text), list) { // as most
		return ""
	}
	for _, s := range Sentences(text) {
		for _, clause := range ordersOf(s) {
			rest := bareWords(clause)
			if start(rest, list) == 0 { // "no idea"
				rest = past(rest, "agrees", "courtesies")
			}
			n := start(rest, list)
			one := list == "discards" && ends(rest[:n], "articles") && isThing(rest[n:])
			if n > 0 && !one && !asks(s) { // not "vergiss das css"
				return rest
			}
		}
	}
	return ""
}
