package prompt

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"holdfast/lib/each"
)

// HandedIn are the sentences of an answer that say that work was handed in, or waits for who reviews it: "PR #48 is
// open", "pushed, it waits for Marek's review"; or that it is what one of more lists says.
func HandedIn(answer string, more ...string) []string {
	known, states := false, append(more, "openeds", "awaits") // what waits is named
	return each.If(outer(unbold(answer)), func(s string) (string, bool) {
		clause := each.First(clausesOf(s), func(clause string) bool {
			w, mark := bareWords(clause), strings.IndexAny(clause, "#!")+1
			number := mark > 0 && mark < len(clause) && strings.IndexByte(digits, clause[mark]) >= 0
			named := number || has(w, "prNames") || strings.Contains(clause, "/pull/")
			known = known || named || has(w, "landeds")
			waits := known && has(w, "reviewNouns") && has(w, "awaits", "forReviews") || has(w, "reviewings")
			return (waits || named && has(w, states...)) && !has(w, "unsures") && !asks(s)
		})
		return s[max(0, strings.Index(s, strings.TrimSpace(clause))):], clause != ""
	})
}

// Others reports whether a prompt only asks or looks, and hands in nothing, and what it is told is of pull requests of
// which none is among the own ones: "list the open prs".
func Others(asked string, told []string, own string) bool {
	looks := Questions(asked) || begins(asking(bareWords(asked)), "displays", "looks")
	w := strings.Fields(words(strings.Join(told, " ")))
	ours := func(n string) bool { return isNumber(n) && strings.Contains(words(own), " "+n+" ") }
	return looks && slices.ContainsFunc(w, isNumber) && !slices.ContainsFunc(w, ours) && !handsIn(asked, "handIns")
}

// HandsOver reports whether the prompt that asked for a handoff, the last one, or the one before it says who goes on
// with the work: "/handoff the cache for tom", "Lena takes over"; not "handoff for tomorrow", "for review", "the queue
// takes over". No name is one of the work's own words.
func HandsOver(asked []string, work string) bool {
	last := append([]string{"", ""}, asked...)
	before, now := last[len(asked)], last[len(asked)+1]
	gave, took := handsTo(before, work)
	gives, takes := handsTo(now, work)
	w := bareWords(now)
	return gives || takes || (took || gave && !has(w, "handoffs")) && !has(w, "mines", "myselves", "nots")
}

// GoesOnHimself reports whether a prompt says that the user goes on himself with what he gave away: "i go on myself".
func GoesOnHimself(text string) bool {
	return slices.ContainsFunc(Sentences(text), func(s string) bool {
		w := bareWords(s)
		self := OnlyGoesOn(s) || has(w, "mines", "myselves") || has(w, "goesOn") && has(w, "yous")
		return self && !asks(s)
	})
}

// handsTo says whether a text gives the work to a person, or says that one takes it over.
func handsTo(text, work string) (gives, takes bool) {
	for _, s := range Sentences(text) {
		for _, clause := range clausesOf(s) {
			w := bareWords(clause)
			if asks(s) || has(w, "nots", "bans", "nevers", "maybes", "mines", "myselves") || begins(w, "ifs") {
				continue
			}
			by, what, is := around(w, "takesOvers")
			by = past(by, "joints", "thens", "agrees")
			named := begins(by, "recipientNames") // "a Ana vai assumir"
			takes = takes || is && isPerson(trimStart(by, "recipientNames"), clause, work, named) &&
				past(what, "things", "others", "days", "weekdays", "laters", "todays", "froms") == ""
			order, rest, is := around(w, "handoffs")
			_, who, to := around(rest, "recipients", "recipientNames")
			what = strings.TrimSpace(strings.TrimSuffix(rest, who))
			named = ends(what, "recipientNames")
			order = past(order, "joints", "courtesies", "articles", "makes", "efforts", "readies", "concluding")
			gives = gives || is && to && order == "" && !has(what, "ands") && isPerson(who, clause, work, named)
		}
	}
	return gives, takes
}

// isPerson says whether words of a clause are no more than who somebody is: a colleague or a team, or one word of no
// phrase and not of the work, which may have to be capitalised (named).
func isPerson(who, clause, work string, named bool) bool {
	who = trimEnd(trimEnd(who, "days", "weekdays", "laters", "todays", "pleases"), "recipients")
	first := firstWords(who, 1)
	if dense(who) || ends(who, "colleagues") {
		return ends(who, "colleagues") && strings.Count(who, " ") < 3
	}
	at := slices.IndexFunc(strings.Fields(clause), func(f string) bool { return first != "" && bareWords(f) == first })
	listed := isListed(first) || begins(first, "noPersons") || strings.Contains(words(work), " "+first+" ")
	if at < 0 || listed || hasDigits(who) {
		return false
	}
	field := strings.Fields(clause)[at]
	lower := strings.ToLower(field)
	r, n := utf8.DecodeRuneInString(field)
	title := unicode.IsUpper(r) && strings.HasSuffix(lower, field[n:])
	rest := strings.TrimSpace(who[len(first):])
	return (title || !named && field == lower) && len(first) > 2 && !strings.Contains(field, "/") &&
		!hasEnding(first, "thingEnds") && (rest == "" || begins(rest, "insides"))
}

// Judges reports whether an answer tells what a review came to: it was merged, or closed, or changes are asked for.
func Judges(answer string) bool { return has(words(answer), "finisheds", "reviewNews") }

// Over reports whether a text says that a pull request, "#45", was merged or closed.
func Over(text, number string) bool {
	names := " " + strings.Trim(number, "#") + " "
	return strings.Contains(words(text), names) && slices.ContainsFunc(Sentences(unbold(text)), func(s string) bool {
		return !asks(s) && slices.ContainsFunc(clausesOf(strings.ReplaceAll(s, ":", " ")), func(c string) bool {
			w := words(c)
			of, is := strings.CutPrefix(past(bareWords(c), "articles"), names[1:])
			leads := is && begins(of, "copulas", "lands", "shuts", "alreadys") // "118 is merged since monday"
			return strings.Contains(w, names) && (leads || strings.ContainsAny(c, "#!/") || has(w, "prNames")) &&
				has(w, "lands", "shuts") && !has(words(s), "unlanded", "unsures", "onces", "untils", "afters", "awaits")
		})
	})
}

// awaitsMerge says whether a step only waits for the review of a pull request, which was merged, by its number.
func (s Step) awaitsMerge(number string) bool {
	n := number[:len(number)-len(strings.TrimLeft(number, digits))]
	return n != "" && strings.Contains(s.text, "#"+n) && strings.Contains(" "+s.words+" ", " "+n+" ") &&
		Waits(s.text) && !has(s.words, "onces", "afters", "untils", "joints")
}

// handsIn says whether a prompt orders now to push or to open a pull request, also where it asks for that; or what one
// of more lists begins with.
func handsIn(asked string, more ...string) bool {
	orders := func(clause string) bool {
		w := past(bareWords(clause), "agrees", "courtesies", "joints", "thens")
		is, _ := StepOf(trimStart(w, "modals")).publishes() // not "push the docs branch"
		opens := begins(w, "openings") && begins(past(w, "openings", "articles"), "prName")
		if is = is || has(w, "ands") && ends(w, "prNames") || dense(w); len(more) > 0 { // not "show the log and the PR"
			is = is && has(w, append(more, "openings")...) || begins(w, more...) || opens
		}
		return is && has(w, append(more, "pushings", "prNames")...) && !begins(w, "displays", "looks") &&
			!has(w, "nots", "laters", "days", "weekdays") && !(dense(w) && has(w, "displays"))
	}
	return slices.ContainsFunc(Sentences(asked), func(s string) bool {
		polite := begins(bareWords(s), "courtesies") || ends(bareWords(s), "pleads")
		return (polite || !asks(s)) && slices.ContainsFunc(clausesOf(s), func(c string) bool {
			return slices.ContainsFunc(append(joined(bareWords(c)), c), orders)
		})
	})
}

// publishes says whether a step is no more than a push, or a pull request (opens), with what goes with them: "squash,
// push and the PR", "open the PR, Marek reviews".
func (s Step) publishes() (is, opens bool) {
	if is, opens = has(s.words, "pushings", "prNames"), has(s.words, "prNames"); is { // as few
		clauses := slices.DeleteFunc(clauseWords(s.text), func(c string) bool { return has(c, "reviewings") })
		w, _ := undelayed(strings.Join(clauses, " "))
		is = only(w, "pushings", "prNames", "openings", "committing", "agrees", "joints", "thens", "articles")
	}
	return is, opens
}

// Told is an answer without the last sentences that only say what is to be done now, "let me look at the state first",
// that something is seen, or agree or praise, and those that only lead to a summary: "here's what changed:"; nor, where
// it says more, the first that praise themselves or say no more than that all is done.
func Told(answer string) string {
	for _, s := range Sentences(answer) {
		w, lead := clauseless(s), strings.TrimRight(s, ":：*_ ") != strings.TrimRight(s, "*_ ")
		if strings.Count(w, " ") < 9 && !strings.ContainsAny(s, "`/0123456789") &&
			(lead && has(w, "summaries") && only(w, "summing") || phrasesOf("summaries").is(w)) {
			answer = strings.Replace(answer, s, "", 1)
		}
	}
	for _, s := range slices.Backward(Sentences(answer)) {
		at := strings.LastIndex(answer, s)
		if at < 0 || !isPrelude(s) {
			break
		}
		answer = answer[:at]
	}
	const maxClosing, maxOpening = 24, 5 // bytes of "対応完了。", sentences
	all := Sentences(answer)
	for i, s := range all[:max(0, min(len(all)-1, maxOpening))] {
		w := clauseless(s)
		closes := only(w, "dones", "alls", "finisheds") || dense(s) && len(s) < maxClosing && has(w, "dones", "finals")
		closes = closes && !hasDigits(w) && !has(w, "commits", "landeds")
		opens := isPrelude(s) && !strings.ContainsAny(strings.TrimRight(s, ":： "), clauseMarks) // not "Ok — skip it"
		if !opens && !closes || !slices.ContainsFunc(all[i+1:], Names) {
			break
		}
		answer = strings.TrimSpace(strings.Replace(answer, s, "", 1))
	}
	return strings.TrimSpace(answer)
}

// Announces reports whether a sentence of an answer only says what is to be done now: "let me look at it first:".
func Announces(s string) bool {
	return opensWith(clauseless(s), "announcings")
}

// opensWith says whether words begin with a phrase of a list, also behind what only agrees or greets.
func opensWith(w, list string) bool {
	return begins(unhailed(w), list) || begins(w, list) || dense(w) && has(w, list)
}

// unhailed returns words without what agrees, greets or thanks ahead of the rest.
func unhailed(w string) string {
	return past(w, "agrees", "greetings", "startsWith", "courtesies", "hesitates", "cries")
}

// isPrelude says whether a sentence may go from an answer: it announces, sees something, or agrees or praises (Told).
func isPrelude(s string) bool {
	w := clauseless(s)
	hails, is, sees := unhailed(w) == "", opensWith(w, "announcings"), opensWith(w, "realizings")
	if sees {
		_, seen, _ := around(bareWords(s), "realizings")
		is = (seen == "" || has(w, "grasps") || begins(seen, "interrogatives") || has(seen, "insights")) &&
			!strings.Contains(strings.TrimLeft(seen, ", "), ",") && !has(seen, "besideSights")
		w = strip(w, "realizings")
	}
	cry, who, _ := strings.Cut(bareWords(s), " , ")
	is = is || strings.ContainsAny(s, "!！") && has(cry, "lauds") && strings.Count(cry, " ") < 5 && !hasDigits(w) &&
		!strings.Contains(who, " ") && !has(who, "dones", "fixeds", "finals", "landeds", "passes")
	return (is || hails) && (sees || !asks(s)) && !has(w, "unannounced") && !strings.Contains(s, ": ") &&
		!(has(w, "agains") && has(w, "befores", "afters", "laters", "days", "weekdays"))
}

// Lets reports whether a reply orders nothing, and refuses an idea or leaves things as they are, or got only an "ok".
func Lets(text, answer string) bool {
	w, said := clauseless(text), bareWords(answer)
	nods := strings.Count(said, " ") < maxPutOff && begins(said, "agrees", "greetings")
	lets := nods && !has(w, "dones", "finals", "fails", "cames") || has(w, "lets") || begins(w, "relents")
	return lets && len(text) <= maxBare && !OnlyGoesOn(text) && !has(w, "shoulds", "wrongs", "buts") &&
		!slices.ContainsFunc(allClauses(text), func(c string) bool {
			c = bareWords(c)
			return !has(c, "lets", "relents", "discards", "remainings") && !only(c, "refuses", "agrees") && wants(c)
		})
}

// tidies says whether a prompt only says that work was merged or is done, and has what is left of its branch removed.
func tidies(text string) (removes bool) {
	return !slices.ContainsFunc(allClauses(text), func(c string) bool {
		w := bareWords(c)
		clears := only(w, "removes", "tidyings", "concluding", "pulls", "branches", "branchWords", "agrees", "links")
		removes = removes || clears && has(w, "removes", "tidyings", "concluding")
		return !clears && (wants(w) || !has(w, "dones", "finals", "finisheds", "ships", "greetings"))
	}) && removes
}

// Withheld reports whether a prompt only orders to commit, and not to hand in yet, what one of the steps hands in now:
// "commit what we have, but don't push yet".
func Withheld(text string, steps []string) bool {
	if len(text) > maxReply { // as most
		return false
	}
	w := bare(text)
	hands := func(s string) bool {
		return has(words(s), "handIns") && !has(words(s), "nots", "bans", "yets", "waits")
	}
	return has(w, "nots", "bans") && slices.ContainsFunc(steps, hands) &&
		only(w, "concluding", "handIns", "commits", "nots", "bans", "yets", "joints", "agrees")
}

// handsAway says whether the words of a lead give what is behind it to the user, or to a later time: "needs you", "not
// in this PR", "for Monday", "before merging".
func handsAway(w string) bool {
	_, day, _ := around(w, "towards")
	on := begins(w, "towards") && (isOne(w, "shelves") || isOne(day, "days"))
	later := on || isOne(w, "laters") && !isOne(w, "thens") && !isOne(w, "days")
	near := (begins(w, "nears") || ends(w, "nears")) && has(w, "ships")
	return later || isOne(w, "handovers") || near && past(w, "shippings") == ""
}

// isChore says whether a sentence asks for something before or after work is made known: "before merging, run …".
func isChore(w string) bool {
	before, _, is := around(w, "nears", "afters")
	if !is || !has(w, "ships") { // as most
		return false
	} else if dense(w) {
		return ends(before, "ships") && has(w, "chores")
	}
	when := strings.TrimSpace(w[len(before):])
	rest := past(when, "shippings")
	when = strings.TrimSpace(strings.TrimSuffix(when, rest))
	whole := rest == "" || rest[0] == ',' || end(when, "ships") == 0 // not "before the release notes"
	order := strings.TrimLeft(before[start(before, "cautions", "joints"):], " ,")
	return has(when, "ships") && (whole && begins(order, "chores") ||
		order == "" && begins(strings.TrimLeft(rest, " ,"), "chores"))
}
